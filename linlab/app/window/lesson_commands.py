"""The commands on lessons: open, go through and leave one. What they need is created when the first
lesson is opened."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from linlab.app.controls.menus import menu_text
from linlab.app.lessons.column import LESSON, WRITER, LeftColumn
from linlab.app.plane.plane import Plane
from linlab.app.session.document_files import DocumentFiles
from linlab.app.session.player import Player
from linlab.app.session.settings import lessons_folder
from linlab.engine.ground.errors import LinlabError

from .editing import Editing

if TYPE_CHECKING:
    from linlab.app.lessons.answering.boxes import AnswerBox
    from linlab.app.lessons.lesson_panel import LessonPanel
    from linlab.app.session.lessons.lesson_run import LessonRun
    from linlab.app.session.lessons.practising import Practising
    from linlab.app.session.lessons.recorder import Recorder
    from linlab.app.session.lessons.writing import Writing
    from linlab.engine.document.document import Document
    from linlab.lessons.written.lesson import Lesson

FILE_FILTER = "Lessons (*.linlesson lesson.md);;All files (*)"
PRACTISE = "Practise ↻ 5 questions"
LESSON_TOOL = "move"  # it drags points, the tip of w and the line
NO_LESSON_OPEN = "No lesson is open: choose one under “Course”."


class LessonCommands:
    """The lessons of a window."""

    def __init__(
        self,
        window: QWidget,
        plane: Plane,
        player: Player,
        files: DocumentFiles,
        column: LeftColumn,
        editing: Editing,
        turned: Callable[[], object],
    ) -> None:
        """`turned` is called when another page is shown, or none."""
        self._window, self._plane, self._player, self._files = window, plane, player, files
        self._column, self._editing, self._turned = column, editing, turned
        self._made: LessonRun | None = None
        self._panel: LessonPanel | None = None
        self._recorder: Recorder | None = None
        self._practising: Practising | None = None
        self.writing: Writing | None = None  # once someone writes
        self.show_view: Callable[[str], object] = lambda name: None  # of the window
        self.changed: Callable[[], object] = lambda: None  # something was answered or played
        self.returned: Callable[[], object] = lambda: None  # what was open before is back
        self.show_glossary: Callable[[str], object] = lambda key: None
        self._tool = "add"  # restored when a question in the plane is answered
        self._tool_before = ""  # restored when the lesson is left; empty: no lesson is open

    @property
    def run(self) -> "LessonRun | None":
        """The open lesson."""
        return self._made if self._made is not None and self._made.active else None

    @property
    def answer_box(self) -> "AnswerBox | None":
        """The control that answers the question of the page, if it has one."""
        return self._panel.question.box if self.run is not None and self._panel else None

    def _ready(self) -> "LessonRun":
        """What a lesson needs, created once."""
        if self._made is None:
            from linlab.app.lessons.lesson_panel import LessonPanel
            from linlab.app.lessons.page_marks import PageMarks
            from linlab.app.session.lessons.lesson_run import LessonRun
            from linlab.app.session.lessons.practising import Practising
            from linlab.app.session.lessons.recorder import Recorder

            self._made = LessonRun(self._player, self._files)
            PageMarks(self._made)
            self._recorder = Recorder(self._made)
            self._practising = Practising(self._made)
            panel = self._panel = LessonPanel(self._made, self._plane)
            self._column.host(LESSON, panel)
            panel.left.connect(self.leave)
            panel.lesson_wanted.connect(self.open)
            panel.answers_in_plane.connect(self._take)
            panel.term_wanted.connect(self.open_term)
            panel.glossary_wanted.connect(lambda key: self.show_glossary(key))
            self._made.opened.connect(self._take_lesson_tool)
            self._made.opened.connect(self._show)
            self._made.turned.connect(self._show)
            self._made.changed.connect(lambda: self.changed())
            self._made.returned.connect(lambda: self.returned())
        return self._made

    def open(self, path: Path, at: int | None = None) -> bool:
        """Open the lesson in a folder or an archive, at a page, from 0, or where it was left."""
        run = self._ready()
        if at is not None or self._recorder is None:
            return run.open(path, at or 0)
        return run.open(path, before=self._recorder.before(path))

    def practise(self, begun: Callable[[], object] = lambda: None) -> None:
        """Ask fresh questions from finished lessons; `begun` is called when the first is shown."""
        self._ready()
        assert self._practising is not None
        self._practising.start(begun)

    def open_named(self, name: str) -> bool:
        """Open a shipped lesson by its number or its id, or one at a path."""
        from linlab.lessons.shipped import find

        try:
            return self.open(find(name))
        except LinlabError as error:
            self._player.session.note(str(error))
            return False

    def open_page(self, lesson: str, page: int) -> bool:
        """A page, counted from 1, of a shipped lesson."""
        from linlab.lessons.shipped import find

        return self.open(find(lesson), page - 1)

    def open_term(self, key: str) -> None:
        """Open the page or the view of an entry of the glossary."""
        from linlab.lessons.glossary.pages import place_of
        from linlab.lessons.glossary.table import GLOSSARY

        entry = GLOSSARY[key]
        place = place_of(entry)
        if place is None:
            self.show_view(entry.view)
        elif self.run is not None and self.run.path == place.lesson.path:
            self.run.go(place.page - 1)
        else:
            self.open(place.lesson.path, place.page - 1)

    def choose(self) -> bool:
        """Open a lesson from a file; return whether one is open now."""
        name, _ = QFileDialog.getOpenFileName(
            self._window, "Open a lesson", str(lessons_folder()), FILE_FILTER
        )
        return bool(name) and self.open(Path(name))

    def write(self) -> None:
        """Write a new lesson, or continue the unfinished one."""
        if self.writing is None:
            from linlab.app.lessons.writer.writer_panel import WriterPanel
            from linlab.app.session.lessons.writing import Writing

            self.writing = Writing(self._files)
            panel = WriterPanel(self.writing, lessons_folder)
            self._column.host(WRITER, panel)
            panel.left.connect(lambda: self._column.close_page(WRITER))
            panel.previewed.connect(self._preview)
            panel.shown.connect(self._show_in_lab)
        if self.run is not None:
            self.run.leave()
        self._column.open(WRITER)

    def make_step(self) -> None:
        """Make what the lab shows a page of the lesson being written."""
        self.write()
        assert self.writing is not None
        self.writing.make_step()

    def write_on(self) -> None:
        """Edit the open lesson."""
        run = self.run
        if run is None or run.lesson is None:
            self._player.session.note(NO_LESSON_OPEN)
            return
        from linlab.lessons.drafts.draft import Draft
        from linlab.lessons.shipped import is_shipped
        from linlab.lessons.written.reading import read_lesson

        lesson, path = run.lesson, run.path
        self.write()
        if path is not None and self.writing is not None:  # a preview has none: it is being written
            self.writing.open(
                lambda: Draft.of(read_lesson(path) if path.exists() else lesson),
                None if is_shipped(path) else path,
            )

    def handout(self, blanks: bool) -> None:
        """Save the open lesson as a handout."""
        if self.run is not None and self.run.lesson is not None:
            from .dialogs.handout import save_handout

            save_handout(self._window, self._player.session, self.run.lesson, blanks)

    def _preview(self, lesson: "Lesson", at: int) -> None:
        self._ready().begin(lesson, None, at)

    def _show_in_lab(self, document: "Document") -> None:
        """Undo brings back what was there; a preview is left first, so that what was put aside is
        not lost."""
        if self.run is not None:
            self.run.leave()
        self._files.new(document)

    def apply_theme(self) -> None:
        """In the colours of the theme."""
        if self._panel is not None:
            self._panel.apply_theme()

    def close(self) -> None:
        """Keep the draft and the time spent when the window closes."""
        if self._recorder is not None:
            self._recorder.close()
        if self.writing is not None:
            self.writing.close()
            self.writing = None

    def leave(self) -> None:
        if self.run is None:
            self._player.session.note(NO_LESSON_OPEN)
        else:
            self.run.leave()

    def turn(self, by: int) -> bool:
        """Go to the next page, or with −1 the previous one; return whether a lesson is open."""
        if self.run is None:
            return False
        self.run.next() if by > 0 else self.run.back()
        return True

    def on(self) -> None:
        """Submit the answer given so far, or play, or go to the next page."""
        if self.run is None:
            self._player.session.note(NO_LESSON_OPEN)
        else:
            self.run.on()

    def restore(self) -> bool:
        """Reset this page; return whether there is one."""
        if self.run is None:
            return False
        self.run.restore()
        return True

    def fill(self, menu: QMenu) -> None:
        """List all lessons that can be opened."""
        from linlab.lessons.course.own_lessons import own_lessons
        from linlab.lessons.shipped import shipped

        menu.clear()
        menu.setToolTipsVisible(True)
        for each in shipped():
            action = menu.addAction(
                menu_text(f"{each.number}  {each.title}{' ★' if each.optional else ''}"),
                partial(self.open, each.path),
            )
            action.setToolTip(
                f"{each.summary} {each.steps} pages, about {each.minutes} minutes. It follows {each.lecture}."
            )
        own, faults = own_lessons(lessons_folder())
        if faults:
            self._player.session.note(str(faults[0]))
        if own:
            menu.addSeparator()
        titles = [each.title for each in own]
        for each in own:
            title = (
                each.title if titles.count(each.title) == 1 else f"{each.title} · {each.path.name}"
            )
            menu.addAction(menu_text(title), partial(self.open, each.path)).setToolTip(
                str(each.path)
            )
        menu.addSeparator()
        menu.addAction(PRACTISE, self.practise)
        menu.addAction("Open…", self.choose)
        menu.addAction("Write a lesson", self.write)
        if self.run is not None:
            menu.addAction("Edit this lesson", self.write_on)
            menu.addAction("Handout of this lesson…", partial(self.handout, False))
            menu.addAction("Handout with blanks instead of answers…", partial(self.handout, True))

    def _show(self) -> None:
        if self.run is not None:
            self._column.open(LESSON, folded=True)
        else:
            self._column.close_page(LESSON)
        self._turned()

    def _take_lesson_tool(self) -> None:
        """In a lesson the mouse moves what it drags, and a click adds no point by accident; the
        tool from before comes back when the lesson is left."""
        if self.run is None:
            before, self._tool_before = self._tool_before, ""
            self._tool = before or self._tool
            self._editing.take_tool(self._tool)
        elif not self._tool_before:
            tool = self._plane.tool
            self._tool_before = self._tool if tool.answers else tool.name
            self._tool = LESSON_TOOL
            self._editing.take_tool(LESSON_TOOL)

    def _take(self, in_plane: bool) -> None:
        """The mouse in the plane answers a question, or works as before."""
        tool = self._plane.tool
        if in_plane and not tool.answers:
            self._tool = tool.name
            self._editing.take_tool("answer")
        elif not in_plane and tool.answers:
            self._editing.take_tool(self._tool)
