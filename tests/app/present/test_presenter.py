"""Presenting, driven by keys and the mouse: what the hall sees, and that everything is as it was
afterwards."""

import itertools

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QShortcut, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QToolButton

from linlab import Learner
from linlab.app.present import stage as stages
from linlab.app.present import view_beside
from linlab.app.present.audience_text import first_sentence
from linlab.app.present.clicker import KEYS
from linlab.app.session.settings import HALL_SCALES, Settings
from linlab.engine.document.document import Source
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.palette import HALL_DARK, HALL_LIGHT, rgb
from linlab.engine.words.explain import explain

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
Key = Qt.Key


@pytest.fixture
def stage(window, hand, qtbot):
    qtbot.waitUntil(window.isActiveWindow)
    hand.key(Key.Key_F5)
    assert window.presenter.active
    return window.presenter.stage


def snapshot(window):
    """All that presenting might have changed."""
    plane, session = window.plane, window.session
    return {
        "geometry": window.geometry(),
        "state": window.windowState(),
        "normal": window.normalGeometry(),
        "hidden": [
            w.isHidden()
            for w in (window.column, window.right, window.bar, window.statusBar(), window.transport)
        ],
        "sizes": window.splitter.sizes(),
        "margins": window.centralWidget().layout().contentsMargins(),
        "plane": plane.geometry(),
        "theme": (window.theme, plane.theme, QApplication.instance().property("theme")),
        "scale": (plane.scale_by, plane.font_size, plane.covered_bottom),
        "view": plane.view,
        "wanted": plane.sight.wanted,
        "shown": set(plane.shown),
        "tool": (plane.tool.name, session.label),
        "t": session.t,
        "undo": session.undo_stack.undo_name,
        "document": id(session.settled),
        "playing": window.player.playing,
        "focus": QApplication.focusWidget(),
        "enabled": {name: action.isEnabled() for name, action in window.commands.items()},
        "children": len(plane.children()),
        "shortcuts": len(window.findChildren(QShortcut)),
        "cursor": plane.cursor().shape(),
    }


def settle(qtbot):
    qtbot.wait(20)  # layouts, and what is deleted later


def test_that_f5_leaves_only_the_plane_and_enlarges_it(window, hand, qtbot):
    font, width = window.plane.font_size, window.plane.width()
    hand.key(Key.Key_F5)
    settle(qtbot)
    assert window.isFullScreen()
    for widget in (window.column, window.right, window.bar, window.statusBar(), window.transport):
        assert not widget.isVisible()
    assert window.plane.width() == window.width() > width
    assert window.plane.height() + window.presenter.stage.header.height() == window.height()
    assert window.plane.scale_by == 1.5
    assert window.plane.font_size > 1.5 * font
    marks = [mark for group in window.plane.panel.named("points") for mark in group.items]
    assert {mark.size for mark in marks} == {18.0}
    assert window.plane.theme == (HALL_DARK if window.theme.dark else HALL_LIGHT)


def test_that_the_palettes_of_a_hall_have_the_highest_contrast():
    for palette, dark in ((HALL_LIGHT, False), (HALL_DARK, True)):
        assert palette.dark == dark
        assert abs(sum(rgb(palette.text)) - sum(rgb(palette.plane))) > 740


def test_that_a_clicker_steps_even_while_something_is_selected(window, hand, stage):
    before, none = window.session.settled, Qt.KeyboardModifier.NoModifier
    for key, keys, t in (
        (Key.Key_Right, none, 6),
        (Key.Key_Down, none, 6),
        (Key.Key_Left, none, 4),
        (Key.Key_Up, none, 4),
        (Key.Key_Home, none, 0),
        (Key.Key_Right, SHIFT, 60),
    ):
        window.session.go(5)
        window.editing.select_all()
        assert window.session.pointing.selection
        hand.key(key, keys)
        assert window.session.t == t
        assert window.session.settled is before


