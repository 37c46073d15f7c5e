"""L1 under every optimiser: each weight is softened by λ times the step that the optimiser gives
it, so J is minimised."""

from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog, minimize

import linlab
from linlab import Document, Learner, Points, Trace
from tests.engine import textbook

ALPHA, LAM, MU = 0.07, 0.05, 0.6
STEPS = ("sgd", "momentum", "adagrad", "rmsprop", "adadelta", "adam")


def moved(name: str, g: Any, w: Any, past: dict[str, Any]) -> tuple[Any, Any]:
    """θ after the step of the loss alone, and what the gradient of each weight was multiplied
    with."""
    if name in ("sgd", "momentum"):
        last = past.get("last", w)
        past["last"] = w
        return w - ALPHA * g + (MU * (w - last) if name == "momentum" else 0), ALPHA
    if name == "adagrad":  # Duchi, Hazan and Singer 2011: the composite mirror descent of AdaGrad
        past["G"] = past.get("G", 0) + g**2
        h = ALPHA / (np.sqrt(past["G"]) + 1e-8)
    elif name == "rmsprop":
        past["v"] = 0.9 * past.get("v", 0) + 0.1 * g**2
        h = ALPHA / (np.sqrt(past["v"]) + 1e-8)
    elif name == "adadelta":
        past["v"] = 0.95 * past.get("v", 0) + 0.05 * g**2
        h = np.sqrt(past.get("u", 0) + 1e-6) / np.sqrt(past["v"] + 1e-6)
        past["u"] = 0.95 * past.get("u", 0) + 0.05 * (h * g) ** 2
    else:
        t = past["t"] = past.get("t", 0) + 1
        past["m"] = 0.9 * past.get("m", 0) + 0.1 * g
        past["v"] = 0.999 * past.get("v", 0) + 0.001 * g**2
        h = ALPHA / (np.sqrt(past["v"] / (1 - 0.999**t)) + 1e-8)
        return w - h * past["m"] / (1 - 0.9**t), h
    return w - h * g, h


