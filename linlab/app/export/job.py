"""A file that takes long to write: in a thread of its own, with progress, and to be cancelled at any time.

What it writes must be values, so that nothing the user does meanwhile changes it. A job that is cancelled leaves the file
as it was.
"""

import threading
import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from linlab.engine.ground.errors import LinlabError

Progress = Callable[[int, int], bool]  # (done, of so many); False: stop
EVERY = 0.05  # seconds between two reports
PATIENCE = 10.0  # seconds that closing waits for a job to end


class Job(QObject):
    """One piece of work at a time."""

    advanced = Signal(int, int, float)  # done, of so many, seconds that are left (or −1)
    ended = Signal(object)  # None, or the LinlabError that says why there is no file
    _finished = Signal(int, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._number = 0
        self._finished.connect(self._arrived)

    @property
    def busy(self) -> bool:
        return self._thread is not None

    def start(self, work: Callable[[Progress], object]) -> None:
        """Do the work elsewhere; it asks `progress` now and then whether to go on."""
        assert not self.busy
        self._stop, self._number = threading.Event(), self._number + 1
        self._thread = threading.Thread(target=self._work, args=(self._number, work, self._stop), daemon=True)
        self._thread.start()

    def cancel(self) -> None:
        self._stop.set()

    def end(self) -> None:
        """Cancel, and wait until nothing of it is left; nothing is said any more."""
        thread, self._thread = self._thread, None
        self._number += 1
        self.cancel()
        if thread is not None:
            thread.join(PATIENCE)

    def _work(self, number: int, work: Callable[[Progress], object], stop: threading.Event) -> None:
        begun = last = time.perf_counter()

        def progress(done: int, total: int) -> bool:
            nonlocal last
            now = time.perf_counter()
            if not stop.is_set() and (now - last > EVERY or done == total):
                last = now
                left = (now - begun) / done * (total - done) if done and now - begun > 0.5 else -1.0
                self.advanced.emit(done, total, left)
            return not stop.is_set()

        answer: LinlabError | None = None
        try:
            work(progress)
        except LinlabError as error:
            answer = error
        except Exception as error:
            answer = LinlabError(f"The file could not be written: {error}")
        try:
            self._finished.emit(number, answer)
        except RuntimeError:  # the window has been closed meanwhile
            return

    def _arrived(self, number: int, answer: object) -> None:
        if number == self._number:
            self._thread = None
            self.ended.emit(answer)
