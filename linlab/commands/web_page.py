"""A run as a web page by the command line: which views and which steps it shows."""

import os
from argparse import Namespace
from dataclasses import replace
from typing import Any

from linlab.engine.document.document import Document
from linlab.engine.export.web.page import (
    PAGE_LAYERS,
    USUAL,
    PageOptions,
    figure_for,
    write_page,
)
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import file_size
from linlab.engine.picture.showing.choice import names as layer_names
from linlab.engine.views.figure import Figure
from linlab.engine.views.views import VIEWS
from linlab.notebook.run import Run

from .picture_options import WIDGETS, figure_of
from .progress_line import ProgressLine

BOTH = "both"  # the view of plane and curves, which are two views in a page


def check_page_views(args: Namespace) -> None:
    """Refuse views that a page cannot show, before training."""
    for view in views_of(args):
        if view in WIDGETS:
            raise LinlabError(
                f"A web page cannot show the view “{view}”, which the window draws: choose another."
            )
        figure_of(Namespace(**vars(args) | {"view": view, "option": []}))


def views_of(args: Namespace) -> tuple[str, ...]:
    """The views of a page: the plane and those asked for."""
    asked = [name for view in args.views or USUAL for name in (USUAL if view == BOTH else (view,))]
    plane = any(VIEWS[view].plane for view in asked if view in VIEWS)
    return tuple(dict.fromkeys(asked if plane else ("plane", *asked)))


def write_run_page(args: Namespace, run: Run, path: str, optimum: Any) -> None:
    """Write the page of a run."""
    last = run.t if args.until is None else args.until
    figures = tuple(_figure(args, view, run.trace.document) for view in views_of(args))
    options = PageOptions(figures, args.begin or 0, last, args.every, args.title or "")
    with ProgressLine("writing the web page", 1) as progress:

        def say(done: int, total: int) -> bool:
            progress.total = total
            return progress(done)

        write_page(run, options, path, optimum, say)


def page_in_words(args: Namespace, run: Run, path: str) -> str:
    """What was written, in a few words."""
    last = run.t if args.until is None else run.trace.clamp(args.until)
    size = file_size(os.path.getsize(path))
    return f"web page of steps {args.begin or 0} to {last}, {size}"


def _figure(args: Namespace, view: str, document: Document) -> Figure:
    """The figure of a view: as the arguments say, or the document as it was saved."""
    options = args.option if view == args.view else []
    like = figure_of(Namespace(**vars(args) | {"view": view, "option": options}))
    look = document.look
    if not args.by_name:
        seen = None if look is None or look.layers is None else set(look.layers)
        layers = PAGE_LAYERS if seen is None else frozenset(seen.intersection(layer_names()))
        like = replace(like, layers=layers)
    figure = figure_for(view, like)
    if args.size is None:
        return figure
    return replace(figure, width=args.size[0], height=args.size[1])
