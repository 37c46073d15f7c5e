"""linlab.show opens the window and returns what was made there."""

import gc
import os
import signal
import subprocess
import sys

import numpy as np
import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

import linlab
from linlab import LinlabError
from linlab.app.window.window import Window


def later(act, ms=300):
    """Do something with the window that is open then, and close it."""

    def once():
        windows = [each for each in QApplication.topLevelWidgets() if isinstance(each, Window)]
        window = next(each for each in windows if each.isVisible())
        try:
            act(window)
        finally:
            window.close()

    QTimer.singleShot(ms, once)


def test_that_points_drawn_in_the_window_come_back(qtbot, monkeypatch):
    points = linlab.points([(0, 0), (1, 1)], ["no", "yes"])

    def add(window):
        window.editing.add_point((0.25, 0.75), 1)

    later(add)
    made = linlab.show(points)
    assert made.points.x.tolist() == [[0, 0], [1, 1], [0.25, 0.75]]
    assert made.points.classes == ("no", "yes") and len(points) == 2
    assert not [
        w for w in QApplication.topLevelWidgets() if isinstance(w, Window) and w.isVisible()
    ]


def test_that_a_run_is_shown_at_its_step_and_comes_back_with_its_own_labels(qtbot):
    run = linlab.train("svm", linlab.make_points("moons", n=20).x, [3, 5] * 10, steps=12)
    seen = []

    def step(window):
        seen.append(window.session.t)
        window.player.step(1)

    later(step)
    made = linlab.show(run)
    assert seen == [12] and made.t == 13
    assert np.array_equal(made.run.theta, run.advance(1).theta)
    assert made.run.classes == (3, 5)


def test_that_closing_asks_nothing_although_points_were_added(qtbot, monkeypatch):
    asked = []
    monkeypatch.setattr("linlab.app.window.document_commands.QMessageBox.question", asked.append)
    later(lambda window: window.editing.add_point((0, 0), 0))
    linlab.show("moons")
    assert asked == []


def test_that_an_interrupt_closes_the_window_and_python_collects_garbage_as_before(qtbot):
    collects, handler = gc.isenabled(), signal.getsignal(signal.SIGINT)
    QTimer.singleShot(300, lambda: os.kill(os.getpid(), signal.SIGINT))
    assert linlab.show(linlab.make_points("moons", n=10)).points == linlab.make_points(
        "moons", n=10
    )
    assert gc.isenabled() == collects and signal.getsignal(signal.SIGINT) is handler


def test_that_what_cannot_be_shown_is_refused_in_words():
    with pytest.raises(LinlabError, match=r"did you mean moons\?"):
        linlab.show("mons")
    with pytest.raises(LinlabError, match="points, a run or a document, not dict"):
        linlab.show({})


def test_that_it_works_without_a_qt_application_and_says_so_without_a_display(tmp_path):
    code = (
        "import linlab\n"
        "from PySide6.QtCore import QTimer\n"
        "from linlab.app.window.window import Window\n"
        "plain = Window.show\n"
        "def show(self):\n"
        "    plain(self)\n"
        "    QTimer.singleShot(200, self.close)\n"
        "Window.show = show\n"
        "points = linlab.make_points('moons', n=10)\n"
        "assert linlab.show(points).points == points\n"
        "assert linlab.show(points).points == points\n"  # and once more, with the application there
    )
    home = {**os.environ, "LINLAB_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", code], env=home, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    bare = {**home, "QT_QPA_PLATFORM": "", "DISPLAY": "", "WAYLAND_DISPLAY": ""}
    code = "import linlab\ntry: linlab.show('moons')\nexcept linlab.LinlabError as e: print(e)"
    if sys.platform.startswith("linux"):
        done = subprocess.run(
            [sys.executable, "-c", code], env=bare, capture_output=True, check=False
        )
        assert b"There is no display" in done.stdout
