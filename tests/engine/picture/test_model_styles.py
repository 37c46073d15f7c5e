"""The lines of several models, told apart with colours and without."""

import pytest

from linlab.engine.picture.model_styles import style_of
from linlab.engine.picture.palette import DARK, HALL_DARK, HALL_LIGHT, LIGHT, PRINT, rgb


def luminance(colour):
    parts = [c / 255 for c in rgb(colour)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize(
    "palette", [LIGHT, DARK, PRINT, HALL_LIGHT, HALL_DARK], ids=lambda palette: palette.name
)
@pytest.mark.parametrize("which", range(6))
def test_that_each_line_is_seen_on_its_ground(palette, which):
    light, dark = sorted(
        (luminance(style_of(palette, which).colour), luminance(palette.card)), reverse=True
    )
    assert (light + 0.05) / (dark + 0.05) >= 3.0


def test_that_dashes_alone_tell_all_six_apart_and_the_first_has_none():
    dashes = [style_of(LIGHT, which).dash for which in range(6)]
    assert len(set(dashes)) == 6 and dashes[0] == ()
    assert all(len(dash) % 2 == 0 and min(dash, default=1.0) > 0 for dash in dashes)


def test_that_dashes_grow_with_the_line_and_a_seventh_is_drawn_too():
    assert style_of(LIGHT, 1, 4.0).dash == tuple(4 * each for each in style_of(LIGHT, 1, 1.0).dash)
    assert style_of(LIGHT, 6) == style_of(LIGHT, 0)
