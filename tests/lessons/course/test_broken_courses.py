"""A hundred broken course.toml files: each gives sentences with the file and a line, and never more
than that."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linlab.lessons.course.course_file import MOST_BYTES, course_of, read_course

GOOD = """format = 1
title = "A course"

[[part]]
title = "One"
lessons = ["a", "b"]
optional = ["b"]

[[part]]
title = "Two"
lessons = ["c"]
"""
KNOWN = ("a", "b", "c", "d")

VALUES = ("3", "true", "[]", "{}", "1.5", '""', '"  "', "[1]", "2020-01-01")
# What is replaced in the good file, by what, the line of the fault, and a word of its sentence.
CHANGES = [
    # not TOML
    ("format = 1", "format = ", 1, "not TOML"),
    ("format = 1", "format 1", 1, "not TOML"),
    ("format = 1", "format = 1 2", 1, "not TOML"),
    ('title = "A course"', 'title = "A course', 2, "not TOML"),
    ('title = "A course"', "title = A course", 2, "not TOML"),
    ('title = "A course"', 'title = "A course"\ntitle = "B"', 3, "not TOML"),
    ('lessons = ["a", "b"]', 'lessons = ["a", "b"', 6, "not TOML"),
    ('lessons = ["a", "b"]', 'lessons = ["a" "b"]', 6, "not TOML"),
    ('lessons = ["a", "b"]', "lessons = [a, b]", 6, "not TOML"),
    ("[[part]]\ntitle = \"Two\"", "[[part]\ntitle = \"Two\"", 9, "not TOML"),
    ("[[part]]\ntitle = \"Two\"", "[part]]\ntitle = \"Two\"", 9, "not TOML"),
    ("[[part]]\ntitle = \"Two\"", "[part]\ntitle = \"Two\"", 9, "not TOML"),
    ('optional = ["b"]', 'optional = ["b"]]', 7, "not TOML"),
    ('optional = ["b"]', 'optional = "b', 7, "not TOML"),
    ('optional = ["b"]', "optional : [b]", 7, "not TOML"),
    ('title = "Two"', 'title = "Tw\\qo"', 10, "not TOML"),
    # the format
    ("format = 1\n", "", 1, "format = 1"),
    ("format = 1", "format = 0", 1, "version"),
    ("format = 1", "format = -1", 1, "version"),
    ("format = 1", "format = 2", 1, "newer linlab"),
    ("format = 1", "format = 99999999999999999999", 1, "newer linlab"),
    ("format = 1", 'format = "1"', 1, "version"),
    ("format = 1", "format = 1.0", 1, "version"),
    ("format = 1", "format = true", 1, "version"),
    # fields that there are not
    ("format = 1", "format = 1\nformt = 1", 2, "did you mean format?"),
    ('title = "A course"', 'titel = "A course"', 2, "did you mean title?"),
    ('title = "A course"', 'author = "Me"', 2, "no such field"),
    ('optional = ["b"]', 'optinal = ["b"]', 7, "did you mean optional?"),
    ('lessons = ["c"]', 'lesson = ["c"]', 11, "did you mean lessons?"),
    ('title = "Two"', 'name = "Two"', 10, "no such field"),
    ('title = "Two"', 'title = "Two"\nminutes = 3', 11, "no such field"),
    # parts
    ("[[part]]", "[[parts]]", 4, "did you mean part?"),
    ("[[part]]\ntitle = \"One\"\nlessons = [\"a\", \"b\"]\noptional = [\"b\"]\n\n[[part]]\ntitle = \"Two\"\nlessons = [\"c\"]", "", 1, "needs parts"),
    ("[[part]]\ntitle = \"One\"\nlessons = [\"a\", \"b\"]\noptional = [\"b\"]\n\n[[part]]\ntitle = \"Two\"\nlessons = [\"c\"]", "part = 3", 4, "table of its own"),
    ("[[part]]\ntitle = \"One\"\nlessons = [\"a\", \"b\"]\noptional = [\"b\"]\n\n[[part]]\ntitle = \"Two\"\nlessons = [\"c\"]", "part = [3]", 4, "table of its own"),
    ("[[part]]\ntitle = \"One\"\nlessons = [\"a\", \"b\"]\noptional = [\"b\"]\n\n[[part]]\ntitle = \"Two\"\nlessons = [\"c\"]", "[part]\ntitle = \"One\"", 4, "table of its own"),
    ("[[part]]\ntitle = \"One\"", "[[part]]\ntitle = \"x\"\nlessons = []\n" * 45 + "[[part]]\ntitle = \"One\"", 4, "at most 40 parts"),
    ('title = "One"\n', "", 4, "needs “title”"),
    ('lessons = ["c"]\n', "", 9, "needs “lessons”"),
    # lessons
    ('lessons = ["c"]', 'lessons = "c"', 11, "list"),
    ('lessons = ["c"]', 'lessons = ["c", "x"]', 11, "no lesson “x”"),
    ('lessons = ["c"]', 'lessons = [\n  "c",\n  "x",\n]', 13, "no lesson “x”"),
    ('lessons = ["c"]', 'lessons = ["c", "c"]', 11, "twice"),
    ('lessons = ["c"]', 'lessons = ["c", "a"]', 11, "twice"),
    ('lessons = ["a", "b"]', 'lessons = ["../a", "b"]', 6, "without a path"),
    ('lessons = ["a", "b"]', 'lessons = ["..", "b"]', 6, "not an id"),
    ('lessons = ["a", "b"]', 'lessons = ["/etc/passwd", "b"]', 6, "without a path"),
    ('lessons = ["a", "b"]', "lessons = ['a\\\\b', \"b\"]", 6, "without a path"),
    ('lessons = ["a", "b"]', 'lessons = ["", "b"]', 6, "named by its id"),
    ('lessons = ["a", "b"]', 'lessons = [["a"], "b"]', 6, "named by its id"),
    ('lessons = ["a", "b"]', 'lessons = [{id = "a"}, "b"]', 6, "named by its id"),
    ('lessons = ["a", "b"]', f'lessons = ["{"a" * 500}", "b"]', 6, "named by its id"),
    ('lessons = ["a", "b"]', f'lessons = [{", ".join(["1"] * 500)}]', 6, "at most 400"),
    ('optional = ["b"]', 'optional = ["c"]', 7, "not among the lessons"),
    ('optional = ["b"]', 'optional = ["bb"]', 7, "not among the lessons"),
    ('optional = ["b"]', 'optional = ["b", "zz"]', 7, "not among the lessons"),
    ('optional = ["b"]', 'optional = true', 7, "list"),
    ('optional = ["b"]', 'optional = "b"', 7, "list"),
    ('title = "A course"', f'title = "{"x" * 121}"', 2, "at most 120"),
    ('title = "A course"', f'title = "{"x" * 5000}"', 2, "4000"),
    ('title = "Two"', f'title = "{"x" * 130}"', 10, "at most 120"),
    *[('title = "A course"', f"title = {value}", 2, "text") for value in VALUES if value != "{}"],
    ('title = "A course"', "title = {}", 2, "text"),
    *[('title = "Two"', f"title = {value}", 10, "text") for value in VALUES],
    *[('lessons = ["c"]', f"lessons = {value}", 11, "") for value in VALUES if value != "[]"],
    *[('optional = ["b"]', f"optional = {value}", 7, "") for value in VALUES if value != "[]"],
]  # fmt: skip


def test_that_the_good_course_has_no_fault_and_there_are_a_hundred_broken_ones():
    course, faults = course_of(GOOD, KNOWN)
    assert faults == [] and course.ids == ("a", "b", "c") and course.title == "A course"
    assert [part.title for part in course.parts] == ["One", "Two"]
    assert course.parts[0].optional == {"b"} and course.number("c") == 3
    assert len(CHANGES) >= 90


@pytest.mark.parametrize(("old", "new", "line", "says"), CHANGES)
def test_that_a_fault_is_told_with_its_line(old, new, line, says):
    assert GOOD.count(old) >= 1
    text = GOOD.replace(old, new, 1)
    _, faults = course_of(text, KNOWN)
    assert faults
    told = [str(fault) for fault in faults]
    assert all(
        re.match(r"course\.toml, line \d+(, field “.*”)?: [A-Z“].*\.$", each) for each in told
    )
    wanted = [each for each in faults if each.line == line and says in each.sentence]
    assert wanted, (line, says, told)


@pytest.mark.parametrize(
    ("content", "line", "says"),
    [
        (b"format = 1\ntitle = \"\xff\"\n", 2, "UTF-8"),
        (b"\x00\x01\x02", 1, "not TOML"),
        (b"", 1, "format = 1"),
        (b"x" * (MOST_BYTES + 1), 1, "bytes"),
        (b"a = " + b"[" * 5000, 1, "not TOML"),
        (b"PK\x03\x04 a zip file", 1, "not TOML"),
    ],
)  # fmt: skip
def test_that_a_file_of_another_kind_is_refused(tmp_path: Path, content, line, says):
    (tmp_path / "course.toml").write_bytes(content)
    course, faults = read_course(tmp_path, ())
    assert course.ids == () and any(fault.line == line and says in str(fault) for fault in faults)


def test_that_a_folder_in_its_place_is_told(tmp_path: Path):
    (tmp_path / "course.toml").mkdir()
    (fault,) = read_course(tmp_path, ())[1]
    assert "cannot be read" in str(fault)


@given(st.data())
def test_that_no_text_whatever_does_more_than_give_sentences(data):
    at = data.draw(st.integers(0, len(GOOD)))
    cut = data.draw(st.integers(0, 12))
    new = data.draw(st.text(st.sampled_from("[]{}\"'=,.#\n\\ abc1\0\u202eé"), max_size=12))
    text = GOOD[:at] + new + GOOD[at + cut :]
    course, faults = course_of(text, KNOWN)
    assert set(course.ids) <= set(KNOWN)
    lines = text.count("\n") + 1
    for fault in faults:
        assert 1 <= fault.line <= lines and str(fault).endswith(".")
        assert "\n" not in str(fault) and "\u202e" not in str(fault)
