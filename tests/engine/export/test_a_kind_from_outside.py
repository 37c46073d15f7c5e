"""A kind of learner is one row of the table: weights of a kind from outside are written and read
back, of one model and of a team."""

from dataclasses import replace

import numpy as np
import pytest

import linlab
from linlab.engine.learner import catalog as catalog_module
from linlab.engine.train.kinds.bag import BAG
from linlab.engine.train.kinds.boost import BOOST
from linlab.engine.train.kinds.gradient import GRADIENT
from linlab.engine.train.kinds.table import KINDS

GRID = np.stack(np.meshgrid(np.linspace(-4, 4, 7), np.linspace(-4, 4, 7)), axis=-1).reshape(-1, 2)


@pytest.mark.parametrize(
    ("like", "kind", "others"),
    [
        ("svm", GRADIENT, ()),
        ("bagging", BAG, ("perceptron",)),
        ("adaboost", BOOST, ("perceptron",)),
    ],
)
def test_that_weights_of_a_kind_from_outside_are_read_back(
    like, kind, others, monkeypatch, tmp_path
):
    monkeypatch.setitem(KINDS, "twin", replace(kind, key="twin"))
    models = catalog_module.MODELS
    monkeypatch.setitem(models, "twin", replace(models[like], key="twin", kind="twin"))
    catalog_module._catalog.cache_clear()
    try:
        points = linlab.make_points("blobs", n=30, noise=2.0)
        runs = [
            linlab.train(model, points, others=others, updates=60, seed=3)
            for model in ("twin", like)
        ]
        runs[0].save(tmp_path / "w.json")
        read = linlab.load_weights(tmp_path / "w.json")
        for scores in (runs[0].scores(GRID), read.scores(GRID)):
            np.testing.assert_allclose(scores, runs[1].scores(GRID), rtol=1e-12, atol=1e-12)
        assert read.model.title.startswith(("SVM", "Twin", "Vote of", "Bagging", "AdaBoost"))
    finally:
        catalog_module._catalog.cache_clear()
