"""Ticks of an axis: at least two, in one notation, and each where it says."""

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linlab.engine.picture.curves import curves_panel
from linlab.engine.picture.fitting import fitting
from linlab.engine.picture.palette import LIGHT
from linlab.engine.picture.shapes import Frame
from linlab.engine.picture.ticks import ticks

PLAIN = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def value(text):
    """What a tick says, read back."""
    text = text.replace(" ", "")
    if "10" in text and re.search("[⁰-⁹¹²³⁻]", text):
        first, _, power = text.rpartition("10")
        return float(first.rstrip("×") or 1) * 10.0 ** int(power.translate(PLAIN))
    return float(text)


@given(
    st.floats(-250, 250),
    st.floats(math.log10(3), 40),
    st.floats(60, 600),
    st.sampled_from([1.0, 100.0]),
)
def test_that_a_logarithmic_axis_over_a_factor_of_3_has_two_ticks_or_more_in_one_notation(
    low, wide, length, scale
):
    found = fitting(low, low + wide, True, length, (30.0, 6), scale, lambda text: 13.0)
    assert len(found) >= 2
    assert [text.endswith(" %") for _, text in found] == [scale == 100.0] * len(found)
    words = [text.removesuffix(" %") for _, text in found]
    assert len({bool(re.search("[⁰¹²³⁴-⁹]", text)) for text in words}) == 1
    for (at, _), text in zip(found, words, strict=True):
        assert low <= at <= low + wide
        assert math.log10(value(text)) == pytest.approx(at + math.log10(scale), abs=0.003)
    if low + math.log10(scale) >= -2 and low + wide + math.log10(scale) <= 3:
        assert not re.search("[⁰¹²³⁴-⁹]", "".join(words))


@pytest.mark.parametrize(("low", "high", "words"), [
    (0.0, 3.0, ["1", "10", "100", "1 000"]),
    (-3.2, 0.5, ["10⁻³", "10⁻²", "10⁻¹", "10⁰"]),
    (-4.1, -2.9, ["10⁻⁴", "10⁻³"]),
    (-3.9, -3.2, ["2×10⁻⁴", "5×10⁻⁴"]),
    (-1.4, -0.2, ["0.05", "0.1", "0.2", "0.5"]),
])  # fmt: skip
def test_that_ticks_are_all_plain_or_all_powers(low, high, words):
    assert [text for _, text in ticks(low, high, True, 6)] == words


@pytest.mark.parametrize("height", [70, 114, 300])
def test_that_errors_on_a_logarithmic_axis_have_some_ticks_in_percent(height):
    """From 6 % to 60 %, where 10 % is the only power of ten."""
    errors = np.geomspace(0.6, 0.06, 50)
    made = curves_panel(
        "error",
        np.arange(50),
        {"train_error": errors},
        49,
        Frame(40, 6, 250, height),
        LIGHT,
        12.0,
        log=(False, True),
    )
    assert len(made.up.ticks) >= 2
    for at, text in made.up.ticks:
        assert text.endswith(" %")
        assert float(text.removesuffix(" %")) == pytest.approx(100 * 10.0**at, rel=1e-3)


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6), st.floats(120, 600))
def test_that_a_plain_axis_has_two_ticks_or_more_where_there_is_room(low, wide, length):
    found = fitting(low, low + wide, False, length, (56.0, 8), 1.0, lambda text: 12.0)
    assert len(found) >= 2
    assert all(
        (b - a) * length / wide >= 12.0 for (a, _), (b, _) in zip(found, found[1:], strict=False)
    )
