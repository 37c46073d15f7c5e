"""Updates: steps that change the weights, or with λ > 0 some example's answer."""

import numpy as np

from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner
from linlab.engine.train.seeking import changes_an_answer, changes_the_weights, is_update
from linlab.engine.train.trace import Trace


def _points() -> Points:
    rng = np.random.default_rng(3)
    x = np.vstack([rng.normal((-1, 0), 1.0, (15, 2)), rng.normal((1, 0), 1.0, (15, 2))])
    return Points.of(x, np.repeat([0, 1], 15))


def test_that_an_update_of_a_perceptron_is_a_step_that_changes_the_weights() -> None:
    trace = Trace(Document(_points(), (Learner.of("perceptron"),)))
    thetas = [trace.at(t).theta.copy() for t in range(61)]
    moved = [t for t in range(1, 61) if (thetas[t] != thetas[t - 1]).any()]
    assert 0 < len(moved) < 60
    assert [t for t in range(61) if is_update(trace, t)] == moved


def test_that_with_decay_an_update_is_a_step_that_changes_the_sign_of_a_score() -> None:
    points = _points()
    trace = Trace(Document(points, (Learner.of("svm"),)))
    assert trace.learner(0).decay > 0
    thetas = [trace.at(t).theta.copy() for t in range(81)]  # (1, 3): w and b

    def answers(theta):  # straight from s = w·x + b
        return np.sign(points.x @ theta[0, :2] + theta[0, 2])

    turned = [t for t in range(1, 81) if (answers(thetas[t]) != answers(thetas[t - 1])).any()]
    assert 0 < len(turned) < 80
    assert [t for t in range(81) if is_update(trace, t)] == turned
    assert all(changes_the_weights(trace, t) for t in range(2, 81))  # why λ > 0 needs the answers


def test_that_the_first_step_away_from_zero_begins_to_answer() -> None:
    trace = Trace(Document(_points(), (Learner.of("svm"),)))
    assert changes_an_answer(trace, 1)
    assert not is_update(trace, 0)
