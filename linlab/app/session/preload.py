"""Preloading: compiled code is loaded once the window is there. After an installation it has to be compiled first."""

import contextlib
import sys
import threading
from importlib import import_module

from PySide6.QtCore import QObject, QTimer, Signal

from .session import Session

PARTS = tuple(f"linlab.engine.{name}" for name in (
    "learner.loop", "picture.levels", "learner.pairs", "train.votes", "picture.inks", "picture.raster"))
SOON, LONG = 150, 1000  # milliseconds until it begins, and until it is worth a word


class Preload(QObject):
    """Loads the compiled loop and lines once the window is there: neither the start nor the first update waits for them.

    Until then nothing is trained, and what somebody asks for is done as soon as it can be.
    """

    begun = Signal(int)
    done = Signal()

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._part = 0
        self.begun.connect(self._tell)
        self.done.connect(session.loaded)
        session.loading = PARTS[0] not in sys.modules
        if session.loading:
            QTimer.singleShot(SOON, self, lambda: threading.Thread(target=self._load, daemon=True).start())
            QTimer.singleShot(LONG, self, self._say)

    def _load(self) -> None:
        with contextlib.suppress(RuntimeError):  # the window may be gone by now
            with contextlib.suppress(Exception):  # if it cannot be had, whoever needs it will say why
                for k, name in enumerate(PARTS):
                    self.begun.emit(k)
                    import_module(name)
            self.done.emit()

    def _tell(self, part: int) -> None:
        self._part = part
        if self._session.preparing:
            self._say()

    def _say(self) -> None:
        if self._session.loading:
            self._session.preparing = (f"getting ready, part {self._part + 1} of {len(PARTS)}: "
                                       "after an installation this takes half a minute")  # fmt: skip
            self._session.moved.emit()
