"""Views in the window: tabs, keys, beside the plane, linked points, options, tables, and long work
in the background."""

import threading

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from linlab.app.panels.views.views_card import inward
from linlab.app.session.views import point_scores
from linlab.app.session.views.learner_input import PREPARING
from linlab.engine.ground.progress import tell
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.shapes import Marks
from linlab.engine.train.teams.base_outputs import Jackknife
from linlab.engine.views.view import FigureView, Work
from linlab.engine.views.views import VIEWS

ALT, CTRL, NONE = (
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.NoModifier,
)
LEFT, Key = Qt.MouseButton.LeftButton, Qt.Key


@pytest.fixture(autouse=True)
def _active(window, qtbot):
    qtbot.waitUntil(window.isActiveWindow)


def turn_to(window, name, qtbot):
    QTest.mouseClick(window.right.views.tabs.buttons[name], LEFT)
    pane = window.right.views.pane
    canvas = pane.canvas
    qtbot.waitUntil(
        lambda: canvas.view.name == name and (bool(canvas.picture.panels) or pane.table.isVisible())
    )
    return canvas


def places(canvas, name="examples"):
    """Where the examples are drawn on the page, by id."""
    panel = canvas.picture.panels[0]
    group = panel.named(name)[0]
    return {
        int(id): place
        for marks in group.items
        for id, place in zip(marks.ids, panel.to_page(marks.places), strict=True)
    }


def move(canvas, at, kind=QEvent.Type.MouseMove, button=Qt.MouseButton.NoButton):
    place = QPointF(*at)
    screen = QPointF(canvas.mapToGlobal(place.toPoint()))
    QApplication.sendEvent(
        canvas.viewport(), QMouseEvent(kind, place, screen, button, button, NONE)
    )


def test_that_each_view_has_a_tab_and_shows_something_or_says_why_not(window, qtbot):
    window.player.step(5)
    for name in inward():
        pane = window.right.views.pane
        picture = pane.canvas.picture
        QTest.mouseClick(window.right.views.tabs.buttons[name], LEFT)
        qtbot.waitUntil(
            lambda pane=pane, picture=picture: (
                pane.canvas.picture is not picture or pane.table.isVisible()
            )
        )
        assert pane.view.name == name and (
            pane.table.isVisible() or pane.canvas.picture.panels or pane.canvas.picture.notes
        )
        assert pane.isVisible() and not window.right.curves.isVisible()


def test_that_keys_turn_to_views_and_put_one_beside_the_plane_and_away(window, hand, qtbot):
    hand.key(Key.Key_2, ALT)
    assert window.right.views.current == inward()[0]
    hand.key(Key.Key_W)
    assert window.beside.isVisible() and window.beside.name == inward()[0]
    assert window.right.views.current == "curves"  # it is not shown twice
    qtbot.waitUntil(lambda: abs(window.plane.width() - window.beside.width()) < 40)
    qtbot.waitUntil(lambda: bool(window.beside.pane.canvas.picture.panels))
    hand.key(Key.Key_W)
    assert not window.beside.isVisible()
    QTest.mouseClick(window.right.views.tabs.buttons["errors"], LEFT)
    QTest.mouseClick(window.right.views.aside, LEFT)
    assert window.beside.isVisible() and window.beside.name == "errors"
    QTest.mouseClick(window.beside.cross, LEFT)
    assert not window.beside.isVisible()


def test_that_pointing_at_an_example_in_a_view_lights_it_in_the_plane_and_a_click_selects_it(
    window, qtbot
):
    window.player.step(9)
    canvas = turn_to(window, "losses", qtbot)
    qtbot.waitUntil(
        lambda: canvas.picture.panels and bool(canvas.picture.panels[0].named("examples"))
    )
    where = places(canvas)
    id, at = next(
        (id, at)
        for id, at in where.items()
        if sum(np.hypot(*(at - other)) < 12 for other in where.values()) == 1
    )
    move(canvas, at)
    assert window.session.pointing.pointed == id
    (ring,) = window.plane.panel.named("pointed")
    assert (
        ring.places[0].tolist() == window.session.points.x[window.session.points.index(id)].tolist()
    )
    move(canvas, at, QEvent.Type.MouseButtonPress, LEFT)
    move(canvas, at, QEvent.Type.MouseButtonRelease, LEFT)
    assert window.session.pointing.selection == {id}
    qtbot.waitUntil(lambda: bool(canvas.picture.panels[0].named("selection")))
    move(canvas, (2, 2))
    assert window.session.pointing.pointed is None and not window.plane.panel.named("pointed")


