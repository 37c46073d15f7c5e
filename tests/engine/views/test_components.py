"""Kernel principal components in the features view, against scikit-learn and numpy."""

import numpy as np
import pytest
from sklearn.decomposition import PCA, KernelPCA

from linlab import Document, Learner, make_points
from linlab.engine.ground.numerals import percent
from linlab.engine.picture.palette import LIGHT
from linlab.engine.picture.shapes import Label
from linlab.engine.train.trace import Trace
from linlab.engine.views.features.components import components, components_of
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, draw

NEW = np.random.default_rng(2).normal(size=(15, 2))


def trace_of(classes, **settings):
    points = make_points("blobs", n=40, classes=classes, noise=1.2, seed=5)
    return Trace(Document(points, (Learner.of("svm", **settings),), seed=3))


def alike(a, b):
    """Up to the sign of each component."""
    signs = np.sign((a * b).sum(axis=0))
    np.testing.assert_allclose(a, b * signs, atol=1e-7)


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("t", [0, 30, 800])
def test_that_those_of_rbf_are_scikit_learns_at_old_and_new_points(classes, t):
    model = trace_of(classes, space="rbf", gamma=0.4).model(t)
    three = components_of(model)
    peer = KernelPCA(3, kernel="rbf", gamma=0.4, eigen_solver="dense").fit(model.examples.x)
    for x in (model.examples.x, NEW):
        alike(np.stack([each.of(x) for each in three], axis=1), peer.transform(x))
    every = KernelPCA(40, kernel="rbf", gamma=0.4, eigen_solver="dense").fit(model.examples.x)
    share = every.eigenvalues_[:3].sum() / every.eigenvalues_.sum()
    assert components(three[0].spec).share == pytest.approx(share, abs=1e-9)


@pytest.mark.parametrize("classes", [2, 4])
def test_that_those_of_random_features_are_the_principal_components_of_these(classes):
    model = trace_of(classes, space="fourier", gamma=0.4, features=50).model(20)
    phi = model.problem.map.features
    peer = PCA(3).fit(phi(model.examples.x))
    three = components_of(model)
    alike(np.stack([each.of(NEW) for each in three], axis=1), peer.transform(phi(NEW)))
    assert components(three[0].spec).share == pytest.approx(
        peer.explained_variance_ratio_.sum(), abs=1e-9
    )


def test_that_laplace_has_them_and_polynomials_have_their_own_features():
    assert len(components_of(trace_of(2, space="laplace").model(0))) == 3
    for space in ("linear", "monomial", "polynomial", "linear-kernel"):
        assert components_of(trace_of(2, space=space).model(0)) == ()


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("t", [0, 60])
def test_that_the_view_shows_them_first_and_says_their_share(classes, t):
    trace = trace_of(classes, space="rbf", gamma=0.4)
    moment = Snapshot.of(trace, t)
    options = VIEWS["features"].options[:3]
    assert [o.choices(moment)[0][0] for o in options] == [f"component-{k}" for k in (1, 2, 3)]
    panels = draw(Figure("features", 460.0, 460.0), moment, LIGHT).panels
    words = " ".join(i.text for p in panels for i in p.items if isinstance(i, Label))
    if t:
        share = components(components_of(trace.model(t))[0].spec).share
        assert f"hold {percent(share)} of the variance" in words
