"""Learning from guesses: a small dialog that lets models of the document label the points they are
sure about, round by round.

It runs in the background with progress, and can be cancelled; the result is one undo.
"""

from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from linlab.app.controls.accessibility.text_size import px
from linlab.app.controls.choices import ChoiceRow
from linlab.app.controls.sliders import SliderRow
from linlab.app.controls.widgets import allow, label
from linlab.app.session.background import Background
from linlab.app.session.session import Session
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped, read_number
from linlab.engine.ground.sanitise import sanitise
from linlab.engine.learner.names import names_of
from linlab.engine.many.teaching import (
    LabelledDocument,
    Teacher,
    TeachingRule,
    forgotten,
    label_by_rounds,
)

WIDTH = 400  # pixels
CONFIDENT = "CONFIDENT(A, x, z):  P(z|x) ≥ threshold.\nWithout probabilities it is σ(lead), the lead of the answer over the best other. That is not a probability and grows with the length of w."
IDEA = (
    "repeat:  TRAIN(A, D);  each x in U with CONFIDENT(A, x, z) moves to D with the label z = PREDICT(A, x).\n"
    "Two models add a label only if both give it and both are sure."
)


class Guessing(QDialog):
    """Which models teach, how sure they must be, and for how many rounds."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("guessing")
        self.setWindowTitle("Learn from guesses")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._session = session
        self._document = session.settled
        self._background = Background(self)
        self._background.answered.connect(self._answered)
        self._tick = QTimer(self, interval=100)
        self._tick.timeout.connect(self._say)
        self._ways = _ways(session)
        self.who = ChoiceRow(
            "Teachers", tuple((key, sanitise(text)) for key, (text, _) in self._ways.items())
        )
        self.who.setObjectName("teachers")
        self.who.setToolTip(IDEA)
        self.threshold = SliderRow("Threshold", "how sure a model must be", 0.5, 1.0)
        self.rounds = SliderRow("Rounds", "at most", 1, 50, log=True, integer=True)
        self.epochs = SliderRow(
            "Epochs",
            "per round, if it does not converge first",
            1,
            500,
            log=True,
            integer=True,
        )
        self._knobs = {
            "threshold": (self.threshold, 0.9),
            "rounds": (self.rounds, 10),
            "epochs": (self.epochs, 50),
        }
        tips = {
            "threshold": CONFIDENT,
            "rounds": "T, the number of rounds. It ends earlier if no model is sure of any label.",
            "epochs": "The next round starts when all models have converged, or after this many epochs: with a constant learning rate they may never converge.",
        }
        self.words = label("")
        self.words.setObjectName("guessing-words")
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setMinimumHeight(px(54))
        self.words.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.forget, self.cancel, self.go = (
            QPushButton("Forget guesses"),
            QPushButton("Cancel"),
            QPushButton("Guess labels"),
        )
        for button, name, press in (
            (self.forget, "forget", self._forget),
            (self.cancel, "cancel", self.reject),
            (self.go, "guess", self._begin),
        ):
            button.setObjectName(f"guessing-{name}")
            button.clicked.connect(press)
        self.go.setDefault(True)
        column = QVBoxLayout(self)
        row = QHBoxLayout()
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(10)
        column.addWidget(self.who)
        for name, (knob, value) in self._knobs.items():
            knob.setObjectName(f"guessing-{name}")
            knob.setToolTip(tips[name])
            knob.set_value(value)
            column.addWidget(knob)
        column.addWidget(self.words)
        row.addWidget(self.forget)
        row.addStretch()
        row.addWidget(self.cancel)
        row.addWidget(self.go)
        column.addLayout(row)
        self.setFixedWidth(px(WIDTH))
        self._rest(_offered(session))
        self.who.combo.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def busy(self) -> bool:
        return self._background.busy

    def _begin(self) -> None:
        """Start the models in the background."""
        read = {name: read_number(knob.typed) for name, (knob, _) in self._knobs.items()}
        values: dict[str, Any] = {
            name: self._knobs[name][0].typed if value is None else value
            for name, value in read.items()
        }
        try:
            rule = TeachingRule(self._ways[self.who.current][1], **values)
        except LinlabError as error:
            self._rest(str(error))
            return
        document = self._document
        focus = self._session.focus
        self._background.ask(lambda: label_by_rounds(document, rule, focus))
        for control in (self.who, self.threshold, self.rounds, self.epochs, self.forget, self.go):
            control.setEnabled(False)
        self.cancel.setText("Stop")
        self.cancel.setFocus(Qt.FocusReason.OtherFocusReason)
        self._tick.start()
        self._say()

    def _say(self) -> None:
        self.words.setText(f"Learning: {self._background.doing or 'starting'} …")

    def reject(self) -> None:
        """Cancel what is running; otherwise close."""
        if self.busy:
            self._background.forget()
            self._rest("Stopped. Nothing was guessed.")
        else:
            super().reject()

    def _rest(self, words: str) -> None:
        self._tick.stop()
        self.cancel.setText("Cancel")
        for control in (self.who, self.threshold, self.rounds, self.epochs, self.go):
            control.setEnabled(True)
        none = forgotten(self._document) == self._document
        allow(
            self.forget,
            "No label was guessed." if none else "",
            "Remove the guessed labels of all rounds",
        )
        self.words.setText(words)

    def _answered(self, answer: LabelledDocument | LinlabError) -> None:
        if isinstance(answer, LinlabError):
            self._rest(str(answer))
        elif not answer.guessed:
            self._rest(f"No label was guessed: {answer.why}. Try a lower threshold.")
        else:
            session = self._session
            session.edit(
                "co-training" if len(self._ways[self.who.current][1]) > 1 else "self-training",
                answer.document,
            )
            session.go(answer.t)
            self.accept()
            session.note(_result_in_words(answer))

    def _forget(self) -> None:
        forget_guesses(self._session)
        self.accept()


def forget_guesses(session: Session) -> None:
    """Remove the guessed labels."""
    after = forgotten(session.settled)
    if after == session.settled:
        session.note("No label was guessed, so there is nothing to forget.")
    else:
        session.edit("forget guessed labels", after)


def _ways(session: Session) -> dict[str, tuple[str, tuple[Teacher, ...]]]:
    """Which models may teach: the current one, the same on each feature alone, or it and another
    model of the document."""
    document, own = session.settled, session.focus
    names, (x1, x2) = names_of(document.learners), document.features
    ways = {
        "self": (f"{names[own]}, itself", (Teacher(own),)),
        "views": (f"{names[own]} on {x1}, and on {x2}", (Teacher(own, "x1"), Teacher(own, "x2"))),
    }
    for k, name in enumerate(names):
        if k != own:
            ways[f"with {k}"] = f"{names[own]} and {name}", (Teacher(own), Teacher(k))
    return ways


def _offered(session: Session) -> str:
    """What there is to guess, in words."""
    document = forgotten(session.settled)
    points = document.points_at(document.timeline[-1].t if document.timeline else 0)
    left = int(((points.label < 0) & (document.parts_of(points) == 0)).sum())
    if not left:
        return "All training points have a label: hide some with the slider under Data, or add points without one (0)."
    return f"{grouped(left)} training point{'s have' if left != 1 else ' has'} no label."


def _result_in_words(answer: LabelledDocument) -> str:
    """The result, in a sentence."""
    points = answer.document.points_at(answer.t)
    rounds = len(answer.guessed)
    known = points.guessed & (points.true >= 0)
    untrue = (
        f", {grouped(int((known & (points.true != points.label)).sum()))} of them wrong"
        if known.any()
        else ""
    )
    many = f"{grouped(sum(answer.guessed))} labels guessed in {rounds} round{'s' if rounds != 1 else ''}{untrue}"
    return f"{many}: {answer.why}. Go back in the run, or undo, to remove them."
