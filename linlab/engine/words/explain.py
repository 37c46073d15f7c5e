"""A step in plain words: `explain` in one to three sentences; `arithmetic` has its formulas and sums.

It reads a Step and the Learner that made it, so it says exactly what was done: on which side the
example is, and what is added to the weights or taken from them.
"""

import math

import numpy as np

from linlab.engine.ground.numerals import number
from linlab.engine.learner.learner import Learner
from linlab.engine.train.state import Step

from .arithmetic import column_names, margin_and_loss
from .counts import counted, its_probability, rival
from .moves import moves, over_rival, pull_in_numbers, shrinking
from .signs import notation_of, numbered, stay, weights_and_bias
from .team import together
from .texts.step_words import by_contribution, reads_one, says
from .texts.word_counts import counted_words

_ANSWERS = {
    "mean": "the mean weights answer",
    "mistakes": "the mean weights at mistakes answer",
    "random": "a random iterate answers",
    "best": "the best weights on dev answer",
    "voted": "the vote of all weights answers",
}  # by read-out: what the boundary belongs to, if not to the weights that move
_OPTIMISERS = {
    "momentum": "momentum adds μ = {mu} times the last move",
    "adagrad": "AdaGrad divides the move of each weight by the root of the sum of its squared gradients",
    "rmsprop": "RMSProp divides the move of each weight by the root of the running mean of its squared gradients",
    "adadelta": "AdaDelta needs no learning rate: recent moves over recent gradients scale the move of each weight",
    "adam": "Adam scales each weight's running mean of gradients by the root of the running mean of their squares",
}


def explain(step: Step, learner: Learner) -> str:
    """A step in one to three sentences."""
    many = len(step.labels)
    if step.team:
        return together(step)
    if learner.recipe.counting:
        if reads_one(step):
            return counted_words(step, learner)
        return counted(step, column_names(step, learner))
    if step.jump is not None:
        return (
            f"One {learner.optimiser.title} {learner.optimiser.iteration} over all {many} examples: before it, {_tally(step, learner)}. "
            f"{learner.optimiser.moves_by} {_both(step, learner)} by a distance of {number(_length(step))}; the gradient has a length of {number(math.sqrt(step.reach))}."
        )
    first = _which(step, learner)
    if many == 1:
        first = _text(step, learner) if reads_one(step) else _where(step, learner)
    base = _base(step.base_answer)
    parts = (first, base, moves(step, learner), _rest(step, learner))
    return " ".join(sentence for sentence in parts if sentence)


def _base(answer: str) -> str:
    """What the base model of a stack says about the example."""
    if answer.startswith("base says "):
        return f"The base model says {answer.removeprefix('base says ')}."
    if answer.startswith("the base"):
        return f"T{answer[1:]}."
    return f"The base model gives {answer}." if answer else ""


def _both(step: Step, learner: Learner) -> str:
    return weights_and_bias(notation_of(learner, len(step.classes), step))


def _by_the_last(learner: Learner) -> str:
    """Which weights the numbers belong to, if they are not those that answer."""
    answers = _ANSWERS.get(learner["average"], "")
    return f"for the last weights ({answers})" if answers else ""


def _which(step: Step, learner: Learner) -> str:
    """The examples of a batch."""
    every = "all " if learner["batch"] == "all" else ""
    whose = _by_the_last(learner)
    tally = _tally(step, learner)
    return f"This step takes {every}{len(step.labels)} examples: {f'{whose}, ' if whose else ''}{tally}."


def _tally(step: Step, learner: Learner) -> str:
    """How many examples are where, and their mean loss."""
    own = learner.recipe.loss
    m = step.margins
    wrong, on, inside = (int(np.count_nonzero(each)) for each in (m < 0, m == 0, (m > 0) & (m < 1)))
    parts = [f"{wrong} on the wrong side"] if wrong else []
    if on:
        counts = "counts as a mistake" if on == 1 else "count as mistakes"
        parts.append(f"{on} on the boundary, which {counts}")
    parts += [f"{inside} inside the street"] if own.wants_margin and inside else []
    where = ", ".join(parts) or "all on the correct side"
    return f"{where}; the mean {own.title.lower()} is {number(step.loss)}"


