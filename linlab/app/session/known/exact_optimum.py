"""The exact optimum. While it is on, each current problem is solved in the background.

A result belongs to its problem. Until the next result is there, the last one is still drawn if the
problems are alike, so that it follows λ and a dragged point; numbers are shown only for the current
problem.
"""

import time
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from linlab.app.session.background import Background
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import tell
from linlab.engine.train.problem import Problem

if TYPE_CHECKING:
    from linlab.engine.optimum.exact import Optimum

CANCELLED, WAITING = "Cancelled.", "waiting for the previous one"
TICK = 250  # milliseconds
GRACE_SECONDS = 0.25  # seconds: a task that started this recently is allowed to finish, or a gesture would never see a result
FADES = 1  # seconds after which the last result is no longer shown for the next


class ExactOptimum(QObject):
    """The optimum of a run while it is on; `changed` is emitted when it or its progress changes."""

    changed = Signal()

    def __init__(self, run: QObject) -> None:
        super().__init__(run)
        self.on = False
        self._problem: Problem | None = None  # the current problem
        self._found: Optimum | None = None
        self.words = ""  # its progress; if it takes long, the time taken and what it is doing
        self._background = Background(self)
        self._background.answered.connect(self._answered)
        self._begun = 0.0
        self._follows = False  # the running task is for another problem, but should finish soon
        self._tick = QTimer(self, interval=TICK)
        self._tick.timeout.connect(self._tell)

    @property
    def value(self) -> "Optimum | None":
        """The optimum of exactly the current problem, if it is known."""
        return (
            self._found
            if self._found is not None and self._found.problem is self._problem
            else None
        )

    @property
    def last(self) -> "Optimum | None":
        """The last optimum found, to draw until the current one is known."""
        return self._found

    @property
    def busy(self) -> bool:
        return self._background.busy

    def compute_for(self, problem: Problem | None) -> None:
        """Set the current problem."""
        if problem is self._problem:
            return
        self._problem = problem
        if self._found is not None and (
            problem is None or not _of_a_kind(problem, self._found.problem)
        ):
            self._found = None
            self.words = ""
        if self.on and problem is not None:
            self._ask(problem)
        elif self.busy or self.words:
            self._stop("")

    def put_off(self) -> None:
        """Switch it off silently, because another document is opened."""
        if self.on or self.words:
            self.on, self._found = False, None
            self._stop("")

    def switch(self, on: bool) -> None:
        """On: compute it now and for every later problem. Off: discard it and stop waiting."""
        self.on = on
        if not on:
            self._found = None
            self._stop(CANCELLED if self.busy else "")
        elif self._problem is not None:
            self.words = ""
            self._ask(self._problem)

    def _ask(self, problem: Problem, patience: float = GRACE_SECONDS) -> None:
        def question() -> "Optimum":
            from linlab.engine.optimum.exact import optimum  # loaded when the first one is needed

            return optimum(problem, tell)

        now = time.monotonic()
        self._follows = self.busy and now - self._begun < patience
        self._begun = self._begun if self._follows else now
        self._background.ask(question, follow=self._follows)
        self._tick.start()
        self.changed.emit()

    def _stop(self, words: str) -> None:
        """Stop waiting. The thread ends at its next step, or when the library call returns."""
        self._background.forget()
        self._rest(words)

    def _rest(self, words: str) -> None:
        self._tick.stop()
        self.words = words
        self.changed.emit()

    def _tell(self) -> None:
        if self._follows and self._problem is not None and self._background.waiting:
            self._ask(self._problem, 0.0)  # it has taken long enough
        seconds = int(time.monotonic() - self._begun)
        if seconds >= FADES:
            self._found = None
        doing = WAITING if self._background.waiting else self._background.doing
        self.words = " · ".join(filter(None, (f"{seconds} s", doing)))
        self.changed.emit()

    def _answered(self, answer: "Optimum | LinlabError") -> None:
        self._begun = time.monotonic()  # of the next problem, if there is one
        if self.busy and isinstance(answer, LinlabError):
            return  # its problem is gone
        if isinstance(answer, LinlabError):
            self._found = None
            self._rest(str(answer))
            return
        self._found = answer
        if self.busy:  # while the next one is computed
            self.changed.emit()
        else:
            self._rest(f"{answer.best_text}. {answer.note}".strip())


def _of_a_kind(one: Problem, other: Problem) -> bool:
    """Whether an optimum of one problem says something about the other: same examples and model,
    wherever the points are."""
    a, b = one.learner, other.learner
    return (a.model, a["space"], one.classes) == (
        b.model,
        b["space"],
        other.classes,
    ) and np.array_equal(one.ids, other.ids)
