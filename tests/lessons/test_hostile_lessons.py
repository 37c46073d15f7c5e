"""Lessons made to keep the program busy are answered at once, in words, however they are made."""

import struct
import time
import zlib
from pathlib import Path

import pytest

from linlab.commands import lessons as command
from linlab.commands.cli import main
from linlab.lessons.checking import check
from linlab.lessons.written import limits
from linlab.lessons.written.files import LONGEST_SIDE, MOST_PIXELS_IN_ALL
from linlab.lessons.written.reading import understood
from linlab.lessons.written.text import facts_in

from .good_lesson import faults_of
from .hostile_lessons import HEAD, HOSTILE

SECONDS = 2.0  # of the processor's time


def test_that_there_are_a_hundred_of_them() -> None:
    assert len(HOSTILE) >= 100 and len(set(HOSTILE.values())) == len(HOSTILE)


@pytest.fixture(scope="module", autouse=True)
def loaded() -> None:
    """What the first lesson of all loads and compiles is not the fault of a hostile one."""
    text = "```lab\nplay = '1 update'\n```\n{{after.mistakes}} {{fresh_error}}"
    assert faults_of(HEAD + text) == ()


@pytest.mark.parametrize("name", HOSTILE)
def test_that_a_hostile_lesson_is_answered_within_two_seconds(name: str, tmp_path: Path) -> None:
    (tmp_path / "lesson.md").write_bytes(HOSTILE[name].encode())
    before = time.process_time()
    found = check(tmp_path)
    assert time.process_time() - before < SECONDS
    assert all(fault.line >= 1 and fault.sentence for fault in found.faults)


