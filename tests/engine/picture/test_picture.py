"""Pictures of runs: what is where, against geometry worked out here."""

import re
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linlab import Document, Learner, Points
from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Change, Source
from linlab.engine.ground.sanitise import sanitise
from linlab.engine.optimum.exact import optimum
from linlab.engine.picture.axes_and_legend import axes_and_legend, legend
from linlab.engine.picture.field import Contours
from linlab.engine.picture.metrics import text_width, wrapped
from linlab.engine.picture.palette import CLASS_COLOURS, CLASS_SYMBOLS, PALETTES, mixed, rgb
from linlab.engine.picture.plane_panel import around, fitted, legend_entries, plane_panel
from linlab.engine.picture.scene import Scene, shade, ways_to_margin
from linlab.engine.picture.shapes import Entry, Frame, Group, Label, Lines, Marks, Panel, View
from linlab.engine.picture.symbols import OUTLINES
from linlab.engine.train.trace import Trace
from linlab.engine.views import plane_and_curves
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, draw

FRAME = Frame(0, 0, 400, 300)


def scene_of(learner, data="moons", t=300, **more):
    source = Source(data, 0)
    trace = Trace(Document(source.draw(), (learner,), source=source, **more))
    t = trace.at(t).t
    points = trace.document.points
    view = fitted(*((b[0], b[1]) for b in (around(points.x)[:2], around(points.x)[2:])), 400, 300)
    return Scene(
        PALETTES["light"],
        points,
        trace.document.parts_of(points),
        trace.model(t),
        trace.step(t),
        view,
        (400, 300),
    )


class TestPlaces:
    @given(st.floats(-5, 5), st.floats(-5, 5))
    def test_that_the_corners_of_the_view_are_those_of_the_frame(self, x, y):
        panel = Panel(Frame(10, 20, 200, 100), View(x, y, x + 4, y + 2), ())
        np.testing.assert_allclose(
            panel.to_page([(x, y), (x + 4, y + 2), (x + 2, y + 1)]),
            [(10, 120), (210, 20), (110, 70)],
        )

    @given(
        st.lists(st.tuples(st.floats(-1e3, 1e3), st.floats(-1e3, 1e3)), max_size=9),
        st.floats(20, 900),
        st.floats(20, 900),
    )
    def test_that_a_fitted_view_shows_every_point_and_a_square_as_a_square(
        self, places, width, height
    ):
        x = np.array(places).reshape(-1, 2)
        wanted = around(x)
        view = fitted(wanted[:2], wanted[2:], width, height)
        assert (view.right - view.left) / width == pytest.approx((view.top - view.bottom) / height)
        assert ((x > (view.left, view.bottom)) & (x < (view.right, view.top))).all()

    def test_that_every_class_has_its_own_colour_and_shape(self):
        assert len(set(CLASS_COLOURS)) == len(set(CLASS_SYMBOLS)) == 8
        assert set(CLASS_SYMBOLS) <= set(OUTLINES)


