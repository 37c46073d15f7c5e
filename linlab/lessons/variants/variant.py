"""A page with other points, if it is still true and its question as hard as before.

The pages before it are played with the same points, so that it starts where it should. Then

- every claim that does not pin a number holds (`expect`), and a number that no longer holds is not
  written in the words;
- the question has an answer, by its kind another one, and equally hard;
- what is played takes as many steps, with as many mistakes.
"""

import ast
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import tell
from linlab.engine.train.measures import margins
from linlab.engine.train.stopping import NOT_YET, onward
from linlab.lessons.facts.known import Facts
from linlab.lessons.facts.situation import run_of
from linlab.lessons.kinds.kind import Answer
from linlab.lessons.questions import answer_of
from linlab.lessons.shown import Shown, shown_step, shown_steps
from linlab.lessons.written.expressions import Expression
from linlab.lessons.written.lesson import Lesson, Step

from .numbers_in_words import names_an_example, numbers_in, numbers_of, words_of
from .redrawing import redrawn

TRIES = 60  # most draws until one is as hard; each seed has its own
BY_HAND = 12  # steps or mistakes that are counted one by one; more may differ by a share
SHARE = 0.25
LONGER = 3  # times as many steps as before, until a run counts as not converging
EDGE = 0.03  # of the part of the plane that is shown, closer to which no point may be
PLAIN = frozenset({0.0, 1.0, 2.0, 100.0})  # numbers that stand for no count
RUNS = ("t", "play", "expect", "sliders")  # fields that need the run
SHARED = ("examples", "points", "classes", "models", "epoch_length", "weights")
COUNTED = ("mistakes", "changes", "t", "converges_at", "epoch")  # facts that say how long it is


@dataclass(frozen=True)
class Variant:
    """A page with other points."""

    shown: Shown
    answer: Answer
    seed: int  # that its points were drawn from


class Unfit(LinlabError):
    """Why a page cannot be asked with other points."""


def variant(lesson: Lesson, page: int, seed: int, tries: int = TRIES) -> Variant:
    """Page `page` of a lesson, from 0, with the first points drawn from this seed that make it true
    and as hard; `Unfit` if none of so many tries does."""
    olds = shown_steps(lesson, page + 1)
    old = olds[page]
    question = old.question
    if question is None or question.kind.asked_again is None:
        raise Unfit("This page has no question that can be asked again.")
    if any(map(names_an_example, words_of(old.step))):
        raise Unfit("Its words name an example by its number.")
    before = answer_of(question, old.here)
    reason = ""
    for drawn in range(seed * TRIES, seed * TRIES + min(tries, TRIES)):
        tell(f"drawing points for “{old.step.title}”")
        try:
            new = _page(lesson, olds, drawn)
            answer = answer_of(question, new.here)
            _check_true(lesson, page, old, new)
            _check_hard(old, new)
            _check_clear(old, new)
            if not question.kind.asked_again(question, before, answer):
                raise Unfit("Its answer is the same, or harder.")
        except LinlabError as error:
            reason = str(error)
            continue
        return Variant(new, answer, drawn)
    raise Unfit(reason)


def _page(lesson: Lesson, olds: Sequence[Shown], seed: int) -> Shown:
    """The last of these pages with points drawn from a seed. Only pages that it goes on from are
    played."""
    redraw = partial(redrawn, seed=seed)
    page = len(olds) - 1
    steps = lesson.steps[: page + 1]
    states: list[Shown] = []
    for step in steps:
        states.append(shown_step(_idle(step), states[-1] if states else None, lesson.files, redraw))
    first = page
    while first and "t" not in steps[first].lab.values and _goes_on(states, first):
        first -= 1
    shown = states[first - 1] if first else None
    for k in range(first, page + 1):
        _check_end(olds[k], states[k])
        shown = shown_step(steps[k], shown, lesson.files, redraw)
    assert shown is not None
    return _in_sight(shown)


def _idle(step: Step) -> Step:
    """The page without its run: its points, models and look."""
    values = {name: value for name, value in step.lab.values.items() if name not in RUNS}
    return replace(step, lab=replace(step.lab, values=values), question=None)


def _goes_on(states: list[Shown], k: int) -> bool:
    """Whether a page starts where the one before has ended."""
    return states[k].document == states[k - 1].document


