"""Menus and hints that do not get in the way."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from linlab import Document, Learner, Points


@pytest.fixture
def menu(window, qtbot):
    """The layers' menu, open."""
    button = window.findChild(QToolButton, "more-layers")
    made = button.menu()
    made.popup(button.mapToGlobal(QPoint(0, button.height())))
    qtbot.waitUntil(made.isVisible)
    yield made
    made.close()


def click(menu, action):
    at = menu.actionGeometry(action).center()
    QTest.mouseMove(menu, at)
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)


def test_that_several_layers_are_switched_without_opening_the_menu_again(window, menu):
    actions = window.bar.layer_actions
    before = set(window.plane.shown)
    for name in ("boundary", "wrong", "boundary"):
        click(menu, actions[name])
        assert menu.isVisible()
    assert window.plane.shown == before ^ {"wrong"}


def test_that_the_keyboard_switches_without_closing_too(window, menu):
    menu.setActiveAction(window.bar.layer_actions["boundary"])
    QTest.keyClick(menu, Qt.Key.Key_Space)
    assert menu.isVisible()
    assert "boundary" not in window.plane.shown
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    assert not menu.isVisible()


def test_that_a_layer_with_nothing_to_show_is_not_switched(window, menu):
    slack = window.bar.layer_actions["slack"]
    assert not slack.isEnabled()  # of a perceptron
    click(menu, slack)
    assert "slack" not in window.plane.shown


def test_that_a_button_is_not_lit_when_the_mouse_left_it_while_its_menu_was_open(
    window, qtbot, menu
):
    button = window.findChild(QToolButton, "more-layers")
    button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)  # as Qt leaves it
    menu.close()
    qtbot.waitUntil(lambda: not button.underMouse())


def test_that_only_what_is_meant_to_goes_on_while_its_key_is_held(window):
    again = {name for name, action in window.commands.items() if action.autoRepeat()}
    assert {"step", "back", "undo", "redo", "nudge-up", "faster"} <= again
    assert not again & {
        "play",
        "end",
        "mode",
        "theme",
        "present",
        "new",
        "save",
        "resample",
        "add-class",
        "paste",
    }


@pytest.mark.parametrize("seed", range(4))
def test_that_the_hint_hides_no_point_as_long_as_there_is_room(window, seed):
    rng = np.random.default_rng(seed)
    at: list[tuple[float, float]] = []
    for _ in range(4):
        rect = window.plane.hint.geometry()
        spot = QPoint(
            rng.integers(rect.left() + 5, rect.right() - 5),
            rng.integers(rect.top() + 5, rect.bottom() - 5),
        )
        at.append(window.plane.to_plane(spot.toPointF()))  # just where the hint stood
        window.session.edit(
            "points", Document(Points.of(at, ["A"] * len(at)), (Learner.of("perceptron"),))
        )
        assert window.plane.hint.isVisible()
        hidden = [
            place
            for place in at
            if window.plane.hint.geometry().contains(window.plane.from_plane(*place).toPoint())
        ]
        assert not hidden
