"""Work that nobody chose to leave is kept: no save that fails, no screen and no process that
vanishes takes it away."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from linlab.app.session.document_files import DocumentFiles
from linlab.app.session.session import Session
from linlab.app.session.settings import Settings
from linlab.app.window import document_commands
from linlab.engine.data.csvfile import write_csv
from linlab.engine.document.document import Document
from tests.app.screen import screen

NOBODY = 65534
LAB = """
from PySide6.QtCore import QTimer
from linlab.app.session import document_files as files
from linlab.app.window import window
files.PERIOD = 50
class Window(window.Window):
    def __init__(self, *all):
        super().__init__(*all)
        QTimer.singleShot(0, self.work)
    def work(self):
        session = self.session
        session.edit("add a point", session.with_points(session.points.add((3.5, -1.25), 1)))
        self.look()
    def look(self):
        if self.files._autosave is None or not self.files._autosave.exists():
            QTimer.singleShot(20, self.look)
            return
        session = self.session
        session.edit("add a point", session.with_points(session.points.add((4.5, 0), 1)))  # a moment before the end
        print("ready", flush=True)
window.Window = Window
from linlab.commands.cli import main
main([])
"""


@contextmanager
def somebody_else() -> Iterator[None]:
    """Root may write everywhere; for a while we are not root."""
    if os.geteuid() != 0:
        yield
        return
    os.setresuid(NOBODY, NOBODY, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody may enter, unlike those of pytest."""
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        yield Path(name)