def test_that_the_strip_says_the_update_and_its_first_sentence(window, hand, stage):
    session = window.session
    for model, data in (
        ("perceptron", "blobs"),
        ("svm", "moons"),
        ("logistic", "iris"),
        ("naive-bayes", "xor"),
    ):
        source = Source(data, 0)
        session.open(type(session.settled)(source.draw(), (Learner.of(model),), source=source))
        assert (stage.strip.where, stage.strip.what) == (
            "step 0",
            "Space plays, Page Down goes to the next update.",
        )
        for t in range(1, 8):
            hand.key(Key.Key_Right)
            said = explain(session.run.step, session.learner)
            assert said.startswith(stage.strip.what)
            assert stage.strip.what == first_sentence(said)
            assert stage.strip.what.endswith(".")
            assert stage.strip.where.startswith(f"step {t} · epoch ")
            assert f"example #{session.run.step.example + 1}" in stage.strip.where
        session.go(3)  # as a scrubber would
        assert stage.strip.where.startswith("step 3 ")
        assert stage.strip.what == first_sentence(explain(session.run.step, session.learner))


def test_that_the_strip_keeps_up_while_it_plays(window, hand, stage, qtbot):
    window.session.edit(
        "model", window.session.with_learner(Learner.of("svm"))
    )  # which goes on until it is paused
    window.transport.speed.setValue(60)
    hand.key(Key.Key_Space)
    qtbot.waitUntil(lambda: window.session.t > 30)
    qtbot.waitUntil(lambda: stage.strip.where != "step 0")
    hand.key(Key.Key_Space)
    assert not window.player.playing
    assert stage.strip.where.startswith(f"step {window.session.t:,} ")


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_that_the_strip_wraps_and_leaves_the_points_in_sight(window, hand, stage, size):
    window.session.open(
        type(window.session.settled)(Source("iris", 0).draw(), (Learner.of("svm"),))
    )
    window.resize(*size)
    for percent in (100, 150, 250):
        window.session.go(0)
        stage.resize(percent)
        QApplication.processEvents()
        window.plane.fit()
        in_sight(window, hand, stage, size)


def in_sight(window, hand, stage, size):
    for _ in range(12):
        hand.key(Key.Key_Right)
        upper, lower = stage.strip._rooms()
        assert max(upper.width(), lower.width()) <= size[0] - 2
        assert upper.height() + lower.height() < stage.strip.height() <= 0.3 * size[1]
        assert stage.strip.geometry().bottom() == window.centralWidget().rect().bottom()
        (label,) = window.plane.panel.named("example label")
        x, wide = (
            window.plane.from_plane(*label.place).x() + label.dx,
            text_width(label.text, label.size),
        )
        assert (
            (x >= 0 and x + wide <= size[0])
            if label.anchor == "start"
            else (x - wide >= 0 and x <= size[0])
        )
        lowest = min(window.session.points.x[:, 1])
        assert (
            window.plane.from_plane(0.0, lowest).y()
            < window.plane.height() - window.plane.covered_bottom
        )


def test_that_a_long_word_is_broken_and_a_long_sentence_makes_the_strip_higher(stage):
    usual = stage.strip.height()
    stage.strip.tell("step 1", "Example #1 of class “" + 400 * "x" + "” is one more.")
    _, lower = stage.strip._rooms()
    assert lower.width() <= stage.plane.width()
    assert stage.strip.height() > usual


def test_that_sentences_end_where_they_should():
    assert first_sentence("Loss 0.5. More.") == "Loss 0.5."
    assert first_sentence("Class “a. b” wins. More.") == "Class “a. b” wins."
    assert first_sentence("no stop") == "no stop"


