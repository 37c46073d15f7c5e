"""The gradient of the log-likelihood line by line, against scipy and finite differences."""

import numpy as np
import pytest
from hypothesis import given, settings
from scipy.special import expit, log_softmax, softmax

from linlab.engine.words.derivations.gradient import GRADIENT

from .runs import biases, compare, derived, moments, thetas, together, trace_of


def likelihood(theta, phi, y):
    """(1/N) Σ ln P(yᵢ|xᵢ)."""
    s = phi @ theta.T
    if len(theta) == 1:
        return float(np.log(expit(np.where(y == 1, s[:, 0], -s[:, 0]))).mean())
    return float(log_softmax(s, axis=1)[np.arange(len(y)), y].mean())


def differences(theta, phi, y, h=1e-6):
    """Its gradient, by central differences."""
    out = np.zeros_like(theta)
    for place in np.ndindex(*theta.shape):
        step = np.zeros_like(theta)
        step[place] = h
        out[place] = (likelihood(theta + step, phi, y) - likelihood(theta - step, phi, y)) / (2 * h)
    return out


@settings(max_examples=200)
@given(together, moments, biases)
def test_that_every_line_is_that_of_differences(data, t, bias):
    settings = {"lam": 0.01, "rate": "constant", "alpha": 0.2, "bias": bias}
    trace = trace_of(data, "logistic", **settings)
    lines, at = derived(GRADIENT, trace, t)
    phi = data.phi(bias)
    theta = thetas(data, "logistic", at.moment.t, bias, lam=0.01, alpha=0.2)[-1]
    i, y = at.example, int(data.y[at.example])
    s = phi[i] @ theta.T
    whole = differences(theta, phi, data.y)
    one = differences(theta, phi[[i]], data.y[[i]])
    if data.classes == 2:
        p = float(expit(data.sign[i] * s[0]))
        expected = [
            (p, p),
            (p * (1 - p), p * (1 - p)),
            (1 - p, 1 - p),
            (one[0], (1 - p) * data.sign[i] * phi[i]),
        ]
        row = 0
    else:
        p = softmax(s)
        pull = np.eye(len(p))[y] - p
        expected = [
            (p[y], p[y]),
            (np.log(p[y]), np.log(p[y])),
            (pull, pull),
            (one[y], (1 - p[y]) * phi[i]),
        ]
        row = y
    expected += [(whole[row], whole[row]), ((whole**2).sum(), (whole**2).sum())]
    compare(lines, expected, rel=1e-6, scale=20.0)


@pytest.mark.parametrize("t", [0, 7, 60])
def test_that_a_kernel_space_measures_lengths_by_its_gram_matrix(t):
    from sklearn.metrics.pairwise import rbf_kernel

    from tests.engine import textbook

    X, labels = textbook.data(2, 14)
    from .runs import NAMES, Data

    data = Data(X, np.array([NAMES.index(each) for each in labels]))
    trace = trace_of(data, "logistic", space="rbf", gamma=1.0, lam=0.0)
    lines, at = derived(GRADIENT, trace, t)
    gram = rbf_kernel(X, gamma=1.0)
    a, b = at.theta[0, :-1], at.theta[0, -1]
    pull = data.sign * expit(-data.sign * (gram @ a + b)) / len(X)
    length = np.sqrt(pull @ (gram + 1.0) @ pull)
    assert lines[-2].sides[1].value.length == pytest.approx(length)
    assert lines[-1].sides[1].value == pytest.approx(length**2)
    assert all(line.holds for line in lines)
