"""Learning from guesses in the window, by keys and mouse: one step of undo, a part of the timeline,
and never in the way."""

import threading
from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog
from shiboken6 import isValid

from linlab import Document
from linlab.app.window.dialogs import guessing
from linlab.engine.document.document import Source
from linlab.engine.learner.learner import Learner
from linlab.engine.many.teaching import Teacher, TeachingRule, label_by_rounds

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
Key = Qt.Key
SOURCE = Source("moons", 1, (("hidden", 80.0), ("n", 60.0)))


@pytest.fixture
def lab(window, qtbot):
    """A window whose document hides most labels of two crescents."""
    qtbot.waitUntil(window.isActiveWindow)
    window.session.open(
        Document(
            SOURCE.draw(),
            (Learner.of("gaussian-naive-bayes"), Learner.of("logistic")),
            source=SOURCE,
        )
    )
    yield window
    for dialog in window.findChildren(QDialog, "guessing"):
        dialog.reject()
        dialog.reject()
        QCoreApplication.sendPostedEvents(dialog, QEvent.Type.DeferredDelete)


@pytest.fixture
def ask(lab, hand):
    def ask():
        hand.key(Key.Key_G, CTRL)
        return lab.findChild(QDialog, "guessing")

    return ask


def type_in(row, text):
    row.box.setFocus()
    row.box.selectAll()
    QTest.keyClicks(row.box, text)
    QTest.keyClick(row.box, Key.Key_Tab)


def end(dialog, qtbot):
    qtbot.waitUntil(lambda: not isValid(dialog) or not dialog.busy)
    QApplication.processEvents()
    if isValid(dialog) and not dialog.isVisible():
        QCoreApplication.sendPostedEvents(dialog, QEvent.Type.DeferredDelete)


def test_that_self_training_is_one_step_of_undo_and_going_back_takes_labels_away(
    lab, ask, hand, qtbot
):
    session, before = lab.session, lab.session.document
    dialog = ask()
    assert dialog.words.text() == "48 training points have no label."
    type_in(dialog.threshold, "0.8")
    QTest.keyClick(dialog.go, Key.Key_Space)
    end(dialog, qtbot)
    assert not isValid(dialog)
    mine = label_by_rounds(before, TeachingRule((Teacher(0),), 0.8, 10, 50))
    assert session.document == mine.document and session.t == mine.t
    assert session.undo_stack.undo_name == "self-training" and session.points.guessed.any()
    assert "labels guessed in" in lab.banner.text() and "undo" in lab.banner.text()
    lab.activateWindow()
    qtbot.waitUntil(lab.isActiveWindow)
    hand.key(Key.Key_Home)
    assert not session.points.guessed.any()
    first = session.document.timeline[0].t
    session.go(first - 1)
    assert not session.points.guessed.any()
    hand.key(Key.Key_Right)
    assert session.t == first and session.points.guessed.sum() == mine.guessed[0]
    hand.key(Key.Key_Left)
    assert not session.points.guessed.any()
    session.undo()
    assert session.document == before
    session.redo()
    assert session.document == mine.document


def test_that_it_is_saved_and_opened_as_it_was(lab, ask, qtbot, tmp_path):
    dialog = ask()
    QTest.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    end(dialog, qtbot)
    lab.files.save(tmp_path / "a.linlab")
    assert Document.load(tmp_path / "a.linlab") == lab.session.document
    assert "EDITED" not in lab.left.data.value.text()  # nothing was done by hand


@pytest.mark.parametrize(
    ("key", "teachers"),
    [("views", (Teacher(0, "x1"), Teacher(0, "x2"))), ("with 1", (Teacher(0), Teacher(1)))],
)
def test_that_two_can_teach_each_other(lab, ask, qtbot, key, teachers):
    before, dialog = lab.session.document, ask()
    dialog.who.combo.setFocus()
    for _ in range(["self", "views", "with 1"].index(key)):
        QTest.keyClick(dialog.who.combo, Key.Key_Down)
    assert dialog.who.current == key
    type_in(dialog.threshold, "0.6")
    type_in(dialog.rounds, "2")
    QTest.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    end(dialog, qtbot)
    assert (
        lab.session.document == label_by_rounds(before, TeachingRule(teachers, 0.6, 2, 50)).document
    )
    assert lab.session.undo_stack.undo_name == "co-training"


