"""The arrows of w and of an update, against loops written here straight from the lectures."""

from dataclasses import replace

import numpy as np
import pytest

from linlab import Document, Learner, Points
from linlab.engine.document.document import Source
from linlab.engine.export.figures.svg import svg
from linlab.engine.export.figures.tikz import tikz
from linlab.engine.picture.layers import LAYERS
from linlab.engine.picture.palette import PALETTES, colour_of, rgb
from linlab.engine.picture.plane_panel import plane_panel
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import Frame, View
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import draw

VIEW = View(-6.0, -6.0, 6.0, 6.0)


def scene_of(trace, t, view=VIEW, **more):
    points = trace.document.points
    return Scene(
        PALETTES["light"],
        points,
        trace.document.parts_of(points),
        trace.model(t),
        trace.step(t) if t else None,
        view,
        (400.0, 400.0),
        learner=trace.document.learners_at(t)[trace.which],
        **more,
    )


def trace_of(learner, data="overlapping-blobs", **more):
    return Trace(Document(Source(data, 0).draw(), (learner,), **more))


def ends(scene):
    """What the layer draws, by name: start and end of each arrow."""
    found = {}
    for item in LAYERS["weights"].draw(scene):
        found.setdefault(item.name, []).append(item)
    return found


def words(scene):
    return [entry.text for entry in LAYERS["weights"].legend(scene)]


def said_factor(scene):
    """What the legend says that all arrows are scaled by."""
    factors = [text.partition(" × ")[2] for text in words(scene) if " × " in text]
    return float(factors[0]) if factors else 1.0


def textbook_perceptron(trace, updates):
    """θ = (w, b) before and after each turn, by w ← w + y·x at mistakes, in the run's order."""
    theta, out = np.zeros(3), []
    for t in range(1, updates + 1):
        step = trace.step(t)
        x, y = np.append(step.x[0], 1.0), 2.0 * step.labels[0] - 1.0
        before = theta
        theta = theta + y * x if y * (theta @ x) <= 0 else theta
        out.append((before, theta, y * x))
    return out


def test_that_w_is_perpendicular_to_the_boundary_and_the_update_lies_at_the_tip_of_w_before():
    trace = trace_of(Learner.of("perceptron"))
    for t, (before, after, pull) in enumerate(textbook_perceptron(trace, 40), 1):
        scene = scene_of(trace, t)
        items = ends(scene)
        (new,) = items["weights"]
        np.testing.assert_allclose(new.lines[0], [(0, 0), after[:2]], atol=1e-12)
        (line,) = plane_panel(scene, {"boundary"}, Frame(0, 0, 400, 400)).named("boundary")
        along = line.lines[0][-1] - line.lines[0][0]
        assert abs(along @ new.lines[0][1]) < 1e-9 * np.linalg.norm(along)
        changed = not np.array_equal(before, after)
        told = changed and bool(before.any())  # from 0, w itself is what is added
        assert ("update" in items) == told
        if told:
            (update,) = items["update"]
            np.testing.assert_allclose(
                update.lines[0], [before[:2], before[:2] + pull[:2]], atol=1e-12
            )
        if changed and before.any():
            (old,) = items["weights before"]
            np.testing.assert_allclose(old.lines[0], [(0, 0), before[:2]], atol=1e-12)
            assert old.pen.width < new.pen.width
            assert rgb(scene.palette.text) < rgb(old.pen.colour) < rgb(scene.palette.plane)


def test_that_the_line_before_is_thin_solid_grey_and_where_the_score_before_was_0():
    trace = trace_of(Learner.of("perceptron"))
    seen = 0
    for t, (before, after, _) in enumerate(textbook_perceptron(trace, 40), 1):
        items = ends(scene_of(trace, t))
        moved = before.any() and not np.array_equal(before, after)
        if not moved:
            assert "boundary before" not in items
            continue
        for item in items.get("boundary before", ()):
            seen += 1
            assert not item.pen.dash and item.pen.width < 2 and not item.arrow
            places = np.concatenate(item.lines)
            assert np.abs(places @ before[:2] + before[2]).max() < 1e-9
    assert seen > 3


def test_that_an_arrow_means_the_same_after_an_update_that_changes_nothing():
    trace = trace_of(Learner.of("perceptron"))
    still = next(t for t in range(2, 40) if not trace.step(t).updated)
    items, theta = ends(scene_of(trace, still)), trace.model(still).theta[0]
    assert list(items) == ["weights"]
    np.testing.assert_allclose(items["weights"][0].lines[0][1], theta[:2])


