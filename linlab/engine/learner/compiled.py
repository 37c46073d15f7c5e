"""How the small functions reach the compiled loop.

Losses, rates and optimisers are written as plain Python functions of fixed signature. Each is compiled on first use
and handed to the loop as an address, so that one compilation of the loop serves every combination of them.
"""

import functools
import inspect
from collections.abc import Callable
from typing import Any


@functools.cache
def signatures() -> dict[str, Any]:
    """The fixed signatures, by the kind of function."""
    from numba import float64, int64, types, void

    pair: Any = types.UniTuple

    vector, matrix, cube = float64[::1], float64[:, ::1], float64[:, :, ::1]
    return {
        # loss(margin) -> (ℓ, −ℓ′)
        "loss": pair(float64, 2)(float64),
        # joint(scores, y, pull) -> ℓ; writes the pull, which comes in as zeros
        "joint": float64(vector, int64, vector),
        # rate(t, loss, reach, numbers) -> η; numbers are (α, t₀, λ, C)
        "rate": float64(int64, float64, float64, vector),
        # optimiser(gradient, theta, memory, η, momentum, steps); turns the gradient into the change of θ in place, and
        # writes what it multiplied each weight's gradient with into `steps`, unless that is empty
        "optimiser": void(matrix, matrix, cube, float64, float64, matrix),
    }


@functools.cache
def address(kind: str, function: Callable[..., Any]) -> Any:
    """`function`, compiled, as a first-class function that the loop can call.

    The address is looked up here, once: handing the loop a dispatcher instead costs 0.1 ms for each argument of each call.
    """
    from numba import njit, types

    signature = signatures()[kind]

    class Address(types.WrapperAddressProtocol):
        def __init__(self) -> None:
            # kept, because its code lives as long as it does
            self.dispatcher = njit(signature, cache=_has_a_file(function), error_model="numpy")(function)
            compiled = self.dispatcher.overloads[self.dispatcher.signatures[0]]
            name = compiled.fndesc.llvm_cfunc_wrapper_name
            self.pointer = compiled.library.get_pointer_to_function(name)

        def __wrapper_address__(self) -> int:
            return int(self.pointer)

        def signature(self) -> Any:
            return signature

    return Address()


def _has_a_file(function: Callable[..., Any]) -> bool:
    """A function typed into a notebook or a shell has no file beside which its code could be cached."""
    try:
        return bool(inspect.getsourcefile(function)) and not function.__code__.co_filename.startswith("<")
    except TypeError:
        return False
