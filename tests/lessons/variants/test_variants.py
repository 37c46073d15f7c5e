"""The same question with other points, judged by loops that are written here."""

import numpy as np
import pytest

from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.document.first import first_document
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.lessons.checking import played
from linlab.lessons.questions import answer_of
from linlab.lessons.shown import shown_steps
from linlab.lessons.variants.numbers_in_words import numbers_in
from linlab.lessons.variants.own_page import lesson_of_pages
from linlab.lessons.variants.redrawing import moved, redrawn
from linlab.lessons.variants.variant import Unfit, variant

from .a_lesson import PAGES, small_lesson

SEEDS = range(6)


@pytest.fixture(scope="module")
def lesson(tmp_path_factory):
    return small_lesson(tmp_path_factory.mktemp("lesson"))


def textbook(points: Points):
    """A perceptron that goes through the examples in turn: w, b and whether it erred, before each
    step and after the last."""
    w, b = np.zeros(2), 0.0
    y = np.where(points.label == 1, 1.0, -1.0)
    history = []
    right_in_a_row = 0
    t = 0
    while right_in_a_row < len(points) and t < 5000:
        i = t % len(points)
        mistake = y[i] * (w @ points.x[i] + b) <= 0
        history.append((w.copy(), b, mistake))
        right_in_a_row = 0 if mistake else right_in_a_row + 1
        if mistake:
            w = w + y[i] * points.x[i]
            b = b + y[i]
        t += 1
    return history, w, b


@pytest.mark.parametrize("seed", SEEDS)
def test_that_a_margin_with_other_points_is_that_of_the_textbook_loop(lesson, seed):
    found = variant(lesson, PAGES["margin"], seed)
    points = found.shown.document.points
    w, b, mistake = textbook(points)[0][4]
    x = points.x[4]
    y = 1.0 if points.label[4] == 1 else -1.0
    assert mistake
    assert found.answer.value == pytest.approx(y * ((w + y * x) @ x + b + y))
    assert (points.x == points.x.round()).all(), "whole numbers stay whole numbers"


@pytest.mark.parametrize("seed", SEEDS)
def test_that_mistakes_with_other_points_are_counted_by_the_engine_as_by_hand(lesson, seed):
    old = shown_steps(lesson, 2)[1]
    before = sum(mistake for *_, mistake in textbook(old.document.points)[0])
    found = variant(lesson, PAGES["mistakes"], seed)
    many = sum(mistake for *_, mistake in textbook(found.shown.document.points)[0])
    assert found.answer.value == many != before
    assert abs(many - before) <= max(1, before / 4), "about as many, so that it is as hard"


@pytest.mark.parametrize("seed", SEEDS)
def test_that_the_rate_of_mira_with_other_points_is_the_loss_by_the_squared_length(lesson, seed):
    found = variant(lesson, PAGES["mira"], seed)
    x = found.shown.document.points.x[0]
    assert found.answer.value == pytest.approx(1 / (x @ x + 1), rel=1e-9)


def test_that_a_choice_keeps_its_right_answer_because_its_reason_explains_that(lesson):
    for seed in SEEDS:
        found = variant(lesson, PAGES["which way"], seed)
        assert found.answer.value == 0
        assert found.shown.document.points != shown_steps(lesson, 3)[2].document.points


def test_that_a_count_in_its_words_is_true_with_other_points(lesson):
    for seed in SEEDS:
        points = variant(lesson, PAGES["count"], seed).shown.document.points
        w, b, _ = textbook(points)[0][4]
        y = np.where(points.label == 1, 1.0, -1.0)
        assert (y * (points.x @ w + b) <= 0).sum() == 3, "its words say three"


def test_that_the_same_seed_gives_the_same_page_and_another_seed_another(lesson):
    one, again, other = (variant(lesson, PAGES["margin"], seed) for seed in (4, 4, 5))
    assert one.shown.document == again.shown.document
    assert one.answer.value == again.answer.value
    assert one.shown.document.points != other.shown.document.points


@pytest.mark.parametrize(
    ("page", "because"),
    [
        ("number", "the number 17"),
        ("example", "name an example"),
        ("words", "no question that can be asked again"),
        ("origin", "same, or harder"),
    ],
)
def test_that_a_page_whose_words_or_answer_would_be_wrong_is_refused(lesson, page, because):
    with pytest.raises(Unfit, match=because):
        variant(lesson, PAGES[page], 0)


def test_that_pages_with_other_points_make_a_lesson_that_passes_its_check(lesson):
    found = [variant(lesson, PAGES[name], 1) for name in ("mira", "margin", "mistakes")]
    made = lesson_of_pages("Again", "", [each.shown for each in found])
    assert played(made).faults == ()
    for each, shown in zip(found, shown_steps(made), strict=True):
        assert shown.document == each.shown.document
        assert (shown.look, shown.end) == (each.shown.look, each.shown.end)
        assert answer_of(shown.question, shown.here).value == each.answer.value


def test_that_numbers_are_found_in_digits_and_words_but_not_in_facts_and_powers():
    text = (
        "In lesson 3 there were forty points, {{mistakes + 7}} mistakes and $x_1^2 + 2.5$; one fell"
    )
    assert numbers_in(text) == {40.0, 2.5}
    assert numbers_in(text, small=True) == {40.0, 2.5, 1.0}


def test_that_points_set_by_hand_stay_on_their_grid_apart_and_in_their_classes():
    x = np.array([(0.5, 1.0), (2.0, -1.5), (-1.0, 3.5), (4.0, 0.0)])
    points = Points.of(x, ["A", "B", "A", "B"])
    for seed in range(30):
        other = moved(points, seed, turned=True)
        assert np.allclose(other.x * 2, np.round(other.x * 2))
        assert len(np.unique(other.x, axis=0)) == len(x)
        assert sorted(other.label) == sorted(points.label)
        lengths = np.sort(np.abs(other.x).max(axis=1)) - np.sort(np.abs(x).max(axis=1))
        assert np.abs(lengths).max() <= 0.5 + 1e-9, "each moved by half a unit at most"


def test_that_points_which_change_while_training_or_come_from_texts_are_not_moved():
    first = first_document()
    with pytest.raises(LinlabError, match="change while it trains"):
        redrawn(first.with_pick(3, int(first.points.ids[0])), 1)
    texts = Points.of([(0, 1), (1, 0)], ["A", "B"], texts=["bad", "good"])
    with pytest.raises(LinlabError, match="texts"):
        redrawn(Document(texts, (Learner.of("perceptron"),)), 1)
