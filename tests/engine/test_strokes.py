"""Thinned lines against the distances they may be off, dashes against their even pattern."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from linlab.engine.strokes import dashes, thin


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
