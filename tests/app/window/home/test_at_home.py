"""The window on a desktop: files of a second start and of the system, the crash log, About linlab."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtNetwork import QLocalSocket
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox

from linlab.app.controls.questions import LATER, recovery
from linlab.app.window.home import crash_log
from linlab.app.window.home.handover import (
    LONGEST,
    Doorkeeper,
    Handed,
    reach,
    read_handed,
    server_name,
)
from linlab.app.window.home.opened_files import take_files
from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "given.linlab"
    Document(make_points("xor"), (Learner.of("svm"),), title="Given").save(path)
    return path


@pytest.fixture
def door(window):
    """The window listens, under a name that follows from this test's own home."""
    made = Doorkeeper(server_name(), lambda handed: take_files(window, window, handed), window)
    assert made.listens
    yield made
    made.close()


def sent(qtbot, line: bytes) -> QLocalSocket:
    socket = QLocalSocket()
    socket.connectToServer(server_name())
    assert socket.waitForConnected(5000)
    socket.write(line)
    socket.flush()
    return socket


def test_that_a_second_start_hands_its_file_to_the_open_window(window, door, file, qtbot):
    """A process of its own, as a real second start; it ends without a window."""
    second = subprocess.Popen([sys.executable, "-m", "linlab", str(file)], env=dict(os.environ))
    qtbot.waitUntil(lambda: window.files.path == file)
    assert second.wait(60) == 0
    assert window.session.document.title == "Given"


def test_that_homes_of_their_own_never_meet(monkeypatch, tmp_path):
    names = set()
    for home in "ab":
        monkeypatch.setenv("LINLAB_HOME", str(tmp_path / home))
        names.add(server_name())
    assert len(names) == 2


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"[]\n",
        b'{"files": "x"}\n',
        b'{"files": ["relative.linlab"]}\n',
        b'{"files": [1]}\n',
        b'{"files": ["/a\\u0000b"]}\n',
        b"[" * 100_000,
        json.dumps({"files": ["/x"] * 101}).encode(),
    ],
)
def test_that_nonsense_is_no_request(line):
    assert read_handed(line) is None


def test_that_what_is_too_long_is_cut_off_and_the_window_goes_on(window, door, file, qtbot):
    before = window.session.settled
    bad = sent(qtbot, b"x" * (LONGEST + 10))
    qtbot.waitUntil(lambda: bad.state() == QLocalSocket.LocalSocketState.UnconnectedState)
    assert window.session.settled is before
    sent(qtbot, json.dumps({"files": [str(file)]}).encode() + b"\n")
    qtbot.waitUntil(lambda: window.files.path == file)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes leave nothing behind")
def test_that_a_socket_left_by_a_crash_is_no_obstacle(window, qtbot):
    code = (
        "import os, sys; from PySide6.QtCore import QCoreApplication; a = QCoreApplication([])\n"
        "from PySide6.QtNetwork import QLocalServer; s = QLocalServer()\n"
        "assert s.listen(sys.argv[1]); print(s.fullServerName(), flush=True); os._exit(1)"
    )
    line = [sys.executable, "-c", code, server_name()]
    left = subprocess.run(line, capture_output=True, text=True, check=False).stdout.strip()
    assert Path(left).exists()
    assert reach(server_name()) is None
    door = Doorkeeper(server_name(), lambda handed: None, window)
    assert door.listens
    assert reach(server_name()) is not None
    door.close()


def test_that_several_files_are_a_programme(window, file, tmp_path):
    other = tmp_path / "other.linlab"
    other.write_bytes(file.read_bytes())
    take_files(window, window, Handed((str(file), str(other)), prepared=True))
    assert window.documents.programme.where == "1 of 2"
    assert window.files.prepared


def test_that_a_file_that_the_system_sends_is_opened_and_waits_for_the_window(qapp, file, tmp_path):
    opened = []
    for _ in range(2):
        QCoreApplication.sendEvent(qapp, QFileOpenEvent(QUrl.fromLocalFile(str(file))))
    assert opened == []
    qapp.open_files_with(opened.append)
    assert opened == [file, file]
    QCoreApplication.sendEvent(qapp, QFileOpenEvent(QUrl.fromLocalFile(str(file))))
    assert opened == [file] * 3
    qapp.open_files_with(None)


def test_that_a_crash_is_in_the_log_and_a_long_log_is_put_aside(tmp_path, monkeypatch):
    monkeypatch.setenv("LINLAB_HOME", str(tmp_path))
    code = "import os\nfrom linlab.app.window.home.crash_log import crashes_logged\nwith crashes_logged(): os.abort()"
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONFAULTHANDLER"}
    subprocess.run([sys.executable, "-c", code], env=clean, check=False)
    log = tmp_path / "crash.log"
    assert "Fatal Python error" in log.read_text()
    when = log.stat().st_mtime
    assert crash_log.crashed_after(when - 1) == log
    assert crash_log.crashed_after(when + 1) is None
    log.write_text("x" * (crash_log.LONGEST + 1))
    crash_log._rotate(log)
    assert not log.exists()
    assert (tmp_path / "crash.log.1").exists()


def test_that_the_recovery_message_names_the_log(window, monkeypatch):
    told = []

    def look(box):
        told.append(box.informativeText())

    monkeypatch.setattr(QMessageBox, "exec", look)
    assert recovery(window, "a.linlab", "now", "/state/crash.log") == LATER
    assert recovery(window, "a.linlab", "now") == LATER
    assert "/state/crash.log" in told[0]
    assert "went wrong" not in told[1]


def test_that_about_linlab_copies_its_details(window):
    window.commands["about-linlab"].trigger()
    dialog = window.findChild(QDialog, "about-linlab")
    QTest.keyClick(dialog.copy_button, " ")
    assert QApplication.clipboard().text() == dialog.details.toPlainText()
    assert "Screen: " in QApplication.clipboard().text()
    dialog.close()
