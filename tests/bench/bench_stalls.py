"""The longest turn of the event loop, model by model and gesture by gesture: python
tests/bench/bench_stalls.py [--points 6000]

A heart beats in the window's own thread every millisecond; the longest pause between two beats
while a gesture is made and what it set off comes to rest is the longest time that the window did
not answer. The second figure is the longest time that this thread itself worked between two beats:
on a busy machine the first one counts the neighbours too. The last column says where most of it
went.

    --seconds 3    how long each model runs at full speed
    --only rbf     the cases whose name has this in it
    --catalogue    each model of the catalogue once, in its usual settings, and no other case
    --most 200     milliseconds of its own beyond which a turn is a stall: their number is the exit
                   code
"""

import argparse
import faulthandler
import os
import re
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import suppress

os.environ["LINLAB_HOME"] = tempfile.mkdtemp()
if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from linlab.commands.open_window import use_one_thread

use_one_thread()  # as the window does, before numpy is imported

import numpy as np
from PySide6.QtCore import QEventLoop, QObject, QTimer

from tests.engine.plane import plane_catalog, plane_learning

REST, LONGEST = (
    0.6,
    8.0,
)  # seconds that a gesture is watched for afterwards, and at most if the window is still busy
SPACES = ("linear", "monomial", "fourier", "linear-kernel", "rbf", "polynomial", "laplace")


def usual_cases():
    """(name, learner, classes) of each model of the catalogue"""
    from linlab import Learner

    for model in plane_catalog():
        yield model, Learner.of(model), 2


def cases():
    """(name, learner, classes)"""
    from linlab import Learner
    from linlab.engine.ground.errors import LinlabError

    yield from usual_cases()
    for model, recipe in plane_learning().items():
        for space in SPACES if "space" in recipe.parameters else ():
            with suppress(LinlabError):  # the nearest centroid has no kernels
                yield f"{model} · {space}", Learner.of(model, space=space), 2
    for optimiser in ("momentum", "adagrad", "adam", "lbfgs", "newton-cg", "cg"):
        for space in SPACES:
            if optimiser in ("adagrad", "adam") and space in SPACES[3:]:
                continue
            batch = {} if optimiser in ("lbfgs", "newton-cg", "cg") else {"batch": 32}
            yield (
                f"logistic · {optimiser} · {space}",
                Learner.of("logistic", space=space, optimiser=optimiser, **batch),
                2,
            )
    for space in SPACES:
        yield f"svm · batch all · {space}", Learner.of("svm", space=space, batch="all"), 2
        yield f"svm · best · {space}", Learner.of("svm", space=space, average="best"), 2
    for name, settings in (
        ("voted-perceptron", {}),
        ("svm", {}),
        ("logistic", {"optimiser": "lbfgs"}),
    ):
        for space in ("linear", "rbf"):
            yield f"{name} · {space} · 4 classes", Learner.of(name, space=space, **settings), 4
    yield "svm · hardest · rbf", Learner.of("svm", space="rbf", order="hardest"), 2
    yield "voted-perceptron · linear · dev and test", Learner.of("voted-perceptron"), 3
    yield "svm · rbf · dev and test", Learner.of("svm", space="rbf"), 3
    yield "stacking · lbfgs", Learner.of("stacking"), 2
    yield "stacking · rbf", Learner.of("stacking"), 2


def learners_of(name, learner):
    """A team with its members; the last of those of a stack is its B."""
    from linlab import Learner

    if not learner.recipe.of_others:
        return (learner,)
    settings = {"lbfgs": {"optimiser": "lbfgs"}, "rbf": {"space": "rbf"}}
    own = settings.get(name.rpartition(" ")[2], {})
    return learner, Learner.of("perceptron"), Learner.of("logistic", **own)


def document(points, learners, classes, split):
    from linlab import Document, Points

    rng = np.random.default_rng(0)
    y = rng.integers(classes, size=points)
    x = rng.normal(size=(points, 2)) + 1.2 * np.stack([np.cos(1.7 * y), np.sin(1.7 * y)], axis=1)
    return Document(
        Points.of(x, y), learners, shares=(60.0, 20.0, 20.0) if split else (100.0, 0.0, 0.0)
    )


class Heart(QObject):
    """Beats in the window's thread; another thread looks where that is when it has not beaten for a
    while."""

    def __init__(self):
        super().__init__()
        self.timer = QTimer(self, interval=1)
        self.timer.timeout.connect(self.beat)
        self.main = threading.get_ident()
        self.begin()
        self.timer.start()
        threading.Thread(target=self.watch, daemon=True).start()

    def beat(self):
        now, own = time.perf_counter(), time.thread_time()
        self.longest, self.last = max(self.longest, now - self.last), now
        self.busiest, self.own = max(self.busiest, own - self.own), own

    def begin(self):
        self.last, self.longest, self.where = time.perf_counter(), 0.0, Counter()
        self.own, self.busiest = time.thread_time(), 0.0

    def watch(self):
        """By the fault handler, which holds on to nothing: a frame kept in this thread would keep
        its QPainter alive."""
        with tempfile.TemporaryFile("w+") as file:
            while True:
                time.sleep(0.01)
                if time.perf_counter() - self.last > 0.05:
                    file.seek(0)
                    file.truncate()
                    faulthandler.dump_traceback(file)
                    file.seek(0)
                    _, _, mine = file.read().partition(
                        f"{self.main:#018x} (most recent call first):\n"
                    )
                    calls = re.findall(
                        r'/linlab/.*?([^/]+)\.py", line \d+ in (.+)', mine.partition("\n\n")[0]
                    )
                    self.where[" < ".join(f"{module}.{name}" for module, name in calls[:4])] += 1


