"""What the lessons on many classes, losses, practice and teams say in words, computed here from
their points and texts alone."""

import re
from collections import Counter
from functools import cache

import numpy as np

from linlab.engine.ground.assets import asset
from linlab.lessons.shown import Shown, shown_steps
from linlab.lessons.written.reading import read_lesson


@cache
def step(lesson: str, title: str) -> Shown:
    folder = asset("lessons") / lesson
    return next(each for each in shown_steps(read_lesson(folder)) if each.step.title == title)


def test_that_no_line_cuts_out_the_middle() -> None:
    shown = step("many-classes-and-words", "Cut out the middle")
    x, y = shown.here.problem.x, shown.here.problem.y
    fewest = len(y)
    for angle in np.linspace(0, np.pi, 720, endpoint=False):
        along = x @ [np.cos(angle), np.sin(angle)]
        for cut in (*(np.sort(along) + 1e-6), along.min() - 1):
            wrong = int(np.sum((along > cut) != (y == 1)))
            fewest = min(fewest, wrong, len(y) - wrong)
    assert 7 <= fewest <= 10  # a third of the points, or nearly
    assert "no line does much better" in shown.step.question.values["why"]


def test_that_two_thirds_of_the_words_are_in_one_text_only() -> None:
    shown = step("many-classes-and-words", "How few words are enough?")
    texts = [set(re.findall(r"[a-z]+(?:'[a-z]+)*", text.lower())) for text in shown.here.problem.x]
    found = Counter(word for text in texts for word in text)
    once = sum(many == 1 for many in found.values())
    assert len(texts) == 100 and 0.63 < once / len(found) < 0.70
    assert "Two thirds of the words" in shown.step.question.values["why"]
