"""Examples of the run: the one of the next step, the support vectors and others, or those whose
numbers an author gives; the answer is the ids of points."""

import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from linlab.engine.ground.errors import LinlabError
from linlab.engine.picture.shapes import Item, Lines, Marks
from linlab.engine.train.measures import margins, support
from linlab.lessons.facts.known import Facts
from linlab.lessons.facts.numbers import optimum_of
from linlab.lessons.facts.situation import Situation
from linlab.lessons.playing import Play
from linlab.lessons.written.checks import list_of, whole_number

from .ink import OWN, TRUE, Area
from .kind import Answer, Field, Mistake, Question, QuestionKind, Segment, Verdict
from .mistakes import distinct, judged, mistakes_field, own_mistakes
from .names import named

TEMPLATE = """kind = "click"
ask = "Which example comes next?"
answer = "next\""""
HINT = (
    "Click in the plane, or aim with Alt and arrows and press Enter. A second click takes it back."
)
LISTED = 12  # most examples listed by their numbers
MORE = 0.34  # of the examples of an answer: how many more or fewer there may be with other points


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


SHOWN_BY = {  # the layers that mark these examples
    "next": frozenset({"next", "example"}),
    "next change": frozenset({"next", "wrong"}),
    "supports": frozenset({"supports"}),
    "optimum supports": frozenset({"supports"}),
    "wrong": frozenset({"wrong"}),
}

BECAUSE = {  # what is asked for, and what was clicked instead
    ("next", "wrong"): "Examples that are wrong now are not chosen: they wait for their turn.",
    ("next", "next change"): "That is the next one to change the weights, but others come before.",
    ("next", "nearest"): "The order does not depend on where an example lies.",
    ("next change", "next"): "That example comes next, but it is right, so it changes nothing.",
    ("next change", "nearest"): "The nearest example changes nothing while it is right.",
    ("next change", "wrong"): "All of these are wrong now, but one of them comes first.",
    ("wrong", "nearest"): "Those are nearest to the line. On which side are they?",
    ("wrong", "supports"): "Examples inside the street may still be on the correct side.",
    ("wrong", "next"): "That one only comes next.",
    ("nearest", "wrong"): "Those are on the wrong side. The nearest may be on either side.",
    ("nearest", "supports"): "All of those are in the street. One of them is nearest to the line.",
    ("nearest", "next"): "That one only comes next.",
    ("supports", "wrong"): "Those are on the wrong side. Examples inside the street count, too.",
    ("supports", "nearest"): "The nearest is one of them, but everything inside the street counts.",
    ("supports", "optimum supports"): "That will be so at the optimum. The question is about now.",
    ("optimum supports", "supports"): "That is so now. The optimum has another street.",
    (
        "optimum supports",
        "nearest",
    ): "Those are nearest to the line as it is now, not to that of the optimum.",
    ("optimum supports", "wrong"): "Those are wrong now. The optimum has another line.",
}

NOT_THIS_ONE = {  # where one example is asked for, and no common error was made
    "next": "Another example comes next.",
    "next change": "Another example is the first to change the weights.",
    "supports": "Another one is on or inside the street.",
    "optimum supports": "At the optimum another one is on or inside the street.",
    "wrong": "This one is on the correct side.",
    "nearest": "Another one is nearer to the line.",
}


def _common(asked: str, here: Situation) -> list[Mistake]:
    """The examples of another set, taken for those that are asked for."""
    out = []
    for (wanted, other), because in BECAUSE.items():
        if wanted == asked:
            try:
                found = frozenset(CLICKED[other](here))
            except LinlabError:
                continue
            out += [Mistake(found, because)] if found else []
    return out


def _examples(value: Any) -> str | tuple[int, ...]:
    if isinstance(value, list):
        numbers: tuple[int, ...] = list_of(whole_number(1, 100_000))(value)
        return numbers
    return named(value, CLICKED, "click")


