"""Charts: where their legends stand."""

import numpy as np
import pytest

from linlab.engine.picture.axes_and_legend import legend, legend_box
from linlab.engine.picture.palette import LIGHT
from linlab.engine.picture.shapes import ABOVE, Entry, Frame, Label, Lines, Pen
from linlab.engine.views.chart import chart
from linlab.engine.views.figure import Figure

NAMES = ("zero-one", "perceptron", "hinge", "log (this model)")
LEGEND = tuple(Entry(name, pen=Pen("#000000", 1.0)) for name in NAMES)


def made(height: float, **options: bool):
    line = Lines("line", (np.array([(0.0, 0.0), (1.0, 1.0)]),), Pen("#000000", 1.0))
    return chart(
        Figure(font=11.0),
        Frame(40, 10, 240, height),
        LIGHT,
        (line,),
        (0, 1),
        (0, 1),
        legend=LEGEND,
        **options,
    )


def test_that_a_legend_stands_inside_where_it_leaves_half_of_the_height():
    panel = made(260)
    box, frame = legend_box(panel), panel.frame
    assert panel.legend_at == "top right" and (frame.y, frame.height) == (10, 260)
    assert frame.y < box.y and box.y + box.height < frame.y + frame.height / 2


@pytest.mark.parametrize("height", [100, 110, 120])
@pytest.mark.parametrize("narrow", [False, True])
def test_that_a_legend_without_room_inside_stands_above_and_hides_nothing(height, narrow):
    panel = made(height, narrow=narrow)
    box, frame = legend_box(panel), panel.frame
    if panel.legend_at == ABOVE:
        assert box.y >= 10 - 1e-9 and box.y + box.height <= frame.y + 1e-9
        assert frame.y + frame.height == pytest.approx(10 + height) and frame.height >= height / 2
        assert [piece.text for piece in legend(panel) if isinstance(piece, Label)] == list(NAMES)
    else:
        assert box.height + 2 * 11 < height / 2
    assert narrow <= (panel.legend_at == ABOVE)


def test_that_where_there_is_hardly_any_room_there_is_no_legend():
    assert made(30).legend == () and made(30).frame.height == 30
