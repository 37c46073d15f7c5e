"""Gram matrices: computed, shared and taken over, each the same numbers as the formula gives."""

import gc
import math
import subprocess
import sys
import threading
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linlab.engine.data.points import Points
from linlab.engine.ground.progress import watched
from linlab.engine.learner.kernels import KERNELS
from linlab.engine.learner.learner import Learner
from linlab.engine.train import gram
from linlab.engine.train.problem import pose

N = gram.LARGE + 70  # above the size from which on matrices are remembered
STATIONARY = [kernel.name for kernel in KERNELS.values() if kernel.stationary]


def scattered(n, seed=0):
    return np.random.default_rng(seed).normal(size=(n, 2)) * 1.5


def by_hand(name, a, b, gamma):
    """The kernel of each pair from its definition, in Python's own arithmetic."""
    apart = {"rbf": lambda u, v: u * u + v * v, "laplace": lambda u, v: abs(u) + abs(v)}[name]
    return np.array(
        [
            [math.exp(-gamma * apart(x[0] - z[0], x[1] - z[1])) for z in b.tolist()]
            for x in a.tolist()
        ]
    )


def forget():
    gram._known = ()


@pytest.mark.parametrize("name", STATIONARY)
@pytest.mark.parametrize("gamma", [1e-3, 0.7, 300.0])
def test_that_matrices_hold_the_kernel_of_each_pair(name, gamma):
    x = scattered(N)
    x[3] = x[5]  # two in one place
    x[7] = (1e200, -1e200)  # so far away that squares overflow
    forget()
    made = gram.whole(KERNELS[name], x, {"gamma": gamma}, 1.0, True)
    with np.errstate(over="ignore"):
        expected = by_hand(name, x, x, gamma)
    np.testing.assert_allclose(made[:, :N], expected + 1.0, rtol=1e-15, atol=0)
    assert (made[:, N] == 1.0).all()
    bare = gram.whole(KERNELS[name], x, {"gamma": gamma})
    normal = expected >= np.finfo(float).tiny
    np.testing.assert_allclose(bare[normal], expected[normal], rtol=1e-15, atol=0)
    np.testing.assert_allclose(bare[~normal], expected[~normal], rtol=0, atol=np.finfo(float).tiny)
    np.testing.assert_array_equal(bare, bare.T)
    np.testing.assert_array_equal(np.diag(bare), 1.0)


