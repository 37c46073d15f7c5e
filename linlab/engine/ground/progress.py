"""A long computation says now and then what it is doing, and may hand over what it has found so
far. Whoever watches may show it, or raise an error to end it there.

Who watches belongs to the thread, so that nobody on the way down has to hand it on:

>>> with watched(print):
...     tell("half of it")
half of it
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

Watch = Callable[[str], None]
Take = Callable[[Any], None]


def unwatched(doing: str) -> None:
    """Nobody looks, and nobody ends it."""


def untaken(found: Any) -> None:
    """Nobody wants a part of it."""


_watch: ContextVar[Watch] = ContextVar("watch", default=unwatched)
_take: ContextVar[Take] = ContextVar("take", default=untaken)


def tell(doing: str) -> None:
    """Say it to whoever watches this thread."""
    _watch.get()(doing)


def hand_over(found: Any) -> None:
    """What there is of it so far, to whoever watches this thread."""
    _take.get()(found)


@contextmanager
def watched(watch: Watch, take: Take = untaken) -> Iterator[None]:
    """Look at what this thread says in here, and take what it hands over."""
    before, taken = _watch.set(watch), _take.set(take)
    try:
        yield
    finally:
        _watch.reset(before)
        _take.reset(taken)
