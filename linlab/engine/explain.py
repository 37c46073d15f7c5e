"""An update in plain words and numbers: `explain` in sentences, `arithmetic` line by line, `rule` as a formula.

All three read a Step and the Learner that made it, so they say what was done and nothing else. Numbers have about three
digits, and more wherever fewer would contradict each other: 0.9996 < 1, never 1 < 1.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Any

import numpy as np

from .features import FeatureSpace
from .learner import Learner
from .losses import rivals_and_margins
from .rates import PASSIVE_AGGRESSIVE
from .spaces import space
from .state import Step

_WALLS = {"perceptron": ("≤", ">", 0, r"\leq"), "hinge": ("<", "≥", 1, "<")}  # where it pulls, where not, as LaTeX
_RATES = {"constant": "α", "inverse-time": "α/(1 + t/t₀) = {0}/(1 + {t}/{1})", "inverse-root": "α/√t = {0}/√{t}",
          "pegasos": "1/(λt) = 1/({2} · {t})"}  # fmt: skip
_OPTIMISERS = {
    "momentum": "momentum adds μ = {mu} times the move before",
    "adagrad": "AdaGrad divides the step of each weight by the root of all its squared gradients so far",
    "rmsprop": "RMSProp divides the step of each weight by the root of the running mean of its squared gradients",
    "adadelta": "AdaDelta needs no rate: each weight's recent moves, over its recent gradients, scale its step",
    "adam": "Adam scales each weight's running mean of gradients by the root of the running mean of their squares",
}
_CORNER = ("y_i", "(e_{y_i} - e_z)")
_PULLS = {"perceptron": _CORNER, "hinge": _CORNER, "log": ("y_i (1 - P(y_i | x_i))", r"(e_{y_i} - P(\cdot | x_i))")}
_MOST = 6  # weights in the arithmetic
_SUBSCRIPT, _SUPERSCRIPT = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"), str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


@dataclass(frozen=True)
class Line:
    """A line of the card: what it is, and its arithmetic."""

    label: str
    value: str


def explain(step: Step, learner: Learner) -> str:
    """An update in one to three sentences."""
    many = len(step.labels)
    if learner.recipe.counting:
        return _counted(step, learner)
    if step.jump is not None:
        return (f"One {learner.optimiser.title} iteration over all {many} examples: {_tally(step, learner)} before it. "
                f"Its line search moves {'a' if learner.dual else 'θ'} by a length of {number(_length(step))}, where "
                f"the gradient has a length of {number(math.sqrt(step.reach))}.")  # fmt: skip
    every = "all " if learner["batch"] == "all" else ""
    first = _where(step, learner) if many == 1 else f"The mean over {every}{many} examples: {_tally(step, learner)}."
    return " ".join(sentence for sentence in (first, _moves(step, learner), _rest(step, learner)) if sentence)


def arithmetic(step: Step, learner: Learner) -> tuple[Line, ...]:
    """The update line by line, with its own numbers; θ before + Δ = θ after adds up as printed."""
    many, wall, lines = len(step.labels), _WALLS.get(learner.recipe.loss.name), []
    (margin, loss), pulling = _margin_and_loss(step, learner), int(np.count_nonzero(step.pulls.any(axis=1)))
    if many > 1:
        lines += [Line("examples", str(many)), Line("mean margin", margin)]
    else:
        several = len(step.score) > 1
        scores = zip(step.classes if several else ("s",), step.score, strict=False)
        lines.append(Line("scores" if several else "score", " · ".join(f"{c} = {number(s)}" for c, s in scores)))
        sign = "s" if step.labels[0] else "−s"
        lines.append(Line("margin m", f"{f's({step.label}) − s({_rival(step)})' if several else sign} = {margin}"))
    if wall:
        holds = "holds" if pulling else "fails"
        value = f"holds for {pulling} of {many}" if many > 1 else f"{holds}: {margin} {wall[not pulling]} {wall[2]}"
        lines.append(Line(f"m {wall[0]} {wall[2]}", value))
    elif many == 1 and (learner.recipe.counting or learner.recipe.loss.probabilistic):
        lines.append(Line("P(y|x)", _probability(step.loss)))
    lines.append(Line("loss ℓ" if many == 1 else "mean loss ℓ", loss))
    if step.jump is not None:
        lines.append(Line("gradient ‖∇J‖", number(math.sqrt(step.reach))))
    elif not learner.recipe.counting:
        lines.append(Line("reach ρ", number(step.reach)))
        told = [_rate(step, learner)] if learner.optimiser.uses_rate else []
        told += [f"shrink = {_shrink(step, learner)}"] if step.shrink != 1.0 else []
        told += [f"threshold = ηλ = {number(step.threshold)}"] if step.threshold > 0 else []
        lines += [Line(*each.split(" = ", 1)) for each in told]
    after = _margin_after(step, learner)
    return (*lines, *_weights(step, learner), *([] if after is None else [Line("margin after", number(after))]))


def rule(learner: Learner, classes: int) -> str:
    """The update rule in force, as LaTeX."""
    own, optimiser, dual, rate, two = learner.recipe, learner.optimiser, learner.dual, learner.rate, classes == 2
    if own.counting:
        return rf"n_{{y_i}} \leftarrow n_{{y_i}} + 1, \quad {own.rule}"
    shrinks, theta = learner.decay > 0 and learner["penalty"] == "l2", "a_i" if dual else r"\theta"
    if optimiser.solver:
        penalty = r" + \frac{\lambda}{2} \|w\|^2" if shrinks else ""
        return rf"\min_\theta \frac{{1}}{{N}} \sum_i \ell(x_i, y_i){penalty}"
    eta = {"passive-aggressive": r"\tau", "constant": r"\alpha", "pegasos": rate.formula}.get(rate.name, r"\eta")
    eta = eta if optimiser.uses_rate else ""
    decay = r"\frac{1}{t}" if eta == r"\frac{1}{\lambda t}" else rf"{eta}\lambda"
    update, single = own.rule.startswith(r"\theta"), learner["batch"] == 1
    if update and two and not dual and single and optimiser.name == "sgd" and shrinks == ("(1 -" in own.rule):
        text = own.rule.replace(r"\eta\lambda", decay).replace(r"\eta", eta)
    else:
        pull = _PULLS.get(own.loss.name, ("p_i", "p_i"))[not two]
        pull += "" if dual else r" \varphi(x_i)" if two else r" \varphi(x_i)^T"
        pull = pull if single else rf"\frac{{1}}{{m}} {pull}" if dual else rf"\frac{{1}}{{m}} \sum_i {pull}"
        if optimiser.linear:
            last = rf" + \mu ({theta} - {theta}^{{prev}})" if optimiser.name == "momentum" else ""
            text = rf"{theta} \leftarrow {f'(1 - {decay}) ' if shrinks else ''}{theta} + {eta} {pull}{last}"
        else:
            weights = r" + \lambda w" if shrinks else ""
            text = rf"\theta \leftarrow \theta {optimiser.formula}, \quad g = -{pull}{weights}".replace(r"\eta", eta)
        if own.loss.name in _WALLS:
            margin = "s_{y_i} - s_z" if not two else "y_i f(x_i)" if dual else r"y_i \theta \cdot \varphi(x_i)"
            text += rf" \quad \mathrm{{if}} \quad {margin} {_WALLS[own.loss.name][3]} {_WALLS[own.loss.name][2]}"
    if eta in (r"\tau", r"\eta") and rf"{eta} =" not in text:
        text += rf", \quad {eta} = {rate.formula}"
    if learner.decay > 0 and not shrinks:
        text += rf", \quad w \leftarrow \mathrm{{sign}}(w) \max(|w| - {decay}, 0)"
    return text if update else rf"{text}, \quad {own.rule}"


def number(x: float, digits: int = 3) -> str:
    """x to so many significant digits; those before the point stay.

    >>> number(0.12345), number(-0.0), number(1234.5), number(-1.5e-7)
    ('0.123', '0', '1234', '−1.5×10⁻⁷')
    """
    if not math.isfinite(x):
        return "undefined" if math.isnan(x) else "∞" if x > 0 else "−∞"
    near = _round(x, digits)
    power = near.adjusted() if near else 0
    return _text(near, 0 if -4 <= power < 6 else power)


def _round(x: float, digits: int) -> Decimal:
    power = Decimal(x).adjusted() if x else 0
    places = digits - 1 - power
    return round(Decimal(x), max(0, places) if power < 6 else places)


def _near(x: float, digits: int) -> float:
    return float(_round(x, digits))


def _text(x: Decimal, power: int) -> str:
    """x as a plain number times 10 to the power."""
    plain = f"{x.scaleb(-power).normalize():f}".replace("-", "−") if x else "0"
    return plain + (f"×10{str(power).translate(_SUPERSCRIPT)}" if power and x else "")


def _digits(agree: Callable[[Callable[[float], float]], bool], most: int = 8) -> int:
    """The fewest digits, from three, to which numbers can be rounded and still agree."""
    return next((n for n in range(3, most + 1) if agree(partial(_near, digits=n))), 5)


def _parts(form: Callable[[list[float]], float], result: float, digits: int, *values: float) -> list[str]:
    """The values, with as many digits as it takes to work out the result from them as it is printed."""
    n = _digits(lambda r: _near(form([r(v) for v in values]), digits) == _near(result, digits), 12)
    return [number(v, n) for v in values]


def _added(a: float, b: float, total: float) -> tuple[str, str, str]:
    """a + b = total, printed so that it is true of the printed numbers."""
    top = max(Decimal(v).adjusted() for v in (a, b, total) if v) if a or b or total else 0
    power = 0 if -4 <= top < 6 else top
    least = min((Decimal(v).adjusted() for v in (a, b, total) if v), default=0) - power
    places = max(3, min(2 - least, max(6, 2 + power - Decimal(b).adjusted() if b else 6)))
    for extra in range(4):
        shown = [round(Decimal(v).scaleb(-power), places + extra) for v in (a, b, total)]
        if shown[0] + shown[1] == shown[2]:
            break
    else:
        shown[1] = shown[2] - shown[0]
    first, second, third = (_text(v.scaleb(power), power) for v in shown)
    return first, second, third


def _margin_and_loss(step: Step, learner: Learner) -> tuple[str, str]:
    m, loss = step.margin, step.loss
    if len(step.labels) == 1 and learner.recipe.loss.name == "hinge" and 1e-3 < min(abs(m), loss) < 1e3:
        return _added(m, loss, 1.0)[:2]
    return number(m, _digits(lambda r: (r(m) < 1) == (m < 1), 17)), number(loss)


def _probability(loss: float) -> str:
    p = math.exp(-loss)
    return "0" if p < 1e-100 else number(p, _digits(lambda r: (r(p) < 1) == (p < 1), 17))


def _rate(step: Step, learner: Learner) -> str:
    """The rate's formula with its numbers put in."""
    rate, eta, loss, reach, cap = learner.rate, step.rate, step.loss, step.reach, float(learner["C"])
    settings = [float(learner[name]) for name in ("alpha", "t0", "lam", "C")]
    if rate is PASSIVE_AGGRESSIVE:
        if loss <= 0 or reach <= 0:
            return f"τ = {number(eta)}, as " + ("there is no loss" if loss <= 0 else "φ(x) is 0 and no step helps")
        need = loss / reach
        n = _digits(lambda r: (r(need) < r(cap)) == (need < cap), 17)
        parts = _parts(lambda v: v[0] / v[1], need, n, loss, reach)
        ratio, most = f"ℓ/ρ = {parts[0]}/{parts[1]} = {number(need, n)}", f"C = {number(cap, n)}"
        return f"τ = {ratio}, below {most}" if eta < cap else f"τ = {most}, as {ratio} is not below it"
    shown = _parts(lambda v: rate.function(step.t, loss, reach, v), eta, 3, *settings)
    form = f" = {_RATES[rate.name].format(*shown, t=step.t)}" if rate.name in _RATES else ""
    return f"η{form} = {number(eta)}"


