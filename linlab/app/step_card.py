"""THIS UPDATE: the rule in mathematical type, what it did in a sentence, and its arithmetic line by line.

All three come from the engine (`rule`, `explain`, `arithmetic`); the card only sets them.
"""

import re
from html import escape

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QFontDatabase, QPalette, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QLabel, QSizePolicy

from linlab.app.formula import formula_lines
from linlab.app.pace import Throttle
from linlab.app.session import Session
from linlab.app.theme import CLASS_COLOURS
from linlab.app.widgets import Card
from linlab.engine.errors import LinlabError
from linlab.engine.explain import arithmetic, explain, rule

NOT_YET = "Nothing has been learnt yet. Press Space to play, → for one update."
INTERVAL = 40  # milliseconds: nobody reads faster
_DECIDED = re.compile(r"the right side(?!, but)|inside the margin|(?:[1-9]\d* on )?the wrong side|the boundary")


class StepCard(Card):
    """The update that led to t."""

    def __init__(self, session: Session) -> None:
        super().__init__("THIS UPDATE")
        self.setObjectName("step-card")
        self.session = session
        self._latex, self._of = "", None
        self._rule, self._sentence, self._lines = (self._label(name) for name in ("rule", "sentence", "lines"))
        self._rule.setWordWrap(False)
        self.body.setSpacing(8)
        self._lines.setProperty("mono", QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family())
        self._typeset = QTimer(self, interval=0, singleShot=True)  # the first paint does not wait for the formula
        self._typeset.timeout.connect(self._set_rule)
        self.refresh = Throttle(self, INTERVAL, self._refresh)
        session.moved.connect(self.refresh)
        session.changed.connect(self.refresh)

    def _label(self, name: str) -> QLabel:
        label = QLabel()
        label.setObjectName(f"step-{name}")
        label.setWordWrap(True)
        label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.body.addWidget(label)
        return label

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._settle()
        self._typeset.start()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange) and hasattr(self, "refresh"):
            self.refresh()
            self._typeset.start()

    def _refresh(self) -> None:
        if not self.isVisible():
            return
        session = self.session
        trace = session.trace
        if trace is not self._of:
            self._of = trace
            self._settle()
        self.value.setText(str(session.t) if session.t else "")
        if trace is None:
            self._show("", escape(session.trouble), "")
            return
        try:
            step = session.step
        except LinlabError as error:
            self._show(self._latex, escape(str(error)), "")
            return
        problem = trace.problem(max(0, session.t - 1))  # a change of the timeline counts from the next update on
        latex = rule(problem.learner, len(problem.classes))
        if step is None:
            self._show(latex, NOT_YET, "")
            return
        sentence = _emphasised(explain(step, problem.learner))
        if session.finished:
            quiet = _colour(QPalette.ColorRole.PlaceholderText)
            sentence += f"<p style='color:{quiet}; margin-top:6px'>The end: {escape(session.finished)}.</p>"
        self._show(latex, sentence, self._table([(line.label, line.value) for line in arithmetic(step, problem.learner)]))

    def _show(self, latex: str, sentence: str, table: str) -> None:
        if latex != self._latex:
            self._latex = latex
            self._typeset.start()
        for label, text in ((self._sentence, sentence), (self._lines, table)):
            if text != label.text():
                label.setText(text)
                tall = label.heightForWidth(label.width()) if text else 0
                if tall > label.minimumHeight():  # growing only: what stands below does not jump with every update
                    label.setMinimumHeight(tall)
        self._lines.setVisible(bool(table) or self._lines.minimumHeight() > 0)

    def _settle(self) -> None:
        """Forget how tall the text has been."""
        for label in (self._sentence, self._lines):
            label.setMinimumHeight(0)

    def _set_rule(self) -> None:
        self._rule.setVisible(bool(self._latex))
        width = self._rule.width()
        if self._latex and width > 40:
            colour = _colour(QPalette.ColorRole.WindowText)
            self._rule.setPixmap(formula_lines(self._latex, colour, width, 16, self.devicePixelRatioF()))
            self._rule.setAccessibleName(self._latex)
        elif not self._latex:
            self._rule.setPixmap(QPixmap())

    def _table(self, lines: list[tuple[str, str]]) -> str:
        quiet, mono = _colour(QPalette.ColorRole.PlaceholderText), self._lines.property("mono")
        rows = "".join(
            f"<tr><td width='32%' style='color:{quiet}; padding-right:8px'>{escape(label)}</td>"
            f"<td>{escape(value)}</td></tr>"
            for label, value in lines
        )
        return f"<table width='100%' cellspacing='0' cellpadding='1' style='font-family:\"{mono}\"; font-size:11px'>{rows}</table>"


def _emphasised(sentence: str) -> str:
    """The sentence with what decided in it made bold: in the accent if all is well, else in vermilion."""

    def bold(found: re.Match[str]) -> str:
        well = found[0].startswith("the right")
        return f"<b style='color:{_colour(QPalette.ColorRole.Link) if well else CLASS_COLOURS[0]}'>{found[0]}</b>"

    return _DECIDED.sub(bold, escape(sentence, quote=False))


def _colour(role: QPalette.ColorRole) -> str:
    return QApplication.palette().color(role).name()
