"""The lesson's column in a small window: nothing in it is cut off, and the buttons that answer are
in sight."""

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QRect
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QSlider, QWidget

from linlab.app.lessons.answering.curve import CurveCanvas
from linlab.app.lessons.lesson_panel import LETTERS, LINES
from linlab.app.lessons.rich_text import RichText
from linlab.lessons.shipped import shipped


def settle():
    for _ in range(6):  # until words and scroll bars have found their sizes
        QCoreApplication.processEvents()


def panel(window):
    return window.column.pages["lesson"]


def place(part, parent):
    return QRect(part.mapTo(parent, QPoint(0, 0)), part.size())


@pytest.mark.parametrize("wide", [1024, 1640])
def test_that_nothing_is_cut_off_at_the_right(window, run, wide):
    window.resize(wide, 690)
    for k in range(len(run.lesson.steps)):
        run.go(k)
        settle()
        assert 380 <= panel(window).width() <= 460
        for area in (panel(window).area, panel(window).asking):
            for part in area.widget().findChildren(QWidget):
                if part.isVisible() and not part.visibleRegion().isEmpty():
                    right = place(part, area.viewport()).right()
                    assert right < area.viewport().width(), (k, type(part).__name__)


@pytest.mark.parametrize("wide", [1024, 1640])
def test_that_the_buttons_that_answer_are_in_sight(window, run, wide):
    window.resize(wide, 690)
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


def opened(window, lesson, qtbot):
    assert window.lessons.open_named(lesson)
    run = window.lessons.run
    qtbot.waitUntil(lambda: len(run._ready) == len(run.lesson.steps), timeout=60_000)
    return run


def wordy(window, folder, qtbot, text, ask):
    """The second step of a lesson with so many words in its text and in its question."""
    lesson = folder / "lesson.md"
    words = lesson.read_text(encoding="utf-8")
    words = words.replace("## The first mistake\n", f"## The first mistake\n\n{'word ' * text}\n")
    words = words.replace("Is the first", f"{'Word ' * ask} is the first")
    lesson.write_text(words, encoding="utf-8")
    assert window.lessons.open(folder)
    run = window.lessons.run
    qtbot.waitUntil(lambda: len(run._ready) == len(run.lesson.steps))
    run.go(1)
    settle()
    return panel(window)


def in_sight(part):
    """Whether all of a part is seen, not only some of it."""
    above = part.parentWidget()
    while part.isVisible() and above is not None:
        if not above.rect().contains(place(part, above)):
            return False
        above = above.parentWidget()
    return part.isVisible()


def cut_off(window):
    """What a hand can be laid on in the column, and the words of the question, of which not all is
    in sight."""
    lesson = panel(window)
    kinds = QLineEdit, QSlider, CurveCanvas, QAbstractButton
    parts = [part for part in lesson.findChildren(QWidget) if isinstance(part, kinds)]
    parts += [lesson.question, *lesson.question.findChildren(RichText)]
    return [part for part in parts if part.isVisible() and not in_sight(part)]


@pytest.mark.parametrize("lesson", [each.id for each in shipped()])
def test_that_every_choice_and_every_button_of_a_lesson_is_in_sight(window, qtbot, lesson):
    window.resize(1280, 690)  # of a screen of 1280×720
    run = opened(window, lesson, qtbot)
    for k in range(len(run.lesson.steps)):
        run.go(k)
        settle()
        assert panel(window).question.isVisible() == run.asks
        qtbot.waitUntil(lambda: cut_off(window) == [])
        assert panel(window).area.viewport().height() >= min(LINES, panel(window).text.height())


def test_that_the_text_scrolls_above_a_question_that_stays(window, folder, qtbot):
    window.resize(1280, 690)
    lesson = wordy(window, folder, qtbot, 400, 1)
    bar, before = lesson.area.verticalScrollBar(), place(lesson.question, lesson)
    assert bar.maximum() > 0 and bar.value() == 0 and in_sight(lesson.question)
    bar.setValue(bar.maximum())
    settle()
    assert place(lesson.question, lesson) == before


def test_that_a_question_too_high_for_the_column_scrolls_and_leaves_some_text(
    window, folder, qtbot
):
    window.resize(1280, 690)
    lesson = wordy(window, folder, qtbot, 400, 400)
    assert lesson.area.height() == LINES  # the text has shrunk first
    assert lesson.asking.verticalScrollBar().maximum() > 0
    for button in (lesson.question.see, lesson.question.skip, lesson.footer.next):
        assert in_sight(button)


@pytest.mark.parametrize(("words", "largest"), [(20, True), (140, False)])
def test_that_a_long_step_is_written_smaller_so_that_its_text_is_in_sight(
    window, folder, qtbot, words, largest
):
    window.resize(1280, 690)  # of a screen of 1280×720
    lesson = wordy(window, folder, qtbot, words, 1)
    assert in_sight(lesson.text)
    assert (lesson.text.letters == LETTERS[0]) == largest  # as large as there is room for
