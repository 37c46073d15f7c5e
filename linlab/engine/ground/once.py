"""A property that is computed once for each object.

`functools.cached_property` is the same, but up to Python 3.11 it locks all objects of a class while
it computes for one of them: the window would wait for another thread that is busy with something
else.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class cached_property(Generic[T]):
    """Keeps what `function` gives in the object's dictionary, where it is found from then on."""

    def __init__(self, function: Callable[[Any], T]) -> None:
        self._function, self.__doc__ = function, function.__doc__

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
