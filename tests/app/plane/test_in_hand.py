"""The weights in the hand: w and the line are dragged, everything answers, and training starts
there."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from linlab.engine.learner.learner import Learner
from linlab.engine.learner.parameters import numbers_in
from linlab.engine.picture.inside.arrows import arrows_of, factor_of

NONE = Qt.MouseButton.NoButton
OPEN, ARROW = Qt.CursorShape.OpenHandCursor, Qt.CursorShape.ArrowCursor


@pytest.fixture
def lab(window):
    """A perceptron after 45 steps, its w drawn."""
    session = window.session
    session.edit("order", session.with_learner(Learner.of("perceptron", order="cyclic")))
    window.player.step(45)
    window.plane.switch("weights", True)
    return window


def tip(plane, row=0):
    scene = plane.scene_now()
    arrows = [each for each in arrows_of(scene) if each.kind == "weights" and each.row == row]
    return tuple(factor_of(scene, arrows_of(scene)) * arrows[0].end)


def on_the_line(window, hand, far_from_points=14):
    """A place of the line that is in view and away from all points and from the tip."""
    w, b = (part[0] for part in window.session.run.model.parts())
    foot, along = -b * w / (w @ w), np.array([-w[1], w[0]]) / np.linalg.norm(w)
    plane, points = window.plane, window.session.points.x
    view = plane.view
    for k in np.linspace(-6, 6, 400):
        place = foot + k * along
        inside = view.left < place[0] < view.right and view.bottom < place[1] < view.top
        clear = np.hypot(*(points - place).T).min() > far_from_points * plane.unit()
        if inside and clear and np.hypot(*(np.array(tip(plane)) - place)) > 20 * plane.unit():
            return place
    raise AssertionError("no such place")


def textbook(x, y, theta, updates):
    """The perceptron in the order of the examples, from any (w, b)."""
    for t in range(updates):
        k = t % len(x)
        row = np.append(x[k], 1.0)
        sign = 1.0 if y[k] else -1.0
        if sign * (theta @ row) <= 0:
            theta = theta + sign * row
    return theta


def test_that_the_tip_of_w_is_dragged_and_training_starts_there(lab, hand):
    session, plane = lab.session, lab.plane
    lab.editing.take_tool("move")
    before, told = session.settled, []
    session.said.connect(told.append)
    factor = factor_of(plane.scene_now(), arrows_of(plane.scene_now()))
    b = session.run.model.parts()[1][0]
    start = tip(plane)
    hand.press(start)
    for place in ((1.0, 0.5), (-0.6, 1.2)):
        hand.move(place)
        w, bias = (part[0] for part in session.run.model.parts())
        assert w == pytest.approx(np.array(place) / factor, rel=1e-5)
        assert bias == pytest.approx(b, rel=1e-5)
        assert session.t == 0 and session.settled is before  # a preview
        assert tip(plane) == pytest.approx(place, rel=1e-5)  # under the mouse
        wrong = np.sign(session.points.x @ w + bias) != np.where(session.points.label == 1, 1, -1)
        assert sum(len(each.places) for each in plane.panel.named("wrong")) == wrong.sum()
    hand.release((-0.6, 1.2))
    assert session.t == 0 and session.undo_stack.undo_name == "drag w"
    assert "from the w and b that you set" in told[-1]
    assert "set by you" in lab.transport.caption.text()
    theta = np.array(numbers_in(session.learner["start"])[0])
    lab.player.step(70)
    problem = session.run.problem
    expected = textbook(problem.x, problem.y, theta, 70)
    assert session.trace.at(70).theta[0] == pytest.approx(expected, rel=1e-12)
    session.undo()
    assert session.settled == before and session.t == 45


def test_that_the_line_is_shifted_without_turning(lab, hand):
    session = lab.session
    lab.editing.take_tool("move")
    w = session.run.model.parts()[0][0].copy()
    place = on_the_line(lab, hand)
    there = place + 0.8 * w / np.linalg.norm(w)
    hand.drag(place, place + 0.3 * w / np.linalg.norm(w), there)
    after, bias = (part[0] for part in session.run.model.parts())
    assert after == pytest.approx(w, rel=1e-5)
    assert after @ there + bias == pytest.approx(0, abs=1e-4 * np.linalg.norm(w))
    assert session.undo_stack.undo_name == "drag the line" and session.t == 0


def test_that_without_a_bias_the_line_turns_around_the_origin(lab, hand):
    session = lab.session
    learner = Learner.of("perceptron", bias="none", order="cyclic")
    session.edit("no bias", session.with_learner(learner))
    lab.editing.take_tool("move")
    w = session.run.model.parts()[0][0].copy()
    place = on_the_line(lab, hand)
    turned = np.array([place[0] * 0.8 - place[1] * 0.6, place[0] * 0.6 + place[1] * 0.8])
    hand.drag(place, turned)
    after = session.run.model.parts()[0][0]
    assert after @ turned == pytest.approx(0, abs=1e-4 * np.linalg.norm(w) * np.linalg.norm(turned))
    assert np.linalg.norm(after) == pytest.approx(np.linalg.norm(w), rel=1e-5)


def test_that_each_class_has_its_own_arrow(window, hand):
    session = window.session
    document = session.with_points(session.points.add_class("C").add([(3, -3), (3.4, -2.6)], 2))
    session.edit("three classes", document)
    window.player.step(60)
    window.plane.switch("weights", True)
    window.editing.take_tool("move")
    window.plane.fit()
    arrows = [a for a in arrows_of(window.plane.scene_now()) if a.kind == "weights"]
    row = arrows[0].row
    before = session.run.model.parts()[0].copy()
    place = tip(window.plane, row)
    there = (place[0] + 0.7, place[1] + 0.9)
    hand.drag(place, there)
    after = session.run.model.parts()[0]
    changed = [k for k in range(3) if not np.allclose(before[k], after[k], rtol=1e-4)]
    assert changed == [row]


def test_that_changes_that_count_from_here_go_on_from_the_weights_that_were_set(lab, hand):
    session = lab.session
    session.continuing = True
    lab.editing.take_tool("move")
    hand.drag(tip(lab.plane), (1.0, 0.5))
    assert session.t == 45 and len(session.settled.timeline) == 1
    theta = np.array(numbers_in(session.learner["start"])[0])
    assert session.run.model.single.theta[0] == pytest.approx(theta, rel=1e-12)
    step = session.trace.step(46)
    assert step.before[0] == pytest.approx(theta, rel=1e-12)


def test_that_adding_takes_the_tip_alone_and_a_click_there_adds_a_point(lab, hand):
    session = lab.session
    lab.editing.take_class(0)
    many = len(session.points)
    place = on_the_line(lab, hand)
    hand.drag(place, place + 0.5)  # a new point that follows the mouse
    assert len(session.points) == many + 1 and session.learner["start"] == "zeros"
    hand.click(tip(lab.plane))
    assert len(session.points) == many + 2 and session.learner["start"] == "zeros"
    session.undo()  # that point would be nearer
    hand.drag(tip(lab.plane), (1.0, 0.5))
    assert len(session.points) == many + 1 and numbers_in(session.learner["start"])


def test_that_a_point_goes_before_the_line(lab, hand):
    session = lab.session
    lab.editing.take_tool("move")
    place = tuple(on_the_line(lab, hand))
    session.edit("on the line", session.with_points(session.points.add(place, 0)))
    id = session.points.next_id - 1
    there = (place[0] + 0.5, place[1] + 0.5)
    hand.drag(place, there)
    assert hand.point(id) == pytest.approx(there) and session.learner["start"] == "zeros"


def test_that_the_cursor_says_what_can_be_taken(lab, hand):
    cursor = lambda: lab.plane.viewport().cursor().shape()  # noqa: E731
    lab.editing.take_tool("move")
    hand.move(tip(lab.plane), button=NONE)
    assert cursor() == OPEN
    hand.move(on_the_line(lab, hand), button=NONE)
    assert cursor() == OPEN
    hand.move(hand.free(), button=NONE)
    assert cursor() == ARROW
    lab.editing.take_class(0)
    hand.move(on_the_line(lab, hand), button=NONE)
    assert cursor() == ARROW


@pytest.mark.parametrize(
    ("learner", "why"),
    [
        (Learner.of("averaged-perceptron"), "read-out"),
        (Learner.of("svm", space="linear-kernel"), "linear space"),
        (Learner.of("logistic", optimiser="lbfgs"), "finds its own way"),
    ],
)
def test_that_what_cannot_be_dragged_says_why(window, hand, learner, why):
    session = window.session
    session.edit("model", session.with_learner(learner))
    window.player.step(8)
    window.plane.switch("weights", True)
    window.editing.take_tool("move")
    place = tip(window.plane)
    hand.move(place, button=NONE)
    assert window.plane.viewport().cursor().shape() == ARROW
    assert why in window.plane.viewport().toolTip()
    hand.drag(place, (place[0] + 1, place[1] + 1))
    assert session.learner == learner


def test_that_a_drag_that_is_not_finished_leaves_no_trace(lab, hand):
    session = lab.session
    lab.editing.take_tool("move")
    before = session.settled
    hand.press(tip(lab.plane))
    hand.move((1.0, 0.5))
    assert session.t == 0
    lab.plane.hand.drop_gesture()
    assert session.settled is before and session.t == 45 and session.document is before


def test_that_start_zeros_brings_it_back(lab, hand):
    session = lab.session
    lab.editing.take_tool("move")
    hand.drag(tip(lab.plane), (1.0, 0.5))
    lab.left.form.more.click()
    assert lab.left.form.controls["start"].current == "chosen"
    lab.left.form.controls["start"].chosen.emit("zeros")
    assert session.learner["start"] == "zeros" and "set by you" not in lab.transport.caption.text()
