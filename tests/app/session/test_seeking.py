"""Keys to where something happens: the next change of θ, the next mistake, and back; in time slices
that can be ended."""

import pytest
from PySide6.QtCore import Qt

from linlab import Document, Learner, Trace, make_points
from linlab.app.session import player as clock
from linlab.app.window.actions import commands

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
RIGHT, LEFT = Qt.Key.Key_Right, Qt.Key.Key_Left


@pytest.fixture
def mixed(window):
    """Points that are hard to tell apart, so that mistakes go on."""
    points = window.session.points
    flipped = points.relabel(points.ids[::7], 1 - points.label[::7])
    window.session.open(Document(flipped, (Learner.of("perceptron"),)))
    return window.session


def mistakes_of(document, upto):
    trace = Trace(document)
    return [t for t in range(1, upto) if trace.step(t).mistake]


@pytest.mark.parametrize("slice", [0.0, 0.3])  # seconds: found at the first look, or in many
def test_that_keys_go_to_every_mistake_and_back(mixed, window, hand, qtbot, monkeypatch, slice):
    monkeypatch.setattr(clock, "SLICE", slice or 1e-9)
    times, seen = mistakes_of(mixed.document, 120), []
    for _ in range(5):
        hand.key(RIGHT, CTRL | SHIFT)
        qtbot.waitUntil(lambda: not window.player.playing)
        seen.append(mixed.t)
    assert seen == times[:5]
    for _ in range(4):
        hand.key(LEFT, CTRL | SHIFT)
        qtbot.waitUntil(lambda: not window.player.playing)
    assert mixed.t == times[0]
    hand.key(RIGHT, CTRL)  # of a perceptron these change θ, and nothing else does
    qtbot.waitUntil(lambda: not window.player.playing)
    assert mixed.t == times[1]
    hand.key(LEFT, CTRL)
    qtbot.waitUntil(lambda: not window.player.playing)
    assert mixed.t == times[0]


@pytest.mark.parametrize("name", ["change", "mistake"])
def test_that_there_is_a_button_with_its_key(mixed, window, qtbot, name):
    button = window.transport.buttons[name]
    keys = next(command.keys for command in commands() if command.name == name)
    assert keys[0].replace("Right", "→") in button.toolTip()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not window.player.playing)
    assert mixed.t == 1


def test_that_none_is_said_and_nothing_moves(window, hand, qtbot):
    session, said = window.session, []
    session.said.connect(said.append)
    end = 600
    session.go(end)
    hand.key(RIGHT, CTRL | SHIFT)
    qtbot.waitUntil(lambda: not window.player.playing)
    assert session.t == end and "There is no mistake any more" in said[-1]


def test_that_a_search_says_that_it_goes_on_and_space_ends_it(window, hand, qtbot, monkeypatch):
    monkeypatch.setattr(clock, "SLICE", 1e-9)
    session = window.session
    session.open(Document(make_points("blobs", n=60), (Learner.of("svm", lam=0.001),)), 600)
    qtbot.waitUntil(lambda: not session.replay.catching_up)
    hand.key(RIGHT, CTRL | SHIFT)
    assert window.player.playing and "looking for the next mistake" in window.transport.words
    hand.key(Qt.Key.Key_Space)
    assert not window.player.playing and session.t == 600
    assert "looking" not in window.transport.words
    hand.key(RIGHT, CTRL | SHIFT)
    session.edit(
        "other", session.with_learner(Learner.of("perceptron"))
    )  # what was looked for is gone
    assert not window.player.playing