def test_that_pointing_at_a_point_of_the_plane_lights_it_in_the_view(window, hand, qtbot):
    window.player.step(9)
    canvas = turn_to(window, "losses", qtbot)
    id = int(window.session.points.ids[3])
    hand.move(hand.point(id), button=Qt.MouseButton.NoButton)
    assert window.session.pointing.pointed == id
    qtbot.waitUntil(
        lambda: bool(canvas.picture.panels and canvas.picture.panels[0].named("pointed"))
    )
    (ring,) = canvas.picture.panels[0].named("pointed")
    assert isinstance(ring, Marks) and np.allclose(
        canvas.picture.panels[0].to_page(ring.places)[0], places(canvas)[id]
    )


def test_that_a_view_follows_the_run_and_the_learner_and_costs_nothing_unseen(
    window, qtbot, monkeypatch
):
    canvas = turn_to(window, "losses", qtbot)
    for change in (
        lambda: window.player.step(3),
        lambda: window.player.step(-1),
        lambda: window.session.edit(
            "model", window.session.with_learner(Learner.of("svm", lam=0.1))
        ),
    ):
        before = canvas.picture
        change()
        qtbot.waitUntil(lambda before=before: canvas.picture is not before)
    made = []
    monkeypatch.setattr("linlab.app.panels.views.view_canvas.draw", lambda *a: made.append(a))
    QTest.mouseClick(window.right.views.tabs.buttons["curves"], LEFT)
    window.player.step(4)
    QTest.qWait(120)
    assert not made


