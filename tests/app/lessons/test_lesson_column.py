"""The lesson's column in a small window: nothing in it is cut off, and the buttons that answer are
in sight."""

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QRect
from PySide6.QtWidgets import QWidget

from linlab.app.lessons.lesson_panel import LETTERS
from linlab.lessons.shipped import shipped


def settle():
    for _ in range(6):  # until words and scroll bars have found their sizes
        QCoreApplication.processEvents()


def panel(window):
    return window.column.pages["lesson"]


def place(part, parent):
    return QRect(part.mapTo(parent, QPoint(0, 0)), part.size())


@pytest.mark.parametrize("wide", [248, 262])
def test_that_nothing_is_cut_off_at_the_right(window, run, wide):
    window.resize(1280, 690)
    window.splitter.setSizes([wide, 1280 - wide - 320, 300])
    for k in range(len(run.lesson.steps)):
        run.go(k)
        settle()
        area = panel(window).area
        assert panel(window).width() == wide
        for part in area.widget().findChildren(QWidget):
            if part.isVisible() and not part.visibleRegion().isEmpty():
                right = place(part, area.viewport()).right()
                assert right < area.viewport().width(), (k, type(part).__name__)


@pytest.mark.parametrize("wide", [248, 262])
def test_that_the_buttons_that_answer_are_in_sight(window, run, wide):
    window.resize(1280, 690)
    window.splitter.setSizes([wide, 1280 - wide - 320, 300])
    for k in range(1, len(run.lesson.steps)):
        run.go(k)
        settle()
        question, inside = panel(window).question, panel(window).rect()
        for button in (question.see, question.skip):
            assert button.isVisible() and inside.contains(place(button, panel(window)))
            assert button.width() >= button.sizeHint().width()
            assert not button.visibleRegion().isEmpty()
        run.answer(None)
        assert not question.see.isVisible() and not question.skip.isVisible()


def test_that_a_long_step_is_written_smaller_so_that_its_question_is_in_sight(window, qtbot):
    window.resize(1280, 770)  # of a screen of 1280×800
    assert window.lessons.open(next(each.path for each in shipped() if each.number == 5))
    run = window.lessons.run
    qtbot.waitUntil(lambda: len(run._ready) == len(run.lesson.steps))
    sizes = set()
    for k in range(len(run.lesson.steps) - 1):
        run.go(k)
        settle()
        viewport, question = panel(window).area.viewport(), panel(window).question
        assert viewport.rect().contains(place(question, viewport)), k
        sizes.add(panel(window).text.letters)
    assert len(sizes) > 1 and max(sizes) == LETTERS[0]  # as large as there is room for
