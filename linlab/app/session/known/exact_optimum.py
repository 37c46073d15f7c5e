"""The exact optimum, a switch: while it is on, each problem in force is solved in the background.

What is found belongs to its problem. Until that of the next one is there the last one is still to
be seen, if the two are of a kind, so that it follows λ and a dragged point; numbers are told of the
problem in force alone.
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
GRACE_SECONDS = 0.25  # seconds: one that was begun so shortly ago is waited for, or a gesture would never see any
FADES = 1  # second after which the last one is no longer shown for the next


class ExactOptimum(QObject):
    """The optimum of a run while it is wanted; `changed` says that there is another, none, or other
    words."""

    changed = Signal()

    def __init__(self, run: QObject) -> None:
        super().__init__(run)
        self.on = False
        self._problem: Problem | None = None  # the one in force
        self._found: Optimum | None = None
        self.words = (
            ""  # what came of it; if it takes longer, how long that has taken and what it is at
        )
        self._background = Background(self)
        self._background.answered.connect(self._answered)
        self._begun = 0.0
        self._follows = (
            False  # the one that is worked on was of another problem, but ought to be there soon
        )
        self._tick = QTimer(self, interval=TICK)
        self._tick.timeout.connect(self._tell)

    @property
    def value(self) -> "Optimum | None":
        """The optimum of the very problem in force, if it is known."""
        return (
            self._found
            if self._found is not None and self._found.problem is self._problem
            else None
        )

    @property
    def last(self) -> "Optimum | None":
        """The last one found, to look at until there is that of the problem in force."""
        return self._found

    @property
    def busy(self) -> bool:
        return self._background.busy

    def look(self, problem: Problem | None) -> None:
        """This problem is in force."""
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
        """Off without a word: another document begins, which nobody has asked it about."""
        if self.on or self.words:
            self.on, self._found = False, None
            self._stop("")

    def switch(self, on: bool) -> None:
        """On: begin to compute it, and again for every other problem. Off: forget it, and wait no
        longer."""
        self.on = on
        if not on:
            self._found = None
            self._stop(CANCELLED if self.busy else "")
        elif self._problem is not None:
            self.words = ""
            self._ask(self._problem)

    def _ask(self, problem: Problem, patience: float = GRACE_SECONDS) -> None:
        def question() -> "Optimum":
            from linlab.engine.optimum.exact import optimum  # loaded when the first one is wanted

            return optimum(problem, tell)

        now = time.monotonic()
        self._follows = self.busy and now - self._begun < patience
        self._begun = self._begun if self._follows else now
        self._background.ask(question, follow=self._follows)
        self._tick.start()
        self.changed.emit()

    def _stop(self, words: str) -> None:
        """Wait no longer. The thread ends at its next step; if it is inside a library, whenever
        that comes back."""
        self._background.forget()
        self._rest(words)

    def _rest(self, words: str) -> None:
        self._tick.stop()
        self.words = words
        self.changed.emit()

    def _tell(self) -> None:
        if self._follows and self._problem is not None and self._background.waiting:
            self._ask(self._problem, 0.0)  # it was waited for long enough
        seconds = int(time.monotonic() - self._begun)
        if seconds >= FADES:
            self._found = None
        doing = WAITING if self._background.waiting else self._background.doing
        self.words = " · ".join(filter(None, (f"{seconds} s", doing)))
        self.changed.emit()

    def _answered(self, answer: "Optimum | LinlabError") -> None:
        self._begun = time.monotonic()  # of the next one, if there is one
        if self.busy and isinstance(answer, LinlabError):
            return  # it is about a problem that is gone
        if isinstance(answer, LinlabError):
            self._found = None
            self._rest(str(answer))
            return
        self._found = answer
        if self.busy:  # on the way to the next
            self.changed.emit()
        else:
            self._rest(f"{answer.told}. {answer.note}".strip())


def _of_a_kind(one: Problem, other: Problem) -> bool:
    """Whether an optimum of the one tells something about the other: the same examples and model,
    wherever they lie."""
    a, b = one.learner, other.learner
    return (a.model, a["space"], one.classes) == (
        b.model,
        b["space"],
        other.classes,
    ) and np.array_equal(one.ids, other.ids)