def test_that_the_table_is_sorted_by_its_head_linked_both_ways_and_copied(window, qtbot):
    window.player.step(12)
    QTest.mouseClick(window.right.views.tabs.buttons["examples"], LEFT)
    table = window.right.views.pane.table
    qtbot.waitUntil(
        lambda: table.isVisible() and len(table.rows.table) == len(window.session.points)
    )
    keys = [column.key for column in table.rows.table.columns]
    head = table.horizontalHeader()
    for descending in (False, True):
        place = QPoint(head.sectionViewportPosition(keys.index("m")) + 5, head.height() // 2)
        QTest.mouseClick(head.viewport(), LEFT, NONE, place)
        m = table.rows.table.columns[keys.index("m")].sort
        assert m.tolist() == sorted(m.tolist(), reverse=descending)
    row = table.rowAt(3)
    QTest.mouseClick(
        table.viewport(), LEFT, NONE, table.visualRect(table.model().index(row, 0)).center()
    )
    assert window.session.pointing.selection == {table.rows.table.ids[row]}
    table.setFocus()
    QTest.keyClick(table, Key.Key_C, CTRL)
    copied = QGuiApplication.clipboard().text().splitlines()
    assert len(copied) == 2 and copied[0].split("\t")[:2] == ["#", "x₁"]
    assert copied[1].split("\t")[0] == table.rows.table.columns[0].texts[row]


def test_that_the_numbers_of_the_table_are_whole_as_soon_as_they_are_there_and_columns_do_not_tremble(
    window, qtbot
):
    turn_to(window, "examples", qtbot)
    table, before = window.right.views.pane.table, []
    for t in (0, 3, 40, 41, 2):
        window.session.go(t)
        qtbot.waitUntil(lambda t=t: window.session.t == t)
        QApplication.processEvents()
        metrics = QFontMetrics(table.font())
        widths = [table.columnWidth(k) for k in range(len(table.rows.table.columns))]
        shown = [not table.isColumnHidden(k) for k in range(len(widths))]  # others have no room
        for width, column, seen in zip(widths, table.rows.table.columns, shown, strict=True):
            longest = max(metrics.horizontalAdvance(text) for text in column.texts)
            assert not seen or width >= 4 + longest
        assert sum(shown) >= 5
        assert not before or all(
            now >= then for now, then, seen in zip(widths, before, shown, strict=False) if seen
        )
        before = widths


def test_that_an_option_of_a_view_is_chosen_and_remembered(window, qtbot):
    window.session.edit("model", window.session.with_learner(Learner.of("svm", space="rbf")))
    window.player.step(5)
    turn_to(window, "kernel", qtbot)
    pane = window.right.views.pane
    assert VIEWS["kernel"].chosen("show", pane.canvas.figure, pane.canvas.moment) == "both"
    pane.choose("show", "gram")
    qtbot.waitUntil(lambda: len(pane.canvas.picture.panels) == 1)
    turn_to(window, "losses", qtbot)
    turn_to(window, "kernel", qtbot)
    qtbot.waitUntil(
        lambda: (
            len(pane.canvas.picture.panels) == 1
            and bool(pane.canvas.picture.panels[0].named("gram"))
        )
    )


def test_that_long_work_is_done_in_the_background_told_and_can_be_cancelled(
    window, qtbot, monkeypatch
):
    import threading

    go, found = threading.Event(), []

    def run(figure, moment):
        while not go.wait(0.01):
            tell("half of it")
        return 42

    def panels(figure, moment, palette, room):
        found.append(moment.found)
        return ()

    slow = FigureView(
        "losses", "Slow", "takes long", panels, work=Work(lambda figure, moment: moment.trace, run)
    )
    monkeypatch.setitem(VIEWS, "losses", slow)
    QTest.mouseClick(window.right.views.tabs.buttons["losses"], LEFT)
    pane = window.right.views.pane
    qtbot.waitUntil(lambda: pane.note.text() == "half of it" and pane.button.isVisible())
    QTest.mouseClick(pane.button, LEFT)
    qtbot.waitUntil(lambda: pane.note.text() == "Cancelled." and pane.button.text() == "Again")
    go.set()
    QTest.mouseClick(pane.button, LEFT)
    qtbot.waitUntil(lambda: found[-1] == 42)
    qtbot.waitUntil(lambda: not pane.button.isVisible())


def test_that_a_click_into_weight_space_is_where_training_starts_and_is_undone_at_once(
    window, qtbot
):
    session = window.session
    window.left.form.more.click()
    session.edit("svm", session.with_learner(Learner.of("svm")))
    canvas = turn_to(window, "weights", qtbot)
    panel = canvas.picture.panels[0]
    at = panel.to_page([(0.5, 0.3)])[0]
    QTest.mouseClick(canvas.viewport(), LEFT, NONE, QPointF(*at).toPoint())
    first = session.run.trace.at(0).theta[0]
    per = (panel.view.right - panel.view.left) / panel.frame.width
    assert abs(first[0] - 0.5) <= 2 * per and abs(first[1] - 0.3) <= 2 * per
    assert window.left.form.controls["start"].current == "chosen"
    session.undo()
    assert session.learner["start"] == "zeros"


def test_that_the_fan_is_trained_in_the_background_and_then_follows_the_run_at_once(window, qtbot):
    window.player.step(9)
    canvas = turn_to(window, "fan", qtbot)
    qtbot.waitUntil(lambda: bool(canvas.picture.panels and canvas.picture.panels[0].named("runs")))
    found = canvas.found.value
    window.player.step(3)
    qtbot.waitUntil(lambda: (window.session.t, canvas.picture.panels[0].view) in found.kept)
    assert window.session.t == 12 and canvas.found.value is found
    QTest.mouseClick(window.right.views.tabs.buttons["losses"], LEFT)
    assert canvas.found.result_for(VIEWS["fan"], canvas.figure, canvas.moment) is found
    other = FigureView(
        "other", "Other", "has another work", VIEWS["fan"].panels, work=VIEWS["fan"].work
    )
    assert (
        canvas.found.result_for(other, canvas.figure, canvas.moment) is None
    )  # what one view found is nothing for another
    canvas.found.cancel()


def test_that_a_drag_in_weight_space_is_seen_all_the_way_and_is_one_step_of_undo(window, qtbot):
    session = window.session
    window.left.form.more.click()
    session.edit("svm", session.with_learner(Learner.of("svm")))
    window.player.step(6)
    canvas = turn_to(window, "weights", qtbot)
    qtbot.waitUntil(lambda: bool(canvas.picture.panels))
    before, panel, name = session.settled, canvas.picture.panels[0], session.undo_stack.undo_name
    b = session.trace.at(6).theta[0, 2]
    way = [panel.to_page([place])[0] for place in ((0.1, 0.05), (0.3, 0.2), (0.5, -0.1))]
    move(canvas, way[0], QEvent.Type.MouseButtonPress, LEFT)
    for at in way[1:]:
        move(canvas, at, button=LEFT)
        begun = session.trace.at(0).theta[0]
        assert begun[:2] == pytest.approx(panel.from_page(*at), abs=1e-3) and begun[
            2
        ] == pytest.approx(b, rel=1e-3)
        assert session.settled is before and session.t == 6  # a preview, at the same update
        picture = canvas.picture
        qtbot.waitUntil(lambda picture=picture: canvas.picture is not picture)
        assert canvas.picture.panels[0].view == panel.view  # what is under the hand stays there
    move(canvas, way[-1], QEvent.Type.MouseButtonRelease, LEFT)
    assert session.settled is not before and window.left.form.controls["start"].current == "chosen"
    assert session.undo_stack.undo_name.startswith("start at (0.5")
    session.undo()
    assert session.settled == before and session.undo_stack.undo_name == name


def test_that_ends_of_chords_are_dragged_in_the_chart_and_moved_by_keys(window, qtbot):
    """In Landscape across the map and along the line; in Losses along the margins."""
    session, pane = window.session, window.right.views.pane
    window.left.form.more.click()
    session.edit("svm", session.with_learner(Learner.of("svm")))
    window.player.step(6)
    canvas = turn_to(window, "weights", qtbot)
    before = session.settled
    pane.choose("chord", "line")
    qtbot.waitUntil(lambda: len(canvas.picture.panels) == 3)

    def drag(panel, k, by):
        """Move a handle by so many pixels, and return where it is then."""
        shown = canvas.picture.panels[panel]
        start = shown.to_page([shown.handles[k].place])[0]
        move(canvas, start)
        assert canvas.viewport().cursor().shape() == Qt.CursorShape.OpenHandCursor
        move(canvas, start, QEvent.Type.MouseButtonPress, LEFT)
        picture = canvas.picture
        move(canvas, start + by, button=LEFT)
        qtbot.waitUntil(lambda: canvas.picture is not picture)
        move(canvas, start + by, QEvent.Type.MouseButtonRelease, LEFT)
        return shown.from_page(*(start + by))

    wanted = drag(0, 1, np.array([-14.0, -9.0]))
    text = session.choices.by_view["weights"]["to"]
    assert [float(each) for each in text.split(",")] == pytest.approx(wanted, rel=1e-3, abs=1e-3)
    line = canvas.picture.panels[0].named("line")[0].lines[0]
    drag(1, 0, np.array([20.0, 0.0]))
    end = np.array([float(each) for each in session.choices.by_view["weights"]["from"].split(",")])
    along = (line[1] - line[0]) / np.hypot(*(line[1] - line[0]))
    away = end - line[0]
    assert abs(away[0] * along[1] - away[1] * along[0]) < 2e-3  # it stayed on its line
    assert session.settled is before  # how to look is no edit
    box = pane.options.findChild(QWidget, "view-from").box
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, "0.1, 0.2")
    qtbot.waitUntil(lambda: canvas.picture.panels[0].handles[0].place == pytest.approx((0.1, 0.2)))

    canvas = turn_to(window, "losses", qtbot)
    pane.choose("chord", "hinge")
    qtbot.waitUntil(lambda: bool(canvas.picture.panels[0].named("chord")))
    wanted = drag(0, 0, np.array([30.0, 12.0]))
    assert session.choices.by_view["losses"]["from"] == pytest.approx(wanted[0], abs=0.006)
    slider = pane.options.findChild(QWidget, "view-to").slider
    pane.options.findChild(QWidget, "view-to").box.setFocus()
    QTest.keyClick(window.focusWidget(), Key.Key_Tab)
    assert slider.hasFocus()
    there = VIEWS["losses"].chosen("to", canvas.figure, canvas.moment)
    QTest.keyClick(slider, Key.Key_Right)
    qtbot.waitUntil(lambda: VIEWS["losses"].chosen("to", canvas.figure, canvas.moment) > there)
    assert canvas.picture.panels[0].named("chord")


