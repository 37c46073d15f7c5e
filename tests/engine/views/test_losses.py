"""The losses over the margin, against formulas written here."""

import math
from dataclasses import replace

import numpy as np
import pytest

from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.palette import LIGHT
from linlab.engine.picture.shapes import Label
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, draw

FORMULA = {
    "perceptron": lambda m: max(0.0, -m),
    "hinge": lambda m: max(0.0, 1 - m),
    "log": lambda m: math.log(1 + math.exp(-m)),
    "zero-one": lambda m: float(m <= 0),
}
OWN = {
    "perceptron": "perceptron",
    "averaged-perceptron": "perceptron",
    "mira": "hinge",
    "svm": "hinge",
    "pegasos": "hinge",
    "logistic": "log",
    "naive-bayes": "log",
    "gaussian-naive-bayes": "log",
}


def moment(model, t, classes=2, **settings):
    points = make_points("blobs", n=40, classes=classes, noise=1.2, seed=3)
    return Snapshot.of(Trace(Document(points, (Learner.of(model, **settings),))), t)


def textbook_margins(at):
    """y·s for two classes, s_y − max of the others for more, from the scores of the model."""
    y, s = at.model.examples.y, at.model.scores(at.model.examples.x)
    if s.shape[1] == 1:
        return np.array([s[i, 0] if y[i] == 1 else -s[i, 0] for i in range(len(y))])
    return np.array(
        [s[i, y[i]] - max(s[i, c] for c in range(s.shape[1]) if c != y[i]) for i in range(len(y))]
    )


def panels(at, **changes):
    return draw(Figure(view="losses", width=400, height=520, **changes), at, LIGHT).panels


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("t", [0, 17, 200])
@pytest.mark.parametrize("model", OWN)
def test_that_each_example_stands_at_its_margin_and_its_loss(model, t, classes):
    at = moment(model, t, classes)
    top = panels(at)[0]
    margins, (low, bottom, right, high) = (
        textbook_margins(at),
        top.view,
    )  # with as much air below as above
    group = top.named("examples")[0]
    for k, marks in enumerate(group.items):
        own = at.model.examples.y == k
        assert marks.ids.tolist() == at.model.examples.ids[own].tolist()
        assert np.allclose(marks.places[:, 0], np.clip(margins[own], low, right))
        if OWN[model] == "log" and classes > 2:
            s = at.model.scores(at.model.examples.x)[own]
            expected = (
                np.log(np.exp(s - s.max(axis=1, keepdims=True)).sum(axis=1))
                + s.max(axis=1)
                - s[:, k]
            )
        else:
            expected = np.array(
                [FORMULA[OWN[model]](m) if abs(m) < 700 else max(0.0, -m) for m in margins[own]]
            )
        assert np.allclose(
            marks.places[:, 1], np.clip(np.nan_to_num(expected, posinf=1e300), 0.0, high + bottom)
        )


@pytest.mark.parametrize("model", ["perceptron", "svm", "logistic", "naive-bayes"])
def test_that_the_curves_are_the_losses_and_the_models_own_is_the_thick_one(model):
    top = panels(moment(model, 30))[0]
    widths = {}
    for name in ("perceptron", "hinge", "log"):
        (lines,) = top.named(name)
        widths[name] = lines.pen.width
        m, heights = lines.lines[0].T
        assert np.allclose(heights, [FORMULA[name](each) for each in m])
    assert max(widths, key=widths.get) == OWN[model]
    step = top.named("zero-one")[0].lines[0]
    assert all(FORMULA["zero-one"](m) == height for m, height in step[[0, -1]])
    assert sum("(this model)" in entry.text for entry in top.legend) == 1


@pytest.mark.parametrize("classes", [2, 4])
def test_that_the_bars_below_count_the_margins_of_each_class(classes):
    at = moment("svm", 60, classes)
    below = panels(at)[1]
    margins, y = textbook_margins(at), at.model.examples.y
    for k, name in enumerate(at.model.examples.classes):
        (areas,) = below.named(name)
        counted = 0
        for ring, ids in zip(areas.rings, areas.ids, strict=True):
            left, right = ring[:, 0].min(), ring[:, 0].max()
            inside = [i for i in range(len(y)) if y[i] == k and left <= margins[i] < right]
            assert sorted(at.model.examples.ids[inside].tolist()) == sorted(ids)
            assert ring[:, 1].max() - ring[:, 1].min() == pytest.approx(len(ids))
            counted += len(ids)
        assert counted == (y == k).sum()


def test_that_two_classes_with_probabilities_have_a_sigmoid_and_the_cursor_a_bar_of_them():
    at = moment("logistic", 80)
    (line,) = panels(at)[2].named("sigmoid")
    assert np.allclose(line.lines[0][:, 1], 1 / (1 + np.exp(-line.lines[0][:, 0])))
    asked = panels(replace(at, cursor=(0.5, -0.25)))[2]
    s = float(at.model.scores([(0.5, -0.25)])[0, 0])
    chances = (1 / (1 + math.exp(s)), 1 / (1 + math.exp(-s)))
    for name, chance in zip(at.model.examples.classes, chances, strict=True):
        (box,) = asked.named(f"P({name}|x)")
        assert np.ptp(box.rings[0][:, 0]) == pytest.approx(chance)
    words = [item.text for item in asked.items if isinstance(item, Label)]
    assert any("(0.500, −0.250)" in text for text in words)
    assert len(panels(moment("svm", 80))) == 2  # scores that are no probabilities


