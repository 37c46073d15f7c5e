"""Simple and Full: how much of the window is in sight.

Simple is the same window with fewer parts. `STANDS` says which parts stand in one mode only;
everything else stands in both, and every key works in both. The user's choice is remembered. A
document, several models, a lesson or a key of what stands in Full may ask for a mode meanwhile, which
changes nothing that is remembered; whoever then chooses gets the choice.
"""

from collections.abc import Mapping

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from linlab.app.controls.widgets import Card
from linlab.app.session.settings import Settings
from linlab.engine.document.look import FULL, SIMPLE

MODES = {SIMPLE: "Simple", FULL: "Full"}  # and what they are called
KEY, LESSON, DOCUMENT, MODELS = "key", "lesson", "document", "models"  # who may ask
ASKING = (KEY, LESSON, DOCUMENT, MODELS)  # the strongest first
STANDS: Mapping[str, str] = {  # a part of the window, by its name, and the only mode it stands in
    # (the transport and the knobs of the data, which come and go by rules of their own, know it
    # themselves: `be_simple`)
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
    "split": FULL,
    "add-model": FULL,
    "model-info": FULL,
    "model-settings": FULL,
    "boundary": SIMPLE,
    "dial": SIMPLE,
    "training": FULL,
    "words": FULL,
    "about-full": SIMPLE,
    # the right column
    "views-card": FULL,
    "numbers-card": FULL,
    "wrong-card": SIMPLE,
}
PASSED_OVER = ("step-symbols", "offer")  # by Tab in Simple: a key does the same


class Modes(QObject):
    """The mode in which a window is: `shown`. `changed` says that it is another one."""

    changed = Signal(str)

    def __init__(self, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self._own = settings.now.mode
        self._asked: dict[str, str] = {}
        self._many = 1
        self.document = ""  # what the document's author asks for, to be saved with it

    @property
    def shown(self) -> str:
        asked = (self._asked.get(who, "") for who in ASKING)
        return next((mode for mode in asked if mode in MODES), self._own)

    def choose(self, mode: str) -> None:
        """The user's own choice, which is remembered."""
        before = self.shown
        self._own = mode
        self._asked.clear()
        self._settings.keep(mode=mode)
        self._tell(before)

    def turn(self) -> None:
        """The other one."""
        self.choose(FULL if self.shown == SIMPLE else SIMPLE)

    def ask(self, who: str, mode: str) -> None:
        """For as long as it lasts; with no mode it asks no longer."""
        before = self.shown
        self._asked[who] = mode
        self._tell(before)

    def opened(self, mode: str, many: int) -> None:
        """A document with so many models, whose author asks for a mode, or for none."""
        before = self.shown
        self.document = mode
        self._many = many
        self._asked |= {KEY: "", DOCUMENT: mode, MODELS: FULL if many > 1 else ""}
        self._tell(before)

    def count(self, many: int) -> bool:
        """There are so many models now; whether that brought another mode."""
        before, several = self.shown, many > 1
        if several != (self._many > 1):
            self.ask(MODELS, FULL if several else "")
        self._many = many
        return self.shown != before

    def _tell(self, before: str) -> None:
        if self.shown != before:
            self.changed.emit(self.shown)


def arrange(window: QWidget, bar: QWidget, mode: str) -> set[QWidget]:
    """Show the parts that stand in this mode; those of the bar that do not, it has to put away
    itself."""
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
        card.be_foldable(mode != SIMPLE)
    return away
