"""Self-training and co-training of a document's own models (Z 4.4): a rule that writes the
timeline.

    repeat T times: train all on D until they have converged; each x in U that every teacher gives the same label, with a
    confidence of at least the threshold, gets it and moves to D; stop when none does

A round is an entry of the timeline, at the step where its teachers had converged: from there on
points have the guessed labels. So a run continues from its weights, going back removes the labels,
and everything is still a function of the document. A teacher is a model of the document; it may see
only one feature, and the other is 0 for it. Only training points are labelled; dev and test points
stay as they are and measure the errors.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linlab.engine.data.checks import LONGEST_NAME, count
from linlab.engine.data.guess import MOST_ROUNDS, Guess
from linlab.engine.data.points import UNLABELLED, Points
from linlab.engine.document.document import Change, Document
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped
from linlab.engine.ground.progress import tell
from linlab.engine.learner.names import names_of
from linlab.engine.train.stopping import DEFAULT_EPOCHS, watch
from linlab.engine.train.trace import Trace

from .answering import answers, confidence
from .semi_supervised import VIEWS, checked_threshold

ALL_LABELLED = "Every training point has a label: hide some labels of a data set, or add unlabelled points (0) for the models to guess."


@dataclass(frozen=True)
class Teacher:
    """A learner of the document, by its number, and what it sees: both features, x1 or x2."""

    which: int
    sees: str = "both"


@dataclass(frozen=True)
class TeachingRule:
    """The teachers, how sure they must be, the number of rounds, and the most epochs of a round
    that does not converge earlier."""

    teachers: tuple[Teacher, ...]
    threshold: float = 0.9
    rounds: int = 10
    epochs: int = DEFAULT_EPOCHS

    def __post_init__(self) -> None:
        threshold = checked_threshold(self.threshold)
        rounds = count(self.rounds, "rounds", 1)
        if rounds > MOST_ROUNDS:
            raise LinlabError(
                f"rounds must be a whole number from 1 to {grouped(MOST_ROUNDS)}, not {grouped(rounds)}."
            )
        checked = {
            "threshold": threshold,
            "rounds": rounds,
            "epochs": count(self.epochs, "epochs", 1),
        }
        for name, value in checked.items():
            object.__setattr__(self, name, value)


@dataclass(frozen=True)
class LabelledDocument:
    """The document with its rounds, the step at which the last one converged, how many labels
    each round guessed, and in words why it ended."""

    document: Document
    t: int
    guessed: tuple[int, ...]
    why: str


def label_by_rounds(document: Document, rule: TeachingRule, in_hand: int = 0) -> LabelledDocument:
    """Let the models of a document label its points round by round, after removing earlier guesses.
    The current model has converged when a round ends, whether it is a teacher or not."""
    document = forgotten(document)
    t = max((change.t for change in document.timeline), default=0)
    guessed: list[int] = []
    if not _left(document, document.points_at(t)).any():
        raise LinlabError(ALL_LABELLED)
    by = called(document, rule.teachers)
    everyone = tuple(dict.fromkeys((*rule.teachers, Teacher(in_hand))))
    for k in range(1, rule.rounds + 2):
        traces = {each: Trace(_seen(document, each.sees), each.which) for each in everyone}
        t = max(
            _converged(trace, t, rule.epochs, f"round {k} of {rule.rounds}")
            for trace in traces.values()
        )
        points = document.points_at(t)
        left = np.flatnonzero(_left(document, points))
        if not len(left) or k > rule.rounds:
            return LabelledDocument(
                document,
                t,
                tuple(guessed),
                "every point has a label"
                if not len(left)
                else f"after {rule.rounds} rounds {grouped(len(left))} points still have no label",
            )
        models = [traces[teacher].model(t) for teacher in rule.teachers]
        seen = [_seen_points(points, teacher.sees) for teacher in rule.teachers]
        x = [model.inputs(own)[left] for model, own in zip(models, seen, strict=True)]
        said = np.stack(
            [answers(model, points.classes, own) for model, own in zip(models, x, strict=True)]
        )
        sure = np.min(
            [confidence(model, own) for model, own in zip(models, x, strict=True)], axis=0
        )
        moves = (said == said[0]).all(axis=0) & (sure >= rule.threshold) & (said[0] >= 0)
        if not moves.any():
            return LabelledDocument(
                document,
                t,
                tuple(guessed),
                f"no model is sure enough of the {grouped(len(left))} points left",
            )
        guesses = [Guess(k, float(each), by) for each in sure[moves]]
        document = document.after(
            Change(t, points.guess(points.ids[left[moves]], said[0][moves], guesses))
        )
        guessed.append(len(guesses))
    raise AssertionError("a last round ends it")


def forgotten(document: Document) -> Document:
    """The document without guessed labels; entries of its timeline that did nothing else are
    removed."""
    points = document.points.given
    now = document.points.given
    timeline = []
    for change in document.timeline:
        if change.points is not None:
            same = change.points.given == now
            now = change.points.given
            change = replace(change, points=None if same else now)
        if change != Change(change.t):
            timeline.append(change)
    return replace(document, points=points, timeline=tuple(timeline))


def called(document: Document, teachers: Sequence[Teacher]) -> str:
    """The names of the models that guess, with the feature that each sees if it sees only one."""
    names = names_of(document.learners)
    seen = dict(zip(("x1", "x2"), document.features, strict=True))
    changes = [
        names[each.which] + (f" on {seen[each.sees]} alone" if each.sees in seen else "")
        for each in teachers
    ]
    return " and ".join(changes)[:LONGEST_NAME]


def _left(document: Document, points: Points) -> Any:
    """Which points can be guessed. (n,)"""
    return (points.label == UNLABELLED) & (document.parts_of(points) == 0)


def _seen(document: Document, sees: str) -> Document:
    """The document as a model sees it for which one feature is 0."""
    if sees == "both":
        return document
    timeline = tuple(
        c if c.points is None else replace(c, points=_seen_points(c.points, sees))
        for c in document.timeline
    )
    return replace(document, points=_seen_points(document.points, sees), timeline=timeline)


def _seen_points(points: Points, sees: str) -> Points:
    return points if sees == "both" else replace(points, x=points.x * VIEWS[sees])


def _converged(trace: Trace, start: int, epochs: int, doing: str) -> int:
    """The step at which a run has converged since `start`, by its natural rule: after at least
    one epoch, so that no two rounds coincide, and at most `epochs`."""
    t = start
    limit = start + epochs * trace.problem(start).updates_per_epoch
    for t, _ in watch(trace, "", start, limit):
        tell(f"{doing}, step {grouped(t)}")
    if trace.diverged:
        raise LinlabError(
            f"{trace.problem(0).learner.recipe.title} diverges: {trace.reason}. Nothing was guessed."
        )
    return max(t, start + 1)
