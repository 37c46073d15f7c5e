"""Counts, against counting written here; the lectures' frog and traffic lights are read off the
picture."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document, Source
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.palette import LIGHT, mixed
from linlab.engine.picture.shapes import Areas, Label
from linlab.engine.train.trace import Trace
from linlab.engine.views.counts.expected_counts import counts_of, features_of
from linlab.engine.views.counts.tables import product_of
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, draw


def moment(points, model, t, **settings):
    return Snapshot.of(Trace(Document(points, (Learner.of(model, **settings),), seed=1)), t)


def words(at, panel, **options):
    made = draw(
        Figure(view="counts", width=520, height=640, options=tuple(options.items())), at, LIGHT
    ).panels[panel]
    return [item.text for item in made.items if isinstance(item, Label)]


def test_that_the_frogs_products_are_those_of_the_lecture():
    at = replace(
        moment(make_points("frog"), "naive-bayes", 14, bins=3, smoothing=0), cursor=(1.0, 1.0)
    )  # medium, medium
    shown = words(at, 1)
    assert (
        "8/14 · 1/8 · 3/8 = 0.0268" in shown and "6/14 · 2/6 · 1/6 = 0.0238" in shown
    )  # 0.027 against 0.024
    assert any(text.startswith("answer: -") for text in shown)  # inedible
    tables = words(at, 0)
    assert "6/14" in tables and tables.count("4/8") == 1  # P(+), P(speed = small | −)


def test_that_the_traffic_lights_are_wrong_about_two_reds_and_it_is_said_why():
    at = replace(
        moment(make_points("traffic-lights", n=7), "naive-bayes", 7, bins=2, smoothing=0),
        cursor=(1.0, 1.0),
    )  # both red
    shown = words(at, 1)
    assert (
        "1/7 · 1/1 · 1/1 = 0.143" in shown and "6/7 · 3/6 · 3/6 = 0.214" in shown
    )  # 4/28 against 6/28
    assert [product_of(at.model.counted, c, [1, 1])[0] for c in (0, 1)] == [
        Fraction(4, 28),
        Fraction(6, 28),
    ]
    assert any(text.startswith("answer: working") for text in shown)
    assert "1/7" in shown and "0/7" in shown  # joint counts: broken, never working
    assert "not independent" in " ".join(shown)


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("smoothing", [0.0, 0.5])
@pytest.mark.parametrize("t", [0, 11, 40])
def test_that_each_cell_is_a_count_over_a_count_and_the_last_one_counted_is_lit(
    t, smoothing, classes
):
    points = make_points("blobs", n=40, classes=classes, noise=1.0, seed=2)
    at = moment(points, "naive-bayes", t, bins=3, smoothing=smoothing)
    problem, panel = (
        at.model.problem,
        draw(Figure(view="counts", width=520, height=640), at, LIGHT).panels[0],
    )
    seen = [at.trace.step(k).example for k in range(1, at.t + 1)]
    low, high = problem.x.min(axis=0), problem.x.max(axis=0)
    bins = np.clip(((problem.x - low) / (high - low) * 3).astype(int), 0, 2)
    texts = [item.text for item in panel.items if isinstance(item, Label)]
    areas = [item for item in panel.items if isinstance(item, Areas) and item.name != "asked"]
    assert len(areas) == classes * 7
    lit = [item.name for item in areas if item.fill == mixed(LIGHT.halo, LIGHT.card, 0.75)]
    last = seen[-1] if seen else 0
    name = problem.classes[problem.y[last]]
    assert lit == (
        [f"{name} 0 0", f"{name} 0 {bins[last, 0] + 1}", f"{name} 1 {bins[last, 1] + 1}"]
        if t
        else []
    )
    for c in range(classes):
        own = [i for i in seen if problem.y[i] == c]
        if not t:
            continue
        assert f"{len(own)}/{len(seen)}" in texts
        for axis in (0, 1):
            for k in range(3):
                many = sum(bins[i, axis] == k for i in own)
                top, bottom = many + smoothing, len(own) + 3 * smoothing
                assert (f"{top:g}/{bottom:g}" if bottom else "1/3") in texts


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("space", ["linear", "monomial"])
@pytest.mark.parametrize("t", [0, 50])
def test_that_empirical_less_expected_counts_are_the_gradient(t, space, classes):
    points = make_points("blobs", n=40, classes=classes, noise=1.0, seed=2)
    at = moment(points, "logistic", t, space=space, degree=2, lam=0.0)
    empirical, expected = counts_of(at.model)
    names, values = features_of(at.model)
    assert names[0] == "1" and (values[:, 0] == 1).all()
    problem, theta = at.model.problem, at.model.theta

    def mean_loss(theta):
        s = problem.read @ theta.T
        s = np.concatenate([np.zeros_like(s), s], axis=1) if s.shape[1] == 1 else s
        return float(np.mean(np.log(np.exp(s).sum(axis=1)) - s[np.arange(problem.n), problem.y]))

    for r in range(theta.shape[0]):
        c = r if theta.shape[0] > 1 else 1
        for j in range(theta.shape[1]):
            step = np.zeros_like(theta)
            step[r, j] = 1e-6
            slope = (mean_loss(theta + step) - mean_loss(theta - step)) / 2e-6
            column = 0 if j == theta.shape[1] - 1 else j + 1  # the constant stands last in θ
            assert empirical[c, column] - expected[c, column] == pytest.approx(-slope, abs=1e-6)
    chosen = (("class", at.model.examples.classes[0]),)
    panel = draw(Figure(view="counts", width=520, height=400, options=chosen), at, LIGHT).panels[0]
    for key, table in (("empirical", empirical), ("expected", expected)):
        (bars,) = panel.named(key)
        assert [ring[2, 1] for ring in bars.rings] == pytest.approx(table[0].tolist())


def test_that_at_the_optimum_without_a_penalty_the_counts_are_equal():
    points = make_points("overlapping-blobs", n=60, seed=2)
    at = moment(points, "logistic", 400, optimiser="lbfgs", lam=0.0)
    empirical, expected = counts_of(at.model)
    assert empirical == pytest.approx(expected, abs=1e-4)


def test_that_gaussians_show_the_means_and_deviations_of_what_was_counted():
    points = make_points("blobs", n=30, seed=4)
    at = moment(points, "gaussian-naive-bayes", 30)
    panel = draw(Figure(view="counts", width=640, height=300), at, LIGHT).panels[0]
    texts = [item.text for item in panel.items if isinstance(item, Label)]
    for c in (0, 1):
        x = points.x[points.label == c]
        for value in (*x.mean(axis=0), *x.std(axis=0)):
            assert any(
                abs(float(text.replace("−", "-")) - value) < 6e-3 * max(1, abs(value))
                for text in texts
                if text.replace("−", "").replace(".", "").isdigit()
            )


def test_that_what_counts_nothing_says_so():
    points = make_points("blobs", n=20, seed=4)
    assert "has no counts" in VIEWS["counts"].refuses(moment(points, "svm", 3))
    assert "no features" in VIEWS["counts"].refuses(moment(points, "logistic", 3, space="rbf"))


def test_that_bins_have_the_names_of_the_values_of_their_data_set():
    lights = Document(
        make_points("traffic-lights", n=7),
        (Learner.of("naive-bayes", bins=2),),
        source=Source("traffic-lights"),
    )
    named = words(Snapshot.of(Trace(lights), 7), 0)
    assert named.count("green") == named.count("red") == 2 and "low" not in named
    three = replace(lights, learners=(Learner.of("naive-bayes", bins=3),))
    assert "medium" in words(Snapshot.of(Trace(three), 7), 0)  # more bins than values
    own = replace(lights, source=None)
    assert words(Snapshot.of(Trace(own), 7), 0).count("low") == 2
