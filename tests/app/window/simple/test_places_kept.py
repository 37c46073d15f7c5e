"""In Simple nothing moves from step to step, however much a step or its meaning has to say."""

import pytest
from PySide6.QtCore import QPoint

from linlab.engine.document.document import Document, Source
from linlab.engine.learner.learner import Learner

DATA = {
    "two classes": Source("overlapping-blobs", 3),
    "four classes": Source("blobs", 1, (("classes", 4.0),)),
}


def _place(widget, column):
    return widget.mapTo(column, QPoint(0, 0)).y(), widget.height()


def places(window, qtbot, steps):
    """Where the listing and the cards below it are at each of these steps."""
    session, right = window.session, window.right
    for t in steps:
        session.go(t)
        qtbot.waitUntil(lambda: not session.replay.catching_up)
        qtbot.waitUntil(lambda: right.step.value.text().endswith(str(session.t or "")))
        qtbot.waitUntil(lambda: right.meaning.meaning.t == session.t)
        qtbot.wait(20)  # until it is laid out
        yield tuple(_place(each, right) for each in (right.listing, right.wrong, right.meaning))


@pytest.mark.parametrize("size", [(1024, 700), (1280, 770)])
@pytest.mark.parametrize("data", list(DATA))
def test_that_the_listing_and_the_cards_keep_their_places(simple, qtbot, size, data):
    simple.resize(*size)
    session, right = simple.session, simple.right
    for learner in (
        Learner("perceptron"),
        Learner.of("perceptron", space="rbf"),
        Learner("mira"),
        Learner("logistic"),
        Learner("naive-bayes"),
    ):
        session.open(Document(DATA[data].draw(), (learner,), source=DATA[data]))
        found = set(places(simple, qtbot, (0, 1, 2, 3, 8, 121, 400)))
        assert len(found) == 1, learner
        assert right.area.verticalScrollBar().maximum() == 0


def test_that_the_cards_keep_their_places_while_their_meaning_has_three_lines(simple, qtbot):
    """At the end of its run a perceptron on separable points says more than before."""
    simple.resize(1024, 700)
    right = simple.right
    before = set(places(simple, qtbot, (1, 5, 60)))
    after = set(places(simple, qtbot, (400,)))
    sentence = right.meaning.sentences[0]
    line = sentence.fontMetrics().height()
    assert sentence.isVisible() and sentence.height() >= 2.5 * line
    assert before == after and len(after) == 1
    assert right.meaning.scrolled.verticalScrollBar().maximum() == 0
