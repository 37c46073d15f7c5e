"""The perceptron's mistake bound of the current problem.

It is computed in the background, a moment after the last change, because a gesture makes many
problems.
"""

from PySide6.QtCore import QObject, QTimer, Signal

from linlab.app.session.background import Background
from linlab.engine.ground.errors import LinlabError
from linlab.engine.optimum import theory
from linlab.engine.train.problem import Problem
from linlab.engine.train.trace import Trace

DELAY_MS = 400  # milliseconds
LOOKING = "The largest margin is being computed."


class MistakeBound(QObject):
    """The bound of a run, computed on demand; `changed` is emitted when it, or the reason why there
    is none, changes."""

    changed = Signal()

    def __init__(self, run: QObject) -> None:
        super().__init__(run)
        self._trace: Trace | None = None
        self._t = 0
        self._problem: Problem | None = None
        self.value: theory.Bound | None = None
        self.why = ""  # there is none
        self._background = Background(self)
        self._background.answered.connect(self._answered)
        self._soon = QTimer(self, interval=DELAY_MS, singleShot=True)
        self._soon.timeout.connect(self._ask)

    @property
    def looking(self) -> bool:
        """Whether it is being computed."""
        return self.why == LOOKING

    def compute_for(self, trace: Trace | None, t: int, trouble: str) -> None:
        """Set the current problem; without one, the reason."""
        self._trace, self._t = trace, t
        problem = None if trace is None else trace.problem(t)
        if problem is not None and problem is self._problem:
            return
        self._problem = problem
        self._background.forget()
        self._soon.stop()
        if problem is None or not problem.learner.recipe.loss.mistake_driven:
            self._settle(None, trouble or "The bound holds only for the perceptron.")
        else:
            self._settle(None, LOOKING)
            self._soon.start()

    def prioritise(self) -> None:
        """Somebody waits for it."""
        if self._soon.isActive():
            self._soon.stop()
            self._ask()

    def _ask(self) -> None:
        problem = self._problem
        assert self._trace is not None and problem is not None
        why = theory.why_unbounded(self._trace, self._t)
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
        if (bound, why) != (self.value, self.why):
            self.value, self.why = bound, why
            self.changed.emit()
