"""How each of several models is trained: its learner and how long. A plan makes the same model from
the same points every time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.data.checks import count
from linlab.engine.data.points import UNLABELLED, Points
from linlab.engine.document.document import Document
from linlab.engine.ground.effort import PIECE
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import tell
from linlab.engine.learner.learner import Learner
from linlab.engine.train import stopping
from linlab.engine.train.models import Model
from linlab.engine.train.trace import Trace


@dataclass(frozen=True)
class Plan:
    """Train `learner` from its own start for this many epochs or steps, or until the rule `stop`
    holds."""

    learner: Learner
    seed: int = 0
    epochs: int | None = None
    steps: int | None = None
    stop: str | None = None
    beside: tuple[Learner, ...] = ()  # all learners of its document, which it may use
    which: int = 0  # its index among them

    def trained(self, points: Points, doing: str = "") -> Model:
        """What it answers with after it; `doing` is told now and then on the way."""
        document = Document(points, self.beside or (self.learner,), seed=self.seed)
        trace = Trace(document, self.which, budget=0)  # it never goes back
        t = stopping.how_far(trace, self.epochs, self.steps)
        if self.stop is not None:
            t = stopping.converge(trace, self.stop, limit=t)[0]
        piece = max(1, PIECE // trace.problem(0).effort)
        while doing and trace.reached(t) + piece < trace.clamp(t):
            trace.at(trace.reached(t) + piece, passing=True)
            tell(doing)
        return trace.model(t)


def learner_of(model: Any, settings: Mapping[str, Any]) -> Learner:
    """A model by its name with settings, or a learner that has its own."""
    if isinstance(model, Learner):
        return model.replace(**settings) if settings else model
    if not isinstance(model, str):
        raise LinlabError(f"A model must be a name or a linlab.Learner, not {model!r}.")
    return Learner.of(model, **settings)


def team_of(
    team: str,
    members: Sequence[Learner],
    settings: Mapping[str, Any],
    seed: int,
    epochs: int | None,
    steps: int | None,
    stop: str | None,
) -> Plan:
    """The plan of a model that is made of these others, as it is in a document with them."""
    for each in members:
        if each.recipe.of_others:
            raise LinlabError(
                f"{each.recipe.title} is made of other models itself: give one that learns alone."
            )
    own = Learner.of(team, **settings)
    return Plan(own, count(seed, "seed", 0), epochs, steps, stop, (own, *members))


def in_use(points: Points) -> Points:
    """The points without classes that have no points."""
    present = np.unique(points.label[points.label >= 0])
    index = np.full(len(points.classes) + 1, UNLABELLED)
    index[present] = np.arange(len(present))
    return Points(
        points.x,
        index[points.label],
        tuple(points.classes[c] for c in present),
        points.ids,
        points.texts,
        points.next_id,
    )


def labelled_only(points: Points) -> Points:
    """The same without the points that have no label, or only a guessed one."""
    return in_use(points.given.take(points.given.label >= 0))
