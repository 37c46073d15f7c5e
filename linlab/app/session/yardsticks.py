"""What a run is measured against: the exact optimum, once it was asked for, and the perceptron's mistake bound.

Both belong to the problem in force and go with it. The bound is looked for in the background, a moment after the last
change, because a gesture makes many problems.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from linlab.engine.ground.errors import LinlabError
from linlab.engine.optimum import theory
from linlab.engine.train.problem import Problem

from .background import Background
from .session import Session

if TYPE_CHECKING:
    from linlab.engine.optimum.exact import Optimum

SOON = 400  # milliseconds
LOOKING = "The largest margin is being looked for."


class Yardsticks(QObject):
    """One for each session, whoever asks first; `changed` says that there is another."""

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._problem: Problem | None = None
        self._optimum: Optimum | None = None
        self.bound: theory.Bound | None = None
        self.why = ""  # there is no bound
        self._background = Background(self)
        self._background.answered.connect(self._answered)
        self._soon = QTimer(self, interval=SOON, singleShot=True)
        self._soon.timeout.connect(self._ask)

    @classmethod
    def of(cls, session: Session) -> "Yardsticks":
        found = session.findChild(cls)
        return found if isinstance(found, cls) else cls(session)

    @property
    def looking(self) -> bool:
        """Whether there may be a bound soon."""
        return self.why == LOOKING

    def optimum_of(self, problem: Problem) -> "Optimum | None":
        """The exact optimum of this very problem, if it is known."""
        return self._optimum if self._optimum is not None and self._optimum.problem is problem else None

    def keep(self, optimum: "Optimum | None") -> None:
        self._optimum = optimum
        self.changed.emit()

    def look(self) -> None:
        """See which problem is in force."""
        trace = self._session.trace
        problem = None if trace is None else trace.problem(self._session.t)
        if problem is self._problem:
            return
        self._problem = problem
        self._background.forget()
        self._soon.stop()
        if problem is None or problem.learner.recipe.loss.name != "perceptron":
            self._settle(None, self._session.trouble or "The bound is about the perceptron.")
        else:
            self._settle(None, LOOKING)
            self._soon.start()

    def _ask(self) -> None:
        self.look()
        trace, problem = self._session.trace, self._problem
        if trace is None or problem is None or self._soon.isActive():  # it has become another meanwhile
            return
        why = theory.why_unbounded(trace, self._session.t)
        if why:
            self._settle(None, why)
        else:
            self._background.ask(lambda: theory.mistake_bound(problem))

    def _answered(self, answer: theory.Bound | LinlabError | None) -> None:
        if isinstance(answer, LinlabError):
            self._settle(None, str(answer))
        else:
            self._settle(answer, theory.MIXED if answer is None else "")

    def _settle(self, bound: theory.Bound | None, why: str) -> None:
        if (bound, why) != (self.bound, self.why):
            self.bound, self.why = bound, why
            self.changed.emit()
