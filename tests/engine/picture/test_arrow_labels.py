"""A step is drawn by default in the linear space: words at its arrows, and b as the distance of the
line from the origin."""

import numpy as np
import pytest

from linlab import Document, Learner, Points
from linlab.engine.document.document import Source
from linlab.engine.document.look import Look
from linlab.engine.learner.catalog import learning
from linlab.engine.picture.axes_and_legend import legend_box
from linlab.engine.picture.layers import LAYERS, OF_A_STEP, at_first
from linlab.engine.picture.palette import PALETTES, contrast
from linlab.engine.picture.placing.callout import box_of
from linlab.engine.picture.plane_panel import plane_panel
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import Frame, View
from linlab.engine.picture.showing.choice import is_on, switched
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure

VIEW, FRAME = View(-3.5, -3.5, 3.5, 3.5), Frame(0.0, 0.0, 600.0, 600.0)
SHOWN = {"weights", "boundary", "points", "legend"}


def scene_of(trace, t, palette="light", view=VIEW):
    points = trace.document.points
    return Scene(
        PALETTES[palette],
        points,
        trace.document.parts_of(points),
        trace.model(t),
        trace.step(t) if t else None,
        view,
        (600.0, 600.0),
        learner=trace.document.learners_at(t)[trace.which],
    )


def trace_of(learner, data="overlapping-blobs"):
    return Trace(Document(Source(data, 0).draw(), (learner,)))


def labels_at(trace, t, shown=SHOWN, **more):
    panel = plane_panel(scene_of(trace, t, **more), shown, FRAME)
    return panel, panel.named("arrow label")


def words_at(trace, t):
    return [label.text for label in labels_at(trace, t)[1]]


def updates(trace, most=60):
    return [t for t in range(2, most) if trace.step(t).updated]


@pytest.mark.parametrize("model", list(learning()))
@pytest.mark.parametrize("space", ["linear", "rbf", "polynomial"])
def test_that_a_step_is_drawn_at_first_wherever_steps_add_to_an_arrow(model, space):
    counts = learning()[model].counting is not None
    learner = Learner.of(model) if counts else Learner.of(model, space=space)
    drawn = LAYERS["weights"].refuses(learner, 2) == "" and is_on(
        LAYERS["weights"], at_first(), learner
    )
    assert drawn == (space == "linear" and not counts)


def test_that_what_somebody_chose_or_a_file_says_is_kept():
    learner = Learner.of("perceptron")
    off = switched(at_first(), "weights", False)
    assert not is_on(LAYERS["weights"], off, learner)
    assert is_on(LAYERS["weights"], switched(off, "weights", True), Learner.of("centroid"))
    earlier = Look(layers=("regions", "boundary", "supports", "wrong", "example", "legend"))
    opened = Look.from_json(earlier.to_json()).layers
    assert not is_on(LAYERS["weights"], opened, learner)
    assert not is_on(LAYERS["weights"], Figure().layers, learner)
    assert at_first() >= OF_A_STEP and not Figure().layers & OF_A_STEP


def test_that_words_stand_at_w_before_at_what_is_added_and_at_w():
    trace = trace_of(Learner.of("perceptron"))
    seen = 0
    for t in updates(trace):
        panel, labels = labels_at(trace, t)
        theta = trace.model(t).theta[0, :2]
        before = trace.model(t - 1).theta[0, :2]
        (arrow,) = panel.named("weights")
        by = float(np.linalg.norm(arrow.lines[0][1]) / np.linalg.norm(theta))
        tips = {"w": by * theta, "w before": by * before, "+ y x": by * (theta + before) / 2}
        for label in labels:
            if label.text not in tips:
                continue
            box, at = box_of(panel, label), panel.to_page(tips[label.text])[0]
            middle = np.array([box.x + box.width / 2, box.y + box.height / 2])
            assert np.linalg.norm(middle - at) < 30 + box.width / 2, label.text
        seen += {"w", "w before", "+ y x"} <= {label.text for label in labels}
    assert seen >= 5


@pytest.mark.parametrize(
    ("learner", "wanted"),
    [
        (Learner.of("perceptron"), ("+ y x",)),
        (Learner.of("perceptron", alpha=0.5), ("+ α y x",)),
        (Learner.of("mira"), ("+ τ y x",)),
        (
            Learner.of("svm", lam=0.9, alpha=0.5),
            (
                "+ α y x",
                "− αλ w",
            ),
        ),
        (Learner.of("svm", rate="inverse-root", alpha=3.0), ("+ αₜ y x",)),
        (Learner.of("svm", batch=10, alpha=0.9), ("Δw",)),
        (Learner.of("logistic", alpha=0.9), ("update",)),
    ],
    ids=str,
)
def test_that_what_is_added_is_written_as_the_rule_writes_it(learner, wanted):
    trace = trace_of(learner)
    said = {text for t in updates(trace) for text in words_at(trace, t)}
    assert said >= set(wanted)
    usual = {"w", "w before", *wanted}
    assert {text for text in said if not text.startswith("|b|")} <= usual


