"""Files from a run without a window: figures, films, weights and tables, for train and render."""

import os
from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import Any

from linlab.app.export.figures import DPI, check_page, figure_format, pixels_of, ready, write_figure
from linlab.app.export.film import check_film, film_format, write_film
from linlab.app.export.homework.formats import write_homework
from linlab.app.export.slides import check_slides
from linlab.app.export.suffixes import kind_of, suffixes
from linlab.engine.data.datasets import DATASETS
from linlab.engine.document.bookmarks import bookmark_named
from linlab.engine.document.document import Document
from linlab.engine.document.loading import load
from linlab.engine.export.format import by_suffix, numbered
from linlab.engine.export.homework.sheet import FIRST
from linlab.engine.export.tables.point_formats import POINT_FORMATS
from linlab.engine.export.tables.table_formats import table_format, write_table
from linlab.engine.export.weights.formats import format_of
from linlab.engine.ground.errors import LinlabError, perhaps
from linlab.engine.ground.progress import watched
from linlab.engine.ground.sanitise import shorten
from linlab.engine.ground.writing import check_writable
from linlab.engine.learner.catalog import USUAL
from linlab.engine.learner.learner import Learner
from linlab.engine.optimum import theory
from linlab.engine.train.moment import Moment
from linlab.engine.train.trace import Trace
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import CHANGED, VIEWS, completed, draw
from linlab.notebook.run import Run

from . import training
from .picture_options import WIDGETS, as_seen, check_options, figure_of, film_of, size_of
from .progress_line import ProgressLine
from .slides import check_each, write_each
from .teaching import label_document
from .terminal import note, tell
from .web_page import check_page_views, page_in_words, write_run_page

TOGETHER = ("figure", "film", "page", "data")  # written once for all models of a document
ENDLESS = 10**9  # steps: more than any run makes


def render(args: Namespace) -> int:
    """Train a document and write every file."""
    kinds = [kind_of(path, args.kind) for path in args.out]
    if args.kind is not None and args.kind not in kinds:
        those = [suffix for suffix, held in suffixes().items() if args.kind in held]
        raise LinlabError(f"--as {args.kind} needs a file that ends in {' or '.join(those)}.")
    jobs = list(zip(args.out, kinds, strict=True))
    if (args.blank and "table" not in kinds) or (
        args.rows is not None and not {"table", "homework"} & {*kinds}
    ):
        raise LinlabError(
            "--rows and --blank need a table: add --as table and a .csv or .tex file."
        )
    if args.rows == 0:
        raise LinlabError("A table needs at least one step: give --rows 1 or more.")
    if isinstance(args.at, str):
        args.at = _bookmarked(_document(args)[0], args.at)
    check_pictures(
        args, [p for p, kind in jobs if kind == "figure"], [p for p, kind in jobs if kind == "film"]
    )
    if "page" in kinds:
        check_page_views(args)
    if len(args.views) > 1 and {"figure", "film"} & {*kinds}:
        raise LinlabError("A figure or a film shows one view: only a web page (.html) has several.")
    if args.each is not None:
        check_each(args, kinds)
    for path in args.out:
        check_writable(path)
    if len({os.path.realpath(path) for path in args.out}) < len(args.out):
        raise LinlabError("Two of the files to write are the same: give each its own name.")
    document, which = _document(args)
    if args.each is not None:
        check_slides(args.each, document, args.begin or 0, args.until)
    args = as_seen(args, document)
    each = range(len(document.learners)) if args.which == "all" else (which,)
    together = [(path, kind) for path, kind in jobs if kind in TOGETHER]
    alone = [(path, kind) for path, kind in jobs if kind not in TOGETHER]
    found = label_document(args, document, which)
    if found is not None:
        document = found.document
        args.at = found.t if args.at is None else args.at
    for k in each:
        own = [(numbered(path, k) if len(each) > 1 else path, kind) for path, kind in alone]
        if own or k == which:
            _render(args, Trace(document, k), [*own, *(together if k == which else ())])
    return 0


def _render(args: Namespace, trace: Trace, jobs: list[tuple[str, str]]) -> None:
    """The files that are made of one run."""
    kinds = [kind for _, kind in jobs]
    for path, kind in jobs:
        if kind in ("weights", "sklearn"):
            trouble = format_of(path, _format(kind)).trouble(_run(trace, 0))
            if trouble:
                raise LinlabError(trouble)
    drawn = bool({"figure", "film", "page"} & {*kinds})
    far = bool({"film", "page"} & {*kinds})
    if drawn:
        check_proof(args, trace, 0)
    run = _run(trace, training.advance(trace, _distance(args, trace, kinds))[0])
    if drawn:
        check_proof(args, trace, max(run.t, trace.clamp(args.until or 0) if far else 0))
    if args.at is not None and run.t < args.at:
        note(f"The run ends after step {run.t}: {run.reason}.")
    elif run.diverged:
        note(f"The run diverged: {run.reason}.")
    for path, kind in jobs:
        _write(args, run, path, kind)
        tell(f"{path}: {_said(args, run, path, kind)}")


