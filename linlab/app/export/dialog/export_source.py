"""The source of an export: the window at this moment."""

from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtWidgets import QWidget

from linlab.app.plane.plane import Plane
from linlab.app.session.document_files import DocumentFiles
from linlab.app.session.run import LiveRun
from linlab.app.session.session import Session
from linlab.app.session.settings import Settings
from linlab.app.session.view_snapshot import snapshot_for_view
from linlab.engine.export.web.page import PAGE_LAYERS
from linlab.engine.picture.showing.choice import names
from linlab.engine.train.moment import Result
from linlab.engine.views.figure import NOT_IN_FIGURES, Figure
from linlab.engine.views.snapshot import Snapshot

from .export_options import ExportOptions, figure

OF_A_PAGE = NOT_IN_FIGURES & PAGE_LAYERS


def _taken(run: LiveRun) -> Result:
    assert run.moment is not None
    return Result(run.moment)


@dataclass(frozen=True)
class ExportSource:
    """A session with its file, and the window and the plane that show it."""

    session: Session
    files: DocumentFiles
    settings: Settings
    plane: Plane
    window: QWidget

    @property
    def layers(self) -> frozenset[str]:
        """The layers of the plane that can be switched and are meant for a figure."""
        return frozenset(self.plane.shown) & (frozenset(names()) - NOT_IN_FIGURES)

    def layers_of(self, what: str) -> frozenset[str]:
        """The layers of the plane in what is exported: a web page also shows what belongs to a
        step."""
        if what != "web":
            return self.layers
        return self.layers | (frozenset(self.plane.shown) & OF_A_PAGE)

    @property
    def screen(self) -> tuple[float, float]:
        """The size of the plane."""
        return float(self.plane.width()), float(self.plane.height())

    def figure(self, export_options: ExportOptions) -> Figure:
        """The figure with the plane as it is and the options of the view."""
        found = figure(
            replace(export_options, title=self.title(export_options)),
            self.layers_of(export_options.what),
            self.plane.view,
            self.screen,
        )
        return replace(
            found, options=self.session.choices.of(found.view), models=self.plane.arranged
        )

    def moment(self, values: Any = None) -> Snapshot:
        """The current moment; `values` are its curves where they have been measured."""
        return replace(snapshot_for_view(self.session, values), cursor=None, pointed=None)

    def run(self) -> Result:
        """The current run."""
        return _taken(self.session.run)

    def runs(self, export_options: ExportOptions) -> tuple[Result, ...]:
        """The runs of all models, if requested; otherwise the current one."""
        if not (export_options.every and self.several):
            return (self.run(),)
        return tuple(_taken(run) for run in self.session.runs)

    @property
    def several(self) -> bool:
        return len(self.session.runs) > 1

    def title(self, export_options: ExportOptions) -> str:
        """The title of a figure: the document's, unless another was typed."""
        return self.session.document.title if export_options.title is None else export_options.title

    def end(self, export_options: ExportOptions) -> int:
        """The last step of a film: the current one, unless another was chosen."""
        return max(1, self.session.t) if export_options.end is None else export_options.end
