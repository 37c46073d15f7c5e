"""Which layers are drawn, whatever was switched on."""

import pytest

from linlab import Document, Learner
from linlab.engine.document.document import Source
from linlab.engine.optimum.exact import optimum
from linlab.engine.picture.layers import LAYERS, at_first, switches
from linlab.engine.picture.showing.choice import answers, drawn_layers, is_on, names, switched
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import draw
from tests.engine.plane import plane_catalog

ALL = frozenset(layer.name for layer in switches())


def panel_of(layers, *learners, t=30, which=0, data="blobs"):
    trace = Trace(Document(Source(data, 0).draw(), learners), which)
    return draw(Figure(layers=frozenset(layers)), Snapshot.of(trace, t)).panels[0]


@pytest.mark.parametrize(
    "model", [key for key, recipe in plane_catalog().items() if not recipe.of_others]
)
def test_that_a_layer_that_refuses_the_model_is_neither_drawn_nor_asked_nor_in_the_legend(model):
    learner = Learner.of(model)
    refusing = {name for name in ALL if LAYERS[name].refuses(learner, 2)}
    assert refusing
    drawn = {layer.name for layer in drawn_layers(ALL, learner, 2)}
    assert not drawn & refusing and ALL - refusing <= drawn
    panel = panel_of(ALL, learner)
    without = panel_of(ALL - refusing, learner)
    assert [item.name for item in panel.items] == [item.name for item in without.items]
    assert [entry.text for entry in panel.legend] == [entry.text for entry in without.legend]
    trace = Trace(Document(Source("blobs", 0).draw(), (learner,)))
    assert not set(answers(ALL, trace, 30)) & refusing


def test_that_alpha_counts_are_those_of_a_perceptron_and_gone_for_an_svm():
    told = [entry.text for entry in panel_of({"alpha"}, Learner.of("perceptron")).legend]
    assert any("mistakes" in text for text in told)
    panel = panel_of({"alpha"}, Learner.of("svm"))
    assert not panel.named("alpha") and not any("mistakes" in entry.text for entry in panel.legend)


@pytest.mark.parametrize(
    ("model", "usual"),
    [
        ("perceptron", False),
        ("averaged-perceptron", False),
        ("logistic", False),
        ("svm", True),
        ("mira", True),
        ("pegasos", True),
    ],
)
def test_that_margin_lines_are_shown_at_first_for_the_hinge_alone(model, usual):
    learner = Learner.of(model)
    assert is_on(LAYERS["margins"], at_first(), learner) == usual
    assert bool(panel_of(at_first(), learner).named("margins")) == usual


def test_that_each_of_several_models_has_its_usual_margin_lines():
    learners = (Learner.of("perceptron"), Learner.of("svm"))
    seen = [bool(panel_of(at_first(), *learners, which=k).named("margins")) for k in (0, 1)]
    assert seen == [False, True]


def test_that_elsewhere_they_can_be_switched_on_and_the_legend_says_what_they_are():
    for model, classes, text in (
        ("perceptron", "blobs", "s = ±1 (no street)"),
        ("logistic", "blobs", "s = ±1 (no street)"),
        ("svm", "blobs", "street"),
        ("logistic", "iris", "lead of 1 (no street)"),
    ):
        learner = Learner.of(model)
        shown = switched(at_first(), "margins", True)
        panel = panel_of(shown, learner, data=classes, t=300)
        assert panel.named("margins")
        assert text in [entry.text for entry in panel.legend]
        word = LAYERS["margins"].means(learner)
        assert ("not a street" in word) == (model != "svm")


def test_that_whoever_switches_a_usual_layer_off_has_it_off_for_every_model():
    off = switched(at_first(), "margins", False)
    on = switched(off, "margins", True)
    for model in ("perceptron", "svm"):
        assert not is_on(LAYERS["margins"], off, Learner.of(model))
        assert is_on(LAYERS["margins"], on, Learner.of(model))
    assert off < at_first() and on <= set(names()) and "street" in names()


def test_that_examples_on_or_inside_the_margin_are_not_called_support_vectors_while_training():
    learner = Learner.of("svm", space="rbf")
    panel = panel_of(at_first(), learner, t=9)
    told = [entry.text for entry in panel.legend]
    (text,) = [each for each in told if each.startswith("on or inside the street (")]
    assert not any("support vector" in each for each in told)
    (rings,) = panel.named("supports")
    assert text == f"on or inside the street ({len(rings.places)})"


def test_that_the_exact_optimum_of_a_log_loss_has_no_margin_lines():
    for model, there in (("logistic", False), ("svm", True), ("perceptron", True)):
        trace = Trace(Document(Source("blobs", 0).draw(), (Learner.of(model),)))
        moment = Snapshot.of(trace, 30, optimum(trace.problem(0)))
        panel = draw(Figure(), moment).panels[0]
        assert panel.named("optimum")
        lines = [line for item in panel.named("optimum margins") for line in item.lines]
        assert bool(lines) == there
        assert ("its street" in [entry.text for entry in panel.legend]) == there
