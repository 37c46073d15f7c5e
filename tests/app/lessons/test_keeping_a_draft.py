"""What is being written is kept: for each window, through a kill, from an earlier version; and two
writers on one lesson are asked."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from linlab.app.controls.questions import CANCEL, OVERWRITE, RELOAD, SAVE_AS
from linlab.app.lessons.writer import writer_panel
from linlab.app.session.document_files import DocumentFiles
from linlab.app.session.lessons import writing as writing_module
from linlab.app.session.lessons.draft_places import drafts_folder, earlier_folder, waiting
from linlab.app.session.lessons.writing import Writing
from linlab.app.session.session import Session
from linlab.engine.document.first import first_document
from linlab.lessons.drafts.draft import Draft, DraftStep
from linlab.lessons.written.reading import read_lesson

WRITER = """
from PySide6.QtCore import QCoreApplication, QTimer
from linlab.app.session.document_files import DocumentFiles
from linlab.app.session.lessons.writing import Writing
from linlab.app.session.session import Session
app = QCoreApplication([])
writing = Writing(DocumentFiles(Session()))
writing.make_step()
writing.type("text", "Written by a lab that was killed. ## ``` ---")
writing.keep()
print("ready", flush=True)
app.exec()
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LINLAB_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def writers(qapp):
    """Makes writers, each as in a window of its own."""
    made = []

    def another(title: str = "") -> Writing:
        writing = Writing(DocumentFiles(Session()))
        if title:
            writing.open(lambda: Draft(title, steps=(DraftStep("A", title),)))
            writing.type("text", f"{title}, changed")
        made.append(writing)
        return writing

    yield another
    for writing in made:
        writing.close()


def said_by(writing: Writing) -> list[str]:
    said: list[str] = []
    writing.session.said.connect(said.append)
    return said


def test_that_a_killed_lab_leaves_its_draft(writers) -> None:
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen([sys.executable, "-c", WRITER], stdout=subprocess.PIPE, env=env) as lab:
        assert lab.stdout.readline() == b"ready\n"
        assert writers().draft.steps == ()  # it is being written on
        lab.send_signal(signal.SIGKILL)
    writing = writers()
    assert writing.step.text == "Written by a lab that was killed. ## ``` ---"
    assert writing.draft.documents["step-1.linlab"].points == first_document().points


def test_that_each_window_has_a_draft_of_its_own(writers) -> None:
    one, other = writers("One"), writers("Other")
    one.keep()
    other.keep()
    assert waiting() == []
    one.close()
    other.close()
    assert sorted(each.title for each in waiting()) == ["One", "Other"]
    again, third = writers(), writers()
    assert {again.draft.title, third.draft.title} == {"One", "Other"}
    assert again.step.text == f"{again.draft.title}, changed"
    assert writers().draft.steps == ()


def test_that_drafts_that_wait_can_be_taken_and_thrown_away(writers) -> None:
    one, other = writers("One"), writers("Other")
    one.close()
    (entry,) = waiting()
    assert entry.words.startswith("One · 1 page · ")
    assert other.go_on_with(entry)
    assert other.draft.title == "One"
    assert other.can_undo == (False, False)  # the one before waits, and undo would mix the two
    assert [each.title for each in waiting()] == ["Other"]
    said = said_by(other)
    assert not other.go_on_with(entry)  # somebody has it: this very window
    assert said == ["That lesson is open for editing in another window."]
    other.discard(waiting())
    assert waiting() == []


def test_that_a_writer_never_writes_into_what_another_has_taken(writers) -> None:
    one = writers("One")
    one.close()
    other = writers()
    assert other.draft.title == "One"
    one.type("text", "too late")
    one.keep()
    other.type("text", "ours")
    other.close()
    one.close()
    texts = sorted(writers().step.text for _ in range(2))
    assert texts == ["ours", "too late"]


def test_that_whoever_types_without_a_pause_is_kept(writers, qtbot, monkeypatch) -> None:
    monkeypatch.setattr(writing_module, "PERIOD", 300)
    writing = writers()
    writing.edit(Draft(steps=(DraftStep("A"),)))

    def kept() -> bool:
        writing.type("text", writing.step.text + "a")
        return bool(list(drafts_folder().glob("*/draft.jsonl")))

    qtbot.waitUntil(kept)


def test_that_an_empty_draft_is_not_kept(writers) -> None:
    writing = writers("One")
    writing.keep()
    writing.edit(Draft())
    writing.keep()
    assert not drafts_folder().exists() or list(drafts_folder().iterdir()) == []


def test_that_a_draft_of_an_earlier_version_opens_and_moves(writers) -> None:
    old = earlier_folder()
    old.mkdir(parents=True)
    first_document().save(old / "step-1.linlab")
    steps = "".join(f"\n## Step {k}\n\ntext {k}\n" for k in range(70))
    lab = '```lab\ndocument = "step-1.linlab"\n```\n'
    (old / "lesson.md").write_text(f"# Mine\n\n```lesson\nformat = 1\n```\n{steps}\n{lab}")
    writing = writers()
    assert writing.draft.title == "Mine"
    assert [step.title for step in writing.draft.steps] == [f"Step {k}" for k in range(70)]
    assert writing.draft.documents["step-1.linlab"] == first_document()
    assert not old.exists()
    writing.close()
    assert len(writers().draft.steps) == 70


