"""Notes for the teacher: read as a value, kept by a draft, printed only where they are asked for."""

from pathlib import Path

import pytest

from linlab.commands.cli import main
from linlab.lessons.drafts.draft import Draft
from linlab.lessons.drafts.kept import DraftFolder
from linlab.lessons.handout.handout import handout_of
from linlab.lessons.handout.html import handout_html
from linlab.lessons.web.lesson_page import lesson_page
from linlab.lessons.written.lesson import Lesson
from linlab.lessons.written.reading import lesson_of, read_lesson
from linlab.lessons.written.teacher import TeacherNotes

from .good_lesson import with_its_files

TEXT = """# A

```lesson
format = 2
```

```teacher
aim = "See that only a mistake moves the line."
errors = ["A score of 0 is called right.", "The sign of $y$ is left out."]
questions = "What would $w = x$ do?"
```

Words before the first page.

## One page

Words.

```question
kind = "number"
ask = "How many?"
answer = "examples"
```
"""
SECRET = ("only a mistake moves", "is called right", "is left out", "What would", "For the teacher")


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    return lesson_of(TEXT)


def test_that_notes_are_a_value_with_its_points_in_order(lesson: Lesson) -> None:
    assert lesson.teacher == TeacherNotes(
        "See that only a mistake moves the line.",
        errors=("A score of 0 is called right.", "The sign of $y$ is left out."),
        questions=("What would $w = x$ do?",),
    )
    assert [heading for heading, _ in lesson.teacher.sections] == [
        "Aim",
        "Common errors",
        "Questions for the class",
    ]
    assert lesson.intro == "Words before the first page."
    assert lesson_of(TEXT.replace("```teacher", "```toml")).teacher is None


def test_that_a_handout_has_the_notes_only_if_they_are_asked_for(lesson: Lesson) -> None:
    with_notes = handout_html(handout_of(lesson, teacher=True))
    assert all(words in with_notes for words in SECRET)
    assert 'aria-label="w = x"' in with_notes
    for blanks in (False, True):
        page = handout_html(handout_of(lesson, blanks))
        assert not any(words in page for words in SECRET)


def test_that_a_web_page_has_no_notes(lesson: Lesson) -> None:
    page = lesson_page(lesson)
    assert "Words before the first page." in page
    assert not any(words in page for words in SECRET)


def test_that_the_command_prints_notes_and_refuses_them_in_what_students_get(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "lesson"
    folder.mkdir()
    (folder / "lesson.md").write_text(TEXT, encoding="utf-8")
    out = tmp_path / "sheet.html"
    assert main(["lesson", "export", str(folder), str(out), "--teacher"]) == 0
    assert "For the teacher" in out.read_text(encoding="utf-8")
    assert main(["lesson", "export", str(folder), str(out)]) == 0
    assert "For the teacher" not in out.read_text(encoding="utf-8")
    for option in ("--blanks", "--interactive"):
        assert main(["lesson", "export", str(folder), str(out), "--teacher", option]) != 0
        assert f"--teacher is for you, {option} for students" in capsys.readouterr().err
    (folder / "lesson.md").write_text(TEXT.replace("```teacher", "```toml"), encoding="utf-8")
    assert main(["lesson", "export", str(folder), str(out), "--teacher"]) != 0
    assert "has no notes for the teacher" in capsys.readouterr().err


def test_that_editing_a_lesson_keeps_its_notes(tmp_path: Path) -> None:
    lesson = read_lesson(with_its_files(tmp_path / "lesson"))
    draft = Draft.of(lesson)
    assert (
        lesson.teacher is not None and lesson_of(draft.text, lesson.files).teacher == lesson.teacher
    )
    folder = DraftFolder(tmp_path / "kept")
    folder.keep(draft)
    assert folder.read().draft.teacher == draft.teacher
    old = (tmp_path / "kept" / "draft.jsonl").read_text().splitlines()
    first = Draft(steps=draft.steps)
    folder.keep(first)
    assert '"teacher"' in old[0] and '"teacher"' not in folder.list.read_text().splitlines()[0]
    assert folder.read().draft.teacher == "" and folder.read().damaged == 0
