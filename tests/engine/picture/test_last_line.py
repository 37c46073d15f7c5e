"""Where another θ than the last one answers: which line, which margin and which words are whose."""

import re

import numpy as np
import pytest

from linlab import Document, Learner
from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Source
from linlab.engine.picture.layers import LAYERS, at_first
from linlab.engine.picture.palette import PALETTES
from linlab.engine.picture.plane_panel import plane_panel
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import Frame, View
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import draw
from linlab.engine.words.arithmetic import arithmetic, read_out
from linlab.engine.words.explain import explain

FRAME = Frame(0, 0, 600, 600)
AVERAGED = [
    Learner.of("averaged-perceptron"),
    Learner.of("voted-perceptron"),
    Learner.of("perceptron", average="mean"),
    Learner.of("svm", average="mean"),
]


def trace_of(learner):
    return Trace(Document(Source("overlapping-blobs", 0).draw(), (learner,)))


def scene_of(trace, t):
    points = trace.document.points
    return Scene(
        PALETTES["light"],
        points,
        np.zeros(len(points), int),
        trace.model(t),
        trace.step(t),
        View(-5.0, -5.0, 5.0, 5.0),
        (600.0, 600.0),
        learner=trace.document.learners_at(t)[0],
    )


def textbook(trace, t):
    """The last θ and the mean of all θ after t turns of the perceptron, in the run's order."""
    theta, total = np.zeros(3), np.zeros(3)
    margin = 0.0
    for k in range(1, t + 1):
        step = trace.step(k)
        x, y = np.append(step.x[0], 1.0), 2.0 * step.labels[0] - 1.0
        margin = y * (theta @ x)
        theta = theta + y * x if margin <= 0 else theta
        total = total + theta
    return theta, total / t, margin, y * x


def test_that_the_line_of_the_last_theta_stands_thin_beside_that_of_the_mean():
    trace = trace_of(Learner.of("averaged-perceptron"))
    for t in (12, 17, 21, 37):
        last, mean, _, _ = textbook(trace, t)
        panel = plane_panel(scene_of(trace, t), at_first(), FRAME)
        (thin,), (bold,) = panel.named("last line"), panel.named("boundary")
        assert thin.pen.width < bold.pen.width
        for item, theta in ((thin, last), (bold, mean)):
            places = np.concatenate(item.lines)
            assert np.abs(places @ theta[:2] + theta[2]).max() < 1e-9
        words = [
            entry.text
            for entry in plane_panel(scene_of(trace, t), {*at_first(), "legend"}, FRAME).legend
        ]
        assert {"mean weights (answers)", "last weights (this step)"} <= set(words)


@pytest.mark.parametrize("learner", AVERAGED, ids=str)
def test_that_it_is_drawn_while_an_update_is_explained_and_where_it_is_another_line(learner):
    trace = trace_of(learner)
    with_it = plane_panel(scene_of(trace, 40), at_first(), FRAME)
    without = plane_panel(scene_of(trace, 40), at_first() - {"example"}, FRAME)
    assert with_it.named("last line") and not without.named("last line")
    figure = draw(Figure(), Snapshot.of(trace, 40)).panels[0]
    assert not figure.named("last line")
    plain = plane_panel(scene_of(trace_of(Learner.of("perceptron")), 40), at_first(), FRAME)
    assert not plain.named("last line")


def test_that_the_words_in_the_plane_say_of_which_weights_a_margin_is():
    trace = trace_of(Learner.of("averaged-perceptron"))
    for t in (12, 17, 21):
        _, _, margin, _ = textbook(trace, t)
        panel = plane_panel(scene_of(trace, t), at_first(), FRAME)
        (label,) = panel.named("example label")
        assert "last weights: margin was " in label.text
        shown = float(label.text.rpartition(" ")[2].replace("−", "-"))
        assert shown == pytest.approx(margin, rel=6e-3)
    panel = plane_panel(scene_of(trace_of(Learner.of("perceptron")), 17), at_first(), FRAME)
    (label,) = panel.named("example label")
    assert "last" not in label.text


@pytest.mark.parametrize("learner", AVERAGED, ids=str)
def test_that_the_sentence_says_which_theta_is_on_the_wrong_side_and_which_one_answers(learner):
    trace = trace_of(learner)
    said = explain(trace.step(21), learner)
    answers = {
        "mean": "the mean weights answer",
        "voted": "the vote of all weights answers",
    }[learner["average"]]
    assert said.startswith(f"For the last weights ({answers}), example #")
    plain = explain(trace_of(Learner.of("perceptron")).step(21), Learner.of("perceptron"))
    assert "last" not in plain and "answers" not in plain


def test_that_the_card_has_the_margin_of_both():
    learner = Learner.of("averaged-perceptron")
    trace = trace_of(learner)
    for t in (12, 17, 21):
        _, mean, margin, yx = textbook(trace, t)
        step = trace.step(t)
        lines = {line.label: line.value for line in arithmetic(step, learner)}
        assert lines["numbers of"].startswith("the last weights")
        found = re.search(r"= (−?[\d.]+) ≤ 0", lines["margin m"])
        assert float(found[1].replace("−", "-")) == pytest.approx(margin, rel=6e-3)
        more = {line.label: line.value for line in read_out(step, trace.model(t), trace.at(t))}
        shown = float(more["m of w̄"].partition(",")[0].replace("−", "-"))
        assert shown == pytest.approx(mean @ yx, rel=6e-3)


def test_that_a_batch_says_of_which_weights_its_tally_is():
    learner = Learner.of("averaged-perceptron", batch=10)
    said = explain(trace_of(learner).step(3), learner)
    assert said.startswith(
        "This step takes 10 examples: for the last weights (the mean weights answer), "
    )


def test_that_the_best_on_dev_and_kernel_spaces_have_it_too():
    points = make_points("moons", n=60, seed=0)
    for learner in (
        Learner.of("perceptron", average="best"),
        Learner.of("averaged-perceptron", space="rbf"),
    ):
        trace = Trace(Document(points, (learner,), shares=(60.0, 40.0, 0.0)))
        t = 150
        scene = scene_of(trace, t)
        last = trace.at(t).theta
        single = trace.model(t).single
        items = list(LAYERS["last line"].draw(scene))
        assert bool(items) == (not np.array_equal(single.theta, last))
        for item in items:
            scores = np.concatenate(item.lines)
            kept = type(single)(single.problem, last).scores(scores)
            assert np.abs(kept).max() < 0.2 * np.abs(scene.field).max()