def test_that_an_earlier_draft_with_files_of_no_lesson_is_not_removed(writers, home) -> None:
    old = earlier_folder()
    old.mkdir(parents=True)
    (old / "lesson.md").write_text("# Mine\n\n## A\n")
    (old / "film.mp4").write_bytes(b"x")
    assert writers().draft.title == "Mine"
    (left,) = home.glob("draft-lesson-*")
    assert (left / "film.mp4").exists()


def test_that_a_damaged_part_is_told_and_a_damaged_list_hides_no_other_draft(writers) -> None:
    one, other = writers("One"), writers("Other")
    one.close()
    other.close()
    for place in drafts_folder().glob("*/draft.jsonl"):
        text = place.read_text()
        place.write_text(text.replace('{"step"', '{"st') if '"One"' in text else "")
    told = []
    session = Session()
    session.said.connect(told.append)
    writing = Writing(DocumentFiles(session))
    assert writing.draft.title == "One"
    assert told == ["1 part of your draft cannot be read; the rest is here."]
    writing.close()


def test_that_a_home_that_cannot_be_written_is_told_once(writers, home, monkeypatch) -> None:
    writing = writers("One")
    said = said_by(writing)
    home.mkdir(exist_ok=True)
    (home / "drafts").write_text("a file where the folder should be")
    writing.keep()
    writing.keep()
    assert len(said) == 1
    assert said[0].startswith("Your draft cannot be backed up: ")
    (home / "drafts").unlink()


@pytest.mark.parametrize("name", ["mine.linlesson", "mine"])
@pytest.mark.parametrize("answer", [OVERWRITE, RELOAD, SAVE_AS, CANCEL])
def test_that_two_writers_on_one_lesson_are_asked(
    window, tmp_path, monkeypatch, qtbot, name, answer
) -> None:
    path = tmp_path / name
    Draft("Both", steps=(DraftStep("A", "at first"),)).save(path)
    asked = []
    monkeypatch.setattr(
        writer_panel, "changed_file", lambda _, what: (asked.append(what), answer)[1]
    )
    window.lessons.write()
    panel, mine = window.column.pages["writer"], window.lessons.writing
    mine.open(lambda: Draft.of(read_lesson(path)), path)
    theirs = Writing(DocumentFiles(Session()))
    theirs.open(lambda: Draft.of(read_lesson(path)), path)
    theirs.type("text", "theirs")
    assert theirs.save(path)
    mine.type("text", "mine")
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *a, **k: (str(tmp_path / "new.linlesson"), "")
    )
    panel.save.click()
    assert asked == [name]
    there = read_lesson(path).steps[0].text
    assert there == ("mine" if answer == OVERWRITE else "theirs")
    if answer == RELOAD:
        assert mine.step.text == "theirs"
        mine.undo()
        panel.save.click()
        assert read_lesson(path).steps[0].text == "mine"
    elif answer == SAVE_AS:
        assert read_lesson(tmp_path / "new.linlesson").steps[0].text == "mine"
    assert mine.step.text == "mine"
    mine.type("text", "mine again")
    panel.save.click()
    assert len(asked) == (2 if answer == CANCEL else 1)
    theirs.close()


def test_that_a_table_that_was_edited_beside_the_text_is_not_replaced(
    window, tmp_path, monkeypatch
):
    path = tmp_path / "mine"
    Draft("Mine", steps=(DraftStep("A"),), others={"a.csv": b"x1,x2,label\n1,2,A\n"}).save(path)
    monkeypatch.setattr(writer_panel, "changed_file", lambda *_: CANCEL)
    window.lessons.write()
    writing = window.lessons.writing
    writing.open(lambda: Draft.of(read_lesson(path)), path)
    (path / "a.csv").write_bytes(b"x1,x2,label\n3,4,B\n")
    writing.type("text", "changed")
    window.column.pages["writer"].save.click()
    assert (path / "a.csv").read_bytes() == b"x1,x2,label\n3,4,B\n"


def test_that_a_lesson_with_a_heading_in_a_step_is_saved_as_its_steps_and_that_is_told(
    window, tmp_path, qtbot
) -> None:
    window.lessons.write()
    panel, writing = window.column.pages["writer"], window.lessons.writing
    writing.make_step()
    writing.make_step()
    writing.go(0)
    panel.editor.pages["text"].setPlainText("Words.\n\n## More\n\n```\nopen")
    told = "Page 1: A heading inside a page has three #"
    qtbot.waitUntil(lambda: panel.fault.isVisible() and panel.fault.text().startswith(told))
    assert panel.preview.isEnabled()
    said = said_by(writing)
    writing.save(tmp_path / "a.linlesson")
    assert "three #" in said[-1]
    lesson = read_lesson(tmp_path / "a.linlesson")
    assert [step.title for step in lesson.steps] == ["Page 1", "Page 2"]
    assert lesson.steps[0].text == "Words.\n\n### More\n\n```\nopen\n```"
    assert writing.step.text == "Words.\n\n## More\n\n```\nopen"
