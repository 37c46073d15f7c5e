"""Areas and cells, as the screen and every kind of file show them."""

from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QColor, QImage, QPainter

from linlab.app.canvas.canvas import Canvas
from linlab.app.canvas.painter import Painter
from linlab.engine.export.figures.polyline import cut_area
from linlab.engine.export.figures.svg import svg
from linlab.engine.export.figures.tikz import tikz
from linlab.engine.picture.shapes import Areas, Cells, Frame, Group, Marks, Panel, Picture, View

BARS = Areas(
    "bars",
    (np.array([(0, 0), (1, 0), (1, 3), (0, 3)]), np.array([(2, 0), (3, 0), (3, 1), (2, 1)])),
    "#D55E00",
    ids=((1, 2), (3,)),
)
MATRIX = Cells(
    "matrix",
    np.array([[0xFF0000FF, 0xFF00FF00], [0xFFFF0000, 0xFFFF0000]], np.uint32),
    (0, 2, 0, 2),
)


def picture(item, view=(0, 0, 4, 4)) -> Picture:
    return Picture(100, 100, "#FFFFFF", (Panel(Frame(10, 10, 80, 80), View(*view), (item,)),))


def painted(what: Picture) -> QImage:
    image = QImage(100, 100, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        Painter().paint(painter, what)
    return image


def shown(what: Picture, qtbot) -> QImage:
    canvas = Canvas()
    qtbot.addWidget(canvas)
    canvas.resize(100, 100)
    canvas.show_picture(what)
    canvas.show()
    return canvas.grab().toImage()


@pytest.mark.parametrize("by", ["painter", "canvas", "svg"])
def test_that_bars_are_filled_where_they_are_and_nowhere_else(by, qtbot):
    what = picture(BARS)
    if by == "svg":
        paths = [
            e.get("d") for e in ElementTree.fromstring(svg(what)).iter() if e.tag.endswith("path")
        ]
        assert "M10,90L30,90L30,30L10,30Z" in paths and "M50,90L70,90L70,70L50,70Z" in paths
        return
    image = painted(what) if by == "painter" else shown(what, qtbot)
    assert image.pixelColor(20, 60) == image.pixelColor(60, 80) == QColor("#D55E00")
    assert image.pixelColor(60, 60) != QColor("#D55E00") and image.pixelColor(40, 80) != QColor(
        "#D55E00"
    )


@pytest.mark.parametrize("by", ["painter", "canvas"])
def test_that_the_top_row_of_cells_is_at_the_top_and_their_edges_are_sharp(by, qtbot):
    what = picture(MATRIX, (0, 0, 2, 2))
    image = painted(what) if by == "painter" else shown(what, qtbot)
    for x, y, ink in (
        (30, 30, "#0000FF"),
        (70, 30, "#00FF00"),
        (30, 70, "#FF0000"),
        (70, 70, "#FF0000"),
        (47, 30, "#0000FF"),
    ):
        assert image.pixelColor(x, y) == QColor(ink), (x, y)


def test_that_tex_draws_areas_and_cells_at_their_places():
    code = tikz(picture(BARS))
    assert (
        "(axis cs:0,0) -- (axis cs:1,0) -- (axis cs:1,3) -- (axis cs:0,3) -- cycle" in code
        and "fill=cD55E00" in code
    )
    code = tikz(picture(MATRIX, (0, 0, 2, 2)))
    assert r"(axis cs:0,0) rectangle (axis cs:2,1)" in code  # two cells of one colour are one
    assert r"\definecolor{cFF0000}" in code and r"\definecolor{c0000FF}" in code


def test_that_many_cells_are_few_in_tex():
    many = Cells(
        "matrix", (0xFF000000 | np.arange(90_000, dtype=np.uint32)).reshape(300, 300), (0, 1, 0, 1)
    )
    assert sum(map(len, many.runs().values())) <= 48 * 48


@given(st.lists(st.tuples(st.floats(-3, 3), st.floats(-3, 3)), min_size=3, max_size=8))
def test_that_what_is_cut_off_a_polygon_is_what_lies_outside(corners):
    ring = cut_area(np.array(corners), (-1, -1), (1, 1))
    assert (np.abs(ring) <= 1 + 1e-9).all()
    inside = np.array(corners)
    if (np.abs(inside) <= 1).all():
        assert np.allclose(ring, inside)


def test_that_marks_of_many_looks_in_one_group_are_one_item_and_lie_over_each_other_as_in_a_file(
    qtbot,
):
    looks, rng = (
        (("disc", "#D55E00"), ("square", "#0072B2"), ("up", "#009E73")),
        np.random.default_rng(4),
    )
    marks = tuple(
        Marks(str(k), looks[k % 3][0], rng.uniform(0.5, 3.5, (1, 2)), 24.0, looks[k % 3][1])
        for k in range(30)
    )
    what = picture(Group("points", marks))
    canvas = Canvas()
    qtbot.addWidget(canvas)
    canvas.resize(100, 100)
    canvas.show_picture(what)
    canvas.show()
    screen, file = canvas.grab().toImage(), painted(what)
    assert [key[1] for key, item in canvas.panes[0].items.made.items() if item.isVisible()] == [
        "points"
    ]
    inks = {QColor(ink).name() for _, ink in looks}
    both = [
        (screen.pixelColor(x, y).name(), file.pixelColor(x, y).name())
        for x in range(12, 88)
        for y in range(12, 88)
    ]
    sure = [(a, b) for a, b in both if a in inks and b in inks]  # the edges of marks are soft
    assert {a for a, _ in sure} == inks and len(sure) > 1500
    assert sum(a != b for a, b in sure) < 0.02 * len(sure)
