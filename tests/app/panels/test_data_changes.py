"""Knobs that every data set has, in the data card: folded away, one undo each, and in force when read."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from linlab.app.panels.left_panel import LeftPanel
from linlab.engine.data.datasets import make_points

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def panel(qtbot, session, dressed):
    panel = dressed(LeftPanel, session)
    qtbot.addWidget(panel)
    panel.resize(270, 840)
    panel.show()
    qtbot.waitExposed(panel)
    panel.data.choose("moons")
    return panel


def unfold(panel):
    QTest.mouseClick(panel.data.more_changes, LEFT)
    QApplication.processEvents()


def type_in(row, text):
    row.box.setFocus()
    row.box.selectAll()
    QTest.keyClicks(row.box, text)
    QTest.keyClick(row.box, Qt.Key.Key_Return)


def test_that_they_are_folded_away_and_one_that_is_turned_stays_visible(panel, session):
    rows = panel.data.changes.rows
    assert not any(row.isVisible() for row in rows.values())
    unfold(panel)
    assert all(row.isVisible() for row in rows.values())
    type_in(rows["flipped"], "20")
    unfold(panel)
    assert [name for name, row in rows.items() if row.isVisible()] == ["flipped"]
    panel.set_simple(True)
    assert not rows["flipped"].isVisible()


def test_that_a_typed_share_flips_labels_and_is_one_undo(panel, session):
    before = session.document
    unfold(panel)
    type_in(panel.data.changes.rows["flipped"], "20")
    assert session.document.points == make_points("moons", flipped=20)
    session.undo()
    assert session.document == before


def test_that_a_drag_of_the_scale_previews_and_is_one_undo(panel, session, qtbot):
    before = session.document
    unfold(panel)
    row = panel.data.changes.rows["scale"]
    start = row.slider._handle().center()
    QTest.mousePress(row.slider, LEFT, pos=start)
    QTest.mouseMove(row.slider, start + QPoint(20, 0))
    QApplication.processEvents()
    assert session.points.x[:, 1].std() > before.points.x[:, 1].std()
    QTest.mouseRelease(row.slider, LEFT, pos=start + QPoint(20, 0))
    np.testing.assert_allclose(
        session.document.points.x,
        before.points.x * [1, dict(session.document.source.values)["scale"]],
    )
    session.undo()
    assert session.document == before


def test_that_x2_becomes_a_copy_and_the_default_is_not_stored(panel, session):
    unfold(panel)
    row = panel.data.changes.rows["second"]
    row.combo.setFocus()
    QTest.keyClick(row.combo, Qt.Key.Key_End)
    assert (session.document.points.x[:, 0] == session.document.points.x[:, 1]).all()
    QTest.keyClick(row.combo, Qt.Key.Key_Home)
    assert session.document.points == make_points("moons")
    assert "second" not in dict(session.document.source.values)


def test_that_texts_say_why_x2_stays(panel, session):
    panel.data.choose("sentiment")
    unfold(panel)
    rows = panel.data.changes.rows
    assert not rows["scale"].isEnabled() and "texts" in rows["scale"].toolTip()
    assert rows["flipped"].isEnabled()
