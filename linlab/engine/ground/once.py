"""What is computed once, or at least not again and again.

`cached_property` is computed once for each object. `functools.cached_property` is the same, but up
to Python 3.11 it locks all objects of a class while it computes for one of them: the window would
wait for another thread that is busy with something else.

A cache that holds what it was asked about holds all that belongs to it: a model has a problem, and
a problem may have a kernel matrix of hundreds of megabytes. So what is asked about an object is
remembered `with_it`, for as long as somebody else holds the object; and large arrays are remembered
`within_bytes`.
"""

import threading
from collections.abc import Callable
from functools import wraps
from typing import Any, Generic, TypeVar, overload
from weakref import WeakKeyDictionary

import numpy as np

from .arrays import Floats

T = TypeVar("T")


class cached_property(Generic[T]):
    """Keeps what `function` gives in the object's dictionary, where it is found from then on."""

    def __init__(self, function: Callable[[Any], T]) -> None:
        self._function = function
        self.__doc__ = function.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> "cached_property[T]": ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: Any, owner: type) -> "cached_property[T] | T":
        if instance is None:
            return self
        value = instance.__dict__[self._name] = self._function(instance)
        return value


def with_it(most: int = 1) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """Remembers the last answers about its first argument, while that lives. An answer must not
    hold what it is about.

    >>> class Thing: ...
    >>> thing, asked = Thing(), []
    >>> length = with_it()(lambda thing, unit: asked.append(unit) or 2 * unit)
    >>> length(thing, 3), length(thing, 3), asked
    (6, 6, [3])
    """

    def remembering(function: Callable[..., T]) -> Callable[..., T]:
        known: WeakKeyDictionary[Any, dict[tuple[Any, ...], T]] = WeakKeyDictionary()
        lock = threading.RLock()  # forgetting an owner may happen while it is held

        @wraps(function)
        def ask(owner: Any, *asked: Any) -> T:
            with lock:
                own = known.setdefault(owner, {})
                if asked in own:
                    return own[asked]
            answer = function(owner, *asked)
            with lock:
                while len(own) >= most:
                    own.pop(next(iter(own)))
                own[asked] = answer
            return answer

        return ask

    return remembering


def within_bytes(
    most: int,
) -> Callable[[Callable[..., Floats]], Callable[..., Floats]]:
    """Remembers the arrays that were asked for last, as many as take so many bytes together.

    >>> asked = []
    >>> zeros = within_bytes(100)(lambda n: asked.append(n) or np.zeros(n))
    >>> [len(zeros(n)) for n in (5, 5, 6, 6, 8, 6, 100, 100)], asked
    ([5, 5, 6, 6, 8, 6, 100, 100], [5, 6, 8, 6, 100, 100])
    """

    def remembering(function: Callable[..., Floats]) -> Callable[..., Floats]:
        known: dict[tuple[Any, ...], Floats] = {}
        lock = threading.Lock()

        @wraps(function)
        def ask(*asked: Any) -> Floats:
            with lock:
                answer = known.pop(asked, None)
                if answer is not None:
                    known[asked] = answer  # it is the last now
                    return answer
            answer = np.asarray(function(*asked))
            if answer.nbytes <= most:
                with lock:
                    known[asked] = answer
                    while sum(each.nbytes for each in known.values()) > most:
                        known.pop(next(iter(known)))
            return answer

        return ask

    return remembering
