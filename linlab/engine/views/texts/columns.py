"""The columns of a table of texts: the text with its words tinted, and whose turn it is."""

from collections.abc import Sequence

import numpy as np

from linlab.engine.ground.sanitise import shorten
from linlab.engine.picture.inside import upcoming
from linlab.engine.views.kit.marks import MOST_HIGHLIGHTED_ROWS
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.table import Column, Tint
from linlab.engine.views.words.vocabulary import Vocabulary

from .tints import Tinter

NOW, NEXT = "this step", "next"
LONGEST_CLASS = 24  # letters of the name of a class in the legend
NO_WEIGHTS = "Here no word has a weight of its own, so none is tinted."


def text_column(moment: Snapshot) -> Column:
    """The texts, each with tints where words have weights."""
    texts: Sequence[str] = moment.points.texts or ("",) * len(moment.points)
    found = Vocabulary.of(moment)
    tints = _none if found is None else Tinter(found).tints
    return Column("text", "text", "the text, its words tinted by what they add", texts, words=True, typed=True, tints=tints)  # fmt: skip


def _none(row: int) -> tuple[Tint, ...]:
    return ()


def turn_column(moment: Snapshot) -> Column:
    """The examples of this step, and those that come next."""
    now = _few(() if moment.step is None else moment.step.ids.tolist())
    following = _few(_following(moment))
    turns = []
    for id in moment.points.ids.tolist():
        said = [NOW] if id in now else []
        turns.append(" · ".join([*said, NEXT] if id in following else said))
    order = np.array([-len(each) if each else 1 for each in turns])
    return Column("turn", "turn", "the example of this step, and the one that comes next", tuple(turns), order, words=True)  # fmt: skip


def _following(moment: Snapshot) -> Sequence[int]:
    trace = moment.trace
    if trace is None or upcoming.refuses(moment.learner, len(moment.points.classes)):
        return ()
    ids: Sequence[int] = upcoming.asks(trace, moment.t, None).tolist()
    return ids


def _few(ids: Sequence[int]) -> frozenset[int]:
    """Of a step that looks at many, none."""
    return frozenset(ids) if len(ids) <= MOST_HIGHLIGHTED_ROWS else frozenset()


def legend_of(moment: Snapshot) -> tuple[str, tuple[Tint, ...]]:
    """What the tints mean, tinted so: the classes, and that a stronger tint means more."""
    found = Vocabulary.of(moment)
    if found is None:
        return (NO_WEIGHTS if moment.model is not None else "", ())
    text = "Words for "
    tints = []
    names = [(k, name) for k, name in enumerate(moment.points.classes) if name in found.classes]
    for n, (k, name) in enumerate(names):
        if n:
            text += " or " if n == len(names) - 1 else ", "
        shown = shorten(name, LONGEST_CLASS)
        tints.append(Tint(len(text), len(text) + len(shown), k, 0.8))
        text += shown
    return f"{text}: the stronger, the more.", tuple(tints)


def rows_with(texts: Sequence[str], search: str) -> list[int] | None:
    """The rows whose texts have these letters; None if nothing is searched for."""
    wanted = search.strip().casefold()
    if not wanted:
        return None
    return [k for k, text in enumerate(texts) if wanted in text.casefold()]
