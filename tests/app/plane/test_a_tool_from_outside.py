"""A tool is one row of the table: what the window does around it follows from its row, not from its
name."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from linlab.app.plane.tools import TOOLS


@pytest.fixture
def taken(window, monkeypatch):
    """Take a tool in hand that is one of the others by another name."""

    def take(like):
        monkeypatch.setitem(TOOLS, "other", replace(TOOLS[like], name="other"))
        window.editing.take_tool("other")
        window.refresh()
        return window

    return take


@pytest.mark.parametrize("like", [name for name in TOOLS if not TOOLS[name].answers])
def test_that_the_card_of_a_sized_tool_stands_below_its_row(taken, like):
    window = taken(like)
    assert window.bar.brush_card.isVisible() == (like == "brush")


@pytest.mark.parametrize("like", ["move", "add"])
def test_that_arrows_nudge_what_is_selected_with_a_tool_that_nudges(taken, hand, like, qtbot):
    window = taken(like)
    qtbot.waitUntil(window.isActiveWindow)
    window.session.pointing.select(frozenset({int(window.session.points.ids[0])}))
    before = window.session.points.x[0].tolist()
    hand.key(Qt.Key.Key_Right)
    moved = window.session.points.x[0].tolist() != before
    assert moved == (like == "move")
    assert (window.session.replay.now > 0) == (like == "add")


@pytest.mark.parametrize("like", ["move", "erase", "brush"])
def test_that_a_tool_that_needs_points_is_put_away_when_there_are_none(taken, like):
    window = taken(like)
    session = window.session
    session.edit("clear", session.with_points(session.points.take([])))
    window.refresh()
    assert window.plane.tool.name == ("other" if like == "brush" else "add")
