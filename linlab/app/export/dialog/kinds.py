"""The kinds of exports of the window at this moment: the file name, why one is not available, its
preview and its writer."""

import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from linlab.app.export.film import FILM_FORMATS
from linlab.app.export.homework.formats import HOMEWORK_FORMATS, homework
from linlab.engine.data.csvfile import format_csv
from linlab.engine.document.document import Document
from linlab.engine.export.figures.tikz import tikz
from linlab.engine.export.format import numbered
from linlab.engine.export.weights.formats import WEIGHT_FORMATS
from linlab.engine.ground.sanitise import file_name
from linlab.engine.optimum import theory
from linlab.engine.picture.layers import switches
from linlab.engine.picture.shapes import Picture
from linlab.engine.train.moment import Result
from linlab.engine.train.trace import Trace
from linlab.engine.views.views import CHANGED, VIEWS, draw

from . import export_jobs
from .export_options import (
    PAGE_VIEWS,
    WIDGETS,
    ExportOptions,
    has_curves,
    page_view,
    view_of,
)
from .export_source import ExportSource

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

LINES = 200  # lines of a text in a preview
KINDS_OF_MANY_STEPS = ("film", "web")  # what shows many steps
COARSE = 8.0  # cells of a figure of which only the beginning of the text is shown
NO_OPTIMUM = "The exact optimum is off: switch it on under the curves (O)."


def trouble_of(export_source: ExportSource, export_options: ExportOptions) -> str:
    """Why there is nothing to export, in words; empty if there is something."""
    session = export_source.session
    if export_options.what == "points":
        return "" if len(session.points) else "There are no points yet."
    if export_options.what == "figure":
        return (session.run.trouble if not view_of(export_options).plane else "") or _no_proof(
            export_source, export_options
        )
    if session.trace is None:
        return session.run.trouble
    if export_options.what == "weights":
        return _unwritable(export_source, export_options, export_options.weights)
    if export_options.what == "table" and export_options.first > export_options.last:
        return f"A table cannot go from step {export_options.first} to step {export_options.last}."
    if export_options.what not in KINDS_OF_MANY_STEPS:
        return ""
    if export_options.begin > export_source.end(export_options):
        return f"A {export_options.kind.title.lower()} cannot go from step {export_options.begin} to step {export_source.end(export_options)}."
    return _no_proof(export_source, export_options)


def _unwritable(export_source: ExportSource, export_options: ExportOptions, format: str) -> str:
    """Why the weights cannot be written in this format; with several models, of which one."""
    session = export_source.session
    if not (export_options.every and export_source.several):
        return WEIGHT_FORMATS[format].trouble(export_source.run())
    troubles = [run.trouble if run.trace is None else "" for run in session.runs]
    if not any(troubles):
        troubles = [
            WEIGHT_FORMATS[format].trouble(run) for run in export_source.runs(export_options)
        ]
    named = zip(session.snapshot.names, troubles, strict=True)
    return next(
        (why if why.startswith(name) else f"{name}: {why}" for name, why in named if why), ""
    )


def _no_proof(export_source: ExportSource, export_options: ExportOptions) -> str:
    """Why the proof cannot be drawn; the bound may still be being computed."""
    if export_options.curves != "proof" or not has_curves(export_options):
        return ""
    trace = export_source.session.trace
    if (
        export_options.what in KINDS_OF_MANY_STEPS
        and trace is not None
        and theory.changed(trace, export_source.end(export_options))
    ):
        return CHANGED
    return missing_curves(export_source)["proof"]


def missing_curves(export_source: ExportSource) -> dict[str, str]:
    """The curves that are missing, and why: J − J* needs an optimum, the proof a bound."""
    run = export_source.session.run
    return {
        "gap": "" if run.optimum is not None else NO_OPTIMUM,
        "proof": "" if run.bound.value is not None else run.bound.why or run.trouble,
    }


def missing_models(export_source: ExportSource) -> dict[str, str]:
    """Why there are no weights of several models."""
    return {
        "every": ""
        if export_source.several
        else "There is only one model: add another to the list of models."
    }


def missing_views(export_source: ExportSource, export_options: ExportOptions) -> dict[str, str]:
    """The views that a web page cannot show of this run, and why."""
    if export_options.what != "web":
        return {}
    moment = export_source.moment()
    return {page_view(name): VIEWS[name].refuses(moment) for name in PAGE_VIEWS}


def missing_layers(export_source: ExportSource) -> dict[str, str]:
    """The layers with nothing to show for this learner, and why."""
    session = export_source.session
    missing = {
        layer.name: layer.refuses(session.learner, len(session.points.classes))
        for layer in switches()
    }
    return missing | {
        "optimum": missing["optimum"] or ("" if session.run.optimum is not None else NO_OPTIMUM)
    }


