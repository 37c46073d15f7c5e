"""A stack in the window: B is a thin line and hatched where it is overruled, its settings are
turned by hand, and the table of its folds is filled."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from linlab.app.panels.form import Form
from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner
from linlab.engine.train.models import decisions
from linlab.engine.train.trace import Trace
from tests.app.hand import Hand

LEFT = Qt.MouseButton.LeftButton
POINTS = make_points("moons", n=60, noise=0.4, seed=2)
LEARNERS = (Learner.of("stacking"), Learner.of("logistic"), Learner.of("naive-bayes", bins=8))


@pytest.fixture
def stacked(window, qtbot):
    session = window.session
    session.open(Document(POINTS, LEARNERS, seed=3))
    window.plane.fit()
    session.go(30)
    qtbot.waitUntil(lambda: session.t == 30)
    return session


def choose(row, key):
    """By hand: open the list, go to the item, Return."""
    row.combo.showPopup()
    view = row.combo.view()
    view.setCurrentIndex(row.combo.model().index(row.combo.findData(key), 0))
    QTest.keyClick(view, Qt.Key.Key_Return)


def fold_of(i):
    return int(np.flatnonzero(np.random.default_rng((3, 7)).permutation(60) == i)[0] % 5)


def test_that_b_is_thin_the_stack_thick_and_where_b_is_overruled_hatched(window, stacked, qtbot):
    plane, hand, told = window.plane, Hand(window), []
    plane.hovered.connect(told.append)
    plane.viewport().repaint()
    qtbot.waitUntil(lambda: bool(plane.panel.named("disputed")))
    assert (
        plane.panel.named("members")[0].pen.width < plane.panel.named("boundary")[0].pen.width / 2
    )
    assert {"base model (Naive Bayes)", "base model overruled"} <= {
        entry.text for entry in plane.panel.legend
    }
    model, classes = stacked.run.model, stacked.run.model.examples.classes
    own, other = decisions(model, model.scores(POINTS.x)), model.member_answers(POINTS.x)[0]
    assert (own != other).any()
    for i in (0, 5, int(np.flatnonzero(own != other)[0])):
        hand.move(tuple(POINTS.x[i]))
        assert (
            f"   answer {classes[own[i]]}   score" in told[-1]
            and f"(base model (Naive Bayes): {classes[other[i]]})" in told[-1]
        )


def test_that_a_dragged_point_trains_b_anew_and_undo_takes_it_back(window, stacked, qtbot):
    hand = Hand(window)
    hand.key(Qt.Key.Key_V)
    before, start = stacked.document, np.array(hand.point(3))
    hand.drag(tuple(start), tuple(start + 0.3), tuple(start + (0.6, 0.4)))
    qtbot.waitUntil(lambda: stacked.t == 30)
    assert stacked.document != before
    assert stacked.run.model.theta.tolist() == Trace(stacked.document).model(30).theta.tolist()
    stacked.undo()
    assert stacked.document == before


def test_that_its_settings_are_turned_by_hand_and_what_cannot_be_is_said(window, stacked, qtbot):
    form = window.findChild(Form)
    assert all(
        form.controls[name].isVisible() for name in ("of", "upon", "outputs", "folds", "jackknife")
    )
    choose(form.controls["jackknife"], "off")
    assert (
        stacked.learner["jackknife"] == "off"
        and stacked.undo_stack.undo_name == "change jackknife to Off"
    )
    box = form.controls["folds"].box
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, "3")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert stacked.learner["folds"] == 3 and stacked.run.problem.base_outputs.jackknife.folds == 3
    choose(form.controls["of"], "second")  # A is naive Bayes now
    window.plane.viewport().repaint()
    assert (
        "cannot use the output of another model" in stacked.run.trouble
        and stacked.run.trouble in window.plane.hint.text()
    )
    for _ in range(3):
        stacked.undo()
    qtbot.waitUntil(lambda: stacked.t == 30)
    assert stacked.document.learners == LEARNERS and not stacked.run.trouble


def test_that_a_stack_is_added_from_the_menu_upon_the_two_that_are_there(window, qtbot):
    session = window.session
    session.open(Document(POINTS, LEARNERS[1:], seed=3))
    QTest.mouseClick(window.left.model.team.add, LEFT)
    menu = next(
        menu
        for menu in QApplication.topLevelWidgets()
        if isinstance(menu, QMenu) and menu.objectName() == "add-menu"
    )
    action = next(action for action in menu.actions() if action.objectName() == "add-stacking")
    QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(action).center())
    assert [learner.model for learner in session.document.learners] == [
        "logistic",
        "naive-bayes",
        "stacking",
    ]
    assert session.learner.model == "stacking" and not session.run.trouble
    session.undo()
    assert len(session.document.learners) == 2


def test_that_the_table_of_folds_is_filled_and_points_are_lit_in_it(window, stacked, qtbot):
    QTest.mouseClick(window.right.views.tabs.buttons["folds"], LEFT)
    pane = window.right.views.pane
    qtbot.waitUntil(lambda: pane.table.isVisible() and "base model is right on" in pane.note.text())
    table = pane.table.rows.table
    assert [column.key for column in table.columns] == [
        "fold",
        "n",
        "x1",
        "x2",
        "said",
        "class",
        "right",
        "seen",
    ]
    cells = {column.key: column.texts for column in table.columns}
    assert all(
        int(fold) == fold_of(int(i) - 1) + 1
        for fold, i in zip(cells["fold"], cells["n"], strict=True)
    )
    choose(pane.options.findChild(QWidget, "view-filled"), "2")
    qtbot.waitUntil(lambda: "2 of 5 folds are filled" in pane.note.text())
    cells = {column.key: column.texts for column in pane.table.rows.table.columns}
    assert all(
        (said == "…") == (int(fold) > 2)
        for fold, said in zip(cells["fold"], cells["said"], strict=True)
    )
    hand = Hand(window)
    hand.move(tuple(POINTS.x[7]))
    qtbot.waitUntil(
        lambda: (
            int(POINTS.ids[7])
            in {pane.table.rows.table.ids[k] for k in pane.table.rows.table.highlighted}
        )
    )
    QTest.mouseClick(window.right.views.aside, LEFT)
    qtbot.waitUntil(lambda: window.beside.isVisible() and window.beside.pane.table.isVisible())
    assert window.beside.name == "folds"


def test_that_the_tab_of_the_folds_is_grey_unless_there_is_a_stack(window, qtbot):
    folds = window.right.views.tabs.buttons["folds"]
    qtbot.waitUntil(lambda: folds.grey)
    assert "Only Stacking" in folds.toolTip()
    window.session.open(Document(POINTS, LEARNERS, seed=3))
    qtbot.waitUntil(lambda: not folds.grey)
