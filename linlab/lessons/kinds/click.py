"""Examples of the run: the one of the next step, the support vectors and others, or those whose
numbers an author gives; the answer is the ids of points."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from linlab.engine.ground.errors import LinlabError
from linlab.engine.picture.shapes import Item, Marks
from linlab.engine.train.measures import margins, support
from linlab.lessons.facts.numbers import optimum_of
from linlab.lessons.facts.situation import Situation
from linlab.lessons.playing import Play
from linlab.lessons.written.checks import list_of, whole_number

from .ink import OWN, TRUE, Area
from .kind import Answer, Field, Question, QuestionKind, Verdict
from .names import named

TEMPLATE = """kind = "click"
ask = "Which example comes next?"
answer = "next\""""
HINT = (
    "Click in the plane, or aim with Alt and arrows and press Enter. A second click takes it back."
)
LISTED = 12  # most examples listed by their numbers


def _next(here: Situation) -> Sequence[int]:
    return [int(each) for each in here.next.ids]


def _next_change(here: Situation) -> Sequence[int]:
    t = Play.read("to the next change").end(here)
    step = here.trace.step(t)
    return [] if step is None else [int(each) for each in step.ids]


def _supports(here: Situation) -> Sequence[int]:
    return [int(each) for each in here.problem.ids[support(here.model)]]


def _wrong(here: Situation) -> Sequence[int]:
    return [int(each) for each in here.problem.ids[margins(here.model) <= 0]]


def _nearest(here: Situation) -> Sequence[int]:
    found = margins(here.model)
    return [
        int(each) for each in here.problem.ids[np.abs(found) <= np.abs(found).min() * (1 + 1e-9)]
    ]


def _optimal(here: Situation) -> Sequence[int]:
    best = optimum_of(here.problem)
    return [int(here.problem.ids[k]) for k in sorted({*best.free.tolist(), *best.bounded.tolist()})]


CLICKED: dict[str, Callable[[Situation], Sequence[int]]] = {
    "next": _next,
    "next change": _next_change,
    "supports": _supports,
    "optimum supports": _optimal,
    "wrong": _wrong,
    "nearest": _nearest,
}


def _examples(value: Any) -> str | tuple[int, ...]:
    if isinstance(value, list):
        numbers: tuple[int, ...] = list_of(whole_number(1, 100_000))(value)
        return numbers
    return named(value, CLICKED, "click")


def _answer(question: Question, here: Situation) -> Answer:
    asked = question["answer"]
    if isinstance(asked, tuple):
        strange = next((each for each in asked if each > here.problem.n), None)
        if strange is not None:
            raise LinlabError(f"There is no example {strange}: there are {here.problem.n}.")
        found = [int(here.problem.ids[each - 1]) for each in asked]
    else:
        found = list(CLICKED[asked](here))
    if not found:
        raise LinlabError("No example is the answer here.")
    examples = sorted(int(np.flatnonzero(here.problem.ids == id)[0]) + 1 for id in found)
    shown = ", ".join(map(str, examples[:LISTED])) + (" …" if len(examples) > LISTED else "")
    words = (
        f"It is example {shown}." if len(found) == 1 else f"The {len(found)} examples are {shown}."
    )
    return Answer(frozenset(found), words)


def _judge(question: Question, answer: Answer, given: frozenset[int]) -> Verdict:
    if given == answer.value:
        return Verdict(True, f"Yes. {answer.words}")
    if len(answer.value) == 1:
        return Verdict(False, f"Not that one. {answer.words}")
    hit = len(given & answer.value)
    others = f", and clicked {len(given) - hit} wrong" if len(given) > hit else ""
    return Verdict(False, f"You found {hit} of {len(answer.value)}{others}. {answer.words}")


def _draw(question: Question, given: Any, answer: Answer | None, area: Area) -> tuple[Item, ...]:
    out: list[Item] = []
    for name, ids, size, pen in (
        (TRUE, answer.value if answer else (), 30.0, area.true),
        (OWN, given or (), 24.0, area.own),
    ):
        places = area.points.x[np.isin(area.points.ids, list(ids))]
        if len(places):
            out.append(Marks(name, "disc", places, size * area.scale, None, pen))
    return tuple(out)


CLICK = QuestionKind(
    "click",
    "Click examples",
    TEMPLATE,
    {"answer": Field(_examples, needed=True)},
    _answer,
    _judge,
    box=lambda question: "examples",
    hint=lambda question: HINT,
    draw=_draw,
    numbers_examples=True,
    task="Ring the answer in the picture.",
)
