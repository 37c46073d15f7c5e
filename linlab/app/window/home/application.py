"""The application: its icon, and the files that the system asks it to open.

macOS starts a program once and sends it an event for each file that is double-clicked. Files that
come before the window is there wait for it.
"""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFileOpenEvent, QIcon
from PySide6.QtWidgets import QApplication

from linlab.engine.ground.assets import asset

ICON_SIZES = (16, 32, 64, 128, 256)


class LabApplication(QApplication):
    """A QApplication that opens the files it is sent."""

    _open: Callable[[Path], object] | None = None
    _waiting: tuple[Path, ...] = ()

    def open_files_with(self, opener: Callable[[Path], object] | None) -> None:
        """Open files with this function from now on, those that are waiting first."""
        self._open = opener
        if opener is None:
            return
        waiting, self._waiting = self._waiting, ()
        for path in waiting:
            opener(path)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and event.file():
            path = Path(event.file())
            if self._open is not None:
                self._open(path)
            else:
                self._waiting = (*self._waiting, path)
            return True
        return super().event(event)


def icon() -> QIcon:
    """The icon of the window and of the task bar."""
    made = QIcon()
    for size in ICON_SIZES:
        made.addFile(str(asset(f"icons/linlab/linlab-{size}.png")))
    return made
