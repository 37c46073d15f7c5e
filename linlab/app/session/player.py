"""The player: a clock that asks the session for later states.

Every frame it trains for the updates that the speed asks, within the frame's share of time, and the views draw once. At
low speed each update is seen in slow motion: first its example lights up, then the boundary moves to its new place.
"""

import math
import time
from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QTimer, Signal

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped
from linlab.engine.train.seeking import Search, change_before, mistake_before, next_change, next_mistake
from linlab.engine.train.trace import Trace

from .session import SLICE, Session

FRAME = 16  # ms
FASTEST = 1_000_000.0  # updates a second: as fast as the machine goes
MANY = 1_000_000_000  # more updates than any machine makes in a frame
SLOW = 5.0  # up to this many a second each update is shown in slow motion


class Player(QObject):
    """Play, pause and run until converged."""

    state_changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.session = session
        self.speed = 20.0
        self.converging = False
        self.note = ""  # why it stopped, in words
        self.seeking = ""  # what it looks for, in words
        self._search: Search = iter(())
        self._timer = QTimer(self, interval=FRAME)
        self._timer.timeout.connect(self._tick)
        self._owed = 0.0
        self._last = 0.0
        self._watch: tuple[Trace, int, Iterator[tuple[int, str]]] | None = None  # of which history, up to where
        session.changed.connect(self._forget)

    @property
    def playing(self) -> bool:
        return self._timer.isActive()

    def _forget(self) -> None:
        """Why it stopped was said of another document, and what it looks for is looked for there."""
        self.note = ""
        if self.seeking:
            self.pause()

    def toggle(self) -> None:
        self.pause() if self.playing else self.play()

    def play(self, converging: bool = False) -> None:
        """Go on learning; until converged, if asked, at full speed."""
        if self.session.trace is None:
            self.session.note(self.session.trouble)
            return
        if self.session.finished:
            self.session.note(self._ended())
            return
        self.converging, self.note = converging, ""
        self._owed, self._last, self._watch = 0.0, time.perf_counter(), None
        self._timer.start()
        self.state_changed.emit()

    def pause(self, note: str = "") -> None:
        self._timer.stop()
        self.converging, self.note, self.seeking = False, note, ""
        self.session.forget_coming()
        self.state_changed.emit()

    def step(self, updates: int) -> None:
        """So many updates on (or back), at once."""
        if self.playing:
            self.pause()
        session = self.session
        if updates > 0 and session.finished:
            session.note(self._ended())
            return
        self.note = ""
        session.go(session.now + updates)
        self.state_changed.emit()

    def faster(self, by: int) -> None:
        """So many hundredths of the way from the slowest to the fastest."""
        self.speed = speed_at(place_of(self.speed) + by)
        self.state_changed.emit()

    def converge(self) -> None:
        """Run until converged, or stop that."""
        self.pause() if self.converging else self.play(converging=True)

    def epoch(self) -> None:
        """To the end of this epoch, which a change of the timeline cuts short."""
        trace, t = self.session.trace, self.session.t
        if trace is not None:
            length, change = trace.problem(t).updates_per_epoch, trace.span(t)[1]
            end = (t // length + 1) * length
            self.step(min(end, change or end) - t)

    def next_change(self) -> None:
        """To the next update that changes θ."""
        self._seek("looking for the next change of θ", next_change)

    def next_mistake(self) -> None:
        """To the next update at which an example is on the wrong side."""
        self._seek("looking for the next mistake", next_mistake)

    def change_before(self) -> None:
        self._seek("looking for the change of θ before", change_before)

    def mistake_before(self) -> None:
        self._seek("looking for the mistake before", mistake_before)

    def _seek(self, what: str, search: Callable[[Trace, int], Search]) -> None:
        """Look for an update and go there: at once if that is quick, else while the window answers, until paused."""
        if self.playing:
            self.pause()
        session = self.session
        session.stay()
        if session.trace is None:
            session.note(session.trouble)
            return
        self.seeking, self._search, self.note = what, search(session.trace, session.t), ""
        if not session.loading:
            self._look_on()
        if self.seeking:
            self._timer.start()
        self.state_changed.emit()

    def _look_on(self) -> None:
        begun = time.perf_counter()
        found: int | str | None
        try:
            while (found := next(self._search)) is None and time.perf_counter() - begun < SLICE:
                pass
        except LinlabError as error:  # a change left points that cannot be trained on
            found = str(error)
        if found is not None:
            self.pause()
        if isinstance(found, int):
            self.session.go(found)
        elif found is not None:
            self.session.note(found)

    def rewind(self) -> None:
        self.step(-self.session.t)

    def _ended(self) -> str:
        reason = self.session.finished
        return reason[:1].upper() + reason[1:] + ("" if reason.endswith(".") else ".")

    def _tick(self) -> None:
        now = time.perf_counter()
        passed, self._last = min(now - self._last, 0.25), now
        session = self.session
        if session.catching_up or session.loading:  # a change is being replayed: wait for it
            return
        if session.trace is None:
            self.pause(session.trouble)
            return
        if self.seeking:
            self._look_on()
            return
        if session.finished:
            self.pause(session.finished)
            return
        if self.converging:
            self._until_still()
            return
        self._owed += passed * self.speed
        if self.speed <= SLOW:
            self._slowly()
            return
        updates = int(self._owed)
        if updates:
            self._owed -= updates
            session.play(updates if self.speed < FASTEST else MANY)

    def _slowly(self) -> None:
        """The first half of an update's time its example is lit; in the second half the boundary moves."""
        if self._owed >= 1.0:
            self._owed -= 1.0
            self.session.go(self.session.t + 1)
            return
        share = max(0.0, 2 * self._owed - 1)
        self.session.anticipate(share * share * (3 - 2 * share))

    def _until_still(self) -> None:
        """Train on and ask at the end of each epoch, once, whether the learner's own rule says that it is done."""
        from linlab.engine.train.stopping import onward

        session, trace, begun = self.session, self.session.trace, time.perf_counter()
        assert trace is not None
        if self._watch is None or self._watch[:2] != (trace, session.t):  # a change on the way: judge what is there now
            self._watch = (trace, session.t, onward(trace, session.t))
        t, why, watch = session.t, "", self._watch[2]
        try:
            while not why:
                t, why = next(watch)
                if time.perf_counter() - begun > SLICE:
                    break
        except LinlabError:  # a change left points that cannot be trained on: the session says so
            t = trace.span(t)[1] or t
        session.go(t)
        self._watch = (trace, session.t, watch)
        if why:
            self.pause(why)


def speed_at(place: int) -> float:
    """Updates a second, on a scale of 100: 1 … 100,000, and at the end as fast as it goes."""
    return FASTEST if place >= 100 else float(f"{10 ** (5 * max(0, place) / 99):.2g}")


def place_of(speed: float) -> int:
    return 100 if speed >= FASTEST else round(99 * math.log10(max(1.0, speed)) / 5)


def speed_words(speed: float) -> str:
    return "full" if speed >= FASTEST else f"{grouped(round(speed))} / s"
