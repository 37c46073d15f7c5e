"""Training in moments: whatever takes longer goes on in another thread, and comes to the same
numbers."""

import threading

import numpy as np
import pytest

from linlab import Document, Learner
from linlab.engine.data.datasets import make_points
from linlab.engine.ground.progress import tell
from linlab.engine.learner.compiled import SIGNATURES, CompiledFunction
from linlab.engine.train import gram, problem, trace
from linlab.engine.train.trace import Trace
from linlab.engine.train.tracing import pace
from linlab.engine.train.updates import advance, solvers
from linlab.engine.train.updates.advance import BoundLoop

POINTS = make_points("overlapping-blobs", seed=3, n=90)
LONG = 60.0  # seconds: more than it takes
CASES = {
    "perceptron": {},
    "svm": {"space": "rbf", "average": "mean"},
    "logistic": {"space": "laplace", "batch": "all", "optimiser": "momentum"},
    "mira": {"space": "polynomial", "degree": 3, "bias": "regularised"},
}


def trace_of(model, **settings):
    return Trace(Document(POINTS, (Learner.of(model, **settings),)))


def walked(made, t, seconds=LONG):
    """Reach t, however often it has to be asked for."""
    now = -1
    while now < t:
        before, now = now, made.reach(t, seconds)
        assert now >= before
    return made


def same(one, other):
    for name in ("t", "theta", "total", "memory", "tally"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))


@pytest.fixture
def gate():
    """Shut until the test opens it, so that nothing behind it is done by chance."""
    made = threading.Event()
    yield made
    made.set()


class TestPieces:
    @pytest.mark.parametrize("model", CASES)
    def test_that_each_piece_is_a_moment_and_the_numbers_are_those_of_one_run(
        self, model, monkeypatch
    ):
        expected, made = trace_of(model, **CASES[model]).at(700), []
        monkeypatch.setattr(pace, "MOMENT", 2**14)
        plain = BoundLoop.advance

        def advance(self, state, count, pick=None):
            made.append(count * (self.problem.effort + pace.STEP_OVERHEAD))
            return plain(self, state, count, pick)

        monkeypatch.setattr(BoundLoop, "advance", advance)
        same(walked(trace_of(model, **CASES[model]), 700).at(700), expected)
        one = trace_of(model, **CASES[model]).problem(0).effort + pace.STEP_OVERHEAD
        assert len(made) >= 10 and max(made) <= max(2**14, one)

    def test_that_a_change_of_the_timeline_is_passed(self):
        learners = (Learner.of("svm", space="rbf"),)
        document = Document(POINTS, learners).with_learners(
            learners, (Learner.of("svm", space="laplace"),), 130
        )
        same(walked(Trace(document), 400).at(400), Trace(document).at(400))

    def test_that_without_time_a_piece_is_made_all_the_same(self):
        made = trace_of("perceptron")
        assert 0 < made.reach(10**6, 0.0) < 10**6


class TestElsewhere:
    @pytest.mark.parametrize("model", CASES)
    def test_that_an_update_that_takes_long_is_made_in_another_thread(self, model, monkeypatch):
        plain_run = trace_of(model, **CASES[model])
        expected = [(plain_run.at(t), plain_run.step(t)) for t in range(1, 25)]
        monkeypatch.setattr(pace, "LONG_EFFORT", 0)
        monkeypatch.setattr(trace, "_APART", 0)
        threads, plain = set(), BoundLoop.advance

        def advance(self, state, count, pick=None):
            threads.add(threading.current_thread().name)
            return plain(self, state, count, pick)

        monkeypatch.setattr(BoundLoop, "advance", advance)
        made = trace_of(model, **CASES[model])
        for t, (state, step) in enumerate(expected, 1):
            same(walked(made, t).at(t), state)
            np.testing.assert_array_equal(made.step(t).change, step.change)
            np.testing.assert_array_equal(made.step(t).margins, step.margins)
        assert threads == {"linlab task"}

    def test_that_nobody_waits_for_the_kernel_matrix(self, monkeypatch, gate):
        monkeypatch.setattr(problem, "QUICK_GRAM_NUMBERS", 0)
        plain = gram.whole
        monkeypatch.setattr(gram, "whole", lambda *given: gate.wait() and plain(*given))
        expected = trace_of("svm", space="fourier").document  # nothing of a feature space waits
        assert Trace(expected).reach(5, 0.0) == 5
        made = trace_of("svm", space="rbf")
        assert made.reach(5, 0.0) == made.reach(5, 0.0) == 0 and not made.problem(0).ready
        gate.set()
        same(walked(made, 5).at(5), trace_of("svm", space="rbf").at(5))

    def test_that_a_problem_is_posed_without_its_kernel_matrix(self, monkeypatch):
        def never(*given):
            raise AssertionError

        monkeypatch.setattr(gram, "whole", never)
        made = trace_of("svm", space="polynomial")
        assert made.at(0).theta.shape == (1, len(POINTS) + 1)

    def test_that_a_matrix_nobody_waits_for_any_more_is_not_made_to_its_end(
        self, monkeypatch, gate
    ):
        monkeypatch.setattr(problem, "QUICK_GRAM_NUMBERS", 0)
        told, plain = [], gram.tell
        ended = threading.Event()

        def tell(doing):
            told.append(doing)
            gate.wait()
            try:
                plain(doing)
            except BaseException:
                ended.set()
                raise

        monkeypatch.setattr(gram, "tell", tell)
        monkeypatch.setattr(gram, "LARGE", 0)
        made = trace_of("svm", space="polynomial")
        assert made.reach(5, 0.0) == 0
        del made
        gate.set()
        assert ended.wait(LONG) and len(told) == 1
        assert told[0] == "computing the kernel matrix, 0 %"

    @pytest.mark.parametrize("optimiser", ["lbfgs", "newton-cg", "cg"])
    def test_that_nobody_waits_for_an_iteration_of_a_solver(self, optimiser, monkeypatch, gate):
        expected = trace_of("logistic", space="rbf", optimiser=optimiser)
        states = [expected.at(t) for t in range(8)]
        end = expected.end
        monkeypatch.setattr(pace, "MOMENT", 1)
        plain = solvers.evaluate
        monkeypatch.setattr(solvers, "evaluate", lambda *given: gate.wait() and plain(*given))
        made = trace_of("logistic", space="rbf", optimiser=optimiser)
        assert made.reach(3, 0.0) == made.reach(3, 0.0) == 0
        gate.set()
        for t, state in enumerate(states[: 8 if end is None else end + 1]):
            same(walked(made, t).at(t), state)
            assert made.at(t).mistakes == state.mistakes

    def test_that_a_solver_evaluates_no_more_to_tell_what_it_did(self, monkeypatch):
        counted, plain = [], solvers.evaluate
        monkeypatch.setattr(solvers, "evaluate", lambda *given: counted.append(1) or plain(*given))
        made = trace_of("logistic", space="rbf", optimiser="lbfgs")
        made.at(6)
        before = len(counted)
        for t in (6, 5, 3):
            step = made.step(t)
            np.testing.assert_array_equal(step.scores, made.problem(0).read @ step.before.T)
            assert step.reach == pytest.approx(
                np.sum(plain(made.problem(0), step.before).gradient ** 2), rel=1e-12
            )
        assert len(counted) == before


