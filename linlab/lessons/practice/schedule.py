"""When a question is due again: a function of the answers that were given, and of the time.

    level    how often in a row it was right, in sittings that are apart
    due      ten minutes after a miss, then a day, three days, a week, three weeks, two months

A question is the more urgent the longer it has waited, as a share of its interval: what was missed
comes back sooner, what was right later and later.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from linlab.lessons.progress.records import Attempt

MINUTE, DAY = 60.0, 86_400.0  # seconds
INTERVALS = (10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 21 * DAY, 60 * DAY)  # by level
SITTING = 60 * MINUTE  # a right answer so soon after a miss is part of the same sitting

MOST = 10.0  # times its interval: a longer wait makes it no more urgent


@dataclass(frozen=True)
class Asked:
    """A question of a finished lesson, and the answers to it so far."""

    lesson: str  # its key
    title: str  # of its page
    finished: float  # when the lesson was finished, in seconds since 1970
    attempts: tuple[Attempt, ...] = ()


def level(attempts: Sequence[Attempt]) -> int:
    """How often it was right since the last miss. A right answer soon after a miss or after another
    right answer does not count: it is remembered from minutes ago.

    >>> def at(day, right): return Attempt("page", 1, right, day * DAY)
    >>> level([at(0, True), at(1, True)]), level([at(0, True), at(1, False), at(1.01, True)])
    (2, 0)
    """
    found = 0
    before: Attempt | None = None
    for each in attempts:
        apart = before is None or each.when - before.when > SITTING
        if not each.right:
            found = 0
        elif apart:
            found = min(found + 1, len(INTERVALS) - 1)
        before = each
    return found


def urgency(asked: Asked, now: float) -> float:
    """How long it has waited, as a share of its interval: 1 when it is due."""
    last = asked.attempts[-1].when if asked.attempts else asked.finished
    return max(0.0, now - last) / INTERVALS[level(asked.attempts)]


def in_turn(questions: Sequence[Asked], now: float) -> list[Asked]:
    """The most urgent first, but lessons take turns: each question taken makes the others of its
    lesson less urgent, and no two of a lesson follow each other as long as there is another."""
    left = list(questions)
    worth = {each: min(urgency(each, now), MOST) for each in left}
    taken: Counter[str] = Counter()
    out: list[Asked] = []
    while left:
        last = out[-1].lesson if out else ""
        others = [each for each in left if each.lesson != last] or left
        best = max(others, key=lambda each: worth[each] / (1 + taken[each.lesson]))
        left.remove(best)
        taken[best.lesson] += 1
        out.append(best)
    return out
