"""The numbers of this moment: errors, margin, street, ‖w‖, support vectors, mistakes and how many there can be.

Novikoff: a perceptron that starts at 0 makes at most R²/γ² mistakes, R the largest ‖φ(x)‖ and γ the largest margin of
any θ of length 1, the constant feature included. For K classes an update moves two rows, hence 2R²/γ².
"""

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QGridLayout, QLabel

from linlab.app.pace import Background, Throttle
from linlab.app.session import Session
from linlab.app.widgets import Card, grouped
from linlab.engine import measures
from linlab.engine.errors import LinlabError
from linlab.engine.learner import Learner
from linlab.engine.models import Bayes, Linear, Model
from linlab.engine.numerals import number
from linlab.engine.problem import Problem

NONE = "–"
INTERVAL = 90  # milliseconds
MOST_FOR_A_BOUND = 600  # examples; the largest margin of more takes too long to be found by the way
Told = tuple[str, str]  # a value and, if there is none, why

NAMES = (  # key, what it is called, what it means
    ("train-error", "train error", "the share of training points that are classified wrongly"),
    ("dev-error", "dev error", "the share of dev points that are classified wrongly"),
    ("test-error", "test error", "the share of test points that are classified wrongly"),
    ("margin", "margin", "min m/‖w‖: the distance of the nearest example from the boundary; negative on the wrong side"),
    ("street", "street", "2/‖w‖: the width between the two margins"),
    ("norm", "norm ‖w‖", "the length of the weights, as the penalty sees it"),
    ("support", "support", "support vectors: examples on or inside the margin, m ≤ 1"),
    ("mistakes", "mistakes", "how often an example was on the wrong side when its turn came"),
    ("bound", "bound R²/γ²", "Novikoff’s bound R²/γ² on the mistakes of a perceptron, if the examples can be separated"),
)


def told(model: Model, sample: measures.Sample) -> dict[str, Told]:
    """The numbers as they are shown; where there is none, why."""
    margin, street = measures.geometric_margin(model), measures.street(model)
    lineless = "" if isinstance(model, Linear) else (
        "Counts have no margin." if isinstance(model, Bayes) else "A vote of many θ has no single w.")  # fmt: skip
    no_street = "With more than two classes each pair has a street of its own."
    still = "w is 0: there is no boundary yet."
    many = "" if lineless else str(len(measures.support(model)))
    return {
        "train-error": (percent(sample.train_error), ""),
        "dev-error": _or(sample.dev_error, percent, "No points are set aside as dev points."),
        "test-error": _or(sample.test_error, percent, "No points are set aside as test points."),
        "margin": _or(margin, number, lineless or still),
        "street": _or(street, number, lineless or (no_street if len(model.theta) > 1 else still)),
        "norm": (number(sample.norm), ""),
        "support": (many or NONE, lineless),
        "mistakes": (grouped(sample.mistakes), ""),
    }


def percent(share: float) -> str:
    """A share in percent.

    >>> percent(0.05555), percent(0.0)
    ('5.6 %', '0 %')
    """
    return f"{100 * share:.1f}".removesuffix(".0") + " %"


def mistake_bound(problem: Problem) -> float | None:
    """R²/γ², or None if no θ is right about every example."""
    from linlab.engine import theory  # loaded when the first bound is wanted

    bound = theory.mistake_bound(problem)
    return None if bound is None else bound.limit


def why_unbounded(learner: Learner, n: int) -> str:
    """Why the bound says nothing about this learner; empty if it does."""
    if learner["batch"] != 1:
        return "The bound is about one example at a time."
    if learner["start"] != "zeros":
        return "The bound is about a perceptron that starts at 0."
    return "" if n <= MOST_FOR_A_BOUND else f"The largest margin is looked for among {MOST_FOR_A_BOUND} examples at most."


class NumbersCard(Card):
    """A table of the numbers at t; `shown` holds the labels by their key."""

    def __init__(self, session: Session) -> None:
        super().__init__("NUMBERS")
        self.setObjectName("numbers-card")
        self.session = session
        self._of: Problem | None = None
        self._bound: Told = (NONE, "")
        self.shown: dict[str, QLabel] = {}
        self._names: dict[str, QLabel] = {}
        self._background = Background(self)
        self._background.answered.connect(self._bounded)
        self._soon = QTimer(self, interval=400, singleShot=True)  # not at every move of a gesture
        self._soon.timeout.connect(self._ask)
        self._build()
        self.refresh = Throttle(self, INTERVAL, self._refresh)
        session.moved.connect(self.refresh)
        session.changed.connect(self.refresh)

    def _build(self) -> None:
        errors, rest = QGridLayout(), QGridLayout()
        errors.setVerticalSpacing(1)
        rest.setVerticalSpacing(5)
        rest.setHorizontalSpacing(10)
        for i, (key, title, help) in enumerate(NAMES):
            name, value = QLabel(title), QLabel(NONE)
            name.setProperty("role", "quiet")
            name.setToolTip(help)
            value.setProperty("role", "value")
            value.setObjectName(f"number-{key}")
            self.shown[key], self._names[key] = value, name
            if i < 3:
                errors.addWidget(name, 0, i)
                errors.addWidget(value, 1, i)
                errors.setColumnStretch(i, 1)
            else:
                row, pair = divmod(i - 3, 2)
                rest.addWidget(name, row, 3 * pair)
                rest.addWidget(value, row, 3 * pair + 1, Qt.AlignmentFlag.AlignRight)
        rest.setColumnStretch(1, 1)
        rest.setColumnMinimumWidth(2, 8)
        rest.setColumnStretch(4, 1)
        self.body.addLayout(errors)
        self.body.addLayout(rest)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def _refresh(self) -> None:
        if not self.isVisible() or self.session.warming:
            return
        session = self.session
        trace = session.trace
        if trace is None:
            self._of = None
            self._background.forget()
            self._tell({key: (NONE, session.trouble) for key, _, _ in NAMES})
            return
        model, sample = trace.model(session.t), trace.sample(session.t)
        if model.problem is not self._of:
            self._of = model.problem
            self._bound = (NONE, "The largest margin is being looked for.")
            self._background.forget()
            self._soon.start()
        self._tell({**told(model, sample), "bound": self._bound})
        ours = model.problem.learner.recipe.loss.name == "perceptron"
        self.shown["bound"].setVisible(ours)
        self._names["bound"].setVisible(ours)

    def _tell(self, values: dict[str, Told]) -> None:
        for key, (text, why) in values.items():
            label = self.shown[key]
            if label.text() != text:
                label.setText(text)
            if label.toolTip() != why:
                label.setToolTip(why)

    def _ask(self) -> None:
        problem = self._of
        if problem is None or problem.learner.recipe.loss.name != "perceptron":
            return
        why = why_unbounded(problem.learner, problem.n)
        if why:
            self._bounded(LinlabError(why))
        else:
            self._background.ask(lambda: mistake_bound(problem))

    def _bounded(self, answer: object) -> None:
        if isinstance(answer, float):
            self._bound = (number(answer), f"{number(answer, 6)} mistakes")
        else:
            self._bound = (NONE, "No θ is right about every example, so nothing bounds the mistakes."
                           if answer is None else str(answer))  # fmt: skip
        self._tell({"bound": self._bound})


def _or(value: float | None, text: Callable[[float], str], why: str) -> Told:
    return (NONE, why) if value is None else (text(value), "")