def wait(seconds, done=lambda: False):
    loop, begun = QEventLoop(), time.perf_counter()
    timer = QTimer(interval=5)
    timer.timeout.connect(
        lambda: loop.quit() if done() or time.perf_counter() - begun > seconds else None
    )
    timer.start()
    loop.exec()
    timer.stop()


class Lab:
    def __init__(self, options):
        from PySide6.QtWidgets import QApplication

        self.options = options
        self.app = QApplication.instance() or QApplication(sys.argv)
        from linlab.app.controls import theme
        from linlab.app.session.document_files import DocumentFiles
        from linlab.app.session.session import Session
        from linlab.app.session.settings import Settings
        from linlab.app.window import launch
        from linlab.app.window.window import Window

        theme.apply(self.app, theme.LIGHT)
        self.session, settings = Session(), Settings()
        settings.keep(mode="full")
        self.window = Window(self.session, DocumentFiles(self.session, settings), settings)
        self.window.resize(1280, 800)
        self.window.show()
        self.player = self.window.player
        done = []
        self.session.equipped.connect(lambda: done.append(True))
        wait(120, lambda: bool(done))
        launch.keep_what_is_loaded()
        self.heart = Heart()

    def settle(self):
        wait(REST)
        wait(LONGEST, lambda: not self.session.replay.catching_up)
        wait(REST)

    def gestures(self):
        """(name, what is done at each move of it)"""
        session, player = self.session, self.player
        yield "full speed", self.race
        yield "pause", lambda: [player.pause]
        yield "step back", lambda: [lambda: player.step(-1)] * 3
        yield "step", lambda: [lambda: player.step(1)] * 3
        far = max(8, session.replay.far)
        scrub = self.window.transport.go
        yield (
            "scrub",
            lambda: [
                lambda share=share: scrub(int(far * share))
                for share in (0.9, 0.5, 0.51, 0.52, 0.1, 0.7, 1.0)
            ],
        )
        yield "drag a point", self.drag
        yield "turn a knob", self.turn
        card = self.window.right.views
        tabs = [name for name, tab in card.tabs.buttons.items() if not tab.isHidden()]
        for name in tabs[1:]:  # without the curves
            yield f"view {name}", lambda name=name: [lambda: card.show_view(name)]
            yield f"drag in {name}", self.drag
        card.show_view("curves")

    def race(self):
        from linlab.app.session.player import FASTEST

        self.player.speed = FASTEST
        self.player.play()
        wait(self.options.seconds)
        return ()

    def drag(self):
        session = self.session

        def move(k):
            points = session.settled.points
            x = points.x.copy()
            x[7] += 0.05 * k
            from dataclasses import replace

            session.preview(session.with_points(replace(points, x=x)))

        return [*(lambda k=k: move(k) for k in range(1, 9)), lambda: session.commit("move")]

    def turn(self):
        session, learner = self.session, self.session.learner
        from linlab.engine.learner.spaces import space

        kernel = not learner.recipe.counting and "gamma" in space(learner["space"]).parameters
        name = (
            "gamma"
            if kernel
            else next(
                (
                    n
                    for n in ("lam", "alpha", "C", "smoothing")
                    if n in learner.recipe.parameters and not learner.idle(n)
                ),
                None,
            )
        )
        if name is None:
            return ()
        first = float(learner[name]) or 0.01
        return [
            *(
                lambda k=k: session.preview(
                    session.with_learner(learner.replace(**{name: first * 1.04**k}))
                )
                for k in range(1, 9)
            ),
            lambda: session.commit("turn"),
        ]

    def measure(self, name, learner, classes):
        heart, rows = self.heart, []

        def told(gesture):
            where = heart.where.most_common(1)[0][0] if heart.where else ""
            rows.append((name, gesture, heart.longest * 1e3, heart.busiest * 1e3, where))
            print(line(*rows[-1]), flush=True)

        heart.begin()
        self.session.open(
            document(
                self.options.points,
                learners_of(name, learner),
                classes,
                "dev and test" in name or "best" in name,
            )
        )
        self.window.plane.fit()
        self.settle()
        told("open")
        for gesture, moves in self.gestures():
            heart.begin()
            for move in moves():
                move()
                wait(0.03)
            if gesture != "full speed":
                self.settle()
            told(gesture)
        self.player.pause()
        return rows


def line(name, gesture, longest, busiest, where):
    return f"{name:44}{gesture:18}{longest:8.0f} ms {busiest:8.0f} ms   {where if longest > 50 else ''}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--points", type=int, default=6000)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--only", default="")
    parser.add_argument("--most", type=float, default=200.0)
    parser.add_argument("--catalogue", action="store_true")
    options = parser.parse_args()
    lab, rows = Lab(options), []
    for name, learner, classes in usual_cases() if options.catalogue else cases():
        if options.only in name:
            rows += lab.measure(name, learner, classes)
    stalls = [row for row in rows if row[3] > options.most]
    print(
        f"\n{len(rows)} gestures, {len(stalls)} turns longer than {options.most:.0f} ms; the longest:"
    )
    for row in sorted(rows, key=lambda row: -row[3])[:12]:
        print(line(*row))
    return min(len(stalls), 120)


if __name__ == "__main__":
    sys.exit(main())
