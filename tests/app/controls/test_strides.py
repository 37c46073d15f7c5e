"""Steps of a slider that a hall sees."""

import pytest

from linlab.app.panels.form import KnobSlider
from linlab.engine.learner.parameters import PARAMETERS

SLIDERS = [name for name, own in PARAMETERS.items() if own.choices is None]


@pytest.mark.parametrize("name", SLIDERS)
def test_that_a_stride_is_seen_and_that_a_few_go_from_end_to_end(session, qtbot, name):
    row, own = KnobSlider(session, name), PARAMETERS[name]
    qtbot.addWidget(row)
    low, high = own.slider
    row.set_value(low)
    seen = [row.value]
    while row.slider.value() < row.slider.maximum():
        row.stride(1)
        assert row.value > seen[-1]
        seen.append(row.value)
        assert len(seen) < 60
    assert row.value == high
    steps = [(b - a) / (high - low) for a, b in zip(seen, seen[1:-1], strict=False)]
    if own.log:
        factors = [b / a for a, b in zip(seen, seen[1:-1], strict=False)]
        assert all(factor == pytest.approx(10**0.25, rel=0.04) or own.integer for factor in factors)
    else:
        assert min(steps) > 0.04
    while row.slider.value() > 0:
        before = row.value
        row.stride(-1)
        assert row.value < before
    assert row.value == low
    row.finish()


def test_that_strides_of_the_momentum_come_to_round_numbers(session, qtbot):
    row = KnobSlider(session, "momentum")
    qtbot.addWidget(row)
    row.set_value(0.9)
    for by, there in ((1, 0.99), (-1, 0.9), (-1, 0.8), (-1, 0.7)):
        row.stride(by)
        assert row.value == pytest.approx(there)
    row.finish()
