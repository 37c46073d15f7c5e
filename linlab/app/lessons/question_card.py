"""The question of a page: the text, the control to answer with, and afterwards the answer and the
explanation."""

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from linlab.app.controls.widgets import LinkButton, theme_in_force
from linlab.app.plane.plane import Plane
from linlab.app.session.lessons.lesson_run import LessonRun
from linlab.app.session.lessons.summary import Given
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import Item
from linlab.lessons.kinds.ink import Area
from linlab.lessons.kinds.kind import Answer, Question
from linlab.lessons.kinds.reveals import REVEALS

from .answering.boxes import BOXES
from .rich_text import RichText

SEE, AGAIN, SKIP = "See what happens", "Try again", "Show me"
TIP = "Your answer is compared with what the engine computes; nothing is graded"
NOT_YET = "Answer first, or let the lab show it"
CTRL = Qt.KeyboardModifier.ControlModifier


class QuestionCard(QFrame):
    """A question and its answer."""

    in_plane = Signal(bool)  # whether it is answered there
    explained = Signal()  # the explanation is shown now

    def __init__(self, run: LessonRun, plane: Plane) -> None:
        super().__init__()
        self.setObjectName("question")
        self._run, self._plane = run, plane
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.ask, self.verdict, self.why = RichText(13), RichText(13), RichText(13)
        self.box: Any = None
        self._question: Question | None = None
        self._value: Any = None  # the answer so far
        self._shown = False  # whether the answer is shown
        self.see = QPushButton(SEE)
        self.see.setObjectName("see")
        self.see.setProperty("role", "primary")
        self.see.clicked.connect(self.give)
        self.again = QPushButton(AGAIN)
        self.again.setObjectName("try-again")
        self.again.setProperty("role", "primary")
        self.again.setToolTip("Give another answer")
        self.again.clicked.connect(self._try_again)
        self.skip = LinkButton(SKIP)
        self.skip.setObjectName("show-me")
        self.skip.setToolTip("See the answer without giving one")
        self.skip.clicked.connect(lambda: self._run.answer(None))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(10, 11, 10, 11)
        self._column.setSpacing(8)
        self._column.addWidget(self.ask)
        self.buttons = QWidget()  # for the panel to place where they are always visible
        row = QHBoxLayout(self.buttons)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)  # they just fit beside each other in the narrowest column
        row.addWidget(self.see)
        row.addWidget(self.again)
        row.addStretch()
        row.addWidget(self.skip)
        self.buttons.hide()
        self._column.addWidget(self.verdict)
        self._column.addWidget(self.why)

    def show_step(self) -> None:
        """Show the question of the current page."""
        self.put_away()
        step = self._run.step
        question = step.question if step.answer is not None else None
        self.setVisible(question is not None)
        if question is None:
            return
        self._apply_colours()
        self._question = question
        self._value = None
        self._shown = False
        heading = f"{question.kind.title}. " if question.kind.headed else ""
        self.ask.show_html(f"<b>{heading}{step.texts.ask}</b>")
        self.box = BOXES[question.box](step, self._plane)
        self.box.given.connect(self._given)
        self._column.insertWidget(1, self.box)
        self.box.show()
        self.in_plane.emit(self._plane.asked is not None)
        if self._plane.asked is not None:
            self.box.again.clicked.connect(lambda: self.in_plane.emit(True))
        self.refresh()

    def refresh(self) -> None:
        """Show its state: answered, or ready to be."""
        step, given = self._run.step, self._run.answered
        if self.box is None:
            return
        self.buttons.setVisible(given is None)
        ready = self._run.pending is not None
        tried = self._run.tried
        acts = self._question is not None and self._question.kind.acts
        self.see.setVisible(tried is None and not acts)
        self.see.setEnabled(ready)
        self.see.setToolTip(TIP if ready else NOT_YET)
        self.again.setVisible(tried is not None)
        if given is None or step.answer is None:
            self.verdict.setVisible(tried is not None)
            self.why.hide()
            if tried is not None:
                self._show_verdict(tried)
            return
        if self.why.isHidden() and not self._shown:
            self._shown = True
            self.box.reveal(step.answer.value)
            if given.earlier:
                self._value = given.value  # drawn again, as the control is empty
            self._lay(step.answer)
            self.in_plane.emit(False)
            self._show_verdict(given)
            self.verdict.show()
            self.why.show_html(step.texts.why)
            self.why.setVisible(bool(step.texts.why))
            self.explained.emit()

    def _show_verdict(self, given: Given) -> None:
        """Right or not, in its colour, with the reason; the answer, once it is shown."""
        answer = self._run.step.answer
        if given.verdict is None:
            self.verdict.show_html(f"<b>{answer.words if answer is not None else ''}</b>")
            return
        theme = theme_in_force()
        colour = theme.right if given.verdict.right else theme.wrong
        lead = f'<b style="color: {colour}">{given.verdict.words}</b>'
        because = given.verdict.because
        question = self._question
        tells = question is not None and not question.choices and not question.kind.acts
        if given.verdict.right and answer is not None and tells:
            because = answer.words
        own = question.kind.own_words if question is not None and given.earlier else None
        earlier = f"Your answer: {own(question, given.value)}. " if own and question else ""
        self.verdict.show_html(f"{earlier}{lead} {because}".strip())
        self.explained.emit()

    def _try_again(self) -> None:
        self._run.try_again()
        if self.box is not None:
            self.box.setFocus()

    def give(self) -> bool:
        """Submit what was typed, chosen or drawn; return whether there was anything."""
        there = self.box is not None and self._run.pending is not None and self._run.asks
        if there:
            self._run.answer(self._run.pending)
        return there

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter submits what was typed or drawn, or presses a button."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if (
            enter
            and not event.modifiers() & CTRL
            and not isinstance(QApplication.focusWidget(), QAbstractButton)
        ):
            self.give()
        else:
            event.ignore()

    def put_away(self) -> None:
        """Remove the question and its drawing in the plane."""
        self.buttons.hide()
        self.verdict.hide()
        self.why.hide()
        if self.box is not None:
            self.box.leave()
            self._plane.session.overlay.put(self)
            self._column.removeWidget(self.box)
            self.box.hide()
            self.box.deleteLater()
            self.box = None
        self.in_plane.emit(False)

    def apply_theme(self) -> None:
        """Use the colours of the theme; the answer stays."""
        self._apply_colours()
        if self.box is not None:
            self.box.apply_theme()

    def _apply_colours(self) -> None:
        theme = theme_in_force()
        self.setStyleSheet(
            f"QFrame#question {{ background: {theme.soft}; border: 1px solid {theme.border}; "
            "border-radius: 9px; }"
        )

    def _given(self, value: Any) -> None:
        self._run.pending = self._value = value
        if self._run.tried is not None:
            self._run.try_again()
        self._lay()
        if self._question is not None and self._question.kind.acts and value:
            self.give()
            return
        self.refresh()

    def _lay(self, revealed: Answer | None = None) -> None:
        """Draw it into the plane: each picture draws it again in its size and colours."""
        question = self._question
        draws: list[Callable[[Area], tuple[Item, ...]]] = []
        if question is not None and question.reveal and revealed is not None:
            draws.append(REVEALS[question.reveal])
        if question is not None and question.kind.draw is not None:
            draws.append(partial(question.kind.draw, question, self._value, revealed))
        if draws:
            self._plane.session.overlay.put(self, partial(_drawn, draws))


def _drawn(draws: list[Callable[[Area], tuple[Item, ...]]], scene: Scene) -> tuple[Item, ...]:
    area = Area(scene.points, scene.view, scene.palette, scene.scale)
    return tuple(item for draw in draws for item in draw(area))
