"""What is taken at the press of a button: the file is of that moment, however long one looks for a
folder for it while the run goes on."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QWidget

from linlab.app.export import widgets as export_widgets
from linlab.app.export.figures import FIGURE_FORMATS, pixels_of, write_figure
from linlab.app.export.film import Film, write_film
from linlab.app.export.homework.formats import write_homework
from linlab.engine.document.document import Document
from linlab.engine.export.format import numbered
from linlab.engine.export.tables.point_formats import POINT_FORMATS
from linlab.engine.export.tables.table_formats import write_table
from linlab.engine.export.weights.formats import write_weights
from linlab.engine.ground.writing import writing_bytes
from linlab.engine.notebook import Run
from linlab.engine.picture.shapes import Picture
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import completed, draw

from .job import Report
from .subject import Subject
from .wish import WIDGETS, Wish, page, view_of

MANY = 8_000_000  # pixels of an image that takes a while to be drawn


@dataclass(frozen=True)
class Taken:
    """Values of one moment, and what writes them to a file: at once, or elsewhere if it may take
    half a second."""

    write: Callable[[Path, Report], object]
    slow: bool = False
    files: Callable[[Path], tuple[Path, ...]] = lambda path: (
        path,
    )  # that are written if this one is asked for


def take(
    subject: Subject, wish: Wish, values: Any, whole: bool, widget_of: Callable[[str], QWidget]
) -> Taken:
    """What is wished for, as it is now. `values` are the curves as far as they are measured,
    `whole` if they all are; `widget_of` shows a view of the window itself."""
    session = subject.session
    document, which = session.document, session.focus
    if wish.what == "points":
        points = session.points
        return Taken(lambda path, report: POINT_FORMATS[wish.points].write(points, path))
    if wish.what == "weights":
        return _weights(subject.runs(wish), wish)
    if wish.what == "table":
        return Taken(lambda path, report: table(document, which, wish, path, report), slow=True)
    if wish.what == "homework":
        title = subject.title(wish)
        return Taken(
            lambda path, report: write_homework(
                Trace(document, which), path, wish.updates, wish.digits, title
            ),
            slow=True,
        )
    figure, optimum = subject.figure(wish), session.run.optimum
    if wish.what == "film":
        film = Film(wish.begin, subject.end(wish), wish.seconds, float(wish.fps))
        return Taken(
            lambda path, report: write_film(document, which, figure, film, path, report, optimum),
            slow=True,
        )
    if wish.view in WIDGETS:
        made = export_widgets.made(widget_of(wish.view), FIGURE_FORMATS[wish.format], wish.dpi)
        return Taken(lambda path, report: _bytes(made, path))
    view, t = view_of(wish), session.t
    if session.trace is not None and (view.work is not None or (view.curves and not whole)):
        return Taken(
            lambda path, report: write_figure(
                _drawn(figure, Trace(document, which), t, optimum), path, wish.dpi
            ),
            slow=True,
        )
    picture, size = draw(figure, subject.moment(values)), page(wish, subject.screen)
    large = FIGURE_FORMATS[wish.format].pixels and _area(*pixels_of(*size, wish.dpi)) > MANY
    return Taken(lambda path, report: write_figure(picture, path, wish.dpi), slow=large)


def _weights(runs: tuple[Run, ...], wish: Wish) -> Taken:
    """The weights of a run, or of several, each in a file that has the number of its model."""

    def files(path: Path) -> tuple[Path, ...]:
        return (
            (path,)
            if len(runs) == 1
            else tuple(Path(numbered(str(path), run.trace.which)) for run in runs)
        )

    def write(path: Path, report: Report) -> None:
        for run, own in zip(runs, files(path), strict=True):
            write_weights(run, own, wish.weights if _named(path, wish) else None)

    return Taken(write, files=files)


def _drawn(figure: Figure, trace: Trace, t: int, optimum: Any) -> Picture:
    """A figure that takes long, of a run of its own."""
    return draw(figure, completed(figure, Snapshot.of(trace, t, optimum)))


def table(document: Document, which: int, wish: Wish, path: Path, progress: Report) -> None:
    """The updates that are wished for, of a run of its own."""
    total = max(1, wish.last - wish.first + 1)
    write_table(
        Trace(document, which),
        path,
        wish.first,
        wish.last,
        wish.blank,
        wish.digits,
        lambda done: progress(min(done, total), total),
    )


def _named(path: Path, wish: Wish) -> bool:
    """Whether the file is called as the format that was chosen; what is typed counts."""
    return path.suffix.lower() == wish.chosen.suffix


def _bytes(made: bytes, path: Path) -> None:
    with writing_bytes(path) as file:
        file.write(made)


def _area(width: int, height: int) -> int:
    return width * height
