"""The view Algorithm: which lines are highlighted, what stands beside them, and its LaTeX."""

import re
import shutil
import subprocess

import numpy as np
import pytest

from linlab.engine.data.datasets import make_points
from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.document.source import Source
from linlab.engine.export.figures.tikz import tikz
from linlab.engine.ground.numerals import number
from linlab.engine.learner.learner import Learner
from linlab.engine.many.teaching import Teacher, TeachingRule, label_by_rounds
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.palette import DARK, HALL_DARK, HALL_LIGHT, LIGHT, PRINT, Palette, rgb
from linlab.engine.picture.shapes import Areas, Label
from linlab.engine.train.trace import Trace
from linlab.engine.views.algorithm.view import band_of
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, draw
from linlab.engine.words.before_after import before_after
from tests.engine.plane import plane_catalog
from tests.engine.textbook import data

FIGURE = Figure("algorithm", 420, 400, "light")


def trace_of(learner: Learner, classes: int = 2) -> Trace:
    x, y = data(classes, 20)
    return Trace(Document(Points.of(x, y), (learner,)))


def rows(trace: Trace, t: int, figure: Figure = FIGURE) -> list[tuple[str, str, bool]]:
    """Each row from the top: its text, the value beside it, and whether it is highlighted."""
    (panel,) = draw(figure, Snapshot.of(trace, t)).panels
    labels = [item for item in panel.items if isinstance(item, Label)]
    bands = [band for item in panel.items if isinstance(item, Areas) for band in item.rings]
    lines: dict[float, list[Label]] = {}
    for label in labels:
        near = next((y for y in lines if abs(y - label.place[1]) < 0.4 * figure.font), None)
        lines.setdefault(label.place[1] if near is None else near, []).append(label)
    out = []
    for y in sorted(lines, reverse=True):
        text, end = "", 0.0
        for each in sorted(lines[y], key=lambda e: e.place[0]):
            if each.anchor == "start":
                text += (" " if text and each.place[0] > end + 1 else "") + each.text
                end = each.place[0] + text_width(each.text, each.size, each.bold)
        value = next((each.text for each in lines[y] if each.anchor == "end"), "")
        out.append((text, value, any(b[:, 1].min() < y < b[:, 1].max() for b in bands)))
    return out


def test_that_the_branch_of_a_mistake_is_highlighted_and_of_a_right_answer_is_not() -> None:
    trace = trace_of(Learner.of("perceptron"))
    for t in range(1, 40):
        step = trace.step(t)
        found = {text.strip(): (value, lit) for text, value, lit in rows(trace, t)}
        m = number(step.margin)
        assert found["if y s ≤ 0 then"][0] == (f"{m} ≤ 0  yes" if step.updated else f"{m} > 0  no")
        assert found["w ← w + y x"][1] == step.updated
        assert found["s ← w·x + b"] == (number(float(step.score[0])), True)
        if step.updated:
            w = trace.at(t).theta[0, :2]
            values = found["w ← w + y x"][0]
            read = [float(each) for each in values.strip("()").replace("−", "-").split(", ")]
            assert read == pytest.approx(w.tolist(), abs=0.0051)
            own = {line.label: line.value for line in before_after(step, trace.learner(0))}
            assert own["w"].endswith(f"→ {values}")  # one rounding in card and listing
            assert own["b"].endswith(f"→ {found['b ← b + y'][0]}")


def test_that_at_the_start_the_start_is_highlighted() -> None:
    first, *rest = rows(trace_of(Learner.of("svm")), 0)
    assert (
        first[0] == "w ← 0, b ← 0; α = 0.1, λ = 0.01"
        and first[2]
        and not any(lit for _, _, lit in rest)
    )


def test_that_of_a_batch_it_says_how_many_pulled() -> None:
    trace = trace_of(Learner.of("svm", batch=8))
    step = trace.step(2)
    found = {text.strip(): value for text, value, _ in rows(trace, 2)}
    assert found["if y s < 1 then"] == f"{np.count_nonzero(step.margins < 1)} of 8"


def test_that_a_vote_counts_how_long_the_weights_have_lasted() -> None:
    trace = trace_of(Learner.of("voted-perceptron"))
    lasted = 0
    for t in range(1, 60):
        lasted = 1 if trace.step(t).updated else lasted + 1
        found = {text.strip(): value for text, value, _ in rows(trace, t)}
        assert found["v ← v + 1"] == str(lasted)


