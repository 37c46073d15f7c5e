"""Frames a second while a run plays, with each view beside the plane and one in the column: python
tests/bench/bench_views.py

500 points, two classes, a window of 1280 × 800; the perceptron for what only it has, logistic
regression for counts, as naive Bayes is done in a blink, kernels and monomials where they are what
is shown, else an SVM. A frame is a painted plane; beside it are the frames of the view itself,
which may leave some out. The last lines are of an RBF SVM, whose field is the costly part, and of a
run that plays while 19 values are swept in another thread.

    --seconds 3    how long each plays
"""

import argparse
import gc
import os
import sys
import tempfile
import time

os.environ["LINLAB_HOME"] = tempfile.mkdtemp()
if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from linlab.commands.open_window import use_one_thread

use_one_thread()  # as the window does, before numpy is imported

import numpy as np
from PySide6.QtCore import QEvent, QEventLoop, QObject, QTimer

GOAL = 30  # frames a second
LEARNERS = {
    "proof": ("perceptron", {}),
    "counts": ("logistic", {}),
    "kernel": ("svm", {"space": "rbf"}),
    "features": ("svm", {"space": "monomial", "degree": 2}),
}


class Painted(QObject):
    """Counts the frames of a widget."""

    def __init__(self, widget):
        super().__init__()
        self.frames = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched, event):
        self.frames += event.type() == QEvent.Type.Paint
        return False


def wait(seconds):
    loop = QEventLoop()
    QTimer.singleShot(round(1000 * seconds), loop.quit)
    loop.exec()


class Lab:
    """A window that is ready, and so many points of two classes; each case plays for some
    seconds."""

    def __init__(self, words, many):
        options = argparse.ArgumentParser(description=words)
        options.add_argument("--seconds", type=float, default=3.0)
        self.seconds = options.parse_args().seconds
        from PySide6.QtWidgets import QApplication

        self.app = QApplication(sys.argv)
        from linlab import Points
        from linlab.app.session.document_files import DocumentFiles
        from linlab.app.session.session import Session
        from linlab.app.session.settings import Settings
        from linlab.app.window.window import Window

        x = np.random.default_rng(0).normal(size=(many, 2)) * 1.5
        self.points = Points.of(x, (np.sin(2 * x[:, 0]) > x[:, 1]).astype(int))
        self.session, settings, equipped = Session(), Settings(), []
        settings.keep(mode="full")
        self.window = Window(self.session, DocumentFiles(self.session, settings), settings)
        self.window.resize(1280, 800)
        self.session.equipped.connect(lambda: equipped.append(True))
        self.window.show()
        while not equipped:  # or the first case would share the machine with the compiler
            self.app.processEvents()
            time.sleep(0.005)
        wait(1)
        gc.collect()
        gc.freeze()

    def played(self, *counters):
        """Frames a second of each widget that is counted, while the run plays."""
        self.window.player.speed = 2000.0
        self.window.player.play()
        wait(0.5)
        for each in counters:
            each.frames = 0
        begun = time.perf_counter()
        wait(self.seconds)
        long = time.perf_counter() - begun
        self.window.player.pause()
        return [each.frames / long for each in counters]


def main():
    lab = Lab(__doc__, 500)
    from linlab import Document, Learner
    from linlab.app.panels.views.views_card import inward

    window = lab.window
    plane, view = Painted(window.plane.viewport()), Painted(window.beside.pane.canvas.viewport())
    print(f"{'beside':10} {'model':30} {'plane':>12} {'view':>12}   goal {GOAL} frames a second")

    def play(name, learner):
        lab.session.open(Document(lab.points, (learner,), shares=(60.0, 20.0, 20.0)))
        window.put_beside(name)
        window.right.views.show_view("losses" if name != "losses" else "errors")
        wait(1.5)
        told = (
            f"{learner.recipe.title}, {learner['space']}"
            if "space" in learner.settings
            else learner.recipe.title
        )
        print(
            "{:10} {:30} {:8.1f} /s {:8.1f} /s".format(
                name or "nothing", told, *lab.played(plane, view)
            )
        )

    for name in ("", *inward()):
        model, settings = LEARNERS.get(name, ("svm", {}))
        play(name, Learner.of(model, **settings))
    for name in ("", "losses", "sweep"):
        play(name, Learner.of("svm", space="rbf"))
    window.files.close()


if __name__ == "__main__":
    main()
