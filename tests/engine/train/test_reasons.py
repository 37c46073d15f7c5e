"""Why a run ended, in the notation of every other number, and never against itself."""

import re

import numpy as np
import pytest

import linlab
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner
from linlab.engine.train.stopping import _no_weight_moved, converge
from linlab.engine.train.trace import Trace

NUMBER = r"\d+(?:\.\d+)?(?:×10⁻[⁰¹²³⁴⁵⁶⁷⁸⁹]+)?"
RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def value(text: str) -> float:
    return float(text.replace("×10", "e").translate(RAISED))


@pytest.mark.parametrize("optimiser", ["lbfgs", "newton-cg", "cg"])
def test_that_a_solver_says_how_steep_it_still_is_as_other_numbers_are_written(
    optimiser: str,
) -> None:
    rng = np.random.default_rng(0)
    label = rng.integers(0, 2, 40)
    x = rng.normal(size=(40, 2)) + label[:, None]
    run = linlab.train(
        "logistic", x, ["ab"[c] for c in label], optimiser=optimiser, lam=0.1, updates=500
    )
    found = re.search(rf"gradient is (?:down to )?({NUMBER})$", run.reason)
    assert found is not None, run.reason
    w, b, y = run.weights[0], run.bias[0], 2 * label - 1
    p = y / (1 + np.exp(y * (x @ w + b)))
    steepest = max(*np.abs(0.1 * w - x.T @ p / 40), abs(p.mean()))  # of mean log loss + λ/2 ‖w‖²
    assert value(found[1]) == pytest.approx(steepest, rel=0.51, abs=1e-12)


@pytest.mark.parametrize("epsilon", [1e-3, 3e-5])
def test_that_a_run_that_stands_still_says_by_how_much_less_it_moved(epsilon: float) -> None:
    learner = Learner.of("logistic", rate="inverse-time", batch="all", lam=0.1)
    trace = Trace(Document(linlab.make_points("blobs", seed=0, n=40), (learner,)))
    t, why = converge(trace, "still", epsilon=epsilon)
    found = re.fullmatch(
        rf"converged: the weights moved by ({NUMBER}) in an epoch, less than ({NUMBER})", why
    )
    assert found is not None, why
    moved = float(
        np.linalg.norm(trace.at(t).theta - trace.at(t - 1).theta)
    )  # an epoch is one update
    assert value(found[1]) == pytest.approx(moved, rel=0.006)
    assert value(found[1]) < value(found[2]) == epsilon


def test_that_what_moved_less_is_never_printed_as_as_much() -> None:
    assert (
        _no_weight_moved(0.00099996, 1e-3)
        == "converged: the weights moved by 0.00099996 in an epoch, less than 0.001"
    )
    assert (
        _no_weight_moved(1.99999e-5, 2e-5)
        == "converged: the weights moved by 1.99999×10⁻⁵ in an epoch, less than 2×10⁻⁵"
    )
