"""Before a run to the end: on examples that cannot be separated a perceptron never stops by itself.
That is said first, and what to do instead is asked.

What is not known yet is looked for, for a moment; a run does not wait longer than that.
"""

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from linlab.app.session.session import Session
from linlab.engine.train.stopping import converged
from linlab.engine.words.meaning.separation import no_way

EPOCHS = 200  # that are run on request
PATIENCE_MS = 3000  # milliseconds for which a run to the end waits for the answer
LOOKING = "Checking whether these points can be separated …"
RUN, AVERAGE, CANCEL = f"Run {EPOCHS} epochs", "Average instead", "Cancel"
FULL_SPEED = 1_000_000.0  # steps a second: as fast as the machine goes

Choice = tuple[str, Callable[[], object]]


class Plays(Protocol):
    """What runs: a player."""

    def play(self, converging: bool = False) -> None: ...
    def play_to(self, t: int, speed: float) -> None: ...


class Ending(QObject):
    """The question before a run to the end, if there is one; `changed` says that it is asked, or
    over."""

    changed = Signal()

    def __init__(self, session: Session, player: Plays) -> None:
        super().__init__(session)
        self.session, self._player = session, player
        self.sentence = ""  # what is said; empty: nothing is
        self._time = QTimer(self, interval=PATIENCE_MS, singleShot=True)
        self._time.timeout.connect(self._go_on)
        session.changed.connect(self.close)
        session.moved.connect(self.close)
        session.measured.connect(self._another_answer)

    @property
    def looking(self) -> bool:
        return self.sentence == LOOKING

    @property
    def announced(self) -> bool:
        """Whether it is said that there is no end."""
        return bool(self.sentence) and not self.looking

    def asks(self) -> bool:
        """Whether there is something to be said before a run to the end."""
        if not self._may_be_endless():
            return False
        known = self.session.run.look_for_separability()
        if known.looking:
            self._say(LOOKING)
            self._time.start()
            known.prioritise()
        elif known.can is False:
            self._say_so()
        return bool(self.sentence)

    def choices(self) -> list[Choice]:
        """What can be done, the first of it most likely."""
        if self.looking:
            return [("Do not wait", self._go_on), (CANCEL, self.close)]
        may_average = self.session.learner.averaged() is not None
        average: list[Choice] = [(AVERAGE, self.average)] if may_average else []
        return [(RUN, self.run), *average, (CANCEL, self.close)]

    def run(self) -> None:
        """So many epochs from here."""
        self.close()
        session = self.session
        if session.trace is not None:
            length = session.trace.problem(session.t).updates_per_epoch
            self._player.play_to(session.replay.now + EPOCHS * length, FULL_SPEED)

    def average(self) -> None:
        """Change to the model that answers with the mean of its weights, and run it."""
        session = self.session
        averaged = session.learner.averaged()
        self.close()
        if averaged is not None:
            name = f"change model to {averaged.recipe.title}"
            session.edit(name, session.with_learner(averaged))
            self.run()

    def close(self) -> None:
        """The question is over."""
        self._time.stop()
        self._say("")

    def _may_be_endless(self) -> bool:
        """A perceptron that has not converged, and that nothing else stops."""
        session = self.session
        trace, learner = session.trace, session.learner
        if trace is None or learner.recipe.of_others or not learner.recipe.loss.mistake_driven:
            return False
        stopped = learner["early"] and len(trace.problem(session.t).held_out[0][1])
        return not stopped and not converged(trace, session.t)

    def _another_answer(self) -> None:
        """What was waited for may be known."""
        known = self.session.run.separability
        if not self.looking or known.looking:
            return
        self._time.stop()
        if known.can is False:
            self._say_so()
        else:
            self._go_on()

    def _go_on(self) -> None:
        """It is not endless, or that is not known: run as ever."""
        self.close()
        self._player.play(converging=True)

    def _say_so(self) -> None:
        trace = self.session.trace
        assert trace is not None
        cannot = no_way(trace.problem(self.session.t))
        self._say(f"{cannot}, so this will not stop by itself.")

    def _say(self, sentence: str) -> None:
        if sentence != self.sentence:
            self.sentence = sentence
            self.changed.emit()