def test_that_a_weight_is_typed_into_the_table_and_training_starts_there(window, qtbot):
    session = window.session
    window.left.form.more.click()
    session.edit("svm", session.with_learner(Learner.of("svm")))
    window.player.step(6)
    turn_to(window, "weights", qtbot)
    pane, table = window.right.views.pane, window.right.views.pane.table
    pane.choose("show", "table")
    qtbot.waitUntil(lambda: table.isVisible() and len(table.rows.table) == 3)
    theta, said = session.trace.at(6).theta[0], []
    session.said.connect(said.append)
    choices = [
        pane.options.findChild(QWidget, f"view-{name}") for name in ("across", "up")
    ]  # of the picture
    assert not any(each.isEnabled() or each.isVisible() for each in choices)

    def type_into(row, text):
        at = table.visualRect(table.model().index(row, 0)).center()
        QTest.mouseClick(table.viewport(), LEFT, NONE, at)
        table.setFocus()
        QTest.keyClick(table, text[0])  # a class by its key elsewhere, a number here
        editor = QApplication.focusWidget()
        for letter in text[1:]:
            QTest.keyClick(editor, letter)
        QTest.keyClick(editor, Key.Key_Return)

    head = table.horizontalHeader()
    QTest.mouseClick(
        head.viewport(), LEFT, NONE, QPoint(head.sectionViewportPosition(1) + 5, head.height() // 2)
    )  # sorted
    row = table.rows.table.columns[0].texts.index("w₂")
    label = session.label
    type_into(row, "2.5")
    qtbot.waitUntil(lambda: session.learner["start"] != "zeros")
    assert (
        session.trace.at(0).theta[0].tolist() == [theta[0], 2.5, theta[2]]
        and session.t == 0
        and session.label == label
    )
    assert window.left.form.controls["start"].current == "chosen"
    qtbot.waitUntil(lambda: "2.5" in table.rows.table.columns[1].texts)
    session.undo()
    assert session.learner["start"] == "zeros"
    qtbot.waitUntil(lambda: "2.5" not in table.rows.table.columns[1].texts)
    type_into(0, "1-")
    qtbot.waitUntil(lambda: bool(said) and said[-1] == "“1-” is not a number.")
    assert session.learner["start"] == "zeros"
    pane.choose("show", "space")
    qtbot.waitUntil(lambda: pane.canvas.isVisible() and bool(pane.canvas.picture.panels))
    assert all(each.isEnabled() and each.isVisible() for each in choices)


def test_that_all_views_are_listed_in_four_groups_and_one_that_does_not_apply_is_grey(
    window, qtbot
):
    tabs, session = window.right.views.tabs, window.session
    assert all(tab.isVisible() for tab in tabs.buttons.values())
    rows = {
        label.text(): [
            tab.text()
            for tab in tabs.buttons.values()
            if tab.y() >= label.y()
            and not any(label.y() < other.y() <= tab.y() for other in tabs.findChildren(QLabel))
        ]
        for label in tabs.findChildren(QLabel)
    }
    assert rows == {
        "Watch": ["Curves", "Algorithm", "Losses", "Landscape", "Examples", "Words"],
        "Why": ["Features", "Kernel", "Counts", "Net", "Derive"],
        "Check": ["Confusion", "New data", "Tune", "Repeat", "Hidden"],
        "Compare": ["All models", "Is it real?", "By luck", "Folds"],
    }
    chance = tabs.buttons["chance"]
    qtbot.waitUntil(lambda: chance.grey)
    assert "There is only one model" in chance.toolTip()
    assert not tabs.buttons["better"].grey  # two lists need no models
    assert not tabs.buttons["losses"].grey and "loss of each" in tabs.buttons["losses"].toolTip()
    session.edit("add", session.settled.with_models([0, Learner.of("svm")]), 1)
    qtbot.waitUntil(lambda: not chance.grey)
    assert "repeated on random labels" in chance.toolTip()
    session.undo()
    qtbot.waitUntil(lambda: chance.grey)
    QTest.mouseClick(chance, LEFT)  # grey, but it opens: its page says why
    assert window.right.views.current == "chance"
    qtbot.waitUntil(lambda: "only one model" in labels(window.right.views.pane.canvas))


@pytest.mark.parametrize(("width", "lines"), [(322, 5), (290, 6)])
def test_that_the_tabs_of_all_views_take_few_lines(window, qtbot, width, lines):
    tabs = window.right.views.tabs
    tabs.resize(width - 30, tabs.height())
    high = tabs.buttons["curves"].height()
    assert tabs.height() <= lines * high + 6 <= 120
    assert all(tab.geometry().right() < width - 30 for tab in tabs.buttons.values())


def labels(canvas):
    return " ".join(each.text for each in canvas.picture.notes)


@pytest.mark.parametrize("name", ["examples", "errors"])
def test_that_a_model_that_takes_long_is_asked_about_every_point_in_the_background(
    window, qtbot, monkeypatch, name
):
    answered, threads = threading.Event(), []

    def slowly(moment):
        threads.append(threading.current_thread())
        assert answered.wait(60)
        return asked_at_once(moment)

    asked_at_once = point_scores._asked
    monkeypatch.setattr(point_scores, "FRAME", -1)  # nothing is done in a frame
    monkeypatch.setattr(point_scores, "_asked", slowly)
    pane = window.right.views.pane
    window.right.views.show_view(name)
    table, canvas = pane.table, pane.canvas
    qtbot.waitUntil(lambda: bool(threads))

    def shown():
        return [column.key for column in table.rows.table.columns] if name == "examples" else []

    if name == "examples":
        qtbot.waitUntil(lambda: pane.note.text() == point_scores.WAITING and "x1" in shown())
        assert "s0" not in shown()
    else:
        qtbot.waitUntil(lambda: "Evaluating" in labels(canvas))
    answered.set()
    if name == "examples":
        qtbot.waitUntil(lambda: "s0" in shown())
        column = next(each for each in table.rows.table.columns if each.key == "s0")
        truth = window.session.run.model.scores(window.session.points.x)[:, 0]
        np.testing.assert_allclose(column.sort, truth)
        qtbot.waitUntil(lambda: not pane.note.isVisible())
    else:
        qtbot.waitUntil(lambda: len(canvas.picture.panels) > 0)
    assert threading.main_thread() not in threads
    window.player.step(3)
    qtbot.waitUntil(lambda: canvas.moment.t == window.session.t == 3)


@pytest.mark.parametrize("name", ["errors", "examples", "losses", "kernel", "weights"])
def test_that_no_view_waits_for_the_lower_model_of_a_stack_to_be_trained(
    window, qtbot, monkeypatch, name
):
    trained, in_window = threading.Event(), []
    plain, left = Jackknife.b, Jackknife.left

    def slowly(jackknife, without=None):
        if threading.current_thread() is threading.main_thread() and not trained.is_set():
            in_window.append(without)
        elif not trained.wait(60):
            raise TimeoutError
        return plain(jackknife, without)

    monkeypatch.setattr(Jackknife, "b", slowly)
    monkeypatch.setattr(
        Jackknife, "left", lambda own, all: left(own, all) if trained.is_set() else 10**12
    )
    pane = window.right.views.pane
    window.right.views.show_view(name)
    session = window.session
    models = [Learner.of("stacking"), Learner.of("perceptron"), Learner.of("logistic")]
    session.edit("stack", session.settled.with_models(models), 0)
    qtbot.waitUntil(lambda: pane.note.text() == PREPARING)
    window.player.step(2)
    qtbot.wait(300)  # whatever asks has asked
    assert in_window == []
    trained.set()
    qtbot.waitUntil(lambda: pane.note.text() != PREPARING)
    qtbot.waitUntil(lambda: session.t == 2 and session.run.problem.ready)


def test_that_options_that_do_not_apply_leave_the_view_their_room(window, qtbot):
    session, views = window.session, window.right.views
    session.edit("model", session.with_learner(Learner.of("naive-bayes")))
    session.go(9)
    turn_to(window, "proof", qtbot)
    pane = views.pane
    shown = [
        each
        for each in ("derivation", "show", "upto")
        if pane.options.findChild(QWidget, f"view-{each}").isVisible()
    ]
    assert shown == ["derivation"]
    for t in (10, 11):
        session.go(t)
        qtbot.waitUntil(lambda: abs(pane.canvas.picture.height - pane.canvas.height()) <= 1)
        assert pane.options.height() == pane.options.sizeHint().height() < 30
