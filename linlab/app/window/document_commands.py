"""The commands on documents: new, open, save, and what is asked before one is left behind."""

import time
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QMessageBox

from linlab.app.controls.questions import DISCARD, RECOVER, recovery

if TYPE_CHECKING:
    from .window import Window


class DocumentCommands:
    """The documents of a window."""

    def __init__(self, window: "Window") -> None:
        self.lab = window

    def new(self) -> None:
        if self.may_leave():
            self.lab.files.new()

    def open(self) -> None:
        kinds = "Documents and points (*.linlab *.csv *.tsv *.txt);;All files (*)"
        name, _ = QFileDialog.getOpenFileName(self.lab, "Open", "", kinds)
        if name:
            self.open_path(Path(name))

    def open_path(self, path: Path) -> None:
        """A file that cannot be read is no reason to ask whether this document may be left."""
        if self.lab.files.read(path) is not None and self.may_leave() and self.lab.files.open(path):
            self.lab.plane.fit()

    def save(self) -> bool:
        return self.lab.files.save() if self.lab.files.path is not None else self.save_as()

    def save_as(self) -> bool:
        proposed = str(self.lab.files.path or self.lab.files.suggestion or "Untitled.linlab")
        name, _ = QFileDialog.getSaveFileName(self.lab, "Save as", proposed, "Documents (*.linlab)")
        return bool(name) and self.lab.files.save(name)

    def may_leave(self) -> bool:
        """Whether the document may be left behind: saved, or the user does not mind."""
        if not self.lab.files.dirty:
            return True
        answer = QMessageBox.question(
            self.lab, "linlab", f"Save the changes to {self.lab.files.name}?",
            QMessageBox.StandardButton.Save | QMessageBox.StandardButton.Discard | QMessageBox.StandardButton.Cancel,
        )  # fmt: skip
        if answer == QMessageBox.StandardButton.Save:
            return self.save()
        return answer == QMessageBox.StandardButton.Discard

    def offer_recovery(self) -> None:
        for entry in self.lab.files.recoverable():
            what = entry.origin.name if entry.origin is not None else "an untitled document"
            when = time.strftime("%d %B, %H:%M", time.localtime(entry.when))
            answer = recovery(self.lab, what, when)
            if answer == DISCARD:
                self.lab.files.discard(entry)
            elif answer == RECOVER and self.may_leave():
                self.lab.files.recover(entry)
                self.lab.plane.fit()
                return
