"""Where the run in hand would have stopped early: its dev errors are looked at as far as the run
has been seen, a little at a time while the window answers, and before play goes on beyond them."""

from PySide6.QtCore import QObject, QTimer, Signal

from linlab.app.session.session import Session
from linlab.app.session.state.replay import SLICE
from linlab.engine.ground.errors import LinlabError
from linlab.engine.train.early_stopping import DevWatch

PERIOD_MS = 30  # milliseconds between two looks


class EarlyFlag(QObject):
    """The flag of the stretch in force; `changed` says that there is one, or another, or none any
    more."""

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
        """The update, and why it would have stopped there."""
        watch = self._watch
        return (
            None
            if watch is None or watch.stop is None or watch.trace is not self.session.trace
            else (watch.stop, watch.why)
        )

    def look(self, t: int, seconds: float) -> bool:
        """Look at all epochs up to t, for about so many seconds; whether that is done."""
        watch = self._watched()
        if watch is None:
            return True
        before = watch.stop
        done = watch.look(t, seconds)
        if watch.stop != before:
            self.changed.emit()
        return done

    def _watched(self) -> DevWatch | None:
        """What judges the stretch in force, if its learner stops early and there is something to
        judge by."""
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
        """Look on soon, if there is more to see of the run than was looked at."""
        watch = self._watched()
        if watch is None or watch.stop is not None or not watch.patience:
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()

    def _look_on(self) -> None:
        if self.session.replay.catching_up or self.session.replay.loading:
            return
        try:
            done = self.look(self.session.replay.far, SLICE / 2)
        except LinlabError:  # a change left points that cannot be trained on: the session says so
            done = True
        if done:
            self._timer.stop()
