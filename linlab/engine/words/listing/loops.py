r"""The loops around a step, and when they end:

repeat
    for each example i
        …
until an epoch without a mistake
"""

from collections.abc import Sequence

from linlab.engine.ground.numerals import grouped, number
from linlab.engine.learner.learner import Learner

from .judging import indented
from .line import Line, Variables
from .notation import Notation

STILL = 0.001  # an epoch that moves θ by less is the last
_ORDERS = {
    "shuffled": "for each example $i$, shuffled",
    "sampled": "for an example $i$ drawn at random",
    "hardest": "for each example $i$, hardest first",
    "by-class": "for each example $i$, class by class",
}


def _which(v: Variables) -> str:
    return f"#{grouped(v.i + 1)}"


def _which_batch(v: Variables) -> str:
    return f"{grouped(v.turn)} of {grouped(v.turns)}"


def over_examples(learner: Learner, lines: Sequence[Line]) -> list[Line]:
    """For each example, in the order that is set."""
    heading = _ORDERS.get(learner["order"], "for each example $i$")
    return [Line(heading, says=_which), *indented(list(lines), 1)]


def over_batches(learner: Learner, lines: Sequence[Line]) -> list[Line]:
    """For each batch; nothing around the lines if all examples are one."""
    if learner["batch"] == "all":
        return list(lines)
    if learner["batch"] == 1:
        heading = "for each example $i$, alone in the batch $B$"
    else:
        heading = f"for each batch $B$ of {grouped(learner['batch'])} examples"
    return [Line(heading, says=_which_batch), *indented(list(lines), 1)]


def repeated(notation: Notation, lines: Sequence[Line]) -> tuple[Line, ...]:
    """The epochs, until the rule of the learner ends them."""
    return (Line("repeat"), *indented(list(lines), 1), until(notation))


def until(notation: Notation) -> Line:
    """When training has converged; looked at only at the end of an epoch."""
    learner = notation.learner
    mistakes = learner.recipe.loss.mistake_driven
    both = f"${notation.weights}$ and $b$" if notation.bias else f"${notation.weights}$"
    text = "an epoch without a mistake"
    text = text if mistakes else f"an epoch moves {both} by less than {STILL}"
    patience = int(learner["early"])
    if patience:
        text += f", or {patience} epochs pass without fewer wrong on dev"

    def says(v: Variables) -> str:
        if mistakes:
            return "1 mistake" if v.epoch_mistakes == 1 else f"{grouped(v.epoch_mistakes)} mistakes"
        return f"by {number(v.epoch_moved)}"

    def ended(v: Variables) -> bool:
        return bool(v.epoch_mistakes == 0 if mistakes else v.epoch_moved < STILL)

    return Line(f"until {text}", when=ended, says=says, reached=lambda v: v.epoch_over)
