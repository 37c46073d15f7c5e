"""No θ lies below J* by more than the certificate says: on random problems against other solvers,
and where numbers are few.

LINLAB_PROBLEMS=500 tries so many problems instead of a few.
"""

import math
import os
import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC

from linlab import train
from linlab.engine.data.datasets import make_points
from linlab.engine.data.points import Points
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.engine.optimum import theory
from linlab.engine.optimum.exact import Optimum, optimum
from linlab.engine.train.problem import Problem, pose

PROBLEMS = int(os.environ.get("LINLAB_PROBLEMS", "40"))
SPACES = ("linear", "monomial", "fourier", "linear-kernel", "polynomial", "rbf", "laplace")
Long: Any = np.longdouble


class Reference:
    """J written out again, with as many digits as numpy has; polynomial kernels by their
    monomials."""

    def __init__(self, problem: Problem) -> None:
        self.problem, self.settings = problem, problem.learner.settings
        x, degree = problem.x.astype(Long), int(self.settings["degree"])
        space, c = self.settings["space"], Long(self.settings["coef0"])
        if space in ("linear", "linear-kernel"):
            self.phi: Any = x
        elif space == "monomial":
            self.phi = np.stack(
                [
                    x[:, 0] ** (k - j) * x[:, 1] ** j
                    for k in range(1, degree + 1)
                    for j in range(k + 1)
                ],
                axis=1,
            )
        elif space == "polynomial":
            terms = [
                (i, j, degree - i - j) for i in range(degree + 1) for j in range(degree + 1 - i)
            ]
            self.phi = np.stack(
                [
                    np.sqrt(math.comb(degree, i) * math.comb(degree - i, j) * c**k)
                    * x[:, 0] ** i
                    * x[:, 1] ** j
                    for i, j, k in terms
                ],
                axis=1,
            )
        elif space == "fourier":
            self.phi = problem.map.features(problem.x).astype(Long)
        else:
            far = np.square if space == "rbf" else np.abs
            self.phi = None
            self.gram: Any = np.exp(-Long(self.settings["gamma"]) * far(x[:, None] - x).sum(axis=2))
        if self.phi is not None and problem.bias == "regularised":
            self.phi = np.concatenate([self.phi, np.ones((problem.n, 1), Long)], axis=1)
        elif self.phi is None and problem.bias == "regularised":
            self.gram = self.gram + 1

    def scores_and_w(self, theta: Any) -> tuple[Any, Any]:
        """Scores (n, rows), and ‖w‖² or the weights that L1 sees."""
        problem, theta = self.problem, theta.astype(Long)
        w, b = (theta[:, :-1], theta[:, -1]) if problem.bias == "free" else (theta, Long(0))
        if problem.dual and self.phi is not None:
            w = w @ self.phi
        if self.phi is None:
            values = w @ self.gram
            return values.T + b, (values * w).sum()
        return self.phi @ w.T + b, np.abs(w).sum() if self.settings["penalty"] == "l1" else (
            w * w
        ).sum()

    def j(self, theta: Any) -> float:
        scores, size = self.scores_and_w(np.asarray(theta))
        loss = losses(scores, self.problem.y, self.problem.learner.recipe.loss.name)
        lam = self.problem.learner.decay
        return float(loss.mean() + lam * size * (1.0 if self.settings["penalty"] == "l1" else 0.5))


def losses(scores: Any, y: Any, name: str) -> Any:
    s = np.concatenate([np.zeros_like(scores), scores], axis=1) if scores.shape[1] == 1 else scores
    own = s[np.arange(len(y)), y]
    if name == "log":
        top = s.max(axis=1)
        return np.log(np.exp(s - top[:, None]).sum(axis=1)) + top - own
    others = s.copy()
    others[np.arange(len(y)), y] = -np.inf
    return np.maximum(0.0, 1.0 - own + others.max(axis=1))


def rivals(found: Optimum, rng: Any) -> list[Any]:
    """θ that others find, and neighbours of ours."""
    problem, zero = found.problem, np.zeros_like(found.theta)
    near = [
        found.theta * (1 + 10.0**-k * rng.standard_normal(found.theta.shape))
        for k in range(1, 12)
        for _ in range(3)
    ]
    near += [found.theta * (1 + sign * 10.0**-k) for k in range(1, 12) for sign in (-1, 1)]
    return [zero, found.theta, *near, *descents(problem, (zero, found.theta)), *learn(problem)]


