"""A property computed once, and that nobody waits for a stranger's."""

import threading

from linlab.engine.ground.once import cached_property
from linlab.engine.picture.scene import Scene
from linlab.engine.train.problem import Problem


class Slow:
    def __init__(self, gate):
        self.gate, self.times = gate, 0

    @cached_property
    def answer(self):
        """What it is."""
        self.times += 1
        self.gate.wait()
        return object()


def test_that_it_is_computed_once():
    made = Slow(threading.Event())
    made.gate.set()
    assert made.answer is made.answer and made.times == 1
    assert Slow.answer.__doc__ == "What it is."


def test_that_one_object_does_not_wait_for_another():
    shut, open_ = threading.Event(), threading.Event()
    open_.set()
    slow, quick = Slow(shut), Slow(open_)
    threads = [
        threading.Thread(target=lambda each=each: each.answer, daemon=True)
        for each in (slow, quick)
    ]
    for thread in threads:
        thread.start()
    threads[1].join(60)
    assert not threads[1].is_alive() and threads[0].is_alive()
    shut.set()
    threads[0].join(60)


def test_that_what_two_threads_ask_is_of_this_kind():
    for owner, name in (
        (Scene, "field"),
        (Scene, "supports"),
        (Problem, "read"),
        (Problem, "norms"),
    ):
        assert isinstance(vars(owner)[name], cached_property)
