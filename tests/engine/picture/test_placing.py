"""Where things go in a picture of the plane: the words about an example, the legend, points on one
place."""

from dataclasses import replace

import numpy as np
import pytest

from linlab import Document, Learner, Points
from linlab.engine.document.document import Source
from linlab.engine.picture.axes_and_legend import legend, legend_box
from linlab.engine.picture.layers import LAYERS
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.palette import (
    CLASS_COLOURS,
    DARK,
    HALL_DARK,
    HALL_LIGHT,
    LIGHT,
    mixed,
    rgb,
)
from linlab.engine.picture.placing.callout import NAME, box_of
from linlab.engine.picture.placing.stacks import stacks
from linlab.engine.picture.plane_panel import around, fitted, plane_panel
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import CORNERS, Frame, Group, Label, Lines, Marks, Panel, View
from linlab.engine.train.trace import Trace

FRAME = Frame(0, 0, 640, 520)
SHOWN = {layer.name for layer in LAYERS.values()} | {"legend", "hollow"}


def trace_of(name, learner, seed=0, shares=(100.0, 0.0, 0.0), **options):
    source = Source(name, seed, tuple(options.items()))
    return Trace(Document(source.draw(), (learner,), source=source, shares=shares))


def scene_of(trace, t, frame=FRAME, **more):
    t, points = trace.at(t).t, trace.document.points
    region = around(points.x)
    view = fitted(region[:2], region[2:], frame.width, frame.height)
    return replace(
        Scene(
            LIGHT,
            points,
            trace.document.parts_of(points),
            trace.model(t),
            trace.step(t) if t else None,
            view,
            (frame.width, frame.height),
        ),
        **more,
    )


def words_of(panel):
    return next(
        (item for item in panel.items if isinstance(item, Label) and item.name == NAME), None
    )


def inside(box, places):
    places = np.asarray(places).reshape(-1, 2)
    return ((places > (box.x, box.y)) & (places < (box.x + box.width, box.y + box.height))).all(
        axis=1
    )


def away(box, at):
    """How far a box is from a place."""
    dx = max(box.x - at[0], at[0] - box.x - box.width, 0.0)
    dy = max(box.y - at[1], at[1] - box.y - box.height, 0.0)
    return float(np.hypot(dx, dy))


def fine(line):
    """Many places on a line."""
    return np.concatenate([np.linspace(a, b, 50) for a, b in zip(line, line[1:], strict=False)])


CASES = [
    ("blobs", Learner.of("perceptron"), {}),
    ("overlapping-blobs", Learner.of("svm"), {"n": 500.0}),
    ("moons", Learner.of("svm", space="rbf"), {}),
    ("iris", Learner.of("logistic"), {}),
    ("spiral", Learner.of("voted-perceptron", space="rbf"), {}),
    ("frog", Learner.of("naive-bayes"), {}),
]