def descents(problem: Problem, starts: Any) -> list[Any]:
    """scipy's L-BFGS on the objective in scaled columns, hinge loss with its corner rounded off."""
    scale = np.maximum(np.abs(problem.read).max(axis=0), 1e-300)
    columns, k, n, lam = problem.read / scale, problem.decayed, problem.n, problem.learner.decay
    l1, hinge = problem.learner["penalty"] == "l1", problem.learner.recipe.loss.name == "hinge"
    whole = np.eye(len(problem.classes))[problem.y]
    out = []

    def value(flat: Any, sharp: float) -> tuple[float, Any]:
        theta = flat.reshape(problem.rows, -1)
        s = columns @ theta.T
        s = np.concatenate([np.zeros_like(s), s], axis=1) if problem.rows == 1 else s
        s = (s + (1.0 - whole)) * sharp if hinge else s
        top = s.max(axis=1, keepdims=True)
        e = np.exp(s - top)
        p = e / e.sum(axis=1, keepdims=True)
        loss = (np.log(e.sum(axis=1)) + top[:, 0] - (s * whole).sum(axis=1)).mean() / sharp
        slope = ((p - whole)[:, -problem.rows :]).T @ columns / n
        w = theta[:, :k] / scale[:k]
        if l1:
            size = np.sqrt(w * w + 1e-20)
            loss, slope[:, :k] = loss + lam * size.sum(), slope[:, :k] + lam * w / size / scale[:k]
        else:
            wide = w @ problem.gram[:k, :k] if problem.dual else w
            loss, slope[:, :k] = (
                loss + 0.5 * lam * (w * wide).sum(),
                slope[:, :k] + lam * wide / scale[:k],
            )
        return float(loss), slope.ravel()

    for start in starts:
        x = (start * scale).ravel()
        for sharp in (10.0, 1e3) if hinge else (1.0,):
            with np.errstate(all="ignore"):
                x = minimize(
                    value,
                    x,
                    sharp,
                    jac=True,
                    method="L-BFGS-B",
                    options={"maxiter": 300, "maxcor": 20},
                ).x
            out.append(x.reshape(problem.rows, -1) / scale)
    return [each for each in out if np.isfinite(each).all()]


def learn(problem: Problem) -> list[Any]:
    """scikit-learn, where it has the same objective."""
    lam, l2 = problem.learner.decay, problem.learner["penalty"] == "l2"
    hinge, out = problem.learner.recipe.loss.name == "hinge", []
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        own = (
            problem.gram[: problem.n, : problem.n]
            if problem.dual
            else problem.read[:, :-1] @ problem.read[:, :-1].T
        )
        if (
            hinge
            and l2
            and problem.rows == 1
            and problem.bias == "free"
            and np.abs(own).max() < 1e12
        ):
            svc = SVC(C=1 / (lam * problem.n), kernel="precomputed", tol=1e-6, max_iter=20_000).fit(
                own, problem.y
            )
            theta = np.zeros((1, problem.d))
            if problem.dual:
                theta[0, svc.support_] = svc.dual_coef_[0]
            else:
                theta[0, :-1] = svc.dual_coef_[0] @ problem.read[svc.support_, :-1]
            theta[0, -1] = svc.intercept_[0]
            out.append(theta)
        if (
            not hinge
            and l2
            and not problem.dual
            and problem.bias != "regularised"
            and np.abs(problem.read).max() < 1e8
        ):
            free = problem.bias == "free"
            model = LogisticRegression(
                C=1 / (lam * problem.n), fit_intercept=free, max_iter=300, tol=1e-10
            )
            model.fit(problem.read[:, :-1] if free else problem.read, problem.y)
            out.append(np.column_stack([model.coef_, model.intercept_]) if free else model.coef_)
    return out


def trained(problem: Problem) -> list[float]:
    """J of runs as they are shown."""
    chosen = {**dict(problem.learner.chosen), "alpha": min(1.0, 1.0 / float(problem.norms.max()))}
    points = Points.of(problem.x, [problem.classes[k] for k in problem.y])
    try:
        run = train(problem.learner.model, points, epochs=3, **chosen)
    except LinlabError:
        return []  # it diverged
    return [run.at(t).objective() for t in (1, 10, run.t)]


