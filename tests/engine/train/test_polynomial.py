"""Scores written out as polynomials, against the scores themselves."""

import numpy as np
import pytest

from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner
from linlab.engine.train.polynomial import polynomial
from linlab.engine.train.trace import Trace

SPACES = [
    {"space": "linear"},
    {"space": "monomial", "degree": 2},
    {"space": "monomial", "degree": 4},
    {"space": "linear-kernel"},
    {"space": "polynomial", "degree": 2, "coef0": 0},
    {"space": "polynomial", "degree": 3, "coef0": 0.7},
]
MODELS = [
    (model, space)
    for model in ("perceptron", "averaged-perceptron", "mira", "svm", "pegasos", "logistic")
    for space in SPACES
] + [("gaussian-naive-bayes", {})]


def model_of(name, t, classes=2, **settings):
    points = make_points("blobs", n=40, classes=classes, noise=1.2, seed=3)
    return Trace(Document(points, (Learner.of(name, **settings),))).model(t)


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize(("name", "settings"), MODELS)
def test_that_the_polynomial_is_the_score(name, settings, classes):
    model = model_of(name, 57, classes, **settings)
    found, x = polynomial(model), np.random.default_rng(0).normal(0, 2, (30, 2))
    written = [
        [
            b + sum(w * u**i * v**j for w, (i, j) in zip(row, found.powers, strict=True))
            for row, b in zip(found.weights, found.bias, strict=True)
        ]
        for u, v in x
    ]
    scores = model.scores(x)
    assert np.allclose(written, scores, rtol=1e-9, atol=1e-9 * np.abs(scores).max())
    assert (0, 0) not in found.powers and len(set(found.powers)) == len(found.powers)


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("voted-perceptron", {}),
        ("naive-bayes", {}),
        ("svm", {"space": "rbf"}),
        ("svm", {"space": "laplace"}),
        ("svm", {"space": "fourier"}),
    ],
)
def test_that_other_scores_are_no_polynomials(name, settings):
    assert polynomial(model_of(name, 20, **settings)) is None