class TestTheWordsOfAnExample:
    @pytest.mark.parametrize(
        ("name", "learner", "options"), CASES, ids=lambda one: one if isinstance(one, str) else ""
    )
    @pytest.mark.parametrize(
        ("scale", "frame"),
        [(1.0, FRAME), (2.25, Frame(0, 0, 1440, 900)), (1.0, Frame(20, 9, 330, 240))],
    )
    def test_that_they_stay_at_their_example_in_the_frame_and_over_no_other_words(
        self, name, learner, options, scale, frame
    ):
        trace, said, covered = trace_of(name, learner, **options), 0, 0
        before = None
        for t in (1, 2, 3, 7, 20, 21, 40):
            scene = scene_of(trace, t, frame, scale=scale, font=12 * scale)
            before = panel = plane_panel(scene, SHOWN, frame, before=before, floor=30.0)
            words = words_of(panel)
            if words is None:
                continue
            said += 1
            box = box_of(panel, words)
            assert box.x >= frame.x and box.x + box.width <= frame.x + frame.width
            assert box.y >= frame.y and box.y + box.height <= frame.y + frame.height - 30
            at = panel.to_page(scene.places[scene.trained_on])[0]
            (ring,) = panel.named("example")
            assert away(box, at) < ring.size / 2 + 1.5 * 4.5 * 1.08 * 12 * scale
            assert away(box, at) < ring.size / 2 + 4 * scale or panel.named("leader")
            covered += inside(box, panel.to_page(scene.places)).any()
            for item in (*panel.named("boundary"), *panel.named("weights"), *panel.named("update")):
                covered += any(inside(box, fine(panel.to_page(line))).any() for line in item.lines)
            other = legend_box(panel)
            assert (
                box.x > other.x + other.width
                or box.x + box.width < other.x
                or (box.y > other.y + other.height or box.y + box.height < other.y)
            )
        assert said >= 5 or frame.width < 400
        roomy = frame.width > 600 and name in ("blobs", "iris", "frog")
        assert not covered or not roomy

    @pytest.mark.parametrize(
        ("name", "learner", "options", "most"),
        [
            ("blobs", Learner.of("perceptron"), {}, 0.0),
            ("moons", Learner.of("svm", space="rbf"), {}, 0.0),
            ("spiral", Learner.of("voted-perceptron", space="rbf"), {}, 0.2),
            ("overlapping-blobs", Learner.of("svm"), {"n": 500.0}, 2.0),
        ],
    )
    def test_that_they_cover_no_points_or_few_where_there_is_no_other_room(
        self, name, learner, options, most
    ):
        """At most so many points on average; 500 points in one heap leave no room at all."""
        trace, before, covered = trace_of(name, learner, **options), None, []
        for t in range(1, 120, 4):
            scene = scene_of(trace, t)
            before = panel = plane_panel(scene, SHOWN, FRAME, before=before)
            box = box_of(panel, words_of(panel))
            covered.append(int(inside(box, panel.to_page(scene.places)).sum()))
        assert np.mean(covered) <= most

    def test_that_a_thin_line_leads_from_them_to_the_ring_beneath_the_points(self):
        scene = scene_of(trace_of("overlapping-blobs", Learner.of("svm"), n=500.0), 40)
        panel = plane_panel(scene, SHOWN, FRAME)
        (leader,), (ring,) = panel.named("leader"), panel.named("example")
        start, end = panel.to_page(leader.lines[0])
        assert np.linalg.norm(end - panel.to_page(ring.places)[0]) == pytest.approx(ring.size / 2)
        box = box_of(panel, words_of(panel))
        assert (
            box.x - 1 <= start[0] <= box.x + box.width + 1
            and box.y - 1 <= start[1] <= box.y + box.height + 1
        )
        names = [item.name for item in panel.items]
        assert names.index("leader") < names.index("points")

    def test_that_their_line_begins_at_the_words_however_short_they_are(self):
        trace, drawn = trace_of("moons", Learner.of("perceptron")), 0
        before = None
        for t in range(1, 60):
            before = panel = plane_panel(scene_of(trace, t), SHOWN, FRAME, before=before)
            box = box_of(panel, words_of(panel))
            for leader in panel.named("leader"):
                drawn += 1
                x, y = panel.to_page(leader.lines[0])[0]
                assert box.x - 1e-6 <= x <= box.x + box.width + 1e-6
                assert box.y - 1e-6 <= y <= box.y + box.height + 1e-6
        assert drawn > 30

    def test_that_they_go_with_the_example_and_stay_while_it_stays(self):
        trace, before, spots = trace_of("moons", Learner.of("svm", space="rbf")), None, []
        for t in range(100, 160):  # another line, the same example
            scene = replace(scene_of(trace, t), step=trace.step(100))
            before = panel = plane_panel(scene, SHOWN - {"next"}, FRAME, before=before)
            box = box_of(panel, words_of(panel))
            spots.append((round(box.x, 6), round(box.y, 6)))
        jumps = sum(a != b for a, b in zip(spots, spots[1:], strict=False))
        assert jumps <= 6
        other = plane_panel(scene_of(trace, 161), SHOWN, FRAME, before=before)
        moved = scene_of(trace, 161)
        at = other.to_page(moved.places[moved.trained_on])[0]
        assert away(box_of(other, words_of(other)), at) < 150

    def test_that_they_stay_while_the_step_is_seen_to_be_made(self):
        trace, seen = trace_of("overlapping-blobs", Learner.of("perceptron")), 0
        for t in [t for t in range(2, 60) if trace.step(t).updated]:
            before, spots = None, set()
            for share in np.linspace(0.0, 1.0, 11):
                scene = replace(
                    scene_of(trace, t),
                    model=trace.model(t - 1),
                    coming=True,
                    towards=(trace.model(t), share),
                )
                before = panel = plane_panel(scene, SHOWN, FRAME, before=before)
                box = box_of(panel, words_of(panel))
                spots.add((round(box.x), round(box.y)))
            seen += len(spots) == 1
            assert len(spots) <= 3
        assert seen >= 5

    def test_that_nothing_is_said_of_an_example_that_is_not_in_view(self):
        scene = scene_of(trace_of("blobs", Learner.of("perceptron")), 3)
        away = replace(scene, view=View(50.0, 50.0, 51.0, 51.0))
        assert words_of(plane_panel(away, SHOWN, FRAME)) is None

    def test_that_they_stand_over_points_where_there_is_no_room_beside_the_example(self):
        grid = np.stack(
            np.meshgrid(np.linspace(-3, 3, 60), np.linspace(-3, 3, 60)), axis=-1
        ).reshape(-1, 2)
        trace = Trace(
            Document(
                Points.of(grid, np.where(grid[:, 0] > 0.01, "A", "B")), (Learner.of("perceptron"),)
            )
        )
        t = next(t for t in range(1, 60) if np.abs(trace.step(t).x).max() < 1.5)
        scene = replace(scene_of(trace, t), view=View(-2.0, -2.0, 2.0, 2.0))
        panel = plane_panel(scene, SHOWN, FRAME)
        box, (ring,) = box_of(panel, words_of(panel)), panel.named("example")
        at = panel.to_page(ring.places)[0]
        assert inside(box, panel.to_page(scene.places)).any()
        assert ring.size / 2 - 1 < away(box, at) < ring.size / 2 + 33  # the ring itself is free


