"""Parts of a document that are locked, as on a page of a lesson, and whether a change touches them."""

from linlab.engine.document.document import Document

ALL = "all"
SAID = {
    "points": "The points are locked on this page.",
    "data": "The data are locked on this page.",
    "model": "The model is locked on this page.",
    "training": "The settings are locked on this page.",
    "transport": "The run is locked on this page.",
}


def locked(locks: frozenset[str], part: str) -> bool:
    """
    >>> locked(frozenset({"points"}), "points"), locked(frozenset({"all"}), "data"), locked(frozenset(), "data")
    (True, True, False)
    """
    return part in locks or ALL in locks


def refusal(locks: frozenset[str], before: Document, after: Document) -> str:
    """Why a document may not become another, in a sentence; empty if it may."""
    return (
        next((SAID[part] for part in _changed(before, after) if locked(locks, part)), "")
        if locks
        else ""
    )


def _changed(before: Document, after: Document) -> tuple[str, ...]:
    """The parts in which two documents differ."""
    out = []
    if (before.source, before.seed, before.shares) != (after.source, after.seed, after.shares):
        out.append("data")
    elif _all_points(before) != _all_points(after):
        out.append("points")
    one, other = ([learner.model for learner in document.learners] for document in (before, after))
    if one != other:
        out.append("model")
    elif _all_learners(before) != _all_learners(after):
        out.append("training")
    return tuple(out)


def _all_points(document: Document) -> tuple[object, ...]:
    return document.points, *(
        (change.t, change.points) for change in document.timeline if change.points is not None
    )


def _all_learners(document: Document) -> tuple[object, ...]:
    return document.learners, *(
        (change.t, change.learners) for change in document.timeline if change.learners is not None
    )
