"""The scene of three features, against a projection, a product and a painter's order written
here."""

import itertools
import re
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest

from linlab.engine.data.datasets import make_points
from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.palette import LIGHT
from linlab.engine.picture.shapes import Areas, Group, Label, Lines, Marks
from linlab.engine.train.trace import Trace
from linlab.engine.views.features.order import SLICES
from linlab.engine.views.features.product import lines
from linlab.engine.views.features.space import LECTURE
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, draw

SQUARES = {"space": "polynomial", "degree": 2, "coef0": 0}
QUADRATIC = {"space": "monomial", "degree": 2}
PLAIN = {"first": "x1", "second": "x2", "third": "x1x2"}
BY_KEY = {
    "x1": lambda u, v: u,
    "x2": lambda u, v: v,
    "x1^2": lambda u, v: u * u,
    "x1x2": lambda u, v: u * v,
    "sqrt2*x1x2": lambda u, v: 2**0.5 * u * v,
    "x2^2": lambda u, v: v * v,
    "x1^2x2": lambda u, v: u * u * v,
}
HEIGHT = 0.75


def moment(model, t, data="circles", n=60, settings=SQUARES, **knobs):
    points = make_points(data, n=n, seed=2, **knobs)
    return Snapshot.of(Trace(Document(points, (Learner.of(model, **settings),))), t)


def figure(**options):
    return Figure(view="features", width=420, height=520, options=tuple(options.items()))


def scene(at, **options):
    return draw(figure(**options), at, LIGHT).panels[0]


def words(at, **options):
    return [
        item.text
        for item in draw(figure(**options), at, LIGHT).panels[1].items
        if isinstance(item, Label)
    ]


def flat(items):
    for item in items:
        yield from flat(item.items) if isinstance(item, Group) else (item,)


def marks_in(panel):
    return [
        item
        for item in flat(panel.named("scene"))
        if isinstance(item, Marks) and item.ids is not None
    ]


def marks_of(panel, at):
    """Where each point is drawn, in the order of the points. (n, 2)"""
    where = {
        int(id): place
        for item in marks_in(panel)
        for id, place in zip(item.ids, item.places, strict=True)
    }
    assert len(where) == len(at.points)
    return np.array([where[int(id)] for id in at.points.ids])


def features(at, keys=("x1^2", "sqrt2*x1x2", "x2^2")):
    return np.array([[BY_KEY[key](u, v) for key in keys] for u, v in at.points.x])


def turned(q, azimuth, elevation):
    """Two turns, one after the other, about the upright axis and about the one across. (n, 3):
    across, up, towards the eye"""
    a, e = np.radians(azimuth), np.radians(elevation)
    about_z = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
    x, y, z = about_z @ np.asarray(q).T
    return np.stack([x, z * np.cos(e) + y * np.sin(e), z * np.sin(e) - y * np.cos(e)], axis=1)


def linear_in(values, places):
    """The places as a linear function of the values, and what is left over."""
    design = np.column_stack([values, np.ones(len(values))])
    solution, *_ = np.linalg.lstsq(design, places, rcond=None)
    return solution, np.abs(design @ solution - places).max()


def in_the_box(at, keys=("x1^2", "sqrt2*x1x2", "x2^2")):
    """The points in the units of the box, of which the edges are read off the numbers at them."""
    values = features(at, keys)
    panel = scene(
        at,
        azimuth=0.0,
        elevation=90.0,
        **dict(zip(("first", "second", "third"), keys, strict=True)),
    )
    across = marks_of(panel, at)
    beside = marks_of(
        scene(
            at,
            azimuth=0.0,
            elevation=0.0,
            **dict(zip(("first", "second", "third"), keys, strict=True)),
        ),
        at,
    )
    assert np.allclose(across[:, 0], beside[:, 0])
    q = np.column_stack([across, beside[:, 1]])
    assert all(linear_in(values[:, [k]], q[:, [k]])[1] < 1e-9 for k in range(3))
    assert (np.abs(q) <= (1, 1, HEIGHT)).all()
    return q


