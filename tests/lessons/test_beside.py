"""Writing on a lesson takes the files along that a lesson may have, and no others."""

import zipfile
from pathlib import Path

from linlab.engine.document.first import first_document
from linlab.lessons.drafts import beside
from linlab.lessons.drafts.draft import Draft
from linlab.lessons.written.reading import read_lesson

LESSON = '# A\n\n```lesson\nformat = 1\n```\n\n## B\n\n```lab\npoints = "z/points.csv"\n```\n'


def lesson_in(folder: Path) -> Path:
    (folder / "z").mkdir(parents=True)
    (folder / "lesson.md").write_text(LESSON)
    (folder / "z" / "points.csv").write_text("x1,x2,label\n1,2,A\n2,1,B\n")
    first_document().save(folder / "state.linlab")
    return folder


def test_that_only_files_that_a_lesson_may_have_are_read(tmp_path: Path) -> None:
    folder = lesson_in(tmp_path / "a")
    for name in ("film.mp4", "thesis.pdf", ".hidden.csv", "archive.zip"):
        (folder / name).write_bytes(b"x")
    (folder / "link.csv").symlink_to(folder / "z" / "points.csv")
    with open(folder / "huge.csv", "wb") as file:
        file.truncate(30_000_000)
    draft = Draft.of(read_lesson(folder))
    assert set(draft.documents) == {"state.linlab"}
    assert set(draft.others) == {"z/points.csv"}
    assert draft.left_out == 4


def test_that_the_limits_of_a_lesson_hold_for_all_files_and_those_it_names_come_first(
    tmp_path: Path, monkeypatch
) -> None:
    folder = lesson_in(tmp_path / "a")
    for k in range(10):
        (folder / f"{k}.png").write_bytes(bytes(1000))
    monkeypatch.setattr(beside, "MOST_IN_ALL", 3000)
    draft = Draft.of(read_lesson(folder))
    assert "z/points.csv" in draft.others
    assert sum(map(len, draft.others.values())) <= 3000
    assert draft.left_out > 0
    monkeypatch.undo()
    monkeypatch.setattr(beside, "MOST_FILES", 5)
    draft = Draft.of(read_lesson(folder))
    assert len(draft.others) + len(draft.documents) == 4
    assert "z/points.csv" in draft.others


def test_that_a_folder_of_very_many_files_is_not_looked_through(
    tmp_path: Path, monkeypatch
) -> None:
    folder = lesson_in(tmp_path / "a")
    for k in range(50):
        (folder / f"{k}.csv").write_text("1,2,A")
    monkeypatch.setattr(beside, "MOST_SEEN", 20)
    draft = Draft.of(read_lesson(folder))
    assert "z/points.csv" in draft.others
    assert len(draft.others) <= 20 + 1  # and the one that is named


def test_that_a_damaged_document_is_taken_along_as_it_is(tmp_path: Path) -> None:
    folder = lesson_in(tmp_path / "a")
    (folder / "state.linlab").write_text('{"half')
    draft = Draft.of(read_lesson(folder))
    assert draft.steps[0].title == "B"
    assert draft.others["state.linlab"] == b'{"half'
    draft.save(tmp_path / "b")
    assert (tmp_path / "b" / "state.linlab").read_text() == '{"half'


def test_that_an_archive_keeps_all_its_files(tmp_path: Path) -> None:
    folder = lesson_in(tmp_path / "a")
    with zipfile.ZipFile(tmp_path / "a.linlesson", "w") as archive:
        for name in ("lesson.md", "z/points.csv", "state.linlab"):
            archive.write(folder / name, name)
        archive.writestr("notes.pdf", b"x")
    draft = Draft.of(read_lesson(tmp_path / "a.linlesson"))
    assert draft.others["notes.pdf"] == b"x"
    assert draft.left_out == 0


def test_that_saving_into_a_folder_leaves_files_alone_that_are_as_they_were(tmp_path: Path) -> None:
    folder = lesson_in(tmp_path / "a")
    before = (folder / "z" / "points.csv").stat()
    Draft.of(read_lesson(folder)).save(folder)
    after = (folder / "z" / "points.csv").stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)
