"""Keeping the window answering: what is asked for too often is done now and then, what takes long is done elsewhere.

A view that follows the scrubber puts a `Throttle` before its refresh. A long computation is a `Background` question.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import watched

FRAME = 2**23  # multiplications, about, that there is time for in a frame: what takes more is a question


class Throttle(QObject):
    """Calls `action` at once, and then at most every so many milliseconds while it is asked for again."""

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


@dataclass(eq=False)
class _Job:
    question: Callable[[], Any]
    key: object
    wanted: bool = True
    doing: str = ""

    def watch(self, doing: str) -> None:
        if not self.wanted:
            raise _Unwanted
        self.doing = doing


class Background(QObject):
    """A question to another thread. One is worked on at a time, and only the last one asked is answered.

    One that nobody waits for any more ends at its next word about its progress. The thread is a daemon, so that closing the
    window does not wait for it."""

    answered = Signal(object)  # the answer, or the LinlabError that says why there is none
    _back = Signal(object, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._job: _Job | None = None  # that is worked on
        self._next: _Job | None = None
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

    def ask(self, question: Callable[[], Any], key: object = None, follow: bool = False) -> None:
        """Ask, unless a question with this key is on its way; if it is to `follow`, the one before is answered first."""
        if key is not None and any(job is not None and job.wanted and job.key == key for job in (self._job, self._next)):
            return
        self._next = _Job(question, key)
        if self._job is None:
            self._begin()
        elif not follow:
            self._job.wanted = False

    def forget(self) -> None:
        """Whatever was asked, its answer is not wanted any more."""
        self._next = None
        if self._job is not None:
            self._job.wanted = False

    def _begin(self) -> None:
        self._job, self._next = self._next, None
        if self._job is not None:
            threading.Thread(target=self._work, args=(self._job,), daemon=True).start()

    def _work(self, job: _Job) -> None:
        try:
            with watched(job.watch):
                answer = job.question()
        except LinlabError as error:
            answer = error
        except Exception as error:
            answer = LinlabError(f"This could not be computed: {error}")
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
