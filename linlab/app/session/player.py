"""The player: a clock that moves the session to later steps.

Each frame it makes as many steps as the speed requires and the frame's time allows, and the views
draw once. At low speed each step is shown in slow motion: first its example is highlighted, then
the boundary moves to its new place.
"""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped
from linlab.engine.train.seeking import (
    Search,
    change_before,
    mistake_before,
    next_change,
    next_mistake,
)
from linlab.engine.train.stopping import NOT_YET, epoch_begin, epoch_end, onward, watch
from linlab.engine.train.trace import Trace
from linlab.engine.train.updates.picks import NEVER

from .arrival import SECONDS, Arrival, phases
from .known.early_flag import EarlyFlag
from .known.ending import FULL_SPEED, Ending
from .session import Session
from .state.replay import SLICE

FRAME = 16  # ms
FASTEST = FULL_SPEED
ENDLESS = 1_000_000_000  # more steps than any machine makes in a frame
SLOW_STEPS_PER_SECOND = 5.0  # up to this many a second, each step is shown in slow motion


@dataclass
class Watch:
    """A run that is checked against its learner's stopping rule: which run, how far it was checked,
    and the rule's state."""

    trace: Trace
    t: int
    verdicts: Iterator[tuple[int, str]]


class Player(QObject):
    """Play, pause and run until converged."""

    state_changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.session = session
        self.speed = 20.0
        self.converging = False
        self.note = ""  # why it stopped, in words
        self._until: int | None = None  # the step to stop at, if any
        self._usual: float | None = None  # the speed to return to afterwards
        self.seeking = ""  # what it is seeking, in words
        self._search: Search = iter(())
        self._timer = QTimer(self, interval=FRAME)
        self._timer.timeout.connect(self._tick)
        self._owed = 0.0
        self._last = 0.0
        self._watch: Watch | None = None
        self._run: Trace | None = session.trace  # the run that all this is about
        self._done: tuple[Trace, int, str] | None = (
            None  # the finished run, its last step, and the reason
        )
        self.early = EarlyFlag(session)
        self.arrival = Arrival(session.replay)
        self.ending = Ending(session, self)
        session.changed.connect(self._forget)

    @property
    def playing(self) -> bool:
        return self._timer.isActive()

    def _forget(self) -> None:
        """Drop the note and the search: they belong to another run."""
        before = self._run
        self._run = self.session.trace
        if self._run is not None and self._run is before:
            return
        self.note = ""
        if self.seeking:
            self.pause()
        if self._run is None or self._done is None or self._done[0] is not self._run:
            self._search = iter(())  # or it would keep the old run alive, as would these
            self._watch = self._done = None

    def toggle(self) -> None:
        self.pause() if self.playing else self.play()

    def play(self, converging: bool = False) -> None:
        """Train until the learner's stopping rule applies; until convergence at full speed, if
        asked. A run that has already finished goes on until it is paused."""
        session = self.session
        if session.trace is None:
            session.note(session.run.trouble)
            return
        if session.run.finished and not converging:
            session.note(self._ended())
            return
        self.quiet()
        self.arrival.end()
        self.ending.close()
        self.converging = converging
        self._owed = 0.0
        self._last = time.perf_counter()
        self._watch = None
        self._timer.start()
        if not converging and self.done:
            self._tell_that_it_goes_on()
        self.state_changed.emit()

    def play_to(self, t: int, speed: float) -> None:
        """Play until step t at this many steps a second, then return to the usual speed."""
        self.pause()
        if self.session.replay.now >= t:
            return
        usual = self.speed
        self.speed = speed
        self.play()
        if self.playing:
            self._until, self._usual = t, usual
        else:
            self.speed = usual

    @property
    def done(self) -> str:
        """Why the learner's stopping rule has ended the run; empty if it has not."""
        trace, t = self.session.trace, self.session.t
        if self._done is None or trace is None or self._done[0] is not trace:
            return ""
        return self._done[2] if trace.span(t)[0] <= self._done[1] <= t else ""

    def pause(self, note: str = "") -> None:
        """Stop; `note` says why if it stops by itself."""
        self._timer.stop()
        self.arrival.end()
        self.speed = self.speed if self._usual is None else self._usual
        self._until = None
        self._usual = None
        self.converging = False
        self.note = note
        self.seeking = ""
        self.session.replay.forget_coming()
        if note and note != self.session.run.trouble:  # which the plane shows already
            self.session.note(_sentence(note))
        self.state_changed.emit()

    def quiet(self) -> None:
        """Clear the note when the run moves."""
        note = self.note
        self.note = ""
        if note:
            self.session.over.emit(_sentence(note))

    def step(self, updates: int) -> None:
        """Make this many steps (or go back) at once."""
        if self.playing:
            self.pause()
        session = self.session
        if updates > 0 and session.run.finished:
            session.note(self._ended())
            return
        self.quiet()
        session.go(session.replay.now + updates)
        if updates == 1:
            self.arrival.begin()
        else:
            self.arrival.end()
        self.state_changed.emit()

    def faster(self, by: int) -> None:
        """Change the speed by this many hundredths of its scale."""
        self.speed = speed_at(place_of(self.speed) + by)
        self.state_changed.emit()

    def converge(self) -> None:
        """Run until converged, or stop doing so. If the run has no end, say so first."""
        asked, converging = bool(self.ending.sentence), self.converging
        self.quiet()
        self.pause()
        if not converging and (asked or not self.ending.asks()):
            self.play(converging=True)

    def epoch(self) -> None:
        """Go to the end of this epoch, or to the next change of the timeline."""
        trace, t = self.session.trace, self.session.t
        if trace is not None:
            self.step(epoch_end(trace, t) - t)

    def next_change(self) -> None:
        """Go to the next step that changes the weights."""
        self.seek("looking for the next update", next_change)

    def next_mistake(self) -> None:
        """Go to the next step with an example on the wrong side."""
        self.seek("looking for the next mistake", next_mistake)

    def change_before(self) -> None:
        self.seek("looking for the previous update", change_before)

    def mistake_before(self) -> None:
        self.seek("looking for the previous mistake", mistake_before)

    def seek(self, what: str, search: Callable[[Trace, int], Search]) -> None:
        """Find a step and go there. A long search goes on in the background until it is paused."""
        if self.playing:
            self.pause()
        session = self.session
        session.replay.stay()
        if session.trace is None:
            session.note(session.run.trouble)
            return
        self.quiet()
        self.seeking = what
        self._search = search(session.trace, session.t)
        if not session.replay.loading:
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
        except LinlabError as error:  # these points cannot be trained on
            found = str(error)
        if found is not None:
            self.pause()
        if isinstance(found, int):
            onward = found > self.session.t
            self.session.go(found)
            if onward:
                self.arrival.begin()
        elif found is not None:
            self.session.note(found)

    def rewind(self) -> None:
        """Go to step 0 of this run."""
        self.step(-self.session.replay.now)

    def start_over(self) -> None:
        """Forget this run and go to step 0."""
        self.quiet()
        self.pause()
        self.session.start_over()

    def _ended(self) -> str:
        return _sentence(self.session.run.finished)

    def _tick(self) -> None:
        now = time.perf_counter()
        passed = min(now - self._last, 0.25)
        self._last = now
        session = self.session
        if (
            session.replay.catching_up or session.replay.loading
        ):  # a change is being replayed: wait for it
            return
        if session.trace is None:
            self.pause(session.run.trouble)
            return
        if self.seeking:
            self._look_on()
            return
        if self.converging:
            self._go_on(NEVER)
            return
        if session.run.finished:
            self.pause(session.run.finished)
            return
        if self._until is not None and session.t >= self._until:
            self.pause()
            return
        self._owed += passed * self.speed
        if self.speed <= SLOW_STEPS_PER_SECOND:
            self._slowly()
            return
        updates = int(self._owed)
        if updates:
            self._owed -= updates
            target = session.t + updates if self.speed < FASTEST else NEVER
            self._go_on(target if self._until is None else min(target, self._until))

    def _slowly(self) -> None:
        """Show a step in slow motion: highlight its example, slide its term to the tip of w, then
        move the boundary. With reduced motion nothing moves."""
        if self._owed >= 1.0:
            self._owed -= 1.0
            self._go_on(self.session.t + 1)
            return
        if self.arrival.still():
            self.session.replay.anticipate(0.0)
            return
        left = (1.0 - self._owed) / self.speed  # seconds
        motion = min(SECONDS, 1.0 / self.speed)
        self.session.replay.anticipate(*phases(1.0 - left / motion))

    def _go_on(self, target: int) -> None:
        """Train towards a step, as far as the frame's time allows. Check the learner's stopping
        rule at the end of each epoch, and stop there if it applies."""
        session = self.session
        trace = self.session.trace
        begun = time.perf_counter()
        assert trace is not None
        if self.done and not self.converging:
            session.replay.play(min(target - session.t, ENDLESS))
            return
        if not self.converging and not self.early.check_up_to(
            session.t, SLICE
        ):  # check the steps behind first
            return
        watch = self._watched(trace)
        t = session.t
        why = ""
        try:
            while not why and epoch_end(trace, watch.t) <= target:
                t, why = next(watch.verdicts)
                watch.t = max(t, watch.t)
                if time.perf_counter() - begun > SLICE:
                    break
            else:
                t = t if why else target
            flag = None if self.converging else self._flag_up_to(t)
        except LinlabError:  # these points cannot be trained on: the session says so
            t = trace.span(watch.t)[1] or t
            flag = None
        if flag is not None:
            t, why = flag
        if why:
            self._come_to_the_end(trace, t, why)
        elif target == NEVER or target == session.t + 1:
            session.go(t)
        elif t > session.t:
            session.replay.play(t - session.t)

    def _flag_up_to(self, t: int) -> tuple[int, str] | None:
        """The step of early stopping, if it comes before t."""
        self.early.check_up_to(t, math.inf)  # trained already
        flag = self.early.flag
        return flag if flag is not None and self.session.t < flag[0] <= t else None

    def _watched(self, trace: Trace) -> Watch:
        """The state of the stopping rule from here on; a new one after a change or a jump."""
        t = self.session.t
        now = self._watch
        if (
            now is None
            or now.trace is not trace
            or (t > epoch_end(trace, now.t) and not self.converging)
        ):
            begin = t if self.converging else epoch_begin(trace, t)
            now = self._watch = Watch(
                trace, begin, onward(trace, t) if self.converging else watch(trace, "", begin)
            )
        return now

    def _come_to_the_end(self, trace: Trace, t: int, why: str) -> None:
        here = self.session.t
        self._done = None if why.startswith(NOT_YET) else (trace, t, why)
        if self.converging and t < here:  # it stays: to run is not to go back
            self.pause(f"{why}, at step {grouped(t)}")
        elif self.converging or t > here:
            self.session.go(t)
            self.pause(why)
        else:  # it had converged before
            self._tell_that_it_goes_on()

    def _tell_that_it_goes_on(self) -> None:
        self.session.note(f"{_sentence(self.done)} It goes on until you pause.")


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + ("" if words.endswith(".") else ".")


def speed_at(place: int) -> float:
    """Steps per second at a position from 0 to 100: from 1 to 100,000, then as fast as possible."""
    return FASTEST if place >= 100 else float(f"{10 ** (5 * max(0, place) / 99):.2g}")


def place_of(speed: float) -> int:
    return 100 if speed >= FASTEST else round(99 * math.log10(max(1.0, speed)) / 5)


def speed_words(speed: float) -> str:
    return "full" if speed >= FASTEST else f"{grouped(round(speed))} / s"
