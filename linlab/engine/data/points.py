"""Labelled points in the plane, as one immutable value.

An edit returns new points and does not change the old ones, so undo is the previous value. Every
point has an id that stays the same through all edits and is never given to another point of the
same lineage: `next_id` only grows. A label may be hidden while its truth is kept. A label that a
model guessed is marked as a guess; a label given by hand no longer is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from linlab.engine.ground.arrays import Bools, Floats, Ints
from linlab.engine.ground.errors import LinlabError, perhaps
from linlab.engine.ground.sanitise import shorten

from .checks import (
    both_texts,
    check_name,
    check_near,
    class_name,
    coordinates,
    in_order,
    integers,
    is_pair,
    is_text,
    is_whole,
    locked,
    read_list,
    same_numbers,
    spread,
)
from .columns.axes import Axes
from .columns.description import as_frame, as_table, in_a_line
from .guess import Guess, known_guesses, known_truth, truth_and_guesses

MOST_CLASSES = 8  # as many colours and shapes as people can tell apart
UNLABELLED = -1
LAST_ID = 2**53  # every id is also an exact JSON number


@dataclass(frozen=True, eq=False, repr=False)
class Points:
    """Points x with their labels, class names and ids.

    >>> p = Points.of([(0, 1), (2, 3)], ["no", "yes"])
    >>> p.move(1, (5, 5)).x.tolist(), p.x.tolist()
    ([[0.0, 1.0], [5.0, 5.0]], [[0.0, 1.0], [2.0, 3.0]])
    """

    x: Floats  # (n, 2)
    label: Ints  # (n,) index into classes, -1 = unlabelled
    classes: tuple[str, ...]
    ids: Ints  # (n,)
    texts: tuple[str, ...] | None = None  # a text per point, such as the review it was counted from
    next_id: int = 0
    truth: Ints | None = (
        None  # (n,) what a label that is hidden, guessed or flipped truly is; -1 where it is unknown
    )
    guesses: tuple[Guess | None, ...] | None = (
        None  # the guess of each point's label, if there is one
    )
    axes: Axes | None = None  # the columns they come from, if they come from a table

    def __post_init__(self) -> None:
        x = coordinates(self.x)
        label = integers(self.label, "label")
        ids = integers(self.ids, "id")
        classes = tuple(name.strip() for name in self.classes)
        check_near(x)
        if len(classes) > MOST_CLASSES:
            raise LinlabError(
                f"There are {len(classes)} classes, but at most {MOST_CLASSES} are possible."
            )
        for name in classes:
            check_name(name)
        if len(set(classes)) < len(classes):
            raise LinlabError(
                f"The classes need different names, not {', '.join(map(shorten, classes))}."
            )
        if not len(x) == len(label) == len(ids):
            raise LinlabError(
                f"There are {len(x)} points, but {len(label)} labels and {len(ids)} ids."
            )
        if self.texts is not None and len(self.texts) != len(x):
            raise LinlabError(f"There are {len(x)} points, but {len(self.texts)} texts.")
        truth = known_truth(self.truth, len(x))
        guesses = known_guesses(self.guesses, label)
        for each in (label,) if truth is None else (label, truth):
            if len(each) and not UNLABELLED <= each.min() <= each.max() < len(classes):
                raise LinlabError(
                    f"A label must be -1 (unlabelled) or the index of one of the {len(classes)} classes."
                )
        if len(ids) and not 0 <= ids.min() <= ids.max() < LAST_ID:
            raise LinlabError("The ids of points must be whole numbers from 0 to 2^53 - 1.")
        # Ids nearly always increase, which is quick to see; sorting is for the rare rest.
        if not (np.diff(ids) > 0).all() and len(np.unique(ids)) < len(ids):
            raise LinlabError("Two points have the same id, but the ids must be different.")
        texts = None if self.texts is None else tuple(self.texts)
        next_id = max(int(self.next_id), int(ids.max()) + 1 if len(ids) else 0)
        arrays = {"x": locked(x), "label": locked(label), "ids": locked(ids)}
        plain = {
            "classes": classes,
            "texts": texts,
            "next_id": next_id,
            "truth": truth,
            "guesses": guesses,
        }
        for name, value in {**arrays, **plain}.items():
            object.__setattr__(self, name, value)

    @classmethod
    def of(
        cls,
        x: ArrayLike,
        labels: Iterable[object],
        classes: Sequence[str] | None = None,
        texts: Sequence[str] | None = None,
        truth: Iterable[object] | None = None,
        axes: Axes | None = None,
    ) -> Points:
        """Points from labels that are texts, numbers or booleans; None, '' and NaN mean unlabelled.

        Without `classes` these are the different labels, sorted as numbers if all are numbers, else
        as text. `truth` has the true classes of hidden labels.
        """
        names = [
            class_name(label)
            for label in (labels.tolist() if isinstance(labels, np.ndarray) else labels)
        ]
        true = None if truth is None else [class_name(label) for label in truth]
        every = {*names, *(true or ())}
        known = (
            in_order(every - {""}) if classes is None else tuple(name.strip() for name in classes)
        )
        index = {name: i for i, name in enumerate(known)} | {"": UNLABELLED}
        strangers = sorted(every - set(index))
        if strangers:
            known_names = ", ".join(map(shorten, known)) or "(there are none)"
            like = perhaps(strangers[0], known)
            raise LinlabError(
                f"“{shorten(strangers[0])}” is not one of the classes {known_names}{like}."
            )
        label = np.array([index[name] for name in names], dtype=np.int64)
        hidden = None if true is None else np.array([index[name] for name in true], dtype=np.int64)
        return cls(
            coordinates(x),
            label,
            known,
            np.arange(len(names)),
            None if texts is None else tuple(texts),
            truth=hidden,
            axes=axes,
        )

    @classmethod
    def empty(cls, classes: Sequence[str] = ()) -> Points:
        return cls.of(np.empty((0, 2)), [], classes)

    def __len__(self) -> int:
        return len(self.x)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Points):
            return NotImplemented
        return (
            (self.next_id, self.classes, self.axes) == (other.next_id, other.classes, other.axes)
            and same_numbers(self.x, other.x)
            and same_numbers(self.label, other.label)
            and same_numbers(self.ids, other.ids)
            and same_numbers(self.truth, other.truth)
            and (self.texts, self.guesses) == (other.texts, other.guesses)
        )

    def __repr__(self) -> str:
        return f"Points({in_a_line(self)})"

    def _repr_html_(self) -> str:
        return as_table(self)

    def to_frame(self) -> Any:
        """A pandas data frame, one row for each point."""
        return as_frame(self)

    def __hash__(self) -> int:
        return hash((len(self), self.classes, self.next_id))  # cheap, and equal for equal points

    @property
    def true(self) -> Ints:
        """The true class of each hidden or guessed label, -1 if unknown. (n,)"""
        return np.full(len(self), UNLABELLED) if self.truth is None else self.truth

    @property
    def guessed(self) -> Bools:
        """Which labels a model has guessed. (n,)"""
        if self.guesses is None:
            return np.zeros(len(self), bool)
        return np.fromiter((guess is not None for guess in self.guesses), bool, len(self))

    @property
    def hidden(self) -> Bools:
        """Which labels are not given although the truth is known: errors can be measured. (n,)"""
        return np.asarray((self.true >= 0) & ((self.label == UNLABELLED) | self.guessed))

    @property
    def flipped(self) -> Bools:
        """Which labels are given, and known to be another class than the true one. (n,)"""
        known = (self.label >= 0) & (self.true >= 0) & ~self.guessed
        return np.asarray(known & (self.label != self.true))

    @property
    def given(self) -> Points:
        """These points without guessed labels."""
        if self.guesses is None:
            return self
        return replace(self, label=np.where(self.guessed, UNLABELLED, self.label), guesses=None)

    def guess(self, ids: ArrayLike, label: ArrayLike, guesses: Sequence[Guess]) -> Points:
        """These points with guessed labels for some that have none."""
        at = self._at(ids)
        after = self.relabel(ids, label)
        every = list(self.guesses or (None,) * len(self))
        for place, each in zip(at.tolist(), guesses, strict=True):
            every[place] = each
        return replace(after, guesses=tuple(every))

    def add(
        self, x: ArrayLike, label: ArrayLike = UNLABELLED, texts: Sequence[str] | None = None
    ) -> Points:
        """One point or many at the end, with or without texts; their ids are next_id, next_id + 1, …"""
        new = coordinates(x)  # (k, 2)
        labels = spread(integers(label, "label"), (len(new),), "labels")
        ids = np.arange(self.next_id, self.next_id + len(new))
        return replace(
            self,
            x=np.concatenate([self.x, new]),
            label=np.concatenate([self.label, labels]),
            ids=np.concatenate([self.ids, ids]),
            texts=both_texts(self.texts, len(self), texts, len(new)),
            truth=None
            if self.truth is None
            else np.concatenate([self.truth, np.full(len(new), UNLABELLED)]),
            guesses=None if self.guesses is None else self.guesses + (None,) * len(new),
        )

    def move(self, ids: ArrayLike, to: ArrayLike) -> Points:
        """The points with these ids at new places: one place for all, or one for each."""
        at = self._at(ids)
        x = self.x.copy()
        x[at] = spread(coordinates(to), (len(at), 2), "places")
        return replace(self, x=x)

    def shift(self, ids: ArrayLike, delta: ArrayLike) -> Points:
        at = self._at(ids)
        x = self.x.copy()
        x[at] += spread(coordinates(delta), (len(at), 2), "shifts")
        return replace(self, x=x)

    def relabel(self, ids: ArrayLike, label: ArrayLike) -> Points:
        at = self._at(ids)
        labels = self.label.copy()
        labels[at] = spread(integers(label, "label"), (len(at),), "labels")
        by_hand = set(at.tolist())
        guesses = self.guesses and tuple(
            None if k in by_hand else guess for k, guess in enumerate(self.guesses)
        )
        return replace(self, label=labels, guesses=guesses)

    def remove(self, ids: ArrayLike) -> Points:
        keep = np.ones(len(self), dtype=bool)
        keep[self._at(ids)] = False
        return self.take(keep)

    def take(self, which: ArrayLike) -> Points:
        """The points of a boolean mask, or at these positions and in this order, with their ids."""
        pick = np.asarray(which)
        if pick.dtype == bool:
            if pick.shape != (len(self),):
                raise LinlabError(f"A mask over {len(self)} points needs {len(self)} entries.")
            pick = np.flatnonzero(pick)
        pick = integers(pick, "position")
        if len(pick) and not 0 <= pick.min() <= pick.max() < len(self):
            raise LinlabError(f"A position must lie between 0 and {len(self) - 1}.")
        texts, guesses = self.texts, self.guesses
        if texts is not None:
            texts = tuple(texts[i] for i in pick.tolist())
        if guesses is not None:
            guesses = tuple(guesses[i] for i in pick.tolist())
        truth = None if self.truth is None else self.truth[pick]
        return replace(
            self,
            x=self.x[pick],
            label=self.label[pick],
            ids=self.ids[pick],
            texts=texts,
            truth=truth,
            guesses=guesses,
        )

    def add_class(self, name: str) -> Points:
        return replace(self, classes=(*self.classes, name))

    def rename_class(self, index: int, name: str) -> Points:
        i = self._class(index)
        return replace(self, classes=(*self.classes[:i], name, *self.classes[i + 1 :]))

    def remove_class(self, index: int) -> Points:
        """Without this class: its points become unlabelled and later classes move up."""
        i = self._class(index)
        label, truth = (
            np.where(each == i, UNLABELLED, each - (each > i)) for each in (self.label, self.true)
        )
        guesses = self.guesses and tuple(
            None if k == i else g for k, g in zip(self.label, self.guesses, strict=True)
        )
        return replace(
            self,
            label=label,
            classes=self.classes[:i] + self.classes[i + 1 :],
            guesses=guesses,
            truth=None if self.truth is None else truth,
        )

    def index(self, id: int) -> int:
        """The position of the point with this id."""
        return int(self._at(id)[0])

    def _at(self, ids: ArrayLike) -> Ints:
        wanted = integers(ids, "id")
        order = np.argsort(self.ids, kind="stable")  # linear time if sorted, as nearly always
        rank = np.searchsorted(self.ids, wanted, sorter=order)
        found = rank < len(self)
        found[found] = self.ids[order[rank[found]]] == wanted[found]
        if not found.all():
            raise LinlabError(f"There is no point with the id {wanted[~found][0]}.")
        return order[rank]

    def _class(self, index: int) -> int:
        if not 0 <= index < len(self.classes):
            raise LinlabError(
                f"There is no class with the index {index}; there are {len(self.classes)} classes."
            )
        return index

    def to_json(self) -> dict[str, Any]:
        """Plain lists; Python writes floats so that they read back exactly."""
        return {
            "x": self.x.tolist(),
            "label": self.label.tolist(),
            "classes": list(self.classes),
            "ids": self.ids.tolist(),
            "texts": None if self.texts is None else list(self.texts),
            "next_id": self.next_id,
            **({} if self.axes is None else {"axes": self.axes.to_json()}),
            **({} if self.truth is None else {"truth": self.truth.tolist()}),
            **(
                {}
                if self.guesses is None
                else {"guesses": [g and g.to_json() for g in self.guesses]}
            ),
        }

    @classmethod
    def from_json(cls, obj: object) -> Points:
        if not isinstance(obj, dict):
            raise LinlabError(
                "Points must be stored as an object with the fields x, label, classes and ids."
            )
        x = read_list(obj, "x", "pairs of finite numbers", is_pair)
        label = read_list(obj, "label", "whole numbers", is_whole)
        classes = read_list(obj, "classes", "texts", is_text)
        ids = read_list(obj, "ids", "whole numbers", is_whole)
        texts = (
            None if obj.get("texts") is None else tuple(read_list(obj, "texts", "texts", is_text))
        )
        next_id = obj.get("next_id", 0)
        if not is_whole(next_id) or max(next_id, *ids, 0) > LAST_ID // 2:
            raise LinlabError(
                "The ids of stored points and “next_id” must be whole numbers up to 2^52, so that points can be added."
            )
        return cls(
            coordinates(x),
            integers(label, "label"),
            tuple(classes),
            integers(ids, "id"),
            texts,
            next_id,
            *truth_and_guesses(obj),
            axes=None if obj.get("axes") is None else Axes.from_json(obj["axes"]),
        )
