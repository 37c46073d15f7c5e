"""Lessons on the command line: what is printed and written, and what the exit codes are."""

from pathlib import Path

import pytest

from linlab.commands import lessons as room
from linlab.commands.cli import main
from linlab.lessons import shipped
from linlab.lessons.facts.functions import FUNCTIONS
from linlab.lessons.facts.numbers import FACTS
from tests.lessons.good_lesson import GOOD, line_of, with_its_files


@pytest.fixture
def lesson(tmp_path: Path) -> Path:
    return with_its_files(tmp_path / "lesson")


def test_that_a_good_lesson_is_right(lesson: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lesson", "check", str(lesson), "--answers"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "yes" and out[-1] == f"{lesson}: 4 pages; 2 claims and 4 answers are right."


def test_that_a_wrong_choice_without_a_reason_is_a_warning_and_no_fault(
    lesson: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lesson", "check", str(lesson)]) == 0
    warned = [line for line in capsys.readouterr().err.splitlines() if "warning: " in line]
    text = (lesson / "lesson.md").read_text(encoding="utf-8").splitlines()
    wrong = [k for k, line in enumerate(text, 1) if line.startswith(('"no"', '"never"'))]
    assert len(warned) == len(wrong) == 2
    for k, line in zip(wrong, warned, strict=True):
        assert f"lesson.md, line {k}, field “" in line and "Students are not told why" in line


def test_that_every_fault_is_told_with_its_file_and_line(
    lesson: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = GOOD.replace("seed = 1", "seed = -1").replace("[1, 2]", "[]")
    broken = with_its_files(tmp_path / "broken", text)
    assert main(["lesson", "check", str(broken), str(lesson), str(tmp_path / "nowhere")]) == 2
    out, err = capsys.readouterr()
    assert (
        f"linlab: {broken}: lesson.md, line {line_of(text, 'seed = -1')}, field “seed”: It must be a whole number"
        in err
    )
    assert "There is no lesson" in err and "Traceback" not in err
    assert out.startswith(f"{lesson}: 4 pages")


@pytest.mark.parametrize(
    ("name", "more", "holds"),
    [
        ("a.html", (), "4 answers at the end"),
        ("a.pdf", ("--blanks",), "with blanks for the answers"),
        ("a.HTML", ("--blanks", "--palette", "dark"), "with blanks for the answers"),
    ],
)
def test_that_a_handout_is_written(
    name: str, more: tuple[str, ...], holds: str, lesson: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = lesson.parent / name
    assert main(["lesson", "export", str(lesson), str(path), *more]) == 0
    assert capsys.readouterr().out == f"{path}: handout of 4 pages, {holds}\n"
    made = path.read_bytes()
    assert made.startswith(b"%PDF" if name.endswith("pdf") else b"<!DOCTYPE html>")
    assert ("dark" in more) == (b"color-scheme: dark" in made)


def test_that_what_cannot_be_exported_is_a_line(
    lesson: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for where, out, says in (
        (lesson, "a.doc", "must end in .pdf or .html"),
        (tmp_path / "no", "a.pdf", "There is no lesson"),
        (lesson, "no/a.pdf", "no"),
    ):
        assert main(["lesson", "export", str(where), str(tmp_path / out)]) == 2
        err = capsys.readouterr().err
        assert says in err and err.count("\n") == 1
    (lesson / "lesson.md").write_text(GOOD.replace("seed = 1", "seed = x"), encoding="utf-8")
    assert main(["lesson", "export", str(lesson), str(tmp_path / "a.pdf")]) == 2
    assert "lesson.md, line 31" in capsys.readouterr().err and not (tmp_path / "a.pdf").exists()


def test_that_facts_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lesson", "facts"]) == 0
    out = capsys.readouterr().out
    assert all(f"  {name} " in out for name in FACTS) and all(
        f"  {name}(" in out for name in FUNCTIONS
    )
    assert all(len(line) <= 128 for line in out.splitlines()) and "after.NAME" in out


def test_that_shipped_lessons_are_listed_and_found_by_number(
    lesson: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shipped, "shipped", lambda: shipped.listed(lesson.parent))
    assert main(["lesson", "list"]) == 0
    assert (
        capsys.readouterr().out
        == f"  3  The perceptron ({lesson.name})\n     Why a line turns. 4 pages, 8 minutes; Riezler.\n"
    )
    assert shipped.find("3") == lesson
    assert main(["lesson", "check", "8"]) == 2
    assert "There is no lesson 8" in capsys.readouterr().err


@pytest.mark.parametrize("words", [("--help",), ("check", "--help"), ("export", "--help")])
def test_that_help_is_there_and_tells_all_formats(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lesson", *words]) == 0
    out = capsys.readouterr().out
    assert out.startswith("usage: linlab lesson")
    if "export" in words:
        assert ".pdf" in out and ".html" in out and "--blanks" in out and "--palette" in out


@pytest.mark.parametrize(
    "words",
    [(), ("teach",), ("check",), ("export", "a"), ("export", "a", "b.pdf", "--palette", "pink")],
)
def test_that_wrong_words_are_a_line_and_exit_2(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lesson", *words]) == room.WRONG
    assert "Traceback" not in capsys.readouterr().err


def test_that_a_folder_with_a_course_is_checked_with_all_its_lessons(
    lesson: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = lesson.parent
    course = folder / "course.toml"
    course.write_text(
        f'format = 1\n[[part]]\ntitle = "One"\nlessons = ["{lesson.name}"]\n', encoding="utf-8"
    )
    assert main(["lesson", "check", str(folder)]) == 0
    assert f"{lesson}: 4 pages" in capsys.readouterr().out
    course.write_text('format = 1\n[[part]]\ntitle = "One"\nlessons = ["x"]\n', encoding="utf-8")
    assert main(["lesson", "check", str(folder)]) == 2
    found = capsys.readouterr()
    assert "course.toml, line 4, field “lessons”: There is no lesson “x”" in found.err
    assert f"{lesson}: 4 pages" in found.out  # which it does not name, but which is there
