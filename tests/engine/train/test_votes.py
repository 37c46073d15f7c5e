"""The vote on a grid, against every voter written out and asked at every place, however the run is
walked through."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linlab.engine.data.datasets import make_points
from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.ground.progress import watched
from linlab.engine.learner.kernels import Kernel
from linlab.engine.learner.learner import Learner
from linlab.engine.train import votes
from linlab.engine.train.trace import Trace

SPACES = ("linear", "monomial", "linear-kernel", "polynomial", "rbf", "laplace")


def inner(space, a, b):
    """⟨φ(a), φ(b)⟩ without the constant feature, of the settings chosen here."""
    if space in ("linear", "linear-kernel"):
        return a @ b.T
    if space == "monomial":  # x1, x2, x1², x1x2, x2²
        maps = [np.column_stack([x, x[:, 0] ** 2, x[:, 0] * x[:, 1], x[:, 1] ** 2]) for x in (a, b)]
        return maps[0] @ maps[1].T
    if space == "polynomial":
        return (a @ b.T + 1.0) ** 2
    apart = a[:, None] - b
    return np.exp(-0.5 * (np.abs(apart) if space == "laplace" else apart**2).sum(axis=2))


def voted(points, space):
    chosen = {
        "polynomial": {"degree": 2, "coef0": 1.0},
        "monomial": {"degree": 2},
        "rbf": {"gamma": 0.5},
        "laplace": {"gamma": 0.5},
    }.get(space, {})
    return Trace(
        Document(points, (Learner.of("voted-perceptron", space=space, order="cyclic", **chosen),))
    )


def counted(points, space, xs, ys, until):
    """The votes on the grid after each update, every θ asked at every place after every update."""
    x, y, rows = points.x, points.label, len(points.classes) if len(points.classes) > 2 else 1
    places = np.array([(a, b) for b in ys for a in xs])
    own, there = inner(space, x, x) + 1.0, inner(space, x, places) + 1.0
    examples, grid = np.zeros((rows, len(x))), np.zeros((rows, len(places)))  # what θ gives them
    votes, out = np.zeros((rows, len(places))), []
    for t in range(until):
        i = t % len(x)
        if rows == 1:
            sign = 1.0 if y[i] == 1 else -1.0
            if sign * examples[0, i] <= 0:
                examples[0] += sign * own[i]
                grid[0] += sign * there[i]
            votes += np.sign(grid)
        else:
            others = [c for c in range(rows) if c != y[i]]
            rival = max(others, key=lambda c: (examples[c, i], -c))
            if examples[y[i], i] <= examples[rival, i]:
                examples[y[i]] += own[i]
                examples[rival] -= own[i]
                grid[y[i]] += there[i]
                grid[rival] -= there[i]
            for j in range(len(places)):
                votes[max(range(rows), key=lambda c: (grid[c, j], -c)), j] += 1
        out.append(votes.reshape(rows, len(ys), len(xs)).copy())
    return out


@settings(max_examples=60, deadline=None)
@given(
    space=st.sampled_from(SPACES[:4]),
    classes=st.integers(2, 4),
    seed=st.integers(0, 10**6),
    path=st.lists(st.integers(1, 40), min_size=1, max_size=6),
)
def test_that_whole_numbers_are_counted_exactly_ties_included(space, classes, seed, path) -> None:
    rng = np.random.default_rng(seed)
    x = rng.integers(-3, 4, (14, 2)).astype(
        float
    )  # whole numbers: every score is exact, and many are 0 or the same
    points = Points.of(
        x, [f"c{k}" for k in (*range(classes), *rng.integers(0, classes, 14 - classes))]
    )
    grids = [
        (np.arange(-4.0, 5.0), np.arange(-3.0, 4.0)),
        (np.arange(-2.0, 3.0), np.arange(-1.0, 2.0)),
    ]
    expected = [counted(points, space, xs, ys, 40) for xs, ys in grids]
    trace = voted(points, space)
    for t in path:  # to and fro
        for (xs, ys), said in zip(grids, expected, strict=True):
            np.testing.assert_array_equal(trace.model(t).grid(xs, ys), said[t - 1])
            places = np.array([(a, b) for b in ys for a in xs])
            np.testing.assert_array_equal(
                trace.model(t).scores(places).T.ravel(), said[t - 1].ravel()
            )


@settings(max_examples=20, deadline=None)
@given(
    space=st.sampled_from(SPACES),
    classes=st.integers(2, 3),
    seed=st.integers(0, 10**6),
    path=st.lists(st.integers(1, 120), min_size=1, max_size=6),
)
def test_that_every_voter_is_counted_however_the_run_is_walked_through(
    space, classes, seed, path
) -> None:
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(25, 2))
    points = Points.of(
        x, [f"c{k}" for k in (*range(classes), *rng.integers(0, classes, 25 - classes))]
    )
    xs, ys = rng.normal() + np.linspace(-2.9, 3.1, 11), rng.normal() + np.linspace(-3.2, 2.7, 9)
    expected, trace = counted(points, space, xs, ys, 120), voted(points, space)
    for t in path:
        np.testing.assert_array_equal(trace.model(t).grid(xs, ys), expected[t - 1])


@pytest.mark.parametrize("space", ["rbf", "laplace"])
def test_that_a_place_as_near_to_either_class_has_no_vote(space) -> None:
    points = Points.of([(-1.0, 0.25), (1.0, 0.25)], ["a", "b"])
    xs, ys = np.linspace(-2, 2, 9), np.linspace(-1, 1, 5)
    trace = voted(points, space)
    for t in (1, 2, 3, 9, 2, 40):
        votes = trace.model(t).grid(xs, ys)
        np.testing.assert_array_equal(votes, counted(points, space, xs, ys, t)[-1])
        assert (
            votes[0][:, 4] == votes[0][0, 4]
        ).all()  # x = 0: only the first voter, who knows one class, has a vote


def test_that_other_points_and_another_kernel_are_counted_anew() -> None:
    points = make_points("moons", n=30, noise=0.3, seed=1)
    xs, ys = np.linspace(-2, 3, 13), np.linspace(-2, 2, 12)
    for moved in (0.0, 0.3, 0.0):
        x = points.x.copy()
        x[3] += moved
        now = Points.of(x, [points.classes[k] for k in points.label])
        for space in ("rbf", "laplace", "linear"):
            trace = voted(now, space)
            for t in (90, 60):
                np.testing.assert_array_equal(
                    trace.model(t).grid(xs, ys), counted(now, space, xs, ys, t)[-1]
                )


def test_that_only_the_examples_that_were_mistaken_are_asked_and_each_once_as_the_run_goes_on() -> (
    None
):
    trace, asked = voted(make_points("moons", n=60, noise=0.3, seed=1), "rbf"), []
    trace.at(600)
    problem = trace.problem(0)
    kernel = problem.kernel
    assert isinstance(kernel, Kernel)

    def gram(a, b, chosen):
        asked.append(len(a) * len(b))
        return kernel.gram(a, b, chosen)

    object.__setattr__(problem, "kernel", replace(kernel, gram=gram))
    xs, ys = np.linspace(-2, 3, 40), np.linspace(-2, 2, 30)

    def evaluations(t):
        asked.clear()
        trace.model(t).grid(xs, ys)
        return sum(asked) / (len(xs) * len(ys))

    def mistaken(after, until):
        log = trace.model(until).log
        return len(set(log.place[log.when > after].tolist()))

    assert evaluations(100) == mistaken(0, 100) < 60
    assert evaluations(100) == 0
    assert evaluations(160) == mistaken(100, 160)
    assert mistaken(599, 600) == 0 and evaluations(599) == mistaken(160, 599)
    assert evaluations(600) == 0  # nobody was mistaken
    assert evaluations(100) == 0  # and back, to what is still remembered


@pytest.fixture
def cast(monkeypatch):
    """How many votes were counted at each call of the compiled loop."""
    counted, plain = [], votes.cast

    def counting(scores, said, gram, place, step, lives):
        counted.append(len(place) * scores.shape[1])
        plain(scores, said, gram, place, step, lives)

    monkeypatch.setattr(votes, "cast", counting)
    return counted


@pytest.mark.parametrize("space", ["linear", "rbf"])
def test_that_a_count_ended_on_the_way_goes_on_from_there_to_the_same_numbers(
    space, cast, monkeypatch
) -> None:
    monkeypatch.setattr(votes, "VOTERS", 50)
    monkeypatch.setattr(votes, "SLICE", 2000)
    points = make_points("overlapping-blobs", n=80, noise=1.2, seed=2)
    xs, ys = np.linspace(-3, 4, 12), np.linspace(-3, 3, 11)
    trace, t = voted(points, space), 900
    model = trace.model(t)
    whole = len(model.log.when) * len(xs) * len(ys)
    assert len(model.log.when) > 3 * votes.VOTERS

    class Enough(Exception):
        pass

    def patience(looks):
        def watch(doing):
            assert doing.startswith("counting votes, ") and doing.endswith(" %")
            told.append(doing)
            if len(told) > looks:
                raise Enough

        told: list[str] = []
        return watch

    for looks in (3, 9, 5):
        with pytest.raises(Enough), watched(patience(looks)):
            model.grid(xs, ys)
    assert max(cast) <= votes.SLICE
    np.testing.assert_array_equal(model.grid(xs, ys), counted(points, space, xs, ys, t)[-1])
    again = 3 * votes.VOTERS * len(xs) * len(ys)  # what was begun when it was ended
    assert whole <= sum(cast) <= whole + again


def test_that_the_votes_of_the_examples_are_counted_once_as_the_run_goes_on(cast) -> None:
    points = make_points("overlapping-blobs", n=80, noise=1.2, seed=2)
    trace = voted(points, "linear")
    for t in (300, 600, 601, 900):
        trace.sample(t)
        trace.model(t).scores(points.x)
    assert sum(cast) == len(trace.model(900).log.when) * len(points)
    cast.clear()
    trace.model(602).scores(points.x)  # and back: from the count before
    assert sum(cast) == (len(trace.model(602).log.when) - len(trace.model(601).log.when)) * len(
        points
    )


def test_that_what_is_remembered_is_bounded_and_lies_far_apart(monkeypatch) -> None:
    points = make_points("overlapping-blobs", n=80, noise=1.2, seed=2)
    monkeypatch.setattr(votes, "REMEMBERED", 8 * 2 * len(points))
    trace = voted(points, "linear")
    for t in range(10, 2000, 10):
        trace.model(t).scores(points.x)
    kept = [count.k for count in trace.model(1990).log.counts]
    assert len(kept) == 8 and kept == sorted(kept, reverse=True)
    assert np.diff([0, *kept[::-1]]).max() < kept[0] / 2


def test_that_a_vote_is_read_without_a_copy_of_its_log() -> None:
    trace = voted(make_points("overlapping-blobs", n=80, noise=1.2, seed=2), "linear")
    late, early = trace.model(900).log, trace.model(400).log
    assert 0 < len(early.when) < len(late.when)
    for one, other in zip(
        (early.when, early.place, early.step), (late.when, late.place, late.step), strict=True
    ):
        assert np.shares_memory(one, other)
