"""The numbers at t: errors, margin, street, ‖w‖, support vectors, mistakes and their bound.

Novikoff: a perceptron that starts at 0 makes at most (R/γ*)² mistakes, where R is the largest
‖φ(x)‖ and γ* the largest margin of any weights of length 1, with b counted as a weight. For K
classes an update changes two rows, hence 2(R/γ*)².
"""

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from linlab.app.controls.widgets import Card
from linlab.app.session.session import Session
from linlab.engine.ground.numerals import certain, grouped, number, percent
from linlab.engine.learner.parameters import READ_OUTS
from linlab.engine.optimum import theory
from linlab.engine.train.kinds.table import kind_of
from linlab.engine.train.measures import (
    WRONG_NOW,
    WRONG_ON_DEV,
    WRONG_ON_NEW_POINTS,
    WRONG_ON_TEST,
    WRONG_OUT_OF_BAG,
    Sample,
)
from linlab.engine.train.models import Model
from linlab.engine.train.moment import Moment
from linlab.engine.train.problem import Problem
from linlab.engine.train.readouts import READOUTS
from linlab.engine.words.beginning import beginning

if TYPE_CHECKING:
    from linlab.engine.optimum.exact import Optimum

NONE = "–"
ACROSS = 3, 2  # numbers in a row, depending on the width
COMPUTING = "being computed"
NO_RISK = "No new points can be drawn: these do not come from a data set with a generator."
ValueAndReason = tuple[str, str]  # a value, and the reason if there is none

TIES = "where scores tie, as before the first update, the answer is the first class, and a margin of 0 counts as a mistake in training"
NAMES = (  # key, name, meaning
    (
        "train-error",
        WRONG_NOW,
        f"the share of training points that the model gets wrong now; {TIES}",
    ),
    ("dev-error", WRONG_ON_DEV, f"the share of dev points that the model gets wrong now; {TIES}"),
    (
        "test-error",
        WRONG_ON_TEST,
        f"the share of test points that the model gets wrong now; {TIES}",
    ),
    (
        "bag-error",
        WRONG_OUT_OF_BAG,
        "the share of training points that are wrong now, each judged by the members that have not seen it",
    ),
    (
        "risk",
        WRONG_ON_NEW_POINTS,
        "the share of 10 000 new points of the data set that the model gets wrong, an estimate of the expected risk, and its standard error; computed while the run is paused",
    ),
    (
        "margin",
        "distance",
        "the geometric margin min m/‖w‖: how far the nearest example is from the boundary; "
        "negative on the wrong side",
    ),
    ("street", "street", "2/‖w‖: the width of the street between the lines m = ±1"),
    ("norm", "‖w‖", "the length of w, without the bias b; with several classes, of all w together"),
    (
        "support",
        "supports",
        "support vectors: examples on an edge of the street or inside it, with a margin m ≤ 1",
    ),
    (
        "mistakes",
        "mistakes",
        "M: how often an example had a margin m ≤ 0 when its turn came in training",
    ),
    (
        "bound",
        "≤ (R/γ*)²",
        "Novikoff's bound M ≤ (R/γ*)² on a perceptron's mistakes, if the examples are separable: R is the "
        "length of the longest example, γ* the largest margin that any weights of length 1 give all examples, b counted as a weight",
    ),
    (
        "angle",
        "angle to w*",
        "arccos(w·w* / ‖w‖‖w*‖), where w* is the exact optimum: all w as one vector, without b",
    ),
)
PLACES = (  # row by row; each shows the first number that applies, else the first with a dash
    ("train-error",), ("dev-error", "angle"), ("test-error", "angle"),
    ("risk",), ("mistakes",), ("bound", "angle", "street"),
    ("norm",), ("margin", "bag-error"), ("support", "angle"),
)  # fmt: skip
USUAL = [place[0] for place in PLACES]
IN_FEATURE_SPACE = " This is a distance in feature space, not in the plane."


def numbers_of(moment: Moment, optimum: "Optimum | None" = None) -> dict[str, ValueAndReason]:
    """The numbers as text; where there is none, the reason."""
    model, sample = moment.model, moment.sample
    street = (
        2.0 / sample.norm
        if model.single is not None and len(model.examples.classes) == 2 and sample.norm > 0
        else None
    )
    why_no_weights = "" if model.single is not None else model.why_no_weights
    no_street = "With more than two classes, each pair has its own street."
    still = "w is 0: there is no boundary yet."
    return {
        "train-error": (percent(sample.train_error), ""),
        "dev-error": _or(sample.dev_error, percent, "No points are set aside as dev points."),
        "test-error": _or(sample.test_error, percent, "No points are set aside as test points."),
        "bag-error": _or(sample.bag_error, percent, "Every member has seen every example."),
        "margin": _or(sample.margin, number, why_no_weights or still),
        "street": _or(
            street,
            number,
            why_no_weights or (no_street if len(model.examples.classes) > 2 else still),
        ),
        "norm": _or(_norm(model, sample), number, why_no_weights),
        "support": _support(moment, optimum),
        "mistakes": (grouped(sample.mistakes), ""),
        "angle": _angle(model, optimum),
    }


