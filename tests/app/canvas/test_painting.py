"""Pictures drawn for a file and for the screen: the pixels, where the picture says that something is."""

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from linlab import Document, Learner
from linlab.app.canvas import screen
from linlab.app.canvas.painter import Painter
from linlab.app.canvas.pens import polygon
from linlab.app.canvas.screen import Screen
from linlab.engine.document.document import Source
from linlab.engine.picture.figure import Figure, Moment
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.palette import CLASS_SYMBOLS, colour_of
from linlab.engine.picture.shapes import Entry, Frame, Group, Label, Lines, Marks, Panel, Pen, Picture, View
from linlab.engine.picture.views import draw
from linlab.engine.train.trace import Trace


def painted(picture, painter=None, ratio=1.0):
    image = QImage(round(picture.width * ratio), round(picture.height * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    with QPainter(image) as to:
        (painter or Painter()).paint(to, picture)
    return image


def pixels(image):
    """Red, green and blue. (height, width, 3)"""
    flat = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())[:, : 4 * image.width()]
    return flat.reshape(image.height(), image.width(), 4)[..., 2::-1].astype(int)


def page(*items, **more):
    return Picture(200, 100, "#FFFFFF", (Panel(Frame(0, 0, 200, 100), View(0, 0, 20, 10), items, **more),))


@pytest.fixture(params=["file", "screen", "screen without compiled code"])
def painter(request, monkeypatch):
    if "without" in request.param:
        monkeypatch.setattr(screen, "COMPILED", "no such module")
    return Painter() if request.param == "file" else Screen()


@pytest.mark.parametrize("symbol", CLASS_SYMBOLS)
def test_that_a_mark_is_where_its_place_is(qapp, symbol, painter):
    image = painted(page(Marks("a", symbol, np.array([(5.0, 8.0), (15.0, 2.0)]), 16, "#0072B2")), painter)
    found = pixels(image)
    for x, y in ((50, 20), (150, 80)):
        assert tuple(found[y, x]) == (0, 0x72, 0xB2)
    blue = (np.abs(found - (0, 0x72, 0xB2)).sum(axis=2) < 30).sum()
    assert 2 * 60 < blue < 2 * 16 * 16


def test_that_the_screen_looks_as_the_file(qapp):
    source = Source("moons", 0)
    trace = Trace(Document(source.draw(), (Learner.of("svm", space="rbf"),), shares=(60.0, 20.0, 20.0)))
    picture = draw(Figure(width=320, height=240), Moment.of(trace, 200))
    a, on_screen = pixels(painted(picture)), Screen()
    for _ in range(2):  # the second time from what was kept
        b = pixels(painted(picture, on_screen))
        assert np.abs(a - b).mean() < 3.0
        assert (np.abs(a - b).max(axis=2) > 120).mean() < 0.01


def test_that_a_group_is_drawn_anew_when_it_is_another(qapp):
    painter = Screen()
    for colour in ("#FF0000", "#00FF00"):
        group = Group("points", (Marks("a", "square", np.array([(10.0, 5.0)]), 20, colour),))
        assert painted(page(group), painter).pixelColor(100, 50) == QColor(colour)
    moved = Picture(200, 100, "#FFFFFF", (Panel(Frame(0, 0, 200, 100), View(5, 0, 25, 10), (group,)),))
    assert painted(moved, painter).pixelColor(50, 50) == QColor("#00FF00")
    assert painted(moved, painter).pixelColor(100, 50) != QColor("#00FF00")


def test_that_a_sharper_screen_gets_sharper_stamps(qapp):
    image = painted(page(Marks("a", "disc", np.array([(10.0, 5.0)]), 20, "#FF0000")), Screen(), ratio=2.0)
    assert image.pixelColor(200, 100) == QColor("#FF0000")
    red = sum(image.pixelColor(x, y) == QColor("#FF0000") for x in range(150, 250) for y in range(50, 150))
    assert red == pytest.approx(np.pi * 20**2, rel=0.1)


def test_that_lines_are_dashed_clipped_and_as_wide_as_they_should_be(qapp, painter):
    line = Lines("a", (np.array([(-5.0, 5.0), (30.0, 5.0)]),), Pen("#000000", 4.0, (10, 10)))
    picture = Picture(200, 100, "#FFFFFF", (Panel(Frame(50, 0, 100, 100), View(0, 0, 10, 10), (line,)),))
    dark = pixels(painted(picture, painter)).sum(axis=2) < 100
    assert not dark[:, :49].any() and not dark[:, 151:].any()
    assert dark[:, 50:150].sum() == pytest.approx(100 * 4 / 2, rel=0.15)
    assert set(np.flatnonzero(dark.any(axis=1))) == {48, 49, 50, 51}


def test_that_an_arrow_ends_at_its_tip(qapp, painter):
    line = Lines("weights", (np.array([(0.0, 5.0), (15.0, 5.0)]),), Pen("#000000", 2.0), arrow=True)
    dark = pixels(painted(page(line), painter)).sum(axis=2) < 200
    columns = np.flatnonzero(dark.any(axis=0))
    assert 145 <= columns.max() <= 150
    assert dark[:, 141].sum() > 4 > dark[:, 100].sum()


@pytest.mark.parametrize(("anchor", "low", "high"), [("start", 98, 200), ("middle", 60, 140), ("end", 0, 102)])
def test_that_words_stand_where_they_are_anchored(qapp, anchor, low, high, painter):
    label = Label("margin", (10.0, 5.0), 14, "#000000", anchor)
    dark = pixels(painted(page(label), painter)).sum(axis=2) < 300
    columns, rows = np.flatnonzero(dark.any(axis=0)), np.flatnonzero(dark.any(axis=1))
    assert columns.max() - columns.min() > 0.8 * text_width("margin", 14)
    assert low <= columns.min() <= columns.max() <= high
    assert abs(rows.mean() - 50) < 4


def test_that_a_legend_follows_its_words(qapp):
    painter = Screen()
    pages = (page(legend=(Entry(text, "disc", colour_of(0)),)) for text in ("A", "a longer name"))
    first, second = (pixels(painted(each, painter)) for each in pages)
    assert (first != second).any()


def test_that_a_polygon_holds_its_places(qapp):
    assert [(p.x(), p.y()) for p in polygon(np.array([(1.0, 2.0), (3.0, 4.5)]))] == [(1.0, 2.0), (3.0, 4.5)]
    assert len(polygon(np.empty((0, 2)))) == 0


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_that_a_grid_goes_along_the_pixels(qapp, painter, ratio):
    lines = Lines("grid", (np.array([(5.01, 0.0), (5.01, 10.0)]), np.array([(0.0, 2.0), (20.0, 2.0)])), Pen("#000000"))
    dark = pixels(painted(page(Group("grid", (lines,))), painter, ratio)).sum(axis=2) < 600
    if type(painter) is Screen:
        assert dark.any(axis=0).nonzero()[0].size == dark.shape[1]
        assert (dark.all(axis=0).sum(), dark.all(axis=1).sum()) == (ratio, ratio)
    assert dark[:, round(50 * ratio)].all()


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_that_a_screen_draws_everything_at_its_own_density(qapp, ratio):
    source = Source("moons", 0)
    trace = Trace(Document(source.draw(), (Learner.of("svm", space="rbf"),)))
    picture = draw(Figure(width=320, height=240), Moment.of(trace, 200))
    a, b = pixels(painted(picture, None, ratio)), pixels(painted(picture, Screen(), ratio))
    assert np.abs(a - b).mean() < 4.0
    assert (np.abs(a - b).max(axis=2) > 120).mean() < 0.02


def test_that_a_screen_follows_its_size(qapp):
    on_screen = Screen()
    for width in (200, 300, 120):
        square = Marks("a", "square", np.array([(10.0, 5.0)]), 20, "#FF0000")
        picture = Picture(width, 100, "#FFFFFF", (Panel(Frame(0, 0, width, 100), View(0, 0, 20, 10), (square,)),))
        image = painted(picture, on_screen)
        assert image.pixelColor(width // 2, 50) == QColor("#FF0000")
        assert image.pixelColor(width - 1, 99) == QColor(picture.panels[0].palette.plane)
