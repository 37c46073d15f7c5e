"""Work in another thread: its words, its parts, its end before its time, and what came of it."""

import gc
import threading
import weakref

import pytest

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import hand_over, tell
from linlab.engine.ground.task import Task, TaskCancelled

LONG = 60.0  # seconds


class Gate:
    """Work that goes on by one word each time it is let through."""

    def __init__(self):
        self.through, self.said, self.ended = threading.Semaphore(0), threading.Semaphore(0), False

    def __call__(self):
        try:
            for k in range(3):
                assert self.through.acquire(timeout=LONG)
                tell(f"part {k}")
                hand_over(k)
                self.said.release()
            return "all"
        finally:
            self.ended = True


def test_that_a_task_tells_what_it_does_hands_over_its_parts_and_gives_its_answer():
    gate = Gate()
    task = Task(gate, key="a").start()
    assert (task.key, task.doing, task.so_far, task.done()) == ("a", "", None, False)
    for k in range(3):
        gate.through.release()
        assert gate.said.acquire(timeout=LONG)
        assert (task.doing, task.so_far) == (f"part {k}", k)
    assert task.done(LONG)
    assert task.result() == "all"


def test_that_a_cancelled_task_ends_at_its_next_word_and_keeps_the_part_it_had():
    gate = Gate()
    task = Task(gate).start()
    gate.through.release()
    assert gate.said.acquire(timeout=LONG)
    task.cancel()
    assert not task.done()
    gate.through.release()
    assert task.done(LONG) and gate.ended
    assert task.so_far == 0
    with pytest.raises(TaskCancelled):
        task.result()


def test_that_what_catches_every_exception_does_not_catch_the_end_of_a_task():
    going, caught = threading.Event(), []

    def stubborn():
        going.wait(LONG)
        for _ in range(2):
            try:
                tell("still at it")
            except Exception as error:
                caught.append(error)

    task = Task(stubborn).start()
    task.cancel()
    going.set()
    assert task.done(LONG) and not caught


def test_that_a_task_ends_at_its_next_word_when_its_time_is_up():
    def endless():
        while True:
            hand_over("some of it")

    task = Task(endless, seconds=0.0).start()
    assert task.done(LONG)
    with pytest.raises(LinlabError, match="too long"):
        task.result()


def test_that_what_goes_wrong_in_a_task_is_raised_where_its_result_is_asked_for():
    task = Task(lambda: {}["nothing"]).start()
    assert task.done(LONG)
    with pytest.raises(KeyError):
        task.result()


def test_that_a_task_lets_go_of_what_it_worked_on():
    held = threading.Event()
    task = Task(held.is_set).start()
    assert task.done(LONG)
    assert task._work is None


class Owner:
    """Somebody who waits."""


def test_that_a_task_ends_when_its_owner_is_gone_and_is_not_kept_after_its_end():
    gate, owner = Gate(), Owner()
    task = Task(gate).end_with(owner).start()
    del owner
    gc.collect()
    assert task.cancelled
    gate.through.release()
    assert task.done(LONG) and gate.ended
    owner, kept = Owner(), []
    for _ in range(5):
        task = Task(lambda: None).end_with(owner).start()
        assert task.done(LONG)
        kept.append(weakref.ref(task))
    del task
    gc.collect()
    assert [each() for each in kept] == [None] * 5
