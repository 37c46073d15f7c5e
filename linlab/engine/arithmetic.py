"""An update line by line, with its own numbers put into its formulas.

    θ before + Δ = θ after,   η = α/√t = 0.1/√4 = 0.05

Every line reads a Step and the Learner that made it, and is true of the numbers as they are printed.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from .features import FeatureSpace
from .learner import Learner
from .losses import rivals_and_margins
from .numerals import SUBSCRIPT, added, fewest_digits, number, operands
from .rates import PASSIVE_AGGRESSIVE
from .rules import WALLS
from .spaces import space
from .state import Step

_RATES = {"constant": "α", "inverse-time": "α/(1 + t/t₀) = {0}/(1 + {t}/{1})", "inverse-root": "α/√t = {0}/√{t}",
          "pegasos": "1/(λt) = 1/({2} · {t})"}  # fmt: skip
_MOST = 6  # weights in the arithmetic


@dataclass(frozen=True)
class Line:
    """A line of the card: what it is, and its arithmetic."""

    label: str
    value: str


def arithmetic(step: Step, learner: Learner) -> tuple[Line, ...]:
    """The update line by line, with its own numbers; θ before + Δ = θ after adds up as printed."""
    many, wall, lines = len(step.labels), WALLS.get(learner.recipe.loss.name), []
    (margin, loss), pulling = margin_and_loss(step, learner), int(np.count_nonzero(step.pulls.any(axis=1)))
    if many > 1:
        lines += [Line("examples", str(many)), Line("mean margin", margin)]
    else:
        several = len(step.score) > 1
        scores = zip(step.classes if several else ("s",), step.score, strict=False)
        lines.append(Line("scores" if several else "score", " · ".join(f"{c} = {number(s)}" for c, s in scores)))
        sign = "s" if step.labels[0] else "−s"
        lines.append(Line("margin m", f"{f's({step.label}) − s({rival(step)})' if several else sign} = {margin}"))
    if wall:
        holds = "holds" if pulling else "fails"
        value = f"holds for {pulling} of {many}" if many > 1 else f"{holds}: {margin} {wall[not pulling]} {wall[2]}"
        lines.append(Line(f"m {wall[0]} {wall[2]}", value))
    elif many == 1 and (learner.recipe.counting or learner.recipe.loss.probabilistic):
        lines.append(Line("P(y|x)", probability(step.loss)))
    lines.append(Line("loss ℓ" if many == 1 else "mean loss ℓ", loss))
    if step.jump is not None:
        lines.append(Line("gradient ‖∇J‖", number(math.sqrt(step.reach))))
    elif not learner.recipe.counting:
        lines.append(Line("reach ρ", number(step.reach)))
        told = [rate_in_numbers(step, learner)] if learner.optimiser.uses_rate else []
        told += [f"shrink = {shrink_in_numbers(step, learner)}"] if step.shrink != 1.0 else []
        told += [f"threshold = ηλ = {number(step.threshold)}"] if step.threshold > 0 else []
        lines += [Line(*each.split(" = ", 1)) for each in told]
    after = margin_after(step, learner)
    return (*lines, *_weights(step, learner), *([] if after is None else [Line("margin after", number(after))]))


def margin_and_loss(step: Step, learner: Learner) -> tuple[str, str]:
    m, loss = step.margin, step.loss
    if len(step.labels) == 1 and learner.recipe.loss.name == "hinge" and 1e-3 < min(abs(m), loss) < 1e3:
        return added(m, loss, 1.0)[:2]
    return number(m, fewest_digits(lambda r: (r(m) < 1) == (m < 1), 17)), number(loss)


def probability(loss: float) -> str:
    p = math.exp(-loss)
    return "0" if p < 1e-100 else number(p, fewest_digits(lambda r: (r(p) < 1) == (p < 1), 17))


def rate_in_numbers(step: Step, learner: Learner) -> str:
    """The rate's formula with its numbers put in."""
    rate, eta, loss, reach, cap = learner.rate, step.rate, step.loss, step.reach, float(learner["C"])
    settings = [float(learner[name]) for name in ("alpha", "t0", "lam", "C")]
    if rate is PASSIVE_AGGRESSIVE:
        if loss <= 0 or reach <= 0:
            return f"τ = {number(eta)}, as " + ("there is no loss" if loss <= 0 else "φ(x) is 0 and no step helps")
        need = loss / reach
        n = fewest_digits(lambda r: (r(need) < r(cap)) == (need < cap), 17)
        parts = operands(lambda v: v[0] / v[1], need, n, loss, reach)
        ratio, most = f"ℓ/ρ = {parts[0]}/{parts[1]} = {number(need, n)}", f"C = {number(cap, n)}"
        return f"τ = {ratio}, below {most}" if eta < cap else f"τ = {most}, as {ratio} is not below it"
    shown = operands(lambda v: rate.function(step.t, loss, reach, v), eta, 3, *settings)
    form = f" = {_RATES[rate.name].format(*shown, t=step.t)}" if rate.name in _RATES else ""
    return f"η{form} = {number(eta)}"


