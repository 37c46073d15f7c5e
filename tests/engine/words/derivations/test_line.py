"""A line: its formula, its values as they are printed, and whether it holds."""

import numpy as np
import pytest

from linlab.engine.words.derivations.line import Vector, line

from .runs import changed, compare


def test_that_a_formula_and_its_values_have_the_same_relations():
    one = line("a", 1.0, "≤", "b", 2.0, "=", "c", 2.0, why="x")
    assert one.latex == r"a \leq b = c" and one.values == ("1", "2", "2") and one.holds


@pytest.mark.parametrize(
    ("parts", "holds"),
    [
        (("a", 1.0, "=", "b", 1.0 + 1e-9), True),
        (("a", 1.0, "=", "b", 1.0 + 1e-4), False),
        (("a", 2.0, "≤", "b", 1.0), False),
        (("a", 1.0, "≥", "b", 2.0), False),
        (("a", 1.0, "≥", "b", 1.0), True),
        (("a", Vector.of([1, 2]), "=", "b", Vector.of([1, 2])), True),
        (("a", Vector.of([1, 2]), "=", "b", Vector.of([2, 1])), False),
        (("a", Vector.of([1, 2]), "=", "b", Vector.of([1, 2, 3])), False),
    ],
)
def test_that_a_line_that_is_not_true_does_not_hold(parts, holds):
    assert line(*parts, why="").holds == holds


def test_that_equal_sides_are_printed_alike_and_rounding_is_0():
    near = line("a", 0.12345, "=", "b", 0.12345 + 1e-13, why="")
    assert near.values[0] == near.values[1]
    assert line("a", 1e-15, "=", "0", 0.0, why="", scale=1.0).values == ("0", "0")
    assert line("a", 1e-15, why="").values == ("1×10⁻¹⁵",)


def test_that_a_long_vector_is_told_by_its_length():
    many = Vector.of(np.ones(9))
    assert line("w", many, "=", "u", many, why="").values == ("length 3", "3")
    assert line("w", Vector.of([1, -0.5]), why="").values == ("(1, −0.5)",)


@pytest.mark.parametrize("sign", ["=", "≤"])
def test_that_the_tests_see_a_wrong_sign(sign):
    """What the tests of derivations compare with fails for a line that is wrong."""
    right = line("a", 1.0, sign, "b", 1.0 if sign == "=" else 2.0, why="")
    values = [side.value for side in right.sides]
    compare([right], [values])
    for k in (0, 1):
        with pytest.raises(AssertionError):
            compare([changed(right, k, -1.0)], [values])
    with pytest.raises(AssertionError):
        compare([right], [[-value for value in values]])
