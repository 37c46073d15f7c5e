"""How many steps take a moment, and which are made in another thread."""

from linlab.engine.ground.effort import FRAME, MOMENT

STEP_OVERHEAD = 2**7  # multiplications for the rest of a step: its example, its rate, its record
LONG_EFFORT = FRAME


def updates_in_a_moment(effort: int) -> int:
    return max(1, MOMENT // (effort + STEP_OVERHEAD))


def takes_long(effort: int) -> bool:
    """Whether a step is made in another thread."""
    return effort > LONG_EFFORT


def is_quick(effort: int) -> bool:
    """Whether something takes only a small part of a moment."""
    return effort <= MOMENT // 8
