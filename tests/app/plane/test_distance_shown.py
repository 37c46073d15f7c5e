"""The mouse over a point: its distance to the line is drawn."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication

from linlab.engine.ground.numerals import number
from linlab.engine.learner.learner import Learner

NONE = Qt.MouseButton.NoButton


def test_that_the_distance_comes_and_goes_with_the_mouse(window, hand):
    session, plane = window.session, window.plane
    session.edit("svm", session.with_learner(Learner.of("svm")))
    window.player.step(40)
    id = int(session.points.ids[3])
    hand.move(hand.point(id), button=NONE)
    (line,) = plane.panel.named("distance")
    (words,) = plane.panel.named("distance label")
    w = session.run.model.parts()[0][0]
    s = float(session.run.model.scores(hand.point(id))[0, 0])
    names = [item.name for item in plane.panel.items]
    assert names.index("distance label") > names.index("points") > names.index("distance")
    length = np.linalg.norm(np.diff(line.lines[0], axis=0))
    assert length == pytest.approx(abs(s) / np.linalg.norm(w))
    assert words.text == f"distance {number(abs(s) / np.linalg.norm(w))}"
    hand.move(hand.free(), button=NONE)
    assert not plane.panel.named("distance") and not plane.panel.named("distance label")
    hand.move(hand.point(id), button=NONE)
    QApplication.sendEvent(plane, QEvent(QEvent.Type.Leave))
    assert not plane.panel.named("distance")


def test_that_it_is_out_of_the_way_while_a_point_is_dragged(window, hand):
    session, plane = window.session, window.plane
    window.player.step(40)
    window.editing.take_tool("move")
    id = int(session.points.ids[3])
    there = hand.free()
    hand.press(hand.point(id))
    hand.move(there)
    assert not plane.panel.named("distance label")
    hand.release(there)
    hand.move(hand.point(id), button=NONE)
    assert plane.panel.named("distance label")


def test_that_there_is_none_in_a_kernel_space(window, hand):
    session, plane = window.session, window.plane
    session.edit("rbf", session.with_learner(Learner.of("svm", space="rbf")))
    window.player.step(20)
    hand.move(hand.point(int(session.points.ids[3])), button=NONE)
    assert plane.panel.named("pointed") and not plane.panel.named("distance label")
