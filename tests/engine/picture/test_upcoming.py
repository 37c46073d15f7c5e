"""The example with the corner ticks is the one that the next step uses."""

import numpy as np
import pytest

from linlab import Document, Learner
from linlab.engine.document.document import Source
from linlab.engine.document.timeline import Change
from linlab.engine.picture.layers import LAYERS, at_first
from linlab.engine.picture.palette import PALETTES
from linlab.engine.picture.plane_panel import plane_panel
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import Frame, View
from linlab.engine.picture.showing.choice import answers
from linlab.engine.train.trace import Trace

FRAME = Frame(0.0, 0.0, 400.0, 400.0)


def trace_of(learner, n=30, **more):
    return Trace(Document(Source("blobs", 2, {"n": n}).draw(), (learner,), **more))


def panel_at(trace, t, **more):
    points = trace.document.points
    scene = Scene(
        PALETTES["light"],
        points,
        trace.document.parts_of(points),
        trace.model(t),
        trace.step(t) if t else None,
        View(-6.0, -6.0, 6.0, 6.0),
        (400.0, 400.0),
        learner=trace.document.learners_at(t)[trace.which],
        asked=answers(at_first(), trace, t),
        **more,
    )
    return plane_panel(scene, {*at_first(), "legend"}, FRAME)


def ticked(panel):
    found = panel.named("next")
    return found[0].places if found else np.empty((0, 2))


def places_of(trace, ids):
    points = trace.document.points
    return points.x[np.isin(points.ids, ids)]


@pytest.mark.parametrize("order", ["cyclic", "shuffled", "sampled", "by-class"])
@pytest.mark.parametrize("model", ["perceptron", "svm", "naive-bayes"])
def test_that_the_ticked_example_is_the_one_that_the_next_step_uses(model, order):
    trace = trace_of(Learner.of(model, order=order), shares=(80.0, 20.0, 0.0))
    for t in (*range(12), 22, 23, 24) if model != "naive-bayes" else range(12):
        marked = ticked(panel_at(trace, t))
        step = Trace(trace.document).step(t + 1)  # of a run that nobody has asked anything yet
        assert len(step.ids) == 1
        np.testing.assert_array_equal(marked, places_of(trace, step.ids))


def test_that_cyclic_ticks_go_from_the_first_to_the_last_and_begin_again():
    trace = trace_of(Learner.of("perceptron", order="cyclic"), n=5)
    x = trace.document.points.x
    for t in range(12):
        np.testing.assert_array_equal(ticked(panel_at(trace, t)), x[t % 5 : t % 5 + 1])


@pytest.mark.parametrize(("batch", "few"), [(4, True), (10, True), (15, False), ("all", False)])
def test_that_a_small_batch_is_ticked_whole_and_a_large_one_not_at_all(batch, few):
    trace = trace_of(Learner.of("svm", batch=batch))
    for t in (0, 1, 2, 7):
        panel = panel_at(trace, t)
        step = Trace(trace.document).step(t + 1)
        expected = places_of(trace, step.ids) if few else np.empty((0, 2))
        np.testing.assert_array_equal(np.sort(ticked(panel), 0), np.sort(expected, 0))
        words = [entry.text for entry in panel.legend]
        assert (f"next examples ({len(step.ids)})" in words) == few


def test_that_a_pick_is_ticked_and_an_order_that_depends_on_the_weights_is_not():
    trace = trace_of(Learner.of("perceptron"))
    chosen = int(trace.document.points.ids[11])
    picked = Trace(
        Document(trace.document.points, trace.document.learners, timeline=(Change(3, pick=chosen),))
    )
    np.testing.assert_array_equal(ticked(panel_at(picked, 3)), places_of(trace, [chosen]))
    hardest = trace_of(Learner.of("perceptron", order="hardest"))
    assert not any(len(ticked(panel_at(hardest, t))) for t in range(5))
    assert "depends on the weights" in LAYERS["next"].refuses(hardest.document.learners[0], 2)
    solver = trace_of(Learner.of("logistic", optimiser="lbfgs"))
    assert not len(ticked(panel_at(solver, 2)))


def test_that_at_the_end_nothing_comes_next():
    trace = trace_of(Learner.of("naive-bayes"), n=10)
    assert len(ticked(panel_at(trace, 9))) == 1 and not len(ticked(panel_at(trace, 10)))


def test_that_the_legend_names_the_ticks():
    trace = trace_of(Learner.of("perceptron"))
    assert "next example" in [entry.text for entry in panel_at(trace, 4).legend]