def check_pictures(args: Namespace, figures: list[str], films: list[str]) -> None:
    """Refuse pictures that cannot be drawn, before training."""
    figure = figure_of(args)
    drawn = bool(films) or args.view in WIDGETS
    if args.view in WIDGETS and films:
        raise LinlabError(
            f"A film shows the plane, the curves or both, not the view “{args.view}”."
        )
    for path in figures:
        if args.view in WIDGETS and not figure_format(path).window:
            raise LinlabError(
                f"{path} cannot show the view “{args.view}”: TeX cannot draw the window; choose .pdf, .svg or .png."
            )
        check_page(figure.width, figure.height)
        if figure_format(path).pixels:
            pixels_of(figure.width, figure.height, args.dpi or DPI)
        drawn = drawn or figure_format(path).key in ("png", "pdf")
    for path in films:
        check_film(figure, film_of(args, *_stretch(args)), film_format(path))
    if drawn:
        ready()


def check_proof(args: Namespace, trace: Trace, t: int) -> None:
    """Refuse the curves of the perceptron's proof if the mistakes up to t have no bound; t need not
    be trained yet."""
    if args.curves != "proof" or not _has_curves(args):
        return
    why = theory.why_unbounded(trace, 0) or (CHANGED if theory.changed(trace, t) else "")
    why = why or theory.why_none(trace.problem(0))
    if why:
        raise LinlabError(f"--curves proof cannot be drawn. {why}")


def _has_curves(args: Namespace) -> bool:
    return args.view in VIEWS and VIEWS[args.view].curves


def _stretch(args: Namespace) -> tuple[int, int]:
    """The first and last step of a film, as far as they are known before training."""
    first = getattr(args, "begin", None) or 0
    known = [t for t in (getattr(args, "until", None), getattr(args, "at", None)) if t is not None]
    return first, known[0] if known else max(first, ENDLESS)


def write_pictures(
    args: Namespace,
    run: Run,
    figures: list[str],
    films: list[str],
    first: int = 0,
    last: int | None = None,
) -> None:
    """Figures of the run at its step, and films of the run up to it."""
    if not figures and not films:
        return
    if args.view in WIDGETS:
        from linlab.app.window.offscreen import write_view

        look = "light" if args.palette == "print" else args.palette
        for path in figures:
            write_view(
                args.view,
                run.trace.document,
                run.trace.which,
                run.t,
                size_of(args),
                look,
                path,
                args.dpi or DPI,
            )
        return
    figure = figure_of(args)
    optimum = _optimum(args, run)
    moment = replace(Snapshot.of(run.trace, run.t, optimum), cursor=args.place)
    check_options(args, figure, moment)
    if figures and VIEWS[figure.view].work is not None:
        with ProgressLine("computing", 1) as line, watched(line.say):
            moment = completed(figure, moment)
    for path in figures:
        write_figure(draw(figure, moment), path, args.dpi or DPI)
    for path in films:
        film = film_of(args, first, run.t if last is None else last)
        with ProgressLine("drawing the film", 1) as progress:

            def say(done: int, total: int, progress: ProgressLine = progress) -> bool:
                progress.total = total
                return progress(done)

            write_film(run.trace.document, run.trace.which, figure, film, path, say, optimum)


def _optimum(args: Namespace, run: Run) -> Any:
    """The exact optimum, if it was asked for by name, or was switched on in the saved document and
    exists."""
    wanted = args.curves == "gap" and _has_curves(args)
    if not wanted and (args.layers is None or "optimum" not in figure_of(args).layers):
        return None
    try:
        return run.optimum()
    except LinlabError:
        if not wanted and not getattr(args, "by_name", True):
            return None
        raise


def _document(args: Namespace) -> tuple[Document, int]:
    """The document, and the index of its learner."""
    args.data = training.file_or_data_set(args.data)
    learners = training.learners_of(args)
    loaded = None
    if args.data not in DATASETS and os.path.exists(args.data):
        loaded = load(args.data, columns=args.columns, standardise=args.standardise)
    if isinstance(loaded, Document):
        training.refuse_knobs(args)
        document = replace(loaded, learners=learners, timeline=()) if learners else loaded
    else:
        seeded = Namespace(**{**vars(args), "seed": args.seed or 0})
        points, name = training.points_of(seeded)
        if not learners and args.data in DATASETS:
            learners = (Learner.of(USUAL),)  # the window's default
        if not learners:
            raise LinlabError(
                f"{name} contains only points: name a model to train on them with --model."
            )
        document = Document(points, learners, source=training.source_of(seeded))
    many = len(document.learners)
    if isinstance(args.which, int) and not 1 <= args.which <= many:
        raise LinlabError(
            f"There is no model {args.which}: {Path(args.data).name} has {many if many > 1 else 'one'}."
        )
    seen = document.look.focus if document.look is not None and not learners else 0
    document = document if args.seed is None else replace(document, seed=args.seed)
    document = document if args.split is None else replace(document, shares=args.split)
    return adopting(args, document), args.which - 1 if isinstance(args.which, int) else min(
        seen, many - 1
    )


