"""Work on all cores: the same results in the same order, progress, cancel and deadline."""

import threading
from functools import partial

import numpy as np
import pytest

import linlab
from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document
from linlab.engine.ground.cores.parallel import on_all_cores, threads, with_threads
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import tell, watched
from linlab.engine.ground.task import TIME_IS_UP, Task, TaskCancelled
from linlab.engine.learner.learner import Learner
from linlab.engine.many.by_chance import FOLDS, repetition_by_chance
from linlab.engine.many.plan import Plan
from linlab.engine.train.trace import Trace
from linlab.engine.views.fan import runs
from linlab.engine.views.sweep import judging
from linlab.engine.views.sweep.knobs import Case, knobs_of
from linlab.engine.views.sweep.work import sweep

POINTS = make_points("moons", n=60)


def on(many, work, *arguments):
    return with_threads(many).run(work, *arguments)


def listed(work, things):
    return list(on_all_cores(work, things))


def test_several_things_are_under_way_at_once():
    met = threading.Barrier(3)
    assert on(3, listed, lambda k: met.wait(60) * 0 + k, [5, 6, 7]) == [5, 6, 7]


def test_results_come_in_order_whoever_is_ready_first():
    second = threading.Event()

    def work(k):
        if k == 0:
            assert second.wait(60)
        else:
            second.set()
        return k

    assert on(2, listed, work, range(2)) == [0, 1]


def test_an_error_is_raised_in_its_place_and_the_rest_is_given_up():
    done = []

    def work(k):
        if k == 2:
            raise LinlabError("two")
        return k

    def first():
        for each in on_all_cores(work, range(1000)):
            done.append(each)

    with pytest.raises(LinlabError, match="two"):
        on(4, first)
    assert done == [0, 1]


def test_work_within_such_work_uses_one_thread():
    assert on(4, listed, lambda _: threads(), range(3)) == [1, 1, 1]
    assert on(4, threads) == 4


def test_the_words_are_those_of_the_thing_that_is_waited_for():
    said = []
    told = threading.Event()

    def work(k):
        if k == 0:
            tell("the first")
            told.set()
        else:
            assert told.wait(60)
            tell("the second")

    with watched(said.append):
        on(2, lambda: next(on_all_cores(work, range(2))))
    assert said[0] == "the first"
    assert on(2, listed, work, range(2)) == [None, None]


@pytest.mark.parametrize("seconds", [None, 0.0])
def test_a_task_on_several_cores_ends_when_it_is_cancelled_or_its_time_is_up(seconds):
    begun = threading.Barrier(3)

    def forever(k):
        if seconds is None:
            begun.wait(60)
        while True:
            tell("on and on")

    task = Task(partial(on, 2, listed, forever, range(2)), seconds=seconds).start()
    if seconds is None:
        begun.wait(60)
        task.cancel()
    assert task.done(60)
    with pytest.raises(TaskCancelled if seconds is None else LinlabError) as ended:
        task.result()
    assert seconds is None or str(ended.value) == TIME_IS_UP


def same_on_one_and_four(work):
    """What `work` gives, as bytes, with one thread and with four."""
    one, four = on(1, work), on(4, work)
    assert len(one) == len(four) > 0
    for a, b in zip(one, four, strict=True):
        assert np.asarray(a).tobytes() == np.asarray(b).tobytes()


@pytest.mark.parametrize("space", ["linear", "rbf"])
@pytest.mark.parametrize("how", ["7", "exact"])
def test_tuning_is_the_same_to_the_bit(space, how):
    document = Document(POINTS, (Learner.of("svm", space=space),), shares=(50, 25, 25))
    case = Case(document.learners[0], POINTS, None, 0, document.shares)

    def work():
        judging._known.clear()
        found = sweep(knobs_of(case, len(POINTS))["lam"], how)
        return [found.values, *found.error.values(), *found.loss.values(), *found.spread]

    same_on_one_and_four(work)


@pytest.mark.parametrize("over", [key for key, _ in runs.OVER])
def test_repeated_runs_are_the_same_to_the_bit(over):
    document = Document(POINTS, (Learner.of("logistic"),))

    def work():
        found = runs.trained(document, over, 300)
        return [found.lacking, *(trace.at(300).theta for trace in found.traces)]

    same_on_one_and_four(work)


def test_folds_are_the_same_to_the_bit():
    models = {"perceptron": {}, "svm": {"space": "rbf"}}
    same_on_one_and_four(
        lambda: list(linlab.compare(models, POINTS, folds=6, epochs=5).right.values())
    )


def test_simulations_are_the_same_to_the_bit():
    plans = {name: Plan(Learner.of(name), epochs=3) for name in ("perceptron", "logistic")}
    same_on_one_and_four(
        lambda: listed(lambda r: repetition_by_chance(plans, POINTS, 5, 0, FOLDS, r), range(8))
    )


@pytest.mark.parametrize("team", ["bagging", "vote", "stacking"])
def test_bags_votes_and_stacks_are_the_same_to_the_bit(team):
    learners = (Learner.of("svm"), Learner.of("logistic", space="rbf"), Learner.of(team))

    def work():
        model = Trace(Document(POINTS, learners), 2).model(40_000)
        return [model.scores(POINTS.x)]

    same_on_one_and_four(work)
