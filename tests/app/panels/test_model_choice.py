"""Teams chosen in the list of models have something to do at once, as one step of undo."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from linlab import Document, Learner

LEFT = Qt.MouseButton.LeftButton


def models(window):
    return [learner.model for learner in window.session.document.learners]


def pick(window, key):
    card = window.left.model
    QTest.mouseClick(card.line, LEFT)
    QTest.mouseClick(card.rows[key], LEFT)


@pytest.mark.parametrize(
    ("team", "expected"),
    [
        ("bagging", ["svm", "bagging"]),
        ("adaboost", ["svm", "adaboost"]),
        ("vote", ["svm", "perceptron", "logistic", "vote"]),
        ("stacking", ["svm", "gaussian-naive-bayes", "stacking"]),
    ],
)
def test_that_a_team_picked_alone_is_made_of_the_model_that_was_there(
    window, qtbot, team, expected
):
    session, said = window.session, []
    session.said.connect(said.append)
    points = session.settled.points
    session.open(Document(points, (Learner.of("svm", lam=0.3),), seed=3))
    before = session.settled
    pick(window, team)
    assert models(window) == expected and session.learner.model == team
    assert session.document.learners[0]["lam"] == 0.3
    assert session.run.trouble == "" and "SVM" in said[-1] and "Ctrl+Z" in said[-1]
    rows = [row.text() for row in window.left.model.team.rows if row.isVisible()]
    assert len(rows) == len(expected)  # all of them are in the list
    window.player.step(3)
    qtbot.waitUntil(lambda: session.t == 3)
    session.undo()
    assert session.settled == before and session.learner.model == "svm"
    assert not session.undo_stack.undo_name


def test_that_the_key_for_the_next_model_walks_through_teams_and_leaves_nothing_behind(
    window, hand
):
    window.left.model.choose_model("centroid")
    walked = []
    for _ in range(5):
        hand.key(Qt.Key.Key_M)
        walked.append((window.session.learner.model, len(models(window))))
    assert walked == [
        ("vote", 4),
        ("bagging", 2),
        ("adaboost", 3),  # it cannot give the examples of a mean weights
        ("stacking", 3),
        ("squared-hinge", 1),
    ]
    hand.key(Qt.Key.Key_M, Qt.KeyboardModifier.ShiftModifier)
    assert window.session.learner.model == "stacking" and not window.session.run.trouble


def test_that_a_team_that_was_worked_on_stays_when_another_model_is_chosen(window):
    window.left.model.choose_model("bagging")
    session = window.session
    session.edit("fewer", session.with_learner(session.learner.replace(members=3)))
    window.left.model.choose_model("svm")
    assert models(window) == ["perceptron", "svm"]


def test_that_a_vote_added_from_the_menu_has_voters(window):
    QTest.mouseClick(window.left.model.team.add, LEFT)
    menu = next(
        each
        for each in QApplication.topLevelWidgets()
        if isinstance(each, QMenu) and each.objectName() == "add-menu"
    )
    action = next(each for each in menu.actions() if each.objectName() == "add-vote")
    QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(action).center())
    assert models(window) == ["perceptron", "logistic", "gaussian-naive-bayes", "vote"]
    assert window.session.learner.model == "vote"
    window.session.undo()
    assert models(window) == ["perceptron"]
