"""How many updates are made in a moment, and which are made in another thread."""

from linlab.engine.ground.effort import FRAME, MOMENT

BESIDE = 2**7  # multiplications for what an update does beside: its example, its rate, its record
LONG = FRAME


def updates_in_a_moment(effort: int) -> int:
    return max(1, MOMENT // (effort + BESIDE))


def takes_long(effort: int) -> bool:
    """Whether an update is made in another thread."""
    return effort > LONG


def is_quick(effort: int) -> bool:
    """Whether something is made in a small part of a moment, so that nobody needs to wait."""
    return effort <= MOMENT // 8
