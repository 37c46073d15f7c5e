"""Points as their source draws them: what was changed by hand since, and what stays when they are
drawn anew."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from linlab.engine.data.datasets import DATASETS
from linlab.engine.data.points import Points
from linlab.engine.data.texts.tables import are_texts_alone
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.parameters import numbers_in

from .document import Document, Source


@lru_cache(maxsize=4)  # a slider asks for the same few again and again
def points_of(source: Source) -> Points:
    return source.draw()


def _drawn_by(source: Source | None) -> Points | None:
    """None also for what a file calls a source and is none."""
    try:
        return None if source is None else points_of(source)
    except (LinlabError, TypeError):
        return None


def touched(document: Document) -> bool:
    """Whether points were changed by hand since they were drawn. Names of classes do not count,
    they stay; nor does the choice of an example to train on, which changes no point; nor labels
    that a model has guessed."""
    drawn = _drawn_by(document.source)
    points = document.points
    if drawn is None:
        return False
    pairs = (
        (drawn.x, points.x),
        (drawn.label, points.label),
        (drawn.ids, points.ids),
        (drawn.true, points.true),
    )
    same = len(drawn.classes) == len(points.classes) and all(np.array_equal(a, b) for a, b in pairs)
    return not (same and drawn.texts == points.texts) or any(
        change.points is not None and change.points.given != points for change in document.timeline
    )


def resampled(document: Document, source: Source) -> Document:
    """The document with the points of a source: what changes of the learner on the way stays, what
    changes of points goes."""
    points = points_of(source)
    before = _drawn_by(document.source)
    if before is not None and document.source is not None and document.source.name == source.name:
        points = replace(
            points, classes=_names(document.points.classes, before.classes, points.classes)
        )
    texts = source.name in DATASETS and DATASETS[source.name].of_texts

    another = document.source is None or document.source.name != source.name

    def fitted(learners: tuple[Learner, ...]) -> tuple[Learner, ...]:
        own = tuple(fitted_to(learner, texts) for learner in learners)
        return tuple(from_zero(learner) for learner in own) if another else own

    timeline = tuple(
        replace(c, points=None, pick=None, learners=fitted(c.learners))
        for c in document.timeline
        if c.learners is not None
    )
    learners = fitted(document.learners)
    return replace(document, points=points, source=source, timeline=timeline, learners=learners)


def from_zero(learner: Learner) -> Learner:
    """The learner without weights that were set by hand: they were meant for other points."""
    given = "start" in dict(learner.chosen) and numbers_in(learner["start"]) is not None
    return learner.replace(start=None) if given else learner


# Which model takes the place of one that cannot learn from texts, or from places.
_FOR_TEXTS = {
    "naive-bayes": "multinomial-naive-bayes",
    "gaussian-naive-bayes": "multinomial-naive-bayes",
}
_FOR_PLACES = {"multinomial-naive-bayes": "naive-bayes"}


def fitted_to(learner: Learner, texts: bool) -> Learner:
    """The learner as it learns from texts, or from places; as it is, if it cannot.

    >>> fitted_to(Learner.of("svm", space="rbf"), texts=True)["space"]
    'words'
    """
    if learner.recipe.of_others or learner.reads_texts == texts:
        return learner
    other = (_FOR_TEXTS if texts else _FOR_PLACES).get(learner.model)
    if other is not None:
        return Learner.of(other)
    try:
        return learner.replace(space="words" if texts else None)
    except LinlabError:
        return learner


def fitted_to_texts(learner: Learner) -> Learner:
    """The learner as it learns from texts; logistic regression in the place of one that cannot."""
    own = fitted_to(learner, texts=True)
    if own.recipe.of_others or own.reads_texts:
        return own
    return Learner.of("logistic", space="words")


def check_texts_are_read(points: Points, learners: Sequence[Learner]) -> None:
    """Refuse to train on the rows that texts stand in, where no learner reads the texts."""
    read = any(learner.reads_texts or learner.recipe.of_others for learner in learners)
    if are_texts_alone(points) and not read:
        raise LinlabError(
            "These are texts, which have no coordinates: set space=words, so that the model reads them."
        )


def _names(mine: tuple[str, ...], drawn: tuple[str, ...], anew: tuple[str, ...]) -> tuple[str, ...]:
    """The names of classes drawn anew: those given by hand stay, if these are still the classes
    they were given to.

    >>> _names(("frogs", "toads"), ("A", "B"), ("A", "B", "C"))
    ('frogs', 'toads', 'C')
    >>> _names(("B",), ("A", "B"), ("A", "B"))
    ('A', 'B')
    """
    if len(mine) < len(drawn) or any(
        name in drawn and name != drawn[k] for k, name in enumerate(mine[: len(drawn)])
    ):
        return anew
    kept = tuple(mine[k] if k < len(drawn) else name for k, name in enumerate(anew))
    return kept if len(set(kept)) == len(kept) else anew
