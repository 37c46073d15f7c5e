"""The right column of Simple: this step with its listing, and what is wrong."""

import re
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from linlab import Points
from linlab.engine.document.look import FULL, SIMPLE
from linlab.engine.learner.learner import Learner

LEFT = Qt.MouseButton.LeftButton


def labels(picture):
    return [
        item.text
        for panel in picture.panels
        for item in panel.items
        if type(item).__name__ == "Label"
    ]


def wrong_by_hand(session):
    """Examples whose answer is another class than their own, from w and b alone."""
    weights, bias = session.run.moment.model.parts()
    scores = session.points.x @ np.ravel(weights) + np.ravel(bias)[0]
    return int(((scores > 0).astype(int) != session.points.label).sum())


def test_that_a_step_has_its_sentence_and_its_listing(simple, qtbot):
    simple.session.go(1)
    card, listing = simple.right.step, simple.right.listing
    qtbot.waitUntil(lambda: "repeat" in "".join(labels(listing.picture)))
    assert card.isVisible() and listing.isVisible()
    assert listing.mapTo(card, listing.rect().topLeft()).y() > card.text.height()
    assert simple.session.run.step is not None and card.text.text()
    assert not card.formula.isVisible() and not card.sums.isVisible()
    simple.modes.choose(FULL)
    assert not listing.isVisible() and card.sums.isVisible() and card.formula.isVisible()


def test_that_sentence_and_listing_describe_one_step_while_it_plays(simple, qtbot):
    seen = []
    card, listing = simple.right.step, simple.right.listing

    def look():
        said = re.search(r"#(\d+)", card.text.text())
        listed = re.search(r"^#(\d+)$", "\n".join(labels(listing.picture)), re.MULTILINE)
        if said and listed:
            seen.append((said[1], listed[1]))

    simple.session.read.connect(look)  # after the card and the listing
    simple.player.play()
    qtbot.waitUntil(lambda: len(seen) >= 5, timeout=30_000)
    simple.player.pause()
    assert len(set(seen)) > 1 and all(said == listed for said, listed in seen)


def test_that_simple_shows_old_and_new_weights_where_there_is_room(simple, qtbot):
    simple.resize(1280, 800)
    simple.session.go(1)
    simple.session.read.emit()
    w = simple.session.run.moment.model.parts()[0].ravel()
    assert "→" in simple.right.step.text.text()
    assert all(f"{abs(each):.3g}"[:4] in simple.right.step.text.text() for each in w)


def test_that_wrong_now_counts_what_the_weights_get_wrong(simple, qtbot):
    session = simple.session
    rng = np.random.default_rng(5)
    x = rng.normal(size=(40, 2))
    points = Points.of(x, (x[:, 0] + rng.normal(scale=0.8, size=40) > 0).astype(int))
    session.edit("points", session.with_points(points))
    for t in (1, 7, 30):
        session.go(t)
        qtbot.waitUntil(lambda: session.run.measured_moment.t == session.t)
        session.read.emit()
        assert simple.right.wrong.now.text() == f"{wrong_by_hand(session)} of 40"


def test_that_new_points_are_those_of_the_data_set_or_else_kept_ones_or_none(simple, qtbot):
    session, shown = simple.session, simple.right.wrong.fresh
    session.go(20)
    qtbot.waitUntil(lambda: shown.text().endswith("%"))
    assert float(shown.text().split()[0]) == pytest.approx(
        100 * session.run.risk.value[0], abs=0.06
    )
    x = np.random.default_rng(1).normal(size=(60, 2))
    points = Points.of(x, (x[:, 0] > 0).astype(int))
    session.edit("points of one's own", replace(session.settled, points=points, source=None))
    session.go(3)
    qtbot.waitUntil(lambda: shown.text() == "–")
    assert "split" in shown.toolTip()
    session.edit("split", replace(session.settled, shares=(60.0, 0.0, 40.0)))
    qtbot.waitUntil(lambda: shown.text().endswith("%"))
    assert "test points" in shown.toolTip()