def _norm(model: Model, sample: Sample) -> float | None:
    """A vote has no w of its own: its last weights belong to another model."""
    return None if math.isnan(sample.norm) or model.vote is not None else sample.norm


def meanings(problem: Problem, optimum: "Optimum | None") -> dict[str, str]:
    """What each number means for this problem, since distances depend on the space and support
    vectors on the model."""
    means = {key: meaning for key, _, meaning in NAMES}
    if problem.learner.recipe.of_others:
        means["mistakes"] += ", counted over all members"
    if problem.learner.recipe.in_a_space and not problem.straight:
        means["margin"] += "." + IN_FEATURE_SPACE
        means["street"] += "." + IN_FEATURE_SPACE
    if problem.bias == "regularised" and problem.counting is None:
        means["norm"] += "; the penalty counts the bias too"
    if optimum is not None and optimum.coefficients is not None:
        means["support"] = (
            f"examples with a multiplier above 0 at the exact optimum: {len(optimum.free)} free ones on the "
            f"margin, {len(optimum.bounded)} bounded ones that violate it"
        )
    return means


def _support(moment: Moment, optimum: "Optimum | None") -> ValueAndReason:
    """The number of rings in the plane."""
    model = moment.model
    if model.kink is None or model.kink.at == 0:
        return NONE, "Only the hinge loss, which asks for a margin of 1, has support vectors."
    if not model.decided:
        return NONE, "w is 0: there is no margin yet."
    if optimum is not None and optimum.coefficients is not None:
        return str(len(optimum.free) + len(optimum.bounded)), ""
    return str(moment.supports), ""


def _angle(model: Model, optimum: "Optimum | None") -> ValueAndReason:
    if optimum is None:
        return NONE, "There is no exact optimum to compare with."
    mine = model.parts()
    best = optimum.model.parts()
    problem = optimum.problem
    if mine is None or best is None:
        return NONE, model.why_no_weights
    here, there = problem.join(*mine), problem.join(*best)
    if not (np.isfinite(here).all() and np.isfinite(there).all()):
        return NONE, "Some weights are infinite: a count is 0."
    angle = theory.angle(problem, here, there)
    return (
        (NONE, "w or w* is 0 and has no direction.")
        if math.isnan(angle)
        else (f"{number(angle)}°", "")
    )


def placed(applies: Mapping[str, bool]) -> list[str]:
    """The number in each place: the first that applies.

    >>> placed({"dev-error": False, "bound": False, "street": True, "angle": True})[:6]
    ['train-error', 'angle', 'test-error', 'risk', 'mistakes', 'street']
    """
    out: list[str] = []
    for place in PLACES:
        fitting = [key for key in place if applies.get(key, True) and key not in out]
        out.append(fitting[0] if fitting else place[0])
    return out


