"""The view of derivations: which is shown, what it says where it does not apply, how it fits, what
is linked, and its LaTeX. What its lines say is tested beside them."""

import re
import shutil
import subprocess
from dataclasses import replace

import numpy as np
import pytest

from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document, Source
from linlab.engine.export.figures.tikz import tikz
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.palette import DARK, LIGHT
from linlab.engine.picture.shapes import Areas, Label
from linlab.engine.train.trace import Trace
from linlab.engine.views.derivations.page import Sentences, page_in, page_of, summands
from linlab.engine.views.derivations.table import DERIVATIONS
from linlab.engine.views.derivations.view import DERIVATIONS_VIEW
from linlab.engine.views.figure import Figure
from linlab.engine.views.linking import points_at, symbol_at
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, completed, draw
from linlab.engine.words.derivations.line import line

CASES = [
    ("bound", "perceptron", {}),
    ("bound", "perceptron", {"space": "rbf", "alpha": 0.5}),
    ("data", "perceptron", {}),
    ("margin", "perceptron", {}),
    ("dual", "svm", {}),
    ("dual", "pegasos", {"space": "rbf"}),
    ("mira", "mira", {}),
    ("mira", "pa2", {}),
    ("counts", "naive-bayes", {}),
    ("counts", "gaussian-naive-bayes", {}),
    ("gradient", "logistic", {}),
    ("gradient", "logistic", {"space": "fourier"}),
    ("entropy", "logistic", {}),
    ("prior", "logistic", {}),
    ("prior", "logistic", {"penalty": "l1"}),
    ("square", "perceptron", {"space": "polynomial"}),
    ("online", "perceptron", {}),
]


def snapshot(model, settings, t=7, classes=2, noise=0.5, n=40):
    source = Source(
        "blobs", 1, (("classes", float(classes)), ("n", float(n)), ("noise", float(noise)))
    )
    document = Document(source.draw(), (Learner.of(model, **settings),), source=source)
    return Snapshot.of(Trace(document), t)


def figure_of(derivation, width=320.0, height=450.0, **options):
    return Figure(
        view="proof",
        width=width,
        height=height,
        font=12.0,
        options=(("derivation", derivation), *options.items()),
    )


def seen(derivation, model, settings, palette=LIGHT, width=320.0, height=450.0, **moment):
    figure = figure_of(derivation, width, height)
    at = completed(figure, snapshot(model, settings, **moment))
    return at, figure, draw(figure, at, palette)


def test_that_it_is_known_by_its_old_name():
    assert VIEWS["proof"] is DERIVATIONS_VIEW and DERIVATIONS_VIEW.key == "W"
    assert {row.name for row in DERIVATIONS.values()} == {case[0] for case in CASES}


@pytest.mark.parametrize(
    ("model", "settings", "own"),
    [
        ("perceptron", {}, "bound"),
        ("averaged-perceptron", {"space": "rbf"}, "bound"),
        ("perceptron", {"batch": 4}, "margin"),  # the bound does not hold for batches
        ("svm", {}, "dual"),
        ("svm", {"penalty": "l1"}, "margin"),
        ("pegasos", {}, "dual"),
        ("mira", {}, "mira"),
        ("pa2", {}, "mira"),
        ("logistic", {}, "gradient"),
        ("naive-bayes", {}, "counts"),
        ("gaussian-naive-bayes", {}, "counts"),
        ("adaline", {}, "margin"),
        ("centroid", {}, "square"),
    ],
)
def test_that_the_derivation_of_the_model_in_hand_comes_first_and_all_are_offered(
    model, settings, own
):
    at = snapshot(model, settings)
    choices = DERIVATIONS_VIEW.option("derivation").choices(at)
    assert choices[0][0] == own and {key for key, _ in choices} == set(DERIVATIONS)
    figure = Figure(view="proof")
    assert DERIVATIONS_VIEW.why_not(figure, at) is None
    for key, title in choices:
        refusal = DERIVATIONS_VIEW.why_not(figure_of(key), at)
        assert title.endswith("(not here)") == (refusal is not None)
        if refusal is not None:
            assert refusal.sentence.endswith(".") and refusal.way_out is not None
            picture = draw(figure_of(key), at)
            said = " ".join(note.text for note in picture.notes)
            assert said == refusal.sentence and not picture.panels
    applies = [not title.endswith("(not here)") for _, title in choices]
    assert applies == sorted(applies, reverse=True)


