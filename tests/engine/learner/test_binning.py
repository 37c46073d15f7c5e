"""Random binning, compared with numpy written from its definition: D grids, an indicator of each cell that
holds an example, and the Laplace kernel that its products tend to."""

import dataclasses

import numpy as np
import pytest

import linlab
from linlab import LinlabError
from linlab.engine.learner.features import FEATURES
from linlab.engine.learner.random_features.binning import binning, grids

RNG = np.random.default_rng(3)
X = RNG.normal(0, 1.5, (60, 2))
NEW = RNG.uniform(-6, 6, (80, 2))


def by_hand(x, examples, many, gamma, seed):
    """φ(x) as a dictionary of cells for each point: (grid, column, row) -> 1/√D."""
    pitch = np.random.default_rng((seed, 0, 3)).gamma(2.0, size=(many, 2)) / gamma
    shift = np.random.default_rng((seed, 0, 4)).uniform(size=(many, 2)) * pitch

    def cells(p):
        return [(g, *(int(np.floor((p[j] - shift[g, j]) / pitch[g, j])) for j in (0, 1)))
                for g in range(many)]  # fmt: skip

    known = {cell for p in examples for cell in cells(p)}
    return [{cell: 1 / np.sqrt(many) for cell in cells(p) if cell in known} for p in x], known


@pytest.mark.parametrize(("many", "gamma", "seed"), [(1, 1.0, 0), (7, 0.4, 5), (30, 6.0, 2)])
def test_that_features_are_indicators_of_the_cells_that_hold_an_example(many, gamma, seed):
    map = binning({"grids": many, "gamma": gamma}, seed, X)
    cells = np.column_stack([map.grid_of, map.cells]).astype(int)
    order = [(g, i, j) for g, i, j in cells.tolist()]
    for points in (X, NEW):
        rows, known = by_hand(points, X, many, gamma, seed)
        assert set(order) == known and len(order) == len(map.names) == len(set(map.names))
        expected = [[row.get(cell, 0.0) for cell in order] for row in rows]
        np.testing.assert_array_equal(map.features(points), expected)


def test_that_the_pitch_is_gamma_of_shape_2_and_the_shift_within_a_cell():
    from scipy.stats import gamma, kstest

    made = grids({"grids": 1000, "gamma": 2.5}, 1)
    assert kstest(made.pitch.ravel(), gamma(2, scale=1 / 2.5).cdf).pvalue > 0.01
    assert kstest((made.shift / made.pitch).ravel(), "uniform").pvalue > 0.01


def test_that_more_grids_keep_the_first_ones_and_gamma_only_scales_them():
    few, many = (grids({"grids": D, "gamma": 1.0}, 4) for D in (5, 40))
    wide = grids({"grids": 5, "gamma": 0.25}, 4)
    np.testing.assert_array_equal(many.pitch[:5], few.pitch)
    np.testing.assert_array_equal(many.shift[:5], few.shift)
    np.testing.assert_allclose(wide.pitch, 4 * few.pitch, rtol=1e-12)


def test_that_products_tend_to_the_laplace_kernel_like_one_over_the_root_of_d():
    exact = np.exp(-0.8 * np.abs(X[:, None] - X[None]).sum(axis=2))
    errors = []
    for many in (10, 160, 1000):
        features = binning({"grids": many, "gamma": 0.8}, 0, X[:20]).features(X[:20])
        errors.append(np.abs(features @ features.T - exact[:20, :20]).mean())
        spread = np.sqrt(exact[:20, :20] * (1 - exact[:20, :20]) / many)  # of a mean of indicators
        assert 0.5 * spread.mean() < errors[-1] < 1.2 * spread.mean()
    assert errors[0] > errors[1] > errors[2]


def test_that_a_field_is_the_scores_of_its_places():
    map = binning({"grids": 9, "gamma": 1.5}, 0, X)
    weights = RNG.normal(size=(3, len(map.names)))
    xs = np.linspace(-7, 7, 23)
    ys = np.linspace(-5, 6, 17)
    places = np.array([(x, y) for y in ys for x in xs])
    expected = (map.features(places) @ weights.T).T.reshape(3, 17, 23)
    np.testing.assert_allclose(map.grid(weights, xs, ys), expected, atol=1e-12)


