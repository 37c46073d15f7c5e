"""Keeps what is done in the open lesson: pages, answers and time go into the file of progress as they
happen."""

import time
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication

from linlab.app.session.settings import state_folder
from linlab.lessons.progress.progress_file import NAME, ProgressFile
from linlab.lessons.progress.records import Attempt, LessonProgress
from linlab.lessons.progress.values import as_json
from linlab.lessons.shipped import key_of

from .lesson_run import LessonRun
from .summary import Given

TICK = 30.0  # seconds between two notes of the time spent
SHORTEST = 1.0  # seconds that are worth a note


def progress_file() -> ProgressFile:
    """The file of this user."""
    return ProgressFile(state_folder() / NAME)


class Recorder(QObject):
    """Writes down what a run does. A preview of a lesson that is being written has no path, and is
    not recorded."""

    def __init__(self, run: LessonRun) -> None:
        super().__init__(run)
        self._run = run
        self._file = progress_file()
        self._lesson = ""  # the key of the open lesson
        self._since = 0.0  # when time was noted last
        self._page = -1
        self._reported = ""  # the trouble that was reported
        self._timer = QTimer(self, interval=round(1000 * TICK))
        self._timer.timeout.connect(self._spend)
        run.opened.connect(self._opened)
        run.turned.connect(self._turned)
        run.judged.connect(self._judged)

    def before(self, path: Path) -> LessonProgress:
        """What was done in a lesson so far."""
        found = self._file.read().of(key_of(path))
        self._report()
        return found

    def close(self) -> None:
        """Note the time when the window closes."""
        self._spend()

    def _opened(self) -> None:
        self._spend()
        run = self._run
        self._lesson = key_of(run.path) if run.active and run.path is not None else ""
        self._page = -1
        self._since = time.monotonic()
        if self._lesson:
            self._timer.start()
        else:
            self._timer.stop()

    def _turned(self) -> None:
        run = self._run
        if not self._lesson or run.lesson is None:
            return
        self._spend()
        if run.finished:
            self._file.finish(self._lesson)
        elif run.at != self._page:
            self._page = run.at
            steps = run.lesson.steps
            self._file.show_page(self._lesson, run.at + 1, len(steps), steps[run.at].title)
        self._report()

    def _judged(self, given: Given) -> None:
        run = self._run
        if self._lesson and run.lesson is not None:
            title = run.lesson.steps[run.at].title
            right = None if given.verdict is None else given.verdict.right
            attempt = Attempt(title, run.at + 1, right, time.time(), as_json(given.value))
            self._file.answer(self._lesson, attempt)
            self._report()

    def _spend(self) -> None:
        """Note the time since the last note; a computer that slept, or a window that is not looked
        at, adds at most one tick."""
        now = time.monotonic()
        seconds = min(now - self._since, TICK)
        self._since = now
        active = QGuiApplication.applicationState() == Qt.ApplicationState.ApplicationActive
        if self._lesson and active and seconds >= SHORTEST:
            self._file.spend(self._lesson, seconds)

    def _report(self) -> None:
        if self._file.trouble and self._file.trouble != self._reported:
            self._reported = self._file.trouble
            self._run.session.note(self._reported)
