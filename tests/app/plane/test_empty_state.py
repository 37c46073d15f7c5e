"""Why nothing can be trained is said once, in the plane, with a button that leads out."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from linlab import Document, Learner, Points, make_points
from linlab.app.plane.over.hint_button import AROUND
from linlab.engine.document.resampling import points_of
from linlab.engine.document.source import Source

LEFT = Qt.MouseButton.LeftButton
EMPTY = Points.empty(("A", "B"))
ONE = Points.of([(0, 0), (1, 1), (2, 0)], ["A", "A", "A"])
PAIR = Points.of([(0.0, 0.0), (1.0, 1.0)], ["A", "B"])


def opened(window, document):
    window.session.open(document)
    window.plane.fit()
    window.plane.viewport().repaint()
    return window.plane.hint.button


@pytest.mark.parametrize(
    ("points", "said"),
    [
        (EMPTY, "Click to add points of A, right-click for B"),
        (ONE, "Only the class “A” occurs"),
        (Points.of([(0, 0)], [None]), "right click adds a point of a new class"),
    ],
)
def test_that_the_plane_says_it_with_a_button_that_brings_points(window, qtbot, points, said):
    button = opened(window, Document(points, (Learner.of("svm"),)))
    session, hint = window.session, window.plane.hint
    before = session.settled
    assert said in hint.text() and button.isVisible() and button.text() == "Use the blobs"
    assert hint.geometry().contains(button.geometry())
    words = hint.height() - button.height() - AROUND  # the button stands below them
    assert words >= hint.sizeHint().height() - 1 or words >= hint.heightForWidth(hint.width())
    assert button.y() >= hint.y() + hint.heightForWidth(hint.width()) - 2 * AROUND
    QTest.mouseClick(button, LEFT)
    assert session.points == points_of(Source("blobs")) and session.learner.model == "svm"
    qtbot.waitUntil(lambda: not button.isVisible() and not hint.isVisible())
    session.undo()
    assert session.settled == before


def test_that_the_button_follows_the_class_in_hand_and_is_reached_by_keys(window, hand, qtbot):
    button = opened(window, Document(EMPTY, (Learner.of("svm"),)))
    hand.key(Qt.Key.Key_2)
    qtbot.waitUntil(
        lambda: "Click to add points of B, right-click for A" in window.plane.hint.text()
    )
    for _ in range(120):
        if button.hasFocus():
            break
        hand.key(Qt.Key.Key_Tab)
    assert button.hasFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert window.session.points == points_of(Source("blobs"))


@pytest.mark.parametrize(
    ("document", "title"),
    [
        (Document(PAIR, (Learner.of("svm"),), shares=(0.0, 50.0, 50.0)), "Train on all points"),
        (
            Document(make_points("blobs", n=60), (Learner.of("svm", average="best"),)),
            "Split off dev points",
        ),
        (
            Document(make_points("blobs", n=60), (Learner.of("stacking"),)),
            "Add the models it needs",
        ),
    ],
)
def test_that_other_troubles_have_a_button_of_their_own(window, qtbot, document, title):
    button = opened(window, document)
    assert window.session.run.trouble in window.plane.hint.text() != ""
    assert button.isVisible() and button.text() == title
    QTest.mouseClick(button, LEFT)
    assert not window.session.run.trouble
    window.session.undo()
    assert window.session.settled == document


def test_that_nobody_else_in_the_window_repeats_it(window, qtbot):
    opened(window, Document(ONE, (Learner.of("svm"),)))
    trouble, right = window.session.run.trouble, window.right
    qtbot.waitUntil(lambda: right.step.text.text() == "–")
    qtbot.waitUntil(lambda: right.curves.plot._message.text() == "–")
    for view in ("losses", "weights", "errors", "sweep", "models"):
        right.views.show_view(view)
        pane = right.views.pane
        qtbot.waitUntil(
            lambda pane=pane, view=view: (
                pane.view.name == view
                and [note.text for note in pane.canvas.picture.notes] == ["–"]
            )
        )
        assert not pane.way_out.isVisible()
    repeated = [
        label.objectName()
        for label in window.findChildren(QLabel)
        if label.isVisible() and (trouble in label.text() or "two classes" in label.text())
    ]
    assert repeated == ["hint"]


def test_that_far_away_points_give_way_to_others(window):
    far = Points.of(np.array([(0, 0), (1e60, 1)]), ["A", "B"])
    button = opened(window, Document(far, (Learner.of("svm"),)))
    assert button.text() == "Use the blobs"


@pytest.mark.parametrize("size", [(1024, 700), (1440, 900)])
def test_that_the_hint_covers_no_number_of_the_axes(window, qtbot, size):
    window.resize(*size)
    qtbot.wait(50)
    opened(window, Document(EMPTY, (Learner.of("svm"),)))
    frame, hint = window.plane.frame, window.plane.hint.geometry()
    assert frame.x <= hint.left() and hint.right() <= frame.x + frame.width
