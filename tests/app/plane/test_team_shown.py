"""A vote in the window: what its members dispute is hatched, the cursor says who votes what, and it
follows the hand."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from linlab.app.panels.form import Form
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner
from linlab.engine.train.trace import Trace
from tests.app.hand import Hand

LEARNERS = (Learner.of("vote", how="majority"), Learner.of("perceptron"), Learner.of("naive-bayes"))


@pytest.fixture
def voting(window, qtbot):
    session = window.session
    session.open(Document(session.points, LEARNERS, source=session.document.source))
    window.plane.fit()
    session.go(12)
    qtbot.waitUntil(lambda: session.t == 12)
    return session


def test_that_disputes_are_hatched_and_the_cursor_says_who_votes_what(window, voting, qtbot):
    plane, hand, told = window.plane, Hand(window), []
    plane.hovered.connect(told.append)
    plane.viewport().repaint()
    qtbot.waitUntil(lambda: bool(plane.panel.named("disputed")))
    model = voting.run.model
    said = model.member_answers(voting.points.x)
    a, b = (voting.run.model.team[k][0] for k in (0, 1))
    for place, (one, other) in list(zip(voting.points.x.tolist(), said.T.tolist(), strict=True))[
        :12
    ]:
        hand.move(tuple(place))
        classes = model.examples.classes
        assert f"({a}: {classes[one]} · {b}: {classes[other]})" in told[-1]
        assert ("undecided" in told[-1]) == (one != other)


def test_that_a_vote_follows_a_dragged_point_and_undo_takes_it_back(window, voting, qtbot):
    session, hand = voting, Hand(window)
    hand.key(Qt.Key.Key_V)
    before = session.document
    start = np.array(hand.point(3))
    hand.drag(tuple(start), tuple(start + 0.3), tuple(start + 0.6))
    qtbot.waitUntil(lambda: session.t == 12)
    assert session.document != before
    places = session.points.x
    wanted = Trace(session.document, 0).model(12).scores(places)
    assert np.array_equal(session.run.model.scores(places), wanted, equal_nan=True)
    session.undo()
    assert session.document == before


def test_that_a_vote_with_nobody_to_ask_says_so_and_breaks_nothing(window, qtbot):
    session = window.session
    session.edit("vote", session.with_learner(Learner.of("vote")))
    window.plane.viewport().repaint()
    assert "add some" in session.run.trouble and "add some" in window.plane.hint.text()
    session.go(5)
    assert session.t == 0 and session.run.model is None
    session.undo()
    assert not session.run.trouble


def test_that_the_weights_of_a_vote_are_typed(window, voting, qtbot):
    session = voting
    session.edit("weighted", session.with_learner(Learner.of("vote", how="weighted", voices="1 1")))
    row = window.findChild(Form).controls["voices"]
    assert row.isVisible() and row.box.text() == "1 1"
    row.box.setFocus()
    row.box.selectAll()
    QTest.keyClicks(row.box, "1 2.5")
    QTest.keyClick(row.box, Qt.Key.Key_Return)
    assert session.learner["voices"] == "1 2.5" and session.run.model.member_weights.tolist() == [
        1.0,
        2.5,
    ]
    row.box.selectAll()
    QTest.keyClicks(row.box, "1 -3")
    QTest.keyClick(row.box, Qt.Key.Key_Return)
    assert session.learner["voices"] == "1 2.5"
    session.undo()
    assert session.learner["voices"] == "1 1"


def test_that_the_members_of_a_bag_are_thin_lines(window, qtbot):
    session = window.session
    learners = (Learner.of("bagging", members=4), Learner.of("perceptron"))
    session.open(Document(session.points, learners, source=session.document.source))
    session.go(30)
    qtbot.waitUntil(lambda: session.t == 30)
    window.plane.viewport().repaint()
    qtbot.waitUntil(lambda: len(window.plane.panel.named("members")) == 4)
    thin, thick = (
        window.plane.panel.named("members")[0].pen,
        window.plane.panel.named("boundary")[0].pen,
    )
    assert thin.width < thick.width / 2
