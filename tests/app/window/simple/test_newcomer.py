"""What a newcomer stumbles over in Simple: each thing is said where it happens."""

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from linlab.app.panels.transport import PLAYED_AGAIN
from linlab.engine.document.first import first_document

LEFT = Qt.MouseButton.LeftButton


def of_class(session, label):
    """The id of a point of this class that stands apart from all others."""
    points = session.points
    away = np.linalg.norm(points.x[:, None] - points.x[None], axis=2)
    np.fill_diagonal(away, np.inf)
    apart = np.where(points.label == label, away.min(axis=1), -np.inf)
    return int(points.ids[int(apart.argmax())])


def nudge(place, by=0.4):
    return (place[0] + by, place[1] + by)


def test_that_a_change_says_that_the_run_was_played_again_until_it_goes_on(simple, hand, qtbot):
    session, caption = simple.session, simple.transport
    place = hand.point(of_class(session, 0))
    hand.drag(place, nudge(place))
    assert PLAYED_AGAIN not in caption.words  # at step 0 there is nothing to play again
    hand.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    for _ in range(7):
        hand.key(Qt.Key.Key_Right)
    assert PLAYED_AGAIN not in caption.words
    hand.press(place)
    hand.move(nudge(place))
    qtbot.waitUntil(lambda: PLAYED_AGAIN in caption.words)  # while it is dragged
    hand.release(nudge(place))
    assert f"step 7 · {PLAYED_AGAIN}" in caption.words
    hand.key(Qt.Key.Key_Right)
    assert PLAYED_AGAIN not in caption.words
    QTest.mouseClick(simple.left.model.boundary.shapes.buttons["curve"], LEFT)
    assert session.learner["space"] == "rbf" and f"step 8 · {PLAYED_AGAIN}" in caption.words
    hand.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert PLAYED_AGAIN not in caption.words
    QTest.mouseClick(simple.left.data.thumbnails["moons"], LEFT)  # another run, at step 0
    assert session.t == 0 and PLAYED_AGAIN not in caption.words


def test_that_a_change_that_counts_from_here_plays_nothing_again(simple, hand):
    session = simple.session
    session.go(7)
    session.continuing = True
    place = hand.point(of_class(session, 1))
    hand.drag(place, nudge(place))
    assert session.settled.timeline and PLAYED_AGAIN not in simple.transport.words


def test_that_a_click_on_a_point_of_another_class_is_announced_said_and_undone(simple, hand):
    session, status, plane = simple.session, simple.doing, simple.plane
    hand.key(Qt.Key.Key_1)  # the class A
    own, other = of_class(session, 0), of_class(session, 1)
    hand.move(hand.free(), button=Qt.MouseButton.NoButton)
    assert status.text().startswith("Click to add a point of A")
    hand.move(hand.point(own), button=Qt.MouseButton.NoButton)
    assert status.text().startswith("Drag to move this point")
    assert plane.viewport().toolTip() == ""
    hand.move(hand.point(other), button=Qt.MouseButton.NoButton)
    assert status.text().startswith("Click to put this point into A · drag to move it")
    assert plane.viewport().toolTip() == "A click puts this point into class A. Drag to move it."
    before = session.points
    hand.click(hand.point(other))
    assert session.points.label[session.points.index(other)] == 0
    banner = simple.banner
    assert banner.isVisible() and banner.text() == "This point is now in class A."
    assert banner.button.isVisible() and banner.button.text() == "Undo"
    assert banner.geometry().contains(banner.button.geometry())
    QTest.mouseClick(banner.button, LEFT)
    assert session.points == before and not banner.isVisible() and not banner.button.isVisible()


def test_that_blobs_clicked_again_are_the_first_example_and_edits_can_be_had_back(simple, hand):
    session = simple.session
    place = hand.free()
    hand.click(place)
    edited = session.points
    assert len(edited) == 61
    QTest.mouseClick(simple.left.data.thumbnails["blobs"], LEFT)
    assert session.points == first_document().points and session.document.source.seed == 7506
    banner = simple.banner
    assert banner.isVisible() and "replaced your changes" in banner.text()
    QTest.mouseClick(banner.button, LEFT)
    assert session.points == edited
    hand.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    QTest.mouseClick(simple.left.data.thumbnails["moons"], LEFT)
    assert not banner.button.isVisible()  # nothing was lost
    QTest.mouseClick(simple.left.data.thumbnails["blobs"], LEFT)
    assert session.points == first_document().points
    QApplication.sendPostedEvents()
