"""Run to the end on examples that cannot be separated: that is said first, and what to do is asked."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from linlab.app.session.known import ending
from linlab.engine.data.datasets import make_points
from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner

NO_LINE = "No line can separate these points, so this will not stop by itself."


def show(window, data="moons", shares=(100, 0, 0), **settings):
    points = make_points(data, seed=1) if isinstance(data, str) else Points.of(*data)
    learner = Learner.of(settings.pop("model", "perceptron"), **settings)
    window.session.open(Document(points, (learner,), 0, shares))
    return window.player.ending


def press_end(window):
    window.plane.setFocus()
    QTest.keyClick(window.plane, Qt.Key.Key_End)


def button(window, name):
    return next(each for each in window.question.buttons if each.objectName() == name)


@pytest.fixture
def asked(window, qtbot):
    """A window in which the question stands."""
    show(window)
    qtbot.waitUntil(window.isActiveWindow)
    press_end(window)
    qtbot.waitUntil(lambda: window.question.isVisible() and window.player.ending.announced)
    return window


def test_that_it_says_so_before_anything_runs(asked):
    assert asked.question.text.text() == NO_LINE
    assert asked.session.t == 0 and not asked.player.playing
    assert [each.text() for each in asked.question.buttons] == [
        "Run 200 epochs",
        "Average instead",
        "Cancel",
    ]


def test_that_an_older_message_makes_room_for_the_question(window, qtbot):
    show(window)
    qtbot.waitUntil(window.isActiveWindow)
    window.say("An older message.")
    assert window.banner.isVisible()
    press_end(window)
    qtbot.waitUntil(lambda: window.question.isVisible() and window.player.ending.announced)
    assert not window.banner.isVisible()


def test_that_two_hundred_epochs_are_run_on_request(asked, qtbot):
    QTest.mouseClick(button(asked, "ending-run"), Qt.MouseButton.LeftButton)
    assert not asked.question.isVisible()
    qtbot.waitUntil(lambda: asked.session.t == 200 * 150 and not asked.player.playing)
    assert asked.player.speed == 20.0  # as before


def test_that_cancel_leaves_all_as_it_is(asked):
    QTest.mouseClick(button(asked, "ending-cancel"), Qt.MouseButton.LeftButton)
    assert not asked.question.isVisible()
    assert asked.session.t == 0 and not asked.player.playing


def test_that_the_averaged_perceptron_can_be_run_instead(asked, qtbot):
    QTest.mouseClick(button(asked, "ending-average"), Qt.MouseButton.LeftButton)
    session = asked.session
    assert session.learner == Learner.of("averaged-perceptron")
    assert asked.left.model.rows["averaged-perceptron"].is_current
    assert session.undo_stack.undo_name == "change model to Averaged perceptron"
    qtbot.waitUntil(lambda: session.t == 200 * 150 and not asked.player.playing)
    session.undo()
    assert session.learner == Learner.of("perceptron") and session.t == 0


def test_that_averaging_keeps_the_other_settings(window, qtbot):
    show(window, space="polynomial", degree=2, alpha=0.5, average="last")
    window.player.ending.average()
    window.player.pause()
    expected = Learner.of("averaged-perceptron", space="polynomial", degree=2, alpha=0.5)
    assert window.session.learner == expected


@pytest.mark.parametrize("model", ["averaged-perceptron", "voted-perceptron"])
def test_that_who_averages_or_votes_is_not_offered_an_average(window, qtbot, model):
    ending = show(window, model=model)
    press_end(window)
    qtbot.waitUntil(lambda: window.question.isVisible() and ending.announced)
    assert [words for words, _ in ending.choices()] == ["Run 200 epochs", "Cancel"]


def test_that_enter_runs_and_escape_does_not(asked, qtbot):
    QTest.keyClick(asked.focusWidget(), Qt.Key.Key_Escape)
    assert not asked.question.isVisible() and asked.plane.hasFocus()
    press_end(asked)
    qtbot.waitUntil(lambda: asked.question.isVisible())
    assert asked.focusWidget() is asked.question.buttons[0]
    QTest.keyClick(asked.focusWidget(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: asked.session.t == 200 * 150)


def test_that_end_once_more_runs_as_ever(asked, qtbot):
    press_end(asked)
    assert asked.player.converging and not asked.question.isVisible()
    asked.player.pause()


def test_that_whatever_else_is_done_the_question_is_over(asked):
    asked.player.step(1)
    assert not asked.question.isVisible() and asked.player.ending.sentence == ""


def test_that_playing_stops_for_the_question(window, qtbot):
    show(window)
    window.player.play()
    qtbot.waitUntil(lambda: window.session.t > 0)
    press_end(window)
    qtbot.waitUntil(lambda: window.question.isVisible())
    assert not window.player.playing


@pytest.mark.parametrize(
    ("data", "settings"),
    [
        ("blobs", {}),
        ("moons", {"model": "svm"}),
        ("moons", {"early": 3, "shares": (60, 40, 0)}),
        ("moons", {"space": "rbf", "gamma": 5.0}),
    ],
)
def test_that_nothing_is_asked_where_there_is_an_end(window, qtbot, data, settings):
    show(window, data, **settings)
    told = []
    window.player.ending.changed.connect(lambda: told.append(window.player.ending.announced))
    press_end(window)
    qtbot.waitUntil(lambda: window.player.converging or window.player.note != "")
    window.player.pause()
    assert True not in told


def test_that_an_averaged_perceptron_is_not_told_to_average(window, qtbot):
    show(window, model="averaged-perceptron")
    press_end(window)
    qtbot.waitUntil(lambda: window.question.isVisible() and window.player.ending.announced)
    assert [each.text() for each in window.question.buttons] == ["Run 200 epochs", "Cancel"]


def test_that_a_long_search_is_shown_and_not_waited_for(window, qtbot, monkeypatch):
    """The search never answers here; whoever does not wait runs as ever."""
    rng = np.random.default_rng(0)
    state = show(window, (rng.normal(0, 1, (40, 2)), ["A", "B"] * 20))
    known = window.session.run.look_for_separability()
    monkeypatch.setattr(known, "prioritise", lambda: None)
    monkeypatch.setattr(type(known), "looking", property(lambda self: True))
    state._time.setInterval(10**8)
    press_end(window)
    qtbot.waitUntil(lambda: window.question.isVisible())
    assert window.question.text.text() == ending.LOOKING
    QTest.mouseClick(button(window, "ending-cancel"), Qt.MouseButton.LeftButton)
    assert not window.player.playing
    press_end(window)
    qtbot.waitUntil(lambda: window.question.isVisible())
    QTest.mouseClick(button(window, "ending-do"), Qt.MouseButton.LeftButton)
    assert window.player.converging
    window.player.pause()


def test_that_a_run_waits_for_a_moment_only(window, qtbot, monkeypatch):
    state = show(window, "overlapping-blobs")
    known = window.session.run.look_for_separability()
    monkeypatch.setattr(known, "prioritise", lambda: None)
    monkeypatch.setattr(type(known), "looking", property(lambda self: True))
    state._time.setInterval(1)
    press_end(window)
    qtbot.waitUntil(lambda: window.player.converging)
    window.player.pause()
