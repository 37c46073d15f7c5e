"""Search a run for the next or previous update, a step that changes the weights, or mistake.

A search trains on from t, or goes back, a moment at a time: it yields None while searching, then
the step, or in words why there is none. Mistakes are counted along the run, so a jump over many
steps shows whether one was made.

With λ > 0 every step shrinks the weights. Where a run is shown update by update, a step then counts
only if the model answers differently for some example: `is_update`.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator

import numpy as np

from linlab.engine.learner.losses import ASK, rivals_and_margins

from .measures import loss_of
from .models import decisions
from .trace import Trace

EPOCHS = 10  # how far it searches
CLOCK_SECONDS = 0.01  # seconds between two checks of the clock, about
ROUNDING = 1e-13  # of the largest weight
BLOCK = 64  # steps repeated to search backwards

Search = Iterator[int | str | None]


def next_change(trace: Trace, t: int) -> Search:
    """The first step after t that changes the weights."""
    return _ahead(trace, t, 1, lambda now: changes_the_weights(trace, now), "There is no update")


def next_update(trace: Trace, t: int) -> Search:
    """The first update after t; with λ > 0 that is a step after which some answer is another."""
    return _ahead(trace, t, 1, lambda now: is_update(trace, now), "There is no update")


def next_mistake(trace: Trace, t: int) -> Search:
    """The first step after t at which an example is on the wrong side, or on the boundary."""
    known = trace.mistakes(t)
    return _ahead(
        trace, t, trace.moment(t), lambda now: trace.mistakes(now) > known, "There is no mistake"
    )


def _ahead(trace: Trace, t: int, stride: int, done: Callable[[int], bool], none: str) -> Search:
    """`done(now)` stays true once it is, or is checked for every step in turn."""
    problem = trace.problem(t)
    if _rests(trace, t):
        yield f"{none} any more: no example changes the weights."
        return
    now = t
    last = t + EPOCHS * problem.updates_per_epoch
    while now < last:
        before = now
        now = min(now + stride, last)
        while (there := trace.reach(now, CLOCK_SECONDS)) < trace.clamp(now):
            yield None
        if there > before and done(there):
            yield before + 1 + bisect_left(range(before + 1, there), True, key=done)
            return
        if there < now:
            yield f"{none} before the run ends: {trace.reason}."
            return
        yield None
    yield f"{none} in the next {EPOCHS} epochs."


def change_before(trace: Trace, t: int) -> Search:
    """The last step before t that changes the weights."""
    return _behind(trace, t, changes_the_weights)


def update_before(trace: Trace, t: int) -> Search:
    """The last update before t; with λ > 0 that is a step after which some answer is another."""
    return _behind(trace, t, is_update)


def _behind(trace: Trace, t: int, done: Callable[[Trace, int], bool]) -> Search:
    now = t - 1
    first = max(0, t - 1 - EPOCHS * trace.problem(t).updates_per_epoch)
    while now > first:
        begin = max(first, now - BLOCK)
        found = 0
        for each in range(begin + 1, now + 1):  # forwards: going back means starting earlier
            found = each if done(trace, each) else found
            yield None
        if found:
            yield found
            return
        now = begin
    yield (
        "There is no update before this step."
        if not first
        else f"There is no update in the {EPOCHS} epochs before."
    )


def mistake_before(trace: Trace, t: int) -> Search:
    """The last step before t at which a mistake was made."""
    many = trace.mistakes(t - 1) if t > 0 else 0
    early = 0
    late = t - 1  # fewer mistakes after the one, as many after the other
    while many and late - early > 1:
        middle = (early + late) // 2
        early, late = (early, middle) if trace.mistakes(middle) == many else (middle, late)
        yield None
    yield late if many else "There is no mistake before this step."


def is_update(trace: Trace, t: int) -> bool:
    """Whether the step to t is an update worth a stop or a slide of its own.

    >>> from linlab.engine.document.first import first_document
    >>> is_update(Trace(first_document()), 0)
    False
    """
    if t < 1:
        return False
    shrinks = trace.learner(t - 1).decay > 0
    return changes_an_answer(trace, t) if shrinks else changes_the_weights(trace, t)


def changes_the_weights(trace: Trace, t: int) -> bool:
    """By more than rounding: MIRA's margins are 1 only up to rounding."""
    step = trace.step(t)
    if step is not None and step.team:
        return step.updated
    if step is None or not step.updated:
        return False
    return bool(np.abs(step.after - step.before).max() > ROUNDING * np.abs(step.before).max())


def changes_an_answer(trace: Trace, t: int) -> bool:
    """Whether the model answers differently for some training example after step t than before
    it: it begins to answer, or says another class. If an edit at t brings other examples, the
    answers cannot be compared, and the step counts."""
    before, after = trace.model(t - 1), trace.model(t)
    if before.decided != after.decided or before.examples.classes != after.examples.classes:
        return True
    old, new = (decisions(model, model.answers()) for model in (before, after))
    return old.shape != new.shape or bool((old != new).any())


def _rests(trace: Trace, t: int) -> bool:
    """Whether no example pulls on θ, and nothing else moves it."""
    problem = trace.problem(t)
    change = trace.span(t)[1]
    learner = problem.learner
    if learner.recipe.loss is ASK:
        return False
    moved = learner.decay > 0 or learner["optimiser"] != "sgd" or problem.counting is not None
    if moved or change is not None or not problem.ready:
        return False
    scores = problem.scores(trace.at(t).theta)
    pulls = loss_of(problem).value_and_pull(scores, problem.y)[1]
    return not pulls.any() and bool(rivals_and_margins(scores, problem.y)[1].min() > 0)
