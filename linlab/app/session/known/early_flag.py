"""Where the current run would have stopped early. Its dev errors are checked up to the last step
seen, a little at a time, and before playing continues beyond them."""

from PySide6.QtCore import QObject, QTimer, Signal

from linlab.app.session.session import Session
from linlab.app.session.state.replay import SLICE
from linlab.engine.ground.errors import LinlabError
from linlab.engine.train.early_stopping import DevWatch

PERIOD_MS = 30  # milliseconds between two checks


class EarlyFlag(QObject):
    """The early stop of the current segment; `changed` is emitted when it appears, moves or goes."""

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.session = session
        self._watch: DevWatch | None = None
        self._timer = QTimer(self, interval=PERIOD_MS)
        self._timer.timeout.connect(self._look_on)
        for signal in (session.changed, session.moved):
            signal.connect(self._another)

    @property
    def flag(self) -> tuple[int, str] | None:
        """The step, and why it would have stopped there."""
        watch = self._watch
        return (
            None
            if watch is None or watch.stop is None or watch.trace is not self.session.trace
            else (watch.stop, watch.why)
        )

    def check_up_to(self, t: int, seconds: float) -> bool:
        """Check all epochs up to t, for about this many seconds; return whether that is done."""
        watch = self._watched()
        if watch is None:
            return True
        before = watch.stop
        done = watch.check_up_to(t, seconds)
        if watch.stop != before:
            self.changed.emit()
        return done

    def _watched(self) -> DevWatch | None:
        """The watch of the current segment, if its learner stops early and there are dev points."""
        session = self.session
        trace = self.session.trace
        if trace is None or session.replay.loading or not trace.problem(session.t).learner["early"]:
            if self._watch is not None:
                self._watch = None
                self.changed.emit()
            return None
        begin = trace.span(session.t)[0]
        if self._watch is None or self._watch.trace is not trace or self._watch.begin != begin:
            self._watch = DevWatch(trace, begin)
            self.changed.emit()
        return self._watch

    def _another(self) -> None:
        """Check on soon, if the run has been seen further than it was checked."""
        watch = self._watched()
        if watch is None or watch.stop is not None or not watch.patience:
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()

    def _look_on(self) -> None:
        if self.session.replay.catching_up or self.session.replay.loading:
            return
        try:
            done = self.check_up_to(self.session.replay.far, SLICE / 2)
        except (
            LinlabError
        ):  # a change left points that cannot be trained on: the session reports it
            done = True
        if done:
            self._timer.stop()