@pytest.mark.parametrize(
    ("azimuth", "elevation"), [(25.0, 22.0), (-130.0, 60.0), (90.0, 0.0), (180.0, 90.0)]
)
@pytest.mark.parametrize(
    "options", [{}, PLAIN, {"first": "x1^2x2", "second": "x1", "third": "x2^2"}]
)
def test_that_each_point_stands_at_its_three_features_seen_from_that_side(
    options, azimuth, elevation
):
    at = moment("svm", 40)
    keys = tuple(options.values()) or ("x1^2", "sqrt2*x1x2", "x2^2")
    q = in_the_box(at, keys)
    places = marks_of(scene(at, azimuth=azimuth, elevation=elevation, **options), at)
    assert np.allclose(places, turned(q, azimuth, elevation)[:, :2])


def test_that_the_slider_lifts_points_from_their_plane_along_straight_ways():
    at = moment("svm", 40)
    flat, whole = (marks_of(scene(at, lift=lift), at) for lift in (0.0, 1.0))
    for lift in (0.2, 0.7):
        assert np.allclose(marks_of(scene(at, lift=lift), at), (1 - lift) * flat + lift * whole)
    above = marks_of(scene(at, lift=0.0, azimuth=0.0, elevation=90.0), at)
    (slope, rest) = linear_in(at.points.x, above)
    assert (
        rest < 1e-9
        and slope[0, 0] > 0
        and slope[1, 1] > 0
        and abs(slope[0, 1]) + abs(slope[1, 0]) < 1e-9
    )
    assert not scene(at, lift=0.7).named("plane") and scene(at, lift=0.7).named(
        "boundary"
    )  # no plane on the way


# The plane


def score_of(at, keys):
    """The score as a function of any place of the feature space, by the lecture: w = Σ aₙ φ(xₙ), or
    the weights. (rows,)"""
    problem = at.model.single.problem
    weights, bias = problem.split(at.model.single.theta)
    if problem.dual:
        phi = features(replace(at, points=Points.of(problem.x, ["?"] * problem.n)), keys)
        if problem.learner["space"] == "linear-kernel":
            phi *= [key in ("x1", "x2") for key in keys]
        rows = [sum(a * f for a, f in zip(row, phi, strict=True)) for row in weights]
    else:
        names = {
            "x1": "x₁",
            "x2": "x₂",
            "x1^2": "x₁²",
            "x1x2": "x₁x₂",
            "sqrt2*x1x2": "x₁x₂",
            "x2^2": "x₂²",
        }
        shares = [2**-0.5 if key.startswith("sqrt2") else 1.0 for key in keys]
        columns = [
            problem.names.index(names[key]) if names[key] in problem.names else None for key in keys
        ]
        rows = [
            np.array(
                [0.0 if c is None else s * row[c] for c, s in zip(columns, shares, strict=True)]
            )
            for row in weights
        ]
    return lambda f: np.array([w @ f + b for w, b in zip(rows, bias, strict=True)])


def winner(scores):
    return int(scores[0] > 0) if len(scores) == 1 else int(np.argmax(scores))


