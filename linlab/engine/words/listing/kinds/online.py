r"""Learners that take one example at a time:

repeat
    for each example i
        s ← w·x + b
        w ← (1 − αλ) w
        if y s < 1 then
            w ← w + α y x
            b ← b + α y
until an epoch moves w and b by less than 0.001
"""

import math
from collections.abc import Callable

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.numerals import number
from linlab.engine.learner.losses import rivals_and_margins
from linlab.engine.learner.rates import Rate
from linlab.engine.words.listing.judging import branch, indented, judging, names_margin
from linlab.engine.words.listing.line import Line, Listing, Variables
from linlab.engine.words.listing.loops import over_examples, repeated
from linlab.engine.words.listing.notation import Notation
from linlab.engine.words.listing.pulls import Pull, pull_of

RATES: dict[str, Callable[[Variables], float]] = {  # the formula of each schedule
    "constant": lambda v: v.alpha,
    "inverse-time": lambda v: v.alpha / (1.0 + v.t / v.t0),
    "inverse-root": lambda v: v.alpha / math.sqrt(v.t),
    "pegasos": lambda v: 1.0 / (v.lam * v.t),
    "normalised": lambda v: v.alpha / v.R2 if v.R2 > 0 else v.alpha,
}


def online(notation: Notation) -> Listing:
    """The listing of a learner that takes one example at a time."""
    learner = notation.learner
    loss = notation.learner.recipe.loss
    pull = pull_of(loss, notation.several)
    named = names_margin(notation, pull)
    lines = judging(notation, pull, named)
    moves = [*own_rate(notation), *steps(notation, pull)]
    if learner["average"] == "voted":
        moves = [Line("keep $w$, $b$ with their $v$ votes; $v \\leftarrow 0$", do=_keep), *moves]
    lines += schedule(notation)
    lines += shrinking(notation)
    if loss.kink is not None:
        lines.append(branch(notation, loss.kink, named))
        lines += indented(moves, 1)
    else:
        lines += moves
    lines += [*softening(notation), *averaging(notation)]
    steps_of_all = repeated(notation, over_examples(learner, lines))
    return Listing(learner.recipe.title, (start(notation),), steps_of_all, answer(notation))


def start(notation: Notation) -> Line:
    """Where the weights begin."""
    symbols = [notation.weights, "b"] if notation.bias else [notation.weights]
    how = notation.learner["start"]
    if how == "zeros":
        text = ", ".join(rf"${symbol} \leftarrow 0$" for symbol in symbols)
    else:
        text = f"start with {' and '.join(f'${symbol}$' for symbol in symbols)} "
        text += "at random" if how == "random" else "as you set them"
    each = " for each class" if notation.several else ""
    return Line(text + each + _settings(notation))


def _settings(notation: Notation) -> str:
    """The values of the settings that the lines below name."""
    learner = notation.learner
    named = {
        r"\alpha": learner["alpha"] if notation.rate == r"\alpha" else None,
        "C": learner["C"] if notation.rate == r"\tau" else None,
        r"\lambda": learner.decay if notation.shrinks or notation.softens else None,
    }
    values = [f"${sign} = {_in_tex(x)}$" for sign, x in named.items() if x is not None]
    return f"; {', '.join(values)}" if values else ""


def _in_tex(x: float) -> str:
    text = number(x, 4)
    if "×" not in text:
        return text
    digits, _, power = f"{x:.3e}".partition("e")
    return rf"{float(digits):g} \cdot 10^{{{int(power)}}}"


def schedule(notation: Notation) -> list[Line]:
    """The learning rate of this step, where it is not the one that is set."""
    rate = notation.learner.rate
    if rate.name == "constant" or notation.learner.recipe.has_own_c:
        return []
    formula = notation.rate_formula
    return [Line(rf"$\alpha_t \leftarrow {formula}$", do=_rate_of(rate), shows=("rate",))]


def _rate_of(rate: Rate) -> Callable[[Variables], None]:
    by = RATES.get(rate.name)

    def do(v: Variables) -> None:
        numbers = (v.alpha, v.t0, v.lam, v.C, v.R2)
        v.put(rate=by(v) if by is not None else rate.function(v.t, 0.0, 0.0, numbers))

    return do


