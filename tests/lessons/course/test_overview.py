"""What the course page says: progress, where to go on, search, and one's own lessons."""

import pytest

from linlab.lessons.course.overview import overview
from linlab.lessons.course.own_lessons import lesson_after, own_lessons
from linlab.lessons.course.search import pages_of, search
from linlab.lessons.progress.progress_file import ProgressFile
from linlab.lessons.progress.records import Progress
from linlab.lessons.shipped import find, shipped

LESSON = "# {title}\n\n```lesson\nformat = 1\n```\n\n## First\n\nA page about {word}.\n"


@pytest.fixture
def file(tmp_path):
    return ProgressFile(tmp_path / "progress.jsonl")


@pytest.fixture
def own(tmp_path):
    folder = tmp_path / "own"
    for name in ("apple", "berry", "cherry"):
        (folder / name).mkdir(parents=True)
        text = LESSON.format(title=name.title(), word=f"{name} pie")
        (folder / name / "lesson.md").write_text(text, encoding="utf-8")
    return folder


def test_that_a_new_student_begins_with_the_first_lesson():
    shown = overview(shipped(), Progress())
    assert shown.button == "Begin: A linear model and its boundary ›"
    assert shown.lead == f"{len(shipped())} lessons"
    assert [title for title, _ in shown.parts][:2] == ["I · A line that learns", "II · How sure?"]
    assert not any(each.begun or each.finished for each in shown.entries)


def test_that_the_unfinished_lesson_is_gone_on_with_at_its_page(file):
    file.show_page("a-linear-model", 9, 9, "End")
    file.finish("a-linear-model")
    file.spend("a-linear-model", 600)
    file.show_page("when-no-line-will-do", 4, 8, "A page")
    file.spend("when-no-line-will-do", 1080)
    shown = overview(shipped(), file.read())
    title = next(each.title for each in shipped() if each.id == "when-no-line-will-do")
    assert shown.button == f"Continue: {title}, page 4 ›"
    assert shown.lead == f"2 of {len(shipped())} begun · 28 minutes so far"
    first, _, third, *_ = shown.entries
    assert first.finished and first.state == "finished" and first.share == 1.0
    assert third.state == "38 % seen" and third.share == 3 / 8


def test_that_after_a_finished_lesson_the_next_one_is_offered_and_optional_ones_last(file):
    for each in shipped():
        if not each.optional:
            file.show_page(each.id, 1, 9, "A page")
            file.finish(each.id)
    shown = overview(shipped(), file.read())
    assert shown.button == "Next: The mistake bound and its proof ›"
    for each in shipped():
        file.show_page(each.id, 1, 9, "A page")
        file.finish(each.id)
    shown = overview(shipped(), file.read())
    assert shown.next is None and shown.button == ""


def test_that_a_card_says_minutes_keywords_needs_and_lecture():
    entries = {each.lesson.id: each for each in overview(shipped(), Progress()).entries}
    mira = entries["mira"]
    assert mira.meta.startswith(f"{mira.lesson.minutes} min · ★ optional · ")
    margins = next(each.title for each in shipped() if each.id == "margins-and-the-svm")
    assert f" {margins}." in mira.tip and "Builds on" in mira.tip
    assert mira.lesson.lecture in mira.tip and mira.lesson.summary in mira.tip
    assert mira.spoken.startswith(f"Lesson {mira.lesson.number}: {mira.lesson.title}, ")
    assert mira.spoken.endswith("not begun")


def test_that_search_finds_words_signs_and_names_of_signs():
    pages = pages_of(shipped())
    assert len(pages) == sum(each.steps for each in shipped())
    assert {hit.page.lesson for hit in search(pages, "support vectors")} >= {
        next(each.title for each in shipped() if each.id == "margins-and-the-svm")
    }
    gamma = search(pages, "γ")
    assert gamma and [hit.page for hit in gamma] == [hit.page for hit in search(pages, "Gamma")]
    assert all("γ" in f"{hit.page.text} {hit.page.keywords}" for hit in gamma)
    assert sum("γ" in hit.page.text for hit in gamma) >= 5
    assert search(pages, "   ") == () and search(pages, "zzzz") == ()
    assert all("{{" not in page.text and "$" not in page.text for page in pages)


def test_that_a_title_comes_before_a_text_and_every_word_has_to_be_there():
    pages = pages_of(shipped())
    hits = search(pages, "bound")
    assert "bound" in hits[0].page.title.casefold()
    both = search(pages, "perceptron epoch")
    assert both and all(
        "perceptron" in f"{hit.page.lesson} {hit.page.title} {hit.page.text}".casefold()
        and "epoch" in f"{hit.page.title} {hit.page.text} {hit.page.keywords}".casefold()
        for hit in both
    )
    assert all(word in hits[0].snippet.casefold() for word in ("bound",))


def test_that_own_lessons_follow_their_course_and_the_others_come_last(own):
    assert [each.title for each in own_lessons(own)[0]] == ["Apple", "Berry", "Cherry"]
    (own / "course.toml").write_text(
        'format = 1\n[[part]]\ntitle = "Sweet"\nlessons = ["cherry", "apple"]\noptional = ["apple"]\n',
        encoding="utf-8",
    )
    lessons, faults = own_lessons(own)
    assert faults == () and [each.title for each in lessons] == ["Cherry", "Apple", "Berry"]
    assert [each.number for each in lessons] == [1, 2, 0]
    assert lessons[0].part == "I · Sweet" and lessons[1].optional and lessons[2].part == ""
    assert search(pages_of(lessons), "apple pie")[0].page.lesson == "Apple"


def test_that_a_wrong_id_in_a_course_is_told_with_its_line_and_the_rest_is_used(own):
    (own / "course.toml").write_text(
        'format = 1\n\n[[part]]\ntitle = "Sweet"\nlessons = [\n  "cherry",\n  "aple",\n]\n',
        encoding="utf-8",
    )
    lessons, faults = own_lessons(own)
    assert [each.title for each in lessons] == ["Cherry", "Apple", "Berry"]
    (fault,) = map(str, faults)
    assert fault.startswith("course.toml, line 7, field “lessons”: There is no lesson “aple”")
    assert "did you mean apple?" in fault


def test_that_the_next_lesson_is_that_of_the_course(own):
    order = shipped()
    for each, following in zip(order, order[1:], strict=False):
        assert lesson_after(each.path) == following
    assert lesson_after(order[-1].path) is None
    assert lesson_after(find("mira") / "lesson.md").number == lesson_after(find("mira")).number
    assert lesson_after(own / "apple") is None  # no course, no order
    (own / "course.toml").write_text(
        'format = 1\n[[part]]\ntitle = "x"\nlessons = ["cherry", "apple"]\n', encoding="utf-8"
    )
    assert lesson_after(own / "cherry").title == "Apple" and lesson_after(own / "apple") is None
    assert lesson_after(own / "berry") is None
