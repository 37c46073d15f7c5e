"""The landscape's zero-one surface and its chord along a line, compared with loops written here."""

import numpy as np
import pytest

from linlab import Document, Learner, make_points
from linlab.engine.picture.palette import LIGHT
from linlab.engine.picture.shapes import Label, View
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.chord import chord_between
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import draw
from linlab.engine.views.weights.line import read_place, write_place
from linlab.engine.views.weights.slice import Slice
from linlab.engine.views.weights.surface import surface

ENDS = {"from": "−0.4, 0.3", "to": "1.2, -0.9"}
TIMES = (0, 20, 400)


def shown(model, t, classes=2, settings=None, **options):
    points = make_points("blobs", n=30, noise=1.4, classes=classes, seed=4)
    trace = Trace(Document(points, (Learner.of(model, **settings or {}),)))
    figure = Figure("weights", 520.0, 620.0, options=tuple(options.items()))
    panels = draw(figure, Snapshot.of(trace, t), LIGHT).panels
    words = " ".join(i.text for p in panels for i in p.items if isinstance(i, Label))
    return panels, words, trace, points


def with_weights(trace, t, u, v):
    """θ at t, but with other weights of x₁ and x₂ in its first row. (rows, 3)"""
    theta = trace.at(t).theta.copy()
    theta[0, :2] = u, v
    return theta


def margins_of(theta, points):
    """The margin of each point, by a loop."""
    out = []
    for (x1, x2), y in zip(points.x, points.label, strict=True):
        s = [w[0] * x1 + w[1] * x2 + w[2] for w in theta]
        if len(s) == 1:
            out.append(s[0] if y == 1 else -s[0])
        else:
            out.append(s[y] - max(s[c] for c in range(len(s)) if c != y))
    return np.array(out)


def heights_of(key, theta, points, decay):
    margins = margins_of(theta, points)
    if key == "zero-one":
        return float(np.mean([m <= 0 for m in margins]))
    return float(np.mean([max(0.0, 1 - m) for m in margins])) + decay / 2 * float(
        (theta[:, :2] ** 2).sum()
    )


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("t", TIMES)
@pytest.mark.parametrize("surface", ["objective", "zero-one"])
def test_that_the_graph_along_the_line_is_the_height_at_its_places(surface, t, classes):
    panels, words, trace, points = shown("svm", t, classes, chord="line", surface=surface, **ENDS)
    (graph,) = panels[1].named("graph")
    (line,) = panels[0].named("line")
    start, stop = line.lines[0]
    along = (stop - start) / np.hypot(*(stop - start))
    decay = trace.learner(t)["lam"]
    for distance, height in graph.lines[0][::40]:
        theta = with_weights(trace, t, *(start + distance * along))
        assert height == pytest.approx(heights_of(surface, theta, points, decay), abs=1e-9)
    (chord,) = panels[1].named("chord")
    for (distance, height), place in zip(chord.lines[0], [(-0.4, 0.3), (1.2, -0.9)], strict=True):
        np.testing.assert_allclose(start + distance * along, place, atol=1e-9)
        theta = with_weights(trace, t, *place)
        assert height == pytest.approx(heights_of(surface, theta, points, decay), abs=1e-9)
    if surface == "objective":
        assert "along this line J is convex" in words and not panels[1].named("above the chord")


@pytest.mark.parametrize("model", ["perceptron", "svm", "logistic", "squared-hinge", "adaline"])
@pytest.mark.parametrize("classes", [2, 4])
def test_that_no_objective_rises_above_a_chord(model, classes):
    rng = np.random.default_rng(1)
    for t in TIMES:
        ends = rng.uniform(-3, 3, (2, 2))
        chosen = {
            name: write_place(*place) for name, place in zip(("from", "to"), ends, strict=True)
        }
        panels, words, _, _ = shown(model, t, classes, chord="line", **chosen)
        assert "J is convex" in words and not panels[1].named("above the chord")


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("t", TIMES)
def test_that_the_zero_one_surface_is_the_share_of_wrong_examples(t, classes):
    panels, words, trace, points = shown("logistic", t, classes, surface="zero-one")
    found = surface(
        Slice(trace.problem(t), trace.at(t).theta, 0, 0, 1), View(-2, -1, 3, 2), zero_one=True
    )
    for row in range(0, len(found.ys), 17):
        for column in range(0, len(found.xs), 17):
            theta = with_weights(trace, t, found.xs[column], found.ys[row])
            assert found.heights[row, column] == np.mean(margins_of(theta, points) <= 0)
    wrong = int((margins_of(trace.at(t).theta, points) <= 0).sum())
    assert f"{wrong} of 30 examples are wrong at this step" in words
    assert not panels[0].named("levels")


def test_that_the_zero_one_loss_rises_above_a_chord_across_a_step():
    panels, words, _, _ = shown("svm", 400, chord="line", surface="zero-one", **ENDS)
    (graph,), (chord,) = panels[1].named("graph"), panels[1].named("chord")
    (a, ya), (b, yb) = sorted(chord.lines[0].tolist())
    away = [y - (ya + (yb - ya) * (x - a) / (b - a)) for x, y in graph.lines[0] if a <= x <= b]
    assert max(away) > 0.01 and "it is not convex" in words
    (rise,) = panels[1].named("above the chord")
    assert rise.lines[0][1, 1] - rise.lines[0][0, 1] == pytest.approx(max(away), abs=1e-9)


def test_that_the_line_is_that_of_the_scrubbed_step():
    """The other weights are those of t, so the graph changes with it."""
    graphs = [
        shown("svm", t, chord="line", **ENDS)[0][1].named("graph")[0].lines[0] for t in (5, 60)
    ]
    assert np.abs(graphs[0][:50, 1] - graphs[1][:50, 1]).max() > 1e-3


def test_that_ends_are_read_as_two_numbers_and_nothing_else():
    assert read_place(write_place(-1.5, 1e-7)) == (-1.5, 1e-7)
    assert read_place("") is read_place("1, 2, 3") is read_place("a") is None
    _, words, _, _ = shown("svm", 20, chord="line", **{"from": "1, 1", "to": "1, 1"})
    assert "Move the ends of the chord apart" in words


def test_that_a_chord_of_a_wave_is_not_above_its_graph():
    x = np.linspace(0, np.pi, 200)
    chord = chord_between(x, np.sin(x))
    assert chord.above == pytest.approx(1.0, abs=1e-3) and not chord.convex
    assert chord_between(x, -np.sin(x)).convex
