"""Load the compiled code once the window is there. After an installation it has to be compiled
first."""

import contextlib
import sys
from collections.abc import Sequence
from importlib import import_module

from PySide6.QtCore import QObject, QTimer

from linlab.engine.ground.progress import hand_over, tell
from linlab.engine.learner.learner import Learner
from linlab.engine.train.updates import advance

from .background import Background
from .session import Session

PARTS = ("contourpy",)  # needed for the first picture
ENOUGH = "what the document needs is loaded"
START_MS, PROGRESS_MS = 150, 1000  # milliseconds until it starts, and until progress is shown


class Preload(QObject):
    """Loads the compiled code after the window is shown, so that neither the start nor the first
    step waits for it.

    What the current document needs comes first. Until then nothing is trained, and requests are
    carried out as soon as possible; the rest is loaded while the user plays.
    """

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._background = Background(self)
        self._background.advanced.connect(self._advanced)
        self._background.answered.connect(self._done)
        if not _all_ready():
            session.replay.loading = True
            QTimer.singleShot(START_MS, self, self._begin)
            QTimer.singleShot(PROGRESS_MS, self, self._say)

    def _begin(self) -> None:
        learners = self._session.document.learners
        self._background.ask(lambda: _load(learners))

    def _advanced(self) -> None:
        if self._background.so_far == ENOUGH:
            self._begin_training()
        elif self._session.replay.preparing:
            self._say()

    def _done(self) -> None:
        self._begin_training()
        self._session.equipped.emit()

    def _begin_training(self) -> None:
        if self._session.replay.loading:
            self._session.replay.loaded()

    def _say(self) -> None:
        if self._session.replay.loading:
            doing = self._background.doing  # before the first part the compiler itself is loaded
            doing = f", {doing}" if doing else ""
            self._session.replay.preparing = (
                f"getting ready{doing}: the first time this takes a few seconds"
            )
            self._session.moved.emit()


def _load(learners: Sequence[Learner]) -> None:
    """Load in another thread; if something fails, the code that needs it reports why."""
    with contextlib.suppress(Exception):
        needed = [code for learner in learners for code in advance.code_of(learner)]
        for k, code in enumerate(needed, 1):
            tell(f"part {k} of {len(needed)}")
            code.prepare()
        for name in PARTS:
            import_module(name)
    hand_over(ENOUGH)
    with contextlib.suppress(Exception):
        for code in advance.all_code():
            tell("the rest")
            code.prepare()


def _all_ready() -> bool:
    """Check without loading the compiler."""
    return "linlab.engine.learner.loop" in sys.modules and all(
        code.ready for code in advance.all_code()
    )
