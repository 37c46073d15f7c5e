"""The course page: the lessons part by part, search over all of them, the user's own, and progress.

It covers the window while it is open. It keeps the keys of the lab from the lab, but for those that
it is given.
"""

from collections.abc import Collection
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from linlab.app.controls.widgets import LinkButton, label, theme_in_force
from linlab.app.session.background import Background
from linlab.app.session.lessons.recorder import progress_file
from linlab.app.session.settings import lessons_folder
from linlab.engine.ground.errors import LinlabError
from linlab.lessons.course.overview import Entry, overview
from linlab.lessons.course.own_lessons import own_lessons
from linlab.lessons.course.search import SearchPage, pages_of, search
from linlab.lessons.course.shipped_course import shipped_course
from linlab.lessons.glossary.table import find as find_terms
from linlab.lessons.shipped import Listed, shipped

from .head import Head
from .parts_grid import PartsGrid
from .results import READING, Results
from .top_bar import TopBar

MARGIN = 24  # pixels at both sides
MOST_FAULTS = 5  # of a course.toml that are shown
PRACTISE = "Practise ↻ 5 questions"
PRACTISE_TIP = (
    "Fresh questions from the lessons you have finished; what you missed comes back sooner"
)
RESET, UNDO = "Reset progress", "Undo: bring my progress back"
CLEARED = "Your progress in all lessons was cleared."


