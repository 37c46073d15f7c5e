r"""How an example pulls at the weights: w ← w + α p x, by the loss.

A pull has the lines that compute it from the score or the margin, the factor as it is written
for two classes, for the true class y and its rival z, or for every class c, and as a function.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.learner.losses import Loss

from .line import Line, Variables


@dataclass(frozen=True)
class Pull:
    """`factor` returns p, one number for each row of weights."""

    factor: Callable[[Variables], Floats]
    lines: tuple[Line, ...] = ()
    two: str = ""  # p of two classes, as LaTeX; it multiplies x
    rival: str = ""  # its size, where it pulls class y up and its best rival z down
    each: str = ""  # p_c, where it pulls at every class


def towards(v: Variables) -> Floats:
    """y for two classes; for more +1 for the true class and −1 for its rival."""
    if len(v.b) == 1:
        return np.array([v.sign])
    out = np.zeros(len(v.b))
    out[v.y] = 1.0
    out[v.z] = -1.0
    return out


def _true_class(v: Variables) -> Floats:
    return np.asarray(np.arange(len(v.b)) == v.y, float)


def _sigmoid(v: Variables) -> None:
    v.put(P=1.0 / (1.0 + math.exp(-v.m)) if v.m > -700 else 0.0)


def _softmax(v: Variables) -> None:
    e = np.exp(v.s - v.s.max())
    v.put(P=e / e.sum())


_PROBABILITY = Line(r"$P \leftarrow \frac{1}{1 + e^{-m}}$", do=_sigmoid, shows=("P",))
_PROBABILITIES = Line(
    r"$P_c \leftarrow e^{s_c} / \sum_k e^{s_k}$ for each class $c$", do=_softmax, shows=("P",)
)
_TWO: dict[str, Pull] = {
    "perceptron": Pull(towards, two="y"),
    "hinge": Pull(towards, two="y"),
    "squared-hinge": Pull(lambda v: (1.0 - v.m) * towards(v), two="(1 - m) y"),
    "squared": Pull(lambda v: np.array([v.sign - v.s[0]]), two="(y - s)"),
    "log": Pull(lambda v: np.array([v.sign * (1.0 - v.P)]), (_PROBABILITY,), two="(1 - P) y"),
}
_SEVERAL: dict[str, Pull] = {
    "perceptron": Pull(towards, rival=" "),
    "hinge": Pull(towards, rival=" "),
    "squared-hinge": Pull(lambda v: (1.0 - v.m) * towards(v), rival="(1 - m)"),
    "squared": Pull(lambda v: _true_class(v) - v.s, each="([c = y] - s_c)"),
    "log": Pull(lambda v: _true_class(v) - v.P, (_PROBABILITIES,), each="([c = y] - P_c)"),
}


def pull_of(loss: Loss, several: bool) -> Pull:
    """How this loss pulls; one that has no line here is written as its slope."""
    known = (_SEVERAL if several else _TWO).get(loss.name)
    if known is not None:
        return known
    if several and loss.of_scores is not None:
        return _by_scores(loss)

    def slope(v: Variables) -> None:
        v.put(p=loss.of_margin(v.m)[1])

    line = Line(r"$p \leftarrow -\ell'(m)$", do=slope, shows=("p",))
    return Pull(lambda v: v.p * towards(v), (line,), two="p y", rival="p")


def _by_scores(loss: Loss) -> Pull:
    def slopes(v: Variables) -> None:
        v.put(p=loss.value_and_pull(v.s[None], np.array([v.y]))[1][0])

    line = Line(
        r"$p_c \leftarrow -\partial \ell / \partial s_c$ for each class $c$",
        do=slopes,
        shows=("p",),
    )
    return Pull(lambda v: np.asarray(v.p), (line,), each="p_c")
