"""A lesson in front of a hall: the curve that is asked for has its axes there, what is drawn has
the size of the stage, and the text leaves the plane its room."""

from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from linlab.app.present.lesson_foot import LARGEST_SHARE, LessonFoot
from linlab.app.session.lessons.prepared import plain
from linlab.engine.picture.palette import HALL_LIGHT
from linlab.lessons.kinds.curve import curve_panel
from linlab.lessons.kinds.ink import OWN, TRUE
from linlab.lessons.shipped import find, shipped
from linlab.lessons.written.reading import read_lesson

Key, LEFT = Qt.Key, Qt.MouseButton.LeftButton
CLICK, DRAG, DRAW = 3, 4, 5  # steps of the lesson


@pytest.fixture
def stage(window, run, hand, qtbot):
    qtbot.waitUntil(window.isActiveWindow)
    hand.key(Key.Key_F5)
    assert window.presenter.active
    return window.presenter.stage


def drawn_in(canvas, name):
    """The items of this name in its first panel."""
    return [item for item in canvas.picture.panels[0].items if item.name == name]


def drag(canvas, *places):
    kinds = (QEvent.Type.MouseButtonPress, *[QEvent.Type.MouseMove] * (len(places) - 1))
    for kind, at in zip(kinds, places, strict=True):
        there = QPointF(canvas.mapToGlobal(at.toPoint()))
        event = QMouseEvent(kind, at, there, LEFT, LEFT, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(canvas.viewport(), event)


def test_that_a_curve_has_its_axes_beside_the_plane(window, run, stage):
    wide = window.plane.width()
    run.go(DRAW)
    chart = stage.side.chart
    assert chart.isVisible()
    assert window.plane.width() < 0.65 * wide
    assert chart.geometry().left() >= window.plane.width()
    assert chart.geometry().bottom() < window.middle.height() - window.plane.covered_bottom + 1
    panel = chart.picture.panels[0]
    assert panel.across.title == "steps" and panel.up.title == "training error"
    assert panel.view.left == 0 and panel.view.right == 60
    assert panel.font > 0.8 * window.plane.font_size
    assert not drawn_in(chart, TRUE)
    run.go(CLICK)
    assert stage.side.chart is None
    assert window.plane.width() == wide


def test_that_the_answer_is_drawn_into_the_axes(window, run, stage, hand, qtbot):
    run.go(DRAW)
    hand.key(Key.Key_PageDown)
    qtbot.waitUntil(lambda: not window.player.playing)
    (true,) = drawn_in(stage.side.chart, TRUE)
    for t, height in true.lines[0][::7]:
        assert height == pytest.approx(window.session.trace.sample(int(t)).train_error)
    assert not drawn_in(stage.side.chart, OWN)  # nobody drew one
    assert "It goes from" in stage.foot.asked.plain()


def test_that_what_is_drawn_on_stage_is_the_answer_that_is_given(window, run, stage, hand, qtbot):
    run.go(DRAW)
    chart = stage.side.chart
    frame = chart.picture.panels[0].frame
    left, right = frame.x + 1, frame.x + frame.width - 1
    drag(chart, QPointF(left, frame.y + frame.height / 2), QPointF(right, frame.y + frame.height))
    (own,) = drawn_in(chart, OWN)
    line = np.linspace(0.5, 0.0, len(own.lines[0]))
    assert np.allclose(own.lines[0][:, 1], line, atol=0.03)
    hand.key(Key.Key_PageDown)
    assert np.allclose(run.tried.value, line, atol=0.03) and run.answered is None
    assert "Not this time." in stage.foot.asked.plain()
    assert not drawn_in(chart, TRUE)
    hand.key(Key.Key_PageDown)
    assert run.answered is not None and run.step.answer.words in stage.foot.asked.plain()
    hand.key(Key.Key_Escape)
    box = window.column.pages["lesson"].question.box
    assert len(drawn_in(box, OWN)) == len(drawn_in(box, TRUE)) == 1


def test_that_a_view_stands_below_the_curve(window, run, stage, hand):
    run.go(DRAW)
    hand.key(Key.Key_G)
    chart, beside = stage.side.chart, stage.beside
    assert chart.isVisible() and beside.isVisible()
    assert chart.geometry().bottom() < beside.geometry().top()
    assert beside.figure.height > 60


def test_that_what_was_clicked_has_the_size_and_the_colours_of_the_stage(window, run, stage, hand):
    run.go(CLICK)
    hand.click(window.session.points.x[0])
    (before,) = drawn_in(window.plane, OWN)
    assert before.pen.colour == window.plane.theme.accent
    hand.key(Key.Key_Plus)
    hand.key(Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    (after,) = drawn_in(window.plane, OWN)
    assert after.size == pytest.approx(before.size * stage.percent / (stage.percent - 25))
    assert after.pen.colour == window.plane.theme.accent != before.pen.colour
    hand.key(Key.Key_Escape)
    (back,) = drawn_in(window.plane, OWN)
    assert back.size == pytest.approx(24.0)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_that_the_largest_letters_leave_the_plane_of_every_lesson_its_room(qtbot, qapp, size):
    frame = QWidget()
    qtbot.addWidget(frame)
    frame.resize(*size)
    letters = 14.0 * 2.5 * max(1.0, size[1] / 800)  # at 250 %
    for each in shipped():
        lesson = read_lesson(each.path)
        long = max(lesson.steps, key=lambda step: len(plain(step).texts.text))
        told = plain(long)
        step = SimpleNamespace(step=told.step, texts=told.texts, answer=None)
        run = SimpleNamespace(
            active=True, lesson=lesson, step=step, asks=True, at=0, answered=None, tried=None
        )
        foot = LessonFoot(frame, run, HALL_LIGHT)
        foot.apply_theme(letters, HALL_LIGHT)
        assert foot.height() <= LARGEST_SHARE * size[1], (each.number, long.title)
        assert foot.text.letters >= 0.017 * size[1]
        foot.setParent(None)


@pytest.mark.parametrize("size", [(1280, 720), (1440, 900)])
def test_that_the_text_of_a_lesson_never_shrinks_as_the_stage_is_enlarged(qtbot, qapp, size):
    frame = QWidget()
    qtbot.addWidget(frame)
    frame.resize(*size)
    lesson = read_lesson(find("batches-and-optimisers"))
    for step in lesson.steps:
        told = plain(step)
        run = SimpleNamespace(
            active=True, lesson=lesson, asks=True, at=0, answered=None, tried=None
        )
        run.step = SimpleNamespace(step=told.step, texts=told.texts, answer=None)
        foot = LessonFoot(frame, run, HALL_LIGHT)
        letters = []
        for percent in range(100, 251, 25):
            foot.apply_theme(14.0 * percent / 100 * max(1.0, size[1] / 800), HALL_LIGHT)
            letters.append(foot.text.letters)
        assert letters == sorted(letters), step.title
        foot.setParent(None)


def test_that_a_line_parts_the_plane_from_all_that_stands_beside_it(window, run, stage, hand):
    edge = stage.side.edge
    assert not edge.isVisible()
    run.go(DRAW)
    hand.key(Key.Key_G)
    for part in (stage.side.chart, stage.beside):
        assert part.geometry().left() == edge.geometry().left()
        middle = part.geometry().center().y()
        colour = window.middle.grab().toImage().pixelColor(edge.geometry().left(), middle)
        assert colour.name().upper() == stage.palette.border.upper()
    run.go(CLICK)
    while stage.beside.name:
        hand.key(Key.Key_G)
    assert not edge.isVisible()


@pytest.mark.parametrize("reach", [(0.0, 10.8), (0.0, 0.9357), (0.0, 1.0), (-4.02, 4.02)])
def test_that_what_is_written_at_the_axis_of_a_curve_is_where_it_stands(reach):
    t = np.arange(49.0)
    panel = curve_panel(t, (0 * t, None), reach, HALL_LIGHT, (200.0, 170.0), "mistakes")
    assert len(panel.up.ticks) >= 2
    for at, text in panel.up.ticks:
        assert reach[0] <= at <= reach[1]
        assert float(text.replace("−", "-")) == pytest.approx(at)
