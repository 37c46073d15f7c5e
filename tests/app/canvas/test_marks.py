"""Marks as they are painted, against a ScatterPlotItem of pyqtgraph in the same view."""

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage, QPainter

from linlab.app.canvas.marks import Spots, look_of
from linlab.engine.picture.shapes import Group, Marks, Pen

SIZE = 200
RNG = np.random.default_rng(3)
PLACES = RNG.uniform(-1.0, 11.0, size=(150, 2))  # some are out of view, some at the edge
INK = Pen("#FFFFFF", 1.5)
LOOKS = [
    Marks("points", "disc", PLACES[:60], 9.0, "#D55E00", INK),
    Marks("points", "square", PLACES[60:110], 7.5, "#0072B2", None),
    Marks("points", "disc", PLACES[110:], 14.0, None, Pen("#000000", 2.0)),
]
VIEWS = {
    "whole": ((0, 10), (0, 10)),
    "zoomed in": ((3.1, 4.7), (2.2, 3.9)),
    "zoomed out": ((-40, 31), (-25, 40)),
    "panned": ((6.3, 16.3), (-4.9, 5.1)),
}


class Page:
    """A plot of given pixels to one of the page, that keeps the item while the view changes."""

    def __init__(self, item, ratio):
        self.view = pg.GraphicsView()
        self.view.devicePixelRatioF = lambda: ratio
        self.view.resize(SIZE, SIZE)
        self.box = pg.ViewBox(enableMouse=False, defaultPadding=0.0)
        self.view.setCentralItem(self.box)
        self.box.disableAutoRange()
        self.box.addItem(item, ignoreBounds=True)
        self.ratio = ratio

    def image(self, sees):
        self.box.setRange(xRange=sees[0], yRange=sees[1], padding=0)
        self.view.grab()  # lays it out
        image = QImage(QSize(SIZE, SIZE) * self.ratio, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(self.ratio)
        image.fill(QColor("#EEEEEE"))
        with QPainter(image) as painter:
            self.view.render(painter)
        return pg.functions.ndarray_from_qimage(image).copy()


def reference(marks, ratio):
    """The same marks by pyqtgraph, each look as its own; None of it is ours but the shapes."""
    looks = [look_of(m.symbol, m.size, m.fill, m.pen, ratio) for m in marks]
    many = [len(m.places) for m in marks]

    def column(name):
        return [look[name] for look, n in zip(looks, many, strict=True) for _ in range(n)]

    places = np.concatenate([m.places for m in marks])
    item = pg.ScatterPlotItem(pxMode=True, antialias=True)
    item.fragmentAtlas.setDevicePixelRatio(ratio)
    item.setData(
        places[:, 0],
        places[:, 1],
        symbol=column("symbol"),
        size=column("size"),
        pen=column("pen"),
        brush=column("brush"),
    )
    return item


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("item", [LOOKS[0], Group("points", tuple(LOOKS))], ids=["one", "many"])
def test_that_marks_have_the_pixels_of_a_scatter_plot(qapp, item, ratio, monkeypatch):
    spots = Spots()
    spots.show_item(item, None, ratio)
    marks = item.items if isinstance(item, Group) else (item,)
    other = reference(marks, ratio)
    monkeypatch.setattr("PySide6.QtWidgets.QWidget.devicePixelRatioF", lambda _: ratio)
    ours, theirs = Page(spots, ratio), Page(other, ratio)
    for sees in VIEWS.values():
        found, wanted = ours.image(sees), theirs.image(sees)
        assert len(np.unique(wanted.reshape(-1, 4), axis=0)) > 5
        np.testing.assert_array_equal(found, wanted)


def test_that_moved_marks_and_other_looks_are_painted(qapp):
    spots = Spots()
    page = Page(spots, 1.0)
    sees = VIEWS["whole"]
    disc = LOOKS[0]
    for marks in (
        disc,
        Marks("points", "disc", disc.places + 0.4, 9.0, "#D55E00", INK),
        Marks("points", "disc", disc.places + 0.4, 9.0, "#3399FF", INK),
        Marks("points", "disc", disc.places[:5], 15.0, "#3399FF", INK),
        Marks("points", "disc", np.empty((0, 2)), 15.0, "#3399FF", INK),
    ):
        spots.show_item(marks, None, 1.0)
        wanted = Page(reference([marks], 1.0), 1.0).image(sees)
        np.testing.assert_array_equal(page.image(sees), wanted)


def test_that_a_place_that_is_no_number_or_far_away_is_left_out(qapp):
    spots = Spots()
    places = np.array([(5.0, 5.0), (np.nan, 5.0), (1e300, 5.0), (5.0, -np.inf)])
    spots.show_item(Marks("points", "disc", places, 9.0, "#D55E00"), None, 1.0)
    Page(spots, 1.0).image(VIEWS["whole"])
    assert len(spots.fragments) == 1
