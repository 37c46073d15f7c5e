"""Slides of a run: the same figure at each bookmark, or after each update, as the pages of one PDF
or as numbered pictures.

The visible part of the plane and the axes of the curves are chosen once for all of them, so nothing
moves from a slide to the next but what the run moved.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from linlab.engine.document.document import Document
from linlab.engine.ground.errors import Cancelled, LinlabError
from linlab.engine.ground.numerals import grouped
from linlab.engine.ground.sanitise import sanitise
from linlab.engine.ground.writing import PathLike, check_writable, writing_bytes
from linlab.engine.train.seeking import is_update
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.shots import Shots

from .figures import DPI, check_page, figure_format, pdf_pages, ready

EACH = {"bookmark": "bookmarks", "update": "updates"}  # what can have a slide each
MOST_SLIDES = 500
Say = Callable[[int, int], bool]


def check_slides(each: str, document: Document, first: int, last: int | None) -> None:
    """Refuse slides that cannot be, as far as that is known before training."""
    if last is not None and first > last:
        raise LinlabError(f"Slides cannot go from step {first} to step {last}.")
    if each == "bookmark" and not document.bookmarks:
        raise LinlabError(
            "The document has no bookmarks: set some in the window (Ctrl+D), or use --each update."
        )


def slide_times(
    trace: Trace,
    each: str,
    first: int,
    last: int | None,
    tell: Callable[[int], object] = lambda t: None,
) -> list[int]:
    """The steps that have a slide. Without a last step, all bookmarks; `tell(t)` is called at each
    step that is looked at."""
    check_slides(each, trace.document, first, last)
    if each == "bookmark":
        marked = [mark.t for mark in trace.document.bookmarks if first <= mark.t]
        times = [t for t in marked if (last is None or t <= last) and trace.at(t).t == t]
    else:
        assert last is not None
        times = []
        for t in range(max(1, first), trace.at(last).t + 1):
            tell(t)
            times += [t] if is_update(trace, t) else []
            if len(times) > MOST_SLIDES:
                break
    if not times:
        end = trace.end if last is None else trace.at(last).t
        upto = "" if end is None else f" to {grouped(end)}"
        raise LinlabError(f"There are no {EACH[each]} from step {grouped(first)}{upto}.")
    if len(times) > MOST_SLIDES:
        raise LinlabError(
            f"There are more than {MOST_SLIDES} {EACH[each]}: choose fewer steps with --from and --to."
        )
    return times


def slide_files(path: PathLike, count: int) -> tuple[Path, ...]:
    """The files of so many slides: one PDF, else one picture each.

    >>> [str(file) for file in slide_files("out/slides.png", 2)]
    ['out/slides-001.png', 'out/slides-002.png']
    """
    if figure_format(path).key == "pdf":
        return (Path(path),)
    stem, suffix = os.path.splitext(os.fspath(path))
    return tuple(Path(f"{stem}-{k:03}{suffix}") for k in range(1, count + 1))


def write_slides(
    document: Document,
    which: int,
    figure: Figure,
    each: str,
    first: int,
    last: int | None,
    path: PathLike,
    dpi: float = DPI,
    progress: Say | None = None,
    optimum: Any = None,
) -> int:
    """Write the slides of the document's learner `which`; how many there are. `progress(done,
    total)` returns False to cancel."""
    format = figure_format(path)
    check_page(figure.width, figure.height)
    check_slides(each, document, first, last)
    if format.key in ("pdf", "png"):
        ready()
    done, total = 0, 1

    def tell(t: int = 0) -> None:
        if progress is not None and not progress(done, total):
            raise Cancelled

    trace = Trace(document, which)
    times = slide_times(trace, each, first, last, tell)
    total = len(times)
    files = slide_files(path, total)
    for file in files:
        check_writable(file)
    shots = Shots(trace, figure, times, optimum, tell)

    def pictures() -> Iterator[Any]:
        nonlocal done
        shots.begin()
        for t in times:
            tell()
            yield shots.at(t)[0]
            done += 1

    if format.key == "pdf":
        _write_pdf(pictures(), total, figure, files[0])
        return total
    for picture, file in zip(pictures(), files, strict=True):
        made = format.make(picture, dpi)
        with writing_bytes(file) as target:
            target.write(made)
    return total


def _write_pdf(pictures: Iterator[Any], total: int, figure: Figure, path: Path) -> None:
    from linlab.app.canvas.painter import Painter

    title = sanitise(figure.title) or "linlab"
    paints = [lambda to: Painter().paint(to, next(pictures))] * total  # drawn one by one
    made = pdf_pages(figure.width, figure.height, title, paints)
    with writing_bytes(path) as file:
        file.write(made)
