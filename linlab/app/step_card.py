"""THIS UPDATE: the rule in mathematical type, what it did in a sentence, and its arithmetic line by line.

All three come from the engine (`rule`, `explain`, `arithmetic`); the card only sets them.
"""

import re
from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QPalette, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QLabel, QSizePolicy

from linlab.app.formula import formula_lines
from linlab.app.pace import Throttle
from linlab.app.passage import Mark, Paragraph, Passage
from linlab.app.session import Session
from linlab.app.widgets import Card, grouped
from linlab.engine.errors import LinlabError
from linlab.engine.picture.palette import CLASS_COLOURS
from linlab.engine.rules import rule
from linlab.engine.trace import Trace

NOT_YET = "Nothing has been learnt yet. Press Space to play, → for one update."
FORMULA = "step-rule"  # the name of the label with the formula
INTERVAL = 50  # milliseconds: nobody reads faster
_DECIDED = re.compile(  # not where a tally says 0
    r"the right side(?!, but)|(?<!, 0 )inside the margin|(?<!: 0 on )the wrong side|the boundary"
)


class StepCard(Card):
    """The update that led to t."""

    def __init__(self, session: Session) -> None:
        super().__init__("THIS UPDATE")
        self.setObjectName("step-card")
        self.session = session
        self._latex = ""
        self._of: Trace | None = None
        self.value.setObjectName("step-value")
        self.formula, self.passage = QLabel(), Passage()
        self.formula.setObjectName(FORMULA)
        self.formula.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.formula.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.passage.setObjectName("step-text")
        self.body.addWidget(self.formula)
        self.body.addSpacing(3)  # for the indices of indices
        self.body.addWidget(self.passage)
        self._typeset = QTimer(self, interval=0, singleShot=True)  # the first paint does not wait for the formula
        self._typeset.timeout.connect(self._set_formula)
        self.refresh = Throttle(self, INTERVAL, self._refresh)
        session.moved.connect(self.refresh)
        session.changed.connect(self.refresh)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._typeset.start()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "refresh"):
            self.refresh()
            self._typeset.start()

    def settle(self) -> None:
        """Be up to date, and as high as its words, now: somebody is going to draw it."""
        self._refresh()
        self._set_formula()
        self.passage.forget()

    def _refresh(self) -> None:
        if not self.isVisible():
            return
        session, trace = self.session, self.session.trace
        number = grouped(session.t) if session.t else ""
        if number != self.value.text():
            self.value.setText(number)
        latex, paragraphs, lines = self._words()
        self.passage.set_text(paragraphs, lines)
        if latex != self._latex:
            self._latex = latex
            self._typeset.start()
        if trace is not self._of:
            self._of = trace
            self.passage.forget()

    def _words(self) -> tuple[str, Sequence[Paragraph], Sequence[tuple[str, str]]]:
        """The rule, the sentences and the arithmetic."""
        session, trace = self.session, self.session.trace
        if trace is None:
            return "", (Paragraph(session.trouble),), ()
        problem = trace.problem(max(0, session.t - 1))  # a change of the timeline counts from the next update on
        latex = rule(problem.learner, len(problem.classes))
        try:
            step = session.step
        except LinlabError as error:
            return latex, (Paragraph(str(error)),), ()
        if step is None:
            return latex, (Paragraph(NOT_YET),), ()
        from linlab.engine.arithmetic import arithmetic  # the first paint has no update to explain
        from linlab.engine.explain import explain

        said = explain(step, problem.learner)
        paragraphs = [Paragraph(said, _marks(said))]
        if session.finished:
            paragraphs.append(Paragraph(f"The end: {session.finished}.", quiet=True))
        return latex, paragraphs, [(line.label, line.value) for line in arithmetic(step, problem.learner)]

    def _set_formula(self) -> None:
        self.formula.setVisible(bool(self._latex))
        width = self.body.contentsRect().width()
        if self._latex and width > 40:
            colour = QApplication.palette().color(QPalette.ColorRole.WindowText).name()
            self.formula.setPixmap(formula_lines(self._latex, colour, width, 16, self.devicePixelRatioF()))
        elif not self._latex:
            self.formula.setPixmap(QPixmap())
        self.formula.setAccessibleName(self._latex)


def _marks(sentence: str) -> tuple[Mark, ...]:
    """What decided: in the accent if all is well, else in vermilion."""
    accent = QApplication.palette().color(QPalette.ColorRole.Link).name()
    return tuple(
        Mark(found.start(), len(found[0]), accent if found[0].startswith("the right") else CLASS_COLOURS[0])
        for found in _DECIDED.finditer(sentence)
    )
