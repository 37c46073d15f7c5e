"""Lines and marks as pixels, against areas counted in fine squares, exact mixing, and distances from the line."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from linlab.engine.picture.raster import Raster, stamp_of, thin

HIGH, WIDE = 40, 60
PLAIN = np.array([1.0, 1.0, 0.0, 0.0])
WHOLE = np.array([0, 0, WIDE, HIGH])
places = arrays(np.float64, st.tuples(st.integers(2, 12), st.just(2)), elements=st.floats(-20, 80, width=32))


def white():
    return Raster(np.full((HIGH, WIDE), 0xFFFFFFFF, np.uint32))


def darkness(raster):
    """How black each pixel is, from 0 to 1."""
    grey = raster.pixels & 0xFF
    assert (raster.pixels == (0xFF000000 | grey << 16 | grey << 8 | grey)).all()
    return 1 - grey / 255


def away(at, line):
    """The distance of each place from a line of several stretches."""
    out = np.full(at.shape[:-1], np.inf)
    for a, b in zip(line[:-1], line[1:], strict=True):
        way = b - a
        share = np.clip((at - a) @ way / (way @ way), 0, 1) if way @ way > 0 else np.zeros(at.shape[:-1])
        out = np.minimum(out, np.linalg.norm(at - a - share[..., None] * way, axis=-1))
    return out


def area(line, width, fine=8):
    """The part of each pixel that lies within half the width of the line."""
    x, y = (np.arange(WIDE * fine) + 0.5) / fine, (np.arange(HIGH * fine) + 0.5) / fine
    near = away(np.stack(np.meshgrid(x, y), axis=-1), line) <= width / 2
    return near.reshape(HIGH, fine, WIDE, fine).mean(axis=(1, 3))


@given(places, st.floats(1.0, 9.0))
def test_that_a_line_covers_a_pixel_as_that_of_its_stretches_does_that_covers_most(line, width):
    assume((np.linalg.norm(np.diff(line, axis=0), axis=1) > 0.5).all())  # a stretch without length is not to be seen
    raster = white()
    raster.lines([line], PLAIN, WHOLE, 0xFF000000, width)
    want = np.max([area(line[k : k + 2], width) for k in range(len(line) - 1)], axis=0)
    assert np.abs(darkness(raster) - want).max() < 0.25
    assert darkness(raster).sum() == pytest.approx(want.sum(), abs=2 + 0.12 * want.sum())


@given(st.floats(0, 2 * np.pi), st.floats(1.0, 6.0))
def test_that_the_edges_of_a_straight_line_are_as_soft_as_its_area_says(turn, width):
    line = np.array([30.0, 20.0]) + np.outer([-15, 15], [np.cos(turn), np.sin(turn)])
    raster = white()
    raster.lines([line], PLAIN, WHOLE, 0xFF000000, width)
    assert np.abs(darkness(raster) - area(line, width, 16)).max() < 0.2


@given(places, st.floats(0.2, 4.0), st.sampled_from([(), (4.0, 3.0)]))
def test_that_nothing_is_drawn_outside_of_the_clip_and_nothing_is_left_behind(line, width, dash):
    raster, clip = white(), np.array([10, 5, 45, 30])
    raster.lines([line, line + 7], PLAIN, clip, 0xFF000000, width, dash)
    dark = darkness(raster)
    dark[5:30, 10:45] = 0
    assert not dark.any()
    before = raster.pixels.copy()
    raster.lines([], PLAIN, WHOLE, 0xFF000000, 3.0)
    assert (raster.pixels == before).all()


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 1e300, -1e300, 1e12])
def test_that_places_that_are_nowhere_do_no_harm(bad):
    raster = white()
    line = np.array([(5.0, 5.0), (bad, 8.0), (20.0, 20.0), (30.0, 20.0), (9.0, bad)])
    raster.lines([line], PLAIN, WHOLE, 0xFF000000, 2.0, (3.0, 2.0))
    raster.marks(line, PLAIN, WHOLE, stamp_of(np.full((3, 3), 0xFF000000, np.uint32)))
    dark = darkness(raster)
    assert dark[20, 30] == 1
    assert dark[:15, 40:].sum() == 0


def test_that_lines_of_one_pen_are_not_darker_where_they_cross():
    raster = white()
    cross = [np.array([(10.0, 20.0), (50.0, 20.0)]), np.array([(30.0, 5.0), (30.0, 35.0)])]
    raster.lines(cross, PLAIN, WHOLE, 0xFF000000, 4.0, opacity=0.5)
    assert darkness(raster)[20, 30] == pytest.approx(0.5, abs=0.01) == darkness(raster)[20, 15]


@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.parametrize(("on", "off"), [(6.0, 4.0), (2.0, 3.0)])
def test_that_dashes_are_as_long_as_they_should_be_and_go_on_around_a_bend(on, off, ratio):
    raster = white()
    line = np.array([(3.0, 3.5), (13.0, 3.5), (23.0, 3.5), (23.0, 19.0)]) / ratio
    raster.lines([line], np.array([ratio, ratio, 0, 0]), WHOLE, 0xFF000000, 1.0, (on, off))
    dark = darkness(raster)
    along = np.concatenate([dark[3, 3:23], dark[4:19, 22:24].sum(axis=1)])  # the upright part lies between two columns
    middles = np.concatenate([np.arange(20) + 0.5, 20.5 + np.arange(15) + 0.5])
    phase = middles % (on + off)
    want = phase < on
    sure = np.abs(phase - on) > 1
    sure &= (phase > 0.6) & (np.abs(middles - 20) > 1.5)
    assert (along[sure] > 0.5).tolist() == want[sure].tolist()
    assert set(np.round(along[sure], 1)) <= {0.0, 1.0}


@given(st.floats(0.1, 3.0), st.integers(0, 20))
def test_that_a_gap_has_no_crumbs_where_the_line_bends(bend, shift):
    """What is dark lies on a dash or on its soft ends, half a pixel long."""
    t = np.linspace(0, 1, 25)
    line = np.column_stack([5 + 50 * t, 20 + 4 * bend * np.sin(7 * t + shift)])
    on, off, width = 5.6, 3.6, 1.4
    raster = white()
    raster.lines([line], PLAIN, WHOLE, 0xFF000000, width, (on, off))
    fine = np.column_stack([np.interp(np.linspace(0, 24, 5000), np.arange(25), line[:, k]) for k in (0, 1)])
    gone = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(fine, axis=0).T))])
    phase = gone % (on + off)
    dashes = fine[(phase <= on + 0.5) | (phase >= on + off - 0.5)]
    rows, columns = np.nonzero(darkness(raster) > 0.2)
    middles = np.column_stack([columns, rows]) + 0.5
    apart = np.sqrt(((middles[:, None] - dashes[None, ::3]) ** 2).sum(axis=2)).min(axis=1)
    assert apart.max() < 0.5 * width + 0.5


@given(arrays(np.uint8, (5, 3, 4)), arrays(np.uint8, (3,)), st.integers(-6, WIDE + 3), st.integers(-6, HIGH + 3))
def test_that_a_stamp_is_mixed_with_what_is_beneath(stamp, ground, x, y):
    opaque = stamp[..., 3:].astype(int)
    colours = stamp[..., :3].astype(int) * opaque // 255  # multiplied with their opacity
    image = (opaque[..., 0] << 24 | colours[..., 0] << 16 | colours[..., 1] << 8 | colours[..., 2]).astype(np.uint32)
    below = (0xFF << 24 | int(ground[0]) << 16 | int(ground[1]) << 8 | int(ground[2]))
    raster = Raster(np.full((HIGH, WIDE), below, np.uint32))
    raster.marks(np.array([(x + 1.5, y + 2.5)]), PLAIN, WHOLE, stamp_of(image))  # its middle
    want = np.broadcast_to(ground.astype(float), (HIGH + 20, WIDE + 20, 3)).copy()
    part = want[y + 10 : y + 15, x + 10 : x + 13]
    part[:] = colours + part * (1 - opaque / 255)
    found = np.stack([raster.pixels >> shift & 0xFF for shift in (16, 8, 0)], axis=-1)
    assert np.abs(found - want[10:-10, 10:-10]).max() <= 1
    assert (raster.pixels >> 24 == 0xFF).all()


@given(st.floats(2, 50), st.floats(2, 30))
def test_that_a_stamp_is_as_near_to_its_place_as_whole_pixels_allow(x, y):
    raster = white()
    raster.marks(np.array([(x, y)]), PLAIN, WHOLE, stamp_of(np.full((3, 3), 0xFF000000, np.uint32)))
    rows, columns = np.nonzero(darkness(raster))
    assert abs(columns.mean() + 0.5 - x) <= 0.5
    assert abs(rows.mean() + 0.5 - y) <= 0.5
    assert len(rows) == 9


def test_that_boxes_are_filled_to_their_edges_within_the_clip():
    raster = white()
    raster.fills(np.array([(5, 6, 9, 7), (-3, 20, 99, 22)]), np.array([2, 0, 50, HIGH]), 0xFF000000, 0.5)
    want = np.zeros((HIGH, WIDE))
    want[6:7, 5:9], want[20:22, 2:50] = 0.5, 0.5
    assert np.abs(darkness(raster) - want).max() < 0.005


@given(arrays(np.float64, st.tuples(st.integers(1, 120), st.just(2)), elements=st.floats(-50, 50, width=32)),
       st.floats(0.05, 10), st.floats(0.5, 3))  # fmt: skip
def test_that_what_is_left_of_a_line_is_within_the_tolerance(line, tolerance, scale):
    out = np.empty_like(line)
    kept = out[: thin(line, np.array([scale, -scale, 3.0, 4.0]), tolerance, out)]
    page = line * (scale, -scale) + (3.0, 4.0)
    assert kept[0] == pytest.approx(page[0])
    assert kept[-1] == pytest.approx(page[-1])
    corners = iter(page.round(9).tolist())
    assert all(corner in corners for corner in kept.round(9).tolist())  # some of its corners, in the same order
    if len(kept) > 1:
        assert away(page, kept).max() <= tolerance + 1e-6


def test_that_a_straight_line_needs_few_corners_and_a_bend_stays():
    straight = np.column_stack([np.arange(300.0), np.arange(300.0) / 3])
    assert thin(straight, PLAIN, 0.1, np.empty_like(straight)) <= 12
    bent = np.array([(k, 0.1 * abs(k - 10.0)) for k in range(21)], float)
    out = np.empty_like(bent)
    assert [10.0, 0.0] in out[: thin(bent, PLAIN, 0.05, out)].tolist()
