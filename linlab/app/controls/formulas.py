"""Formulas in real mathematical type: LaTeX → SVG by ziamath → a pixmap by QtSvg.

A formula takes ziamath some 40 ms, so each is drawn once for every colour, size and screen. What cannot be set is shown
as it is written.
"""

import re
import warnings
from collections.abc import Callable
from functools import lru_cache
from xml.etree import ElementTree

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPixmap
from PySide6.QtSvg import QSvgRenderer

GAP = 5.0  # between the lines of a formula


@lru_cache(maxsize=256)
def formula_pixmap(latex: str, colour: str, size: float = 15, ratio: float = 1.0) -> QPixmap:
    """The formula on a transparent ground, `size` pixels to the em; `ratio` is the screen's device pixel ratio."""
    try:
        drawing = QSvgRenderer(QByteArray(_svg(latex, colour, size).encode()))
        width, height = drawing.viewBoxF().width(), drawing.viewBoxF().height()
        if not drawing.isValid() or width <= 0 or height <= 0:
            raise ValueError(latex)
    except Exception:  # ziamath raises whatever its parser stumbles over
        return _plain(latex, colour, size, ratio)
    pixmap, painter = _canvas(width, height, ratio)
    drawing.render(painter, QRectF(0, 0, width, height))
    painter.end()
    return pixmap


@lru_cache(maxsize=64)
def formula_lines(latex: str, colour: str, width: int, size: float = 15, ratio: float = 1.0) -> QPixmap:
    """The formula within a width: broken where it has a \\quad, and a line that is still too wide is set smaller."""
    pixmaps = [formula_pixmap(line, colour, fit, ratio) for line, fit in _lines(latex, colour, width, size, ratio)]
    heights = [p.height() / ratio for p in pixmaps]
    pixmap, painter = _canvas(max(p.width() / ratio for p in pixmaps), sum(heights) + GAP * (len(heights) - 1), ratio)
    top = 0.0
    for each, height in zip(pixmaps, heights, strict=True):
        painter.drawPixmap(QRectF(0, top, each.width() / ratio, height), each, QRectF(each.rect()))
        top += height + GAP
    painter.end()
    return pixmap


def draw_formula(painter: QPainter, left: float, top: float, latex: str, colour: str, width: int, size: float = 15) -> None:
    """The same as curves, for a file; what cannot be set is drawn as it is written."""
    for line, fit in _lines(latex, colour, width, size, 1.0):
        try:
            drawn = _outline(_svg(line, colour, fit))
            painter.fillPath(drawn.translated(left, top), QColor(colour))
        except Exception:  # as for a pixmap
            font = QFont()
            font.setPixelSize(max(1, round(fit)))
            painter.setFont(font)
            painter.setPen(QColor(colour))
            painter.drawText(QRectF(left, top, 4.0 * width, 2.0 * fit), 0, line)
        top += formula_pixmap(line, colour, fit).height() + GAP


def _outline(svg: str) -> QPainterPath:
    """The glyphs and rules of ziamath's SVG as one path, for QtSvg strokes them where a PDF or another SVG is written."""
    path, element = QPainterPath(), ElementTree.fromstring(svg)
    path.setFillRule(Qt.FillRule.WindingFill)
    for part in element:
        kind = part.tag.rpartition("}")[2]
        if kind == "rect":
            path.addRect(QRectF(*(float(part.get(side, "0")) for side in ("x", "y", "width", "height"))))
            continue
        if kind != "path":
            raise ValueError(kind)
        for letter, words in re.findall("([A-Z])([^A-Z]*)", part.get("d", "")):
            _PATH[letter](path, *map(float, words.split()))
    x, y, _, _ = map(float, element.get("viewBox", "0 0 0 0").split())
    return path.translated(-x, -y)


_PATH: dict[str, Callable[..., None]] = {
    "M": QPainterPath.moveTo, "L": QPainterPath.lineTo, "Q": QPainterPath.quadTo, "C": QPainterPath.cubicTo,
    "Z": QPainterPath.closeSubpath,
}  # fmt: skip


def _lines(latex: str, colour: str, width: int, size: float, ratio: float) -> list[tuple[str, float]]:
    """The lines that a formula is broken into, and the size that each is set in."""
    lines: list[str] = []
    line = ""
    for part in latex.replace(r", \quad ", r",\\").replace(r" \quad \mathrm{if}", r"\\\quad \mathrm{if}").split(r"\\"):
        longer = rf"{line} \quad {part}".replace(r"\quad \quad", r"\quad") if line else part
        if line and _width(longer, colour, size, ratio) > width:
            lines.append(line)
            line = part
        else:
            line = longer
    return [(each, _fitting(each, colour, width, size, ratio)) for each in [*lines, line]]


def _fitting(latex: str, colour: str, width: int, size: float, ratio: float) -> float:
    wide = _width(latex, colour, size, ratio)
    return size if wide <= width else size * width / wide * 0.99


def _width(latex: str, colour: str, size: float, ratio: float) -> float:
    return formula_pixmap(latex, colour, size, ratio).width() / ratio


def _svg(latex: str, colour: str, size: float) -> str:
    with warnings.catch_warnings():  # it loads its font by a function that Python has deprecated
        warnings.simplefilter("ignore")
        from ziamath.config import config
        from ziamath.zmath import Latex

        config.svg2 = False  # QtSvg knows SVG 1.2 only
        return str(Latex(latex, size=size, color=colour).svg())


def _canvas(width: float, height: float, ratio: float) -> tuple[QPixmap, QPainter]:
    pixmap = QPixmap(max(1, round(width * ratio)), max(1, round(height * ratio)))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    return pixmap, painter


def _plain(text: str, colour: str, size: float, ratio: float) -> QPixmap:
    font = QFont()
    font.setPixelSize(max(1, round(size)))
    metrics = QFontMetricsF(font)
    pixmap, painter = _canvas(metrics.horizontalAdvance(text) + 2, metrics.height(), ratio)
    painter.setFont(font)
    painter.setPen(QColor(colour))
    painter.drawText(QRectF(0, 0, pixmap.width() / ratio, metrics.height()), Qt.AlignmentFlag.AlignVCenter, text)
    painter.end()
    return pixmap
