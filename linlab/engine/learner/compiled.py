"""How plain functions are compiled, cached and passed to each other.

Losses, rates and optimisers are plain Python functions of fixed signature. Each is compiled on
first use and passed to the loop as an address, so that one compilation of the loop serves every
combination of them.
"""

import functools
import threading
from collections.abc import Callable
from typing import Annotated, Any

import numpy as np
from numba import float64, int32, int64, njit, types, void
from numpy.typing import NDArray

from linlab.engine.ground.once import cached_property

from .code_cache import CodeCache

_pair: Any = types.UniTuple
_vector = float64[::1]
_matrix = float64[:, ::1]
_cube = float64[:, :, ::1]
SIGNATURES: dict[str, Any] = {
    # loss(margin) -> (ℓ, −ℓ′)
    "loss": _pair(float64, 2)(float64),
    # joint(scores, y, pull) -> ℓ; writes the pull, which comes in as zeros
    "joint": float64(_vector, int64, _vector),
    # rate(t, loss, reach, numbers) -> η; numbers are (α, t₀, λ, C)
    "rate": float64(int64, float64, float64, _vector),
    # optimiser(gradient, theta, memory, η, momentum, steps); turns the gradient into the change of
    # θ in place, and writes what it multiplied each weight's gradient with into `steps`, unless
    # that is empty
    "optimiser": void(_matrix, _matrix, _cube, float64, float64, _matrix),
}

Whole = Annotated[int, int64]
Real = Annotated[float, float64]
Wholes = Annotated[NDArray[np.int64], int64[::1]]
Table = Annotated[NDArray[np.int64], int64[:, ::1]]
Vector = Annotated[NDArray[np.float64], _vector]
Matrix = Annotated[NDArray[np.float64], _matrix]
Cube = Annotated[NDArray[np.float64], _cube]
Orders = Annotated[NDArray[np.int32], int32[:, ::1]]
OfMargin = Annotated[Any, types.FunctionType(SIGNATURES["loss"])]
OfScores = Annotated[Any, types.FunctionType(SIGNATURES["joint"])]
Rating = Annotated[Any, types.FunctionType(SIGNATURES["rate"])]
Optimising = Annotated[Any, types.FunctionType(SIGNATURES["optimiser"])]

inlined = njit(inline="always")  # for small functions: inlined into compiled callers


_compiling = threading.RLock()  # two threads never compile the same function


class CompiledFunction:
    """A function for one signature, compiled (or loaded) when it is first called or its address is
    needed."""

    def __init__(self, signature: Any, function: Callable[..., Any], **options: Any) -> None:
        self._signature, self.function, self._options = signature, function, options

    @cached_property
    def _code(self) -> Any:
        with _compiling:
            return self.__dict__.get("_code") or self._compiled()

    def _compiled(self) -> Any:
        self._dispatcher: Any = njit(error_model="numpy", **self._options)(
            self.function
        )  # keeps the code alive
        self._dispatcher._cache = CodeCache(self.function)
        self._dispatcher.compile(self._signature)
        [code] = self._dispatcher.overloads.values()
        self.__dict__["_code"] = code  # before the lock is released: there is only one
        return code

    @property
    def ready(self) -> bool:
        return "_code" in self.__dict__

    def prepare(self) -> None:
        _ = self._code

    def __call__(self, *arguments: Any) -> Any:
        """Call the entry point: a dispatcher would look up the type of every argument at each
        call."""
        return self._code.entry_point(*arguments)

    def __wrapper_address__(self) -> int:
        """The address of its code, which the loop reads when it gets this function."""
        return self._pointer

    @cached_property
    def _pointer(self) -> int:
        return int(
            self._code.library.get_pointer_to_function(self._code.fndesc.llvm_cfunc_wrapper_name)
        )


def compiled(
    returns: Any, *arguments: Any, **options: Any
) -> Callable[[Callable[..., Any]], CompiledFunction]:
    """A function that is compiled on first use, for arguments of the types above or tuples of
    them."""
    signature = numba_type(returns)(*map(numba_type, arguments))
    return lambda function: CompiledFunction(signature, function, **options)


def numba_type(kind: Any) -> Any:
    """The compiler's name for a type above, or a named tuple with such fields."""
    if kind is None:
        return types.void
    if hasattr(kind, "__metadata__"):
        return kind.__metadata__[0]
    named_tuple: Any = types.NamedTuple
    return named_tuple(tuple(map(numba_type, kind.__annotations__.values())), kind)


@functools.cache
def address(kind: str, function: Callable[..., Any]) -> CompiledFunction:
    """`function`, of the signature of its kind, as one that the loop can call."""
    return CompiledFunction(SIGNATURES[kind], function)
