"""A linear model as a network of one layer, with the numbers of one point.

    s_c = Σ_j w_cj φ_j(x) + b_c,   answer = sign(s) or argmax s_c,   P(c|x) = σ(s) or softmax

Its inputs are the coordinates, the features φ_j(x), or the values k(xᵢ, x) of a kernel. Of many
inputs those stand alone that add the most here; the rest are added up.
"""

from dataclasses import dataclass

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.train.models import Linear

MOST_INPUTS = 6


@dataclass(frozen=True, eq=False)
class Net:
    """The numbers of a network at one point."""

    names: tuple[str, ...]  # of the inputs that stand alone
    values: Floats  # (k,) of these inputs
    weights: Floats  # (rows, k)
    others: int  # how many inputs are added up
    rest: Floats  # (rows,) what they add
    bias: Floats  # (rows,)
    scores: Floats  # (rows,)
    chances: Floats | None  # (K,) P(c|x), where the model has probabilities
    classes: tuple[str, ...]
    answer: str

    @property
    def activation(self) -> str:
        """What follows the sum."""
        if len(self.scores) == 1:
            return "step" if self.chances is None else "σ"
        return "argmax" if self.chances is None else "softmax"

    @property
    def outputs(self) -> tuple[float, ...]:
        """What comes out: the probability of the last class, or of each; else 1 for the answer."""
        if self.chances is not None:
            shown = self.chances[1:] if len(self.scores) == 1 else self.chances
            return tuple(float(p) for p in shown)
        if len(self.scores) == 1:
            return (float(self.scores[0] > 0),)
        best = int(np.argmax(self.scores))
        return tuple(float(k == best) for k in range(len(self.scores)))


def net_of(model: Linear, at: tuple[float, float], most: int = MOST_INPUTS) -> Net:
    """The network of a model at a place of the plane."""
    problem = model.problem
    x = np.array([at])
    weights, bias = problem.split(model.theta)  # (rows, d), (rows,)
    values = problem.reads(x)[0, : weights.shape[1]] - problem.plus
    scores = np.asarray(model.scores(x)[0])
    added = weights * values  # (rows, d)
    order = np.argsort(-np.abs(added).max(axis=0), kind="stable")
    alone = np.sort(order[:most])
    rest = np.setdiff1d(np.arange(weights.shape[1]), alone)
    named = problem.names or tuple(
        f"k(#{i + 1}, x)" if i < problem.n else "k(former, x)" for i in range(weights.shape[1])
    )
    chances = model.chances(scores[None])
    best = int(scores[0] > 0) if len(scores) == 1 else int(np.argmax(scores))
    return Net(
        tuple(named[j] for j in alone.tolist()),
        np.asarray(values[alone]),
        np.asarray(weights[:, alone]),
        len(rest),
        np.asarray(added[:, rest].sum(axis=1)),
        np.asarray(bias),
        scores,
        None if chances is None else np.asarray(chances[0]),
        problem.classes,
        problem.classes[best],
    )
