"""The exact optimum is a switch: it follows what changes, says how far it is, and can be
cancelled."""

import threading

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from linlab.app.panels.curves.optimum_row import OptimumRow
from linlab.app.session.known.exact_optimum import CANCELLED, WAITING
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
    """A computation of steps, or one that is inside a library, until it is let go; then the true
    answer."""

    def __init__(self, monkeypatch, asks=True):
        self.go, self.ended, self.times = threading.Event(), [], 0
        self._truly, self._asks = exact.optimum, asks
        monkeypatch.setattr(exact, "optimum", self)

    def __call__(self, problem, watch=None):
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
    assert row.button.isChecked() and row.button.isEnabled() and "to cancel" in row.button.toolTip()
    qtbot.waitUntil(lambda: row.note.text().endswith(" s · step of number 1"))
    qtbot.waitUntil(lambda: row.note.text()[:1] not in "0")
    slow.go.set()
    qtbot.waitUntil(lambda: row.session.run.optimum is not None)
    assert row.button.isChecked() and row.note.text().startswith("J* = ")
    qtbot.wait(300)
    assert row.note.text().startswith("J* = ")


def test_that_switching_it_off_cancels_and_ends_the_thread(qtbot, row, monkeypatch):
    slow = Slow(monkeypatch)
    QTest.mouseClick(row.button, LEFT)
    qtbot.waitUntil(lambda: slow.times == 1)
    QTest.mouseClick(row.button, LEFT)
    assert (row.button.isChecked(), row.note.text()) == (
        False,
        CANCELLED,
    ) and row.button.isEnabled()
    qtbot.waitUntil(lambda: slow.ended == [1])  # though nobody let it go
    qtbot.wait(300)
    assert (row.note.text(), row.session.run.optimum) == (CANCELLED, None)


def test_that_what_cannot_be_interrupted_is_dropped_and_the_next_one_waits_for_its_turn(
    qtbot, row, monkeypatch
):
    slow = Slow(monkeypatch, asks=False)
    QTest.mouseClick(row.button, LEFT)
    qtbot.waitUntil(lambda: slow.times == 1)
    for _ in range(2):
        QTest.mouseClick(row.button, LEFT)
    assert row.button.isChecked()
    qtbot.waitUntil(lambda: row.note.text().endswith(f" s · {WAITING}"))
    assert slow.times == 1
    slow.go.set()
    qtbot.waitUntil(lambda: row.session.run.optimum is not None)
    assert (slow.times, row.button.isChecked()) == (2, True)


def test_that_another_problem_ends_a_long_computation_of_the_one_before_and_begins_its_own(
    qtbot, row, monkeypatch
):
    slow = Slow(monkeypatch)
    QTest.mouseClick(row.button, LEFT)
    qtbot.waitUntil(
        lambda: row.note.text().endswith(" s · step of number 1")
    )  # it is no longer waited for
    row.session.edit("λ", row.session.with_learner(Learner.of("svm", lam=2.0)))
    assert row.button.isChecked()
    qtbot.waitUntil(lambda: slow.ended == [1] and slow.times == 2)
    slow.go.set()
    qtbot.waitUntil(lambda: row.session.run.optimum is not None)
    assert row.session.run.optimum.problem.learner["lam"] == 2.0


def test_that_a_gesture_does_not_leave_the_last_problem_waiting_for_a_long_computation(
    qtbot, row, monkeypatch
):
    slow = Slow(monkeypatch)
    QTest.mouseClick(row.button, LEFT)
    qtbot.waitUntil(lambda: slow.times == 1)
    row.session.edit("λ", row.session.with_learner(Learner.of("svm", lam=2.0)))  # at once
    qtbot.waitUntil(lambda: slow.ended == [1] and slow.times == 2)  # though nobody let it go
    slow.go.set()
    qtbot.waitUntil(lambda: row.session.run.optimum is not None)
    assert row.session.run.optimum.problem.learner["lam"] == 2.0


def test_that_it_follows_a_gesture_and_the_last_one_is_seen_meanwhile(qtbot, row, monkeypatch):
    session, run = row.session, row.session.run
    QTest.mouseClick(row.button, LEFT)
    qtbot.waitUntil(lambda: run.optimum is not None)
    seen = [run.optimum]
    slow = Slow(monkeypatch)
    for lam in (0.02, 0.03, 0.04):  # the hand is quicker than the solver
        session.preview(session.with_learner(Learner.of("svm", lam=lam)))
        assert (run.optimum, run.exact.last) == (None, seen[-1]) and not row.note.isEnabled()
    slow.go.set()
    qtbot.waitUntil(lambda: run.optimum is not None)
    best = exact.optimum(run.problem)
    assert (
        run.optimum.objective == pytest.approx(best.objective)
        and run.problem.learner["lam"] == 0.04
    )
    assert row.note.isEnabled()
    session.commit("change λ")
    moved = session.points.shift([int(session.points.ids[0])], (0.5, 0.5))
    session.preview(session.with_points(moved))
    qtbot.waitUntil(lambda: run.optimum is not None)
    assert run.optimum.objective == pytest.approx(exact.optimum(run.problem).objective)
    session.drop_preview()
    qtbot.waitUntil(lambda: run.optimum is not None)
    assert run.problem.learner["lam"] == 0.04


def test_that_the_optimum_of_other_points_or_of_another_space_is_not_seen(qtbot, row):
    session, run = row.session, row.session.run
    QTest.mouseClick(row.button, LEFT)
    circles = session.with_points(make_points("circles", n=50))
    for change in (
        session.with_learner(Learner.of("svm", space="rbf")),
        circles,
        session.with_learner(Learner.of("mira")),
    ):
        qtbot.waitUntil(lambda: run.optimum is not None)
        session.edit("another", change)
        assert run.exact.last is None
    qtbot.waitUntil(lambda: run.optimum is not None)
    session.edit("erase", session.with_points(session.points.take(session.points.label == 0)))
    assert (run.exact.last, row.note.text(), row.button.isEnabled()) == (None, "", False)
    session.undo()
    qtbot.waitUntil(lambda: run.optimum is not None)
