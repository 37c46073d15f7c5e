"""Formulas in real mathematical type: LaTeX → SVG by ziamath → a pixmap by QtSvg.

A formula takes ziamath some 40 ms, so each is drawn once for every colour, size and screen. What cannot be set is shown
as it is written.
"""

import warnings
from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPixmap
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
    lines: list[str] = []
    line = ""
    for part in latex.replace(r", \quad ", r",\\").replace(r" \quad \mathrm{if}", r"\\\quad \mathrm{if}").split(r"\\"):
        longer = rf"{line} \quad {part}".replace(r"\quad \quad", r"\quad") if line else part
        if line and _width(longer, colour, size, ratio) > width:
            lines.append(line)
            line = part
        else:
            line = longer
    pixmaps = [_fitting(each, colour, width, size, ratio) for each in [*lines, line]]
    heights = [p.height() / ratio for p in pixmaps]
    pixmap, painter = _canvas(max(p.width() / ratio for p in pixmaps), sum(heights) + GAP * (len(heights) - 1), ratio)
    top = 0.0
    for each, height in zip(pixmaps, heights, strict=True):
        painter.drawPixmap(QRectF(0, top, each.width() / ratio, height), each, QRectF(each.rect()))
        top += height + GAP
    painter.end()
    return pixmap


def _fitting(latex: str, colour: str, width: int, size: float, ratio: float) -> QPixmap:
    wide = _width(latex, colour, size, ratio)
    return formula_pixmap(latex, colour, size if wide <= width else size * width / wide * 0.99, ratio)


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