def test_that_a_click_into_the_curve_goes_there(simple, qtbot):
    session, plot = simple.session, simple.right.wrong.plot
    session.go(40)
    qtbot.waitUntil(lambda: len(plot.data("train_error")[0]) > 3)
    QTest.mouseClick(plot.viewport(), LEFT, pos=plot.point(10).toPoint())
    assert session.t == 10


def _cut_off(*panels):
    """The words that are wider than their labels."""
    return [
        words.text()
        for panel in panels
        for words in panel.findChildren(QLabel)
        if words.isVisible() and words.text() and not words.wordWrap()
        if words.width() < words.sizeHint().width() - 1
    ]


@pytest.mark.parametrize("size", [(1024, 700), (1280, 800), (1440, 900), (1920, 1080)])
@pytest.mark.parametrize(
    "learner",
    [
        Learner("perceptron"),
        Learner.of("svm", space="rbf"),
        Learner("logistic"),
        Learner("mira"),
        Learner("naive-bayes"),
    ],
    ids=lambda learner: learner.model,
)
def test_that_nothing_is_cut_off_or_has_to_be_scrolled(simple, qtbot, size, learner):
    session = simple.session
    session.edit("model", session.with_learner(learner))
    simple.resize(size[0], size[1] - 30)  # a title bar takes some of it
    session.go(5)
    right, left = simple.right, simple.left
    qtbot.waitUntil(lambda: bool(labels(right.listing.picture)))
    qtbot.waitUntil(lambda: right.step.value.text() == "STEP 5")  # words follow a moment later
    qtbot.waitUntil(lambda: not _cut_off(left, right, simple.transport), timeout=10_000)
    assert right.area.verticalScrollBar().maximum() == 0
    assert left.verticalScrollBar().maximum() == 0


def _top_and_height(widget, column):
    return widget.mapTo(column, QPoint(0, 0)).y(), widget.height()


def test_that_the_cards_keep_their_places_from_step_to_step_and_model_to_model(simple, qtbot, hand):
    simple.resize(1280, 770)
    session, right = simple.session, simple.right
    places = set()
    said = set()
    for learner in (
        Learner("perceptron"),
        Learner.of("perceptron", space="rbf"),
        Learner("mira"),
        Learner("logistic"),
        Learner("naive-bayes"),
    ):
        session.edit("model", session.with_learner(learner))
        session.go(0)
        listing = set()
        for t in range(6):
            if t:
                hand.key(Qt.Key.Key_Right)
            if t == 5:  # the end of the run has more to say
                session.go(400)
                qtbot.waitUntil(lambda: not session.replay.catching_up)
            qtbot.waitUntil(lambda: right.step.value.text().endswith(str(session.t or "")))
            qtbot.waitUntil(lambda: right.meaning.meaning.t == session.t)
            qtbot.wait(20)  # until it is laid out
            places.update(_top_and_height(each, right) for each in (right.wrong, right.meaning))
            listing.add(_top_and_height(right.listing, right))
            said.add(right.step.text.text().count("\n") + len(right.step.text.text()) // 40)
            assert right.step.scrolled.verticalScrollBar().maximum() == 0
        assert len(listing) == 1
    assert len(places) == 2  # one for each card
    assert len(said) > 2  # though some steps have more to say


def test_that_the_learning_rate_is_spoken_of_only_where_it_can_be_set(simple, qtbot):
    session, meaning = simple.session, simple.right.meaning.meaning

    def keys(mode, **settings):
        simple.modes.choose(mode)
        simple.right.meaning.open_in_full(True)
        session.edit("model", session.with_learner(Learner.of("perceptron", alpha=0.5, **settings)))
        session.go(3)
        qtbot.waitUntil(lambda: meaning.t == 3 and not session.replay.catching_up)
        return [finding.key for finding in meaning.findings]

    assert "rate only scales" in keys(SIMPLE)
    assert "rate only scales" not in keys(SIMPLE, space="rbf")  # its dial is γ
    assert "rate only scales" in keys(FULL, space="rbf")
