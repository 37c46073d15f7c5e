"""The same work for many things, on all cores.

The threads share one process: the compiled loop and numpy release Python's lock while they compute.
Each thing is computed by the same code as on one core, so the results are the same to the bit, and
they come in the order of the things.

>>> list(on_all_cores(lambda n: n * n, [3, 1, 2]))
[9, 1, 4]
"""

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextvars import Context, ContextVar, copy_context
from typing import Any, Generic, TypeVar

from linlab.engine.ground.progress import watch_of_this_thread, watched

T = TypeVar("T")
R = TypeVar("R")
_threads: ContextVar[int | None] = ContextVar("threads", default=None)


def threads() -> int:
    """How many things are computed at once: as many as there are cores, one within such work."""
    own = _threads.get()
    return own if own is not None else _cores()


def _cores() -> int:
    try:
        return len(os.sched_getaffinity(0))  # those that this program may use
    except AttributeError:  # not on this system
        return os.cpu_count() or 1


def with_threads(many: int) -> Context:
    """A context in which so many things are computed at once: `with_threads(1).run(work)`."""
    context = copy_context()
    context.run(_threads.set, many)
    return context


def on_all_cores(work: Callable[[T], R], things: Sequence[T]) -> Iterator[R]:
    """`work` of each thing, in their order. An error in one of them is raised in its place, and the
    rest is given up. What they report reaches the watcher of the caller, so that a task can be
    cancelled and has its deadline: first all words of the first thing, then those of the second."""
    many = min(threads(), len(things))
    if many < 2:
        yield from map(work, things)
        return
    crew = _Crew(work, things)
    crew.start(many)
    try:
        for k in range(len(things)):
            yield crew.result(k)
    finally:
        crew.given_up = True


class _GivenUp(BaseException):
    """Nobody waits for the result any more."""


class _Crew(Generic[T, R]):
    """Threads that take one thing after the other. They are daemons, as tasks are: closing the
    program does not wait for them."""

    def __init__(self, work: Callable[[T], R], things: Sequence[T]) -> None:
        self.given_up = False
        self._work = work
        self._things = things
        self._watch = watch_of_this_thread()
        self._next = 0
        self._awaited = 0
        self._words: dict[int, list[str]] = {}  # of things that are not waited for yet
        self._found: dict[int, tuple[Any, BaseException | None]] = {}
        self._change = threading.Condition()

    def start(self, many: int) -> None:
        for _ in range(many):
            context = with_threads(1)
            threading.Thread(
                target=context.run, args=(self._run,), name="linlab core", daemon=True
            ).start()

    def result(self, k: int) -> R:
        with self._change:
            self._awaited = k
            for doing in self._words.pop(k, [])[1:]:
                self._watch(doing)
            while k not in self._found:
                self._change.wait()
            answer, error = self._found.pop(k)
        if error is not None:
            raise error
        return answer  # type: ignore[no-any-return]

    def _run(self) -> None:
        error: BaseException | None = None
        while error is None and not self.given_up:
            with self._change:
                k = self._next
                self._next += 1
            if k >= len(self._things):
                return
            answer = None
            try:
                with watched(lambda doing, k=k: self._tell(k, doing)):  # type: ignore[misc]
                    answer = self._work(self._things[k])
            except BaseException as raised:
                error = raised.with_traceback(None)  # whose frames would keep their data alive
            with self._change:
                self._found[k] = answer, error
                self._change.notify_all()

    def _tell(self, k: int, doing: str) -> None:
        """Told at once of the thing that is waited for, whose watcher may end it; the caller then
        gives up the others."""
        if self.given_up:
            raise _GivenUp
        with self._change:
            if k == self._awaited:
                self._watch(doing)
            elif self._words.setdefault(k, [""])[-1] != doing:
                self._words[k].append(doing)
