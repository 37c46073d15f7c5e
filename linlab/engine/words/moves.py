"""What one step does to the weights, in words: what is added to them or subtracted, what shrinks,
and what becomes of the boundary."""

import numpy as np

from linlab.engine.ground.numerals import number, worked_out
from linlab.engine.learner.learner import Learner
from linlab.engine.train.state import Step

from .arithmetic import margin_after, next_rival, shrink_in_numbers
from .counts import rival
from .signs import line_moves, notation_of, numbered, rate_sign, stay, weights_and_bias, x_of
from .texts.step_words import columns_of, reads_one


def moves(step: Step, learner: Learner) -> str:
    """What is added to the weights, in a sentence; empty for an optimiser that has its own words."""
    if not learner.optimiser.linear:
        return ""
    if len(step.labels) > 1:
        return _of_a_batch(step, learner)
    if learner.optimiser.name == "sgd":
        return _of_one(step, learner)
    return f"{_first(step, learner)}{_added(step, learner)}." if step.pulls.any() else ""


def shrinking(step: Step, learner: Learner) -> str:
    """What the penalty makes shorter; empty if nothing."""
    if step.shrink == 1.0:
        return ""
    what = "every coefficient" if learner.dual else "w"
    both = learner["bias"] == "regularised" and not learner.dual
    what = "w and b" if both else what
    factor = shrink_in_numbers(step, learner).rpartition(" = ")[2]
    if 0 <= step.shrink < 1:
        return f"{what} {'shrink' if both else 'shrinks'} by the factor {factor}"
    return f"{what} {'are' if both else 'is'} multiplied by {factor}"  # too far: w is reversed


def over_rival(step: Step) -> str:
    """Which class a margin is over, if there are more than two."""
    return f" over {rival(step)}" if len(step.score) > 1 else ""


def _of_a_batch(step: Step, learner: Learner) -> str:
    pulling = int(np.count_nonzero(step.pulls.any(axis=1)))
    if not pulling:
        return ""
    both = weights_and_bias(notation_of(learner, len(step.classes), step))
    rate = f"{rate_sign(learner)} = {number(step.rate)}"
    pull = f"{pulling} of them {'pulls' if pulling == 1 else 'pull'}"
    return f"{pull}; {rate} times the mean pull is added to {both}."


def _of_one(step: Step, learner: Learner) -> str:
    notation = notation_of(learner, len(step.classes), step)
    shrinks = shrinking(step, learner)
    if not step.pulls.any():
        if shrinks:
            return f"So {shrinks}, and nothing is added."
        return "Nothing is added." if step.threshold > 0 else f"So {stay(notation)}."
    if not step.updated:
        return f"But {x_of(notation)} is 0, so {stay(notation)}."
    follows = learner["average"] == "last" and not step.names
    then = f", and {line_moves(step, learner)}" if follows else ""
    added = _added(step, learner)
    if learner.rate.capped and step.reach > 0:
        return _capped(step, learner, added, then)
    if shrinks:
        return f"So {shrinks}, then {added}{then}."
    return f"{_first(step, learner)}{added}{then}."


def _capped(step: Step, learner: Learner, added: str, then: str) -> str:
    """A passive-aggressive update: as small as it can be, or cut off at C."""
    title = learner.recipe.title
    after = margin_after(step, learner) or 0.0
    other = next_rival(step, learner)
    if step.rate < learner["C"]:
        now = f" The margin is now over {other}, {number(after)}." if other else ""
        return f"{title} makes the smallest update that leads to a margin{over_rival(step)} of 1: {added}{then}.{now}"
    over = f" over {other}, now the best of the others," if other else ""
    return f"{title} caps its update at C = {number(learner['C'])}: {added}, and the margin{over} becomes {number(after)}."


def _first(step: Step, learner: Learner) -> str:
    """How a sentence begins: that an example pulls on the correct side needs a “still”."""
    still = step.margin > 0 and not learner.recipe.loss.wants_margin
    return "Still, " if still else "So "


