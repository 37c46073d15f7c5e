"""The files of a lesson: nothing outside its folder is reached, and nothing that is too large,
linked or locked is opened."""

import struct
import zipfile
import zlib
from pathlib import Path

import numpy as np
import pytest

from linlab.engine.ground.errors import LinlabError
from linlab.lessons.checking import check
from linlab.lessons.shipped import find, listed
from linlab.lessons.written import files as room
from linlab.lessons.written.faults import LessonError
from linlab.lessons.written.files import LessonFiles
from linlab.lessons.written.reading import is_lesson, read_lesson

from .good_lesson import with_its_files


@pytest.fixture
def lesson(tmp_path: Path) -> Path:
    return with_its_files(tmp_path / "lesson")


def zipped(folder: Path, path: Path, inside: str = "") -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.iterdir()):
            archive.write(file, f"{inside}{file.name}")
    return path


@pytest.mark.parametrize(
    "name",
    [
        "../x",
        "a/../../x",
        "/etc/passwd",
        "//host/x",
        "a\\b",
        "..\\x",
        "C:x",
        "C:/x",
        "file:x",
        "",
        " ",
        "a\0b",
        "..",
    ],
)
def test_that_a_name_that_leads_out_of_the_folder_is_refused(name: str, lesson: Path) -> None:
    with pytest.raises(
        LinlabError, match=r"outside the lesson's folder|cannot be the name of a file"
    ):
        LessonFiles.open(lesson).find(name)


def test_that_a_symbolic_link_to_a_file_or_a_folder_is_refused(
    lesson: Path, tmp_path: Path
) -> None:
    (tmp_path / "secret.csv").write_text("x1,x2,label\n0,0,A\n", encoding="utf-8")
    (lesson / "linked.csv").symlink_to(tmp_path / "secret.csv")
    (lesson / "folder").symlink_to(tmp_path, target_is_directory=True)
    (lesson / "own.csv").symlink_to(lesson / "points.csv")
    for name in ("linked.csv", "folder/secret.csv", "own.csv"):
        with pytest.raises(LinlabError, match="symbolic link"):
            LessonFiles.open(lesson).find(name)


def test_that_a_lesson_whose_text_is_a_link_is_refused(lesson: Path, tmp_path: Path) -> None:
    (lesson / "lesson.md").rename(tmp_path / "elsewhere.md")
    (lesson / "lesson.md").symlink_to(tmp_path / "elsewhere.md")
    with pytest.raises(LessonError, match=r"lesson\.md, line 1: .*symbolic link"):
        check(lesson)


def test_that_a_file_over_the_limit_is_refused(lesson: Path) -> None:
    with (lesson / "points.csv").open("wb") as file:
        file.truncate(room.MOST_BYTES + 1)
    with pytest.raises(LinlabError, match="too large"):
        LessonFiles.open(lesson).find("points.csv")


def png(width: int, height: int) -> bytes:
    """The head of a picture, without its pixels."""
    head = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = struct.pack(">I", 0) + b"IDAT" + struct.pack(">I", zlib.crc32(b"IDAT"))
    return (
        b"\x89PNG\r\n\x1a\n"
        + struct.pack(">I", 13)
        + head
        + struct.pack(">I", zlib.crc32(head))
        + pixels
    )


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (png(20_000, 20_000), "16 million pixels"),
        (png(10_000, 10_000), "16 million pixels"),
        (png(1, 16_000_001), "16 million pixels"),
        (png(1, 15_000_000), "10 000 pixels wide"),
        (png(10_001, 1), "10 000 pixels wide"),
        (png(5, 0), "broken"),
        (b"no picture", "not a picture"),
        (b"", "not a picture"),
        (b"GIF89a\1\0\1\0\0\0\0;", "not a picture"),
        (png(4, 4)[:20], "not a picture"),
    ],
)
def test_that_a_huge_or_broken_picture_is_refused(content: bytes, says: str, lesson: Path) -> None:
    (lesson / "a.png").write_bytes(content)
    with pytest.raises(LinlabError, match=says):
        LessonFiles.open(lesson).picture("a.png")


def test_that_only_pictures_are_shown_as_pictures(lesson: Path) -> None:
    assert LessonFiles.open(lesson).picture("picture.png").name == "picture.png"
    with pytest.raises(LinlabError, match="not a picture that a lesson can show"):
        LessonFiles.open(lesson).picture("points.csv")


@pytest.mark.parametrize("inside", ["", "a folder/"])
def test_that_a_folder_can_be_zipped_with_or_without_itself(
    inside: str, lesson: Path, tmp_path: Path
) -> None:
    path = zipped(lesson, tmp_path / "a.linlesson", inside)
    assert is_lesson(path) and check(path).faults == ()
    assert read_lesson(path).title == "The perceptron"


def test_that_what_an_archive_was_unpacked_into_goes_with_the_lesson(
    lesson: Path, tmp_path: Path
) -> None:
    files = LessonFiles.open(zipped(lesson, tmp_path / "a.linlesson"))
    folder = files.folder
    assert folder.is_dir() and files.find("points.csv").parent == folder
    del files
    assert not folder.exists()


Entries = list[tuple[zipfile.ZipInfo | str, bytes]]


def hostile(tmp_path: Path, entries: Entries) -> Path:
    path = tmp_path / "a.linlesson"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry, content in entries:
            archive.writestr(entry, content)
    return path


