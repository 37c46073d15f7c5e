"""Random binning in the views: its error against the Laplace kernel, the map, costs, components, the
network, words of a step, and what does not apply. Written from the definition, at t = 0, mid-run and
converged, for two and four classes."""

import numpy as np
import pytest

from linlab import Document, Learner, make_points
from linlab.engine.picture.palette import LIGHT
from linlab.engine.picture.shapes import Label
from linlab.engine.train.trace import Trace
from linlab.engine.views.features.components import components, components_of
from linlab.engine.views.figure import Figure
from linlab.engine.views.kernel.approximation import error_now, errors_of
from linlab.engine.views.kernel.cost import costs
from linlab.engine.views.kernel.difference import maps
from linlab.engine.views.network.net import net_of
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, draw
from linlab.engine.words.arithmetic import arithmetic

GAMMA, SEED, GRIDS = 0.5, 3, 64
TIMES = (0, 30, 1200)


def trace_of(classes=2, model="perceptron", **settings):
    points = make_points("blobs", n=40, classes=classes, noise=1.3, seed=8)
    chosen = {"space": "binning", "gamma": GAMMA, **settings}
    return Trace(Document(points, (Learner.of(model, **chosen),), seed=SEED))


def shares(x, many):
    """Of `many` grids, those where two points are in the same cell, for all pairs. (n, n)"""
    pitch = np.random.default_rng((SEED, 0, 3)).gamma(2.0, size=(many, 2)) / GAMMA
    shift = np.random.default_rng((SEED, 0, 4)).uniform(size=(many, 2)) * pitch
    same = np.zeros((len(x), len(x)))
    for p, s in zip(pitch, shift, strict=True):
        column, row = np.floor((x[:, 0] - s[0]) / p[0]), np.floor((x[:, 1] - s[1]) / p[1])
        same += (column[:, None] == column) & (row[:, None] == row)
    return same / many


def laplace(x):
    return np.exp(-GAMMA * np.abs(x[:, None] - x).sum(axis=2))


def shown(trace, t, view, **options):
    figure = Figure(view, 520.0, 560.0, options=tuple(options.items()))
    panels = draw(figure, Snapshot.of(trace, t), LIGHT).panels
    return panels, " ".join(i.text for p in panels for i in p.items if isinstance(i, Label))


@pytest.mark.parametrize("classes", [2, 4])
def test_that_the_error_is_that_of_the_share_of_common_cells_and_falls_as_grids_grow(classes):
    trace = trace_of(classes)
    problem = trace.problem(0)
    sizes, mean, worst = errors_of(problem)
    for many in (1, 16, GRIDS):
        away = np.abs(shares(problem.x, many) - laplace(problem.x))
        k = list(sizes).index(many)
        assert (mean[k], worst[k]) == pytest.approx((np.mean(away), np.max(away)), abs=1e-12)
    assert error_now(problem) == pytest.approx(np.mean(away), abs=1e-12)
    slope = np.polyfit(np.log(sizes), np.log(mean), 1)[0]
    assert -0.6 < slope < -0.4  # like 1/√D
    for t in TIMES:
        panels, words = shown(trace, t, "kernel", show="imitation")
        assert panels[0].across.title == "grids D" and f"D = {GRIDS}" in words


def test_that_the_map_is_the_share_of_common_cells_minus_the_kernel():
    problem = trace_of().problem(0)
    found = dict(maps(problem))
    assert list(found) == [8, 64, 512]
    x = problem.x[np.argsort(problem.y, kind="stable")]
    for many, table in found.items():
        np.testing.assert_allclose(table, shares(x, many) - laplace(x), atol=1e-12)
    assert np.abs(found[512]).mean() < np.abs(found[64]).mean() < np.abs(found[8]).mean()


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("t", TIMES)
def test_that_only_one_cell_of_each_grid_is_multiplied(classes, t):
    trace = trace_of(classes, "svm")
    rows = 1 if classes == 2 else classes
    cells = trace.problem(t).d - 1
    kernel, features = costs(trace.model(t)).values()
    assert features == (rows * (2 * GRIDS + cells), rows * GRIDS)
    assert kernel.prediction == 40 * (2 + rows)
    assert f"{GRIDS} not 0" in " ".join(costs(trace.model(t)))


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("t", TIMES)
def test_that_components_are_those_of_the_shares_of_common_cells(classes, t):
    trace = trace_of(classes)
    own = components_of(trace.model(t))
    x = trace.problem(t).x
    k = shares(x, GRIDS)
    middle = np.eye(len(x)) - 1 / len(x)
    values, vectors = np.linalg.eigh(middle @ k @ middle)
    found = components(own[0].spec)
    np.testing.assert_allclose(found.values, values[::-1], atol=1e-9)
    assert found.share == pytest.approx(values[-3:].sum() / values.sum(), rel=1e-9)
    for number, component in enumerate(own):
        expected = vectors[:, -1 - number] * np.sqrt(values[-1 - number])
        assert abs(np.corrcoef(component.of(x), expected)[0, 1]) > 1 - 1e-9


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("t", TIMES)
def test_that_the_network_has_the_cells_of_the_point_as_inputs(classes, t):
    trace = trace_of(classes)
    model = trace.model(t)
    net = net_of(model, (0.3, -0.7))
    assert all(name.startswith("g") and "|" in name for name in net.names)
    assert set(net.values.tolist()) <= {0.0, 1 / 8}
    total = net.weights @ net.values + net.rest + net.bias
    np.testing.assert_allclose(total, model.scores(np.array([(0.3, -0.7)]))[0], atol=1e-10)


def test_that_a_step_names_the_cells_whose_weights_it_changes():
    trace = trace_of()
    t = next(t for t in range(1, 50) if trace.step(t) is not None and trace.step(t).updated)
    step = trace.step(t)
    lines = arithmetic(step, trace.learner(t), None)
    names = {f"w[{name}]" for name in trace.problem(t).names}
    changed = [line for line in lines if line.label.startswith("w[")]
    assert changed and {line.label for line in changed} <= names
    assert "b" in {line.label for line in lines}
    x = step.x[0]
    for line in changed:
        grid, cell = line.label[3:-1].split(" ")
        column, row = (int(each.replace("−", "-")) for each in cell.split("|"))
        pitch = (
            np.random.default_rng((SEED, 0, 3)).gamma(2.0, size=(GRIDS, 2))[int(grid) - 1] / GAMMA
        )
        shift = np.random.default_rng((SEED, 0, 4)).uniform(size=(GRIDS, 2))[int(grid) - 1] * pitch
        assert np.floor((x - shift) / pitch).tolist() == [column, row]


@pytest.mark.parametrize("view", ["weights", "counts"])
def test_that_views_of_single_weights_say_why_not_and_lead_out(view):
    moment = Snapshot.of(trace_of(model="logistic"), 10)
    refusal = VIEWS[view].refusal(moment)
    assert refusal is not None and refusal.way_out is not None
    assert "Linear" in refusal.sentence
    assert VIEWS[view].refusal(Snapshot.of(trace_of(model="logistic", space="linear"), 10)) is None


@pytest.mark.parametrize("classes", [2, 4])
def test_that_every_view_of_a_model_draws_it_or_says_why_not(classes):
    moment = Snapshot.of(trace_of(classes, "logistic"), 30)
    for name, view in VIEWS.items():
        figure = Figure(name, 480.0, 480.0)
        assert draw(figure, moment, LIGHT).panels or view.why_not(figure, moment) is not None
