"""Warming up: compiled code is loaded once the window is there."""

import contextlib
import sys
import threading

from PySide6.QtCore import QObject, QTimer, Signal

from .session import Session


class Warmth(QObject):
    """Loads the compiled loop and lines once the window is there: neither the start nor the first update waits for them."""

    done = Signal()

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self.done.connect(self._tell)
        session.warming = "linlab.engine.loop" not in sys.modules
        if session.warming:
            QTimer.singleShot(150, lambda: threading.Thread(target=self._load, daemon=True).start())

    def _load(self) -> None:
        import linlab.engine.levels
        import linlab.engine.loop
        import linlab.engine.pairs
        import linlab.engine.picture.inks
        import linlab.engine.picture.raster  # noqa: F401

        with contextlib.suppress(RuntimeError):  # the window may be gone by now
            self.done.emit()

    def _tell(self) -> None:
        self._session.warming = False
        self._session.moved.emit()