def _shrink(step: Step, learner: Learner) -> str:
    eta, lam, left = step.rate, learner.decay, step.shrink if abs(step.shrink) > 1e-12 else 0.0
    n = _digits(lambda r: r(left) != 1.0, 17)
    if learner.rate.name == "pegasos":  # ηλ is 1/t, whatever λ
        return f"1 − ηλ = 1 − 1/t = 1 − 1/{step.t} = {number(left, n)}"
    shown = _parts(lambda v: 1 - v[0] * v[1], left, n, eta, lam)
    return f"1 − ηλ = 1 − {shown[0]} · {shown[1]} = {number(left, n)}"


def _rival(step: Step) -> str:
    return step.classes[int(step.rivals[0])]


def _versus(step: Step) -> str:
    return f" over “{_rival(step)}”" if len(step.score) > 1 else ""


def _length(step: Step) -> float:
    return float(np.linalg.norm(step.after - step.before))


def _tally(step: Step, learner: Learner) -> str:
    own, wrong = learner.recipe.loss, np.count_nonzero(step.margins <= 0)
    inside = f", {np.count_nonzero(step.margins < 1) - wrong} inside the margin" if own.name == "hinge" else ""
    return f"{wrong} on the wrong side{inside}, mean {own.title.lower()} {number(step.loss)}"