@pytest.mark.parametrize("name", KERNELS)
def test_that_a_matrix_is_the_same_however_it_is_built(name, monkeypatch):
    x, chosen = scattered(N), {"gamma": 0.7, "degree": 3, "coef0": 0.5}
    expected = KERNELS[name].gram(x, x, chosen)
    for at_once in (1, 2**12, 2**20):
        monkeypatch.setattr(gram, "_AT_ONCE", at_once)
        forget()
        made = gram.whole(KERNELS[name], x, chosen, 0.0, True)
        some = gram.between(KERNELS[name], x[:9], x, chosen, 0.0, True)
        np.testing.assert_allclose(made[:, :N], expected, rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(some, made[:9], rtol=1e-12, atol=1e-12)
        if name in STATIONARY:
            np.testing.assert_array_equal(made[:, :N], expected)
            np.testing.assert_array_equal(some, made[:9])


edits = st.lists(
    st.one_of(
        st.tuples(st.just("move"), st.integers(0, 10**6), st.floats(-3, 3), st.floats(-3, 3)),
        st.tuples(st.just("add"), st.integers(0, 10**6), st.floats(-3, 3), st.floats(-3, 3)),
        st.tuples(st.just("remove"), st.integers(0, 10**6), st.just(0.0), st.just(0.0)),
        st.tuples(
            st.just("meet"), st.integers(0, 10**6), st.just(0.0), st.just(0.0)
        ),  # onto another point
        st.tuples(st.just("swap"), st.integers(0, 10**6), st.just(0.0), st.just(0.0)),
    ),
    max_size=12,
)


@settings(max_examples=60, deadline=None)
@given(
    name=st.sampled_from(STATIONARY),
    edits=edits,
    constant=st.booleans(),
    plus=st.sampled_from([0.0, 1.0]),
)
def test_that_a_matrix_taken_over_from_the_one_before_is_a_fresh_one_to_the_last_bit(
    name, edits, constant, plus
):
    forget()
    kernel, chosen, x = KERNELS[name], {"gamma": 0.8}, scattered(N)
    before = gram.whole(kernel, x, chosen, plus, constant)
    rows = x.tolist()
    for what, at, u, v in edits:
        i = at % len(rows)
        if what == "move":
            rows[i] = [u, v]
        elif what == "add":
            rows.append([u, v])
        elif what == "remove":
            del rows[i]
        elif what == "meet":
            rows[i] = rows[at // 7 % len(rows)]
        else:
            rows[i], rows[0] = rows[0], rows[i]
    now = np.array(rows)
    after = gram.whole(kernel, now, chosen, plus, constant)
    forget()
    np.testing.assert_array_equal(after, gram.whole(kernel, now, chosen, plus, constant))
    assert len(before) == N


def test_that_only_the_rows_of_a_moved_point_are_computed(monkeypatch):
    forget()
    x, chosen = scattered(N), {"gamma": 0.8}
    held = gram.whole(KERNELS["rbf"], x, chosen)
    moved = x.copy()
    moved[40] += 0.1
    asked = []
    between = gram.between
    monkeypatch.setattr(
        gram, "between", lambda kernel, x, *rest: asked.append(len(x)) or between(kernel, x, *rest)
    )
    monkeypatch.setattr(gram, "_computed", lambda *_: pytest.fail("all of it was computed again"))
    after = gram.whole(KERNELS["rbf"], moved, chosen)
    assert asked == [1]
    np.testing.assert_allclose(after, by_hand("rbf", moved, moved, 0.8), rtol=1e-15)
    np.testing.assert_allclose(
        held, by_hand("rbf", x, x, 0.8), rtol=1e-15
    )  # and the one before is left alone


def test_that_another_kernel_width_or_bias_is_never_taken_over():
    forget()
    x = scattered(N)
    kept = [
        gram.whole(KERNELS["rbf"], x, {"gamma": g}, plus)
        for g, plus in ((0.5, 0.0), (0.6, 0.0), (0.5, 1.0))
    ]
    for matrix, (gamma, plus) in zip(kept, ((0.5, 0.0), (0.6, 0.0), (0.5, 1.0)), strict=True):
        np.testing.assert_allclose(matrix, by_hand("rbf", x, x, gamma) + plus, rtol=1e-15)
    laplace = gram.whole(KERNELS["laplace"], x, {"gamma": 0.5})
    np.testing.assert_allclose(laplace, by_hand("laplace", x, x, 0.5), rtol=1e-15)


def test_that_learners_with_the_same_kernel_share_one_matrix_and_nobody_else_keeps_it():
    forget()
    points = Points.of(scattered(N), np.arange(N) % 2)
    one = pose(points, Learner.of("svm", space="rbf", alpha=0.1), 0)
    other = pose(points, Learner.of("svm", space="rbf", alpha=0.2), 0)
    assert np.shares_memory(one.read, other.read)
    with pytest.raises(ValueError, match="read-only"):
        one.read[0, 0] = 2.0
    del one, other
    gc.collect()
    assert all(known.matrix() is None for known in gram._known)


def test_that_a_problem_is_posed_without_compiled_code():
    code = (
        "import sys, linlab; from linlab.engine.train.problem import pose; from linlab import Learner, Points;"
        "p = pose(Points.of([(i, i % 7) for i in range(300)], [i % 2 for i in range(300)]), Learner.of('svm', space='rbf'), 0);"
        "p.read; p.square(p.read[:1] * 0 + 1.0); sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("bias", ["free", "regularised", "none"])
@pytest.mark.parametrize("space", ["linear", *KERNELS])
@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("n", [40, N])
def test_that_scores_and_lengths_are_sums_over_pairs(n, classes, space, bias):
    """f(x) = Σ aᵢ k(xᵢ, x) + b and ‖w‖² = Σ aᵢ aⱼ k(xᵢ, xⱼ), or Σ wⱼ φⱼ(x) + b and Σ wⱼ²: for θ
    with few and with many numbers that are not 0, asked for again and again."""
    rng = np.random.default_rng(3)
    points = Points.of(scattered(n), np.arange(n) % classes)
    learner = Learner.of("svm", space=space, bias=bias, gamma=0.6, degree=2, coef0=0.5)
    ghosts = scattered(3, 9) if space in KERNELS else None
    problem = pose(points, learner, 0, ghosts=ghosts)
    where = points.x if ghosts is None else np.concatenate([points.x, ghosts])
    others = scattered(11, 4)
    plus = 1.0 if bias == "regularised" else 0.0

    def phi(x):
        """What a weight is multiplied with, without any bias. (m, weights)"""
        return x if ghosts is None else problem.kernel.gram(x, where, learner.settings)

    between = np.eye(2) if ghosts is None else problem.kernel.gram(where, where, learner.settings)
    dense = rng.normal(size=(problem.rows, problem.d))
    few = np.where(np.arange(problem.d) % 29 == 2, dense, 0.0)
    for theta in (dense, few, dense, few + 0.0):
        weights = theta[:, : len(between)]
        offset = theta[:, -1] if problem.constant else plus * weights.sum(axis=1)
        for x, scores in (
            (points.x, problem.scores(theta)),
            (others, problem.scores_at(others, theta)),
        ):
            np.testing.assert_allclose(scores, phi(x) @ weights.T + offset, rtol=1e-9, atol=1e-9)
        plain = np.einsum("ri,ij,rj->r", weights, between, weights)
        assert problem.square(theta, penalised=False) == pytest.approx(plain.sum(), rel=1e-9)
        penalty = plain.sum() + plus * np.sum(offset**2)
        assert problem.square(theta) == pytest.approx(penalty, rel=1e-9)
        for y in range(problem.rows):
            for z in range(problem.rows):
                way = weights[y] - weights[z]
                assert problem.apart(theta)[y, z] == pytest.approx(
                    max(0.0, way @ between @ way),
                    rel=1e-9,
                    abs=1e-12,  # sigmoid: below 0
                )


@pytest.mark.parametrize("name", STATIONARY)
def test_that_locked_arrays_are_read_like_others(name):
    points = Points.of(scattered(N), np.arange(N) % 2)
    problem = pose(points, Learner.of("svm", space=name, gamma=0.6), 0)
    theta = np.random.default_rng(1).normal(size=(1, N + 1))
    theta.flags.writeable = False
    assert not points.x.flags.writeable
    expected = by_hand(name, points.x, points.x, 0.6)
    np.testing.assert_allclose(problem.reads(points.x)[:, :N], expected, rtol=1e-15)
    np.testing.assert_allclose(
        gram.whole(KERNELS[name], points.x, {"gamma": 0.6}), expected, rtol=1e-15
    )
    np.testing.assert_allclose(
        problem.scores_at(points.x, theta)[:, 0], expected @ theta[0, :-1] + theta[0, -1], rtol=1e-9
    )


@pytest.mark.parametrize("classes", [2, 8])
def test_that_all_numbers_of_a_moment_take_one_product_with_the_matrix(classes, monkeypatch):
    problem = pose(
        Points.of(scattered(N), np.arange(N) % classes), Learner.of("logistic", space="rbf"), 0
    )
    made, times = [], gram.times
    monkeypatch.setattr(gram, "times", lambda *both: made.append(1) or times(*both))
    theta = np.random.default_rng(1).normal(size=(problem.rows, problem.d))
    for _ in range(3):
        (
            problem.scores(theta),
            problem.square(theta),
            problem.square(theta, penalised=False),
            problem.apart(theta),
        )
    assert len(made) == 1
    theta[0, 0] += 1.0  # an array that was changed is another θ
    before = problem.read @ theta.T
    np.testing.assert_allclose(problem.scores(theta), before, rtol=1e-10, atol=1e-10)
    assert len(made) == 2


def test_that_coordinates_whose_kernel_overflows_are_refused_at_any_size():
    from linlab.engine.ground.errors import LinlabError

    x = scattered(N)
    x[17] = 1e60
    points = Points.of(x, np.arange(N) % 2)
    with pytest.raises(LinlabError, match="too large"):
        pose(points, Learner.of("svm", space="polynomial", degree=3), 0)
    assert pose(points, Learner.of("svm", space="rbf"), 0).read.shape == (N, N + 1)


def test_that_one_matrix_is_made_at_a_time_and_one_that_waits_in_vain_is_never_begun(monkeypatch):
    """A gesture asks for one at each move of the mouse: all of them at once would fill the
    memory."""
    rng, inside, go, gone = (
        np.random.default_rng(0),
        threading.Semaphore(0),
        threading.Event(),
        threading.Event(),
    )
    begun = []

    def slowly(x, centres, settings):
        begun.append(settings["gamma"])
        inside.release()
        go.wait()
        return np.zeros((len(x), len(centres)))

    kernel = replace(KERNELS["rbf"], gram=slowly)
    x = rng.normal(size=(gram.LARGE, 2))

    class Unwanted(Exception):
        pass

    def watch(doing):
        if gone.is_set() and doing.startswith("waiting"):
            raise Unwanted

    def second():
        with watched(watch), pytest.raises(Unwanted):
            gram.whole(kernel, x + 1.0, {"gamma": 2.0})

    threads = [
        threading.Thread(target=gram.whole, args=(kernel, x, {"gamma": 1.0})),
        threading.Thread(target=second),
    ]
    threads[0].start()
    inside.acquire()
    threads[1].start()
    gone.set()
    threads[1].join(60)
    assert not threads[1].is_alive() and begun == [1.0]
    go.set()
    threads[0].join(60)
