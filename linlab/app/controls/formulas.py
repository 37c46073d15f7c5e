"""Formulas in real mathematical type: LaTeX → SVG by ziamath → the outline of its letters, a path.

To typeset a formula takes ziamath some 40 ms, so each part of one is typeset once; a path is drawn
in any colour and size, on a screen and in a file. What cannot be set is shown as it is written.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from xml.etree import ElementTree

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPixmap, QTransform

from linlab.engine.words.typesetting import formula_svg

GAP = 5.0  # between the lines of a formula
QUAD, ROOM = r" \quad ", 1.6  # between parts on one line, and its width in ems
EM = 16.0  # pixels per em of an outline


@lru_cache(maxsize=64)
def formula_lines(
    latex: str, colour: str, width: int, size: float = 15, ratio: float = 1.0
) -> QPixmap:
    """The formula within a width, on a transparent background, at `size` pixels per em; `ratio` is
    the screen's. It is broken at each \\quad, and a line that is still too wide is set smaller."""
    lines = [(outline(line), fit / EM) for line, fit in broken(latex, width, size)]
    wide = max(box.width() * scale for (_, box), scale in lines)
    high = sum(box.height() * scale for (_, box), scale in lines) + GAP * (len(lines) - 1)
    pixmap, painter = _canvas(wide, high, ratio)
    draw_formula(painter, 0.0, 0.0, latex, colour, width, size)
    painter.end()
    return pixmap


def typesetting(latex: str) -> Iterator[None]:
    """Typeset a formula part by part: a caller that does not want to wait for all of them can do
    something else in between; drawing it afterwards is fast."""
    for part in _parts(latex):
        outline(part.removeprefix(r"\quad "))
        yield


def draw_formula(
    painter: QPainter,
    left: float,
    top: float,
    latex: str,
    colour: str,
    width: int,
    size: float = 15,
) -> None:
    """The same on any paint device, as curves."""
    painter.save()
    painter.translate(left, top)
    for line, fit in broken(latex, width, size):
        path, box = outline(line)
        painter.save()
        painter.scale(fit / EM, fit / EM)
        painter.translate(-box.topLeft())
        painter.fillPath(path, QColor(colour))
        painter.restore()
        painter.translate(0.0, box.height() * fit / EM + GAP)
    painter.restore()


def formula_outline(latex: str, size: float) -> tuple[QPainterPath, QRectF]:
    """The formula as curves on one line that starts at (0, 0) on its baseline, and its size."""
    path, box = outline(latex)
    scale = QTransform.fromScale(size / EM, size / EM)
    return scale.map(path), scale.mapRect(box)


def broken(latex: str, width: int, size: float) -> list[tuple[str, float]]:
    """The lines that a formula is broken into, and the size of each."""
    lines: list[str] = []
    for part in _parts(latex):
        longer = lines[-1] + QUAD + part.removeprefix(r"\quad ") if lines else part
        if lines and _width(longer) * size / EM <= width:
            lines[-1] = longer
        else:
            lines.append(part)
    return [
        (
            line,
            min(size, 0.99 * EM * width / _width(line))
            if _width(line) * size / EM > width
            else size,
        )
        for line in lines
    ]


def _parts(latex: str) -> list[str]:
    """The parts between which a formula may be broken."""
    return (
        latex.replace(r", \quad ", r",\\")
        .replace(r" \quad \mathrm{if}", r"\\\quad \mathrm{if}")
        .split(r"\\")
    )


def _width(line: str) -> float:
    return outline(line)[1].width()


@lru_cache(maxsize=512)
def outline(line: str) -> tuple[QPainterPath, QRectF]:
    """A line as one path, its parts on one baseline, and its size."""
    first, *rest = line.split(QUAD)
    try:
        path, box = _typeset(first)
    except Exception:  # ziamath sometimes makes shapes that cannot become a path
        path, box = _plain(first)
    path = QPainterPath(path)
    for part in rest:
        more, room = outline(part)
        path.addPath(more.translated(box.right() + ROOM * EM - room.left(), 0.0))
        box = box.united(room.translated(box.right() + ROOM * EM - room.left(), 0.0))
    return path, box


@lru_cache(maxsize=256)
def _typeset(latex: str) -> tuple[QPainterPath, QRectF]:
    """The glyphs and rules of ziamath's SVG as one path; 0 is the baseline."""
    path = QPainterPath()
    element = _svg(latex)
    path.setFillRule(Qt.FillRule.WindingFill)
    for part in element:
        kind = part.tag.rpartition("}")[2]
        if kind == "rect":
            path.addRect(
                QRectF(*(float(part.get(side, "0")) for side in ("x", "y", "width", "height")))
            )
            continue
        if kind != "path":
            raise ValueError(kind)
        path.addPath(_glyph(part))
    return path, QRectF(*map(float, element.get("viewBox", "").split()))


def glyphs(latex: str) -> list[QPainterPath]:
    """Its letters and signs one by one, in their places on one baseline."""
    return [_glyph(part) for part in _svg(latex) if part.tag.rpartition("}")[2] == "path"]


@lru_cache(maxsize=256)
def _svg(latex: str) -> ElementTree.Element:
    return ElementTree.fromstring(formula_svg(latex, EM))


def _glyph(part: ElementTree.Element) -> QPainterPath:
    """The path of one letter or sign."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for letter, words in re.findall("([A-Z])([^A-Z]*)", part.get("d", "")):
        _PATH[letter](path, *map(float, words.split()))
    return path


_PATH: dict[str, Callable[..., None]] = {
    "M": QPainterPath.moveTo,
    "L": QPainterPath.lineTo,
    "Q": QPainterPath.quadTo,
    "C": QPainterPath.cubicTo,
    "Z": QPainterPath.closeSubpath,
}


def _plain(text: str) -> tuple[QPainterPath, QRectF]:
    font, path = QFont(), QPainterPath()
    font.setPixelSize(round(EM))
    metrics = QFontMetricsF(font)
    path.addText(0.0, 0.0, font, text)
    return path, QRectF(
        0.0, -metrics.ascent(), metrics.horizontalAdvance(text) + 2, metrics.height()
    )


def _canvas(width: float, height: float, ratio: float) -> tuple[QPixmap, QPainter]:
    pixmap = QPixmap(max(1, round(width * ratio)), max(1, round(height * ratio)))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHints(
        QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
    )
    return pixmap, painter
