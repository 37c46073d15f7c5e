"""The kernel view: every number against a computation written here, scikit-learn or a quadratic
program's own theory."""

import math
import re
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import pairwise
from sklearn.svm import SVC

from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document
from linlab.engine.ground.numerals import read_number
from linlab.engine.learner.learner import Learner
from linlab.engine.optimum.exact import optimum
from linlab.engine.picture.palette import LIGHT, rgb
from linlab.engine.picture.shapes import Areas, Label
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.kernel.approximation import error_now, errors_of
from linlab.engine.views.kernel.duality import duality
from linlab.engine.views.kernel.terms import summed
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, draw


def moment(model="svm", t=60, classes=2, best=False, **settings):
    points = make_points("blobs", n=40, classes=classes, noise=1.1, seed=8)
    trace = Trace(Document(points, (Learner.of(model, **settings),), seed=3))
    return Snapshot.of(trace, t, optimum(trace.problem(t)) if best else None)


def panels(at, show):
    return draw(
        Figure(view="kernel", width=420, height=520, options=(("show", show),)), at, LIGHT
    ).panels


GRAMS = {
    ("rbf", (("gamma", 0.7),)): lambda x: pairwise.rbf_kernel(x, gamma=0.7),
    ("laplace", (("gamma", 0.4),)): lambda x: pairwise.laplacian_kernel(x, gamma=0.4),
    ("polynomial", (("coef0", 1.0), ("degree", 3))): lambda x: pairwise.polynomial_kernel(
        x, degree=3, gamma=1, coef0=1
    ),
    ("linear", ()): lambda x: x @ x.T,
}


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("space", GRAMS)
def test_that_each_cell_is_the_kernel_of_its_row_and_its_column(space, classes):
    at = moment(space=space[0], classes=classes, **dict(space[1]))
    (cells,) = panels(at, "gram")[0].named("gram")
    ids, columns = cells.ids
    labels = [at.points.label[at.points.ids.tolist().index(id)] for id in ids]
    assert labels == sorted(labels) and list(ids) == list(columns)  # by class
    x = np.array([at.points.x[at.points.ids.tolist().index(id)] for id in ids])
    gram = GRAMS[space](x)
    red = cells.pixels >> 16 & 255  # from the card at 0 to the accent at the largest
    card, full = rgb(LIGHT.card)[0], rgb(LIGHT.accent)[0]
    positive = gram >= 0
    assert np.abs(red - (card + gram / gram.max() * (full - card)))[positive].max() <= 0.51


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("t", [1, 33, 200])
@pytest.mark.parametrize("model", ["perceptron", "mira", "svm", "logistic"])
@pytest.mark.parametrize("bias", ["free", "regularised"])
def test_that_the_bars_are_the_terms_and_the_printed_ones_sum_up(model, bias, t, classes):
    at = replace(moment(model, t, classes, space="rbf", gamma=0.5, bias=bias), cursor=(0.3, -0.7))
    panel = panels(at, "score")[0]
    problem, (a, b) = at.model.problem, at.model.parts()
    scores = at.model.scores([(0.3, -0.7)])[0]
    row = int(np.argmax(scores)) if len(scores) > 1 else 0
    terms = {
        f"#{i + 1}": a[row, i] * math.exp(-0.5 * ((problem.x[i] - (0.3, -0.7)) ** 2).sum())
        for i in range(40)
    }
    shown = {item.name for item in panel.items if isinstance(item, Areas)}
    largest = sorted((k for k in terms if terms[k]), key=lambda k: -abs(terms[k]))[:8]
    assert {name for name in shown if name.startswith("#")} == set(largest)
    words = [item.text for item in panel.items if isinstance(item, Label)]
    numbers = [text for text in words if text.replace("−", "").replace(".", "").isdigit()]
    total = next(text for text in words if text.startswith("sum "))[4:]
    assert not total.startswith("≈")
    assert sum(Fraction(text.replace("−", "-")) for text in numbers) == Fraction(
        total.replace("−", "-")
    )
    assert float(total.replace("−", "-")) == pytest.approx(
        scores[row], abs=6e-3 * max(1, abs(scores[row]))
    )
    unit = 10.0 ** -len(numbers[0].partition(".")[2])
    for name in (word for word in words if word.startswith(("#", "bias"))):
        text = words[words.index(name) + 1]
        assert float(text.replace("−", "-")) == pytest.approx(
            terms.get(name, b[row]), abs=0.51 * unit
        )


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=9))
def test_that_a_printed_sum_comes_out_or_says_about(values):
    texts, total = summed(values, math.fsum(values))
    if not total.startswith("≈"):
        made = sum(Fraction(text.replace("−", "-")) for text in texts)
        assert made == Fraction(total.replace("−", "-"))