def _check_end(old: Shown, new: Shown) -> None:
    """Refuse a run that takes much longer to converge, before it is made."""
    said = old.step.lab.values
    if said.get("t") != "converged" and (old.play is None or old.play.what != "until converged"):
        return
    most = max(LONGER * old.end, BY_HAND)
    trace = run_of(new.document, new.look.focus)
    for _, why in onward(trace, 0, most):
        if why:
            if why.startswith(NOT_YET):
                break
            return
    raise Unfit(f"It does not converge in {most} steps.")


def _check_clear(old: Shown, new: Shown) -> None:
    """Refuse examples exactly on the boundary, which are neither right nor wrong, where the old page
    has none."""
    for moment in {new.look.t, new.end} - {0}:
        here = replace(new.here, t=moment, then=None)
        before = replace(old.here, t=min(moment, old.end), then=None)
        if (margins(here.model) == 0).sum() > (margins(before.model) == 0).sum():
            raise Unfit("An example is exactly on the boundary.")


def _in_sight(shown: Shown) -> Shown:
    """The page with all its points in sight, away from the edges."""
    region = shown.look.region
    if region is None:
        return shown
    corners = np.array(region).reshape(2, 2)
    away = EDGE * (corners[1] - corners[0])
    x = shown.document.points.x
    inside = (x > corners[0] + away) & (x < corners[1] - away)
    return shown if inside.all() else replace(shown, look=replace(shown.look, region=None))


def _check_true(lesson: Lesson, page: int, old: Shown, new: Shown) -> None:
    """Refuse a page whose claims or words are no longer true."""
    words = list(words_of(new.step))
    safe = set(PLAIN | numbers_of(lesson.steps[: page + 1]) | _asked_about(new))
    for claim in new.expect:
        holds = claim.holds(Facts(new.here))
        if not holds and not pins_a_number(claim):
            raise Unfit(f"“{claim.text}” does not hold.")
        if holds:
            safe |= numbers_in(claim.text)
        elif any(numbers_in(claim.text) & numbers_in(text, small=True) for text in words):
            raise Unfit(f"Its words say that “{claim.text}”.")
    for name in SHARED:
        safe |= _shared(name, old, new)
    for text in words:
        strange = numbers_in(text) - safe
        if strange:
            raise Unfit(f"Its words have the number {min(strange):g}.")


def _asked_about(shown: Shown) -> frozenset[float]:
    """The numbers in the conditions of its question, such as a place that it asks about."""
    question = shown.question
    assert question is not None
    return numbers_in(str([value for value in question.values.values() if value is not None]))


def _shared(name: str, old: Shown, new: Shown) -> set[float]:
    """A number of both pages."""
    try:
        one = Facts(old.here).fact(name)
        other = Facts(new.here).fact(name)
    except LinlabError:
        return set()
    return {float(one)} if one == other else set()


def pins_a_number(claim: Expression) -> bool:
    """Whether a claim says that something is exactly this number.

    >>> [pins_a_number(Expression.read(each)) for each in ("t == 5", "w1 == -3", "t > 5")]
    [True, True, False]
    """
    tree = claim.tree
    if not isinstance(tree, ast.Compare) or not isinstance(tree.ops[0], ast.Eq):
        return False
    sides = [each.operand if isinstance(each, ast.UnaryOp) else each for each in tree.comparators]
    return any(
        isinstance(each, ast.Constant) and isinstance(each.value, int | float) for each in sides
    )


def _check_hard(old: Shown, new: Shown) -> None:
    """Refuse a page that plays more or less than the old one."""
    question = new.question
    assert question is not None
    exact = not any(name in COUNTED for name in _names(question.values.get("answer")))
    for what, many in (("steps", _steps), ("mistakes", _mistakes)):
        before, after = many(old), many(new)
        allowed = 0 if exact and before <= BY_HAND else max(1.0, SHARE * before)
        if abs(after - before) > allowed:
            raise Unfit(f"It plays {after} {what} instead of {before}.")


def _names(asked: object) -> list[str]:
    found = asked.names if isinstance(asked, Expression) else (str(asked),)
    return [name.split(".")[-1] for name in found]


def _steps(shown: Shown) -> int:
    return shown.end - shown.look.t


def _mistakes(shown: Shown) -> int:
    trace = shown.here.trace
    return trace.mistakes(shown.end) - trace.mistakes(shown.look.t)
