"""The pixels of a shading against votes counted pixel by pixel."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from linlab.engine.picture.inks import spread

LEVELS = 1000


def counted(winner, strength, y, x, height, width):
    """The votes of each class at the middle of a pixel, by bilinear weights; y counts from the top."""
    ny, nx = strength.shape
    u, v = (x + 0.5) / width * (nx - 1), (height - y - 0.5) / height * (ny - 1)
    i, j = int(u), int(v)
    votes = dict.fromkeys(range(int(winner.max()) + 1), 0.0)
    for dj in (0, 1):
        for di in (0, 1):
            share = (v - j if dj else 1 - (v - j)) * (u - i if di else 1 - (u - i))
            votes[int(winner[j + dj, i + di])] += share * strength[j + dj, i + di]
    return votes


@settings(max_examples=60)
@given(st.integers(2, 6), st.integers(2, 6), st.integers(1, 25), st.integers(1, 25), st.integers(1, 4), st.integers(0, 99))
def test_that_a_pixel_has_the_class_with_the_most_votes_and_its_lead(ny, nx, height, width, classes, seed):
    rng = np.random.default_rng(seed)
    winner, strength = rng.integers(0, classes, (ny, nx)), rng.uniform(size=(ny, nx))
    out = np.zeros((height, width), np.uint32)
    spread(winner, strength, np.arange(classes * LEVELS, dtype=np.uint32), LEVELS, out)
    for y in range(height):
        for x in range(width):
            votes = counted(winner, strength, y, x, height, width)
            first, second = (*sorted(votes.values(), reverse=True), 0.0)[:2]
            owner, level = divmod(int(out[y, x]), LEVELS)
            assert votes[owner] >= first - 1e-5
            assert abs(level - (first - second) * (LEVELS - 1)) < 1.5


def test_that_one_class_is_drawn_out_linearly():
    out = np.zeros((1, 100), np.uint32)
    strength = np.array([[0.0, 1.0], [0.0, 1.0]])
    spread(np.zeros((2, 2), np.int64), strength, np.arange(LEVELS, dtype=np.uint32), LEVELS, out)
    assert np.abs(out[0] - (np.arange(100) + 0.5) / 100 * (LEVELS - 1)).max() <= 1


def test_that_strengths_out_of_bounds_and_missing_ones_stay_in_the_table():
    strength = np.array([[np.nan, np.inf], [-np.inf, 7.0]])
    for winner in (np.zeros((2, 2), np.int64), np.array([[0, 1], [1, 0]])):
        out = np.zeros((9, 9), np.uint32)
        spread(winner, strength, np.arange(2 * LEVELS, dtype=np.uint32), LEVELS, out)
        assert out.max() < 2 * LEVELS


def test_that_the_top_row_is_the_highest():
    out = np.zeros((10, 1), np.uint32)
    spread(np.array([[0, 0], [1, 1]]), np.ones((2, 2)), np.array([7] * LEVELS + [9] * LEVELS, np.uint32), LEVELS, out)
    assert out[0, 0] == 9
    assert out[-1, 0] == 7
