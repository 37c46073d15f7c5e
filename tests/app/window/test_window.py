"""The window, driven by a hand: what a user does and sees happen."""

import gc
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QInputDialog, QMenu, QToolButton, QWidget

from linlab import Learner, Trace, make_points
from linlab.app.session.settings import Settings
from linlab.app.window.actions import commands
from linlab.app.window.window import Window
from linlab.engine.data.guess import Guess
from linlab.engine.ground.numerals import steady
from linlab.engine.picture.layers import switches as switched_layers
from tests.app.hand import MIDDLE, RIGHT
from tests.app.waiting import wait_for_words

SWITCHES = tuple(layer.name for layer in switched_layers())
AT_HOME = {
    "bump": Learner.of("svm", space="rbf"),
    "coefficients": Learner.of("svm", space="rbf"),
    "ellipses": Learner.of("gaussian-naive-bayes"),
    "alpha": Learner.of("perceptron", space="rbf"),
    "readouts": Learner.of("averaged-perceptron"),
}

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
Key = Qt.Key


def test_that_the_first_start_shows_two_blobs_and_a_perceptron_that_has_not_begun(window):
    session = window.session
    assert session.learner.model == "perceptron"
    assert session.t == 0
    assert len(set(session.points.label.tolist())) == 2
    assert "Space" in window.transport.caption.text()


class TestPoints:
    def test_that_a_click_adds_a_point_of_the_current_class(self, hand, window):
        before, place = len(hand.session.points), hand.free()
        hand.key(Key.Key_2)
        hand.click(place)
        points = hand.session.points
        assert len(points) == before + 1
        assert points.label[-1] == 1
        assert points.x[-1] == pytest.approx(place, abs=2 * window.plane.unit())
        assert hand.session.undo_stack.undo_name == "add point"

    def test_that_a_right_click_on_empty_ground_adds_the_next_class(self, hand):
        hand.click(hand.free(), RIGHT)
        assert hand.session.points.label[-1] == 1
        hand.key(Key.Key_2)
        hand.click(hand.free(), RIGHT)
        assert hand.session.points.label[-1] == 0

    def test_that_dragging_a_point_moves_it_as_one_undo_step(self, hand, window):
        start, there = hand.point(3), hand.free()
        seen = []
        hand.session.changed.connect(lambda: seen.append(hand.point(3)))
        hand.drag(
            start,
            *[tuple(np.array(start) + k / 10 * (np.array(there) - start)) for k in range(1, 11)],
        )
        assert hand.point(3) == pytest.approx(there, abs=3 * window.plane.unit())
        assert len(seen) >= 10  # live while it moves
        assert hand.session.undo_stack.undo_name == "move point"
        hand.key(Key.Key_Z, CTRL)
        assert hand.point(3) == start
        assert hand.session.undo_stack.undo_name == ""
        hand.key(Key.Key_Y, CTRL)
        assert hand.point(3) == pytest.approx(there, abs=3 * window.plane.unit())

    def test_that_escape_drops_a_drag(self, hand):
        start = hand.point(3)
        hand.press(start)
        hand.move(hand.free())
        hand.key(Key.Key_Escape)
        assert hand.point(3) == start
        assert hand.session.undo_stack.undo_name == ""

    def test_that_clicking_a_point_with_another_class_relabels_it(self, hand):
        id = int(hand.session.points.ids[hand.session.points.label == 0][0])
        hand.key(Key.Key_2)
        hand.click(hand.point(id))
        assert hand.session.points.label[hand.session.points.index(id)] == 1
        assert hand.session.undo_stack.undo_name == "relabel point"

    def test_that_zero_adds_unlabelled_points(self, hand):
        hand.key(Key.Key_0)
        hand.click(hand.free())
        assert hand.session.points.label[-1] == -1

    def test_that_ctrl_click_and_the_eraser_remove_points(self, hand):
        before = len(hand.session.points)
        hand.click(hand.point(5), keys=CTRL)
        assert 5 not in hand.session.points.ids
        hand.key(Key.Key_E)
        hand.drag(hand.point(6), hand.free())
        assert 6 not in hand.session.points.ids
        assert hand.session.undo_stack.undo_name.startswith("erase")
        hand.session.undo()
        hand.session.undo()
        assert len(hand.session.points) == before

    def test_that_the_brush_sprays_as_one_undo_step(self, hand):
        before, place = len(hand.session.points), hand.free()
        hand.key(Key.Key_B)
        hand.drag(place, *[(place[0] + k / 50, place[1]) for k in range(8)])
        count = len(hand.session.points) - before
        assert count > 8
        assert hand.session.undo_stack.undo_name == f"spray {count} points"
        hand.session.undo()
        assert len(hand.session.points) == before

    def test_that_a_rubber_band_selects_and_the_selection_moves_nudges_and_goes(self, hand, window):
        hand.key(Key.Key_V)
        view = window.plane.view
        hand.drag((view.left, view.bottom), (view.right, view.top))
        assert len(hand.session.pointing.selection) == len(hand.session.points)
        before = hand.session.points.x.copy()
        hand.key(Key.Key_Up)
        assert (hand.session.points.x[:, 1] > before[:, 1]).all()
        hand.key(Key.Key_Right)
        assert (hand.session.points.x[:, 0] > before[:, 0]).all()
        assert hand.session.undo_stack.undo_name.startswith("nudge")
        hand.key(Key.Key_Delete)
        assert len(hand.session.points) == 0
        window.plane.viewport().repaint()
        assert window.plane.hint.isVisible()

    def test_that_a_points_menu_relabels_picks_and_deletes(self, hand, window):
        id = int(hand.session.points.ids[0])
        hand.click(hand.point(id), RIGHT)
        menu = window.menu
        titles = [action.text() for action in menu.actions()]
        assert {"A", "B", "Unlabelled", "Train on it next", "Delete"} <= set(titles)
        action = {a.text(): a for a in menu.actions()}
        action["Train on it next"].trigger()
        assert hand.session.run.step.ids.tolist() == [id]
        action["Delete"].trigger()
        assert id not in hand.session.points.ids
        menu.close()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert window.findChild(QMenu, "point-menu") is None

    def test_that_points_are_copied_and_pasted_as_a_table(self, hand):
        hand.key(Key.Key_A, CTRL)
        hand.key(Key.Key_C, CTRL)
        text = QGuiApplication.clipboard().text()
        assert text.splitlines()[0].split("\t") == ["x1", "x2", "label"]
        before = len(hand.session.points)
        QGuiApplication.clipboard().setText("0.5\t1\tA\n0,7\t2\tC\n")
        hand.key(Key.Key_V, CTRL)
        points = hand.session.points
        assert len(points) == before + 2
        assert points.classes == ("A", "B", "C")
        assert points.x[-1].tolist() == [0.7, 2.0]
        assert hand.session.undo_stack.undo_name == "paste 2 points"

    def test_that_pasting_nonsense_says_a_sentence_and_changes_nothing(self, hand, window):
        before = hand.session.settled
        QGuiApplication.clipboard().setText("hello")
        hand.key(Key.Key_V, CTRL)
        assert window.banner.isVisible()
        assert hand.session.settled == before

    def test_that_the_picture_is_copied_when_nothing_is_selected(self, hand):
        hand.key(Key.Key_Escape)
        hand.key(Key.Key_C, CTRL)
        assert QGuiApplication.clipboard().image().width() > 300


