"""What part of the plane is shown."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from linlab.engine.data.points import Points
from linlab.engine.picture.palette import LIGHT
from linlab.engine.picture.plane_panel import around, fitted, plane_panel
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import Frame, View

places = arrays(
    np.float64, st.tuples(st.integers(1, 20), st.just(2)), elements=st.floats(-1e6, 1e6)
)


@given(places)
def test_that_every_point_is_inside_with_some_air(x):
    view = around(x)
    assert (x > (view.left, view.bottom)).all()
    assert (x < (view.right, view.top)).all()


@pytest.mark.parametrize("far", [0.0, 1e4, 1e6, -1e8])
@pytest.mark.parametrize("spread", [1e-3, 1.0, 300.0])
def test_that_points_fill_the_view_however_far_out_they_are(far, spread):
    x = far + spread * np.random.default_rng(0).uniform(size=(12, 2))
    view = around(x)
    assert (view.right - view.left) < 1.6 * np.ptp(x[:, 0])
    assert (view.top - view.bottom) < 1.6 * np.ptp(x[:, 1])


def test_that_one_place_has_a_neighbourhood():
    for x in ([(2.0, 3.0)], [(2.0, 3.0)] * 4):
        view = around(np.array(x))
        assert view.right - view.left == view.top - view.bottom == 7.5


def test_that_points_on_a_line_are_seen_beside_something():
    view = around(np.array([(0.0, 1.0), (10.0, 1.0)]))
    assert view.top - view.bottom > 0.5


far_and_near = st.floats(-1e100, 1e100) | st.sampled_from(
    [0.0, 5e-324, -5e-324, 1e-300, 1.0, 1e16, 1e100, -1e100]
)
anywhere = arrays(np.float64, st.tuples(st.integers(1, 5), st.just(2)), elements=far_and_near)


@given(anywhere, st.floats(8, 4000), st.floats(8, 4000))
def test_that_however_far_out_or_close_together_the_points_are_pixels_differ(x, width, height):
    wanted = around(x)
    view = fitted(wanted[:2], wanted[2:], width, height)
    for low, high, pixels in ((view.left, view.right, width), (view.bottom, view.top, height)):
        edges = np.linspace(low, high, round(pixels) + 1)
        assert np.isfinite(edges).all()
        assert (np.diff(edges) > 0).all()


@pytest.mark.parametrize("far", [0.0, 3.0, 1e10, 1e50, -1e100])
def test_that_no_zoom_goes_deeper_than_numbers_are_fine(far):
    view = fitted((far, far), (far, far), 800, 600)
    assert view.left < far or far == 0
    assert len(set(np.linspace(view.left, view.right, 801))) == 801


@pytest.mark.parametrize("top", [3.0, 3.02, 3.09, 3.4])
@pytest.mark.parametrize("y", [0.0, 2.0, 30.0])
def test_that_no_number_of_the_axis_is_cut_by_the_top_of_the_page(top, y):
    points = Points.of(np.empty((0, 2)), [])
    size = 300.0, 100.0 * (top + 3.0)  # 0.01 of the plane to a pixel
    view = View(-1.5, -3.0, 1.5, top)
    scene = Scene(LIGHT, points, np.empty(0, int), None, None, view, size, font=12.0)
    panel = plane_panel(scene, ("axes",), Frame(40.0, y, *size))
    numbers = dict(panel.up.ticks)
    half = 0.5 * 0.85 * 12.0
    assert all(y + 100.0 * (top - at) >= half - 1e-9 for at in numbers)
    assert (3.0 in numbers) == (y + 100.0 * (top - 3.0) >= half)
    assert {-3.0, 0.0, 2.0} <= set(numbers)
