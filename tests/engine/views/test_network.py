"""The network view: its numbers against sums written here, for two classes and four, features and
kernels; its lines as wide as the weights are large."""

import numpy as np
import pytest

from linlab import Document, Learner, make_points
from linlab.engine.ground.numerals import read_number
from linlab.engine.picture.palette import DARK, LIGHT
from linlab.engine.picture.shapes import Label, Lines
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.network.net import net_of
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, draw

AT = (0.7, -1.2)
CASES = [
    ("perceptron", {}),
    ("logistic", {}),
    ("svm", {"space": "monomial", "degree": 3}),
    ("logistic", {"space": "fourier", "features": 40}),
    ("svm", {"space": "rbf"}),
    ("pegasos", {"space": "polynomial"}),
]


def trace_of(classes, model, settings):
    points = make_points("blobs", n=40, classes=classes, noise=1.2, seed=5)
    return Trace(Document(points, (Learner.of(model, **settings),), seed=3))


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize(("model", "settings"), CASES)
@pytest.mark.parametrize("t", [0, 13, 600])
def test_that_inputs_times_weights_and_the_bias_add_up_to_the_score(classes, model, settings, t):
    single = trace_of(classes, model, settings).model(t).single
    net = net_of(single, AT)
    total = net.weights @ net.values + net.rest + net.bias
    np.testing.assert_allclose(total, single.scores([AT])[0], atol=1e-9)
    rows = 1 if classes == 2 else 4
    assert net.scores.shape == (rows,) and len(net.names) <= 6
    if rows == 1:
        assert net.answer == "AB"[int(total[0] > 0)]
        expected = 1 / (1 + np.exp(-total[0])) if model == "logistic" else float(total[0] > 0)
        assert net.outputs[0] == pytest.approx(expected, abs=1e-9)
    else:
        assert net.answer == "ABCD"[int(np.argmax(total))]
        soft = np.exp(total - total.max()) / np.exp(total - total.max()).sum()
        hard = np.eye(4)[int(np.argmax(total))]
        np.testing.assert_allclose(net.outputs, soft if model == "logistic" else hard, atol=1e-9)


def test_that_the_inputs_of_a_linear_space_are_the_coordinates():
    net = net_of(trace_of(2, "perceptron", {}).model(20).single, AT)
    assert net.names == ("x₁", "x₂") and net.values.tolist() == list(AT) and net.others == 0


def test_that_the_inputs_that_add_the_most_stand_alone():
    single = trace_of(2, "svm", {"space": "rbf"}).model(300).single
    net = net_of(single, AT)
    x = single.problem.x
    terms = np.abs(
        single.theta[0, :-1] * np.exp(-single.problem.learner["gamma"] * ((x - AT) ** 2).sum(1))
    )
    expected = sorted(np.argsort(-terms)[:6])
    assert net.names == tuple(f"k(#{i + 1}, x)" for i in expected) and net.others == 34


@pytest.mark.parametrize("palette", [LIGHT, DARK])
@pytest.mark.parametrize("classes", [2, 4])
def test_that_lines_are_as_wide_and_coloured_as_the_weights(classes, palette):
    trace = trace_of(classes, "svm", {})
    moment = Snapshot.of(trace, 60)
    panel = draw(Figure("network", 460.0, 400.0), moment, palette).panels[0]
    theta = trace.at(60).theta
    widths = {}
    seen = 0
    for item in panel.items:
        if isinstance(item, Lines) and item.name.startswith("weight"):
            r, j = map(int, item.name.split()[1:])
            seen += 1
            widths[abs(float(theta[r, j]))] = item.pen.width
            assert item.pen.colour == (palette.accent if theta[r, j] > 0 else palette.wrong)
    assert seen == theta.size
    ordered = [widths[w] for w in sorted(widths)]
    assert ordered == sorted(ordered) and ordered[-1] > 3 * ordered[0]


def test_that_the_words_read_back_as_the_numbers_of_the_example_in_hand():
    trace = trace_of(2, "perceptron", {})
    panels = draw(Figure("network", 460.0, 400.0), Snapshot.of(trace, 7), LIGHT).panels
    words = " ".join(i.text for i in panels[1].items if isinstance(i, Label))
    x = trace.step(7).x[0]
    score = trace.model(7).scores([x])[0, 0]
    assert read_number(words.split("s = ")[1].split(", so")[0]) == pytest.approx(score, rel=1e-2)


def test_that_counts_and_teams_say_why_and_lead_out():
    points = make_points("blobs", n=40)
    for model in ("naive-bayes", "voted-perceptron"):
        moment = Snapshot.of(Trace(Document(points, (Learner.of(model),))), 9)
        refusal = VIEWS["network"].refusal(moment)
        assert "not a network" in refusal.sentence and refusal.way_out is not None
