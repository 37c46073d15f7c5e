r"""Learners that take a batch of examples at a time, by any optimiser:

repeat
    for each batch B of 8 examples
        g ← 0
        for each example i in B
            …
            g ← g − (1/|B|) p x
        w ← (1 − αλ) w − α g
until an epoch moves w and b by less than 0.001
"""

from collections.abc import Callable, Iterator

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.words.listing.judging import branch, indented, judging, names_margin
from linlab.engine.words.listing.line import Line, Listing, Variables
from linlab.engine.words.listing.loops import over_batches, repeated
from linlab.engine.words.listing.notation import Notation
from linlab.engine.words.listing.pulls import Pull, pull_of

from .online import answer, averaging, schedule, softening, start

SMALL = 1e-8


def batched(notation: Notation) -> Listing:
    """The listing of a learner that takes a batch at a time, or one example by an optimiser with
    a memory."""
    learner = notation.learner
    loss = notation.learner.recipe.loss
    pull = pull_of(loss, notation.several)
    every = learner["batch"] == "all"
    named = names_margin(notation, pull)
    inner = judging(notation, pull, named)
    adding = _gradient(notation, pull, "N" if every else "|B|")
    if loss.kink is not None:
        inner.append(branch(notation, loss.kink, named))
        adding = indented(adding, 1)
    each = Line("for each example $i$" + ("" if every else " in $B$"), each=_examples)
    symbols = r"$g \leftarrow 0$, $g_b \leftarrow 0$" if notation.bias else r"$g \leftarrow 0$"
    lines = [
        Line(symbols, do=_zero),
        each,
        *indented([*inner, *adding], 1),
        *schedule(notation),
        *_moves(notation),
    ]
    if learner.optimiser.linear:
        lines += softening(notation)
    loop = over_batches(learner, [*lines, *averaging(notation)])
    return Listing(
        learner.recipe.title, (start(notation),), repeated(notation, loop), answer(notation)
    )


def _zero(v: Variables) -> None:
    v.put(g=np.zeros_like(v.w), g_b=np.zeros_like(v.b))


def _examples(v: Variables) -> Iterator[object]:
    for k in range(len(v.batch)):
        sign = 1.0 if v.labels[k] else -1.0
        v.put(i=v.batch[k], x=v.rows[k], y=v.labels[k], sign=sign, recorded=v.scores[k])
        yield k


def _gradient(notation: Notation, pull: Pull, size: str) -> list[Line]:
    """g ← g − (1/|B|) p x."""
    low = "_c" if notation.several else ""
    p = pull.each or pull.two or (f"{pull.rival} ([c = y] - [c = z])").strip()
    where = "e_i" if notation.dual else notation.x
    end = " for each class $c$" if notation.several else ""

    def weights(v: Variables) -> None:
        by = pull.factor(v)[:, None] / len(v.batch)
        if notation.dual:
            v.g[:, v.i] -= by[:, 0]
        else:
            v.g -= by * v.x

    def bias(v: Variables) -> None:
        v.g_b -= pull.factor(v) / len(v.batch)

    lines = [Line(rf"$g{low} \leftarrow g{low} - {p} {where} / {size}${end}", do=weights)]
    if notation.bias:
        b = r"g_{b,c}" if notation.several else "g_b"
        lines.append(Line(rf"${b} \leftarrow {b} - {p} / {size}${end}", do=bias))
    return lines


def _moves(notation: Notation) -> list[Line]:
    optimiser = notation.learner.optimiser
    return _linear(notation) if optimiser.linear else _adaptive(notation)


def _linear(notation: Notation) -> list[Line]:
    """w ← (1 − αλ) w − α g, and with momentum μ times the last move Δw."""
    rate = notation.rate or r"\alpha"
    momentum = notation.learner["optimiser"] == "momentum"

    def move(shrinks: bool, name: str, g: str) -> Callable[[Variables], None]:
        def do(v: Variables) -> None:
            old = getattr(v, name)
            new = (1.0 - v.rate * v.lam if shrinks else 1.0) * old - v.rate * getattr(v, g)
            if momentum:
                new = new + v.mu * (old - getattr(v, f"last_{name}"))
                setattr(v, f"last_{name}", old)
            setattr(v, name, new)

        return do

    def text(symbol: str, g: str, shrinks: bool) -> str:
        factor = rf"(1 - {rate}\lambda) " if shrinks else ""
        again = rf" + \mu \Delta {symbol}" if momentum else ""
        return rf"${symbol} \leftarrow {factor}{symbol} - {rate} {g}{again}$"

    shrinks = notation.shrinks
    lines = [Line(text(notation.weights, "g", shrinks), do=move(shrinks, "w", "g"), shows=("w",))]
    if notation.bias:
        also = shrinks and notation.shrinking_bias
        lines.append(Line(text("b", "g_b", also), do=move(also, "b", "g_b"), shows=("b",)))
    return lines


