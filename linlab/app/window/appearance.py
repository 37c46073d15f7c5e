"""How the window suits the person before it: its theme, and how much of it moves."""

from PySide6.QtGui import QAction

from linlab.app.controls.accessibility import motion
from linlab.app.session.settings import Settings


class Appearance:
    """What is chosen in the menu View, put into force and remembered."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        motion.reduce(settings.now.reduced_motion)

    def show_in(self, reduced: QAction) -> None:
        """Let the menu's entry tell what is in force."""
        reduced.setCheckable(True)
        reduced.setChecked(motion.reduced())
        self._reduced = reduced

    def toggle_motion(self) -> None:
        """Reduce motion, or no longer."""
        motion.reduce(not motion.reduced())
        self._settings.keep(reduced_motion=motion.reduced())
        self._reduced.setChecked(motion.reduced())
