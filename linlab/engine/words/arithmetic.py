"""A step line by line: its formulas with its numbers.

    w before + Δ = w after,   αₜ = α/√t = 0.1/√4 = 0.05

Every line reads a Step and the Learner that made it, and is true of the numbers as they are
printed.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from linlab.engine.ground.numerals import (
    DUST,
    SUBSCRIPT,
    added,
    added_alike,
    alike,
    fewest_digits,
    grouped,
    number,
    worked_out,
)
from linlab.engine.learner.counting.counting import Counting
from linlab.engine.learner.features import FeatureSpace
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.losses import rivals_and_margins
from linlab.engine.learner.spaces import space
from linlab.engine.train.models import Linear
from linlab.engine.train.state import State, Step

from .counts import judged_lines, moment_lines, rival, undecided
from .listing.plain_text import plain_text
from .signs import notation_of, rate_sign, x_of
from .sums import score_lines
from .team import one_by_one
from .texts.step_words import names_of_weights
from .texts.word_counts import counted_lines

_MOST_WEIGHTS = 6  # weights in the arithmetic


@dataclass(frozen=True)
class Line:
    """A line of the card: what it is, and its arithmetic."""

    label: str
    value: str


def arithmetic(step: Step, learner: Learner, counting: Counting | None = None) -> tuple[Line, ...]:
    """The step line by line, with its own numbers; w before + Δ = w after adds up as printed.

    Gaussian naive Bayes keeps sums in its own units; its counting converts them to means and
    variances.
    """
    if step.team:
        return tuple(Line(*each) for each in one_by_one(step))
    many = len(step.labels)
    kink = learner.recipe.loss.kink
    lines = list[Line]()
    (margin, loss), pulling = (
        margin_and_loss(step, learner),
        int(np.count_nonzero(step.pulls.any(axis=1))),
    )
    if learner.recipe.counting:
        judged = [Line(*each) for each in judged_lines(step, margin, loss)]
        if step.row is not None:
            return (*judged, *(Line(*each) for each in counted_lines(step, learner)))
        moments = moment_lines(step, counting) if counting is not None else ()
        return (*judged, *_weights(step, learner), *(Line(*each) for each in moments))
    if learner["average"] != "last":
        lines.append(Line("numbers of", "the last weights, which this step moves"))
    if many > 1:
        lines += [Line("examples", str(many)), Line("mean margin", margin)]
    else:
        several = len(step.score) > 1
        if step.x is None:
            scores = zip(step.classes if several else ("s",), step.score, strict=False)
            lines.append(
                Line(
                    "scores" if several else "score",
                    " · ".join(f"{c} = {number(s)}" for c, s in scores),
                )
            )
        else:
            lines += [Line(*each) for each in score_lines(step, learner, margin)[0]]
            lines += [Line("base model", step.base_answer)] if step.base_answer else []
        if several:
            sign = f"s of {step.label} − s of {rival(step)}"
        elif step.labels[0]:
            sign = "s"
        else:
            sign = "−s"
        side = f" {kink.pulls if pulling else kink.rests} {kink.at}" if kink else ""
        lines.append(Line("margin m", f"{sign} = {margin}{side}"))
    if kink and many > 1:
        lines.append(Line(f"m {kink.pulls} {kink.at}", f"holds for {pulling} of {many}"))
    elif many == 1 and learner.recipe.loss.probabilistic and 1e-6 < step.loss < 100:
        (p,), loss = worked_out(lambda v: -math.log(v[0]), step.loss, 3, math.exp(-step.loss))
        loss = f"−log P(y|x) = −log {p} = {loss}"
    lines.append(Line("loss ℓ" if many == 1 else "mean loss ℓ", loss))
    if step.jump is not None:
        lines.append(Line("gradient ‖∇J‖", number(math.sqrt(step.reach))))
    else:
        lines += [*_reach(step, learner), *_rate(step, learner), *_pull(step, learner)]
        lines += _own_thresholds(step, learner)
    lines += _weights(step, learner)
    after, other = margin_after(step, learner), next_rival(step, learner)
    if after is not None:
        lines.append(Line("m after", number(after) + (f", now over {other}" if other else "")))
    return tuple(lines)


def _reach(step: Step, learner: Learner) -> list[Line]:
    """The length of a mean gradient; its square for one example, if the rate depends on it."""
    if len(step.labels) > 1:
        if step.reach >= 0:
            return [Line("gradient ‖g‖", number(math.sqrt(step.reach)))]
        return [Line("gradient ‖g‖²", f"{number(step.reach)}: the kernel has negative eigenvalues")]
    if not learner.rate.capped or not step.pulls.any():
        return []
    square = _square(step, learner)
    if len(step.score) == 1:
        form = square
    elif "+" in square:
        form = f"2·({square})"
    else:
        form = f"2·{square}"
    return [Line("reach ρ", f"{form} = {number(step.reach)}")]


def _square(step: Step, learner: Learner) -> str:
    """‖x‖² as the reach has it, with the constant 1 of the bias."""
    notation = notation_of(learner, len(step.classes), step)
    return plain_text(f"${notation.square}$").replace("'", "′")


def _rate(step: Step, learner: Learner) -> list[Line]:
    """The learning rate of this step, unless it is the perceptron's 1, and what it does to λ."""
    sign = rate_sign(learner)
    own = learner.optimiser.uses_rate and notation_of(learner, len(step.classes)).rate
    shown = [rate_in_numbers(step, learner)] if own else []
    shown += [shrink_in_numbers(step, learner)] if step.shrink != 1.0 else []
    if step.threshold > 0:
        shown.append(f"{sign}λ = {_times(step.rate, learner.decay, step.threshold)}")
    return [Line(*each.split(" = ", 1)) for each in shown]


