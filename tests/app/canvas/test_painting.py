"""Pictures painted for a file and shown on a screen: the pixels, where the picture says that
something is."""

from functools import partial

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from linlab import Document, Learner
from linlab.app.canvas.painter import Painter
from linlab.app.canvas.pens import font_of, polygon
from linlab.engine.document.document import Source
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.palette import CLASS_SYMBOLS, colour_of
from linlab.engine.picture.shapes import (
    Entry,
    Frame,
    Group,
    Label,
    Lines,
    Marks,
    Panel,
    Pen,
    Picture,
    View,
)
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import draw


def painted(picture, ratio=1.0):
    """As a file."""
    image = QImage(
        round(picture.width * ratio), round(picture.height * ratio), QImage.Format.Format_RGB32
    )
    image.setDevicePixelRatio(ratio)
    with QPainter(image) as to:
        Painter().paint(to, picture)
    return image


def shown(picture, canvas):
    """On the screen."""
    canvas.resize(round(picture.width), round(picture.height))
    canvas.show_picture(picture)
    return canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def pixels(image):
    """Red, green and blue. (height, width, 3)"""
    flat = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())[
        :, : 4 * image.width()
    ]
    return flat.reshape(image.height(), image.width(), 4)[..., 2::-1].astype(int)


def page(*items, **more):
    return Picture(
        200, 100, "#FFFFFF", (Panel(Frame(0, 0, 200, 100), View(0, 0, 20, 10), items, **more),)
    )


@pytest.fixture(params=["file", "screen"])
def drawn(request, canvas):
    return painted if request.param == "file" else partial(shown, canvas=canvas)


@pytest.mark.parametrize("symbol", CLASS_SYMBOLS)
def test_that_a_mark_is_where_its_place_is(qapp, symbol, drawn):
    image = drawn(page(Marks("a", symbol, np.array([(5.0, 8.0), (15.0, 2.0)]), 16, "#0072B2")))
    found = pixels(image)
    for x, y in ((50, 20), (150, 80)):
        assert tuple(found[y, x]) == (0, 0x72, 0xB2)
    blue = (np.abs(found - (0, 0x72, 0xB2)).sum(axis=2) < 30).sum()
    assert 2 * 60 < blue < 2 * 16 * 16


def test_that_the_screen_looks_as_the_file(canvas):
    source = Source("moons", 0)
    trace = Trace(
        Document(source.draw(), (Learner.of("svm", space="rbf"),), shares=(60.0, 20.0, 20.0))
    )
    picture = draw(Figure(width=640, height=480), Snapshot.of(trace, 200))
    a = pixels(painted(picture))
    for _ in range(2):  # the second time with the items that there are
        b = pixels(shown(picture, canvas))
        assert np.abs(a - b).mean() < 3.0
        assert (np.abs(a - b).max(axis=2) > 120).mean() < 0.015


def test_that_marks_are_drawn_anew_when_they_look_or_lie_otherwise(canvas):
    place = np.array([(10.0, 5.0)])
    for colour in ("#FF0000", "#00FF00"):
        group = Group("points", (Marks("a", "square", place, 20, colour),))
        assert shown(page(group), canvas).pixelColor(100, 50) == QColor(colour)
    moved = Picture(
        200, 100, "#FFFFFF", (Panel(Frame(0, 0, 200, 100), View(5, 0, 25, 10), (group,)),)
    )
    assert shown(moved, canvas).pixelColor(50, 50) == QColor("#00FF00")
    assert shown(moved, canvas).pixelColor(100, 50) != QColor("#00FF00")


def test_that_lines_are_dashed_clipped_and_as_wide_as_they_should_be(qapp, drawn):
    line = Lines("a", (np.array([(-5.0, 5.0), (30.0, 5.0)]),), Pen("#000000", 4.0, (10, 10)))
    picture = Picture(
        200, 100, "#FFFFFF", (Panel(Frame(50, 0, 100, 100), View(0, 0, 10, 10), (line,)),)
    )
    dark = pixels(drawn(picture)).sum(axis=2) < 100
    assert not dark[:, :49].any() and not dark[:, 151:].any()
    assert dark[:, 50:150].sum() == pytest.approx(100 * 4 / 2, rel=0.15)
    assert set(np.flatnonzero(dark.any(axis=1))) == {48, 49, 50, 51}


def test_that_an_arrow_ends_at_its_tip(qapp, drawn):
    line = Lines("weights", (np.array([(0.0, 5.0), (15.0, 5.0)]),), Pen("#000000", 2.0), arrow=True)
    dark = pixels(drawn(page(line))).sum(axis=2) < 200
    columns = np.flatnonzero(dark.any(axis=0))
    assert 145 <= columns.max() <= 150
    assert dark[:, 141].sum() > 4 > dark[:, 100].sum()


@pytest.mark.parametrize(
    ("anchor", "low", "high"), [("start", 98, 200), ("middle", 60, 140), ("end", 0, 102)]
)
def test_that_words_stand_where_they_are_anchored(qapp, anchor, low, high, drawn):
    label = Label("margin", (10.0, 5.0), 14, "#000000", anchor)
    dark = pixels(drawn(page(label))).sum(axis=2) < 300
    columns, rows = np.flatnonzero(dark.any(axis=0)), np.flatnonzero(dark.any(axis=1))
    assert columns.max() - columns.min() > 0.8 * text_width("margin", 14)
    assert low <= columns.min() <= columns.max() <= high
    assert abs(rows.mean() - 50) < 4


def test_that_a_legend_follows_its_words(canvas):
    pages = (page(legend=(Entry(text, "disc", colour_of(0)),)) for text in ("A", "a longer name"))
    first, second = (pixels(shown(each, canvas)) for each in pages)
    assert (first != second).any()


def test_that_a_polygon_holds_its_places(qapp):
    assert [(p.x(), p.y()) for p in polygon(np.array([(1.0, 2.0), (3.0, 4.5)]))] == [
        (1.0, 2.0),
        (3.0, 4.5),
    ]
    assert len(polygon(np.empty((0, 2)))) == 0


def test_that_a_grid_goes_along_the_pixels(canvas):
    lines = Lines(
        "grid",
        (np.array([(5.01, 0.0), (5.01, 10.0)]), np.array([(0.0, 2.0), (20.0, 2.0)])),
        Pen("#000000"),
    )
    dark = pixels(shown(page(Group("grid", (lines,))), canvas)).sum(axis=2) < 600
    assert (dark.all(axis=0).sum(), dark.all(axis=1).sum()) == (1, 1)
    assert dark[:, 50].all()


def test_that_a_canvas_follows_its_size(canvas):
    for width in (200, 300, 120):
        square = Marks("a", "square", np.array([(10.0, 5.0)]), 20, "#FF0000")
        picture = Picture(
            width, 100, "#FFFFFF", (Panel(Frame(0, 0, width, 100), View(0, 0, 20, 10), (square,)),)
        )
        image = shown(picture, canvas)
        assert image.pixelColor(width // 2, 50) == QColor("#FF0000")
        assert image.pixelColor(width - 2, 98) == QColor(picture.panels[0].palette.plane)


def test_that_a_font_asked_for_once_is_not_changed_by_the_next(qapp):
    small, large = (font_of(size, bold=False)[0] for size in (9, 40))
    assert (small.pixelSize(), large.pixelSize()) == (9, 40)
