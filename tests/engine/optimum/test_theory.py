"""The mistake bound against a textbook perceptron, the proof's curves, feature counts and
angles."""

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog, minimize

from linlab import train
from linlab.engine.data.points import Points
from linlab.engine.document.document import Change, Document
from linlab.engine.learner.learner import Learner
from linlab.engine.optimum import theory
from linlab.engine.optimum.exact import optimum
from linlab.engine.train.models import Linear, probabilities
from linlab.engine.train.problem import Problem, pose
from linlab.engine.train.trace import Trace

GRID = st.integers(-6, 6)
PLACE = st.tuples(GRID, GRID)


def separable(problem: Problem) -> bool:
    return theory.mistake_bound(problem) is not None


def posed(x: Any, y: Any, model: str = "perceptron", **chosen: Any) -> Problem:
    return pose(Points.of(np.array(x, float), [str(k) for k in y]), Learner.of(model, **chosen), 0)


def cloud(n: int = 24, classes: int = 2, apart: float = 6.0, seed: int = 0) -> tuple[Any, Any]:
    rng, y = np.random.default_rng(seed), np.arange(n) % classes
    turn = 2 * np.pi * y / classes
    return apart * np.stack([np.cos(turn), np.sin(turn)], axis=1) + rng.standard_normal((n, 2)), y


def textbook_mistakes(inner: Any, y: Any, epochs: int) -> int:
    """The dual perceptron as in a textbook: θ_c = Σ aᵢ φ(xᵢ), a mistake if the margin is not above
    0. inner (n, n)"""
    n, classes, mistakes = len(y), len(set(y)), 0
    a = np.zeros((classes, n))
    for _ in range(epochs):
        clean = True
        for i in range(n):
            scores = a @ inner[:, i]
            rival = max((c for c in range(classes) if c != y[i]), key=lambda c: scores[c])
            if scores[y[i]] - scores[rival] <= 0:
                mistakes, clean = mistakes + 1, False
                a[y[i], i] += 1.0
                a[rival, i] -= 1.0
        if clean:
            break
    return mistakes


@settings(max_examples=30, deadline=None)
@given(st.lists(PLACE, min_size=2, max_size=12, unique=True), PLACE, GRID)
@example([(5, -3), (-5, 5)], (0, 1), 0)  # slack falls to 1e-160 before the residual is rounding
def test_that_no_perceptron_of_two_classes_makes_more_mistakes_than_the_bound(
    x: Any, normal: Any, offset: int
) -> None:
    side = np.array(x) @ np.array(normal) + offset
    assume((side != 0).all() and (side > 0).any() and (side < 0).any())
    problem = posed(x, (side > 0).astype(int))
    bound = theory.mistake_bound(problem)
    assert bound is not None
    phi = np.column_stack([np.array(x, float), np.ones(len(x))])
    assert textbook_mistakes(phi @ phi.T, problem.y, 20) <= bound.limit * (1 + 1e-9)
    assert np.linalg.norm(bound.direction) == pytest.approx(1.0)
    margins = np.where(problem.y == 1, 1.0, -1.0) * (phi @ bound.direction[0])
    assert margins.min() == pytest.approx(bound.gamma)
    other = np.array([*normal, offset], float)
    theirs = (np.abs(side) / np.linalg.norm(other)).min()
    assert bound.gamma >= theirs * (1 - 1e-9)


@settings(max_examples=30, deadline=None)
@given(
    st.lists(PLACE, min_size=3, max_size=12, unique=True),
    st.lists(st.tuples(GRID, GRID, GRID), min_size=3, max_size=3),
)
def test_that_no_perceptron_of_three_classes_makes_more_mistakes_than_the_bound(
    x: Any, rows: Any
) -> None:
    phi = np.column_stack([np.array(x, float), np.ones(len(x))])
    scores = phi @ np.array(rows, float).T
    ordered = np.sort(scores, axis=1)
    y = scores.argmax(axis=1)
    assume((ordered[:, -1] > ordered[:, -2]).all() and len(set(y.tolist())) == 3)
    problem = posed(x, y)
    bound = theory.mistake_bound(problem)
    assert bound is not None
    assert textbook_mistakes(phi @ phi.T, problem.y, 20) <= bound.limit * (1 + 1e-9)
    assert bound.radius == pytest.approx(np.sqrt(2) * np.linalg.norm(phi, axis=1).max())
    theirs = (ordered[:, -1] - ordered[:, -2]).min() / np.linalg.norm(rows)
    assert bound.gamma >= theirs * (1 - 1e-9)


