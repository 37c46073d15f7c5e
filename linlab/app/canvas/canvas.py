"""A picture on the screen: every thing that it names is an item of pyqtgraph, made once and handed
new data at each frame.

A panel is a PlotItem, whose ViewBox lies where the panel's frame does and sees the panel's view;
its axes are AxisItems with the picture's ticks. Nothing is described a second time: what is on the
screen is what a file of the same picture shows.
"""

from collections.abc import Callable
from html import escape
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QGraphicsView, QWidget

from linlab.engine.picture.axes_and_legend import below, beside, title
from linlab.engine.picture.shapes import (
    Areas,
    Axis,
    Cells,
    Group,
    Label,
    Lines,
    Marks,
    Panel,
    Picture,
    Shading,
)

from .items import Curve, Faces, Image, Mosaic, Words
from .legend import Legend
from .marks import Spots
from .painter import Painter
from .pens import font_of, pen_of

pg.setConfigOptions(antialias=True, mouseRateLimit=-1)  # Qt puts moves together by itself
ITEM_CLASSES: dict[type, Any] = {
    Lines: Curve,
    Marks: Spots,
    Label: Words,
    Shading: Image,
    Areas: Faces,
    Cells: Mosaic,
    Group: Spots,
}
MOST_SINGLE_MARKS = (
    9  # marks of a group, as many as there are looks of classes: more become one item
)
SPARE = 64  # hidden items that are kept in case they are needed again
ABOVE = 1000.0  # drawn above all items


