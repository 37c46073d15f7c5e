"""Errands: work for another thread, which whoever needs it waits for as long as there is patience.

Compiled loops and products of matrices let other threads go on meanwhile. When its owner is gone an
errand ends at the next word about its progress.
"""

import threading
import weakref
from collections.abc import Callable
from typing import Any

from linlab.engine.ground.progress import watched


class Errand:
    """What `work` gives, of which `key` says what it is."""

    def __init__(self, owner: object, key: object, work: Callable[[], Any]) -> None:
        self.key, self.doing = key, ""
        self._work, self._done, self._gone = work, threading.Event(), threading.Event()
        self.answer: Any = None
        self._wrong: BaseException | None = None
        weakref.finalize(owner, self.end)
        threading.Thread(target=self._go, name="linlab errand", daemon=True).start()

    def end(self) -> None:
        """Nobody waits for it any more."""
        self._gone.set()

    def done(self, seconds: float) -> bool:
        """Whether it is done after so many seconds at most."""
        return self._done.wait(max(0.0, seconds))

    def check(self) -> None:
        """What went wrong in it is raised here."""
        if self._wrong is not None:
            raise self._wrong

    def _go(self) -> None:
        try:
            with watched(self._watch):
                self.answer = self._work()
        except BaseException as error:
            self._wrong = error
        self._done.set()

    def _watch(self, doing: str) -> None:
        if self._gone.is_set():
            raise _Gone
        self.doing = doing


class _Gone(Exception):
    """Nobody waits any more."""
