"""The sweep in the window: it is computed elsewhere, appears value by value, is cancelled, and a
click adopts a value."""

import math
import threading

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from linlab.engine.document.document import Document, Source
from linlab.engine.learner.learner import Learner
from linlab.engine.views.sweep import work
from linlab.engine.views.sweep.judging import judged
from linlab.engine.views.sweep.work import SweepResult

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def pane(window, qtbot):
    """An SVM on sixty points of two clouds."""
    session = window.session
    source = Source("overlapping-blobs", 1, (("n", 60.0), ("noise", 0.9)))
    session.open(
        Document(source.draw(), (Learner.of("svm"),), 0, (60.0, 20.0, 20.0), source=source)
    )
    pane = window.right.views.pane
    pane.chosen["sweep"] = {"trained": "10"}
    return pane


def turn(window):
    QTest.mouseClick(window.right.views.tabs.buttons["sweep"], LEFT)


def click(canvas, x):
    panel = canvas.picture.panels[0]
    at = panel.to_page([(x, (panel.view.top + panel.view.bottom) / 2)])[0]
    QTest.mouseClick(canvas.viewport(), LEFT, NONE, QPointF(*at).toPoint())


def whole(pane):
    found = pane.canvas.found
    return not found.busy and isinstance(found.value, SweepResult)


def test_that_a_click_adopts_a_value_as_one_step_of_undo_and_nothing_is_computed_again(
    window, qtbot, pane
):
    turn(window)
    qtbot.waitUntil(lambda: whole(pane) and len(pane.canvas.picture.panels) >= 3)
    session, found = window.session, pane.canvas.found.value
    click(pane.canvas, math.log10(0.5))
    assert session.learner["lam"] == 0.5 and session.undo_stack.undo_name == "adopt λ = 0.5"
    qtbot.waitUntil(
        lambda: pane.canvas.picture.panels[0].named("now")[0].lines[0][0, 0] == math.log10(0.5)
    )
    assert pane.canvas.found.value is found and not pane.canvas.found.busy
    session.undo()
    assert session.learner["lam"] == 0.01


def test_that_a_click_adopts_the_noise_by_drawing_the_points_anew(window, qtbot, pane):
    pane.chosen["sweep"]["over"] = "noise"
    turn(window)
    qtbot.waitUntil(lambda: whole(pane) and len(pane.canvas.picture.panels) >= 3)
    session, before = window.session, window.session.points
    click(pane.canvas, 0.4)
    assert dict(session.document.source.values)["noise"] == 0.4
    assert session.points == session.document.source.draw() != before
    session.undo()
    assert session.points == before


def test_that_values_appear_one_by_one_and_cancelling_really_stops(
    window, qtbot, pane, monkeypatch
):
    turns, done = threading.Semaphore(2), []

    def slowly(case, how, doing):
        turns.acquire()
        done.append(doing)
        return judged(case, how, doing)

    monkeypatch.setattr(work, "judged", slowly)
    turn(window)

    def shown():
        panels = pane.canvas.picture.panels
        return len(panels[0].named("train")[1].places) if len(panels) > 1 else 0

    qtbot.waitUntil(lambda: shown() == 2)
    assert pane.button.text() == "Cancel" and "of 19" in pane.note.text()
    QTest.mouseClick(pane.button, LEFT)
    qtbot.waitUntil(lambda: pane.note.text() == "Cancelled." and pane.button.text() == "Again")
    turns.release(100)
    qtbot.waitUntil(lambda: pane.canvas.found._background._task is None)
    assert len(done) <= 3
    QTest.mouseClick(pane.button, LEFT)
    qtbot.waitUntil(lambda: whole(pane) and shown() == 19)


def test_that_the_window_answers_while_a_sweep_is_computed(window, qtbot, pane):
    """Updates are made and shown between two values: the work is in another thread, and that gives
    way."""
    session = window.session
    session.edit("kernel", session.with_learner(Learner.of("svm", space="rbf")))
    turn(window)
    qtbot.waitUntil(lambda: pane.canvas.found._background.busy)
    seen, updates = set(), 0
    while pane.canvas.found.busy:
        qtbot.wait(1)
        seen.add(pane.canvas.found.doing)
        window.player.step(1)
        updates += 1
        assert session.t == updates
    assert len(seen) > 1
    qtbot.waitUntil(lambda: np.isfinite(pane.canvas.found.value.error["dev"]).all())


def test_that_a_click_beside_the_points_of_a_small_plane_adopts_its_degree_and_points_are_linked(
    window, qtbot, pane
):
    pane.chosen["sweep"]["over"] = "degrees"
    turn(window)
    canvas, session = pane.canvas, window.session
    qtbot.waitUntil(lambda: not canvas.found.busy and len(canvas.picture.panels) == 7)
    plane = canvas.picture.panels[1]
    marks = plane.named("points")[0].items[0]
    at = plane.to_page(marks.places)[0]
    QTest.mouseMove(canvas.viewport(), QPointF(*at).toPoint())
    qtbot.waitUntil(lambda: session.pointing.pointed is not None)
    assert session.pointing.pointed in marks.ids.tolist()
    corner = QPointF(plane.frame.x + 3, plane.frame.y + 3).toPoint()
    QTest.mouseClick(canvas.viewport(), LEFT, NONE, corner)
    assert (session.learner["space"], session.learner["degree"]) == ("monomial", 3)
    session.undo()
    assert session.learner["space"] == "linear"