class TestClasses:
    def test_that_classes_are_added_renamed_and_removed(self, hand, window, monkeypatch):
        window.commands["add-class"].trigger()
        assert hand.session.points.classes == ("A", "B", "C")
        assert hand.session.label == 2
        hand.click(hand.free())
        assert hand.session.points.label[-1] == 2
        monkeypatch.setattr(QInputDialog, "getText", lambda *a, **k: ("frogs", True))
        window.bar.class_menu(2).actions()[0].trigger()
        assert hand.session.points.classes[2] == "frogs"
        assert window.findChild(QToolButton, "class-3").text().startswith("frogs")
        window.bar.class_menu(2).actions()[1].trigger()
        assert hand.session.points.classes == ("A", "B")
        assert hand.session.points.label[-1] == -1

    def test_that_classes_that_come_and_go_leave_no_buttons_and_no_menus_behind(self, window):
        def count():
            gc.collect()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            return len(QApplication.allWidgets())

        window.editing.add_class()
        window.session.undo()
        many = count()
        for k in range(3):
            window.editing.add_class()
            window.editing.rename_class(0, f"class {k}")
            window.session.undo()
            window.session.undo()
            menu = window.bar.class_menu(1)
            menu.popup(QPoint(9, 9))
            menu.close()
        assert count() == many

    def test_that_a_name_already_taken_is_refused_with_a_sentence(self, window):
        window.editing.rename_class(0, "B")
        assert window.session.points.classes == ("A", "B")
        assert "different names" in window.banner.text()

    def test_that_there_are_eight_classes_at_most(self, window):
        for _ in range(9):
            window.commands["add-class"].trigger()
        assert len(window.session.points.classes) == 8


