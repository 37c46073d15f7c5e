"""What Page Down will show from here: a page of the lesson, an update, or another document."""

from pathlib import Path
from typing import TYPE_CHECKING

from linlab.app.session.programme import Programme
from linlab.app.session.session import Session
from linlab.engine.document.document import Document
from linlab.engine.ground.numerals import grouped
from linlab.engine.train.seeking import next_change
from linlab.engine.train.trace import Trace

from .next_stop import FoundStop, NextStop

if TYPE_CHECKING:
    from linlab.app.session.lessons.lesson_run import LessonRun


def coming(session: Session, programme: Programme, lesson: "LessonRun | None") -> NextStop:
    """What comes next, as far as it is known; the rest is found in the background."""
    if lesson is not None and lesson.active:
        return _page(lesson)
    document, t, which = session.settled, session.t, session.focus
    after = programme.paths[programme.at + 1] if programme.has(1) else None
    key = (id(document), t, which, after)
    return NextStop("…", lambda: following(document, t, which, after), which, True, key)


def following(document: Document, t: int, which: int, after: Path | None) -> FoundStop:
    """The next update of a document, by the name of its bookmark if it has one; without any, the
    document after it."""
    found = next(step for step in next_change(Trace(document, which), t) if step is not None)
    if isinstance(found, int):
        names = {mark.t: f"“{mark.name}”" for mark in document.bookmarks}
        name = names.get(found, "The next update")
        return FoundStop(f"{name} · step {grouped(found)}", document, found)
    if after is None:
        return FoundStop(found)
    coming = Document.load(after)
    t = 0 if coming.look is None else coming.look.t
    return FoundStop(f"{coming.title or after.stem} · the next document", coming, t)


def _page(lesson: "LessonRun") -> NextStop:
    """The next page of a lesson."""
    assert lesson.lesson is not None
    steps = lesson.lesson.steps
    k = lesson.at + 1
    if k >= len(steps):
        return NextStop("This is the last page.", key=(id(lesson.lesson), k))
    title = f"{steps[k].title} · page {k + 1} of {len(steps)}"
    shown = lesson.ready[k].shown if k < len(lesson.ready) else None
    if shown is None:
        return NextStop(title, key=(id(lesson.lesson), k))
    found = FoundStop(title, shown.document, shown.look.t)
    return NextStop(title, lambda: found, key=(id(shown), k))
