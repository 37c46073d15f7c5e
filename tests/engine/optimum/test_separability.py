"""Separability, beside two independent answers: a linear program, and scikit-learn's hard margin."""

import numpy as np
import pytest
from scipy.optimize import linprog
from sklearn.svm import SVC

from linlab import train
from linlab.engine.ground.task import Task
from linlab.engine.optimum import separability
from linlab.engine.optimum.separability import separable
from linlab.engine.words.meaning.findings import most_mistakes


def by_a_linear_program(features, y):
    """Feasible: (w_y − w_z)·φ + b_y − b_z ≥ 1 for every example and every other class z."""
    classes, phi = int(y.max()) + 1, np.c_[features, np.ones(len(features))]
    d, rows = phi.shape[1], []
    for row, c in zip(phi, y, strict=True):
        for z in set(range(classes)) - {c}:
            one = np.zeros((classes, d))
            one[c], one[z] = row, -row
            rows.append(-one.ravel())
    free = [(None, None)] * (classes * d)
    found = linprog(np.zeros(classes * d), np.array(rows), -np.ones(len(rows)), bounds=free)
    return found.status == 0


def problem(x, y, **settings):
    return train("perceptron", x, y, updates=0, **settings).problem


def clouds(seed, apart, classes=2, each=12):
    rng = np.random.default_rng(seed)
    angles = 2 * np.pi * np.arange(classes) / classes
    x = np.concatenate(
        [rng.normal((apart * np.cos(a), apart * np.sin(a)), 1, (each, 2)) for a in angles]
    )
    return x, np.repeat(np.arange(classes), each)


@pytest.mark.parametrize("classes", [2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("apart", [0.5, 2.0, 3.0, 6.0])
def test_that_it_agrees_with_a_linear_program(classes, seed, apart):
    x, y = clouds(seed, apart, classes)
    assert separable(problem(x, y)) is by_a_linear_program(x, y)


@pytest.mark.parametrize("seed", range(8))
def test_that_it_agrees_with_a_linear_program_on_monomials_and_on_their_kernel(seed):
    x, y = clouds(seed, 1.2)
    squares = np.c_[x, x**2, x[:, :1] * x[:, 1:]]
    expected = by_a_linear_program(squares, y)
    assert separable(problem(x, y, space="monomial", degree=2)) is expected
    assert separable(problem(x, y, space="polynomial", degree=2, coef0=1.0)) is expected


def test_that_a_kernel_of_narrow_bumps_separates_points_that_no_line_does():
    x, y = clouds(1, 0.3)
    assert not by_a_linear_program(x, y)
    assert separable(problem(x, y)) is False
    kernel = problem(x, y, space="rbf", gamma=10.0)
    assert np.linalg.eigvalsh(kernel.gram).min() > 1e-6  # so any labels can be reached
    assert separable(kernel) is True


def test_that_two_classes_at_one_place_are_separable_in_no_space():
    x = [(0, 0), (1, 0), (2, 1), (0, 0)]
    for space in ("linear", "monomial", "rbf"):
        assert separable(problem(x, list("aabb"), space=space)) is False


def test_that_a_line_through_the_origin_is_less_than_a_line():
    x, y = [(1.0, 1.0), (2.0, 2.0), (1.0, 1.5)], list("aba")
    assert separable(problem(x, y)) is True
    assert separable(problem(x, y, bias="none")) is False


@pytest.mark.parametrize(("apart", "expected"), [(8.0, True), (0.5, False)])
def test_that_six_thousand_points_are_decided(apart, expected):
    x, y = clouds(0, apart, each=3000)
    assert by_a_linear_program(x, y) is expected
    assert separable(problem(x, y)) is expected


@pytest.mark.parametrize(("place", "expected"), [((3000.0, 0.0), True), ((1500.5, 0.0), False)])
def test_that_one_example_among_thousands_counts(place, expected):
    x = [(float(k), 0.0) for k in range(3000)] + [place]
    assert separable(problem(x, ["a"] * 3000 + ["b"])) is expected


def test_that_a_kernel_of_too_many_examples_is_left_open():
    x, y = clouds(0, 0.5, each=400)
    assert separable(problem(x, y, space="rbf")) is None


@pytest.mark.parametrize("seed", range(5))
def test_that_the_number_of_mistakes_is_that_of_scikit_learns_hard_margin(seed):
    """γ* with the constant feature inside: a hard margin without a bias of its own."""
    x, y = clouds(seed, 4.0)
    run = train("perceptron", x, y, updates=0)
    assert separable(run.problem)
    phi = np.c_[x, np.ones(len(x))]
    sign = 2.0 * y - 1.0
    points = sign[:, None] * phi  # all on one side of a hyperplane through 0, and mirrored
    svc = SVC(kernel="linear", C=1e9, tol=1e-10).fit(
        np.r_[points, -points], np.repeat([1, -1], len(x))
    )
    gamma = (points @ svc.coef_[0]).min() / np.linalg.norm(svc.coef_[0])
    radius = np.linalg.norm(phi, axis=1).max()
    assert most_mistakes(run.moment) == np.floor((radius / gamma) ** 2)


def test_that_it_ends_when_nobody_wants_the_answer_any_more(monkeypatch):
    x, y = clouds(0, 8.0)
    task = Task(lambda: separable(problem(x, y)))
    asked = []
    monkeypatch.setattr(separability, "mistake_bound", asked.append)
    task.cancel()
    assert task.start().done(60.0)
    assert asked == []


def test_that_texts_are_separated_by_their_words():
    texts = ["good film", "bad film", "good plot", "bad plot"]
    run = train("perceptron", texts, list("pnpn"), updates=40, space="words")
    assert separable(run.problem) is True


def test_that_texts_of_the_same_words_and_two_classes_are_not_separable():
    texts = ["good film", "film good", "good plot", "bad plot"]
    run = train("perceptron", texts, list("pnpn"), updates=40, space="words")
    assert separable(run.problem) is False


def test_that_texts_with_too_many_words_are_left_open(monkeypatch):
    monkeypatch.setattr("linlab.engine.train.problem.MOST_NUMBERS", 3)
    texts = ["good film", "bad film", "good plot", "bad plot"]
    run = train("perceptron", texts, list("pnpn"), updates=40, space="words")
    assert separable(run.problem) is None
