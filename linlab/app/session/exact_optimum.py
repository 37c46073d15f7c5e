"""The exact optimum on demand. It is computed in the background and belongs to the problem in force: of another one it is
of no use, and what is still being computed for that is given up."""

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import tell
from linlab.engine.train.problem import Problem

from .background import Background

if TYPE_CHECKING:
    from linlab.engine.optimum.exact import Optimum

CANCELLED, WAITING = "Cancelled.", "waiting for the one before to end"
TICK = 250  # milliseconds


class ExactOptimum(QObject):
    """The optimum of a run once it was asked for and found; `changed` says that there is another, none, or other words."""

    changed = Signal()

    def __init__(self, run: QObject) -> None:
        super().__init__(run)
        self._problem: Problem | None = None  # the one in force
        self._found: Optimum | None = None
        self.words = ""  # what came of it; while it is computed, how long that has taken and what it is at
        self._background = Background(self)
        self._background.answered.connect(self._answered)
        self._begun = 0.0
        self._tick = QTimer(self, interval=TICK)
        self._tick.timeout.connect(self._tell)

    @property
    def value(self) -> "Optimum | None":
        """The optimum of the very problem in force, if it is known."""
        return self._found

    @property
    def busy(self) -> bool:
        return self._background.busy

    def look(self, problem: Problem | None) -> None:
        """This problem is in force; the optimum of another one is of no use."""
        if problem is not self._problem:
            self._problem = problem
            if self.busy or self.words:
                self._found = None
                self._stop("")

    def ask(self) -> None:
        """Begin to compute it."""
        problem = self._problem
        if problem is None:
            return
        self._stop("")
        self._begun = time.monotonic()
        self._tick.start()

        def question() -> "Optimum":
            from linlab.engine.optimum.exact import optimum  # loaded when the first one is wanted

            return optimum(problem, tell)

        self._background.ask(question)
        self.changed.emit()

    def cancel(self) -> None:
        """Wait no longer. The thread ends at its next step; if it is inside a library, whenever that comes back."""
        self._stop(CANCELLED)

    def _stop(self, words: str) -> None:
        self._background.forget()
        self._rest(words)

    def _rest(self, words: str) -> None:
        self._tick.stop()
        self.words = words
        self.changed.emit()

    def _tell(self) -> None:
        seconds = int(time.monotonic() - self._begun)
        doing = WAITING if self._background.waiting else self._background.doing
        self.words = " · ".join(filter(None, (f"{seconds} s", doing)))
        self.changed.emit()

    def _answered(self, answer: "Optimum | LinlabError") -> None:
        if isinstance(answer, LinlabError):
            self._rest(str(answer))
        else:
            self._found = answer
            self._rest(f"{answer.told}. {answer.note}".strip())