def test_that_the_one_update_for_all_is_a_choice_of_online_learners_alone() -> None:
    online, batch = (Snapshot.of(trace_of(Learner.of("svm", batch=b)), 3) for b in (1, 8))
    form = VIEWS["algorithm"].option("form")
    assert [key for key, _ in form.choices(online)] == ["own", "unified"]
    assert [key for key, _ in form.choices(batch)] == ["own"]
    figure = Figure("algorithm", 420, 400, "light", options=(("form", "unified"),))
    assert any(
        "rate(t, ℓ, ρ)" in text for text, _, _ in rows(trace_of(Learner.of("svm")), 3, figure)
    )


@pytest.mark.parametrize("model", ["perceptron", "mira", "logistic", "naive-bayes"])
def test_that_as_latex_it_is_an_algorithm(model: str, tmp_path) -> None:
    moment = Snapshot.of(trace_of(Learner.of(model), 3), 4)
    text = tikz(draw(FIGURE, moment))
    assert r"\begin{algorithmic}" in text and text.isascii()
    assert len(re.findall(r"\\(?:STATE|IF|FOR|REPEAT|UNTIL)\b", text)) >= 4
    if shutil.which("pdflatex"):
        (tmp_path / "a.tex").write_text(text)
        made = subprocess.run(["pdflatex", "-interaction=batchmode", "a.tex"], cwd=tmp_path)
        assert made.returncode == 0


def luminance(colour: str) -> float:
    """As WCAG defines it."""
    parts = [value / 255 for value in rgb(colour)]
    red, green, blue = (v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    "palette", [LIGHT, DARK, PRINT, HALL_LIGHT, HALL_DARK], ids=lambda p: p.name
)
def test_that_words_can_be_read_on_a_highlighted_line(palette: Palette) -> None:
    (panel,) = draw(FIGURE, Snapshot.of(trace_of(Learner.of("svm")), 5), palette).panels
    words = {
        item.colour for item in panel.items if isinstance(item, Label) and item.anchor == "end"
    }
    assert words
    for ink in words:
        high, low = sorted((luminance(ink), luminance(band_of(palette))), reverse=True)
        assert (high + 0.05) / (low + 0.05) >= 4.5


def every_model(classes: int):
    """Each model of the catalogue, and some of its ways to train, as (name, trace)."""
    x, y = data(classes, 20)
    for key in plane_catalog():
        own = Learner.of(key)
        others = (Learner.of("perceptron"), Learner.of("logistic"))
        yield (
            key,
            Trace(Document(Points.of(x, y), (own, *others) if own.recipe.of_others else (own,))),
        )
    for settings in (
        {"batch": 8},
        {"batch": "all", "average": "mean"},
        {"optimiser": "adam", "batch": 8},
        {"optimiser": "adadelta"},
        {"optimiser": "lbfgs"},
        {"space": "rbf"},
        {"penalty": "l1", "rate": "inverse-time"},
    ):
        learner = Learner.of("logistic", **settings)
        yield str(settings), Trace(Document(Points.of(x, y), (learner,)))


@pytest.mark.parametrize("classes", [2, 3, 4])
def test_that_every_listing_is_legible_in_a_small_card(classes: int) -> None:
    figure = Figure("algorithm", 310, 200, "light", font=11.0)
    for name, trace in every_model(classes):
        for t in (0, 5, 20):
            t = trace.at(t).t
            (panel,) = draw(figure, Snapshot.of(trace, t)).panels
            labels = [item for item in panel.items if isinstance(item, Label)]
            boxes = []
            for label in labels:
                wide = text_width(label.text, label.size, label.bold)
                left = label.place[0] - (wide if label.anchor == "end" else 0.0)
                y, high = label.place[1], 0.5 * label.size
                boxes.append((left, left + wide, y - high, y + high, label))
                assert left >= 0 and left + wide <= panel.frame.width + 0.5, (name, label.text)
                assert panel.view.bottom <= y - high and y + high <= 0.01, (name, label.text)
            largest = max(label.size for label in labels)
            assert largest >= 7.5
            for k, (left, right, low, high, a) in enumerate(boxes):
                for other, end, bottom, top, b in boxes[:k]:
                    apart = right <= other + 0.6 or end <= left + 0.6
                    assert apart or high <= bottom + 3.2 or top <= low + 3.2, (name, a.text, b.text)


