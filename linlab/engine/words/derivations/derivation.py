"""What a derivation is: lines as a function of a moment of a run, and what is computed for it
beforehand."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.train.moment import Moment
from linlab.engine.train.problem import Problem

from .line import Line


@dataclass(frozen=True, eq=False)
class At:
    """A moment of a run, what was computed for the derivation, and the point that is pointed at."""

    moment: Moment
    found: Any = None
    pointed: int | None = None  # its id

    @property
    def problem(self) -> Problem:
        return self.moment.problem

    @property
    def theta(self) -> Floats:
        """θ after t steps, not a mean of several. (rows, d)"""
        return self.moment.state.theta

    @property
    def example(self) -> int:
        """The position of the example in hand: the one pointed at, else that of the last step, else
        the first."""
        ids = self.problem.ids
        if self.pointed is not None and self.pointed in ids:
            return int(np.flatnonzero(ids == self.pointed)[0])
        return self.stepped

    @property
    def stepped(self) -> int:
        """The position of the example of the last step; before any, the first."""
        step = self.moment.step
        if step is None or not len(step.ids):
            return 0
        own = np.flatnonzero(self.problem.ids == step.ids[0])
        return int(own[0]) if len(own) else 0


def _problem(moment: Moment) -> object:
    return moment.problem


def _no_premise(at: At) -> str:
    return ""


def _sentence(found: Any) -> str:
    return found if isinstance(found, str) else ""


@dataclass(frozen=True, eq=False)
class Derivation:
    """Lines that follow from each other.

    `reference` computes what takes long, in another thread; moments of the same `key` have it in
    common, and it is shown where `of` is the same. `premise` is what has to be known before the
    first line, `says` what follows from the last, both in sentences.
    """

    name: str
    title: str
    lines: Callable[[At], tuple[Line, ...]]
    says: Callable[[At], str]
    reference: Callable[[Moment], Any] | None = None
    key: Callable[[Moment], object] = _problem
    of: Callable[[Moment], object] = _problem
    premise: Callable[[At], str] = _no_premise
    waiting: str = ""  # the sentence until the reference is there
    why_none: Callable[[Any], str] = (
        _sentence  # why nothing follows from the reference; a sentence in its place says so itself
    )
