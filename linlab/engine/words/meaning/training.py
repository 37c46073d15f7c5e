"""How training goes: whether it has come to rest, why it still moves, and whether it goes wrong."""

import math

import numpy as np

from linlab.engine.ground.numerals import grouped, number, percent
from linlab.engine.train.stopping import EPSILON

from .facts import Facts, Finding, LessonPage

RISING = 1.1  # a loss this many times as large as before is rising
LATELY = 3  # epochs in which it was so, or it may be an accident
MORE_WRONG = 2  # dev points more than before are no accident of one point
NOTHING_WRONG, COMING_TO_REST = LessonPage(2, 6), LessonPage(9, 4)
OVERFITTING, IN_THE_STREET, COUNTED = LessonPage(10, 3), LessonPage(5, 5), LessonPage(12, 1)


def rate_too_large(facts: Facts) -> Finding | None:
    """The loss rose in each of the last epochs and is well above the lowest, or the weights have
    grown without bound."""
    learner = facts.learner
    descends = facts.alone and learner.optimiser.uses_rate and "alpha" in learner.recipe.parameters
    if not descends or facts.mistake_driven or learner.recipe.counting is not None:
        return None
    losses = [sample.objective for sample in facts.history if math.isfinite(sample.objective)]
    rising = len(losses) >= 3 and losses[-3] < losses[-2] < losses[-1]
    if not facts.diverged and not (rising and losses[-1] > RISING * min(losses)):
        return None
    what = "the weights grew without bound" if facts.diverged else "the loss is rising"
    text = f"The learning rate α = {number(learner['alpha'])} is too large: {what}."
    return Finding("rate too large", text, ("weights",), COMING_TO_REST)


def overfits(facts: Facts) -> Finding | None:
    """In each of the last epochs the dev error was higher, and the training error lower, than it
    once was."""
    n = len(facts.problem.held_out[0][1])
    known = [(sample, sample.dev_error) for sample in facts.history if sample.dev_error is not None]
    if len(known) <= LATELY:
        return None
    errors = [wrong for _, wrong in known]
    k = len(errors) - 1 - int(np.argmin(errors[::-1]))  # the last of the lowest
    then, lately = known[k][0], known[-LATELY:]
    if not all(
        round(n * (wrong - errors[k])) >= MORE_WRONG and now.train_error < then.train_error
        for now, wrong in lately
    ):
        return None
    text = (
        f"The dev error has risen since step {grouped(then.t)} ({percent(errors[k])} → "
        f"{percent(errors[-1])}) while the training error fell: overfitting."
    )
    return Finding("overfitting", text, (), OVERFITTING)


def at_rest(facts: Facts) -> Finding | None:
    """Nothing will change any more, or hardly anything."""
    if facts.mistake_driven:
        return _nothing_wrong(facts)
    if not facts.rest:
        return None
    if not facts.rest.startswith("converged"):
        page = COUNTED if facts.learner.recipe.counting is not None else COMING_TO_REST
        return Finding("converged", f"It is done: {facts.rest}.", (), page)
    text = (
        f"Converged: in an epoch it moves by less than {number(EPSILON)}."
        if facts.alone
        else "Converged: all its members have."
    )
    return Finding("converged", text, ("weights",), COMING_TO_REST)


def _nothing_wrong(facts: Facts) -> Finding | None:
    """A perceptron moves at mistakes alone."""
    if not facts.t or not bool((facts.margins > 0).all()):
        return None
    if not facts.rest:
        who = "No example is wrong now"
        if facts.learner["average"] != "last":
            who = "The last weights get every example right"
        text = f"{who}; it stops at the end of an epoch without a mistake."
        return Finding("none wrong", text, (), NOTHING_WRONG)
    still = {
        "mean": "only the mean still moves",
        "random": "only the iterate that is drawn still changes",
        "voted": "only the votes still change",
    }
    end = still.get(facts.learner["average"], "nothing changes any more")
    text = f"Converged: every example is on the right side, so {end}."
    return Finding("converged", text, (), NOTHING_WRONG)


def inside_the_street(facts: Facts) -> Finding | None:
    """Right, but not right enough for a loss that wants a margin of 1."""
    if not facts.alone or not facts.learner.recipe.loss.wants_margin or not facts.t:
        return None
    kink = facts.learner.recipe.loss.kink
    assert kink is not None
    if facts.rest or not bool((facts.margins > 0).all()):
        return None
    inside = int((facts.margins < kink.at).sum())
    if not inside:
        return None
    are = "one of them is" if inside == 1 else f"{grouped(inside)} of them are"
    text = (
        "Every example is on the right side. "
        f"It still moves, because {are} inside the street (margin below {kink.at})."
    )
    return Finding("inside the street", text, (), IN_THE_STREET)