class TestTime:
    def test_that_step_back_and_scrub_agree_bit_for_bit_with_the_engine(self, hand, window, qtbot):
        session = hand.session
        session.edit("svm", session.with_learner(Learner.of("svm", space="rbf")))
        engine = Trace(session.settled)
        for key, keys, t in (
            (Key.Key_Right, None, 1),
            (Key.Key_Right, None, 2),
            (Key.Key_Left, None, 1),
            (Key.Key_Right, SHIFT, 60),
            (Key.Key_PageDown, None, 61),
            (Key.Key_PageUp, None, 60),
            (Key.Key_Right, SHIFT, 120),
            (Key.Key_Home, None, 0),
        ):
            hand.key(key, keys or Qt.KeyboardModifier.NoModifier)
            qtbot.waitUntil(lambda t=t: session.t == t)  # a change is looked for in moments
            np.testing.assert_array_equal(session.trace.at(session.t).theta, engine.at(t).theta)
            places = [(0.0, 0.0), (1.0, -1.0)]
            np.testing.assert_array_equal(
                session.run.model.scores(places), engine.model(t).scores(places)
            )
        scrubber = window.transport.scrubber
        session.go(120)
        from PySide6.QtTest import QTest

        QTest.mouseClick(scrubber, Qt.MouseButton.LeftButton, pos=scrubber.rect().center())
        assert 50 <= session.t <= 70
        np.testing.assert_array_equal(session.trace.at(session.t).theta, engine.at(session.t).theta)

    def test_that_space_plays_and_pauses(self, hand, window, qtbot):
        window.transport.speed.setValue(60)
        hand.key(Key.Key_Space)
        assert window.player.playing
        qtbot.waitUntil(lambda: hand.session.t > 30)
        hand.key(Key.Key_Space)
        assert not window.player.playing
        t = hand.session.t
        np.testing.assert_array_equal(
            hand.session.trace.at(t).theta, Trace(hand.session.settled).at(t).theta
        )

    def test_that_slow_motion_lights_the_example_before_the_update(self, hand, window, qtbot):
        window.transport.speed.setValue(5)
        hand.key(Key.Key_Space)
        qtbot.waitUntil(lambda: window.session.run.coming is not None)
        assert window.session.run.coming.step.t == hand.session.t + 1
        qtbot.waitUntil(lambda: window.plane.scene_now().towards is not None, timeout=4000)
        qtbot.waitUntil(lambda: hand.session.t >= 1, timeout=4000)
        hand.key(Key.Key_Space)
        assert window.session.run.coming is None

    def test_that_full_speed_trains_many_updates_a_frame(self, hand, window, qtbot):
        window.transport.speed.setValue(100)
        session = hand.session
        session.edit("svm", session.with_learner(Learner.of("svm")))
        hand.key(Key.Key_Space)
        qtbot.waitUntil(lambda: session.t > 20_000, timeout=8000)
        hand.key(Key.Key_Space)

    def test_that_it_runs_until_converged_and_says_why(self, hand, window, qtbot):
        hand.key(Key.Key_End)
        qtbot.waitUntil(lambda: window.player.note != "")
        assert "without a mistake" in window.transport.caption.text()
        assert hand.session.trace.sample(hand.session.t).train_error == 0

    def test_that_running_until_converged_can_be_stopped(self, hand, window, qtbot):
        session = hand.session
        points = session.points
        flipped = points.relabel(points.ids[:20], 1 - points.label[:20])
        session.edit("flip", session.with_points(flipped))
        hand.key(Key.Key_End)
        qtbot.waitUntil(lambda: window.player.ending.announced)
        hand.key(Key.Key_End)  # all the same
        qtbot.waitUntil(lambda: window.session.t > 0)
        assert window.player.converging
        hand.key(Key.Key_End)
        assert not window.player.playing

    def test_that_diverging_weights_pause_with_an_explanation(self, hand, window, qtbot):
        session = hand.session
        session.edit("svm", session.with_learner(Learner.of("svm", alpha=1000, lam=1)))
        window.transport.speed.setValue(100)
        hand.key(Key.Key_Space)
        qtbot.waitUntil(lambda: not window.player.playing, timeout=8000)
        assert (
            "learning rate is too large" in window.transport.caption.words
        )  # of which it shows what there is room for
        hand.key(Key.Key_Left)
        assert session.t > 0

    def test_that_a_change_while_playing_keeps_it_playing_at_the_same_update(
        self, hand, window, qtbot
    ):
        window.transport.speed.setValue(35)
        hand.key(Key.Key_Space)
        qtbot.waitUntil(lambda: hand.session.t > 10)
        before = hand.session.t
        hand.drag(hand.point(3), hand.free())
        assert hand.session.t >= before
        assert window.player.playing

    def test_that_a_change_replays_from_the_start_or_continues_from_here(self, hand, window):
        session = hand.session
        session.go(40)
        theta = session.trace.at(40).theta.copy()
        place = hand.free()
        hand.click(place)
        assert session.settled.timeline == ()
        assert session.t == 40
        session.undo()
        hand.key(Key.Key_C)
        assert session.continuing
        hand.click(place)
        assert [c.t for c in session.settled.timeline] == [40]
        np.testing.assert_array_equal(session.trace.at(40).theta, theta)


