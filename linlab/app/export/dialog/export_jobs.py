"""An export job takes its values when the button is pressed, however long choosing a folder takes
while the run goes on."""

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
from linlab.engine.export.web.page import write_page
from linlab.engine.export.weights.formats import write_weights
from linlab.engine.ground.writing import writing_bytes
from linlab.engine.picture.shapes import Picture
from linlab.engine.train.moment import Result
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import completed, draw

from .export_options import WIDGETS, ExportOptions, page, view_of
from .export_source import ExportSource
from .job import Report
from .web_page import page_source

SLOW_PIXELS = 8_000_000  # pixels of an image that takes long to draw


@dataclass(frozen=True)
class ExportJob:
    """The values of one moment, and a function that writes them to a file: at once, or in the
    background if it may take half a second."""

    write: Callable[[Path, Report], object]
    slow: bool = False
    files: Callable[[Path], tuple[Path, ...]] = lambda path: (
        path,
    )  # the files written with this one


def take(
    export_source: ExportSource,
    export_options: ExportOptions,
    values: Any,
    whole: bool,
    widget_of: Callable[[str], QWidget],
) -> ExportJob:
    """The job for these options as they are now. `values` are the curves measured so far, `whole`
    says whether they all are; `widget_of` returns a view of the window itself."""
    session = export_source.session
    document, which = session.document, session.focus
    if export_options.what == "points":
        points = session.points
        return ExportJob(
            lambda path, report: POINT_FORMATS[export_options.points].write(points, path)
        )
    if export_options.what == "weights":
        return _weights(export_source.runs(export_options), export_options)
    if export_options.what == "table":
        return ExportJob(
            lambda path, report: table(document, which, export_options, path, report), slow=True
        )
    if export_options.what == "homework":
        title = export_source.title(export_options)
        return ExportJob(
            lambda path, report: write_homework(
                Trace(document, which), path, export_options.updates, export_options.digits, title
            ),
            slow=True,
        )
    if export_options.what == "web":
        source = page_source(export_source, export_options)
        return ExportJob(
            lambda path, report: write_page(
                source.moment, source.options, path, source.optimum, report
            ),
            slow=True,
        )
    figure = export_source.figure(export_options)
    optimum = session.run.optimum
    if export_options.what == "film":
        film = Film(
            export_options.begin,
            export_source.end(export_options),
            export_options.seconds,
            float(export_options.fps),
        )
        return ExportJob(
            lambda path, report: write_film(document, which, figure, film, path, report, optimum),
            slow=True,
        )
    if export_options.view in WIDGETS:
        made = export_widgets.made(
            widget_of(export_options.view),
            FIGURE_FORMATS[export_options.format],
            export_options.dpi,
        )
        return ExportJob(lambda path, report: _bytes(made, path))
    view = view_of(export_options)
    t = session.t
    if session.trace is not None and (view.work is not None or (view.curves and not whole)):
        return ExportJob(
            lambda path, report: write_figure(
                _drawn(figure, Trace(document, which), t, optimum), path, export_options.dpi
            ),
            slow=True,
        )
    picture = draw(figure, export_source.moment(values))
    size = page(export_options, export_source.screen)
    large = (
        FIGURE_FORMATS[export_options.format].pixels
        and _area(*pixels_of(*size, export_options.dpi)) > SLOW_PIXELS
    )
    return ExportJob(
        lambda path, report: write_figure(picture, path, export_options.dpi), slow=large
    )


def _weights(runs: tuple[Result, ...], export_options: ExportOptions) -> ExportJob:
    """The weights of one run or several, each in a file with the number of its model."""

    def files(path: Path) -> tuple[Path, ...]:
        return (
            (path,)
            if len(runs) == 1
            else tuple(Path(numbered(str(path), run.trace.which)) for run in runs)
        )

    def write(path: Path, report: Report) -> None:
        for run, own in zip(runs, files(path), strict=True):
            write_weights(
                run, own, export_options.weights if _named(path, export_options) else None
            )

    return ExportJob(write, files=files)


def _drawn(figure: Figure, trace: Trace, t: int, optimum: Any) -> Picture:
    """A figure that takes long, from its own run."""
    return draw(figure, completed(figure, Snapshot.of(trace, t, optimum)))


def table(
    document: Document, which: int, export_options: ExportOptions, path: Path, progress: Report
) -> None:
    """The requested steps, from a run of their own."""
    total = max(1, export_options.last - export_options.first + 1)
    write_table(
        Trace(document, which),
        path,
        export_options.first,
        export_options.last,
        export_options.blank,
        export_options.digits,
        lambda done: progress(min(done, total), total),
    )


def _named(path: Path, export_options: ExportOptions) -> bool:
    """Whether the file name has the suffix of the chosen format; the typed name counts."""
    return path.suffix.lower() == export_options.chosen.suffix


def _bytes(made: bytes, path: Path) -> None:
    with writing_bytes(path) as file:
        file.write(made)


def _area(width: int, height: int) -> int:
    return width * height
