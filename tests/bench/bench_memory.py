"""What a long session keeps: python tests/bench/bench_memory.py [gestures | lessons | optimum]

Random gestures of many kinds, the shipped lessons again and again, or the exact optimum of one
model after the other. Every 500 gestures, or after each round, a line says how much memory the
program has, how much of that it still holds once what is free was given back, and how many of the
objects that are large are alive. A session that keeps nothing too much comes to rest.

    --many 3000    gestures, or steps of lessons
    --seed 0       of the gestures
    --caches       in the end, how full each cache is
    --where        in the end, the lines of code that hold most of what Python itself holds
"""

import argparse
import ctypes
import functools
import gc
import os
import random
import sys
import tempfile
import time
import tracemalloc
from collections import Counter
from contextlib import suppress
from dataclasses import replace

os.environ["LINLAB_HOME"] = tempfile.mkdtemp()
if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from linlab.commands.open_window import use_one_thread

use_one_thread()  # as the window does, before numpy is imported

from PySide6.QtCore import QEventLoop, QTimer

from tests.engine.plane import plane_learning

EVERY = 500
COUNTED = "Trace", "Problem", "Document", "Scene", "Kept", "Linear", "Task", "QTimer"


def resident():
    """MB of memory that the program has."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") / 2**20


def given_back():
    """The same, once what is free was given back to the system."""
    gc.collect()
    with suppress(OSError, AttributeError):  # another system, which gives back by itself
        ctypes.CDLL("libc.so.6").malloc_trim(0)
    return resident()


def living():
    """How many objects of the classes that matter there are, and items of graphics."""
    from PySide6.QtWidgets import QApplication, QGraphicsView, QWidget

    found = Counter(type(each).__name__ for each in gc.get_objects())
    names = {name: found[name] for name in COUNTED}
    widgets = QApplication.allWidgets()
    names["QWidget"] = sum(isinstance(each, QWidget) for each in widgets)
    views = [each for each in widgets if isinstance(each, QGraphicsView)]
    names["items"] = sum(len(view.scene().items()) for view in views if view.scene() is not None)
    return " ".join(f"{name} {many}" for name, many in names.items())


def caches():
    """(how many it holds, at most, its name) of each cache of the lab"""
    rows = []
    for each in gc.get_objects():
        if isinstance(each, functools._lru_cache_wrapper) and "linlab" in (each.__module__ or ""):
            info = each.cache_info()
            rows.append((info.currsize, info.maxsize, f"{each.__module__}.{each.__qualname__}"))
    return sorted(rows, key=lambda row: -row[0])


class Lab:
    def __init__(self, options):
        from PySide6.QtWidgets import QApplication

        self.options, self.random = options, random.Random(options.seed)
        self.app = QApplication(sys.argv)
        from linlab.app.controls import theme
        from linlab.app.session.document_files import DocumentFiles
        from linlab.app.session.gc_timer import GcTimer
        from linlab.app.session.session import Session
        from linlab.app.session.settings import Settings
        from linlab.app.window import launch
        from linlab.app.window.window import Window

        theme.apply(self.app, theme.LIGHT)
        self.session, settings = Session(), Settings()
        settings.keep(mode="full")
        GcTimer(self.session)
        self.window = Window(self.session, DocumentFiles(self.session, settings), settings)
        self.window.resize(1280, 800)
        self.window.show()
        done = []
        self.session.equipped.connect(lambda: done.append(True))
        self.wait(60, lambda: bool(done))
        launch.keep_what_is_loaded()
        self.begun, self.count = time.perf_counter(), 0

    def wait(self, seconds, done=lambda: False):
        """In a loop of events, as only there what is no longer wanted is deleted."""
        loop, end = QEventLoop(), time.perf_counter() + seconds
        timer = QTimer(interval=2)
        timer.timeout.connect(lambda: loop.quit() if done() or time.perf_counter() > end else None)
        timer.start()
        loop.exec()
        timer.stop()

    def tell(self, what):
        print(
            f"{what:16}{time.perf_counter() - self.begun:6.0f} s {resident():6.0f} MB, holds "
            f"{given_back():6.0f} MB   {living()}",
            flush=True,
        )

    # Gestures

    def points(self):
        from linlab.engine.data.datasets import DATASETS, make_points

        name = self.random.choice([name for name in DATASETS if name != "reviews"])
        known = {knob.name for knob in DATASETS[name].knobs}
        settings = {"n": self.random.choice((20, 100, 500, 1500))} if "n" in known else {}
        return make_points(name, seed=self.random.randrange(10**6), **settings)

    def change_data(self):
        self.session.edit("draw points", self.session.with_points(self.points()))

    def change_model(self):
        from linlab import Learner

        learner = Learner.of(self.random.choice(list(plane_learning())))
        self.session.edit("change model", self.session.with_learner(learner))

    def change_space(self):
        learner = self.session.learner
        if "space" in learner.recipe.parameters and learner.recipe.counting is None:
            space = self.random.choice(("linear", "monomial", "fourier", "rbf", "polynomial"))
            self.session.edit("space", self.session.with_learner(learner.replace(space=space)))

    def turn(self):
        learner = self.session.learner
        names = [name for name in ("lam", "alpha", "C", "gamma") if not learner.idle(name)]
        if names:
            name, first = names[0], float(learner[names[0]]) or 0.01
            for k in range(1, 6):
                turned = learner.replace(**{name: min(max(first * 1.1**k, 1e-4), 50.0)})
                self.session.preview(self.session.with_learner(turned))
                self.wait(0.005)
            self.session.commit("turn")

    def drag(self):
        points = self.session.settled.points
        if len(points):
            which = self.random.randrange(len(points))
            for k in range(1, 6):
                x = points.x.copy()
                x[which] += 0.05 * k
                self.session.preview(self.session.with_points(replace(points, x=x)))
                self.wait(0.005)
            self.session.commit("move")

    def scrub(self):
        self.session.go(self.random.randrange(2 * max(10, self.session.replay.far)))

    def play(self):
        self.window.player.play()
        self.wait(0.1)
        self.window.player.pause()

    def step(self):
        self.window.player.step(self.random.choice((-1, 1)))

    def view(self):
        card = self.window.right.views
        shown = [name for name, tab in card.tabs.buttons.items() if not tab.isHidden()]
        card.show_view(self.random.choice(shown))

    def beside(self):
        card = self.window.right.views
        self.window.put_beside(self.random.choice(("", card.current)))

    def optimum(self):
        exact = self.session.run.exact
        exact.switch(not exact.on)

    def zoom(self):
        self.window.resize(self.random.randrange(1100, 1500), self.random.randrange(700, 900))

    def gestures(self):
        session = self.session
        kinds = (
            *((self.drag, self.turn, self.step, self.scrub) * 3),
            *(self.change_data, self.change_model, self.change_space, self.play, self.view),
            *(self.beside, self.optimum, self.zoom, session.undo, session.undo, session.redo),
        )
        self.tell("at first")
        for k in range(1, self.options.many + 1):
            with_trouble(self.random.choice(kinds))
            self.wait(0.01)
            if k % EVERY == 0:
                self.wait(2.0)
                self.tell(f"{k} gestures")

    def lessons(self):
        from linlab.lessons.shipped import shipped

        self.tell("at first")
        steps = rounds = 0
        while steps < self.options.many:
            for each in shipped():
                self.window.lessons.open(each.path)
                run = self.window.lessons.run
                self.wait(120, lambda run=run: len(run._ready) == len(run.lesson.steps))
                for k in range(len(run.lesson.steps)):
                    run.go(k)
                    self.wait(0.1)
                    run.answer(None)
                    self.wait(0.1)
                    steps += 1
            rounds += 1
            self.wait(2.0)
            self.tell(f"{rounds} × all")

    def optima(self):
        from linlab import Learner

        learners = [
            Learner.of(model, **({"space": space} if space else {}))
            for model in ("svm", "logistic", "adaline", "pegasos")
            for space in ("linear", "monomial", "rbf", "polynomial")
        ]
        self.session.edit("draw points", self.session.with_points(self.points()))
        self.tell("at first")
        for k in range(1, self.options.many + 1):
            learner = learners[k % len(learners)]
            self.session.edit("change model", self.session.with_learner(learner))
            exact = self.session.run.exact
            exact.switch(True)
            self.wait(0.2)
            self.wait(20, lambda: not self.session.run.exact.busy)
            if k % 50 == 0:
                self.tell(f"{k} optima")


def with_trouble(gesture):
    """A gesture that is refused is told, and is none."""
    from linlab.engine.ground.errors import LinlabError

    try:
        gesture()
    except LinlabError as error:
        print("refused:", error)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", nargs="?", default="gestures")
    parser.add_argument("--many", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--caches", action="store_true")
    parser.add_argument("--where", action="store_true")
    options = parser.parse_args()
    lab = Lab(options)
    if options.where:
        tracemalloc.start()
    {"gestures": lab.gestures, "lessons": lab.lessons, "optimum": lab.optima}[options.what]()
    if options.caches:
        for many, most, name in caches():
            print(f"{many:6} of {most}  {name}")
    if options.where:
        for line in tracemalloc.take_snapshot().statistics("lineno")[:25]:
            print(line)
    sys.stdout.flush()
    os._exit(0)  # nobody waits for threads that work for nobody


if __name__ == "__main__":
    main()