def test_that_of_more_classes_one_gains_x_and_another_loses_it():
    trace = trace_of(Learner.of("perceptron"), "iris")
    said = [
        [label.text for label in labels_at(trace, t, view=View(-60, -60, 60, 60))[1]]
        for t in updates(trace)
    ]
    assert any({"+ x", "− x"} <= set(texts) for texts in said)
    assert not any("w before" in texts or "+ y x" in texts for texts in said)


def overlap(a, b):
    return (
        a.x < b.x + b.width
        and b.x < a.x + a.width
        and a.y < b.y + b.height
        and b.y < a.y + a.height
    )


@pytest.mark.parametrize("model", ["perceptron", "svm", "mira", "averaged-perceptron"])
def test_that_words_stand_in_the_frame_and_over_no_other_words(model):
    trace = trace_of(Learner.of(model))
    for t in range(1, 40):
        panel, labels = labels_at(trace, t, {*SHOWN, "example", "last line", "legend"})
        boxes = [box_of(panel, label) for label in (*labels, *panel.named("example label"))]
        shrunk = [Frame(b.x + 2, b.y + 3, b.width - 4, b.height - 6) for b in boxes]
        for k, box in enumerate(shrunk):
            assert box.x >= 0 and box.x + box.width <= 600
            assert box.y >= 0 and box.y + box.height <= 600
            assert not any(overlap(box, other) for other in shrunk[:k])
            assert not overlap(box, legend_box(panel))


@pytest.mark.parametrize("model", ["perceptron", "svm", "mira"])
def test_that_the_name_of_w_covers_no_piece_of_its_head(model):
    trace = trace_of(Learner.of(model))
    seen = 0
    for t in updates(trace):
        panel, labels = labels_at(trace, t)
        (arrow,) = panel.named("weights")
        start, tip = panel.to_page(arrow.lines[0])
        way = (tip - start) / np.linalg.norm(tip - start)
        for label in labels:
            if label.text != "w":
                continue
            box = box_of(panel, label)
            for x, y in (tip, tip - 6.0 * way, tip - 12.0 * way):  # a head is 12 pixels long
                inside = box.x < x < box.x + box.width and box.y < y < box.y + box.height
                assert not inside, (t, label.text)
            seen += 1
    assert seen >= 5


def test_that_b_is_the_distance_of_the_line_from_the_origin():
    trace = trace_of(Learner.of("perceptron"))
    seen = 0
    for t in range(1, 60):
        panel, labels = labels_at(trace, t)
        w, b = trace.model(t).theta[0, :2], trace.model(t).theta[0, 2]
        found = panel.named("offset")
        if not found:
            continue
        seen += 1
        (line,) = found[0].lines
        assert found[0].pen.dash and not found[0].arrow
        assert abs(w @ line[1] + b) < 1e-9  # it ends on the line
        across = np.array([-w[1], w[0]])
        assert abs(across @ (line[1] - line[0])) < 1e-9  # at right angles to it
        length = abs(b) / np.linalg.norm(w)
        assert np.linalg.norm(line[1] - line[0]) == pytest.approx(length)
        assert np.linalg.norm(line[0]) < 0.3  # a few pixels beside the origin at most
        texts = [label.text for label in labels if label.text.startswith("|b|/‖w‖ = ")]
        assert all(float(text.split(" = ")[1]) == pytest.approx(length, rel=6e-3) for text in texts)
    assert seen >= 5


def test_that_without_a_bias_or_out_of_view_there_is_no_distance():
    plain = trace_of(Learner.of("perceptron", bias="none"))
    assert not any(labels_at(plain, t)[0].named("offset") for t in range(30))
    far = Points.of([(30.0, 31.0), (30.0, 33.0)], ["A", "B"])
    trace = Trace(Document(far, (Learner.of("perceptron"),)))
    panel, _ = labels_at(trace, 3, view=View(28.0, 28.0, 36.0, 36.0))
    assert not panel.named("offset")


@pytest.mark.parametrize("palette", list(PALETTES))
def test_that_words_can_be_read_on_their_ground(palette):
    trace = trace_of(Learner.of("svm", lam=0.3, alpha=0.5))
    colours = PALETTES[palette]
    for t in range(1, 20):
        for label in labels_at(trace, t, palette=palette)[1]:
            assert label.veil == colours.card
            assert contrast(label.colour, label.veil) >= 4.5
