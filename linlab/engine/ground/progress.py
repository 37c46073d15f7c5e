"""A long computation says now and then what it is doing. Whoever watches may show it, or raise an error to end it there."""

from collections.abc import Callable

Watch = Callable[[str], None]


def unwatched(doing: str) -> None:
    """Nobody looks, and nobody ends it."""
