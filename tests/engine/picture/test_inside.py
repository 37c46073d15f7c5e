"""Layers that show what a model is made of, against loops and libraries: coefficients, α counts,
read-outs, ellipses."""

import math

import numpy as np
import pytest
from sklearn.svm import SVC

from linlab import Document, Learner, Points
from linlab.engine.data.datasets import make_points
from linlab.engine.export.figures.svg import svg
from linlab.engine.export.figures.tikz import tikz
from linlab.engine.ground.numerals import number
from linlab.engine.optimum.exact import optimum
from linlab.engine.picture.inside.coefficients import SIZES, width_of
from linlab.engine.picture.layers import LAYERS, switches
from linlab.engine.picture.palette import CLASS_COLOURS, LIGHT
from linlab.engine.picture.shapes import Label, Lines, Marks
from linlab.engine.train.readouts import other_readouts
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import draw

TIMES = (0, 37, 400, 36)  # the start, on the way, converged, a step back


def points_of(classes, n=32, noise=1.3):
    return make_points("blobs", n=n, classes=classes, noise=noise, seed=3)


def trace_of(model, classes=2, shares=(100.0, 0.0, 0.0), **settings):
    return Trace(
        Document(points_of(classes), (Learner.of(model, **settings),), seed=5, shares=shares)
    )


def panel_of(trace, t, *layers, best=None):
    moment = Snapshot.of(trace, t, best)
    return draw(
        Figure(layers=frozenset(layers), palette="light", width=900, height=700), moment
    ).panels[0]


def kernel_perceptron(x, y, classes, updates, gamma):
    """α of the lecture, one update after the other: αᵢ counts mistakes at xᵢ; for K classes z is
    remembered, too."""
    n = len(x)
    k = np.array(
        [[math.exp(-gamma * ((a - b) ** 2).sum()) + 1.0 for b in x] for a in x]
    )  # + 1: a bias of its own
    rows = np.zeros((classes, n))
    alpha = np.zeros(n, int)
    for t in range(updates):
        i = t % n
        s = rows @ k[:, i]
        wrong = [c for c in range(classes) if c != y[i]]
        z = max(wrong, key=lambda c: (s[c], -c))
        if s[y[i]] - s[z] <= 0:
            rows[y[i], i] += 1
            rows[z, i] -= 1
            alpha[i] += 1
    return alpha


@pytest.mark.parametrize("classes", [2, 4])
def test_that_alpha_counts_are_those_of_the_lectures_kernel_perceptron(classes):
    trace = trace_of(
        "perceptron", classes, space="rbf", gamma=0.7, order="cyclic", bias="regularised"
    )
    problem = trace.problem(0)
    for t in TIMES:
        t = trace.at(t).t
        # two classes: e_y − e_z of two rows is twice the step of one, which changes no sign
        alpha = kernel_perceptron(problem.x, problem.y, classes, t, 0.7)
        panel = panel_of(trace, t, "alpha")
        words = panel.named("alpha")
        labels = [item for item in (words[0].items if words else ()) if isinstance(item, Label)]
        shown = {label.place: label.text for label in labels}
        wanted = {
            tuple(x): str(a) for x, a in zip(problem.x.tolist(), alpha.tolist(), strict=True) if a
        }
        assert shown == wanted
        told = [entry.text for entry in panel.legend if entry.text.startswith("number:")]
        assert told == ([f"number: mistakes ({alpha.sum()} in all)"] if alpha.any() else [])


