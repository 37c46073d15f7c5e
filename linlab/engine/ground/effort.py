"""How long something will take, told before it is done.

A compiled loop or a product of matrices cannot be interrupted, so whoever has little time asks
first: `effort` is the number of its multiplications, about, and one constant makes seconds of it.

>>> MOMENT < FRAME < PIECE
True
"""

SECOND = (
    2**30
)  # multiplications; compiled updates and products of matrices take 0.5 to 2 ns for one


def within(seconds: float) -> int:
    """The effort that there is time for in so many seconds."""
    return round(seconds * SECOND)


MOMENT = within(0.002)  # nobody notices it
FRAME = within(0.008)  # there is time for it in a frame; what takes more is a task
PIECE = within(0.016)  # of a task, between two looks at whether anybody waits for it
