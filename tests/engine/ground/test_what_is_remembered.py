"""What is remembered holds on to nothing large: models, problems and their kernel matrices go when
nobody else has them."""

import gc
import tracemalloc
import weakref

import numpy as np
import pytest

from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document
from linlab.engine.ground.once import with_it, within_bytes
from linlab.engine.learner.kernels import FACTORS, KERNELS
from linlab.engine.learner.learner import Learner
from linlab.engine.optimum.exact import optimum
from linlab.engine.picture.palette import LIGHT
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import draw


@pytest.mark.parametrize(
    ("model", "settings"),
    [
        ("svm", {"space": "polynomial", "degree": 2}),
        ("svm", {"space": "rbf"}),
        ("voted-perceptron", {}),
        ("gaussian-naive-bayes", {}),
    ],
)
@pytest.mark.parametrize("view", ["features", "plane", "examples", "errors"])
def test_that_a_model_goes_with_its_run_once_it_was_looked_at(model, settings, view):
    points = make_points("circles", n=40, seed=1)
    trace = Trace(Document(points, (Learner.of(model, **settings),)))
    known = optimum(trace.problem(0)) if model == "svm" else None
    draw(Figure(view=view), Snapshot.of(trace, 30, optimum=known), LIGHT)
    problem, run = weakref.ref(trace.problem(0)), weakref.ref(trace)
    del trace, known
    gc.collect()
    assert problem() is None and run() is None


def test_that_the_factors_of_grids_take_no_more_than_their_bytes():
    xs, rng = np.linspace(0.0, 1.0, 100), np.random.default_rng(0)
    gc.collect()
    tracemalloc.start()
    try:
        for _ in range(8):  # 16 MB for each axis
            centres = rng.normal(size=(20_000, 2))
            KERNELS["rbf"].grid(np.ones((1, 20_000)), centres, {"gamma": 1.0}, xs, xs)
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < FACTORS + 4 * 2**20


def test_that_answers_are_remembered_while_the_object_lives_and_only_the_last_few():
    class Thing:
        pass

    asked = []

    @with_it(2)
    def double(thing, k):
        asked.append(k)
        return 2 * k

    one, other = Thing(), Thing()
    assert [double(one, k) for k in (1, 2, 1, 3, 2, 1)] == [2, 4, 2, 6, 4, 2]
    assert asked == [1, 2, 3, 1]  # 1 had to go for 3
    assert double(other, 2) == 4 and asked[-1] == 2
    gone = weakref.ref(one)
    del one
    gc.collect()
    assert gone() is None


def test_that_what_is_larger_than_all_that_is_kept_is_computed_each_time():
    asked = []
    ones = within_bytes(80)(lambda n: asked.append(n) or np.ones(n))
    assert len(ones(11)) == len(ones(11)) == 11 and asked == [11, 11]
    assert ones(10) is ones(10) and asked == [11, 11, 10]
