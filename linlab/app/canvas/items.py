"""What pictures are made of, as items of pyqtgraph: each is made once, and `show` hands it the data
of the next picture.

Lines are a PlotCurveItem, a shading an ImageItem, words a TextItem; marks are in marks.py. What is
the same as before costs nothing. Pens are cosmetic, so that a line is as wide on the screen as the picture says whatever part
of the plane is seen; on a screen of finer pixels it has more of them.
"""

import math
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath
from PySide6.QtWidgets import QGraphicsPathItem

from linlab.engine.export.figures.polyline import SPREAD
from linlab.engine.picture.shapes import (
    HEAD,
    Areas,
    Cells,
    Label,
    Lines,
    Panel,
    Shading,
)

from .painter import VEIL
from .pens import brush_of, colour_at, cosmetic, font_of, polygon


class Curve(pg.PlotCurveItem):  # type: ignore[misc]
    """Lines of one pen; an arrow's head is a separate item at the end of each line."""

    def __init__(self) -> None:
        super().__init__(antialias=True)
        self._shown: tuple[Any, ...] = ()
        self._heads: list[Any] = []

    def show_item(self, item: Lines, panel: Panel, ratio: float) -> None:
        around = (panel.view, panel.frame, panel.scale) if item.arrow else None
        shown = (item, around, ratio)
        if shown == self._shown:
            return
        self._shown = shown
        for k, head in enumerate(self._heads):
            head.setVisible(item.arrow and k < len(item.lines))
        lines = self._with_heads(item, panel) if item.arrow else item.lines
        straight = item.name == "grid"  # horizontal and vertical lines need no antialiasing
        places = np.concatenate(lines) if lines else np.empty((0, 2))
        together = np.ones(len(places), np.int32)
        together[np.cumsum([len(line) for line in lines], dtype=np.intp) - 1] = 0
        self.setData(
            places[:, 0],
            places[:, 1],
            connect=together,
            pen=cosmetic(item.pen, ratio),
            antialias=not straight,
        )

    def boundingRect(self) -> QRectF:
        """The whole view: computing the bounds of each line takes longer than drawing them."""
        return self.viewRect() or QRectF()

    def _with_heads(self, item: Lines, panel: Panel) -> list[Any]:
        """Shafts that end where the heads begin."""
        while len(self._heads) < len(item.lines):
            head = pg.ArrowItem(pen=None, pxMode=True)
            head.setParentItem(self)
            self._heads.append(head)
        shafts = []
        for line, head in zip(item.lines, self._heads, strict=False):
            (x0, y0), (x1, y1) = panel.to_page(line[-2:])
            long = math.hypot(x1 - x0, y1 - y0)
            tip = min(HEAD * panel.scale, long)
            head.setStyle(
                headLen=tip,
                headWidth=SPREAD * tip,  # on each side of the shaft, as in files
                angle=math.degrees(math.atan2(y1 - y0, x1 - x0)) - 180.0,
                brush=brush_of(item.pen.colour),
            )
            head.setPos(*line[-1])
            shafts.append(
                np.vstack([line[:-1], line[-1] + (line[-2] - line[-1]) * tip / max(long, 1e-9)])
            )
        return shafts


class Image(pg.ImageItem):  # type: ignore[misc]
    """A shading whose pixels are in Qt's format already, so their colours are not converted."""

    def __init__(self) -> None:
        super().__init__(axisOrder="row-major")
        self._shown: Shading | Cells | None = None

    def show_item(self, item: Shading | Cells, panel: Panel, ratio: float) -> None:
        if item is self._shown:
            return
        self._shown = item
        left, right, bottom, top = item.extent
        self.setImage(item.pixels, autoLevels=False)
        self.setRect(QRectF(left, top, right - left, bottom - top))  # the top row comes first

    def render(self) -> None:
        rows, columns = self.image.shape
        self.qimage = QImage(
            self.image.data, columns, rows, 4 * columns, QImage.Format.Format_RGB32
        )
        self._renderRequired = self._unrenderable = False

    def paint(self, painter: QPainter, *rest: Any) -> None:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        super().paint(painter, *rest)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)


class Mosaic(Image):
    """Cells, each with sharp edges."""

    def paint(self, painter: QPainter, *rest: Any) -> None:
        pg.ImageItem.paint(self, painter, *rest)


class Faces(QGraphicsPathItem):
    """Areas of one fill, as one path. Axis-aligned edges need no antialiasing."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[Any, ...] = ()
        self._slanted = False

    def show_item(self, item: Areas, panel: Panel, ratio: float) -> None:
        if (item, ratio) == self._shown:
            return
        self._shown = (item, ratio)
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        for ring in item.rings:
            path.addPolygon(polygon(ring))
            path.closeSubpath()
        self.setPath(path)
        self._slanted = any(
            (ring != np.roll(ring, 1, axis=0)).all(axis=1).any() for ring in item.rings
        )
        self.setBrush(
            Qt.BrushStyle.NoBrush
            if item.fill is None
            else colour_at(item.fill, round(255 * item.opacity))
        )
        self.setPen(Qt.PenStyle.NoPen if item.pen is None else cosmetic(item.pen, ratio))

    def paint(self, painter: QPainter, *rest: Any) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, self._slanted)
        super().paint(painter, *rest)


class Words(pg.TextItem):  # type: ignore[misc]
    """A label on a translucent background with round corners."""

    _shown: Label | None = None
    _away = (0.0, 0.0)

    def __init__(self) -> None:
        super().__init__()
        self.textItem.document().setDocumentMargin(0)

    def show_item(self, item: Label, panel: Panel | None, ratio: float) -> None:
        if item is self._shown:
            return
        before = self._shown
        self._shown = item
        self._away = (item.dx, item.dy)
        if before is None or (before.size, before.bold) != (item.size, item.bold):
            self.setFont(font_of(max(1, round(item.size)), item.bold)[0])
        if before is None or (before.colour, before.veil) != (item.colour, item.veil):
            self.setColor(colour_at(item.colour))
            self.fill = (
                brush_of(None) if item.veil is None else pg.mkBrush(colour_at(item.veil, VEIL))
            )
        self.angle = 90.0 if item.turned else 0.0
        if before is not None and before.turned != item.turned:
            self._lastTransform = None  # otherwise it would stay rotated
        self.anchor = pg.Point({"start": 0.0, "middle": 0.5, "end": 1.0}[item.anchor], 0.5)
        self.textItem.setPlainText(item.text)
        self.updateTextPos()
        self.setPos(*item.place)

    def updateTextPos(self) -> None:
        size = self.textItem.boundingRect().size()
        x, y = (-self._away[1], self._away[0]) if self.angle else self._away
        self.textItem.setPos(
            x - self.anchor.x() * size.width(), y - self.anchor.y() * size.height()
        )

    def boundingRect(self) -> QRectF:
        """That of the background, which is a little larger than the text."""
        inside = super().boundingRect()
        size = 0.0 if self._shown is None else self._shown.size
        return QRectF(
            inside.left() - 0.3 * size,
            inside.center().y() - 0.8 * size,
            inside.width() + 0.6 * size,
            1.6 * size,
        )

    def paint(self, painter: QPainter, *rest: Any) -> None:
        fill = self.fill
        self.fill = brush_of(None)
        super().paint(painter, *rest)
        self.fill = fill
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawRoundedRect(self.boundingRect(), 3, 3)
