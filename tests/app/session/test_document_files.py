"""Documents on disk: opened, saved, kept safe from a crash; and no trouble with a file touches the
work."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QLockFile
from pytestqt.qtbot import QtBot

from linlab.app.session import autosaves as autosaves_module
from linlab.app.session import document_files as files_module
from linlab.app.session.document_files import DocumentFiles
from linlab.app.session.session import Session
from linlab.engine.data.csvfile import write_csv
from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner

_LAB = """
import sys
from PySide6.QtCore import QCoreApplication, QTimer
from linlab.app.session import document_files as files
from linlab.app.session.session import Session
app = QCoreApplication([])
files.PERIOD = 200
session = Session()
lab = files.DocumentFiles(session)
if len(sys.argv) > 1:
    lab.open(sys.argv[1])
session.go(7)
session.edit("add a point", session.with_points(session.points.add((3.5, -1.25), 1)))
QTimer.singleShot(600, lambda: print("ready", flush=True))
app.exec()
"""


class Lab:
    """A session with its files, and what it said."""

    def __init__(self) -> None:
        self.session = Session()
        self.files = DocumentFiles(self.session)
        self.said: list[str] = []
        self.renamed = 0
        self.session.said.connect(self.said.append)
        self.files.renamed.connect(self._count)

    def _count(self) -> None:
        self.renamed += 1

    def click(self, x: float = 1.0) -> Document:
        self.session.edit(
            "add a point", self.session.with_points(self.session.points.add((x, 2.0), 0))
        )
        return self.session.settled


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LINLAB_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def lab(qapp: object) -> Iterator[Lab]:
    lab = Lab()
    yield lab
    lab.files.close()


def killed_lab(*arguments: str) -> None:
    """A lab in a process of its own, edited and then killed without a warning."""
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(
        [sys.executable, "-c", _LAB, *arguments], stdout=subprocess.PIPE, env=env
    ) as job:
        assert job.stdout is not None
        assert job.stdout.readline() == b"ready\n"
        assert DocumentFiles(Session()).recoverable() == ()  # it is still running
        job.send_signal(signal.SIGKILL)


def autosaves(home: Path) -> list[Path]:
    return sorted((home / "autosave").glob("*")) if (home / "autosave").exists() else []


def test_that_a_document_is_saved_and_opened_again(lab: Lab, tmp_path: Path) -> None:
    assert lab.files.title() == "Untitled — linlab"
    edited = lab.click()
    assert lab.files.title() == "• Untitled — linlab"
    assert lab.files.save(tmp_path / "moons.linlab")
    assert (lab.files.title(), lab.files.path) == (
        "moons.linlab — linlab",
        tmp_path / "moons.linlab",
    )
    other = Lab()
    assert other.files.open(tmp_path / "moons.linlab")
    assert other.session.settled == edited == Document.load(tmp_path / "moons.linlab")
    assert (other.files.title(), other.files.dirty) == ("moons.linlab — linlab", False)
    assert other.files.recent == (tmp_path / "moons.linlab",)
    assert lab.said == other.said == []


def test_that_undo_back_to_the_saved_document_is_no_longer_unsaved(
    lab: Lab, tmp_path: Path
) -> None:
    lab.click()
    lab.files.save(tmp_path / "a")
    assert lab.files.path == tmp_path / "a.linlab"
    heard = lab.renamed
    lab.click()
    assert (lab.files.dirty, lab.renamed) == (True, heard + 1)
    lab.click()
    assert lab.renamed == heard + 1
    lab.session.undo()
    lab.session.undo()
    assert (lab.files.dirty, lab.renamed) == (False, heard + 2)
    lab.session.undo()
    assert lab.files.dirty


def test_that_a_gesture_counts_when_it_ends(lab: Lab) -> None:
    lab.session.preview(lab.session.with_points(lab.session.points.move(0, (9, 9))))
    assert not lab.files.dirty
    lab.session.commit("move")
    assert lab.files.dirty


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.linlab", "{"),
        ("a.linlab", "[]"),
        ("a.linlab", '{"linlab": 99}'),
        ("a.linlab", '{"linlab": 1, "points": {}}'),
        ("a.linlab", '{"linlab-weights": 1}'),
        ("a.linlab", ""),
        ("a.linlab", '{"linlab": 1, "shares": [1%s, 0, 0]}' % ("0" * 400)),
        ("a.csv", "1,2\n"),
        ("a.csv", "x1,x2,label\n1,nan,a\n"),
        ("a.tsv", ""),
        ("a.txt", "\x00\x01"),
    ],
)
def test_that_a_broken_file_is_told_and_leaves_the_work_alone(
    name: str, text: str, lab: Lab, tmp_path: Path
) -> None:
    lab.session.go(5)
    work = lab.click()
    (tmp_path / name).write_text(text)
    assert not lab.files.open(tmp_path / name)
    assert lab.session.settled is work
    assert (lab.session.t, lab.session.undo_stack.undo_name, lab.files.title()) == (
        5,
        "add a point",
        "• Untitled — linlab",
    )
    assert len(lab.said) == 1
    assert name in lab.said[0]
    assert lab.said[0].endswith(".")
    assert lab.files.recent == ()


def test_that_a_file_that_has_gone_is_no_longer_recent(lab: Lab, tmp_path: Path) -> None:
    lab.files.save(tmp_path / "a.linlab")
    (tmp_path / "a.linlab").unlink()
    assert not lab.files.open(tmp_path / "a.linlab")
    assert lab.said == [f"There is no file {tmp_path / 'a.linlab'}."]
    assert lab.files.recent == ()


def test_that_points_replace_the_points_and_keep_the_learner(lab: Lab, tmp_path: Path) -> None:
    write_csv(make_points("iris"), tmp_path / "iris.csv")
    svm = Learner.of("svm", lam=0.5)
    lab.session.edit("model", replace(lab.session.with_learner(svm), seed=3))
    assert lab.files.open(str(tmp_path / "iris.csv"))
    document = lab.session.settled
    assert (document.points, document.learners) == (make_points("iris"), (svm,))
    assert (document.seed, document.source, document.timeline) == (3, None, ())
    assert (lab.files.path, lab.files.title()) == (None, "Untitled — linlab")
    assert lab.files.suggestion == tmp_path / "iris.linlab"
    assert not lab.files.save()
    assert "no file yet" in lab.said[0]


def test_that_points_keep_the_learner_that_training_went_on_with(lab: Lab, tmp_path: Path) -> None:
    write_csv(make_points("moons"), tmp_path / "moons.csv")
    lab.session.go(10)
    lab.session.continuing = True
    lab.session.edit("model", lab.session.with_learner(Learner.of("perceptron", alpha=0.5)))
    assert lab.files.open(tmp_path / "moons.csv")
    assert lab.session.settled.learners == (Learner.of("perceptron", alpha=0.5),)


def test_that_new_is_an_empty_plane_with_the_learner_there_is(lab: Lab, tmp_path: Path) -> None:
    lab.files.save(tmp_path / "a.linlab")
    lab.click()
    lab.files.new()
    assert (len(lab.session.points), lab.session.points.classes) == (0, ("A", "B"))
    assert lab.session.learner == Learner.of("perceptron")
    assert (lab.files.path, lab.files.title()) == (None, "Untitled — linlab")


def test_that_a_full_disk_leaves_the_old_file_and_the_work(
    lab: Lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab.files.save(tmp_path / "a.linlab")
    before, work = (tmp_path / "a.linlab").read_bytes(), lab.click()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert not lab.files.save()
    assert "No space left on device" in lab.said[0]
    assert (tmp_path / "a.linlab").read_bytes() == before
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.linlab", "home"]
    assert (lab.session.settled, lab.files.dirty) == (work, True)
    lab.files.autosave()
    lab.files.autosave()
    assert len(lab.said) == 2  # once is enough
    assert lab.said[1].startswith("Unsaved work cannot be backed up")
    monkeypatch.undo()


def test_that_a_file_that_must_not_be_written_stays(
    lab: Lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.linlab").write_text("locked")
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write everything
    assert not lab.files.save(tmp_path / "a.linlab")
    assert not lab.files.save(tmp_path / "nowhere" / "a.linlab")
    assert not lab.files.save(tmp_path)
    assert "not allowed" in lab.said[0]
    assert "no folder" in lab.said[1]
    assert lab.files.path is None
    assert (tmp_path / "a.linlab").read_text() == "locked"


def test_that_no_file_is_replaced_that_was_not_named(lab: Lab, tmp_path: Path) -> None:
    (tmp_path / "a.csv.linlab").write_text("other")
    assert not lab.files.save(tmp_path / "a.csv")
    assert "full name" in lab.said[0]
    assert (tmp_path / "a.csv.linlab").read_text() == "other"


@pytest.mark.parametrize("letter", ["x", "é"])
def test_that_a_name_may_be_as_long_as_the_system_allows(
    letter: str, lab: Lab, tmp_path: Path
) -> None:
    name = letter * (248 // len(letter.encode()))  # 255 bytes with its ending
    lab.click()
    assert lab.files.save(tmp_path / name)
    assert Document.load(tmp_path / f"{name}.linlab") == lab.session.settled
    assert not lab.files.save(tmp_path / f"{name}x")
    assert not lab.files.save(tmp_path / f"{name}x.linlab")
    assert len(lab.said) == 2
    assert all("File name too long" in sentence for sentence in lab.said)
    assert lab.files.path == tmp_path / f"{name}.linlab"


def test_that_only_unsaved_work_has_an_autosave(
    lab: Lab, home: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    lab.files._timer.setInterval(20)
    lab.click()
    qtbot.waitUntil(lambda: len(autosaves(home)) == 2)  # with its lock
    file = next(file for file in autosaves(home) if file.suffix == ".linlab")
    assert Document.load(file) == lab.session.settled
    assert not lab.files._timer.isActive()
    lab.files.save(tmp_path / "a.linlab")
    assert autosaves(home) == []
    lab.click()
    qtbot.waitUntil(lambda: len(autosaves(home)) == 2)
    lab.session.undo()
    qtbot.waitUntil(lambda: autosaves(home) == [])
    lab.click()
    lab.files.autosave()
    lab.files.close()
    assert autosaves(home) == []


def test_that_running_labs_leave_each_other_alone(lab: Lab, home: Path) -> None:
    other = Lab()
    lab.click()
    other.click(4.0)
    lab.files.autosave()
    other.files.autosave()
    assert len(autosaves(home)) == 4
    assert lab.files.recoverable() == other.files.recoverable() == ()
    other.files.close()
    assert len(autosaves(home)) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL there")
def test_that_a_killed_lab_is_recovered(lab: Lab, home: Path) -> None:
    killed_lab()
    session = Session()
    expected = session.with_points(session.points.add((3.5, -1.25), 1))
    (entry,) = lab.files.recoverable()
    assert (entry.origin, entry.t, entry.name) == (None, 7, "Recovered document")
    assert abs(time.time() - entry.when) < 60
    lab.files.recover(entry)
    assert (lab.session.settled, lab.session.t) == (expected, 7)
    assert lab.files.title() == "• Recovered document — linlab"
    assert not entry.file.exists()
    assert len(autosaves(home)) == 2  # it is still not saved, and still safe
    assert lab.files.recoverable() == ()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL there")
def test_that_a_recovered_document_knows_its_file_and_leaves_it_alone(
    lab: Lab, home: Path, tmp_path: Path
) -> None:
    lab.files.save(tmp_path / "a.linlab")
    before = (tmp_path / "a.linlab").read_bytes()
    killed_lab(str(tmp_path / "a.linlab"))
    (entry,) = lab.files.recoverable()
    assert (entry.origin, entry.name) == (tmp_path / "a.linlab", "Recovered a.linlab")
    lab.files.recover(entry)
    assert (lab.files.path, lab.files.suggestion, lab.files.dirty) == (
        None,
        tmp_path / "a.linlab",
        True,
    )
    assert (tmp_path / "a.linlab").read_bytes() == before
    assert lab.files.save(lab.files.suggestion)
    assert Document.load(tmp_path / "a.linlab") == lab.session.settled
    assert autosaves(home) == []


def test_that_autosaves_are_listed_newest_first_and_can_be_thrown_away(
    lab: Lab, home: Path
) -> None:
    (home / "autosave").mkdir(parents=True)
    for when in (1, 3, 2):
        whole = {
            **lab.session.settled.to_json(),
            "autosave": {"origin": f"/{when}.linlab", "t": when, "when": when},
        }
        (home / "autosave" / f"{when}.linlab").write_text(json.dumps(whole))
    found = lab.files.recoverable()
    assert [entry.t for entry in found] == [3, 2, 1]
    lab.files.discard(found[1])
    lab.files.discard(found[1])
    assert [entry.t for entry in lab.files.recoverable()] == [3, 1]


@pytest.mark.parametrize(
    "about",
    [
        {"t": 3, "when": 1e18},
        {"t": 3, "when": 10**400},
        {"t": 3, "when": -1e18},
        {"t": 3},
        {"t": 2**80, "when": "now"},
        {"t": -1, "origin": 7},
        7,
        None,
    ],
)
def test_that_an_autosave_with_an_odd_date_is_recovered_beside_the_others(
    about: object, lab: Lab, home: Path
) -> None:
    (home / "autosave").mkdir(parents=True)
    whole = lab.session.settled.to_json()
    (home / "autosave" / "a.linlab").write_text(json.dumps({**whole, "autosave": about}))
    (home / "autosave" / "b.linlab").write_text(
        json.dumps({**whole, "autosave": {"t": 5, "when": 1e9}})
    )
    found = lab.files.recoverable()
    assert [entry.file.name for entry in found] == ["b.linlab", "a.linlab"]
    assert [time.localtime(entry.when).tm_year for entry in found] == [2001, 1970]
    assert all(0 <= entry.t <= 5 for entry in found)
    assert lab.said == []


def test_that_an_autosave_that_is_broken_is_told_and_hides_no_other(lab: Lab, home: Path) -> None:
    (home / "autosave").mkdir(parents=True)
    text = json.dumps({**lab.session.settled.to_json(), "autosave": {"t": 5, "when": 1e9}})
    (home / "autosave" / "z.linlab").write_text(text)
    (home / "autosave" / "directory.linlab").mkdir()
    (home / "autosave" / "fields.linlab").write_text(text.replace('"points"', '"dots"'))
    (home / "autosave" / "truncated.linlab").write_text(text[:-30])
    (home / "autosave" / "zeros.linlab").write_bytes(bytes(4096))
    (home / "autosave" / "infinite.linlab").write_text(text.replace("100.0", "1" + "0" * 400))
    assert [entry.file.name for entry in lab.files.recoverable()] == ["z.linlab"]
    assert len(lab.said) == 5
    for name, sentence in zip(
        ("directory", "fields", "infinite", "truncated", "zeros"), lab.said, strict=True
    ):
        assert f"{name}.linlab cannot be recovered" in sentence
        assert sentence.endswith(".")
        assert (home / "autosave" / f"{name}.linlab").exists()


def test_that_an_autosave_stays_until_there_is_another(
    lab: Lab, home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (home / "autosave").mkdir(parents=True)
    file = home / "autosave" / "1.linlab"
    file.write_text(json.dumps({**lab.session.settled.to_json(), "autosave": {"t": 0, "when": 0}}))
    (entry,) = lab.files.recoverable()
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(files_module, "folder", lambda: tmp_path / "file" / "autosave")
    lab.files.recover(entry)
    assert lab.said
    assert file.exists()


def test_that_a_lock_held_elsewhere_means_a_running_lab(lab: Lab, home: Path) -> None:
    (home / "autosave").mkdir(parents=True)
    (home / "autosave" / "1.linlab").write_text(
        json.dumps({**lab.session.settled.to_json(), "autosave": {"t": 0, "when": 0}})
    )
    lock = QLockFile(str(home / "autosave" / "1.lock"))
    assert lock.tryLock(0)
    assert lab.files.recoverable() == ()
    lock.unlock()
    assert len(lab.files.recoverable()) == 1


def test_that_a_recent_file_that_cannot_exist_is_forgotten_with_a_sentence(lab: Lab) -> None:
    long = "/" + "x" * 5000
    lab.files.settings.used(long)
    assert not lab.files.open(long)
    assert len(lab.said) == 1
    assert lab.files.recent == ()


def test_that_recovered_work_has_nothing_to_go_back_to(lab: Lab) -> None:
    lab.click()
    lab.files.autosave()
    assert lab.files._autosave is not None
    lab.files.recover(autosaves_module.read(lab.files._autosave))
    before = lab.session.settled
    lab.files.revert()
    assert lab.session.settled is before
    assert "nothing to go back to" in lab.said[-1]
