"""A run: one learner of the document on its way, and everything that is known of it.

The session holds one for each learner, all at the same t. Views read them there and keep nothing
that others read.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from linlab.engine.document.document import Document
from linlab.engine.ground.effort import FRAME
from linlab.engine.ground.errors import LinlabError
from linlab.engine.train.measures import Sample
from linlab.engine.train.models import Model
from linlab.engine.train.problem import Problem
from linlab.engine.train.state import Step
from linlab.engine.train.trace import BUDGET, Reading, Trace

from .background import Background
from .history import History
from .known.exact_optimum import ExactOptimum
from .known.expected_risk import ExpectedRisk
from .known.mistake_bound import MistakeBound

if TYPE_CHECKING:
    from linlab.engine.optimum.exact import Optimum


@dataclass(frozen=True)
class Coming:
    """The update about to be made, in slow motion: first its example is lit, then the boundary
    moves to its new place."""

    step: Step
    model: Model
    share: float  # of the way to the new place

    @property
    def towards(self) -> tuple[Model, float] | None:
        return (self.model, self.share) if self.share else None


class LiveRun(QObject):
    """The run of one learner; `measured` says that there is another optimum, another bound, or a
    word about either."""

    measured = Signal()

    def __init__(self, parent: QObject, which: int) -> None:
        super().__init__(parent)
        self.which = which
        self.t = 0  # the session's, or the end of this run if that comes before
        self.trained = 0  # how far, which may be beyond t
        self.trace: Trace | None = None  # None while the points cannot be trained on
        self.trouble = ""  # why, in words
        self._coming: Coming | None = None
        self._step: Step | None = None  # the last one asked for
        self._history: History | None = None
        self._reading: Reading | None = None  # the last one
        self._asked = 0  # of which t it was asked for
        self._reader = Background(self)
        self._reader.answered.connect(self._read)
        self.exact, self.bound, self.risk = (
            ExactOptimum(self),
            MistakeBound(self),
            ExpectedRisk(self),
        )
        for each in (self.exact, self.bound, self.risk):
            each.changed.connect(self.measured)

    def open(self, document: Document) -> None:
        """The document is another: begin anew."""
        try:
            self._begin(Trace(document, self.which, BUDGET // len(document.learners)), "")
        except LinlabError as error:
            self._begin(None, str(error))

    def _begin(self, trace: Trace | None, trouble: str) -> None:
        if self.trace is not None:
            self.trace.cancel_tasks()
        self._reader.forget()
        self.trace, self.trouble = trace, trouble
        self.t = self.trained = self._asked = 0
        self._coming = self._step = self._history = self._reading = None

    def train(self, t: int, seconds: float, ahead: bool = False) -> int:
        """Train towards t for about so many seconds; how far that got, t if the run ends before.

        Points that cannot be trained on from some t on are trouble; ahead of where we are, nobody
        has to hear of it yet."""
        if self.trace is None:
            return t
        try:
            got = self.trace.reach(t, seconds)
        except LinlabError as error:
            if not ahead:
                self._begin(None, str(error))
            return t
        self.trained = max(self.trained, got)
        return t if got == self.trace.clamp(t) else got

    def be_at(self, t: int) -> None:
        """As far as t, or where the run ends before."""
        self.t = self.clamp(t)
        self.exact.look(self.problem)

    def clamp(self, t: int) -> int:
        """The last update up to t that this run has."""
        return 0 if self.trace is None else self.trace.clamp(t)

    @property
    def problem(self) -> Problem | None:
        """The one in force at t."""
        return None if self.trace is None else self.trace.problem(self.t)

    @property
    def model(self) -> Model | None:
        return None if self.trace is None else self.trace.model(self.t)

    @property
    def step(self) -> Step | None:
        """The update that led to t."""
        if self.trace is None or self.t == 0:
            return None
        if self._step is None or self._step.t != self.t:
            self._step = self.trace.step(self.t)
        return self._step

    @property
    def finished(self) -> str:
        """Why there is no further update, in words; empty if there is one."""
        if self.trace is None:
            return self.trouble
        return self.trace.reason if self.trace.end is not None and self.t >= self.trace.end else ""

    @property
    def optimum(self) -> "Optimum | None":
        """The exact one of the problem in force, if it is known."""
        return self.exact.value

    def look_for_bound(self) -> MistakeBound:
        """The mistake bound of the problem in force; it is looked for if somebody wants to know."""
        self.bound.look(self.trace, self.t, self.trouble)
        return self.bound

    def look_for_risk(self) -> ExpectedRisk:
        """The expected risk of the model at t; it is asked for if somebody wants to know."""
        self.risk.look(self.trace, self.t)
        return self.risk

    @property
    def history(self) -> History | None:
        """Its measures, as far as somebody has asked for them."""
        if self._history is None and self.trace is not None:
            self._history = History(self.trace, self.sample)
        return self._history

    def sample(self, t: int) -> Sample | None:
        """The measures at t; None as long as they are computed in the background: `measured` says
        when they are there."""
        assert self.trace is not None
        known = self.trace.measured(t)
        if known is None and (reading := self._ask(t)) is not None:
            return reading.sample
        return known

    @property
    def reading(self) -> Reading | None:
        """The model at t with its measures; while those are computed, the last one that was."""
        if self.trace is not None and (self._reading is None or self._reading.sample.t != self.t):
            self._reading = self._ask(self.t) or self._reading
        return self._reading

    def _ask(self, t: int) -> Reading | None:
        """What is read in a frame, at once; all else in the background."""
        assert self.trace is not None
        problem = self.trace.problem(t)
        if (
            self.trace.model(t).effort(problem.n + sum(len(y) for _, y in problem.held_out))
            <= FRAME
        ):
            return self.trace.reading(t)()
        self._reader.ask(self.trace.reading(t), (self.trace, t), follow=t >= self._asked)
        self._asked = t
        return None

    def _read(self, answer: Reading | LinlabError) -> None:
        if isinstance(answer, Reading):  # it may be one that only the curves asked for
            known = [each for each in (answer, self._reading) if each is not None]
            self._reading = min(known, key=lambda each: abs(each.sample.t - self.t))
        self.measured.emit()

    @property
    def doing(self) -> str:
        """What is computed in the background, in words."""
        return self._reader.doing or (self.trace.doing if self.trace is not None else "")

    @property
    def coming(self) -> Coming | None:
        """The update about to be made, in slow motion."""
        return (
            self._coming if self._coming is not None and self._coming.step.t == self.t + 1 else None
        )

    @property
    def lit(self) -> Step | None:
        """The update that everything speaks of: in slow motion the one about to be made, else the
        one that led to t."""
        coming = self.coming
        return self.step if coming is None else coming.step

    def anticipate(self, share: float) -> None:
        """The next update is about to be made; so much of the way its boundary has gone, where it
        can be seen to go."""
        if self.coming is None:
            self._coming = self._next()
        if self._coming is not None:
            now, then = self.model, self._coming.model
            smooth = (
                then.single is not None
                and now is not None
                and now.examples.classes == then.examples.classes
            )
            self._coming = replace(self._coming, share=share if smooth else 0.0)

    def _next(self) -> Coming | None:
        if self.trace is None:
            return None
        model = self.trace.model(self.t + 1)  # which may find that there is none
        step = self.trace.step(self.t + 1) if self.clamp(self.t + 1) > self.t else None
        return None if step is None else Coming(step, model, 0.0)

    def forget_coming(self) -> None:
        self._coming = None
