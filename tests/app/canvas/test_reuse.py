"""An item that is used again for another thing keeps nothing of the one before: no head, no turn, no
fill, no pen."""

import gc
import weakref
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt

from linlab.app.canvas.canvas import SPARE
from linlab.engine.picture.palette import LIGHT
from linlab.engine.picture.shapes import (
    Areas,
    Frame,
    Label,
    Lines,
    Marks,
    Panel,
    Pen,
    Picture,
    View,
)

LINE = np.array([(0.0, 5.0), (6.0, 5.0)])
RING = np.array([(1.0, 1.0), (4.0, 1.0), (4.0, 4.0)])


def show(canvas, *items, **more):
    panel = Panel(Frame(0, 0, 300, 300), View(0.0, 0.0, 10.0, 10.0), items, LIGHT)
    canvas.resize(300, 300)
    canvas.show_picture(Picture(300, 300, "#FFFFFF", (replace(panel, **more),)))
    canvas.grab()


def heads(canvas, name):
    return [head for head in canvas.item(name).childItems() if head.isVisible()]


def test_that_an_arrow_that_becomes_a_line_has_no_head(canvas):
    arrow = Lines("weights", (LINE, LINE + 1.0), Pen("#000000", 2.0), arrow=True)
    show(canvas, arrow)
    assert len(heads(canvas, "weights")) == 2
    show(canvas, Lines("weights", (LINE,), Pen("#000000", 2.0)))
    assert heads(canvas, "weights") == []
    np.testing.assert_allclose(np.transpose(canvas.item("weights").getData()), LINE)
    show(canvas, replace(arrow, lines=(LINE,)))
    assert len(heads(canvas, "weights")) == 1


def test_that_an_arrow_that_is_gone_leaves_no_head_when_its_item_is_shown_again(canvas):
    arrow = Lines("answer", (LINE,), Pen("#000000", 2.0), arrow=True)
    for other in (Lines("answer", (), Pen("#000000")), Lines("answer", (LINE,), Pen("#000000"))):
        show(canvas, arrow)
        show(canvas)
        show(canvas, other)
        assert heads(canvas, "answer") == []


def test_that_a_head_has_the_size_of_the_panel_that_shows_it(canvas):
    arrow = Lines("weights", (LINE,), Pen("#000000", 2.0), arrow=True)
    sizes = []
    for scale in (1.0, 2.0):
        show(canvas, arrow, scale=scale)
        sizes.append(canvas.item("weights").childItems()[0].opts["headLen"])
    assert sizes[1] == 2 * sizes[0]


@pytest.mark.parametrize("turned", [True, False])
def test_that_words_are_turned_only_while_they_are_to_be(canvas, turned):
    words = Label("words", (5.0, 5.0), 14.0, "#000000", name="words")
    show(canvas, replace(words, turned=turned))
    show(canvas, replace(words, turned=not turned))
    box = canvas.item("words").mapRectToScene(canvas.item("words").boundingRect())
    assert (box.height() > box.width()) == (not turned)


def test_that_words_without_a_veil_have_none(canvas):
    words = Label("words", (5.0, 5.0), 14.0, "#000000", bold=True, veil="#FFFFFF", name="words")
    show(canvas, words)
    show(canvas, replace(words, veil=None, bold=False))
    assert canvas.item("words").fill.style() == Qt.BrushStyle.NoBrush
    assert not canvas.item("words").textItem.font().bold()


def test_that_marks_and_areas_without_fill_or_pen_have_none(canvas):
    marks = Marks("ring", "disc", LINE, 12.0, "#D55E00", Pen("#000000", 2.0))
    areas = Areas("bars", (RING,), "#D55E00", Pen("#000000", 2.0))
    show(canvas, marks, areas)
    show(canvas, replace(marks, fill=None, pen=None), replace(areas, fill=None, pen=None))
    spots, faces = canvas.item("ring"), canvas.item("bars")
    assert spots.looks[0]["brush"].style() == Qt.BrushStyle.NoBrush
    assert spots.looks[0]["pen"].style() == Qt.PenStyle.NoPen
    assert faces.brush().style() == Qt.BrushStyle.NoBrush
    assert faces.pen().style() == Qt.PenStyle.NoPen


def test_that_a_dashed_line_that_becomes_solid_has_no_dashes(canvas):
    show(canvas, Lines("margins", (LINE,), Pen("#000000", 2.0, (4.0, 3.0), 0.5)))
    show(canvas, Lines("margins", (LINE,), Pen("#000000", 2.0)))
    pen = canvas.item("margins").opts["pen"]
    assert pen.style() == Qt.PenStyle.SolidLine and pen.color().alpha() == 255


def test_that_of_the_items_that_are_no_longer_seen_only_some_are_kept(canvas):
    pen = Pen("#000000", 2.0)
    made = []
    for k in range(4 * SPARE):  # each picture has a line, a word and marks that no other has
        show(
            canvas,
            Lines(f"line {k}", (LINE,), pen),
            Label(f"word {k}", (5.0, 5.0), 10.0, "#000000", name=f"word {k}"),
            Marks(f"marks {k}", "disc", LINE, 8.0, "#000000", pen, np.arange(2)),
        )
        made.append(weakref.ref(canvas.item(f"line {k}")))
    pane = canvas.panes[0]
    assert len(pane.items.made) <= SPARE + 3 and len(pane.plot.items) <= SPARE + 3
    assert len(canvas.scene().items()) < 3 * SPARE
    gc.collect()
    assert sum(item() is not None for item in made) <= SPARE
    last = 4 * SPARE - 1
    for name in (f"line {last}", f"word {last}", f"marks {last}"):
        assert canvas.item(name) is not None
    show(canvas, Lines("line 0", (LINE + 1.0,), pen))  # one that was let go is made anew
    np.testing.assert_allclose(np.transpose(canvas.item("line 0").getData()), LINE + 1.0)
