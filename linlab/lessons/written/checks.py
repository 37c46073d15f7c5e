"""Checks of the fields of a block: each takes the TOML value and returns the checked value, or
raises an error with a sentence."""

from collections.abc import Callable
from typing import Any

from linlab.engine.document.look import FARTHEST
from linlab.engine.ground.errors import LinlabError, perhaps
from linlab.engine.ground.sanitise import shorten

LONGEST = 4000  # characters of a text in a block
Check = Callable[[Any], Any]


def a_text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > LONGEST or "\0" in value:
        raise LinlabError(f"It must be a text of 1 to {LONGEST} characters.")
    return value


def a_flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise LinlabError("It must be true or false.")
    return value


def whole_number(low: int, high: int) -> Check:
    def check(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise LinlabError(f"It must be a whole number from {low} to {high}.")
        return value

    return check


def real_number(low: float, high: float) -> Check:
    def check(value: Any) -> float:
        if type(value) not in (int, float) or not low <= value <= high:
            raise LinlabError(f"It must be a number from {low:g} to {high:g}.")
        return float(value)

    return check


def one_of(names: Callable[[], Any], what: str) -> Check:
    def check(value: Any) -> str:
        known = tuple(names())
        if value not in known:
            shown = shorten(str(value))
            raise LinlabError(
                f"There is no {what} “{shown}”{perhaps(shown, known)}: it is one of {', '.join(known)}."
            )
        return str(value)

    return check


def list_of(check: Check, most: int = 100) -> Check:
    def checked(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) > most:
            raise LinlabError(f"It must be a list in square brackets, with at most {most} entries.")
        return tuple(check(each) for each in value)

    return checked


def one_or_more(check: Check) -> Check:
    """One value, or a list of them."""
    return lambda value: list_of(check)(value) if isinstance(value, list) else (check(value),)


def a_table(what: str) -> Check:
    def check(value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise LinlabError(f"It must be a table such as {what}.")
        return value

    return check


def real_numbers(many: int, words: str) -> Check:
    def check(value: Any) -> tuple[float, ...]:
        good = (
            isinstance(value, list)
            and len(value) == many
            and all(type(each) in (int, float) and abs(each) <= FARTHEST for each in value)
        )
        if not good:
            raise LinlabError(f"It must be {words}.")
        return tuple(map(float, value))

    return check