def linked() -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo("points.csv")
    entry.create_system, entry.external_attr = 3, 0o120777 << 16
    return entry


@pytest.mark.parametrize(
    ("entries", "says"),
    [
        ([("../x.csv", b"1")], "outside the lesson's folder"),
        ([("/etc/x.csv", b"1")], "outside the lesson's folder"),
        ([("a/../../x", b"1")], "outside the lesson's folder"),
        ([("C:x.csv", b"1")], "cannot be the name of a file"),
        ([(linked(), b"/etc/passwd")], "symbolic link"),
        ([("lesson.md", b"0" * 10_000_000)], "would grow to 10 MB"),
        ([(f"{k}.csv", b"1") for k in range(room.MOST_FILES + 1)], "at most 300"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_that_a_hostile_archive_is_refused(entries: Entries, says: str, tmp_path: Path) -> None:
    with pytest.raises(LinlabError, match=says):
        LessonFiles.open(hostile(tmp_path, entries))
    assert not (tmp_path.parent / "x.csv").exists()


def test_that_an_archive_is_not_unpacked_beyond_what_it_may_be_in_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "MOST_IN_ALL", 50)
    with pytest.raises(LinlabError, match="would grow to more than"):
        LessonFiles.open(hostile(tmp_path, [(f"{k}.csv", b"0123456789") for k in range(6)]))


def test_that_an_archive_that_lies_about_its_size_or_is_locked_is_refused(tmp_path: Path) -> None:
    path = hostile(tmp_path, [("lesson.md", b"# Words\n" * 40)])
    whole = path.read_bytes()
    central = whole.index(b"PK\1\2")
    lying = bytearray(whole)
    lying[central + 24 : central + 28] = struct.pack("<I", 3)  # the size of what is in it
    path.write_bytes(bytes(lying))
    with pytest.raises(LinlabError, match=r"larger than it says|cannot be unpacked"):
        LessonFiles.open(path)
    locked = bytearray(whole)
    locked[6] |= 1
    locked[central + 8] |= 1
    path.write_bytes(bytes(locked))
    with pytest.raises(LinlabError, match="locked with a password"):
        LessonFiles.open(path)


def test_that_an_archive_that_is_none_or_broken_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.linlesson"
    path.write_bytes(b"no archive")
    with pytest.raises(LinlabError, match=r"a\.linlesson is not a lesson"):
        LessonFiles.open(path)
    whole = hostile(tmp_path, [("lesson.md", bytes(range(256)) * 40)]).read_bytes()
    path.write_bytes(whole[:60] + b"\xff" * 40 + whole[100:])
    with pytest.raises(LinlabError, match=r"cannot be unpacked|is broken"):
        LessonFiles.open(path)
    with pytest.raises(LinlabError, match="There is no lesson"):
        LessonFiles.open(tmp_path / "nothing")


METHODS = (
    zipfile.ZIP_STORED,
    zipfile.ZIP_DEFLATED,
    zipfile.ZIP_BZIP2,
    zipfile.ZIP_LZMA,
)


@pytest.mark.parametrize("method", METHODS)
def test_that_a_damaged_archive_is_a_lesson_or_one_sentence(
    method: int, lesson: Path, tmp_path: Path
) -> None:
    path = tmp_path / "a.linlesson"
    with zipfile.ZipFile(path, "w", method) as archive:
        for file in sorted(lesson.iterdir()):
            archive.write(file, file.name)
    whole = path.read_bytes()
    random = np.random.default_rng(method)
    refused = 0
    for k in range(150):
        damaged = bytearray(whole)
        if k % 5 == 0:
            del damaged[int(random.integers(len(whole))) :]
        for place in random.integers(len(damaged), size=1 + k % 4) if damaged else ():
            damaged[place] = random.integers(256)
        path.write_bytes(bytes(damaged))
        try:
            LessonFiles.open(path).text()
        except LinlabError as error:
            refused += 1
            assert "\n" not in str(error) and str(error).endswith(".")
    assert refused > 50


def test_that_a_folder_without_a_text_or_with_one_that_is_none_is_told_with_its_line(
    lesson: Path,
) -> None:
    (lesson / "lesson.md").write_bytes(b"# \xff\xfe")
    with pytest.raises(LessonError, match=r"lesson\.md, line 1: .*UTF-8"):
        check(lesson)
    (lesson / "lesson.md").unlink()
    with pytest.raises(LessonError, match=r"lesson\.md, line 1: There is no file"):
        check(lesson)
    assert not is_lesson(lesson)


def test_that_the_lessons_of_a_folder_are_listed_with_what_they_say_of_themselves(
    lesson: Path, tmp_path: Path
) -> None:
    zipped(lesson, tmp_path / "zipped.linlesson")
    (tmp_path / "broken.linlesson").write_bytes(b"")
    broken, own, other = sorted(
        listed(tmp_path), key=lambda each: (each.title != "broken", each.path.name)
    )
    assert (own.title, own.number, own.lecture, own.minutes, own.steps) == (
        "The perceptron",
        3,
        "Riezler",
        8,
        4,
    )
    assert other.title == own.title and broken.steps == 0
    assert listed(tmp_path / "nowhere") == () and find(str(lesson)) == lesson
    with pytest.raises(LinlabError, match=r"There is no lesson 999|lessons"):
        find("999")
