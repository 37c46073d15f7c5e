"""A goal is reached by what is done in the lab, with real events; what was tried is not lost."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit, QPushButton

LEFT = Qt.MouseButton.LeftButton
LESSON = """# Goals

```lesson
format = 2
```

## Move

```lab
points = "points.csv"
model = "perceptron"
set = {order = "cyclic"}
region = [-5, -5, 5, 5]
```

```question
kind = "goal"
ask = "Make training harder."
until = "mistakes >= 3"
shows = "{{mistakes}} mistakes"
solution = {t = 1}
```
"""
POINTS = "x1,x2,label\n-2,0,A\n2,0,B\n-3,1,A\n3,1,B\n"


@pytest.fixture
def goal(window, tmp_path, qtbot):
    folder = tmp_path / "goals"
    folder.mkdir()
    (folder / "points.csv").write_text(POINTS, encoding="utf-8")
    text = LESSON.replace(
        "solution = {t = 1}", "solution = {move = [[1, 1.5, 0]], t = 40}\nwait = 0"
    )
    text = text.replace("shows =", 'hint = "Which point is hard?"\nshows =')
    text += (
        '\n## Say it\n\n```question\nkind = "explain"\nask = "Why?"\nmodel = "Since {{t}}."\n```\n'
    )
    (folder / "lesson.md").write_text(text, encoding="utf-8")
    assert window.lessons.open(folder)
    run = window.lessons.run
    qtbot.waitUntil(lambda: len(run._ready) == 2)
    assert run.step.trouble == ""
    return window.column.pages["lesson"].question


def mistakes_of_a_perceptron(examples, steps):
    """Count the mistakes of a perceptron with a bias that starts at 0 and goes round in order."""
    w1 = w2 = b = mistakes = 0
    for t in range(steps):
        x1, x2, y = examples[t % len(examples)]
        if y * (w1 * x1 + w2 * x2 + b) <= 0:
            mistakes += 1
            w1 += y * x1
            w2 += y * x2
            b += y
    return mistakes


def test_that_dragging_a_point_and_training_meets_it(window, goal, hand, qtbot):
    run = window.lessons.run
    qtbot.waitUntil(lambda: goal.box.words.plain() == "0 mistakes")
    qtbot.waitUntil(goal.box.hint.isVisible)
    assert not goal.see.isVisible() and goal.skip.isVisible() and run.asks
    hand.drag((-2.0, 0.0), (1.5, 0.0))
    moved = window.session.points
    for _ in range(40):
        QTest.mouseClick(window.transport.buttons["step"], LEFT)
        if not run.asks:
            break
        qtbot.wait(10)
    qtbot.waitUntil(lambda: not run.asks)
    assert run.answered.verdict.right and goal.verdict.plain() == "Done."
    assert window.session.points == moved  # what was done stays
    assert not goal.box.hint.isVisible()


def test_that_show_me_shows_a_solution_and_undo_brings_back_what_was_tried(
    window, goal, hand, qtbot
):
    qtbot.waitUntil(lambda: goal.box.words.plain() == "0 mistakes")
    hand.drag((3.0, 1.0), (4.0, 4.0))
    tried = window.session.points
    QTest.mouseClick(goal.skip, LEFT)
    assert window.session.t == 40 and window.session.points.x[0].tolist() == [1.5, 0.0]
    assert window.lessons.run.answered.verdict is None
    assert not goal.box.words.isVisible()  # until the numbers are those of the solution
    qtbot.waitUntil(goal.box.words.isVisible)
    made = mistakes_of_a_perceptron([(1.5, 0, -1), (2, 0, 1), (-3, 1, -1), (3, 1, 1)], steps=40)
    assert made >= 3 and goal.box.words.plain() == f"{made} mistakes"
    window.session.undo()
    assert window.session.points == tried


def test_that_your_own_words_are_kept_for_the_summary(window, goal, qtbot):
    run = window.lessons.run
    run.go(1)
    see = window.findChild(QPushButton, "see")
    box = window.findChild(QPlainTextEdit, "explain-answer")
    QTest.keyClicks(box, "It <b> stops")
    assert see.isEnabled()
    QTest.mouseClick(see, LEFT)
    assert goal.verdict.plain() == "Compare it with this: Since 0."
    run.next()
    summary = window.column.pages["lesson"].text.plain()
    assert "You: It <b> stops." in summary and "The lab: Since 0." in summary
