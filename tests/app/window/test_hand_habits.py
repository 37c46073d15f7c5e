"""Habits of the hand: digits relabel what is selected, and empty ground has a menu."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from linlab import Document, Learner, Points
from tests.app.hand import LEFT, RIGHT

Key = Qt.Key


def chosen(window, ids):
    window.session.pointing.select(frozenset(ids))
    return window.session.points.label[[window.session.points.index(id) for id in ids]].tolist()


def labels(window, ids):
    points = window.session.points
    return points.label[[points.index(id) for id in ids]].tolist()


def test_that_a_digit_relabels_the_selected_points_as_one_step_of_undo(window, hand):
    session, said = window.session, []
    session.said.connect(said.append)
    ids = session.points.ids[[0, 1, 30]].tolist()
    before, tool = chosen(window, ids), window.plane.tool
    hand.key(Key.Key_2)
    assert labels(window, ids) == [1, 1, 1] != before
    assert said == ["3 points are now labelled B. Ctrl+Z undoes it."]
    assert session.pointing.selection == frozenset(ids) and window.plane.tool is tool
    assert session.label == 0  # the class to add is what it was
    hand.key(Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert labels(window, ids) == before and not session.undo_stack.undo_name


def test_that_0_takes_the_labels_of_the_selected_points_away(window, hand):
    said = []
    window.session.said.connect(said.append)
    id = int(window.session.points.ids[5])
    chosen(window, [id])
    hand.key(Key.Key_0)
    assert labels(window, [id]) == [-1]
    assert said == ["1 point is now without a label. Ctrl+Z undoes it."]


def test_that_a_digit_without_a_class_changes_nothing_and_says_so(window, hand):
    said, before = [], window.session.settled
    window.session.said.connect(said.append)
    points = window.session.points
    chosen(window, points.ids[points.label == 0][:2].tolist())
    hand.key(Key.Key_5)
    assert window.session.settled is before and "no class 5 yet" in said[0]
    hand.key(Key.Key_1)  # they are of class A already
    assert window.session.settled is before and len(said) == 1


def test_that_of_a_single_class_2_makes_another(window, hand):
    window.session.open(Document(Points.of([(0, 0), (1, 1)], ["A", "A"]), (Learner.of("svm"),)))
    id = int(window.session.points.ids[1])
    chosen(window, [id])
    hand.key(Key.Key_2)
    assert window.session.points.classes == ("A", "B") and labels(window, [id]) == [1]
    window.session.undo()
    assert window.session.points.classes == ("A",)


def test_that_without_a_selection_a_digit_chooses_the_class_to_add(window, hand):
    before = window.session.settled
    hand.key(Key.Key_2)
    assert window.session.label == 1 and window.session.settled is before


def opened(hand, place):
    hand.click(place, RIGHT)
    return next(
        (each for each in QApplication.topLevelWidgets() if each.objectName() == "ground-menu"),
        None,
    )


@pytest.mark.parametrize(("text", "label"), [("of A", 0), ("of B", 1), ("unlabelled", -1)])
def test_that_with_move_a_right_click_on_empty_ground_opens_a_menu_that_adds_a_point_there(
    window, hand, text, label
):
    session = window.session
    hand.key(Key.Key_V)
    before, place = session.settled, hand.free()
    menu = opened(hand, place)
    assert menu is not None and menu.isVisible() and session.settled is before
    titles = [action.text() for action in menu.actions()]
    assert {"Select all points", "Paste points", "Show all points"} <= set(titles)
    action = next(each for each in menu.actions() if text in each.text())
    QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(action).center())
    assert session.points.x[-1] == pytest.approx(place)
    assert session.points.label[-1] == label and len(session.points) == len(before.points) + 1
    session.undo()
    assert session.settled == before


def test_that_the_menu_selects_all_points(window, hand):
    hand.key(Key.Key_V)
    menu = opened(hand, hand.free())
    action = next(each for each in menu.actions() if each.text() == "Select all points")
    QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(action).center())
    assert len(window.session.pointing.selection) == len(window.session.points)


def test_that_with_add_a_right_click_still_adds_the_next_class(window, hand):
    many = len(window.session.points)
    assert opened(hand, hand.free()) is None
    assert len(window.session.points) == many + 1 and window.session.points.label[-1] == 1


def test_that_an_arrow_steps_after_a_drag_and_nudges_what_was_clicked_as_the_status_bar_says(
    window, hand
):
    session, status = window.session, window.doing
    hand.key(Key.Key_V)
    id = int(session.points.ids[0])
    x, y = hand.point(id)
    hand.drag((x, y), (x + 0.1, y), (x + 0.3, y + 0.2))
    moved = hand.point(id)
    assert moved != (x, y) and not session.pointing.selection
    assert status.text().startswith("Drag to move this point")
    hand.key(Key.Key_Right)
    assert session.t == 1 and hand.point(id) == moved
    hand.click(moved)
    assert session.pointing.selection == {id}
    assert status.text().startswith(
        "Arrow keys nudge the selected point · Esc deselects, then → steps again"
    )
    hand.key(Key.Key_Right)
    assert session.t == 1 and hand.point(id)[0] > moved[0]
    hand.drag(hand.point(id), (x, y))  # what was selected stays so
    assert session.pointing.selection == {id}
    hand.key(Key.Key_Escape)
    assert not status.text().startswith("Arrow keys")
    hand.key(Key.Key_Right)
    assert session.t == 2
    window.editing.select_all()
    assert f"the {len(session.points)} selected points" in status.text()