def test_that_it_says_why_there_is_nothing_to_see():
    assert "vote" in VIEWS["losses"].refuses(moment("voted-perceptron", 5))
    picture = draw(
        Figure(view="losses", width=300, height=200), moment("voted-perceptron", 5), LIGHT
    )
    assert not picture.panels and "vote" in " ".join(note.text for note in picture.notes)


ROWS = {
    "Perceptron": ("max(0, −m)", "m ≤ 0"),
    "SVM": ("max(0, 1 − m)", "m < 1"),
    "Pegasos": ("max(0, 1 − m)", "m < 1"),
    "MIRA": ("max(0, 1 − m)", "m < 1"),
    "Logistic": ("log(1 + e⁻ᵐ)", "always"),
}
PULLED = {"m ≤ 0": lambda m: m <= 0, "m < 1": lambda m: m < 1, "always": lambda m: True}


def side_by_side(at, width=400, height=520):
    """The cells of the table as they are drawn, row by row, and how high the lit row is."""
    figure = Figure(view="losses", width=width, height=height, options=(("below", "table"),))
    panel = draw(figure, at, LIGHT).panels[1]
    words = [item for item in panel.items if isinstance(item, Label)]
    rows = {}
    for item in words:
        rows.setdefault(round(item.place[1], 3), []).append(item.text)
    lit = [tuple(ring[:, 1].mean() for ring in area.rings) for area in panel.named("highlighted")]
    return [rows[y] for y in sorted(rows, reverse=True)], sorted(rows, reverse=True), lit


@pytest.mark.parametrize(
    ("model", "settings", "own", "rate"),
    [
        ("perceptron", {}, "Perceptron", "α"),
        ("averaged-perceptron", {}, "Perceptron", "α"),
        ("mira", {}, "MIRA", "min(C, ℓ/ρ)"),
        ("svm", {"rate": "inverse-root"}, "SVM", "α/√t"),
        ("svm", {"rate": "pegasos"}, "Pegasos", "1/(λt)"),
        ("pegasos", {}, "Pegasos", "1/(λt)"),
        ("logistic", {"rate": "inverse-time"}, "Logistic", "α/(1 + t/t₀)"),
        ("logistic", {"optimiser": "lbfgs"}, "Logistic", "by L-BFGS"),
    ],
)
@pytest.mark.parametrize(("t", "classes"), [(0, 2), (17, 2), (200, 2), (40, 4)])
def test_that_the_losses_and_their_updates_stand_side_by_side_and_the_models_own_is_lit(
    model, settings, own, rate, t, classes
):
    at = moment(model, t, classes, **settings)
    margins = textbook_margins(at)
    cells, heights, lit = side_by_side(at)
    assert cells[0] == ["model", "loss ℓ(m)", "updates if", "p", "rate", "now"] and [
        row[0] for row in cells[1:]
    ] == list(ROWS)
    for title, loss, when, pull, eta, now in cells[1:]:
        expected = ROWS[title] if title != "Logistic" or classes == 2 else ("−log P(y|x)", "always")
        assert (loss, when) == expected
        assert now == f"{sum(PULLED[when](m) for m in margins)}/40"
        assert (eta == rate) if title == own else eta in ("α", "1/(λt)", "min(C, ℓ/ρ)")
        both = ("y·(1 − P(y|x))", "[c = y] − P(c|x)")
        both = both if title == "Logistic" else ("y", "[c = y] − [c = z]")
        assert pull == both[classes > 2]
    ((y,),) = lit
    assert cells[min(range(len(heights)), key=lambda k: abs(heights[k] - y))][0] == own


def test_that_counts_light_no_row_and_a_loss_of_ones_own_has_a_row(monkeypatch):
    from linlab.engine.learner.losses import LOSSES, Loss

    assert not side_by_side(moment("naive-bayes", 20))[2]
    squared = Loss(
        "squared-hinge",
        "Squared hinge",
        r"\max(0, 1 - m)^2",
        "no corner",
        lambda m: (max(0.0, 1 - m) ** 2, 2 * max(0.0, 1 - m)),
        smooth=True,
    )
    monkeypatch.setitem(LOSSES, "squared-hinge", squared)
    cells, _, lit = side_by_side(moment("squared-hinge", 0))
    assert (
        cells[-1][:5] == ["Squared hinge", "max(0, 1 − m)²", "p ≠ 0", "−∂ℓ/∂s", "α"]
        and len(lit) == 1
    )


@pytest.mark.parametrize("width", [300, 380, 760])
def test_that_no_cell_of_the_table_is_cut_off(width):
    cells, _, _ = side_by_side(moment("logistic", 5), width, width)
    assert not any("…" in cell for row in cells for cell in row)


@pytest.mark.parametrize(
    ("model", "classes", "t"), [("svm", 2, 0), ("logistic", 4, 60), ("perceptron", 2, 400)]
)
def test_that_no_example_is_cut_in_half_at_an_edge(model, classes, t):
    panel = panels(moment(model, t, classes))[0]
    frame = panel.frame
    for marks in panel.named("examples")[0].items:
        for _, y in panel.to_page(marks.places):
            assert frame.y + marks.size / 2 <= y <= frame.y + frame.height - marks.size / 2
