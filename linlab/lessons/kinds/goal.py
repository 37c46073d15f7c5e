"""Something to do in the lab until a condition holds; the answer is one way to do it.

    until = "mistakes > 30"
    solution = {move = [[3, -1.5, 0.2]], t = "converged"}

The solution proves that the goal can be met, and that it is not met before anything is done.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from linlab.engine.data.points import Points
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.sanitise import shorten
from linlab.lessons.facts.known import Facts
from linlab.lessons.facts.situation import Situation, converged_at
from linlab.lessons.playing import MOST_STEPS_PLAYED
from linlab.lessons.written.checks import Check, a_table, a_text, list_of, whole_number
from linlab.lessons.written.expressions import Expression
from linlab.lessons.written.text import value_text, with_facts

from .kind import Answer, Field, Question, QuestionKind, Verdict

TEMPLATE = """kind = "goal"
ask = "Move one point so that the perceptron makes more than 10 mistakes."
until = "mistakes > 10"
shows = "{{mistakes}} mistakes so far."
hint = "Which points are hard to separate?"
solution = {move = [[1, 0, 0]], t = 60}"""
SHORTEST = 20  # seconds until the hint is shown


@dataclass(frozen=True)
class Progress:
    """Whether a goal is met, and how far it is, in Markdown."""

    met: bool
    words: str


def progress(question: Question, here: Situation) -> Progress:
    """How far the lab is from the goal."""
    facts = Facts(here)
    until: Expression = question["until"]
    try:
        met = until.holds(facts)
        shows = question["shows"]
        words = with_facts(shows, facts) if shows else _values(until, facts)
    except LinlabError as error:
        return Progress(False, str(error))
    return Progress(met, words)


def _values(until: Expression, facts: Facts) -> str:
    """The facts of the condition, with their values now."""
    parts = []
    for name in until.names:
        try:
            parts.append(f"{name.replace('_', ' ')}: {value_text(facts.fact(name))}")
        except LinlabError:
            continue  # a function, which needs a place
    return " · ".join(parts)


def _changed(points: Points, solution: Mapping[str, Any]) -> Points:
    """The points after what the solution does to them; examples are counted from 1."""

    def ids(numbers: Any) -> list[int]:
        strange = next((k for k in numbers if k > len(points)), None)
        if strange is not None:
            raise LinlabError(f"There is no point {strange}: there are {len(points)}.")
        return [int(points.ids[k - 1]) for k in numbers]

    def label(name: str) -> int:
        if name not in points.classes:
            raise LinlabError(f"There is no class “{shorten(name)}”.")
        return points.classes.index(name)

    out = points
    for k, x1, x2 in solution.get("move", ()):
        out = out.move(ids([k]), (x1, x2))
    for k, name in solution.get("relabel", ()):
        out = out.relabel(ids([k]), label(name))
    for x1, x2, name in solution.get("add", ()):
        out = out.add((x1, x2), label(name))
    gone = solution.get("remove", ())
    return out.remove(ids(gone)) if gone else out


def _solved(question: Question, here: Situation) -> Situation:
    """The lab after the solution."""
    solution = question["solution"]
    document = here.document
    points = _changed(document.points, solution)
    learners = list(document.learners)
    try:
        learners[here.which] = learners[here.which].replace(**solution.get("set", {}))
    except TypeError as error:
        raise LinlabError(str(error)) from None
    document = replace(document, points=points, learners=tuple(learners), timeline=())
    t = solution.get("t", here.t)
    if t == "converged":
        t = converged_at(document, here.which)
        if t is None:
            raise LinlabError("The solution does not converge: give the number of a step.")
    return Situation(document, here.which, t)


def _answer(question: Question, here: Situation) -> Answer:
    until: Expression = question["until"]
    if until.holds(Facts(replace(here, then=None))):
        raise LinlabError(f"“{shorten(until.text)}” holds already when the page opens.")
    solved = _solved(question, here)
    if not until.holds(Facts(solved)):
        raise LinlabError(f"With the solution “{shorten(until.text)}” does not hold.")
    return Answer(solved, "This is one way to do it.", "There are many ways to do it.")


def _judge(question: Question, answer: Answer, given: bool) -> Verdict:
    return Verdict(bool(given), "", "Done.")


def _condition(value: Any) -> Expression:
    return Expression.read(a_text(value))


def _row(*kinds: type) -> Check:
    """A row such as [3, -1.5, 0.2] or [3, "B"]."""

    def check(value: Any) -> Any:
        good = isinstance(value, list) and len(value) == len(kinds)
        if good:
            for each, kind in zip(value, kinds, strict=True):
                allowed = (int, float) if kind is float else (kind,)
                good = good and type(each) in allowed and (kind is not int or each >= 1)
        if not good:
            names = {int: "the number of a point", float: "a coordinate", str: "a class"}
            raise LinlabError(f"It must be a list of {', '.join(names[kind] for kind in kinds)}.")
        return tuple(value)

    return list_of(check)


def _step(value: Any) -> int | str:
    if value == "converged":
        return "converged"
    number: int = whole_number(0, MOST_STEPS_PLAYED)(value)
    return number


PARTS: dict[str, Check] = {
    "move": _row(int, float, float),
    "relabel": _row(int, str),
    "add": _row(float, float, str),
    "remove": list_of(whole_number(1, 100_000)),
    "set": a_table("{lam = 0.1}"),
    "t": _step,
}


def _solution(value: Any) -> dict[str, Any]:
    table = a_table('{move = [[3, -1.5, 0.2]], t = "converged"}')(value)
    strange = next((name for name in table if name not in PARTS), None)
    if strange is not None:
        raise LinlabError(
            f"A solution has no “{shorten(strange)}”; it may have {', '.join(PARTS)}."
        )
    return {name: PARTS[name](each) for name, each in table.items()}


GOAL = QuestionKind(
    "goal",
    "Your turn",
    TEMPLATE,
    {
        "until": Field(_condition, needed=True),
        "shows": Field(a_text, default="", texts=True),
        "hint": Field(a_text, default="", texts=True),
        "solution": Field(_solution, needed=True),
        "wait": Field(whole_number(0, 600), default=SHORTEST),
    },
    _answer,
    _judge,
    answer_field="solution",
    box=lambda question: "goal",
    own_words=lambda question, given: "done" if given else "not yet",
    task="Do it in the lab.",
    headed=True,
    open_lab=True,
    acts=True,
    asked_again=lambda question, old, new: True,  # its answer has proved that it can be met
)
