"""Simple and Full: how much of the window is visible.

Simple is the same window with fewer parts. `STANDS` says which parts are shown in one mode only;
everything else is shown in both, and every key works in both. The user's choice is remembered. A
document, several models, a lesson or a key of a part of Full may request a mode for a while, which
is not remembered; the user's next choice overrides it.
"""

from collections.abc import Mapping

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from linlab.app.controls.widgets import Card
from linlab.app.session.settings import Settings
from linlab.engine.document.look import FULL, SIMPLE

MODES = {SIMPLE: "Simple", FULL: "Full"}  # and their titles
KEY, LESSON, DOCUMENT, MODELS = "key", "lesson", "document", "models"  # what may request a mode
ASKING = (KEY, LESSON, DOCUMENT, MODELS)  # in order of priority
STANDS: Mapping[str, str] = {  # a part of the window, and the only mode that shows it
    # (the transport and the controls of the data have rules of their own:
    # `set_simple`)
    # the toolbar
    "button-open": FULL,
    "button-save": FULL,
    "button-add-class": FULL,
    "button-class-0": FULL,
    "button-tool-brush": FULL,
    "layer-regions": FULL,
    "layer-margins": FULL,
    "layer-supports": FULL,
    "more-layers": FULL,
    "button-present": FULL,
    "export-menu": FULL,
    "button-theme": FULL,
    # the left column
    "seed-title": FULL,
    "seed": FULL,
    "data-knob-hidden": FULL,
    "more-changes": FULL,
    "split": FULL,
    "add-model": FULL,
    "model-info": FULL,
    "model-settings": FULL,
    "boundary": SIMPLE,
    "dial": SIMPLE,
    "training": FULL,
    "about-full": SIMPLE,
    # the right column
    "views-card": FULL,
    "numbers-card": FULL,
    "wrong-card": SIMPLE,
}
PASSED_OVER = ("step-symbols", "offer")  # skipped by Tab in Simple, since a key does the same


class Modes(QObject):
    """The mode of a window: `shown`. `changed` is emitted when it changes."""

    changed = Signal(str)

    def __init__(self, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self._own = settings.now.mode
        self._asked: dict[str, str] = {}
        self._many = 1
        self.document = ""  # the mode that the document requests, saved with it

    @property
    def shown(self) -> str:
        asked = (self._asked.get(who, "") for who in ASKING)
        return next((mode for mode in asked if mode in MODES), self._own)

    def choose(self, mode: str) -> None:
        """Set the mode by the user's choice, which is remembered."""
        before = self.shown
        self._own = mode
        self._asked.clear()
        self._settings.keep(mode=mode)
        self._tell(before)

    def turn(self) -> None:
        """Switch to the other mode."""
        self.choose(FULL if self.shown == SIMPLE else SIMPLE)

    def ask(self, who: str, mode: str) -> None:
        """Request a mode for a while; the empty string withdraws the request."""
        before = self.shown
        self._asked[who] = mode
        self._tell(before)

    def opened(self, mode: str, many: int) -> None:
        """A document was opened, with this many models and the mode that it requests, if any."""
        before = self.shown
        self.document = mode
        self._many = many
        self._asked |= {KEY: "", DOCUMENT: mode, MODELS: FULL if many > 1 else ""}
        self._tell(before)

    @property
    def asked(self) -> dict[str, str]:
        """The modes that are requested for a while, to return to."""
        return dict(self._asked)

    def ask_again(self, asked: dict[str, str]) -> None:
        """Return to these requests."""
        before = self.shown
        self._asked = dict(asked)
        self._tell(before)

    def count(self, many: int) -> bool:
        """Set the number of models; return whether that changed the mode."""
        before, several = self.shown, many > 1
        if several != (self._many > 1):
            self.ask(MODELS, FULL if several else "")
        self._many = many
        return self.shown != before

    def _tell(self, before: str) -> None:
        if self.shown != before:
            self.changed.emit(self.shown)


def arrange(window: QWidget, bar: QWidget, mode: str) -> set[QWidget]:
    """Show the parts that belong to this mode; the toolbar hides its own."""
    away: set[QWidget] = set()
    for name, own in STANDS.items():
        for part in window.findChildren(QWidget, name):
            if not bar.isAncestorOf(part):
                part.setVisible(own == mode)
            elif own != mode:
                away.add(part)
    tab = Qt.FocusPolicy.TabFocus
    for name in PASSED_OVER:
        for part in window.findChildren(QWidget, name):
            policy = part.focusPolicy()
            part.setFocusPolicy(policy & ~tab if mode == SIMPLE else policy | tab)
    for card in window.findChildren(Card):
        card.set_foldable(mode != SIMPLE)
    return away
