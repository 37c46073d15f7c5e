"""Models made of models, hidden labels, comparison and tuning on texts, from the window: each works,
or says why not and what helps."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from linlab import Document, Learner, LinlabError, Trace
from linlab.engine.data.hiding import hide
from linlab.engine.data.texts.tables import text_points
from linlab.engine.train.teams.gathering import another, team_of
from linlab.engine.views.figure import Figure
from linlab.engine.views.views import VIEWS, completed, draw

TEXTS = [
    (f"{word} {thing}", label)
    for label, words in (("yes", ("good", "great", "fine")), ("no", ("bad", "dull", "slow")))
    for word in words
    for thing in ("film", "soup", "book", "game")
]
WORDS = {"space": "words"}
FIRST = {
    "logistic": Learner.of("logistic", **WORDS),
    "bayes": Learner.of("multinomial-naive-bayes"),
    "centroid": Learner.of("centroid", **WORDS),
    "voted": Learner.of("voted-perceptron", **WORDS),
}
TEAMS = ("vote", "bagging", "stacking", "adaboost")


def points():
    return text_points([text for text, _ in TEXTS], [label for _, label in TEXTS])


@pytest.mark.parametrize("team", TEAMS)
@pytest.mark.parametrize("first", FIRST)
def test_that_a_team_of_texts_has_members_that_read_texts(first, team):
    chosen, focus = team_of((FIRST[first],), 0, Learner.of(team))
    document = Document(points(), (FIRST[first],)).with_models(chosen)
    members = [each for each in document.learners if not each.recipe.of_others]
    assert all(each.reads_texts for each in members)
    model = Trace(document, focus).model(30)
    assert np.isfinite(model.scores(model.inputs(document.points))).all()


def test_that_a_model_added_beside_one_of_texts_reads_texts():
    learners = (FIRST["logistic"],)
    for _ in range(4):
        learners = (*learners, another(learners, 0))
    assert all(each.reads_texts for each in learners)


def test_that_a_stack_of_a_model_of_texts_and_one_of_places_is_refused_in_a_sentence():
    learners = (FIRST["logistic"], Learner.of("perceptron"), Learner.of("stacking"))
    with pytest.raises(LinlabError, match="two models that read the same"):
        Trace(Document(points(), learners), 2)


@pytest.mark.parametrize("team", TEAMS)
def test_that_a_team_chosen_in_the_window_learns_from_texts_and_lists_them(window, qtbot, team):
    session = window.session
    session.open(Document(points(), (FIRST["logistic"],)))
    window.left.model.choose_model(team)
    qtbot.waitUntil(lambda: session.learner.model == team)
    window.player.step(20)
    qtbot.waitUntil(lambda: session.t == 20)
    assert session.run.trouble == ""
    window.right.views.show_view("examples")
    pane = window.right.views.pane
    qtbot.waitUntil(lambda: pane.texts.isVisible() and pane.texts.rows.rowCount() == len(TEXTS))
    pane.grab()


def test_that_hidden_labels_of_texts_are_guessed_from_the_window(window, qtbot):
    session = window.session
    several = [" ".join([text, *[text.split()[0]] * 5]) for text, _ in TEXTS]  # a clear case
    sure = text_points(several, [label for _, label in TEXTS])
    hidden = hide(sure, 40, np.random.default_rng(1))
    session.open(Document(hidden, (FIRST["bayes"],)))
    many = int((hidden.label < 0).sum())
    assert many > 5 and window.left.data.use.isVisible()
    QTest.mouseClick(window.left.data.use, Qt.MouseButton.LeftButton)
    button = window.findChild(QPushButton, "guessing-guess")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: session.points.guessed.any())
    assert 0 < session.points.guessed.sum() <= many
    assert session.points.texts == hidden.texts
    session.undo()
    assert not session.points.guessed.any()


@pytest.mark.parametrize("view", ["better", "sweep", "models", "errors"])
def test_that_models_of_texts_are_compared_and_tuned_or_refused_with_a_way_out(window, view):
    session = window.session
    learners = (FIRST["logistic"], FIRST["bayes"])
    session.open(Document(points(), learners, shares=(60.0, 20.0, 20.0)))
    window.player.step(10)
    refusal = VIEWS[view].refusal(session.snapshot)
    if refusal is not None:
        assert refusal.way_out is not None and refusal.sentence.endswith(".")
        return
    figure = Figure(view=view, width=420, height=420)
    assert draw(figure, completed(figure, session.snapshot)).panels
