"""Claims and answers as small expressions over facts: `mistakes == 3`, `after.norm > norm`,
`score(1, 2) < 0`.

They know numbers, texts, comparisons, and, or, not, + − × ÷ and a few functions. They are read as
Python writes them, but nothing of Python is run: a tree of these few things is walked, and all else
is refused.
"""

import ast
import math
import operator
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.sanitise import shorten

from .rounding import rounded

Value = float | int | bool | str
LONGEST_EXPRESSION = 400  # characters
LARGEST = 2**53  # larger whole numbers become floats, so that none grows without bound

_PLAIN: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def same(one: Value, other: Value) -> bool:
    """Whether two values are equal up to rounding in the last digits."""
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)


_COMPARED: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: same,
    ast.NotEq: lambda a, b: not same(a, b),
    ast.Lt: operator.lt,
    ast.LtE: lambda a, b: a < b or same(a, b),
    ast.Gt: operator.gt,
    ast.GtE: lambda a, b: a > b or same(a, b),
}


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": abs,
    "min": min,
    "max": max,
    "round": rounded,
    "sqrt": math.sqrt,
    "exp": math.exp,
    "log": math.log,
}


class Known(Protocol):
    """Anything that knows facts by name."""

    def fact(self, name: str) -> Value: ...
    def asked(self, name: str, given: Sequence[Value]) -> Value: ...


@dataclass(frozen=True)
class Expression:
    """An expression that was read."""

    text: str
    tree: ast.expr

    @classmethod
    def read(cls, text: str) -> "Expression":
        if len(text) > LONGEST_EXPRESSION:
            raise LinlabError(f"An expression has at most {LONGEST_EXPRESSION} characters.")
        try:
            tree = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise LinlabError(
                f"“{shorten(text)}” is not an expression such as mistakes == 3."
            ) from None
        for node in _nodes(tree, text):
            if isinstance(node, ast.Name | ast.Attribute):
                _path(node, text)
            if isinstance(node, ast.Constant) and _is_huge(node.value):
                raise LinlabError(f"“{shorten(text)}” has a number that is far too large.")
        return cls(text, tree)

    @property
    def names(self) -> tuple[str, ...]:
        """The facts and functions that it uses."""
        found = [
            _path(node, self.text)
            for node in _nodes(self.tree, self.text)
            if isinstance(node, ast.Name | ast.Attribute)
        ]
        return tuple(dict.fromkeys(name for name in found if name not in _FUNCTIONS))

    def value(self, known: Known) -> Value:
        """Its value; an error with a sentence if it has none."""
        try:
            found: Value = _value(self.tree, known, self.text)
        except ZeroDivisionError:
            raise LinlabError(f"“{shorten(self.text)}” divides by 0.") from None
        except (TypeError, OverflowError, ValueError) as error:
            if isinstance(error, LinlabError):
                raise
            raise LinlabError(
                f"“{shorten(self.text)}” mixes values that cannot be combined or compared."
            ) from None
        if isinstance(found, float) and math.isnan(found):
            raise LinlabError(f"“{shorten(self.text)}” has no value here.")
        return found

    def holds(self, known: Known) -> bool:
        found = self.value(known)
        if not isinstance(found, bool):
            raise LinlabError(f"“{shorten(self.text)}” is {shown(found)}, not true or false.")
        return found


def shown(value: Value) -> str:
    """A value as a sentence shows it.

    >>> shown(True), shown(0.1 + 0.2), shown("B")
    ('true', '0.3', '“B”')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"“{shorten(value)}”" if isinstance(value, str) else f"{value:.6g}"


def _nodes(tree: ast.expr, text: str) -> Iterator[ast.expr]:
    """All parts of an expression that are values; an error about a part that is not allowed."""
    yield tree
    inside: list[ast.expr]
    if isinstance(tree, ast.BoolOp):
        inside = tree.values
    elif isinstance(tree, ast.BinOp) and type(tree.op) in _PLAIN:
        inside = [tree.left, tree.right]
    elif isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.Not | ast.USub):
        inside = [tree.operand]
    elif isinstance(tree, ast.Compare) and all(type(op) in _COMPARED for op in tree.ops):
        inside = [tree.left, *tree.comparators]
    elif (
        isinstance(tree, ast.Call)
        and isinstance(tree.func, ast.Name | ast.Attribute)
        and not tree.keywords
    ):
        inside = [tree.func, *tree.args]
    elif isinstance(tree, ast.Name | ast.Attribute) or _is_plain(tree):
        inside = []
    else:
        raise LinlabError(
            f"“{shorten(text)}” is not allowed: an expression has numbers, facts, comparisons, and, or, not, + − * / and functions."
        )
    for each in inside:
        yield from _nodes(each, text)


def _is_plain(tree: ast.expr) -> bool:
    return isinstance(tree, ast.Constant) and isinstance(tree.value, int | float | str | bool)


def _is_huge(value: Any) -> bool:
    """Whether it is a whole number beyond all floats."""
    return isinstance(value, int) and abs(value) > sys.float_info.max


def _small(value: Any) -> Any:
    """A number as a float, or as a small whole number."""
    return float(value) if type(value) is int and abs(value) > LARGEST else value


def _path(node: ast.expr, text: str) -> str:
    """A dotted name such as after.m2.norm."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return f"{_path(node.value, text)}.{node.attr}"
    raise LinlabError(f"“{shorten(text)}” is not allowed in an expression.")


def _value(tree: ast.expr, known: Known, text: str) -> Any:
    if isinstance(tree, ast.Constant):
        return _small(tree.value)
    if isinstance(tree, ast.Name | ast.Attribute):
        return known.fact(_path(tree, text))
    if isinstance(tree, ast.Call):
        name = _path(tree.func, text)
        given = [_value(each, known, text) for each in tree.args]
        asked = _FUNCTIONS[name](*given) if name in _FUNCTIONS else known.asked(name, given)
        return _small(asked)
    if isinstance(tree, ast.BoolOp):
        every = (_value(each, known, text) for each in tree.values)
        return all(every) if isinstance(tree.op, ast.And) else any(every)
    if isinstance(tree, ast.UnaryOp):
        found = _value(tree.operand, known, text)
        return not found if isinstance(tree.op, ast.Not) else -found
    if isinstance(tree, ast.BinOp):
        sides = _value(tree.left, known, text), _value(tree.right, known, text)
        if any(isinstance(side, str) for side in sides):
            raise TypeError  # repeating a text a million times would make a million letters
        return _small(_PLAIN[type(tree.op)](*sides))
    assert isinstance(tree, ast.Compare)
    values = [_value(each, known, text) for each in (tree.left, *tree.comparators)]
    return all(
        _COMPARED[type(op)](a, b) for op, a, b in zip(tree.ops, values, values[1:], strict=False)
    )
