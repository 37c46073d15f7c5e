"""Handouts to fill in, of all shipped lessons: what a page prints does not answer its question, in
words or in its pictures, and the sheets are well filled."""

import re
from functools import cache
from pathlib import Path

import pytest

from linlab.engine.ground.assets import asset
from linlab.engine.picture.shapes import Group, Item, Label
from linlab.lessons.facts.known import Facts
from linlab.lessons.handout.handout import Handout, Part, handout_of
from linlab.lessons.handout.html import handout_html
from linlab.lessons.questions import answer_of
from linlab.lessons.shipped import listed
from linlab.lessons.shown import Shown, shown_steps
from linlab.lessons.written.reading import read_lesson
from linlab.lessons.written.text import with_facts

FOLDERS = [each.path for each in listed(asset("lessons"))]
each_lesson = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
MARKS = {  # drawn items that mark the examples which a question asks for
    "wrong": {"wrong"},
    "supports": {"supports", "support vectors", "rings"},
    "next": {"next", "next example", "example"},
    "next change": {"next", "next example", "wrong"},
}
GIVEN = {  # the answer is one of several given numbers: which one, and why, is the question
    ("logistic-regression", "When all pulls cancel"),
    ("when-no-line-will-do", "Those who last count more"),
}
FEW = 10  # whole numbers below it are in every text


@cache
def sheets(folder: Path) -> tuple[Handout, tuple[Shown, ...]]:
    lesson = read_lesson(folder)
    return handout_of(lesson, blanks=True), shown_steps(lesson)


def questions(folder: Path) -> list[tuple[Part, Shown]]:
    handout, pages = sheets(folder)
    pairs = zip(handout.parts, pages, strict=True)
    return [(part, page) for part, page in pairs if page.question is not None]


def items_of(part: Part) -> list[Item]:
    out: list[Item] = []
    for row in part.rows:
        for picture in row:
            for panel in picture.panels:
                for item in panel.items:
                    out += [item, *(item.items if isinstance(item, Group) else ())]
    return out


def numbers_in(text: str) -> set[float]:
    plain = re.sub(r"\$[^$]*\$", " ", text.replace("−", "-").replace(" ", ""))
    return {float(each) for each in re.findall(r"-?\d+(?:\.\d+)?", plain)}


def spellings(value: float) -> set[float]:
    """The number as people write it, also in percent."""
    return {round(k * value, digits) for k in (1.0, 100.0) for digits in (0, 1, 2, 3)}


@each_lesson
def test_that_no_number_that_is_asked_for_is_printed(folder: Path) -> None:
    for part, page in questions(folder):
        assert page.question is not None and part.asked is not None
        if page.question.kind.key != "number" or (folder.name, page.step.title) in GIVEN:
            continue
        value = float(answer_of(page.question, page.here).value)
        if value == round(value) and abs(value) < FEW:
            continue
        words = with_facts(f"{page.step.text}\n{page.question.ask}", Facts(page.here))
        labels = " ".join(item.text for item in items_of(part) if isinstance(item, Label))
        exact = {each for each in spellings(value) if abs(each - round(each)) > 1e-9}
        exact |= {float(round(value))} if value == round(value) else set()
        assert not exact & numbers_in(words), page.step.title
        assert not exact & numbers_in(labels), page.step.title


@each_lesson
def test_that_no_mark_shows_the_examples_that_are_asked_for(folder: Path) -> None:
    asked = {}
    for part, page in questions(folder):
        assert page.question is not None
        if page.question.kind.key == "click" and isinstance(page.question["answer"], str):
            where = page.document, page.look.t
            asked[where] = asked.get(where, set()) | MARKS.get(page.question["answer"], set())
            assert part.rows, page.step.title  # there is a picture to mark it in
    handout, pages = sheets(folder)
    for part, page in zip(handout.parts, pages, strict=True):
        telling = asked.get((page.document, page.look.t), set())
        assert not telling & {item.name for item in items_of(part)}, page.step.title


@each_lesson
def test_that_lines_and_arrows_that_are_asked_for_are_not_drawn(folder: Path) -> None:
    for part, page in questions(folder):
        assert page.question is not None
        if page.question.kind.key == "drag" and page.play is None:
            hidden = page.question.kind.shown_by(page.question)
            assert not hidden & {item.name for item in items_of(part)}, page.step.title


@each_lesson
def test_that_paper_asks_to_mark_and_prints_no_errors_and_no_answers(folder: Path) -> None:
    handout, _ = sheets(folder)
    assert handout.solved == () and "<h2>Answers" not in handout_html(handout)
    for part, page in questions(folder):
        assert part.asked is not None and page.question is not None
        if page.question.kind.key == "click":
            assert "click" not in part.asked.ask.text.lower()
            assert "ark" in part.asked.ask.text or "Mark" in part.asked.task
        headings = [item for item in items_of(part) if getattr(item, "name", "") == "heading"]
        assert not [item for item in headings if isinstance(item, Label) and "%" in item.text]


@each_lesson
def test_that_no_legend_covers_the_points(folder: Path) -> None:
    handout, _ = sheets(folder)
    for part in handout.parts:
        for row in part.rows[:1]:  # the plane; views have their own way
            legends = [panel for panel in row[0].panels if panel.legend]
            assert all(panel.legend_at == "above" for panel in legends), part.title