def _bookmarked(document: Document, name: str) -> int:
    """The step of a bookmark."""
    found = bookmark_named(document.bookmarks, name)
    if found is None:
        names = ", ".join(f"“{shorten(bookmark.name, 30)}”" for bookmark in document.bookmarks)
        known = f"the bookmarks are {names}" if names else "there are no bookmarks"
        raise LinlabError(
            f"--at {shorten(name)} is neither a whole number from 0 upwards nor the name of a bookmark{perhaps(name, [each.name for each in document.bookmarks])}: {known}."
        )
    return found.t


def adopting(args: Namespace, document: Document) -> Document:
    """The document with those options of the view that it stores."""
    for name, value in figure_of(args).options:
        adopts = VIEWS[args.view].option(name).adopts
        if adopts is not None:
            found = adopts(document.points, document.source, str(value))
            assert found.points is not None
            document = replace(
                document.with_points(document.points, found.points), source=found.source
            )
    return document


def _distance(args: Namespace, trace: Trace, kinds: list[str]) -> Namespace:
    """How far to train: to the step saved in the document; further, for more than figures of a
    run saved at step 0."""
    asked = Namespace(steps=args.at, epochs=args.epochs, stop=None)
    changes, look = trace.document.timeline, trace.document.look
    asked.stop = ""  # no early stop
    if args.at is not None or args.epochs is not None:
        return asked
    if look is not None and (look.t or set(kinds) <= {"figure", "data"}):
        asked.steps = look.t
    elif changes:
        asked.steps = max(training.steps_of(trace, asked), changes[-1].t)
    elif len(trace.problem(0).held_out[0][1]):
        asked.stop = None  # early stopping applies only if nothing says how far
    return asked


def _run(trace: Trace, t: int) -> Run:
    moment = Moment(trace, t)
    return Run(moment, {label: label for label in moment.points.classes})


def _format(kind: str) -> str | None:
    return kind if kind == "sklearn" else None


def _write(args: Namespace, run: Run, path: str, kind: str) -> None:
    match kind:
        case "figure" if args.each is not None:
            args.slides = write_each(args, run, path, _optimum(args, run))
        case "figure":
            write_pictures(args, run, [path], [])
        case "film":
            write_pictures(args, run, [], [path], args.begin or 0, args.until)
        case "page":
            write_run_page(args, run, path, _optimum(args, run))
        case "data":
            by_suffix(POINT_FORMATS, path, "Points").write(
                run.trace.document.points_at(run.t), path
            )
        case "table":
            with ProgressLine("writing the table", run.t) as progress:
                write_table(
                    run.trace, path, 1, _rows(args, run, path), args.blank, progress=progress
                )
        case "homework":
            write_homework(run.trace, path, _sheet(args, run), title=args.title or "")
        case _:
            training.save_weights(run, path, _format(kind))


def _sheet(args: Namespace, run: Run) -> int:
    """How many steps a homework sheet has."""
    return run.trace.clamp(FIRST if args.rows is None else int(args.rows))


def _rows(args: Namespace, run: Run, path: str) -> int:
    """How many steps a table has: --rows, or a page."""
    if args.rows is not None:
        return min(run.t, int(args.rows))
    page = table_format(path).page if args.at is None and args.epochs is None else None
    return run.t if page is None else min(run.t, page)


def _said(args: Namespace, run: Run, path: str, kind: str) -> str:
    """What was written, in a few words."""
    if kind == "film":
        last = run.t if args.until is None else run.trace.clamp(args.until)
        return f"film from step {args.begin or 0} to {last}"
    if kind == "figure" and args.each is not None:
        return (
            f"{args.slides} {'slide' if args.slides == 1 else 'slides'}, one for each {args.each}"
        )
    if kind == "page":
        return page_in_words(args, run, path)
    if kind == "homework":
        return f"homework on steps 1 to {_sheet(args, run)}"
    words = {
        "figure": "figure",
        "weights": "weights",
        "sklearn": "scikit-learn model",
        "data": "points",
    }
    return (
        f"steps 1 to {_rows(args, run, path)}"
        if kind == "table"
        else f"{words[kind]} after step {run.t}"
    )
