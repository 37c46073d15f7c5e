"""A long computation reports now and then what it is doing, and may hand over its results so far. A
watcher may show them, or raise an error to end the computation.

The watcher belongs to the thread, so that no function has to pass it on:

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
    """No watcher: reports go nowhere."""


def no_watcher(found: Any) -> None:
    """No watcher: results so far go nowhere."""


_watch: ContextVar[Watch] = ContextVar("watch", default=unwatched)
_take: ContextVar[Take] = ContextVar("take", default=no_watcher)


def tell(doing: str) -> None:
    """Report to the watcher of this thread."""
    _watch.get()(doing)


def hand_over(found: Any) -> None:
    """Give the results so far to the watcher of this thread."""
    _take.get()(found)


def watch_of_this_thread() -> Watch:
    """Its watcher, for other threads that work for it."""
    return _watch.get()


@contextmanager
def watched(watch: Watch, take: Take = no_watcher) -> Iterator[None]:
    """Watch what this thread reports and hands over in this block."""
    before, taken = _watch.set(watch), _take.set(take)
    try:
        yield
    finally:
        _watch.reset(before)
        _take.reset(taken)
