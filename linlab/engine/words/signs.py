"""The signs of a learner in plain text, as the table of words and symbols has them: w, b and x in
the plane, φ(x) in a feature space, the coefficients aᵢ in a kernel space; α is the learning rate
that is set, αₜ a schedule, τ that of the passive-aggressive learners."""

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.learner.learner import Learner
from linlab.engine.train.state import Step

from .listing.notation import Notation
from .listing.plain_text import plain_text


def notation_of(learner: Learner, classes: int, step: Step | None = None) -> Notation:
    """The notation of a learner; in a stack its step has the base model's output among the
    features."""
    return Notation(learner, classes > 2, step is not None and bool(step.further))


def x_of(notation: Notation) -> str:
    """What the weights are multiplied with: x, φ(x), or x′ with a base model's output."""
    return plain_text(f"${notation.x}$").replace("'", "′")


def rate_sign(learner: Learner) -> str:
    """α, αₜ or τ."""
    return plain_text(f"${Notation(learner, False).rate or 'α'}$")


def weights_and_bias(notation: Notation) -> str:
    """What is learnt, as the subject or object of a sentence."""
    weights = "the coefficients" if notation.dual else "w"
    return f"{weights} and b" if notation.bias else weights


def stay(notation: Notation) -> str:
    """That nothing changes."""
    plural = notation.dual or notation.bias
    return f"{weights_and_bias(notation)} {'stay as they are' if plural else 'stays as it is'}"


def numbered(example: int) -> str:
    """The name of an example, by its position.

    >>> numbered(47)
    '#48'
    """
    return f"#{example + 1}"


def line_moves(step: Step, learner: Learner) -> str:
    """What an update does to the boundary: a line turns, unless w keeps its direction."""
    if learner.dual or not learner.straight or len(step.classes) > 2 or step.further:
        return "the boundary moves"
    before, after = (_line(theta[0]) for theta in (step.before, step.after))
    if after is None:
        return "the line is gone"
    if before is None:
        return "a line appears"
    if abs(before[0] * after[1] - before[1] * after[0]) > 1e-9 or before[:2] @ after[:2] < 0:
        return "the line turns"
    return "the line moves" if abs(before[2:] - after[2:]).sum() > 1e-9 else "the line stays"


def _line(theta: Floats) -> Floats | None:
    """w, and the bias if there is one, over the length of w."""
    length = float(np.linalg.norm(theta[:2]))
    return np.asarray(theta / length) if length > 0 else None
