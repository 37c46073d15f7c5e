"""The replay of a document: a run for each learner, all at the same t. Training happens in short
slices so that the window stays responsive; when idle, the runs are trained as far as they had been
seen before.
"""

from PySide6.QtCore import QObject, QTimer, Signal

from linlab.app.session.run import LiveRun
from linlab.engine.document.document import Document

SLICE = 0.012  # seconds of training between two events of the window
QUIET_MS = 40  # milliseconds of idling before the history beyond t is trained again


class Replay(QObject):
    """The runs of a document and their common t."""

    moved = Signal()  # to another t
    gone = Signal()  # after a request to go to a t
    anticipated = Signal()  # the next step is shown in slow motion, or no longer
    measured = Signal()  # the optimum or bound of a run, or its progress, has changed

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.runs: list[LiveRun] = []
        self._of: Document | None = None  # their document
        self.focus = 0  # the index of the run in focus
        self.wanted = 0  # t, or the target of a replay
        self.lost = 0  # the furthest step requested of this document, if the run has not reached it
        self.far = 0  # the furthest step seen since the document was opened
        self.loading = False  # whether the compiled loop is still being loaded
        self.preparing = ""  # the progress of loading, in words
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._catch_up)
        self._ahead = QTimer(self, interval=QUIET_MS)
        self._ahead.timeout.connect(self.train_ahead)

    @property
    def run(self) -> LiveRun:
        """The run in focus."""
        return self.runs[self.focus]

    @property
    def catching_up(self) -> bool:
        """Whether a replay has not reached its target yet, because it is long or the compiled loop
        is missing."""
        return self._timer.isActive() or (self.loading and self.wanted > self.run.t)

    @property
    def training_ahead(self) -> bool:
        """Whether the part of the run seen before is still being trained again."""
        return self._ahead.isActive()

    @property
    def now(self) -> int:
        """The current step, or the target while a replay catches up: changes apply from there."""
        return self.wanted if self.catching_up else self.run.t

    def open(self, document: Document, anew: bool = False) -> None:
        """Create a run for each learner. Existing runs continue if only texts of the document have
        changed."""
        before, self._of = self._of, document.bare
        many = len(document.learners)
        self.focus = min(self.focus, many - 1)
        for run in self.runs[many:]:
            run.deleteLater()
        del self.runs[many:]
        for which in range(len(self.runs), many):
            run = LiveRun(self, which)
            run.measured.connect(self.measured)
            self.runs.append(run)
        anew = anew or self._of != before
        for run in self.runs:
            if anew or run.trace is None:
                run.open(document)

    def show(self, t: int, lost: int = 0) -> None:
        """Replay the runs to t; `lost` is a step that could not be reached before."""
        self.wanted = t
        self.lost = max(lost, t)
        self._advance(SLICE)
        if self.run.trained < self.far:
            self._ahead.start()
        else:
            self._ahead.stop()

    def go(self, t: int, patience: float = SLICE) -> None:
        """Go to step t. What takes longer than `patience` seconds continues in the background."""
        if self.catching_up:
            self.lost = 0  # the replay is abandoned
        self.wanted = max(0, t)
        self._advance(patience)
        self._gone_on()

    def play(self, updates: int) -> None:
        """Make this many steps, or as many as fit into a frame."""
        self.wanted = self.run.t + updates
        self._advance(SLICE)
        self._rest()
        self._gone_on()

    def stay(self) -> None:
        """Abandon the replay and stay at the current step."""
        self._rest()
        self.moved.emit()

    def anticipate(self, share: float, slid: float = 1.0) -> None:
        """Show the next step of all runs in slow motion: `share` is how far the boundary has moved,
        `slid` how far the term has slid."""
        for run in self.runs:
            run.anticipate(share, slid)
        self.anticipated.emit()

    def arrive(self, share: float, slid: float) -> bool:
        """Animate the step that led to t; return whether there is anything to see of the run in
        focus."""
        seen = {run: run.arrive(share, slid) for run in self.runs}
        self.anticipated.emit()
        return seen[self.run]

    def forget_coming(self) -> None:
        """End the slow motion."""
        for run in self.runs:
            run.forget_coming()
        self.anticipated.emit()

    def loaded(self) -> None:
        """The compiled code is loaded: go to the step requested meanwhile."""
        self.loading, self.preparing = False, ""
        self._catch_up()

    def train_ahead(self) -> None:
        """When idle, train the part of the run that was seen before the document changed."""
        if self.catching_up or self.loading:
            return
        reached = [run.train(self.far, SLICE / len(self.runs), ahead=True) for run in self.runs]
        if min(reached) >= self.far:
            self._ahead.stop()
            self.moved.emit()

    def _gone_on(self) -> None:
        self.gone.emit()
        if self._ahead.isActive():
            self._ahead.start()  # that can wait
        self.moved.emit()

    def _catch_up(self) -> None:
        self._advance(SLICE)
        self.moved.emit()

    def _advance(self, seconds: float) -> None:
        """Train all runs towards the target, then move all of them as far as every run has got, or
        to the end of the run in focus."""
        if self.loading and self.wanted > 0 and self.run.trace is not None:  # `loaded` goes on
            return
        t, mine = self.wanted, self.run
        others = [run for run in self.runs if run is not mine]
        for run in (*others, mine):  # the run in focus need not go further than the others
            t = run.train(t, seconds / len(self.runs))
        t = mine.clamp(t)
        for run in self.runs:
            run.be_at(t)
        self.far = max(self.far, mine.t)
        if mine.t < mine.clamp(self.wanted):
            self._timer.start()
            return
        self._rest()
        if mine.t >= self.lost:
            self.lost = 0

    def _rest(self) -> None:
        self._timer.stop()
        self.wanted = self.run.t
