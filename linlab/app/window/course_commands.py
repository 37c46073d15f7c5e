"""The course page of a window: it is created when it is first opened, and covers the window while it
is open."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from linlab.app.controls.menus import menu_text

from .lesson_commands import LessonCommands

if TYPE_CHECKING:
    from linlab.app.lessons.course.course_page import CoursePage

# The commands whose keys also work on the page.
STILL_WORK = (
    "course",
    "practise",
    "open-lesson",
    "write-lesson",
    "glossary",
    "help",
    "symbols",
    "theme",
    "larger-text",
    "smaller-text",
    "reduced-motion",
    "full-screen",
    "simple-or-full",
    "close",
)
BEHIND_IT = ("write-lesson", "make-step")  # what these commands show is behind the page


class CourseCommands(QObject):
    """Opens and closes the course page."""

    def __init__(
        self,
        window: QWidget,
        lessons: LessonCommands,
        commands: Mapping[str, QAction],
        show_glossary: Callable[[str], object],
        behind: Callable[[], tuple[QWidget, ...]],
    ) -> None:
        """`behind` are the parts of the window that the page covers."""
        super().__init__(window)
        self._window, self._lessons, self._commands = window, lessons, commands
        self._show_glossary, self._behind = show_glossary, behind
        self._page: CoursePage | None = None
        self._covered: tuple[QWidget, ...] = ()  # what was visible behind it
        window.installEventFilter(self)
        for name in BEHIND_IT:
            commands[name].triggered.connect(self.close)

    @property
    def page(self) -> "CoursePage | None":
        """The page, if it is open."""
        return self._page if self._page is not None and self._page.isVisible() else None

    def toggle(self) -> None:
        """Open the page, or go back to the lab."""
        if self.page is None:
            self.open()
        else:
            self.close()

    def open(self) -> None:
        page = self._made()
        if self.page is not None:
            page.show_course()
            return
        self._covered = tuple(part for part in self._behind() if part.isVisible())
        for part in self._covered:
            part.hide()
        page.setGeometry(self._window.rect())
        page.show_course()
        page.show()
        page.raise_()

    def close(self) -> None:
        """Back to the lab."""
        if self.page is None or self._page is None:
            return
        self._page.hide()
        for part in self._covered:
            part.show()
        self._covered = ()
        self._window.setFocus()

    def say(self, sentence: str) -> None:
        """Show a message of the lab on the page, if it is open."""
        if self.page is not None:
            self.page.show_note(sentence)

    def apply_theme(self) -> None:
        if self.page is not None:
            self.page.apply_theme()

    def _made(self) -> "CoursePage":
        if self._page is None:
            from linlab.app.lessons.course.course_page import CoursePage

            keys = [
                key.toString() for name in STILL_WORK for key in self._commands[name].shortcuts()
            ]
            page = self._page = CoursePage(self._window, keys)
            page.closed.connect(self.close)
            page.lesson_wanted.connect(self._open_lesson)
            page.practice_wanted.connect(lambda: self._lessons.practise(self.close))
            page.term_wanted.connect(self._show_glossary)
            page.bar.menu.aboutToShow.connect(lambda: self._fill(page.bar.menu))
        return self._page

    def _open_lesson(self, path: Path, at: int | None) -> None:
        if self._lessons.open(path, at):
            self.close()

    def _fill(self, menu: QMenu) -> None:
        """The user's own lessons, and the commands that open or write more."""
        menu.clear()
        part = ""
        for each in self._page.own if self._page is not None else ():
            if each.part != part:
                part = each.part
                menu.addSection(menu_text(part)) if part else menu.addSeparator()
            number = f"{each.number}  " if each.number else ""
            star = " ★" if each.optional else ""
            action = menu.addAction(menu_text(f"{number}{each.title}{star}"))
            action.triggered.connect(partial(self._open_lesson, each.path, None))
            action.setToolTip(str(each.path))
        if not menu.isEmpty():
            menu.addSeparator()
        menu.addAction("Open a lesson…", self._choose)
        menu.addAction("Write a lesson", self._write)

    def _choose(self) -> None:
        if self._lessons.choose():
            self.close()

    def _write(self) -> None:
        self.close()
        self._lessons.write()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self._page is not None:
            self._page.setGeometry(self._window.rect())
        return False