@pytest.mark.parametrize("model", ["vote", "bagging", "adaboost"])
def test_that_a_team_has_none_of_its_own(model):
    from tests.engine.teams import document_learners

    points = make_points("blobs", n=20, classes=2)
    document = Document(points, document_learners(Learner.of(model)))
    refusal = DERIVATIONS_VIEW.refusal(Snapshot.of(Trace(document), 3))
    assert "learns nothing itself" in refusal.sentence
    assert refusal.way_out.title.startswith("Look at")


@pytest.mark.parametrize("derivation", ["data", "margin"])
def test_that_mixed_points_are_told_and_led_out_once_that_is_known(derivation):
    at = snapshot("perceptron", {}, noise=2.0)
    figure = figure_of(derivation)
    assert DERIVATIONS_VIEW.why_not(figure, at) is None  # not known yet
    refusal = DERIVATIONS_VIEW.why_not(figure, completed(figure, at))
    assert "No weights get every example right" in refusal.sentence
    assert refusal.way_out.title == "Use the blobs"


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize(("derivation", "model", "settings"), CASES)
@pytest.mark.parametrize(("width", "height"), [(300.0, 330.0), (320.0, 450.0), (560.0, 700.0)])
def test_that_all_of_it_is_inside_the_room_and_no_row_hides_another(
    derivation, model, settings, classes, width, height
):
    _, _, picture = seen(
        derivation, model, settings, width=width, height=height, classes=classes, t=23
    )
    panel = picture.panels[-1]
    frames = [each.frame for each in picture.panels]
    assert all(a.y + a.height <= b.y + 1 for a, b in zip(frames, frames[1:], strict=False))
    labels = [item for item in panel.items if isinstance(item, Label)]
    spans = []
    for label in labels:
        x, y = label.place
        wide = text_width(label.text, label.size, label.bold)
        left = x if label.anchor == "start" else x - wide
        assert left > -1 and left + wide < width + 1, label.text
        assert -panel.frame.height - 1 < y - label.size / 2 and y < 0, label.text
        assert label.size >= 0.6 * 12.0 * 0.7
        spans.append((left, left + wide, y, label))
    for k, (left, right, y, label) in enumerate(spans):
        for start, end, other, beside in spans[k + 1 :]:
            near = abs(y - other) < 0.5 * min(label.size, beside.size)
            assert not near or right <= start + 1 or end <= left + 1, (label.text, beside.text)


def test_that_a_long_formula_is_broken_before_a_sum_and_then_the_type_becomes_smaller():
    long = line(r"a - (b + c) + " + " + ".join("xyz" * 5 for _ in range(6)), 1.0, why="because")
    assert summands(r"a - (b + c) + \frac{d + e}{f}") == ["a", "- (b + c)", r"+ \frac{d + e}{f}"]
    made = page_in([long], Sentences(), 300.0, 12.0)
    assert len([row for row in made.rows if row.tokens and not row.quiet]) > 1
    for many, reasons in ((4, True), (6, False)):
        small = page_of([long] * many, Sentences(says="so"), 300.0, 300.0, 12.0)
        assert small.size < 12.0 and small.height <= 300.0
        assert any(row.quiet for row in small.rows) == reasons


def test_that_a_symbol_is_found_where_it_stands_and_lit_everywhere_with_its_value():
    at, figure, picture = seen("bound", "perceptron", {})
    panel = picture.panels[-1]
    boxes = [box for box in panel.symbols if box.symbol == "R"]
    assert len(boxes) >= 4  # in formulas, in reasons, and its value
    for box in boxes:
        (place,) = panel.to_page([((box.left + box.right) / 2, (box.bottom + box.top) / 2)])
        assert symbol_at(picture, *place) == "R"
    lit = draw(figure, replace(at, symbol="R"), DARK).panels[-1].named("pointed symbol")
    assert len(lit[0].rings) == len(boxes)
    radius = next(
        item for item in panel.items if isinstance(item, Label) and "=" in item.text and item.bold
    )
    assert re.fullmatch(r"[\d.]+ = [\d.]+", radius.text)


