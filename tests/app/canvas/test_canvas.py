"""The canvas against its picture, and against the file of it: the data of its items, named by
name."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from functools import cache

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtWidgets import QGraphicsPathItem

from linlab import Document, Learner, Points
from linlab.app.canvas.canvas import MOST_SINGLE_MARKS, Canvas
from linlab.app.canvas.items import Curve, Faces, Image, Mosaic, Words
from linlab.app.canvas.marks import Spots
from linlab.engine.data.guess import Guess
from linlab.engine.document.document import Source
from linlab.engine.export.figures.svg import svg
from linlab.engine.optimum.exact import optimum
from linlab.engine.picture.curves import MODES
from linlab.engine.picture.layers import LAYERS, MANNERS
from linlab.engine.picture.palette import LIGHT
from linlab.engine.picture.plane_panel import around, axes_frame, fitted, plane_panel
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import (
    Areas,
    Cells,
    Entry,
    Frame,
    Group,
    Label,
    Lines,
    Marks,
    Panel,
    Pen,
    Picture,
    Shading,
    View,
)
from linlab.engine.picture.showing.choice import answers
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, draw
from tests.app.waiting import wait_for_rest

KINDS = {
    Lines: (Curve, pg.PlotCurveItem),
    Marks: (Spots, pg.GraphicsObject),
    Label: (Words, pg.TextItem),
    Shading: (Image, pg.ImageItem),
    Cells: (Mosaic, pg.ImageItem),
    Areas: (Faces, QGraphicsPathItem),
    Group: (Spots, pg.GraphicsObject),
}


@cache
def moment(model="svm", space="linear", name="overlapping-blobs", t=60, others=()):
    source = Source(name, 1)
    learner = Learner.of(model) if space is None else Learner.of(model, space=space)
    learners = (learner, *map(Learner.of, others))
    trace = Trace(Document(source.draw(), learners, source=source, shares=(70.0, 30.0, 0.0)))
    return Snapshot.of(trace, t, optimum(trace.problem(t)) if model == "svm" else None)


AT_HOME = {
    "stacks": ("logistic", "linear", "frog"),
    "ellipses": ("gaussian-naive-bayes", None, "overlapping-blobs"),
    "alpha": ("perceptron", "rbf", "overlapping-blobs"),
    "bump": ("logistic", "rbf", "overlapping-blobs"),
    "distance": ("perceptron", "linear", "overlapping-blobs"),
    "symbol": ("perceptron", "linear", "overlapping-blobs"),
    "readouts": ("perceptron", "linear", "overlapping-blobs"),
    "last line": ("averaged-perceptron", "linear", "overlapping-blobs"),
    "members": ("vote", None, "overlapping-blobs", 60, ("perceptron", "logistic")),
    "models": ("svm", "linear", "overlapping-blobs", 60, ("perceptron", "logistic")),
}


def plane(shown, at=None):
    """A picture of the plane with these layers."""
    at = at or moment()
    frame = (
        axes_frame(around(at.points.x), 480.0, 360.0, 12.0, LIGHT)
        if "axes" in shown
        else Frame(0, 0, 480, 360)
    )
    region = around(at.points.x)
    scene = Scene(
        LIGHT,
        at.points,
        at.parts,
        at.model,
        at.step,
        fitted(region[:2], region[2:], frame.width, frame.height),
        (frame.width, frame.height),
        at.optimum,
        frozenset({0, 3}),
        features=at.features,
        asked=answers(shown, at.trace, at.t),
        other_models=at.other_models if "models" in shown else (),
        measured=int(at.points.ids[0]) if "distance" in shown else None,
        symbol="w" if "symbol" in shown else "",
    )
    return Picture(480, 360, LIGHT.card, (plane_panel(scene, shown, frame),))


def show(canvas, picture):
    canvas.resize(round(picture.width), round(picture.height))
    canvas.show_picture(picture)
    canvas.grab()


def flat(items):
    """What is an item each: a group of marks of many looks is one."""
    return [
        part
        for item in items
        for part in (flat(item.items) if isinstance(item, Group) and not many(item) else [item])
    ]


def many(group):
    return len(group.items) > MOST_SINGLE_MARKS and all(
        isinstance(item, Marks) for item in group.items
    )


def same(canvas, picture):
    """The items that are shown have the kinds, the order and the data of the picture's."""
    for pane, panel in zip(canvas.panes, picture.panels, strict=True):
        found = sorted(
            (item for item in pane.items.made.values() if item.isVisible()),
            key=lambda item: item.zValue(),
        )
        wanted = flat(panel.items)
        assert [
            (type(item), isinstance(item, KINDS[type(thing)][1]))
            for item, thing in zip(found, wanted, strict=True)
        ] == [(KINDS[type(thing)][0], True) for thing in wanted]
        for item, thing in zip(found, wanted, strict=True):
            agrees(item, thing, panel)
        assert np.allclose(pane.box.viewRange(), [panel.view[::2], panel.view[1::2]], rtol=1e-9)
        where = pane.box.mapRectToScene(pane.box.rect())
        frame = panel.frame
        assert [where.x(), where.y(), where.width(), where.height()] == pytest.approx(
            [frame.x, frame.y, frame.width, frame.height], abs=0.01
        )
        for side, axis in (("left", panel.up), ("bottom", panel.across)):
            shown = pane.plot.getAxis(side)
            assert shown.isVisible() == (axis is not None)
            if axis is not None:
                assert shown._tickLevels == [list(axis.ticks)]
                assert shown.label.toPlainText() == axis.title
        entries = (
            [(sample, label) for sample, label in pane.legend.items if label.isVisible()]
            if panel.legend
            else []
        )
        assert [label.item.toPlainText() for _, label in entries] == [
            entry.text for entry in panel.legend
        ]
        for (sample, _), entry in zip(entries, panel.legend, strict=True):
            assert sample.piece.pen == entry.pen


