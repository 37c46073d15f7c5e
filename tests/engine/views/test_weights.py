"""Weight space, against J, margins and runs that are computed here one by one."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from linlab.engine.data.datasets import make_points
from linlab.engine.data.points import Points
from linlab.engine.document.document import Change, Document
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.losses import LOSSES
from linlab.engine.optimum.exact import optimum
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.palette import DARK, LIGHT
from linlab.engine.picture.shapes import Label, Shading, View
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, draw
from linlab.engine.views.weights.slice import chords, clipped
from tests.engine import textbook

FORMULA = {
    "perceptron": lambda m: max(0.0, -m),
    "hinge": lambda m: max(0.0, 1 - m),
    "log": lambda m: math.log(1 + math.exp(-m)),
}
MODELS = {
    "perceptron": {},
    "averaged-perceptron": {},
    "mira": {},
    "svm": {"lam": 0.05},
    "pegasos": {"lam": 0.05},
    "logistic": {"lam": 0.02, "penalty": "l1"},
}


def document(model, classes=2, noise=1.2, **settings):
    return Document(
        make_points("blobs", n=40, classes=classes, noise=noise, seed=3),
        (Learner.of(model, **settings),),
    )


def moment(model, t, classes=2, noise=1.2, **settings):
    return Snapshot.of(Trace(document(model, classes, noise, **settings)), t)


def panel(at, **options):
    found = draw(
        Figure(view="weights", width=400, height=440, options=tuple(sorted(options.items()))),
        at,
        LIGHT,
    )
    return found.panels[0]


def plain_objective(problem, theta):
    """J by a loop over the examples."""
    learner, total = problem.learner, 0.0
    for i in range(problem.n):
        scores = [
            sum(w * f for w, f in zip(row, problem.read[i], strict=True)) for row in theta.tolist()
        ]
        y = int(problem.y[i])
        if learner.recipe.loss.name == "log" and len(scores) > 1:
            total += math.log(sum(math.exp(s - scores[y]) for s in scores))
        else:
            total += FORMULA[learner.recipe.loss.name](margin(scores, y))
    seen = [w for row in theta.tolist() for w in row[: problem.decayed]]
    size = (
        sum(abs(w) for w in seen) if learner["penalty"] == "l1" else 0.5 * sum(w * w for w in seen)
    )
    return total / problem.n + (0.0 if learner["penalty"] == "none" else learner["lam"] * size)


def margin(scores, y):
    if len(scores) == 1:
        return scores[0] if y == 1 else -scores[0]
    return scores[y] - max(s for c, s in enumerate(scores) if c != y)


def moved(theta, row, columns, place):
    theta = theta.copy()
    theta[row, columns] = place
    return theta


def height_of(shading, x, y):
    """The strength that is drawn at a place of the grid."""
    left, right, bottom, top = shading.extent
    ny, nx = shading.strength.shape
    return shading.strength[
        int((y - bottom) / (top - bottom) * ny), int((x - left) / (right - left) * nx)
    ]


@pytest.mark.parametrize("name", LOSSES)
def test_that_the_loss_of_many_margins_is_that_of_each(name):
    m = np.array([-800.0, -3.0, -1e-9, 0.0, 0.3, 1.0, 1.5, 800.0])
    assert LOSSES[name].of_many(m) == pytest.approx(
        [LOSSES[name].of_margin(each)[0] for each in m], abs=1e-300
    )


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("t", [0, 23, 400])
@pytest.mark.parametrize("model", MODELS)
def test_that_the_level_lines_lie_where_j_with_these_two_weights_has_their_value(model, t, classes):
    at = moment(model, t, classes, **MODELS[model])
    at.trace.at(max(0, t - 7))  # a step back, and here again
    from linlab.engine.views.weights.surface import surface
    from linlab.engine.views.weights.view import NEED, slice_of

    shown = panel(at, across="x₂", up="b")
    cut = slice_of(Figure(view="weights", options=(("across", "x₂"), ("up", "b"))), NEED.of(at))
    theta = at.trace.at(t).theta
    assert np.array_equal(cut.theta, theta)
    j = surface(cut, shown.view)
    for a, b in ((0, 0), (3, 9), (len(j.ys) - 1, 5), (7, len(j.xs) - 1)):
        expected = plain_objective(cut.problem, moved(theta, 0, [1, 2], (j.xs[b], j.ys[a])))
        assert j.heights[a, b] == pytest.approx(expected, rel=1e-9, abs=1e-12)
    low, high = j.heights.min(), j.heights.max()
    (shading,) = [item for item in shown.items if isinstance(item, Shading)]
    assert height_of(shading, j.xs[4], j.ys[2]) == pytest.approx(
        math.sqrt((j.heights[2, 4] - low) / (high - low))
    )
    for k, lines in enumerate(j.levels, start=1):
        assert lines[0] == pytest.approx(low + (high - low) * (k / 12) ** 2)
        for line in lines[1]:
            value = plain_objective(cut.problem, moved(theta, 0, [1, 2], line[len(line) // 2]))
            assert value == pytest.approx(lines[0], abs=0.02 * (high - low))
    drawn = sum(len(lines.lines) for lines in shown.named("levels")[0].items)
    assert drawn == sum(len(lines) for _, lines in j.levels)


@pytest.mark.parametrize(
    ("model", "settings"),
    [
        ("svm", {"lam": 0.1}),
        ("logistic", {"lam": 0.1, "bias": "regularised"}),
        ("perceptron", {}),
        ("logistic", {"penalty": "l1", "lam": 0.05}),
    ],
)
def test_that_a_weight_that_is_minimised_out_is_where_j_is_least(model, settings):
    from linlab.engine.views.weights.surface import best_of
    from linlab.engine.views.weights.view import NEED, slice_of

    at = moment(model, 60, **settings)
    cut = slice_of(Figure(view="weights"), NEED.of(at))
    places = np.array([(0.0, 0.0), (0.7, -0.4), (-2.0, 1.5)])
    heights, best = best_of(cut, places)
    for place, height, b in zip(places, heights, best, strict=True):

        def along(w, place=place):
            return plain_objective(cut.problem, np.array([[*place, w]]))

        assert height == pytest.approx(
            minimize_scalar(along, bracket=(-1, 1), tol=1e-10).fun, abs=1e-7
        )
        assert along(b) == pytest.approx(height, abs=1e-12)
    shown = panel(at, others="minimised")
    assert not shown.named("walls") and shown.named("levels")
    later = panel(replace(at, t=at.t), others="minimised")
    assert (
        later.named("J")[0].strength is shown.named("J")[0].strength
    )  # nothing was computed twice


@pytest.mark.parametrize("model", ["perceptron", "svm", "mira"])
def test_that_only_the_lines_of_this_step_and_of_the_highlighted_are_drawn(model):
    at = moment(model, 60)
    ids = set(at.step.ids.tolist())
    other = next(int(id) for id in at.trace.problem(60).ids if id not in ids)
    every = panel(at, lines="all").named("walls")[0].lines
    assert len(every) > 10
    for each, most in ((at, 1), (replace(at, pointed=other), 2)):
        lines = panel(each).named("walls")
        assert sum(len(item.lines) for item in lines) <= most
    hovered = {
        len(panel(replace(at, pointed=int(id))).named("pointed")) for id in at.trace.problem(60).ids
    }
    assert 1 in hovered


@pytest.mark.parametrize("width", [280, 400, 600])
@pytest.mark.parametrize("data", ["blobs", "moons"])
@pytest.mark.parametrize("model", ["perceptron", "svm", "logistic"])
def test_that_start_and_now_are_named_and_no_words_cover_the_path_or_each_other(model, data, width):
    at = Snapshot.of(Trace(Document(make_points(data, noise=0.3), (Learner.of(model),))), 33)
    figure = Figure(view="weights", width=width, height=0.8 * width)
    shown = draw(figure, at, LIGHT).panels[0]
    words = [item for item in shown.items if isinstance(item, Label) and item.veil]
    named = {item.name for item in words}
    assert {"now words", "start words"} <= named
    assert [item.text for item in words if item.name == "now words"] == ["now"]
    boxes = []
    for item in words:
        x, y = shown.to_page(np.array(item.place))[0]
        boxes.append(
            (x, y - item.size / 2, x + text_width(item.text, item.size), y + item.size / 2)
        )
    for k, (left, top, right, bottom) in enumerate(boxes):
        for place in shown.to_page(shown.named("way")[0].lines[0]):
            assert not (left < place[0] < right and top < place[1] < bottom)
        for other in boxes[k + 1 :]:
            assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top


def test_that_the_values_at_level_lines_are_j_there():
    at = moment("logistic", 33)
    shown = panel(at)
    words = [item for item in shown.items if isinstance(item, Label) and item.name == "level words"]
    levels = shown.named("levels")[0].items
    assert words
    problem = at.trace.problem(33)
    for item in words:
        value = float(item.text.removeprefix("J = ").replace("−", "-"))
        spot = shown.to_page(np.array(item.place))[0]
        places = np.concatenate([part for line in levels for part in line.lines])
        near = places[np.hypot(*(shown.to_page(places) - spot).T).argsort()[:40]]
        heights = [
            plain_objective(problem, moved(at.trace.at(33).theta, 0, [0, 1], each)) for each in near
        ]
        assert min(abs(height - value) for height in heights) < 0.05 * value


def test_that_minimising_is_offered_where_there_is_one_other_weight():
    others = VIEWS["weights"].option("others")
    assert [key for key, _ in others.choices(moment("svm", 3))] == ["present", "minimised"]
    for at in (
        moment("svm", 3, space="monomial", degree=2),
        moment("svm", 3, classes=4),
        moment("svm", 3, bias="none"),
    ):
        assert [key for key, _ in others.choices(at)] == ["present"]


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("t", [0, 1, 37, 90])
@pytest.mark.parametrize(
    ("model", "bias"),
    [
        ("perceptron", "free"),
        ("mira", "free"),
        ("svm", "free"),
        ("svm", "none"),
        ("pegasos", "regularised"),
        ("logistic", "free"),
    ],
)
def test_that_the_way_is_that_of_a_textbook_loop(model, bias, t, classes):
    X, y = textbook.data(classes)
    slow = {"lam": 0.05, "alpha": 0.2}
    given = {"svm": slow, "pegasos": {"lam": 0.05}, "logistic": slow}.get(model, {})
    loop = (textbook.binary if classes == 2 else textbook.multiclass)(
        model,
        X,
        y,
        90,
        bias,
        textbook.shuffled(len(y), 0),
        **({"alpha": 1.0} | given if model != "mira" else {}),
    )
    states = [
        np.zeros((1 if classes == 2 else classes, 2 if bias == "none" else 3)),
        *(np.array(theta) for theta in loop),
    ]
    at = Snapshot.of(Trace(Document(Points.of(X, y), (Learner.of(model, bias=bias, **given),))), t)
    shown = panel(at)
    expected = np.array([theta[0, :2] for theta in states[: t + 1]])
    if t:
        (line,) = shown.named("way")
        np.testing.assert_allclose(line.lines[0], expected, atol=1e-9)
    np.testing.assert_allclose(shown.named("now")[0].places, expected[-1:], atol=1e-9)


def test_that_a_long_way_is_thinned_and_the_run_goes_on_where_it_was():
    from linlab.engine.views.weights.path import MOST_PLACES, path

    trace, fresh = Trace(document("svm")), Trace(document("svm"))
    for t in (10, 700, 5000, 5001, 640, 5002):
        found = path(trace, t)
        assert next(iter(found)) == 0 and list(found)[-1] == t and len(found) <= MOST_PLACES + 3
        for k in list(found)[:: max(1, len(found) // 5)]:
            np.testing.assert_array_equal(found[k], fresh.at(k).theta)
        np.testing.assert_array_equal(trace.at(t).theta, fresh.at(t).theta)


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("row", [0, 2])
@pytest.mark.parametrize("t", [0, 60])
@pytest.mark.parametrize("model", ["perceptron", "svm", "mira"])
def test_that_on_its_line_an_example_has_just_the_margin_that_is_asked_for(model, t, row, classes):
    at = moment(model, t, classes)
    problem, theta = at.trace.problem(t), at.trace.at(t).theta
    row = row if classes > 2 else 0
    whose = {"of": problem.classes[row]} if classes > 2 else {}
    shown = panel(at, lines="all", **whose)
    asked = {"perceptron": 0.0, "svm": 1.0, "mira": 1.0}[model]
    lines = shown.named("walls")
    ids = [
        int(id) for marks in (shown.named("examples")[0].items if lines else ()) for id in marks.ids
    ]
    ends = lines[0].lines if lines else ()
    assert len(ids) == len(ends)
    left, bottom, right, top = shown.view
    for end in ends:
        for place in (*end, end.mean(axis=0)):
            assert (
                left - 1e-9 <= place[0] <= right + 1e-9 and bottom - 1e-9 <= place[1] <= top + 1e-9
            )
            scores = problem.read @ moved(theta, row, [0, 1], place).T
            apart = [
                abs(margin(s.tolist(), int(c)) - asked)
                for s, c in zip(scores, problem.y, strict=True)
            ]
            assert min(apart) < 1e-7
    for name, id in (
        ("example", int(at.step.ids[0]) if t else None),
        ("pointed", ids[0] if ids else None),
    ):
        lit = panel(replace(at, pointed=id), **whose).named(name)
        if lit and id is not None:
            i = int(np.flatnonzero(problem.ids == id)[0])
            for place in lit[0].lines[0]:
                scores = problem.read[i] @ moved(theta, row, [0, 1], place).T
                assert margin(scores.tolist(), int(problem.y[i])) == pytest.approx(asked, abs=1e-7)


def test_that_words_say_what_the_line_of_an_update_means_and_an_arrow_on_which_side():
    at = moment("svm", 12)
    shown = panel(at)
    words = " ".join(
        item.text for item in shown.items if isinstance(item, Label) and item.name == "said"
    )
    assert words == f"#{at.step.example + 1}: beyond this line its margin is at least 1"
    start, tip = shown.named("example side")[0].lines[0]
    i, theta = at.step.example, at.trace.at(12).theta
    problem = at.trace.problem(12)
    on, beyond = (
        margin((problem.read[i] @ moved(theta, 0, [0, 1], place).T).tolist(), int(problem.y[i]))
        for place in (start, tip)
    )
    assert on == pytest.approx(1.0) and beyond > 1


@pytest.mark.parametrize("classes", [2, 3])
def test_that_the_version_space_holds_the_weights_that_are_right_about_every_example(classes):
    seen = 0
    for t in (0, 3, 10, 60, 300):
        at = moment("perceptron", t, classes, noise=0.3)
        problem, theta = at.trace.problem(t), at.trace.at(t).theta
        shown = panel(at)

        def right(place, problem=problem, theta=theta):
            scores = problem.read @ moved(theta, 0, [0, 1], place).T
            return min(margin(s.tolist(), int(c)) for s, c in zip(scores, problem.y, strict=True))

        areas = shown.named("agreed")
        left, bottom, far, top = shown.view
        if areas:
            seen += 1
            ring = areas[0].rings[0]
            assert all(right(corner) > -1e-9 for corner in ring) and right(ring.mean(axis=0)) > 0
            box = np.array([(left, bottom), (far, bottom), (far, top), (left, top)])
            assert clipped(box, np.zeros((0, 2)), np.zeros(0)).tolist() == box.tolist()
        inside = np.array(
            [
                right((x, y)) > 0
                for x in np.linspace(left, far, 15)
                for y in np.linspace(bottom, top, 15)
            ]
        )
        assert inside.any() <= bool(areas)
    assert seen


def test_that_a_line_is_cut_at_the_edges_of_the_window():
    from linlab.engine.picture.shapes import View

    which, ends = chords(
        View(0, 0, 2, 1),
        np.array([(1.0, 0.0), (0.0, 2.0), (1.0, 1.0), (1.0, 0.0), (0.0, 0.0)]),
        np.array([1.0, 1.0, 5.0, np.inf, 1.0]),
    )
    assert which.tolist() == [0, 1]
    assert [sorted(map(tuple, each.tolist())) for each in ends] == [
        [(1, 0), (1, 1)],
        [(0, 0.5), (2, 0.5)],
    ]


@pytest.mark.parametrize("cap", [1000.0, 0.05])
def test_that_the_step_of_mira_is_the_shortest_way_to_a_margin_of_1(cap):
    trace, seen = Trace(document("mira", C=cap)), 0
    for t in range(1, 30):
        at = Snapshot.of(trace, t)
        shown = panel(at)
        if not at.step.updated:
            assert not shown.named("step")
            continue
        seen += 1
        before, after = shown.named("step")[0].lines[0]
        f, y = at.trace.problem(t).read[at.step.example], 1.0 if at.step.labels[0] == 1 else -1.0
        theta = at.step.before[0]
        nearest = theta + y * f * (1 - y * theta @ f) / (
            f @ f
        )  # the foot of the perpendicular onto y·θ·f = 1
        if cap == 1000.0:
            np.testing.assert_allclose(after, nearest[:2], atol=1e-9)
            (kink,) = shown.named("example") or [None]
            if kink is not None:  # at a right angle to the line
                a, b = kink.lines[0]
                assert (after - before) @ (b - a) == pytest.approx(0.0, abs=1e-9)
            assert not shown.named("rest")
        else:
            rest = shown.named("rest")
            assert rest or np.allclose(after, nearest[:2])
            for line in rest:
                foot, line_of = line.lines[0][1], at.trace.at(t).theta[0].copy()
                line_of[:2] = foot
                assert y * line_of @ f == pytest.approx(1.0)
    assert seen > 4


def test_that_plain_sgd_goes_its_way_beside_momentum():
    at = moment("logistic", 50, optimiser="momentum", lam=0.05)
    shown, alone = panel(at), Trace(document("logistic", lam=0.05))
    np.testing.assert_array_equal(
        shown.named("plain SGD")[0].lines[0], [alone.at(t).theta[0, :2] for t in range(51)]
    )
    assert [entry.text for entry in shown.legend] == ["momentum", "plain SGD"]
    changed = Trace(
        at.trace.document.after(
            Change(20, learners=(Learner.of("logistic", optimiser="momentum", lam=0.2),))
        )
    )
    assert not panel(Snapshot.of(changed, 50)).named("plain SGD")
    assert len(panel(Snapshot.of(changed, 50)).named("way")[0].lines[0]) == 31  # since the change


def test_that_the_optimum_and_what_answers_stand_where_they_are():
    at = moment("svm", 80, lam=0.1)
    best = optimum(at.trace.problem(80))
    shown = panel(replace(at, optimum=best))
    np.testing.assert_array_equal(shown.named("optimum")[0].places, best.theta[:, :2])
    assert not panel(at).named("optimum") and not panel(at).named("answer")
    mean = moment("averaged-perceptron", 80)
    np.testing.assert_array_equal(panel(mean).named("answer")[0].places, mean.model.theta[:, :2])
    np.testing.assert_array_equal(
        panel(mean).named("now")[0].places, mean.trace.at(80).theta[:, :2]
    )


def test_that_the_words_below_tell_j_and_the_weight_that_is_not_seen():
    at = moment("svm", 30, lam=0.1)
    (foot,) = [
        item.text
        for item in draw(Figure(view="weights", width=400, height=440), at, DARK).panels[1].items
    ]
    theta = at.trace.at(30).theta
    told, b = foot.split(" at this step; b = ")
    assert float(told.removeprefix("J = ")) == pytest.approx(
        plain_objective(at.trace.problem(30), theta), rel=1e-3
    )
    assert float(b.split()[0].replace("−", "-")) == pytest.approx(theta[0, 2], rel=6e-3)


def test_that_what_rounding_leaves_of_a_bias_of_0_is_told_as_0():
    points = make_points("overlapping-blobs", n=60, noise=0.9, seed=4)
    assert list(np.bincount(points.label)) == [30, 30]  # so the slopes along b, ±½, come to 0
    learner = Learner.of("logistic", alpha=0.5, batch="all")
    at = Snapshot.of(Trace(Document(points, (learner,))), 1)
    assert at.trace.at(1).theta[0, 2] == pytest.approx(0.0, abs=1e-16)
    figure = draw(Figure(view="weights", width=400, height=440), at, DARK)
    (foot,) = [item.text for item in figure.panels[1].items]
    assert "b = 0 everywhere" in foot


def test_that_it_says_where_there_are_no_weights_to_look_at():
    refuses = VIEWS["weights"].refuses
    for at, word in (
        (moment("voted-perceptron", 5), "vote"),
        (moment("naive-bayes", 5), "counts"),
        (moment("svm", 5, space="rbf"), "kernel"),
        (moment("svm", 5, space="fourier"), "random Fourier features"),
    ):
        assert word in refuses(at)
        picture = draw(Figure(view="weights", width=300, height=200), at, LIGHT)
        assert not picture.panels and word in " ".join(note.text for note in picture.notes)
    assert not refuses(moment("svm", 5, space="monomial"))


@pytest.mark.parametrize(
    "options", [(), (("across", "b"), ("up", "b")), (("others", "minimised"),)]
)
def test_that_a_click_is_where_training_starts(options):
    at, figure = moment("svm", 30, lam=0.1), Figure(view="weights", options=options)
    found = VIEWS["weights"].adopts(figure, at, 0, 0.123456, -1.5)
    first = Trace(replace(at.trace.document, learners=(found.learner,))).at(0).theta[0]
    across = 2 if options[:1] == (("across", "b"),) else 0
    up = 0 if across else 1
    assert (first[across], first[up]) == (0.1235, -1.5)
    if not options:
        assert first[2] == pytest.approx(at.trace.at(30).theta[0, 2], rel=1e-3)
    assert found.name == "start at (0.123, −1.5)"
    assert VIEWS["weights"].adopts(figure, at, 1, 0.0, 0.0) is None


def test_that_one_of_four_classes_is_chosen_and_named_at_the_axes():
    at = moment("logistic", 40, 4)
    name = at.model.examples.classes[2]
    shown = panel(at, of=name, across="b", up="x₁")
    assert shown.across.title == f"b, {name}" and shown.up.title == f"w₁, {name}"
    theta = at.trace.at(40).theta
    np.testing.assert_array_equal(shown.named("now")[0].places, [[theta[2, 2], theta[2, 0]]])


def plain_slope(problem, theta, place):
    """(J(θ + h) − J(θ − h))/2h with the J of a loop, to the left, in the middle and to the
    right."""
    h = 1e-5 * max(1.0, abs(theta[place]))
    below, above = theta.copy(), theta.copy()
    below[place] -= h
    above[place] += h
    low, now, high = (plain_objective(problem, each) for each in (below, theta, above))
    return (now - low) / h, (high - low) / (2 * h), (high - now) / h


def read(text):
    plain = text.translate(str.maketrans("−⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "--0123456789")).replace(" ", "")
    return float(plain.replace("×10", "e"))


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("t", [0, 21, 400])
@pytest.mark.parametrize("model", [*MODELS])
def test_that_the_table_has_each_weight_over_its_slope_and_what_is_tried_agrees_to_the_digits_shown(
    model, t, classes
):
    at = moment(model, t, classes, **MODELS[model])
    problem, theta = at.trace.problem(t), at.trace.at(t).theta
    table = VIEWS["weights"].table(Figure(view="weights", options=(("show", "table"),)), at)
    names, values, slopes, tried = (column.texts for column in table.columns)
    assert len(table) == theta.size and len(set(names)) == theta.size
    assert [column.typed for column in table.columns] == [False, True, False, False]
    for k, place in enumerate(np.ndindex(*theta.shape)):
        assert read(values[k]) == pytest.approx(theta[place], rel=6e-4, abs=1e-12)
        left, both, right = plain_slope(problem, theta, place)
        if "…" in tried[k]:  # a corner of J
            assert left - 1e-3 <= read(slopes[k]) <= right + 1e-3
            assert [read(each) for each in tried[k].split(" … ")] == pytest.approx(
                [left, right], abs=1e-3
            )
            assert problem.learner.recipe.loss.name != "log" or problem.learner["penalty"] == "l1"
        else:
            assert slopes[k] == tried[k] and read(tried[k]) == pytest.approx(
                both, rel=0.06, abs=2e-8
            )
            if len(tried[k].strip("−0.")) >= 4:
                assert read(tried[k]) == pytest.approx(both, rel=1e-3, abs=1e-8)
    page = draw(
        Figure(view="weights", width=400, height=440, options=(("show", "table"),)), at, LIGHT
    ).panels
    assert names[0] in [item.text for item in page[0].items if isinstance(item, Label)]


def test_that_a_typed_weight_is_where_training_starts_and_the_others_are_what_they_are():
    at, figure = moment("logistic", 40, 4), Figure(view="weights", options=(("show", "table"),))
    theta = at.trace.at(40).theta
    found = VIEWS["weights"].types(figure, at, 7, "−0,25")
    begun = Trace(replace(at.trace.document, learners=(found.learner,))).at(0).theta
    expected = theta.copy()
    expected[2, 1] = -0.25
    np.testing.assert_array_equal(begun, expected)
    assert found.name == f"start with w₂, {at.model.examples.classes[2]} = −0.25"
    for text, said in (("ten", "“ten” is not a number"), ("1e12", "is not a value of start")):
        with pytest.raises(LinlabError, match=said):
            VIEWS["weights"].types(figure, at, 0, text)
    assert VIEWS["weights"].table(Figure(view="weights"), at) is None


def test_that_what_is_under_a_hand_stays_where_it_is():
    at, held = moment("svm", 30, lam=0.1), View(-3.0, -2.0, 5.0, 4.0)
    assert (
        draw(Figure(view="weights", width=400, height=440, held=held), at, LIGHT).panels[0].view
        == held
    )
