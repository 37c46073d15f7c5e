"""Room for words on a page, against a look at every point and at every piece of every line."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linlab.engine.picture.placing.free_space import Spot, free_spot
from linlab.engine.picture.shapes import Frame

ROOM = Frame(30.0, 20.0, 400.0, 260.0)
anywhere = st.tuples(st.floats(-2000, 2000), st.floats(-2000, 2000))
within = st.tuples(st.floats(30, 430), st.floats(20, 280))
lines = st.lists(st.lists(st.one_of(anywhere, within), min_size=1, max_size=6), max_size=4)
sizes = st.tuples(st.floats(10, 450), st.floats(8, 60))


def crosses(a, b, box):
    """Whether the straight way from a to b meets the inside of a box: it is cut by each side in
    turn."""
    begin, end = 0.0, 1.0
    for k, (low, high) in enumerate(((box.x, box.x + box.width), (box.y, box.y + box.height))):
        way = b[k] - a[k]
        if way == 0:
            if not low < a[k] < high:
                return False
            continue
        first, second = sorted(((low - a[k]) / way, (high - a[k]) / way))
        begin, end = max(begin, first), min(end, second)
    return begin < end - 1e-12


def free(box, points, ways, others):
    inside = any(
        box.x < x < box.x + box.width and box.y < y < box.y + box.height for x, y in points
    )
    met = any(crosses(a, b, box) for way in ways for a, b in zip(way, way[1:], strict=False))
    beneath = any(
        box.x < o.x + o.width
        and o.x < box.x + box.width
        and box.y < o.y + o.height
        and o.y < box.y + box.height
        for o in others
    )
    return not (inside or met or beneath)


@settings(max_examples=200, deadline=None)
@given(
    sizes,
    within,
    st.lists(st.one_of(anywhere, within), max_size=40),
    lines,
    st.none() | within,
    st.floats(0, 20),
)
def test_that_words_are_within_the_frame_and_over_no_point_line_or_box(
    size, near, points, ways, before, air
):
    legend = Frame(40, 30, 120, 24)
    found = free_spot(
        size,
        ROOM,
        near,
        np.array(points).reshape(-1, 2),
        ways,
        [legend],
        air=air,
        before=None if before is None else Spot(*before),
    )
    if found is None:
        return
    box = Frame(*found, *size)
    assert ROOM.x <= box.x and box.x + box.width <= ROOM.x + ROOM.width + 1e-9
    assert ROOM.y <= box.y and box.y + box.height <= ROOM.y + ROOM.height + 1e-9
    assert free(box, points, ways, [legend])
    wider = Frame(box.x - air, box.y - air, box.width + 2 * air, box.height + 2 * air)
    assert free(wider, points, [], [])


@given(st.lists(within, max_size=12), within)
def test_that_there_is_a_spot_wherever_there_is_much_room(points, near):
    spot = free_spot((60.0, 20.0), ROOM, near, np.array(points).reshape(-1, 2))
    assert spot is not None  # twelve points cannot bar all of thirteen rows
    beside = (
        max(spot.x - near[0], near[0] - spot.x - 60, 0),
        max(spot.y - near[1], near[1] - spot.y - 20, 0),
    )
    if not points:
        assert np.hypot(*beside) < 1e-9


def test_that_where_there_is_no_room_there_is_no_spot():
    grid = np.stack(np.meshgrid(np.arange(30, 430, 15), np.arange(20, 280, 15)), axis=-1).reshape(
        -1, 2
    )
    assert free_spot((60.0, 20.0), ROOM, (200.0, 100.0), grid) is None
    assert free_spot((600.0, 20.0), ROOM, (200.0, 100.0), []) is None
    assert free_spot((60.0, 300.0), ROOM, (200.0, 100.0), []) is None


def test_that_words_stay_where_they_are_until_something_comes_there():
    rng, spot, moves = np.random.default_rng(3), None, 0
    points = rng.uniform((150, 100), (300, 200), (40, 2))
    for near in points:  # now this example, now that one
        found = free_spot((90.0, 20.0), ROOM, near, points, air=8.0, before=spot)
        moves += spot is not None and found != spot
        spot = found
    assert moves <= 1
    line = np.array([(0.0, spot.y + 10), (900.0, spot.y + 10)])
    assert free_spot((90.0, 20.0), ROOM, points[-1], points, [line], air=8.0, before=spot) != spot


def test_that_words_rather_stand_beside_a_soft_line_but_on_it_rather_than_nowhere():
    line = np.array([(0.0, 150.0), (900.0, 150.0)])
    spot = free_spot((90.0, 20.0), ROOM, (200.0, 150.0), [], soft=[line])
    assert not spot.y < 150 < spot.y + 20
    narrow = Frame(30.0, 140.0, 400.0, 21.0)
    assert free_spot((90.0, 20.0), narrow, (200.0, 150.0), [], soft=[line]) is not None


@pytest.mark.parametrize("place", [(np.nan, 5.0), (np.inf, 5.0), (1e300, -1e300)])
def test_that_what_is_nowhere_is_in_nobodys_way(place):
    with np.errstate(all="ignore"):
        assert (
            free_spot((90.0, 20.0), ROOM, (200.0, 150.0), [place], [[place, (5.0, 5.0)]])
            is not None
        )
