"""Chords of losses, the step function beside σ, and the squared losses among the curves."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linlab import Document, Learner, make_points
from linlab.engine.learner.losses import LOSSES
from linlab.engine.picture.palette import LIGHT
from linlab.engine.picture.shapes import Label, Lines
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.losses.chord import chord_of, values_of, words_of
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import draw

FORMULAS = {
    "perceptron": lambda m: max(0.0, -m),
    "hinge": lambda m: max(0.0, 1 - m),
    "log": lambda m: np.log1p(np.exp(-m)),
    "squared-hinge": lambda m: max(0.0, 1 - m) ** 2 / 2,
    "squared": lambda m: (1 - m) ** 2 / 2,
    "zero-one": lambda m: float(m <= 0),
}
PLACES = st.floats(-4, 4)


def test_that_every_loss_has_a_formula_here():
    assert {*LOSSES, "zero-one"} == set(FORMULAS)


@pytest.mark.parametrize("key", FORMULAS)
def test_that_the_graph_is_the_formula(key):
    m = np.linspace(-4, 4, 81)
    np.testing.assert_allclose(values_of(key, m), [FORMULAS[key](each) for each in m], atol=1e-12)


@given(st.sampled_from(sorted(LOSSES)), PLACES, PLACES, st.floats(0, 1))
def test_that_no_graph_of_a_loss_is_above_its_chord(key, a, b, share):
    loss = FORMULAS[key]
    between = share * a + (1 - share) * b
    assert loss(between) <= share * loss(a) + (1 - share) * loss(b) + 1e-9
    assert chord_of(key, a, b).convex


@given(st.floats(-4, -0.01), st.floats(0.5, 4))
def test_that_the_zero_one_loss_rises_above_its_chord_across_0(a, b):
    chord = chord_of("zero-one", a, b)
    assert not chord.convex and a <= chord.at <= 0
    line = 1 - (chord.at - a) / (b - a)
    assert chord.above == pytest.approx(1 - line, abs=1e-9) and "not convex" in words_of(chord)


def shown(model, t, classes=2, **options):
    points = make_points("blobs", n=30, noise=1.4, classes=classes, seed=4)
    trace = Trace(Document(points, (Learner.of(model),)))
    figure = Figure("losses", 460.0, 560.0, options=tuple(options.items()))
    return draw(figure, Snapshot.of(trace, t), LIGHT).panels, trace


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("t", [0, 20, 400])
def test_that_the_view_draws_the_chord_and_says_what_it_shows(classes, t):
    panels, _ = shown("svm", t, classes, chord="zero-one", **{"from": -2.0, "to": 3.0})
    (line,) = panels[0].named("chord")
    np.testing.assert_allclose(line.lines[0], [(-2, 1), (3, 0)])
    words = " ".join(i.text for p in panels for i in p.items if isinstance(i, Label))
    assert "not convex" in words
    panels, _ = shown("svm", t, classes, chord="hinge", **{"from": -2.0, "to": 3.0})
    words = " ".join(i.text for p in panels for i in p.items if isinstance(i, Label))
    assert "the loss is convex" in words


@pytest.mark.parametrize("t", [0, 20, 400])
def test_that_a_perceptron_stands_on_the_step_function(t):
    panels, trace = shown("perceptron", t)
    below = panels[2]
    (stairs,) = below.named("step function")
    assert set(stairs.lines[0][:, 1].tolist()) == {0.0, 1.0}
    assert below.named("sigmoid")
    model = trace.model(t)
    said = (model.scores(model.examples.x)[:, 0] > 0).mean()
    names = [item.name for item in below.items]
    assert "step function" in names and 0 <= said <= 1


def test_that_squared_and_squared_hinge_are_among_the_curves():
    panels, _ = shown("svm", 10)
    drawn = {item.name for item in panels[0].items if isinstance(item, Lines)}
    assert {"squared", "squared-hinge", "perceptron", "hinge", "log", "zero-one"} <= drawn


def test_that_only_the_three_losses_of_the_lectures_are_drawn_if_asked():
    panels, _ = shown("svm", 10, others="three")
    drawn = {item.name for item in panels[0].items if isinstance(item, Lines)}
    assert drawn & {*FORMULAS} == {"perceptron", "hinge", "log"}
