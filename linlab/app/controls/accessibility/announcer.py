"""Each step's sentence for a screen reader, and whatever else the lab says.

By hand, each step is spoken once the hand rests for a moment; while a run plays slowly, one step
every few seconds; while it plays fast, none until it pauses.
"""

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget

from linlab.app.session.player import SLOW_STEPS_PER_SECOND, Player
from linlab.app.session.session import Session
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped

from . import screen_reader

AFTER_STEP_MS, BETWEEN_SENTENCES_MS = (
    150,
    2000,
)  # milliseconds: after a step by hand; between two sentences of a slow run


class Announcer(QObject):
    """Speaks for a session, through this widget."""

    def __init__(self, session: Session, player: Player, widget: QWidget) -> None:
        super().__init__(widget)
        self._session, self._player, self._widget = session, player, widget
        self._last = ""
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._speak)
        session.moved.connect(self._moved)
        player.state_changed.connect(self._moved)
        session.said.connect(self._say)

    def _moved(self) -> None:
        if not QAccessible.isActive():  # no screen reader is running
            return
        if not self._player.playing:
            self._soon.start(AFTER_STEP_MS)
        elif self._player.speed > SLOW_STEPS_PER_SECOND:
            self._soon.stop()
        elif not self._soon.isActive():
            self._soon.start(BETWEEN_SENTENCES_MS)

    def _speak(self) -> None:
        words = sentence(self._session)
        if words and words != self._last:
            self._last = words
            self._say(words)

    def _say(self, words: str) -> None:
        screen_reader.announce(self._widget, words)


def sentence(session: Session) -> str:
    """What the step that led to t did, with its number; empty where there is none."""
    trace = session.trace
    if trace is None or not session.t:
        return ""
    from linlab.engine.words.explain import explain  # a first paint has no step to explain

    try:
        step = session.run.step
    except LinlabError as error:
        return str(error)
    if step is None:
        return ""
    said = explain(step, trace.problem(max(0, session.t - 1)).learner)
    end = f" Finished: {session.run.finished}." if session.run.finished else ""
    return f"Step {grouped(session.t)}. {said}{end}"