def inside(ring, place):
    a, b = ring, np.roll(ring, -1, axis=0)
    side = (b[:, 0] - a[:, 0]) * (place[1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (place[0] - a[:, 0])
    return (side > -1e-7).all() or (side < 1e-7).all()


def in_space(both, one, other):
    """The places that are seen so from two sides, and what does not fit. (k, 3)"""
    seen = np.concatenate([one, other], axis=1)
    place, *_ = np.linalg.lstsq(both.T, seen.T, rcond=None)
    return place.T, np.abs(both.T @ place - seen.T).max()


EXACT = [
    ("svm", SQUARES, {}),
    ("perceptron", SQUARES, {}),
    ("mira", SQUARES, {}),
    ("logistic", SQUARES, {}),
    ("svm", {"space": "linear"}, PLAIN),
    ("pegasos", {"space": "linear"}, PLAIN),
    ("perceptron", {"space": "linear-kernel"}, PLAIN),
    ("averaged-perceptron", {"space": "linear"}, {"first": "x2", "second": "x1^2", "third": "x1"}),
]


@pytest.mark.parametrize("t", [1, 35, 600])
@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize(("model", "settings", "options"), EXACT)
def test_that_the_plane_holds_exactly_the_places_where_the_answer_changes(
    model, settings, options, classes, t
):
    further = moment(model, t + (t == 35), "blobs", 40, settings, classes=classes, noise=0.8)
    at = Snapshot.of(further.trace, t)  # in the middle after a step back
    keys = tuple(options.values()) or ("x1^2", "sqrt2*x1x2", "x2^2")
    q, values = in_the_box(at, keys), features(at, keys)
    back, rest = linear_in(q, values)  # from the box to the features
    assert rest < 1e-6 * np.abs(values).max()
    score, rng = score_of(at, keys), np.random.default_rng(t)

    def answer(place):
        return winner(score(np.append(place, 1.0) @ back))

    turns = [(25.0, 22.0), (-100.0, 50.0)]
    rings = [
        [item.rings[0] for item in scene(at, azimuth=a, elevation=e, **options).named("plane")]
        for a, e in turns
    ]
    assert not rings[0] or "own" in " ".join(words(at, **options))
    met = 0
    for _ in range(60):
        ends = rng.uniform(-1, 1, (2, 3)) * (1, 1, HEIGHT)
        if answer(ends[0]) == answer(ends[1]):
            continue
        low, high = ends
        for _ in range(50):
            middle = (low + high) / 2
            low, high = (middle, high) if answer(middle) == answer(ends[0]) else (low, middle)
        met += 1
        for (a, e), found in zip(
            turns, rings, strict=True
        ):  # it is seen on a piece of the plane from either side
            assert any(inside(ring, turned(low[None], a, e)[0, :2]) for ring in found)
    assert met > 3 or len(rings[0]) < 2
    both = np.concatenate([turned(np.eye(3), *turn)[:, :2] for turn in turns], axis=1)  # (3, 4)
    for first in rings[0]:  # and each corner of the plane is such a place
        second = next(
            ring
            for ring in rings[1]
            if len(ring) == len(first) and in_space(both, first, ring)[1] < 1e-9
        )
        for place in in_space(both, first, second)[0]:
            s = score(np.append(place, 1.0) @ back)
            top = np.sort(np.append(s, 0.0) if len(s) == 1 else s)
            assert abs(top[-1] - top[-2]) <= 1e-6 * (
                np.abs(s).max() + np.abs(score(back[3])).max() + 1
            )
            assert (np.abs(place) <= np.array([1, 1, HEIGHT]) + 1e-6).all()


@pytest.mark.parametrize("classes", [2, 4])
def test_that_every_point_is_on_the_side_of_its_answer(classes):
    at = moment("svm", 400, "blobs", 40, SQUARES, classes=classes)
    keys = ("x1^2", "sqrt2*x1x2", "x2^2")
    score = score_of(at, keys)
    for f, s in zip(features(at, keys), at.model.scores(at.points.x), strict=True):
        assert np.allclose(score(f), s)


def test_that_a_cut_fixes_the_other_features_at_their_mean_and_says_so():
    at = moment("logistic", 300, settings=QUADRATIC)
    said = " ".join(words(at))
    x = at.model.examples.x
    for name, k in (("x₁", 0), ("x₂", 1)):
        (value,) = re.findall(rf"{name} = (−?[\d.]+)", said)
        assert float(value.replace("−", "-")) == pytest.approx(x[:, k].mean(), rel=5e-3)
    assert said.startswith("A cut") and "own" not in said
    w, b = at.model.parts()
    w, b = (
        w[0],
        b[0] + w[0, 0] * x[:, 0].mean() + w[0, 1] * x[:, 1].mean(),
    )  # names: x₁, x₂, x₁², x₁x₂, x₂²
    q, values = in_the_box(at), features(at)
    back, _ = linear_in(q, values)
    rings = [
        scene(at, azimuth=a, elevation=e).named("plane")[0].rings[0]
        for a, e in ((0.0, 90.0), (0.0, 0.0))
    ]
    for above, beside in zip(*rings, strict=True):
        f = np.append(np.append(above, beside[1]), 1.0) @ back
        assert w[2] * f[0] + w[3] * f[1] / 2**0.5 + w[4] * f[2] + b == pytest.approx(
            0, abs=1e-9 * np.abs(values).max() * 10
        )


def test_that_the_printed_plane_is_the_sum_over_examples():
    at = moment("svm", 77)
    (said,) = [line for line in [" ".join(words(at))] if "own" in line]
    terms = re.findall(
        r"(−|\+|=) (−?[\d.]+)(?: (x₁²|√2x₁x₂|x₂²))?", said.split(": s ")[1].rpartition("= 0")[0]
    )
    problem, (a, b) = at.model.single.problem, at.model.parts()
    expected = [
        sum(c * BY_KEY[key](u, v) for c, (u, v) in zip(a[0], problem.x, strict=True))
        for key in ("x1^2", "sqrt2*x1x2", "x2^2")
    ] + [b[0]]
    for (sign, size, _), value in zip(terms, expected, strict=True):
        shown = float(size.replace("−", "-")) * (-1 if sign == "−" else 1)
        assert shown == pytest.approx(value, rel=6e-3)


# From back to front


def painted(panel):
    """Marks, pieces of lines and pieces of the plane in the order in which they are painted."""
    for item in flat(panel.named("scene")):
        if isinstance(item, Marks) and item.ids is not None:
            yield from (
                ("mark", place, int(id), item.size)
                for place, id in zip(item.places, item.ids, strict=True)
            )
        elif isinstance(item, Areas):
            yield "plane", item.rings[0], None, 0.0
        elif isinstance(item, Lines) and item.name == "drops":
            yield from (("drop", line, None, 0.0) for line in item.lines)


def touching(panel, a, b, size):
    return np.hypot(*(panel.to_page(a) - panel.to_page(b))[0]) < size


@pytest.mark.parametrize(
    ("azimuth", "elevation"), [(25.0, 22.0), (-70.0, 5.0), (140.0, 55.0), (-160.0, 88.0)]
)
@pytest.mark.parametrize("lift", [0.4, 1.0])
def test_that_of_two_marks_that_touch_the_nearer_is_painted_later(azimuth, elevation, lift):
    at = moment("svm", 60, "overlapping-blobs", 300)
    q = in_the_box(at)
    if lift < 1:
        above = marks_of(scene(at, lift=0.0, azimuth=0.0, elevation=90.0), at)
        q = lift * q + (1 - lift) * np.column_stack([above, np.full(len(q), -HEIGHT)])
    depth = dict(zip(at.points.ids.tolist(), turned(q, azimuth, elevation)[:, 2], strict=True))
    panel = scene(at, azimuth=azimuth, elevation=elevation, lift=lift)
    score, back = score_of(at, ("x1^2", "sqrt2*x1x2", "x2^2")), at.model.scores(at.points.x)
    assert np.allclose([score(f) for f in features(at)], back)
    side = dict(
        zip(at.points.ids.tolist(), (back[:, 0] > 0) & (lift == 1), strict=True)
    )  # between these lies the plane
    marks = [(place, id, size) for kind, place, id, size in painted(panel) if kind == "mark"]
    checked = 0
    page = panel.to_page(np.array([place for place, _, _ in marks]))
    for (i, (_, id, size)), (j, (_, other, _)) in itertools.combinations(enumerate(marks), 2):
        if np.hypot(*(page[i] - page[j])) < size and side[id] == side[other]:
            assert depth[id] <= depth[other] + 1e-9
            checked += 1
    assert checked > 100


def test_that_very_many_points_are_painted_in_few_strokes_from_back_to_front():
    at = moment("perceptron", 0, "overlapping-blobs", 4000)  # before there is a plane
    q = in_the_box(at)
    depth = dict(zip(at.points.ids.tolist(), turned(q, 25.0, 22.0)[:, 2], strict=True))
    marks = marks_in(scene(at, azimuth=25.0, elevation=22.0))
    assert len(marks) <= 2 * SLICES
    slice_deep, nearest = np.ptp(list(depth.values())) / SLICES, -np.inf
    for mark in marks:
        own = [depth[id] for id in mark.ids.tolist()]
        assert own == sorted(own) and own[0] > nearest - 1.001 * slice_deep
        nearest = max(nearest, own[-1])


@pytest.mark.parametrize(("azimuth", "elevation"), [(-60.0, 22.0), (-130.0, 35.0), (60.0, 70.0)])
@pytest.mark.parametrize(("data", "classes"), [("circles", None), ("blobs", 4)])
def test_that_points_behind_the_plane_are_painted_before_it_and_those_in_front_after(
    data, classes, azimuth, elevation
):
    at = moment("svm", 400, data, 80, SQUARES, **({"classes": classes} if classes else {}))
    keys = ("x1^2", "sqrt2*x1x2", "x2^2")
    q, values = in_the_box(at), features(at)
    back, _ = linear_in(q, values)
    score = score_of(at, keys)
    towards = np.linalg.inv(turned(np.eye(3), azimuth, elevation).T)[
        :, 2
    ]  # a step to the eye, in the box
    index = {int(id): k for k, id in enumerate(at.points.ids)}
    order = list(painted(scene(at, azimuth=azimuth, elevation=elevation)))
    planes = [(k, ring) for k, (kind, ring, _, _) in enumerate(order) if kind == "plane"]
    assert planes
    sides = {True: 0, False: 0}
    for k, (kind, place, id, _) in enumerate(order):
        if kind != "mark":
            continue
        start = q[index[id]]
        for rank, ring in planes:
            if not inside(ring, place):
                continue
            # where the line of sight meets this piece: the answer changes at most there on the way
            steps = np.linspace(-4, 4, 1601)
            way = start + steps[:, None] * towards
            kept = (np.abs(way) <= (1.0, 1.0, HEIGHT)).all(axis=1)
            seen = np.array([winner(score(np.append(place, 1.0) @ back)) for place in way[kept]])
            changes = steps[kept][1:][np.diff(seen) != 0]
            if len(changes) != 1 or abs(changes[0]) < 0.02:
                continue  # several pieces lie behind each other here, or it lies in the plane
            behind = bool(changes[0] > 0)
            assert (k < rank) == behind
            sides[behind] += 1
    assert sides[True] + sides[False] > 5


def test_that_lines_to_the_floor_go_behind_nearer_marks_and_before_farther_ones():
    at = moment("svm", 300, n=60)
    azimuth, elevation = 25.0, 40.0
    q = in_the_box(at)
    depth = dict(zip(at.points.ids.tolist(), turned(q, azimuth, elevation)[:, 2], strict=True))
    panel = scene(at, azimuth=azimuth, elevation=elevation)
    order = list(painted(panel))
    feet = {
        round(float(place[0]), 6): k for k, place in enumerate(turned(q, azimuth, elevation)[:, :2])
    }
    checked = 0
    for rank, (kind, line, _, _) in enumerate(order):
        if kind != "drop":
            continue
        own = q[feet[round(float(line[0, 0]), 6)]]
        assert abs(line[0, 0] - line[1, 0]) < 1e-9  # upright on the page
        for other, (what, place, id, size) in enumerate(order):
            if what != "mark" or id == at.points.ids[feet[round(float(line[0, 0]), 6)]]:
                continue
            near = np.clip(place[1], *sorted(line[:, 1]))
            if not touching(panel, place, (line[0, 0], near), size / 2):
                continue
            height = (near - turned(own[None] * (1, 1, 0), azimuth, elevation)[0, 1]) / np.cos(
                np.radians(elevation)
            )
            there = turned([(own[0], own[1], height)], azimuth, elevation)[0, 2]
            if abs(there - depth[id]) > 0.25:  # a piece is as long as that
                assert (rank < other) == (there < depth[id])
                checked += 1
    assert checked > 20


def test_that_the_floor_and_the_far_walls_are_behind_everything():
    at = moment("svm", 60)
    q = in_the_box(at)
    for azimuth, elevation in ((25.0, 22.0), (-130.0, 35.0), (170.0, 0.0), (80.0, 90.0)):
        panel = scene(at, azimuth=azimuth, elevation=elevation)
        names = [item.name for item in panel.items]
        assert names.index("walls") < names.index("floor") < names.index("scene")
        for ring in panel.named("walls")[0].rings:  # each wall is the one away from the eye
            hidden = [
                corner
                for corner in itertools.product((-1, 1), (-1, 1), (-HEIGHT, HEIGHT))
                if any(
                    np.allclose(turned([corner], azimuth, elevation)[0, :2], place)
                    for place in ring
                )
            ]
            middle = turned(hidden, azimuth, elevation)[:, 2].mean()
            assert middle <= 1e-9
        assert (turned(q, azimuth, elevation)[:, 2] < 3).all()


# (x·x′)² = φ(x)·φ(x′)


def plain(text):
    return Decimal(text.replace("−", "-"))


def total(text):
    """What printed numbers with + and − between them make."""
    parts = re.findall(r"(^|[+−] )(−?[\d.]+)", text.strip())
    return sum(
        (plain(size) * (-1 if sign.startswith("−") else 1) for sign, size in parts), Decimal(0)
    )


def test_that_the_printed_product_comes_out_digit_by_digit_and_is_the_kernel():
    rng, tried = np.random.default_rng(5), 0
    for _ in range(300):
        x, other = rng.normal(0, rng.choice([0.3, 1.0, 5.0]), (2, 2))
        first, kernel, product = lines(x, other, LECTURE)
        assert ("≈" in kernel) == ("≈" in product)
        if "≈" in kernel:
            continue
        tried += 1
        inside, root, result = re.fullmatch(
            r"\(x·x′\)² = \((.*)\)² = \(?(−?[\d.]+)\)?² = (.*)", kernel
        ).groups()
        places = -plain(result).as_tuple().exponent
        assert total(inside) == plain(root)
        assert round(plain(root) ** 2, places) == plain(result)
        left, right = re.fullmatch(r"φ\(x\)·φ\(x′\) = (.*) = (.*)", product).groups()
        assert total(left) == plain(right) and right == result
        by_hand = (x[0] * other[0] + x[1] * other[1]) ** 2
        by_map = (
            x[0] ** 2 * other[0] ** 2
            + 2 * x[0] * x[1] * other[0] * other[1]
            + x[1] ** 2 * other[1] ** 2
        )
        half = 0.5 * 10.0**-places * (1 + 1e-9)
        assert (
            abs(by_hand - float(plain(result))) <= half
            and abs(by_map - float(plain(result))) <= half
        )
        numbers = [plain(n) for n in re.findall(r"−?[\d.]+", first)]
        products = numbers[0] * numbers[2], numbers[1] * numbers[3]
        decimals = -plain(root).as_tuple().exponent
        assert total(inside) == sum(round(p, decimals) for p in products)
    assert tried > 250


def test_that_the_two_points_are_those_that_are_selected_or_pointed_at_or_trained_on():
    at = moment("svm", 33)
    ids = at.points.ids.tolist()
    trained = int(at.step.ids[0])
    free = [id for id in ids if id != trained]
    asked = "Shift-click"
    assert asked in words(at)[-1] and not [
        i for i in scene(at).items if isinstance(i, Label) and i.text == "x′"
    ]
    for changes, pair in (
        ({"selection": frozenset(free[:2])}, free[:2]),
        ({"pointed": free[4]}, (free[4], trained)),
        ({"selection": frozenset(free[5:6]), "pointed": free[1]}, (free[5], free[1])),
        ({"selection": frozenset(free[5:6])}, (free[5], trained)),
    ):
        now = replace(at, **changes)
        x, other = (at.points.x[at.points.index(id)] for id in pair)
        shown = words(now)
        assert tuple(shown[-3:]) == lines(x, other, LECTURE) and str(shown[-1]).startswith(
            "φ(x)·φ(x′)"
        )
        panel = scene(now)
        where = {
            item.text: item.place
            for item in panel.items
            if isinstance(item, Label) and item.text in ("x", "x′")
        }
        assert np.allclose(
            [where["x"], where["x′"]], [marks_of(panel, now)[ids.index(id)] for id in pair]
        )


def test_that_other_monomials_have_another_product():
    at = moment("svm", 33)
    now = replace(at, selection=frozenset(at.points.ids[:2].tolist()))
    last = words(now, **PLAIN)[-1]
    (u, v), (s, t) = at.points.x[:2]
    left, right = re.fullmatch(r"φ\(x\)·φ\(x′\) = (.*) = (.*)", last).groups()
    assert total(left) == plain(right)
    assert float(plain(right)) == pytest.approx(u * s + v * t + u * v * s * t, abs=6e-3)


# What is said, and what is chosen


@pytest.mark.parametrize(
    ("model", "settings", "t", "said"),
    [
        ("svm", SQUARES, 0, "w = 0"),
        ("voted-perceptron", QUADRATIC, 30, "vote"),
        ("svm", {"space": "rbf"}, 30, "no plane"),
        ("svm", {"space": "fourier"}, 30, "no plane"),
        ("naive-bayes", {}, 30, "bins"),
        ("perceptron", {"space": "linear"}, 30, "none of these three"),
        ("gaussian-naive-bayes", {}, 60, "A cut"),
    ],
)
def test_that_it_says_why_there_is_no_plane_and_still_shows_the_points(model, settings, t, said):
    at = moment(model, t, settings=settings)
    assert said in " ".join(words(at))
    panel = scene(at)
    assert len(marks_of(panel, at)) == len(at.points)
    assert bool(panel.named("plane")) == ("A cut" in said)


def test_that_without_points_or_with_one_class_there_is_a_sentence():
    nothing = Snapshot.of_points(Points.of(np.empty((0, 2)), []))
    assert "no points" in VIEWS["features"].refuses(nothing)
    points = Points.of([(1, 2), (2, 1), (0, 1)], ["A", "A", "A"])
    alone = Snapshot.of_points(points)
    assert not VIEWS["features"].refuses(alone) and "no plane yet" in " ".join(words(alone))
    far = replace(
        Snapshot.of_points(Points.of([(1e100, 1), (0, -1e100)], ["A", "A"])),
        selection=frozenset({0, 1}),
    )
    assert np.isfinite(marks_of(scene(far, first="x1^3"), far)).all() and words(far)[-1].startswith(
        "φ(x)·φ(x′)"
    )


def test_that_a_feature_chosen_twice_gives_way_and_higher_powers_come_with_the_model():
    at = moment("svm", 20)
    panel = scene(at, first="x2^2")  # the third's own
    titles = [item.text for item in panel.items if isinstance(item, Label) and "x" in item.text]
    assert titles[0] == "x₂²" and len(set(titles)) == 3
    keys = dict(
        VIEWS["features"]
        .option("first")
        .choices(moment("svm", 9, settings={"space": "monomial", "degree": 5}))
    )
    assert keys["x1^5"] == "x₁⁵" and "x1^4" not in dict(
        VIEWS["features"].option("first").choices(at)
    )


def test_that_dev_and_test_points_and_those_without_a_class_are_told_apart():
    at = moment("svm", 20)
    points = replace(at.points, label=np.where(np.arange(60) < 6, -1, at.points.label))
    now = replace(at, points=points, parts=np.arange(60) % 3)
    panel = scene(now)
    shown = [item for item in flat(panel.named("scene")) if isinstance(item, Marks)]
    assert sum(len(item.places) for item in shown if item.name == "test") == 20
    hollow = {
        int(id)
        for item in shown
        if item.ids is not None and item.fill == LIGHT.card
        for id in item.ids
    }
    assert hollow == {int(id) for id, part in zip(points.ids, now.parts, strict=True) if part}
    assert {int(id) for item in shown if item.name == "unlabelled" for id in item.ids} == set(
        points.ids[:6].tolist()
    )
