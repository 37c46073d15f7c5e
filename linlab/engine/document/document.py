"""A document: points, learners, seed, split, timeline, title, notes and bookmarks, as one frozen
value.

Everything that a run shows is a function of its document. A change of the points or the learners
makes a new document (as if it had been so from the start); in the timeline it counts from step t
on (continue from here). Either way the change is also made to every later snapshot, so that it is
not undone at another step.
"""

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from linlab.engine.data.dataset import FEATURES
from linlab.engine.data.datasets import DATASETS
from linlab.engine.data.points import Points
from linlab.engine.data.split import parts
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.jsonfile import read_json as read_json
from linlab.engine.ground.numerals import grouped
from linlab.engine.ground.writing import write_text
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.old_defaults import VERSION

from .bookmarks import Bookmarks, bookmarks_of, check_bookmarks
from .look import MOST_UPDATES as MOST_UPDATES
from .look import Look, check_words
from .rebase import rebased, rebased_learner
from .source import Source as Source
from .source import is_number
from .stops import Stops

MOST_MODELS = 6  # more would be too small side by side
MOST_SEED = 2**32 - 1


@dataclass(frozen=True)
class Change:
    """From step t + 1 on: other points, other learners, or, for that one step, the example with
    the id `pick`."""

    t: int
    points: Points | None = None
    learners: tuple[Learner, ...] | None = None
    pick: int | None = None


