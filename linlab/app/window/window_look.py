"""How the window shows its document: what is saved with it, and what is restored when it is opened.

A document that does not say so gets the default layers, all points in view and the user's panels.
"""

from typing import Protocol

from linlab.app.panels.right_panel import RightPanel
from linlab.app.panels.views.views_card import CURVES, inward
from linlab.app.plane.plane import Plane
from linlab.app.present.presenter import Presenter
from linlab.app.session.document_files import DocumentFiles
from linlab.engine.document.look import Look
from linlab.engine.picture.layers import MANNERS
from linlab.engine.picture.other_models import ARRANGEMENTS, ONE
from linlab.engine.picture.shapes import View
from linlab.engine.picture.showing.choice import names

from .modes import Modes


class LookParts(Protocol):
    """The parts of the window that have a look."""

    plane: Plane
    right: RightPanel
    files: DocumentFiles
    modes: Modes

    @property
    def presenter(self) -> Presenter: ...
    def layers(self) -> set[str]: ...
    def panels(self) -> tuple[int, int]: ...
    def split(self, panels: tuple[int, int]) -> None: ...
    def put_beside(self, name: str) -> None: ...


class LookKeeper:
    """The look of a window's document: `now` returns it, `show` restores the one from its file."""

    def __init__(self, window: LookParts) -> None:
        self._window = window
        self._own: tuple[int, int] | None = (
            None  # the user's panels, while a document shows its own
        )
        window.files.looked_at = self.now
        window.files.opened.connect(self.show)

    @property
    def own_panels(self) -> tuple[int, int]:
        """The widths of the panels for the next start: the user's, not the document's."""
        return self._own or self._window.panels()

    def now(self) -> Look:
        window = self._window
        plane = self._window.plane
        curves = self._window.right.curves
        shown = self._window.layers()
        known = (*names(), *(manner.name for manner in MANNERS))
        layers = tuple(name for name in known if name in shown)
        return Look(
            plane.session.replay.now,
            layers,
            curves.mode,
            curves.lines,
            curves.log,
            plane.sight.region,
            window.panels(),
            window.right.views.current,
            window.presenter.beside,
            plane.session.run.exact.on,
            plane.session.choices.all,
            plane.arranged,
            plane.session.focus,
            window.modes.document,
        )

    def show(self) -> None:
        """Show the document as its file says."""
        window = self._window
        look = self._window.files.look or Look()
        session = self._window.plane.session
        window.plane.show_layers(look.layers)
        window.plane.arrange(look.models if look.models in dict(ARRANGEMENTS) else ONE)
        if look.focus != session.focus and look.focus < len(session.runs):
            session.focus_on(look.focus)
        exact = window.plane.session.run.exact
        if exact.on != look.exact:
            exact.switch(look.exact)
        window.modes.opened(look.mode, len(session.runs))
        window.right.curves.show_curves(look.curves, look.lines, look.log)
        window.plane.session.choices.show(look.options)
        window.put_beside(look.beside)
        window.right.views.show_view(look.view if look.view in inward() else CURVES)
        if look.region is None:
            window.plane.fit()
        else:
            window.plane.sight.look_at(View(*look.region))
        if look.panels is not None:
            self._own = self._own or window.panels()
            window.split(look.panels)
        elif self._own is not None:
            window.split(self._own)
            self._own = None
