"""Each optimiser against its paper's formula, on gradients computed here."""

import numpy as np
import pytest

import linlab
from tests.engine import textbook

ALPHA, LAM, MU = 0.07, 0.03, 0.8


def sgd(g, w, past):
    return w - ALPHA * g


def momentum(g, w, past):  # Polyak, as Riezler gives it: θ' = θ − αg + μ(θ − θ_prev)
    previous = past.get("previous", w)
    past["previous"] = w
    return w - ALPHA * g + MU * (w - previous)


def adagrad(g, w, past):  # Duchi, Hazan, Singer 2011
    past["G"] = past.get("G", 0) + g * g
    return w - ALPHA * g / (np.sqrt(past["G"]) + 1e-8)


def rmsprop(g, w, past):  # Tieleman and Hinton 2012
    past["v"] = 0.9 * past.get("v", 0) + 0.1 * g**2
    return w - ALPHA * g / (np.sqrt(past["v"]) + 1e-8)


def adadelta(g, w, past):  # Zeiler 2012, algorithm 1, ρ = 0.95, ε = 1e-6
    past["g2"] = 0.95 * past.get("g2", 0) + 0.05 * g**2
    delta = -np.sqrt(past.get("d2", 0) + 1e-6) / np.sqrt(past["g2"] + 1e-6) * g
    past["d2"] = 0.95 * past.get("d2", 0) + 0.05 * delta**2
    return w + delta


def adam(g, w, past):  # Kingma and Ba 2015, algorithm 1
    past["t"] = past.get("t", 0) + 1
    past["m"] = 0.9 * past.get("m", 0) + 0.1 * g
    past["v"] = 0.999 * past.get("v", 0) + 0.001 * g**2
    m, v = past["m"] / (1 - 0.9 ** past["t"]), past["v"] / (1 - 0.999 ** past["t"])
    return w - ALPHA * m / (np.sqrt(v) + 1e-8)


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("batch", [1, 4])
@pytest.mark.parametrize("formula", [sgd, momentum, adagrad, rmsprop, adadelta, adam])
def test_that_the_optimiser_follows_its_paper(formula, batch, classes):
    X, y = textbook.data(classes)
    F, names = np.c_[X, np.ones(len(y))], np.unique(y)
    run = linlab.train(
        "logistic",
        X,
        y,
        optimiser=formula.__name__,
        alpha=ALPHA,
        lam=LAM,
        momentum=MU,
        batch=batch,
        order="cyclic",
        updates=0,
    )
    w, past = np.zeros((1 if classes == 2 else classes, 3)), {}
    for t in range(40):
        first = t % (24 // batch) * batch
        f, labels = F[first : first + batch], y[first : first + batch]
        if classes == 2:
            p = 1 / (1 + np.exp(-f @ w[0]))
            g = ((p - (labels == "b")) @ f / batch)[None]
        else:
            p = np.exp(f @ w.T)
            g = (p / p.sum(axis=1, keepdims=True) - (labels[:, None] == names)).T @ f / batch
        g[:, :2] += LAM * w[:, :2]
        w = formula(g, w, past)
        np.testing.assert_allclose(run.at(t + 1).theta, w, atol=1e-11, err_msg=f"update {t + 1}")


@pytest.mark.parametrize("optimiser", ["sgd", "momentum"])
def test_that_momentum_means_the_same_in_a_kernel_space(optimiser):
    X, y = textbook.data(3)
    settings = {"optimiser": optimiser, "lam": 0.05, "alpha": 0.1, "epochs": 6}
    primal = linlab.train("svm", X, y, **settings)
    dual = linlab.train("svm", X, y, space="linear-kernel", **settings)
    np.testing.assert_allclose(dual.weights @ X, primal.weights, atol=1e-10)
    np.testing.assert_allclose(dual.bias, primal.bias, atol=1e-10)


@pytest.mark.parametrize("space", ["linear", "monomial", "rbf"])
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("optimiser", ["lbfgs", "newton-cg", "cg"])
def test_that_a_solver_reaches_the_minimum_and_never_goes_up(optimiser, classes, space):
    from scipy.optimize import minimize

    X, y = textbook.data(classes)
    run = linlab.train("logistic", X, y, optimiser=optimiser, lam=0.1, space=space, degree=2)
    path = [run.at(t).objective() for t in range(run.t + 1)]
    assert all(b <= a + 1e-12 for a, b in zip(path, path[1:], strict=False))
    assert "converged" in run.reason
    problem, names = run.problem, np.unique(y)

    def J(flat):  # written out here: mean −log P plus λ/2 ‖w‖²
        theta = flat.reshape(run.theta.shape)
        s = problem.read @ theta.T
        s = np.c_[np.zeros(len(y)), s] if classes == 2 else s
        top = s.max(axis=1)
        nll = (
            np.log(np.exp(s - top[:, None]).sum(axis=1))
            + top
            - s[np.arange(len(y)), np.searchsorted(names, y)]
        )
        w = theta[:, :-1]
        return nll.mean() + 0.05 * (
            np.sum(w @ problem.read[:, : len(y)] * w) if space == "rbf" else np.sum(w * w)
        )

    assert path[-1] == pytest.approx(J(run.theta.ravel()), rel=1e-10)
    assert path[-1] <= minimize(J, run.theta.ravel(), method="BFGS").fun + 1e-6