@st.composite
def problems(draw: Any) -> tuple[Problem, int]:
    seed = draw(st.integers(0, 2**32 - 1))
    rng = np.random.default_rng(
        seed
    )  # numbers that are all alike likely, not the simple ones that are drawn first
    model, space = draw(st.sampled_from(["svm", "logistic"])), draw(st.sampled_from(SPACES))
    classes = draw(st.sampled_from([2, 3]))
    n = int(rng.integers(classes + 1, 45))
    y = rng.permutation(np.arange(n) % classes)
    x = rng.standard_normal((n, 2)) + rng.choice([0.0, 1.0, 4.0]) * np.column_stack(
        [np.cos(y), np.sin(y)]
    )
    x = (x + rng.choice([0.0, 5.0])) * 10.0 ** rng.uniform(-3, 3)
    if rng.random() < 0.3:
        x[0] = x[1]
    chosen = {
        "space": space,
        "lam": 10.0 ** rng.uniform(-6, 1),
        "bias": draw(st.sampled_from(["free", "regularised", "none"])),
        "degree": int(rng.integers(1, 13)),
        "gamma": 10.0 ** rng.uniform(-2, 2),
        "features": 40,
        "coef0": float(rng.choice([0.0, 1.0])),
    }
    if space in SPACES[:3]:
        chosen["penalty"] = draw(st.sampled_from(["l2", "l2", "l1"]))
    return pose(Points.of(x, y.tolist()), Learner.of(model, **chosen), 0), seed


@settings(max_examples=PROBLEMS)
@given(problems())
def test_that_nobody_goes_below_the_optimum_by_more_than_its_certificate(
    drawn: tuple[Problem, int],
) -> None:
    problem, seed = drawn
    try:
        found = optimum(problem)
    except LinlabError as error:
        assert "differ too much" in str(error)  # a linear program that was not solved
        return
    reference = Reference(problem)
    assert 0.0 <= found.gap <= found.objective * (1 + 1e-15)
    floor = found.objective - found.gap - 1e-12 * found.objective
    assert min(reference.j(theta) for theta in rivals(found, np.random.default_rng(seed))) >= floor
    assert min(trained(problem), default=np.inf) >= floor
    if found.best_text.startswith("J* ="):
        assert reference.j(found.theta) == pytest.approx(found.objective, rel=1e-3, abs=1e-300)


IRIS = make_points("iris")


def best(x: Any, labels: Any, model: str, **chosen: Any) -> Optimum:
    return optimum(pose(Points.of(x, labels), Learner.of(model, **chosen), 0))


def iris(model: str, scale: float = 1.0, **chosen: Any) -> Optimum:
    return best(IRIS.x * scale, [IRIS.classes[k] for k in IRIS.label], model, **chosen)


@pytest.mark.parametrize("model", ["svm", "logistic"])
def test_that_more_powers_never_make_the_optimum_worse(model: str) -> None:
    found = [iris(model, space="monomial", degree=d, lam=1e-4) for d in (3, 7, 8)]
    for few, many in zip(found, found[1:], strict=False):
        assert many.objective < few.objective
        assert many.gap < 1e-6 * many.objective


def test_that_centimetres_and_kilograms_are_no_trouble() -> None:
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 60)
    x = np.column_stack(
        [165 + 12 * y + 8 * rng.standard_normal(60), 60 + 12 * y + 9 * rng.standard_normal(60)]
    )
    lower = np.inf
    for degree in (1, 2, 4):
        found = best(x, y.tolist(), "svm", space="monomial", degree=degree, lam=1e-3)
        assert found.gap < 1e-6 * found.objective
        assert found.objective < lower
        lower = found.objective


def test_that_coefficients_too_few_digits_apart_are_said_to_be_so() -> None:
    found = iris("logistic", 10.0, space="polynomial", degree=7)
    assert found.objective < np.log(3)  # of θ = 0
    assert found.gap > 0.1 * found.objective
    assert "not known exactly: it lies between" in found.best_text


def test_that_a_spiral_is_separable_by_powers_up_to_twelve_and_by_wider_margins_than_by_fewer() -> (
    None
):
    points, wide = make_points("spiral", seed=1), 0.0
    for degree in (7, 10, 12):
        bound = theory.mistake_bound(
            pose(points, Learner.of("perceptron", space="monomial", degree=degree), 0)
        )
        assert bound is not None
        x, y = points.x.astype(Long), np.where(points.label == 1, 1, -1)
        phi = np.stack(
            [x[:, 0] ** (k - j) * x[:, 1] ** j for k in range(1, degree + 1) for j in range(k + 1)],
            axis=1,
        )
        u = bound.direction[0].astype(Long)
        assert float((y * (phi @ u[:-1] + u[-1])).min()) == pytest.approx(bound.gamma, rel=1e-6)
        assert float((u * u).sum()) == pytest.approx(1.0)
        assert wide < bound.gamma <= bound.most <= bound.gamma * (1 + 1e-6)
        wide = bound.gamma