@pytest.mark.parametrize("classes", [2, 4])
def test_that_steps_are_those_of_a_loop_over_cells(classes):
    """A perceptron that keeps its weights in a dictionary of cells, at t = 0, mid-run and at the end."""
    points = linlab.make_points("blobs", n=40, classes=classes, noise=1.5)
    run = linlab.train(
        "perceptron", points, space="binning", grids=12, gamma=0.5, epochs=3, order="cyclic"
    )
    rows, _ = by_hand(points.x, points.x, 12, 0.5, 0)
    weights = [{} for _ in range(classes)]
    bias = [0.0] * classes
    label = points.label
    k = len(points)
    for t in range(3 * k + 1):
        if t in (0, k, 3 * k):
            scores = [[sum(w.get(c, 0) * v for c, v in row.items()) + b for w, b in zip(weights, bias, strict=True)]
                      for row in rows]  # fmt: skip
            own = (
                np.asarray(scores)
                if classes > 2
                else np.asarray(scores)[:, 1:] - np.asarray(scores)[:, :1]
            )
            np.testing.assert_allclose(run.at(t).model.scores(points.x), own, atol=1e-10)
        if t == 3 * k:
            break
        row = rows[t % k]
        s = [
            sum(w.get(c, 0) * v for c, v in row.items()) + b
            for w, b in zip(weights, bias, strict=True)
        ]
        y = int(label[t % k])
        rival = max((c for c in range(classes) if c != y), key=lambda c: (s[c], -c))
        if s[y] <= s[rival]:
            half = (
                0.5 if classes == 2 else 1.0
            )  # for two classes the score is the difference of both
            for c, sign in ((y, half), (rival, -half)):
                for cell, value in row.items():
                    weights[c][cell] = weights[c].get(cell, 0.0) + sign * value
                bias[c] += sign


def test_that_a_run_is_repeated_to_the_bit_and_another_seed_has_other_grids():
    points = linlab.make_points("moons", n=50)
    one, again, other = (
        linlab.train("svm", points, space="binning", grids=20, epochs=4, seed=seed)
        for seed in (3, 3, 4)
    )
    assert np.array_equal(one.moment.model.scores(NEW), again.moment.model.scores(NEW))
    assert not np.array_equal(one.moment.model.scores(NEW), other.moment.model.scores(NEW))


def test_that_cells_without_an_example_count_for_nothing():
    points = linlab.make_points("moons", n=30)
    run = linlab.train("svm", points, space="binning", grids=10, epochs=2)
    far = run.moment.model.scores(np.array([(1e6, -1e6)]))
    assert far.item() == run.moment.bias.item()


def test_that_too_many_cells_are_refused_with_a_way_out():
    points = linlab.make_points("moons", n=400)
    with pytest.raises(LinlabError, match="use fewer grids D, a smaller γ, or the space “laplace”"):
        linlab.train("svm", points, space="binning", grids=1000, gamma=1000)


def test_that_training_that_goes_on_after_an_added_point_keeps_the_weights_of_cells_that_stay():
    """Cells are found again by their place in their grid, so the answers stay the same."""
    from linlab.engine.train.problem import pose
    from linlab.engine.train.tracing.carry_over import carry_over

    points = linlab.make_points("moons", n=30)
    run = linlab.train("svm", points, space="binning", grids=10, epochs=2)
    problem = run.moment.problem
    more = points.add([(5.0, 5.0)], 0)
    fresh = pose(more, problem.learner, problem.seed)
    new, state, _ = carry_over(lambda ghosts: fresh, problem, run.moment.state)
    assert new.d > problem.d
    np.testing.assert_allclose(
        new.scores_at(points.x, state.theta), problem.scores_at(points.x, run.moment.state.theta), atol=1e-12
    )  # fmt: skip


def test_that_the_space_says_which_kernel_it_imitates():
    own = FEATURES["binning"].imitation
    assert dataclasses.astuple(own)[:3] == ("laplace", "grids", "grids")
    products = own.products({"grids": 25, "gamma": 1.0}, 6, NEW, X)
    map = binning({"grids": 25, "gamma": 1.0}, 6, X)
    np.testing.assert_allclose(products, map.features(NEW) @ map.features(X).T, atol=1e-12)
