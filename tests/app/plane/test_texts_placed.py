"""Texts in the plane: they stand where their words put them, and stay there."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from linlab import Document, Learner
from linlab.app.plane.gestures.tool import PLACED
from linlab.engine.data.texts.tables import text_points
from linlab.engine.picture.layers import LAYERS
from linlab.engine.picture.showing.choice import names

TEXTS = (
    ("a good film", "yes"),
    ("bad and slow", "no"),
    ("great fun", "yes"),
    ("a boring plot", "no"),
    ("rain and wind", "weather"),
    ("bake a cake", "cooking"),
)
WORDS = {"space": "words"}
TEAMS = {
    "logistic": [("logistic", WORDS)],
    "svm": [("svm", WORDS)],
    "averaged-perceptron": [("averaged-perceptron", WORDS)],
    "voted-perceptron": [("voted-perceptron", WORDS)],
    "multinomial-naive-bayes": [("multinomial-naive-bayes", {})],
    "centroid": [("centroid", WORDS)],
    "bagging": [("bagging", {}), ("logistic", WORDS)],
    "two": [("logistic", WORDS), ("perceptron", {})],
}


def show(window, models, classes=2):
    some = [each for each in TEXTS if classes > 2 or each[1] in ("yes", "no")] * 4
    points = text_points([text for text, _ in some], [name for _, name in some])
    learners = tuple(Learner.of(key, **settings) for key, settings in models)
    window.session.edit("texts", Document(points, learners))
    window.plane.fit()
    return window.session


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("name", TEAMS)
def test_that_every_layer_can_be_on(window, hand, name, classes):
    session = show(window, TEAMS[name], classes)
    window.plane.show_layers([*names(), "legend", "axes"])
    for how in ("one", "side"):
        window.plane.arrange(how)
        for _ in range(3):
            window.player.step(1)
            assert window.plane.picture.panels
            hand.move(session.snapshot.placed.x[0], button=Qt.MouseButton.NoButton)


def test_that_the_axes_say_what_places_the_texts(window):
    show(window, TEAMS["logistic"])
    window.player.step(20)
    panel = window.plane.panel
    assert (panel.across.title, panel.up.title) == ("words for yes", "words against yes")


def test_that_texts_stay_in_sight_as_weights_grow(window):
    session = show(window, TEAMS["svm"])
    for _ in range(4):
        window.player.step(15)
        assert window.plane.sight.shows(session.snapshot.placed.x)


def test_that_a_chosen_region_stays(window):
    show(window, TEAMS["logistic"])
    window.plane.sight.zoom(0.1)
    before = window.plane.sight.wanted
    window.player.step(30)
    assert window.plane.sight.wanted == before


@pytest.mark.parametrize("tool", ["add", "move", "brush"])
def test_that_no_text_is_moved_or_added_by_hand(window, hand, tool, monkeypatch):
    session = show(window, TEAMS["logistic"])
    window.player.step(20)
    window.editing.take_tool(tool)
    before, said = session.points, []
    monkeypatch.setattr(session, "note", said.append)
    place = session.snapshot.placed.x[0]
    hand.press(place)
    hand.move((place[0] + 0.3 * (window.plane.view.right - place[0]), place[1]))
    hand.release(place)
    assert session.points == before and PLACED in said


def test_that_arrow_keys_move_no_text(window):
    session = show(window, TEAMS["logistic"])
    session.pointing.select(frozenset({int(session.points.ids[0])}))
    before = session.points
    window.editing.nudge(0, 1)
    assert session.points == before


def test_that_texts_are_selected_and_erased_where_they_stand(window, hand):
    session = show(window, TEAMS["logistic"])
    window.player.step(30)
    window.editing.take_tool("erase")
    many = len(session.points)
    place = session.snapshot.placed.x[0]
    hand.press(place)
    hand.release(place)
    assert len(session.points) < many


def test_that_the_mouse_reads_a_text_with_its_margin(window):
    session = show(window, TEAMS["logistic"])
    window.player.step(30)
    words = window.plane.hand.describe(*session.snapshot.placed.x[0])
    assert "margin" in words and "“a good film”" in words


def test_that_the_arrow_of_w_is_refused_with_the_reason():
    why = LAYERS["weights"].refuses(Learner.of("logistic", space="words"), 2)
    assert "each word" in why


@pytest.mark.parametrize("name", ["bagging", "voted-perceptron"])
def test_that_texts_of_a_vote_are_not_moved_by_hand(window, hand, name):
    session = show(window, TEAMS[name])
    window.player.step(10)
    assert window.plane.panel.across.title == "votes for yes"
    window.editing.take_tool("move")
    before = session.points
    place = session.snapshot.placed.x[0]
    hand.press(place)
    hand.move((place[0] + 0.3 * (window.plane.view.right - place[0]), place[1]))
    hand.release(place)
    assert session.points == before


def test_that_what_places_texts_is_chosen_in_the_card_words_and_undone(window, hand):
    session = show(window, TEAMS["logistic"])
    window.player.step(20)
    combo = window.left.findChild(QWidget, "places").combo
    combo.showPopup()
    combo.view().setCurrentIndex(combo.model().index(combo.findData("words"), 0))
    QTest.keyClick(combo.view(), Qt.Key.Key_Return)
    box = window.left.findChild(QWidget, "axes").box
    box.setFocus()
    QTest.keyClicks(box, "good, bad")
    QTest.keyClick(box, Qt.Key.Key_Return)
    panel = window.plane.panel
    assert (panel.across.title, panel.up.title) == ("“good”", "“bad”")
    assert session.t == 20 and not panel.named("boundary")
    texts = session.points.texts
    counts = [[text.split().count(word) for word in ("good", "bad")] for text in texts]
    assert session.snapshot.placed.x.tolist() == counts
    session.undo()
    session.undo()
    assert window.plane.panel.across.title == "words for yes"