def agrees(item, thing, panel):
    match thing:
        case Lines() if not thing.arrow:
            x, y = item.getData()
            wanted = np.concatenate(thing.lines) if thing.lines else np.empty((0, 2))
            np.testing.assert_array_equal(np.column_stack([x, y]), wanted)
            ends = np.cumsum([len(line) for line in thing.lines]) - 1
            assert np.flatnonzero(item.opts["connect"] == 0).tolist() == list(ends)
            pen(item.opts["pen"], thing.pen)
        case Lines():
            x, y = item.getData()
            assert (x[0], y[0]) == tuple(thing.lines[0][0])
            (head,) = [
                child
                for child in item.childItems()
                if isinstance(child, pg.ArrowItem) and child.isVisible()
            ]
            assert (head.pos().x(), head.pos().y()) == tuple(thing.lines[0][-1])
            pen(item.opts["pen"], thing.pen)
        case Marks():
            np.testing.assert_array_equal(item.places, thing.places)
            (look,) = item.looks
            box = look["symbol"].boundingRect()
            assert look["size"] * max(box.width(), box.height()) == pytest.approx(
                thing.size, rel=0.4
            )
            if thing.fill is not None:
                assert look["brush"].color().name().upper() == thing.fill
            if thing.pen is not None:
                pen(look["pen"], thing.pen)
        case Group():
            wanted = np.concatenate([marks.places for marks in thing.items])
            np.testing.assert_array_equal(item.places, wanted)
            assert len(item.looks) == len({(m.symbol, m.size, m.fill, m.pen) for m in thing.items})
            assert set(item.which) == set(range(len(item.looks)))
        case Label():
            assert item.toPlainText() == thing.text
            assert (item.pos().x(), item.pos().y()) == thing.place
        case Areas():
            wanted = [tuple(corner) for ring in thing.rings for corner in (*ring, ring[0])]
            path = item.path()
            found = [(path.elementAt(k).x, path.elementAt(k).y) for k in range(path.elementCount())]
            np.testing.assert_allclose(sorted(set(found)), sorted(set(wanted)))
            assert thing.fill is None or item.brush().color().name().upper() == thing.fill
        case Shading() | Cells():
            np.testing.assert_array_equal(item.image, thing.pixels)
            left, right, bottom, top = thing.extent
            box = item.mapRectToParent(item.boundingRect())
            assert [box.left(), box.right(), box.top(), box.bottom()] == pytest.approx(
                [left, right, bottom, top]
            )


def pen(shown, wanted):
    assert shown.isCosmetic()
    assert (shown.color().name().upper(), shown.widthF()) == (
        wanted.colour,
        pytest.approx(wanted.width),
    )
    assert len(shown.dashPattern()) == len(wanted.dash)


