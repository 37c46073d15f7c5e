"""Where the points of a document come from: the data set, and how to draw or count them again."""

from dataclasses import dataclass, replace
from typing import Any

from linlab.engine.data.datasets import DATASETS, make_points
from linlab.engine.data.lexicon import Lexicon
from linlab.engine.data.points import Points
from linlab.engine.ground.errors import LinlabError


@dataclass(frozen=True)
class Source:
    """The generator that drew the points: a data set's name, its seed, the values of its knobs, and
    the words that are counted, if they are not the data set's own."""

    name: str
    seed: int = 0
    values: tuple[tuple[str, float], ...] = ()
    words: Lexicon | None = None

    def draw(self) -> Points:
        values: dict[str, Any] = dict(self.values)
        points = make_points(self.name, seed=self.seed, **values)
        own = DATASETS[self.name].lexicon
        return points if own is None or self.words is None else recounted(points, own, self.words)

    @property
    def lexicon(self) -> Lexicon | None:
        """The words that its points count; None if they are not counts."""
        own = DATASETS[self.name].lexicon if self.name in DATASETS else None
        return own if own is None or self.words is None else self.words

    def reworded(self, points: Points, words: Lexicon) -> "tuple[Source, Points]":
        """This source with other words, and its points counted again: a point without a text stays
        where it is, and one that was moved by hand moves by the change of its counts."""
        own = DATASETS[self.name].lexicon
        assert own is not None and self.lexicon is not None
        other = replace(self, words=None if words == own else words)
        before, after = self.draw(), other.draw()
        drawn = {
            id: (was, now)
            for id, was, now in zip(
                before.ids.tolist(), before.x.tolist(), after.x.tolist(), strict=True
            )
        }
        moved = recounted(points, self.lexicon, words)
        x = [
            drawn[id][1] if id in drawn and drawn[id][0] == was else now
            for id, was, now in zip(
                points.ids.tolist(), points.x.tolist(), moved.x.tolist(), strict=True
            )
        ]
        return other, points.move(points.ids, x) if len(points) else points

    def to_json(self) -> dict[str, Any]:
        words = {} if self.words is None else {"words": self.words.to_json()}
        return {"name": self.name, "seed": self.seed, "values": dict(self.values), **words}

    @classmethod
    def from_json(cls, obj: Any) -> "Source":
        good = (
            isinstance(obj, dict)
            and isinstance(obj.get("name"), str)
            and isinstance(obj.get("seed", 0), int)
        )
        values = obj.get("values", {}) if good else None
        if not isinstance(values, dict) or not all(is_number(value) for value in values.values()):
            raise LinlabError(
                "The field “source” of the document must name a data set, its seed and its values."
            )
        words = None if obj.get("words") is None else Lexicon.from_json(obj["words"])
        return cls(obj["name"], obj.get("seed", 0), tuple(sorted(values.items())), words)


def recounted(points: Points, before: Lexicon, after: Lexicon) -> Points:
    """The points, each with a text moved by the change of its counts under other words."""
    if points.texts is None or before == after or not len(points):
        return points
    by = [
        [b - a for a, b in zip(before.counts(text), after.counts(text), strict=True)]
        for text in points.texts
    ]
    return points.shift(points.ids, by)


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e300