class TestSmallThings:
    def test_that_the_score_under_a_resting_mouse_follows_the_run(self, hand, window):
        hand.move(hand.free(), button=Qt.MouseButton.NoButton)
        place = window.plane.to_plane(window.plane.hand.cursor)
        for t in (0, 40):
            window.session.go(t)
            score = window.session.run.model.scores([place])[0, 0]
            shown = window.place.text().split("score ")[1].split()[0].replace("−", "-")
            assert float(shown) == pytest.approx(score, rel=0.005, abs=0.005)  # about three digits

    def test_that_a_picture_at_rest_is_drawn_more_finely(self, qtbot, window):
        window.session.go(20)
        coarse = window.plane.panel.named("regions")[0].winner.size
        qtbot.waitUntil(lambda: window.plane.panel.named("regions")[0].winner.size > 1.3 * coarse)
        window.session.go(21)
        assert window.plane.panel.named("regions")[0].winner.size == coarse

    def test_that_points_drawn_anew_are_all_seen_and_none_is_selected(self, hand, window):
        hand.key(Key.Key_A, CTRL)
        assert window.session.pointing.selection
        hand.key(Key.Key_R)
        assert not window.session.pointing.selection
        document, view = window.session.settled, window.plane.view
        wider = replace(document.source, values=(("classes", 8.0), ("n", 60.0), ("noise", 2.0)))
        assert not window.plane.sight.shows(wider.draw().x)
        window.session.edit("noise", replace(document, source=wider, points=wider.draw()))
        assert window.plane.view != view and window.plane.sight.shows(window.session.points.x)

    def test_that_a_click_adds_a_point_when_there_is_none(self, hand, window):
        hand.key(Key.Key_A, CTRL)
        hand.key(Key.Key_Delete)
        assert not len(window.session.points)
        hand.click((0.0, 0.0))
        assert len(window.session.points) == 1

    def test_that_an_ampersand_in_a_name_is_seen(self, window):
        window.editing.rename_class(0, "salt & pepper")
        assert (window.bar.class_buttons[0].text(), window.bar.class_buttons[0].key) == (
            "salt && pepper",
            "1",
        )

    def test_that_the_transport_holds_its_words_in_a_narrow_window(self, window):
        for width in (960, 1280):
            window.resize(width, 640)
            QApplication.processEvents()
            transport = window.transport
            shown = [
                w
                for w in (transport.scrubber, transport.speed, transport.speed_text)
                if w.isVisible()
            ]
            edges = [(w.geometry().left(), w.geometry().right()) for w in shown]
            assert all(a[1] < b[0] for a, b in zip(edges, edges[1:], strict=False))
            assert edges[-1][1] < transport.width()
            assert transport.scrubber.width() >= 90