def _adaptive(notation: Notation) -> list[Line]:
    """Optimisers that give each weight its own step h: θ = (w, b) ← θ − h g, number by number."""
    lines = []
    if notation.shrinks:
        what = r"$g \leftarrow g + \lambda w$"
        what += r", $g_b \leftarrow g_b + \lambda b$" if notation.shrinking_bias else ""

        def penalise(v: Variables) -> None:
            v.g += v.lam * v.w
            if notation.shrinking_bias:
                v.g_b += v.lam * v.b

        lines.append(Line(what, do=penalise))
    rate = notation.rate or r"\alpha"
    lines += [
        Line(text.replace(r"\alpha", rate), do=do)
        for text, do in _OPTIMISERS[notation.learner["optimiser"]]
    ]
    if notation.softens:
        lines.append(
            Line(
                r"$w \leftarrow \mathrm{sign}(w) \max(|w| - h \lambda, 0)$",
                do=_soften_by_own_steps(notation),
            )
        )
    return lines


def _soften_by_own_steps(notation: Notation) -> Callable[[Variables], None]:
    def do(v: Variables) -> None:
        h = v.h
        k = v.w.shape[1]
        v.put(w=np.sign(v.w) * np.maximum(np.abs(v.w) - h[:, :k] * v.lam, 0.0))
        if notation.shrinking_bias:
            by = h[:, k] * v.lam
            v.put(b=np.sign(v.b) * np.maximum(np.abs(v.b) - by, 0.0))

    return do


def _whole(v: Variables) -> Floats:
    """The gradient of all that is learnt, w and then b."""
    return np.concatenate([v.g, v.g_b[:, None]], axis=1)


def _move(v: Variables, change: Floats) -> None:
    k = v.w.shape[1]
    v.put(w=v.w + change[:, :k], b=v.b + change[:, k])


def _adagrad(v: Variables) -> None:
    v.put(squares=v.squares + _whole(v) ** 2)
    v.put(h=v.rate / (np.sqrt(v.squares) + SMALL))


def _rmsprop(v: Variables) -> None:
    v.put(squares=0.9 * v.squares + 0.1 * _whole(v) ** 2)


def _rmsprop_step(v: Variables) -> None:
    v.put(h=v.rate / (np.sqrt(v.squares) + SMALL))


def _descend(v: Variables) -> None:
    _move(v, -v.h * _whole(v))


def _adadelta(v: Variables) -> None:
    v.put(squares=0.95 * v.squares + 0.05 * _whole(v) ** 2)


def _adadelta_step(v: Variables) -> None:
    v.put(h=np.sqrt(v.moves + 1e-6) / np.sqrt(v.squares + 1e-6))


def _adadelta_moves(v: Variables) -> None:
    v.put(moves=0.95 * v.moves + 0.05 * (v.h * _whole(v)) ** 2)


def _adam_means(v: Variables) -> None:
    g = _whole(v)
    v.put(gradient=0.9 * v.gradient + 0.1 * g, squares=0.999 * v.squares + 0.001 * g**2)


def _adam_corrected(v: Variables) -> None:
    v.put(count=v.count + 1)
    v.put(u=v.gradient / (1.0 - 0.9**v.count), corrected=v.squares / (1.0 - 0.999**v.count))


def _adam_step(v: Variables) -> None:
    v.put(h=v.rate / (np.sqrt(v.corrected) + SMALL))


_DESCEND = (r"$(w, b) \leftarrow (w, b) - h \, (g, g_b)$", _descend)
_OPTIMISERS: dict[str, tuple[tuple[str, Callable[[Variables], None]], ...]] = {
    "adagrad": (
        (r"$G \leftarrow G + g^2$, $h \leftarrow \frac{\alpha}{\sqrt{G} + 10^{-8}}$", _adagrad),
        _DESCEND,
    ),
    "rmsprop": (
        (r"$v \leftarrow 0.9 v + 0.1 g^2$", _rmsprop),
        (r"$h \leftarrow \frac{\alpha}{\sqrt{v} + 10^{-8}}$", _rmsprop_step),
        _DESCEND,
    ),
    "adadelta": (
        (r"$v \leftarrow 0.95 v + 0.05 g^2$", _adadelta),
        (r"$h \leftarrow \frac{\sqrt{u + 10^{-6}}}{\sqrt{v + 10^{-6}}}$", _adadelta_step),
        _DESCEND,
        (r"$u \leftarrow 0.95 u + 0.05 (h g)^2$", _adadelta_moves),
    ),
    "adam": (
        (r"$u \leftarrow 0.9 u + 0.1 g$, $v \leftarrow 0.999 v + 0.001 g^2$", _adam_means),
        (
            r"$\hat u \leftarrow u/(1 - 0.9^t)$, $\hat v \leftarrow v/(1 - 0.999^t)$",
            _adam_corrected,
        ),
        (r"$h \leftarrow \frac{\alpha}{\sqrt{\hat v} + 10^{-8}}$", _adam_step),
        (r"$(w, b) \leftarrow (w, b) - h \hat u$", lambda v: _move(v, -v.h * v.u)),
    ),
}
