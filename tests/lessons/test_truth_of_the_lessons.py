"""What the shipped lessons say in words, computed here from their points alone."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.svm import SVC

from linlab.engine.ground.assets import asset
from linlab.lessons.facts.known import Facts
from linlab.lessons.questions import answer_of
from linlab.lessons.shown import Shown, shown_steps
from linlab.lessons.written.reading import read_lesson


@cache
def step(lesson: str, title: str) -> Shown:
    folder = asset("lessons") / lesson
    return next(each for each in shown_steps(read_lesson(folder)) if each.step.title == title)


def points(shown: Shown) -> tuple[np.ndarray, np.ndarray]:
    """Places, and +1 for the last class, −1 for the other."""
    labels = shown.here.model.examples.y
    return shown.here.problem.x, np.where(labels == labels.max(), 1.0, -1.0)


def widest(x: np.ndarray, y: np.ndarray) -> float:
    """The largest distance that a plane through 0 can keep from all points."""
    found = [
        minimize(
            lambda w: 0.5 * w @ w,
            np.random.default_rng(seed).normal(size=x.shape[1]) * 5,
            jac=lambda w: w,
            constraints={"type": "ineq", "fun": lambda w: y * (x @ w) - 1},
            method="SLSQP",
            options={"maxiter": 2000, "ftol": 1e-14},
        )
        for seed in range(8)
    ]
    return max(1 / np.linalg.norm(each.x) for each in found if each.success)


def mistakes(x: np.ndarray, y: np.ndarray, w: np.ndarray) -> int:
    """Of a perceptron that takes the examples in turn until it is right about all."""
    count, before = 0, -1
    while count != before:
        before = count
        for place, label in zip(x, y, strict=True):
            if label * (w @ place) <= 0:
                w = w + label * place
                count += 1
    return count


def test_that_weights_which_are_right_30_times_are_31_times_in_the_mean() -> None:
    stands = [
        "old",
        "new",
        *["new"] * 30,
        "next",
    ]  # after each update: a mistake, 30 right, a mistake
    assert stands.count("new") == 31
    assert "31 times" in step("when-no-line-will-do", "Those who last count more").step.text


def test_that_the_mistake_bound_needs_its_start_and_its_origin() -> None:
    x, y = points(step("the-mistake-bound", "The bound"))
    bound = (np.linalg.norm(x, axis=1).max() / widest(x, y)) ** 2
    assert 20 < bound < 21 and mistakes(x, y, np.zeros(2)) == 8 < bound
    assert mistakes(x, y, np.array([80.0, -60.0])) > bound  # from a start that is not 0
    shown = step("the-mistake-bound", "A narrow gap")
    x, y = points(shown)
    with_bias = widest(np.c_[x, np.ones(len(x))], y)
    known = Facts(shown.here)
    assert known.fact("gamma") == pytest.approx(widest(x, y), rel=1e-4)
    assert known.fact("m2.gamma") == pytest.approx(with_bias, rel=1e-4)
    free = SVC(C=1e10, kernel="linear").fit(x, y)
    assert 1 / np.linalg.norm(free.coef_) == pytest.approx(0.145, abs=5e-4)


def test_that_c_of_scikit_learn_is_one_over_lambda_n() -> None:
    x, y = points(step("margins-and-the-svm", "The trade"))
    penalty = 0.01

    def objective(w: np.ndarray, b: float) -> float:
        return float(np.maximum(0, 1 - y * (x @ w + b)).mean() + penalty / 2 * w @ w)

    def reached(c: float) -> float:
        found = SVC(C=c, kernel="linear", tol=1e-8).fit(x, y)
        return objective(found.coef_[0], found.intercept_[0])

    best = reached(1 / (penalty * len(y)))
    assert len(y) == 40 and 1 / (penalty * 40) == 2.5
    assert best < min(reached(c) for c in (1 / penalty, 1.0, 10.0)) - 1e-3
    assert (
        r"scikit-learn's is $1/(\lambda N)$"
        in step("margins-and-the-svm", "The trade").step.question.values["why"]
    )


def test_that_the_hinge_pulls_within_the_street_and_beyond_it() -> None:
    shown = step("one-engine-three-losses", "Who speaks up?")
    x, y = points(shown)
    margin = y * (x @ [0.8, 0.4])
    assert (margin < 1).sum() == (margin <= 1).sum() == Facts(shown.here).fact("m2.supports")
    assert (np.abs(margin) < 1).sum() < (margin < 1).sum()  # some lie beyond the street
    assert "whoever has a margin below 1" in shown.step.text


def test_that_a_batch_step_has_the_penalty_in_it() -> None:
    shown = step("batches-and-optimisers", "What a step costs")
    x, y = points(shown)
    w, b = np.zeros(2), 0.0
    for _ in range(shown.look.t):
        wrong = y / (1 + np.exp(y * (x @ w + b)))
        w, b = w - 0.5 * (-(wrong @ x) / len(y) + 0.01 * w), b + 0.5 * wrong.mean()
    known = Facts(shown.here)
    found = [known.fact(f"m2.{name}") for name in ("w1", "w2", "b")]
    assert found == pytest.approx([*w, b], rel=1e-9)
    assert r"+ \lambda w" in step("batches-and-optimisers", "All at once").step.text


def test_that_waves_have_random_lengths_and_are_not_fewer_than_the_examples() -> None:
    shown = step("kernels", "Random waves")
    lengths = np.linalg.norm(shown.here.of(2).problem.map.omega, axis=1)
    assert len(lengths) == 100 and lengths.max() > 3 * lengths.min()
    assert shown.here.problem.n == 80
    assert "random length" in shown.step.text
    assert "short list" not in step("kernels", "Bent, and still linear").step.text


def test_that_counted_weights_are_logarithms_of_ratios() -> None:
    shown = step("naive-bayes", "A linear model after all")
    x, y = points(shown)

    def share(sign: float, feature: int, value: int) -> float:
        return float(np.mean(x[y == sign, feature] == value))

    for one in range(3):
        for other in range(3):
            ratio = np.mean(y > 0) / np.mean(y < 0)
            ratio *= share(1, 0, one) / share(-1, 0, one) * share(1, 1, other) / share(-1, 1, other)
            found = Facts(shown.here).asked("score", [one, other])
            assert found == pytest.approx(np.log(ratio), abs=1e-9)
    assert "logarithm of a ratio" in shown.step.text


def test_that_gaussian_naive_bayes_has_a_conic_for_a_boundary() -> None:
    shown = step("naive-bayes", "To describe or to divide")
    here = shown.here.of(0)
    x, labels = here.problem.x, here.model.examples.y
    square = [-1 / (2 * x[labels == k].var(axis=0)) for k in (0, 1)]
    bend = square[1] - square[0]
    assert bend[0] * bend[1] < 0  # a hyperbola

    def score(x1: float, x2: float) -> float:
        return float(Facts(here).asked("score", [x1, x2]))

    along = score(1, 0) - 2 * score(0, 0) + score(-1, 0)
    up = score(0, 1) - 2 * score(0, 0) + score(0, -1)
    assert [along, up] == pytest.approx(2 * bend, rel=1e-6)
    assert "a conic" in shown.step.text


def test_that_a_line_beside_the_ring_has_all_of_it_on_one_side() -> None:
    shown = step("kernels", "A line around a ring?")
    x, _ = points(shown)
    assert (x[:, 0] < 4).all()
    assert "a line outside the ring has everything on one side" in shown.step.question.values["why"]


def test_that_intervals_that_overlap_may_belong_to_a_clear_lead() -> None:
    wrong_of_a, wrong_of_b, n = 10, 22, 100
    ends = [
        wrong / n + np.array([-2, 2]) * np.sqrt(wrong / n * (1 - wrong / n) / n)
        for wrong in (wrong_of_a, wrong_of_b)
    ]
    assert ends[0][1] > ends[1][0]
    apart = wrong_of_b - wrong_of_a  # b is wrong wherever a is, and 12 times more
    assert 2 * 0.5**apart < 0.001  # McNemar, exact
    text = step("is-the-difference-real", "How far luck reaches").step.text
    assert "does not mean that there is no difference" in text


def fewest_errors(x: np.ndarray, y: np.ndarray) -> int:
    """Of all straight lines. The order of the points along w changes only where w is at a right angle
    to the segment between two of them, so one w between each two such angles is enough; for each,
    the line is put between every two neighbours."""
    one, other = np.triu_indices(len(x), 1)
    apart = x[other] - x[one]
    turns = np.sort(np.arctan2(apart[:, 0], -apart[:, 1]) % np.pi)
    angles = (turns + np.roll(turns, -1) + np.pi * (np.arange(len(turns)) == len(turns) - 1)) / 2
    fewest = len(y)
    for angle in angles:
        along = y[np.argsort(x @ [np.cos(angle), np.sin(angle)])]
        wrong = np.concatenate([[0], np.cumsum(along)]) + (along < 0).sum()  # B below, A above
        fewest = min(fewest, int(wrong.min()), int(len(y) - wrong.max()))
    return fewest


def test_that_fewest_errors_are_counted_right() -> None:
    square = np.array([(0.0, 0.0), (1.0, 1.1), (0.1, 1.0), (1.2, 0.0)])
    assert fewest_errors(square, np.array([1.0, 1, -1, -1])) == 1  # XOR
    assert fewest_errors(square, np.array([1.0, -1, 1, -1])) == 0


@pytest.mark.parametrize(
    ("lesson", "fewest", "said"),
    [
        ("a-linear-model", 6, "no straight line has fewer than six wrong"),
        ("when-no-line-will-do", 8, "the best line of all still gets eight wrong"),
        ("kernels", 14, "no straight line gets fewer than 14 wrong"),
    ],
)
def test_that_the_first_try_must_fail(lesson: str, fewest: int, said: str) -> None:
    first = shown_steps(read_lesson(asset("lessons") / lesson), 1)[0]
    x, y = points(first)
    assert fewest_errors(x, y) == fewest
    assert first.step.question is not None and said in first.step.question.values["why"]


def test_that_the_scatter_of_twenty_test_sets_is_as_the_lesson_says() -> None:
    shown = step("is-the-difference-real", "Draw again")
    assert shown.question is not None
    draws = answer_of(shown.question, shown.here).value
    perceptron = draws.errors[:, 0]
    assert (round(100 * perceptron.min()), round(100 * perceptron.max())) == (5, 30)
    assert draws.ahead[1] > 12 and draws.ahead[0] > 0  # most sets, but not all
    assert "between 5 and 30\xa0% for the perceptron" in shown.question.why


def test_that_the_p_value_jumps_below_and_above_as_the_lesson_says() -> None:
    shown = step("is-the-difference-real", "Until it is significant")
    p = {}
    for lam in (0.1, 0.3, 1.0, 5.0):
        first, second = shown.document.learners
        document = replace(shown.document, learners=(first.replace(lam=lam), second))
        p[lam] = Facts(replace(shown.here, document=document)).asked("paired_p", [1, 2, 10])
    assert p[0.1] < 0.05 < min(p[0.3], p[1.0]) and p[5.0] < 0.05
    assert "with 0.3 and 1 it is not" in shown.step.question.values["why"]


def test_that_a_try_at_the_start_fails_in_five_lessons_or_more() -> None:
    """The three whose points no line separates have their own test above."""
    degrees = step("overfitting", "Nothing wrong")
    known = Facts(degrees.here)
    assert known.fact("training_error") == 0 and known.fact("fresh_error") > 0.15
    near_miss = step("mira", "A near miss")
    assert Facts(near_miss.here).fact("after.m1.training_error") > 0.3
    winner = Facts(step("is-the-difference-real", "A clear winner?").here)
    assert winner.fact("m1.test_error") < winner.fact("m2.test_error")
    assert winner.fact("m1.fresh_error") > winner.fact("m2.fresh_error")
