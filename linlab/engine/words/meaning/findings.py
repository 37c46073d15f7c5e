"""The sentences that hold, the most important first; and where none does, how far the run is.

A rule looks at the facts and says something or nothing. A new sentence is one function and its place
in this table.
"""

import math
from collections.abc import Callable
from dataclasses import replace

from linlab.engine.ground.numerals import grouped
from linlab.engine.optimum.separability import separable
from linlab.engine.optimum.theory import bound_at_hand
from linlab.engine.train.moment import Moment

from .answers import (
    held_by_the_penalty,
    may_be_luck,
    near_half,
    never_predicted,
    no_better_than_guessing,
)
from .facts import Facts, Finding, facts_of
from .separation import can_be_separated, cannot_be_separated, has_no_best_weights, matters
from .training import at_rest, inside_the_street, overfits, rate_only_scales, rate_too_large

MOST_SENTENCES = 2  # sentences at a time
ROUNDING = 1e-9  # share of a bound that rounding may have taken off it

Rule = Callable[[Facts], Finding | None]

RULES: tuple[Rule, ...] = (
    rate_too_large,
    overfits,
    at_rest,
    rate_only_scales,
    can_be_separated,
    cannot_be_separated,
    held_by_the_penalty,
    never_predicted,
    near_half,
    no_better_than_guessing,
    inside_the_street,
    has_no_best_weights,
    may_be_luck,
)


def findings(facts: Facts) -> tuple[Finding, ...]:
    """The first sentences that hold, at most two."""
    found: list[Finding] = []
    for rule in RULES:
        finding = rule(facts)
        found += [] if finding is None else [finding]
        if len(found) == MOST_SENTENCES:
            break
    return tuple(found)


def meaning(moment: Moment, other: Moment | None = None) -> tuple[Finding, ...]:
    """The same of a run at a moment; whether its examples can be separated is found out here."""
    facts = facts_of(moment, other=other)
    if not matters(facts.learner):
        return findings(facts)
    can = separable(moment.problem)
    return findings(
        replace(
            facts,
            separable=can,
            most_mistakes=most_mistakes(moment),
            radius_and_margin=radius_and_margin(moment),
        )
    )


def most_mistakes(moment: Moment) -> int | None:
    """The mistake bound, a whole number, if there is one and it is known already."""
    bound = bound_at_hand(moment.trace, moment.t)
    return None if bound is None else math.floor(bound.limit * (1 + ROUNDING))


def radius_and_margin(moment: Moment) -> tuple[float, float] | None:
    """R and γ* of the mistake bound, if it is known already."""
    bound = bound_at_hand(moment.trace, moment.t)
    return None if bound is None else (bound.radius, bound.gamma)


def how_far(facts: Facts) -> str:
    """Where the run is, for when nothing else is to be said."""
    if not facts.t:
        return "Nothing has been learnt yet."
    steps = _many(facts.t, "step")
    wrong = f"{grouped(facts.wrong_now)} of {grouped(len(facts.y))} wrong now"
    if facts.mistake_driven:
        return f"{_many(facts.mistakes, 'mistake')} in {steps} so far; {wrong}."
    return f"{steps} so far; {wrong}."


def _many(n: int, what: str) -> str:
    return f"{grouped(n)} {what}{'' if n == 1 else 's'}"