def _where(step: Step, learner: Learner) -> str:
    (margin, loss), own, m = _margin_and_loss(step, learner), learner.recipe.loss, step.margin
    side = "the right side" if m > 0 else "the wrong side" if m < 0 else "the boundary, which counts as a mistake"
    side += ", but inside the margin" if own.name == "hinge" and 0 < m < 1 else ""
    text = f"Example {step.example + 1} of class “{step.label}” is on {side}: margin{_versus(step)} {margin}"
    if own.name in _WALLS:
        pulls, rests, wall, _ = _WALLS[own.name]
        pulled = bool(step.pull.any())
        return f"{text} {pulls if pulled else rests} {wall}, {f'{own.title.lower()} {loss}' if pulled else 'no loss'}."
    return f"{text}{f', P(y|x) = {_probability(step.loss)}' if own.probabilistic else ''}, {own.title.lower()} {loss}."


def _moves(step: Step, learner: Learner) -> str:
    """How far the pull goes, and what it changes."""
    rate, title = _rate(step, learner), learner.recipe.title
    if not step.pulls.any():
        return f"Nothing pulls, and {title} takes no step: τ = 0." if learner.rate is PASSIVE_AGGRESSIVE else ""
    if not learner.optimiser.linear:
        return f"The rate is {rate}." if learner.optimiser.uses_rate else ""
    if len(step.labels) > 1:
        pulling, what = np.count_nonzero(step.pulls.any(axis=1)), "the coefficients a" if learner.dual else "θ"
        return f"With {rate}, {pulling} of the {len(step.labels)} pull at {what}, each with 1/{len(step.labels)} of it."
    i, constant = str(step.example + 1).translate(_SUBSCRIPT), learner["bias"] == "free"
    rows = [0] if len(step.pull) == 1 else [int(step.labels[0]), int(step.rivals[0])]
    by = [_product(step.rate, float(step.pull[r])) for r in rows]
    if len(rows) == 1:
        what = f"a{i} changes by {by[0]}" if learner.dual else f"θ moves by {by[0]} times φ(x{i})"
    else:
        gain, lose = (f"{f'a{i}' if learner.dual else 'θ'} of “{step.classes[r]}”" for r in rows)
        what = f"{gain} moves by {by[0]}, {lose} by {by[1]}{'' if learner.dual else f', times φ(x{i})'}"
        what += ", the others by their share" if np.count_nonzero(step.pull) > 2 else ""
    what += f", and so {'does the bias' if len(rows) == 1 else 'do the biases'}" if learner.dual and constant else ""
    if learner.rate is not PASSIVE_AGGRESSIVE or step.reach <= 0:
        return f"With {rate}, {what}."
    if step.rate < learner["C"]:
        return f"{title} takes the smallest step that makes the margin{_versus(step)} 1, {rate}: {what}."
    after = _margin_after(step, learner)
    return f"{title} is capped at {rate}: {what}, and the margin becomes {number(after if after is not None else 0)}."