@pytest.mark.parametrize("classes", [2, 4])
def test_that_complementary_slackness_is_a_path_and_its_points_are_linked(classes):
    at, figure, picture = seen(
        "dual", "svm", {"lam": 0.1}, classes=classes, noise=1.5, width=420, height=900
    )
    chart = picture.panels[0]
    bound = 1 / (0.1 * 40)
    for marks in chart.named("examples")[0].items:
        for m, a in marks.places:
            on_path = abs(a) < 1e-6 if m > 1 + 1e-5 else 0 <= a <= bound + 1e-9
            assert on_path and (m > 1 - 1e-5 or a == pytest.approx(bound, rel=1e-5))
            (place,) = chart.to_page([(m, a)])
            assert points_at(picture, *place)
    id = int(marks.ids[0])
    lit = draw(figure, replace(at, pointed=id), LIGHT)
    assert len(lit.panels[0].named("pointed")[0].places) == 1
    band = [item for item in lit.panels[-1].items if isinstance(item, Areas) and item.ids]
    assert band[-1].ids == ((id,),) and band[-1].fill == LIGHT.highlight
    said = " ".join(item.text for item in lit.panels[-1].items if isinstance(item, Label))
    assert f"#{list(at.trace.problem(0).ids).index(id) + 1}:" in said


@pytest.mark.parametrize("penalty", ["l2", "l1"])
def test_that_the_prior_is_a_density_and_the_weights_lie_on_it(penalty):
    at, _, picture = seen(
        "prior", "logistic", {"lam": 0.05, "penalty": penalty}, t=60, width=400, height=800
    )
    chart = picture.panels[0]
    x, density = chart.named("prior")[0].lines[0].T
    assert np.trapezoid(density, x) == pytest.approx(1.0, abs=0.04)
    places = chart.named("weights")[0].places
    theta = at.trace.at(60).theta
    assert sorted(places[:, 0]) == pytest.approx(sorted(theta[0, :2]))
    assert places[:, 1] == pytest.approx(np.interp(places[:, 0], x, density), rel=0.1)


def test_that_lines_and_picture_can_be_had_alone():
    both = seen("bound", "perceptron", {}, width=400, height=700)
    at, figure, picture = both
    assert len(picture.panels) == 3
    lines = draw(replace(figure, options=(*figure.options, ("show", "lines"))), at)
    alone = draw(replace(figure, options=(*figure.options, ("show", "picture"))), at)
    assert len(lines.panels) == 1 and len(alone.panels) == 3
    assert not any(
        "longest update" in item.text for item in alone.panels[-1].items if isinstance(item, Label)
    )
    show = DERIVATIONS_VIEW.option("show")
    assert not show.idle(figure, at) and show.idle(figure_of("margin"), at)


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize(("derivation", "model", "settings"), CASES)
def test_that_it_is_latex_that_compiles(derivation, model, settings, classes, tmp_path):
    figure = figure_of(derivation)
    text = tikz(draw(figure, completed(figure, snapshot(model, settings, classes=classes))))
    assert text.isascii() and r"\begin{enumerate}" in text and text.count(r"\item") >= 4
    if classes == 2 and shutil.which("pdflatex"):
        (tmp_path / "a.tex").write_text(text)
        made = subprocess.run(
            ["pdflatex", "-interaction=batchmode", "-draftmode", "a.tex"],
            cwd=tmp_path,
            capture_output=True,
        )
        assert made.returncode == 0, (tmp_path / "a.log").read_text(errors="replace")[-900:]


def test_that_latex_says_why_there_is_none():
    at = snapshot("svm", {})
    text = DERIVATIONS_VIEW.latex(figure_of("bound"), at)
    assert text.startswith("% SVM also updates") and text.count("\n") == 1
    assert "being computed" in DERIVATIONS_VIEW.latex(figure_of("dual"), at)
