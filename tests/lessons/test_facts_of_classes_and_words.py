"""Facts about rows of weights, words, classes and members, beside loops written here."""

import math
from collections import Counter
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import precision_score, recall_score

from linlab.engine.data.datasets import fresh, make_points
from linlab.engine.data.texts.tables import text_points
from linlab.engine.document.document import Document, Source
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.lessons.facts.known import Facts
from linlab.lessons.facts.situation import Situation
from linlab.lessons.written.expressions import Expression

TEXTS = ("rain and wind", "a goal and a win", "salt and butter", "wind again", "butter melts")
LABELS = ("weather", "sport", "cooking", "weather", "cooking")


def fact(here: Situation, text: str) -> Any:
    return Expression.read(text).value(Facts(here))


def at(points: Any, t: int, model: str, source: Source | None = None, **settings: Any) -> Situation:
    return Situation(Document(points, (Learner.of(model, **settings),), source=source), 0, t)


def softmax_rows(x: np.ndarray, y: np.ndarray, classes: int, t: int) -> np.ndarray:
    """One row (w, b) per class after t steps of softmax regression with α = 0.5, in turn."""
    rows = np.zeros((classes, 3))
    for k in range(t):
        place = np.append(x[k % len(x)], 1.0)
        grown = np.exp(rows @ place)
        pull = np.eye(classes)[y[k % len(x)]] - grown / grown.sum()
        rows += 0.5 * pull[:, None] * place
    return rows


def test_that_each_class_has_a_row_of_weights_and_a_score() -> None:
    points = make_points("blobs", n=12, classes=3, seed=4)
    here = at(points, 20, "logistic", penalty="none", alpha=0.5, order="cyclic")
    rows = softmax_rows(points.x, points.label, 3, 20)
    for k, name in enumerate(points.classes):
        found = fact(here, f"class_score('{name}', 1.5, -0.5)")
        assert found == pytest.approx(rows[k] @ [1.5, -0.5, 1.0], rel=1e-9)


def test_that_two_classes_share_one_row_with_opposite_signs() -> None:
    here = at(make_points("blobs", n=12, seed=4), 5, "perceptron")
    score = fact(here, "score(1, 2)")
    assert fact(here, "class_score('B', 1, 2)") == score != 0
    assert fact(here, "class_score('A', 1, 2)") == -score


def multiclass_perceptron(t: int) -> tuple[dict[str, Counter[str]], Counter[str]]:
    """The lecture's loop over texts in turn: words as often as they occur, and one bias per class."""
    rows: dict[str, Counter[str]] = {name: Counter() for name in sorted(set(LABELS))}
    bias = Counter[str]()
    for k in range(t):
        words, y = Counter(TEXTS[k % 5].split()), LABELS[k % 5]
        scores = {
            name: sum(row[word] * many for word, many in words.items()) + bias[name]
            for name, row in rows.items()
        }
        z = max((name for name in rows if name != y), key=lambda name: scores[name])
        if scores[y] <= scores[z]:
            for name, sign in ((y, 1), (z, -1)):
                bias[name] += sign
                rows[name].update({word: sign * many for word, many in words.items()})
    return rows, bias


def test_that_words_have_weights_and_texts_have_scores() -> None:
    points = text_points(TEXTS, LABELS)
    here = at(points, 9, "perceptron", space="words", order="cyclic", weighting="count")
    rows, bias = multiclass_perceptron(9)
    assert any(row.total() for row in rows.values())
    for name, row in rows.items():
        for word in ("wind", "and", "butter", "a"):
            assert fact(here, f"word_weight('{name}', '{word}')") == row[word]
        by_hand = row["wind"] + row["butter"] + bias[name]
        assert fact(here, f"text_score('{name}', 'butter wind')") == by_hand
    scores = {name: row["butter"] + bias[name] for name, row in rows.items()}
    assert fact(here, "text_says('butter')") == max(scores, key=lambda name: scores[name])
    with pytest.raises(LinlabError, match="not in the vocabulary"):
        fact(here, "word_weight('sport', 'piano')")
    with pytest.raises(LinlabError, match="gives scores, not probabilities"):
        fact(here, "text_probability('sport', 'wind')")


