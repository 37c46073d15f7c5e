"""The distance of the point under the mouse to the line, against the formulas of the lectures."""

import numpy as np
import pytest

from linlab import Document, Learner, Points
from linlab.engine.document.document import Source
from linlab.engine.ground.numerals import number
from linlab.engine.picture.inside.arrows import arrows_of, factor_of
from linlab.engine.picture.inside.grips import grip_at
from linlab.engine.picture.inside.symbol_highlights import symbol_at
from linlab.engine.picture.layers import LAYERS
from linlab.engine.picture.plane_panel import plane_panel
from linlab.engine.picture.shapes import Frame, Lines
from linlab.engine.train.trace import Trace
from tests.engine.picture.test_arrows import scene_of


def trace_of(learner, data="overlapping-blobs"):
    return Trace(Document(Source(data, 0).draw(), (learner,)))


def drawn(trace, t, **more):
    """The segments that the layer draws, and the words beside them in the panel."""
    scene = scene_of(trace, t, **more)
    items = list(LAYERS["distance"].draw(scene))
    lines = [line for item in items if isinstance(item, Lines) for line in item.lines]
    panel = plane_panel(scene, {"points"}, Frame(0, 0, *scene.size))
    return lines, [item.text for item in panel.named("distance label")]


@pytest.mark.parametrize("bias", ["free", "none", "regularised"])
@pytest.mark.parametrize("space", ["linear", "linear-kernel"])
def test_that_it_is_the_score_over_the_length_of_w(space, bias):
    trace = trace_of(Learner.of("svm", space=space, bias=bias))
    model, points = trace.model(30), trace.document.points
    w = model.own_problem.arrows(model.single.theta)[0]
    for k in range(0, len(points), 7):
        ((line,), (text,)) = drawn(trace, 30, measured=int(points.ids[k]))
        s = float(model.scores(points.x[k])[0, 0])
        assert line[0] == pytest.approx(points.x[k])
        assert np.linalg.norm(line[1] - line[0]) == pytest.approx(abs(s) / np.linalg.norm(w))
        assert float(model.scores(line[1])[0, 0]) == pytest.approx(0, abs=1e-9)  # on the line
        across = line[1] - line[0]
        assert abs(across[0] * w[1] - across[1] * w[0]) < 1e-9  # at right angles to it
        assert text == f"distance {number(abs(s) / np.linalg.norm(w))}"


def test_that_with_more_classes_it_is_the_least_over_all_others():
    trace = trace_of(Learner.of("svm"), "iris")
    model, points = trace.model(200), trace.document.points
    w, b = model.parts()
    for k in range(0, len(points), 5):
        (lines, (text,)) = drawn(trace, 200, measured=int(points.ids[k]))
        y, x = points.label[k], points.x[k]
        s = w @ x + b
        away = [
            (s[y] - s[z]) / np.linalg.norm(w[y] - w[z])
            for z in range(len(points.classes))
            if z != y
        ]
        assert text == f"distance {number(abs(min(away)))}"
        if lines:
            assert np.linalg.norm(lines[0][1] - lines[0][0]) == pytest.approx(abs(min(away)))


def test_that_an_unlabelled_point_is_measured_from_its_answer():
    points = Source("iris", 0).draw().add((3.0, 1.0), -1)
    trace = Trace(Document(points, (Learner.of("svm"),)))
    w, b = trace.model(200).parts()
    s = w @ (3.0, 1.0) + b
    c = int(np.argmax(s))
    away = min((s[c] - s[z]) / np.linalg.norm(w[c] - w[z]) for z in range(len(s)) if z != c)
    assert drawn(trace, 200, measured=points.next_id - 1)[1] == [f"distance {number(away)}"]


def test_that_there_is_none_without_a_line_or_a_point():
    trace = trace_of(Learner.of("perceptron"))
    first = int(trace.document.points.ids[0])
    assert drawn(trace, 0, measured=first) == ([], [])  # w = 0
    assert drawn(trace, 20) == ([], [])
    assert drawn(trace, 20, measured=987_654) == ([], [])
    voted = trace_of(Learner.of("voted-perceptron"))
    assert drawn(voted, 20, measured=first) == ([], [])


@pytest.mark.parametrize("space", ["rbf", "monomial", "polynomial"])
def test_that_curved_boundaries_have_none(space):
    learner = Learner.of("svm", space=space)
    assert LAYERS["distance"].refuses(learner, 2)
    trace = trace_of(learner)
    assert drawn(trace, 20, measured=int(trace.document.points.ids[0])) == ([], [])


def test_that_a_point_on_the_line_has_no_segment_and_the_length_0():
    points = Points.of([(1.0, 1.0), (-1.0, -1.0), (0.0, 0.0)], ["a", "b", "a"])
    learner = Learner.of("perceptron", start="1 -1 0", order="cyclic")
    trace = Trace(Document(points, (learner,)))
    assert drawn(trace, 0, measured=2) == ([], ["distance 0"])


@pytest.mark.parametrize("start", ["1e-300 1e-300 1", "1e9 -1e9 1e-9", "5e-324 0 1e9", "1e-9 0 0"])
def test_that_no_w_is_too_short_or_too_long(start):
    points = Points.of([(1.0, 1.0), (-1.0, -1.0)], ["a", "b"])
    trace = Trace(Document(points, (Learner.of("perceptron", start=start),)))
    for symbol in ("", "w", "b", "x", "s", "θ"):
        scene = scene_of(trace, 0, measured=0, symbol=symbol)
        for layer in ("distance", "symbol"):
            for item in LAYERS[layer].draw(scene):
                assert all(np.isfinite(line).all() for line in getattr(item, "lines", ()))
        assert symbol_at(scene, 0.3, 0.2) in ("", "w", "b")
        grip = grip_at(scene, 0.3, 0.2)
        assert grip is None or grip.part in ("tip", "line")


def test_that_the_arrow_of_a_mean_is_called_w_with_a_bar():
    for model, symbol in (("perceptron", "w"), ("averaged-perceptron", "w\u0304")):
        scene = scene_of(trace_of(Learner.of(model)), 30)
        arrows = arrows_of(scene)
        (arrow,) = [each for each in arrows if each.kind == "weights"]
        middle = factor_of(scene, arrows) * arrow.end / 2
        assert symbol_at(scene, *middle) == symbol
