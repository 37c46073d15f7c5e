"""The fan of runs, against runs that are trained here by textbook loops."""

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
from linlab.engine.views.fan.runs import resampled
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, completed, draw
from tests.engine import textbook

RUNS, SEED = 30, 5
SETTINGS = {
    "perceptron": {},
    "mira": {},
    "svm": {"lam": 0.05, "alpha": 0.1},
    "pegasos": {"lam": 0.05, "bias": "free"},
    "logistic": {"lam": 0.02, "alpha": 0.3},
}


def document(model, classes=2, n=24, **settings):
    X, y = textbook.data(classes, n)
    return Document(
        Points.of(X, y), (Learner.of(model, **{**SETTINGS.get(model, {}), **settings}),), SEED
    )


def seen(document, t, **options):
    """The moment with its runs, and the panel of them with the words below."""
    figure = Figure(view="fan", width=400, height=460, options=tuple(sorted(options.items())))
    at = completed(figure, Snapshot.of(Trace(document), t))
    panel, foot = draw(figure, at, LIGHT).panels
    return at, panel, " ".join(item.text for item in foot.items if isinstance(item, Label))


def last(updates, n):
    """θ after the last of so many updates; (rows, 3)."""
    return np.array(([[[0.0, 0.0, 0.0]] * n, *updates])[-1])


def plain_runs(model, over, t, classes=2, n=24):
    """θ of each run by the textbook's loop."""
    X, y = textbook.data(classes, n)
    loop = textbook.binary if classes == 2 else textbook.multiclass
    settings = {key: SETTINGS[model][key] for key in ("lam", "alpha") if key in SETTINGS[model]}
    out = []
    for k in range(RUNS):
        seed, take = SEED, np.arange(n)
        if over == "orders":
            seed, take = SEED + 1 + k, np.random.default_rng((SEED, 11, k)).permutation(n)
        elif over == "seeds":
            seed = SEED + 1 + k
        elif over == "bootstrap":
            take = np.random.default_rng((SEED, k)).integers(0, n, n)
        order = textbook.shuffled(n, seed)
        out.append(
            last(
                loop(model, X[take], y[take], t, "free", order, **settings),
                1 if classes == 2 else classes,
            )
        )
    return np.array(out)


def crossing(lines, box):
    """Those of the lines w·x + b = 0 that cross a box."""
    corners = [(x, y) for x in (box.left, box.right) for y in (box.bottom, box.top)]
    return [
        (w1, w2, b)
        for w1, w2, b in lines
        if min(w1 * x + w2 * y + b for x, y in corners)
        < 0
        < max(w1 * x + w2 * y + b for x, y in corners)
    ]


@pytest.mark.parametrize("over", ["orders", "seeds", "bootstrap"])
@pytest.mark.parametrize("model", SETTINGS)
def test_that_each_thin_line_is_the_boundary_of_a_run_and_the_thick_one_that_of_their_mean(
    model, over
):
    _, panel, words = seen(document(model), 61, over=over)
    theta = plain_runs(model, over, 61)[:, 0]
    (runs,) = panel.named("runs")
    expected = crossing(theta, panel.view)
    assert len(runs.lines) == len(expected) > 20
    for line, (w1, w2, b) in zip(runs.lines, expected, strict=True):
        assert [w1 * x + w2 * y + b for x, y in line] == pytest.approx(
            [0, 0], abs=1e-7 * math.hypot(w1, w2)
        )
    mean = np.mean([row / math.hypot(row[0], row[1]) for row in theta], axis=0)
    (thick,) = panel.named("mean")
    assert [mean[0] * x + mean[1] * y + mean[2] for x, y in thick.lines[0]] == pytest.approx(
        [0, 0], abs=1e-7
    )
    X, y = textbook.data(2, 24)
    says = [[w1 * a + w2 * c + b > 0 for a, c in X] for w1, w2, b in theta]
    many = sum(len({row[i] for row in says}) > 1 for i in range(24))
    wrong = [sum(s != (label == "b") for s, label in zip(row, y, strict=True)) / 24 for row in says]
    center = np.mean([row[:2] / math.hypot(*row[:2]) for row in theta], axis=0)
    angles = [
        math.atan2(center[0] * v - center[1] * u, center[0] * u + center[1] * v)
        for u, v, _ in theta
    ]
    sd = math.degrees(math.sqrt(sum(a * a for a in angles) / len(angles)))
    about, of = map(int, re.search(r"disagree about (\d+) of (\d+)", words).groups())
    assert (about, of) == (many, 24)
    mean_error, deviation = map(float, re.search(r"errors ([\d.]+) % ± ([\d.]+) %", words).groups())
    assert mean_error == pytest.approx(100 * np.mean(wrong), abs=0.051)
    assert deviation == pytest.approx(100 * np.std(wrong), abs=0.051)
    assert float(re.search(r"±([\d.]+)°", words)[1]) == pytest.approx(sd, rel=0.006)


