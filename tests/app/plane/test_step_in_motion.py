"""A single step is seen to be made: the session is there at once, the plane is on its way."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from linlab import Document, Learner
from linlab.app.controls.accessibility import motion
from linlab.app.session import arrival
from linlab.engine.data.datasets import make_points

LONG = 3600.0  # seconds: nothing ends by itself


@pytest.fixture
def clock(monkeypatch):
    """The time, as the test says it is."""
    now = [1000.0]
    monkeypatch.setattr(arrival.time, "perf_counter", lambda: now[0])
    return now


@pytest.fixture
def lab(window, qtbot, clock):
    points = make_points("overlapping-blobs", seed=1, n=52)
    window.session.open(Document(points, (Learner.of("perceptron"),), seed=1), 11)
    qtbot.waitUntil(lambda: window.session.t == 11)
    window.player.arrival.seconds = 0.5
    yield window
    window.player.arrival.end()


def changed_next(window):
    """Go to the step before the next one that changes the weights."""
    trace = window.session.trace
    t = next(t for t in range(window.session.t + 1, 200) if trace.step(t).updated)
    window.session.go(t - 1)
    return t


def shown_line(window):
    (line,) = window.plane.panel.named("boundary")
    return np.concatenate(line.lines)


def test_that_the_step_is_made_at_once_and_the_line_swings_to_it(lab, hand, clock):
    t = changed_next(lab)
    before = shown_line(lab)
    hand.key(Qt.Key.Key_Right)
    assert lab.session.t == t and lab.right.step.value.text() == f"STEP {t}"
    scene = lab.plane.scene_now()
    assert scene.coming and scene.slid == 0.0 and scene.towards is None and scene.step.t == t
    np.testing.assert_array_equal(shown_line(lab), before)
    clock[0] += 0.2
    lab.player.arrival._go_on()
    assert 0.0 < lab.plane.scene_now().slid < 1.0 and lab.plane.scene_now().towards is None
    clock[0] += 0.2
    lab.player.arrival._go_on()
    scene = lab.plane.scene_now()
    assert scene.slid == 1.0 and 0.0 < scene.towards[1] < 1.0
    clock[0] += 0.2
    lab.player.arrival._go_on()
    scene = lab.plane.scene_now()
    assert not scene.coming and not lab.player.arrival.moving
    w = lab.session.run.model.theta[0]
    assert np.abs(shown_line(lab) @ w[:2] + w[2]).max() < 1e-6


def test_that_it_takes_less_than_600_milliseconds_and_ends_by_itself(window, hand, qtbot):
    assert arrival.SECONDS < 0.6
    window.player.arrival.seconds = arrival.SECONDS
    window.session.open(
        Document(make_points("overlapping-blobs", seed=1, n=52), (Learner.of("perceptron"),)), 0
    )
    hand.key(Qt.Key.Key_Right)
    hand.key(Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: not window.player.arrival.moving)
    assert window.session.t == 2 and not window.plane.scene_now().coming


def test_that_another_step_ends_the_motion_and_goes_on(lab, hand, clock):
    t = changed_next(lab)
    hand.key(Qt.Key.Key_Right)
    assert lab.player.arrival.moving
    clock[0] += 0.3  # not held down
    hand.key(Qt.Key.Key_Right)
    assert lab.session.t == t + 1
    again = lab.session.run.step.updated
    assert lab.player.arrival.moving == again
    assert lab.plane.scene_now().coming == again


def test_that_a_key_held_down_does_not_lag(lab, hand, clock):
    hand.key(Qt.Key.Key_Right)
    for _ in range(12):
        clock[0] += 0.03
        hand.key(Qt.Key.Key_Right)
        assert not lab.player.arrival.moving and not lab.plane.scene_now().coming
    assert lab.session.t == 11 + 13


def test_that_the_way_back_a_leap_and_a_step_that_changes_nothing_are_not_animated(
    lab, hand, clock
):
    trace = lab.session.trace
    still = next(t for t in range(12, 200) if not trace.step(t).updated)
    lab.session.go(still - 1)
    hand.key(Qt.Key.Key_Right)
    assert lab.session.t == still and not lab.plane.scene_now().coming
    t = changed_next(lab)
    lab.session.go(t)
    for key, mods in (
        (Qt.Key.Key_Left, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier),
    ):
        clock[0] += 1.0
        hand.key(key, mods)
        assert not lab.player.arrival.moving and not lab.plane.scene_now().coming


def test_that_the_next_mistake_is_seen_to_be_made(lab, hand, clock):
    hand.key(
        Qt.Key.Key_Right,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    assert lab.session.run.step.mistake
    assert lab.player.arrival.moving and lab.plane.scene_now().coming


def test_that_reduced_motion_has_none(lab, hand):
    changed_next(lab)
    motion.reduce(True)
    try:
        hand.key(Qt.Key.Key_Right)
        assert not lab.player.arrival.moving and not lab.plane.scene_now().coming
    finally:
        motion.reduce(False)


def test_that_a_change_of_the_document_or_of_t_ends_it(lab, hand, clock):
    for change in (
        lambda: lab.session.go(5),
        lambda: lab.session.edit("svm", lab.session.with_learner(Learner.of("svm"))),
    ):
        clock[0] += 1.0
        changed_next(lab)
        hand.key(Qt.Key.Key_Right)
        assert lab.plane.scene_now().coming
        change()
        assert not lab.plane.scene_now().coming
        lab.player.arrival._go_on()
        clock[0] += 1.0
        lab.player.arrival._go_on()
        assert not lab.player.arrival.moving


def test_that_slow_motion_slides_and_swings_too(lab, hand, clock):
    t, player = changed_next(lab), lab.player
    player.speed = 1.0
    hand.key(Qt.Key.Key_Space)
    seen = []
    for _ in range(9):  # tenths of a second
        clock[0] += 0.1
        player._tick()
        scene = lab.plane.scene_now()
        assert lab.session.t == t - 1 and scene.coming and scene.step.t == t
        seen.append((scene.slid, 0.0 if scene.towards is None else scene.towards[1]))
    assert seen[:4] == [(0.0, 0.0)] * 4  # first its example is lit
    assert seen == sorted(seen) and any(0 < slid < 1 and not swung for slid, swung in seen)
    assert seen[-1][0] == 1.0 and 0.5 < seen[-1][1] < 1.0
    clock[0] += 0.11
    player._tick()
    assert lab.session.t == t
    player.pause()


def test_that_with_reduced_motion_slow_motion_lights_the_example_and_nothing_moves(
    lab, hand, clock
):
    t, player = changed_next(lab), lab.player
    player.speed = 1.0
    player.arrival.still = lambda: True
    hand.key(Qt.Key.Key_Space)
    for _ in range(9):
        clock[0] += 0.1
        player._tick()
        scene = lab.plane.scene_now()
        assert scene.coming and scene.step.t == t and scene.towards is None and scene.slid == 1.0
    player.pause()