class TestABatch:
    def test_that_a_whole_batch_rings_nobody_and_says_how_many_there_are(self):
        panel = plane_panel(
            scene_of(trace_of("moons", Learner.of("svm", batch="all")), 30), SHOWN, FRAME
        )
        assert not panel.named("example") and not panel.named("leader")
        assert words_of(panel).text == "all 150 examples"

    def test_that_a_large_batch_says_so_and_a_small_one_has_thin_rings_and_a_line_of_the_legend(
        self,
    ):
        panel = plane_panel(
            scene_of(trace_of("moons", Learner.of("svm", batch=40)), 3), SHOWN, FRAME
        )
        assert not panel.named("example") and words_of(panel).text == "40 of 150 examples"
        scene = scene_of(trace_of("moons", Learner.of("svm", batch=8)), 3)
        panel = plane_panel(scene, SHOWN, FRAME)
        (rings,) = panel.named("example")
        np.testing.assert_array_equal(
            np.sort(rings.places, axis=0),
            np.sort(scene.points.x[np.isin(scene.points.ids, scene.step.ids)], axis=0),
        )
        single = plane_panel(scene_of(trace_of("moons", Learner.of("svm")), 3), SHOWN, FRAME).named(
            "example"
        )[0]
        assert rings.pen.width < 0.7 * single.pen.width and words_of(panel) is None
        assert "this step (8)" in [entry.text for entry in panel.legend]


