"""The exact optimum that takes its time: it says how far it is, and it can be cancelled."""

import threading

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from linlab.app.panels.curves.optimum_row import ASK, CANCEL, OptimumRow
from linlab.app.session.exact_optimum import CANCELLED, WAITING
from linlab.app.session.session import Session
from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner
from linlab.engine.optimum import exact

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def row(qtbot):
    session = Session(Document(make_points("moons", n=40, seed=1), (Learner.of("svm"),)))
    made = OptimumRow(session)
    qtbot.addWidget(made, before_close_func=lambda _: shiboken6.delete(session))
    made.show()
    return made


class Slow:
    """A computation of steps, or one that is inside a library, until it is let go; then the true answer."""

    def __init__(self, monkeypatch, asks=True):
        self.go, self.ended, self.times = threading.Event(), [], 0
        self._truly, self._asks = exact.optimum, asks
        monkeypatch.setattr(exact, "optimum", self)

    def __call__(self, problem, watch):
        self.times += 1
        try:
            while not self.go.wait(0.01):
                if self._asks:
                    watch(f"step of number {self.times}")
            return self._truly(problem)
        finally:
            self.ended.append(self.times)


def test_that_a_long_computation_counts_its_seconds_and_says_what_it_does(qtbot, row, monkeypatch):
    slow = Slow(monkeypatch)
    QTest.mouseClick(row.button, LEFT)
    assert row.button.text() == CANCEL and row.button.isEnabled()
    qtbot.waitUntil(lambda: row.note.text() == "0 s · step of number 1")
    qtbot.waitUntil(lambda: row.note.text() == "1 s · step of number 1", timeout=3000)
    slow.go.set()
    qtbot.waitUntil(lambda: row.session.run.optimum is not None)
    assert row.button.text() == ASK and row.note.text().startswith("J* = ")
    qtbot.wait(300)
    assert row.note.text().startswith("J* = ")


def test_that_a_second_press_cancels_and_ends_the_thread(qtbot, row, monkeypatch):
    slow = Slow(monkeypatch)
    QTest.mouseClick(row.button, LEFT)
    qtbot.waitUntil(lambda: slow.times == 1)
    QTest.mouseClick(row.button, LEFT)
    assert (row.button.text(), row.note.text()) == (ASK, CANCELLED) and row.button.isEnabled()
    qtbot.waitUntil(lambda: slow.ended == [1])  # though nobody let it go
    qtbot.wait(300)
    assert (row.note.text(), row.session.run.optimum) == (CANCELLED, None)


def test_that_what_cannot_be_interrupted_is_dropped_and_the_next_one_waits_for_its_turn(qtbot, row, monkeypatch):
    slow = Slow(monkeypatch, asks=False)
    QTest.mouseClick(row.button, LEFT)
    qtbot.waitUntil(lambda: slow.times == 1)
    QTest.mouseClick(row.button, LEFT)
    QTest.mouseClick(row.button, LEFT)
    assert row.button.text() == CANCEL and not slow.go.is_set()  # the clicks have not waited for it
    qtbot.waitUntil(lambda: row.note.text() == f"0 s · {WAITING}")
    assert slow.times == 1
    slow.go.set()
    qtbot.waitUntil(lambda: row.session.run.optimum is not None)
    assert (slow.times, row.button.text()) == (2, ASK)


def test_that_another_problem_ends_the_computation_of_the_one_before(qtbot, row, monkeypatch):
    slow = Slow(monkeypatch)
    QTest.mouseClick(row.button, LEFT)
    qtbot.waitUntil(lambda: slow.times == 1)
    row.session.edit("λ", row.session.with_learner(Learner.of("svm", lam=2.0)))
    assert (row.button.text(), row.note.text()) == (ASK, "")
    qtbot.waitUntil(lambda: slow.ended == [1])
