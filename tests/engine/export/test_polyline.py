import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from linlab.engine.export.figures import polyline
from linlab.engine.export.figures.polyline import arrow, clipped, thinned

LINES = hnp.arrays(
    float, st.tuples(st.integers(2, 12), st.just(2)), elements=st.integers(-4, 6).map(float)
)


def along(line, n=200):
    """Places along a line."""
    return np.vstack(
        [
            a + np.linspace(0, 1, n)[:, None] * (b - a)
            for a, b in zip(line[:-1], line[1:], strict=True)
        ]
    )


def far(places, line):
    """How far each place is from the nearest of many on the line."""
    return np.linalg.norm(places[:, None] - along(line)[None], axis=2).min(axis=1)


@given(LINES)
def test_that_the_pieces_are_what_is_inside(line):
    pieces = clipped(line, (0, 0), (2, 3))
    for piece in pieces:
        assert (piece >= -1e-9).all() and (piece <= np.array([2, 3]) + 1e-9).all()
    places = along(line, 41)
    inside = places[((places > 0.01) & (places < np.array([2, 3]) - 0.01)).all(axis=1)]
    if len(inside):
        assert np.min([far(inside, piece) for piece in pieces], axis=0).max() < 0.06


def test_that_a_line_inside_stays_whole_and_one_outside_goes():
    line = np.array([(0.0, 0.0), (1.0, 1.0), (2.0, 0.0)])
    (whole,) = clipped(line, (0, 0), (2, 2))
    np.testing.assert_array_equal(whole, line)
    assert clipped(line + 9, (0, 0), (2, 2)) == []
    assert clipped(np.zeros((0, 2)), (0, 0), (2, 2)) == []


def test_that_a_line_that_goes_out_and_comes_back_is_two_pieces_with_their_corners():
    line = np.array([(0.5, 0.5), (1.0, 1.0), (1.0, 5.0), (1.5, 5.0), (1.5, 1.0), (1.8, 1.0)])
    a, b = clipped(line, (0, 0), (2, 2))
    np.testing.assert_allclose(a, [(0.5, 0.5), (1, 1), (1, 2)])
    np.testing.assert_allclose(b, [(1.5, 2), (1.5, 1), (1.8, 1)])


@given(LINES, st.sampled_from([0.1, 0.5, 2.0]))
def test_that_a_thinned_line_is_nowhere_farther_than_the_tolerance(line, tolerance):
    thin = thinned(line, tolerance)
    assert far(line, thin).max() <= tolerance + 0.05
    np.testing.assert_array_equal(thin[[0, -1]], line[[0, -1]])


def test_that_a_smooth_ring_needs_few_corners():
    turn = np.linspace(0, 2 * np.pi, 5000)
    thin = thinned(100 * np.column_stack([np.cos(turn), np.sin(turn)]), 0.1)
    assert 40 < len(thin) < 200
    np.testing.assert_array_equal(thin[0], [100, 0])


def test_that_a_head_is_no_longer_than_its_line():
    shaft, head = arrow([(0, 0), (5, 0)], 1.0)
    assert shaft.tolist() == [[0, 0], [0, 0]] and head[0].tolist() == [5, 0]
    assert np.hypot(*(head[1] - head[2])) == pytest.approx(2 * 0.36 * 5)
    assert arrow([(1, 1), (1, 1)], 1.0) is None and arrow([(1, 1)], 1.0) is None


N = 5000
HOSTILE = {
    "a comb": np.c_[np.arange(N), (np.arange(N) % 2) * 10.0],
    "a growing comb": np.c_[np.arange(N), (-1.0) ** np.arange(N) * np.arange(N)],
    "a shrinking comb": np.c_[np.arange(N), (-1.0) ** np.arange(N) * np.arange(N)[::-1]],
    "a spiral": np.c_[np.cos(np.arange(N)), np.sin(np.arange(N))] * np.arange(N)[:, None],
    "noise": np.random.default_rng(0).normal(size=(N, 2)) * 100,
    "one place": np.zeros((N, 2)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_that_no_line_takes_more_than_so_many_looks_at_each_corner(name, monkeypatch):
    """A corner farthest at the end of a stretch, each time, would take n²/2 looks."""
    looks, distances = [], polyline._distances
    monkeypatch.setattr(
        polyline, "_distances", lambda places, a, b: looks.append(len(places)) or distances(places, a, b)
    )  # fmt: skip
    line = HOSTILE[name]
    thin = polyline.thinned(line, 0.1)
    assert sum(looks) <= N * (polyline.DEEP + 2 + math.log2(N))
    assert len(looks) <= polyline.DEEP + 2 + math.log2(N)
    assert (thin[0] == line[0]).all() and (thin[-1] == line[-1]).all()
    for place in line[:: N // 50]:
        assert distance(place, thin) <= 0.1 + 1e-9


def distance(place, line):
    """From a place to the nearest stretch of a line, one stretch after the other."""
    out = math.inf
    for a, b in zip(line[:-1], line[1:], strict=True):
        chord = b - a
        long = float(chord @ chord)
        share = min(1.0, max(0.0, float((place - a) @ chord) / long)) if long else 0.0
        out = min(out, math.dist(place, a + share * chord))
    return out