def test_that_other_starts_are_drawn_and_all_else_is_the_same():
    _, panel, _ = seen(document("perceptron", order="cyclic"), 40, over="starts")
    X, y = textbook.data(2, 24)
    theta = []
    for k in range(RUNS):
        w = np.random.default_rng((SEED, 12, k)).standard_normal((1, 3))[0].tolist()
        for t in range(40):
            f, sign = [*X[t % 24], 1.0], 1.0 if y[t % 24] == "b" else -1.0
            if sign * textbook.dot(w, f) <= 0:
                w = [a + sign * b for a, b in zip(w, f, strict=True)]
        theta.append(w)
    (runs,) = panel.named("runs")
    for line, (w1, w2, b) in zip(runs.lines, crossing(theta, panel.view), strict=True):
        assert [w1 * x + w2 * y + b for x, y in line] == pytest.approx([0, 0], abs=1e-6)


@pytest.mark.parametrize(
    ("model", "t"), [("perceptron", 0), ("perceptron", 33), ("logistic", 90), ("svm", 7)]
)
def test_that_four_classes_are_shaded_by_how_many_runs_agree_and_the_mean_changes_its_class_at_the_thick_line(
    model, t
):
    _, panel, words = seen(document(model, 4), t)
    if t == 0:
        assert not panel.named("runs") and "No run has learnt anything yet" in words
        return
    theta = plain_runs(model, "orders", t, 4)  # (runs, rows, 3)
    (shading,) = panel.named("agreement")
    view, (ny, nx) = panel.view, shading.strength.shape
    for r, c in ((0, 0), (ny // 4 * 2, nx // 6 * 2), (ny - 1, nx - 5), (ny // 6 * 2, nx // 4 * 2)):
        x, y = (
            view.left + (view.right - view.left) * c / (nx - 1),
            view.bottom + (view.top - view.bottom) * r / (ny - 1),
        )
        says = [max(range(4), key=lambda k: (row[k] @ [x, y, 1.0], -k)) for row in theta]
        most = max(says.count(k) for k in range(4))
        assert says.count(int(shading.winner[r, c])) == most
        assert shading.strength[r, c] == pytest.approx(max(0.0, (most / RUNS - 0.25) / 0.75))
    mean = np.mean([rows / math.sqrt((rows[:, :2] ** 2).sum()) for rows in theta], axis=0)
    cell = (view.right - view.left) / (nx - 1)
    for line in panel.named("mean")[0].lines:
        for x, y in line[:: max(1, len(line) // 6)]:
            scores = sorted(mean @ [x, y, 1.0])
            steepest = max(math.hypot(*(a - b)[:2]) for a in mean for b in mean)
            assert (
                scores[-1] - scores[-2] <= steepest * cell
            )  # where two are ahead together, as exactly as the grid is fine


def test_that_a_kernel_space_is_asked_at_once_and_still_each_run_answers_for_itself():
    _, panel, words = seen(document("perceptron", space="rbf", gamma=0.7, bias="none"), 50)
    X, y = textbook.data(2, 24)
    signs = np.where(y == "b", 1.0, -1.0)
    gram = np.exp(-0.7 * ((X[:, None] - X[None]) ** 2).sum(axis=2))
    coefficients = []
    for k in range(RUNS):
        take, a = np.random.default_rng((SEED, 11, k)).permutation(24), np.zeros(24)
        order = textbook.shuffled(24, SEED + 1 + k)
        for t in range(1, 51):
            i = take[order(t)]
            a[i] += signs[i] * (signs[i] * (a @ gram[i]) <= 0)
        coefficients.append(a)
    (shading,) = panel.named("agreement")
    view, (ny, nx) = panel.view, shading.strength.shape
    lengths = [math.sqrt(a @ gram @ a) for a in coefficients]
    for r, c in ((4, 4), (ny // 4 * 2, nx // 4 * 2), (ny // 4 * 2, nx // 6 * 2), (ny - 7, nx - 7)):
        x, z = (
            view.left + (view.right - view.left) * c / (nx - 1),
            view.bottom + (view.top - view.bottom) * r / (ny - 1),
        )
        k = np.exp(-0.7 * ((X - [x, z]) ** 2).sum(axis=1))
        positive = sum(a @ k > 0 for a in coefficients)
        assert shading.strength[r, c] == pytest.approx(
            2 * max(positive, RUNS - positive) / RUNS - 1
        )
    for line in panel.named("mean")[0].lines:
        for x, z in line[:: max(1, len(line) // 6)]:
            k = np.exp(-0.7 * ((X - [x, z]) ** 2).sum(axis=1))
            assert (
                abs(np.mean([a @ k / size for a, size in zip(coefficients, lengths, strict=True)]))
                < 0.02
            )
    many = sum(len({bool(a @ gram[i] > 0) for a in coefficients}) > 1 for i in range(24))
    assert f"about {many} of 24 examples" in words


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("model", ["naive-bayes", "gaussian-naive-bayes"])
def test_that_counts_vary_on_the_way_and_agree_once_all_is_counted(model, classes):
    _, _, words = seen(document(model, classes), 9)
    assert "about 0 of" not in words
    _, _, words = seen(document(model, classes), 24)
    assert "about 0 of 24 examples and 0 % of this part" in words and "± 0 %" in words
    _, _, words = seen(document(model, classes), 24, over="starts")
    assert "counts start at zero" in words


def test_that_the_mean_of_counts_is_that_of_their_probabilities():
    _, panel, _ = seen(document("gaussian-naive-bayes"), 24, over="bootstrap")
    X, y = textbook.data(2, 24)

    def chance(x, take):
        joint = []
        for label in "ab":
            own = X[take][y[take] == label]
            mean, var = own.mean(axis=0), own.var(axis=0)
            joint.append(len(own) * np.prod(np.exp(-((x - mean) ** 2) / (2 * var)) / np.sqrt(var)))
        return joint[1] / sum(joint)

    takes = [np.random.default_rng((SEED, k)).integers(0, 24, 24) for k in range(RUNS)]
    for line in panel.named("mean")[0].lines:
        for place in line[:: max(1, len(line) // 5)]:
            assert np.mean([chance(place, take) for take in takes]) == pytest.approx(0.5, abs=0.03)


def test_that_votes_have_their_fan_too():
    _, panel, words = seen(document("voted-perceptron"), 30)
    assert (
        panel.named("runs")[0].lines
        and panel.named("mean")[0].lines
        and "disagree about" in words
        and "°" not in words
    )


@pytest.mark.parametrize(
    ("over", "settings", "said"),
    [
        ("orders", {"batch": "all"}, "order does not matter"),
        ("orders", {"optimiser": "lbfgs"}, "order does not matter"),
        ("seeds", {"order": "cyclic"}, "nothing here is random"),
    ],
)
def test_that_runs_which_cannot_differ_are_said_to_be_the_same(over, settings, said):
    _, panel, words = seen(document("logistic", **settings), 6, over=over)
    assert said in words and "disagree about 0 of 24 examples and 0 % of" in words
    lines = panel.named("runs")[0].lines
    assert np.allclose(lines, lines[0], atol=1e-6)
    assert said not in seen(document("logistic"), 6, over=over)[2]


def test_that_random_features_are_the_same_for_other_orders_and_others_for_other_seeds():
    settings = {"space": "fourier", "features": 20}
    orders = seen(document("svm", **settings), 20)[0].found.traces
    seeds = seen(document("svm", **settings), 20, over="seeds")[0].found.traces
    first = Trace(document("svm", **settings)).problem(0).reads([(0.3, 0.4)])
    assert all(np.array_equal(trace.problem(0).reads([(0.3, 0.4)]), first) for trace in orders)
    assert not any(np.array_equal(trace.problem(0).reads([(0.3, 0.4)]), first) for trace in seeds)


def test_that_a_sample_is_drawn_among_the_training_points_and_who_is_set_aside_stays():
    whole = replace(document("svm", n=60), shares=(60.0, 20.0, 20.0))
    parts = whole.parts_of(whole.points)
    pool, drawn = np.flatnonzero(parts == 0), resampled(whole, 3)
    take = pool[np.random.default_rng((SEED, 3)).integers(0, len(pool), len(pool))]
    mine = whole.parts_of(drawn) == 0
    assert np.array_equal(drawn.x[mine], whole.points.x[take]) and np.array_equal(
        drawn.label[mine], whole.points.label[take]
    )
    for part in (1, 2):
        assert np.array_equal(drawn.x[whole.parts_of(drawn) == part], whole.points.x[parts == part])


def test_that_samples_without_a_class_and_runs_that_diverge_are_left_out_and_told():
    X, _ = textbook.data(2, 12)
    points = Points.of(X, ["b" if i == 1 else "a" for i in range(12)])
    at, _, words = seen(Document(points, (Learner.of("perceptron"),), SEED), 20, over="bootstrap")
    lacking = sum(
        1 not in np.random.default_rng((SEED, k)).integers(0, 12, 12) for k in range(RUNS)
    )
    assert (
        0 < lacking < RUNS
        and f"because they lack a class: {lacking}" in words
        and len(at.found.traces) == RUNS - lacking
    )
    far = document("logistic", lam=100.0, alpha=1.0)
    end = Trace(far)
    end.at(5000)
    assert end.diverged
    at, _, _ = seen(far, 5000)
    assert at.t == end.end and at.found.models(5000) == ([], RUNS)


def test_that_a_step_back_shows_what_was_there_and_the_same_runs_serve_it():
    figure = Figure(view="fan", width=400, height=460)
    trace = Trace(document("perceptron"))
    at = completed(figure, Snapshot.of(trace, 30))
    first = draw(figure, at, LIGHT).panels[0].named("runs")[0].lines
    for t in (31, 45, 12, 30):
        lines = (
            draw(figure, replace(Snapshot.of(trace, t), found=at.found), LIGHT)
            .panels[0]
            .named("runs")[0]
            .lines
        )
        again = seen(document("perceptron"), t)[1].named("runs")[0].lines
        assert len(lines) == len(again) and np.array_equal(lines, again)
    assert np.array_equal(lines, first)


def test_that_runs_of_another_problem_are_not_shown_and_the_wait_is_told():
    figure = Figure(view="fan", width=400, height=460)
    other = completed(figure, Snapshot.of(Trace(document("perceptron")), 10)).found
    now = Snapshot.of(Trace(document("svm")), 10)
    for found, said in ((None, "being trained"), (other, "trained again")):
        panel, foot = draw(figure, replace(now, found=found), DARK).panels
        assert said in foot.items[0].text and not panel.named("runs") and panel.named("this run")


def test_that_after_a_change_on_the_way_the_runs_are_of_what_is_in_force():
    svm = Learner.of("svm", alpha=0.1, lam=0.05)
    changed = replace(document("perceptron"), timeline=(Change(5, learners=(svm,)),))
    lines = seen(changed, 20)[1].named("runs")[0].lines
    assert np.array_equal(lines, seen(document("svm"), 20)[1].named("runs")[0].lines)


def test_that_pointing_and_choosing_lights_points_and_nothing_to_learn_is_said():
    at, _, _ = seen(document("svm"), 8)
    lit = replace(at, pointed=3, selection=frozenset({1, 2}))
    panel = draw(Figure(view="fan", width=400, height=460), lit, LIGHT).panels[0]
    points = document("svm").points
    assert panel.named("pointed")[0].places.tolist() == [points.x[3].tolist()]
    assert panel.named("selection")[0].places.tolist() == points.x[[1, 2]].tolist()
    assert panel.named("example")[0].places.tolist() == [
        points.x[points.index(int(at.step.ids[0]))].tolist()
    ]
    nothing = Snapshot.of_points(Points.empty(("A", "B")))
    assert "two classes" in VIEWS["fan"].refuses(nothing)


def test_that_what_takes_long_to_see_is_seen_in_the_background_and_an_earlier_moment_says_which_it_is():
    figure, trace = Figure(view="fan", width=400, height=460), Trace(document("voted-perceptron"))
    at = completed(figure, Snapshot.of(trace, 30))
    assert [t for t, _ in at.found.kept] == [30]
    draw(figure, at, LIGHT)
    _, foot = draw(figure, replace(Snapshot.of(trace, 33), found=at.found), LIGHT).panels
    assert [t for t, _ in at.found.kept] == [30] and "Shown: step 30;" in foot.items[0].text
    keys = [VIEWS["fan"].work.key(figure, Snapshot.of(trace, t)) for t in (30, 33)]
    assert keys[0] != keys[1]  # so that it is looked for as soon as the run rests


def test_that_too_many_examples_for_thirty_kernel_matrices_are_refused_in_words():
    at = Snapshot.of(Trace(document("svm", n=802, space="rbf")), 1)
    assert "at most 800 examples" in VIEWS["fan"].refuses(at)
    assert not VIEWS["fan"].refuses(Snapshot.of(Trace(document("svm", n=802)), 1))
