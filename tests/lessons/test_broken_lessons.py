"""Lessons with a mistake: each is told in a sentence with its file, its line and its field, and
none ends in a traceback."""

import pytest

from linlab.lessons.written.files import LessonFiles

from .broken_lessons import BROKEN, Broken
from .good_lesson import GOOD, faults_of, with_its_files


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> LessonFiles:
    folder = with_its_files(tmp_path_factory.mktemp("lesson"))
    (folder / "broken.linlab").write_text("{", encoding="utf-8")
    (folder / "strange.linlab").write_text('{"linlab": 1, "points": 3}', encoding="utf-8")
    (folder / "broken.csv").write_text("x1,x2,label\n1,two,A\n", encoding="utf-8")
    (folder / "empty.csv").write_text("", encoding="utf-8")
    (folder / "none.png").write_bytes(b"no picture at all")
    return LessonFiles.open(folder)


def test_that_the_good_lesson_has_no_fault(files: LessonFiles) -> None:
    assert faults_of(GOOD, files) == ()


def test_that_there_are_more_than_two_hundred_broken_ones() -> None:
    assert len({broken.text for broken in BROKEN} - {GOOD}) == len(BROKEN) > 300


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.name)
def test_that_a_mistake_is_told_with_its_line_and_its_field(
    broken: Broken, files: LessonFiles
) -> None:
    first, *_ = faults_of(broken.text, files)
    assert (first.file, first.line, first.field) == ("lesson.md", broken.line, broken.field)
    assert broken.says in first.sentence
    assert first.sentence.endswith((".", "?")) and "Traceback" not in first.sentence
    assert str(first).startswith(f"lesson.md, line {broken.line}")
