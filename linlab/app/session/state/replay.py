"""The way to an update: a run for each learner, all at the same t, trained there a slice at a time
so that the window answers, and, while nothing else is to be done, as far as was seen before."""

from PySide6.QtCore import QObject, QTimer, Signal

from linlab.app.session.run import LiveRun
from linlab.engine.document.document import Document

SLICE = 0.012  # seconds of training between two looks at the user
QUIET_MS = 40  # milliseconds of quiet before the history beyond t is trained again


class Replay(QObject):
    """The runs of a document, and where all of them are."""

    moved = Signal()  # to another t
    gone = Signal()  # to where somebody wanted to go
    anticipated = Signal()  # the next update is about to be made, or so is none
    measured = Signal()  # there is another optimum or bound of a run, or a word about it

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.runs: list[LiveRun] = []
        self._of: Document | None = None  # what they are of
        self.focus = 0  # the place of the run in hand
        self.wanted = 0  # t, or the one we are on the way to
        self.lost = 0  # the furthest update that was wanted of this document, if its run is not there or too short for it
        self.far = (
            0  # the furthest update seen since the document was opened, whatever became of it
        )
        self.loading = False  # the compiled loop is still being loaded, so what needs it is shown a moment later
        self.preparing = ""  # how far that is, in words, if it takes long
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._catch_up)
        self._ahead = QTimer(self, interval=QUIET_MS)
        self._ahead.timeout.connect(self.train_ahead)

    @property
    def run(self) -> LiveRun:
        """The one in hand."""
        return self.runs[self.focus]

    @property
    def catching_up(self) -> bool:
        """Whether we are still on the way to the t that was asked for: a long replay, or nothing
        can be trained yet."""
        return self._timer.isActive() or (self.loading and self.wanted > self.run.t)

    @property
    def training_ahead(self) -> bool:
        """Whether what was seen of the run before is still to be trained again."""
        return self._ahead.isActive()

    @property
    def now(self) -> int:
        """The update we are at, or on the way to while a replay catches up: changes count from
        there."""
        return self.wanted if self.catching_up else self.run.t

    def open(self, document: Document, anew: bool = False) -> None:
        """A run for each learner; those that there are go on where the document differs in no more
        than words about it."""
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
        """Replay the runs to t; `lost` could not be reached before."""
        self.wanted = t
        self.lost = max(lost, t)
        self._advance(SLICE)
        if self.run.trained < self.far:
            self._ahead.start()
        else:
            self._ahead.stop()

    def go(self, t: int, patience: float = SLICE) -> None:
        """Show the state after t updates; what takes longer than `patience` goes on while the
        window answers."""
        if self.catching_up:
            self.lost = 0  # nobody waits for the replay any more
        self.wanted = max(0, t)
        self._advance(patience)
        self._gone_on()

    def play(self, updates: int) -> None:
        """So many updates on, or as many as there is time for in a frame."""
        self.wanted = self.run.t + updates
        self._advance(SLICE)
        self._rest()
        self._gone_on()

    def stay(self) -> None:
        """Give up catching up: here is where we are."""
        self._rest()
        self.moved.emit()

    def anticipate(self, share: float, slid: float = 1.0) -> None:
        """The next update is about to be made: its example is lit, and its boundary and what it
        adds have gone so much of their way."""
        for run in self.runs:
            run.anticipate(share, slid)
        self.anticipated.emit()

    def arrive(self, share: float, slid: float) -> bool:
        """The step that led to t is seen to be made, so far; whether there is anything to see of
        the run in hand."""
        seen = {run: run.arrive(share, slid) for run in self.runs}
        self.anticipated.emit()
        return seen[self.run]

    def forget_coming(self) -> None:
        """No update is about to be made."""
        for run in self.runs:
            run.forget_coming()
        self.anticipated.emit()

    def loaded(self) -> None:
        """The compiled code is there: go where somebody wanted to go meanwhile."""
        self.loading, self.preparing = False, ""
        self._catch_up()

    def train_ahead(self) -> None:
        """Train what was seen of the run before the document became another, while nothing else is
        to be done."""
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
        """Train all runs towards the wanted t, and be where all of them are, or at the end of the
        one in hand."""
        if self.loading and self.wanted > 0 and self.run.trace is not None:  # `loaded` goes on
            return
        t, mine = self.wanted, self.run
        others = [run for run in self.runs if run is not mine]
        for run in (*others, mine):  # the one in hand need go no further than the others
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
