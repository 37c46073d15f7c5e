"""A task: a long computation in another thread.

It reports what it is doing and hands over its results so far (see `progress`). Once it is
cancelled, or its time is up, it ends at its next report; it keeps its result. A task is a plain
value that both sides hold: its owner may be gone when it ends.

>>> task = Task(lambda: 6 * 7).start()
>>> task.done(60.0)
True
>>> task.result()
42
"""

import threading
import time
import weakref
from collections.abc import Callable
from typing import Any

from .errors import LinlabError
from .progress import watched

TIME_IS_UP = "This took too long and was stopped."


class Task:
    """Computes `work()`; `key` says what that is. It may take at most `seconds`, if given. The
    thread is a daemon, so closing the program does not wait for it."""

    def __init__(
        self, work: Callable[[], Any], key: object = None, seconds: float | None = None
    ) -> None:
        self.key = key
        self.doing = ""
        self.so_far: Any = None  # its results so far
        self.cancelled = False
        self._work: Callable[[], Any] | None = work
        self._seconds = seconds
        self._until = float("inf")
        self._thread: threading.Thread | None = None
        self._ended = threading.Event()
        self._finalizer: weakref.finalize[..., object] | None = None
        self._answer: Any = None
        self._error: BaseException | None = None

    def start(self) -> "Task":
        """Start it in its own thread."""
        assert self._thread is None
        if self._seconds is not None:
            self._until = time.monotonic() + self._seconds
        self._thread = threading.Thread(target=self._run, name="linlab task", daemon=True)
        self._thread.start()
        return self

    @property
    def started(self) -> bool:
        return self._thread is not None

    def end_with(self, owner: object) -> "Task":
        """Cancel it when its owner is gone."""
        self._finalizer = weakref.finalize(owner, self.cancel)
        return self

    def cancel(self) -> None:
        """End it at its next report."""
        self.cancelled = True

    def done(self, seconds: float = 0.0) -> bool:
        """Whether it has ended; wait for at most this many seconds."""
        return self._ended.wait(max(0.0, seconds))

    def result(self) -> Any:
        """Its result; an error in it is raised here."""
        if self._error is not None:
            raise self._error
        return self._answer

    def check(self) -> None:
        """Called in its thread: raise if it has to end."""
        if self.cancelled:
            raise TaskCancelled
        if time.monotonic() > self._until:
            raise LinlabError(TIME_IS_UP)

    def _run(self) -> None:
        assert self._work is not None
        try:
            with watched(self._watch, self._take):
                self._answer = self._work()
        except (LinlabError, TaskCancelled) as error:
            self._error = error.with_traceback(None)  # whose frames would keep all their data alive
        except BaseException as error:
            self._error = error
        self._work = None
        if self._finalizer is not None:
            self._finalizer.detach()
        self._ended.set()

    def _watch(self, doing: str) -> None:
        self.check()
        self.doing = doing

    def _take(self, found: Any) -> None:
        self.check()
        self.so_far = found


class TaskCancelled(BaseException):
    """The task was cancelled. Code that catches every `Exception` lets it pass."""