@dataclass(frozen=True)
class Document:
    """What is saved, undone and replayed.

    >>> Document(Points.empty(("A", "B")), (Learner.of("svm"),)).seed
    0
    """

    points: Points
    learners: tuple[Learner, ...]
    seed: int = 0
    shares: tuple[float, float, float] = (100.0, 0.0, 0.0)  # train, dev, test
    timeline: tuple[Change, ...] = ()
    source: Source | None = None
    title: str = ""
    notes: str = ""
    bookmarks: Bookmarks = ()
    stops: Stops | None = None  # of Page Down while presenting; None: the usual ones
    look: Look | None = field(
        default=None, compare=False
    )  # what was shown when it was saved; None: unknown

    def __post_init__(self) -> None:
        if not isinstance(self.seed, int) or not 0 <= self.seed <= MOST_SEED:
            raise LinlabError(f"The seed must be a whole number from 0 to {grouped(MOST_SEED)}.")
        if not self.learners:
            raise LinlabError("A document needs at least one learner.")
        if len(self.learners) > MOST_MODELS:
            raise LinlabError(
                f"A document can have up to {MOST_MODELS} models, not {grouped(len(self.learners))}."
            )
        if any(a.t > b.t for a, b in zip(self.timeline, self.timeline[1:], strict=False)):
            raise LinlabError("The changes of a timeline must be in the order of their steps.")
        if not all(0 <= change.t <= MOST_UPDATES for change in self.timeline):
            raise LinlabError("A change of the timeline must come at a step from 0 to 2^53.")
        check_words(self.title, self.notes)
        check_bookmarks(self.bookmarks)
        parts((), self.shares)  # refuses impossible shares
        if any(
            change.learners is not None and len(change.learners) != len(self.learners)
            for change in self.timeline
        ):
            raise LinlabError(
                "A change of the timeline must name as many learners as the document has."
            )
        self._share_ids()

    @property
    def features(self) -> tuple[str, str]:
        """The names of the coordinates; an x₂ that was replaced has lost its own."""
        if self.points.axes is not None:
            return self.points.axes.titles
        if self.source is None or self.source.name not in DATASETS:
            return FEATURES
        first, second = DATASETS[self.source.name].features
        return (first, FEATURES[1]) if dict(self.source.values).get("second") else (first, second)

    @property
    def levels(self) -> tuple[str, ...]:
        """The names of the values 0, 1 … of both coordinates; empty if they have none."""
        if self.source is None or self.source.name not in DATASETS:
            return ()
        return () if dict(self.source.values).get("second") else DATASETS[self.source.name].levels

    @property
    def bare(self) -> "Document":
        """The document without title, notes, bookmarks, stops and look, which do not change its runs."""
        return replace(self, title="", notes="", bookmarks=(), stops=None, look=None)

    def _share_ids(self) -> None:
        """Give points that are added at an early step ids that no later snapshot uses."""
        snapshots = [self.points, *(c.points for c in self.timeline if c.points is not None)]
        free = max(points.next_id for points in snapshots)
        if any(points.next_id < free for points in snapshots):
            points, *later = (replace(points, next_id=free) for points in snapshots)
            timeline = tuple(
                c if c.points is None else replace(c, points=later.pop(0)) for c in self.timeline
            )
            object.__setattr__(self, "points", points)
            object.__setattr__(self, "timeline", timeline)

    def after(self, change: Change) -> "Document":
        """This document with one more change; it comes after earlier ones at the same step."""
        earlier = tuple(c for c in self.timeline if c.t <= change.t)
        return replace(self, timeline=earlier + (change,) + self.timeline[len(earlier) :])

    def points_at(self, t: int) -> Points:
        """The points in force after t steps: those of the last change up to there."""
        return next(
            (c.points for c in reversed(self.timeline) if c.points is not None and c.t <= t),
            self.points,
        )

    def learners_at(self, t: int) -> tuple[Learner, ...]:
        """The learners in force after t steps."""
        return next(
            (c.learners for c in reversed(self.timeline) if c.learners is not None and c.t <= t),
            self.learners,
        )

    def with_points(self, before: Points, after: Points, t: int | None = None) -> "Document":
        """The edit from `before` to `after`, made to all points from the start, or from step t
        on."""
        now = self.points if t is None else self.points_at(t)
        return self._edited("points", t, now, lambda points: rebased(points, before, after))

    def with_learners(
        self, before: tuple[Learner, ...], after: tuple[Learner, ...], t: int | None = None
    ) -> "Document":
        """The edit of the learners from `before` to `after`, made to all from the start, or from
        step t on."""

        def rebase(learners: tuple[Learner, ...]) -> tuple[Learner, ...]:
            return tuple(map(rebased_learner, learners, before, after))

        return self._edited(
            "learners", t, self.learners if t is None else self.learners_at(t), rebase
        )

    def with_pick(self, t: int, id: int) -> "Document":
        """After t steps the next one trains on the point `id`."""
        kept = tuple(c for c in self.timeline if not (c.t == t and c.pick is not None))
        return replace(self, timeline=kept).after(Change(t, pick=id))

    def with_models(self, chosen: Sequence[int | Learner]) -> "Document":
        """This document with these models at every step: existing ones, by their index, or new
        ones."""

        def of(learners: tuple[Learner, ...]) -> tuple[Learner, ...]:
            return tuple(learners[each] if isinstance(each, int) else each for each in chosen)

        timeline = [
            change if change.learners is None else replace(change, learners=of(change.learners))
            for change in self.timeline
        ]
        return replace(
            self,
            learners=of(self.learners),
            timeline=_telling("learners", of(self.learners), timeline),
        )

    def _edited(
        self, kind: str, t: int | None, now: Any, rebase: Callable[[Any], Any]
    ) -> "Document":
        """This document with every snapshot of a kind rebased; with t, a new snapshot is added
        there."""
        timeline = []
        for change in self.timeline:
            later = getattr(change, kind)
            if later is not None and (t is None or change.t >= t):
                change = _with(change, kind, rebase(later) if t is None or change.t > t else None)
            timeline.append(change)
        if t is None:
            return replace(
                self, **{kind: rebase(now), "timeline": _telling(kind, rebase(now), timeline)}
            )
        first = next((k for k, change in enumerate(timeline) if change.t > t), len(timeline))
        timeline.insert(first, Change(t, **{kind: rebase(now)}))
        return replace(self, timeline=_telling(kind, getattr(self, kind), timeline))

    def parts_of(self, points: Points) -> Any:
        """The part of each point: 0 train, 1 dev, 2 test."""
        return parts(points.ids, self.shares, self.seed)

    @property
    def version(self) -> int:
        """The lowest sufficient version of the format: the first one whose programs read exactly
        the same learners from the file, at the start and in the timeline.

        A program gives settings that a file leaves out the defaults of the file's version. So
        version 1, which every program opens, is enough unless a learner leaves a setting to a
        default that has changed since; the document then has the version of that change, and an
        older program refuses it instead of training something else."""
        later = (change.learners for change in self.timeline if change.learners is not None)
        return max(learner.version for learners in (self.learners, *later) for learner in learners)

    def to_json(self) -> dict[str, Any]:
        return {
            "linlab": self.version,
            "points": self.points.to_json(),
            "learners": [learner.to_json() for learner in self.learners],
            "seed": self.seed,
            "shares": list(self.shares),
            "timeline": [_change_to_json(change) for change in self.timeline],
            "source": None if self.source is None else self.source.to_json(),
            "title": self.title,
            "notes": self.notes,
            "bookmarks": [bookmark.to_json() for bookmark in self.bookmarks],
            **({} if self.stops is None else {"stops": self.stops.to_json()}),
            **({} if self.look is None else {"look": self.look.to_json()}),
        }

    @classmethod
    def from_json(cls, obj: Any) -> "Document":
        if not isinstance(obj, dict) or "linlab" not in obj:
            raise LinlabError("This is not a linlab document.")
        version = obj["linlab"]
        if not isinstance(version, int) or isinstance(version, bool) or version < 1:
            raise LinlabError("This document does not say which version of the format it has.")
        if version > VERSION:
            raise LinlabError(
                f"This document has format {version}, but this linlab reads only formats up to {VERSION}: open it with a newer linlab."
            )
        shares = _field(obj, "shares", list, [100.0, 0.0, 0.0])
        if len(shares) != 3 or not all(is_number(share) for share in shares):
            raise LinlabError("The field “shares” of the document must be three numbers.")
        return cls(
            points=Points.from_json(_field(obj, "points", dict)),
            learners=_learners(obj, version),
            seed=_field(obj, "seed", int, 0),
            shares=(float(shares[0]), float(shares[1]), float(shares[2])),
            timeline=tuple(
                _change_from_json(change, version) for change in _field(obj, "timeline", list, [])
            ),
            source=None if obj.get("source") is None else Source.from_json(obj["source"]),
            title=obj.get("title", ""),
            notes=obj.get("notes", ""),
            bookmarks=bookmarks_of(obj.get("bookmarks", [])),
            stops=None if obj.get("stops") is None else Stops.from_json(obj["stops"]),
            look=None if obj.get("look") is None else Look.from_json(obj["look"]),
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        write_text(path, json.dumps(self.to_json(), allow_nan=False))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "Document":
        """The document in a file, or one sentence that begins with the file's name."""
        name = Path(path).name
        try:
            return cls.from_json(read_json(path))
        except LinlabError as error:
            raise LinlabError(f"{name}: {error}") from None


def _with(change: Change, kind: str, value: Any) -> Change:
    values: dict[str, Any] = {kind: value}
    return replace(change, **values)


def _telling(kind: str, value: Any, timeline: list[Change]) -> tuple[Change, ...]:
    """The changes of a timeline without those of this kind that change nothing, starting from this
    value."""
    kept = []
    for change in timeline:
        if getattr(change, kind) == value:
            change = _with(change, kind, None)
        value = value if getattr(change, kind) is None else getattr(change, kind)
        if (change.points, change.learners, change.pick) != (None, None, None):
            kept.append(change)
    return tuple(kept)


def _field(obj: dict[str, Any], name: str, kind: type, default: Any = None) -> Any:
    value = obj.get(name, default)
    if not isinstance(value, kind) or isinstance(value, bool):
        words = {dict: "an object", list: "a list", int: "a whole number"}
        raise LinlabError(f"The field “{name}” of the document must be {words[kind]}.")
    return value


def _change_to_json(change: Change) -> dict[str, Any]:
    out: dict[str, Any] = {"t": change.t}
    if change.points is not None:
        out["points"] = change.points.to_json()
    if change.learners is not None:
        out["learners"] = [learner.to_json() for learner in change.learners]
    if change.pick is not None:
        out["pick"] = change.pick
    return out


def _learners(obj: dict[str, Any], version: int) -> tuple[Learner, ...]:
    return tuple(Learner.from_json(each, version) for each in _field(obj, "learners", list))


def _change_from_json(obj: Any, version: int) -> Change:
    if not isinstance(obj, dict):
        raise LinlabError("The field “timeline” of the document must be a list of objects.")
    pick = obj.get("pick")
    if pick is not None and (not isinstance(pick, int) or isinstance(pick, bool)):
        raise LinlabError("The field “pick” of a change must be the id of a point.")
    return Change(
        t=_field(obj, "t", int),
        points=Points.from_json(obj["points"]) if obj.get("points") is not None else None,
        learners=_learners(obj, version) if obj.get("learners") is not None else None,
        pick=pick,
    )
