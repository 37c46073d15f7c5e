"""What Page Down will show from here: a page of the lesson, a bookmark, or another document."""

from typing import TYPE_CHECKING

from linlab.app.session.programme import Programme
from linlab.app.session.session import Session
from linlab.engine.document.document import Document
from linlab.engine.ground.numerals import grouped

from .next_stop import NextStop

if TYPE_CHECKING:
    from linlab.app.session.lessons.lesson_run import LessonRun

THE_END = "This is the end."


def coming(session: Session, programme: Programme, lesson: "LessonRun | None") -> NextStop:
    """What comes next, as far as it is known."""
    if lesson is not None and lesson.active:
        return _page(lesson)
    document = session.settled
    for mark in document.bookmarks:
        if mark.t > session.t:
            title = f"“{mark.name}” · step {grouped(mark.t)}"
            key = (id(document), mark.t, session.focus)
            return NextStop(title, document, mark.t, session.focus, key=key)
    return _document(programme)


def _page(lesson: "LessonRun") -> NextStop:
    """The next page of a lesson."""
    assert lesson.lesson is not None
    steps = lesson.lesson.steps
    k = lesson.at + 1
    if k >= len(steps):
        return NextStop("This is the last page.")
    title = f"{steps[k].title} · page {k + 1} of {len(steps)}"
    shown = lesson.shown_on(k)
    if shown is None:
        return NextStop(title, key=(id(lesson.lesson), k))
    return NextStop(title, shown.document, shown.look.t, key=(id(shown), k))


def _document(programme: Programme) -> NextStop:
    if not programme.has(1):
        return NextStop(THE_END)
    path = programme.paths[programme.at + 1]

    def read() -> tuple[Document, int]:
        document = Document.load(path)
        return document, 0 if document.look is None else document.look.t

    return NextStop(path.stem, read=read, key=path)
