"""Title and notes of a document: written in a small dialog by keys, undone as one step, asked about
like any change."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel

from linlab import Document
from linlab.engine.ground.numerals import grouped

CTRL = Qt.KeyboardModifier.ControlModifier
Key = Qt.Key


@pytest.fixture
def write(window, hand, qtbot):
    """A hand that opens the dialog, writes there and ends it with a key; what it saw."""
    qtbot.waitUntil(window.isActiveWindow)

    def write(title=None, notes=None, end=Key.Key_Return):
        hand.key(Key.Key_I, CTRL)
        dialog = window.findChild(QDialog, "about-document")
        seen = [dialog.title.text(), dialog.notes.toPlainText()]
        for field, text in ((dialog.title, title), (dialog.notes, notes)):
            if text is not None:
                field.setFocus()
                field.selectAll()
                QApplication.clipboard().setText(text)
                QTest.keyClick(field, Key.Key_V, CTRL)
        QTest.keyClick(dialog.title, end)
        if dialog.isVisible():
            seen.append(dialog.trouble.text())
            dialog.reject()
        QCoreApplication.sendPostedEvents(dialog, QEvent.Type.DeferredDelete)
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        return tuple(seen)

    return write


def test_that_title_and_notes_are_one_step_of_undo_and_are_saved(window, hand, write, tmp_path):
    window.files.save(tmp_path / "a.linlab")
    assert write("  Two   blobs ", "Ask first.") == ("", "")
    assert (window.session.document.title, window.session.document.notes) == (
        "Two blobs",
        "Ask first.",
    )
    assert window.files.dirty
    hand.key(Key.Key_S, CTRL)
    kept = Document.load(tmp_path / "a.linlab")
    assert (kept.title, kept.notes) == ("Two blobs", "Ask first.")
    assert window.session.undo_stack.undo_name == "change the title"
    hand.key(Key.Key_Z, CTRL)
    assert (window.session.document.title, window.session.document.notes) == ("", "")
    hand.key(Key.Key_Y, CTRL)
    assert write("Two blobs", "Ask last.") == ("Two blobs", "Ask first.")
    assert window.session.undo_stack.undo_name == "change the notes"


def test_that_nothing_written_is_no_change_and_escape_leaves_all_as_it_was(window, write):
    before = window.session.settled
    write()
    write("Two blobs", "notes", Key.Key_Escape)
    assert window.session.settled is before
    assert not window.session.undo_stack.undo_name


def test_that_notes_that_are_too_long_are_refused_with_a_sentence(window, write):
    before = window.session.settled
    assert (
        f"can have at most {grouped(20_000)} characters, not {grouped(20_001)}"
        in write(notes=20_001 * "x")[-1]
    )
    assert window.session.settled is before


def test_that_a_title_stays_with_its_document(window, hand, write, tmp_path):
    write("Two blobs")
    window.files.save(tmp_path / "a.linlab")
    hand.key(Key.Key_N, CTRL)
    assert window.session.document.title == ""
    window.documents.open_path(tmp_path / "a.linlab")
    assert window.session.document.title == "Two blobs"


def test_that_it_is_in_the_menu_and_among_the_keys(window, hand):
    assert window.commands["about-document"] in window.bar.menus["File"].actions()
    hand.key(Key.Key_F1)
    texts = {label.text() for label in window.help.findChildren(QLabel)}
    assert "About this document…" in texts
    window.help.close()
