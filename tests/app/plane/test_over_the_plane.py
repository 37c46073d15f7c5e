"""What lies over the plane leaves the axes free, and nothing is marked or offered that is not so."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest

from linlab import Learner
from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document
from linlab.engine.document.look import SIMPLE

SENTENCE = "A sentence that is long enough to need more than one line in a narrow plane. " * 3


def inside_axes(plane, widget):
    """Whether a widget is within the frame that the axes leave."""
    frame = plane.frame
    box = QRect(round(frame.x), round(frame.y), round(frame.width), round(frame.height))
    return box.contains(QRect(widget.mapTo(plane, QPoint(0, 0)), widget.size()))


@pytest.mark.parametrize("size", [(1024, 700), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("text", ["Short.", SENTENCE])
def test_that_a_banner_leaves_the_axes_free(window, size, text):
    window.resize(*size)
    window.say(text)
    assert window.banner.isVisible() and inside_axes(window.plane, window.banner)
    window.resize(1100, 720)
    assert inside_axes(window.plane, window.banner)


def test_that_the_question_leaves_the_axes_free(window, qtbot):
    window.session.open(Document(make_points("moons", seed=1), (Learner.of("perceptron"),)))
    QTest.keyClick(window.plane, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: window.question.isVisible() and window.player.ending.announced)
    assert inside_axes(window.plane, window.question)


def test_that_the_settings_of_the_brush_leave_the_axes_free(window):
    QTest.keyClick(window, Qt.Key.Key_B)
    assert window.bar.brush_card.isVisible()
    assert inside_axes(window.plane, window.bar.brush_card)


@pytest.mark.parametrize("model", ["perceptron", "naive-bayes"])
def test_that_no_example_is_marked_as_next_once_training_has_ended(window, qtbot, model):
    session, plane = window.session, window.plane
    session.edit("model", session.with_learner(Learner.of(model)))
    session.go(1)
    assert plane.panel.named("next")
    window.player.converge()
    qtbot.waitUntil(lambda: window.player.note != "")
    assert not plane.panel.named("next")
    assert not any("next" in entry.text for entry in plane.panel.legend)
    end = session.t
    session.go(1)
    assert plane.panel.named("next")
    session.go(end)
    assert not plane.panel.named("next")


def test_that_dragging_a_point_of_a_finished_run_does_not_bring_the_mark_back(window, hand, qtbot):
    window.player.converge()
    qtbot.waitUntil(lambda: window.player.note != "")
    assert not window.plane.panel.named("next")
    place = hand.point(3)
    hand.press(place)
    hand.move((place[0] + 0.4, place[1]))
    assert not window.plane.panel.named("next")
    hand.release((place[0] + 0.4, place[1]))


def test_that_simple_hides_what_an_empty_document_has_nothing_to_say_in(window, qtbot):
    window.modes.choose(SIMPLE)
    right, session = window.right, window.session
    assert right.meaning.isVisible() and right.step.below.isVisible()
    session.edit("none", session.with_points(session.points.remove(session.points.ids.tolist())))
    assert not right.meaning.isVisible() and not right.step.below.isVisible()
    session.undo()
    qtbot.waitUntil(lambda: right.meaning.quiet.text() == "Nothing has been learnt yet.")
    assert right.meaning.isVisible() and right.step.below.isVisible()


@pytest.mark.parametrize("tool", ["move", "add", "brush", "erase"])
def test_that_the_status_bar_says_what_a_click_does_where_texts_stand(window, hand, tool):
    reviews = Document(make_points("reviews", seed=0), (Learner.of("perceptron", space="words"),))
    window.session.open(reviews)
    window.editing.take_tool(tool)
    assert "add a point" not in window.doing.text() and "spray points" not in window.doing.text()
    assert "text" in window.doing.text().lower()
    many = len(window.session.points)
    hand.click(hand.free())
    assert len(window.session.points) == many  # as it says
    window.session.edit("space", window.session.with_learner(Learner.of("perceptron")))
    assert "text" not in window.doing.text().lower()