class CoursePage(QFrame):
    """Covers a window; `lesson_wanted` gets the path of a lesson and a page from 0, or None for where
    it was left."""

    lesson_wanted = Signal(object, object)
    practice_wanted = Signal()
    term_wanted = Signal(str)  # the key of an entry of the glossary
    closed = Signal()

    def __init__(self, window: QWidget, keys: Collection[str]) -> None:
        """`keys` are those of the window that still work."""
        super().__init__(window)
        self.setObjectName("course-page")
        self.setAccessibleName("Course")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._keys = {QKeySequence(key) for key in keys}
        self._pages: tuple[SearchPage, ...] | None = None  # None: not read yet
        self._own: tuple[Listed, ...] = ()
        self.bar = TopBar(self.closed.emit)
        self.head = Head()
        self.practise = QPushButton(PRACTISE)
        self.practise.setObjectName("course-practise")
        self.practise.setToolTip(PRACTISE_TIP)
        self.head.add(self.practise)
        self.grid = PartsGrid(self._open)
        self.results = Results()
        self.notes = label("")
        self.notes.setObjectName("course-notes")
        self.notes.setWordWrap(True)
        self.reset = LinkButton(RESET)
        self.reset.setObjectName("reset-progress")
        self.reset.setToolTip(
            "Clear the pages, answers and minutes of all lessons; you can undo this"
        )
        self.undo = LinkButton(UNDO, accent=True)
        self.undo.setObjectName("undo-reset")
        for link in (self.reset, self.undo):
            link.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._entry: Entry | None = None  # what the main button opens
        self._back = Background(self)
        self._back.answered.connect(self._take_pages)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(MARGIN - 3, 0, MARGIN - 3, 10)
        column.setSpacing(8)
        column.addWidget(self.grid)
        foot = QHBoxLayout()
        foot.setContentsMargins(3, 0, 0, 0)
        foot.addWidget(self.reset)
        foot.addWidget(self.undo)
        foot.addStretch()
        column.addLayout(foot)
        column.addStretch()
        self.area = QScrollArea()
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(inside)
        found = QWidget()
        listed = QVBoxLayout(found)
        listed.setContentsMargins(MARGIN - 8, 0, MARGIN - 8, 10)
        listed.addWidget(self.results)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.area)
        self.stack.addWidget(found)
        top = QVBoxLayout()
        top.setContentsMargins(MARGIN, 14, MARGIN, 10)
        top.addWidget(self.head)
        top.addWidget(self.notes)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.bar)
        outer.addLayout(top)
        outer.addWidget(self.stack, 1)

    def _connect(self) -> None:
        self.head.go.clicked.connect(self._continue)
        self.practise.clicked.connect(self.practice_wanted)
        self.reset.clicked.connect(self._reset)
        self.undo.clicked.connect(self._undo_reset)
        self.bar.search.textChanged.connect(self._search)
        self.bar.search.returnPressed.connect(self._first)
        self.bar.glossary.clicked.connect(lambda: self.term_wanted.emit(""))
        self.results.page_wanted.connect(self.lesson_wanted)
        self.results.term_wanted.connect(self.term_wanted)

    # Showing

    def show_course(self) -> None:
        """Show the lessons and the progress as they are now."""
        self.undo.hide()
        self.refresh()
        self.bar.search.clear()
        self._back.ask(partial(pages_of, (*shipped(), *self._own)), key="pages")
        self.area.verticalScrollBar().setValue(0)
        self.head.go.setFocus(Qt.FocusReason.OtherFocusReason)

    def refresh(self) -> None:
        file = progress_file()
        progress = file.read()
        shown = overview(shipped(), progress)
        self.practise.setVisible(bool(progress.finished))
        self._own, faults = own_lessons(lessons_folder())
        self._entry = shown.next
        self.head.show_texts(shipped_course().title, shown.lead, shown.button)
        self.grid.show_overview(shown)
        self.reset.setVisible(any(each.begun for each in shown.entries))
        sentences = [file.trouble, *(str(fault) for fault in faults[:MOST_FAULTS])]
        self.show_note("\n".join(each for each in sentences if each))

    def show_note(self, words: str) -> None:
        """Show a sentence below the head, or none."""
        self.notes.setText(words)
        self.notes.setVisible(bool(words))

    @property
    def own(self) -> tuple[Listed, ...]:
        """The user's own lessons, in order."""
        return self._own

    # Opening lessons

    def _open(self, entry: Entry) -> None:
        self.lesson_wanted.emit(entry.lesson.path, None)

    def _continue(self) -> None:
        if self._entry is not None:
            self._open(self._entry)

    # Search

    def _take_pages(self, found: tuple[SearchPage, ...] | LinlabError) -> None:
        self._pages = () if isinstance(found, LinlabError) else found
        self._search()

    def _search(self) -> None:
        asked = self.bar.search.text().strip()
        self.stack.setCurrentIndex(1 if asked else 0)
        if not asked:
            self.results.clear()
        elif self._pages is None:
            self.results.show_words(READING)
        else:
            terms = find_terms(asked)
            self.results.show_results(terms, search(self._pages, asked))

    def _first(self) -> None:
        if self.stack.currentIndex() == 1:
            self.results.open_first()

    # Progress

    def _reset(self) -> None:
        progress_file().reset()
        self.refresh()
        self.show_note(CLEARED)
        self.undo.show()
        self.undo.setFocus(Qt.FocusReason.OtherFocusReason)

    def _undo_reset(self) -> None:
        progress_file().undo_reset()
        self.undo.hide()
        self.refresh()

    # Keys and paint

    def event(self, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and QKeySequence(event.keyCombination()) not in self._keys
        ):
            event.accept()  # not for the lab, which is covered
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        searching = bool(self.bar.search.text())
        at = QApplication.focusWidget()
        if key == Qt.Key.Key_Escape and searching:
            self.bar.search.clear()
            self.bar.search.setFocus()
        elif key == Qt.Key.Key_Escape:
            self.closed.emit()
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up) and searching:
            self.results.setFocus(Qt.FocusReason.TabFocusReason)
            self.results.keyPressEvent(event)
        elif key == Qt.Key.Key_Slash or event.matches(QKeySequence.StandardKey.Find):
            self.bar.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(at, QAbstractButton):
            at.click()  # outside a dialog, Qt leaves that to Space
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme_in_force().window)

    def apply_theme(self) -> None:
        """Apply the current colours and text size."""
        self.bar.apply_theme()
        self.refresh()
