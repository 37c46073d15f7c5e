"""What the documentation adds, as written there, in a window: listed, drawn, taken in hand and
exported."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from linlab.app.plane.tools import TOOLS
from linlab.app.window.actions import commands
from tests.documentation import restored, run

WHAT = ("data set", "layer", "view", "tool", "format")
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def _tables():
    with restored(TOOLS):
        for what in WHAT:
            run(f"extend: {what}")
        yield


@pytest.fixture
def extended(_tables, window):
    return window


def test_that_a_newcomers_data_set_is_in_the_gallery(extended):
    QTest.mouseClick(extended.left.data.thumbnails["waves"], LEFT)
    points = extended.session.points
    assert extended.session.document.source.name == "waves"
    assert np.abs(points.x[:, 1] - np.sin(2 * points.x[:, 0]) - points.label).max() < 1.0
    assert {"n", "noise"} <= set(extended.left.data.sliders)


def test_that_a_newcomers_layer_has_a_switch_and_is_shown(extended):
    action = extended.bar.layer_actions["means"]
    assert action.toolTip() == "Mark the mean of each class"
    assert "show-means" in extended.commands and not action.isChecked()
    action.trigger()
    extended.plane.grab()
    points = extended.session.points
    for k in range(2):
        shown = extended.plane.item(f"mean {k}")
        np.testing.assert_allclose(
            np.ravel(shown.getData()), points.x[points.label == k].mean(axis=0)
        )
    extended.export("figure")
    assert "means" in extended.exporter.options.sheets["shown"].layers


def test_that_a_newcomers_tool_has_a_key_and_a_button_and_makes_a_gesture(extended, hand):
    assert len({key for command in commands() for key in command.keys}) == sum(
        len(command.keys) for command in commands()
    )
    QTest.keyClick(extended, Qt.Key.Key_J, Qt.KeyboardModifier.ShiftModifier)
    assert extended.plane.tool is TOOLS["mirror"]
    button = extended.bar.tool_buttons["mirror"]
    assert button.isChecked() and not extended.bar.tool_buttons["move"].isChecked()
    assert extended.bar.class_buttons[0].isChecked()
    before, place = len(extended.session.points), hand.free()
    hand.drag(place, (place[0] + 0.1, place[1]))
    added = extended.session.points.x[before:]
    assert added == pytest.approx(
        np.array([(place[0] + 0.1, place[1]), (-place[0] - 0.1, -place[1])]), abs=1e-6
    )
    assert extended.session.undo_stack.undo_name == "add a point and its mirror image"
    extended.session.undo()
    assert len(extended.session.points) == before
    hand.key(Qt.Key.Key_V)
    QTest.mouseClick(button, LEFT)
    assert extended.plane.tool is TOOLS["mirror"]


def test_that_newcomers_views_and_formats_are_in_the_export_dialog(
    extended, tmp_path, monkeypatch, qtbot
):
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *asked: (str(tmp_path / "points.dat"), "")
    )
    extended.export("figure")
    dialog = extended.exporter
    view = dialog.options.sheets["page"].controls["view"]
    view.combo.setCurrentIndex(view.combo.findData("norm"))
    view.combo.activated.emit(view.combo.currentIndex())
    assert dialog.export_options.view == "norm"
    dialog.refresh.now()
    assert dialog.live.preview.image is not None
    extended.export("points")
    QTest.mouseClick(dialog.options.choose.formats["points"].buttons["dat"], LEFT)
    QTest.mouseClick(dialog.save_button, LEFT)
    points = extended.session.points
    np.testing.assert_allclose(
        np.loadtxt(tmp_path / "points.dat"), np.c_[points.x, points.label], rtol=1e-8
    )
