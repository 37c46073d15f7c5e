"""Slides by the command line: render --each bookmark, or --each update."""

from argparse import Namespace
from typing import Any

from linlab.app.export.figures import DPI
from linlab.app.export.slides import write_slides
from linlab.engine.ground.errors import LinlabError
from linlab.engine.views.snapshot import Snapshot
from linlab.notebook.run import Run

from .picture_options import WIDGETS, check_options, figure_of
from .progress_line import ProgressLine


def check_each(args: Namespace, kinds: list[str]) -> None:
    """Refuse --each where there is nothing to make slides of."""
    if "figure" not in kinds:
        raise LinlabError("--each makes slides: name a figure to write, such as slides.pdf.")
    if args.view in WIDGETS:
        raise LinlabError(
            f"Slides cannot show the view “{args.view}”: choose plane, curves, both or a view into the model."
        )


def write_each(args: Namespace, run: Run, path: str, optimum: Any) -> int:
    """Write a page or a file for each bookmark or update; how many there are."""
    figure = figure_of(args)
    check_options(args, figure, Snapshot.of(run.trace, run.t, optimum))
    last = run.t if args.until is None and args.each == "update" else args.until
    document, which = run.trace.document, run.trace.which
    with ProgressLine("drawing the slides", 1) as progress:

        def say(done: int, total: int) -> bool:
            progress.total = total
            return progress(done)

        return write_slides(
            document,
            which,
            figure,
            args.each,
            args.begin or 0,
            last,
            path,
            args.dpi or DPI,
            say,
            optimum,
        )