class NumbersCard(Card):
    """The numbers at t, each in a fixed place; `shown` holds the labels by key."""

    def __init__(self, session: Session) -> None:
        super().__init__("NUMBERS")
        self.setObjectName("numbers-card")
        self.session = session
        self.shown: dict[str, QLabel] = {}
        self._names: dict[str, QLabel] = {}
        self._cells: dict[str, QWidget] = {}  # a name over its value
        self._placed: list[str] = []  # the visible ones
        self._across = ACROSS[0]
        self._grid = QGridLayout()
        self._build()
        session.read.connect(self.refresh)

    def _build(self) -> None:
        self._grid.setVerticalSpacing(3)
        self._grid.setHorizontalSpacing(8)
        for key, title, help in NAMES:
            cell = self._cells[key] = QWidget(self.inner)
            name, value = QLabel(title), QLabel(NONE)
            name.setProperty("role", "quiet")
            name.setToolTip(help)
            value.setProperty("role", "value")
            value.setObjectName(f"number-{key}")
            self.shown[key], self._names[key] = value, name
            column = QVBoxLayout(cell)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(0)
            for each in (name, value):
                each.setSizePolicy(
                    QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred
                )  # columns of equal width
                column.addWidget(each)
        self.body.addLayout(self._grid)
        self._place(USUAL)

    def _place(self, keys: list[str]) -> None:
        """Show these numbers."""
        if keys != self._placed:
            self._placed = keys
            self._arrange(ACROSS[0])
        self._fit(self._across)

    def _arrange(self, across: int) -> None:
        """Lay out this many numbers in a row."""
        self._across = across
        for key, cell in self._cells.items():
            there = key in self._placed
            self._grid.removeWidget(cell)
            if there:
                self._grid.addWidget(cell, *divmod(self._placed.index(key), across))
            for each in (cell, self._names[key], self.shown[key]):
                each.setVisible(there)
        self._share_width()

    def _share_width(self) -> None:
        """Each column has the width of its names and an equal share of what is left, so that values
        do not move the columns."""
        widths = self._widths(self._across)
        for k in range(ACROSS[0]):
            self._grid.setColumnMinimumWidth(k, widths[k] if k < self._across else 0)

    def _widths(self, across: int) -> list[int]:
        """The widths for this many columns."""
        rows = [self._placed[k::across] for k in range(across)]
        names = [
            max((self._names[key].sizeHint().width() for key in keys), default=0) for keys in rows
        ]
        spare = self.inner.width() - (across - 1) * self._grid.horizontalSpacing() - sum(names)
        return [name + max(0, spare) // across for name in names]

    def _fit(self, most: int) -> None:
        """Use at most this many in a row, and fewer if one would be cut off. The layout stays until
        the width changes, so that numbers do not jump while they change."""
        fitting = [across for across in ACROSS if across <= most and self._fits(across)]
        across = fitting[0] if fitting else ACROSS[-1]
        if across != self._across:
            self._arrange(across)
        self._share_width()

    def _fits(self, across: int) -> bool:
        """Whether no name and no value is cut off with so many columns."""
        widths = self._widths(across)
        room = self.inner.width() - (across - 1) * self._grid.horizontalSpacing()
        values = [self.shown[key].sizeHint().width() for key in self._placed]
        return sum(widths) <= room and all(
            value <= widths[k % across] for k, value in enumerate(values)
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit(ACROSS[0])

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def refresh(self) -> None:
        if not self.isVisible() or self.session.replay.loading:
            return
        run = self.session.run
        bound, risk = run.look_for_bound(), run.look_for_risk()
        if run.trace is None:
            self.value.setText("")
            self._tell({key: (NONE, run.trouble) for key, _, _ in NAMES})
            self._place(USUAL)
            return
        moment, optimum = run.measured_moment, run.optimum
        late = moment is None or moment.t != run.t
        since = "" if moment is None else f"AS OF STEP {grouped(moment.t)}"
        doing = (run.doing or COMPUTING).upper()
        if late:
            self.show_value(" · ".join(filter(None, (since, doing))), since or doing)
        else:
            step = f"STEP {grouped(run.t)}"
            whose = _of_which(run.trace.problem(run.t))
            self.show_value(*(" · ".join(filter(None, (step, each))) for each in whose), step)
        if moment is None:
            self._tell({key: ("…", COMPUTING) for key, _, _ in NAMES})
            return
        limit = (NONE, bound.why) if bound.value is None else _bound(bound.value)
        problem = run.trace.problem(run.t)
        expected = _risk(risk.value) if risk.known else (NONE, NO_RISK)
        numbers = {**numbers_of(moment, optimum), "bound": limit, "risk": expected}
        if moment.t == 0:
            numbers["train-error"] = (
                numbers["train-error"][0],
                beginning(problem),
            )  # half the points are wrong, and J may be 0
        if run.exact.busy:
            numbers["angle"] = ("…", COMPUTING)
        self._tell(numbers)
        for key, meaning in meanings(problem, optimum).items():
            if self._names[key].toolTip() != meaning:
                self._names[key].setToolTip(meaning)
        kink = moment.model.kink
        out_of_bag = "out-of-bag" in kind_of(problem.learner).offers
        self._place(
            placed(
                {
                    "dev-error": moment.sample.dev_error is not None,
                    "test-error": moment.sample.test_error is not None,
                    "risk": risk.known,
                    "bound": problem.learner.recipe.loss.mistake_driven,
                    "street": kink is not None and kink.at > 0,  # only the hinge has a street
                    "angle": run.exact.on,
                    "margin": not out_of_bag,
                    "bag-error": out_of_bag,
                    "support": kink is not None and kink.at > 0,
                }
            )
        )

    def _tell(self, values: dict[str, ValueAndReason]) -> None:
        for key, (text, why) in values.items():
            label = self.shown[key]
            if label.text() != text:
                label.setText(text)
            tip = why or self._names[key].toolTip()
            if label.toolTip() != tip:
                label.setToolTip(tip)


def _of_which(problem: Problem) -> tuple[str, ...]:
    """Which weights the numbers describe, in words and as the card Training calls them; empty if it
    is the last ones."""
    average = problem.learner["average"]
    if average == "last" or not problem.learner.recipe.in_a_space:
        return ("",)
    return READOUTS[average].upper(), READ_OUTS[average].title.upper()


def _risk(value: tuple[float, float] | None) -> ValueAndReason:
    if value is None:
        return "…", "It is computed when the run pauses."
    digits = 1 if value[0] >= 0.01 else 2
    return f"{100 * value[0]:.{digits}f} ± {100 * value[1]:.{digits}f} %", ""


def _bound(bound: theory.Bound) -> ValueAndReason:
    text = certain(bound.limit, bound.gap, 3)
    return (
        (text, f"{number(bound.limit, 6)} mistakes")
        if text
        else (
            f"≤ {number(bound.limit, 2)}",
            "The largest margin is not known well enough to give every digit of the bound.",
        )
    )


def _or(value: float | None, text: Callable[[float], str], why: str) -> ValueAndReason:
    return (NONE, why) if value is None else (text(value), "")
