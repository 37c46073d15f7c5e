"""Whether the examples of a run can be separated in its space. It belongs to the problem in force
and goes with it.

Where the mistake bound applies, its search has the answer; else it is looked for here, in the
background, a moment after the last change.
"""

from PySide6.QtCore import QObject, QTimer, Signal

from linlab.app.session.background import Background
from linlab.engine.ground.errors import LinlabError
from linlab.engine.optimum import theory
from linlab.engine.optimum.separability import separable
from linlab.engine.train.problem import Problem
from linlab.engine.train.trace import Trace
from linlab.engine.words.meaning.separation import matters

from .mistake_bound import DELAY_MS, MistakeBound


class Separability(QObject):
    """The answer for a run, once somebody looks; `changed` says that it is there, or another."""

    changed = Signal()

    def __init__(self, run: QObject, bound: MistakeBound) -> None:
        super().__init__(run)
        self._bound = bound
        self._problem: Problem | None = None
        self._by_bound = False  # whether the bound has the answer
        self._own: bool | None = None
        self._busy = False
        self._background = Background(self)
        self._background.answered.connect(self._answered)
        self._soon = QTimer(self, interval=DELAY_MS, singleShot=True)
        self._soon.timeout.connect(self._ask)
        bound.changed.connect(self._bound_changed)

    @property
    def can(self) -> bool | None:
        """Whether they can be separated; None: not known, or not known yet."""
        if not self._by_bound:
            return self._own
        if self._bound.value is not None:
            return True
        return False if self._bound.why == theory.MIXED else None

    @property
    def looking(self) -> bool:
        """Whether there may be an answer soon."""
        return self._bound.looking if self._by_bound else self._busy

    def compute_for(self, trace: Trace | None, t: int, trouble: str) -> None:
        """See which problem is in force."""
        problem = None if trace is None else trace.problem(t)
        if problem is not None and problem is self._problem:
            return
        self._problem = problem
        self._background.forget()
        self._soon.stop()
        self._own = None
        wanted = problem is not None and trace is not None and matters(trace.learner(t))
        self._by_bound = wanted and trace is not None and not theory.why_unbounded(trace, t)
        self._busy = wanted and not self._by_bound
        if self._by_bound:
            self._bound.compute_for(trace, t, trouble)
        elif self._busy:
            self._soon.start()
        self.changed.emit()

    def prioritise(self) -> None:
        """Somebody waits for the answer."""
        if self._by_bound:
            self._bound.prioritise()
        elif self._soon.isActive():
            self._soon.stop()
            self._ask()

    def _ask(self) -> None:
        problem = self._problem
        assert problem is not None
        self._background.ask(lambda: separable(problem))

    def _answered(self, answer: bool | LinlabError | None) -> None:
        self._busy = False
        self._own = None if isinstance(answer, LinlabError) else answer
        self.changed.emit()

    def _bound_changed(self) -> None:
        if self._by_bound:
            self.changed.emit()
