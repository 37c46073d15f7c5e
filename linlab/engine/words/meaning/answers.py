"""What the answers of the model tell: a class that is never the answer, answers that are no better
than a guess, probabilities near ½, scores that a penalty holds near 0, and two models that differ
too little.
"""

import numpy as np

from linlab.engine.ground.numerals import grouped, number
from linlab.engine.many.significance import mcnemar
from linlab.engine.train.models import decisions

from .facts import Facts, Finding, LessonPage

NEAR_HALF = 0.55  # a probability up to this is near ½
NEAR_ZERO = 0.2  # a score up to this is near 0, where losses ask for 1
BALANCED = 0.5  # a penalty that pulls with at least this share of the data's pull holds w
LUCK = 0.05  # a p-value from this on may be luck
PRICE = LessonPage("overfitting", 5)
PROBABILITY = LessonPage("logistic-regression", 2)
TOO_CLOSE = LessonPage("is-the-difference-real", 6)


def never_predicted(facts: Facts) -> Finding | None:
    """A class that none of the examples is given."""
    if not facts.an_epoch:
        return None
    classes = facts.problem.classes
    missing = [name for c, name in enumerate(classes) if not (facts.answers == c).any()]
    if not missing or len(missing) == len(classes):
        return None
    names = " and ".join(f"“{name}”" for name in missing)
    who = f"Class {names} is" if len(missing) == 1 else f"Classes {names} are"
    many = int(np.isin(facts.y, [classes.index(name) for name in missing]).sum())
    verb = "is" if many == 1 else "are"
    reason = (
        f"{grouped(many)} of the {grouped(len(facts.y))} examples {verb} in {names}, but for every "
        "example another class wins, even for these. A straight boundary may have no room for it, "
        "or it has too few examples to pull the boundary to itself."
    )
    text = f"{who} never predicted for these points."
    return Finding("never predicted", text, ("errors",), None, reason)


def no_better_than_guessing(facts: Facts) -> Finding | None:
    """As many are wrong as if the largest class were always the answer, or more."""
    if not facts.an_epoch or not len(facts.y):
        return None
    counts = np.bincount(facts.y, minlength=len(facts.problem.classes))
    largest = int(counts.argmax())
    constant = bool((facts.answers == facts.answers[0]).all())
    if constant or facts.wrong_now < len(facts.y) - counts[largest]:
        return None
    text = (
        f"{_of(facts.wrong_now, len(facts.y))} wrong now: always answering "
        f"“{facts.problem.classes[largest]}” would do no worse."
    )
    name = facts.problem.classes[largest]
    others = len(facts.y) - int(counts[largest])
    reason = (
        f"“{name}” is the largest class: {grouped(int(counts[largest]))} of {grouped(len(facts.y))} "
        f"examples. A model that always answers “{name}” gets the other {grouped(others)} wrong; this model "
        f"gets {grouped(facts.wrong_now)} wrong."
    )
    return Finding("no better than guessing", text, ("errors",), None, reason)


def near_half(facts: Facts) -> Finding | None:
    """Two classes, and every probability near ½."""
    if len(facts.problem.classes) != 2 or not facts.an_epoch or not len(facts.y):
        return None
    chances = facts.model.chances(facts.scores)
    if chances is None or not np.isfinite(chances).all() or float(chances.max()) > NEAR_HALF:
        return None
    text = "All probabilities are near ½: the model is not sure of anything."
    low, high = (number(float(each)) for each in (facts.scores.min(), facts.scores.max()))
    reason = (
        f"A score of 0 is a probability of ½, and all scores lie between {low} and {high}. The "
        f"surest answer has a probability of {number(float(chances.max()))}."
    )
    return Finding("near half", text, (), PROBABILITY, reason)


def held_by_the_penalty(facts: Facts) -> Finding | None:
    """All scores are near 0 but for the bias, the loss wants them longer, and the penalty pulls
    back about as strongly.

        d/dc J(c·w) at c = 1:   λ‖w‖² − (1/N) Σ pᵢ·sᵢ,   s without the bias
    """
    learner, single = facts.learner, facts.model.single
    if single is None or not facts.alone or not facts.an_epoch or learner.decay == 0.0:
        return None
    problem = single.problem
    weights, bias = problem.split(single.theta)
    lam = number(learner.decay)
    if learner["penalty"] == "l1" and not weights.any():
        text = f"λ = {lam} is so large that w is 0."
        reason = (
            "With L1 every step takes the same amount, set by λ, off each weight and stops at 0. The "
            "examples do not pull any weight as strongly as that. A smaller λ lets them."
        )
        return Finding("held by the penalty", text, (), PRICE, reason)
    answers = single.answers()
    own = answers - bias
    if learner["penalty"] != "l2" or not 0.0 < float(np.abs(own).max()) < NEAR_ZERO:
        return None
    pull = learner.recipe.loss.value_and_pull(answers, problem.y)[1]
    longer = float((pull * own).sum(axis=1).mean())
    shorter = learner.decay * problem.square(single.theta, penalised=False)
    if longer <= 0.0 or shorter < BALANCED * longer:
        return None
    text = f"λ = {lam} is so large that all scores shrink to almost the same."
    largest = number(float(np.abs(own).max()))
    reason = (
        f"The examples pull the weights longer, by {number(longer)}; the penalty makes them shorter, "
        f"by {number(shorter)}. The two balance where no score differs from b by more than {largest}. "
        "A smaller λ lets the examples pull further."
    )
    return Finding("held by the penalty", text, (), PRICE, reason)


def may_be_luck(facts: Facts) -> Finding | None:
    """Two models that differ on the points set aside, by McNemar's test."""
    dev, test = facts.problem.held_out
    (x, y), part = (test, "test") if len(test[1]) else (dev, "dev")
    if facts.other is None or not len(y) or not facts.an_epoch:
        return None
    name, other = facts.other
    if other.examples.classes != facts.model.examples.classes:
        return None
    mine, theirs = (decisions(each, each.scores(x)) == y for each in (facts.model, other))
    mine_alone, theirs_alone = int((mine & ~theirs).sum()), int((~mine & theirs).sum())
    more = abs(mine_alone - theirs_alone)
    p = mcnemar(mine_alone, theirs_alone).p
    if not more or p < LUCK:
        return None
    better, worse = (facts.name, name) if mine_alone > theirs_alone else (name, facts.name)
    text = (
        f"{better} gets {grouped(more)} more of {grouped(len(y))} {part} points right than {worse}: "
        "that may be luck."
    )
    most, least = max(mine_alone, theirs_alone), min(mine_alone, theirs_alone)
    reason = (
        f"{grouped(most)} {'point is' if most == 1 else 'points are'} right by {better} alone and "
        f"{grouped(least)} by {worse} alone; the others do not tell the two apart. A fair coin tossed "
        f"{grouped(most + least)} times is at least as uneven with probability {number(p)}: that is "
        "not rare."
    )
    return Finding("luck", text, ("better",), TOO_CLOSE, reason)


def _of(wrong: int, all_of_them: int) -> str:
    verb = "is" if wrong == 1 else "are"
    return f"{grouped(wrong)} of {grouped(all_of_them)} {verb}"
