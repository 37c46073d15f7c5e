"""The course that comes with the lab: its order, its numbers, and every reference to a lesson."""

import re

import pytest

from linlab.engine.ground.assets import asset
from linlab.engine.ground.errors import LinlabError
from linlab.lessons.course.shipped_course import (
    EARLIER_NAMES,
    lesson_number,
    planned_course,
    shipped_course,
)
from linlab.lessons.facts.known import Facts
from linlab.lessons.shipped import find, listed, number_of, shipped
from linlab.lessons.shown import shown_steps
from linlab.lessons.written.expressions import Expression
from linlab.lessons.written.reading import lesson_of, read_lesson

ORDER = """a-linear-model the-perceptron when-no-line-will-do the-mistake-bound*
logistic-regression many-classes-and-words naive-bayes
margins-and-the-svm mira* one-engine-three-losses batches-and-optimisers
overfitting where-losses-come-from is-the-difference-real in-practice
kernels votes-bags-stacks-boosting learning-without-labels"""
REFERENCE = re.compile(r"""\{\{[lL]esson\(['"]([^'"]*)['"]\)\}\}""")


def texts():
    return {
        each.name: (each / "lesson.md").read_text(encoding="utf-8")
        for each in asset("lessons").iterdir()
        if each.is_dir()
    }


def test_that_the_plan_is_the_order_of_the_issue():
    for part, line in zip(planned_course().parts, ORDER.splitlines(), strict=True):
        assert part.lessons == tuple(line.replace("*", "").split())
        assert part.optional == {each[:-1] for each in line.split() if each.endswith("*")}
    titles = [part.title for part in planned_course().parts]
    assert titles == [
        "A line that learns",
        "How sure?",
        "Which line?",
        "Does it hold on new data?",
        "Further",
    ]


def test_that_every_lesson_of_the_plan_has_a_folder_and_every_folder_is_in_the_plan():
    assert {each.id for each in listed(asset("lessons"))} == set(planned_course().ids)
    assert len(shipped()) == 18


def test_that_numbers_follow_from_the_order():
    assert [each.number for each in shipped()] == list(range(1, len(shipped()) + 1))
    assert [each.id for each in shipped()] == list(shipped_course().ids)
    planned = [each for each in planned_course().ids if each in texts()]
    assert [lesson_number(each) for each in planned] == list(range(1, len(planned) + 1))
    assert shipped()[0].part == "I · A line that learns"
    assert {each.id for each in shipped() if each.optional} == {"the-mistake-bound", "mira"}


def test_that_a_lesson_is_found_by_its_number_its_id_and_its_earlier_name():
    for each in shipped():
        assert find(str(each.number)) == find(each.id) == each.path
    assert len(EARLIER_NAMES) == 14
    for earlier, lesson in EARLIER_NAMES.items():
        expected = asset("lessons") / lesson
        assert find(earlier) == find(f"/opt/lab/assets/lessons/{earlier}") == expected
        assert find(f"lessons/{earlier}/lesson.md") == expected


def test_that_every_reference_to_a_lesson_leads_to_one():
    referred = [found for text in texts().values() for found in REFERENCE.findall(text)]
    assert len(referred) > 30 and {lesson_number(each) for each in referred}
    needed = [each for lesson in shipped() for each in lesson.needs]
    assert needed and set(needed) <= set(planned_course().ids)


def test_that_a_lesson_builds_only_on_earlier_ones():
    order = planned_course().ids
    for each in shipped():
        assert all(order.index(need) < order.index(each.id) for need in each.needs), each.id


def test_that_no_lesson_writes_the_number_of_another_by_hand():
    for name, text in texts().items():
        assert not re.search(r"\blessons? \d", text, re.IGNORECASE), name
        assert "number = " not in text.split("```")[1], name


def test_that_a_text_says_the_number_of_the_lesson():
    (first, *_) = shown_steps(read_lesson(find("the-perceptron")), 1)
    facts = Facts(first.here)
    assert Expression.read("lesson('mira')").value(facts) == f"lesson {lesson_number('mira')}"
    assert Expression.read('Lesson("a-linear-model")').value(facts) == "Lesson 1"
    with pytest.raises(LinlabError, match=r"no lesson “the-perceptrom” \(did you mean the-perce"):
        Expression.read("lesson('the-perceptrom')").value(facts)


def test_that_an_open_lesson_has_its_number_and_ones_own_what_its_head_says(tmp_path):
    path = find("mira")
    assert number_of(path, read_lesson(path)) == lesson_number("mira")
    own = lesson_of("# Own\n\n```lesson\nformat = 1\nnumber = 31\n```\n\n## A page\n\nWords.\n")
    assert number_of(tmp_path / "mira", own) == 31 and number_of(None, own) == 31
