"""The expected risk of the model at t, if the points come from a data set. It is computed in the
background when the run pauses, because a fresh sample takes longer than a frame."""

from PySide6.QtCore import QObject, QTimer, Signal

from linlab.app.session.background import Background
from linlab.engine.ground.effort import PIECE
from linlab.engine.ground.errors import LinlabError
from linlab.engine.train.trace import Trace
from linlab.engine.views.sweep.risk import FRESH, Risk, expected_risk, generator

DELAY_MS = 200  # milliseconds


class ExpectedRisk(QObject):
    """The risk of a run, computed on demand; `changed` is emitted when it is known."""

    changed = Signal()

    def __init__(self, run: QObject) -> None:
        super().__init__(run)
        self._at: tuple[Trace, int] | None = None
        self.value: tuple[float, float] | None = (
            None  # the share of errors on a fresh sample, and its standard error
        )
        self.known = False  # whether it is known, or will be
        self._background = Background(self)
        self._background.answered.connect(self._answered)
        self._soon = QTimer(self, interval=DELAY_MS, singleShot=True)
        self._soon.timeout.connect(self._ask)

    def compute_for(self, trace: Trace | None, t: int) -> None:
        """Set the model it is about."""
        at = None if trace is None else (trace, t)
        if at == self._at:
            return
        self._at = at
        self.value = None
        known = trace is not None and generator(trace.document.source) is not None
        self.known = (
            known and trace is not None and trace.model(t).effort(FRESH) <= PIECE
        )  # otherwise it would not be known soon
        self._background.forget()
        self._soon.start() if self.known else self._soon.stop()

    def _ask(self) -> None:
        assert self._at is not None
        trace, t = self._at
        model = trace.model(t)
        source = generator(trace.document.source)
        names = trace.document.points_at(t).classes
        assert source is not None
        self._background.ask(lambda: expected_risk(model, source, names))

    def _answered(self, answer: Risk | LinlabError) -> None:
        if not isinstance(answer, LinlabError):
            self.value = answer.error, answer.spread[0]
            self.changed.emit()
