"""Files that reach a window from outside: from a second start, or from the system."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from linlab.app.present.presenter import Presenter
from linlab.app.window.document_commands import DocumentCommands

from .handover import Handed

AGAIN_MS = 200  # milliseconds until a window that asks a question is tried again


class HasDocuments(Protocol):
    documents: DocumentCommands
    presenter: Presenter

    def present(self) -> None: ...


def take_files(window: QWidget, lab: HasDocuments, handed: Handed) -> None:
    """Come to the front and open these files; after the question that is being asked, if any."""
    come_to_the_front(window)
    if QApplication.activeModalWidget() is not None:
        QTimer.singleShot(AGAIN_MS, window, partial(take_files, window, lab, handed))
        return
    paths = [Path(file) for file in handed.files]
    if (handed.prepared or handed.present or len(paths) > 1) and not _lesson(paths):
        if paths and lab.documents.may_leave():
            lab.documents.programme.begin(paths)
    elif paths:
        lab.documents.open_path(paths[0])
    if handed.present and not lab.presenter.active:
        lab.present()


def come_to_the_front(window: QWidget) -> None:
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    window.activateWindow()


def _lesson(paths: Iterable[Path]) -> bool:
    return any(
        path.suffix == ".linlesson" or path.name == "lesson.md" or (path / "lesson.md").is_file()
        for path in paths
    )
