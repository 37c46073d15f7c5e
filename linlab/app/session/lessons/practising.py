"""Practise: fresh questions are drawn in the background and asked by the open run like any lesson;
the answers go to the progress of the lessons they come from."""

import time
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from linlab.app.session.background import Background
from linlab.engine.ground.errors import LinlabError
from linlab.lessons.practice.practice import MANY, Practice, practice
from linlab.lessons.progress.records import Attempt
from linlab.lessons.progress.values import as_json

from .lesson_run import LessonRun
from .recorder import progress_file
from .summary import Given

DRAWING = "Drawing the questions …"
CANCELLED = "Stopped: no questions will be drawn."


class Practising(QObject):
    """Draws questions for a run and keeps the answers."""

    def __init__(self, run: LessonRun) -> None:
        super().__init__(run)
        self._run = run
        self._practice: Practice | None = None  # the last that was begun
        self._begun: Callable[[], object] = lambda: None
        self._back = Background(self)
        self._back.answered.connect(self._arrived)
        self._back.advanced.connect(self._tell)
        run.opened.connect(self._back.forget)  # another lesson was opened instead
        run.judged.connect(self._keep)

    @property
    def busy(self) -> bool:
        """Whether questions are being drawn."""
        return self._back.busy

    def start(self, begun: Callable[[], object]) -> None:
        """Draw questions and ask them; called again, it cancels that. `begun` is called when the
        first is shown."""
        if self.busy:
            self._back.forget()
            self._run.session.note(CANCELLED)
            return
        self._begun = begun
        progress = progress_file().read()
        self._run.session.note(DRAWING)
        self._back.ask(partial(practice, progress, time.time()))

    def _tell(self) -> None:
        if self._back.so_far is not None:
            self._run.session.note(f"{DRAWING} {self._back.so_far} of {MANY}")

    def _arrived(self, found: Practice | LinlabError) -> None:
        if isinstance(found, LinlabError):
            self._run.session.note(str(found))
            return
        self._practice = found
        self._run.begin(found.lesson)
        self._begun()

    def _keep(self, given: Given) -> None:
        """Keep an answer for the lesson that the question comes from."""
        found = self._practice
        if found is None or self._run.lesson is not found.lesson:
            return
        origin = found.origins[self._run.at]
        right = None if given.verdict is None else given.verdict.right
        attempt = Attempt(
            origin.title, origin.page + 1, right, time.time(), as_json(given.value), practised=True
        )
        progress_file().answer(origin.lesson, attempt)
