"""A long computation says now and then what it is doing. Whoever watches may show it, or raise an error to end it there.

Who watches belongs to the thread, so that nobody on the way down has to hand it on:

>>> with watched(print):
...     tell("half of it")
half of it
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Watch = Callable[[str], None]


def unwatched(doing: str) -> None:
    """Nobody looks, and nobody ends it."""


_watch: ContextVar[Watch] = ContextVar("watch", default=unwatched)


def tell(doing: str) -> None:
    """Say it to whoever watches this thread."""
    _watch.get()(doing)


@contextmanager
def watched(watch: Watch) -> Iterator[None]:
    """Look at what this thread says in here."""
    before = _watch.set(watch)
    try:
        yield
    finally:
        _watch.reset(before)
