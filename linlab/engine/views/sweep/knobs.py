"""What can be swept, and through which values: the numbers that a learner declares, C beside λ, the
noise of the generator, and how many examples are learnt from. A logarithmic range is gone through
in steps of 1, 2, 5, whatever its slider shows.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from linlab.engine.data.datasets import DATASETS
from linlab.engine.data.points import Points
from linlab.engine.document.document import Document, Source
from linlab.engine.ground.numerals import grouped, number
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.parameters import PARAMETERS
from linlab.engine.train.teams.team import alone
from linlab.engine.views.kit.ready import ReadyRun

from .risk import generator

ABOUT_VALUES = 20  # values, about
EXAMPLES, NOISE = "examples", "noise"
DRAWS = 5  # samples of each size, of a learning curve


@dataclass(frozen=True)
class Case:
    """What is trained on what: a learner, and the points and the generator that are in force for
    it."""

    learner: Learner
    points: Points
    source: Source | None
    seed: int
    shares: tuple[float, float, float]
    others: tuple[Learner, ...] = ()  # that it is made of

    @classmethod
    def of(cls, moment: ReadyRun) -> "Case":
        """The learner and the points in force now, from the start: a timeline is no part of it."""
        document = moment.trace.document
        learner, *others = alone(document.learners_at(moment.t), moment.trace.which)
        return cls(
            learner, moment.points, document.source, document.seed, document.shares, tuple(others)
        )

    @property
    def document(self) -> Document:
        return Document(
            self.points, (self.learner, *self.others), self.seed, self.shares, source=self.source
        )

    @property
    def generator(self) -> Source | None:
        """What draws a fresh sample, where the distribution is known."""
        return generator(self.source)


@dataclass(frozen=True)
class Knob:
    """A number to sweep: its values, what it is now, and the case with another value. `cases` are
    several where the value leaves something to chance, which is then averaged over."""

    key: str
    symbol: str
    title: str
    values: tuple[float, ...]
    now: float | None
    log: bool
    cases: Callable[[float], list[Case]]
    adopts: bool = True  # whether a click takes a value over
    tuned: bool = True  # whether it is chosen by how it does on dev

    def equals(self, value: float) -> str:
        whole = value == math.floor(value) and abs(value) < 1e12
        return f"{self.symbol} = {grouped(int(value)) if whole else number(value)}"

    def place(self, value: float) -> float:
        """Where a value is on the axis."""
        return math.log10(value) if self.log else value

    @property
    def inside(self) -> bool:
        """Whether the value in force lies where it is swept."""
        return self.now is not None and self.values[0] <= self.now <= self.values[-1]

    @property
    def tried(self) -> tuple[float, ...]:
        """The values, and the one in force between them."""
        return (
            tuple(sorted({*self.values, self.now}))
            if self.inside and self.now is not None
            else self.values
        )


@lru_cache(maxsize=4)  # a frame asks for them several times
def knobs_of(case: Case, examples: int) -> dict[str, Knob]:
    """All that can be swept of a case that is learnt from so many examples: what is asked for most
    comes first."""
    learner = case.learner
    found = [
        _setting(case, name)
        for name in ("lam", "alpha", "C", "gamma", "degree", "features", "grids")
        if name in learner.recipe.parameters and not learner.idle(name)
    ]
    if "lam" in learner.recipe.parameters and not learner.idle("lam"):
        found.insert(1, _inverse(case))
    rest = [
        name
        for name in learner.recipe.parameters
        if name not in [*(knob.key for knob in found), "early"]
    ]
    found += [
        _setting(case, name)
        for name in rest
        if PARAMETERS[name].choices is None
        and not PARAMETERS[name].longest
        and not learner.idle(name)
        and learner[name] != PARAMETERS[name].word
    ]
    return {knob.key: knob for knob in (*found, *_noise(case), _examples(case, examples))}


def _setting(case: Case, name: str) -> Knob:
    own = PARAMETERS[name]
    low, high = own.slider
    values: tuple[float, ...]
    if own.log:
        values = one_two_five(low, high)
    elif own.integer:
        values = tuple(range(int(low), int(min(own.high, low + ABOUT_VALUES - 1)) + 1))
    else:
        values = tuple(float(f"{each:.6g}") for each in np.linspace(low, high, ABOUT_VALUES + 1))
    return Knob(
        name,
        own.symbol,
        own.title.lower(),
        values,
        float(case.learner[name]),
        own.log,
        lambda value: [replace(case, learner=case.learner.replace(**{name: value}))],
    )


def _inverse(case: Case) -> Knob:
    """C = 1/λ."""
    low, high = PARAMETERS["lam"].slider
    lam = float(case.learner["lam"])
    return Knob(
        "C",
        "C",
        "1/λ",
        one_two_five(1 / high, 1 / low),
        1 / lam if lam else math.inf,
        True,
        lambda value: [replace(case, learner=case.learner.replace(C=value))],
    )


def _noise(case: Case) -> tuple[Knob, ...]:
    """The scatter of the generator: the points are drawn anew with each value, of the same seed."""
    source = case.generator
    own = (
        None
        if source is None
        else next((knob for knob in DATASETS[source.name].knobs if knob.name == NOISE), None)
    )
    if source is None or own is None:
        return ()
    values = tuple(
        float(f"{each:.6g}") for each in np.linspace(own.low, own.high, ABOUT_VALUES + 1)
    )

    def drawn(value: float) -> list[Case]:
        other = noisy(source, value)
        return [replace(case, points=other.draw(), source=other)]

    return (
        Knob(
            NOISE,
            own.symbol,
            "noise",
            values,
            float(dict(source.values).get(NOISE, own.default)),
            False,
            drawn,
            tuned=False,
        ),
    )


def noisy(source: Source, value: float) -> Source:
    """The same generator with another noise."""
    return replace(source, values=tuple(sorted({**dict(source.values), NOISE: value}.items())))


def _examples(case: Case, most: int) -> Knob:
    """The learning curve: n of the examples, drawn DRAWS times, in the order that they have among
    all."""
    document = case.document
    mine = np.flatnonzero((case.points.label >= 0) & (document.parts_of(case.points) == 0))
    values = tuple(sorted({*np.geomspace(2, max(2, most), 14).round().astype(int).tolist(), most}))

    def drawn(value: float) -> list[Case]:
        many = int(value)
        out = []
        for k in range(1 if many >= len(mine) else DRAWS):
            order = np.random.default_rng((case.seed, 8, k)).permutation(len(mine))
            left_out = np.zeros(len(case.points), bool)
            left_out[mine[order[many:]]] = True
            out.append(replace(case, points=case.points.take(~left_out)))
        return out

    return Knob(
        EXAMPLES,
        "n",
        "examples (learning curve)",
        values,
        float(most),
        False,
        drawn,
        adopts=False,
        tuned=False,
    )


def one_two_five(low: float, high: float) -> tuple[float, ...]:
    """
    >>> one_two_five(0.1, 10)
    (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
    """
    powers = range(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 1)
    every = (float(f"{digit}e{power}") for power in powers for digit in (1, 2, 5))
    return tuple(value for value in every if low * (1 - 1e-9) <= value <= high * (1 + 1e-9))
