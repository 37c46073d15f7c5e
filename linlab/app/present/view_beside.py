"""A view beside the plane while presenting: any view except the plane itself.

The curves are those chosen in the window; they are measured as time permits.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtWidgets import QWidget

from linlab.app.panels.views.view_canvas import ViewCanvas
from linlab.app.session.session import Session
from linlab.app.session.view_snapshot import snapshot_for_view
from linlab.engine.document.look import Look
from linlab.engine.picture.curves import MODES, gap
from linlab.engine.picture.palette import Palette
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS

MEASURING_SECONDS = 0.008  # seconds of measuring in each refresh
WIDTH_SHARE = 0.4  # of the stage


def names() -> tuple[str, ...]:
    """The views that can be shown there; the curves, which every run has, come first."""
    return tuple(
        sorted(
            (view.name for view in VIEWS.values() if not view.plane),
            key=lambda name: not VIEWS[name].curves,
        )
    )


class Beside(ViewCanvas):
    """One view of the session, as large as everything on stage, above the text at the bottom."""

    def __init__(self, session: Session, look: Callable[[], Look], parent: QWidget) -> None:
        super().__init__(session)
        self.setParent(parent)
        self.setObjectName("beside")
        self._look = look
        self._floor = 0
        self.hide()

    @property
    def name(self) -> str:
        """The name of the view; empty if the plane is alone."""
        return "" if self.isHidden() else self.view.name

    def take(self, name: str) -> None:
        """Show a view, or none if the name is empty."""
        if name in names():
            self.show_view(VIEWS[name])
        self.setVisible(name in names())

    def fit(self, palette: Palette, size: float, scale: float, floor: int) -> None:
        """Use these colours, font and lines, this many pixels above the bottom."""
        self.font_size, self.scale_by, self._floor = size, scale, floor
        self.apply_theme(palette)

    @property
    def figure(self) -> Figure:
        look = self._look()
        modes = {mode.key for mode in MODES}
        return replace(
            super().figure,
            height=max(8.0, float(self.height() - self._floor)),
            log=look.log,
            curves=look.curves if look.curves in modes else "loss",
        )

    @property
    def moment(self) -> Snapshot:
        return (
            snapshot_for_view(self.session, self._values()) if self.view.curves else super().moment
        )

    def _values(self) -> Any:
        """The curves as far as they are measured."""
        run = self.session.run
        if run.history is None:
            return None
        run.look_for_bound()
        if not run.history.fill(run.t, MEASURING_SECONDS):
            self.refresh()
        values = run.history.curves()
        if run.optimum is not None:
            values["gap"] = gap(run.history.trace, values["t"], values["objective"], run.optimum)
        return values["t"], values