class TestView:
    def test_that_a_sentence_stays_at_the_foot_of_the_plane_when_that_grows(self, window):
        window.say("A sentence.")
        for width, height in ((1500, 950), (1000, 640)):
            window.resize(width, height)
            QApplication.processEvents()
            foot = window.banner.geometry()
            frame = window.plane.frame
            assert foot.bottom() == round(frame.y + frame.height) - 13  # above the axis
            assert abs(foot.center().x() - (frame.x + frame.width / 2)) <= 1

    def test_that_the_wheel_zooms_and_the_middle_button_pans(self, hand, window):
        view = window.plane.view
        hand.wheel(hand.free(), 2)
        zoomed = window.plane.view
        assert zoomed.right - zoomed.left < view.right - view.left
        hand.drag((0.0, 0.0), (0.5, 0.5), button=MIDDLE)
        assert window.plane.view.left < zoomed.left
        hand.key(Key.Key_F)
        assert tuple(window.plane.view) == pytest.approx(tuple(view), rel=0.02)

    def test_that_each_layer_has_a_switch(self, window, qtbot):
        start = window.session.settled
        for name in SWITCHES:
            window.session.open(start)
            learner, action = AT_HOME.get(name, Learner.of("svm")), window.bar.layer_actions[name]
            window.session.edit("model", window.session.with_learner(learner))
            if name == "rounds":
                points = window.session.points
                guessed = points.guess(points.ids[:2], points.label[:2], [Guess(1, 0.9, "SVM")] * 2)
                window.session.edit("guess", window.session.with_points(guessed))
            if name == "members":
                team = [learner, Learner.of("bagging", members=3)]
                window.session.edit("team", window.session.settled.with_models(team), 1)
            window.session.go(30)
            assert action.isEnabled()
            before = action.isChecked()
            for on in (True, False):
                action.setChecked(on)
                window.plane.viewport().repaint()
                assert window.plane.is_on(name) == on
                drawn = on and name != "optimum"  # which is not computed yet
                qtbot.waitUntil(
                    lambda of=name, drawn=drawn: bool(window.plane.panel.named(of)) == drawn
                )  # asked elsewhere
            action.setChecked(before)

    def test_that_the_legend_has_a_switch(self, window):
        for on in (False, True):
            window.bar.layer_actions["legend"].setChecked(on)
            assert bool(window.plane.panel.legend) == on

    def test_that_points_set_aside_are_hollow_only_if_that_is_wanted(self, window):
        document = window.session.document
        window.session.edit("split", replace(document, shares=(50.0, 30.0, 20.0)))
        for on in (False, True):
            window.bar.layer_actions["hollow"].setChecked(on)
            marks = window.plane.panel.named("points")[0].items
            hollow = sum(len(mark.places) for mark in marks if mark.fill == window.plane.theme.card)
            aside = window.session.document.parts_of(window.session.points) > 0
            assert hollow == (aside.sum() if on else 0) and aside.any()
            told = {entry.text for entry in window.plane.panel.legend}
            assert ({"dev", "test"} <= told) == on and (told & {"dev", "test"} != set()) == on

    def test_that_a_switch_with_nothing_to_show_is_off_and_says_why(self, window):
        switches = window.bar.layer_actions
        for model, off in {
            "perceptron": {"slack", "supports", "coefficients", "ellipses"},
            "svm": {"ellipses", "alpha"},
            "naive-bayes": {
                "margins",
                "slack",
                "supports",
                "weights",
                "coefficients",
                "ellipses",
                "alpha",
                "readouts",
            },
            "gaussian-naive-bayes": {
                "margins",
                "slack",
                "supports",
                "weights",
                "coefficients",
                "alpha",
                "readouts",
            },
        }.items():
            window.session.edit("model", window.session.with_learner(Learner.of(model)))
            assert {name for name, action in switches.items() if not action.isEnabled()} == {
                *off,
                "bump",
                "members",
            }
            assert all(action.toolTip() for action in switches.values())
            assert window.bar.layer_buttons["supports"].isEnabled() == ("supports" not in off)

    def test_that_supports_are_off_from_the_first_paint_of_a_perceptron(self, window):
        assert not window.bar.layer_buttons["supports"].isEnabled()

    def test_that_the_score_of_the_winner_is_under_the_mouse_for_more_classes(self, window):
        three = make_points("blobs", n=30, seed=0, classes=3)
        window.session.edit("three", window.session.with_points(three))
        window.session.go(40)
        told = window.plane.hand.describe(0.5, 0.25)
        scores = window.session.run.model.scores([(0.5, 0.25)])[0]
        assert f"score {steady(scores.max())}" in told
        assert window.session.run.model.problem.classes[int(scores.argmax())] in told

    def test_that_the_boundary_drawn_is_the_models(self, window):
        session = window.session
        session.edit("svm", session.with_learner(Learner.of("svm", lam=0.5)))
        session.go(300)
        window.plane.viewport().repaint()
        scores = session.run.model.scores(
            np.concatenate(window.plane.panel.named("boundary")[0].lines)
        )
        assert len(scores) > 2
        assert np.abs(scores).max() < 1e-6
        y, x = np.where(session.points.label == 1, 1, -1), session.points.x
        inside = np.flatnonzero(y * session.run.model.scores(x)[:, 0] <= 1 + 1e-9)
        np.testing.assert_array_equal(window.plane.panel.named("supports")[0].places, x[inside])
        assert f"on or inside the street ({len(inside)})" in [
            entry.text for entry in window.plane.panel.legend
        ]

    def test_that_the_status_bar_tells_what_is_under_the_cursor_and_what_a_click_does(
        self, hand, window
    ):
        hand.move(hand.free(), button=Qt.MouseButton.NoButton)
        assert "x₁" in window.place.text()
        assert "Click to add a point of A" in window.doing.text()
        hand.key(Key.Key_V)
        assert "Drag a point" in window.doing.text()

    def test_that_one_class_or_no_point_shows_a_friendly_hint(self, hand, window):
        hand.key(Key.Key_A, CTRL)
        hand.key(Key.Key_Delete)
        window.plane.viewport().repaint()
        assert "Click to add points of A, right-click for B" in window.plane.hint.text()
        hand.key(Key.Key_1)
        hand.click((0.0, 0.0))
        window.plane.viewport().repaint()
        assert "Only the class “A”" in window.plane.hint.text()
        hand.key(Key.Key_2)
        hand.click((1.0, 1.0))
        window.plane.viewport().repaint()
        assert not window.plane.hint.isVisible()

    def test_that_themes_change_and_are_remembered(self, hand, window):
        dark = window.theme.dark
        hand.key(Key.Key_T, CTRL)
        assert window.theme.dark != dark
        assert window.settings.now.theme == window.theme.name

    def test_that_panels_fold(self, hand, window):
        hand.key(Key.Key_F2)
        hand.key(Key.Key_F3)
        assert not window.left.isVisible()
        assert not window.right.isVisible()
        hand.key(Key.Key_F2)
        assert window.left.isVisible()

    @pytest.mark.parametrize(
        ("key", "which", "width"), [(Key.Key_F2, 0, 280), (Key.Key_F3, 2, 400)]
    )
    def test_that_a_hidden_panel_comes_back_at_its_last_width(
        self, hand, window, key, which, width
    ):
        sizes = window.splitter.sizes()
        handle = 1 if which == 0 else 2
        window.splitter.moveSplitter(
            width if which == 0 else window.splitter.width() - width, handle
        )
        wide = window.splitter.sizes()[which]
        assert wide == pytest.approx(width, abs=20) and wide != sizes[which]
        hand.key(key)
        window.resize(1400, 820)
        QApplication.processEvents()
        hand.key(key)
        assert window.splitter.sizes()[which] == wide
        window.splitter.moveSplitter(
            0 if which == 0 else window.splitter.width(), handle
        )  # to nothing
        assert window.splitter.sizes()[which] == 0
        hand.key(key)
        assert window.splitter.sizes()[which] == wide
        hand.key(key)  # hidden at the end, and at the next start
        window.close()
        again = Window(window.session, window.files, Settings())
        again.resize(1280, 800)
        again.show()
        panel = again.left if which == 0 else again.right
        assert not panel.isVisible()
        again.fold("left" if which == 0 else "right")
        assert panel.isVisible() and again.splitter.sizes()[which] == wide
        again.close()
        again.deleteLater()

    @pytest.mark.parametrize(("width", "height"), [(958, 516), (1280, 776), (1920, 1056)])
    def test_that_the_window_fits_and_all_of_importance_is_in_sight(
        self, window, width, height, qtbot
    ):
        window.session.edit("svm", window.session.with_learner(Learner.of("svm", space="rbf")))
        window.resize(width, height)
        window.session.go(3)
        qtbot.waitUntil(lambda: (window.width(), window.height()) == (width, height))
        wait_for_words(qtbot, window.session)
        form, right = window.left.form.controls, window.right
        seen = [
            window.left.model.line,
            window.left.model.sliders["gamma"],
            form["lam"],
            form["alpha"],
            *(right.numbers.shown[key] for key in right.numbers._placed),
            *window.transport.buttons.values(),
        ]
        for each in seen:
            cut = (
                each.isHidden()
                or each.visibleRegion().boundingRect().bottom() >= each.rect().bottom() - 1
            )
            assert cut, each.objectName()
        assert window.plane.height() >= 0.6 * height

    def test_that_a_wide_window_begins_with_wider_panels(self, window):
        for width, panels in {1280: (262, 342), 1920: (300, 420), 960: (252, 290)}.items():
            window.resize(width, 900)
            QApplication.processEvents()
            assert window.panels() == pytest.approx(panels, abs=2)
        window.splitter.moveSplitter(320, 1)
        chosen = window.panels()
        window.resize(1920, 900)
        QApplication.processEvents()
        assert window.panels() == chosen  # which somebody has chosen

    def test_that_a_card_folds_at_its_heading(self, window):
        from PySide6.QtTest import QTest

        card = window.left.data
        for away in (True, False):
            QTest.mouseClick(card.title, Qt.MouseButton.LeftButton)
            assert card.inner.isHidden() == away

    def test_that_help_lists_every_command(self, hand, window):
        from PySide6.QtWidgets import QDialog, QLabel, QScrollArea

        from linlab.engine.views.views import VIEWS

        hand.key(Key.Key_F1)
        page = window.findChild(QDialog, "help-page")
        texts = {label.text() for label in page.findChildren(QLabel)}
        assert all(any(text.startswith(command.title) for text in texts) for command in commands())
        assert all(
            any(view.help in text for text in texts) for view in VIEWS.values() if not view.plane
        )
        labels = [label for label in page.findChildren(QLabel) if label.text()]
        first = min(labels, key=lambda label: label.mapTo(page, QPoint(0, 0)).y())
        assert first.text() == "MOUSE"
        area = page.findChild(QScrollArea)
        for label in labels:  # nothing is cut off at the right, and all can be scrolled to
            assert (
                label.mapTo(area.widget(), QPoint(0, 0)).x() + label.width()
                <= area.viewport().width()
            )
            assert label.heightForWidth(label.width()) <= label.height() or not label.wordWrap()
            assert label.sizeHint().width() <= label.width() or label.wordWrap()
        room = window.screen().availableGeometry()
        assert page.width() <= room.width() and page.height() <= room.height()
        page.close()
        many = len(window.findChildren(QWidget))
        hand.key(Key.Key_F1)
        assert page.isVisible()
        page.close()
        assert len(window.findChildren(QWidget)) == many  # the same page again


