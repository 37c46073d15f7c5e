"""An update in plain words: `explain` in one to three sentences, with the numbers that `arithmetic`
shows line by line.

It reads a Step and the Learner that made it, so it says exactly what was done: where the example
is, how strongly it pulls on what, and what else happens to θ.
"""

import math

import numpy as np

from linlab.engine.ground.numerals import SUBSCRIPT, number, worked_out
from linlab.engine.learner.learner import Learner
from linlab.engine.train.state import Step

from .arithmetic import (
    column_names,
    margin_after,
    margin_and_loss,
    next_rival,
    rate_in_numbers,
    shrink_in_numbers,
)
from .counts import counted, probability, rival
from .team import together

_ANSWERS = {
    "mean": "the mean θ̄ answers",
    "best": "the best θ on dev answers",
    "voted": "the vote of all θ answers",
}  # by read-out: what the boundary belongs to, if not to the θ that moves
_OPTIMISERS = {
    "momentum": "momentum adds μ = {mu} times the last move",
    "adagrad": "AdaGrad divides the step of each weight by the root of the sum of its squared gradients",
    "rmsprop": "RMSProp divides the step of each weight by the root of the running mean of its squared gradients",
    "adadelta": "AdaDelta needs no rate: recent moves over recent gradients scale the step of each weight",
    "adam": "Adam scales each weight's running mean of gradients by the root of the running mean of their squares",
}


def explain(step: Step, learner: Learner) -> str:
    """An update in one to three sentences."""
    many = len(step.labels)
    if step.team:
        return together(step)
    if learner.recipe.counting:
        return counted(step, column_names(step, learner))
    if step.jump is not None:
        return (
            f"One {learner.optimiser.title} iteration over all {many} examples: {_tally(step, learner)} before it. "
            f"Its line search moves {'a' if learner.dual else 'θ'} by a distance of {number(_length(step))}; the gradient has a length of {number(math.sqrt(step.reach))}."
        )
    every = "all " if learner["batch"] == "all" else ""
    whose = f", {_by_the_last(learner)}" if _by_the_last(learner) else ""
    first = (
        _where(step, learner)
        if many == 1
        else f"The mean over {every}{many} examples{whose}: {_tally(step, learner)}."
    )
    told = f"Output of B: {step.base_answer}." if step.base_answer else ""
    parts = (first, told, _moves(step, learner), _rest(step, learner))
    return " ".join(sentence for sentence in parts if sentence)


def _by_the_last(learner: Learner) -> str:
    """Which θ the numbers belong to, if it is not the one that answers."""
    answers = _ANSWERS.get(learner["average"], "")
    return f"for the last θ ({answers})" if answers else ""


def _tally(step: Step, learner: Learner) -> str:
    own = learner.recipe.loss
    m = step.margins
    on = np.count_nonzero(m == 0)
    boundary = (
        f", {on} on the boundary, which {'counts as a mistake' if on == 1 else 'count as mistakes'}"
        if on
        else ""
    )
    inside = (
        f", {np.count_nonzero((m > 0) & (m < 1))} inside the margin" if own.wants_margin else ""
    )
    return f"{np.count_nonzero(m < 0)} on the wrong side{boundary}{inside}, mean {own.title.lower()} {number(step.loss)}"


def _where(step: Step, learner: Learner) -> str:
    (margin, loss), own, m = margin_and_loss(step, learner), learner.recipe.loss, step.margin
    if m > 0:
        side = "the right side"
    elif m < 0:
        side = "the wrong side"
    else:
        side = "the boundary, which counts as a mistake"
    side += ", but inside the margin" if own.wants_margin and 0 < m < 1 else ""
    whose = _by_the_last(learner)
    first = f"F{whose[1:]}, example" if whose else "Example"
    text = f"{first} {step.example + 1} of class “{step.label}” is on {side}: margin{_versus(step)} {margin}"
    if own.kink is not None:
        pulled = bool(step.pull.any())
        side, cost = (
            (own.kink.pulls, f"{own.title.lower()} {loss}")
            if pulled
            else (own.kink.rests, "no loss")
        )
        return f"{text} {side} {own.kink.at}, {cost}."
    return f"{text}{f', P(y|x) = {probability(step.loss)}' if own.probabilistic else ''}, {own.title.lower()} {loss}."


