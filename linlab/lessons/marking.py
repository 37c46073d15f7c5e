"""What a page marks in the plane: the next example if the text speaks of it, the examples and places
that sentences name, and the place that a question asks about."""

import re
from dataclasses import dataclass

import numpy as np

from linlab.engine.ground.errors import LinlabError
from linlab.engine.picture.shapes import Item, Label, Marks, Pen
from linlab.lessons.facts.known import Facts
from linlab.lessons.kinds.ink import Area
from linlab.lessons.shown import Shown
from linlab.lessons.written.expressions import Expression
from linlab.lessons.written.text import parsed, with_facts

NAMED = "named"  # the marks of what a page names
RING, DOT = 26.0, 9.0  # pixels across: around an example, and at a place without one
LETTERS, BESIDE, BELOW = 12.0, 16.0, 16.0  # pixels: of a label, and where it stands from its mark
_EXAMPLE = re.compile(r"#(\d+)")
_NUMBER = r"([−-]?\d+(?:\.\d+)?)"
_PLACE = re.compile(rf"\({_NUMBER}, {_NUMBER}\)")
_AXES = re.compile(rf"x_1 = {_NUMBER}\$?,? (?:and )?\$?x_2 = {_NUMBER}")
_OF_A_PLACE = re.compile(
    rf"\b(?:score|says|probability)\((?:['\"][^'\"]*['\"], *)?{_NUMBER}, *{_NUMBER}\)"
)
_OF_WEIGHTS = re.compile(r"\b(?:w|weights?)\b(?: [\w=]+){0,3} $")  # the words before such a pair
_WEIGHTS = re.compile(r"\(\{\{[^}]*\bw[12]\b[^}]*\}\}, \{\{[^}]*\}\}\)")  # a pair that is no place


@dataclass(frozen=True)
class Mark:
    """A place in the plane, what is written beside it, and the point that is there, if any. `step`:
    it belongs to the step at which the page opens."""

    place: tuple[float, float]
    words: str
    id: int | None = None
    step: bool = False


def marks_of(shown: Shown) -> tuple[Mark, ...]:
    """The marks of a page, each place once; the next example comes first."""
    found = [*_next(shown), *_examples(shown), *_places(shown)]
    once: dict[tuple[float, float], Mark] = {}
    for each in found:
        once.setdefault((round(each.place[0], 6), round(each.place[1], 6)), each)
    return tuple(once.values())


def drawn(marks: tuple[Mark, ...], area: Area) -> tuple[Item, ...]:
    """The marks as rings and labels."""
    pen = Pen(area.palette.accent, 2.2 * area.scale)
    out: list[Item] = []
    for mark in marks:
        place = mark.place
        if mark.id is not None:
            moved = area.points.x[area.points.ids == mark.id]
            if not len(moved):
                continue
            place = (float(moved[0, 0]), float(moved[0, 1]))
        size = (RING if mark.id is not None else DOT) * area.scale
        out.append(Marks(NAMED, "disc", np.array([place]), size, None, pen))
        right = place[0] > 0.5 * (area.view.left + area.view.right)
        out.append(
            Label(
                mark.words,
                place,
                LETTERS * area.scale,
                area.palette.accent_text,
                "end" if right else "start",
                (-BESIDE if right else BESIDE) * area.scale,
                BELOW * area.scale,
                veil=area.palette.card,
                name=NAMED,
            )
        )
    return tuple(out)


def _next(shown: Shown) -> list[Mark]:
    """The next example, if the text or the question speaks of it and it is not what is asked."""
    question = shown.question
    words = f"{shown.step.text} {'' if question is None else question.ask}"
    is_named = (
        "next_" in words or re.search(r"\bcomes? next\b|\bfirst example\b", words) is not None
    )
    asked = question is not None and question.kind.numbers_examples
    if not is_named or asked:
        return []
    try:
        step = shown.here.next
    except LinlabError:  # the run has ended
        return []
    if len(step.ids) != 1:
        return []
    id = int(step.ids[0])
    number = _number_of(shown, id)
    return [] if number is None else [_mark(shown, id, f"next: #{number}", step=True)]


def _examples(shown: Shown) -> list[Mark]:
    """The examples that the text names by number."""
    ids = shown.here.problem.ids
    out = []
    for found in _EXAMPLE.findall(_words(shown)):
        number = int(found)
        if 1 <= number <= len(ids):
            out.append(_mark(shown, int(ids[number - 1]), f"#{number}"))
    return out


def _places(shown: Shown) -> list[Mark]:
    """The places that the text or the question names, other than (0, 0)."""
    points = shown.document.points
    words = _words(shown)
    pairs = [
        found.groups()
        for found in _PLACE.finditer(words)
        if _OF_WEIGHTS.search(words[: found.start()]) is None
    ]
    pairs += _asked_places(shown)
    out = []
    for pair in pairs:
        x, y = (float(each.replace("−", "-")) for each in pair)
        near = np.flatnonzero(np.hypot(*(points.x - (x, y)).T) < 0.006)
        if len(near):
            id = int(points.ids[near[0]])
            number = _number_of(shown, id)
            out.append(_mark(shown, id, f"#{number}" if number else f"({pair[0]}, {pair[1]})"))
        elif x or y:
            out.append(Mark((x, y), f"({pair[0]}, {pair[1]})"))
    return out


def _asked_places(shown: Shown) -> list[tuple[str, str]]:
    """The places in a question's own words, and in the expression that answers it."""
    question = shown.question
    if question is None:
        return []
    found = list(_AXES.findall(question.ask))
    asked = question.values.get("answer")
    if isinstance(asked, Expression):
        found += _OF_A_PLACE.findall(asked.text)
    return found


def _words(shown: Shown) -> str:
    """The words of the page and of its question, formulas as they are written."""
    question = shown.question
    texts = [shown.step.text] + ([] if question is None else [question.ask])
    known = Facts(shown.here)
    out = []
    for text in texts:
        for token in parsed(_WEIGHTS.sub("", text)):
            words = [
                child.content if child.type in ("text", "math_inline") else " "
                for child in token.children or ()
                if child.type in ("text", "math_inline", "softbreak")
            ]
            out.append(with_facts("".join(words), known))
    return " ".join(out)


def _number_of(shown: Shown, id: int) -> int | None:
    found = np.flatnonzero(shown.here.problem.ids == id)
    return int(found[0]) + 1 if len(found) else None


def _mark(shown: Shown, id: int, words: str, step: bool = False) -> Mark:
    points = shown.document.points
    x, y = points.x[points.ids == id][0]
    return Mark((float(x), float(y)), words, id, step)