def _pull(step: Step, learner: Learner) -> list[Line]:
    """The learning rate times the pull of one example of two classes, unless that is 1 or −1."""
    if len(step.labels) > 1 or len(step.pull) > 1 or not learner.optimiser.linear:
        return []
    p = float(step.pull[0])
    if abs(p) in (0.0, 1.0):
        return []
    (rate, shown), equals = worked_out(lambda v: v[0] * v[1], step.rate * p, 3, step.rate, p)
    product = f"{rate} · {f'({shown})' if p < 0 else shown} = {equals}"
    return [Line(f"{rate_sign(learner)}p", product)]


def read_out(step: Step, model: Linear, state: State) -> tuple[Line, ...]:
    """The mean of the weights, or the best on dev, after a step: those of the boundary, if they are
    not the last ones."""
    average = model.problem.learner["average"]
    w = "a" if model.problem.dual else "w"
    if average == "best" and state.best is None:
        return (Line("best on dev", "the last weights, until an epoch has ended"),)
    own = model.problem.learner.read_out
    if average != "best" and not own.keeps:
        return ()
    bar, lines = ("\u0304", []) if own.is_mean else ("", [])
    if average == "best" and state.best is not None:
        error = number(100 * state.best[0])
        lines.append(Line("best on dev", f"of step {state.best[1]}: {error} % wrong on dev"))
    margin = _margin_of(step, model, f"{w}{bar}" if own.is_mean else own.short)
    names = column_names(step, model.problem.learner)
    if len(names) > _MOST_WEIGHTS:
        norm = number(model.problem.length(model.theta))
        return (*lines, Line(f"‖w{bar}‖", norm), *margin)
    several = len(model.theta) > 1
    rows = (
        [int(step.labels[0]), int(step.rivals[0])]
        if len(model.theta) > 3
        else range(len(model.theta))
    )
    for row, shown in zip(
        rows, alike([[float(model.theta[r, j]) for j in names] for r in rows]), strict=True
    ):
        if several:
            label = f"{w}{bar} of {step.classes[row]}"
        else:
            label = {True: f"mean {w}{bar}", False: f"random {w}"}[own.is_mean] if own.keeps else ""
        named = zip(names.values(), shown, strict=True)
        lines.append(
            Line(label, ", ".join(f"{name[0]}{bar}{name[1:]} = {value}" for name, value in named))
        )
    return (*lines, *margin)


def _margin_of(step: Step, model: Linear, which: str) -> tuple[Line, ...]:
    """The margin of a single example under the weights that answer."""
    if len(step.labels) > 1 or step.x is None:
        return ()
    margin = float(rivals_and_margins(model.scores(step.x), step.labels)[1][0])
    return (Line(f"m of {which}", f"{number(margin)}, after this step"),)


