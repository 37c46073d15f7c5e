"""The types of command-line arguments; a wrong value is refused in words."""

import re
from argparse import Action, ArgumentParser, ArgumentTypeError, Namespace, _SubParsersAction
from collections.abc import Callable
from typing import Any, NoReturn

from linlab.engine.ground.errors import LinlabError, perhaps
from linlab.engine.ground.numerals import limit, read_number


class Parser(ArgumentParser):
    """A parser whose complaints are LinlabErrors."""

    def error(self, message: str) -> NoReturn:
        like = _similar(self, message)
        raise LinlabError(
            f"{message[:1].upper()}{message[1:].rstrip('.')}{like} (see {self.prog} --help)."
        )


def _similar(parser: ArgumentParser, message: str) -> str:
    """What a wrong option or choice may have meant, in brackets."""
    choice = re.search(r"invalid choice: '(.*?)' \(choose from (.*)\)", message)
    if choice is not None:
        return perhaps(choice[1], re.findall(r"[\w-]+", choice[2]))
    option = re.search(r"unrecognized arguments: --([\w-]+)", message)
    if option is None:
        return ""
    every = {"--": parser}
    for action in parser._actions:
        if isinstance(action, _SubParsersAction):
            every |= action.choices
    names = {name for each in every.values() for name in each._option_string_actions}
    return perhaps(option[1], [name[2:] for name in sorted(names) if name.startswith("--")])


def add_models(add: Callable[..., Any], model: str, setting: str, **more: Any) -> None:
    """Add --model and --set: each model may be followed by its own settings."""
    add("--model", dest="models", action=_OneModel, default=(), metavar="MODEL", help=model, **more)
    add("--set", dest="models", action=_ItsSetting, metavar="NAME=VALUE", help=setting)


def add_columns(add: Callable[..., Any]) -> None:
    """Add --columns and --standardise, for tables with more columns of numbers than the plane has
    axes."""
    add(
        "--columns",
        metavar="A,B",
        help="the two columns of a table for the axes; A,B,C names that of the classes, too",
    )
    add(
        "--standardise",
        action="store_true",
        help="give each of them the mean 0 and the standard deviation 1; predict does the same",
    )


class _OneModel(Action):
    """Add a model, (name, settings); settings given before the first model belong to it."""

    def __call__(
        self, parser: ArgumentParser, args: Namespace, value: Any, option: str | None = None
    ) -> None:
        (first, early), *rest = args.models or [(None, ())]
        args.models = ((value, early), *rest) if first is None else (*args.models, (value, ()))


class _ItsSetting(Action):
    """A setting of the last model."""

    def __call__(
        self, parser: ArgumentParser, args: Namespace, value: Any, option: str | None = None
    ) -> None:
        *before, (name, settings) = args.models or [(None, ())]
        args.models = (*before, (name, (*settings, value)))


def which(text: str) -> int | str:
    """A model by its number, or all.

    >>> which("all"), which("2")
    ('all', 2)
    """
    return text if text == "all" else count(text)


def step(text: str) -> int | str:
    """A step by its number, or by the name of a bookmark.

    >>> step("12"), step("first mistake")
    (12, 'first mistake')
    """
    return count(text) if text.isascii() and text.isdigit() else text


class Views(Action):
    """The views of a web page, separated by commas; of anything else, the first."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option: Any = None) -> None:
        namespace.views = tuple(view(name.strip()) for name in values.split(","))
        namespace.view = namespace.views[0]


def view(text: str) -> str:
    """The name of a view; “update” is the earlier name of “step”.

    >>> view("update"), view("plane")
    ('step', 'plane')
    """
    return "step" if text == "update" else text


def count(text: str) -> int:
    """
    >>> count("12")
    12
    """
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise ArgumentTypeError(f"“{text}” is not a whole number from 0 upwards")
    return int(text)


def positive(text: str) -> float:
    number = _number(text)
    if number is None or number <= 0.0:
        raise ArgumentTypeError(f"“{text}” is not a number above 0")
    return number


def between(low: float, high: float) -> Callable[[str], float]:
    """A number from one to another."""

    def number(text: str) -> float:
        found = _number(text)
        if found is None or not low <= found <= high:
            raise ArgumentTypeError(f"“{text}” is not a number from {limit(low)} to {limit(high)}")
        return found

    return number


def split(text: str) -> tuple[float, float, float]:
    shares = [_number(share) for share in text.split(",")]
    if len(shares) != 3 or None in shares:
        raise ArgumentTypeError(f"“{text}” is not three numbers such as 60,20,20")
    return shares[0] or 0.0, shares[1] or 0.0, shares[2] or 0.0


def size(text: str) -> tuple[float, float]:
    """
    >>> size("640x480")
    (640.0, 480.0)
    """
    sides = [_number(side) for side in text.lower().replace("×", "x").split("x")]
    if len(sides) != 2 or not all(side is not None and 80 <= side <= 4000 for side in sides):
        raise ArgumentTypeError(
            f"“{text}” is not a size such as 640x480, each side from 80 to 4000"
        )
    return sides[0] or 0.0, sides[1] or 0.0


def place(text: str) -> tuple[float, float]:
    """
    >>> place("0.5,-1")
    (0.5, -1.0)
    """
    found = [_number(part) for part in text.split(",")]
    if len(found) != 2 or None in found:
        raise ArgumentTypeError(f"“{text}” is not a place such as 0.5,-1")
    return found[0] or 0.0, found[1] or 0.0


def region(text: str) -> tuple[float, ...]:
    """A part of the plane; empty means all points.

    >>> region("-1,-2,3,4"), region("all")
    ((-1.0, -2.0, 3.0, 4.0), ())
    """
    sides = [number for number in map(_number, text.split(",")) if number is not None]
    if text == "all":
        return ()
    if len(sides) != 4 or text.count(",") != 3 or not (sides[0] < sides[2] and sides[1] < sides[3]):
        raise ArgumentTypeError(
            f"“{text}” is neither “all” nor left,bottom,right,top such as -1,-1,2,1.5"
        )
    return tuple(sides)


def _number(text: str) -> float | None:
    number = read_number(text)
    return number if number is not None and abs(number) < float("inf") else None
