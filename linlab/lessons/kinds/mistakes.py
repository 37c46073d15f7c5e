"""Wrong answers that are recognised: those an author lists, and those a kind computes.

mistakes = [{value = "after.t", because = "These are steps, not mistakes."}]
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from linlab.engine.ground.errors import LinlabError
from linlab.lessons.written.checks import Check, a_text

from .kind import Answer, Field, Mistake, Question, Verdict

MOST_MISTAKES = 12  # that an author may list for a question


def mistakes_field(check: Check) -> Field:
    """The author's own mistakes, each with a value that is checked as the answer is."""

    def checked(value: Any) -> tuple[Mistake, ...]:
        if not isinstance(value, list) or len(value) > MOST_MISTAKES:
            raise LinlabError(
                "It must be a list of tables such as "
                '[{value = "after.t", because = "These are steps."}], '
                f"with at most {MOST_MISTAKES} entries."
            )
        return tuple(_mistake(each, check) for each in value)

    return Field(checked, default=(), texts=True)


def _mistake(entry: Any, check: Check) -> Mistake:
    if not isinstance(entry, dict) or set(entry) != {"value", "because"}:
        raise LinlabError("Each mistake is a table with the fields “value” and “because”.")
    return Mistake(check(entry["value"]), a_text(entry["because"]))


def own_mistakes(question: Question, value_of: Callable[[Any], Any]) -> Iterator[Mistake]:
    """The author's mistakes, with their values computed; one that has no value is left out, and
    `lesson check` reports it."""
    for each in question.values.get("mistakes") or ():
        try:
            yield Mistake(value_of(each.value), each.because)
        except LinlabError:
            continue


def distinct(
    found: Iterable[Mistake], right: Any, same: Callable[[Any, Any], bool]
) -> tuple[Mistake, ...]:
    """The mistakes whose values differ from the right answer and from those before them."""
    out: list[Mistake] = []
    for each in found:
        if not same(each.value, right) and not any(same(each.value, one.value) for one in out):
            out.append(each)
    return tuple(out)


def judged(
    right: bool,
    answer: Answer,
    is_it: Callable[[Any], bool],
    otherwise: str = "",
) -> Verdict:
    """A verdict: a wrong answer gets the reason of the first mistake that it matches."""
    if right:
        return Verdict(True)
    known = next((each.because for each in answer.mistakes if is_it(each.value)), otherwise)
    return Verdict(False, known)
