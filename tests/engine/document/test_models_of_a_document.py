"""The models of a document: added, doubled, removed and put in another order, at every update."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linlab import Document, Learner, LinlabError, Trace, make_points
from linlab.engine.document.document import MOST_MODELS, Change
from linlab.engine.document.ready_sets import READY_SETS

POINTS = make_points("blobs")
A, B, C, D = (Learner.of(model) for model in ("perceptron", "svm", "logistic", "mira"))
LATER = (A, B.replace(lam=0.5), C)
DOCUMENT = Document(POINTS, (A, B, C), timeline=(Change(5, learners=LATER), Change(7, pick=2)))


@given(st.lists(st.integers(0, 2) | st.just(D), min_size=1, max_size=MOST_MODELS))
def test_that_every_snapshot_has_the_chosen_models(chosen):
    made = DOCUMENT.with_models(chosen)
    for t, before in ((0, DOCUMENT.learners), (6, LATER)):
        assert made.learners_at(t) == tuple(
            before[each] if isinstance(each, int) else each for each in chosen
        )
    assert Document.from_json(made.to_json()) == made
    assert made.timeline[-1] == Change(7, pick=2)


def test_that_a_change_of_a_model_that_is_gone_is_gone():
    assert DOCUMENT.with_models([0, 2]).timeline == (Change(7, pick=2),)


def test_that_there_are_no_more_than_six():
    with pytest.raises(LinlabError, match="up to 6 models, not 7"):
        Document(POINTS, (A,) * 7)
    with pytest.raises(LinlabError, match="at least one"):
        DOCUMENT.with_models([])


@pytest.mark.parametrize("ready", READY_SETS, ids=lambda each: each.key)
def test_that_a_ready_set_trains(ready):
    assert len(set(ready.learners)) == len(ready.learners) >= 3
    document = Document(POINTS, ready.learners)
    for which in range(len(ready.learners)):
        assert Trace(document, which).model(20) is not None


def test_that_ready_sets_differ_in_what_they_say():
    losses, batches, spaces = (
        next(each.learners for each in READY_SETS if each.key == key)
        for key in ("losses", "batches", "spaces")
    )
    assert {each.recipe.loss.name for each in losses} == {"perceptron", "hinge", "log"}
    assert len({(each["alpha"], each["rate"], each["batch"], each.decay) for each in losses}) == 1
    assert [each["batch"] for each in batches][:2] == [1, 16] and len(set(batches)) == 3
    assert Counter(each["space"] for each in spaces) == Counter(
        ["linear", "monomial", "rbf", "fourier"]
    )
