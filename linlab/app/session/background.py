"""Keeping the window answering: what is asked for too often is done now and then, what takes long
is done elsewhere.

A view that follows the scrubber puts a `Throttle` before its refresh, a costly one a `Pace`. A long
computation is a `Background` question.
"""

import sys
import time
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from linlab.engine.ground.errors import Cancelled, LinlabError
from linlab.engine.ground.task import Task, Unwanted

sys.setswitchinterval(
    0.001
)  # seconds: another thread gives way to the window sooner than it would by itself
POLL_MS = 4  # milliseconds between two looks at a task that is under way
SOONEST, SHARE = 0.04, 6.0  # seconds between two calls, and how many times as long as a call takes


class Throttle(QObject):
    """Calls `action` at once, and then at most every so many milliseconds while it is asked for
    again."""

    def __init__(self, parent: QObject, interval: int, action: Callable[[], object]) -> None:
        super().__init__(parent)
        self._action = action
        self._again = False
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
        self._action = action
        self._end = 0.0
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


class Background(QObject):
    """Tasks for another thread, and their answers. One is worked on at a time, and only the last
    one asked is answered.

    The thread never touches anything of Qt: it leaves its answer in its task, and this looks there
    every few milliseconds. Either may be gone before the other."""

    answered = Signal(object)  # the answer, or the LinlabError that says why there is none
    advanced = Signal()  # there is another word about it, or more of the answer

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._task: Task | None = None  # that is worked on
        self._next: Task | None = None
        self._forgotten = False  # whether nobody waits for the one that is worked on
        self._seen: tuple[str, Any] = ("", None)
        self._look = QTimer(self, interval=POLL_MS)
        self._look.timeout.connect(self._look_at_it)

    @property
    def busy(self) -> bool:
        """Whether an answer is on its way."""
        return self._next is not None or self._wanted is not None

    @property
    def waiting(self) -> bool:
        """Whether the last one asked is not yet worked on."""
        return self._next is not None

    @property
    def doing(self) -> str:
        """What is worked on, in words."""
        return self._wanted.doing if self._wanted is not None else ""

    @property
    def so_far(self) -> Any:
        """What has been handed over of the answer that is worked on."""
        return self._wanted.so_far if self._wanted is not None else None

    @property
    def _wanted(self) -> Task | None:
        """The one that is worked on, if somebody waits for it."""
        return None if self._forgotten else self._task

    def ask(self, work: Callable[[], Any], key: object = None, follow: bool = False) -> None:
        """Ask, unless a question with this key is on its way; if it is to `follow`, the one before
        is answered first."""
        coming = [task for task in (self._wanted, self._next) if task is not None]
        if key is None or all(task.key != key for task in coming):
            self.run(Task(work, key), follow)

    def run(self, task: Task, follow: bool = False) -> None:
        """Begin this task, or let it follow the one before."""
        self._next = task
        if self._task is None:
            self._begin()
        elif not follow:
            self._drop(self._task)

    def cancel(self) -> None:
        """What is worked on ends at its next word; the answer says so."""
        if self._task is not None:
            self._task.cancel()

    def forget(self, patience: float = 0.0) -> None:
        """Whatever was asked, its answer is not wanted any more; so many seconds are waited for the
        thread to end."""
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
            self._look.stop()
            return
        self._task.end_with(self).start()
        self._look.start()

    def _look_at_it(self) -> None:
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
    """Of a task that has ended; or why there is none, in a sentence."""
    try:
        return task.result()
    except LinlabError as error:
        return error
    except Unwanted:
        return Cancelled()
    except BaseException as error:
        return LinlabError(f"This failed: {error}")