class TestShading:
    @pytest.mark.parametrize(
        "learner",
        [
            Learner.of("svm", space="rbf"),
            Learner.of("logistic"),
            Learner.of("naive-bayes"),
            Learner.of("perceptron"),
        ],
        ids=lambda one: one.model,
    )
    def test_that_a_pixel_has_the_colour_of_the_class_that_the_model_predicts(self, learner):
        scene = scene_of(learner)
        shading = shade(scene)
        pixels = shading.pixels[::-1]  # lowest y first
        assert pixels.shape == (len(scene.ys), len(scene.xs))
        for j, i in np.random.default_rng(0).integers(0, pixels.shape, (200, 2)):
            score = scene.model.scores([(scene.xs[i], scene.ys[j])])[0, 0]
            if abs(score) < 1e-9:
                continue
            ink = rgb(CLASS_COLOURS[int(score > 0)])
            base = rgb(PALETTES["light"].plane)
            seen = [(int(pixels[j, i]) >> shift) & 255 for shift in (16, 8, 0)]
            way = np.subtract(ink, base)
            share = np.dot(np.subtract(seen, base), way) / np.dot(way, way)
            assert 0.04 < share <= 0.43  # from the palest to the strongest band
            assert (
                np.abs(np.subtract(seen, base) - share * way).max() <= 1.0
            )  # on the straight line between the two colours

    def test_that_a_place_of_more_certainty_has_more_ink(self):
        scene = scene_of(Learner.of("logistic"))
        shading = shade(scene)
        f = np.abs(scene.model.grid(scene.xs, scene.ys)[0])
        ink = 255 - (shading.pixels[::-1].astype(np.int64) >> 0 & 255)
        for k in (0, 1):
            own = shading.winner == k
            order = np.argsort(f[own])
            strength = shading.strength[own][order]
            assert (np.diff(strength) >= -1e-12).all()
        assert ink[f < 0.05].max() < ink[shading.winner == 0].max()

    @pytest.mark.parametrize(
        ("data", "learner"),
        [("moons", Learner.of("svm", space="rbf")), ("iris", Learner.of("logistic"))],
    )
    def test_that_the_bands_of_a_class_cover_as_much_as_it_wins(self, data, learner):
        scene = scene_of(learner, data)
        shading = shade(scene)
        cell = (
            (scene.xs[1] - scene.xs[0])
            * (scene.ys[1] - scene.ys[0])
            * np.ones(shading.strength.shape)
        )
        cell[[0, -1]] /= 2  # those at the edge are seen by half
        cell[:, [0, -1]] /= 2
        for k, ink in enumerate(shading.inks):
            colours = {
                mixed(ink, shading.base, shading.most * (0.12 + 0.88 * (band + 0.5) / 6))
                for band in range(6)
            }
            areas = [
                rings for colour, many in shading.bands() if colour in colours for rings in many
            ]
            covered = sum(area(rings[0]) - sum(map(area, rings[1:])) for rings in areas)
            assert covered == pytest.approx(cell[shading.winner == k].sum(), rel=0.05)

    @pytest.mark.parametrize(
        ("data", "learner", "off"),
        [
            ("moons", Learner.of("svm", space="rbf"), 0.003),
            ("blobs", Learner.of("svm"), 0.003),
            ("iris", Learner.of("logistic"), 0.01),
        ],
    )
    def test_that_a_finer_shading_keeps_its_places_and_finds_the_class_between_them(
        self, data, learner, off
    ):
        scene = scene_of(learner, data)
        shading, finer = shade(scene), shade(scene).finer()
        np.testing.assert_array_equal(finer.winner[::2, ::2], shading.winner)
        np.testing.assert_array_equal(finer.strength[::2, ::2], shading.strength)
        ny, nx = finer.strength.shape
        left, right, bottom, top = finer.extent
        xs, ys = (
            left + (np.arange(nx) + 0.5) * (right - left) / nx,
            bottom + (np.arange(ny) + 0.5) * (top - bottom) / ny,
        )
        np.testing.assert_allclose(xs[::2], scene.xs, atol=1e-12)
        np.testing.assert_allclose(ys[::2], scene.ys, atol=1e-12)
        scores = scene.model.scores(np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2))
        predicted = (scores[:, 0] > 0) if scores.shape[1] == 1 else scores.argmax(axis=1)
        assert (finer.winner.ravel() != predicted).mean() < off


class TestLines:
    @pytest.mark.parametrize(
        "learner",
        [
            Learner.of("svm"),
            Learner.of("svm", space="rbf"),
            Learner.of("logistic", space="polynomial"),
        ],
        ids=str,
    )
    def test_that_the_score_is_0_on_the_boundary_and_1_on_the_margins(self, learner):
        scene = scene_of(learner)
        contours = Contours(scene.field, scene.xs, scene.ys)
        slope = max(np.abs(np.diff(scene.field[0], axis=k)).max() for k in (0, 1))  # within a cell
        assert np.abs(scene.model.scores(np.concatenate(contours.boundary))).max() < 0.1 * slope
        for line in contours.margin:
            assert np.abs(np.abs(scene.model.scores(line)) - 1).max() < 0.1 * slope

    def test_that_the_boundary_of_many_classes_has_a_tie_on_it(self):
        scene = scene_of(Learner.of("logistic"), "iris")
        scores = np.sort(scene.model.scores(np.concatenate(scene.contours.boundary)), axis=1)
        assert scores.shape[1] == 3
        assert np.abs(scores[:, -1] - scores[:, -2]).max() < 0.05 * np.abs(scores).max()

    def test_that_slack_ends_at_the_foot_of_the_perpendicular_to_the_margin(self):
        scene = scene_of(Learner.of("svm", lam=0.05), "overlapping-blobs")
        weights, bias = scene.model.problem.split(scene.model.theta)
        w, b = weights[0, :2], bias[0]
        y = np.where(scene.truth == 1, 1, -1)
        inside = np.flatnonzero(y * (scene.points.x @ w + b) < 1 - 1e-6)
        ways = ways_to_margin(scene, inside)
        assert len(ways) == len(inside) > 5
        for (start, end), k in zip(ways, inside, strict=True):
            np.testing.assert_array_equal(start, scene.points.x[k])
            foot = start + (y[k] - (start @ w + b)) / (w @ w) * w
            np.testing.assert_allclose(end, foot, atol=1e-6 * scene.width)