def _product(eta: float, pull: float) -> str:
    if abs(pull) == 1.0:
        return number(eta * pull)
    shown = _parts(lambda v: v[0] * v[1], eta * pull, 3, eta, pull)
    return f"ηp = {shown[0]} · {f'({shown[1]})' if pull < 0 else shown[1]} = {number(eta * pull)}"


def _rest(step: Step, learner: Learner) -> str:
    """What else happens to θ: the optimiser, the shrinking, L1."""
    parts, optimiser, pulled = [], learner.optimiser, bool(step.pulls.any())
    if step.shrink != 1.0:
        what = "every coefficient" if learner.dual else "w" if learner["bias"] == "free" else "θ"
        what = f"before that, {what}" if pulled else f"{what} only" if optimiser.name == "sgd" else what
        parts.append(f"{what} shrinks by the factor {_shrink(step, learner)}")
    if optimiser.name != "sgd":
        words = _OPTIMISERS.get(optimiser.name, f"{optimiser.title} makes a step of the gradient")
        words += " (none yet)" if optimiser.name == "momentum" and step.t == 1 else ""
        decays = not optimiser.linear and learner.decay > 0 and step.threshold == 0
        words += ", with λw inside the gradient" if decays else ""
        parts.append(words.format(mu=number(learner["momentum"])))
    if step.threshold > 0:
        zeros = np.count_nonzero(step.after[:, : step.decayed] == 0)
        parts.append(f"L1 takes {number(step.threshold)} off the size of each weight, and {zeros} of them are now 0")
    if optimiser.name != "sgd":
        parts.append(f"in all {'a' if learner.dual else 'θ'} moves by a length of {number(_length(step))}")
    text = "; ".join(parts) if parts or pulled else "θ stays as it is"
    return f"{text[0].upper() if text[1:2].islower() else text[0]}{text[1:]}." if text else ""


