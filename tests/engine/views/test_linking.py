"""Which points a place of a picture stands for."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from linlab.engine.picture.shapes import Areas, Cells, Frame, Group, Marks, Panel, Picture, View
from linlab.engine.views.linking import panel_at, points_at, to_panel

PANEL = Panel(Frame(10, 20, 100, 50), View(0, 0, 10, 5), ())


def picture(*items):
    return Picture(200, 100, "#FFFFFF", (Panel(PANEL.frame, PANEL.view, items),))


def test_that_a_mark_is_found_near_its_middle_and_the_upper_one_first():
    below = Marks("a", "disc", np.array([(5.0, 2.0)]), 8, "#000000", ids=np.array([7]))
    above = Group(
        "points",
        (
            Marks(
                "b", "disc", np.array([(5.2, 2.0), (9.0, 4.0)]), 8, "#000000", ids=np.array([8, 9])
            ),
        ),
    )
    assert points_at(picture(below), 60, 50) == (7,)
    assert points_at(picture(below, above), 60, 50) == (8,)
    assert points_at(picture(below, above), 100, 30) == (9,)
    assert points_at(picture(below, above), 20, 25) == ()
    assert (
        points_at(picture(Marks("c", "disc", np.array([(5.0, 2.0)]), 8, None)), 60, 50) == ()
    )  # stands for nobody


def test_that_an_area_is_found_anywhere_inside_it():
    bars = Areas(
        "bars",
        (np.array([(0, 0), (1, 0), (1, 3), (0, 3)]), np.array([(2, 0), (4, 0), (3, 4)])),
        "#000000",
        ids=((1, 2), (3,)),
    )
    assert points_at(picture(bars), 15, 60) == (1, 2)
    assert points_at(picture(bars), 40, 50) == (3,)
    assert points_at(picture(bars), 31, 35) == ()


@given(st.integers(0, 3), st.integers(0, 2))
def test_that_a_cell_stands_for_its_row_and_its_column(row, column):
    cells = Cells(
        "matrix", np.zeros((4, 3), np.uint32), (0, 9, 0, 4), (np.arange(4) + 10, np.arange(3) + 20)
    )
    x, y = 10 + (1.5 + 3 * column) * 10, 20 + (1 + row + 0.5) * 10
    assert points_at(picture(cells), x, y) == (10 + row, 20 + column)


@given(st.floats(0, 10), st.floats(0, 5))
def test_that_a_place_on_the_page_is_found_again_in_the_panel(x, y):
    page = PANEL.to_page([(x, y)])[0]
    assert np.allclose(to_panel(PANEL, *page), (x, y))
    assert panel_at(picture(), *np.clip(page, (10, 20), (110, 70))) is not None
    assert panel_at(picture(), 5, 5) is None
