"""A file that takes long to write: in the background, with progress, and to be cancelled at any
time.

What it writes must be values, so that nothing the user does meanwhile changes it. A job that is
cancelled leaves the file as it was.
"""

import threading
import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from linlab.app.session.background import Background
from linlab.engine.ground.errors import Cancelled
from linlab.engine.ground.progress import watched

Report = Callable[[int, int], bool]  # (done, of so many); False: stop
EVERY = 0.05  # seconds between two reports
PATIENCE = 10.0  # seconds that closing waits for a job to end


class Job(QObject):
    """One piece of work at a time."""

    advanced = Signal(int, int, float)  # done, of so many, seconds that are left (or −1)
    ended = Signal(object)  # the LinlabError that says why there is no file, if there is none

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._stop = threading.Event()
        self._background = Background(self)
        self._background.answered.connect(self.ended)

    @property
    def busy(self) -> bool:
        return self._background.busy

    def start(self, work: Callable[[Report], object]) -> None:
        """Do the work elsewhere; it reports now and then, and is told whether to go on."""
        assert not self.busy
        stop = self._stop = threading.Event()
        begun = last = time.perf_counter()

        def report(done: int, total: int) -> bool:
            nonlocal last
            now = time.perf_counter()
            if not stop.is_set() and (now - last > EVERY or done == total):
                last = now
                left = (now - begun) / done * (total - done) if done and now - begun > 0.5 else -1.0
                self.advanced.emit(done, total, left)
            return not stop.is_set()

        def watch(doing: str) -> None:
            if stop.is_set():
                raise Cancelled

        def watching() -> object:
            with watched(watch):
                return work(report)

        self._background.ask(watching)

    def cancel(self) -> None:
        self._stop.set()

    def end(self) -> None:
        """Cancel, and wait until nothing of it is left; nothing is said any more."""
        self.cancel()
        self._background.forget(PATIENCE)