class TestTheLegend:
    def at(self, places, before=None, floor=0.0):
        points = Points.of(places, ["A", "B"] * (len(places) // 2))
        scene = Scene(
            LIGHT,
            points,
            np.zeros(len(points), int),
            None,
            None,
            View(0, 0, 64, 52),
            (640.0, 520.0),
        )
        return plane_panel(scene, {"legend"}, FRAME, before=before, floor=floor)

    def test_that_it_goes_to_the_corner_where_it_hides_the_fewest_points(self):
        rng = np.random.default_rng(0)
        corners = {
            "top left": (6, 49),
            "top right": (58, 49),
            "bottom left": (6, 3),
            "bottom right": (58, 3),
        }
        for free in CORNERS:
            places = np.concatenate(
                [rng.normal(at, 0.8, (10, 2)) for name, at in corners.items() if name != free]
            )
            panel = self.at(places)
            assert panel.legend_at == free
            assert not inside(legend_box(panel), panel.to_page(places)).any()

    def test_that_it_stays_where_it_is_while_it_hides_nothing_there(self):
        panel = self.at([(6, 49), (7, 49)])
        assert panel.legend_at == "top right"
        for places in ([(30, 20), (31, 20)], [(6, 3), (7, 3)], [(6, 49), (6, 3)]):
            panel = self.at(places, before=panel)
            assert panel.legend_at == "top right"

    def test_that_it_never_stands_where_something_else_does(self):
        panel = self.at([(6, 49), (58, 49)], floor=60.0)
        assert panel.legend_at.startswith("top")

    @pytest.mark.parametrize("corner", CORNERS)
    def test_that_it_is_in_its_corner(self, corner):
        panel = replace(self.at([(30, 20), (31, 20)]), legend_at=corner)
        box = legend(panel)[0]
        assert (box.x < 320) == corner.endswith("left") and (box.y < 260) == corner.startswith(
            "top"
        )
        assert box.x > 0 and box.x + box.width < 640 and box.y > 0 and box.y + box.height < 520

    @pytest.mark.parametrize("model", ["naive-bayes", "gaussian-naive-bayes", "voted-perceptron"])
    def test_that_what_has_no_margin_draws_none_and_says_why(self, model):
        trace = trace_of("blobs", Learner.of(model))
        panel = plane_panel(scene_of(trace, 30), SHOWN, FRAME)
        assert not panel.named("margins") and "street" not in [entry.text for entry in panel.legend]
        why = LAYERS["margins"].refuses(Learner.of(model), 2)
        assert "margin" in why or "street" in why
        assert not LAYERS["margins"].refuses(Learner.of("svm"), 2)

    @pytest.mark.parametrize(
        "learner",
        [Learner.of("perceptron"), Learner.of("svm", space="rbf"), Learner.of("mira")],
        ids=str,
    )
    @pytest.mark.parametrize("t", [0, 1, 2, 30])
    def test_that_it_has_a_line_for_what_is_drawn_and_for_nothing_else(self, learner, t):
        panel = plane_panel(scene_of(trace_of("blobs", learner), t), SHOWN, FRAME)
        words = {entry.text.partition(" (")[0].partition(" ×")[0] for entry in panel.legend}
        for word, name in (
            ("street" if learner.recipe.loss.wants_margin else "s = ±1", "margins"),
            ("slack", "slack"),
            ("w", "weights"),
            ("update", "update"),
            ("w before", "weights before"),
            ("line before", "boundary before"),
            ("on or inside the street", "supports"),
            ("exact optimum", "optimum"),
        ):
            there = [
                item
                for item in panel.named(name)
                if (item.lines if isinstance(item, Lines) else len(item.places))
            ]
            assert (word in words) == bool(there), word


class TestParts:
    def test_that_dev_and_test_points_are_told_apart_and_named(self):
        scene = scene_of(trace_of("moons", Learner.of("svm"), shares=(60.0, 20.0, 20.0)), 5)
        panel = plane_panel(scene, SHOWN, FRAME)
        dots = [mark for mark in panel.named("points")[0].items if mark.name == "test"]
        found = np.concatenate([mark.places for mark in dots])
        np.testing.assert_array_equal(
            np.sort(found, axis=0), np.sort(scene.points.x[scene.parts == 2], axis=0)
        )
        entries = {entry.text: entry for entry in panel.legend}
        assert entries["dev"].core is None and entries["test"].core
        sample = [piece for piece in legend(panel) if isinstance(piece, Group)]
        assert len(sample) == 1 and len(sample[0].items) == 2
        without = plane_panel(replace(scene, parts=np.minimum(scene.parts, 1)), SHOWN, FRAME)
        assert "test" not in [entry.text for entry in without.legend]


class TestStacks:
    def test_that_every_point_of_the_frogs_is_counted_at_its_place(self):
        points = Source("frog", 0).draw()
        scene = scene_of(Trace(Document(points, (Learner.of("naive-bayes"),))), 0)
        panel = plane_panel(scene, (), FRAME)
        marks = [mark for mark in panel.named("points")[0].items if isinstance(mark, Marks)]
        drawn = {
            (mark.name, *place) for mark in marks for place in np.round(mark.places, 9).tolist()
        }
        numbers = {
            tuple(np.round(label.place, 9)): int(label.text[1:])
            for label in panel.named("stacks")[0].items
        }
        assert len(points) == 14 and sum(numbers.get((x, y), 1) for _, x, y in drawn) == 14
        heaps = {}
        for x, label in zip(points.x.tolist(), points.label.tolist(), strict=True):
            heaps[(*x, label)] = heaps.get((*x, label), 0) + 1
        assert len(drawn) == len(heaps) and sorted(numbers.values()) == sorted(
            n for n in heaps.values() if n > 1
        )

    def test_that_classes_of_one_place_stand_beside_each_other_around_it(self):
        points = Points.of([(1, 1), (1, 1), (1, 1), (3, 2), (3, 2)], ["A", "B", "B", "A", "A"])
        scene = scene_of(Trace(Document(points, (Learner.of("perceptron"),))), 0)
        a, b, again, alone, same = scene.places
        np.testing.assert_array_equal(b, again)
        np.testing.assert_allclose((a + b) / 2, (1, 1))
        assert 8 < (b[0] - a[0]) / scene.unit < 14 and a[1] == b[1] == 1
        np.testing.assert_array_equal(alone, (3, 2))
        np.testing.assert_array_equal(same, (3, 2))

    def test_that_points_on_places_of_their_own_are_where_they_are(self):
        scene = scene_of(trace_of("moons", Learner.of("svm")), 5)
        assert scene.places is scene.points.x and not plane_panel(scene, (), FRAME).named("stacks")

    def test_that_numbers_cover_no_other_mark_and_no_other_number(self):
        scene = scene_of(trace_of("iris", Learner.of("logistic")), 5)
        panel = plane_panel(scene, (), FRAME)
        boxes = []
        for label in panel.named("stacks")[0].items:
            box = box_of(panel, label)
            box = Frame(
                box.x + 0.3 * label.size,
                box.y + 0.5 * label.size,
                box.width - 0.6 * label.size,
                0.6 * label.size,
            )
            assert not inside(box, panel.to_page(scene.places)).any()
            corners = [
                (box.x + dx * box.width, box.y + dy * box.height)
                for dx in (0, 0.5, 1)
                for dy in (0, 1)
            ]
            assert not any(inside(other, corners).any() for other in boxes)
            boxes.append(box)
        assert len(boxes) >= 5

    def test_that_heaps_are_those_of_a_loop(self):
        rng = np.random.default_rng(5)
        x, label = rng.integers(0, 4, (60, 2)).astype(float), rng.integers(-1, 3, 60)
        points = Points(x, label, ("A", "B", "C"), np.arange(60))
        found = stacks(points)
        counted = {}
        for place, one in zip(map(tuple, x.tolist()), label.tolist(), strict=True):
            counted[place, one] = counted.get((place, one), 0) + 1
        heaps = {
            (tuple(x[k].tolist()), int(label[k])): int(n)
            for k, n in zip(found.first, found.count, strict=True)
        }
        assert heaps == {key: n for key, n in counted.items() if n > 1}
        for k in range(60):
            there = sorted({one for place, one in counted if place == tuple(x[k].tolist())})
            assert found.aside[k] == pytest.approx(
                0.9 * (there.index(label[k]) - (len(there) - 1) / 2)
            )


class TestPalettes:
    @pytest.mark.parametrize(
        ("palette", "pale", "strong"),
        [(DARK, 1.1, 1.8), (HALL_DARK, 1.2, 2.2), (HALL_LIGHT, 1.1, 1.6)],
        ids=lambda one: getattr(one, "name", ""),
    )
    def test_that_regions_are_seen_on_a_projector(self, palette, pale, strong):
        def light(colour):
            parts = [v / 255 for v in rgb(colour)]
            linear = [v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
            return float(np.dot(linear, (0.2126, 0.7152, 0.0722)))

        def contrast(a, b):
            low, high = sorted((light(a), light(b)))
            return (high + 0.05) / (low + 0.05)

        for ink in CLASS_COLOURS[:4]:
            assert (
                contrast(mixed(ink, palette.plane, palette.shade * palette.tint), palette.plane)
                > pale
            )
            assert contrast(mixed(ink, palette.plane, palette.shade), palette.plane) > strong
            assert (
                contrast(mixed(ink, palette.plane, palette.shade), palette.text) > 3
            )  # lines and words over it


def test_that_a_legend_stands_for_all_panels(tmp_path):
    """A panel made by hand has its legend where it says."""
    panel = Panel(FRAME, View(0, 0, 1, 1), ())
    assert legend_box(panel) is None and legend(panel) == []


class TestTheArrowsOfAStep:
    def test_that_a_legend_that_would_hide_points_does_without_the_arrows(self):
        trace = trace_of("circles", Learner.of("perceptron"))
        small = Frame(0, 0, 400, 400)
        seen = set()
        for t in range(1, 40):
            scene = scene_of(trace, t, small)
            panel = plane_panel(scene, {"weights", "legend"}, small)
            arrows = [entry.text for entry in panel.legend if entry.arrow]
            hidden = inside(legend_box(panel), panel.to_page(scene.points.x)).any()
            labels = {item.text for item in panel.items if isinstance(item, Label)}
            seen.add(bool(arrows))
            assert not (hidden and [text for text in arrows if "×" not in text])
            assert arrows or not scene.step.updated or "w" in labels  # it is said in the plane
        assert False in seen
        calm = scene_of(trace_of("blobs", Learner.of("perceptron")), 1)
        assert "w" in [
            entry.text for entry in plane_panel(calm, {"weights", "legend"}, FRAME).legend
        ]

    def test_that_what_w_hides_is_neither_drawn_nor_in_the_legend(self):
        """From w = 0 what is added is w itself."""
        trace = trace_of("overlapping-blobs", Learner.of("perceptron"))
        first = plane_panel(scene_of(trace, 1), {"weights", "legend"}, FRAME)
        assert "update" not in {entry.text for entry in first.legend}
        assert "update" not in {item.name for item in first.items}
        later = next(t for t in range(2, 400) if trace.step(t).updated)
        then = plane_panel(scene_of(trace, later), {"weights", "legend"}, FRAME)
        assert "update" in {item.name for item in then.items}

    def test_that_no_line_crosses_the_words_about_its_distance(self):
        """Places close together along the boundary, and whether one lies in the box of the words."""
        rng = np.random.default_rng(1)
        x = np.r_[rng.normal((2, 1), 0.8, (15, 2)), rng.normal((4, 3), 0.8, (15, 2))]
        document = Document(Points.of(x, ["A"] * 15 + ["B"] * 15), (Learner.of("perceptron"),))
        trace = Trace(document)
        found = 0
        for t in range(1, 200):
            panel = plane_panel(scene_of(trace, t), {"weights", "boundary"}, FRAME)
            words = [i for i in panel.items if isinstance(i, Label) and "|b|" in i.text]
            for label in words:
                found += 1
                middle = panel.to_page(np.array([label.place]))[0]
                half = np.array([0.45 * text_width(label.text, label.size), 0.4 * label.size])
                box = Frame(*(middle - half), *(2 * half))
                for item in panel.items:
                    if isinstance(item, Lines) and item.name == "boundary":
                        for line in item.lines:
                            ends = panel.to_page(line)
                            along = np.linspace(0, 1, 2000)[:, None]
                            for a, b in zip(ends[:-1], ends[1:], strict=True):
                                assert not inside(box, a + along * (b - a)).any()
        assert found
