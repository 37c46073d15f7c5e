"""The commands on documents: new, open, save, and the questions before one is closed."""

import time
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from linlab.app.controls.questions import (
    DISCARD,
    OVERWRITE,
    RECOVER,
    RELOAD,
    SAVE_AS,
    changed_file,
    recovery,
)
from linlab.app.session.document_files import DocumentFiles
from linlab.app.session.programme import Programme
from linlab.app.session.texts import add_points
from linlab.engine.data.points import Points
from linlab.engine.data.texts.editing import joined
from linlab.engine.document.look import Look
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.sanitise import shorten

if TYPE_CHECKING:
    from .lesson_commands import LessonCommands

NOT_ADDED = "A whole document cannot be added to another one: open it by itself."
TABLE_FILTER = (
    "Points and texts (*.csv *.tsv *.txt *.data *.arff *.libsvm *.svmlight *.svm);;All files (*)"
)
FILE_FILTER = "Documents and points (*.linlab *.html *.csv *.tsv *.txt *.data *.arff *.libsvm *.svmlight *.svm);;All files (*)"


class DocumentCommands:
    """The documents of a window."""

    def __init__(self, window: QWidget, files: DocumentFiles) -> None:
        self.host: Callable[[], QWidget] = lambda: window  # what dialogs belong to
        self.files = files
        self.programme = Programme(files)
        self.lessons: LessonCommands | None = None  # of the same window

    def new(self) -> None:
        if self.may_leave():
            self.programme.end()
            self.files.new()

    def open(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self.host(), "Open", "", FILE_FILTER)
        if name:
            self.open_path(Path(name))

    def open_folder(self) -> None:
        """Open a folder with a subfolder of texts for each class."""
        name = QFileDialog.getExistingDirectory(self.host(), "Open a folder of texts")
        if name:
            self.open_path(Path(name))

    def add(self) -> None:
        """Add the points or texts of a file to the open document."""
        names, _ = QFileDialog.getOpenFileNames(self.host(), "Add from a file", "", TABLE_FILTER)
        self.add_paths(list(map(Path, names)))

    def add_paths(self, paths: list[Path]) -> None:
        """Add the points or texts of these files to the open document, as one undo."""
        session = self.files.session
        found = [self.files.read(path) for path in paths]
        if not found or any(each is None for each in found):
            return  # the reason has been said
        tables = [each for each in found if isinstance(each, Points)]
        if len(tables) < len(found):
            session.note(NOT_ADDED)
            return
        try:
            add_points(session, reduce(joined, tables))
        except LinlabError as error:
            session.note(str(error))

    def open_prepared(self) -> None:
        """Open prepared documents, one or several in turn: changes to them are never asked about."""
        names, _ = QFileDialog.getOpenFileNames(self.host(), "Open as prepared", "", FILE_FILTER)
        if names and self.may_leave():
            self.programme.begin(map(Path, names))

    def turn(self, by: int) -> None:
        """Go to the next page of a lesson or document of the programme, or with −1 to the previous
        one."""
        if self.lessons is not None and self.lessons.turn(by):
            return
        if self.programme.has(by):
            if self.may_leave():
                self.programme.turn(by)
        elif len(self.programme.paths) > 1:
            self.files.session.note(
                f"This is the {'last' if by > 0 else 'first'} document of {len(self.programme.paths)}."
            )
        else:
            self.files.session.note(
                "There is no other document: “Open as prepared” (Ctrl+Shift+O) opens several in turn."
            )

    def open_path(self, path: Path) -> None:
        """A file that cannot be read is reported before asking about the open document; a lesson
        puts it aside."""
        if self.lessons is not None and (
            (path / "lesson.md").is_file()
            or path.suffix == ".linlesson"
            or path.name == "lesson.md"
        ):
            self.lessons.open(path)
            return
        found = self.files.read(path)
        is_open = self.files.path is not None and self.files.path.resolve() == path.resolve()
        if found is not None and self.may_leave():
            self.programme.end()
            self.files.open(path, found=None if is_open else found)  # it may just have been saved

    def revert(self) -> None:
        """Go back to the document as it was opened, or to the page of a lesson as it was shown."""
        if self.lessons is None or not self.lessons.restore():
            self.files.revert()

    def save(self) -> bool:
        return self.save_as() if self.files.path is None else self._save_to(None)

    def save_as(self) -> bool:
        look = self.files.looked_at()  # taken now: the run may go on behind the dialog
        name, _ = QFileDialog.getSaveFileName(
            self.host(), "Save as", str(self.files.proposal), "Documents (*.linlab)"
        )
        return bool(name) and self._save_to(Path(name), look)

    def _save_to(self, path: Path | None, look: Look | None = None) -> bool:
        """Save it there, or in its own file; if someone else has changed that file, ask first."""
        if not self.files.changed_outside(path):
            return self.files.save(path, look)
        answer = changed_file(self.host(), self.files.name)
        if answer == OVERWRITE:
            return self.files.save(path, look)
        if answer == SAVE_AS:
            return self.save_as()
        if answer == RELOAD:
            self.files.reload()
        return False  # the old document is in no file

    def may_leave(self) -> bool:
        """Whether the document may be closed: it is saved, or the user agrees. A lesson is left
        first: the question is about what was open before it."""
        if self.lessons is not None and self.lessons.run is not None:
            self.lessons.leave()
        if self.files.may_go:
            return True
        answer = QMessageBox.question(
            self.host(),
            "linlab",
            f"Save the changes to {shorten(self.files.name)}?",
            QMessageBox.StandardButton.Save
            | QMessageBox.StandardButton.Discard
            | QMessageBox.StandardButton.Cancel,
        )
        if answer == QMessageBox.StandardButton.Save:
            return self.save()
        return answer == QMessageBox.StandardButton.Discard

    def offer_recovery(self) -> None:
        """Offer work that a crash left behind."""
        for entry in self.files.recoverable():
            what = entry.origin.name if entry.origin is not None else "an untitled document"
            when = time.strftime("%d %B, %H:%M", time.localtime(entry.when))
            answer = recovery(self.host(), what, when)
            if answer == DISCARD:
                self.files.discard(entry)
            elif answer == RECOVER and self.may_leave():
                self.programme.end()
                self.files.recover(entry)
                return
