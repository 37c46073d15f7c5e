r"""The one update behind all online learners, as the lecture's PARAMETERUPDATE has it: θ = (w, b)
holds all that is learnt; the loss and the rate make the difference."""

import numpy as np

from linlab.engine.words.listing.judging import score
from linlab.engine.words.listing.line import Line, Listing, Variables
from linlab.engine.words.listing.loops import over_examples, repeated
from linlab.engine.words.listing.notation import Notation

from .online import answer, softening


def unified(notation: Notation) -> Listing:
    """The same step as `online`, with the loss and the rate as functions."""
    learner = notation.learner
    loss = learner.recipe.loss
    rate = learner.rate
    x = notation.x if not notation.dual else r"k(\cdot, x)"
    write = "e_i" if notation.dual else notation.x
    shrink = r"(1 - \eta \lambda) " if notation.shrinks else ""

    def pull(v: Variables) -> None:
        value, p = loss.value_and_pull(np.atleast_2d(v.s), np.array([v.y]))
        v.put(loss=float(value[0]), p=p[0])

    def reach(v: Variables) -> None:
        v.put(rho=float(v.p @ v.p) * v.square)

    def rate_of(v: Variables) -> None:
        numbers = (v.alpha, v.t0, v.lam, v.C, v.R2)
        v.put(rate=rate.function(v.t, v.loss, v.rho, numbers))

    def step(v: Variables) -> None:
        factor = 1.0 - v.rate * v.lam if notation.shrinks else 1.0
        v.put(w=factor * v.w, b=(factor if notation.shrinking_bias else 1.0) * v.b)
        if notation.dual:
            v.w[:, v.i] += v.rate * v.p
        else:
            v.w += np.outer(v.rate * v.p, v.x)
        if notation.bias:
            v.b += v.rate * v.p

    lines = [
        Line(rf"$s \leftarrow \theta \cdot {x}$", do=score, shows=("s",)),
        Line(r"$\ell \leftarrow \mathrm{loss}(s, y)$, $p \leftarrow -\partial \ell / \partial s$",
             do=pull, shows=("loss", "p")),
        Line(rf"$\rho \leftarrow \|p\|^2 ({notation.square})$", do=reach, shows=("rho",)),
        Line(r"$\eta \leftarrow \mathrm{rate}(t, \ell, \rho)$", do=rate_of, shows=("rate",)),
        Line(rf"$\theta \leftarrow {shrink}\theta + \eta p \, {write}$", do=step, shows=("w", "b")),
        *(Line(line.latex, do=line.do) for line in softening(notation)),
    ]  # fmt: skip
    both = f"({notation.weights}, b)" if notation.bias else notation.weights
    first = (Line(rf"$\theta = {both}$, as it starts"),)
    if learner["start"] == "zeros":
        first = (Line(rf"$\theta = {both} \leftarrow 0$"),)
    loop = repeated(notation, over_examples(learner, lines))
    return Listing("ParameterUpdate", first, loop, answer(notation))