class TestFiles:
    def test_that_saving_and_opening_brings_the_work_back(
        self, hand, window, tmp_path, monkeypatch
    ):
        path = tmp_path / "mine.linlab"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a, **k: (str(path), ""))
        hand.click(hand.free())
        assert window.files.dirty
        hand.key(Key.Key_S, CTRL)
        assert path.exists()
        assert not window.files.dirty
        assert "mine.linlab" in window.windowTitle()
        saved = window.session.settled
        hand.key(Key.Key_N, CTRL)
        assert window.session.settled != saved
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *a, **k: (str(path), ""))
        hand.key(Key.Key_O, CTRL)
        assert window.session.settled == saved

    def test_that_a_broken_file_dropped_on_the_window_leaves_the_work_alone(self, window, tmp_path):
        before = window.session.settled
        path = tmp_path / "broken.linlab"
        path.write_text("{")
        window.documents.open_path(path)
        assert window.session.settled == before
        assert "broken.linlab" in window.banner.text()

    def test_that_a_table_dropped_on_the_window_is_opened(self, window, tmp_path):
        from PySide6.QtCore import QPointF
        from PySide6.QtGui import QDropEvent

        path = tmp_path / "points.csv"
        path.write_text("x1,x2,label\n0,0,no\n1,1,yes\n")
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        drop = QDropEvent(
            QPointF(5, 5),
            Qt.DropAction.CopyAction,
            data,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        window.dropEvent(drop)
        assert window.session.points.classes == ("no", "yes")


def test_that_no_two_commands_share_a_key():
    keys = [key for command in commands() for key in command.keys]
    assert len(keys) == len(set(keys))


def test_that_undo_names_the_change(hand, window):
    hand.key(Key.Key_V)
    hand.key(Key.Key_A, CTRL)
    hand.drag(hand.point(0), hand.free())
    assert window.commands["undo"].text() == f"Undo move {len(hand.session.points)} points"
