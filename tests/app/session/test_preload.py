"""Before the compiled code is there: nothing blocks, nothing asked for is lost, and what takes long
is said."""

import os
import subprocess
import sys
import threading

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtTest import QTest

from linlab.app.session import preload
from linlab.app.session.preload import Preload
from linlab.engine.train.trace import Trace
from linlab.engine.train.updates import advance


def test_that_what_is_asked_for_while_loading_is_done_afterwards(window):
    session = window.session
    session.replay.loading = True
    for _ in range(3):
        QTest.keyClick(window, Qt.Key.Key_Right)
    assert session.t == 0
    assert session.replay.catching_up
    session.replay.loaded()
    assert session.t == 3
    assert not session.replay.catching_up
    assert (session.run.model.theta == Trace(session.document).model(3).theta).all()


def test_that_play_waits_and_then_plays(window, qtbot):
    window.session.replay.loading = True
    QTest.keyClick(window, Qt.Key.Key_Space)
    qtbot.wait(120)
    assert window.player.playing
    assert window.session.t == 0
    window.session.replay.loaded()
    qtbot.waitUntil(lambda: window.session.t > 0)


def test_that_pause_and_an_edit_while_loading_leave_a_session_that_trains(window, hand):
    session = window.session
    session.replay.loading = True
    QTest.keyClick(window, Qt.Key.Key_Space)
    QTest.keyClick(window, Qt.Key.Key_Space)
    many = len(session.points)
    hand.click(hand.free())
    assert len(session.points) == many + 1
    session.replay.loaded()
    assert session.t == 0
    QTest.keyClick(window, Qt.Key.Key_Right)
    assert session.t == 1


class Slow:
    """Code that takes as long to compile as somebody wants."""

    def __init__(self):
        self.gate, self.ready = threading.Event(), False

    def prepare(self):
        self.gate.wait(60)
        self.ready = True


@pytest.fixture
def parts(monkeypatch):
    """Two that the document needs, and one for later."""
    made = [Slow(), Slow(), Slow()]
    monkeypatch.setattr(advance, "code_of", lambda learner: made[:2])
    monkeypatch.setattr(advance, "all_code", lambda: iter(made))
    monkeypatch.setattr(preload, "START_MS", 0)
    monkeypatch.setattr(preload, "PROGRESS_MS", 30)
    return made


def test_that_before_its_first_part_a_long_wait_is_told_without_a_number(
    window, qtbot, parts, monkeypatch
):
    monkeypatch.setattr(preload, "START_MS", 60_000)
    owner = QObject(window)
    Preload(window.session, owner)
    qtbot.waitUntil(lambda: "getting ready" in window.transport.words)
    assert "getting ready: the first time" in window.transport.words
    owner.deleteLater()
    window.session.replay.loaded()


def test_that_a_long_wait_says_how_far_it_is_and_ends_with_what_the_document_needs(
    window, qtbot, parts
):
    owner = QObject(window)
    Preload(window.session, owner)
    qtbot.waitUntil(lambda: "part 1 of 2" in window.transport.words)
    parts[0].gate.set()
    qtbot.waitUntil(lambda: "part 2 of 2" in window.transport.words)
    parts[1].gate.set()
    qtbot.waitUntil(lambda: not window.session.replay.loading)
    assert "part" not in window.transport.words
    assert not parts[2].ready
    parts[2].gate.set()
    qtbot.waitUntil(lambda: parts[2].ready)
    owner.deleteLater()


def test_that_code_that_cannot_be_compiled_does_not_leave_the_window_waiting(
    window, qtbot, parts, monkeypatch
):
    def missing(learner):
        raise ImportError(learner)

    monkeypatch.setattr(advance, "code_of", missing)
    owner = QObject(window)
    Preload(window.session, owner)
    qtbot.waitUntil(lambda: not window.session.replay.loading)
    parts[0].gate.set(), parts[1].gate.set(), parts[2].gate.set()
    owner.deleteLater()


def test_that_a_start_loads_no_library_and_makes_no_window_that_the_first_picture_does_not_need(
    tmp_path,
):
    code = """
import sys
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication
class Shown(QObject):
    windows = []
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Show and watched.isWidgetType() and watched.isWindow():
            self.windows.append(watched.objectName())
        return False
app = QApplication([])
shown = Shown()
app.installEventFilter(shown)
from linlab.app.session import preload
preload.START_MS = 60_000  # however slow the first picture is
from linlab.app.session.document_files import DocumentFiles
from linlab.app.session.session import Session
from linlab.app.session.settings import Settings
from linlab.app.panels.views.view_pane import ViewPane
from linlab.app.window.window import Window
session, settings = Session(), Settings()
window = Window(session, DocumentFiles(session, settings), settings)
window.show()
window.grab()
print(sorted({"scipy", "sklearn", "numba", "PIL", "contourpy", "numpy.ma"} & set(sys.modules)))
print(shown.windows, window.findChildren(ViewPane))
"""
    env = {**os.environ, "LINLAB_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n['window'] []\n"