def margin_and_loss(step: Step, learner: Learner) -> tuple[str, str]:
    """As printed, with one digit more if the score, worked out by hand, would round to another
    margin."""
    summed = len(step.labels) == 1 and step.x is not None and not learner.recipe.counting
    each = [_margin_and_loss(step, learner, more) for more in range(3 if summed else 1)]
    return next(
        (shown for shown in each if summed and score_lines(step, learner, shown[0])[1]), each[0]
    )


def _margin_and_loss(step: Step, learner: Learner, more: int) -> tuple[str, str]:
    m = step.margin
    loss = math.inf if undecided(step) else step.loss
    if not math.isfinite(m):
        return number(m), number(loss)
    if (
        len(step.labels) == 1
        and learner.recipe.loss.wants_margin
        and not learner.recipe.loss.smooth
        and 1e-3 < min(abs(m), loss) < 1e3
    ):
        return added(m, loss, 1.0, more)[:2]
    return number(m, more + fewest_digits(lambda r: (r(m) < 1) == (m < 1), 17)), number(loss)


def rate_in_numbers(step: Step, learner: Learner) -> str:
    """The formula of the learning rate with its numbers."""
    rate = learner.rate
    sign = rate_sign(learner)
    eta = step.rate
    loss = step.loss
    reach = step.reach
    cap = float(learner["C"])
    if rate.capped:
        if loss <= 0 or reach <= 0:
            x = x_of(notation_of(learner, len(step.classes), step))
            return f"{sign} = {number(eta)}, as " + (
                "there is no loss" if loss <= 0 else f"{x} is 0 and no update helps"
            )
        need = loss / reach
        n = fewest_digits(lambda r: (r(need) < r(cap)) == (need < cap), 17)
        parts, equals = worked_out(lambda v: v[0] / v[1], need, n, loss, reach)
        ratio = f"ℓ/ρ = {parts[0]}/{parts[1]} = {equals}"
        most = f"C = {number(cap, n)}"
        if eta < cap:
            return f"{sign} = {ratio}, below {most}"
        return f"{sign} = {most}, as {ratio} is not below it"
    shown, equals = worked_out(
        lambda v: rate.function(step.t, v[5], v[6], v[:5]), eta, 3, *step.rate_numbers, loss, reach
    )
    if rate.in_numbers == sign:
        return f"{sign} = {equals}"
    named = dict(zip(("alpha", "t0", "lam", "C", "R2", "loss", "reach"), shown, strict=True))
    form = rate.in_numbers.format(**named, t=grouped(step.t)) if rate.in_numbers else ""
    square = _square(step, learner)
    form = form.replace("‖φ(x)‖²", f"({square})" if "+" in square else square)
    return f"{sign}{f' = {form}' if form else ''} = {equals}"


def _times(a: float, b: float, product: float) -> str:
    factors, equals = worked_out(lambda v: v[0] * v[1], product, 3, a, b)
    return f"{' · '.join(factors)} = {equals}"


def _own_thresholds(step: Step, learner: Learner) -> list[Line]:
    """hλ of each weight under L1; with more than two classes, for an example's class and its
    rival."""
    if step.own_steps is None:
        return []
    several = len(step.before) > 1
    names = column_names(step, learner)
    rows = [int(step.labels[0]), int(step.rivals[0])] if several else [0]
    if step.decayed * len(rows) > _MOST_WEIGHTS:
        least, most = (
            float(end(step.own_steps[:, : step.decayed])) * learner.decay
            for end in (np.min, np.max)
        )
        return [Line("hλ", f"from {number(least)} to {number(most)}")]
    lines = []
    for r in rows:
        h = [float(v) for v in step.own_steps[r, : step.decayed]]
        each = ", ".join(
            f"{names[j]}: {_times(v, learner.decay, v * learner.decay)}" for j, v in enumerate(h)
        )
        lines.append(Line(f"hλ of {step.classes[r]}" if several else "hλ", each))
    return lines


def shrink_in_numbers(step: Step, learner: Learner) -> str:
    sign = rate_sign(learner)
    left = step.shrink if abs(step.shrink) > 1e-12 else 0.0
    n = fewest_digits(lambda r: r(left) != 1.0, 17)
    if learner.rate.name == "pegasos":  # αₜλ is 1/t, whatever λ
        return f"1 − {sign}λ = 1 − 1/t = 1 − 1/{grouped(step.t)} = {number(left, n)}"
    shown, equals = worked_out(lambda v: 1 - v[0] * v[1], left, n, step.rate, learner.decay)
    return f"1 − {sign}λ = 1 − {shown[0]} · {shown[1]} = {equals}"


