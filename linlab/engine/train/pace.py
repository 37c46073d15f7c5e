"""How much is done in a moment, in multiplications, of which `Problem.effort` says how many an
update takes."""

MOMENT = 2**21  # made in about two milliseconds
BESIDE = 2**7  # what an update does beside multiplying: its example, its rate, its record
LONG = 4 * MOMENT  # in one update: it is made in another thread


def updates_in_a_moment(effort: int) -> int:
    return max(1, MOMENT // (effort + BESIDE))


def takes_long(effort: int) -> bool:
    """Whether an update is made in another thread."""
    return effort > LONG