@pytest.mark.parametrize("bias", ["free", "none"])
def test_that_the_bound_holds_in_a_kernel_space(bias: str) -> None:
    x, y = cloud(30, apart=1.0)
    problem = posed(x, y, space="rbf", bias=bias)
    bound = theory.mistake_bound(problem)
    assert bound is not None
    inner = np.exp(-np.square(x[:, None] - x).sum(axis=2)) + (bias == "free")
    assert bound.radius == pytest.approx(np.sqrt(1 + (bias == "free")))
    assert theory.length(problem, bound.direction) == pytest.approx(1.0)
    assert textbook_mistakes(inner, problem.y, 50) <= bound.limit

    def length(
        a: Any,
    ) -> float:  # the hard margin's dual: γ is the distance between the convex hulls' mirror images
        return float(a @ signed @ a)

    signs = np.where(problem.y == 1, 1.0, -1.0)
    signed = signs[:, None] * inner * signs
    answer = minimize(
        length,
        np.full(30, 1 / 30),
        jac=lambda a: 2 * signed @ a,
        bounds=[(0, None)] * 30,
        method="SLSQP",
        constraints={"type": "eq", "fun": lambda a: a.sum() - 1, "jac": lambda a: np.ones(30)},
        options={"ftol": 1e-15, "maxiter": 1000},
    )
    assert bound.gamma == pytest.approx(np.sqrt(answer.fun), rel=1e-4)


def test_that_the_linear_kernel_has_the_bound_of_the_linear_space() -> None:
    for classes in (2, 3):
        one, two = (
            theory.mistake_bound(posed(*cloud(24, classes), space=s))
            for s in ("linear", "linear-kernel")
        )
        assert one is not None
        assert two is not None
        assert one.limit == pytest.approx(two.limit, rel=1e-6)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(PLACE, st.booleans()), min_size=2, max_size=10))
def test_that_separable_agrees_with_a_linear_program(labelled: Any) -> None:
    x, y = (
        np.array([place for place, _ in labelled], float),
        np.array([side for _, side in labelled]),
    )
    assume(y.any() and not y.all())
    table = -np.where(y, 1.0, -1.0)[:, None] * np.column_stack([x, np.ones(len(x))])
    feasible = linprog(np.zeros(3), table, -np.ones(len(x)), bounds=(None, None)).status == 0
    problem = posed(x, y.astype(int))
    assert separable(problem) == feasible


def test_that_without_a_bias_shifted_points_need_not_be_separable() -> None:
    x, y = [(1, 1), (2, 2)], [0, 1]
    assert separable(posed(x, y))
    assert not separable(posed(x, y, bias="none"))


@pytest.mark.parametrize("space", ["linear", "rbf"])
@pytest.mark.parametrize("classes", [2, 3])
def test_that_both_sides_of_the_proof_hold_along_the_way(classes: int, space: str) -> None:
    x, y = cloud(30, classes, apart=3.0)
    run = train("perceptron", x, y, space=space, alpha=0.7, epochs=20)
    bound = theory.mistake_bound(run.problem)
    assert bound is not None
    assert run.measures().mistakes > 0
    for t in range(0, run.t + 1, 20):
        k = run.at(t).measures().mistakes
        lower, projection, norm, upper = theory.proof(run.problem, bound, run.at(t).theta, k)
        assert lower - 1e-9 <= projection <= norm + 1e-9
        assert norm <= upper + 1e-9
        assert (lower, upper) == pytest.approx(
            (0.7 * bound.gamma * k, 0.7 * bound.radius * np.sqrt(k))
        )


def test_that_the_bound_is_about_one_problem_from_the_start() -> None:
    x, y = cloud()
    points = Points.of(np.array(x, float), [str(k) for k in y])
    mixed = Points.of(
        np.array(x, float), [str(k) for k in np.roll(y, 1) * (np.arange(len(y)) % 3 > 0)]
    )
    late = Trace(Document(mixed, (Learner.of("perceptron"),)).after(Change(600, points=points)))
    assert separable(late.problem(600))
    bound = theory.mistake_bound(late.problem(600))
    assert bound is not None
    assert late.sample(600).mistakes > bound.limit  # which is why it must not be shown
    assert theory.why_unbounded(late, 599) == ""
    assert "without changes" in theory.why_unbounded(late, 600)
    assert theory.bound_at_hand(late, 600) is None