def test_that_the_end_of_an_epoch_is_judged_there_and_only_there() -> None:
    trace = trace_of(Learner.of("perceptron"))
    mistakes = 0
    for t in range(1, 61):
        mistakes += trace.step(t).mistake
        (found,) = ((value, lit) for text, value, lit in rows(trace, t) if text.startswith("until"))
        if t % 20:
            assert found == ("", False)
            continue
        many = "1 mistake" if mistakes == 1 else f"{mistakes} mistakes"
        assert found == (f"{many}  {'no' if mistakes else 'yes'}", True)
        mistakes = 0


def test_that_adaboost_weighs_a_member_when_its_training_is_over() -> None:
    learners = (Learner.of("perceptron"), Learner.of("adaboost", members=4, each=1))
    points = Source("overlapping-blobs", 0, (("n", 40.0),)).draw()
    trace = Trace(Document(points, learners), which=1)
    seen = 0
    for t in range(1, (trace.end or 0) + 1):
        found = {text.strip(): value for text, value, _ in rows(trace, t)}
        beta = next(value for text, value in found.items() if text.startswith("β"))
        assert bool(beta) == (t % 40 == 0 and float(trace.model(t).member_weights[-1]) != 1.0)
        if beta:
            seen += 1
            assert beta == number(float(trace.model(t).member_weights[t // 40 - 1]))
    assert seen >= 2


def hidden_document() -> Document:
    points = Source("blobs", 3, (("hidden", 80.0),)).draw()
    return Document(points, (Learner.of("logistic"),))


def test_that_guessing_has_a_listing_where_labels_are_hidden() -> None:
    form = VIEWS["algorithm"].option("form")
    document = hidden_document()
    both = Snapshot.of(Trace(document), 3)
    assert [key for key, _ in form.choices(both)] == ["own", "unified", "self", "co"]
    made = label_by_rounds(document, TeachingRule((Teacher(0),), threshold=0.8))
    trace = Trace(made.document)
    figure = Figure("algorithm", 420, 400, "light", options=(("form", "self"),))
    assert [key for key, _ in form.choices(Snapshot.of(trace, 3))] == ["own", "unified", "self"]
    first = made.document.timeline[0]
    left = int((document.points.label < 0).sum())
    found = {text.strip(): (value, lit) for text, value, lit in rows(trace, first.t, figure)}
    many = f"{made.guessed[0]} of {left}"
    assert found["if the model is sure of its answer then"] == (many, True)
    found = {text.strip(): (value, lit) for text, value, lit in rows(trace, first.t - 1, figure)}
    assert found["train the model on D until it has converged"] == ("", True)
    assert found["if the model is sure of its answer then"] == ("", False)


def test_that_a_start_that_was_set_has_its_numbers_beside_it() -> None:
    first, *_ = rows(trace_of(Learner.of("perceptron", start="0.5 -1 0.25")), 0)
    assert first == ("start with w and b as you set them", "(0.5, −1), 0.25", True)


def test_that_what_rounding_leaves_of_a_bias_of_0_is_0_beside_the_listing_and_in_old_and_new() -> (
    None
):
    points = make_points("circles", seed=0, n=60, noise=0.2)
    trace = Trace(Document(points, (Learner.of("perceptron", alpha=0.019),)))
    count = 0  # b is a whole number of times 0.019
    noughts = remains = 0
    for t in range(1, 120):
        step = trace.step(t)
        before = count
        if step.updated:
            count += 2 * int(step.labels[0]) - 1
        said = {each.label: each.value for each in before_after(step, trace.learner(t - 1))}["b"]
        old = said.split(" → ")[0].split(",")[0]
        assert (old == "0") == (before == 0), said
        if step.updated:
            beside = next(value for text, value, _ in rows(trace, t) if text.startswith("b ← b"))
            assert (beside == "0") == (count == 0) == (said.split(" → ")[1] == "0"), beside
        noughts += count == 0
        remains += count == 0 and step.after[0, 2] != 0.0
    assert noughts > remains > 0