@pytest.fixture
def unsaved(window: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A window with a point that is nowhere but in its autosave; it is closed with “Save”."""
    session = window.session
    session.edit("add a point", session.with_points(session.points.add((3.5, -1.25), 1)))
    window.files.autosave()
    monkeypatch.setattr(QMessageBox, "question", lambda *a, **k: QMessageBox.StandardButton.Save)
    window.said = []
    session.said.connect(window.said.append)
    return window


def close_into(window: Any, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a, **k: (str(path), ""))
    window.close()


def still_there(window: Any, told: str) -> None:
    assert window.isVisible()
    assert window.files.dirty
    assert len(window.said) == 1
    assert told in window.said.pop()
    assert Document.load(window.files._autosave) == window.session.settled


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only there a screen can vanish")
@pytest.mark.parametrize("lost", ["screen", "process"])
def test_that_work_outlives_its_screen_and_its_process(
    lost: str, qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LINLAB_HOME", str(tmp_path))
    quiet: Any = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with (
        screen() as (env, server),
        subprocess.Popen([sys.executable, "-c", LAB], env=env, **quiet) as lab,
    ):
        assert lab.stdout is not None
        assert lab.stdout.readline() == b"ready\n"
        server.kill() if lost == "screen" else lab.send_signal(signal.SIGKILL)
        lab.wait()
    (entry,) = DocumentFiles(Session()).recoverable()
    added = Session().points.add((3.5, -1.25), 1)
    assert entry.document.points.x[:61].tolist() == added.x.tolist()
    if lost == "screen":  # then there was time for the last point, too
        assert entry.document.points == added.add((4.5, 0), 1)


def test_that_no_window_is_closed_by_a_save_that_fails(
    unsaved: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name, said in (
        ("x" * 252, "cannot be written"),
        (f"{'x' * 252}.linlab", "cannot be written"),
        ("none/a.linlab", "no folder"),
        ("\0.linlab", "No file can have that name"),
        ("\ud800.linlab", "No file can have that name"),
    ):
        close_into(unsaved, tmp_path / name, monkeypatch)
        still_there(unsaved, said)


@pytest.mark.skipif(not hasattr(os, "setresuid"), reason="there are no such users")
def test_that_no_window_is_closed_by_a_folder_that_is_closed_to_us(
    unsaved: Any, monkeypatch: pytest.MonkeyPatch, open_folder: Path
) -> None:
    folder = open_folder / "theirs"
    folder.mkdir()
    for name, mode in (("a.linlab", 0o755), ("a.linlab", 0), ("a", 0), ("in/a.linlab", 0)):
        folder.chmod(mode)
        with somebody_else():
            close_into(unsaved, folder / name, monkeypatch)
        folder.chmod(0o700)
        still_there(unsaved, "not allowed")


def test_that_no_window_is_closed_by_a_full_disk(
    unsaved: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(disk)]
    if (
        sys.platform == "win32"
        or subprocess.run(mount, capture_output=True, check=False).returncode
    ):
        pytest.skip("no small disk can be had")
    try:
        (disk / "a.linlab").write_text("old")
        (disk / "filler").write_bytes(bytes(12_288))
        close_into(unsaved, disk / "a.linlab", monkeypatch)
        still_there(unsaved, "No space left on device")
        assert (disk / "a.linlab").read_text() == "old"
        assert sorted(os.listdir(disk)) == ["a.linlab", "filler"]
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_that_an_error_in_the_middle_of_closing_keeps_the_window(
    unsaved: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> bool:
        raise KeyError("inside")

    monkeypatch.setattr(unsaved.files, "save", fail)
    with pytest.raises(KeyError):
        close_into(unsaved, Path("a.linlab"), monkeypatch)
    assert unsaved.isVisible()
    assert unsaved.files._autosave.exists()


@pytest.mark.parametrize("answer", ["Save", "Discard"])
def test_that_a_close_that_was_chosen_leaves_nothing_to_recover(
    answer: str, unsaved: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(QMessageBox, "question", lambda *a, **k: QMessageBox.StandardButton[answer])
    close_into(unsaved, tmp_path / "a.linlab", monkeypatch)
    assert not unsaved.isVisible()
    assert list((tmp_path / "autosave").iterdir()) == []
    unsaved.files.autosave()  # as at the end of the program
    assert list((tmp_path / "autosave").iterdir()) == []
    assert (tmp_path / "a.linlab").exists() == (answer == "Save")


def test_that_one_autosave_with_an_odd_date_does_not_end_the_recovery(
    window: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked = []

    def answer(_: object, what: str, when: str) -> str:
        asked.append((what, when[-5:]))
        return document_commands.RECOVER if "good" in what else document_commands.LATER

    monkeypatch.setattr(document_commands, "recovery", answer)
    text = tmp_path / "whole.linlab"
    window.session.settled.save(text)
    (tmp_path / "autosave").mkdir()
    for name, when in (("odd", "1e18"), ("good", "1e9"), ("old", "-5")):
        about = f', "autosave": {{"t": 4, "when": {when}, "origin": "/{name}.linlab"}}}}'
        (tmp_path / "autosave" / f"{name}.linlab").write_text(text.read_text()[:-1] + about)
    window.documents.offer_recovery()
    assert [what for what, _ in asked] == ["good.linlab"]
    assert window.windowTitle() == "• Recovered good.linlab — linlab"
    assert window.session.t == 4


@pytest.mark.skipif(not hasattr(os, "setresuid"), reason="there are no such users")
def test_that_an_autosave_that_we_may_not_read_does_not_end_the_recovery(
    window: Any, monkeypatch: pytest.MonkeyPatch, open_folder: Path
) -> None:
    monkeypatch.setenv("LINLAB_HOME", str(open_folder))
    (open_folder / "autosave").mkdir()
    (open_folder / "autosave").chmod(0o777)
    for name, mode in (("closed", 0), ("open", 0o644)):
        window.session.settled.save(open_folder / "autosave" / f"{name}.linlab")
        (open_folder / "autosave" / f"{name}.linlab").chmod(mode)
    said: list[str] = []
    window.session.said.connect(said.append)
    with somebody_else():
        assert [entry.file.name for entry in window.files.recoverable()] == ["open.linlab"]
    assert len(said) == 1
    assert "closed.linlab cannot be recovered" in said[0]


@pytest.mark.skipif(not hasattr(os, "setresuid"), reason="there are no such users")
def test_that_a_home_that_is_closed_to_us_keeps_nobody_from_working(
    window: Any, monkeypatch: pytest.MonkeyPatch, open_folder: Path
) -> None:
    home = open_folder / "home"
    home.mkdir(mode=0o700)
    monkeypatch.setenv("LINLAB_HOME", str(home))
    files, session, said = DocumentFiles(window.session, Settings()), window.session, []
    session.said.connect(said.append)
    with somebody_else():
        for place in ((3.5, -1.25), (4.5, 0.0)):
            session.edit("add a point", session.with_points(session.points.add(place, 1)))
            files.autosave()
        files.settings.keep(theme="dark")
        assert files.settings.now.theme == "dark"
        assert files.recoverable() == ()
        assert files.save(open_folder / "a.linlab") is False
    assert len(said) == 2
    assert said[0].startswith("Unsaved work cannot be backed up: ")
    assert said[1] == f"You are not allowed to write {open_folder / 'a.linlab'}."
    assert list(home.iterdir()) == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere every name is text")
@pytest.mark.parametrize("ending", [b".linlab", b".csv"])
def test_that_a_file_whose_name_is_no_text_is_opened_kept_and_saved_like_any_other(
    ending: bytes, window: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    session, file = window.session, Path(os.fsdecode(os.fsencode(tmp_path) + b"/odd\xff" + ending))
    session.settled.save(file) if ending == b".linlab" else write_csv(session.points, file)
    window.documents.open_path(file)
    session.edit("add a point", session.with_points(session.points.add((3.5, -1.25), 1)))
    window.files.autosave()
    window.files._lock.unlock()
    (entry,) = DocumentFiles(Session()).recoverable()
    assert entry.origin == file.with_suffix(".linlab")
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *a, **k: (a[2], "")
    )  # as it is proposed
    assert window.documents.save()
    assert Document.load(file.with_suffix(".linlab")) == session.settled
    assert window.windowTitle() == "odd\ufffd.linlab — linlab"
    window.bar.main_menu._fill_recent()
    window.grab()
