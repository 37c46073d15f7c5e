"""Questions to another thread: which are answered, in which order, and that nobody goes on with
what nobody wants."""

import subprocess
import sys
import threading
from types import SimpleNamespace

import pytest
import shiboken6
from PySide6.QtCore import QObject

from linlab.app.session import background
from linlab.app.session.background import Background
from linlab.engine.ground.errors import Cancelled
from linlab.engine.ground.progress import tell


class Question:
    """Waits at its gate, telling so each time somebody knocks."""

    def __init__(self, name):
        self.name, self.begun, self.go, self.ended = name, threading.Event(), threading.Event(), ""
        self.knock = threading.Event()

    def __call__(self):
        self.begun.set()
        try:
            while not self.go.is_set():
                self.knock.wait()
                self.knock.clear()
                tell(f"{self.name} is at it")
            self.ended = "answered"
            return self.name
        except BaseException:
            self.ended = "given up"
            raise

    def let_go(self):
        self.go.set()
        self.knock.set()


@pytest.fixture
def asked(qtbot):
    parent = QObject()
    background, answers = Background(parent), []
    background.answered.connect(answers.append)
    yield background, answers, lambda done: qtbot.waitUntil(done, timeout=20_000)
    parent.deleteLater()


def test_that_a_question_that_follows_waits_for_the_answer_before_and_only_the_last_one_does(asked):
    background, answers, wait = asked
    a, b, c = map(Question, "abc")
    background.ask(a, follow=True)
    background.ask(b, follow=True)
    background.ask(c, follow=True)
    assert background.busy and background.waiting
    for each in (a, c):
        each.let_go()
    wait(lambda: answers == ["a", "c"])
    assert not b.begun.is_set() and not background.busy


def test_that_another_question_ends_the_one_before_at_its_next_word(asked):
    background, answers, wait = asked
    a, b = Question("a"), Question("b")
    background.ask(a)
    wait(a.begun.is_set)
    a.knock.set()
    wait(lambda: background.doing == "a is at it")
    background.ask(b)
    assert background.doing == ""
    a.knock.set()  # nobody let it go
    b.let_go()
    wait(lambda: answers == ["b"])
    assert (a.ended, b.ended) == ("given up", "answered")


def test_that_the_same_question_is_asked_once_while_it_is_on_its_way(asked):
    background, answers, wait = asked
    a, again, b, then = (Question(name) for name in ("a", "again", "b", "then"))
    background.ask(a, key=1)
    background.ask(again, key=1)
    background.ask(b, key=2, follow=True)
    background.ask(then, key=2)
    for each in (a, b):
        each.let_go()
    wait(lambda: answers == ["a", "b"])
    assert not again.begun.is_set() and not then.begun.is_set()
    background.ask(again, key=1)
    again.let_go()
    wait(lambda: answers == ["a", "b", "again"])


def test_that_what_is_forgotten_is_not_answered(asked):
    background, answers, wait = asked
    a, b = Question("a"), Question("b")
    background.ask(a)
    wait(a.begun.is_set)
    background.forget()
    assert not background.busy
    a.let_go()
    background.ask(b)
    b.let_go()
    wait(lambda: answers == ["b"])


def test_that_what_comes_of_a_call_counts_for_how_often_it_is_made(qtbot, monkeypatch):
    """A picture that is made quickly and painted slowly left no time for the plane."""
    owner, clock = QObject(), [0.0]
    monkeypatch.setattr(background, "time", SimpleNamespace(perf_counter=lambda: clock[0]))
    pace = background.Pace(owner, lambda: clock.__setitem__(0, clock[0] + 0.02))
    pace.now()
    pace.after = 0.03
    pace()
    assert pace._timer.interval() == pytest.approx(1000 * background.SHARE * 0.05, abs=1)
    pace.stop()
    owner.deleteLater()


DELETED = """
import threading, time
import shiboken6
from PySide6.QtCore import QCoreApplication, QObject
from linlab.app.session.background import Background
from linlab.engine.ground.progress import hand_over, tell

app = QCoreApplication([])


def work():
    for k in range(40):
        tell(str(k))
        hand_over(k)
    return "done"


for k in range(100):
    parent = QObject()
    for _ in range(8):
        Background(parent).ask(work)
    if k % 2:
        app.processEvents()
    shiboken6.delete(parent)
while any(each.name == "linlab task" for each in threading.enumerate()):
    time.sleep(0.01)
app.processEvents()
print("alive")
"""


def test_that_it_may_be_deleted_while_its_thread_works():
    """It emitted a signal of what was deleted, which ended the program."""
    done = subprocess.run([sys.executable, "-c", DELETED], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "alive\n"), done.stderr


def test_that_its_task_ends_when_it_is_deleted(qtbot):
    parent, question = QObject(), Question("a")
    Background(parent).ask(question)
    qtbot.waitUntil(question.begun.is_set)
    shiboken6.delete(parent)
    question.knock.set()  # nobody let it go
    qtbot.waitUntil(lambda: question.ended == "given up")


def test_that_a_cancelled_task_is_answered_when_it_has_ended(asked):
    background, answers, wait = asked
    a = Question("a")
    background.ask(a)
    wait(a.begun.is_set)
    background.cancel()
    assert background.busy and not answers
    a.knock.set()
    wait(lambda: answers != [])
    assert isinstance(answers[0], Cancelled) and a.ended == "given up" and not background.busy


def test_that_every_other_word_and_part_is_told_while_somebody_waits(asked):
    background, answers, wait = asked
    told, question = [], Question("a")
    background.advanced.connect(lambda: told.append(background.doing))
    background.ask(question)
    wait(question.begun.is_set)
    question.knock.set()
    wait(lambda: told == ["a is at it"])
    question.let_go()
    wait(lambda: answers == ["a"])
