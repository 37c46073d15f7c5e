"""Rows and columns: sorted, copied and drawn."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from linlab.engine.picture.palette import LIGHT
from linlab.engine.picture.shapes import Frame, Label
from linlab.engine.views.table import Column, Table, table_panel


def numbered(values: list[float]) -> Table:
    texts = tuple(f"{value:g}" for value in values)
    return Table(
        (
            Column("n", "row", "its number", tuple(map(str, range(len(values))))),
            Column("v", "value", "a number", texts, np.array(values)),
        ),
        tuple(range(10, 10 + len(values))),
    )


@given(st.lists(st.floats(-1e6, 1e6) | st.just(float("nan")), max_size=30), st.booleans())
def test_that_a_sorted_table_has_the_rows_in_the_order_of_the_column_and_those_without_a_number_last(
    values, descending
):
    table = numbered(values).sorted_by("v", descending)
    known = sorted((v for v in values if v == v), reverse=descending)
    assert [float(text) for text in table.columns[1].texts[: len(known)]] == [
        float(f"{v:g}") for v in known
    ]
    assert all(text == "nan" for text in table.columns[1].texts[len(known) :])
    assert sorted(table.ids) == list(range(10, 10 + len(values)))
    for row, id in zip(table.columns[0].texts, table.ids, strict=True):
        assert int(row) + 10 == id  # rows stay whole


def test_that_a_table_is_copied_with_tabs_between_its_cells():
    assert numbered([2.0, 1.0]).tabbed() == "row\tvalue\n0\t2\n1\t1\n"
    assert numbered([2.0, 1.0]).tabbed([1]) == "row\tvalue\n1\t1\n"


def test_that_a_drawn_table_says_how_many_rows_there_was_no_room_for():
    table = numbered([float(k) for k in range(100)])
    panel = table_panel(table, Frame(0, 0, 200, 120), LIGHT, 12.0)
    words = [item.text for item in panel.items if isinstance(item, Label)]
    shown = sum(text in table.columns[0].texts for text in words[1 : words.index("value")])
    assert 0 < shown < 100 and f"… and {100 - shown} more rows" in words
    assert all(-120 <= item.place[1] <= 0 for item in panel.items if isinstance(item, Label))


def test_that_a_row_that_is_lit_has_a_ground_of_its_own():
    table = Table(numbered([1.5, 2.5, 3.5]).columns, highlighted=frozenset({1}))
    panel = table_panel(table, Frame(0, 0, 200, 200), LIGHT, 12.0)
    (lit,) = panel.named("highlighted")
    label = next(item for item in panel.items if isinstance(item, Label) and item.text == "2.5")
    assert lit.rings[0][:, 1].min() < label.place[1] < lit.rings[0][:, 1].max()
