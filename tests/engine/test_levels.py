"""Level sets against contourpy's, and thinned lines against the distances they may be off."""

import contourpy
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from linlab.engine.levels import dashes, halves, thin, trace

shapes = st.tuples(st.integers(2, 9), st.integers(2, 9))


def lines_of(z, value):
    places, ends = trace(z, value)
    return np.split(places, ends[:-1]) if len(ends) else []


def stretches(lines):
    """The stretches of lines as a set, whatever the direction and the start of each line."""
    out = set()
    for line in lines:
        corners = [tuple(corner) for corner in (np.round(line, 9) + 0.0).tolist()]
        out |= {tuple(sorted(pair)) for pair in zip(corners[:-1], corners[1:], strict=True) if pair[0] != pair[1]}
    return out


@settings(deadline=None)
@given(arrays(np.float64, shapes, elements=st.floats(-3, 3, width=16)), st.floats(-1, 1, width=16))
def test_that_lines_are_those_of_contourpy(z, value):
    theirs = contourpy.contour_generator(z=z).lines(value)
    assert stretches(lines_of(z, value)) == stretches(theirs)


@settings(deadline=None)
@given(arrays(np.float64, shapes, elements=st.integers(-2, 2).map(float)))
def test_that_corners_exactly_on_the_level_change_nothing(z):
    assert stretches(lines_of(z, 0.0)) == stretches(contourpy.contour_generator(z=z).lines(0.0))


@settings(deadline=None)
@given(arrays(np.float64, shapes, elements=st.floats(-3, 3, width=16)))
def test_that_a_line_closes_or_ends_at_the_border(z):
    ny, nx = z.shape
    for line in lines_of(z, 0.25):
        if (line[0] == line[-1]).all():
            continue
        for x, y in (line[0], line[-1]):
            assert x in (0, nx - 1) or y in (0, ny - 1)


def test_that_a_ring_of_a_cone_is_round():
    xs = np.arange(41.0) - 20
    z = np.hypot(*np.meshgrid(xs, xs))
    (ring,) = lines_of(z, 11.3)
    assert (ring[0] == ring[-1]).all()
    assert np.abs(np.hypot(*(ring - 20).T) - 11.3).max() < 0.02


def test_that_a_level_that_is_nowhere_has_no_lines():
    assert lines_of(np.zeros((5, 4)), 1.0) == []
    assert lines_of(np.full((5, 4), np.nan), 0.0) == []


def test_that_infinite_scores_still_have_a_boundary():
    (line,) = lines_of(np.array([[-np.inf, np.inf], [-np.inf, np.inf]]), 0.0)
    assert line.tolist() == [[0.5, 0.0], [0.5, 1.0]]


@settings(deadline=None)
@given(arrays(np.float64, st.tuples(st.integers(1, 150), st.just(2)), elements=st.floats(-50, 50, width=32)),
       st.floats(0.05, 10))  # fmt: skip
def test_that_what_is_left_of_a_line_is_within_the_tolerance(line, tolerance):
    out = np.empty_like(line)
    kept = out[: thin(line, tolerance, out)]
    assert (kept[0] == line[0]).all()
    assert (kept[-1] == line[-1]).all()
    corners = iter(line.tolist())
    assert all(corner in corners for corner in kept.tolist())  # some of its corners, in the same order
    pieces = list(zip(kept[:-1], kept[1:], strict=True)) or [(kept[0], kept[0])]
    for corner in line:
        assert min(away(corner, a, b) for a, b in pieces) <= tolerance + 1e-6


def away(corner, a, b):
    way = b - a
    long = way @ way
    share = np.clip((corner - a) @ way / long, 0, 1) if long else 0.0
    return np.linalg.norm(corner - a - share * way)


def test_that_a_straight_line_needs_few_corners():
    line = np.column_stack([np.arange(300.0), np.arange(300.0) / 3])
    out = np.empty_like(line)
    assert thin(line, 0.1, out) <= 6


@pytest.mark.parametrize("bend", [0.1, 1.0])
def test_that_a_bend_stays(bend):
    line = np.array([(k, bend * abs(k - 10.0)) for k in range(21)], float)
    out = np.empty_like(line)
    assert [10.0, 0.0] in out[: thin(line, 0.05, out)].tolist()


@settings(deadline=None)
@given(arrays(np.float64, st.tuples(st.integers(2, 40), st.just(2)), elements=st.floats(-50, 50, width=32)),
       st.floats(0.5, 9), st.floats(0.5, 9))  # fmt: skip
def test_that_dashes_lie_on_the_line_in_an_even_pattern(line, on, off):
    pieces = dashes(line, on, off)
    lengths = np.hypot(*np.diff(line, axis=0).T)
    whole = lengths.sum()
    periods, rest = divmod(whole, on + off)
    inked = np.hypot(*(pieces[:, 2:] - pieces[:, :2]).T).sum()
    assert inked == pytest.approx(periods * on + min(rest, on), abs=1e-3 * (1 + whole))
    for x0, y0, x1, y1 in pieces:
        middle = np.array([(x0 + x1) / 2, (y0 + y1) / 2])
        assert min(away(middle, a, b) for a, b in zip(line[:-1], line[1:], strict=True)) < 1e-6 * (1 + whole)


def test_that_a_dash_goes_on_around_a_bend():
    line = np.array([(0.0, 0.0), (3.0, 0.0), (3.0, 9.0)])
    assert dashes(line, 4.0, 2.0).tolist() == [[0, 0, 3, 0], [3, 0, 3, 1], [3, 3, 3, 7]]


def test_that_halves_are_the_sign_and_a_share():
    z = np.array([[-3.0, 0.0], [1.0, 4.0]])
    above, share = halves(z, 1.0)
    assert above.tolist() == [[0, 0], [1, 1]]
    np.testing.assert_allclose(share, [[0.75, 0.0], [0.5, 0.8]])
