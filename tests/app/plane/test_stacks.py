"""Points on one place, in the window: which of them a click means, and what is said of them."""

import numpy as np
import pytest

from linlab import Document, Learner, Points
from linlab.engine.document.document import Source

PLACES = [(0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (2.0, 1.0), (-2.0, -1.0)]


@pytest.fixture
def stacked(window):
    window.session.open(
        Document(Points.of(PLACES, ["A", "B", "B", "A", "B"]), (Learner.of("perceptron"),))
    )
    window.plane.fit()
    window.plane.grab()
    return window


def drawn(plane, id):
    """Where a point stands in the plane."""
    return tuple(plane.scene_now().places[plane.session.points.index(id)].tolist())


def test_that_a_click_means_the_class_that_is_under_it(stacked):
    plane = stacked.plane
    a, b = drawn(plane, 0), drawn(plane, 1)
    assert a[0] < 0 < b[0]
    for id, place in ((0, a), (1, b)):
        assert plane.hand.hit(*place) == id


def test_that_hovering_says_how_many_lie_there_and_of_which_class(stacked, hand):
    said = []
    stacked.plane.hovered.connect(said.append)
    hand.move(drawn(stacked.plane, 1))
    assert "3 points here: 1 A, 2 B" in said[-1]
    hand.move((2.0, 1.0))
    assert "here" not in said[-1]


def test_that_a_stack_is_taken_apart_point_by_point_and_its_number_falls(stacked, hand):
    plane, session = stacked.plane, stacked.session

    def numbers():
        plane.grab()
        return [label.text for group in plane.panel.named("stacks") for label in group.items]

    assert numbers() == ["×2"]
    at = drawn(plane, 1)
    hand.drag(at, (at[0] + 0.5, 0.7), (at[0] + 0.6, 0.8))
    assert numbers() == []
    assert sorted(map(tuple, session.points.x[:3].tolist()))[:2] == [(0.0, 0.0), (0.0, 0.0)]
    session.undo()
    assert numbers() == ["×2"]


def test_that_it_is_said_how_many_are_selected(stacked, hand):
    stacked.bar.take_tool("move") if hasattr(stacked.bar, "take_tool") else hand.key(86)  # V
    said = []
    stacked.plane.hovered.connect(said.append)
    hand.drag((-0.8, -0.8), (0.5, 0.5), (0.8, 0.8))
    hand.move((1.0, 0.2))
    assert stacked.session.pointing.selection == {0, 1, 2} and "3 selected" in said[-1]


def test_that_every_point_of_the_reviews_is_seen(window):
    source = Source("sentiment")
    window.session.open(Document(source.draw(), (Learner.of("logistic"),), source=source))
    window.plane.fit()
    panel, points = window.plane.panel, window.session.points
    counts = {
        tuple(np.round(label.place, 9)): int(label.text[1:])
        for label in panel.named("stacks")[0].items
    }
    marks = {
        tuple(place)
        for mark in panel.named("points")[0].items
        for place in np.round(mark.places, 9).tolist()
    }
    assert sum(counts.get(place, 1) for place in marks) == len(points) == 40
