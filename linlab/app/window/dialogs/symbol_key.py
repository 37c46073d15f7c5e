"""The key to the symbols: a window that may stay open beside the lab, with each symbol's meaning,
its current value, and its letter in each lecture. The lines come from the engine (`key`). It
follows the run and lists only the symbols on the screen.
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QGridLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from linlab.app.controls.accessibility.text_size import px
from linlab.app.controls.linked.terms import meaning_of
from linlab.app.controls.widgets import label, sized
from linlab.app.panels.simple.wrong_card import FRESH
from linlab.app.session.session import Session
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped, number

TITLE = "Symbols"
WORDS = ("step", "update", "mistake", "epoch", "score", "margin", "wrong-now")  # in the glossary
KERNEL_WORDS = ("kernel", "rbf-kernel", "kernel-perceptron")
TOP = Qt.AlignmentFlag.AlignTop


class SymbolKey(QDialog):
    """Columns: the symbol, its meaning, its value, and its letter in each lecture. `words` returns
    the texts on the screen that may contain symbols."""

    def __init__(self, session: Session, words: Callable[[], str], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Tool)  # the lab's keys still work
        self.setObjectName("symbol-key")
        self.setWindowTitle(TITLE)
        self.session, self._words = session, words
        self.lines: dict[str, tuple[QLabel, ...]] = {}
        self.heads: tuple[QLabel, ...] = ()
        self.why = label("")  # why there are no symbols
        self.why.setWordWrap(True)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(7)
        self._grid.setColumnStretch(1, 1)
        inner, area = QWidget(), QScrollArea()
        area.setAccessibleName("What the symbols mean")
        column = QVBoxLayout(inner)
        column.addWidget(self.why)
        column.addLayout(self._grid)
        self.terms = label("")  # what the words mean
        self.terms.setObjectName("symbol-key-words")
        self.terms.setWordWrap(True)
        column.addSpacing(10)
        column.addWidget(self.terms)
        column.addStretch(1)
        area.setWidget(inner)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        QVBoxLayout(self).addWidget(area)
        self.resize(px(860), px(620))
        session.read.connect(self._refresh)

    def event(self, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
        ):
            event.accept()  # Escape closes this window first
        return super().event(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh()

    def _refresh(self) -> None:
        if not self.isVisible():
            return
        from linlab.engine.words.key import Entry, key  # imported late for a faster start
        from linlab.engine.words.symbols import Now

        run = self.session.run
        entries = tuple[Entry, ...]()
        if run.trace is not None:
            try:
                step = self.session.run.step
            except LinlabError:
                step = None
            problem = run.trace.problem(
                max(0, run.t - 1)
            )  # a change of the timeline applies from the next step on
            entries = key(
                Now(problem, run.trace.at(run.t).theta, run.t, step), self._words(), self._values()
            )
        words = WORDS + (
            KERNEL_WORDS if run.trace is not None and self.session.learner.dual else ()
        )
        self.terms.setText("\n\n".join((*map(meaning_of, words), FRESH)))
        self.why.setText(run.trouble)
        self.why.setVisible(run.trace is None)
        if list(self.lines) != [entry.sign for entry in entries]:
            self._build([entry.sign for entry in entries])
        for entry in entries:
            texts = (entry.meaning, entry.value, *entry.letters)
            for shown, text in zip(self.lines[entry.sign][1:], texts, strict=True):
                if shown.text() != text:
                    shown.setText(text)

    def _build(self, signs: list[str]) -> None:
        for line in (self.heads, *self.lines.values()):
            for part in line:
                part.deleteLater()
        from linlab.engine.words.symbols import LECTURES

        heads = ("symbol", "meaning", "now", *LECTURES) if signs else ()
        self.heads = tuple(label(head, "quiet") for head in heads)
        self.lines = {
            sign: (
                label(sign, "value"),
                QLabel(),
                label("", "value"),
                *(QLabel() for _ in LECTURES),
            )
            for sign in signs
        }
        for column, head in enumerate(self.heads):
            self._grid.addWidget(head, 0, column, TOP)
        for row, (sign, meaning, value, *letters) in enumerate(self.lines.values(), 1):
            sign.setFont(sized(self, 14, bold=True))
            meaning.setWordWrap(True)
            meaning.setMinimumWidth(px(180))
            meaning.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
            value.setWordWrap(True)
            value.setMinimumWidth(px(96))
            for column, part in enumerate((sign, meaning, value, *letters)):
                part.setTextFormat(Qt.TextFormat.PlainText)
                part.setWordWrap(column > 0)
                self._grid.addWidget(part, row, column, TOP)

    def _values(self) -> dict[str, str]:
        """Values measured elsewhere, if they are from this t."""
        run = self.session.run
        known = dict[str, str]()
        bound = run.look_for_bound().value
        if run.measured_moment is not None and run.measured_moment.sample.t == run.t:
            known |= {
                "J": number(run.measured_moment.sample.objective),
                "M": grouped(run.measured_moment.sample.mistakes),
            }
        if bound is not None:
            known |= {"R": number(bound.radius), "γ*": number(bound.gamma)}
        return known
