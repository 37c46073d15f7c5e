"""Formulas as ziamath sets them."""

import re

import pytest

from linlab.engine.words.typesetting import formula_svg


def width(latex):
    return float(re.search(r'width="([\d.]+)', formula_svg(latex, 16)).group(1))


@pytest.mark.parametrize("before", ["w = ", "(2, ", r"x \leq ", "("])
def test_that_a_sign_stands_at_its_number_and_not_between_two(before):
    """As TeX has it: a minus after a relation, a comma or a bracket takes no room around it."""
    sign = width("-") - 1.0
    assert width(f"{before}-1") - width(f"{before}1") < sign + 1.5
    assert width("w-1") - width("w1") > sign + 3.0