class TestMarks:
    def test_that_points_have_their_class_and_those_set_aside_are_hollow(self):
        scene = scene_of(Learner.of("svm"), shares=(50.0, 25.0, 25.0))
        panel = plane_panel(scene, (), FRAME)
        marks = panel.named("points")[0].items
        for k, name in enumerate(scene.points.classes):
            for hollow in (False, True):
                own = [m for m in marks if m.name == name and (m.fill == "#FFFFFF") == hollow]
                expected = scene.points.x[(scene.points.label == k) & ((scene.parts > 0) == hollow)]
                np.testing.assert_array_equal(own[0].places, expected)
                assert own[0].symbol == CLASS_SYMBOLS[k]

    def test_that_support_vectors_and_mistakes_are_those_of_the_margins(self):
        scene = scene_of(Learner.of("svm", lam=0.1), "overlapping-blobs")
        panel = plane_panel(scene, ("supports", "wrong"), FRAME)
        y = np.where(scene.points.label == 1, 1, -1)
        m = y * scene.model.scores(scene.points.x)[:, 0]
        np.testing.assert_array_equal(
            panel.named("supports")[0].places, scene.points.x[m <= 1 + 1e-9]
        )
        np.testing.assert_array_equal(panel.named("wrong")[0].places, scene.points.x[m < 0])

    def test_that_a_point_of_a_class_never_trained_on_is_a_mistake(self):
        places = [(-2, 0), (-1, 0), (1, 0), (2, 0), (0, 3), (0, 4), (5, 5)]
        points = Points.of(places, ["A", "A", "B", "B", "C", "A", None])
        trace = Trace(Document(points, (Learner.of("perceptron"),)))
        scene = replace(
            scene_of(Learner.of("perceptron")), points=points, parts=np.array([0, 0, 0, 0, 1, 0, 0])
        )
        trained = Trace(
            Document(points.take(np.array([0, 1, 2, 3, 5])), (Learner.of("perceptron"),))
        )
        assert trace.problem(0).classes == ("A", "B", "C") and trained.problem(0).classes == (
            "A",
            "B",
        )
        scene = replace(scene, model=trained.model(200), step=None)
        marks = plane_panel(scene, ("wrong",), FRAME).named("wrong")
        crossed = [place for mark in marks for place in mark.places.tolist()]
        answers = trained.model(200).scores(points.x)[:, 0] > 0
        wrong = [
            place
            for place, label, yes in zip(places, "AABBCA", answers, strict=False)
            if label != "AB"[int(yes)]
        ]
        assert [0.0, 3.0] in crossed
        assert crossed == [list(map(float, place)) for place in wrong]

    @pytest.mark.parametrize(
        ("margin", "text"),
        [
            (-0.0, "0"),
            (-1e-9, "−1×10⁻⁹"),
            (0.5, "0.5"),
            (-12.345, "−12.3"),
            (-1.234e97, "−1.23×10⁹⁷"),
            (0.00001234, "1.23×10⁻⁵"),
        ],
    )
    def test_that_the_label_of_an_example_has_three_digits_at_most_and_no_sign_at_0(
        self, margin, text
    ):
        scene = scene_of(Learner.of("perceptron"), t=1)
        scene = replace(scene, step=replace(scene.step, margins=np.array([margin])))
        (label,) = [
            item
            for item in plane_panel(scene, ("example",), FRAME).items
            if isinstance(item, Label)
        ]
        assert label.text.endswith(f" was {text}")  # before the update that was made

    def test_that_the_very_first_update_has_a_margin_of_plain_0(self):
        for seed in range(5):
            points = Source("blobs", seed).draw()
            trace = Trace(Document(points, (Learner.of("perceptron"),), seed=seed))
            scene = replace(
                scene_of(Learner.of("perceptron")),
                points=points,
                parts=np.zeros(len(points), int),
                model=trace.model(1),
                step=trace.step(1),
            )
            (label,) = [
                item
                for item in plane_panel(scene, ("example",), FRAME).items
                if isinstance(item, Label)
            ]
            assert label.text.endswith(" was 0")

    def test_that_a_margin_is_said_as_of_now_where_nothing_changed_it_yet(self):
        scene = scene_of(Learner.of("perceptron"), t=1)
        for now in (
            replace(scene, coming=True),
            replace(scene, step=replace(scene.step, updated=False)),
        ):
            (label,) = [
                item
                for item in plane_panel(now, ("example",), FRAME).items
                if isinstance(item, Label)
            ]
            assert re.fullmatch(r"#\d+  margin −?[\d.]+", label.text)

    def test_that_the_legend_names_what_the_layers_draw(self):
        scene = scene_of(Learner.of("svm", lam=0.1), "overlapping-blobs")
        shown = ("supports", "margins", "slack", "weights", "legend")
        words = [entry.text for entry in legend_entries(scene, shown)]
        counted = len(scene.supports[0])
        assert words[:5] == [
            "A  y = −1",
            "B  y = +1",
            f"on or inside the street ({counted})",
            "street",
            "slack",
        ]
        assert [word.partition(" ×")[0] for word in words[5:]] == [
            "w",
            "w before",
            "line before",
        ]
        best = optimum(scene.model.problem)
        words = [
            entry.text for entry in plane_panel(replace(scene, optimum=best), shown, FRAME).legend
        ]
        assert words[2:4] == [
            f"free, at the optimum ({len(best.free)})",
            f"bounded ({len(best.bounded)})",
        ]
        points = Points.of([(0.0, 0.0), (1.0, 1.0), (2.0, 0.5)], ["A", "B", None])
        scene = replace(scene, points=points, parts=np.zeros(3, int), model=None, step=None)
        assert [entry.text for entry in plane_panel(scene, ("legend",), FRAME).legend] == [
            "A",
            "B",
            "unlabelled",
        ]

    @pytest.mark.parametrize(
        ("learner", "classes", "signed"),
        [
            (Learner("perceptron"), 2, True),
            (Learner.of("svm", space="rbf"), 2, True),
            (Learner("perceptron"), 3, False),
            (Learner("naive-bayes"), 2, False),
        ],
    )
    def test_that_y_stands_beside_two_classes_where_a_margin_is_y_times_s(
        self, learner, classes, signed
    ):
        points = make_points("blobs", n=60, classes=classes)
        trace = Trace(Document(points, (learner,)))
        scene = replace(
            scene_of(Learner("perceptron")), points=points, parts=np.zeros(60, int),
            model=trace.model(5), step=None, learner=learner,
        )  # fmt: skip
        words = [entry.text for entry in plane_panel(scene, ("legend",), FRAME).legend]
        names = list("ABC"[:classes])
        assert words == (["A  y = −1", "B  y = +1"] if signed else names)

    def test_that_many_points_are_smaller_and_their_marks_with_them(self):
        sizes = []
        for n in (60, 500, 3000):
            scene = scene_of(Learner.of("svm"), t=50)
            points = make_points("overlapping-blobs", seed=1, n=n)
            trace = Trace(Document(points, (Learner.of("svm"),)))
            scene = replace(
                scene,
                points=points,
                parts=np.zeros(n, int),
                model=trace.model(50),
                step=trace.step(50),
            )
            panel = plane_panel(scene, ("supports", "wrong", "points"), FRAME)
            marks = [item for item in panel.items if isinstance(item, Marks)]
            dots = [
                mark
                for item in panel.items
                if isinstance(item, Group) and item.name == "points"
                for mark in item.items
            ]
            sizes.append([mark.size for mark in (*dots, *marks)])
        rings = [each.pop(2) for each in sizes]  # which lie on each other long before the points do
        assert rings[0] > rings[1] > rings[2] > sizes[2][0] + 1 and rings[1] < 1.5 * sizes[1][0]
        assert sizes[0] == sizes[1]
        assert all(
            0.5 * large <= small < 0.7 * large
            for small, large in zip(sizes[2], sizes[0], strict=True)
        )

    def test_that_the_optimum_tells_free_from_bounded(self):
        scene = scene_of(Learner.of("svm", lam=0.1, space="rbf"), "overlapping-blobs")
        best = optimum(scene.model.problem)
        scene = replace(scene, optimum=best)
        panel = plane_panel(scene, ("supports", "optimum"), FRAME)
        free, bounded = panel.named("free")[0].places, panel.named("bounded")[0].places
        y = np.where(scene.points.label == 1, 1, -1)
        m = y * best.model.scores(scene.points.x)[:, 0]
        assert len(free) and len(bounded)
        at = {tuple(x): value for x, value in zip(scene.points.x.tolist(), m.tolist(), strict=True)}
        assert max(abs(at[tuple(x)] - 1) for x in free.tolist()) < 1e-3
        assert max(at[tuple(x)] for x in bounded.tolist()) < 1 + 1e-3


