"""A formula whose symbols can be pointed at. A symbol is known by its shape: the outline that its
letter has when it is typeset alone. Indices are smaller, so they are none."""

from functools import lru_cache

import numpy as np
from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPalette
from PySide6.QtWidgets import QApplication, QLabel

from linlab.app.controls.formulas import EM, GAP, QUAD, ROOM, broken, glyphs, outline
from linlab.engine.ground.arrays import Floats

SYMBOLS = {
    "w": "w", "b": "b", "x": "x", "y": "y", "s": "s", "m": "m", "z": "z", "P": "P", "θ": r"\theta",
    "α": r"\alpha", "λ": r"\lambda", "τ": r"\tau", "ρ": r"\rho", "η": r"\eta",
}  # fmt: skip
AIR = 1.5  # pixels around a symbol
ALIKE = 0.05  # of an outline of 16 pixels to the em: no two points differ by more

Box = tuple[str, QRectF]


class LinkedFormula(QLabel):
    """`pointed` says which symbol the mouse is at; `light` highlights one."""

    pointed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setMouseTracking(True)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self._set: tuple[str, int, float] | None = None  # the formula, its width and its size
        self._symbol = ""

    def set_formula(self, latex: str, width: int, size: float) -> None:
        """The picture is of this formula, within this width, so many pixels to the em."""
        self._set = (latex, width, size) if latex else None

    def symbols(self) -> list[Box]:
        """Where each symbol stands; a formula that cannot be read has none."""
        try:
            return [] if self._set is None else _placed(*self._set)
        except Exception:  # ziamath makes shapes, now and then, that no path is made of
            return []

    def light(self, symbol: str) -> None:
        if symbol != self._symbol:
            self._symbol = symbol
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        self.pointed.emit(next((name for name, box in self.symbols() if box.contains(at)), ""))
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.pointed.emit("")
        super().leaveEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._symbol:
            ink = QApplication.palette().color(QPalette.ColorRole.Link)
            ink.setAlpha(76)
            with QPainter(self) as painter:
                for name, box in self.symbols():
                    if name == self._symbol:
                        painter.fillRect(box, ink)
        super().paintEvent(event)


def _shape(path: QPainterPath) -> Floats:
    """A path wherever it is: its points from its first. (n, 2)"""
    points = [path.elementAt(k) for k in range(path.elementCount())]
    at = np.array([(point.x, point.y) for point in points])
    return np.asarray(at - at[0])


@lru_cache(maxsize=1)
def _known() -> tuple[tuple[str, Floats], ...]:
    """The symbols with their shapes; all are typeset at once, in the order of the table."""
    made = glyphs(r" \; ".join(SYMBOLS.values()))
    return tuple((name, _shape(path)) for path, name in zip(made, SYMBOLS, strict=True))


def _name_of(path: QPainterPath) -> str:
    """The symbol that has this shape; empty if it is none."""
    if path.isEmpty():
        return ""
    own = _shape(path)
    alike = (
        name
        for name, shape in _known()
        if len(shape) == len(own) and float(np.abs(shape - own).max()) < ALIKE
    )
    return next(alike, "")


@lru_cache(maxsize=64)
def _in_line(line: str) -> tuple[Box, ...]:
    """The symbols of a line that begins at (0, 0) on its ground line."""
    first, *rest = line.split(QUAD)
    named = ((_name_of(path), path.boundingRect()) for path in glyphs(first))
    found = [(name, box) for name, box in named if name]
    box = outline(first)[1]
    for part in rest:
        room = outline(part)[1]
        shift = box.right() + ROOM * EM - room.left()
        found += [(name, each.translated(shift, 0.0)) for name, each in _in_line(part)]
        box = box.united(room.translated(shift, 0.0))
    return tuple(found)


@lru_cache(maxsize=16)
def _placed(latex: str, width: int, size: float) -> list[Box]:
    """The symbols of a formula as it is drawn."""
    out: list[Box] = []
    top = 0.0
    for line, fit in broken(latex, width, size):
        scale = fit / EM
        box = outline(line)[1]
        for name, each in _in_line(line):
            moved = each.translated(-box.left(), -box.top())
            out.append(
                (
                    name,
                    QRectF(
                        moved.x() * scale - AIR,
                        top + moved.y() * scale - AIR,
                        moved.width() * scale + 2 * AIR,
                        moved.height() * scale + 2 * AIR,
                    ),
                )
            )
        top += box.height() * scale + GAP
    return out
