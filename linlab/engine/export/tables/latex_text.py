"""Names and numbers within LaTeX's mathematics."""

import re

from linlab.engine.words.listing.tex import tex

_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"
_LEVEL = str.maketrans(_DIGITS, "0123456789-")
_MONOMIAL = re.compile(f"(x[₁₂][{_DIGITS}]*)+")
_NUMBER = re.compile(rf"[+−]?(\d[\d ]*(\.\d+)?(×10[{_DIGITS}]+)?|∞)|undefined")


def is_monomial(name: str) -> bool:
    return _MONOMIAL.fullmatch(name) is not None


def maths(name: str) -> str:
    r"""A name within a formula: x₁²x₂ as mathematics, everything else as text.

    >>> print(maths("x₁²x₂"), maths("A_1"))
    x_1^{2}x_2 \text{A\_1}
    """
    if not is_monomial(name):
        return rf"\text{{{tex(name)}}}"
    name = name.replace("₁", "_1").replace("₂", "_2")
    return re.sub(f"[{_DIGITS}]+", lambda found: f"^{{{found[0].translate(_LEVEL)}}}", name)


def formula(shown: str) -> str:
    r"""A number as printed elsewhere, within a formula; anything else as a name.

    >>> print(formula("−1.5×10⁻⁷"), formula("4 350"), formula("∞"), formula("all"))
    -1.5 \cdot 10^{-7} 4\,350 \infty \text{all}
    """
    if _NUMBER.fullmatch(shown) is None:
        return maths(shown)
    text = (
        shown.replace("∞", r"\infty")
        .replace("undefined", r"\text{undefined}")
        .replace("−", "-")
        .replace(" ", r"\,")
    )
    mantissa, times, power = text.partition("×10")
    return mantissa if not times else rf"{mantissa} \cdot 10^{{{power.translate(_LEVEL)}}}"


def cell(shown: str) -> str:
    r"""A cell of a table, or several with commas between them: numbers as mathematics, words as they are.

    >>> print(cell("−0.5, 2"), cell("A & B"), cell("yes"))
    $-0.5$, 2 A \& B yes
    """
    return ", ".join(
        f"${formula(part)}$" if _NUMBER.fullmatch(part) and not part.isdigit() else tex(part)
        for part in shown.split(", ")
    )
