"""What is practised when: a function of earlier answers; and the lesson that is made of it."""

import itertools

import pytest

from linlab.engine.ground.errors import LinlabError
from linlab.lessons.checking import played
from linlab.lessons.practice.practice import practice
from linlab.lessons.practice.schedule import DAY, INTERVALS, Asked, in_turn, level, urgency
from linlab.lessons.progress.records import Attempt, LessonProgress, Progress
from tests.lessons.variants.a_lesson import small_lesson

NOW = 1_800_000_000.0


def attempts(*days_and_rights):
    """Attempts so many days ago."""
    return tuple(Attempt("page", 1, right, NOW - days * DAY) for days, right in days_and_rights)


def asked(lesson="a", title="page", *answers):
    return Asked(lesson, title, NOW - 40 * DAY, attempts(*answers))


def test_that_a_question_missed_yesterday_comes_before_one_that_was_right():
    missed = asked("a", "missed", (1, False))
    right = asked("b", "right", (1, True))
    often = asked("c", "often right", (9, True), (5, True), (1, True))
    assert [each.title for each in in_turn([often, right, missed], NOW)] == [
        "missed", "right", "often right",
    ]  # fmt: skip


def test_that_only_looking_at_the_answer_is_a_miss():
    assert level(attempts((9, True), (5, True), (1, None))) == 0


def test_that_a_right_answer_minutes_after_a_miss_does_not_count():
    assert level(attempts((1.001, False), (1, True))) == 0
    assert level(attempts((3, False), (1, True))) == 1


@pytest.mark.parametrize("many", range(1, 8))
def test_that_each_right_answer_makes_the_next_pause_longer(many):
    pauses = []
    for k in range(1, many + 1):
        days = [10 * (k - j) for j in range(k)]
        answers = attempts(*((day + 2, True) for day in days))
        pauses.append(INTERVALS[level(answers)])
    assert pauses == sorted(pauses)
    assert max(pauses) <= 60 * DAY


def test_that_a_question_is_due_when_its_interval_has_passed():
    once_right = asked("a", "page", (1, True))
    assert urgency(once_right, NOW) == pytest.approx(1.0)
    assert urgency(once_right, NOW - 0.5 * DAY) == pytest.approx(0.5)
    assert urgency(asked("a", "never asked"), NOW) > 1000


def test_that_lessons_take_turns_as_long_as_there_are_several():
    questions = [asked("a", f"a{k}", (9, False)) for k in range(4)]
    questions += [asked("b", f"b{k}", (2, True)) for k in range(3)]
    lessons = [each.lesson for each in in_turn(questions, NOW)]
    assert lessons == ["a", "b", "a", "b", "a", "b", "a"]
    found = in_turn(questions, NOW)
    assert sorted(each.title for each in found) == sorted(each.title for each in questions)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("small")
    small_lesson(made)
    return made


def progress_of(folder, *answers):
    lesson = LessonProgress(str(folder), finished=NOW - DAY, attempts=answers)
    return Progress({str(folder): lesson})


def test_that_practice_has_five_fresh_questions_that_pass_the_check_of_a_lesson(folder):
    found = practice(progress_of(folder), NOW)
    assert len(found.lesson.steps) == len(found.origins) == 5
    assert played(found.lesson).faults == ()
    for step, origin in zip(found.lesson.steps, found.origins, strict=True):
        assert step.title == origin.title
        assert "From “Small steps”" in step.text
    documents = [(found.lesson.files.folder / f"page-{k}.linlab").read_text() for k in range(1, 6)]
    assert all(one != other for one, other in itertools.combinations(documents, 2))


def test_that_the_question_that_was_missed_comes_first(folder):
    lesson = small_lesson(folder)
    missed = "The rate of MIRA"
    answers = [
        Attempt(step.title, k, step.title != missed, NOW - 0.5 * DAY)
        for k, step in enumerate(lesson.steps, 1)
    ]
    assert practice(progress_of(folder, *answers), NOW).origins[0].title == missed


def test_that_the_same_moment_gives_the_same_points_and_another_moment_others(folder):
    def points(now):
        found = practice(progress_of(folder), now, many=1)
        return (found.lesson.files.folder / "page-1.linlab").read_text()

    assert points(NOW) == points(NOW)
    assert points(NOW) != points(NOW + 100)


def test_that_nothing_finished_is_refused_with_a_way_on():
    with pytest.raises(LinlabError, match="finish one first"):
        practice(Progress(), NOW)
    gone = Progress({"gone": LessonProgress("gone", finished=NOW)})
    with pytest.raises(LinlabError, match="finish another one"):
        practice(gone, NOW)


def test_that_questions_without_other_points_fill_up_as_they_were(folder):
    found = practice(progress_of(folder), NOW, many=8)
    assert len(found.origins) == 8
    fresh = [step.text.startswith("*From “Small steps”, with other") for step in found.lesson.steps]
    assert fresh[:3] == [True] * 3 and False in fresh
    old = [origin.title for origin, new in zip(found.origins, fresh, strict=True) if not new]
    assert "Nothing to do with the points" in old