def refused(export_source: ExportSource, export_options: ExportOptions) -> dict[str, str]:
    """The formats that are not available, and why."""
    if export_options.what == "weights" and export_source.session.trace is not None:
        return {key: _unwritable(export_source, export_options, key) for key in WEIGHT_FORMATS}
    return (
        {key: each.trouble() for key, each in FILM_FORMATS.items()}
        if export_options.what == "film"
        else {}
    )


def name_of(export_source: ExportSource, export_options: ExportOptions) -> str:
    """A name for the file: the document's, its title, or that of its data.

    What the suffix does not tell is added: moons.pdf, but moons-points.csv.
    """
    document = export_source.session.document
    path = export_source.files.path or export_source.files.suggestion
    data = document.source.name if document.source is not None else "linlab"
    stem = path.stem if path is not None else file_name(document.title, data)
    more, suffix = export_options.kind.more, export_options.chosen.suffix
    return (
        stem.replace("-", "_") + more.replace("-", "_") if suffix == ".py" else stem + more
    ) + suffix


def suffixes(export_options: ExportOptions) -> set[str]:
    """The suffixes that the file name may have; they choose the writer."""
    if export_options.what == "figure" and export_options.view in WIDGETS:
        return {export_options.chosen.suffix}  # drawn already
    return export_options.kind.suffixes


def picture_of(
    export_source: ExportSource, export_options: ExportOptions, factor: float, values: Any
) -> Picture:
    """The figure for a preview at `factor` times its size, no finer than can be seen."""
    what = export_source.figure(export_options)
    return draw(replace(what, cell=what.cell / min(1.0, factor)), export_source.moment(values))


def text_of(export_source: ExportSource, export_options: ExportOptions, values: Any = None) -> str:
    """The beginning of a text file; of a file of arrays, its content."""
    if export_options.what == "points":
        points = export_source.session.points
        return head(format_csv(points.take(np.arange(min(len(points), LINES)))))
    if export_options.what == "weights":
        runs = export_source.runs(export_options)
        name = name_of(export_source, export_options)
        if len(runs) == 1:
            return _weights(runs[0], export_options)
        each = [
            f"{numbered(name, run.trace.which)}\n\n{_weights(run, export_options)}" for run in runs
        ]
        return head("\n\n\n".join(each))
    what = export_source.figure(export_options)
    return head(tikz(draw(replace(what, cell=COARSE), export_source.moment(values))))


def _weights(run: Result, export_options: ExportOptions) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"weights{export_options.chosen.suffix}"
        WEIGHT_FORMATS[export_options.weights].write(run, path)
        return (
            head(path.read_text(encoding="utf-8")) if export_options.chosen.text else _arrays(path)
        )


def table_text(
    document: Any, which: int, export_options: ExportOptions, wanted: Callable[[], bool]
) -> str:
    """The beginning of a table, unless it is no longer wanted."""
    export_options = replace(
        export_options, last=min(export_options.last, export_options.first + LINES - 1)
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"table{export_options.chosen.suffix}"
        export_jobs.table(document, which, export_options, path, lambda done, total: wanted())
        return head(path.read_text(encoding="utf-8"))


def sheet_preview(
    document: Document, which: int, export_options: ExportOptions, title: str, ratio: float
) -> "str | QImage":
    """The pages of a homework sheet, or the beginning of its text; in any thread."""
    from linlab.app.export.homework.sheet_pdf import sheet_image

    chosen = HOMEWORK_FORMATS[export_options.homework]
    sheet = homework(
        Trace(document, which), chosen, export_options.updates, export_options.digits, title
    )
    return head(chosen.make(sheet).decode()) if chosen.text else sheet_image(sheet, ratio)


def head(text: str) -> str:
    """The first lines, each shortened.

    >>> head("a\\nb")
    'a\\nb'
    """
    lines = text.splitlines()
    shown = [line if len(line) <= 400 else line[:400] + " …" for line in lines[:LINES]]
    return "\n".join([*shown, "…"] if len(lines) > LINES else shown)


def _arrays(path: Path) -> str:
    with np.load(path) as arrays:
        found = [(name, arrays[name]) for name in arrays.files]
    wide = max((len(name) for name, _ in found), default=0)
    return "\n".join(f"{name:<{wide}}  {_shape(value)}" for name, value in found)


def _shape(value: Any) -> str:
    if value.ndim == 0:
        return str(value)
    return f"{' × '.join(map(str, value.shape))}  {value.dtype}"
