"""Eigenvalues, Mercer's condition, the map of the error, costs and wrong labels of the kernel view."""

import numpy as np
import pytest
from sklearn.metrics import pairwise

from linlab import Document, Learner, LinlabError, make_points
from linlab.engine.ground.numerals import read_number
from linlab.engine.learner.kernels import KERNELS
from linlab.engine.optimum.exact import optimum
from linlab.engine.picture.palette import LIGHT
from linlab.engine.picture.shapes import Areas, Label
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.kernel.cost import costs
from linlab.engine.views.kernel.difference import maps
from linlab.engine.views.kernel.spectrum import eigenvalues, words_of
from linlab.engine.views.kernel.wrong_labels import by_wrong_label
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, draw


def trace_of(classes=2, model="perceptron", **settings):
    points = make_points("blobs", n=40, classes=classes, noise=1.3, seed=8)
    return Trace(Document(points, (Learner.of(model, **settings),), seed=3))


def words(trace, t, show):
    figure = Figure(view="kernel", width=520, height=520, options=(("show", show),))
    panels = draw(figure, Snapshot.of(trace, t), LIGHT).panels
    return " ".join(i.text for panel in panels for i in panel.items if isinstance(i, Label))


PEERS = {
    "rbf": lambda x: pairwise.rbf_kernel(x, gamma=0.5),
    "laplace": lambda x: pairwise.laplacian_kernel(x, gamma=0.5),
    "sigmoid": lambda x: pairwise.sigmoid_kernel(x, gamma=0.5, coef0=1.0),
    "linear": lambda x: x @ x.T,
}


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("space", PEERS)
def test_that_eigenvalues_are_those_of_the_gram_matrix_and_only_the_sigmoids_are_negative(
    space, classes
):
    gamma = {} if space == "linear" else {"gamma": 0.5}
    trace = trace_of(classes, space=space, **gamma)
    problem = trace.problem(0)
    expected = np.sort(np.linalg.eigvals(PEERS[space](problem.x)).real)[::-1]
    np.testing.assert_allclose(eigenvalues(problem), expected, atol=1e-8)
    negative = expected.min() < -1e-6
    assert negative == (space == "sigmoid")
    said = " ".join(words_of(problem))
    assert ("not positive semi-definite" in said) == negative and "Mercer" in said
    for t in (0, 30):
        shown = words(trace, t, "eigenvalues")
        assert ("not positive semi-definite" in shown) == negative


def test_that_the_sigmoid_kernel_is_scikit_learns_and_has_no_exact_optimum():
    x, other = np.random.default_rng(1).normal(size=(2, 9, 2))
    settings = {"gamma": 0.7, "coef0": 0.3}
    np.testing.assert_allclose(
        KERNELS["sigmoid"].gram(x, other, settings),
        pairwise.sigmoid_kernel(x, other, gamma=0.7, coef0=0.3),
    )
    with pytest.raises(LinlabError, match="is not positive semi-definite"):
        optimum(trace_of(model="svm", space="sigmoid").problem(0))


def test_that_the_map_is_features_minus_kernel_and_fades_as_they_grow():
    problem = trace_of(space="fourier", features=64, gamma=0.5).problem(0)
    found = dict(maps(problem))
    assert list(found) == [8, 64, 512]
    rng = np.random.default_rng
    for many, table in found.items():
        omega = np.sqrt(2 * 0.5) * rng((3, 0, 1)).standard_normal((many, 2))
        phase = rng((3, 0, 2)).uniform(0, 2 * np.pi, many)
        x = problem.x[np.argsort(problem.y, kind="stable")]
        phi = np.sqrt(2 / many) * np.cos(x @ omega.T + phase)
        np.testing.assert_allclose(
            table, phi @ phi.T - pairwise.rbf_kernel(x, gamma=0.5), atol=1e-9
        )
    sizes = [np.abs(table).mean() for table in found.values()]
    assert sizes[0] > 1.8 * sizes[1] > 3.2 * sizes[2]
    assert "D = 64" in words(trace_of(space="fourier", features=64), 5, "difference")


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("t", [0, 25, 400])
def test_that_multiplications_are_counted_term_by_term(classes, t):
    rows = 1 if classes == 2 else classes
    dual = trace_of(classes, space="polynomial", degree=2, coef0=0.0)
    model = dual.model(t).single
    used = sum(bool(model.theta[:, i].any()) for i in range(40))
    kernel, features = costs(model).values()
    score = sum(2 + rows for _ in range(used))  # k(xᵢ, x), then aᵢ times it in each row
    assert kernel.prediction == score and kernel.step == score + rows
    assert features.prediction == 3 * rows and features.step == 6 * rows  # x₁², x₁x₂, x₂²
    decayed = trace_of(classes, "svm", space="rbf").model(t).single
    kernel, features = costs(decayed).values()
    assert kernel.step - kernel.prediction == rows + 40 * rows and features.step is None
    primal = trace_of(classes, "svm", space="monomial", degree=3).model(t).single
    assert list(costs(primal).values())[1] == (27 * rows, 9 * rows)


@pytest.mark.parametrize("t", [0, 17, 300])
def test_that_coefficients_by_the_wrong_label_count_which_label_won(t):
    trace = trace_of(4, space="rbf", gamma=0.5)
    counted = np.zeros((4, 40))
    for k in range(1, t + 1):
        step = trace.step(k)
        if step.mistake:
            counted[int(step.rivals[0]), int(step.examples[0])] += 1
    np.testing.assert_allclose(by_wrong_label(trace.model(t).single), counted, atol=1e-12)
    figure = Figure(view="kernel", width=520, height=420, options=(("show", "wrong-labels"),))
    (panel,) = draw(figure, Snapshot.of(trace, t), LIGHT).panels
    bars = sum(len(i.rings) for i in panel.items if isinstance(i, Areas))
    assert bars == np.count_nonzero(counted)


def test_that_the_words_have_numbers_that_read_back():
    problem = trace_of(space="sigmoid").problem(0)
    said = words_of(problem)[0].split(" is ")[1].split(":")[0]
    assert read_number(said) == pytest.approx(eigenvalues(problem)[-1], rel=0.02)


def test_that_two_classes_are_not_asked_for_wrong_labels():
    at = Snapshot.of(trace_of(2, space="rbf"), 5)
    keys = [key for key, _ in VIEWS["kernel"].option("show").choices(at)]
    assert "wrong-labels" not in keys and {"eigenvalues", "cost"} <= set(keys)