class Canvas(pg.GraphicsView):  # type: ignore[misc]
    """Shows a picture. It is updated when it is painted, so at most once a frame."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.on_paper = False  # whether it paints for a file: then each item is drawn as vectors
        self.panes: list[Pane] = []
        self._notes = Items(self.scene().addItem, self.scene().removeItem)
        self._picture = Picture(8, 8, "#FFFFFF", ())
        self._ground = ""
        self.setViewportUpdateMode(
            QGraphicsView.ViewportUpdateMode.NoViewportUpdate
        )  # otherwise updating would request a frame
        self.setCacheMode(QGraphicsView.CacheModeFlag.CacheNone)
        self.setAcceptDrops(False)
        self.viewport().setMouseTracking(True)

    @property
    def picture(self) -> Picture:
        """The picture to show."""
        return self._picture

    def show_picture(self, picture: Picture) -> None:
        self._picture = picture
        self.viewport().update()

    def settle(self) -> None:
        """Pass the picture to the items."""
        picture = self.picture
        ratio = self.devicePixelRatioF()
        if picture.background != self._ground:
            self._ground = picture.background
            self.setBackgroundBrush(QColor(picture.background))
        while len(self.panes) < len(picture.panels):
            self.panes.append(Pane(self))
        for k, pane in enumerate(self.panes):
            pane.plot.setVisible(k < len(picture.panels))
        for pane, panel in zip(self.panes, picture.panels, strict=False):
            pane.show_panel(panel, picture, ratio)
        self._notes.show_items(picture.notes, None, ratio)

    def item(self, name: str, k: int = 0, pane: int = 0) -> Any:
        """Item k of this name in a pane; None if there is none."""
        found = [
            item
            for key, item in self.panes[pane].items.made.items()
            if key[1] == name and item.isVisible()
        ]
        return found[k] if k < len(found) else None

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.on_paper:
            with QPainter(self.viewport()) as painter:
                Painter().paint(painter, self.picture)
                self.drawForeground(painter, self.sceneRect())
            return
        self.settle()
        super().paintEvent(event)


class Items:
    """Items by kind, name and number: items that are needed again are reused, others are hidden,
    and some hidden ones are kept."""

    def __init__(self, add: Callable[[Any], object], remove: Callable[[Any], object]) -> None:
        self.made: dict[tuple[type, str, int], Any] = {}
        self._add, self._remove = add, remove

    def show_items(self, things: Any, panel: Panel | None, ratio: float) -> None:
        seen = set()
        many: dict[tuple[type, str], int] = {}
        for place, thing in enumerate(_flat(things)):
            kind = ITEM_CLASSES[type(thing)]
            name = thing.name
            k = many.get((kind, name), 0)
            many[kind, name] = k + 1
            seen.add((kind, name, k))
            item = self.made.get((kind, name, k))
            if item is None:
                item = self.made[kind, name, k] = kind()
                self._add(item)
            item.show_item(thing, panel, ratio)
            if not item.isVisible():
                item.setVisible(True)
            if item.zValue() != place:
                item.setZValue(place)
        hidden = [key for key in self.made if key not in seen]
        for key in hidden:
            if self.made[key].isVisible():
                self.made[key].setVisible(False)
        for key in hidden[:-SPARE]:  # the oldest; each holds the data that it showed last
            self._remove(self.made.pop(key))


class Pane:
    """A panel: a PlotItem in its place, with its axes, items, title and legend."""

    def __init__(self, canvas: Canvas) -> None:
        self.plot = pg.PlotItem(
            enableMenu=False, axisItems={side: Scale(side) for side in ("left", "bottom")}
        )
        self.plot.hideButtons()
        self.plot.layout.setContentsMargins(0, 0, 0, 0)
        self.box = self.plot.vb
        self.box.setMenuEnabled(False)
        self.box.setMouseEnabled(False, False)
        self.box.disableAutoRange()
        self.box.setDefaultPadding(0.0)
        self.items = Items(self._add, self.plot.removeItem)
        self._title = Items(self._put, lambda item: canvas.scene().removeItem(item))
        self.legend = Legend()
        self._arranged: tuple[Any, ...] = ()
        self._dressed: tuple[Any, ...] = ()
        canvas.scene().addItem(self.plot)
        self.legend.setParentItem(self.plot)
        self.legend.setZValue(ABOVE)

    def show_panel(self, panel: Panel, picture: Picture, ratio: float) -> None:
        self._arrange(panel, picture)
        self._apply_style(panel)
        self.items.show_items(panel.items, panel, ratio)
        self._title.show_items(title(panel), None, ratio)
        self.legend.show_panel(panel)

    def _add(self, item: Any) -> None:
        self.plot.addItem(item, ignoreBounds=True)

    def _put(self, item: Any) -> None:
        item.setParentItem(self.plot)

    def _arrange(self, panel: Panel, picture: Picture) -> None:
        """Place the view box at the frame, and the axes beside and below it."""
        frame = panel.frame
        view = panel.view
        size = (picture.width, picture.height)
        arranged = (
            frame.x,
            frame.y,
            frame.width,
            frame.height,
            size,
            panel.up is None,
            panel.across is None,
        )
        if arranged != self._arranged[:-1]:
            left, bottom = self.plot.getAxis("left"), self.plot.getAxis("bottom")
            right, below = (
                picture.width - frame.x - frame.width,
                picture.height - frame.y - frame.height,
            )
            self.plot.showAxis("left", panel.up is not None)
            self.plot.showAxis("bottom", panel.across is not None)
            left.setWidth(frame.x)
            bottom.setHeight(below)
            self.plot.layout.setContentsMargins(
                0.0 if panel.up else frame.x, frame.y, right, 0.0 if panel.across else below
            )
            self.plot.setGeometry(QRectF(0, 0, picture.width, picture.height))
            self.plot.layout.activate()
        if (*arranged, view) != self._arranged:
            self.box.setRange(
                xRange=(view.left, view.right), yRange=(view.bottom, view.top), padding=0
            )
            self._arranged = (*arranged, view)

    def _apply_style(self, panel: Panel) -> None:
        dressed = (panel.palette, panel.font, panel.across, panel.up, panel.frame.pen)
        if dressed == self._dressed:
            return
        self._dressed = dressed
        self.box.setBackgroundColor(panel.palette.plane)
        self.box.setBorder(pen_of(panel.frame.pen) if panel.frame.pen is not None else None)
        for side, axis in (("left", panel.up), ("bottom", panel.across)):
            if axis is not None:
                self.plot.getAxis(side).show_axis(axis, panel)


class Scale(pg.AxisItem):  # type: ignore[misc]
    """An axis: the picture's ticks, and its title beside them."""

    _away = 0.0  # the distance of the title's middle from the frame
    _shown: tuple[Any, ...] = ()  # its style and title, which change less often than its numbers

    def __init__(self, side: str) -> None:
        super().__init__(side)
        self.enableAutoSIPrefix(False)  # the numbers are the picture's

    def show_axis(self, axis: Axis, panel: Panel) -> None:
        self._away = beside(axis, panel) if self.orientation == "left" else below(panel)
        self.setTicks([list(axis.ticks)])
        if (shown := (axis.title, panel.font, panel.palette)) != self._shown:
            self._shown = shown
            self._apply_style(axis, panel)
        self.resizeEvent()

    def _apply_style(self, axis: Axis, panel: Panel) -> None:
        size = 0.85 * panel.font
        left = self.orientation == "left"
        self.setStyle(
            tickFont=font_of(max(1, round(size)), False)[0],
            tickLength=0,
            autoExpandTextSpace=False,
            tickTextOffset=round((0.5 if left else 0.3) * size),
            hideOverlappingLabels=40,
        )
        self.setPen(None)
        self.setTextPen(QColor(panel.palette.quiet))
        self.label.setFont(font_of(max(1, round(panel.font)), False)[0])
        self.setLabel(escape(axis.title), color=panel.palette.text)
        self.showLabel(bool(axis.title))

    def drawPicture(self, painter: QPainter, line: Any, ticks: Any, words: Any) -> None:
        super().drawPicture(painter, line, (), words)  # numbers are at the grid lines

    def labelString(self) -> str:
        return super().labelString().replace(" </span>", "</span>")  # type: ignore[no-any-return]  # or it stands askew

    def resizeEvent(self, event: Any = None) -> None:
        super().resizeEvent(event)
        size = self.label.boundingRect().size()
        if self.orientation == "left":
            self.label.setPos(
                self.width() - self._away - size.height() / 2, self.height() / 2 + size.width() / 2
            )
        else:
            self.label.setPos(self.width() / 2 - size.width() / 2, self._away - size.height() / 2)


def _flat(things: Any) -> Any:
    """The parts that are separate items: those of a group, unless they are marks with more looks
    than there are classes."""
    for thing in things:
        if isinstance(thing, Group) and not (
            len(thing.items) > MOST_SINGLE_MARKS
            and all(isinstance(part, Marks) for part in thing.items)
        ):
            yield from _flat(thing.items)
        else:
            yield thing