def test_that_the_probability_of_a_text_is_the_softmax_of_its_scores() -> None:
    points = text_points(TEXTS, LABELS)
    here = at(points, 7, "logistic", space="words", negation="off")
    grown = {name: math.exp(fact(here, f"text_score('{name}', 'wind')")) for name in set(LABELS)}
    for name, value in grown.items():
        found = fact(here, f"text_probability('{name}', 'wind')")
        assert found == pytest.approx(value / sum(grown.values()), rel=1e-12)


def test_that_recall_and_precision_are_scikit_learns() -> None:
    points = make_points("imbalanced", n=80, noise=1.2, seed=2)
    here = at(points, 240, "logistic")
    w = [fact(here, name) for name in ("w1", "w2", "b")]
    said = (points.x @ w[:2] + w[2] > 0).astype(int)
    assert 0 < said.sum() < len(said)
    for k, name in enumerate(points.classes):
        assert fact(here, f"recall('{name}')") == recall_score(points.label, said, pos_label=k)
        found = fact(here, f"precision('{name}')")
        assert found == precision_score(points.label, said, pos_label=k)


def test_that_nothing_called_b_has_no_precision() -> None:
    here = at(make_points("imbalanced", n=40, seed=2), 0, "perceptron")
    with pytest.raises(LinlabError, match="there is no precision"):
        fact(here, "precision('B')")


@pytest.mark.parametrize("m", [-1.5, 0.0, 0.25, 1.0, 3.0])
def test_that_losses_at_a_margin_are_their_formulas(m: float) -> None:
    here = at(make_points("blobs", n=8), 0, "perceptron")
    formulas = {
        "log": math.log1p(math.exp(-m)),
        "hinge": max(0.0, 1 - m),
        "perceptron": max(0.0, -m),
        "zero-one": float(m <= 0),
    }
    for name, value in formulas.items():
        assert fact(here, f"loss_at('{name}', {m})") == pytest.approx(value, abs=1e-12)


def test_that_the_confidence_on_new_points_is_the_mean_of_the_larger_probability() -> None:
    source = Source("moons", 3, (("n", 20.0), ("noise", 0.3)))
    here = at(source.draw(), 60, "logistic", source)
    x = fresh("moons", 4000, seed=3, noise=0.3).x
    w = [fact(here, name) for name in ("w1", "w2", "b")]
    p = 1 / (1 + np.exp(-(x @ w[:2] + w[2])))
    assert fact(here, "fresh_confidence") == pytest.approx(np.maximum(p, 1 - p).mean(), rel=1e-9)


def test_that_the_vote_of_a_first_member_comes_from_its_error() -> None:
    points = make_points("overlapping-blobs", n=30, noise=1.2, seed=1)
    learners = (Learner.of("perceptron", order="cyclic"), Learner.of("adaboost", members=3, each=2))
    here = Situation(Document(points, learners), 1, 60)
    w, y = np.zeros(3), np.where(points.label == 1, 1, -1)
    x = np.c_[points.x, np.ones(30)]
    for k in range(60):
        if y[k % 30] * (w @ x[k % 30]) <= 0:
            w = w + y[k % 30] * x[k % 30]
    wrong = np.mean(np.where(x @ w > 0, 1, -1) != y)
    assert 0 < wrong < 0.5 and fact(here, "members") == 1
    found = fact(here, "member_vote(1)")
    assert found == pytest.approx(math.log((1 - wrong) / wrong), rel=1e-9)
    with pytest.raises(LinlabError, match="the numbers 1 to 1"):
        fact(here, "member_vote(2)")


def test_that_expressions_know_exponentials_and_logarithms() -> None:
    here = at(make_points("blobs", n=8), 0, "perceptron")
    assert fact(here, "exp(1.5) * log(2)") == pytest.approx(math.exp(1.5) * math.log(2))
    for text in ("log(0)", "exp(10000)"):
        with pytest.raises(LinlabError):
            fact(here, text)