def _moves(step: Step, learner: Learner) -> str:
    """How far θ moves, and what changes."""
    rate = rate_in_numbers(step, learner)
    title = learner.recipe.title
    if not step.pulls.any():
        return f"Nothing pulls, so {title} takes no step: η = 0." if learner.rate.capped else ""
    if not learner.optimiser.linear:
        return f"The rate is {rate}." if learner.optimiser.uses_rate else ""
    if len(step.labels) > 1:
        pulling = np.count_nonzero(step.pulls.any(axis=1))
        what = "the coefficients a" if learner.dual else "θ"
        return f"With {rate}, {pulling} of the {len(step.labels)} pull on {what}, each with 1/{len(step.labels)} of η."
    i = str(step.example + 1).translate(SUBSCRIPT)
    constant = learner["bias"] == "free"
    rows = [0] if len(step.pull) == 1 else [int(step.labels[0]), int(step.rivals[0])]
    by = [_product(step.rate, float(step.pull[r])) for r in rows]
    if len(rows) == 1:
        what = f"a{i} changes by {by[0]}" if learner.dual else f"θ moves by {by[0]} times φ(x{i})"
    else:
        gain, lose = (f"{f'a{i}' if learner.dual else 'θ'} of “{step.classes[r]}”" for r in rows)
        what = f"{gain} moves by {by[0]}, {lose} by {by[1]}{'' if learner.dual else f', times φ(x{i})'}"
        what += ", the others by their share" if np.count_nonzero(step.pull) > 2 else ""
    what += (
        f", and so {'does the bias' if len(rows) == 1 else 'do the biases'}"
        if learner.dual and constant
        else ""
    )
    if not learner.rate.capped or step.reach <= 0:
        return f"With {rate}, {what}."
    after = margin_after(step, learner) or 0.0
    other = next_rival(step, learner)
    if step.rate < learner["C"]:
        now = f" The margin is now over “{other}”, {number(after)}." if other else ""
        return f"{title} takes the smallest step that makes the margin{_versus(step)} 1, {rate}: {what}.{now}"
    over = f" over “{other}”, now the best of the others," if other else ""
    return f"{title} is capped at {rate}: {what}, and the margin{over} becomes {number(after)}."


def _product(eta: float, pull: float) -> str:
    if abs(pull) == 1.0:
        return number(eta * pull)
    shown, equals = worked_out(lambda v: v[0] * v[1], eta * pull, 3, eta, pull)
    return f"ηp = {shown[0]} · {f'({shown[1]})' if pull < 0 else shown[1]} = {equals}"


def _rest(step: Step, learner: Learner) -> str:
    """What else happens to θ: the optimiser, the shrinking, L1."""
    parts = []
    optimiser = learner.optimiser
    pulled = bool(step.pulls.any())
    decays = learner.decay > 0
    l1 = learner["penalty"] == "l1"
    if step.shrink != 1.0:
        if learner.dual:
            what = "every coefficient"
        elif learner["bias"] == "free":
            what = "w"
        else:
            what = "θ"
        if pulled:
            what = f"before that, {what}"
        elif optimiser.name == "sgd":
            what = f"{what} only"
        else:
            what = what
        does = (
            "shrinks by the factor" if 0 <= step.shrink < 1 else "is multiplied by"
        )  # a step that is too large reverses w
        parts.append(f"{what} {does} {shrink_in_numbers(step, learner)}")
    if optimiser.name != "sgd":
        words = _OPTIMISERS.get(optimiser.name, f"{optimiser.title} turns the gradient into a step")
        if optimiser.name == "momentum" and not _repeats(step, learner):
            words = "momentum adds nothing yet"
        decayed = "w" if learner["bias"] == "free" else "θ"
        words += (
            f", with λ{decayed} inside the gradient"
            if not optimiser.linear and decays and not l1
            else ""
        )
        parts.append(words.format(mu=number(learner["momentum"])))
    if decays and l1:
        own = f"λ = {number(learner.decay)} times the weight's own step h"
        taken = number(step.threshold) if optimiser.linear else own
        zeros = np.count_nonzero(step.after[:, : step.decayed] == 0)
        if not zeros:
            left = "none of them is"
        elif zeros == 1:
            left = "1 of them is now"
        else:
            left = f"{zeros} of them are now"
        parts.append(f"L1 takes {taken} off the size of each weight, and {left} 0")
    if optimiser.name != "sgd":
        parts.append(
            f"in total {'a' if learner.dual else 'θ'} moves by a distance of {number(_length(step))}"
        )
    text = "; ".join(parts) if parts or step.updated else "θ stays as it is"
    return f"{text[0].upper() if text[1:2].islower() else text[0]}{text[1:]}." if text else ""


def _repeats(step: Step, learner: Learner) -> bool:
    """Whether momentum had an earlier move to add: whether θ moved more than the gradient asks for.

    It has none at its first update, which is not t = 1 if momentum was switched on during a run.
    """
    if not learner.dual:
        return not math.isclose(
            float(np.linalg.norm(step.change)), step.rate * math.sqrt(step.reach), rel_tol=1e-9
        )
    asked = np.zeros_like(step.change)
    np.add.at(asked.T, step.examples, step.rate * step.pulls / len(step.pulls))
    if learner["bias"] == "free":
        asked[:, -1] = step.rate * step.pull
    return not np.allclose(step.change, asked, rtol=1e-9, atol=0)


def _versus(step: Step) -> str:
    return f" over “{rival(step)}”" if len(step.score) > 1 else ""


def _length(step: Step) -> float:
    return float(np.linalg.norm(step.after - step.before))
