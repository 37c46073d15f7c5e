"""What is beside the plane while presenting: a view of the run, the control for a lesson's
question, or both."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from linlab.app.session.session import Session
from linlab.engine.document.look import Look
from linlab.engine.picture.palette import Palette

from .view_beside import WIDTH_SHARE, Beside

if TYPE_CHECKING:
    from linlab.app.lessons.answering.boxes import AnswerBox

LETTERS = 0.9  # of the stage's
LINES = 11  # least height of a chart or a view, in font sizes
SMALLEST_LETTERS = 11.0  # font size in pixels


class Side:
    """The right part of the stage, shown only if something is in it."""

    def __init__(self, session: Session, look: Callable[[], Look], middle: QWidget) -> None:
        """`middle` contains the plane, with a layout that leaves room for this."""
        self._middle = middle
        self.beside = Beside(session, look, middle)
        self._box: AnswerBox | None = None  # the control that answers a lesson's question
        self.chart: Any = None  # its widget here, if it needs one
        self.edge = QWidget(middle)  # a line between the plane and this
        self.edge.setObjectName("stage-edge")
        self.edge.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.edge.hide()

    def ask_for(self, box: "AnswerBox | None") -> None:
        """Show what this control needs on stage, such as the axes of a curve, or nothing."""
        if box is self._box:
            return
        self._box = box
        if self.chart is not None:
            self.chart.hide()
            self.chart.setParent(None)
            self.chart.deleteLater()
        self.chart = box.for_stage() if box is not None else None
        if self.chart is not None:
            self.chart.setParent(self._middle)
            self.chart.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keys belong to the stage
            self.chart.show()

    def lay(self, palette: Palette, size: float, scale: float, floor: int) -> None:
        """Take as much of the plane's width as needed, this many pixels above the bottom."""
        middle = self._middle
        there = bool(self.beside.name)
        wide = round(WIDTH_SHARE * middle.width()) if there or self.chart is not None else 0
        self._leave(wide)
        left = middle.width() - wide
        high = max(1, middle.height() - floor)
        upper = 0
        if self.chart is not None:
            upper = high // 2 if there else high
            self.chart.setGeometry(left, 0, wide, upper)
            self.chart.switch_theme(palette, _letters(size, upper))
        self.beside.setGeometry(left, upper, wide, middle.height() - upper)
        self.beside.fit(palette, _letters(size, high - upper), scale, floor)
        self.edge.setGeometry(left, 0, 1, middle.height())
        self.edge.setStyleSheet(f"background: {palette.border};")
        self.edge.setVisible(wide > 0)
        self.edge.raise_()

    def clear(self) -> None:
        """Remove everything from the stage."""
        self.ask_for(None)
        self.beside.refresh.stop()
        for part in (self.beside, self.edge):
            part.hide()
            part.setParent(None)
            part.deleteLater()
        self._leave(0)

    def _leave(self, wide: int) -> None:
        layout = self._middle.layout()
        assert layout is not None
        layout.setContentsMargins(0, 0, wide, 0)
        layout.activate()


def _letters(size: float, high: int) -> float:
    """The font size of a chart of this height, beside a plane with that font size."""
    return min(LETTERS * size, max(SMALLEST_LETTERS, high / LINES))