@pytest.mark.parametrize(
    ("learner", "word"),
    [
        (Learner.of("svm"), "perceptron"),
        (Learner.of("perceptron", batch=2), "one example"),
        (Learner.of("perceptron", start="random"), "starts at 0"),
        (Learner.of("voted-perceptron"), ""),
        (Learner.of("averaged-perceptron", space="rbf"), ""),
    ],
    ids=str,
)
def test_that_it_is_said_why_there_is_no_bound(learner: Learner, word: str) -> None:
    x, y = cloud()
    trace = Trace(Document(Points.of(np.array(x, float), [str(k) for k in y]), (learner,)))
    why = theory.why_unbounded(trace, 10)
    assert word in why
    assert bool(why) == bool(word)


def test_that_a_bound_is_at_hand_once_it_was_found() -> None:
    x, y = cloud()
    trace = Trace(
        Document(Points.of(np.array(x, float), [str(k) for k in y]), (Learner.of("perceptron"),))
    )
    assert theory.bound_at_hand(trace, 5) is None
    found = theory.mistake_bound(trace.problem(0))
    assert found is theory.bound_at_hand(trace, 5) is not None


def feature_counts(problem: Problem, theta: Any) -> tuple[Any, Any]:
    """Empirical Σ [yᵢ = c] read(xᵢ) and expected Σ P(c|xᵢ) read(xᵢ), of two classes those of the
    last."""
    chances = probabilities(Linear(problem, theta), problem.read @ theta.T)
    rows = slice(1, 2) if problem.rows == 1 else slice(None)
    return np.eye(len(problem.classes))[problem.y][:, rows].T @ problem.read, chances[
        :, rows
    ].T @ problem.read


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("bias", ["free", "regularised", "none"])
def test_that_feature_counts_match_at_the_optimum(bias: str, classes: int) -> None:
    problem = posed(*cloud(40, classes, apart=1.0), "logistic", penalty="none", bias=bias)
    seen, expected = feature_counts(problem, optimum(problem).theta)
    own = np.array([problem.read[problem.y == c].sum(axis=0) for c in range(classes)])
    assert np.allclose(seen, own[1:] if classes == 2 else own)
    assert np.allclose(seen, expected, atol=1e-8)


@pytest.mark.parametrize("classes", [2, 3])
def test_that_a_penalty_leaves_a_difference_of_n_lambda_w(classes: int) -> None:
    problem = posed(*cloud(40, classes), "logistic", lam=0.05)
    found = optimum(problem)
    seen, expected = feature_counts(problem, found.theta)
    assert np.allclose((seen - expected)[:, :-1], 40 * 0.05 * found.weights, atol=1e-9)
    assert np.allclose((seen - expected)[:, -1], 0.0, atol=1e-9)
    kernel = posed(*cloud(40, classes), "logistic", lam=0.05, space="rbf")
    found = optimum(kernel)
    seen, expected = feature_counts(kernel, found.theta)
    assert np.allclose(
        (seen - expected)[:, :-1], 40 * 0.05 * found.weights @ kernel.gram, atol=1e-9
    )


def test_that_the_angle_is_that_of_the_weights_alone() -> None:
    problem = posed(*cloud())
    assert theory.angle(
        problem, np.array([[1.0, 0.0, 5.0]]), np.array([[1.0, 1.0, -7.0]])
    ) == pytest.approx(45.0)
    assert theory.angle(
        problem, np.array([[1.0, 1e-9, 0.0]]), np.array([[1.0, 0.0, 0.0]])
    ) == pytest.approx(np.degrees(1e-9), rel=1e-6)
    assert theory.angle(
        problem, np.array([[2.0, 0.0, 0.0]]), np.array([[-1.0, 0.0, 0.0]])
    ) == pytest.approx(180.0)
    assert np.isnan(theory.angle(problem, np.zeros((1, 3)), np.array([[1.0, 1.0, 1.0]])))


@pytest.mark.parametrize("bias", ["free", "regularised", "none"])
def test_that_a_linear_kernel_has_the_angle_of_its_weights(bias: str) -> None:
    problem = posed(*cloud(), "svm", space="linear-kernel", bias=bias)
    one, two = np.random.default_rng(0).standard_normal((2, 1, problem.d))
    w, v = ((each[:, : problem.n] @ problem.x)[0] for each in (one, two))
    cosine = w @ v / np.linalg.norm(w) / np.linalg.norm(v)
    assert theory.angle(problem, one, two) == pytest.approx(np.degrees(np.arccos(cosine)))
