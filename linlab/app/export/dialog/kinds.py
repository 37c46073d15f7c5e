"""What can be taken away, made of the window as it is at this moment: what it is called, why it
cannot be had, how it looks and how it is written."""

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
from linlab.engine.ground.harmless import file_name
from linlab.engine.notebook import Run
from linlab.engine.optimum import theory
from linlab.engine.picture.layers import switches
from linlab.engine.picture.shapes import Picture
from linlab.engine.train.trace import Trace
from linlab.engine.views.views import CHANGED, draw

from . import taking
from .subject import Subject
from .wish import WIDGETS, Wish, view_of

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

LINES = 200  # of a text, that a preview shows
COARSE = 8.0  # cells of a figure of which only the beginning of its text is seen
NO_OPTIMUM = "The exact optimum is off: switch it on under the curves (O)."


def trouble_of(subject: Subject, wish: Wish) -> str:
    """Why there is nothing to export, in words; empty if there is something."""
    session = subject.session
    if wish.what == "points":
        return "" if len(session.points) else "There are no points yet."
    if wish.what == "figure":
        return (session.run.trouble if not view_of(wish).plane else "") or _no_proof(subject, wish)
    if session.trace is None:
        return session.run.trouble
    if wish.what == "weights":
        return _unwritable(subject, wish, wish.weights)
    if wish.what == "table" and wish.first > wish.last:
        return f"A table cannot go from update {wish.first} to update {wish.last}."
    if wish.what == "film" and wish.begin > subject.end(wish):
        return f"A film cannot go from update {wish.begin} to update {subject.end(wish)}."
    return _no_proof(subject, wish) if wish.what == "film" else ""


def _unwritable(subject: Subject, wish: Wish, format: str) -> str:
    """Why the weights that are wished for cannot be written so; of several models, which one it is
    about."""
    session = subject.session
    if not (wish.every and subject.several):
        return WEIGHT_FORMATS[format].trouble(subject.run())
    troubles = [run.trouble if run.trace is None else "" for run in session.runs]
    if not any(troubles):
        troubles = [WEIGHT_FORMATS[format].trouble(run) for run in subject.runs(wish)]
    named = zip(session.snapshot.names, troubles, strict=True)
    return next(
        (why if why.startswith(name) else f"{name}: {why}" for name, why in named if why), ""
    )


def _no_proof(subject: Subject, wish: Wish) -> str:
    """Why a proof that is wished for cannot be drawn; the bound may still be looked for."""
    if wish.curves != "proof" or not view_of(wish).curves:
        return ""
    trace = subject.session.trace
    if wish.what == "film" and trace is not None and theory.changed(trace, subject.end(wish)):
        return CHANGED
    return missing_curves(subject)["proof"]


def missing_curves(subject: Subject) -> dict[str, str]:
    """The curves that are not there, and why: J − J* needs an optimum, the proof a bound."""
    run = subject.session.run
    return {
        "gap": "" if run.optimum is not None else NO_OPTIMUM,
        "proof": "" if run.bound.value is not None else run.bound.why or run.trouble,
    }


def missing_models(subject: Subject) -> dict[str, str]:
    """Why there are no weights of several models."""
    return {
        "every": ""
        if subject.several
        else "There is only one model: add another to the list of models."
    }


def missing_layers(subject: Subject) -> dict[str, str]:
    """The layers that have nothing to show of this learner, and why."""
    session = subject.session
    missing = {
        layer.name: layer.refuses(session.learner, len(session.points.classes))
        for layer in switches()
    }
    return missing | {
        "optimum": missing["optimum"] or ("" if session.run.optimum is not None else NO_OPTIMUM)
    }


def refused(subject: Subject, wish: Wish) -> dict[str, str]:
    """The formats that cannot be had, and why."""
    if wish.what == "weights" and subject.session.trace is not None:
        return {key: _unwritable(subject, wish, key) for key in WEIGHT_FORMATS}
    return (
        {key: each.trouble() for key, each in FILM_FORMATS.items()} if wish.what == "film" else {}
    )


def name_of(subject: Subject, wish: Wish) -> str:
    """A name for the file: the document's, or its title, or that of its data.

    What the suffix does not tell is added: moons.pdf, but moons-points.csv."""
    document, path = subject.session.document, subject.files.path or subject.files.suggestion
    data = document.source.name if document.source is not None else "linlab"
    stem = path.stem if path is not None else file_name(document.title, data)
    more, suffix = wish.kind.more, wish.chosen.suffix
    return (
        stem.replace("-", "_") + more.replace("-", "_") if suffix == ".py" else stem + more
    ) + suffix


def suffixes(wish: Wish) -> set[str]:
    """How the name of the file may end; its writer goes by that."""
    if wish.what == "figure" and wish.view in WIDGETS:
        return {wish.chosen.suffix}  # drawn already
    return wish.kind.suffixes


def picture_of(subject: Subject, wish: Wish, factor: float, values: Any) -> Picture:
    """The figure for a preview of `factor` times its size, no finer than can be seen there."""
    what = subject.figure(wish)
    return draw(replace(what, cell=what.cell / min(1.0, factor)), subject.moment(values))


def text_of(subject: Subject, wish: Wish, values: Any = None) -> str:
    """The beginning of a file of text; of a file of arrays, what is in it."""
    if wish.what == "points":
        points = subject.session.points
        return head(format_csv(points.take(np.arange(min(len(points), LINES)))))
    if wish.what == "weights":
        runs, name = subject.runs(wish), name_of(subject, wish)
        if len(runs) == 1:
            return _weights(runs[0], wish)
        each = [f"{numbered(name, run.trace.which)}\n\n{_weights(run, wish)}" for run in runs]
        return head("\n\n\n".join(each))
    what = subject.figure(wish)
    return head(tikz(draw(replace(what, cell=COARSE), subject.moment(values))))


def _weights(run: Run, wish: Wish) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"weights{wish.chosen.suffix}"
        WEIGHT_FORMATS[wish.weights].write(run, path)
        return head(path.read_text(encoding="utf-8")) if wish.chosen.text else _arrays(path)


def table_text(document: Any, which: int, wish: Wish, wanted: Callable[[], bool]) -> str:
    """The beginning of a table, as long as it is wanted."""
    wish = replace(wish, last=min(wish.last, wish.first + LINES - 1))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"table{wish.chosen.suffix}"
        taking.table(document, which, wish, path, lambda done, total: wanted())
        return head(path.read_text(encoding="utf-8"))


def sheet_preview(
    document: Document, which: int, wish: Wish, title: str, ratio: float
) -> "str | QImage":
    """The pages of a sheet of homework, or the beginning of its text; in any thread."""
    from linlab.app.export.homework.sheet_pdf import sheet_image

    chosen = HOMEWORK_FORMATS[wish.homework]
    sheet = homework(Trace(document, which), chosen, wish.updates, wish.digits, title)
    return head(chosen.make(sheet).decode()) if chosen.text else sheet_image(sheet, ratio)


def head(text: str) -> str:
    """The first lines, each within reason.

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