BEYOND = {
    "characters": ("a\n\n" * (limits.MOST_CHARACTERS // 3), 1),
    "lines": ("\n" * limits.MOST_LINES, limits.MOST_LINES + 1),
    "A line": ("word\n\n" + "a " * (limits.LONGEST_LINE // 2 + 1), 11),
    "A word": ("word\n\n" + "a" * (limits.LONGEST_WORD + 1), 11),
    "A paragraph": ("word\n\n" + "words\n" * (limits.LONGEST_PARAGRAPH // 6 + 1), 11),
    "A paragraph has at most 100 brackets": ("word\n\n" + "[ " * (limits.MOST_BRACKETS + 1), 11),
    "A lesson has at most 1 000 brackets": (("[ " * limits.MOST_BRACKETS + "\n\n") * 11, 29),
    "columns": ("a|" * 22 + "a\n" + "-|" * 22 + "-\n", 10),
    "A paragraph has at most 500 signs": ("word\n\n" + "*a _b " * 251, 11),
    "rows": ("|a|\n|-|\n" + "|b|\n" * limits.MOST_ROWS, 10 + limits.MOST_ROWS),
    "facts": ("{{t}}\n" * (limits.MOST_FACTS + 1), 9 + limits.MOST_FACTS),
    "A formula has at most 400": ("word\n\n$" + "a+" * 200 + "b$", 11),
    "braces within braces": ("word\n$\\sqrt{" + "{" * 6 + "a" + "}" * 7 + "$", 10),
    "formulas of a page": ("\n".join("$" + "a+" * 100 + f"{k}$\n" for k in range(11)), 27),
    "pictures": ("![a](b.png)\n\n" * (limits.MOST_PICTURES + 1), 9 + 2 * limits.MOST_PICTURES),
}  # fmt: skip


@pytest.mark.parametrize("says", BEYOND)
def test_that_each_limit_is_told_with_its_line(says: str) -> None:
    text, line = BEYOND[says]
    _, faults = understood(HEAD + text)
    assert [fault.line for fault in faults] == [line] and says in faults[0].sentence


def test_that_formulas_are_counted_anew_in_each_step() -> None:
    step = "## b\n\n" + "$" + "a+" * 150 + "b$ "
    assert understood(HEAD + f"{step}\n\n" * 20)[1] == []


def test_that_every_limit_is_told_to_those_who_write() -> None:
    told = (Path(__file__).parents[2] / "docs" / "writing-lessons.md").read_text(encoding="utf-8")
    told = told[told.index("## How large a lesson may be") :]
    counts = [
        value for name, value in vars(limits).items() if name.isupper() and isinstance(value, int)
    ]
    assert len(counts) >= 14
    for value in (*counts, LONGEST_SIDE, MOST_PIXELS_IN_ALL // 1_000_000):
        assert f"{value:,}".replace(",", " ") in told, value


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("{{t}} and {{ mistakes }}", ["t", "mistakes"]),
        ("{{a {{t}}", ["t", ""]),
        ("{{t}} }}", ["t", ""]),
        ("{{says(1, 1) == '{'}}", ["says(1, 1) == '{'"]),
    ],
)
def test_that_facts_are_found_between_the_nearest_braces(text: str, facts: list[str]) -> None:
    assert [fact for _, fact in facts_in(text)] == facts


def test_that_at_most_fifty_faults_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "lesson.md").write_text(HEAD + "# a\n" * 1500, encoding="utf-8")
    assert main(["lesson", "check", str(tmp_path)]) == command.WRONG
    lines = capsys.readouterr().err.strip().splitlines()
    told = [line for line in lines if "lesson.md, line" in line]
    assert len(told) == command.MOST_FAULTS and lines[-1].endswith(": and 1 450 more")


def png(path: Path, width: int, height: int) -> None:
    """A whole picture of one colour, however large."""
    line = b"\0" + bytes((width + 7) // 8)
    data = zlib.compress(line * height, 1)
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)),
        (b"IDAT", data),
        (b"IEND", b""),
    )
    with path.open("wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        for kind, content in parts:
            file.write(struct.pack(">I", len(content)) + kind + content)
            file.write(struct.pack(">I", zlib.crc32(kind + content)))  # fmt: skip


@pytest.mark.parametrize(("width", "height"), [(1, 15_000_000), (15_000_000, 1)])
def test_that_a_picture_that_is_far_too_long_is_refused(
    width: int, height: int, tmp_path: Path
) -> None:
    png(tmp_path / "a.png", width, height)
    (tmp_path / "lesson.md").write_text(HEAD + "![a](a.png)\n", encoding="utf-8")
    (fault,) = check(tmp_path).faults
    assert fault.line == 9 and "10 000 pixels wide" in fault.sentence


def test_that_pictures_have_a_limit_altogether(tmp_path: Path) -> None:
    for k in range(5):
        png(tmp_path / f"{k}.png", 4000, 4000)
    shown = "".join(f"![a]({k}.png)\n![again]({k}.png)\n\n" for k in range(3))
    (tmp_path / "lesson.md").write_text(HEAD + shown, encoding="utf-8")
    assert check(tmp_path).faults == ()
    (tmp_path / "lesson.md").write_text(HEAD + shown + "![a](3.png)\n", encoding="utf-8")
    (fault,) = check(tmp_path).faults
    assert fault.line == 18 and "50 million pixels altogether" in fault.sentence


def test_that_a_name_of_a_thousand_letters_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "lesson.md").write_text(
        HEAD + f"```lab\ndocument = '{'a' * 900}'\n```\n", encoding="utf-8"
    )
    (fault,) = check(tmp_path).faults
    assert (fault.line, fault.field) == (10, "document") and "cannot be read" in fault.sentence


@pytest.mark.parametrize(
    ("block", "line"),
    [
        ("a = 1\nb = [\n1,\n2,\n", 11),
        ("a = 1\nb = [\n1,\n2\nc = 3\nd = 4", 11),
        ('a = 1\n\n# remark\nb = """\nc = 3\nd = 4', 13),
        ("a = [\n{b = 1},\n]\nc = 3\nd", 14),
        ("a = 1\na = 2", 11),
        ("[a]\nb = 1\n[a]", 12),
        ('"a b" = {\nc = 1', 10),
    ],
)
def test_that_trouble_with_toml_is_told_where_it_begins(block: str, line: int) -> None:
    _, faults = understood(f"{HEAD}```lab\n{block}\n```\n")
    assert [fault.line for fault in faults if "not TOML" in fault.sentence] == [line]


@pytest.mark.parametrize("info", ["", "python", "Python", "text", "toml", "r", "c++", "py title=a"])
def test_that_code_in_a_language_is_no_fault(info: str) -> None:
    assert understood(f"{HEAD}```{info}\nanswer = 3\n```\n")[1] == []
