"""A run as one web page: a file that plays it in any browser, without a server and without linlab.

The page holds the pictures of the run and the document, so that linlab can open it again.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from linlab.engine.document.in_page import block_of
from linlab.engine.document.look import Look
from linlab.engine.ground.errors import Cancelled, unknown
from linlab.engine.ground.version import __version__
from linlab.engine.ground.writing import PathLike, check_writable, write_text
from linlab.engine.picture.layers import at_first
from linlab.engine.train.moment import Moment
from linlab.engine.train.trace import Trace
from linlab.engine.views.description import points_in_words
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS
from linlab.engine.words.in_a_line import in_a_line

from .frames import Frames, frames_of
from .html import page, player, text
from .steps import Steps, steps_of

USUAL = ("plane", "curves")  # the views of a page that names none
PLANE_SIZE = (460.0, 400.0)  # pixels: about those of a phone, and scaled up on a desk
VIEW_SIZE = (440.0, 310.0)
TABLE_SIZE = (540.0, 370.0)  # of a view with rows and columns
PAGE_LAYERS = at_first() - {"next", "bump"}  # of the plane: a page is for one who steps
CELL = 5.0  # pixels of a cell of the shading
SAMPLES = 6  # frames from which the size of a page is estimated
Say = Callable[[int, int], bool]


class HasMoment(Protocol):
    """A run, or a moment of one."""

    @property
    def trace(self) -> Trace: ...
    @property
    def t(self) -> int: ...


@dataclass(frozen=True)
class PageOptions:
    """What a page shows: a figure for each view, and which steps."""

    figures: tuple[Figure, ...]
    first: int = 0
    last: int = 0
    every: int | None = None  # None: all steps, or those that matter
    title: str = ""


def page_of(
    source: HasMoment,
    views: Sequence[str] | None = None,
    from_: int = 0,
    to: int | None = None,
    every: int | None = None,
    title: str = "",
) -> str:
    """The page of a run up to its step, or from and to others: the text of an .html file.

    `views` are names of views, the first of them the large one. Without `every` a page of many
    steps shows those that changed something, and says so.
    """
    figures = tuple(figure_for(name) for name in views or USUAL)
    last = source.t if to is None else to
    return make_page(source, PageOptions(figures, from_, last, every, title))


def figure_for(view: str, like: Figure | None = None) -> Figure:
    """The figure of a view in a page; `like` says how the plane looks."""
    if view not in VIEWS:
        raise unknown("view", view, VIEWS)
    like = like or Figure(layers=PAGE_LAYERS)
    width, height = _size_of(view)
    return replace(
        like, view=view, width=width, height=height, palette="light", cell=CELL, title=""
    )


def _size_of(view: str) -> tuple[float, float]:
    if VIEWS[view].plane:
        return PLANE_SIZE
    return VIEW_SIZE if VIEWS[view].table is None else TABLE_SIZE


def make_page(
    source: HasMoment, options: PageOptions, optimum: Any = None, say: Say | None = None
) -> str:
    """The page with these options; `say(done, total)` returns False to cancel."""
    moment = Moment(source.trace, source.t)
    steps, frames = _frames(moment, options, optimum, say or (lambda done, total: True))
    body, blocks = player(frames)
    last = Snapshot.of(moment.trace, steps.times[-1])
    document = moment.document
    if document.look is None:  # when the page is opened, the run is where the page ends
        document = replace(document, look=Look(last.t, focus=moment.which))
    title = options.title or moment.document.title or _name(last)
    lead = f"{in_a_line(last.learner)}. {points_in_words(last)}"
    return page(title, lead, f"{body}\n{footer()}", [block_of(document), *blocks])


def write_page(
    source: HasMoment,
    options: PageOptions,
    path: PathLike,
    optimum: Any = None,
    say: Say | None = None,
) -> None:
    """Write the page into a file; if it is cancelled or fails, nothing is written."""
    check_writable(path)
    write_text(path, make_page(source, options, optimum, say))


def size_of_page(
    source: HasMoment, options: PageOptions, optimum: Any = None, say: Say | None = None
) -> tuple[int, int]:
    """About how many bytes the page has, from a few of its frames, and how many frames."""
    moment = Moment(source.trace, source.t)
    tell = _teller(say or (lambda done, total: True), lambda: 1)
    steps = steps_of(moment.trace, options.first, options.last, options.every, lambda: tell(0))
    count = len(steps.times)
    if count <= 2 * SAMPLES:
        return len(make_page(moment, options, optimum, say).encode()), count
    body = len(page("", "", "", [block_of(moment.document)]).encode())
    chosen = sorted({*np.linspace(0, count - 1 - SAMPLES, 3).round().astype(int).tolist()})
    sizes = [
        [_size(moment, options, steps, k, many, optimum, tell) for many in (1, 1 + SAMPLES)]
        for k in chosen
    ]
    each = max(0.0, float(np.mean([large - small for small, large in sizes])) / SAMPLES)
    return round(body + sizes[0][0] + each * (count - 1)), count


def footer() -> str:
    words = f"Made with linlab {__version__}. Open this file in linlab to go on with its document."
    return f"<footer>{text(words)}</footer>"


def _name(moment: Snapshot) -> str:
    """A title for a document that has none: SVM on moons."""
    source = moment.document.source
    name = moment.names[moment.focus]
    return name if source is None else f"{name} on {source.name}"


def _size(
    moment: Moment,
    options: PageOptions,
    steps: Steps,
    k: int,
    many: int,
    optimum: Any,
    tell: Callable[[int], None],
) -> int:
    """The size of so many frames in a row."""
    some = Steps(steps.times[k : k + many])
    return frames_of(moment, options.figures, some, optimum, tell).size


def _frames(moment: Moment, options: PageOptions, optimum: Any, say: Say) -> tuple[Steps, Frames]:
    total = 1
    tell = _teller(say, lambda: total)
    steps = steps_of(moment.trace, options.first, options.last, options.every, lambda: tell(0))
    total = len(steps.times)
    return steps, frames_of(moment, options.figures, steps, optimum, tell)


def _teller(say: Say, total: Callable[[], int]) -> Callable[[int], None]:
    """Reports progress; raises if it is cancelled."""

    def tell(done: int) -> None:
        if not say(done, total()):
            raise Cancelled

    return tell
