"""Two windows on one file: nobody's work is replaced without a question; and what “Save as”
proposes."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox

from linlab.app.controls.questions import CANCEL, OVERWRITE, RELOAD, SAVE_AS
from linlab.app.export.dialog.export_options import ExportOptions
from linlab.app.export.dialog.export_source import ExportSource
from linlab.app.export.dialog.kinds import name_of
from linlab.app.session.document_files import DocumentFiles
from linlab.app.session.session import Session
from linlab.engine.document.document import Document
from linlab.lessons.drafts.draft import Draft, DraftStep

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class Answer:
    """Presses a button of the question when it comes up."""

    def __init__(self, button: str) -> None:
        self.button, self.asked = button, 0
        self.timer = QTimer(interval=20)
        self.timer.timeout.connect(self._press)
        self.timer.start()

    def _press(self) -> None:
        box = QApplication.activeModalWidget()
        if isinstance(box, QMessageBox) and box.objectName() == "changed-file":
            self.asked += 1
            self.timer.stop()
            (button,) = (each for each in box.buttons() if each.text() == self.button)
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def add(session: Session, x: float) -> Document:
    session.edit("add a point", session.with_points(session.points.add((x, 2.0), 0)))
    return session.settled


@pytest.fixture
def shared(window: Any, tmp_path: Path) -> tuple[Any, Document, Document]:
    """A file that this window opened and changed, and another window changed and saved meanwhile;
    and both documents."""
    file = tmp_path / "shared.linlab"
    window.session.settled.save(file)
    window.documents.open_path(file)
    other = DocumentFiles(Session())
    assert other.open(file)
    theirs = add(other.session, 5.0)
    assert other.save()
    return window, add(window.session, -5.0), theirs


def pressed_save(window: Any, answer: str) -> int:
    """How often Ctrl+S asks, if that is the answer."""
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # the question before
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window)
    press = Answer(answer)
    QTest.keyClick(window, Qt.Key.Key_S, CTRL)
    press.timer.stop()
    return press.asked


def test_that_overwriting_is_a_choice(shared: Any) -> None:
    window, mine, theirs = shared
    assert pressed_save(window, CANCEL) == 1
    assert Document.load(window.files.path).points == theirs.points
    assert window.files.dirty
    assert pressed_save(window, OVERWRITE) == 1
    assert Document.load(window.files.path).points == mine.points
    assert not window.files.dirty
    add(window.session, 6.0)
    assert pressed_save(window, CANCEL) == 0  # it is our own file again
    assert not window.files.dirty


def test_that_reloading_shows_theirs_and_undo_brings_back_mine(shared: Any) -> None:
    window, mine, theirs = shared
    assert pressed_save(window, RELOAD) == 1
    assert window.session.points == theirs.points
    assert not window.files.dirty
    assert Document.load(window.files.path).points == theirs.points
    window.session.undo()
    assert window.session.settled == mine
    assert window.files.dirty
    assert pressed_save(window, CANCEL) == 0  # both have been seen
    assert Document.load(window.files.path).points == mine.points


def test_that_both_are_kept_by_saving_as_another_file(
    shared: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, mine, theirs = shared
    target = tmp_path / "mine.linlab"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a, **k: (str(target), ""))
    assert pressed_save(window, SAVE_AS) == 1
    assert Document.load(target).points == mine.points
    assert Document.load(tmp_path / "shared.linlab").points == theirs.points
    assert window.files.path == target


def test_that_a_window_stays_open_when_its_work_is_in_no_file(
    shared: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, mine, _ = shared
    monkeypatch.setattr(QMessageBox, "question", lambda *a, **k: QMessageBox.StandardButton.Save)
    press = Answer(RELOAD)
    window.close()
    assert press.asked == 1
    assert window.isVisible()
    window.session.undo()
    assert window.session.settled == mine
    monkeypatch.setattr(QMessageBox, "question", lambda *a, **k: QMessageBox.StandardButton.Discard)


def test_that_nobody_is_asked_about_a_file_that_is_as_it_was_or_gone(
    window: Any, tmp_path: Path
) -> None:
    file = tmp_path / "a.linlab"
    window.session.settled.save(file)
    window.documents.open_path(file)
    file.write_bytes(file.read_bytes())  # another time, the same content
    add(window.session, 5.0)
    assert pressed_save(window, CANCEL) == 0
    add(window.session, 6.0)
    file.unlink()
    assert pressed_save(window, CANCEL) == 0
    assert Document.load(file) == window.session.settled


def test_that_a_lesson_in_between_does_not_make_the_file_another(shared: Any) -> None:
    window, _, theirs = shared
    assert window.lessons.open_named("2")
    window.lessons.leave()
    assert pressed_save(window, CANCEL) == 1
    assert Document.load(window.files.path).points == theirs.points


def test_that_save_as_proposes_the_title_as_the_name_of_a_file(
    window: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    proposed: list[str] = []

    def ask(*given: Any, **_: Any) -> tuple[str, str]:
        proposed.append(given[2])
        return "", ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    session = window.session
    for title in ("", "XOR: why / how?", "…", "π" * 200, "CON"):
        session.edit("title", replace(session.settled, title=title))
        QTest.keyClick(window, Qt.Key.Key_S, CTRL | SHIFT)
    names = [
        "Untitled.linlab",
        "xor-why-how.linlab",
        "Untitled.linlab",
        f"{'π' * 60}.linlab",
        "con-1.linlab",
    ]
    assert proposed == names
    subject = ExportSource(session, window.files, window.settings, window.plane, window)
    assert name_of(subject, ExportOptions(what="points")) == "con-1-points.csv"
    window.files.save(tmp_path / "mine.linlab")
    QTest.keyClick(window, Qt.Key.Key_S, CTRL | SHIFT)
    assert proposed[-1] == str(tmp_path / "mine.linlab")


def test_that_a_handout_proposes_a_name_that_a_file_can_have(
    window: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    proposed: list[str] = []
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *a, **k: (proposed.append(a[2]) or "", "")
    )
    Draft("A/B: which one?", steps=(DraftStep("A"),)).save(tmp_path / "a")
    assert window.lessons.open(tmp_path / "a")
    window.lessons.handout(blanks=False)
    assert proposed == ["a-b-which-one.pdf"]
