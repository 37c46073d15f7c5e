"""The way of a solver, against scipy's own run from the lecture's objective; and that nobody works
longer than asked."""

import gc
import threading

import numpy as np
import pytest
from scipy.optimize import minimize

from linlab import Document, Learner
from linlab.engine.data.datasets import make_points
from linlab.engine.train.trace import Trace
from linlab.engine.train.updates import solvers

LAM = 0.05
POINTS = make_points("overlapping-blobs", seed=3, n=60)


def trace_of(optimiser):
    return Trace(
        Document(POINTS, (Learner.of("logistic", lam=LAM, optimiser=optimiser, bias="free"),))
    )


def lecture_path(method):
    """θ after each iteration that scipy makes on J(w, b) = mean log(1 + exp(−y f)) + λ/2 ‖w‖²."""
    x, y = np.column_stack([POINTS.x, np.ones(len(POINTS))]), np.where(POINTS.label == 1, 1.0, -1.0)
    shrunk = np.array([1.0, 1.0, 0.0])

    def objective(theta):
        m = y * (x @ theta)
        return np.log1p(np.exp(-m)).mean() + LAM / 2 * (shrunk * theta) @ theta

    def slope(theta):
        return (
            -(x * (y / (1 + np.exp(y * (x @ theta))))[:, None]).mean(axis=0) + LAM * shrunk * theta
        )

    path = [np.zeros(3)]
    minimize(
        objective,
        np.zeros(3),
        jac=slope,
        method=method,
        callback=lambda theta: path.append(theta.copy()),
        options={} if method == "Newton-CG" else {"gtol": 1e-8},
    )
    return path


@pytest.mark.parametrize(
    ("optimiser", "method"), [("lbfgs", "L-BFGS-B"), ("newton-cg", "Newton-CG"), ("cg", "CG")]
)
def test_that_the_iterations_are_those_of_scipy(optimiser, method):
    trace, path = trace_of(optimiser), lecture_path(method)
    for t in range(1, min(len(path), 5)):
        assert trace.at(t).theta[0] == pytest.approx(path[t], rel=1e-6, abs=1e-9)
        y, x = (
            np.where(POINTS.label == 1, 1.0, -1.0),
            np.column_stack([POINTS.x, np.ones(len(POINTS))]),
        )
        wrong = sum(int((y * (x @ theta) <= 0).sum()) for theta in path[:t])
        assert trace.at(t).mistakes == wrong


def test_that_one_update_costs_no_more_than_the_next_one(monkeypatch):
    counted = []
    plain = solvers.evaluate
    monkeypatch.setattr(solvers, "evaluate", lambda *both: counted.append(1) or plain(*both))
    trace = trace_of("lbfgs")
    trace.at(1)
    few = len(counted)
    assert trace.end is None
    trace.at(1000)
    assert trace.end is not None
    assert few < len(counted) / 2


def test_that_the_last_iteration_is_known_as_such_when_it_is_reached():
    whole = trace_of("lbfgs")
    whole.at(1000)
    trace = trace_of("lbfgs")
    for t in range(whole.end + 1):
        trace.at(t)
    assert (trace.end, trace.reason) == (whole.end, whole.reason)
    assert "converged" in trace.reason


def test_that_nobody_goes_on_when_the_way_is_forgotten():
    before = threading.active_count()
    traces = [trace_of("lbfgs") for _ in range(3)]
    for trace in traces:
        trace.at(1)
    assert threading.active_count() > before
    waiting = [thread for thread in threading.enumerate() if thread is not threading.main_thread()]
    del trace, traces
    gc.collect()
    for thread in waiting:
        if thread.name == "linlab task":
            thread.join(60)
    assert threading.active_count() <= before


def test_that_what_goes_wrong_in_an_iteration_is_told(monkeypatch):
    def broken(problem, theta):
        raise ArithmeticError("no gradient today")

    monkeypatch.setattr(solvers, "evaluate", broken)
    with pytest.raises(ArithmeticError, match="no gradient today"):
        trace_of("lbfgs").at(1)
