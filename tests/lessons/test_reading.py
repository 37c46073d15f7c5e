"""A lesson read from its text: headings, texts without their blocks, the lines of both, and every
fault at once."""

import pytest

from linlab.engine.ground.numerals import grouped
from linlab.lessons.written.faults import LessonError
from linlab.lessons.written.limits import MOST_CHARACTERS, MOST_STEPS
from linlab.lessons.written.reading import lesson_of, understood

from .good_lesson import GOOD, line_of

HEAD = "# Title\n\n```lesson\nformat = 1\n```\n"


def test_that_headings_and_texts_are_taken_apart() -> None:
    lesson, faults = understood(GOOD)
    assert [fault.sentence for fault in faults] == [
        "There is no file “picture.png” in this lesson."
    ]  # there is no folder
    assert lesson.title == "The perceptron" and lesson.intro == "Words before the steps."
    assert [step.title for step in lesson.steps] == [
        "A mistake",
        "Files of its own",
        "Several models",
        "Guesses",
    ]
    first = lesson.steps[0]
    assert (
        first.text
        == "There are {{examples}} examples, and $w = 0$.\nAfter that comes {{after.mistakes}}."
    )
    assert first.line == line_of(GOOD, "## A mistake") and first.lines == (
        first.line + 2,
        first.line + 3,
    )
    assert first.lab.where("seed") == line_of(GOOD, "seed = 1") and first.lab.where() == line_of(
        GOOD, "```lab"
    )
    assert (
        lesson.field("lecture") == "Riezler"
        and lesson.field("minutes") == 8
        and lesson.field("nothing", 3) == 3
    )


def test_that_text_on_either_side_of_a_block_is_one_and_knows_its_lines() -> None:
    text = (
        HEAD + "\n## A\n\nOne.\n\n```lab\nt = 0\n```\n\n\nTwo,\nthree.\n\n```python\nx = 1\n```\n"
    )
    (step,) = lesson_of(text).steps
    assert step.text == "One.\n\nTwo,\nthree.\n\n```python\nx = 1\n```"
    for k, line in enumerate(step.text.split("\n")):
        assert text.split("\n")[step.where(k) - 1] == line


def test_that_a_heading_may_have_formulas_and_deeper_headings_are_text() -> None:
    (step,) = lesson_of(HEAD + "## Where $w$ *goes* `now`\n\n### Deeper\n\nwords\n").steps
    assert step.title == "Where w goes now" and step.text == "### Deeper\n\nwords"


def test_that_headings_within_lists_and_code_are_text() -> None:
    lesson = lesson_of(HEAD + "## A\n\n- an item\n\n> ## quoted\n\n```text\n## no step\n```\n")
    assert len(lesson.steps) == 1 and not lesson.steps[0].lab.values


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_that_lines_are_counted_however_they_end(ending: str) -> None:
    text = (
        HEAD
        + "## A\n\nwords\x0cwith a form feed\u2028and a separator {{nothing}}\n\n```lab\nt = -1\n```\n"
    )
    lesson, faults = understood(text.replace("\n", ending))
    assert [(fault.line, fault.field) for fault in faults] == [(11, "t")]
    assert lesson.steps[0].text.startswith("words") and lesson.steps[0].lines == (8,)


def test_that_all_faults_are_told_in_the_order_of_their_lines() -> None:
    text = GOOD.replace("number = 3", "number = 0").replace('"perceptron"\nset', '"p"\nset')
    text = text.replace("tolerance = 0.2", "unit = ''")
    with pytest.raises(
        LessonError, match=r"lesson.md, line 5, field “number”: .* There are 3 more faults"
    ) as caught:
        lesson_of(text)
    faults = caught.value.faults
    assert [fault.field for fault in faults] == ["number", "model", "", "unit"] and len(faults) == 4
    assert [fault.line for fault in faults] == sorted(fault.line for fault in faults)


def test_that_there_are_not_too_many_steps_or_letters() -> None:
    _, (fault,) = understood(HEAD + "## A step\n\n" * (MOST_STEPS + 1))
    assert fault.line == 6 + 2 * MOST_STEPS and str(MOST_STEPS) in fault.sentence
    _, (fault,) = understood("#" * (MOST_CHARACTERS + 1))
    assert grouped(MOST_CHARACTERS) in fault.sentence


def test_that_an_empty_text_is_told_in_sentences() -> None:
    for text in ("", "\n\n", "words", "```", "# A\n", "\0", "## A"):
        _, faults = understood(text)
        assert faults and all(fault.sentence.endswith(".") and fault.line >= 1 for fault in faults)
