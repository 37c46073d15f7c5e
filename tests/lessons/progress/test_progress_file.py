"""Progress is kept whole: over kills, damaged files, several windows, and a reset that is undone."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from linlab.lessons.progress.progress_file import ProgressFile
from linlab.lessons.progress.records import Attempt
from linlab.lessons.progress.values import as_json, from_json

WRITER = """
import sys
from pathlib import Path
from linlab.lessons.progress.progress_file import ProgressFile
from linlab.lessons.progress.records import Attempt
file = ProgressFile(Path(sys.argv[1]))
for k in range(int(sys.argv[3])):
    file.answer(sys.argv[2], Attempt(f"page {k}", 1 + k % 9, k % 3 > 0, 1.0 + k, "words " * (k % 40)))
    sys.stdout.write(f"{k + 1}\\n")
    sys.stdout.flush()
"""
KILLS = 5


def started(path, lesson, many):
    arguments = [sys.executable, "-c", WRITER, str(path), lesson, str(many)]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, env=dict(os.environ))


@pytest.fixture
def file(tmp_path):
    return ProgressFile(tmp_path / "home" / "progress.jsonl")


def test_that_whatever_was_kept_before_a_kill_is_there_after_it(tmp_path):
    rng = random.Random(7)
    file = ProgressFile(tmp_path / "progress.jsonl")
    kept = 0
    for turn in range(KILLS):
        with started(file.path, f"lesson {turn}", 1_000_000) as child:
            assert child.stdout.readline() == b"1\n"
            time.sleep(rng.uniform(0.0, 0.08))
            child.kill()  # SIGKILL
            told = 1 + child.stdout.read().count(b"\n")
        attempts = file.read().of(f"lesson {turn}").attempts
        assert told <= len(attempts) <= told + 1
        assert [each.title for each in attempts] == [f"page {k}" for k in range(len(attempts))]
        kept += len(attempts)
        assert file.trouble == ""
    assert sum(len(each.attempts) for each in file.read().lessons.values()) == kept > KILLS


def test_that_several_windows_add_to_one_file(tmp_path):
    path = tmp_path / "progress.jsonl"
    children = [started(path, f"lesson {k}", 300) for k in range(3)]
    for child in children:
        child.communicate()
    progress = ProgressFile(path).read()
    for k in range(3):
        titles = [each.title for each in progress.of(f"lesson {k}").attempts]
        assert titles == [f"page {j}" for j in range(300)]


def test_that_pages_answers_and_time_are_told(file):
    file.show_page("a", 1, 8, "One")
    file.answer("a", Attempt("One", 1, False, 5.0, 3))
    file.answer("a", Attempt("One", 1, True, 6.0, 2))
    file.show_page("a", 2, 8, "Two")
    file.answer("a", Attempt("Two", 2, None, 7.0))
    file.spend("a", 20.0)
    file.spend("a", 22.5)
    file.show_page("b", 1, 5, "Start")
    progress = ProgressFile(file.path).read()
    lesson = progress.of("a")
    assert (lesson.page, lesson.title, lesson.pages, lesson.finished) == (2, "Two", 8, None)
    assert lesson.share == 1 / 8 and lesson.seconds == 42.5 == progress.seconds
    assert [each.right for each in lesson.questions["One"]] == [False, True]
    assert lesson.missed == ("One", "Two")
    assert progress.latest.lesson == "b" and progress.finished == ()
    file.finish("b")
    progress = file.read()
    assert progress.latest.lesson == "a" and [each.lesson for each in progress.finished] == ["b"]
    assert progress.of("b").share == 1.0 and progress.of("c").page == 0
    assert [each.lesson for each in progress.begun] == ["a", "b"]


def test_that_going_back_a_page_is_remembered_but_costs_no_progress(file):
    for page in (1, 2, 3, 4, 2):
        file.show_page("a", page, 8, f"Page {page}")
    lesson = file.read().of("a")
    assert (lesson.page, lesson.farthest, lesson.share) == (2, 4, 3 / 8)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(where=st.integers(0, 11), damage=st.binary(min_size=1, max_size=30), cut=st.booleans())
def test_that_damage_costs_only_the_lines_it_hits(tmp_path, where, damage, cut):
    path = tmp_path / "progress.jsonl"
    path.unlink(missing_ok=True)
    file = ProgressFile(path)
    for k in range(12):
        file.answer("a", Attempt(f"page {k}", 1 + k, True, float(k)))
    lines = path.read_bytes().split(b"\n")
    hurt = lines[where + 1]
    lines[where + 1] = hurt[: len(hurt) // 2] if cut else damage + hurt[len(damage) :]
    path.write_bytes(b"\n".join(lines))
    again = ProgressFile(path)
    titles = [each.title for each in again.read().of("a").attempts]
    untouched = [f"page {k}" for k in range(12) if k != where]
    assert [each for each in titles if each != f"page {where}"] == untouched
    if again.trouble:
        assert "progress-damaged-" in again.trouble and again.trouble.endswith(".jsonl.")
        assert Path(tmp_path / again.trouble.split()[-1].rstrip(".")).read_bytes()
        assert ProgressFile(path).read().of("a").attempts == again.read().of("a").attempts
    again.answer("a", Attempt("later", 1, True, 99.0))
    assert again.read().of("a").attempts[-1].title == "later"


@pytest.mark.parametrize(
    "content",
    [b"\xff\xfe\x00garbage", b"[]\n", b"{}\n", b'{"lesson": 3}\n', b"null\n", b"[" * 100_000],
)
def test_that_a_file_of_nonsense_is_set_aside_with_a_sentence(tmp_path, content):
    path = tmp_path / "progress.jsonl"
    path.write_bytes(content)
    file = ProgressFile(path)
    assert file.read().lessons == {}
    assert "could not be read" in file.trouble
    assert (tmp_path / "progress-damaged-1.jsonl").read_bytes() == content
    file.show_page("a", 1, 3, "One")
    assert file.read().of("a").page == 1


def test_that_a_line_cut_off_at_the_end_does_not_swallow_the_next(tmp_path):
    path = tmp_path / "progress.jsonl"
    file = ProgressFile(path)
    file.show_page("a", 1, 3, "One")
    with open(path, "ab") as cut:
        cut.write(b'{"when": 3, "les')
    file.show_page("a", 2, 3, "Two")
    assert file.read().of("a").page == 2 and "1 entry" in file.trouble


def test_that_the_file_of_a_newer_version_is_left_alone(tmp_path):
    path = tmp_path / "progress.jsonl"
    path.write_text('{"linlab-progress": 2}\n{"future": 1}\n', encoding="utf-8")
    file = ProgressFile(path)
    assert file.read().lessons == {} and "newer linlab" in file.trouble
    assert path.read_text(encoding="utf-8").endswith('{"future": 1}\n')


def test_that_a_place_that_cannot_be_written_is_told_and_nothing_else_happens(tmp_path):
    (tmp_path / "progress.jsonl").mkdir()
    file = ProgressFile(tmp_path / "progress.jsonl")
    file.show_page("a", 1, 3, "One")
    assert "cannot be kept" in file.trouble
    assert file.read().lessons == {} and "cannot be read" in file.trouble


def test_that_a_reset_forgets_all_and_undo_brings_it_back_with_what_came_after(file):
    file.show_page("a", 3, 8, "Three")
    file.answer("a", Attempt("Three", 3, True, 5.0, 1))
    file.reset()
    assert file.read().lessons == {}
    file.show_page("b", 2, 4, "Two")
    file.undo_reset()
    progress = file.read()
    assert progress.of("a").page == 3 and len(progress.of("a").attempts) == 1
    assert progress.of("b").page == 2 and file.trouble == ""


@pytest.mark.parametrize(
    "value", [3, 0.25, "in my own words ½", True, None, (1.0, -2.5), ((0.0, 1.0), (2.0, 3.0))]
)
def test_that_answers_come_back_as_they_were_given(file, value):
    file.answer("a", Attempt("One", 1, True, 5.0, as_json(value)))
    assert from_json(file.read().of("a").attempts[0].value) == value


def test_that_examples_and_curves_come_back(file):
    file.answer("a", Attempt("One", 1, True, 5.0, as_json(frozenset({4, 2}))))
    curve = np.linspace(0, 1, 50)
    file.answer("a", Attempt("Two", 2, True, 6.0, as_json(curve)))
    one, two = file.read().of("a").attempts
    assert from_json(one.value) == frozenset({2, 4})
    assert np.array_equal(np.array(from_json(two.value)), curve)