def test_that_the_counts_of_examples_of_one_class_on_one_place_are_added():
    points = Points.of([(0, 0), (0, 0), (0, 0), (0.4, 0)], ["A", "A", "B", "B"])
    trace = Trace(Document(points, (Learner.of("perceptron", space="rbf", order="cyclic"),)))
    labels = panel_of(trace, 40, "alpha").named("alpha")[0].items
    alpha = dict.fromkeys(points.ids.tolist(), 0)
    for t in range(1, 41):
        step = trace.step(t)
        alpha[int(step.ids[0])] += int(step.margins[0] <= 0)
    wanted = sorted([alpha[0] + alpha[1], alpha[2], alpha[3]])
    assert sorted(int(label.text) for label in labels) == [a for a in wanted if a]


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("model", ["perceptron", "svm", "logistic", "averaged-perceptron"])
def test_that_the_area_of_an_example_grows_with_its_coefficient(model, classes):
    trace = trace_of(model, classes, space="rbf")
    for t in TIMES:
        t = trace.at(t).t
        theta, problem = trace.model(t).theta, trace.problem(t)
        own = np.abs(theta[0, :32] if classes == 2 else theta[problem.y, np.arange(32)])
        panel = panel_of(trace, t, "coefficients")
        marks = panel.named("coefficients")
        sizes = {
            tuple(place): mark.size
            for mark in (marks[0].items if marks else ())
            for place in mark.places.tolist()
        }
        inks = {
            tuple(place): mark.fill
            for mark in (marks[0].items if marks else ())
            for place in mark.places.tolist()
        }
        largest = own.max()
        wanted = {
            tuple(x): 12 * math.sqrt(1 + 5 * math.ceil(SIZES * a / largest) / SIZES)
            for x, a in zip(problem.x.tolist(), own.tolist(), strict=True)
            if a > 0
        }
        assert sizes == pytest.approx(wanted)
        assert inks == {
            tuple(x): CLASS_COLOURS[c]
            for x, c, a in zip(problem.x.tolist(), problem.y, own, strict=True)
            if a > 0
        }
        told = [entry.text for entry in panel.legend if entry.text.startswith("size")]
        assert told == ([f"size: |aᵢ|, at most {number(largest)}"] if largest > 0 else [])


@pytest.mark.parametrize("space", ["linear", "rbf"])
def test_that_at_the_exact_optimum_the_size_is_libsvms_coefficient(space):
    trace = trace_of("svm", space=space, lam=0.05, **({"gamma": 0.7} if space == "rbf" else {}))
    problem = trace.problem(0)
    panel = panel_of(trace, 20, "coefficients", best=optimum(problem))
    machine = SVC(C=1 / (0.05 * 32), kernel=space, gamma=0.7, tol=1e-9).fit(problem.x, problem.y)
    a = np.zeros(32)
    a[machine.support_] = np.abs(machine.dual_coef_[0])
    sizes = {
        tuple(place): mark.size
        for mark in panel.named("coefficients")[0].items
        for place in mark.places.tolist()
    }
    step = width_of(1.0) - width_of(1.0 - 1.01 / SIZES)
    for x, each in zip(problem.x.tolist(), a.tolist(), strict=True):
        if each < 1e-6:
            assert tuple(x) not in sizes
        else:
            assert sizes[tuple(x)] == pytest.approx(
                12 * math.sqrt(1 + 5 * each / a.max()), abs=6 * step
            )
            assert sizes[tuple(x)] >= 12 * math.sqrt(1 + 5 * each / a.max()) - 1e-4
    assert f"size: aᵢ at the optimum, at most {number(a.max())}" in [
        entry.text for entry in panel.legend
    ]


