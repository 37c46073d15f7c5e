"""A run as a web page, from the dialog: what is in it, about how large it will be, and a job that
writes it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from linlab.app.export.figures import image
from linlab.engine.document.document import Document
from linlab.engine.export.web.page import PageOptions, figure_for, size_of_page
from linlab.engine.ground.numerals import file_size, grouped
from linlab.engine.train.moment import Moment
from linlab.engine.train.trace import Trace
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import draw

from .export_options import ExportOptions
from .export_source import ExportSource

if TYPE_CHECKING:
    from PySide6.QtGui import QImage


@dataclass(frozen=True)
class PageSource:
    """What a page is made of, taken when the button is pressed."""

    document: Document
    which: int
    options: PageOptions
    optimum: Any

    @property
    def moment(self) -> Moment:
        """The end of a separate run, so that the page can be made in a thread."""
        return Moment(Trace(self.document, self.which), self.options.last)


@dataclass(frozen=True)
class PagePreview:
    """The plane of a page, and its size in words."""

    image: "QImage"
    note: str


def page_source(export_source: ExportSource, export_options: ExportOptions) -> PageSource:
    """The page with these options of the document as it is now, with its look."""
    session = export_source.session
    like = export_source.figure(replace(export_options, view="plane"))
    like = replace(like, font=13.0, scale=1.0, caption=False)
    figures = tuple(
        replace(figure_for(view, like), options=session.choices.of(view))
        for view in ("plane", *export_options.views)
    )
    title = export_source.title(export_options)
    every = int(export_options.spaced) or None
    last = export_source.end(export_options)
    options = PageOptions(figures, export_options.begin, last, every, title)
    document = replace(session.document, look=export_source.files.looked_at())
    return PageSource(document, session.focus, options, session.run.optimum)


def page_preview(source: PageSource, wanted: Callable[[], bool], ratio: float) -> PagePreview:
    """The plane at the last step, and the size of the page; in any thread."""
    moment = source.moment
    size, frames = size_of_page(
        moment, source.options, source.optimum, lambda done, total: wanted()
    )
    last = moment.trace.at(source.options.last).t
    plane = draw(source.options.figures[0], Snapshot.of(moment.trace, last, source.optimum))
    steps = "1 STEP" if frames == 1 else f"{grouped(frames)} STEPS"
    return PagePreview(image(plane, 96.0 * ratio), f"{steps} · ABOUT {file_size(size).upper()}")
