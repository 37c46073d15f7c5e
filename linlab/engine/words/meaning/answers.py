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
PRICE, PROBABILITY, TOO_CLOSE = LessonPage(10, 5), LessonPage(7, 2), LessonPage(13, 5)


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
    return Finding("never predicted", f"{who} never predicted for these points.", ("errors",))


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
    return Finding("no better than guessing", text, ("errors",))


def near_half(facts: Facts) -> Finding | None:
    """Two classes, and every probability near ½."""
    if len(facts.problem.classes) != 2 or not facts.an_epoch or not len(facts.y):
        return None
    chances = facts.model.chances(facts.scores)
    if chances is None or not np.isfinite(chances).all() or float(chances.max()) > NEAR_HALF:
        return None
    text = "All probabilities are near ½: the model is not sure of anything."
    return Finding("near half", text, (), PROBABILITY)


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
        return Finding("held by the penalty", text, (), PRICE)
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
    return Finding("held by the penalty", text, (), PRICE)


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
    if not more or mcnemar(mine_alone, theirs_alone).p < LUCK:
        return None
    better, worse = (facts.name, name) if mine_alone > theirs_alone else (name, facts.name)
    text = (
        f"{better} gets {grouped(more)} more of {grouped(len(y))} {part} points right than {worse}: "
        "that may be luck."
    )
    return Finding("luck", text, ("better",), TOO_CLOSE)


def _of(wrong: int, all_of_them: int) -> str:
    verb = "is" if wrong == 1 else "are"
    return f"{grouped(wrong)} of {grouped(all_of_them)} {verb}"
