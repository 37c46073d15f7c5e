"""Every lesson that comes with the lab: each claim holds, each answer is computed, and each is as
short as promised."""

import re
from functools import cache
from pathlib import Path

import pytest

from linlab.engine.ground.assets import asset
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.lessons.checking import Checked, check
from linlab.lessons.questions import predicts
from linlab.lessons.shipped import listed
from linlab.lessons.shown import shown_steps
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
        and 1 <= lesson.field("minutes", 0) <= 15
    )
    assert 1 <= len(lesson.field("keywords", ())) <= 4


@each_lesson
def test_that_the_text_of_a_step_is_read_at_a_glance(folder: Path) -> None:
    for step in checked(folder).lesson.steps:
        assert 5 <= len(plain(step.text).split()) <= 120, step.title


@each_lesson
def test_that_a_lesson_starts_with_something_to_do_or_to_predict(folder: Path) -> None:
    first = checked(folder).lesson.steps[0]
    assert first.question is not None and first.question.values["kind"] != "explain"


@each_lesson
def test_that_a_lesson_ends_with_three_sentences_to_keep_and_two_things_to_try(
    folder: Path,
) -> None:
    last = checked(folder).lesson.steps[-1].text
    _, _, rest = last.partition("### Three sentences to keep\n")
    keep, _, to_try = rest.partition("### Two things to try\n")
    assert re.findall(r"^\d\. |^- ", keep, re.M) == ["1. ", "2. ", "3. "]
    sentences = re.split(r"^\d\. ", keep.strip(), flags=re.M)[1:]
    for sentence in sentences:
        inside = re.sub(r"\$[^$]*\$|\{\{.*?\}\}", "x", sentence).strip()
        assert re.fullmatch(r"[^.?!]+\.", inside), sentence  # one sentence each
    assert re.findall(r"^\d\. |^- ", to_try, re.M) == ["- ", "- "]


def by_chance(learner: Learner) -> bool:
    """Whether its run depends on a random order."""
    chosen = dict(learner.settings)
    whole = chosen.get("batch") == "all" or chosen.get("optimiser") in ("lbfgs", "newton", "exact")
    counts = learner.model in ("naive-bayes", "gaussian-naive-bayes")
    return not whole and not counts and chosen.get("order") in ("shuffled", "sampled")


@each_lesson
def test_that_a_question_says_so_if_its_answer_depends_on_order_or_chance(folder: Path) -> None:
    """A number, a line or a curve after several random steps is an estimate, and the page says so.
    Choices are wide enough not to depend on it."""
    for page in shown_steps(checked(folder).lesson):
        question = page.question
        if question is None or question.kind.key not in ("number", "drag", "curve"):
            continue
        if not predicts(question) or page.end <= page.look.t + 1:
            continue
        if by_chance(page.document.learners[page.look.focus]):
            said = (page.step.text + question.ask).lower()
            assert question["tolerance"] > 0, page.step.title
            assert re.search(r"order|random|by chance", said), page.step.title


@each_lesson
def test_that_a_lesson_tells_its_teacher_everything(folder: Path) -> None:
    notes = checked(folder).lesson.teacher
    assert notes is not None and len(notes.sections) == 5
    assert len(notes.errors) >= 2 and len(notes.questions) >= 2
