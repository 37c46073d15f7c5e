"""The formats of a handout, and writing it: a whole file or none. Qt is imported only when it is
needed."""

from collections.abc import Callable
from dataclasses import dataclass

from linlab.app.export.figures import ready
from linlab.engine.export.format import by_suffix, table
from linlab.engine.ground.progress import tell
from linlab.engine.ground.writing import PathLike, check_writable, writing_bytes
from linlab.lessons.handout.handout import Handout, Say, handout_of
from linlab.lessons.handout.html import handout_html
from linlab.lessons.written.lesson import Lesson


@dataclass(frozen=True)
class HandoutFormat:
    """A file format; `make(handout)` returns its content."""

    key: str
    title: str
    suffix: str
    use: str
    make: Callable[[Handout], bytes]
    text: bool = False


def _pdf(handout: Handout) -> bytes:
    ready()
    from .handout_pdf import handout_pdf

    return handout_pdf(handout)


HANDOUT_FORMATS = table(
    HandoutFormat(
        "pdf",
        "PDF",
        ".pdf",
        "To print and hand out: A4 pages, with the answers on separate pages.",
        _pdf,
    ),
    HandoutFormat(
        "html",
        "HTML",
        ".html",
        "For a browser: one file that needs nothing else, and prints well.",
        lambda handout: handout_html(handout).encode("utf-8", "replace"),
        text=True,
    ),
)


def handout_format(path: PathLike) -> HandoutFormat:
    """The format for a file name."""
    return by_suffix(HANDOUT_FORMATS, path, "A handout")


def write_handout(
    lesson: Lesson,
    path: PathLike,
    blanks: bool = False,
    palette: str = "print",
    progress: Say | None = None,
    teacher: bool = False,
) -> None:
    """Write the handout of a lesson in the format of the suffix; with `blanks` it has no answers,
    with `teacher` it has the notes for the teacher.
    If `progress(done, total)` returns False, nothing is written and Cancelled is raised."""
    chosen = handout_format(path)
    check_writable(path)
    made = chosen.make(handout_of(lesson, blanks, palette, progress, teacher))
    tell("Writing the handout")
    with writing_bytes(path) as file:
        file.write(made)