class TestFurniture:
    def test_that_ticks_stand_under_their_places(self):
        scene = scene_of(Learner.of("svm"))
        panel = plane_panel(scene, ("axes",), Frame(50, 10, 400, 300))
        labels = [piece for piece in axes_and_legend(panel)[1] if isinstance(piece, Label)]
        for at, text in panel.across.ticks:
            found = [
                piece
                for piece in labels
                if piece.text == text and piece.anchor == "middle" and piece.place[1] > 310
            ]
            expected = 50 + 400 * (at - scene.view.left) / (scene.view.right - scene.view.left)
            assert any(piece.place[0] == pytest.approx(expected) for piece in found)

    @given(
        st.lists(st.text(min_size=1, max_size=30), min_size=1, max_size=9),
        st.floats(150, 900),
        st.floats(8, 40),
    )
    def test_that_a_legend_holds_its_words(self, names, width, font):
        entries = tuple(Entry(name, "disc", "#000000") for name in names)
        panel = Panel(Frame(0, 0, width, 400), View(0, 0, 1, 1), (), legend=entries, font=font)
        pieces = legend(panel)
        box, words = pieces[0], [piece for piece in pieces if isinstance(piece, Label)]
        for piece, name in zip(
            words, names, strict=True
        ):  # a name too long for the panel is cut short
            fits = text_width(sanitise(name), font) <= width - 4.8 * font
            assert (
                piece.text == sanitise(name)
                if fits
                else sanitise(name).startswith(piece.text.removesuffix("…"))
            )
        for piece in words:
            assert (
                box.x < piece.place[0]
                and piece.place[0] + text_width(piece.text, font) < box.x + box.width
            )
            assert (
                box.y < piece.place[1] - 0.5 * font
                and piece.place[1] + 0.5 * font < box.y + box.height
            )

    @given(st.text(max_size=200), st.floats(30, 500))
    def test_that_wrapping_loses_no_word(self, text, width):
        lines = wrapped(text, width, 12.0)
        assert " ".join(lines).split() == text.split()
        assert all(text_width(line, 12.0) <= width or len(line.split()) == 1 for line in lines)


