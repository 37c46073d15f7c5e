"""Fields of kernel spaces, factored along the axes, against the sums of their kernels."""

import numpy as np
import pytest

from linlab import Document, Learner
from linlab.engine.data.datasets import make_points
from linlab.engine.learner.kernels import KERNELS
from linlab.engine.train.models import winners
from linlab.engine.train.trace import Trace


@pytest.mark.parametrize("kernel", ["rbf", "laplace"])
@pytest.mark.parametrize("gamma", [1e-6, 0.01, 0.3, 1.0, 4.0, 50.0, 1e4])
@pytest.mark.parametrize(("nx", "ny"), [(203, 196), (60, 2), (2, 300), (400, 31)])
def test_that_a_field_is_the_sum_of_its_kernels(kernel, gamma, nx, ny):
    rng = np.random.default_rng(4)
    centres, a = rng.normal(size=(40, 2)) * 2 + 100, rng.normal(size=(3, 40))
    xs, ys = np.linspace(94, 107, nx), np.linspace(95, 104, ny)
    field = KERNELS[kernel].grid(a, centres, {"gamma": gamma}, xs, ys)
    power = 2 if kernel == "rbf" else 1
    away = (
        np.abs(xs[None, :, None] - centres[:, 0]) ** power
        + np.abs(ys[:, None, None] - centres[:, 1]) ** power
    )
    np.testing.assert_allclose(
        field, np.einsum("yxn,rn->ryx", np.exp(-gamma * away), a), atol=1e-12
    )


@pytest.mark.parametrize("far", [1e6, 1e12, 1e15])
def test_that_a_field_far_out_is_the_sum_of_its_kernels_without_a_warning(far):
    centres, a = far + np.array([(0.0, 0.0), (2.0, 1.0)]), np.array([[1.0, -1.0]])
    xs, ys = np.linspace(far - 1, far + 3, 300), np.linspace(far - 1, far + 2, 200)
    with np.errstate(all="raise", under="ignore"):
        field = KERNELS["rbf"].grid(a, centres, {"gamma": 0.3}, xs, ys)
    away = (xs[None, :, None] - centres[:, 0]) ** 2 + (ys[:, None, None] - centres[:, 1]) ** 2
    rounding = far * 1e-15
    np.testing.assert_allclose(
        field[0], (np.exp(-0.3 * away) * a[0]).sum(axis=-1), atol=1e-12 + rounding
    )


@pytest.mark.parametrize("data", ["moons", "blobs"])
@pytest.mark.parametrize("bias", ["none", "free"])
def test_that_far_from_all_centres_the_sign_is_that_of_the_sum_and_no_noise(data, bias):
    """With as many classes as there are, and a bias that is often 0 or the same for several."""
    points = (
        make_points(data, seed=1, n=40)
        if data == "moons"
        else make_points(data, seed=1, n=40, classes=3)
    )
    trace = Trace(Document(points, (Learner.of("perceptron", space="rbf", gamma=3.0, bias=bias),)))
    xs, ys = np.linspace(-9, 9, 500), np.linspace(-8, 8, 480)
    faint = 0
    for t in (3, 40, 41):
        model = trace.model(t)
        weights, b = model.problem.split(model.theta)
        across, up = (
            (axis[:, None] - at) ** 2
            for axis, at in zip((xs, ys), model.problem.centres.T, strict=True)
        )
        away = (across + up[:, None]).reshape(xs.size * ys.size, -1)  # row by row
        want = np.exp(-3.0 * away) @ weights.T + b
        lead = (
            want[:, 0] if want.shape[1] == 1 else np.subtract(*np.sort(want, axis=1)[:, :-3:-1].T)
        )
        sure = np.abs(lead) > 1e-280  # a sum of some few terms has most of its digits
        found = model.grid(xs, ys).reshape(len(b), -1).T
        same = winners(found) == winners(want)
        assert same[sure & (np.abs(lead) > 1e-12 * np.abs(want).max(axis=1))].all()
        faint += int((sure & (np.abs(lead) < 1e-14)).sum())
    assert faint or bias == "free"  # it was put to the test
