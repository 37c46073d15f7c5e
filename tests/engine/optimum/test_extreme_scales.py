"""Exact optima and bounds of points that are very small, very large, or both at once."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.engine.optimum.exact import optimum
from linlab.engine.optimum.slack import least_slack
from linlab.engine.optimum.theory import mistake_bound
from linlab.engine.train.problem import Problem
from linlab.engine.train.trace import Trace

SCALES = (5e-324, 1e-308, 1e-300, 1e-160, 1e-150, 1e-100, 1e-20, 1.0, 1e20, 1e99)
FEATURES = ("linear", "monomial", "fourier")
KERNELS = ("linear-kernel", "polynomial", "rbf", "laplace")
X = np.array([(0.1, 1.0), (0.4, -0.5), (-0.3, 0.2), (4.1, 0.3), (3.8, -1.0), (4.4, 0.9)])


def problem_of(x, labels, model: str, **chosen) -> Problem:
    return Trace(Document(Points.of(x, labels), (Learner.of(model, **chosen),))).problem(0)


@st.composite
def learners(draw):
    model = draw(st.sampled_from(("perceptron", "voted-perceptron", "svm", "logistic")))
    space = draw(st.sampled_from((*FEATURES, *KERNELS)))
    chosen = {"space": space, "bias": draw(st.sampled_from(("free", "none", "regularised")))}
    if model in ("svm", "logistic"):
        chosen["lam"] = draw(st.sampled_from((0.0, 1e-5, 0.01, 10.0)))
        chosen["penalty"] = draw(st.sampled_from(("l2", "l1") if space in FEATURES else ("l2",)))
    return model, chosen


@settings(max_examples=60)
@given(
    learners(),
    st.lists(st.sampled_from(SCALES), min_size=1, max_size=2),
    st.integers(0, 10_000),
    st.sampled_from((2, 3, 6, 10)),
    st.sampled_from((2, 3)),
)
def test_that_an_optimum_and_a_bound_of_any_scale_are_found_or_refused_in_words(
    learner, scales, seed, n, classes
) -> None:
    model, chosen = learner
    rng = np.random.default_rng(seed)
    labels = ["abc"[i % classes] for i in range(max(n, classes))]
    sizes = np.array([scales[i % len(scales)] for i in range(len(labels))])
    x = rng.normal(size=(len(labels), 2)) + 3 * np.array([["abc".index(c)] for c in labels])
    try:
        problem = problem_of(x * sizes[:, None], labels, model, **chosen)
    except LinlabError:
        return
    for find in (optimum, mistake_bound, lambda problem: least_slack(problem, np.ones(problem.n))):
        try:
            found = find(problem)
        except LinlabError as error:
            assert str(error).endswith(".")
            continue
        if find is optimum:
            assert np.isfinite(found.theta).all() and found.objective >= 0


@pytest.mark.parametrize("space", ["linear", "linear-kernel", "laplace", "monomial"])
@pytest.mark.parametrize(("model", "penalty"), [("svm", "l2"), ("svm", "l1"), ("logistic", "l2"), ("logistic", "l1")])  # fmt: skip
def test_that_points_of_no_size_leave_the_bias_alone_to_choose(space, model, penalty) -> None:
    """Where every example is at one place, J is that of the best constant score."""
    if penalty == "l1" and space in KERNELS:
        return
    problem = problem_of(X * 1e-300, list("aabbbb"), model, space=space, penalty=penalty, lam=0.01)
    share = 2 / 6
    entropy = -share * math.log(share) - (1 - share) * math.log(1 - share)
    wanted = 2 * share if model == "svm" else entropy
    assert optimum(problem).objective == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize("scale", [2.0**-400, 2.0**-200, 2.0**100, 2.0**150])
def test_that_the_bound_of_scaled_points_is_the_same(scale: float) -> None:
    """R²/γ² of lines through the origin has no unit."""
    x = X + [[-2, 0.1]]
    plain = mistake_bound(problem_of(x, list("aaabbb"), "perceptron", bias="none"))
    scaled = mistake_bound(problem_of(x * scale, list("aaabbb"), "perceptron", bias="none"))
    assert plain is not None and scaled is not None
    assert scaled.limit == pytest.approx(plain.limit, rel=1e-6)
    assert plain.limit == pytest.approx(by_angles(x, np.repeat([-1, 1], 3)), rel=1e-4)


def by_angles(x, y) -> float:
    """R²/γ² by trying every direction."""
    turns = np.linspace(0, 2 * np.pi, 400_001)
    margins = np.min([s * (a * np.cos(turns) + b * np.sin(turns)) for (a, b), s in zip(x, y, strict=True)], axis=0)  # fmt: skip
    return float((x**2).sum(axis=1).max() / margins.max() ** 2)


@pytest.mark.parametrize("space", ["linear", "monomial"])
@pytest.mark.parametrize("bias", ["none", "free", "regularised"])
def test_that_a_bound_that_no_number_can_hold_is_refused_in_words(space: str, bias: str) -> None:
    """The mistakes of points around 1e-300 may be as many as 1e600."""
    problem = problem_of(X * 1e-300, list("aaabbb"), "voted-perceptron", space=space, bias=bias)
    with pytest.raises(LinlabError, match="16 digits are too few"):
        mistake_bound(problem)
