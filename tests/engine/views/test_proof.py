"""The proof as a view, against a textbook perceptron whose mistakes are counted here."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from linlab.engine.data.points import Points
from linlab.engine.document.document import Change, Document
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.palette import DARK, LIGHT
from linlab.engine.picture.shapes import Label
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, completed, draw
from tests.engine import textbook
from tests.engine.plane import plane_catalog
from tests.engine.teams import document_learners


def apart(classes=2, n=24):
    """Points that can be separated."""
    X, y = textbook.data(classes, n)
    turn = {c: 2 * math.pi * k / classes for k, c in enumerate(sorted(set(y)))}
    return X + 3.0 * np.array([(math.cos(turn[c]), math.sin(turn[c])) for c in y]), y


def mixed(classes=2, n=24):
    """The same with two that are on the wrong side."""
    X, y = apart(classes, n)
    X[[0, 1]] = X[[1, 0]]
    return X, y


def seen(data, t, upto="bound", palette=LIGHT, **settings):
    X, y = data
    document = Document(
        Points.of(X, y), (Learner.of("perceptron", **{"order": "cyclic", **settings}),)
    )
    figure = Figure(view="proof", width=420, height=520, options=(("upto", upto),))
    at = completed(figure, Snapshot.of(Trace(document), t))
    panels = draw(figure, at, palette).panels
    return at, panels, " ".join(item.text for item in panels[-1].items if isinstance(item, Label))


def why_not(at):
    """Why the mistake bound is not derived, if it is asked for."""
    figure = Figure(view="proof", options=(("derivation", "bound"),))
    return VIEWS["proof"].why_not(figure, at).sentence


def run(data, t, alpha=1.0):
    """Mistakes and θ, in units of α, after each update."""
    X, y = data
    classes, before, mistakes = len(set(y)), None, 0
    loop = textbook.binary if classes == 2 else textbook.multiclass
    yield 0, np.zeros((1 if classes == 2 else classes, 3))
    for theta in loop("perceptron", X, y, t, "free", textbook.cyclic(len(y)), alpha=alpha):
        mistakes += theta != before and any(map(any, theta))
        before = theta
        yield mistakes, np.array(theta) / alpha


@pytest.mark.parametrize("alpha", [1.0, 0.25])
@pytest.mark.parametrize(("classes", "t"), [(2, 0), (2, 7), (2, 120), (4, 7), (4, 240)])
def test_that_the_curves_are_those_of_a_textbook_perceptron_between_both_sides_of_the_proof(
    classes, t, alpha
):
    data = apart(classes)
    at, panels, words = seen(data, t, upto="now", alpha=alpha)
    u = at.found.value.slack.direction
    expected = [
        (k, float((u * w).sum()), math.sqrt(float((w * w).sum()))) for k, w in run(data, t, alpha)
    ]
    top = panels[0]
    for name, column in (("projection", 1), ("length", 2)):
        line = top.named(name)[0].lines[0]
        assert line[-1] == pytest.approx([expected[-1][0], expected[-1][column]], abs=1e-9)
        known = {(row[0], round(row[column], 6)) for row in expected}
        assert all((k, round(value, 6)) in known for k, value in line.tolist())
    radius, gamma = at.found.value.slack.radius, at.found.value.slack.gamma
    lower, upper = (top.named(name)[0].lines[0] for name in ("lower", "upper"))
    assert lower[:, 1] == pytest.approx(lower[:, 0] * gamma) and upper[:, 1] == pytest.approx(
        np.sqrt(upper[:, 0]) * radius
    )
    assert all(
        k * gamma <= along + 1e-9 and along <= size + 1e-9 and size <= math.sqrt(k) * radius + 1e-9
        for k, along, size in expected
    )
    assert f"so far M = {expected[-1][0]}." in words


@pytest.mark.parametrize("classes", [2, 4])
def test_that_the_printed_bound_comes_out_of_the_printed_numbers_and_is_where_the_curves_meet(
    classes,
):
    at, panels, words = seen(apart(classes), 100)
    r, gamma, limit = map(
        float,
        re.search(
            r"R = ([\d.]+) and γ\* = ([\d.]+), so M ≤ \(R/γ\*\)² = ([\d.]+);", words
        ).groups(),
    )
    assert float(f"{(r / gamma) ** 2:.3g}") == limit
    X, _ = apart(classes)
    phi = np.column_stack([X, np.ones(len(X))])
    longest = max(np.linalg.norm(phi, axis=1)) * (1 if classes == 2 else math.sqrt(2))
    assert r == pytest.approx(longest, rel=0.005)
    meets = panels[0].named("bound")[0].lines[0][0, 0]
    assert meets * at.found.value.slack.gamma == pytest.approx(math.sqrt(meets) * longest)
    assert meets == pytest.approx(limit, rel=0.005)
    assert "each mistake adds at least γ* to u·θ" in words


def test_that_the_margins_below_are_those_under_u_and_linked():
    at, panels, _ = seen(apart(), 30)
    X, y = apart()
    u = at.found.value.slack.direction[0]
    for marks in panels[1].named("examples")[0].items:
        for id, (m, _) in zip(marks.ids, marks.places, strict=True):
            sign = 1 if y[id] == "b" else -1
            assert m == pytest.approx(sign * (u @ [*X[id], 1.0]))
    line = panels[1].named("gamma")[0].lines[0][0, 0]
    assert line == pytest.approx(
        min(m for marks in panels[1].named("examples")[0].items for m, _ in marks.places)
    )
    lit = draw(
        Figure(view="proof", width=420, height=520),
        replace(at, pointed=4, selection=frozenset({2})),
        DARK,
    ).panels[1]
    assert all(len(lit.named(name)[0].places) == 1 for name in ("pointed", "selection", "example"))


@pytest.mark.parametrize(("classes", "t"), [(2, 0), (2, 10), (2, 130), (4, 60)])
def test_that_examples_which_no_line_parts_have_the_bound_with_slack(classes, t):
    data = mixed(classes)
    at, panels, words = seen(data, t)
    slack, epochs = at.found.value.slack, max(1, math.ceil(t / 24))
    deviation = math.sqrt(epochs * float((slack.short**2).sum()))
    r, d, gamma, limit = map(
        float,
        re.search(
            r"R = ([\d.]+), D = ([\d.]+) and γ\* = ([\d.]+), so M ≤ \(\(R \+ D\)/γ\*\)² = ([\d.]+);",
            words,
        ).groups(),
    )
    assert float(f"{((r + d) / gamma) ** 2:.3g}") == limit or (
        limit > 999 and round(((r + d) / gamma) ** 2) == limit
    )
    assert d == pytest.approx(deviation, rel=0.005)
    *_, (k, theta) = run(data, t)
    assert (
        k <= limit and f"so far M = {k}." in words and "No weights get every example right" in words
    )
    labels = [item for item in panels[-1].items if isinstance(item, Label)]
    highest = max(labels, key=lambda label: label.place[1])
    assert highest.text.startswith("No weights get every example right, so the mistakes never end")
    assert f"holds until epoch {epochs} ends" in words
    lower = panels[0].named("lower")[0].lines[0]
    assert lower[:, 1] == pytest.approx(
        lower[:, 0] * slack.gamma - np.sqrt(lower[:, 0]) * deviation
    )
    assert (
        k * slack.gamma - math.sqrt(k) * deviation <= float((slack.direction * theta).sum()) + 1e-9
    )


def test_that_logarithmic_axes_make_both_sides_straight_with_slopes_of_one_and_one_half():
    _, panels, _ = seen(apart(), 60, upto="log")
    for name, slope in (("lower", 1.0), ("upper", 0.5)):
        x, y = panels[0].named(name)[0].lines[0].T
        assert np.diff(y) == pytest.approx(slope * np.diff(x))
    assert seen(mixed(), 0, upto="log")[1]


def test_that_a_step_back_shows_what_was_there():
    data, figure = apart(), Figure(view="proof", width=420, height=520)
    at, _, words = seen(data, 50)
    trace = at.trace
    for t in (90, 3, 50):
        again = draw(figure, replace(Snapshot.of(trace, t), found=at.found), LIGHT).panels
        assert np.array_equal(
            again[0].named("length")[0].lines[0], seen(data, t)[1][0].named("length")[0].lines[0]
        )
    labels = [item for item in again[-1].items if isinstance(item, Label)]
    assert " ".join(item.text for item in labels) == words


@pytest.mark.parametrize(
    "model", [name for name in plane_catalog() if "perceptron" not in name and name != "stacking"]
)
def test_that_other_models_say_why_there_is_no_bound(model):
    X, y = apart()
    at = Snapshot.of(Trace(Document(Points.of(X, y), document_learners(Learner.of(model)))), 5)
    assert "the proof is about the perceptron" in why_not(at)


@pytest.mark.parametrize(
    ("settings", "said"),
    [({"start": "random"}, "starts at 0"), ({"batch": 4}, "one example at a time")],
)
def test_that_another_start_or_a_batch_is_refused_in_words(settings, said):
    X, y = apart()
    document = Document(Points.of(X, y), (Learner.of("perceptron", **settings),))
    assert said in why_not(Snapshot.of(Trace(document), 5))
    changed = Document(
        Points.of(X, y),
        (Learner.of("perceptron"),),
        timeline=(Change(3, learners=(Learner.of("perceptron", alpha=2.0),)),),
    )
    assert "without changes" in why_not(Snapshot.of(Trace(changed), 5))


@pytest.mark.parametrize(
    "settings", [{"space": "rbf"}, {"space": "polynomial", "degree": 2}, {"average": "mean"}]
)
def test_that_kernels_and_other_read_outs_have_their_proof_too(settings):
    at, panels, words = seen(textbook.data(2, 24), 40, **settings)
    line = panels[0].named("length")[0].lines[0]
    assert line[-1, 0] == at.trace.mistakes(40) and "so far M" in words
    assert line[-1, 1] <= math.sqrt(line[-1, 0]) * at.found.value.slack.radius


def test_that_the_wait_and_a_bound_of_another_problem_are_not_shown_as_this_one():
    at, _, _ = seen(apart(), 20)
    other = seen(apart(), 20)[0]
    figure = Figure(view="proof", width=420, height=520)
    for found in (None, other.found):
        panels = draw(figure, replace(at, found=found), LIGHT).panels
        assert len(panels) == 1 and "being computed" in panels[0].items[0].text
