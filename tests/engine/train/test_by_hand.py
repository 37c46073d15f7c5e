"""Weights set by hand: training from any (w, b) is the textbook's loop from there."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linlab import Document, Learner, Points
from linlab.engine.learner.catalog import catalog
from linlab.engine.learner.parameters import numbers_in
from linlab.engine.train.trace import Trace
from linlab.engine.train.tracing.by_hand import set_by_hand, started_at, why_not_by_hand

weight = st.floats(-20, 20, allow_nan=False)


@given(st.tuples(weight, weight, weight), st.integers(0, 2**16))
def test_that_a_perceptron_starts_where_it_was_set(theta, seed):
    rng = np.random.default_rng(seed)
    x, y = rng.normal(size=(12, 2)), np.arange(12) % 2
    learner = started_at(Learner.of("perceptron", order="cyclic"), np.array([theta]))
    trace = Trace(Document(Points.of(x, y), (learner,)))
    own = np.array((numbers_in(learner["start"]) or ((0.0, 0.0, 0.0),))[0])
    assert own == pytest.approx(np.array(theta), rel=1e-5, abs=1e-300)
    for t in range(1, 30):
        row, sign = np.append(x[(t - 1) % 12], 1.0), 2.0 * y[(t - 1) % 12] - 1.0
        own = own + sign * row if sign * (own @ row) <= 0 else own
        assert trace.at(t).theta[0] == pytest.approx(own, rel=1e-9, abs=1e-9)


def test_that_it_is_said_of_what_was_set_and_of_nothing_else():
    plain = Learner.of("svm")
    assert not set_by_hand(plain) and not set_by_hand(plain.replace(start="random"))
    assert set_by_hand(started_at(plain, np.array([[1.0, 2.0, 3.0]])))
    assert started_at(plain, np.zeros((1, 3)))["start"] == "zeros"


def test_that_a_document_with_it_is_read_by_every_version_that_knows_numbers(tmp_path):
    learner = started_at(Learner.of("perceptron"), np.array([[0.5, -1.0, 0.25]]))
    document = Document(Points.of([(0, 0), (1, 1)], ["A", "B"]), (learner,))
    document.save(tmp_path / "a.linlab")
    again = Document.load(tmp_path / "a.linlab")
    assert again.learners == (learner,) and '"linlab": 1' in (tmp_path / "a.linlab").read_text()


@pytest.mark.parametrize("model", [key for key, recipe in catalog().items()])
def test_that_every_model_can_be_dragged_or_says_why_not(model):
    learner = Learner.of(model)
    plain = learner.recipe.counting is None and not learner.recipe.of_others
    last = learner["average"] == "last" and not learner.optimiser.solver
    assert (why_not_by_hand(learner) == "") == (plain and last)
    if plain and not learner.optimiser.solver:
        assert "linear space" in why_not_by_hand(learner.replace(space="rbf"))
