"""What follows from whether the examples can be separated.

separable       a perceptron makes at most R²/γ*² mistakes, and stops
not separable   in every epoch some example is on the wrong side: a perceptron never stops
separable, λ = 0, log loss   a longer w always has a smaller loss: there is no best one
"""

from linlab.engine.ground.numerals import grouped, worked_out
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.spaces import space
from linlab.engine.train.problem import Problem

from .facts import Facts, Finding, LessonPage

OVER = "\u2060/\u2060"  # a stroke at which no line is broken
BOUND = LessonPage("the-mistake-bound", 6)
NEVER_DONE = LessonPage("when-no-line-will-do", 2)
NEVER_SURE = LessonPage("logistic-regression", 7)


def matters(learner: Learner) -> bool:
    """Whether something about this learner depends on the separability of the examples."""
    alone = not learner.recipe.of_others
    return alone and (learner.recipe.loss.mistake_driven or _unpenalised_log_loss(learner))


def can_be_separated(facts: Facts) -> Finding | None:
    """A perceptron that will stop, or has."""
    if facts.separable is not True or not facts.mistake_driven or not facts.may_tell_the_end:
        return None
    rests = bool(facts.rest) and bool((facts.margins > 0).all())
    most = facts.most_mistakes
    why = f"{_some(facts.problem)} can separate these points"
    if rests:
        bound = (
            "" if most is None else f", after at most {_mistakes(most)}: it made {facts.mistakes}"
        )
        text = f"{why}, so it had to stop{bound}."
    elif most is None:
        text = f"{why}, so the {_title(facts)} will stop."
    else:
        text = f"{why}, so the {_title(facts)} will stop after at most {_mistakes(most)}."
    views = ("proof",) if most is not None else ()
    return Finding("separable", text, views, BOUND, _why_it_stops(facts))


def _why_it_stops(facts: Facts) -> str:
    """The idea of the mistake bound, with its numbers where they are known."""
    idea = (
        "Only a mistake changes the weights, and each one turns them a little towards a boundary "
        "that separates the points. That cannot go on for ever."
    )
    if facts.radius_and_margin is None or facts.most_mistakes is None:
        return idea
    most = facts.most_mistakes
    limit = (facts.radius_and_margin[0] / facts.radius_and_margin[1]) ** 2
    digits = len(str(most)) + 1  # one decimal, so that it is seen which way it is rounded
    (radius, margin), quotient = worked_out(
        lambda v: (v[0] / v[1]) ** 2, limit, digits, *facts.radius_and_margin
    )
    return (
        f"{idea} No mistake adds more than a vector of length R = {radius}, and the best weights of "
        f"length 1 give every example a margin of at least γ* = {margin}: that allows "
        f"R²{OVER}γ*² = {radius}²{OVER}{margin}² = {quotient}, so at most {_mistakes(most)}. "
        f"So far there were {grouped(facts.mistakes)}."
    )


def cannot_be_separated(facts: Facts) -> Finding | None:
    """A perceptron that never stops, unless the dev error stops it."""
    if facts.separable is not False or not facts.mistake_driven or not facts.may_tell_the_end:
        return None
    text = no_way(facts.problem)
    if facts.learner["early"] and len(facts.problem.held_out[0][1]):
        text = f"{text}: some will always be wrong."
    else:
        text = f"{text}, so the {_title(facts)} will never stop by itself."
    return Finding(
        "not separable", text + _advice(facts), (), NEVER_DONE, _why_it_never_stops(facts)
    )


def _why_it_never_stops(facts: Facts) -> str:
    boundary = _boundary(facts.problem)
    wrong = int((facts.margins <= 0).sum())
    return (
        "It would stop after an epoch without a mistake. But whatever the "
        f"{boundary}, at least one of the {grouped(len(facts.margins))} examples is on the wrong "
        f"side; after this step {grouped(wrong)} {'is' if wrong == 1 else 'are'}. Each mistake moves "
        f"the boundary again: {_mistakes(facts.mistakes)} in {grouped(facts.t)} "
        f"{'step' if facts.t == 1 else 'steps'} so far."
    )


def _advice(facts: Facts) -> str:
    """What to try instead."""
    calm = facts.learner["average"] in ("mean", "mistakes", "voted")
    if facts.problem.reads_texts or not facts.problem.straight:
        return "" if calm else " Try averaging."
    if calm or not facts.line_helps:  # a mean of lines is a line, too
        return " Try a curve."
    return " Try averaging or a curve."


def has_no_best_weights(facts: Facts) -> Finding | None:
    """Log loss without a penalty: a θ that gets everything right is better still if it is
    longer."""
    if facts.separable is not True or not facts.may_tell_the_end:
        return None
    if not facts.alone or not _unpenalised_log_loss(facts.learner):
        return None
    text = (
        f"{_some(facts.problem)} can separate these points, and there is no penalty: the larger the "
        "scores, the smaller the loss, so they grow without bound."
    )
    reason = (
        "If w and b get every example right, twice as long ones double every margin, and log loss is "
        "smaller where the margin is larger. So there is always something better than the best so "
        "far. A penalty λ > 0 makes long weights expensive and ends this."
    )
    return Finding("no best weights", text, (), NEVER_SURE, reason)


def no_way(problem: Problem) -> str:
    """That the examples cannot be separated, without the full stop.

    >>> from linlab import train
    >>> corners = [(0, 0), (1, 1), (0, 1), (1, 0)]
    >>> no_way(train("perceptron", corners, "aabb").problem)
    'No line can separate these points'
    """
    return f"No {_boundary(problem)} can separate these points"


def _some(problem: Problem) -> str:
    boundary = _boundary(problem)
    return boundary.capitalize() if len(problem.classes) > 2 else f"A {boundary}"


def _boundary(problem: Problem) -> str:
    """What separates classes in this space."""
    many = "s" if len(problem.classes) > 2 else ""
    if not problem.straight:
        title = space(problem.learner["space"]).title
        plain = "boundaries" if many else "boundary"
        return f"{plain} of the space “{title}”"
    return f"line{many} through the origin" if problem.bias == "none" else f"line{many}"


def _unpenalised_log_loss(learner: Learner) -> bool:
    """Whether it follows gradients of log loss, and nothing holds the weights back."""
    recipe = learner.recipe
    return recipe.counting is None and recipe.loss.probabilistic and learner.decay == 0.0


def _mistakes(many: int) -> str:
    return f"{grouped(many)} {'mistake' if many == 1 else 'mistakes'}"


def _title(facts: Facts) -> str:
    return facts.learner.recipe.title.lower()
