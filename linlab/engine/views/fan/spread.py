"""What many models say of one plane: the boundary of each, that of their mean, and how far they are
from each other.

    mean over runs of s(x)/‖w‖

so that every boundary counts alike, however long its w has grown; of counts, which have no w, it is
the mean of P(·|x), and of votes that of the votes. A run that has decided nothing, w = 0, has no
say.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.effort import MOMENT
from linlab.engine.learner.spaces import imitation
from linlab.engine.picture.field import Contours, winner
from linlab.engine.picture.scene import drawable
from linlab.engine.picture.shapes import View
from linlab.engine.train.measures import given
from linlab.engine.train.models import ExampleSet, Linear, Model, winners
from linlab.engine.views.weights.slice import chords

COARSEST, FINEST = 24, 48  # places of the grid, each way
HALVINGS = 4  # of a step of it, where scores jump


@dataclass(frozen=True, eq=False)
class Spread:
    """Of the runs that have decided something."""

    many: int
    lines: tuple[Floats, ...]  # the boundaries, each (k, 2)
    mean: tuple[Floats, ...]
    winner: Any  # (ny, nx) the class that most runs answer
    share: Floats  # (ny, nx) how many of them do
    disagreed: Any  # (n,) whether some runs answer an example otherwise than others
    errors: Floats  # (many,) the share of the examples that each gets wrong
    turned: float  # degrees, the standard deviation of the direction of w; NaN where that is no direction of the plane

    @property
    def unsure(self) -> float:
        """The share of the plane in view where not all answer the same."""
        return float((self.share < 1.0).mean())


def spread(models: Sequence[Model], own: Model, box: View) -> Spread:
    """What these models say of a part of the plane and of the examples of one of their kind, all of
    the same classes."""
    models = [model for model in models if model.decided and model.norm() != 0.0]
    examples = own.examples
    many = _places(models)
    xs, ys = np.linspace(box.left, box.right, many), np.linspace(box.bottom, box.top, many)
    fields, scores = _asked(models, own, xs, ys)
    answers = np.array([winners(each) for each in scores]).reshape(len(models), len(examples.y))
    votes = np.array([winner(field) for field in fields]).reshape(len(models), many, many)
    counts = np.array([(votes == c).sum(axis=0) for c in range(len(examples.classes))])
    straight = [arrow for arrow in map(_arrow, models) if arrow is not None]
    if len(straight) == len(models):
        every, mean = _straight(straight, box)
    else:
        jumps = _time_for_jumps(models, xs, ys)
        every = _bent(models, fields, xs, ys, jumps)
        mixed = Mean(own, tuple(models))
        mean = Contours(mixed.of(fields), xs, ys, mixed if jumps else None, HALVINGS).boundary
    return Spread(
        len(models),
        tuple(every),
        tuple(mean),
        counts.argmax(axis=0),
        counts.max(axis=0) / max(1, len(models)),
        (answers != answers[:1]).any(axis=0),
        (answers != examples.y)[:, given(examples)].mean(axis=1),
        turned([arrow[:2] for arrow in straight]) if straight else math.nan,
    )


def boundary(model: Model, box: View) -> tuple[Floats, ...]:
    """Where the answer of one model changes; its examples are not asked about."""
    if not model.decided or model.norm() == 0.0:
        return ()
    arrow = _arrow(model)
    if arrow is not None:
        return tuple(_straight([arrow], box)[0])
    many = _places([model])
    xs, ys = np.linspace(box.left, box.right, many), np.linspace(box.bottom, box.top, many)
    field = drawable(model.grid(xs, ys))
    return tuple(_bent([model], [field], xs, ys, _time_for_jumps([model], xs, ys)))


def _time_for_jumps(models: Sequence[Model], xs: Floats, ys: Floats) -> bool:
    """Whether scores jump, and there is time to look where."""
    effort = sum(model.effort(16 * (len(xs) + len(ys))) for model in models)
    return effort < 2 * MOMENT and any(model.single is None for model in models)


def _bent(
    models: Sequence[Model], fields: list[Floats], xs: Floats, ys: Floats, jumps: bool
) -> list[Floats]:
    """The boundaries of the models, by their fields."""
    return [
        line
        for model, field in zip(models, fields, strict=True)
        for line in Contours(field, xs, ys, model if jumps else None, HALVINGS).boundary
    ]


def _asked(
    models: Sequence[Model], own: Model, xs: Floats, ys: Floats
) -> tuple[list[Floats], list[Floats]]:
    """The field of each model (rows, ny, nx), and its scores of the examples (n, rows). Where their
    θ are weights of the same features, or coefficients of the same points, all are asked at
    once."""
    singles = [single for single in (model.single for model in models) if single is not None]
    places = _columns(singles, own) if len(singles) == len(models) else None
    if places is None or own.single is None:
        return (
            [drawable(model.grid(xs, ys)) for model in models],
            [model.scores(own.examples.x) for model in models],
        )
    problem = own.single.problem
    theta = np.zeros((len(models) * problem.rows, problem.d))
    for k, (single, columns) in enumerate(zip(singles, places, strict=True)):
        where: Any = (slice(None), columns)
        np.add.at(theta[k * problem.rows : (k + 1) * problem.rows], where, single.theta)
    together = Linear(problem, theta)
    fields = together.grid(xs, ys)
    scores = together.answers()
    return (
        [drawable(each) for each in fields.reshape(len(models), problem.rows, len(ys), len(xs))],
        list(scores.reshape(-1, len(models), problem.rows).transpose(1, 0, 2)),
    )


def _columns(singles: Sequence[Linear], own: Model) -> list[Any] | None:
    """At which columns of the θ of one model those of each other stand; None if they have
    others."""
    if own.single is None or not singles:
        return None
    problem = own.single.problem
    out = []
    at = {place.tobytes(): k for k, place in enumerate(problem.centres)} if problem.dual else {}
    last = [problem.d - 1] if problem.constant else []
    for other in (single.problem for single in singles):
        if not problem.dual:
            if other.names != problem.names:  # another vocabulary, other cells
                return None
            if other.seed != problem.seed and imitation(problem.learner["space"]) is not None:
                return None  # other random features
            if not problem.sparse and not np.array_equal(
                problem.read[:1], other.reads(problem.x[:1])
            ):  # the output of another model
                return None
            out.append(np.arange(problem.d))
            continue
        columns = [at.get(place.tobytes()) for place in other.centres]
        if None in columns:
            return None
        out.append(np.array([*columns, *last], np.int64))
    return out


def turned(arrows: Sequence[Any]) -> float:
    """The standard deviation, in degrees, of the directions of arrows (k, 2) around that of their
    mean.

    >>> round(turned([(1.0, 0.0), (0.0, 2.0)]), 6)
    45.0
    """
    unit = np.array([np.asarray(arrow) / math.hypot(*arrow) for arrow in arrows])
    x, y = unit.mean(axis=0)
    if math.hypot(x, y) < 1e-9:  # as many one way as the other
        return math.nan
    away = np.degrees(np.arctan2(x * unit[:, 1] - y * unit[:, 0], x * unit[:, 0] + y * unit[:, 1]))
    return float(np.sqrt((away**2).mean()))


def _arrow(model: Model) -> Floats | None:
    """w and b of a straight boundary, for two classes. (3,)"""
    single = model.single
    w = None if single is None else single.problem.in_plane(single.theta)
    return (
        None
        if w is None or single is None
        else np.array([*w, single.problem.split(single.theta)[1][0]])
    )


def _straight(arrows: list[Floats], box: View) -> tuple[list[Floats], list[Floats]]:
    """The boundaries w·x + b = 0 in a box, and that of the mean of (w, b)/‖w‖."""
    if not arrows:
        return [], []
    each = np.array(arrows) / np.hypot(*np.array(arrows)[:, :2].T)[:, None]
    every, mean = (
        chords(box, lines[:, :2], -lines[:, 2])[1]
        for lines in (each, each.mean(axis=0, keepdims=True))
    )
    return list(every), list(mean)


@dataclass(frozen=True, eq=False)
class Mean(Model):
    """What the models say on the average, each in a unit of its own."""

    own: Model
    models: tuple[Model, ...]

    @property
    def title(self) -> str:
        return f"The mean of {len(self.models)} runs"

    @property
    def examples(self) -> ExampleSet:
        return self.own.examples

    def scores(self, x: Any) -> Floats:
        return self.of([model.uncached_scores(x).T for model in self.models]).T

    def of(self, fields: Sequence[Floats]) -> Floats:
        """The mean of what each says (rows, …)."""
        each = [
            _in_its_unit(model, field) for model, field in zip(self.models, fields, strict=True)
        ]
        return np.asarray(np.mean(each, axis=0))


def _in_its_unit(model: Model, field: Floats) -> Floats:
    if model.single is not None:
        return field / (model.norm() or 1.0)
    chances = model.chances(field.reshape(len(field), -1).T)
    if chances is None:
        return field
    shares = np.nan_to_num(chances).T
    return (shares if len(field) > 1 else shares[1:] - 0.5).reshape(field.shape)


def _places(models: Sequence[Model]) -> int:
    """How fine a grid there is time for."""
    each = sum(model.effort(0, 1024) for model in models) / 1024
    return int(min(max(math.sqrt(2 * MOMENT / max(1.0, each)), COARSEST), FINEST))