@pytest.mark.parametrize(
    ("w", "factor", "said"), [((-1.0, 4.0), 0.8, "w × 0.8"), ((1.0, 2.0), 1.0, "w")]
)
def test_that_all_arrows_are_scaled_alike_and_the_legend_says_by_how_much(w, factor, said):
    points = Points.of([(-2.0, -1.0), (2.0, 1.0)], ["A", "B"])
    trace = Trace(Document(points, (Learner.of("perceptron"),)))
    scene = scene_of(trace, 1, View(-4.2, -4.2, 4.2, 4.2))
    before, after = np.array([[0.5, 0.25, 0.0]]), np.array([[*w, 0.0]])
    step = replace(scene.step, before=before, change=after - before)
    scene = replace(scene, step=step, model=replace(scene.model, theta=after))
    items = ends(scene)
    np.testing.assert_allclose(items["weights"][0].lines[0][1], np.multiply(w, factor))
    np.testing.assert_allclose(items["weights before"][0].lines[0][1], factor * before[0, :2])
    np.testing.assert_allclose(
        items["update"][0].lines[0], [factor * before[0, :2], np.multiply(w, factor)]
    )
    assert words(scene)[:3] == [said, "w before", "update"]


def test_that_the_factor_is_a_short_number_that_leaves_the_longest_arrow_in_the_plane():
    trace = trace_of(Learner.of("perceptron"))
    scene = scene_of(trace, 1)
    for length in (4.81, 5.0, 7.3, 11.0, 333.0, 1e9, 1e90):
        theta = np.array([[length, 0.0, 0.0]])
        scaled = replace(scene, step=None, model=replace(scene.model, theta=theta))
        (item,) = LAYERS["weights"].draw(scaled)
        drawn = item.lines[0][1][0]
        assert 0.5 * 4.8 <= drawn <= 4.8 + 1e-9
        (text,) = words(scaled)
        shown = (
            text.partition(" × ")[2]
            .replace("×10", "e")
            .translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−", "0123456789--"))
        )
        assert float(shown) * length == pytest.approx(drawn)


def test_that_short_arrows_are_drawn_2_4_8_times_as_long_and_the_legend_says_so():
    trace = trace_of(Learner.of("perceptron"))
    scene = scene_of(trace, 1)  # 12 wide and high
    for length, factor in ((1.81, 1), (1.79, 2), (0.91, 2), (0.5, 4), (0.1, 32), (0.01, 64)):
        theta = np.array([[0.6 * length, -0.8 * length, 0.0]])
        scaled = replace(scene, step=None, model=replace(scene.model, theta=theta))
        (item,) = LAYERS["weights"].draw(scaled)
        np.testing.assert_allclose(item.lines[0][1], factor * theta[0, :2])
        said = ["w"] if factor == 1 else [f"w × {factor}"]
        assert words(scaled) == said


def test_that_an_arrow_that_is_but_its_head_is_not_in_the_legend():
    trace = trace_of(Learner.of("perceptron"))
    scene = scene_of(trace, 1)  # a head is 0.36 long in the plane
    for moved, there in ((0.35, False), (0.37, True)):
        before, after = np.array([[3.0, 0.0, 0.0]]), np.array([[3.0 + moved, 0.0, 0.0]])
        step = replace(scene.step, before=before, change=after - before)
        seen = replace(scene, step=step, model=replace(scene.model, theta=after))
        assert "update" in ends(seen)
        assert ("update" in words(seen)) == there
        assert words(seen)[:2] == ["w", "w before"]


def test_that_shrinking_by_lambda_is_a_segment_of_its_own():
    learner = Learner.of("svm", lam=0.3, alpha=0.5)
    trace = trace_of(learner)
    w, seen = np.zeros(3), 0
    for t in range(1, 30):
        step = trace.step(t)
        x, y = np.append(step.x[0], 1.0), 2.0 * step.labels[0] - 1.0
        before, pulls = w, y * (w @ x) < 1
        shrunk = np.append((1 - 0.5 * 0.3) * before[:2], before[2])
        w = shrunk + 0.5 * y * x * pulls
        scene = scene_of(trace, t)
        items, by = ends(scene), said_factor(scene)
        tips = [by * before[:2], by * shrunk[:2], by * w[:2]]
        np.testing.assert_allclose(items["weights"][0].lines[0][1], tips[2], atol=1e-12)
        if before[:2].any():
            np.testing.assert_allclose(items["shrinking"][0].lines[0], tips[:2], atol=1e-12)
        long = np.linalg.norm(tips[1] - tips[0]) >= 0.36  # as its head is
        assert ("shrinkage by λ" in words(scene)) == long
        seen += long
        told = bool(pulls and before.any())  # from 0, w itself is what is added
        assert ("update" in items) == told
        if told:
            np.testing.assert_allclose(items["update"][0].lines[0], tips[1:], atol=1e-12)
    assert seen > 2