class TestScale:
    def test_that_each_size_of_a_screen_has_its_own(self, window, hand, qtbot):
        qtbot.waitUntil(window.isActiveWindow)
        size = window.screen().size()
        here = f"{size.width()}x{size.height()}"
        window.settings.keep(hall_scales={"1x1": 250, here: 200})
        hand.key(Key.Key_F5)
        assert window.presenter.stage.percent == 200
        hand.key(Key.Key_Minus)
        assert Settings().now.hall_scales == {"1x1": 250, here: 175}
        assert Settings().now.hall_scale == 150  # of screens that nobody has presented on

    def test_that_plus_and_minus_stay_within_bounds_and_are_remembered(self, window, hand, stage):
        for _ in range(8):
            hand.key(Key.Key_Plus)
        assert stage.percent == HALL_SCALES[1] == 250
        assert window.plane.scale_by == 2.5
        assert stage.note.text() == "250 %"
        assert stage.note.isVisible()
        for _ in range(9):
            hand.key(Key.Key_Minus)
        assert stage.percent == HALL_SCALES[0] == 100
        assert list(Settings().now.hall_scales.values()) == [100]
        hand.key(Key.Key_0, CTRL)
        assert stage.percent == 150
        hand.key(Key.Key_Equal)
        hand.key(Key.Key_Escape)
        assert window.plane.scale_by == 1.0
        hand.key(Key.Key_F5)
        assert window.plane.scale_by == 1.75

    def test_that_ctrl_and_the_wheel_scale_and_the_wheel_alone_zooms(self, window, hand, stage):
        def wheel(delta, keys):
            at = QPointF(200, 200)
            none, phase = Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase
            event = QWheelEvent(at, at, QPoint(), QPoint(0, delta), none, keys, phase, False)
            QApplication.sendEvent(window.plane.viewport(), event)

        view = window.plane.view
        wheel(60, CTRL)
        assert stage.percent == 150
        wheel(60, CTRL)
        assert stage.percent == 175
        wheel(-240, CTRL)
        assert stage.percent == 125
        wheel(120, Qt.KeyboardModifier.NoModifier)
        assert stage.percent == 125
        assert window.plane.view.right - window.plane.view.left < view.right - view.left

    def test_that_zooming_keeps_the_place_under_the_mouse(self, window, hand, stage):
        place = hand.free()
        at = window.plane.from_plane(*place)
        hand.wheel(place, 3)
        assert window.plane.from_plane(*place).x() == pytest.approx(at.x(), abs=1)
        assert window.plane.from_plane(*place).y() == pytest.approx(at.y(), abs=1)

    def test_that_a_note_goes_away(self, window, hand, stage, qtbot, monkeypatch):
        hand.key(Key.Key_Plus)
        qtbot.waitUntil(lambda: not stage.note.isVisible(), timeout=stages.SHORTLY + 1500)

    def test_that_the_speed_can_be_changed(self, window, hand, stage):
        before = window.player.speed
        hand.key(Key.Key_Up, CTRL)
        assert window.player.speed > before
        assert stage.note.text().startswith("Speed: ")
        assert window.session.t == 0


class TestBlank:
    def test_that_the_screen_goes_blank_and_comes_back(self, window, hand, stage):
        window.session.go(5)
        black, white = (Key.Key_B, Key.Key_Period), (Key.Key_W, Key.Key_Comma)
        backs = (
            Key.Key_B,
            Key.Key_W,
            Key.Key_Period,
            Key.Key_PageDown,
            Key.Key_Left,
            Key.Key_Space,
        )
        for key, back in itertools.product((*black, *white), backs):
            colour = "#000000" if key in black else "#ffffff"
            hand.key(key)
            assert stage.blanked
            window.say("nobody shall see this")
            picture = window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
            pixels = np.frombuffer(picture.constBits(), np.uint32).reshape(picture.height(), -1)[
                :, : picture.width()
            ]
            assert np.unique(pixels).tolist() == [QColor(colour).rgb()]
            hand.key(back)
            assert not stage.blanked
            assert window.session.t == 5
            assert not window.player.playing
            assert window.plane.tool.name == "add"

    def test_that_playing_pauses_behind_it_and_nothing_can_be_changed(self, window, hand, stage):
        hand.click(hand.free())
        before, label = window.session.settled, window.session.label
        hand.key(Key.Key_Space)
        assert window.player.playing
        hand.key(Key.Key_B)
        assert not window.player.playing
        for key, keys in (
            (Key.Key_Z, CTRL),
            (Key.Key_R, None),
            (Key.Key_2, None),
            (Key.Key_A, CTRL),
            (Key.Key_Delete, None),
        ):
            hand.key(key, keys or Qt.KeyboardModifier.NoModifier)
        assert window.session.settled is before
        assert window.session.label == label
        assert stage.blanked
        QTest.mouseClick(stage.curtain, Qt.MouseButton.LeftButton)
        assert not stage.blanked
        assert window.session.settled is before
        hand.key(Key.Key_Z, CTRL)
        assert window.session.settled is not before

    def test_that_escape_ends_presenting_from_a_blank_screen(self, window, hand, stage):
        hand.key(Key.Key_B)
        hand.key(Key.Key_Escape)
        assert not window.presenter.active
        assert window.commands["undo"].isEnabled() == bool(window.session.undo_stack.undo_name)
        assert window.commands["select-all"].isEnabled()


