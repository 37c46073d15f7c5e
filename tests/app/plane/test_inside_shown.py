"""What a model is made of, in the plane of the window: it follows the hand, and comes when it is
there."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from linlab.app.controls.sliders import SliderRow
from linlab.engine.learner.learner import Learner
from linlab.engine.optimum import exact
from linlab.engine.picture.inside import readouts

LEFT = Qt.MouseButton.LeftButton


def rings(window):
    """The places that have a ring, free ones and bounded ones."""
    window.plane.viewport().repaint()
    return {
        name: sorted(map(tuple, mark.places.tolist()))
        for name in ("free", "bounded")
        for mark in window.plane.panel.named(name)
    }


def expected(window):
    problem = window.session.run.problem
    best = exact.optimum(problem)
    return {
        "free": sorted(map(tuple, problem.x[best.free].tolist())),
        "bounded": sorted(map(tuple, problem.x[best.bounded].tolist())),
    }, best


def test_that_the_optimum_and_its_rings_follow_a_dragged_point_and_lambda(window, hand, qtbot):
    session, run = window.session, window.session.run
    session.edit("svm", session.with_learner(Learner.of("svm", lam=0.05)))
    session.go(40)
    hand.key(Qt.Key.Key_O)
    qtbot.waitUntil(lambda: run.optimum is not None)
    wanted, _ = expected(window)
    assert rings(window) == wanted
    lines = window.plane.panel.named("optimum")[0].lines
    hand.key(Qt.Key.Key_V)
    id = int(run.problem.ids[run.optimum.bounded[0]])
    start = np.array(hand.point(id))
    other = session.points.x[
        session.points.label != session.points.label[session.points.index(id)]
    ].mean(axis=0)
    hand.press(tuple(start))
    for share in (0.3, 0.6, 0.8):  # the button stays down
        hand.move(tuple(start + share * (other - start)))
        assert window.plane.panel.named("optimum")  # the last one is seen until the next is there
        qtbot.waitUntil(lambda: run.optimum is not None)
        wanted, best = expected(window)
        assert rings(window) == wanted
        line = np.concatenate(window.plane.panel.named("optimum")[0].lines)
        assert np.abs(best.model.scores(line)).max() < 1e-6 * np.abs(best.theta).max() + 1e-9
    hand.release(tuple(start + 0.8 * (other - start)))
    assert not np.array_equal(np.concatenate(lines), line)
    slider = next(
        row
        for row in window.findChildren(SliderRow)
        if row.objectName() == "lam" and row.isVisible()
    )
    before = session.learner["lam"]
    grip, there = (
        slider.slider._handle().center(),
        QPoint(slider.slider.width() - 30, slider.slider.height() // 2),
    )
    QTest.mousePress(slider.slider, LEFT, pos=grip)
    QTest.mouseMove(slider.slider, there)
    qtbot.waitUntil(lambda: session.learner["lam"] != before)
    assert window.plane.panel.named("optimum")
    QTest.mouseRelease(slider.slider, LEFT, pos=there)
    assert session.learner["lam"] != before
    qtbot.waitUntil(lambda: run.optimum is not None)
    wanted, best = expected(window)
    assert rings(window) == wanted and best.problem.learner["lam"] == session.learner["lam"]


@pytest.mark.parametrize("name", ["averaged-perceptron", "voted-perceptron"])
def test_that_readouts_that_take_long_are_drawn_when_they_are_there(
    window, qtbot, monkeypatch, name
):
    session, truly, asked = window.session, readouts.other_readouts, []

    def slowly(trace, t, seconds):
        asked.append(seconds)
        return None if len(asked) < 4 else truly(trace, t, seconds)

    monkeypatch.setattr(readouts, "other_readouts", slowly)
    session.edit("model", session.with_learner(Learner.of(name)))
    session.go(23)
    window.bar.layer_actions["readouts"].trigger()
    assert not window.plane.panel.named("readouts")
    qtbot.waitUntil(lambda: bool(window.plane.panel.named("readouts")))
    assert all(seconds is not None and seconds < 0.02 for seconds in asked)
    texts = [entry.text for entry in window.plane.panel.legend]
    assert "last weights" in texts


def test_that_counts_follow_the_run_back_and_forth(window):
    session = window.session
    session.edit("model", session.with_learner(Learner.of("perceptron", space="rbf")))
    window.bar.layer_actions["alpha"].trigger()
    for t in (12, 30, 11):
        session.go(t)
        window.plane.viewport().repaint()
        mistakes = sum(session.trace.step(k).mistake for k in range(1, t + 1))
        words = window.plane.panel.named("alpha")[0].items
        assert sum(int(word.text) for word in words) == mistakes == session.trace.mistakes(t)
