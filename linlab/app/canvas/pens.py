"""Pens, brushes, fonts and points as Qt types."""

from functools import lru_cache
from typing import Any

import numpy as np
import shiboken6
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF

from linlab.app.controls.theme import plain_inter
from linlab.engine.picture.shapes import Pen
from linlab.engine.picture.symbols import OUTLINES


def draw_symbol(to: QPainter, symbol: str, x: float, y: float, size: float) -> None:
    """Draw the shape of a mark with the current pen and brush."""
    outline = OUTLINES[symbol]
    if outline is None:
        to.drawEllipse(QPointF(x, y), size / 2, size / 2)
    else:
        to.drawPolygon(polygon(outline * size + (x, y)))


def polygon(places: Any) -> QPolygonF:
    """The points (k, 2) as a polygon, without a loop."""
    made = QPolygonF()
    made.resize(len(places))
    if len(places):
        start: Any = made.data()
        memory: Any = shiboken6.VoidPtr(start, 16 * len(places), True)  # type: ignore[call-arg]
        np.frombuffer(memory, np.float64).reshape(-1, 2)[:] = places
    return made


@lru_cache(maxsize=64)
def font_of(pixels: int, bold: bool) -> tuple[QFont, QFontMetricsF]:
    font = plain_inter()
    font.setPixelSize(pixels)
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return font, QFontMetricsF(font)


@lru_cache(maxsize=64)
def pen_of(pen: Pen | None, join: Qt.PenJoinStyle = Qt.PenJoinStyle.BevelJoin) -> QPen:
    if pen is None:
        return QPen(Qt.PenStyle.NoPen)
    colour = QColor(pen.colour)
    colour.setAlphaF(pen.opacity)
    out = QPen(colour, pen.width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, join)
    if pen.dash:
        out.setDashPattern([part / pen.width for part in pen.dash])
    return out


@lru_cache(maxsize=64)
def cosmetic(
    pen: Pen | None, ratio: float, join: Qt.PenJoinStyle = Qt.PenJoinStyle.BevelJoin
) -> QPen:
    """A pen of constant width at any scale, in pixels of a screen with `ratio` of them to one of
    the page."""
    out = QPen(pen_of(pen, join))
    out.setCosmetic(True)
    if pen is not None:
        out.setWidthF(ratio * pen.width)
    return out


@lru_cache(maxsize=64)
def colour_at(colour: str, opacity: int = 255) -> QColor:
    made = QColor(colour)
    made.setAlpha(opacity)
    return made


@lru_cache(maxsize=64)
def brush_of(fill: str | None) -> QBrush:
    return QBrush(Qt.BrushStyle.NoBrush) if fill is None else QBrush(QColor(fill))