class TestHand:
    def test_that_points_are_added_moved_and_undone_and_digits_pick_classes(
        self, window, hand, stage
    ):
        before = window.session.settled
        hand.key(Key.Key_2)
        hand.click(hand.free())
        assert window.session.points.label[-1] == 1
        hand.key(Key.Key_1)
        hand.click(hand.free())
        assert window.session.points.label[-1] == 0
        start, there = hand.point(3), hand.free()
        hand.drag(start, there)
        assert hand.point(3) == pytest.approx(there, abs=3 * window.plane.unit())
        hand.key(Key.Key_Z, CTRL)
        assert hand.point(3) == start
        hand.key(Key.Key_Escape)
        assert window.session.undo_stack.undo_name == "add point"
        hand.key(Key.Key_Z, CTRL)
        hand.key(Key.Key_Z, CTRL)
        assert window.session.settled is before
        hand.key(Key.Key_Y, CTRL)
        assert len(window.session.points) == len(before.points) + 1

    def test_that_the_strip_does_not_keep_the_mouse_from_the_plane(self, window, hand, stage):
        before = len(window.session.points)
        at = QPoint(window.plane.width() // 2, window.plane.height() - 10)
        assert stage.strip.geometry().contains(window.plane.mapTo(window.centralWidget(), at))
        assert window.childAt(window.plane.mapTo(window, at)) is window.plane.viewport()
        QTest.mouseClick(
            window.windowHandle(), Qt.MouseButton.LeftButton, pos=window.plane.mapTo(window, at)
        )
        assert len(window.session.points) == before + 1

    def test_that_escape_in_a_drag_drops_only_the_drag(self, window, hand, stage):
        start = hand.point(3)
        hand.press(start)
        hand.move(hand.free())
        hand.key(Key.Key_Escape)
        assert window.presenter.active
        assert hand.point(3) == start

    def test_that_a_disc_follows_the_mouse_until_it_is_switched_off(self, window, hand, stage):
        assert not stage.pointer.spot.isVisible()
        place = hand.free()
        hand.move(place, button=Qt.MouseButton.NoButton)
        at = window.plane.from_plane(*place).toPoint()
        assert stage.pointer.spot.isVisible()
        assert (stage.pointer.spot.geometry().center() - at).manhattanLength() <= 2
        hand.key(Key.Key_L)
        hand.move(hand.point(3), button=Qt.MouseButton.NoButton)
        assert not stage.pointer.spot.isVisible()
        hand.key(Key.Key_P)
        hand.move(hand.point(4), button=Qt.MouseButton.NoButton)
        assert stage.pointer.spot.isVisible()

    def test_that_the_cursor_and_the_cross_hide_when_the_mouse_rests(
        self, window, hand, stage, qtbot, monkeypatch
    ):
        stage.pointer.still.setInterval(30)
        hand.move(hand.free(), button=Qt.MouseButton.NoButton)
        assert stage.pointer.cross.isVisible()
        qtbot.waitUntil(lambda: window.plane.cursor().shape() == Qt.CursorShape.BlankCursor)
        assert not stage.pointer.cross.isVisible()
        hand.move(hand.point(3), button=Qt.MouseButton.NoButton)
        assert window.plane.cursor().shape() == Qt.CursorShape.ArrowCursor

    def test_that_the_cross_leads_out(self, window, hand, stage):
        hand.move(hand.free(), button=Qt.MouseButton.NoButton)
        QTest.mouseClick(stage.pointer.cross, Qt.MouseButton.LeftButton)
        assert not window.presenter.active

    def test_that_ctrl_t_changes_the_hall_and_not_the_window(self, window, hand, stage):
        theme, kept, dark = window.theme, window.settings.now.theme, window.plane.theme.dark
        hand.key(Key.Key_T, CTRL)
        assert window.plane.theme.dark != dark
        assert window.theme == theme
        hand.key(Key.Key_Escape)
        assert window.plane.theme == theme
        assert window.settings.now.theme == kept

    def test_that_the_keys_are_told_at_the_first_time_only(self, window, hand, stage):
        assert "Page Down" in stage.note.text()
        assert stage.note.isVisible()
        hand.key(Key.Key_F5)
        hand.key(Key.Key_F5)
        assert not window.presenter.stage.note.isVisible()


class TestBack:
    @pytest.mark.parametrize(
        ("start", "way"),
        [
            ("normal", Key.Key_Escape),
            ("normal", (Key.Key_F5, SHIFT)),
            ("maximised", Key.Key_F5),
            ("full screen", Key.Key_Escape),
            ("left hidden", Key.Key_F5),
            ("right hidden", Key.Key_Escape),
            ("focus", (Key.Key_F5, SHIFT)),
            ("dark", Key.Key_Escape),
        ],
    )
    def test_that_everything_is_as_it_was(self, window, hand, qtbot, start, way):
        match start:
            case "maximised":
                window.showMaximized()
            case "full screen":
                window.full_screen()
            case "left hidden" | "right hidden":
                window.fold(start.split()[0])
            case "focus":
                window.bar.findChild(QToolButton, "button-save").setFocus()
            case "dark":
                window.switch_theme("dark")
        window.session.go(7)
        window.splitter.moveSplitter(300, 1)
        window.switch("margins", False)
        hand.key(Key.Key_V)
        window.plane.sight.zoom(0.7, (0.3, 0.2))
        for _ in range(10):  # its height follows its width, and other heights follow that
            settle(qtbot)
        before = snapshot(window)
        hand.key(Key.Key_F5)
        settle(qtbot)
        hand.key(Key.Key_Plus)
        hand.key(Key.Key_2)
        hand.wheel((0.0, 0.0), 2)
        hand.move((0.0, 0.0), button=Qt.MouseButton.NoButton)
        hand.key(Key.Key_Right)
        hand.key(Key.Key_Left)
        hand.key(Key.Key_G)
        hand.key(Key.Key_S)
        for _ in range(len(view_beside.names())):
            hand.key(Key.Key_G)
        hand.key(Key.Key_B)
        hand.key(Key.Key_B)
        hand.key(*(way if isinstance(way, tuple) else (way,)))
        settle(qtbot)

        def differences():
            now = snapshot(window)
            return {key: (value, now[key]) for key, value in before.items() if value != now[key]}

        for _ in range(100):  # a busy machine lays it out in several goes
            if differences():
                settle(qtbot)
        assert differences() == {}
        if "hidden" in start:
            window.fold(start.split()[0])
            settle(qtbot)
            assert min(window.splitter.sizes()) > 100

    def test_that_no_timer_runs_on(self, window, hand, qtbot):
        hand.key(Key.Key_F5)
        hand.key(Key.Key_Plus)
        stage = window.presenter.stage
        timers = (stage.pointer.still, stage.note._time, stage._soon)
        assert any(timer.isActive() for timer in timers)
        hand.key(Key.Key_Escape)
        assert not any(timer.isActive() for timer in timers)

    def test_that_playing_goes_on_through_it(self, window, hand, qtbot):
        window.transport.speed.setValue(30)
        hand.key(Key.Key_Space)
        hand.key(Key.Key_F5)
        assert window.player.playing
        hand.key(Key.Key_Escape)
        assert window.player.playing
        hand.key(Key.Key_Space)

    def test_that_b_is_the_brush_again_and_arrows_nudge(self, window, hand):
        hand.key(Key.Key_F5)
        hand.key(Key.Key_B)
        hand.key(Key.Key_B)
        assert window.plane.tool.name == "add"
        hand.key(Key.Key_Escape)
        hand.key(Key.Key_B)
        assert window.plane.tool.name == "brush"
        window.editing.select_all()
        y = window.session.points.x[:, 1].copy()
        hand.key(Key.Key_Up)
        assert (window.session.points.x[:, 1] > y).all()
        hand.key(Key.Key_Escape)
        assert not window.session.pointing.selection

    def test_that_a_file_opened_on_stage_keeps_its_own_view(self, window, hand, tmp_path):
        path = tmp_path / "points.csv"
        path.write_text("x1,x2,label\n100,100,no\n110,110,yes\n")
        hand.key(Key.Key_F5)
        window.documents.open_path(path)
        hand.key(Key.Key_Escape)
        view = window.plane.view
        assert view.left < 100 < 110 < view.right

    @pytest.mark.parametrize("start", ["normal", "maximised", "left hidden"])
    def test_that_closing_on_stage_saves_the_window_as_it_was(self, window, hand, qtbot, start):
        if start == "maximised":
            window.showMaximized()
        elif start == "left hidden":
            window.fold("left")
        settle(qtbot)
        before, sizes = window.saveGeometry(), window.splitter.sizes()
        hand.key(Key.Key_F5)
        settle(qtbot)
        window.close()
        assert not window.presenter.active
        import base64

        assert base64.b64decode(window.settings.now.geometry) == bytes(before.data())
        panels = window.settings.now.panels
        assert (panels.get("left", sizes[0]), panels.get("right", sizes[2])) == (
            sizes[0],
            sizes[2],
        )  # as wide as chosen, if so

    def test_that_a_close_called_off_stays_on_stage(self, window, hand, monkeypatch):
        from PySide6.QtWidgets import QMessageBox

        hand.key(Key.Key_F5)
        hand.click(hand.free())
        with monkeypatch.context() as patch:
            patch.setattr(
                QMessageBox, "question", lambda *a, **k: QMessageBox.StandardButton.Cancel
            )
            window.close()
        assert window.presenter.active
        assert window.isFullScreen()


def test_that_the_help_page_lists_the_keys_of_the_stage(window, hand):
    hand.key(Key.Key_F1)
    page = window.findChild(QDialog, "help-page")
    texts = {label.text() for label in page.findChildren(QLabel)}
    assert {entry.title for entry in KEYS} <= texts
    page.close()


def test_that_no_two_keys_of_the_stage_are_the_same():
    keys = [key for entry in KEYS for key in entry.keys]
    assert len(keys) == len(set(keys))


def test_that_the_button_in_the_bar_presents(window):
    QTest.mouseClick(window.bar.findChild(QToolButton, "button-present"), Qt.MouseButton.LeftButton)
    assert window.presenter.active


def test_that_the_hall_reads_why_it_stopped_however_narrow_the_window_was(window, hand):
    window.resize(960, 640)
    window.session.edit("svm", window.session.with_learner(Learner.of("svm", alpha=1000, lam=1)))
    window.session.go(5000)
    hand.key(Qt.Key.Key_F5)
    assert "the learning rate is too large" in window.presenter.stage.strip.where
    hand.key(Qt.Key.Key_Escape)
