"""Every lesson that comes with the lab: each claim holds, each answer is computed, and each is as
short as promised."""

from functools import cache
from pathlib import Path

import pytest

from linlab.engine.ground.assets import asset
from linlab.engine.ground.errors import LinlabError
from linlab.lessons.checking import Checked, check
from linlab.lessons.shipped import listed
from linlab.lessons.written.text import plain


def _folders() -> list[Path]:
    try:
        return [each.path for each in listed(asset("lessons"))]
    except LinlabError:  # there are none yet
        return []


FOLDERS = _folders()
each_lesson = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


@cache
def checked(folder: Path) -> Checked:
    return check(folder)


@each_lesson
def test_that_every_claim_holds_and_every_answer_is_computed(folder: Path) -> None:
    found = checked(folder)
    assert [str(fault) for fault in found.faults] == []
    assert [str(warning) for warning in found.warnings] == []  # each wrong choice has its reason
    assert found.claims >= 1 and len(found.answers) >= 1
    assert len(found.answers) == sum(step.question is not None for step in found.lesson.steps)


@each_lesson
def test_that_a_lesson_has_five_to_nine_steps_and_names_its_lecture(folder: Path) -> None:
    lesson = checked(folder).lesson
    assert 5 <= len(lesson.steps) <= 9
    assert (
        lesson.field("lecture")
        and lesson.field("summary")
        and 1 <= lesson.field("minutes", 0) <= 60
    )
    assert 1 <= len(lesson.field("keywords", ())) <= 4


@each_lesson
def test_that_the_text_of_a_step_is_read_at_a_glance(folder: Path) -> None:
    for step in checked(folder).lesson.steps:
        assert 5 <= len(plain(step.text).split()) <= 120, step.title
