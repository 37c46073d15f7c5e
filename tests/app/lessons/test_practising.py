"""Practise in a window: fresh questions, answered with real keys and clicks, and kept."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from linlab.app.session.lessons.recorder import progress_file
from linlab.lessons.shipped import key_of

LEFT, Key = Qt.MouseButton.LeftButton, Qt.Key
CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
LESSON = """# Two questions

```lesson
format = 2
```

## The first step

```lab
data = "blobs"
knobs = {n = 20}
draw = 3
model = "mira"
set = {order = "cyclic"}
```

```question
kind = "number"
ask = "What is the rate of the first step?"
answer = "next_rate"
tolerance = 0.01
why = "It is {{next_rate}}."
```

## A mistake or not

```question
kind = "choose"
ask = "Is the first example a mistake?"
[choices]
"yes" = "next_mistake"
"no" = {when = "not next_mistake", because = "Its score is 0."}
```
"""


@pytest.fixture
def finished(tmp_path):
    """The key of a lesson that was finished."""
    folder = tmp_path / "two"
    folder.mkdir()
    (folder / "lesson.md").write_text(LESSON, encoding="utf-8")
    key = key_of(folder)
    progress_file().show_page(key, 2, 2, "A mistake or not")
    progress_file().finish(key)
    return key


def press(window, key, modifier=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(QApplication.focusWidget() or window, key, modifier)


def begun(window, qtbot):
    """The run, when all its questions are there."""
    qtbot.waitUntil(lambda: window.lessons.run is not None, timeout=20_000)
    run = window.lessons.run
    qtbot.waitUntil(lambda: len(run._ready) == 5, timeout=20_000)
    return run


def answer(window, run, right):
    """Answer the question of the page; return its title."""
    card = window.lessons._panel.question
    if run.step.question.choices:
        wanted = run.step.answer.value if right else 1 - run.step.answer.value
        QTest.mouseClick(card.box.rows[wanted], LEFT)
        QTest.mouseClick(card.see, LEFT)
    else:
        box = card.box.findChild(QLineEdit, "number-answer") or card.box
        QTest.mouseClick(box, LEFT)
        box.selectAll()
        QTest.keyClicks(box, f"{run.step.answer.value if right else 77:.3f}")
        QTest.keyClick(box, Key.Key_Return)
    return run.step.step.title


def test_that_five_fresh_questions_are_asked_judged_kept_and_summed_up(window, finished, qtbot):
    before = window.session.points
    window.course.open()
    button = window.course.page.practise
    assert button.isVisible() and button.text() == "Practise ↻ 5 questions"
    QTest.mouseClick(button, LEFT)
    run = begun(window, qtbot)
    assert window.course.page is None, "the page gives way to the first question"
    panel = window.lessons._panel
    assert panel.place.text() == "PAGE 1 OF 5"
    assert "From “Two questions”, with other points" in panel.text.toPlainText()
    assert window.session.points != before
    titles = [answer(window, run, right=False)]
    assert "Not this time." in panel.question.verdict.toPlainText()
    answer(window, run, right=True)
    assert "Right." in panel.question.verdict.toPlainText()
    for _ in range(4):
        QTest.mouseClick(panel.footer.next, LEFT)
        titles.append(answer(window, run, right=True))
    QTest.mouseClick(panel.footer.next, LEFT)
    assert run.finished and panel.title.text() == "What you have seen"
    assert panel.text.toPlainText().count("You: ") == 5
    kept = progress_file().read().of(finished).attempts
    assert [each.title for each in kept] == [titles[0], *titles]
    assert [each.right for each in kept] == [False, *[True] * 5]
    assert all(each.practised for each in kept)
    QTest.mouseClick(panel.footer.next, LEFT)
    assert window.lessons.run is None and window.session.points == before


def test_that_the_key_starts_it_a_second_press_cancels_it_and_without_lessons_it_says_so(
    window, tmp_path, qtbot, finished
):
    said = []
    window.session.said.connect(said.append)
    press(window, Key.Key_R, CTRL | ALT)
    press(window, Key.Key_R, CTRL | ALT)
    assert said[-1] == "Stopped: no questions will be drawn." and window.lessons.run is None
    progress_file().reset()
    window.course.open()
    assert not window.course.page.practise.isVisible(), "nothing to practise yet"
    press(window, Key.Key_R, CTRL | ALT)
    qtbot.waitUntil(lambda: "finish one first" in said[-1], timeout=20_000)
    assert "finish one first" in window.course.page.notes.text()
    window.course.close()
