"""A snapshot: everything at one event: the document, the moment of each of its models, and what the
mouse points at. The window builds one for each event and all its parts read it; a figure is drawn
from a snapshot of a run."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.once import cached_property
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.other_models import other_models_of
from linlab.engine.picture.placing.texts import placed
from linlab.engine.picture.shapes import Panel
from linlab.engine.train.models import Model
from linlab.engine.train.moment import Moment, names_in_force
from linlab.engine.train.state import Step
from linlab.engine.train.trace import Trace


@dataclass(frozen=True, eq=False)
class Snapshot:
    """A document with a moment of each of its models, one of them in hand, and what is pointed at;
    for a view also what was measured and found for it."""

    document: Document
    points: Points  # in force
    parts: Any  # (n,) 0 train, 1 dev, 2 test
    t: int = 0
    moments: tuple[Moment | None, ...] = (
        None,
    )  # one for each model; None where the points cannot be trained on
    focus: int = 0  # the place of the model in hand
    now: int = 0  # t, or the step on the way to which a replay is: changes count from there
    locks: frozenset[str] = frozenset()  # what cannot be changed
    cursor: tuple[float, float] | None = None  # the place of the plane that is asked about
    pointed: int | None = None  # the id of the point that is pointed at
    selection: frozenset[int] = frozenset()  # ids
    optimum: Any = None
    values: tuple[Any, Mapping[str, Any]] | None = (
        None  # the curves, where they have been measured already
    )
    lines: int = 1  # of the caption that there is room for at least: in a film nothing jumps
    before: Panel | None = (
        None  # of the plane, in a film the frame before: words stay where they are
    )
    found: Any = None  # what the view's work found, where it has some and that is done
    said: Floats | None = None  # the scores of the points, where they have been asked for already
    waiting: str = ""  # why there is no model yet, in words
    symbol: str = ""  # of a formula, which is pointed at

    @classmethod
    def of(
        cls, trace: Trace, t: int, optimum: Any = None, values: Any = None, lines: int = 1
    ) -> "Snapshot":
        """Of a run, and of those of the other models of its document, after t steps."""
        moment = Moment.of(trace, t)
        moments: list[Moment | None] = [None] * len(trace.document.learners)
        for each in other_models_of(trace, moment.t):
            moments[each.which] = each
        moments[trace.which] = moment
        return cls(
            trace.document,
            moment.points,
            moment.parts,
            moment.t,
            tuple(moments),
            trace.which,
            moment.t,
            optimum=optimum,
            values=values,
            lines=lines,
        )

    @classmethod
    def of_points(cls, points: Points) -> "Snapshot":
        """A snapshot of points without a run."""
        document = Document(points, (Learner.of("perceptron"),))
        return cls(document, points, document.parts_of(points))

    @property
    def moment(self) -> Moment | None:
        """Of the model in hand; None while it cannot be trained."""
        return self.moments[self.focus]

    @cached_property
    def trace(self) -> Trace | None:
        return None if self.moment is None else self.moment.trace

    @cached_property
    def model(self) -> Model | None:
        return None if self.moment is None else self.moment.model

    @cached_property
    def placed(self) -> Points:
        """The points where the plane shows them: texts where the model in hand puts them."""
        return placed(self.points, self.model)

    @cached_property
    def scores(self) -> Floats:
        """Of every point by the model in hand; without one there are none. (n, rows)"""
        if self.said is not None:
            return self.said
        if self.model is None:
            return np.empty((len(self.points), 0))
        return self.model.scores(self.model.inputs(self.points))

    def without_model(self, why: str) -> "Snapshot":
        """The same before anything is known of the model in hand; why, in words."""
        moments = tuple(None if k == self.focus else each for k, each in enumerate(self.moments))
        return replace(self, moments=moments, waiting=why)

    @cached_property
    def step(self) -> Step | None:
        """The step that led here."""
        return None if self.moment is None else self.moment.step

    @cached_property
    def learners(self) -> tuple[Learner, ...]:
        """Those in force."""
        return self.document.learners_at(self.now)

    @property
    def learner(self) -> Learner:
        """The one in hand."""
        return self.learners[self.focus]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What the models are called, each told from the others."""
        return names_in_force(self.learners)

    @cached_property
    def other_models(self) -> tuple[Moment, ...]:
        """The moments of all models, if there are several."""
        return tuple(filter(None, self.moments)) if len(self.moments) > 1 else ()

    @property
    def features(self) -> tuple[str, str]:
        """What the coordinates of the points are called."""
        return self.document.features