def own_rate(notation: Notation) -> list[Line]:
    """τ of the passive-aggressive learners: the loss over the reach, capped or softened by C."""
    learner = notation.learner
    twice = "2" if notation.several else ""
    if not learner.recipe.has_own_c:
        return []
    square = f"{twice}({notation.square})" if twice and "+" in notation.square else notation.square
    square = f"{twice} {square}" if twice and "+" not in notation.square else square

    def reach(v: Variables) -> None:
        v.put(rho=(2.0 if len(v.b) > 1 else 1.0) * v.square)

    def capped(v: Variables) -> None:
        loss = 1.0 - v.m
        v.put(rate=min(v.C, loss / v.rho) if v.rho > 0 else v.C)

    def softened(v: Variables) -> None:
        v.put(rate=(1.0 - v.m) / (v.rho + 1.0 / (2.0 * v.C)))

    line = Line(rf"$\rho \leftarrow {square}$", do=reach, shows=("rho",))
    if learner.rate.capped:
        return [
            line,
            Line(r"$\tau \leftarrow \min(C, \frac{1 - m}{\rho})$", do=capped, shows=("rate",)),
        ]
    return [
        line,
        Line(r"$\tau \leftarrow \frac{1 - m}{\rho + 1/(2C)}$", do=softened, shows=("rate",)),
    ]


def shrinking(notation: Notation) -> list[Line]:
    """The penalty ½λ‖w‖²: w becomes shorter."""
    if not notation.shrinks:
        return []
    rate = notation.rate or r"\alpha"
    symbols = [notation.weights, "b"] if notation.shrinking_bias else [notation.weights]

    def do(v: Variables) -> None:
        v.w *= 1.0 - v.rate * v.lam
        if notation.shrinking_bias:
            v.b *= 1.0 - v.rate * v.lam

    text = ", ".join(rf"${s} \leftarrow (1 - {rate}\lambda) {s}$" for s in symbols)
    shows = () if notation.dual else ("w",)
    return [Line(text + (" for each class" if notation.several else ""), do=do, shows=shows)]


def steps(notation: Notation, pull: Pull) -> list[Line]:
    """What is added to the weights, and to the bias."""
    rate = f"{notation.rate} " if notation.rate else ""
    x = "" if notation.dual else f" {notation.x}"

    def add(rows: Callable[[Variables], list[int]], bias: bool) -> Callable[[Variables], None]:
        def do(v: Variables) -> None:
            p = v.rate * pull.factor(v)
            v.put(moved_from=_moving(v, bias)[rows(v)].copy())
            for row in rows(v):
                if bias:
                    v.b[row] += p[row]
                elif notation.dual:
                    v.w[row, v.i] += p[row]
                else:
                    v.w[row] += p[row] * v.x
            v.put(moved=_moving(v, bias)[rows(v)])

        return do

    def _moving(v: Variables, bias: bool) -> Floats:
        """The numbers that a line changes: of each class one, or a row."""
        if bias:
            return np.asarray(v.b)
        return np.asarray(v.w[:, v.i] if notation.dual else v.w)

    def pair(c: str, sign: str, factor: str, rows: Callable[[Variables], list[int]]) -> list[Line]:
        weights, bias = notation.of_class(c)
        by = " ".join(f"{rate}{factor}{x}".split()) or "1"
        at = " ".join(f"{rate}{factor}".split()) or "1"
        end = " for each class $c$" if c == "c" else ""
        lines = [
            Line(
                rf"${weights} \leftarrow {weights} {sign} {by}${end}",
                do=add(rows, False),
                shows=("moved", "moved_from"),
            )
        ]
        if notation.bias:
            lines.append(
                Line(
                    rf"${bias} \leftarrow {bias} {sign} {at}${end}",
                    do=add(rows, True),
                    shows=("moved", "moved_from"),
                )
            )
        return lines

    if not notation.several:
        return pair("", "+", pull.two, lambda v: [0])
    if pull.each:
        return pair("c", "+", pull.each, lambda v: list(range(len(v.b))))
    return [
        *pair("y", "+", pull.rival, lambda v: [v.y]),
        *pair("z", "-", pull.rival, lambda v: [v.z]),
    ]