def _counted(step: Step, learner: Learner) -> str:
    y, seen, names = int(step.labels[0]), step.after[:, -1], _names(step, learner)
    bins = [f"{names[int(j)]} ({step.after[y, j]:.0f} of {seen[y]:.0f})" for j in np.flatnonzero(step.change[y, :-1])]
    binned = learner.recipe.counting == "categorical"
    what = f"counts {' and '.join(bins)}" if binned else "has new means and variances"
    than = "more than" if step.margin > 0 else "less than" if step.margin < 0 else "as much as"
    return (f"Example {step.example + 1} is one more of class “{step.label}”: {seen[y]:.0f} of {seen.sum():.0f} "
            f"counted. Its class now {what}. Before it, the counts gave it P(y|x) = {_probability(step.loss)}, {than} "
            f"“{_rival(step)}”.")  # fmt: skip


def _names(step: Step, learner: Learner) -> dict[int, str]:
    """What the columns of θ are called; in a kernel space only those of the examples at hand."""
    d, counting = step.before.shape[1], learner.recipe.counting
    if learner.dual:
        own = step.examples.tolist() if step.jump is None else range(d)
        names = {j: f"a{str(j + 1).translate(_SUBSCRIPT)}" for j in own}
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
    before, after, names = step.before, step.after, _names(step, learner)
    delta = after - before
    changes = np.abs(delta) > 1e-9 * np.maximum(np.abs(before), np.abs(after))  # the rest is beyond what can be shown
    changes[:, [j for j in range(changes.shape[1]) if j not in names]] = False
    cells: list[Any] = sorted(np.argwhere(changes).tolist(), key=lambda cell: -abs(delta[tuple(cell)]))
    lines = []
    for r, j in sorted(cells[:_MOST]):
        a, b, total = _added(before[r, j], delta[r, j], after[r, j])
        label = names[j] + (f" of {step.classes[r]}" if len(before) > 1 else "")
        lines.append(Line(label, f"{a} {'−' if b.startswith('−') else '+'} {b.removeprefix('−')} = {total}"))
    if len(cells) > _MOST:
        lines.append(Line("…", f"{len(cells) - _MOST} more change by less"))
    if learner.dual and step.shrink != 1.0 and learner["optimiser"] == "sgd":
        lines.append(Line("all other a", f"× {number(step.shrink if abs(step.shrink) > 1e-12 else 0, 6)}"))
    return lines or [Line(names[step.example] if learner.dual else "θ", "stays as it is")]


def _margin_after(step: Step, learner: Learner) -> float | None:
    """The margin that one example has after plain SGD: s ← (1 − ηλ)(s − b) + b + ηp·‖φ‖²."""
    if len(step.labels) > 1 or learner.recipe.counting or learner["optimiser"] != "sgd" or step.threshold > 0:
        return None
    free = step.before[:, -1] if learner["bias"] == "free" else np.zeros(len(step.score))
    square = float(step.pull @ step.pull)
    moved = step.rate * step.pull * (step.reach / square if square > 0 else 0.0)
    return float(rivals_and_margins((step.shrink * (step.score - free) + free + moved)[None], step.labels)[1][0])