@pytest.mark.parametrize("space", ["linear-kernel", "rbf"])
def test_that_multipliers_are_those_of_libsvm_and_free_bounded_and_zero_are_told_apart(space):
    at = moment("svm", 30, best=True, space=space, lam=0.05, gamma=0.5, bias="free")
    n, problem = 40, at.model.problem
    kernel = "linear" if space == "linear-kernel" else "rbf"
    svc = SVC(C=1 / (0.05 * n), kernel=kernel, gamma=0.5, tol=1e-8).fit(problem.x, problem.y)
    expected = np.zeros(n)
    expected[svc.support_] = np.abs(svc.dual_coef_[0])
    panel = panels(at, "coefficients")[0]
    found = np.zeros(n)
    kinds = {}
    for item in panel.items:
        if isinstance(item, Areas) and item.name.endswith(("free", "bounded")):
            for ring, (id,) in zip(item.rings, item.ids, strict=True):
                i = problem.ids.tolist().index(id)
                found[i] = ring[:, 1].max()
                kinds[i] = item.name.rpartition(" ")[2]
    assert found == pytest.approx(expected, abs=1e-4)
    bound = 1 / (0.05 * n)
    assert all((kind == "bounded") == (expected[i] > bound - 1e-5) for i, kind in kinds.items())
    zero = sum(1 for a in expected if a < 1e-7)
    assert f"zero ({zero})" in [entry.text for entry in panel.legend]


@pytest.mark.parametrize("bias", ["free", "regularised", "none"])
@pytest.mark.parametrize("t", [0, 20, 200, 4000])
def test_that_the_dual_is_never_above_the_optimum_and_closes_in_on_it(bias, t):
    at = moment(
        "svm",
        t,
        best=True,
        space="rbf",
        gamma=0.5,
        lam=0.05,
        bias=bias,
        rate="inverse-time",
        alpha=1.0,
        t0=50.0,
    )
    found, best, n = duality(at.model), at.optimum, 40
    y, a = 2 * at.model.problem.y - 1, found.multipliers
    assert (
        (a >= 0).all()
        and (a <= 1 / (0.05 * n) + 1e-12).all()
        and (bias != "free" or abs((a * y).sum()) < 1e-9)
    )
    gram = pairwise.rbf_kernel(at.model.problem.x, gamma=0.5) + (
        1.0 if bias == "regularised" else 0.0
    )
    assert found.dual == pytest.approx(0.05 * (a.sum() - 0.5 * (a * y) @ gram @ (a * y)))
    assert found.dual <= best.objective + 1e-12 <= found.primal + 2e-12
    if t == 4000:
        assert found.primal - found.dual < 0.15 * found.primal


@pytest.mark.parametrize("t", [20, 400, 4000])
def test_that_the_sentence_of_the_duality_gap_has_the_gap_in_it(t):
    """Its number, read from the picture, is J − D by a sum over the examples."""
    lam = 0.05
    at = moment("svm", t, best=True, space="rbf", gamma=0.5, lam=lam, bias="none")
    problem = at.model.problem
    x, y, theta = problem.x, 2.0 * problem.y - 1.0, at.model.theta[0]
    gram = pairwise.rbf_kernel(x, gamma=0.5)
    scores = gram @ theta
    primal = np.mean([max(0.0, 1.0 - m) for m in y * scores]) + lam / 2 * theta @ scores
    a = [min(max(0.0, c), 1 / (lam * len(y))) for c in y * theta]
    dual = lam * (sum(a) - 0.5 * (a * y) @ gram @ (a * y))

    texts = [label.text for label in panels(at, "duality")[0].items if isinstance(label, Label)]
    (sentence,) = [text for text in texts if text.startswith("gap")]
    said = re.fullmatch(r"gap = (\S+): the best J lies between the two", sentence)
    assert said, sentence
    (best,) = [text.removeprefix("J* ") for text in texts if text.startswith("J* ")]
    gap, top, low, least = (
        read_number(text)
        for text in (
            said[1],
            texts[texts.index("primal J") + 1],
            texts[texts.index("dual D(a)") + 1],
            best,
        )
    )
    assert gap == pytest.approx(primal - dual, abs=6e-4)
    assert (top, low) == (pytest.approx(primal, abs=6e-4), pytest.approx(dual, abs=6e-4))
    assert round(top - low, 9) == gap  # the printed numbers come out
    assert low <= least <= top  # and so does the sentence


def test_that_random_features_come_nearer_to_the_kernel_as_d_grows():
    at = moment("svm", 5, space="fourier", gamma=0.5, features=100)
    sizes, mean, _ = errors_of(at.model.problem)
    slope = np.polyfit(np.log(sizes[4:]), np.log(mean[4:]), 1)[0]
    assert -0.7 < slope < -0.3  # like 1/√D
    x, map = at.model.problem.x, at.model.problem.map
    phi = np.sqrt(2 / 100) * np.cos(x @ map.omega.T + map.phase)
    assert error_now(at.model.problem) == pytest.approx(
        np.abs(phi @ phi.T - pairwise.rbf_kernel(x, gamma=0.5)).mean()
    )
    assert panels(at, "imitation")[0].named("now")


def test_that_it_says_what_it_has_nothing_to_show_of():
    assert "never compares two examples" in VIEWS["kernel"].refuses(moment("naive-bayes", 3))
    assert [key for key, _ in VIEWS["kernel"].option("show").choices(moment("svm", 3))] == [
        "gram",
        "eigenvalues",
        "cost",
    ]
    voted = moment("voted-perceptron", 9, space="rbf")
    assert [key for key, _ in VIEWS["kernel"].option("show").choices(voted)] == [
        "gram",
        "eigenvalues",
    ]
