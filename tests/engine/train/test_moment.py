"""A moment is a run at an update: what it tells is what a textbook loop gives, and each thing is
worked out once."""

import threading

import numpy as np
import pytest

from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.engine.train.moment import Moment
from linlab.engine.train.trace import Trace

X = np.array([(2.0, 1.0), (1.0, 3.0), (-1.0, -0.5), (-2.0, 1.0), (0.5, -1.0), (-0.5, 2.0)])
LABELS = ["B", "B", "A", "A", "B", "A"]


def document(model="perceptron", **settings):
    return Document(Points.of(X, LABELS), (Learner.of(model, order="cyclic", **settings),))


def perceptron(updates):
    """w and b of Rosenblatt's rule, example after example; and the mistakes on the way."""
    w, b, mistakes = np.zeros(2), 0.0, 0
    for t in range(updates):
        x, y = X[t % len(X)], 1.0 if LABELS[t % len(X)] == "B" else -1.0
        if y * (w @ x + b) <= 0:
            w, b, mistakes = w + y * x, b + y, mistakes + 1
    return w, b, mistakes


@pytest.mark.parametrize("t", [0, 1, 5, 11])
def test_that_a_moment_tells_what_the_loop_of_the_lecture_gives(t):
    moment = Moment.of(Trace(document()), t)
    w, b, mistakes = perceptron(t)
    assert np.allclose(moment.weights, [w]) and np.allclose(moment.bias, [b])
    assert moment.sample.mistakes == mistakes
    says = np.where(X @ w + b > 0, "B", "A")
    assert moment.sample.train_error == pytest.approx(np.mean(says != np.array(LABELS)))
    assert (moment.step.t if t else moment.step) == (t or None)
    assert moment.next.t == t + 1 and np.allclose(moment.next.x, [X[t % len(X)]])


def test_that_each_thing_is_worked_out_once(monkeypatch):
    trace, asked = Trace(document()), []
    plain = Trace.model
    monkeypatch.setattr(Trace, "model", lambda self, t: asked.append(t) or plain(self, t))
    moment = Moment.of(trace, 4)
    assert moment.model is moment.model and moment.step is moment.step
    assert moment.problem is moment.problem and asked == [4]


def test_that_at_the_end_there_is_no_next_update_and_it_says_why():
    trace = Trace(document("svm", lam=1000.0, rate="constant", alpha=1000.0))
    trace.at(10_000)  # α·λ is far above 2: the weights grow without end
    moment = Moment.of(trace, 10_000)
    assert moment.t == trace.end and moment.finished == trace.reason != ""
    assert moment.diverged
    with pytest.raises(LinlabError, match="no further step"):
        _ = moment.next
    assert Moment(trace, 0).finished == ""


def test_that_it_is_measured_in_another_thread_without_asking_the_trace_there(monkeypatch):
    moment, told = Moment.of(Trace(document()), 7), []
    measure, here = moment.measuring(), threading.get_ident()
    plain = Trace.at
    monkeypatch.setattr(
        Trace,
        "at",
        lambda self, t, *more: told.append(threading.get_ident()) or plain(self, t, *more),
    )
    other = threading.Thread(target=measure)
    other.start()
    other.join()
    assert moment.sample.mistakes == perceptron(7)[2]
    assert set(told) <= {here}


def test_that_a_moment_knows_its_name_among_the_models_of_the_document():
    learners = Learner.of("svm", lam=0.05), Learner.of("perceptron"), Learner.of("svm", lam=1.0)
    several = Document(Points.of(X, LABELS), learners)
    names = [Moment.of(Trace(several, k), 3).name for k in range(3)]
    assert names == ["SVM, λ 0.05", "Perceptron", "SVM, λ 1"]