@pytest.mark.parametrize(
    "settings",
    [{"batch": 10}, {"batch": "all"}, {"optimiser": "adam"}, {"optimiser": "momentum"}],
    ids=str,
)
def test_that_the_arrow_of_a_batch_or_an_adaptive_optimiser_is_delta_w(settings):
    trace = trace_of(Learner.of("svm", lam=0.1, **settings))
    for t in (2, 5, 9):
        scene = scene_of(trace, t)
        before, after = trace.model(t - 1).theta[0, :2], trace.model(t).theta[0, :2]
        items, by = ends(scene), said_factor(scene)
        tips = [by * before, by * after]
        assert "shrinking" not in items and "update" not in words(scene)
        assert ("Δw" in words(scene)) == (np.linalg.norm(tips[1] - tips[0]) >= 0.36)
        np.testing.assert_allclose(items["update"][0].lines[0], tips, atol=1e-12)


def test_that_the_linear_kernel_has_the_arrows_of_the_linear_space():
    primal, dual = (
        trace_of(Learner.of("svm", lam=0.1, space=space)) for space in ("linear", "linear-kernel")
    )
    for t in (1, 2, 7, 20):
        one, other = ends(scene_of(primal, t)), ends(scene_of(dual, t))
        assert list(one) == list(other)
        for name in ("weights", "update", "shrinking"):
            for a, b in zip(one.get(name, ()), other.get(name, ()), strict=True):
                np.testing.assert_allclose(a.lines[0], b.lines[0], atol=1e-9)


def test_that_of_more_than_two_classes_the_arrows_of_those_that_moved_are_drawn():
    trace = trace_of(Learner.of("perceptron"), "iris")
    theta, seen = np.zeros((3, 3)), 0
    wide = View(-60.0, -60.0, 60.0, 60.0)
    for t in range(1, 40):
        step = trace.step(t)
        x, y = np.append(step.x[0], 1.0), int(step.labels[0])
        scores = theta @ x
        z = max((c for c in range(3) if c != y), key=lambda c: (scores[c], -c))
        before, theta = theta, theta.copy()
        if scores[y] <= scores[z]:
            theta[y] += x
            theta[z] -= x
        moved = sorted({y, z}) if scores[y] <= scores[z] else [0, 1, 2]
        scene = scene_of(trace, t, wide)
        items, by = ends(scene), said_factor(scene)
        tips = {item.pen.colour: item.lines[0][1] for item in items["weights"]}
        assert set(tips) == {PALETTES["light"].in_plane(colour_of(c)) for c in moved}
        for c in moved:
            np.testing.assert_allclose(
                tips[PALETTES["light"].in_plane(colour_of(c))], by * theta[c, :2], atol=1e-9
            )
        if len(moved) == 2:
            seen += 1
            told = [c for c in moved if before[c].any()]  # from 0, w itself is what is added
            assert len(items.get("update", ())) == len(told)
            for item, c in zip(items.get("update", ()), told, strict=True):
                np.testing.assert_allclose(
                    item.lines[0], (by * before[c, :2], by * theta[c, :2]), atol=1e-9
                )
    assert seen > 10
    assert [text for text in words(scene_of(trace, 7, wide)) if text.startswith("w of")]


def in_motion(trace, t, share, slid):
    return replace(
        scene_of(trace, t),
        model=trace.model(t - 1),
        coming=True,
        towards=(trace.model(t), share) if share else None,
        slid=slid,
    )


def test_that_in_slow_motion_w_goes_with_the_boundary():
    trace = trace_of(Learner.of("perceptron"))
    t = next(t for t in range(2, 40) if trace.step(t).updated)
    before, after = trace.model(t - 1).theta[0, :2], trace.model(t).theta[0, :2]
    for share in (0.0, 0.25, 1.0):
        items = ends(in_motion(trace, t, share, 1.0))
        np.testing.assert_allclose(
            items["weights"][0].lines[0][1], before + share * (after - before), atol=1e-12
        )
        np.testing.assert_allclose(items["update"][0].lines[0], [before, after], atol=1e-12)


@pytest.mark.parametrize("learner", [Learner.of("perceptron"), Learner.of("svm", lam=0.3)], ids=str)
def test_that_what_is_added_slides_from_the_origin_to_the_tip_of_w_and_no_scale_changes(learner):
    trace = trace_of(learner)
    seen = 0
    for t in range(2, 30):
        step = trace.step(t)
        if not step.pulls.any():
            continue
        seen += 1
        made = scene_of(trace, t)
        by, added = said_factor(made), step.change[0, :2]
        tip = ends(made)["update"][0].lines[0][0]
        for slid in (0.0, 0.3, 1.0):
            scene = in_motion(trace, t, 0.0, slid)
            assert said_factor(scene) == by
            start, end = ends(scene)["update"][0].lines[0]
            np.testing.assert_allclose(start, slid * tip, atol=1e-12)
            np.testing.assert_allclose(end - start, by * added, atol=1e-12)
    assert seen >= 5


def test_that_files_have_the_arrows_and_their_legend():
    trace = trace_of(Learner.of("perceptron"))
    figure = Figure(layers=frozenset({"boundary", "weights"}))
    picture = draw(figure, Snapshot.of(trace, 17))
    for text in (svg(picture), tikz(picture)):
        for word in ("w before", "update", "line before"):
            assert word in text
