"""Numbers that change under the eyes: read back, they are what they were, to the digits that are
shown."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linlab.engine.ground.numerals import changed, coordinate, number, read_number, steady

FROM = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−", "0123456789--")
finite = st.floats(-1e300, 1e300)


def read(text: str) -> float:
    """The number that a text says."""
    assert all(len(group) == 3 for group in text.partition(".")[0].split(" ")[1:])
    plain, _, power = text.translate(FROM).replace(" ", "").partition("×10")
    return float(f"{plain}e{power or 0}")


@given(finite)
def test_that_a_score_is_right_to_three_digits_and_short(x: float) -> None:
    text = steady(x)
    assert read(text) == pytest.approx(x, rel=0.00501)
    assert len(text) <= len("−1.23×10⁻³²⁴")
    assert "-" not in text and not (text.startswith("−") and read(text) == 0)


@given(st.floats(0.1, 9.99), st.sampled_from([-1, 1]))
def test_that_a_score_keeps_its_zeros(x: float, sign: int) -> None:
    assert len(steady(sign * x).removeprefix("−").replace(".", "").lstrip("0")) == 3


@pytest.mark.parametrize(
    ("x", "text"),
    [
        (0.0, "0.00"),
        (-0.0, "0.00"),
        (0.9996, "1.00"),
        (-2.0, "−2.00"),
        (123456.0, "123 456"),
        (1e97, "1×10⁹⁷"),
        (-0.00012, "−0.000120"),
        (math.inf, "∞"),
        (math.nan, "undefined"),
    ],
)
def test_that_scores_read_as_people_write_them(x: float, text: str) -> None:
    assert steady(x) == text


@given(finite, st.integers(3, 12))
def test_that_what_is_printed_can_be_typed(x: float, digits: int) -> None:
    assert read_number(number(x, digits)) == read(number(x, digits))
    assert read_number(repr(x)) == x


@pytest.mark.parametrize(
    "text",
    ["1_0", "1 0", "10 00", "1 0000", "", " ", "ten", "0x10", "nan", "inf", "1e", "1.2.3", "٣"],
)
def test_that_what_people_would_not_write_is_no_number(text: str) -> None:
    assert read_number(text) is None


@given(finite, finite)
def test_that_two_numbers_that_differ_are_seen_to_and_have_as_many_decimals(
    before: float, after: float
) -> None:
    texts = changed(before, after)
    for text, x in zip(texts, (before, after), strict=True):
        assert read(text) == pytest.approx(x, rel=0.00501)
    assert (texts[0] != texts[1]) == (abs(before - after) > 1e-9 * max(abs(before), abs(after)))
    if not any("×" in text or text == "0" for text in texts) and 0.01 < before / after < 100:
        assert len({len(text.partition(".")[2]) for text in texts}) == 1


@given(st.floats(-1, 1), st.integers(-8, 11), st.integers(200, 3000))
def test_that_a_place_is_as_fine_as_a_pixel(share: float, power: int, pixels: int) -> None:
    half = 10.0**power
    pixel, x = 2 * half / pixels, share * half
    text, next_ = coordinate(x, pixel, half), coordinate(x + pixel, pixel, half)
    assert abs(read(text) - x) <= 0.51 * pixel
    assert text != next_
    assert not (text.startswith("−") and read(text) == 0)


@given(st.lists(st.floats(-3, 3), min_size=2, max_size=9))
def test_that_places_in_a_view_have_as_many_decimals(places: list[float]) -> None:
    assert {len(coordinate(x, 0.008, 3.2).partition(".")[2]) for x in places} == {3}


@pytest.mark.parametrize(
    ("x", "pixel", "largest", "text"),
    [
        (-0.0004, 0.01, 3.0, "0.00"),
        (5.123e-7, 2e-9, 1e-6, "0.512×10⁻⁶"),
        (1000.00000123, 1e-8, 1000.0, "1 000.00000123"),
        (5e9, 1e7, 5.1e9, "5.00×10⁹"),
        (0.0, 0.01, 0.0, "0.00"),
    ],
)
def test_that_places_read_as_people_write_them(
    x: float, pixel: float, largest: float, text: str
) -> None:
    assert coordinate(x, pixel, largest).startswith(text.partition("×")[0])
    assert read(coordinate(x, pixel, largest)) == pytest.approx(read(text), abs=pixel)
