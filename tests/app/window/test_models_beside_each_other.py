"""Several models in the window: added, taken in hand, shown in one plane or side by side, edited in
any of them."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from linlab import Learner, Trace
from linlab.engine.document.document import Document
from linlab.engine.document.ready_sets import READY_SETS

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
FAMILY = READY_SETS[0]


def models(window):
    return [learner.model for learner in window.session.document.learners]


def menu_of(window):
    return next(menu for menu in window.findChildren(QMenu, "add-menu") if menu.isVisible())


def choose(window, name):
    """Open “+ add” with the mouse, and choose an entry of its menu."""
    team = window.left.model.team
    QTest.mouseClick(team.add, LEFT)
    menu = menu_of(window)
    action = menu.findChild(QAction, name)
    QTest.mouseClick(menu, LEFT, NONE, menu.actionGeometry(action).center())
    window.activateWindow()  # the menu had the keys
    assert QTest.qWaitForWindowActive(window)
    window.plane.setFocus()


@pytest.fixture
def four(window, qtbot):
    """The perceptron family, side by side."""
    choose(window, "add-set-perceptrons")
    qtbot.waitUntil(lambda: len(window.plane.picture.panels) == 4)
    return window


def in_cell(window, which, x, y):
    """A place of the plane in the cell of a model, in the widget."""
    frame, panel = window.plane.sight.geometry.frame_of(which), window.plane.picture.panels[which]
    at = panel.to_page([(x, y)])[0]
    assert frame.x <= at[0] <= frame.x + frame.width and frame.y <= at[1] <= frame.y + frame.height
    return QPoint(round(at[0]), round(at[1]))


def mouse(window, kind, place, buttons):
    button = LEFT if kind != QEvent.Type.MouseMove else Qt.MouseButton.NoButton
    at, screen = QPointF(place), QPointF(window.plane.mapToGlobal(place))
    QApplication.sendEvent(
        window.plane.viewport(), QMouseEvent(kind, at, screen, button, buttons, NONE)
    )


def empty(window, which):
    """A place in a cell where there is no point and no word."""
    view = window.plane.view
    for k in range(2, 20):
        place = (
            view.left + (view.right - view.left) * k / 21,
            view.bottom + (view.top - view.bottom) * 0.1,
        )
        if window.plane.hand.hit(*place) is None:
            return in_cell(window, which, *place)
    raise AssertionError("no room")


def test_that_a_model_is_added_beside_the_one_there_is_and_taken_back(window, qtbot):
    window.session.go(30)
    assert not window.left.model.team.isVisible()
    choose(window, "add-svm")
    assert models(window) == ["perceptron", "svm"]
    assert window.session.focus == 1 and window.session.t == 30
    assert [run.t for run in window.session.runs] == [30, 30]
    assert window.left.model.line.text() == "SVM"
    rows = window.left.model.team.rows
    assert [row.text() for row in rows] == ["Perceptron", "SVM"] and rows[1].isChecked()
    QTest.mouseClick(rows[0], LEFT)
    assert window.session.focus == 0 and window.left.model.line.text() == "Perceptron"
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert models(window) == ["perceptron"] and not window.left.model.team.isVisible()
    QTest.keyClick(window, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert models(window) == ["perceptron", "svm"]


def test_that_the_one_in_hand_is_doubled_moved_and_removed(window, qtbot):
    team = window.left.model.team
    choose(window, "add-svm")
    QTest.mouseClick(team.links["duplicate"], LEFT)
    window.session.edit("λ", window.session.with_learner(window.session.learner.replace(lam=1.0)))
    assert models(window) == ["perceptron", "svm", "svm"] and window.session.focus == 2
    assert [row.text() for row in team.rows] == ["Perceptron", "SVM, λ 0.01", "SVM, λ 1"]
    QTest.mouseClick(team.links["up"], LEFT)
    assert [row.text() for row in team.rows][1] == "SVM, λ 1" and window.session.focus == 1
    QTest.keyClick(window, Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    assert models(window) == ["svm", "perceptron", "svm"] and window.session.focus == 0
    assert not team.links["up"].isEnabled() and team.links["up"].toolTip() == "It is the first."
    QTest.mouseClick(team.links["remove"], LEFT)
    assert models(window) == ["perceptron", "svm"]
    window.session.undo()
    assert models(window) == ["svm", "perceptron", "svm"] and window.session.focus == 0
    assert window.session.learner["lam"] == 1.0


def test_that_six_are_enough_and_one_is_needed(window):
    team = window.left.model.team
    said = []
    window.session.said.connect(said.append)
    QTest.keyClick(
        window,
        Qt.Key.Key_M,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    assert said[-1] == "A document has at least one model."
    choose(window, "add-set-perceptrons")
    choose(window, "add-set-losses")
    assert (
        len(models(window)) == 4
        and "needs 3 of the 6 places for models, but only 2 are free" in said[-1]
    )
    choose(window, "add-svm")
    choose(window, "add-logistic")
    assert len(models(window)) == 6
    assert not team.add.isEnabled() and "at most 6 models" in team.add.toolTip()
    QTest.keyClick(
        window,
        Qt.Key.Key_D,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    assert len(models(window)) == 6 and "remove one first" in said[-1]


def test_that_a_ready_set_adds_what_is_not_there_yet(four):
    assert models(four) == [learner.model for learner in FAMILY.learners]
    assert four.plane.arranged == "side"
    choose(four, "add-set-perceptrons")
    assert len(models(four)) == 4


def test_that_one_plane_has_the_boundaries_of_all(four, qtbot):
    session, team = four.session, four.left.model.team
    session.go(57)
    QTest.mouseClick(team.arrangement.buttons["one"], LEFT)
    assert len(four.plane.picture.panels) == 1
    panel = four.plane.panel
    drawn = {tuple(item.pen.dash) + (item.pen.colour,): item for item in panel.named("models")}
    assert len(panel.named("models")) == len(drawn) == 3  # the boundary in hand is the fourth
    for which in (1, 3):  # straight ones: the mean, and MIRA
        theta = Trace(session.document, which).model(57).single.theta[0]
        lines = np.concatenate([line for item in panel.named("models") for line in item.lines])
        near = [
            np.abs(np.concatenate(item.lines) @ theta[:2] + theta[2]).max()
            for item in panel.named("models")
        ]
        assert len(lines) and min(near) < 1e-6 * max(1.0, np.abs(theta).max())
    assert {entry.text for entry in panel.legend} >= set(session.snapshot.names)
    QTest.mouseClick(team.arrangement.buttons["alone"], LEFT)
    assert not four.plane.panel.named("models")


def test_that_each_plane_shows_its_own_model(four):
    session = four.session
    session.go(57)
    for which, panel in enumerate(four.plane.picture.panels):
        assert panel.named("heading")[0].text.startswith(session.snapshot.names[which])
        model = Trace(session.document, which).model(57)
        line = np.concatenate(panel.named("boundary")[0].lines)
        if model.single is not None:
            theta = model.single.theta[0]
            assert np.abs(line @ theta[:2] + theta[2]).max() < 1e-6 * max(1.0, np.abs(theta).max())
        assert (
            len(panel.named("points")[0].items)
            if hasattr(panel.named("points")[0], "items")
            else True
        )


def test_that_a_click_into_another_plane_takes_its_model_in_hand_and_the_next_adds_a_point(four):
    plane, session = four.plane, four.session
    many = len(session.points)
    place = empty(four, 2)
    for kind, buttons in (
        (QEvent.Type.MouseButtonPress, LEFT),
        (QEvent.Type.MouseButtonRelease, Qt.MouseButton.NoButton),
    ):
        mouse(four, kind, place, buttons)
    assert session.focus == 2 and len(session.points) == many
    assert four.left.model.line.text() == "Voted perceptron"
    for kind, buttons in (
        (QEvent.Type.MouseButtonPress, LEFT),
        (QEvent.Type.MouseButtonRelease, Qt.MouseButton.NoButton),
    ):
        mouse(four, kind, place, buttons)
    assert len(session.points) == many + 1
    np.testing.assert_allclose(
        session.points.x[-1],
        plane.picture.panels[2].from_page(place.x(), place.y()),
        atol=plane.unit(),
    )


def test_that_after_a_gesture_that_was_given_up_a_click_elsewhere_is_where_it_is(four):
    session, x = four.session, four.session.points.x[0].copy()
    begin = in_cell(four, 1, *x)
    mouse(four, QEvent.Type.MouseButtonPress, begin, LEFT)
    mouse(four, QEvent.Type.MouseMove, begin + QPoint(30, 20), LEFT)
    QTest.keyClick(four, Qt.Key.Key_Escape)  # and the release is another window's
    assert session.focus == 1 and (session.points.x[0] == x).all()
    many, place = len(session.points), empty(four, 3)
    for _ in range(2):
        mouse(four, QEvent.Type.MouseButtonPress, place, LEFT)
        mouse(four, QEvent.Type.MouseButtonRelease, place, Qt.MouseButton.NoButton)
    assert session.focus == 3 and len(session.points) == many + 1
    seen = four.plane.picture.panels[3].from_page(place.x(), place.y())
    np.testing.assert_allclose(session.points.x[-1], seen, atol=four.plane.unit())


def test_that_a_point_is_dragged_in_any_plane_and_moves_in_all(four):
    session, id = four.session, int(four.session.points.ids[0])
    begin = in_cell(four, 3, *session.points.x[0])
    end = begin + QPoint(20, 12)
    mouse(four, QEvent.Type.MouseButtonPress, begin, LEFT)
    mouse(four, QEvent.Type.MouseMove, begin + QPoint(10, 6), LEFT)
    mouse(four, QEvent.Type.MouseMove, end, LEFT)
    mouse(four, QEvent.Type.MouseButtonRelease, end, Qt.MouseButton.NoButton)
    assert session.focus == 3
    moved = session.points.x[session.points.index(id)]
    for panel, which in zip(four.plane.picture.panels, range(4), strict=True):
        assert panel.view == four.plane.view
        place = in_cell(four, which, *moved)
        assert np.abs(panel.to_page([moved])[0] - (place.x(), place.y())).max() <= 1
    assert np.hypot(*(four.plane.picture.panels[3].to_page([moved])[0] - (end.x(), end.y()))) < 2


def test_that_the_wheel_in_one_plane_zooms_all(four, hand):
    before = four.plane.view
    four.session.focus_on(1)
    hand.wheel(((before.left + before.right) / 2, (before.bottom + before.top) / 2), 1)
    views = {panel.view for panel in four.plane.picture.panels}
    assert len(views) == 1 and views.pop().right - before.left < before.right - before.left


def test_that_tab_goes_from_model_to_model_and_then_on(four):
    four.plane.setFocus()
    four.session.focus_on(0)
    for which in (1, 2, 3):
        QTest.keyClick(four.plane, Qt.Key.Key_Tab)
        assert four.session.focus == which and four.plane.hasFocus()
    QTest.keyClick(four.plane, Qt.Key.Key_Tab)
    assert four.session.focus == 3 and not four.plane.hasFocus()


def test_that_the_status_bar_tells_of_the_model_under_the_mouse(four):
    session = four.session
    session.go(57)
    x = session.points.x.mean(axis=0)
    for which in (1, 3):
        mouse(four, QEvent.Type.MouseMove, in_cell(four, which, *x), Qt.MouseButton.NoButton)
        score = float(four.place.text().partition("score ")[2].replace("−", "-").split()[0])
        at = four.plane.picture.panels[which].from_page(
            *(lambda p: (p.x(), p.y()))(in_cell(four, which, *x))
        )
        assert score == pytest.approx(
            float(Trace(session.document, which).model(57).scores([at])[0, 0]), abs=0.01
        )


def test_that_a_document_keeps_its_models_and_how_they_are_shown(four, tmp_path):
    four.session.focus_on(2)
    four.session.go(12)
    path = tmp_path / "four.linlab"
    four.files.save(path)
    four.session.open(Document(four.session.points, (Learner.of("svm"),)))
    four.plane.arrange("alone")
    four.files.open(path)
    assert len(models(four)) == 4 and four.plane.arranged == "side"
    assert four.session.focus == 2 and four.session.t == 12
    assert Document.load(path).look.models == "side"


def test_that_s_shows_the_models_in_the_next_way(four):
    seen = []
    for _ in range(3):
        QTest.keyClick(four, Qt.Key.Key_S)
        seen.append(four.plane.arranged)
    assert seen == ["alone", "one", "side"]
    assert four.left.model.team.arrangement.buttons["side"].isChecked()


def test_that_on_stage_tab_and_m_do_the_same(four, qtbot):
    four.present()
    QTest.keyClick(four, Qt.Key.Key_Tab)
    assert four.session.focus == 1 and len(four.plane.picture.panels) == 4
    QTest.keyClick(four, Qt.Key.Key_M)
    assert four.plane.arranged == "alone" and len(four.plane.picture.panels) == 1
    four.presenter.leave()


def test_that_what_is_turned_is_of_the_one_in_hand(four):
    four.session.focus_on(3)
    before = four.session.document.learners
    four.session.edit("C", four.session.with_learner(four.session.learner.replace(C=0.2)))
    after = four.session.document.learners
    assert after[:3] == before[:3] and after[3] == Learner.of("mira", C=0.2)


def test_that_all_points_are_in_sight_however_the_models_are_shown(four):
    for how in ("one", "side", "alone"):
        four.plane.arrange(how)
        assert four.plane.sight.shows(four.session.points.x)
    four.plane.sight.zoom(0.5)
    seen = four.plane.sight.geometry.free
    four.plane.arrange("one")
    assert (
        four.plane.sight.region is not None and four.plane.sight.wanted == seen
    )  # what somebody chose to see stays


def test_that_a_model_without_settings_of_training_has_no_card_for_them(window):
    training = window.left.findChild(QWidget, "training-card")
    session = window.session
    session.edit("bag", session.settled.with_models([0, Learner.of("bagging")]), 1)
    assert not training.isVisible()
    QTest.mouseClick(window.left.model.team.rows[0], LEFT)
    assert training.isVisible()


def test_that_nothing_is_offered_to_watch_where_nobody_can_learn(window):
    offer = window.offer
    window.plane.viewport().repaint()
    assert window.plane.rect().contains(offer.geometry())
    alone = window.session.settled.with_models([Learner.of("vote")])
    window.session.settled = alone  # as if it had been opened with it
    for run in window.session.runs:
        run.open(alone)
    window.session._forget()
    window.plane.viewport().repaint()
    assert window.session.run.trouble and not window.plane.rect().intersects(offer.geometry())