def softening(notation: Notation) -> list[Line]:
    """The penalty λ‖w‖₁: every weight moves towards 0, and stops there."""
    if not notation.softens:
        return []
    rate = notation.rate or r"\alpha"

    def shrunk(values: Floats, by: float) -> Floats:
        return np.asarray(np.sign(values) * np.maximum(np.abs(values) - by, 0.0))

    def do(v: Variables) -> None:
        v.put(w=shrunk(v.w, v.rate * v.lam))
        if notation.shrinking_bias:
            v.put(b=shrunk(v.b, v.rate * v.lam))

    both = r", also $b$" if notation.shrinking_bias else ""
    return [
        Line(
            rf"$w \leftarrow \mathrm{{sign}}(w) \max(|w| - {rate}\lambda, 0)${both}",
            do=do,
            shows=("w",),
        )
    ]


def averaging(notation: Notation) -> list[Line]:
    """What is kept for the answer beside the last weights."""
    average = notation.learner["average"]
    symbol = notation.weights
    if average == "mean":
        lines = [
            Line(rf"$\bar {symbol} \leftarrow \bar {symbol} + \frac{{{symbol} - \bar {symbol}}}{{t}}$",
                 do=lambda v: v.put(mean_w=v.mean_w + (v.w - v.mean_w) / v.t), shows=("mean_w",))
        ]  # fmt: skip
        if notation.bias:
            lines.append(
                Line(r"$\bar b \leftarrow \bar b + \frac{b - \bar b}{t}$",
                     do=lambda v: v.put(mean_b=v.mean_b + (v.b - v.mean_b) / v.t), shows=("mean_b",))
            )  # fmt: skip
        return lines
    if average == "mistakes":
        return _averaging_at_mistakes(notation)
    if average == "random":
        return _drawing(notation)
    if average == "voted":
        return [
            Line(r"$v \leftarrow v + 1$", do=lambda v: v.put(votes=v.votes + 1), shows=("votes",))
        ]
    if average == "best":
        return [Line("after an epoch: keep $w$, $b$ if no earlier ones have fewer errors on dev")]
    return []


def _averaging_at_mistakes(notation: Notation) -> list[Line]:
    """The mean over the steps that were mistakes."""
    symbol = notation.weights
    lines = [
        Line("if it was a mistake, the $M$-th, then", when=_was_a_mistake, do=_meet_one_more),
        Line(rf"$\bar {symbol} \leftarrow \bar {symbol} + \frac{{{symbol} - \bar {symbol}}}{{M}}$", 1,
             do=lambda v: v.put(mean_w=v.mean_w + (v.w - v.mean_w) / v.met), shows=("mean_w",)),
    ]  # fmt: skip
    if notation.bias:
        lines.append(
            Line(r"$\bar b \leftarrow \bar b + \frac{b - \bar b}{M}$", 1,
                 do=lambda v: v.put(mean_b=v.mean_b + (v.b - v.mean_b) / v.met), shows=("mean_b",))
        )  # fmt: skip
    return lines


def _was_a_mistake(v: Variables) -> bool:
    return bool((rivals_and_margins(v.scores, np.array(v.labels))[1] <= 0).any())


def _meet_one_more(v: Variables) -> None:
    v.put(met=v.met + _was_a_mistake(v))


def _drawing(notation: Notation) -> list[Line]:
    """The k-th of the weights before each step is kept with probability 1/k."""
    both = rf"{notation.weights}$, $b" if notation.bias else notation.weights
    return [Line(rf"with probability $1/t$: keep ${both}$ as they were before this step")]


def _keep(v: Variables) -> None:
    if v.votes:
        v.kept.append((v.w.copy(), v.b.copy(), v.votes))
    v.put(votes=0)


def answer(notation: Notation) -> tuple[Line, ...]:
    """What is answered at a point x."""
    average = notation.learner["average"]
    symbol = notation.weights
    if average == "voted":
        what = r"\mathrm{argmax}_c \sum_k v_k [\hat y_k = c]" if notation.several else None
        what = what or r"\mathrm{sign} \sum_k v_k \hat y_k"
        return (Line(rf"answer $\hat y = {what}$ over all $(w, b)$ that were kept"),)
    kept = f", with the ${symbol}$ that was kept"
    bar = rf", with $\bar {symbol}$"
    which = {"mean": bar, "mistakes": bar, "random": kept, "best": kept}
    end = which.get(average, "")
    if notation.learner.read_out.is_mean and notation.bias:
        end += r" and $\bar b$"
    what = r"\mathrm{argmax}_c \, s_c" if notation.several else r"\mathrm{sign}(s)"
    return (Line(rf"answer $\hat y = {what}${end}"),)