class TestKeyframes:
    def test_that_to_go_back_takes_a_moment_as_long_as_there_is_room(self, monkeypatch):
        monkeypatch.setattr(trace, "_APART", 2**12)
        made = trace_of("svm", space="rbf")
        made.at(5000)
        effort = made.problem(0).effort
        for t in (4999, 4000, 3333, 1234, 17):
            assert (t - max(k for k in made._frames.times if k <= t)) * effort <= 2**12
        small = Trace(made.document, budget=200_000)
        small.at(5000)
        assert small.nbytes <= 200_000
        same(small.at(3333), made.at(3333))


class TestCompiling:
    def test_that_nobody_waits_for_the_compiler(self, gate, monkeypatch):
        """The task compiles, and then the updates are those of any other run."""
        expected, slow = (
            trace_of("perceptron").at(50),
            CompiledFunction(SIGNATURES["loss"], lambda margin: (margin, 1.0)),
        )
        begun = threading.Event()
        monkeypatch.setattr(
            slow,
            "prepare",
            lambda: begun.set() or (gate.wait(LONG) and CompiledFunction.prepare(slow)),
        )
        monkeypatch.setattr(advance, "code_of", lambda learner: [slow])
        made = trace_of("perceptron")
        assert made.reach(50, 0.0) == 0
        assert begun.wait(LONG)
        assert made.doing == "compiling"
        gate.set()
        same(walked(made, 50).at(50), expected)


def test_that_dev_points_are_read_once_for_the_best_theta_and_before_the_first_update(monkeypatch):
    document = Document(
        POINTS, (Learner.of("svm", space="rbf", average="best"),), shares=(60.0, 20.0, 20.0)
    )
    read, plain = [], problem.Problem.reads
    monkeypatch.setattr(
        problem.Problem, "reads", lambda self, x: read.append(len(x)) or plain(self, x)
    )
    monkeypatch.setattr(problem, "QUICK_GRAM_NUMBERS", 0)
    made = Trace(document)
    x, y = made.problem(0).held_out[0]
    walked(made, 1)
    assert read == [len(x)]
    length = made.problem(0).updates_per_epoch
    state = walked(made, 5 * length).at(5 * length)
    assert read == [len(x)]
    errors = []
    for epoch in range(1, 6):  # judged at the end of each
        theta = made.at(epoch * length).theta
        scores = plain(made.problem(0), x) @ theta[0]
        errors.append(((scores > 0).astype(int) != y).mean())
    assert state.best[0] == min(errors) and state.best[1] == (1 + int(np.argmin(errors))) * length


def test_that_a_run_whose_task_was_cancelled_goes_on_when_somebody_asks_again(monkeypatch):
    expected = trace_of("svm").at(3)
    monkeypatch.setattr(pace, "LONG_EFFORT", 0)
    made, gate, plain = trace_of("svm"), threading.Event(), BoundLoop.advance

    def slowly(self, *args):
        gate.wait(LONG)
        tell("an update")
        return plain(self, *args)

    monkeypatch.setattr(BoundLoop, "advance", slowly)
    assert made.reach(3, 0.0) == 0
    made.cancel_tasks()
    gate.set()
    assert made.segment_run(0)._task.done(LONG)
    same(walked(made, 3).at(3), expected)
