"""Names and numbers within LaTeX's mathematics."""

import re

from linlab.engine.export.figures.tex import tex
from linlab.engine.ground import numerals

_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"
_LEVEL = str.maketrans(_DIGITS, "0123456789-")
_MONOMIAL = re.compile(f"(x[₁₂][{_DIGITS}]*)+")


def is_monomial(name: str) -> bool:
    return _MONOMIAL.fullmatch(name) is not None


def maths(name: str) -> str:
    r"""A name within a formula: x₁²x₂ as such, all else as text.

    >>> print(maths("x₁²x₂"), maths("A_1"))
    x_1^{2}x_2 \text{A\_1}
    """
    if not is_monomial(name):
        return rf"\text{{{tex(name)}}}"
    name = name.replace("₁", "_1").replace("₂", "_2")
    return re.sub(f"[{_DIGITS}]+", lambda found: f"^{{{found[0].translate(_LEVEL)}}}", name)


def number(x: float, digits: int) -> str:
    r"""A number with so many digits.

    >>> print(number(-1.5e-7, 3), number(0.12345, 3), number(4350.0, 3), number(float("inf"), 3))
    $-1.5 \cdot 10^{-7}$ $0.123$ $4\,350$ $\infty$
    """
    text = numerals.number(x, digits).replace("∞", r"\infty").replace("undefined", r"\text{undefined}")
    text = text.replace("−", "-").replace(" ", r"\,")
    mantissa, times, power = text.partition("×10")
    return f"${mantissa}$" if not times else rf"${mantissa} \cdot 10^{{{power.translate(_LEVEL)}}}$"
