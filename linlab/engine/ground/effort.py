"""An estimate of how long a computation will take.

A compiled loop or a matrix product cannot be interrupted, so callers with little time ask first:
`effort` is about the number of its multiplications, and one constant converts it to seconds.

>>> MOMENT < FRAME < PIECE
True
"""

SECOND = (
    2**30
)  # multiplications; compiled updates and products of matrices take 0.5 to 2 ns for one


def within(seconds: float) -> int:
    """The effort that fits into this many seconds."""
    return round(seconds * SECOND)


MOMENT = within(0.002)  # too short to notice
FRAME = within(0.008)  # fits into a frame; anything longer is a task
PIECE = within(0.016)  # of a task, between two checks whether it was cancelled
