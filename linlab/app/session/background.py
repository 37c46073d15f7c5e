"""Keeping the window answering: what is asked for too often is done now and then, what takes long
is done elsewhere.

A view that follows the scrubber puts a `Throttle` before its refresh, a costly one a `Pace`. A long
computation is a `Background` question.
"""

import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import watched

sys.setswitchinterval(
    0.001
)  # seconds: another thread gives way to the window sooner than it would by itself
FRAME = (
    2**23
)  # multiplications, about, that there is time for in a frame: what takes more is a question
SOONEST, SHARE = 0.04, 6.0  # seconds between two calls, and how many times as long as a call takes


class Throttle(QObject):
    """Calls `action` at once, and then at most every so many milliseconds while it is asked for
    again."""

    def __init__(self, parent: QObject, interval: int, action: Callable[[], object]) -> None:
        super().__init__(parent)
        self._action, self._again = action, False
        self._timer = QTimer(self, interval=interval, singleShot=True)
        self._timer.timeout.connect(self._due)

    def __call__(self) -> None:
        if self._timer.isActive():
            self._again = True
        else:
            self._timer.start()
            self._action()

    def _due(self) -> None:
        if self._again:
            self._again = False
            self._timer.start()
            self._action()


class Pace(QObject):
    """Calls `action` soon, but leaves `SHARE` times as long as it took before it is called
    again."""

    def __init__(self, parent: QObject, action: Callable[[], object]) -> None:
        super().__init__(parent)
        self._action, self._end = action, 0.0
        self.cost = 0.0  # seconds, of the last call
        self.after = 0.0  # and of what came of it, as painting does
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.now)

    def __call__(self) -> None:
        if not self._timer.isActive():
            self._wait(max(SOONEST, SHARE * (self.cost + self.after)))

    def soon(self) -> None:
        """Somebody has just asked for it and looks at nothing else."""
        self._wait(max(SOONEST, self.cost))

    def _wait(self, pause: float) -> None:
        wait = max(0, round(1000 * (self._end + pause - time.perf_counter())))
        if not self._timer.isActive() or self._timer.remainingTime() > wait:
            self._timer.start(wait)

    def now(self) -> None:
        self._timer.stop()
        begun = time.perf_counter()
        self._action()
        self._end = time.perf_counter()
        self.cost = self._end - begun

    def stop(self) -> None:
        self._timer.stop()


@dataclass(eq=False)
class _Job:
    question: Callable[[], Any]
    key: object
    wanted: bool = True
    doing: str = ""
    so_far: Any = None

    def take(self, found: Any) -> None:
        self.so_far = found

    def watch(self, doing: str) -> None:
        if not self.wanted:
            raise _Unwanted
        self.doing = doing


class Background(QObject):
    """A question to another thread. One is worked on at a time, and only the last one asked is
    answered.

    One that nobody waits for any more ends at its next word about its progress. The thread is a
    daemon, so that closing the window does not wait for it."""

    answered = Signal(object)  # the answer, or the LinlabError that says why there is none
    _back = Signal(object, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._job: _Job | None = None  # that is worked on
        self._next: _Job | None = None
        self._thread: threading.Thread | None = None
        self._back.connect(self._arrived)

    @property
    def busy(self) -> bool:
        """Whether an answer is on its way."""
        return self._next is not None or (self._job is not None and self._job.wanted)

    @property
    def waiting(self) -> bool:
        """Whether the last one asked is not yet worked on."""
        return self._next is not None

    @property
    def doing(self) -> str:
        """What is worked on, in words."""
        return self._job.doing if self._job is not None and self._job.wanted else ""

    @property
    def so_far(self) -> Any:
        """What has been handed over of the answer that is worked on."""
        return self._job.so_far if self._job is not None and self._job.wanted else None

    def ask(self, question: Callable[[], Any], key: object = None, follow: bool = False) -> None:
        """Ask, unless a question with this key is on its way; if it is to `follow`, the one before
        is answered first."""
        if key is not None and any(
            job is not None and job.wanted and job.key == key for job in (self._job, self._next)
        ):
            return
        self._next = _Job(question, key)
        if self._job is None:
            self._begin()
        elif not follow:
            self._job.wanted = False

    def forget(self, patience: float = 0.0) -> None:
        """Whatever was asked, its answer is not wanted any more; so many seconds are waited for the
        thread to end."""
        self._next = None
        if self._job is not None:
            self._job.wanted = False
        if patience and self._thread is not None:
            self._thread.join(patience)

    def _begin(self) -> None:
        self._job, self._next = self._next, None
        if self._job is not None:
            self._thread = threading.Thread(target=self._work, args=(self._job,), daemon=True)
            self._thread.start()

    def _work(self, job: _Job) -> None:
        try:
            with watched(job.watch, job.take):
                answer = job.question()
        except LinlabError as error:
            answer = error
        except Exception as error:
            answer = LinlabError(f"This could not be done: {error}")
        try:
            self._back.emit(job, answer)
        except RuntimeError:  # the window has been closed meanwhile
            return

    def _arrived(self, job: _Job, answer: Any) -> None:
        self._begin()
        if job.wanted:
            self.answered.emit(answer)


class _Unwanted(Exception):
    """Nobody waits for the answer any more."""
