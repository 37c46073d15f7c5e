"""The score of a step's example as a sum, with its numbers in it:

    s = w₁x₁ + w₂x₂ + b = 0.5·1.2 − 0.3·(−0.4) + 0.1 = 0.82

If the sum is too long to be written out: its form, its number of terms and the bias. The sum of the
printed numbers is the printed score, and the difference of two printed scores the printed margin.
"""

from collections.abc import Callable, Sequence

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.numerals import DUST, fewest_digits, number, printed_alike, worked_out
from linlab.engine.ground.sanitise import shorten
from linlab.engine.learner.features import FeatureSpace, Monomials
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.spaces import space
from linlab.engine.train.state import Step

from .signs import notation_of, x_of
from .texts.step_words import by_contribution, quoted, reads_one

_MOST_TERMS = 6  # most terms written out
_MOST_WORDS = 3  # words of a text named in its score
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def score_lines(step: Step, learner: Learner, margin: str) -> tuple[list[tuple[str, str]], bool]:
    """The place of a step's single example, and its scores; `margin` is their margin as printed.
    Also whether the sums of the printed numbers are right; if not, the margin has too few
    digits."""
    assert step.x is not None
    s = step.score
    y = int(step.labels[0])
    z = int(step.rivals[0])
    digits = _digits(step.margin, margin)
    rows = [0]
    right = True
    if len(s) > 1:
        rows = [y, z]
        own = fewest_digits(lambda r: printed_alike(r(s[y]) - r(s[z]), step.margin, digits), 12, 0)
        digits = max(digits, own or 5)
        right = bool(own)
    powers = _powers(learner) if not step.further else None
    if (
        powers is not None
        and len(rows) * (len(powers) + (learner["bias"] != "none")) <= _MOST_TERMS
    ):
        lines, sums = _written_out(step, learner, rows, powers, digits)
        return lines, right and sums
    if reads_one(step):
        lines, sums = _by_word(step, learner, rows, digits)
        return lines, right and sums
    form, many = _form(step, learner)
    first = read_of(step)
    if len(rows) > 1:
        return [
            first,
            ("score s", form),
            many,
            ("scores", _scores(step, range(len(s)), digits)),
        ], right
    total = float(s[0])
    parts = ""
    shown = number(float(s[0]), digits)
    if _has_bias(learner):
        bias = float(step.before[0, -1])
        bias = bias if abs(bias) > DUST * float(np.abs(step.before[0]).max()) else 0.0
        terms, out = worked_out(sum, total, digits, total - bias, bias)
        parts = f"{_sum(terms)} = "
        right = out == shown
    return [first, ("score s", f"{form} = {parts}{shown}"), many], right


def _written_out(
    step: Step, learner: Learner, rows: list[int], powers: list[tuple[int, int]], digits: int
) -> tuple[list[tuple[str, str]], bool]:
    assert step.x is not None
    at = step.x[0]
    bias = learner["bias"] != "none"

    def total(row: int, rounded: Callable[[float], float]) -> float:
        a, b = (rounded(float(v)) for v in at)
        features = [a**i * b**j for i, j in powers] + [1.0] * bias
        return sum(rounded(float(w)) * f for w, f in zip(step.before[row], features, strict=True))

    n = fewest_digits(
        lambda r: all(printed_alike(total(k, r), float(step.score[k]), digits) for k in rows), 12, 0
    )
    right = bool(n)
    n = n or 5
    x = [number(float(v), n) for v in at]
    form = "w₁x₁ + w₂x₂" if len(powers) == 2 else "w·φ(x)"
    symbols = [f"{form}{' + b' if bias else ''} = ", *[""] * (len(rows) - 1)]  # said once
    lines = [("x", pair(at, n))]
    for symbol, row in zip(symbols, rows, strict=True):
        dust = DUST * float(np.abs(step.before[row]).max())
        w = [number(float(v) if abs(v) > dust else 0.0, n) for v in step.before[row]]
        terms = [
            f"{weight}·{_power(x, *power)}" for weight, power in zip(w, powers, strict=False)
        ] + w[len(powers) :]
        name = f"s of {step.classes[row]}" if len(rows) > 1 else "score s"
        lines.append((name, f"{symbol}{_sum(terms)} = {number(float(step.score[row]), digits)}"))
    others = [c for c in range(len(step.score)) if c not in rows] if len(rows) > 1 else []
    name = (
        "other s" if len(others) == 1 else "others"
    )  # short, because sums of weights fill the line
    return [*lines, *([(name, _scores(step, others, digits))] if others else [])], right