@pytest.mark.parametrize("bias", ["free", "regularised", "none"])
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("batch", [1, 4])
@pytest.mark.parametrize("optimiser", STEPS)
def test_that_each_weight_is_softened_by_its_own_step(
    optimiser: str, batch: int, classes: int, bias: str
) -> None:
    X, y = textbook.data(classes)
    run = linlab.train(
        "svm",
        X,
        y,
        optimiser=optimiser,
        alpha=ALPHA,
        lam=LAM,
        momentum=MU,
        batch=batch,
        order="cyclic",
        penalty="l1",
        bias=bias,
        updates=0,
    )
    F = X if bias == "none" else np.c_[X, np.ones(len(y))]
    label, seen = np.searchsorted(np.unique(y), y), 2 if bias != "regularised" else 3
    w, past = np.zeros((1 if classes == 2 else classes, F.shape[1])), {}  # type: ignore[var-annotated]
    for t in range(60):
        g = np.zeros_like(w)
        for i in range(t % (24 // batch) * batch, t % (24 // batch) * batch + batch):
            s = w @ F[i]
            if classes == 2:
                sign = 2 * label[i] - 1
                g -= (sign if sign * s[0] < 1 else 0) * F[i] / batch
            else:
                rival = max((c for c in range(classes) if c != label[i]), key=lambda c: (s[c], -c))
                if s[label[i]] - s[rival] < 1:
                    g[label[i]] -= F[i] / batch
                    g[rival] += F[i] / batch
        w, h = moved(optimiser, g, w, past)
        threshold = np.broadcast_to(h * LAM, w.shape)[:, :seen]
        w[:, :seen] = np.sign(w[:, :seen]) * np.maximum(np.abs(w[:, :seen]) - threshold, 0)
        np.testing.assert_allclose(run.at(t + 1).theta, w, atol=1e-11, err_msg=f"update {t + 1}")
        np.testing.assert_array_equal(run.at(t + 1).theta == 0, w == 0)  # exactly 0, or not at all


def clouds() -> tuple[Any, Any]:
    rng = np.random.default_rng(0)
    return np.r_[rng.normal(-1, 0.8, (30, 2)), rng.normal(1, 0.8, (30, 2))], np.r_[
        -np.ones(30), np.ones(30)
    ]


def objective(model: str, theta: Any, lam: float) -> float:
    X, y = clouds()
    m = y * (X @ theta[:2] + theta[2])
    losses = np.maximum(0, 1 - m) if model == "svm" else np.logaddexp(0, -m)
    return float(losses.mean() + lam * np.abs(theta[:2]).sum())


def least(model: str, lam: float) -> float:
    """min J by scipy: a linear program for hinge, and w = u − v with u, v ≥ 0 for the log loss."""
    X, y = clouds()
    n = len(y)
    if model == "svm":  # u, v, b, ξ with y((u − v)·x + b) ≥ 1 − ξ
        F = y[:, None] * np.c_[X, -X, np.ones(n)]
        cost = np.r_[np.full(4, lam), 0, np.full(n, 1 / n)]
        bounds = [(0, None)] * 4 + [(None, None)] + [(0, None)] * n
        return float(linprog(cost, A_ub=-np.c_[F, np.eye(n)], b_ub=-np.ones(n), bounds=bounds).fun)
    split = minimize(
        lambda z: objective(model, np.r_[z[:2] - z[2:4], z[4]], 0) + lam * z[:4].sum(),
        np.zeros(5),
        bounds=[(0, None)] * 4 + [(None, None)],
        method="L-BFGS-B",
        tol=1e-12,
    )
    return float(split.fun)


@pytest.mark.parametrize("lam", [0.01, 0.1])
@pytest.mark.parametrize("model", ["svm", "logistic"])
@pytest.mark.parametrize("optimiser", STEPS)
def test_that_l1_is_minimised_whatever_the_optimiser(
    optimiser: str, model: str, lam: float
) -> None:
    X, y = clouds()
    best = least(model, lam)
    wanders = optimiser in (
        "momentum",
        "rmsprop",
        "adam",
    )  # at a constant rate these do not come to rest
    settings = {
        "optimiser": optimiser,
        "lam": lam,
        "penalty": "l1",
        "rate": "inverse-root" if wanders else "constant",
    }
    whole = linlab.train(model, X, y, batch="all", updates=5000, **settings)
    assert best - 1e-6 <= objective(model, whole.theta[0], lam) <= best + 0.003
    online = linlab.train(model, X, y, updates=33_000, **settings)
    assert best - 1e-6 <= objective(model, online.theta[0], lam) <= best + 0.015
    assert online.objective() == pytest.approx(objective(model, online.theta[0], lam), rel=1e-12)


@pytest.mark.parametrize("optimiser", STEPS)
def test_that_a_feature_that_does_not_matter_gets_a_weight_of_exactly_0(optimiser: str) -> None:
    X, y = clouds()
    X = np.c_[X[:, 0] + y, np.random.default_rng(1).normal(size=60) * 0.1]
    run = linlab.train(
        "logistic", X, y, optimiser=optimiser, lam=0.1, penalty="l1", batch="all", updates=2000
    )
    assert run.weights[0, 1] == 0 and run.weights[0, 0] > 0.3 and run.bias[0] != 0


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("batch", [1, 5])
@pytest.mark.parametrize("optimiser", STEPS)
def test_that_a_step_under_l1_rebuilds_theta_and_a_run_repeats_bit_for_bit(
    optimiser: str, batch: int, classes: int
) -> None:
    learner = Learner.of("svm", optimiser=optimiser, penalty="l1", lam=0.05, batch=batch)
    document = Document(Points.of(*textbook.data(classes)), (learner,), seed=3)
    one, two = Trace(document), Trace(document)
    one.at(80)
    for t in (1, 2, 13, 30, 80):
        step = two.step(t)
        assert step is not None
        np.testing.assert_array_equal(step.rebuild(one.at(t - 1).theta), one.at(t).theta)
        np.testing.assert_array_equal(two.at(t).theta, one.at(t).theta)
