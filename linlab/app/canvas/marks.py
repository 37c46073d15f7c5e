"""Marks as one thin item: the shape of each look is drawn once into an atlas, and the marks are
copies of its pieces, handed to Qt as one array.

Where they lie on the screen is computed only when they, or the part of the plane that is seen, are
others; while they rest, the same array is painted again.
"""

import math
from functools import lru_cache
from typing import Any

import numpy as np
import pyqtgraph as pg
import shiboken6
from pyqtgraph.graphicsItems.ScatterPlotItem import SymbolAtlas
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QTransform

from linlab.engine.picture.shapes import Group, Marks, Panel, Pen
from linlab.engine.picture.symbols import OUTLINES

from .pens import brush_of, cosmetic, polygon

FIELDS = 10  # of a fragment: x, y, the four of its piece, two scales, rotation, opacity
MOST_PIECES = 64  # of an atlas: then those that were used before are dropped


class Spots(pg.GraphicsObject):  # type: ignore[misc]
    """Marks of one look, or those of a group with many, drawn in their order."""

    def __init__(self) -> None:
        super().__init__()
        self.places: Any = np.empty((0, 2))
        self.looks: tuple[dict[str, Any], ...] = ()
        self.which: Any = np.empty(0, np.intp)  # of the looks, mark by mark
        self.fragments: Any = None  # (k, FIELDS) on the screen; None until they are painted
        self._shown: tuple[Any, ...] = ()
        self._styles: tuple[Any, ...] = ()
        self._atlas = SymbolAtlas()
        self._seen: tuple[QTransform, QRectF] | None = None  # where the fragments are valid

    def show_item(self, item: Marks | Group, panel: Panel | None, ratio: float) -> None:
        if (item, ratio) == self._shown:
            return
        self._shown = (item, ratio)
        parts = item.items if isinstance(item, Group) else (item,)
        marks = [part for part in parts if isinstance(part, Marks)]
        each = [(part.symbol, part.size, part.fill, part.pen, ratio) for part in marks]
        styles = tuple(dict.fromkeys(each))
        which = np.repeat([styles.index(s) for s in each], [len(part.places) for part in marks])
        places = np.concatenate([part.places for part in marks])
        if (
            styles == self._styles
            and np.array_equal(which, self.which)
            and np.array_equal(places, self.places)
        ):
            return
        if styles != self._styles:
            self._styles = styles
            self.looks = tuple(look_of(*style) for style in styles)
        self.places, self.which, self.fragments = places, which, None
        self.update()

    def boundingRect(self) -> QRectF:
        """The whole view: computing the bounds of each mark takes longer than drawing them."""
        return self.viewRect() or QRectF()

    def viewTransformChanged(self) -> None:
        self.prepareGeometryChange()

    def paint(self, painter: QPainter, *rest: Any) -> None:
        seen = (painter.transform(), self.boundingRect())
        if self.fragments is None or seen != self._seen:
            self._seen = seen
            self.fragments = self._fragments(*seen)
        if len(self.fragments):
            data = self.fragments.ctypes.data
            first: Any = shiboken6.wrapInstance(data, QPainter.PixmapFragment)
            painter.resetTransform()
            painter.drawPixmapFragments(first, len(self.fragments), self._atlas.pixmap)

    def _fragments(self, to_screen: QTransform, view: QRectF) -> Any:
        """Those of the marks that are in view, in the order in which they are painted."""
        pieces, ratio = self._pieces()
        at = pg.functions.transformCoordinates(to_screen, self.places.T).T  # (n, 2)
        reach = pieces[:, 2:].max(initial=0.0) / ratio
        room = to_screen.mapRect(view).adjusted(-reach, -reach, reach, reach)
        near = (at > (room.left(), room.top())) & (at < (room.right(), room.bottom()))
        inside = near.all(axis=1)  # not where a place is not a number
        made = np.empty((int(inside.sum()), FIELDS))
        made[:, :2] = at[inside]
        made[:, 2:6] = pieces[self.which[inside]]
        made[:, 6:] = (1 / ratio, 1 / ratio, 0.0, 1.0)
        return made

    def _pieces(self) -> tuple[Any, float]:
        """The rectangle of each look in the atlas (looks, 4), and the pixels to one of the page."""
        ratio = self._shown[1]
        if ratio != self._atlas.devicePixelRatio() or len(self._atlas) > MOST_PIECES:
            self._atlas.setDevicePixelRatio(ratio)
            self._atlas.clear()
        keys = [(look["symbol"], look["size"], look["pen"], look["brush"]) for look in self.looks]
        return np.array(self._atlas[keys], float).reshape(-1, 4), ratio


@lru_cache(maxsize=256)
def look_of(
    symbol: str, size: float, fill: str | None, pen: Pen | None, ratio: float
) -> dict[str, Any]:
    """How marks look, for the atlas: it makes a little image of each, `size` and the pen
    high and wide, so the shape is drawn smaller in a larger square; of an odd number of pixels, so
    that all marks of a place have one middle."""
    outline = OUTLINES[symbol]
    wide = math.ceil(pen.width if pen is not None else 1.0)
    reach = 1.0 if outline is None else 2.0 * float(np.abs(outline).max())
    room = math.ceil(reach * size + (2 * wide if outline is not None else wide)) + 1
    room += 1 - room % 2
    square = float(room - wide)
    path = QPainterPath()
    share = size / square
    if outline is None:
        path.addEllipse(QPointF(0, 0), share / 2, share / 2)
    else:
        path.addPolygon(polygon(outline * share))
        path.closeSubpath()
    return {
        "symbol": path,
        "size": square,
        "brush": brush_of(fill),
        "pen": cosmetic(pen, ratio, Qt.PenJoinStyle.MiterJoin),
    }