def _by_word(
    step: Step, learner: Learner, rows: list[int], digits: int
) -> tuple[list[tuple[str, str]], bool]:
    """The score as the sum of what its words add: the largest by name, the rest, and the bias."""
    order = by_contribution(step, rows)
    named, rest = order[:_MOST_WORDS], order[_MOST_WORDS:]
    kept = _has_bias(learner)
    right = True
    lines = [read_of(step)]
    for k, row in enumerate(rows):
        each = {j: float(step.before[row, j] * step.row[j]) for j in order}
        values = [each[j] for j in named] + ([sum(each[j] for j in rest)] if rest else [])
        names = [quoted(step.names[j]) for j in named]
        names += [f"{len(rest)} more"] if rest else []
        if kept:
            values.append(float(step.before[row, -1]))
            names.append("b")
        total = float(step.score[row])
        dust = DUST * max([abs(v) for v in values] or [0.0])
        values = [v if abs(v) > dust else 0.0 for v in values] or [0.0]
        shown, out = worked_out(sum, total, digits, *values)
        right = right and out == number(total, digits)
        terms = [f"{v} ({name})" for v, name in zip(shown, names or ["no word"], strict=True)]
        form = f"w·φ(x){' + b' if kept else ''} = " if not k else ""
        label = f"s of {step.classes[row]}" if len(rows) > 1 else "score s"
        lines.append((label, f"{form}{_sum(terms)} = {out}"))
    others = [c for c in range(len(step.score)) if c not in rows] if len(rows) > 1 else []
    name = "other s" if len(others) == 1 else "others"
    return [*lines, *([(name, _scores(step, others, digits))] if others else [])], right


def _powers(learner: Learner) -> list[tuple[int, int]] | None:
    """The powers of x₁ and x₂ in the features, if they are monomials."""
    where = space(learner["space"])
    if not isinstance(where, FeatureSpace) or where.of_texts:
        return None
    made = where.make(learner.settings, 0, None)
    return made.powers if isinstance(made, Monomials) else None


def _form(step: Step, learner: Learner) -> tuple[str, tuple[str, str]]:
    """The sum in symbols, and how many terms it has."""
    kept = _has_bias(learner)
    bias = " + b" if kept else ""
    columns = step.before[:, : step.before.shape[1] - kept]
    if not learner.dual:
        x = x_of(notation_of(learner, len(step.classes), step))
        return f"w·{x}{bias}", ("features", str(columns.shape[1]))
    kernel = "k(x of #j, x)"
    kernel = f"({kernel} + 1)" if learner["bias"] == "regularised" else kernel
    return f"Σ aⱼ {kernel}{bias}", (
        "aⱼ ≠ 0",
        f"{np.count_nonzero(columns.any(axis=0))} of {columns.shape[1]}",
    )


def _has_bias(learner: Learner) -> bool:
    """Whether the last column of θ is a bias; a regularised one of a kernel space is in k + 1."""
    return bool(
        learner["bias"] == "free" or (learner["bias"] == "regularised" and not learner.dual)
    )


def _scores(step: Step, rows: Sequence[int], digits: int) -> str:
    return " · ".join(f"{step.classes[c]} = {number(float(step.score[c]), digits)}" for c in rows)


def _sum(terms: list[str]) -> str:
    return terms[0] + "".join(f" − {t[1:]}" if t.startswith("−") else f" + {t}" for t in terms[1:])


def _power(x: list[str], i: int, j: int) -> str:
    """x₁ⁱx₂ʲ with its numbers."""
    return "·".join(
        _factor(base, exponent) for base, exponent in zip(x, (i, j), strict=True) if exponent
    )


def _factor(base: str, exponent: int) -> str:
    apart = base.startswith("−") or (exponent > 1 and "×" in base)
    return (f"({base})" if apart else base) + (
        str(exponent).translate(_RAISED) if exponent > 1 else ""
    )


def read_of(step: Step) -> tuple[str, str]:
    """What was read of the first example: its place, or its text."""
    return ("text", f"“{shorten(step.x[0])}”") if step.names else ("x", pair(step.x[0]))


def pair(x: Floats, digits: int = 3) -> str:
    return f"({number(float(x[0]), digits)}, {number(float(x[1]), digits)})"


def _digits(value: float, text: str) -> int:
    """The number of digits of a printed number."""
    return next((n for n in range(3, 18) if number(value, n) == text), 3)