@pytest.mark.parametrize("layer", [layer.name for layer in (*LAYERS.values(), *MANNERS)])
def test_that_the_items_of_each_layer_have_the_data_of_the_picture(canvas, layer):
    at = moment(*AT_HOME.get(layer, ()))
    if layer == "rounds":
        at = replace(
            at,
            points=at.points.guess(
                at.points.ids[:2], at.points.label[:2], [Guess(1, 0.9, "SVM")] * 2
            ),
        )
    if layer == "true classes":
        flipped = 1 - at.points.label[:2]
        at = replace(at, points=replace(at.points, truth=np.r_[flipped, at.points.label[2:]]))
    picture = plane({layer, LAYERS[layer].follows if layer in LAYERS else layer, "hollow"}, at)
    show(canvas, picture)
    same(canvas, picture)
    if layer not in ("hollow", "legend", "axes"):
        assert any(
            getattr(item, "name", layer)
            in (
                layer,
                "free",
                "bounded",
                "update",
                "pointed symbol",
                "true class 0",
                "true class 1",
            )
            for item in picture.panels[0].items
        )


@pytest.mark.parametrize("view", VIEWS)
def test_that_the_items_of_each_view_have_the_data_of_the_picture(canvas, view):
    for figure in (
        Figure(view, title="Now"),
        Figure(view, log=(True, True), axes=False, legend=False),
    ):
        picture = draw(figure, moment())
        show(canvas, picture)
        same(canvas, picture)


@pytest.mark.parametrize("mode", [mode.key for mode in MODES])
def test_that_the_curves_of_each_mode_have_the_data_of_the_picture(canvas, mode):
    picture = draw(
        Figure("curves", curves=mode),
        moment("svm" if mode == "gap" else "perceptron", name="blobs"),
    )
    show(canvas, picture)
    same(canvas, picture)


def test_that_items_are_made_once_and_those_not_asked_for_are_hidden(canvas):
    names = {layer.name for layer in (*LAYERS.values(), *MANNERS)}
    show(canvas, plane(names))
    made = dict(canvas.panes[0].items.made)
    for shown in ({"regions"}, names - {"boundary"}, names):
        later = moment(t=80) if "boundary" not in shown else moment()
        picture = plane(shown, later)
        show(canvas, picture)
        same(canvas, picture)
        assert all(canvas.panes[0].items.made[key] is item for key, item in made.items())


def test_that_marks_that_rest_are_painted_from_the_same_array(canvas):
    show(canvas, plane({"points", "wrong"}))
    spots = [item for item in canvas.panes[0].items.made.values() if isinstance(item, Spots)]
    before = [item.fragments for item in spots]
    assert sum(map(len, before))
    show(canvas, plane({"points", "wrong"}))  # equal, though made anew
    assert all(item.fragments is was for item, was in zip(spots, before, strict=True))
    show(canvas, plane({"points", "wrong"}, moment(name="blobs")))
    assert all(item.fragments is not was for item, was in zip(spots, before, strict=True))


def test_that_a_canvas_paints_only_when_it_is_asked_to(canvas, qtbot, monkeypatch):
    painted = []
    was = Canvas.paintEvent
    monkeypatch.setattr(
        Canvas, "paintEvent", lambda self, event: (painted.append(1), was(self, event))
    )
    canvas.show()
    show(canvas, plane({"regions", "boundary"}))
    qtbot.waitUntil(lambda: bool(painted))
    seen = []

    def resting():
        seen.append(len(painted))
        return len(seen) > 1 and seen[-1] == seen[-2]

    wait_for_rest(qtbot, resting)


def test_that_names_with_signs_of_markup_are_shown_as_they_are(canvas):
    legend = tuple(Entry(text, "disc", "#D55E00") for text in ("<b>A</b>", "a & b", "1 < 2"))
    picture = Picture(
        400, 200, "#FFFFFF", (Panel(Frame(0, 0, 400, 200), View(0, 0, 2, 1), (), legend=legend),)
    )
    show(canvas, picture)
    same(canvas, picture)


def numbers(text):
    return [float(n) for n in re.findall(r"-?[\d.]+(?:e-?\d+)?", text)]