def _where(step: Step, learner: Learner) -> str:
    own = learner.recipe.loss
    whose = _by_the_last(learner)
    first = f"F{whose[1:]}, example" if whose else "Example"
    margin = margin_and_loss(step, learner)[0]
    text = f"{first} {numbered(step.example)} in class {step.label} is on {_side(step, own.wants_margin)}: its margin{over_rival(step)} is {margin}"
    if own.probabilistic:
        return f"{text}, P(y|x) {its_probability(step.loss)}."
    if own.kink is None:
        return f"{text}, its {own.title.lower()} {number(step.loss)}."
    return f"{text}."


def _text(step: Step, learner: Learner) -> str:
    """What the text of the example says, its class, and what the weights said about it."""
    own = learner.recipe.loss
    whose = _by_the_last(learner)
    first = f"F{whose[1:]}, example" if whose else "Example"
    rows = [0] if len(step.score) == 1 else [int(step.labels[0]), int(step.rivals[0])]
    content = says(step, learner, by_contribution(step, rows))
    text = f"{first} {numbered(step.example)} {content} and is in class {step.label}"
    if own.probabilistic and step.margin <= 0 and len(step.score) == 1:
        return f"{text}, but P({rival(step)}|x) was {pull_in_numbers(step)[0][1]}."
    margin = margin_and_loss(step, learner)[0]
    right = step.margin > 0 and not (own.wants_margin and step.margin < 1)
    where = _side(step, own.wants_margin)
    text += (
        f", {'and' if right else 'but'} it is on {where}: its margin{over_rival(step)} is {margin}"
    )
    if own.probabilistic:
        return f"{text}, P({step.label}|x) {its_probability(step.loss)}."
    return (
        f"{text}, its {own.title.lower()} {number(step.loss)}." if own.kink is None else f"{text}."
    )


def _side(step: Step, wants_margin: bool) -> str:
    """Where an example is; a loss that wants a margin of 1 has a street."""
    m = step.margin
    if m < 0:
        return "the wrong side"
    if m == 0:
        return "the boundary, which counts as a mistake"
    if not wants_margin:
        return "the correct side"
    if m < 1:
        return "the correct side, but inside the street"
    return "the correct side, " + ("outside the street" if m > 1 else "on the edge of the street")


def _rest(step: Step, learner: Learner) -> str:
    """What else happens to the weights: the optimiser, the shrinking of a batch, L1."""
    parts = []
    optimiser = learner.optimiser
    decays = learner.decay > 0
    l1 = learner["penalty"] == "l1"
    plain = optimiser.name == "sgd"
    if step.shrink != 1.0 and (not plain or len(step.labels) > 1):
        pulled = bool(step.pulls.any())
        parts.append(f"{'before that, ' if pulled else ''}{shrinking(step, learner)}")
    if not plain:
        words = _OPTIMISERS.get(
            optimiser.name, f"{optimiser.title} turns the gradient into a change"
        )
        if optimiser.name == "momentum" and not _repeats(step, learner):
            words = "momentum adds nothing yet"
        both = "λw" if learner["bias"] != "regularised" else "λw and λb"
        words += (
            f", with {both} inside the gradient"
            if not optimiser.linear and decays and not l1
            else ""
        )
        parts.append(words.format(mu=number(learner["momentum"])))
    if decays and l1:
        own = f"λ = {number(learner.decay)} times the weight's own rate h"
        taken = number(step.threshold) if optimiser.linear else own
        zeros = np.count_nonzero(step.after[:, : step.decayed] == 0)
        if not zeros:
            left = "none of them is"
        elif zeros == 1:
            left = "1 of them is now"
        else:
            left = f"{zeros} of them are now"
        parts.append(f"L1 takes {taken} off the size of each weight, and {left} 0")
    if not plain:
        both = _both(step, learner)
        verb = "moves" if both == "w" else "move"
        parts.append(f"in total {both} {verb} by a distance of {number(_length(step))}")
    if len(step.labels) > 1 and plain and not parts and not step.updated:
        parts = [f"so {stay(notation_of(learner, len(step.classes), step))}"]
    text = "; ".join(parts)
    return f"{text[0].upper() if text[1:2].islower() else text[0]}{text[1:]}." if text else ""


def _repeats(step: Step, learner: Learner) -> bool:
    """Whether momentum had an earlier move to add: whether the weights moved more than the gradient
    asks for.

    It has none at its first step, which is not t = 1 if momentum was switched on during a run.
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


def _length(step: Step) -> float:
    return float(np.linalg.norm(step.after - step.before))
