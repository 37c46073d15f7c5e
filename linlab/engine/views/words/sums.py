"""The answer to one place as sums that come out: each line a name and what is worked out of the
printed numbers.

A straight model's score is written out, w₁x₁ + w₂x₂ + b; of other spaces there is the sum over
features or examples and the bias; counts have a product for each class.
"""

import math
from collections.abc import Callable

import numpy as np

from linlab.engine.ground.numerals import DUST, fewest_digits, number, printed_alike, worked_out
from linlab.engine.train.models import Bayes, Linear, Model
from linlab.engine.views.counts.tables import product_of
from linlab.engine.views.kernel.terms import summed

Place = tuple[float, float]
DIGITS = 3
SYMBOLS = "w₁x₁ + w₂x₂ + b"


def worked(model: Model, at: Place) -> list[tuple[str, str]]:
    """(what it is, how it is worked out), line by line."""
    if model.counted is not None:
        return _products(model.counted, at)
    scores = model.scores([at])[0]
    classes = model.examples.classes
    single = model.single
    names = ["score s"] if len(scores) == 1 else [f"s({name})" for name in classes]
    if single is None:
        votes = (
            "votes for the last class minus those for the first" if len(scores) == 1 else "votes"
        )
        return [
            (name, f"{number(float(score))} {votes}")
            for name, score in zip(names, scores, strict=True)
        ]
    lines = [(name, _sum(single, row, at, float(scores[row]))) for row, name in enumerate(names)]
    return lines + _chance(model, scores, classes)


def _sum(model: Linear, row: int, at: Place, total: float) -> str:
    weights, bias = (part[row] for part in model.parts())
    problem = model.problem
    b = float(bias)
    if not problem.straight or problem.dual:
        form = "Σ aⱼ k(xⱼ, x)" if problem.dual else "w·φ(x)"
        (rest, own), out = summed([total - b, b], total)
        return f"{form} + b = {rest} {_signed(own)} = {out}"
    values = [float(w) for w in weights] + [b]
    dust = DUST * max(map(abs, values))
    values = [v if abs(v) > dust else 0.0 for v in values]

    def by_hand(rounded: Callable[[float], float]) -> float:
        w1, w2, w0 = (rounded(v) for v in values)
        return float(w1 * at[0] + w2 * at[1] + w0)

    def enough(digits: int) -> int:
        return fewest_digits(lambda r: printed_alike(by_hand(r), total, digits), 12, 0)

    digits = next((digits for digits in (DIGITS, DIGITS + 1, DIGITS + 2) if enough(digits)), DIGITS)
    n = enough(digits)
    w1, w2, w0 = (number(v, n or 5) for v in values)
    x1, x2 = (number(v, 12) for v in at)
    return f"{SYMBOLS} = {w1}·{x1} {_signed(w2)}·{x2} {_signed(w0)} {'=' if n else '≈'} {number(total, digits)}"


def _signed(text: str) -> str:
    return f"− {text[1:]}" if text.startswith("−") else f"+ {text}"


def _chance(model: Model, scores: np.ndarray, classes: tuple[str, ...]) -> list[tuple[str, str]]:
    """P(·|x) of the class that answers, where there are probabilities."""
    chances = model.chances(scores[None])
    if chances is None:
        return []
    best = int(np.argmax(chances[0])) if len(scores) > 1 else int(scores[0] > 0)
    p = float(chances[0, best])
    name = f"P({classes[best]}|x)"
    if len(scores) > 1:
        return [(name, f"exp s({classes[best]}) / Σ exp s = {number(p)}")]
    s = abs(float(scores[0]))
    (shown,), out = worked_out(lambda v: 1.0 / (1.0 + math.exp(-min(v[0], 700.0))), p, DIGITS, s)
    return [(name, f"1/(1 + exp(−{shown})) = {out}")]


def _products(model: Bayes, at: Place) -> list[tuple[str, str]]:
    """P(y, x) of each class, from its factors; Gaussians in logarithms."""
    classes = model.examples.classes
    lines = []
    joint = model.joint([at])[0]
    binned = model.counting.moments_of(model.counts[0]) is None
    for c, name in enumerate(classes):
        if binned:
            counting = model.counting
            here = [int(counting.bin(j, np.array([at[j]]))[0]) for j in (0, 1)]  # type: ignore[attr-defined]
            share, text = product_of(model, c, here)
            lines.append((f"P({name}, x)", f"{text} = {number(float(share))}"))
        elif not np.isfinite(joint[c]):
            lines.append((f"log P({name}, x)", "−∞: no example of it has been counted"))
        else:
            prior = float(np.log(model.counting.prior(model.counts)[c]))
            mean, variance = _moments(model, c)
            terms = [
                -0.5 * (math.log(2 * math.pi * v) + (x - m) ** 2 / v)
                for x, m, v in zip(at, mean, variance, strict=True)
            ]
            shown, out = summed([prior, *terms], float(joint[c]))
            lines.append(
                (f"log P({name}, x)", f"{shown[0]} {_signed(shown[1])} {_signed(shown[2])} = {out}")
            )
    found = model.chances(model.scores([at]))
    chances = np.empty(0) if found is None else found[0]
    if len(chances) and np.isfinite(chances).all():
        best = int(np.argmax(joint))
        lines.append(
            (f"P({classes[best]}|x)", f"{number(float(chances[best]))}, its share of the sum")
        )
    return lines


def _moments(model: Bayes, c: int) -> tuple[list[float], list[float]]:
    tables = model.counting.tables(model.counts)
    return tables["mean"][c].tolist(), tables["variance"][c].tolist()
