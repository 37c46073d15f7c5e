"""How training goes: whether it has come to rest, why it still moves, and whether it goes wrong."""

import math

import numpy as np

from linlab.engine.ground.numerals import grouped, number, percent
from linlab.engine.train.stopping import EPSILON

from .facts import Facts, Finding, LessonPage

RISING = 1.1  # a loss this many times as large as before is rising
LATELY = 3  # epochs in which it was so, or it may be an accident
MORE_WRONG = 2  # dev points more than before are no accident of one point
NOTHING_WRONG = LessonPage("the-perceptron", 6)
COMING_TO_REST = LessonPage("batches-and-optimisers", 4)
OVERFITTING = LessonPage("overfitting", 3)
IN_THE_STREET = LessonPage("margins-and-the-svm", 5)
IN_FULL = " The learning rate α is set in Full."
COUNTED = LessonPage("naive-bayes", 1)


def rate_too_large(facts: Facts) -> Finding | None:
    """The loss is rising, or the weights have grown without bound."""
    learner = facts.learner
    descends = facts.alone and learner.optimiser.uses_rate and "alpha" in learner.recipe.parameters
    if not descends or facts.mistake_driven or learner.recipe.counting is not None:
        return None
    losses = [sample.objective for sample in facts.history if math.isfinite(sample.objective)]
    if not facts.diverged and not _rises(losses):
        return None
    what = "the weights grew without bound" if facts.diverged else "the loss is rising"
    value = f" α = {number(learner['alpha'])}" if facts.rate_in_sight else ""
    text = f"The learning rate{value} is too large: {what}."
    why = _why_too_large(facts, losses) + ("" if facts.rate_in_sight else IN_FULL)
    return Finding("rate too large", text, ("weights",), COMING_TO_REST, why)


def _rises(losses: list[float]) -> bool:
    """Whether it rose in each of the last epochs and is well above the lowest, and not only because
    it wavers: every value of the later half is above every one of the earlier half."""
    if len(losses) < 3 or not losses[-3] < losses[-2] < losses[-1]:
        return False
    half = len(losses) // 2
    return losses[-1] > RISING * min(losses) and min(losses[half:]) > max(losses[:half])


def rate_only_scales(facts: Facts) -> Finding | None:
    """A perceptron from w = 0 without decay: α is a factor of w and b, which no answer depends on.
    It is said only once α has been changed, and where it can be."""
    learner = facts.learner
    plain = learner["optimiser"] == "sgd" and learner["rate"] == "constant"
    if not facts.mistake_driven or not plain or not facts.from_zero or learner.decay > 0:
        return None
    alpha = learner["alpha"]
    if alpha == 1 or not facts.rate_in_sight:
        return None
    what = "the coefficients" if facts.problem.dual else "w"
    both = f"{what} and b" if facts.problem.constant else what
    verb = "is" if both == "w" else "are"
    boundary = "line" if facts.problem.straight else "boundary"
    text = (
        f"As it starts from 0, the learning rate only scales {both}: "
        f"with any α the {boundary} and the mistakes are the same."
    )
    reason = (
        f"Each mistake adds α times the same thing. So {both} {verb} α = {number(alpha)} times what they "
        "would be with α = 1, and so is every score: its sign is the same, so are the answers, and so "
        "are the mistakes that follow."
    )
    return Finding("rate only scales", text, ("algorithm",), None, reason)


def _why_too_large(facts: Facts, losses: list[float]) -> str:
    if facts.diverged:
        return (
            "Each step went past the lowest point and ended higher up than it began, until the "
            "numbers were too large to compute with. Start over with a smaller α."
        )
    last = " → ".join(number(each) for each in losses[-3:])
    return (
        f"When last measured at the ends of epochs, J was {last}; its lowest value was {number(min(losses))}. A "
        "step follows the slope for a length that α sets: if that is too long, it goes past the "
        "lowest point and ends higher up. Try a smaller α, or one that falls with time."
    )


