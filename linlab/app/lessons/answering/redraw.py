"""Test sets to draw with a button, and the errors of the models on each of them."""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from linlab.app.canvas.canvas import Canvas
from linlab.app.controls.widgets import theme_in_force
from linlab.app.lessons.rich_text import RichText
from linlab.app.plane.plane import Plane
from linlab.app.session.lessons.prepared import Prepared, line_of_html
from linlab.engine.picture.shapes import Picture
from linlab.lessons.kinds.redraw import Draws, draws_panel, highest_of

HIGH = 160  # pixels of the chart
FIRST = "Nothing has been drawn yet."


class DrawsChart(Canvas):
    """The errors on the test sets drawn so far."""

    def __init__(self, draws: Draws) -> None:
        super().__init__()
        self._all = draws
        self.drawn = 0

    @property
    def picture(self) -> Picture:
        palette = theme_in_force()
        size = float(self.width()), float(self.height())
        so_far = self._all.first(self.drawn)
        panel = draws_panel(so_far, len(self._all.errors), palette, size, highest_of(self._all))
        return Picture(*size, palette.card, (panel,))


class RedrawBox(QWidget):
    """A button, the chart, and what it shows in words."""

    given = Signal(object)

    def __init__(self, step: Prepared, plane: Plane) -> None:
        super().__init__()
        assert step.answer is not None
        self._draws: Draws = step.answer.value
        self.chart = DrawsChart(self._draws)
        self.chart.setObjectName("redraw-chart")
        self.chart.setFixedHeight(HIGH)
        self.words = RichText(13)
        self.words.setObjectName("redraw-words")
        self.words.show_html(FIRST)
        self.draw = QPushButton("Draw another test set")
        self.draw.setObjectName("redraw")
        self.draw.setAutoRepeat(True)
        self.draw.setToolTip("Draw new test points; hold it down to draw many")
        self.draw.clicked.connect(self._draw)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.draw)
        column.addWidget(self.chart)
        column.addWidget(self.words)

    @property
    def drawn(self) -> int:
        return self.chart.drawn

    def _draw(self) -> None:
        if self.drawn < len(self._draws.errors):
            self._show(self.drawn + 1)
            self.given.emit(self.drawn)

    def _show(self, k: int) -> None:
        self.chart.drawn = k
        self.chart.viewport().update()
        so_far = self._draws.first(k)
        self.words.show_html(line_of_html(f"{so_far.last} {so_far.words}"))
        self.draw.setEnabled(k < len(self._draws.errors))

    def reveal(self, value: Any) -> None:
        self._show(len(self._draws.errors))
        self.words.hide()  # the answer says the same

    def apply_theme(self) -> None:
        self.chart.viewport().update()

    def leave(self) -> None: ...

    def for_stage(self) -> None: ...