def shrink_in_numbers(step: Step, learner: Learner) -> str:
    eta, lam, left = step.rate, learner.decay, step.shrink if abs(step.shrink) > 1e-12 else 0.0
    n = fewest_digits(lambda r: r(left) != 1.0, 17)
    if learner.rate.name == "pegasos":  # ηλ is 1/t, whatever λ
        return f"1 − ηλ = 1 − 1/t = 1 − 1/{step.t} = {number(left, n)}"
    shown = operands(lambda v: 1 - v[0] * v[1], left, n, eta, lam)
    return f"1 − ηλ = 1 − {shown[0]} · {shown[1]} = {number(left, n)}"


def rival(step: Step) -> str:
    return step.classes[int(step.rivals[0])]


def column_names(step: Step, learner: Learner) -> dict[int, str]:
    """What the columns of θ are called; in a kernel space only those of the examples at hand."""
    d, counting = step.before.shape[1], learner.recipe.counting
    if learner.dual:
        own = step.examples.tolist() if step.jump is None else range(d)
        names = {j: f"a{str(j + 1).translate(SUBSCRIPT)}" for j in own}
        return {**names, d - 1: "b"} if learner["bias"] == "free" else names
    if counting == "categorical":
        some = [f"{axis} in bin {k + 1}" for axis in ("x₁", "x₂") for k in range(int(learner["bins"]))]
    elif counting:
        some = ["Σ z₁", "Σ z₂", "Σ z₁²", "Σ z₂²"]  # z = (x − centre)/scale, the units in which it counts
    else:
        where = space(learner["space"])
        assert isinstance(where, FeatureSpace)
        plain = where.make(learner.settings, 0).names
        some = ["w₁", "w₂"] if where.name == "linear" else [f"w[{name}]" for name in plain]
    return dict(enumerate([*some, "examples" if counting else "b"][:d]))


def _weights(step: Step, learner: Learner) -> list[Line]:
    """θ before + Δ = θ after for the weights that change most; in a kernel space, those of the examples at hand."""
    before, after, names = step.before, step.after, column_names(step, learner)
    delta = after - before
    changes = np.abs(delta) > 1e-9 * np.maximum(np.abs(before), np.abs(after))  # the rest is beyond what can be shown
    changes[:, [j for j in range(changes.shape[1]) if j not in names]] = False
    cells: list[Any] = sorted(np.argwhere(changes).tolist(), key=lambda cell: -abs(delta[tuple(cell)]))
    lines = []
    for r, j in sorted(cells[:_MOST]):
        a, b, total = added(before[r, j], delta[r, j], after[r, j])
        label = names[j] + (f" of {step.classes[r]}" if len(before) > 1 else "")
        lines.append(Line(label, f"{a} {'−' if b.startswith('−') else '+'} {b.removeprefix('−')} = {total}"))
    if len(cells) > _MOST:
        lines.append(Line("…", f"{len(cells) - _MOST} more change by less"))
    if learner.dual and step.shrink != 1.0 and learner["optimiser"] == "sgd":
        lines.append(Line("all other a", f"× {number(step.shrink if abs(step.shrink) > 1e-12 else 0, 6)}"))
    return lines or [Line(names[step.example] if learner.dual else "θ", "stays as it is")]


def margin_after(step: Step, learner: Learner) -> float | None:
    """The margin that one example has after plain SGD: s ← (1 − ηλ)(s − b) + b + ηp·‖φ‖²."""
    if len(step.labels) > 1 or learner.recipe.counting or learner["optimiser"] != "sgd" or step.threshold > 0:
        return None
    free = step.before[:, -1] if learner["bias"] == "free" else np.zeros(len(step.score))
    square = float(step.pull @ step.pull)
    moved = step.rate * step.pull * (step.reach / square if square > 0 else 0.0)
    return float(rivals_and_margins((step.shrink * (step.score - free) + free + moved)[None], step.labels)[1][0])