def test_that_guesses_are_forgotten_by_a_key_and_by_a_button(lab, ask, hand, qtbot):
    before = lab.session.document
    hand.key(Key.Key_G, CTRL | SHIFT)
    assert "nothing to forget" in lab.banner.text()
    for by_key in (True, False):
        dialog = ask()
        assert not dialog.forget.isEnabled() and dialog.forget.toolTip() == "No label was guessed."
        QTest.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
        end(dialog, qtbot)
        lab.activateWindow()
        qtbot.waitUntil(lab.isActiveWindow)
        if by_key:
            hand.key(Key.Key_G, CTRL | SHIFT)
        else:
            dialog = ask()
            QTest.mouseClick(dialog.forget, Qt.MouseButton.LeftButton)
        assert (
            lab.session.document == before
            and lab.session.undo_stack.undo_name == "forget guessed labels"
        )


def test_that_it_can_be_stopped_and_changes_nothing(lab, ask, qtbot, monkeypatch):
    held, asked = threading.Event(), threading.Event()

    def slow(document, rule, focus):
        from linlab.engine.ground.progress import tell

        while not held.wait(0.005):
            asked.set()
            tell("round 1 of 10, step 7")
        tell("nobody waits")

    monkeypatch.setattr(guessing, "label_by_rounds", slow)
    before, dialog = lab.session.document, ask()
    QTest.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: asked.is_set() and "round 1 of 10, step 7" in dialog.words.text())
    assert not dialog.go.isEnabled() and dialog.cancel.text() == "Stop"
    QTest.keyClick(dialog, Key.Key_Escape)
    assert (
        dialog.isVisible()
        and dialog.words.text() == "Stopped. Nothing was guessed."
        and not dialog.busy
    )
    assert dialog.go.isEnabled()
    held.set()
    QTest.keyClick(dialog, Key.Key_Escape)
    assert (
        not dialog.isVisible()
        and lab.session.document == before
        and not lab.session.undo_stack.undo_name
    )


def test_that_what_cannot_be_is_told_where_it_was_typed(lab, ask, qtbot):
    before, dialog = lab.session.document, ask()
    for field, text, says in (
        ("threshold", "2", "threshold must be a number from 0 to 1"),
        ("threshold", "sure", "threshold must be a number from 0"),
        ("threshold", "1", "No label was guessed: no model is sure enough"),
        ("rounds", "0", "rounds must be a whole number"),
        ("rounds", "10", "No label was guessed: no model is sure enough"),
        ("epochs", "2.5", "epochs must be a whole number"),
    ):
        type_in(getattr(dialog, field), text)
        QTest.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
        end(dialog, qtbot)
        assert dialog.isVisible() and says in dialog.words.text()
        assert lab.session.document == before


def test_that_without_anything_to_guess_it_says_what_to_do(lab, ask, qtbot):
    lab.session.open(Document(Source("moons", 1).draw(), (Learner.of("svm"),)))
    dialog = ask()
    QTest.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    end(dialog, qtbot)
    assert "hide some labels" in dialog.words.text()


def test_that_pointing_at_a_guessed_label_says_who_gave_it(lab, ask, hand, qtbot):
    dialog = ask()
    QTest.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    end(dialog, qtbot)
    points = lab.session.points
    k = next(k for k, guess in enumerate(points.guesses) if guess)
    told = lab.plane.hand.describe(*points.x[k].tolist())
    assert (
        f"guessed in round {points.guesses[k].round}, " in told
        and "by Gaussian naive Bayes" in told
    )


def test_that_where_all_have_labels_it_is_said_how_to_get_some_that_have_not(lab, ask):
    session = lab.session
    session.edit("labels", session.with_points(session.points.take(session.points.label >= 0)))
    assert ask().words.text().startswith("All training points have a label: hide some")


def test_that_a_button_of_the_data_leads_there_while_points_have_no_label(lab, qtbot):
    from linlab.app.window.dialogs.guessing import Guessing

    session, button = lab.session, lab.left.data.use
    assert button.isVisible()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    dialog = lab.findChild(Guessing)
    assert dialog.isVisible() and dialog.words.text() == "48 training points have no label."
    dialog.reject()
    session.edit("all labels", replace(session.settled, points=Source("moons").draw()))
    assert not button.isVisible()
    session.undo()
    assert button.isVisible()
