"""Keeping the window answering: what is asked for too often is done now and then, what takes long is done elsewhere.

A view that follows the scrubber puts a `Throttle` before its refresh. A long computation is a `Background` question.
"""

import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from linlab.engine.ground.errors import LinlabError


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


class Background(QObject):
    """A question to another thread. One is worked on at a time, and only the last one asked is answered.

    The thread is a daemon, so that closing the window does not wait for it."""

    answered = Signal(object)  # the answer, or the LinlabError that says why there is none
    _back = Signal(int, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._asked, self._working = 0, False
        self._question: Callable[[], Any] | None = None
        self._back.connect(self._arrived)

    @property
    def busy(self) -> bool:
        """Whether an answer is on its way."""
        return self._working and self._question is not None

    def ask(self, question: Callable[[], Any]) -> None:
        self._asked, self._question = self._asked + 1, question
        if not self._working:
            self._begin()

    def forget(self) -> None:
        """Whatever was asked, its answer is not wanted any more."""
        self._question = None
        self._asked += 1

    def _begin(self) -> None:
        question, number = self._question, self._asked
        assert question is not None
        self._working = True
        threading.Thread(target=self._work, args=(number, question), daemon=True).start()

    def _work(self, number: int, question: Callable[[], Any]) -> None:
        try:
            answer = question()
        except LinlabError as error:
            answer = error
        except Exception as error:
            answer = LinlabError(f"This could not be computed: {error}")
        try:
            self._back.emit(number, answer)
        except RuntimeError:  # the window has been closed meanwhile
            return

    def _arrived(self, number: int, answer: Any) -> None:
        self._working = False
        if number == self._asked:
            self._question = None
            self.answered.emit(answer)
        elif self._question is not None:
            self._begin()