def overfits(facts: Facts) -> Finding | None:
    """In each of the last epochs wrong on dev was higher, and wrong now lower, than it
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
        f"Since step {grouped(then.t)} more are wrong on dev ({percent(errors[k])} → "
        f"{percent(errors[-1])}), but fewer training points: overfitting."
    )
    now = known[-1][0]
    reason = (
        f"From step {grouped(then.t)} to {grouped(now.t)} the share of training points that are "
        f"wrong fell from {percent(then.train_error)} to {percent(now.train_error)}. The model now "
        f"follows details of its own examples that the {grouped(n)} dev points, on which it does "
        "not train, do not share. A larger λ, a simpler space or stopping early helps."
    )
    return Finding("overfitting", text, (), OVERFITTING, reason)


def at_rest(facts: Facts) -> Finding | None:
    """Nothing will change any more, or hardly anything."""
    if facts.mistake_driven:
        return _nothing_wrong(facts)
    if not facts.rest:
        return None
    if not facts.rest.startswith("converged"):
        return _ended(facts)
    if not facts.alone:
        reason = (
            "A member has converged when an epoch hardly moves its weights, or has no mistake if "
            "only mistakes move them. Every member has, so the answers of all together stay as they "
            "are, too."
        )
        text = "Converged: all its members have."
        return Finding("converged", text, ("weights",), COMING_TO_REST, reason)
    limit = number(EPSILON)
    reason = (
        f"From the end of one epoch to the end of the next the weights changed by less than {limit} "
        "in length. Further epochs would not change anything that you can see."
    )
    text = f"Converged: in an epoch it moves by less than {limit}."
    return Finding("converged", text, ("weights",), COMING_TO_REST, reason)


def _ended(facts: Facts) -> Finding:
    """A run that has no further step."""
    text = f"It is done: {facts.rest}."
    if facts.learner.recipe.counting is None:
        reason = (
            f"After {grouped(facts.t)} {'step' if facts.t == 1 else 'steps'} its method has come to "
            "an end by itself: there is no further step to make."
        )
        return Finding("converged", text, (), COMING_TO_REST, reason)
    reason = (
        "It learns by counting, and each example is counted once: all "
        f"{grouped(facts.problem.n)} have been. Another round would count them twice."
    )
    return Finding("converged", text, (), COUNTED, reason)


def _nothing_wrong(facts: Facts) -> Finding | None:
    """A perceptron moves at mistakes alone."""
    if not facts.t or not bool((facts.margins > 0).all()):
        return None
    if not facts.rest:
        who = "No example is wrong now"
        if facts.learner["average"] != "last":
            who = "The last weights get every example right"
        text = f"{who}; it stops at the end of an epoch without a mistake."
        reason = (
            f"The smallest of the {grouped(len(facts.margins))} margins is {facts.smallest_margin}, "
            "so every example is on the correct side, and only a mistake would change the weights. "
            "That is certain once all of them have had their turn without a mistake."
        )
        return Finding("none wrong", text, (), NOTHING_WRONG, reason)
    still = {
        "mean": "only the mean still moves",
        "random": "only the iterate that is drawn still changes",
        "voted": "only the votes still change",
    }
    end = still.get(facts.learner["average"], "nothing changes any more")
    text = f"Converged: every example is on the correct side, so {end}."
    reason = (
        f"Only a mistake changes the weights, and the smallest of the {grouped(len(facts.margins))} "
        f"margins is {facts.smallest_margin}: more than 0, so none is a mistake. It took "
        f"{grouped(facts.mistakes)} {'mistake' if facts.mistakes == 1 else 'mistakes'} to get here."
    )
    return Finding("converged", text, (), NOTHING_WRONG, reason)


def inside_the_street(facts: Facts) -> Finding | None:
    """Right, but not right enough for a loss that wants a margin of 1; unless a rate that is too
    large is why it still moves."""
    if not facts.alone or not facts.learner.recipe.loss.wants_margin or not facts.t:
        return None
    kink = facts.learner.recipe.loss.kink
    assert kink is not None
    if facts.rest or not bool((facts.margins > 0).all()) or rate_too_large(facts) is not None:
        return None
    inside = int((facts.margins < kink.at).sum())
    if not inside:
        return None
    are = "one of them is" if inside == 1 else f"{grouped(inside)} of them are"
    text = (
        "Every example is on the correct side. "
        f"It still moves, because {are} inside the street (margin below {kink.at})."
    )
    least = facts.smallest_margin
    pull = "it pulls" if inside == 1 else "each of them pulls"
    reason = (
        f"The loss is 0 only from a margin of {kink.at} on, and the smallest margin is {least}. An "
        f"example inside the street still has a loss: at its turn {pull} the boundary away from it."
    )
    return Finding("inside the street", text, (), IN_THE_STREET, reason)
