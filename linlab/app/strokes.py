"""Pens, fonts and places as Qt has them, and what is drawn with them stroke by stroke.

Arrays are handed to Qt as they lie in memory, without a loop over their rows.
"""

from functools import cache, lru_cache
from typing import Any

import numpy as np
import shiboken6
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF

from linlab.engine.picture.shapes import Pen
from linlab.engine.picture.symbols import OUTLINES


def draw_symbol(to: QPainter, symbol: str, x: float, y: float, size: float) -> None:
    """The shape of a mark, with the pen and brush at hand."""
    outline = OUTLINES[symbol]
    if outline is None:
        to.drawEllipse(QPointF(x, y), size / 2, size / 2)
    else:
        to.drawPolygon(polygon(outline * size + (x, y)))


def draw_stretches(to: QPainter, stretches: Any) -> None:
    """Straight lines, x and y of both ends (k, 4): a third of the time of drawing a line as a whole."""
    if len(stretches):
        to.drawLines(first_row(stretches, QLineF), len(stretches))


def stretches_of(places: Any) -> Any:
    """A line as its stretches; square caps cover its bends. (k, 4)"""
    return np.concatenate([places[:-1], places[1:]], axis=1)


def first_row(rows: Any, kind: Any) -> Any:
    """The first row of an array as an object of Qt that lies in its memory, with the others behind it."""
    return shiboken6.wrapInstance(rows.__array_interface__["data"][0], kind)


def polygon(places: Any) -> QPolygonF:
    """The places (k, 2) as Qt has them, without a loop."""
    made = QPolygonF()
    made.resize(len(places))
    if len(places):
        start: Any = made.data()
        memory: Any = shiboken6.VoidPtr(start, 16 * len(places), True)  # type: ignore[call-arg]
        np.frombuffer(memory, np.float64).reshape(-1, 2)[:] = places
    return made


@lru_cache(maxsize=64)
def font_of(pixels: int, bold: bool) -> tuple[QFont, QFontMetricsF]:
    font = QFont("Inter")
    font.setPixelSize(pixels)
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return font, QFontMetricsF(font)


def fewer(places: Any, flat: float) -> Any:
    """Without the corners that the eye would not miss: strokes cost time by the corner."""
    if len(places) < 8:
        return places
    out = np.empty_like(places)
    return out[: _compiled().thin(places, flat, out)]


def dashed(places: Any, on: float, off: float) -> Any:
    """A line as the stretches of its dashes. (k, 4)"""
    return _compiled().dashes(np.ascontiguousarray(places), float(on), float(off))


@cache
def _compiled() -> Any:
    from linlab.engine import strokes  # not before it is needed: compiled code takes a while to load

    return strokes


@lru_cache(maxsize=64)
def pen_of(pen: Pen | None, join: Qt.PenJoinStyle = Qt.PenJoinStyle.BevelJoin,
           cap: Qt.PenCapStyle = Qt.PenCapStyle.FlatCap) -> QPen:  # fmt: skip
    if pen is None:
        return QPen(Qt.PenStyle.NoPen)
    colour = QColor(pen.colour)
    colour.setAlphaF(pen.opacity)
    out = QPen(colour, pen.width, Qt.PenStyle.SolidLine, cap, join)
    if pen.dash:
        out.setDashPattern([part / pen.width for part in pen.dash])
    return out


def brush_of(fill: str | None) -> QBrush:
    return QBrush(Qt.BrushStyle.NoBrush) if fill is None else QBrush(QColor(fill))
