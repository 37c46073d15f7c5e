"""An edit of points or learners, applied to a later snapshot of them.

An edit turns `before` into `after`. A snapshot for later steps gets the same additions, removals,
moves, labels and texts, point by point, and keeps everything else: it is rebased,

    rebased(before, before, after) = after,    rebased(later, before, before) = later.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from linlab.engine.data.points import UNLABELLED, Points
from linlab.engine.ground.arrays import Ints
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner

_T = TypeVar("_T")


@dataclass(frozen=True)
class Edit:
    """From one snapshot of the points to another: the ids concerned, and the classes as (name
    before, name after)."""

    added: Ints
    removed: Ints
    moved: Ints
    relabelled: Ints
    reworded: Ints  # other texts
    classes: tuple[tuple[str | None, str | None], ...]  # None: added, or removed

    @classmethod
    def of(cls, before: Points, after: Points) -> "Edit":
        both, old, new = np.intersect1d(
            before.ids, after.ids, assume_unique=True, return_indices=True
        )
        same = _same_classes(before, after)
        follows = _table(same, len(before.classes))
        gone = tuple((name, None) for k, name in enumerate(before.classes) if k not in same)
        renamed = tuple(
            (before.classes[k], after.classes[j])
            for k, j in same.items()
            if before.classes[k] != after.classes[j]
        )
        fresh = tuple(
            (None, name) for j, name in enumerate(after.classes) if j not in same.values()
        )
        return cls(
            added=np.setdiff1d(after.ids, before.ids, assume_unique=True),
            removed=np.setdiff1d(before.ids, after.ids, assume_unique=True),
            moved=both[(before.x[old] != after.x[new]).any(axis=1)],
            relabelled=both[
                (follows[before.label[old]] != after.label[new])
                | _guessed_otherwise(before, old, after, new)
            ],
            reworded=both[_other_texts(before, old, after, new)],
            classes=gone + renamed + fresh,
        )


def rebased(later: Points, before: Points, after: Points) -> Points:
    """The later points with the edit that turned `before` into `after`.

    >>> start = Points.of([(0, 0), (1, 1)], ["a", "b"])
    >>> rebased(start.add((5, 5), 0), start, start.move(1, (2, 2)).remove(0)).x.tolist()
    [[2.0, 2.0], [5.0, 5.0]]
    """
    if before == after:
        return later
    if later == before:
        return after
    edit = Edit.of(before, after)
    classes, own, edited = _merged_classes(later, before, after)
    x = later.x.copy()
    label = own[later.label]
    moved, relabelled = (
        np.intersect1d(ids, later.ids, assume_unique=True) for ids in (edit.moved, edit.relabelled)
    )
    x[_places(later, moved)] = after.x[_places(after, moved)]
    label[_places(later, relabelled)] = edited[after.label[_places(after, relabelled)]]
    kept = ~np.isin(later.ids, edit.removed)
    new = np.isin(after.ids, edit.added)
    ids = after.ids[new]
    next_id = max(later.next_id, after.next_id)
    taken = np.isin(ids, later.ids)  # the id may belong to another point there, which must stay
    ids[taken] = next_id + np.arange(taken.sum())
    texts = None
    if later.texts is not None or after.texts is not None:
        own_texts, others = (list(points.texts or ("",) * len(points)) for points in (later, after))
        reworded = np.intersect1d(edit.reworded, later.ids, assume_unique=True)
        for k, j in zip(
            _places(later, reworded).tolist(), _places(after, reworded).tolist(), strict=True
        ):
            own_texts[k] = others[j]
        texts = _joined(own_texts, kept, others, new)
    labels = np.concatenate([label[kept], edited[after.label[new]]])
    guesses = None
    if later.guesses is not None or after.guesses is not None:
        mine, theirs = (list(points.guesses or (None,) * len(points)) for points in (later, after))
        for k, j in zip(
            _places(later, relabelled).tolist(), _places(after, relabelled).tolist(), strict=True
        ):
            mine[k] = theirs[j]
        joined = zip(_joined(mine, kept, theirs, new), labels.tolist(), strict=True)
        guesses = tuple(
            guess if label >= 0 else None for guess, label in joined
        )  # its class may have been removed
    return Points(
        x=np.concatenate([x[kept], after.x[new]]),
        label=labels,
        classes=classes,
        ids=np.concatenate([later.ids[kept], ids]),
        texts=texts,
        next_id=next_id,
        truth=np.concatenate([own[later.true][kept], edited[after.true][new]]),
        guesses=guesses,
        axes=after.axes,
    )


def _joined(mine: Sequence[_T], kept: Any, theirs: Sequence[_T], new: Any) -> tuple[_T, ...]:
    """My points that are kept, and their points that are new."""
    return (
        *(each for each, stays in zip(mine, kept, strict=True) if stays),
        *(each for each, comes in zip(theirs, new, strict=True) if comes),
    )


def rebased_learner(later: Learner, before: Learner, after: Learner) -> Learner:
    """The later learner with the settings that the edit changed; settings that no longer fit are
    dropped.

    >>> rebased_learner(Learner.of("svm", lam=1), Learner.of("svm"), Learner.of("svm", alpha=2)).chosen
    (('alpha', 2.0), ('lam', 1.0))
    """
    if before == after or later == before:
        return after if later == before else later
    edit = _other_settings(before, after)
    if (
        after.model == before.model != later.model
    ):  # another model by then, which takes over the settings it also has
        return _with(later, edit)
    return _with(
        after,
        {name: value for name, value in _other_settings(before, later).items() if name not in edit},
    )


def _other_settings(before: Learner, after: Learner) -> dict[str, Any]:
    """The choices that differ, with their new values; None for one that was removed."""
    old, new = dict(before.chosen), dict(after.chosen)
    return {name: new.get(name) for name in sorted({*old, *new}) if old.get(name) != new.get(name)}


def _with(learner: Learner, settings: dict[str, Any]) -> Learner:
    """All these settings if they fit together, else one after the other those that do."""
    own = {name: value for name, value in settings.items() if name in learner.recipe.parameters}
    try:
        return learner.replace(**own)
    except LinlabError:
        for name, value in own.items():
            try:
                learner = learner.replace(**{name: value})
            except LinlabError:
                continue
        return learner


def _guessed_otherwise(before: Points, old: Ints, after: Points, new: Ints) -> Any:
    """Which of these points had a guessed label that is now given, or guessed differently. (m,)"""
    if before.guesses is None and after.guesses is None:
        return np.zeros(len(old), bool)
    mine, theirs = (points.guesses or (None,) * len(points) for points in (before, after))
    return np.array(
        [mine[k] != theirs[j] for k, j in zip(old.tolist(), new.tolist(), strict=True)], bool
    )


def _other_texts(before: Points, old: Ints, after: Points, new: Ints) -> Any:
    """Which of these points have another text. (m,)"""
    if before.texts == after.texts and len(old) == len(before) == len(after):
        return np.zeros(len(old), bool)
    mine, theirs = (points.texts or ("",) * len(points) for points in (before, after))
    return np.array(
        [mine[k] != theirs[j] for k, j in zip(old.tolist(), new.tolist(), strict=True)], bool
    )


def _places(points: Points, ids: Ints) -> Ints:
    """The positions of these ids, which must all exist."""
    order = np.argsort(points.ids, kind="stable")
    return np.asarray(order[np.searchsorted(points.ids, ids, sorter=order)])


def _table(where: dict[int, int], many: int) -> Ints:
    """An index for labels 0 … many − 1, with −1 for classes that do not exist and, at the end, for
    unlabelled points."""
    return np.array([*(where.get(k, UNLABELLED) for k in range(many)), UNLABELLED])


def _same_classes(before: Points, after: Points) -> dict[int, int]:
    """The classes that stay, by name; a renamed one is recognised by its points, or if they do not
    decide, by its index.

    The points of a class that was removed are unlabelled.
    """
    found = {
        k: after.classes.index(name)
        for k, name in enumerate(before.classes)
        if name in after.classes
    }
    free = [j for j in range(len(after.classes)) if j not in found.values()]
    if not free or len(found) == len(before.classes):
        return found
    _, old, new = np.intersect1d(before.ids, after.ids, assume_unique=True, return_indices=True)
    for k in range(len(before.classes)):
        if k in found or not free:
            continue
        now = after.label[new[before.label[old] == k]]
        votes = np.bincount(now[np.isin(now, free)], minlength=len(after.classes))
        if votes.any() or (k in free and not (now == UNLABELLED).any()):
            found[k] = int(votes.argmax()) if votes.any() else k
            free.remove(found[k])
    return found


def _merged_classes(
    later: Points, before: Points, after: Points
) -> tuple[tuple[str, ...], Ints, Ints]:
    """The classes of the later points after the edit, and where those of `later` and of `after` are
    among them.

    They are in the edit's order, so that a class keeps its colour from step to step; classes of
    only the later points follow.
    """
    edit, since = _same_classes(before, after), _same_classes(before, later)
    names: list[str] = []
    own: dict[int, int] = {}  # later -> merged
    edited: dict[int, int] = {}  # after -> merged
    came_from = {j: k for k, j in edit.items()}
    extra = [j for j in range(len(later.classes)) if j not in since.values()]
    for j, name in enumerate(after.classes):
        k = came_from.get(j)
        if k is not None and k not in since:
            continue  # it was removed and stays removed
        if k is not None:
            own[since[k]] = len(names)
            name = name if name != before.classes[k] else later.classes[since[k]]
        else:
            own.update({m: len(names) for m in extra if later.classes[m] == name})
        edited[j] = len(names)
        names.append(name)
    for m in extra:
        if m not in own:
            if later.classes[m] in names:
                raise LinlabError(
                    f"A later step has a class “{later.classes[m]}”: choose another name."
                )
            own[m] = len(names)
            names.append(later.classes[m])
    return tuple(names), _table(own, len(later.classes)), _table(edited, len(after.classes))
