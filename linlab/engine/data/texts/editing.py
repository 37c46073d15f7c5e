"""Texts added to points, and changed: each gets a place of its own below the others, or, where
places count words, the place of its counts."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from linlab.engine.data.lexicon import Lexicon
from linlab.engine.data.points import Points
from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped

from .tables import MOST_TEXTS, checked_text, places_in_rows


def with_text(points: Points, text: str, label: int, lexicon: Lexicon | None = None) -> Points:
    """One more text of this class, −1 for none."""
    known = checked_text(text, "the new text")
    _check_room(points, 1)
    return points.add(_places(points, [known], lexicon), label, [known])


def with_other_text(points: Points, id: int, text: str, lexicon: Lexicon | None = None) -> Points:
    """The points with another text of this one; where places count words, it moves by the change of
    its counts."""
    known = checked_text(text, "the new text")
    before = "" if points.texts is None else points.texts[points.index(id)]
    if lexicon is not None:
        by = np.subtract(lexicon.counts(known), lexicon.counts(before))
        points = points.shift(id, by)
    texts = list(points.texts or ("",) * len(points))
    texts[points.index(id)] = known
    return replace(points, texts=tuple(texts))


def with_texts(points: Points, new: Points, lexicon: Lexicon | None = None) -> Points:
    """The points and new texts at places of their own; missing classes are added."""
    texts = new.texts or ("",) * len(new)
    _check_room(points, len(new))
    return joined(points, replace(new, x=_places(points, texts, lexicon)))


def joined(points: Points, new: Points) -> Points:
    """These points and the new ones, which keep their places, texts, truths and guesses; missing
    classes are added."""
    for name in new.classes:
        if name not in points.classes:
            points = points.add_class(name)
    index = np.array([*(points.classes.index(name) for name in new.classes), -1])
    both = points.add(new.x, index[new.label], new.texts)
    guesses = (*(points.guesses or (None,) * len(points)), *(new.guesses or (None,) * len(new)))
    axes = points.axes if len(points) else new.axes  # an empty plane takes the names of theirs
    truth = np.concatenate([points.true, index[new.true]])
    return replace(both, truth=truth, guesses=guesses, axes=axes)


def _places(points: Points, texts: Sequence[str], lexicon: Lexicon | None) -> Floats:
    """Where new texts stand. (k, 2)"""
    if lexicon is not None:
        return np.array([lexicon.counts(text) for text in texts], float).reshape(-1, 2)
    places = places_in_rows(len(texts))
    if len(points):
        low = points.x[:, 1].min()
        left = points.x[:, 0].min()
        places = places + (left, low - 1.0)
    return places


def _check_room(points: Points, many: int) -> None:
    if len(points) + many > MOST_TEXTS:
        raise LinlabError(
            f"With these there would be {grouped(len(points) + many)} texts, but at most "
            f"{grouped(MOST_TEXTS)} are possible."
        )