@pytest.mark.parametrize(("model", "space"), [("svm", "rbf"), ("logistic", "linear")])
def test_that_the_canvas_and_the_svg_show_the_same(canvas, model, space):
    at = moment(model, space, "iris" if model == "logistic" else "moons", 200)
    names = {"regions", "boundary", "supports", "wrong", "points", "legend", "axes"}
    picture = plane(names, at)
    show(canvas, picture)
    root, panel, pane = ET.fromstring(svg(picture)), picture.panels[0], canvas.panes[0]
    name = "{http://www.w3.org/2000/svg}"

    def on_page(item):
        return [
            pane.box.mapViewToScene(pg.Point(x, y)) for x, y in zip(*item.getData(), strict=True)
        ]

    groups = {element.get("id"): element for element in root.iter() if element.get("id")}
    rings = groups.get("supports")
    if rings is None:
        rings = groups.get("free")
    if model == "svm":
        drawn = sorted(
            (float(c.get("cx")), float(c.get("cy"))) for c in rings.iter(name + "circle")
        )
        shown = canvas.item("supports") or canvas.item("free")
        assert np.allclose(drawn, sorted((p.x(), p.y()) for p in on_page(shown)), atol=0.02)
    line = np.array(numbers(next(groups["boundary"].iter(name + "path")).get("d"))).reshape(-1, 2)
    ends = np.array([(p.x(), p.y()) for p in on_page(canvas.item("boundary"))])
    away = np.hypot(*(line[:, None, :] - ends[None]).transpose(2, 0, 1)).min(axis=1)
    assert away.max() < 0.05  # each corner of the file's is one of the canvas's
    words = [text.text for text in root.iter(name + "text")]
    shown = [label.item.toPlainText() for _, label in pane.legend.items if label.isVisible()]
    shown += [
        text for axis in ("left", "bottom") for _, text in pane.plot.getAxis(axis)._tickLevels[0]
    ]
    shown += [pane.plot.getAxis(axis).label.toPlainText() for axis in ("left", "bottom")]
    shown += [
        item.toPlainText()
        for item in pane.items.made.values()
        if isinstance(item, Words) and item.isVisible()
    ]
    assert sorted(words) == sorted(shown)
    if model == "logistic":
        assert {"petal length (cm)", "petal width (cm)"} <= set(words)
    assert isinstance(panel.items[0], Shading)
    image = groups["shading"]
    corners = canvas.item("regions").mapRectToScene(canvas.item("regions").boundingRect())
    assert [corners.x(), corners.y(), corners.width(), corners.height()] == pytest.approx(
        [float(image.get(key)) for key in ("x", "y", "width", "height")], abs=0.02
    )


@pytest.mark.parametrize("mode", [mode.key for mode in MODES])
def test_that_the_curves_of_the_canvas_and_of_the_svg_are_the_same(canvas, mode):
    picture = draw(
        Figure("curves", curves=mode),
        moment("svm" if mode == "gap" else "perceptron", name="blobs"),
    )
    show(canvas, picture)
    root, pane = ET.fromstring(svg(picture)), canvas.panes[0]
    groups = {element.get("id"): element for element in root.iter() if element.get("id")}
    compared = 0
    for item in flat(picture.panels[0].items):
        if (
            isinstance(item, Lines)
            and item.name in groups
            and len(item.lines) == 1
            and len(item.lines[0]) > 2
        ):
            path = next(groups[item.name].iter("{http://www.w3.org/2000/svg}path")).get("d")
            line = np.array(numbers(path)).reshape(-1, 2)  # without corners that nobody would see
            places = [
                pane.box.mapViewToScene(pg.Point(x, y))
                for x, y in zip(*canvas.item(item.name).getData(), strict=True)
            ]
            ends = np.array([(place.x(), place.y()) for place in places])
            assert (
                np.hypot(*(line[:, None, :] - ends[None]).transpose(2, 0, 1)).min(axis=1).max()
                < 0.05
            )
            np.testing.assert_allclose(line[[0, -1]], ends[[0, -1]], atol=0.05)
            compared += 1
    assert compared
    words = {text.text for text in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {
        label.item.toPlainText() for _, label in pane.legend.items if label.isVisible()
    } <= words


def test_that_arrows_keep_their_length_when_there_is_no_room_for_the_head(canvas):
    short = Lines("weights", (np.array([(0.0, 5.0), (0.3, 5.0)]),), Pen("#000000", 2.0), arrow=True)
    picture = Picture(
        200, 100, "#FFFFFF", (Panel(Frame(0, 0, 200, 100), View(0, 0, 20, 10), (short,)),)
    )
    show(canvas, picture)
    (head,) = canvas.item("weights").childItems()
    assert head.opts["headLen"] == pytest.approx(3.0)


def test_that_an_empty_plane_has_its_axes_and_no_more(canvas):
    at = Snapshot.of_points(Points.empty(("A", "B")))
    picture = plane({"points", "axes", "legend"}, at)
    show(canvas, picture)
    same(canvas, picture)
