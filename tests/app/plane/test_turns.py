"""Planes side by side in turn while a run plays, and all of them as soon as it rests."""

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from linlab import Document, Learner
from linlab.app.plane.turns import Turns
from linlab.engine.data.datasets import make_points
from linlab.engine.picture.fellows import SIDE

MODELS = ("perceptron", "svm", "logistic", "mira")


def test_that_all_planes_are_drawn_update_by_update_and_at_the_first_leap(qapp):
    owner = QObject()
    each = Turns(owner, lambda: None)
    assert all(each.moved(1, 6, t) == set(range(6)) for t in (40, 41, 42, 42, 41))


def test_that_the_plane_in_hand_is_drawn_each_time_and_each_other_every_second_time(qapp):
    owner, levelled = QObject(), []
    each = Turns(owner, lambda: levelled.append(True))
    drawn = [each.moved(2, 6, 5 * k) for k in range(9)]
    assert drawn[0] == set(range(6)) and all(2 in planes for planes in drawn)
    assert all(a | b == set(range(6)) and a & b == {2} for a, b in zip(drawn[1:], drawn[2:], strict=False))
    each.add(drawn[1]), each.add(drawn[2])
    assert each.take() == set(range(6)) and each.take() == set()
    assert not levelled


def test_that_planes_are_drawn_in_turn_while_a_run_plays_and_show_the_same_update_when_it_rests(window, qtbot, monkeypatch):
    window.plane._turns._level.setInterval(60_000)  # however slow the machine is
    session, plane, drawn = window.session, window.plane, []
    session.open(Document(make_points("moons", n=40), tuple(map(Learner.of, MODELS))))
    plane.arrange(SIDE)
    QApplication.processEvents()
    once = type(plane)._drawn
    monkeypatch.setattr(type(plane), "_drawn", lambda self, run, cell: drawn.append(run.which) or once(self, run, cell))
    session.play(3)
    plane.settle(plane.painted_now())
    frames = []
    for _ in range(5):
        drawn.clear()
        session.play(3)
        plane.settle(plane.painted_now())  # as in a frame, with nothing else between two of them
        frames.append(set(drawn))
    assert frames == [{0, 2}, {0, 1, 3}, {0, 2}, {0, 1, 3}, {0, 2}]
    assert shown(plane, 0) == wanted(plane, 0) and shown(plane, 1) != wanted(plane, 1)  # which had its turn a frame ago
    plane._turns._level.start(0)
    qtbot.waitUntil(lambda: all(shown(plane, which) == wanted(plane, which) for which in range(4)))


def shown(plane, which):
    """The places of the boundary on the canvas."""
    item = plane.item("boundary", pane=which)
    return None if item is None else np.round(np.c_[item.xData, item.yData], 6).tolist()


def wanted(plane, which):
    lines = plane.picture.panels[which].named("boundary")
    return np.round(np.concatenate(lines[0].lines), 6).tolist() if lines and lines[0].lines else None
