"""What the lessons on many classes, losses, practice and teams say in words, computed here from
their points and texts alone."""

import re
from collections import Counter
from functools import cache

import numpy as np
from sklearn.linear_model import LogisticRegression

from linlab.engine.ground.assets import asset
from linlab.lessons.facts.known import Facts
from linlab.lessons.shown import Shown, shown_steps
from linlab.lessons.written.reading import read_lesson


@cache
def step(lesson: str, title: str) -> Shown:
    folder = asset("lessons") / lesson
    return next(each for each in shown_steps(read_lesson(folder)) if each.step.title == title)


def fewest_errors(x: np.ndarray, y: np.ndarray) -> int:
    """The errors of the best of very many lines; y is a truth value."""
    fewest = len(y)
    for angle in np.linspace(0, np.pi, 720, endpoint=False):
        along = x @ [np.cos(angle), np.sin(angle)]
        cuts = np.append(np.sort(along) + 1e-6, along.min() - 1)
        wrong = ((along[:, None] > cuts) != y[:, None]).sum(axis=0)
        fewest = min(fewest, int(wrong.min()), int((len(y) - wrong).min()))
    return fewest


def test_that_no_line_cuts_out_the_middle() -> None:
    shown = step("many-classes-and-words", "Cut out the middle")
    x, y = shown.here.problem.x, shown.here.problem.y
    assert fewest_errors(x, y == 1) == 7
    assert "the best line of all still gets seven wrong" in shown.step.question.values["why"]


def test_that_two_thirds_of_the_words_are_in_one_text_only() -> None:
    shown = step("many-classes-and-words", "How few words are enough?")
    texts = [set(re.findall(r"[a-z]+(?:'[a-z]+)*", text.lower())) for text in shown.here.problem.x]
    found = Counter(word for text in texts for word in text)
    once = sum(many == 1 for many in found.values())
    assert len(texts) == 100 and 0.63 < once / len(found) < 0.70
    assert "Two thirds of the words" in shown.step.question.values["why"]


def test_that_a_degree_changes_no_error_and_a_line_is_a_million_times_likelier_than_a_coin() -> (
    None
):
    shown = step("where-losses-come-from", "Which way is better?")
    x, y = shown.here.problem.x, np.where(shown.here.problem.y == 1, 1, -1)
    wrong = []
    for degrees in (-41, -40, -39):
        w = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
        wrong.append(int(np.sum(y * (x @ w + 0.2) <= 0)))
    assert wrong == [14, 14, 14]
    best = LogisticRegression(C=1e10, tol=1e-10, max_iter=1000).fit(x, y)
    chances = best.predict_proba(x)[np.arange(len(y)), (y == 1).astype(int)]
    assert 1e6 < np.prod(chances) / 0.5 ** len(y) < 1e7
    why = step("where-losses-come-from", "The most likely line").step.question.values["why"]
    assert "millions of times as likely" in why


def test_that_no_learning_rate_copes_with_the_wrong_units() -> None:
    shown = step("in-practice", "The wrong units")
    x = np.c_[shown.here.problem.x, np.ones(60)]
    y = np.where(shown.here.problem.y == 1, 1.0, -1.0)
    orders = [np.random.default_rng((shown.document.seed, e)).permutation(60) for e in range(10)]
    for alpha in np.logspace(-6, 1, 15):
        w = np.zeros(3)
        for i in np.concatenate(orders):
            w += alpha * y[i] * x[i] / (1 + np.exp(np.clip(y[i] * (w @ x[i]), -500, 500)))
        assert np.sum(y * (x @ w) <= 0) >= 6, alpha


def test_that_every_coin_is_there_twice_and_most_test_points_have_a_twin_in_training() -> None:
    shown = step("in-practice", "Coin tosses")
    points, train = shown.document.points, shown.here.problem.ids
    rows = [(*place, label) for place, label in zip(points.x.tolist(), points.label, strict=True)]
    assert set(Counter(rows).values()) == {2}
    seen = {row for row, id in zip(rows, points.ids, strict=True) if id in train}
    test = [row for row, id in zip(rows, points.ids, strict=True) if id not in train]
    assert len(test) == 29 and sum(row in seen for row in test) > len(test) / 2


def test_that_a_line_gets_three_quarters_of_xor_right_and_the_boosted_vote_more() -> None:
    shown = step("votes-bags-stacks-boosting", "Look at what was missed")
    x, y = shown.here.problem.x, shown.here.problem.y
    best = fewest_errors(x, y == 1) / len(y)
    assert 0.25 <= best < 0.3
    assert "no line gets more than three quarters of it right" in shown.step.text
    boosted = step("votes-bags-stacks-boosting", "Lines that bend together")
    assert Facts(boosted.here).fact("after.training_error") < best
