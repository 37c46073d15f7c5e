"""The state of a run at one moment, and what one step did (Step)."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.cells import html_table
from linlab.engine.ground.numerals import number
from linlab.engine.learner.learner import Learner


@dataclass(frozen=True, eq=False)
class State:
    """θ after t steps, with all that the next step depends on."""

    t: int
    theta: Floats  # (rows, d)
    total: Floats  # (rows, d) the sum of θ after every step, or what else the read-out keeps; empty if nothing
    memory: Floats  # (slots, rows, d) of the optimiser
    tally: Ints  # mistakes, t of the last mistake, θ that the read-out met, entries in the log of votes
    order: Any = None  # (1, n) this epoch's order, where it depends on θ
    best: tuple[float, int, Floats] | None = None  # fewest errors on dev so far: error, t, θ

    @property
    def mistakes(self) -> int:
        return int(self.tally[0])

    @property
    def nbytes(self) -> int:
        arrays = [self.theta, self.total, self.memory, self.tally]
        arrays += [self.order] if self.order is not None else []
        return 500 + sum(
            a.nbytes for a in arrays
        )  # the best θ is shared, arrays and the object cost about 500 more


@dataclass(frozen=True, eq=False, repr=False)
class Step:
    """One step: from θ after t − 1 to θ after t.

    `before` times `shrink` (its first `decayed` columns) plus `change`, then moved towards 0 by
    `threshold` (L1), is θ afterwards, to the last bit; if L1 uses `own_steps`, that is already in
    `change`. For a batch, the arrays have a row per example; loss is their mean.
    """

    t: int
    epoch: int
    examples: Ints  # (m,) positions among the training examples
    ids: Ints  # (m,) the points' ids
    labels: Ints  # (m,) indices into classes
    classes: tuple[str, ...]
    scores: Floats  # (m, rows)
    rivals: Ints  # (m,)
    margins: Floats  # (m,)
    losses: Floats  # (m,)
    pulls: Floats  # (m, rows)
    loss: float
    rate: float
    reach: float
    shrink: float
    threshold: float
    updated: bool
    before: Floats  # (rows, d)
    change: Floats  # (rows, d)
    decayed: int
    rate_numbers: tuple[float, ...] = ()  # α, t₀, λ, C, R², as the rate saw them
    jump: Floats | None = field(default=None)  # θ afterwards, if a solver found it
    x: Any = field(default=None)  # (m, 2) where the examples are, or (m,) their texts
    own_steps: Floats | None = field(
        default=None
    )  # (rows, d) the step h of each weight, where L1 takes hλ off it
    names: tuple[str, ...] = ()  # of the words that the columns of θ belong to, if it reads texts
    features: tuple[str, ...] = ()  # their names, if they depend on the examples and are no words
    row: Any = field(default=None)  # (d,) φ of the text of a single example, and 1 for the bias
    further: tuple[str, ...] = ()  # names of the columns of θ beyond those of the space
    base_answer: str = (
        ""  # the output of another model for a single example, if the learner gets it
    )
    team: "tuple[tuple[str, Learner, Step | None], ...]" = ()  # the members' names and steps, None at a member's end

    def __repr__(self) -> str:
        return f"Step({', '.join(f'{name} {value}' for name, value in self._rows)})"

    def _repr_html_(self) -> str:
        return html_table(f"Step {self.t}", (), self._rows)

    @property
    def _rows(self) -> list[tuple[str, object]]:
        """Its numbers, in words."""
        one = len(self.examples) == 1
        what = f"{self.example + 1} ({self.label})" if one else f"{len(self.examples)} of them"
        scores = ", ".join(number(float(each)) for each in self.scores.mean(axis=0))
        return [
            ("t", self.t),
            ("epoch", self.epoch + 1),
            ("example" if one else "examples", what),
            ("score", scores),
            ("margin", number(self.margin)),
            ("loss", number(self.loss)),
            ("learning rate", number(self.rate)),
            ("updated", "yes" if self.updated else "no"),
        ]

    @property
    def example(self) -> int:
        return int(self.examples[0])

    @property
    def label(self) -> str:
        return self.classes[int(self.labels[0])]

    @property
    def score(self) -> Floats:
        return np.asarray(self.scores[0])

    @property
    def margin(self) -> float:
        return float(self.margins[0]) if len(self.margins) == 1 else float(self.margins.mean())

    @property
    def pull(self) -> Floats:
        return np.asarray(self.pulls.mean(axis=0))

    @property
    def mistake(self) -> bool:
        return bool((self.margins <= 0).any())

    @property
    def after(self) -> Floats:
        return self.rebuild(self.before)

    def rebuild(self, before: Floats) -> Floats:
        """θ after this step, from θ before it."""
        if self.jump is not None:
            return self.jump.copy()
        theta = before.copy()
        theta[:, : self.decayed] = self.shrink * theta[:, : self.decayed]
        theta += self.change
        if self.threshold > 0:
            w = theta[:, : self.decayed]
            theta[:, : self.decayed] = np.where(
                np.abs(w) <= self.threshold, 0.0, np.sign(w) * (np.abs(w) - self.threshold)
            )
        return theta