class TestFigure:
    @pytest.mark.parametrize("view", VIEWS)
    @pytest.mark.parametrize("axes", [True, False])
    def test_that_everything_lies_on_the_page(self, view, axes):
        source = Source("moons", 0)
        trace = Trace(
            Document(source.draw(), (Learner.of("svm", space="rbf"),), shares=(60.0, 20.0, 20.0))
        )
        picture = draw(
            Figure(view=view, axes=axes, title="A title", caption=True), Snapshot.of(trace, 200)
        )
        assert len(picture.panels) == {"plane": 1, "curves": 1, "both": 2}.get(
            view, len(picture.panels)
        )
        for panel in picture.panels:
            beneath, above = axes_and_legend(panel)
            for piece in (*beneath, *above, *picture.notes):
                for x, y in _corners(piece):
                    assert -1 <= x <= picture.width + 1 and -1 <= y <= picture.height + 1, piece
        for one, other in pairwise(panel.frame for panel in picture.panels):
            assert one.x + one.width < other.x or one.y + one.height < other.y
        assert any("Step 200" in note.text for note in picture.notes)
        if view == "plane":
            assert picture.panels[0].title == "A title"

    @pytest.mark.parametrize("view", VIEWS)
    @pytest.mark.parametrize(
        ("far", "high"), [(1_000_000, 1e194), (40, 2_500_000.0), (10_000_000, 0.000025)]
    )
    def test_that_long_numbers_have_room_on_the_page(self, view, far, high, monkeypatch):
        monkeypatch.setattr(plane_and_curves, "converged", lambda *_: None)  # it would train them
        points = Points.of([(-4e6, -4e6), (4e6, 1e6)], ["A", "B"])
        trace = Trace(Document(points, (Learner.of("perceptron"),)))
        values = np.array([0.0, far]), {"objective": np.array([high, 0.1 * high])}
        moment = replace(Snapshot.of(trace, 3), values=values, t=far)
        picture = draw(Figure(view=view), moment)
        words = [
            piece
            for panel in picture.panels
            for piece in axes_and_legend(panel)[1]
            if isinstance(piece, Label)
        ]
        assert any(len(piece.text) > 5 for piece in words) or view not in (
            "plane",
            "curves",
            "both",
        )
        for piece in words:
            for x, _ in _corners(piece):
                assert 0 <= x <= picture.width, piece

    @pytest.mark.parametrize("view", VIEWS)
    def test_that_a_long_title_is_in_lines_over_the_frame(self, view):
        title = "What a support vector machine has learnt of the two moons after three hundred updates, $x$ as it is"
        trace = Trace(Document(make_points("moons", seed=0), (Learner.of("perceptron"),)))
        picture = draw(Figure(view=view, title=title), Snapshot.of(trace, 3))
        pieces = (
            axes_and_legend(picture.panels[0])[1] if picture.panels else ()
        )  # a view may have nothing to show of it
        words, top = (
            (*pieces, *picture.notes),
            picture.panels[0].frame.y if picture.panels else picture.height,
        )
        lines = [piece for piece in words if isinstance(piece, Label) and piece.bold]
        assert len(lines) > 1 and " ".join(line.text for line in lines) == title
        for line in lines:
            (left, high), (right, bottom) = _corners(line)
            assert 0 <= left < right <= picture.width and 0 <= high < bottom <= top

    @pytest.mark.parametrize(
        ("before", "after"), [("perceptron", "logistic"), ("naive-bayes", "gaussian-naive-bayes")]
    )
    def test_that_a_caption_explains_an_update_by_the_learner_that_made_it(self, before, after):
        points = Source("blobs", 0).draw()
        plain = Document(points, (Learner.of(before),))
        trace = Trace(plain.after(Change(10, learners=(Learner.of(after),))))
        lines = [
            note.text
            for note in draw(Figure(caption=True, width=2000), Snapshot.of(trace, 10)).notes
        ]
        alone = [
            note.text
            for note in draw(Figure(caption=True, width=2000), Snapshot.of(Trace(plain), 10)).notes
        ]
        assert lines == alone
        assert draw(Figure(caption=True), Snapshot.of(trace, 11)).notes

    def test_that_numbers_stand_at_the_lines_of_the_grid(self):
        for source in (Source("spiral", 0), Source("moons", 0), Source("iris", 0)):
            trace = Trace(Document(source.draw(), (Learner.of("perceptron"),)))
            panel = draw(Figure(width=960, height=540), Snapshot.of(trace, 0)).panels[0]
            lines = panel.named("grid")[-1].lines
            across = [line[0, 0] for line in lines if line[0, 0] == line[1, 0]]
            assert [at for at, _ in panel.across.ticks] == across
            assert len(across) >= 3 and len(panel.up.ticks) >= 2

    def test_that_a_run_without_points_to_train_on_still_has_a_figure(self):
        points = Points.of([(0, 0), (1, 1)], ["A", "A"])
        moment = Snapshot.of_points(points)
        for view in VIEWS:
            picture = draw(Figure(view=view), moment)
            assert picture.panels or len(" ".join(note.text for note in picture.notes)) > 20


def _corners(piece):
    if isinstance(piece, Frame):
        return [(piece.x, piece.y), (piece.x + piece.width, piece.y + piece.height)]
    if isinstance(piece, Group):
        return [corner for each in piece.items for corner in _corners(each)]
    if isinstance(piece, Marks):
        return piece.places
    if isinstance(piece, Lines):
        return np.concatenate(piece.lines) if piece.lines else []
    x, y = piece.place
    wide = text_width(piece.text, piece.size, piece.bold)
    if piece.turned:
        return [(x - piece.size / 2, y - wide / 2), (x + piece.size / 2, y + wide / 2)]
    left = {"start": x, "middle": x - wide / 2, "end": x - wide}[piece.anchor]
    return [(left, y - piece.size / 2), (left + wide, y + piece.size / 2)]


def area(ring):
    x, y = np.asarray(ring).T
    return 0.5 * abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1)))
