"""The lab without a mouse: Tab reaches every control in the order of reading, and its keys press
it."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QLineEdit, QWidget

from linlab.app.controls.choices import ChoiceRow
from linlab.app.window.focus import Keyboard

Key = Qt.Key
SHIFT, ALT = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier
MOST = 90  # stops of Tab, more than there are


def press(key, keys=Qt.KeyboardModifier.NoModifier):
    """A key as it comes from the keyboard: to what has the focus."""
    QTest.keyClick(QApplication.focusWidget() or QApplication.activeWindow(), key, keys)


def tab_to(window, wanted):
    """Press Tab until a control has the focus; given as a widget or by its name."""
    for _ in range(MOST):
        press(Key.Key_Tab)
        here = QApplication.focusWidget()
        if here is wanted or here.objectName() == wanted:
            return here
    raise AssertionError(f"Tab does not reach {wanted}")


def ring_of(window):
    return window.findChild(Keyboard).control


def walk(window):
    """Every stop of Tab once around, from the first of the bar on."""
    first, stops = tab_to(window, "main-menu"), []
    here = first
    while here is not first or not stops:
        stops.append(here)
        assert len(stops) < MOST
        press(Key.Key_Tab)
        here = QApplication.focusWidget()
    return stops


def test_that_a_switch_reached_by_tab_is_pressed_and_the_run_stays_as_it_is(window):
    for name in (
        "curves-show-dev_loss",
        "curves-log-x",
        "mode",
        "layer-regions",
        "button-tool-move",
        "more-settings",
    ):
        control = tab_to(window, name)
        for key in (Key.Key_Space, Key.Key_Return, Key.Key_Enter):
            window.commands["tool-brush"].trigger()  # so that another tool is no longer in hand
            control.setFocus(Qt.FocusReason.TabFocusReason)
            before = control.isChecked()
            press(key)
            assert control.isChecked() != before
            assert not window.player.playing


@pytest.mark.parametrize("key", [Key.Key_Space, Key.Key_Return])
def test_that_the_exact_optimum_is_asked_for_by_a_key(window, key, qtbot):
    tab_to(window, "curves-optimum")
    press(key)
    assert not window.player.playing
    qtbot.waitUntil(lambda: bool(window.right.curves.exact.note.text()), timeout=8000)


@pytest.mark.parametrize("key", [Key.Key_Space, Key.Key_Return])
def test_that_a_list_reached_by_tab_is_opened(window, key):
    row = window.left.findChild(ChoiceRow, "split")
    tab_to(window, row.combo)
    press(key)
    assert row.combo.view().isVisible()
    row.combo.hidePopup()
    assert not window.player.playing


@pytest.mark.parametrize("key", [Key.Key_Space, Key.Key_Return])
def test_that_a_heading_reached_by_tab_folds_its_card(window, key):
    tab_to(window, "fold-training")
    press(key)
    assert window.left.form.parentWidget().isHidden()


def test_that_the_arrows_belong_to_a_slider_a_list_and_a_row_of_choices_reached_by_tab(window):
    session = window.session
    alpha = window.left.form.controls["alpha"]
    tab_to(window, alpha.slider)
    for key in (Key.Key_Right, Key.Key_Up, Key.Key_PageUp):
        before = session.learner["alpha"]
        press(key)
        assert session.learner["alpha"] > before
    alpha.finish()
    tab_to(window, window.left.model.line)
    press(Key.Key_Space)
    assert window.left.model.list.isVisible() and not window.player.playing
    QTest.keyClick(window.left.model.rows["perceptron"], Key.Key_Down)
    assert session.learner.model == "averaged-perceptron"
    QTest.keyClick(window.left.model.rows["averaged-perceptron"], Key.Key_Return)
    assert not window.left.model.list.isVisible()
    tab_to(window, window.left.model.families.buttons["Linear"])
    press(Key.Key_Right)
    assert session.learner["space"] == "polynomial"
    tab_to(window, window.left.data.split.combo)
    press(Key.Key_Down)
    assert session.document.shares == (80.0, 20.0, 0.0)
    speed = tab_to(window, "speed")
    before = speed.value()
    press(Key.Key_Right)
    assert speed.value() > before
    assert session.t == 0


def test_that_space_plays_and_the_arrows_step_where_no_control_wants_them(window):
    tab_to(window, window.plane)
    press(Key.Key_Right)
    assert window.session.t == 1
    press(Key.Key_Space)
    assert window.player.playing
    window.player.pause()
    tab_to(window, "scrubber")
    t = window.session.t
    press(Key.Key_Right)
    assert window.session.t == t + 1
    tab_to(window, "curves-log-x")  # which has no use for arrows
    press(Key.Key_Left)
    assert window.session.t == t


def test_that_space_still_plays_after_a_click_on_a_control(window):
    button = window.left.data.resample
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert button.hasFocus()
    seed = window.session.document.source.seed
    press(Key.Key_Space)
    assert window.player.playing
    assert window.session.document.source.seed == seed
    assert ring_of(window) is None


def test_that_tab_goes_through_the_window_as_one_reads_it(window):
    parts = (window.bar, window.left, window.plane, window.transport, window.right)
    stops = walk(window)
    where = [
        next(k for k, part in enumerate(parts) if part is stop or part.isAncestorOf(stop))
        for stop in stops
    ]
    assert where == sorted(where)
    assert set(where) == {0, 1, 2, 3, 4}
    for part, whole in ((window.left, window.left.widget()), (window.right, window.right)):
        tops = [stop.mapTo(whole, QPoint(0, 0)).y() for stop in stops if part.isAncestorOf(stop)]
        cards = [
            stop.mapTo(whole, QPoint(0, 0)).y()
            for stop in stops
            if part.isAncestorOf(stop) and stop.objectName().startswith("fold-")
        ]
        assert cards == sorted(cards) and len(cards) == 3
        assert max(tops) == tops[-1]
    bar = [stop.mapTo(window.bar, QPoint()).x() for stop in stops if window.bar.isAncestorOf(stop)]
    assert bar == sorted(bar)


def test_that_shift_tab_goes_back_the_same_way(window):
    stops = walk(window)
    for stop in reversed(stops):
        press(Key.Key_Backtab, SHIFT)
        assert QApplication.focusWidget() is stop


def test_that_what_comes_later_is_reached_in_its_place(window):
    window.left.data.choose("moons")  # its sliders are made anew
    QApplication.processEvents()
    stops = walk(window)
    places = [
        stops.index(window.left.data.more),
        *(stops.index(row.slider) for row in window.left.data.sliders.values()),
        stops.index(window.left.data.resample),
    ]
    assert places == sorted(places)


def test_that_each_stop_shows_that_it_has_the_keyboard(window):
    tab_to(window, "main-menu")
    for _ in range(MOST):
        here = QApplication.focusWidget()
        scrolls = (
            here is window.plane or here.objectName() == "step-scrolled"
        )  # whose keys scroll it
        assert scrolls or not isinstance(here, QAbstractScrollArea)
        if isinstance(here, QLineEdit):  # it has an edge of its own
            assert ring_of(window) is None
        else:
            assert ring_of(window) is here
            ring = next(w for w in window.findChildren(QWidget, "ring") if w.isVisible())
            place = here.mapTo(window, QPoint(0, 0)) - ring.mapTo(window, QPoint(0, 0))
            assert ring.size().width() == here.width() + 2 * place.x()
            assert ring.visibleRegion().boundingRect().width() >= min(here.width(), ring.width())
            accent = window.theme.accent.lower()
            image = ring.grab().toImage()
            assert image.pixelColor(ring.width() // 2, 1).name() == accent
        press(Key.Key_Tab)


def test_that_a_ring_follows_its_control_and_goes_at_a_click(window):
    control = tab_to(window, "curves-show-dev_loss")
    ring = next(w for w in window.findChildren(QWidget, "ring") if w.isVisible())
    before = ring.pos()
    window.resize(
        window.width(), window.height() + 400
    )  # the plot grows, and what stands under it goes down
    QApplication.processEvents()
    QApplication.processEvents()
    assert ring.y() > before.y()
    middle = ring.mapTo(window, ring.rect().center()) - control.mapTo(
        window, control.rect().center()
    )
    assert middle.manhattanLength() <= 2
    QTest.mouseClick(window.plane.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(200, 200))
    assert ring_of(window) is None


def test_that_enter_in_a_box_leaves_the_keys_to_its_slider(window):
    row = window.left.form.controls["alpha"]
    tab_to(window, row.box)
    QTest.keyClicks(row.box, "0.5")
    press(Key.Key_Return)
    assert window.session.learner["alpha"] == 0.5
    assert row.slider.hasFocus()


class TestTheCross:
    def test_that_points_are_added_selected_nudged_and_erased_without_a_mouse(self, window):
        session, plane = window.session, window.plane
        many = len(session.points)
        press(Key.Key_Return)  # where is it?
        assert window.bar.aim.isVisible()
        assert len(session.points) == many
        while plane.hand.hit(*plane.to_plane(window.bar.aim.at)) is not None:
            press(Key.Key_Up, ALT)
        for _ in range(3):
            press(Key.Key_Right, ALT)
        press(Key.Key_Up, ALT)
        spot = plane.to_plane(window.bar.aim.at)
        press(Key.Key_2)
        press(Key.Key_Return)
        assert len(session.points) == many + 1
        assert session.points.x[-1] == pytest.approx(spot)
        assert (session.points.label[-1], session.undo_stack.undo_name) == (1, "add point")
        press(Key.Key_V)
        press(Key.Key_Return)
        assert session.pointing.selection == {int(session.points.ids[-1])}
        press(Key.Key_Right)
        assert session.points.x[-1, 0] > spot[0]
        press(Key.Key_E)
        press(Key.Key_Return)
        assert len(session.points) == many

    def test_that_it_stays_inside_the_plane(self, window):
        for key in (Key.Key_Left, Key.Key_Up):
            for _ in range(100):
                press(key, ALT)
        assert (window.bar.aim.at.x(), window.bar.aim.at.y()) == (0, 0)
        assert window.session.t == 0

    def test_that_the_mouse_takes_over(self, window, hand):
        press(Key.Key_Right, ALT)
        assert window.bar.aim.isVisible()
        hand.move(hand.free(), button=Qt.MouseButton.NoButton)
        assert not window.bar.aim.isVisible()