def _added(step: Step, learner: Learner) -> str:
    """What is added to which weights, with its numbers."""
    i = numbered(step.example)
    times = "" if learner.dual else x_of(notation_of(learner, len(step.classes), step))
    by = [step.rate * float(p) for p in step.pull]
    if reads_one(step):
        return _to_words(step, learner, by)
    notation = notation_of(learner, len(step.classes), step)
    if len(by) == 1:
        own = f"the coefficient of {i}" if learner.dual else "w"
        verb, to = ("added", "to") if by[0] > 0 else ("subtracted", "from")
        alone = (
            "" if learner.dual else f"{number(abs(by[0]))} "
        )  # of a kernel it is the same number
        also = f" and {alone}{to} b" if notation.bias else ""
        return f"{_amount(abs(by[0]), times)} is {verb} {to} {own}{also}"
    y, z = int(step.labels[0]), int(step.rivals[0])
    of = f"the coefficient of {i} for" if learner.dual else "w of"
    if np.count_nonzero(step.pull) == 2 and by[z] == -by[y] and by[y] > 0:
        rest = "that for" if learner.dual else "w of"
        alone = "" if learner.dual else f"{number(by[y])} "
        also = f", and {alone}to and from their b" if notation.bias else ""
        return f"{_amount(by[y], times)} is added to {of} {step.classes[y]} and subtracted from {rest} {step.classes[z]}{also}"
    rest = ", the others by their share" if np.count_nonzero(step.pull) > 2 else ""
    as_much = "as much" if learner.dual else "the factor alone"
    also = f", and each b by {as_much}" if notation.bias else ""
    return f"{of} {step.classes[y]} moves by {_amount(by[y], times)}, that {'for' if learner.dual else 'of'} {step.classes[z]} by {_amount(by[z], times)}{rest}{also}"


_SCALES = {"count": "how often it occurs", "tfidf": "its tf·idf"}


def _to_words(step: Step, learner: Learner, by: list[float]) -> str:
    """What the weights of the words of one text gain or lose."""
    own = columns_of(step)
    times = ""
    if any(step.row[j] != 1.0 for j in own):
        times = f" times {_SCALES.get(learner['weighting'], 'its value')}"
    bias = notation_of(learner, len(step.classes), step).bias
    what = "the weight of each of its words" if own else "b"
    if len(by) == 1:
        amount = _product(step)
        also = f", and b by {number(abs(by[0]))}" if times else ", and so does b"
        return f"{what} goes {_way(by[0])} by {amount}{times}{also if own and bias else ''}"
    y, z = int(step.labels[0]), int(step.rivals[0])
    moved = [(r, by[r]) for r in (y, z) if by[r]]
    parts = [
        f"for {step.classes[r]} {'goes ' if not k else ''}{_way(p)} by {number(abs(p))}"
        for k, (r, p) in enumerate(moved)
    ]
    share = ", for the others by their share" if np.count_nonzero(step.pull) > 2 else ""
    also = "; b moves by the amounts alone" if times else ", and so does b"
    return f"{what} {', '.join(parts)}{share}{times and f', each{times}'}{also if own and bias else ''}"


def _way(by: float) -> str:
    return "up" if by > 0 else "down"


def _product(step: Step) -> str:
    """α·|p| with its numbers: 0.2·0.58 = 0.116; one number where a factor is 1."""
    p = abs(float(step.pull[0]))
    if p == 1.0 or step.rate == 1.0:
        return number(step.rate * p)
    (rate, pull), equals = pull_in_numbers(step)
    return f"{rate}·{pull} = {equals}"


def pull_in_numbers(step: Step) -> tuple[tuple[str, str], str]:
    """The learning rate, |p| and their product, with digits that work out."""
    p = abs(float(step.pull[0]))
    (rate, pull), equals = worked_out(lambda v: v[0] * v[1], step.rate * p, 3, step.rate, p)
    return (rate, pull), equals


def _amount(by: float, times: str) -> str:
    """0.1·x, or x alone."""
    if not times:
        return number(by)
    return times if by == 1.0 else f"{number(by)}·{times}"
