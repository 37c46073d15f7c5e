"""A file that takes long to write: in the background, with progress, and cancellable at any time.

It must write values, so that nothing the user does in the meantime changes it. A cancelled job
leaves the file as it was.
"""

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from linlab.app.session.background import Background
from linlab.engine.ground.task import Task

Report = Callable[[int, int], bool]  # (done, total); False: stop
SURE = 0.5  # seconds before the remaining time is shown
WAIT_SECONDS = 10.0  # seconds that closing waits for a job to end


class Job(QObject):
    """One job at a time."""

    advanced = Signal(int, int, float)  # done, total, remaining seconds (or −1)
    ended = Signal(object)  # the LinlabError that says why there is no file, if there is none

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._begun = 0.0
        self._background = Background(self)
        self._background.advanced.connect(self._tell)
        self._background.answered.connect(self.ended)

    @property
    def busy(self) -> bool:
        return self._background.busy

    def start(self, work: Callable[[Report], object]) -> None:
        """Run the work in the background; it reports progress and learns whether to continue."""
        assert not self.busy

        def report(done: int, total: int) -> bool:
            task.so_far = done, total
            return not task.cancelled

        task = Task(lambda: work(report))
        self._begun = time.perf_counter()
        self._background.run(task)

    def cancel(self) -> None:
        self._background.cancel()

    def end(self) -> None:
        """Cancel, and wait until it has ended; nothing is reported any more."""
        self._background.forget(WAIT_SECONDS)

    def _tell(self) -> None:
        if self._background.so_far is not None:
            done, total = self._background.so_far
            taken = time.perf_counter() - self._begun
            left = taken / done * (total - done) if done and taken > SURE else -1.0
            self.advanced.emit(done, total, left)
