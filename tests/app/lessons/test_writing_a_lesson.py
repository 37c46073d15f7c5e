"""A lesson written in the window with real events: steps from what the lab shows, text, question,
order, preview and files."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QPushButton, QToolButton

from linlab.app.session.lessons.draft_places import waiting
from linlab.app.session.lessons.writing import BEGUN, Writing
from linlab.engine.document.bookmarks import marked
from linlab.lessons.checking import check
from linlab.lessons.drafts.draft import Draft, DraftStep
from linlab.lessons.written.reading import read_lesson

Key, LEFT, CTRL = Qt.Key, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def writer(window, hand, qtbot):
    """The panel, with one step made of the first document at update 12."""
    qtbot.waitUntil(window.isActiveWindow)
    window.session.go(12)
    hand.key(Key.Key_K, CTRL | SHIFT)
    return window.column.pages["writer"]


def press(writer, name, kind=QPushButton):
    button = writer.findChild(kind, name)
    assert button.isEnabled(), name
    QTest.mouseClick(button, LEFT, pos=QPoint(button.width() // 2, button.height() // 2))


def typed(page, text):
    page.setFocus()
    page.moveCursor(QTextCursor.MoveOperation.End)
    for k, line in enumerate(text.split("\n")):
        if k:
            QTest.keyClick(page, Key.Key_Return)
        QTest.keyClicks(page, line)


def chosen(writer, words):
    next(action for action in writer.more.menu().actions() if action.text() == words).trigger()


def test_that_what_the_lab_shows_becomes_a_step(window, writer):
    draft = window.lessons.writing.draft
    assert writer.isVisible() and len(draft.steps) == 1
    document = draft.documents["step-1.linlab"]
    assert document.points == window.session.points and document.look.t == 12
    window.session.go(40)
    press(writer, "make-step")
    assert [step.title for step in window.lessons.writing.draft.steps] == ["Page 1", "Page 2"]
    assert window.lessons.writing.draft.documents["step-2.linlab"].look.t == 40
    assert writer.steps.currentRow() == 1


def test_that_text_and_question_are_typed_in_place_and_mistakes_are_told(window, writer, qtbot):
    writer.editor.title.selectAll()
    QTest.keyClicks(writer.editor.title, "The twelfth update")
    typed(writer.editor.pages["text"], "It made {{mistakes}} mistakes.")
    assert writer.steps.item(0).text() == "1  The twelfth update"
    writer.editor.ask.menu().actions()[1].trigger()  # a number
    assert 'kind = "number"' in writer.editor.pages["question"].toPlainText()
    assert not writer.editor.ask.isVisible()
    qtbot.waitUntil(lambda: not writer._soon.isActive())
    assert not writer.fault.isVisible() and writer.preview.isEnabled()
    typed(writer.editor.pages["lab"], "\nt = -1")
    qtbot.waitUntil(lambda: writer.fault.isVisible())
    assert writer.fault.text().startswith("lesson.md, line ") and "field “t”" in writer.fault.text()
    assert not writer.preview.isEnabled()


def test_that_a_check_without_mistakes_counts_claims_and_answers(window, writer, qtbot):
    said = []
    window.session.said.connect(said.append)
    typed(writer.editor.pages["lab"], '\nexpect = "t == 12"')
    chosen(writer, "Check the lesson")
    qtbot.waitUntil(lambda: said[-1:] == ["No faults found: 1 claim, 0 answers."], timeout=20_000)


def test_that_order_is_changed_and_undone(window, writer):
    writing = window.lessons.writing
    press(writer, "make-step")
    press(writer, "make-step")
    for k, title in enumerate("ABC"):
        writing.edit(writing.draft.with_step(k, DraftStep(title, lab=writing.draft.steps[k].lab)))
    press(writer, "step-up", QToolButton)
    assert "".join(step.title for step in writing.draft.steps) == "ACB"
    press(writer, "step-undo", QToolButton)
    assert "".join(step.title for step in writing.draft.steps) == "ABC"
    press(writer, "step-redo", QToolButton)
    press(writer, "step-remove", QToolButton)
    assert "".join(step.title for step in writing.draft.steps) == "AB"
    press(writer, "step-twice", QToolButton)
    assert "".join(step.title for step in writing.draft.steps) == "ABB"


def test_that_letters_typed_in_one_go_are_one_step_of_undo(window, writer):
    page = writer.editor.pages["text"]
    typed(page, "abc")
    assert window.lessons.writing.step.text == "abc"
    QTest.keyClick(page, Key.Key_Z, CTRL)
    assert window.lessons.writing.step.text == "" == page.toPlainText()
    QTest.keyClick(page, Key.Key_Y, CTRL)
    assert page.toPlainText() == "abc"


def test_that_a_preview_shows_the_lesson_and_leaving_it_returns_to_the_writer(
    window, writer, qtbot
):
    before = window.session.settled
    typed(writer.editor.pages["text"], "Twelve updates.")
    qtbot.waitUntil(lambda: not writer._soon.isActive())
    press(writer, "preview-lesson")
    run = window.lessons.run
    qtbot.waitUntil(lambda: not run.waiting)
    assert window.column.pages["lesson"].isVisible() and not writer.isVisible()
    assert (
        window.session.t == 12 and window.column.pages["lesson"].text.plain() == "Twelve updates."
    )
    window.lessons.leave()
    assert writer.isVisible() and window.session.settled == before


def test_that_bookmarks_and_the_undo_history_become_steps(window, writer, hand):
    session, writing = window.session, window.lessons.writing
    session.edit(
        "bookmark", replace(session.settled, bookmarks=marked(marked((), 5, "five"), 30, "thirty"))
    )
    chosen(writer, "Pages from the bookmarks of this run")
    assert [step.title for step in writing.draft.steps[1:]] == ["five", "thirty"]
    shown = [writing.draft.documents[f"step-{k}.linlab"].look.t for k in (2, 3)]
    assert shown == [5, 30]
    many = len(session.points)
    hand.click((0.0, 3.5))
    hand.click((0.5, 3.5))
    chosen(writer, "Pages from the undo history")
    states = [
        writing.draft.documents[f"step-{k}.linlab"]
        for k in range(4, len(writing.draft.documents) + 1)
    ]
    assert [len(state.points) for state in states][-3:] == [many, many + 1, many + 2]
    assert writing.draft.steps[-1].title == "Now" and writing.draft.steps[-2].title == "Add point"


@pytest.mark.parametrize("name", ["mine.linlesson", "mine"])
def test_that_a_lesson_is_saved_read_and_right(window, writer, tmp_path, monkeypatch, name):
    typed(writer.editor.pages["text"], "It made {{mistakes}} mistakes.")
    writer.editor.ask.menu().actions()[0].trigger()
    target = tmp_path / name
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a, **k: (str(target), ""))
    press(writer, "save-lesson")
    found = check(target)
    assert not found.faults and len(found.answers) == 1
    lesson = read_lesson(target)
    again = Draft.of(lesson)
    assert again.text == window.lessons.writing.draft.text
    assert (
        again.documents["step-1.linlab"] == window.lessons.writing.draft.documents["step-1.linlab"]
    )
    typed(writer.editor.pages["text"], " More.")
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *a, **k: pytest.fail("it has its place")
    )
    press(writer, "save-lesson")
    assert "mistakes. More." in read_lesson(target).steps[0].text


def test_that_an_unsaved_lesson_is_there_again_at_the_next_start(window, writer):
    typed(writer.editor.pages["text"], "Not yet saved.")
    window.lessons.close()
    again = Writing(window.files)
    assert again.step.text == "Not yet saved."
    assert again.draft.documents["step-1.linlab"].points == window.session.points


def test_that_a_step_is_shown_in_the_lab_and_takes_what_the_lab_shows(window, writer):
    window.session.go(50)
    chosen(writer, "Set this page to what the lab shows")
    assert window.lessons.writing.step.lab.startswith('document = "step-2.linlab"')
    window.documents.files.new()
    assert not len(window.session.points)
    chosen(writer, "Show this page in the lab")
    assert window.session.t == 50 and len(window.session.points) == 60
    window.session.undo()
    assert not len(window.session.points)


def test_that_showing_a_step_during_a_preview_does_not_lose_what_was_open(
    window, writer, hand, qtbot
):
    window.plane.setFocus()
    hand.click((0.0, 3.5))
    edited = window.session.points
    qtbot.waitUntil(writer.preview.isEnabled)
    press(writer, "preview-lesson")
    qtbot.waitUntil(lambda: not window.lessons.run.waiting)
    chosen(writer, "Show this page in the lab")
    assert window.lessons.run is None and window.session.points != edited
    window.session.undo()
    assert window.session.points == edited


def test_that_undo_brings_a_lesson_back_with_its_place(window, writer, run, folder):
    writing = window.lessons.writing
    writing.path = folder.parent / "mine"
    window.lessons.write_on()
    assert writing.path == folder
    writing.undo()
    assert writing.path == folder.parent / "mine" and len(writing.draft.steps) == 1


def test_that_a_shipped_or_open_lesson_can_be_written_on(window, folder):
    assert window.lessons.open_named("2")
    window.lessons.write_on()
    assert window.lessons.writing.path is None  # those that are shipped stay as they are
    assert window.lessons.open(folder / "lesson.md")
    window.lessons.write_on()
    assert window.lessons.writing.path == folder
    draft = window.lessons.writing.draft
    assert window.lessons.run is None
    assert [step.title for step in draft.steps][:2] == ["Nothing learnt yet", "The first mistake"]
    assert not window.lessons.writing.faults()
    assert np.all([bool(step.question) for step in draft.steps[1:]])


def test_that_what_was_in_no_file_is_kept_when_another_lesson_is_written_on(window, writer, run):
    typed(writer.editor.pages["text"], "In no file.")
    window.lessons.open(run.path)
    window.lessons.write_on()
    assert [each.steps for each in waiting()] == [1]
    window.lessons.writing.open(Draft)  # what was opened and not touched is in its file already
    assert len(waiting()) == 1
    writer.more.menu().aboutToShow.emit()
    assert writer.begun.title() == BEGUN
    writer.begun.actions()[0].trigger()
    assert (
        window.lessons.writing.step.text
        == "In no file."
        == writer.editor.pages["text"].toPlainText()
    )
    assert waiting() == []
