"""The segments of a run: from one change of its timeline to the next, each with its own problem."""

from dataclasses import replace

from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner
from linlab.engine.train.kinds.kind import Segment


def segments_of(document: Document, which: int) -> list[Segment]:
    """One for each time the timeline changes the points, the learner, or one of those that it is
    made of."""
    points, learners = document.points, document.learners
    out = [Segment(0, points, learners[which])]
    before = [_of(learners, which)]
    for change in document.timeline:
        points = change.points if change.points is not None else points
        learners = change.learners if change.learners is not None else learners
        if change.pick is None:
            if out[-1].begins == change.t:
                out.pop()
                before.pop()
            if not out or (out[-1].points, before[-1]) != (points, _of(learners, which)):
                out.append(Segment(change.t, points, learners[which]))
                before.append(_of(learners, which))
    ends = [*(segment.begins for segment in out[1:]), None]
    return [replace(segment, ends=end) for segment, end in zip(out, ends, strict=True)]


def _of(learners: tuple[Learner, ...], which: int) -> tuple[Learner, ...]:
    """The learner; all of them if it is made of others."""
    return (learners[which], *(learners if learners[which].recipe.of_others else ()))
