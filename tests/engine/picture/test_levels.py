"""Level sets against contourpy's."""

import contourpy
import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from linlab.engine.picture.levels import halves, trace

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


@given(arrays(np.float64, shapes, elements=st.floats(-3, 3, width=16)), st.floats(-1, 1, width=16))
def test_that_lines_are_those_of_contourpy(z, value):
    theirs = contourpy.contour_generator(z=z).lines(value)
    assert stretches(lines_of(z, value)) == stretches(theirs)


@given(arrays(np.float64, shapes, elements=st.integers(-2, 2).map(float)))
def test_that_corners_exactly_on_the_level_change_nothing(z):
    assert stretches(lines_of(z, 0.0)) == stretches(contourpy.contour_generator(z=z).lines(0.0))


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


def test_that_halves_are_the_sign_and_a_share():
    z = np.array([[-3.0, 0.0], [1.0, 4.0]])
    above, share = halves(z, 1.0)
    assert above.tolist() == [[0, 0], [1, 1]]
    np.testing.assert_allclose(share, [[0.75, 0.0], [0.5, 0.8]])
