"""Preloading: compiled code is loaded once the window is there. After an installation it has to be
compiled first."""

import contextlib
import sys
import threading
from importlib import import_module

from PySide6.QtCore import QObject, QTimer, Signal

from linlab.engine.train.updates import advance

from .session import Session

PARTS = ("contourpy",)  # finds the lines of the first picture
SOON, LONG = 150, 1000  # milliseconds until it begins, and until it is worth a word


class Preload(QObject):
    """Loads compiled code once the window is there: neither the start nor the first update waits
    for it.

    What the document at hand needs comes first. Until then nothing is trained, and what somebody
    asks for is done as soon as it can be; the rest follows while they play.
    """

    begun = Signal(str)
    enough = Signal()
    done = Signal()

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._doing = ""
        self.begun.connect(self._tell)
        self.enough.connect(session.loaded)
        self.done.connect(session.equipped)
        if not _all_ready():
            session.loading = True
            QTimer.singleShot(
                SOON, self, lambda: threading.Thread(target=self._load, daemon=True).start()
            )
            QTimer.singleShot(LONG, self, self._say)

    def _load(self) -> None:
        with contextlib.suppress(RuntimeError):  # the window may be gone by now
            with contextlib.suppress(
                Exception
            ):  # if it cannot be had, whoever needs it will say why
                needed = [
                    code
                    for learner in self._session.document.learners
                    for code in advance.code_of(learner)
                ]
                for k, code in enumerate(needed, 1):
                    self.begun.emit(f"part {k} of {len(needed)}")
                    code.prepare()
                for name in PARTS:
                    import_module(name)
            self.enough.emit()
            with contextlib.suppress(Exception):
                for code in advance.all_code():
                    code.prepare()
            self.done.emit()

    def _tell(self, doing: str) -> None:
        self._doing = doing
        if self._session.preparing:
            self._say()

    def _say(self) -> None:
        if self._session.loading:
            doing = (
                f", {self._doing}" if self._doing else ""
            )  # before the first part the compiler itself is loaded
            self._session.preparing = (
                f"getting ready{doing}: after an installation this takes some seconds"
            )
            self._session.moved.emit()


def _all_ready() -> bool:
    """Without loading the compiler to find out."""
    return "linlab.engine.learner.loop" in sys.modules and all(
        code.ready for code in advance.all_code()
    )
