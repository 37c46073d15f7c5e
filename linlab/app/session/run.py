"""The run of one learner of the document, and everything that is known about it.

The session holds one run per learner, all at the same t. Views read them there and keep no copies.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from linlab.engine.document.document import Document
from linlab.engine.ground.effort import FRAME
from linlab.engine.ground.errors import LinlabError
from linlab.engine.train.measures import Sample
from linlab.engine.train.models import Model
from linlab.engine.train.moment import Moment
from linlab.engine.train.problem import Problem
from linlab.engine.train.state import Step
from linlab.engine.train.stopping import converged
from linlab.engine.train.trace import KEYFRAME_BYTES, Trace

from .background import Background
from .history import History
from .known.exact_optimum import ExactOptimum
from .known.expected_risk import ExpectedRisk
from .known.mistake_bound import MistakeBound
from .known.separability import Separability

if TYPE_CHECKING:
    from linlab.engine.optimum.exact import Optimum


CELLS = 15_000  # cells of the plane's grid, about


@dataclass(frozen=True)
class StepInMotion:
    """A step in slow motion: its example is highlighted, its term slides to the tip of w, then w
    and the boundary move to their new places."""

    step: Step
    before: Model
    model: Model
    share: float  # fraction of the boundary's path
    slid: float = 1.0  # fraction of the path to the tip of w

    @property
    def towards(self) -> tuple[Model, float] | None:
        return (self.model, self.share) if self.share else None


class LiveRun(QObject):
    """The run of one learner; `measured` is emitted when the optimum, the bound or their progress
    changes."""

    measured = Signal()

    def __init__(self, parent: QObject, which: int) -> None:
        super().__init__(parent)
        self.which = which
        self.moment: Moment | None = (
            None  # its position; None while the points cannot be trained on
        )
        self.trace: Trace | None = None
        self.t = 0  # the session's, or the end of this run if that comes first
        self.trained = 0  # how far it is trained, which may be beyond t
        self.trouble = ""  # why it cannot be trained, in words
        self._coming: StepInMotion | None = None
        self._arriving: StepInMotion | None = None
        self._history: History | None = None
        self._measured: Moment | None = None  # the last measured moment
        self._asked = 0  # the t that was requested
        self._rest: tuple[tuple[int, int], bool] | None = None  # an epoch, and if it has converged
        self._reader = Background(self)
        self._reader.answered.connect(self._read)
        self.exact, self.bound, self.risk = (
            ExactOptimum(self),
            MistakeBound(self),
            ExpectedRisk(self),
        )
        self.separability = Separability(self, self.bound)
        for each in (self.exact, self.bound, self.risk, self.separability):
            each.changed.connect(self.measured)

    def open(self, document: Document) -> None:
        """Start again with another document."""
        try:
            self._begin(Trace(document, self.which, KEYFRAME_BYTES // len(document.learners)), "")
        except LinlabError as error:
            self._begin(None, str(error))

    def _begin(self, trace: Trace | None, trouble: str) -> None:
        if self.trace is not None:
            self.trace.cancel_tasks()
        self._reader.forget()
        self.trouble = trouble
        self._be(None if trace is None else Moment(trace, 0))
        self.trained = self._asked = 0
        self._coming = self._arriving = self._history = self._measured = self._rest = None

    def _be(self, moment: Moment | None) -> None:
        self.moment = moment
        self.trace = None if moment is None else moment.trace
        self.t = 0 if moment is None else moment.t

    def train(self, t: int, seconds: float, ahead: bool = False) -> int:
        """Train towards t for about this many seconds; return how far that got, or t if the run
        ends before.

        Points that cannot be trained on from some t on are reported; ahead of the current position
        they are not reported yet.
        """
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
        """Go to t, or to the end of the run if that comes first."""
        t = self.clamp(t)
        if self.moment is not None and self.moment.t != t:
            self._be(Moment(self.moment.trace, t))
        self.exact.compute_for(self.problem)

    def clamp(self, t: int) -> int:
        """The last step up to t that this run has."""
        return 0 if self.trace is None else self.trace.clamp(t)

    @property
    def problem(self) -> Problem | None:
        """The problem at t."""
        return None if self.moment is None else self.moment.problem

    @property
    def model(self) -> Model | None:
        return None if self.moment is None else self.moment.model

    @property
    def step(self) -> Step | None:
        """The step that led to t."""
        return None if self.moment is None else self.moment.step

    @property
    def finished(self) -> str:
        """Why there is no further step, in words; empty if there is one."""
        return self.trouble if self.moment is None else self.moment.finished

    @property
    def has_converged(self) -> bool:
        """Whether the run has ended, or had converged at the end of the last whole epoch, if that
        is found within a frame."""
        if self.trace is None or self.moment is None:
            return False
        if self.moment.finished or self.moment.effort > FRAME:
            return bool(self.moment.finished)
        epoch = self.trace.span(self.t)[0], self.t // self.moment.problem.updates_per_epoch
        if self._rest is None or self._rest[0] != epoch:
            self._rest = epoch, bool(converged(self.trace, self.t))
        return self._rest[1]

    @property
    def optimum(self) -> "Optimum | None":
        """The exact optimum of the current problem, if it is known."""
        return self.exact.value

    def look_for_bound(self) -> MistakeBound:
        """The mistake bound of the current problem, computed on demand."""
        self.bound.compute_for(self.trace, self.t, self.trouble)
        return self.bound

    def look_for_separability(self) -> Separability:
        """Whether the current examples can be separated, computed on demand."""
        self.separability.compute_for(self.trace, self.t, self.trouble)
        return self.separability

    def look_for_risk(self) -> ExpectedRisk:
        """The expected risk of the model at t, computed on demand."""
        self.risk.compute_for(self.trace, self.t)
        return self.risk

    @property
    def history(self) -> History | None:
        """Its measures, as far as they were requested."""
        if self._history is None and self.trace is not None:
            self._history = History(self.trace, self.sample)
        return self._history

    def sample(self, t: int) -> Sample | None:
        """The measures at t; None while they are computed in the background: then `measured` is
        emitted."""
        assert self.trace is not None
        known = self.trace.measured(t)
        if known is None and (moment := self._ask(Moment.of(self.trace, t))) is not None:
            return moment.sample
        return known

    @property
    def measured_moment(self) -> Moment | None:
        """The moment at t with its measures; while they are computed, the last measured one."""
        if self.moment is not None and self._measured is not self.moment:
            self._measured = self._ask(self.moment) or self._measured
        return self._measured

    def _ask(self, moment: Moment) -> Moment | None:
        """Measure at once what fits into a frame, everything else in the background."""
        if moment.effort <= FRAME:
            return moment.measuring()()
        t = moment.t
        self._reader.ask(moment.measuring(), (moment.trace, t), follow=t >= self._asked)
        self._asked = t
        return None

    def _read(self, answer: Moment | LinlabError) -> None:
        if isinstance(answer, Moment):  # it may be one that only the curves requested
            known = [each for each in (answer, self._measured) if each is not None]
            self._measured = min(known, key=lambda each: abs(each.t - self.t))
        self.measured.emit()

    @property
    def doing(self) -> str:
        """What is computed in the background, in words."""
        return self._reader.doing or (self.trace.doing if self.trace is not None else "")

    @property
    def coming(self) -> StepInMotion | None:
        """The next step, in slow motion."""
        return (
            self._coming if self._coming is not None and self._coming.step.t == self.t + 1 else None
        )

    @property
    def arriving(self) -> StepInMotion | None:
        """The step that led to t, while it is animated."""
        made = self._arriving
        return made if made is not None and made.step.t == self.t else None

    @property
    def shown_step(self) -> Step | None:
        """The step that all cards and views are about: in slow motion the next one, otherwise the
        one that led to t."""
        coming = self.coming
        return self.step if coming is None else coming.step

    def anticipate(self, share: float, slid: float = 1.0) -> None:
        """Show the next step in slow motion: `share` is how far the boundary has moved, `slid` how
        far the term has slid."""
        if self.coming is None:
            self._coming = self._next()
        if self._coming is not None:
            smooth = _smooth(self._coming)
            self._coming = replace(self._coming, share=share if smooth else 0.0, slid=slid)

    def _next(self) -> StepInMotion | None:
        if self.trace is None or self.model is None:
            return None
        model = self.trace.model(self.t + 1)  # this may find the end of the run
        step = self.trace.step(self.t + 1) if self.clamp(self.t + 1) > self.t else None
        return None if step is None else StepInMotion(step, self.model, model, 0.0)

    def arrive(self, share: float, slid: float) -> bool:
        """Animate the step that led to t; return whether there is anything to see."""
        if self.arriving is None:
            self._arriving = self._made()
        if self._arriving is None:
            return False
        self._arriving = replace(self._arriving, share=share, slid=slid)
        return True

    def _made(self) -> StepInMotion | None:
        """The step that led to t, if it moved the boundary and can be drawn within a frame."""
        step, model = self.step, self.model
        if self.trace is None or step is None or model is None or not step.updated:
            return None
        made = StepInMotion(step, self.trace.model(self.t - 1), model, 0.0)
        quick = 2 * model.effort(len(model.examples.ids), CELLS) <= FRAME
        return made if quick and _smooth(made) else None

    def forget_coming(self) -> None:
        self._coming = self._arriving = None


def _smooth(coming: StepInMotion) -> bool:
    """Whether the boundary can move continuously from one model to the next."""
    return (
        coming.model.single is not None
        and coming.before.examples.classes == coming.model.examples.classes
    )
