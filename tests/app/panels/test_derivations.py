"""Derivations in the window: chosen by hand, led out of by a button, and linked to the plane."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from linlab import Document, Learner, make_points

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton


@pytest.fixture
def lab(window, qtbot):
    """An SVM on mixed blobs after 9 steps, its derivation open."""
    points = make_points("blobs", n=30, noise=2.0, seed=3, classes=2)
    window.session.open(Document(points, (Learner.of("svm", lam=0.1),)))
    window.session.go(9)
    window.resize(1280, 900)
    QTest.mouseClick(window.right.views.tabs.buttons["proof"], LEFT)
    window.pane = window.right.views.pane
    qtbot.waitUntil(lambda: "λD(a)" in said(window.pane.canvas), timeout=20_000)
    return window


def said(canvas):
    notes = [note.text for note in canvas.picture.notes]
    panels = canvas.picture.panels
    return " ".join([*notes, *(getattr(i, "text", "") for p in panels[-1:] for i in p.items)])


def move(canvas, at):
    place = QPointF(*at)
    screen = QPointF(canvas.mapToGlobal(place.toPoint()))
    event = QMouseEvent(
        QEvent.Type.MouseMove, place, screen, NONE, NONE, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(canvas.viewport(), event)


def test_that_a_derivation_that_does_not_apply_says_why_and_its_button_makes_it_apply(lab, qtbot):
    before = lab.session.settled
    lab.pane.choose("derivation", "mira")
    qtbot.waitUntil(lab.pane.way_out.isVisible)
    assert "τ is how far MIRA goes" in said(lab.pane.canvas)
    assert lab.pane.options.isVisible()  # another can be chosen
    assert not lab.right.views.tabs.buttons["proof"].grey
    QTest.mouseClick(lab.pane.way_out, LEFT)
    qtbot.waitUntil(lambda: "about #" in said(lab.pane.canvas))
    assert lab.session.learner.model == "mira" and not lab.pane.way_out.isVisible()
    lab.session.undo()
    assert lab.session.settled == before


def test_that_what_is_computed_and_fails_has_a_button_too(lab, qtbot):
    lab.pane.choose("derivation", "margin")
    qtbot.waitUntil(lab.pane.way_out.isVisible, timeout=20_000)
    assert "No weights get every example right" in said(lab.pane.canvas)
    QTest.mouseClick(lab.pane.way_out, LEFT)
    qtbot.waitUntil(lambda: "γ* = 1/min" in said(lab.pane.canvas), timeout=20_000)


def test_that_pointing_at_slackness_points_at_the_example_in_the_plane_and_back(lab, hand, qtbot):
    canvas = lab.pane.canvas
    lab.pane.choose("show", "picture")
    qtbot.waitUntil(lambda: bool(canvas.picture.panels[0].named("examples")))
    chart = canvas.picture.panels[0]
    where = {
        int(id): place
        for marks in chart.named("examples")[0].items
        for id, place in zip(marks.ids, chart.to_page(marks.places), strict=True)
    }
    alone = (
        id
        for id, at in where.items()
        if sum(np.hypot(*(at - other)) < 12 for other in where.values()) == 1
    )
    id = next(alone)
    move(canvas, where[id])
    assert lab.session.pointing.pointed == id
    (ring,) = lab.plane.panel.named("pointed")
    assert ring.places[0].tolist() == lab.session.points.x[lab.session.points.index(id)].tolist()
    qtbot.waitUntil(lambda: bool(canvas.picture.panels[0].named("pointed")))
    lab.pane.choose("show", "lines")
    other = int(lab.session.points.ids[5])
    hand.move(hand.point(other), button=NONE)
    position = list(lab.session.run.trace.problem(0).ids).index(other) + 1
    qtbot.waitUntil(lambda: f"#{position}:" in said(canvas))


def test_that_a_line_about_an_example_points_at_it_and_a_symbol_is_lit(lab, qtbot):
    canvas = lab.pane.canvas
    lab.pane.choose("show", "lines")
    qtbot.waitUntil(lambda: len(canvas.picture.panels) == 1)
    panel = canvas.picture.panels[-1]
    band = next(item for item in panel.items if getattr(item, "ids", ()))
    move(canvas, panel.to_page([band.rings[0].mean(axis=0)])[0])
    assert lab.session.pointing.pointed == band.ids[0][0]
    box = next(each for each in panel.symbols if each.symbol == "w")
    move(canvas, panel.to_page([((box.left + box.right) / 2, (box.top + box.bottom) / 2)])[0])
    assert lab.session.pointing.symbol == "w"
    qtbot.waitUntil(lambda: bool(canvas.picture.panels[-1].named("pointed symbol")))


def test_that_stepping_changes_the_values_and_keeps_what_was_computed(lab, qtbot):
    canvas = lab.pane.canvas
    before, found = said(canvas), canvas.found.value
    QTest.keyClick(lab.plane, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: said(canvas) != before)
    assert lab.session.t == 10 and canvas.found.value is found
