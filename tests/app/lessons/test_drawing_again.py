"""Test sets are drawn with the button of the question, until all are there."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton


def test_that_twenty_test_sets_are_drawn_one_by_one_and_then_compared(window, qtbot):
    assert window.lessons.open_named("is-the-difference-real")
    run = window.lessons.run
    qtbot.waitUntil(lambda: len(run._ready) > 1, timeout=30_000)
    run.go(1)
    card = window.column.pages["lesson"].question
    button = card.box.findChild(QPushButton, "redraw")
    assert not card.see.isEnabled() and card.box.words.plain() == "Nothing has been drawn yet."
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert card.box.words.plain().startswith("Errors: Perceptron ")
    assert "Of 1 test set:" in card.box.words.plain()
    QTest.mouseClick(card.see, Qt.MouseButton.LeftButton)  # too early
    assert run.asks and "1 of 20 test sets so far: keep drawing." in card.verdict.plain()
    button.setFocus()
    for _ in range(19):
        QTest.keyClick(button, Qt.Key.Key_Space)
    assert card.box.drawn == 20 and not button.isEnabled()
    QTest.mouseClick(card.see, Qt.MouseButton.LeftButton)
    assert not run.asks and run.answered.verdict.right
    assert "Done. Of 20 test sets: Perceptron is ahead on" in card.verdict.plain()


def test_that_the_truth_is_coloured_only_when_the_answer_is_shown(window, qtbot):
    assert window.lessons.open_named("learning-without-labels")
    run = window.lessons.run
    qtbot.waitUntil(lambda: len(run._ready) > 0, timeout=30_000)

    def names():
        return {item.name for item in window.session.overlay.items_in(window.plane.scene_now())}

    assert not {"truth 0", "truth 1"} & names()
    run.answer(None)
    assert {"truth 0", "truth 1"} <= names()
    run.go(1)
    assert not {"truth 0", "truth 1"} & names()