def _answer(question: Question, here: Situation) -> Answer:
    asked = question["answer"]
    found = _ids(asked, here)
    if not found:
        raise LinlabError("No example is the answer here.")
    examples = sorted(int(np.flatnonzero(here.problem.ids == id)[0]) + 1 for id in found)
    shown = ", ".join(f"#{k}" for k in examples[:LISTED])
    shown += " …" if len(examples) > LISTED else ""
    words = (
        f"It is example {shown}." if len(found) == 1 else f"The {len(found)} examples are {shown}."
    )
    mistakes = [*own_mistakes(question, lambda each: _ids(each, here))]
    mistakes += _common(asked, here) if isinstance(asked, str) else []
    distances = _distances(found, here) if asked == "nearest" else ()
    return Answer(found, words, mistakes=distinct(mistakes, found, operator.eq), segments=distances)


def _distances(ids: frozenset[int], here: Situation) -> tuple[Segment, ...]:
    """From each of these examples to the foot of its perpendicular on the line w·x + b = 0; none
    without a single straight line."""
    facts = Facts(here)
    try:
        w = np.array([facts.fact("w1"), facts.fact("w2")])
        b = float(facts.fact("b")) if here.problem.constant else 0.0
    except LinlabError:
        return ()
    if not w.any():
        return ()
    out = []
    for x in here.problem.x[np.isin(here.problem.ids, list(ids))]:
        foot = x - (w @ x + b) / (w @ w) * w
        out.append(((float(x[0]), float(x[1])), (float(foot[0]), float(foot[1]))))
    return tuple(out)


def _ids(asked: str | tuple[int, ...], here: Situation) -> frozenset[int]:
    """The ids of the examples that are meant by a name, or by their numbers."""
    if isinstance(asked, str):
        return frozenset(CLICKED[asked](here))
    strange = next((each for each in asked if each > here.problem.n), None)
    if strange is not None:
        raise LinlabError(f"There is no example {strange}: there are {here.problem.n}.")
    return frozenset(int(here.problem.ids[each - 1]) for each in asked)


def _judge(question: Question, answer: Answer, given: frozenset[int]) -> Verdict:
    hit = len(given & answer.value)
    because = NOT_THIS_ONE.get(question["answer"], "It is another one.")
    if len(answer.value) > 1:
        because = f"You have {hit} of {len(answer.value)}.{_superfluous(len(given) - hit)}"
    elif hit:
        because = "It is only one of those you clicked."
    return judged(given == answer.value, answer, lambda value: given == value, because)


def _superfluous(many: int) -> str:
    """How many of the clicked examples are not part of the answer."""
    if many == 0:
        return ""
    if many == 1:
        return " One of those you clicked does not belong to them."
    return f" {many} of those you clicked do not belong to them."


def _draw(question: Question, given: Any, answer: Answer | None, area: Area) -> tuple[Item, ...]:
    out: list[Item] = []
    if answer is not None and answer.segments:
        lines = tuple(np.array(segment) for segment in answer.segments)
        out.append(Lines("distance", lines, area.true))
    for name, ids, size, pen in (
        (TRUE, answer.value if answer else (), 30.0, area.true),
        (OWN, given or (), 24.0, area.own),
    ):
        places = area.points.x[np.isin(area.points.ids, list(ids))]
        if len(places):
            out.append(Marks(name, "disc", places, size * area.scale, None, pen))
    return tuple(out)


def _page(question: Question, answer: Answer, here: Situation) -> dict[str, Any]:
    mistakes = [[sorted(each.value), each.because] for each in answer.mistakes]
    return {"control": "examples", "answer": sorted(answer.value), "mistakes": mistakes}


CLICK = QuestionKind(
    "click",
    "Click examples",
    TEMPLATE,
    {"answer": Field(_examples, needed=True), "mistakes": mistakes_field(_examples)},
    _answer,
    _judge,
    box=lambda question: "examples",
    hint=lambda question: HINT,
    draw=_draw,
    page=_page,
    numbers_examples=True,
    shown_by=lambda question: (
        SHOWN_BY.get(question["answer"], frozenset())
        if isinstance(question["answer"], str)
        else frozenset()
    ),
    task="Mark the answer in the picture.",
    verbs={"Click": "Mark", "click": "mark"},
    asked_again=lambda question, old, new: (
        abs(len(new.value) - len(old.value)) <= MORE * len(old.value)
    ),
)