def column_names(step: Step, learner: Learner) -> dict[int, str]:
    """The names of the columns of θ that can be shown; in a kernel space, those of the current
    examples."""
    d = step.before.shape[1]
    counting = learner.recipe.counting
    if learner.dual:
        own = step.examples.tolist() if step.jump is None else range(d)
        names = {j: f"a{str(j + 1).translate(SUBSCRIPT)}" for j in own}
        return {**names, d - 1: "b"} if learner["bias"] == "free" else names
    if counting is not None:  # the others are shown as means or variances
        return {**dict(enumerate(counting.columns(learner.settings))), d - 1: "examples"}
    where = space(learner["space"])
    assert isinstance(where, FeatureSpace)
    plain = () if step.names else step.features or where.make(learner.settings, 0, None).names
    some = ["w₁", "w₂"] if where.name == "linear" else [f"w[{name}]" for name in plain]
    some = list(names_of_weights(step.names)) or some
    some += [f"w[{name}]" for name in step.further]
    return dict(enumerate([*some, "b"][:d]))


def _weights(step: Step, learner: Learner) -> list[Line]:
    """Before + Δ = after for the weights that change most; in a kernel space, for the current
    examples."""
    before = step.before
    after = step.after
    names = column_names(step, learner)
    delta = after - before
    changes = np.abs(delta) > 1e-9 * np.maximum(
        np.abs(before), np.abs(after)
    )  # the others are too many to show
    changes &= np.isin(np.arange(changes.shape[1]), list(names))
    cells = np.argwhere(changes)[np.argsort(-np.abs(delta[changes]), kind="stable")]
    shown: list[Any] = sorted(cells[:_MOST_WEIGHTS].tolist())
    lines = []
    sums = [(float(before[r, j]), float(delta[r, j]), float(after[r, j])) for r, j in shown]
    for (r, j), (a, b, equals, total) in zip(shown, added_alike(sums), strict=True):
        of = "for" if step.names else "of"
        label = names[j] + (f" {of} {step.classes[r]}" if len(before) > 1 else "")
        if b.strip("0.") or b == "0":
            lines.append(
                Line(
                    label,
                    f"{a} {'−' if b.startswith('−') else '+'} {b.removeprefix('−')} {equals} {total}",
                )
            )
    if len(lines) < len(cells):
        more = len(cells) - len(lines)
        lines.append(Line("…", f"{more} smaller change{'' if more == 1 else 's'}"))
    if learner.dual and step.shrink != 1.0 and learner["optimiser"] == "sgd":
        lines.append(
            Line("all other a", f"× {number(step.shrink if abs(step.shrink) > 1e-12 else 0, 6)}")
        )
    if lines:
        return lines
    if learner.dual:
        return [Line(names[step.example], "stays as it is")]
    both = notation_of(learner, len(step.classes)).bias
    return [Line("w, b", "stay as they are") if both else Line("w", "stays as it is")]


def margin_after(step: Step, learner: Learner) -> float | None:
    """The margin that one example has after plain SGD."""
    scores = _scores_after(step, learner)
    return None if scores is None else float(rivals_and_margins(scores, step.labels)[1][0])


def next_rival(step: Step, learner: Learner) -> str:
    """The rival after the step, if it is not the one before it: with more than two classes,
    another wrong class may now score best."""
    scores = _scores_after(step, learner)
    if scores is None:
        return ""
    before = int(step.rivals[0])
    after = int(rivals_and_margins(scores, step.labels)[0][0])
    dust = DUST * float(np.abs(scores).max())
    overtaken = scores[0].size > 1 and scores[0, after] > scores[0, before] + dust
    return step.classes[after] if overtaken else ""


def _scores_after(step: Step, learner: Learner) -> Any:
    """s ← (1 − αλ)(s − b) + b + αp·‖φ‖² of one example; None if it is not that simple. (1, rows)"""
    if (
        len(step.labels) > 1
        or learner.recipe.counting
        or learner["optimiser"] != "sgd"
        or step.threshold > 0
    ):
        return None
    free = step.before[:, -1] if learner["bias"] == "free" else np.zeros(len(step.score))
    square = float(step.pull @ step.pull)
    moved = step.rate * step.pull * (step.reach / square if square > 0 else 0.0)
    return (step.shrink * (step.score - free) + free + moved)[None]
