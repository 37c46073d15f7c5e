"""Keep the window responsive: throttle what is requested too often, and run what takes long in a
thread.

A view that follows the scrubber puts a `Throttle` before its refresh, a costly one a `Pace`. A long
computation is a `Background` task.
"""

import sys
import time
from collections.abc import Callable
from typing import Any

import shiboken6
from PySide6.QtCore import QObject, QTimer, Signal

from linlab.engine.ground.errors import Cancelled, LinlabError
from linlab.engine.ground.task import Task, TaskCancelled

sys.setswitchinterval(0.001)  # seconds: another thread yields to the window sooner than by default
POLL_MS = 4  # milliseconds between two checks of a running task
SOONEST, SHARE = 0.04, 6.0  # seconds between two calls, and how many times the duration of a call


class Throttle(QObject):
    """Calls `action` at once, then at most once per interval while it is requested again."""

    def __init__(self, parent: QObject, interval: int, action: Callable[[], object]) -> None:
        super().__init__(parent)
        self._action = action
        self._again = False
        self._timer = QTimer(self, interval=interval, singleShot=True)
        self._timer.timeout.connect(self._due)

    def __call__(self) -> None:
        if not shiboken6.isValid(self):  # the window has gone, the session is about to
            return
        if self._timer.isActive():
            self._again = True
        else:
            self.now()

    def now(self) -> None:
        """Call it without waiting."""
        if shiboken6.isValid(self):
            self._again = False
            self._timer.start()
            self._action()

    def _due(self) -> None:
        if self._again:
            self.now()


class Pace(QObject):
    """Calls `action` soon, but waits `SHARE` times as long as it took before the next call."""

    def __init__(self, parent: QObject, action: Callable[[], object]) -> None:
        super().__init__(parent)
        self._action = action
        self._end = 0.0
        self.cost = 0.0  # seconds, of the last call
        self.after = 0.0  # and of what followed from it, such as painting
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.now)

    def __call__(self) -> None:
        if not self._timer.isActive():
            self._wait(max(SOONEST, SHARE * (self.cost + self.after)))

    def soon(self) -> None:
        """Call it soon: the user has just asked for it and waits."""
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


class Background(QObject):
    """Runs tasks in another thread. One task runs at a time, and only the last one requested is
    answered.

    The thread never touches Qt: it leaves its answer in the task, and this object polls it every
    few milliseconds. Either may be gone before the other.
    """

    answered = Signal(object)  # the answer, or the LinlabError that says why there is none
    advanced = Signal()  # new progress, or more of the answer

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._task: Task | None = None  # the running task
        self._next: Task | None = None
        self._forgotten = False  # whether the answer of the running task is no longer wanted
        self._seen: tuple[str, Any] = ("", None)
        self._poll = QTimer(self, interval=POLL_MS)
        self._poll.timeout.connect(self._collect)

    @property
    def busy(self) -> bool:
        """Whether an answer is pending."""
        return self._next is not None or self._wanted is not None

    @property
    def waiting(self) -> bool:
        """Whether the last task requested has not started yet."""
        return self._next is not None

    @property
    def doing(self) -> str:
        """The progress of the running task, in words."""
        return self._wanted.doing if self._wanted is not None else ""

    @property
    def so_far(self) -> Any:
        """The part of the answer that is there already."""
        return self._wanted.so_far if self._wanted is not None else None

    @property
    def _wanted(self) -> Task | None:
        """The running task, if its answer is wanted."""
        return None if self._forgotten else self._task

    def ask(self, work: Callable[[], Any], key: object = None, follow: bool = False) -> None:
        """Run a task unless one with this key is pending; with `follow`, the task before is
        answered first."""
        coming = [task for task in (self._wanted, self._next) if task is not None]
        if key is None or all(task.key != key for task in coming):
            self.run(Task(work, key), follow)

    def run(self, task: Task, follow: bool = False) -> None:
        """Start this task, or queue it after the one before."""
        self._next = task
        if self._task is None:
            self._begin()
        elif not follow:
            self._drop(self._task)

    def cancel(self) -> None:
        """Cancel the running task at its next progress report; the answer says so."""
        if self._task is not None:
            self._task.cancel()

    def forget(self, patience: float = 0.0) -> None:
        """Discard the pending answer; wait up to this many seconds for the thread to end."""
        self._next = None
        if self._task is not None:
            self._drop(self._task)
            self._task.done(patience)

    def _drop(self, task: Task) -> None:
        self._forgotten = True
        task.cancel()

    def _begin(self) -> None:
        self._task = self._next
        self._next = None
        self._seen = ("", None)
        self._forgotten = False
        if self._task is None:
            self._poll.stop()
            return
        self._task.end_with(self).start()
        self._poll.start()

    def _collect(self) -> None:
        task = self._task
        assert task is not None
        ended = task.done()
        doing = task.doing
        so_far = task.so_far
        another = doing != self._seen[0] or so_far is not self._seen[1]
        self._seen = doing, so_far
        if another and not self._forgotten:
            self.advanced.emit()
        if ended:
            forgotten = self._forgotten
            self._begin()
            if not forgotten:
                self.answered.emit(_answer(task))


def _answer(task: Task) -> Any:
    """The answer of a finished task, or a sentence that says why there is none."""
    try:
        return task.result()
    except LinlabError as error:
        return error
    except TaskCancelled:
        return Cancelled()
    except BaseException as error:
        return LinlabError(f"This failed: {error}")