def read_out(trace, updates):
    """The last θ, the mean of θ after every update, and the best on dev at the end of an epoch,
    from the steps alone."""
    problem, total, best = trace.problem(0), 0.0, None
    dev_x, dev_y = problem.held_out[0]
    epoch = -(-problem.n // problem.learner["batch"])
    theta = np.zeros((problem.rows, problem.d))
    for t in range(1, updates + 1):
        theta = trace.step(t).after
        total = total + theta
        if t % epoch == 0:
            s = problem.reads(dev_x) @ theta.T
            said = (s[:, 0] > 0).astype(int) if s.shape[1] == 1 else s.argmax(axis=1)
            wrong = (said != dev_y).mean()
            best = (wrong, theta) if best is None or wrong < best[0] else best
    return {
        "last": theta,
        "mean": total / max(1, updates),
        "best": theta if best is None else best[1],
    }


def test_that_rings_of_support_vectors_lie_over_marks_as_large_as_a_coefficient():
    trace = trace_of("svm", space="rbf")
    panel = panel_of(trace, 60, "supports", "coefficients", best=optimum(trace.problem(0)))
    names = [item.name for item in panel.items]
    assert (
        names.index("points")
        < names.index("coefficients")
        < names.index("free")
        < names.index("bounded")
    )


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize(
    ("model", "settings", "own"),
    [
        ("perceptron", {}, "last"),
        ("averaged-perceptron", {}, "mean"),
        ("svm", {"average": "best", "space": "rbf"}, "best"),
        ("mira", {"average": "mean"}, "mean"),
        ("logistic", {"batch": 4}, "last"),
    ],
)
def test_that_the_other_readouts_are_those_of_the_same_updates(model, settings, own, classes):
    trace = trace_of(model, classes, (60.0, 40.0, 0.0), **settings)
    for t in TIMES:
        t = trace.at(t).t
        wanted = read_out(trace, t)
        found = dict(other_readouts(trace, t))
        assert set(found) == {"last", "mean", "best"} - {own}
        for average, reading in found.items():
            np.testing.assert_allclose(reading.theta, wanted[average], rtol=1e-9, atol=1e-12)


def test_that_without_dev_points_there_is_no_best_and_a_vote_has_both_others():
    trace = trace_of("voted-perceptron")
    found = dict(other_readouts(trace, 50))
    plain = trace_of("perceptron")
    assert set(found) == {"last", "mean"}
    np.testing.assert_array_equal(found["last"].theta, plain.model(50).theta)
    texts = [entry.text for entry in panel_of(trace, 50, "readouts", "boundary").legend]
    assert texts[2:] == ["vote of all weights (answers)", "last weights", "mean weights"]


@pytest.mark.parametrize("classes", [2, 4])
def test_that_a_thin_line_lies_where_its_readout_changes_its_mind(classes):
    trace = trace_of("perceptron", classes, (60.0, 40.0, 0.0))
    t = 150
    panel = panel_of(trace, t, "readouts", "boundary")
    wanted, problem = read_out(trace, t), trace.problem(0)
    lines = {line.pen.colour: line for line in panel.named("readouts")}
    differing = [
        each for each in ("mean", "best") if not np.array_equal(wanted[each], wanted["last"])
    ]
    assert [line.pen.colour for line in panel.named("readouts")] == [
        {"mean": LIGHT.in_plane(LIGHT.accent), "best": LIGHT.in_plane(LIGHT.dev)}[each]
        for each in differing
    ] and len(differing) == 2
    for average, ink in (
        ("mean", LIGHT.in_plane(LIGHT.accent)),
        ("best", LIGHT.in_plane(LIGHT.dev)),
    ):
        s = problem.reads(np.concatenate(lines[ink].lines)) @ wanted[average].T
        lead = (
            np.abs(s[:, 0]) if classes == 2 else np.diff(np.sort(s, axis=1)[:, -2:], axis=1)[:, 0]
        )
        assert lead.max() < (1e-9 if classes == 2 else 0.03) * np.abs(s).max() + 1e-9
    texts = {
        entry.text: entry.pen
        for entry in panel.legend
        if entry.pen is not None and entry.symbol is None
    }
    assert set(texts) == {"last weights (answers)", "mean weights", "best weights on dev"}
    assert texts["mean weights"].width < texts["last weights (answers)"].width


def test_that_readouts_that_agree_are_not_drawn():
    trace = trace_of("perceptron", shares=(60.0, 40.0, 0.0))
    assert not panel_of(trace, 0, "readouts").named("readouts")  # nothing is decided
    assert not panel_of(trace, 1, "readouts").named("readouts")  # the only θ there is


@pytest.mark.parametrize("classes", [2, 4])
def test_that_ellipses_are_one_and_two_standard_deviations_around_the_mean(classes):
    trace = trace_of("gaussian-naive-bayes", classes)
    problem = trace.problem(0)
    for t in (0, 1, 17, 32, 16):
        seen = [int(trace.step(k).examples[0]) for k in range(1, t + 1)]
        groups = panel_of(trace, t, "ellipses").named("ellipses")
        items = groups[0].items if groups else ()
        rings = {line.pen.colour: line.lines for line in items if isinstance(line, Lines)}
        means = {mark.fill: mark.places[0] for mark in items if isinstance(mark, Marks)}
        counted = {c for c in range(classes) if any(problem.y[i] == c for i in seen)}
        assert set(means) == {CLASS_COLOURS[c] for c in counted}
        assert set(rings) == {LIGHT.in_plane(CLASS_COLOURS[c]) for c in counted}
        for c in counted:
            own = problem.x[[i for i in seen if problem.y[i] == c]]
            variance = np.maximum(own.var(axis=0), 1e-9 * problem.x.var(axis=0).max())
            np.testing.assert_allclose(means[CLASS_COLOURS[c]], own.mean(axis=0), atol=1e-9)
            for far, ring in zip((1, 2), rings[LIGHT.in_plane(CLASS_COLOURS[c])], strict=True):
                away = (((ring - own.mean(axis=0)) ** 2) / variance).sum(axis=1)
                if len(own) > 1:  # of one example only rounding is left
                    np.testing.assert_allclose(away, far**2, rtol=1e-6)


def test_that_a_layer_says_of_which_learners_it_has_nothing_to_show():
    said = {
        (name, model): LAYERS[name].refuses(Learner.of(model, **settings), 2)
        for name in ("readouts", "ellipses", "coefficients", "alpha")
        for model, settings in (
            ("perceptron", {}),
            ("svm", {"space": "rbf"}),
            ("logistic", {}),
            ("naive-bayes", {}),
            ("gaussian-naive-bayes", {}),
            ("voted-perceptron", {"space": "rbf"}),
        )
    }
    assert {key for key, why in said.items() if not why} == {
        ("readouts", "perceptron"),
        ("readouts", "svm"),
        ("readouts", "logistic"),
        ("readouts", "voted-perceptron"),
        ("ellipses", "gaussian-naive-bayes"),
        ("coefficients", "svm"),
        ("alpha", "perceptron"),
        ("alpha", "voted-perceptron"),
    }
    assert all(why.endswith(".") for why in said.values() if why)
    assert "only its last weights" in LAYERS["readouts"].refuses(
        Learner.of("logistic", optimiser="lbfgs"), 2
    )


def test_that_new_layers_take_nobodys_key():
    keyed = [layer.name for layer in switches() if layer.keyed][:9]
    assert keyed == [
        "regions",
        "margins",
        "optimum",
        "boundary",
        "slack",
        "supports",
        "wrong",
        "weights",
        "example",
    ]


@pytest.mark.parametrize(
    ("layer", "model", "settings", "told"),
    [
        ("coefficients", "svm", {"space": "rbf"}, "size:"),
        ("alpha", "perceptron", {"space": "rbf"}, "mistakes"),
        ("readouts", "perceptron", {}, "mean"),
        ("ellipses", "gaussian-naive-bayes", {}, "standard deviations"),
    ],
)
def test_that_files_have_the_layer_and_its_line_in_the_legend(layer, model, settings, told):
    moment = Snapshot.of(trace_of(model, **settings), 30)
    picture = draw(Figure(layers=frozenset({layer})), moment)
    assert told in svg(picture) and told in tikz(picture)
    assert len(svg(picture)) > len(svg(draw(Figure(layers=frozenset()), moment)))


def test_that_dev_and_test_points_are_told_apart_from_each_other():
    trace = trace_of("svm", shares=(50.0, 25.0, 25.0))
    moment = Snapshot.of(trace, 10)
    panel = draw(Figure(layers=frozenset(), palette="light"), moment).panels[0]
    parts = trace.document.parts_of(moment.points)
    assert {1, 2} <= set(parts.tolist())
    dotted = np.concatenate([mark.places for mark in panel.named("test")])
    assert sorted(map(tuple, dotted.tolist())) == sorted(
        map(tuple, moment.points.x[parts == 2].tolist())
    )
    legend = {entry.text: entry for entry in panel.legend}
    assert legend["dev"].core is None and legend["test"].core is not None
