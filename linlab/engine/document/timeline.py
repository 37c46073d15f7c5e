"""The timeline in words: at which steps a document changes, and what changes there."""

from collections import Counter
from itertools import groupby

import numpy as np

from linlab.engine.data.points import Points
from linlab.engine.ground.numerals import number
from linlab.engine.ground.sanitise import shorten
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.parameters import PARAMETERS

from .document import Change, Document
from .rebase import Edit


def marks(document: Document) -> tuple[tuple[int, str], ...]:
    """The steps after which something changes, each with a description."""
    out = []
    points = document.points
    learners = document.learners
    for t, changes in groupby(document.timeline, key=lambda change: change.t):
        lasting, chosen = [], []
        for change in changes:
            if change.points is not None:
                lasting += describe_points_change(points, change.points)
                points = change.points
            if change.learners is not None:
                lasting += [
                    words
                    for pair in zip(learners, change.learners, strict=True)
                    for words in describe_settings_change(*pair)
                ]
                learners = change.learners
            if change.pick is not None:
                chosen.append(_pick_in_words(document, change))
        lines = [f"from step {t + 1} on: {', '.join(lasting)}"] if lasting else []
        out.append((t, "\n".join(lines + chosen[-1:])))
    return tuple(out)


def describe_points_change(before: Points, after: Points) -> list[str]:
    """How the points changed.

    >>> start = Points.of([(0, 0), (1, 1)], ["a", "b"])
    >>> describe_points_change(start, start.add([(5, 5), (6, 6)], 0).move(0, (2, 2)).rename_class(1, "frogs"))
    ['2 points added', '1 point moved', 'class b renamed to frogs']
    """
    found = Edit.of(before, after)
    who = dict(zip(after.ids.tolist(), after.guesses or (), strict=False))
    by_hand = [id for id in found.relabelled.tolist() if who.get(id) is None]
    rounds = Counter(
        (guess.round, guess.by)
        for guess in map(who.get, found.relabelled.tolist())
        if guess is not None
    )
    groups = (
        ("added", found.added),
        ("removed", found.removed),
        ("moved", found.moved),
        ("relabelled", by_hand),
    )
    out = [
        f"{len(ids)} point{'s' if len(ids) != 1 else ''} {what}" for what, ids in groups if len(ids)
    ]
    out += [
        f"{many} label{'s' if many != 1 else ''} guessed in round {k} by {shorten(by)}"
        for (k, by), many in sorted(rounds.items())
    ]
    for old, new in found.classes:
        if old is None:
            out.append(f"class {new} added")
        elif new is None:
            out.append(f"class {old} removed")
        else:
            out.append(f"class {old} renamed to {new}")
    return out or ["other points"]


def describe_settings_change(before: Learner, after: Learner) -> list[str]:
    """How a learner's settings changed.

    >>> describe_settings_change(Learner.of("svm"), Learner.of("svm", lam=1, rate="pegasos"))
    ['λ 0.01 → 1', 'schedule constant → pegasos']
    """
    if before.model != after.model:
        return [f"{before.recipe.title} → {after.recipe.title}"]
    out = []
    for name in after.recipe.parameters:
        old, new = before[name], after[name]
        if old != new:
            title = (
                PARAMETERS[name].title.lower()
                if isinstance(new, str) and isinstance(old, str)
                else PARAMETERS[name].symbol
            )
            out.append(f"{title} {_value(old)} → {_value(new)}")
    return out


def _value(value: float | int | str) -> str:
    return value if isinstance(value, str) else number(value)


def _pick_in_words(document: Document, change: Change) -> str:
    """The example by its number in its problem; one that is not a training point is skipped."""
    points = document.points_at(change.t)
    mine = points.ids[(points.label >= 0) & (document.parts_of(points) == 0)]
    place = np.flatnonzero(mine == change.pick)
    if not len(place):
        return f"step {change.t + 1}: the chosen example is not a training point"
    return f"step {change.t + 1}: train on #{place[0] + 1} next"
