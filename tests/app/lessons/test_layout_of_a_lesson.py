"""A lesson has its own layout, the same for everyone: text, plane and transport. The rest is unfolded
by a page or by the student, and leaving brings the window back as it was."""

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QToolButton

from linlab.engine.document.look import FULL, SIMPLE

Key, LEFT = Qt.Key, Qt.MouseButton.LeftButton


def click(window, name):
    button = window.findChild(QToolButton, name)
    assert button.isVisible() and button.isEnabled(), name
    QTest.mouseClick(button, LEFT, pos=QPoint(button.width() // 2, button.height() // 2))
    settle()


def settle():
    for _ in range(4):
        QCoreApplication.processEvents()


def opened(window, qtbot, folder, page=0):
    assert window.lessons.open(folder, page)
    run = window.lessons.run
    qtbot.waitUntil(lambda: not run.waiting)
    settle()
    return run


def parts(window):
    """What is seen of the window, and how wide its columns are."""
    return {
        "bar": window.bar.isVisible(),
        "lesson bar": window.lesson_bar.isVisible(),
        "status": window.statusBar().isVisible(),
        "right": window.right.isVisible(),
        "controls": window.left.isVisible(),
        "tabs": window.column.tabs.isVisible(),
        "beside": window.beside.isVisible(),
        "sizes": window.splitter.sizes(),
        "mode": window.modes.shown,
        "chosen": dict(window.widths.chosen),
        "transport": [
            each.objectName()
            for each in window.transport.findChildren(QAbstractButton)
            if each.isVisible()
        ],
        "view": window.right.views.current,
        "curves": window.right.curves.mode,
        "layers": sorted(window.plane.shown),
    }


def off_screen(window):
    """Visible buttons that are not wholly inside the window."""
    inside = window.rect()
    return [
        button.objectName() or button.text()
        for button in window.findChildren(QAbstractButton)
        if button.isVisible()
        and button.window() is window
        and not inside.contains(button.mapTo(window, button.rect().center()))
    ]


@pytest.mark.parametrize("mode", [SIMPLE, FULL])
def test_that_simple_and_full_users_see_the_same_lesson_and_get_their_window_back(
    window, qtbot, folder, mode
):
    window.resize(1280, 690)
    window.modes.choose(mode)
    settle()
    before = parts(window)
    run = opened(window, qtbot, folder)
    seen = parts(window)
    assert seen["lesson bar"] and not seen["bar"] and not seen["status"]
    assert not seen["right"] and not seen["controls"] and not seen["tabs"] and not seen["beside"]
    assert 380 <= seen["sizes"][0] <= 460 and seen["sizes"][1] > 700
    assert seen["mode"] == FULL and not window.commands["simple-or-full"].isEnabled()
    assert len(seen["transport"]) <= 7
    assert window.lesson_bar.lesson.text() == "Lesson 3 · Turning a line"
    assert window.lesson_bar.page.text() == "page 1 of 6"
    window.put_beside("weights")  # as a student may do
    click(window, "lesson-data")
    assert window.left.isVisible() and window.bar.isVisible()
    click(window, "lesson-data")
    assert not window.left.isVisible() and not window.bar.isVisible()
    run.leave()
    settle()
    assert parts(window) == before
    assert window.commands["simple-or-full"].isEnabled()


def test_that_views_wait_for_the_answer_and_the_student_can_unfold_them(window, qtbot, folder):
    run = opened(window, qtbot, folder)
    assert run.step.question is None
    click(window, "lesson-views")  # a page without a question
    assert window.right.isVisible() and 380 <= window.column.width() <= 460
    run.go(1)
    settle()
    views = window.lesson_bar.views
    assert not window.right.isVisible() and not views.isEnabled()
    assert views.toolTip() == "The numbers and views are shown after your answer"
    QTest.keyClick(window, Key.Key_F3)
    assert not window.right.isVisible()
    run.answer(1)
    settle()
    assert views.isEnabled() and window.right.isVisible()
    QTest.keyClick(window, Key.Key_F3)
    settle()
    assert not window.right.isVisible()
    QTest.keyClick(window, Key.Key_F2)
    settle()
    assert window.left.isVisible() and window.bar.isVisible()


@pytest.mark.parametrize("size", [(1280, 690), (1024, 670)])
def test_that_no_button_is_outside_the_window(window, qtbot, folder, size):
    window.resize(*size)
    run = opened(window, qtbot, folder, 1)
    assert off_screen(window) == []
    assert window.findChild(QToolButton, "lesson-course").isVisible()
    run.answer(1)
    window.layout_of_lesson.unfold_views(True)
    window.layout_of_lesson.unfold_data(True)
    settle()
    assert off_screen(window) == [] and window.width() == size[0]
    assert window.plane.width() >= 200


def test_that_the_run_the_chart_and_the_answers_come_back(window, qtbot, folder):
    session = window.session
    session.go(60)
    session.go(25)
    meaning = window.right.meaning.meaning
    meaning.ask()
    qtbot.waitUntil(lambda: session.run.trained >= 60)
    told = meaning.said_of_the_end
    assert told == (True, True)
    opened(window, qtbot, folder)
    assert meaning.said_of_the_end != told
    window.lessons.leave()
    assert session.t == 25 and meaning.said_of_the_end == told and not meaning.may_ask
    qtbot.waitUntil(lambda: session.run.trained >= 60)
    assert session.replay.far == 60
    qtbot.waitUntil(lambda: not session.replay.training_ahead)


def test_that_presenting_from_a_lesson_comes_back_to_its_layout(window, qtbot, folder):
    run = opened(window, qtbot, folder)
    before = parts(window)
    click(window, "lesson-present")
    assert window.presenter.active and not window.lesson_bar.isVisible()
    run.go(1)
    run.go(0)
    window.presenter.leave()
    settle()
    assert {**parts(window), "sizes": 0} == {**before, "sizes": 0}
    window.present()
    run.leave()
    window.presenter.leave()
    settle()
    assert window.bar.isVisible() and not window.lesson_bar.isVisible()
    assert window.statusBar().isVisible()


SECRETS = """# Secrets

```lesson
format = 2
```

## One

Words.

```lab
data = "blobs"
knobs = {n = 40, noise = 1.6}
models = ["perceptron", "svm"]
arrange = "side"
show = ["wrong"]
beside = "models"
t = 5
play = "2 steps at 50 a second"
```

```question
kind = "number"
ask = "How many are wrong now?"
answer = "training_error * examples"
```
"""


def test_that_nothing_on_screen_answers_the_question_before_it_is_answered(
    window, qtbot, tmp_path, monkeypatch
):
    from linlab.app.session.lessons import lesson_run

    monkeypatch.setattr(lesson_run, "LOOK_FIRST_MS", 150)
    (tmp_path / "lesson.md").write_text(SECRETS, encoding="utf-8")
    run = opened(window, qtbot, tmp_path)
    qtbot.waitUntil(lambda: window.session.t == 5)
    assert "wrong" not in window.plane.shown and not window.beside.isVisible()
    assert not window.right.isVisible() and not window.statusBar().isVisible()
    assert "wrong" not in window.plane.spoken_value() and not window.plane.tells_errors
    run.answer(None)
    assert window.session.t == 5 and not window.player.playing  # first the answer is seen
    assert window.lessons.answer_box is not None
    assert "wrong" in window.plane.shown and window.beside.isVisible()
    assert window.plane.tells_errors
    qtbot.waitUntil(lambda: window.session.t == 7)
    qtbot.waitUntil(lambda: not window.player.playing)
    run.restore()
    settle()
    assert "wrong" not in window.plane.shown and not window.beside.isVisible()
    run.leave()
    assert window.plane.tells_errors


def test_that_a_window_closed_in_a_lesson_starts_with_its_own_panels(window, qtbot, folder):
    opened(window, qtbot, folder)
    assert window.right.isHidden()
    window.close()
    assert window.settings.now.panels == {}  # both are visible, and nobody chose their widths
