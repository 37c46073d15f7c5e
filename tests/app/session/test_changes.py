"""Edits at any moment of a run: no point is lost, what changed on the way is marked, and undo goes
back to where one was."""

import json
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QMessageBox, QToolTip

from linlab import Learner, Trace
from linlab.app.controls.choices import ChoiceRow
from linlab.app.controls.sliders import SliderRow
from linlab.app.session.state.replay import SLICE
from linlab.engine.document.document import Document
from linlab.engine.train import trace as trace_module
from linlab.engine.train.tracing import pace

CTRL, SHIFT, LEFT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.MouseButton.LeftButton,
)
Key = Qt.Key
BY_HAND = "New points replaced your changes; undo brings them back."


@pytest.fixture
def moons(window):
    """150 moons and an SVM that has seen each of them once."""
    session = window.session
    window.left.data.choose("moons")
    session.edit("svm", session.with_learner(Learner.of("svm")))
    window.plane.fit()
    QApplication.processEvents()  # it is active from now on
    QTest.keyClick(window, Key.Key_Right, SHIFT)
    assert (session.t, len(session.points)) == (150, 150)
    return window


def click(hand):
    """A point at a free place, and its place."""
    hand.click(hand.free())
    return tuple(hand.session.points.x[-1])


def places(session, t):
    return set(map(tuple, session.settled.points_at(t).x.tolist()))


def scrub(window, t):
    scrubber = window.transport.scrubber
    QTest.mouseClick(scrubber, LEFT, pos=QPoint(round(scrubber.x_of(t)), scrubber.height() // 2))


def type_in(window, name, text):
    box = window.findChild(SliderRow, name).box
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, text)
    QTest.keyClick(box, Key.Key_Return)


def settle(window, qtbot):
    qtbot.waitUntil(
        lambda: not window.session.replay.catching_up and not window.session.replay.training_ahead
    )


class TestPointsAreKept:
    def test_that_points_clicked_while_continuing_are_there_after_an_edit_from_the_start(
        self, moons, hand
    ):
        session = hand.session
        hand.key(Key.Key_C)
        hand.key(Key.Key_2)
        three = {click(hand) for _ in range(3)}
        assert len(session.points) == 153
        hand.key(Key.Key_C)
        for key in (Key.Key_Home, Key.Key_Right, Key.Key_Right):
            hand.key(key)
        one = click(hand)
        assert (session.t, len(session.points)) == (2, 151)
        assert len(session.settled.points_at(150)) == 154
        assert three | {one} <= places(session, 150)
        scrub(moons, 150)
        assert (session.t, len(session.points)) == (150, 154)

    def test_that_a_point_clicked_at_an_earlier_update_is_there_at_the_later_change(
        self, moons, hand
    ):
        session = hand.session
        hand.key(Key.Key_C)
        late = click(hand)
        scrub(moons, 40)
        at = session.t
        assert 38 <= at <= 42
        early = click(hand)
        assert [c.t for c in session.settled.timeline] == [at, 150]
        assert early not in places(session, at - 1)
        assert {early, late} <= places(session, 150)
        assert len(set(session.settled.points_at(150).ids.tolist())) == 152

    def test_that_a_setting_of_a_later_change_survives_another_setting_from_the_start(
        self, moons, hand
    ):
        session = hand.session
        hand.key(Key.Key_C)
        type_in(moons, "lam", "1")
        hand.key(Key.Key_C)
        hand.key(Key.Key_Home)
        type_in(moons, "alpha", "0.5")
        assert (session.learner["lam"], session.learner["alpha"]) == (0.01, 0.5)
        later = session.settled.learners_at(150)[0]
        assert (later["lam"], later["alpha"]) == (1.0, 0.5)

    def test_that_a_drag_across_a_change_while_it_plays_takes_nothing_away(self, moons, hand):
        session = hand.session
        hand.key(Key.Key_C)
        click(hand)
        hand.key(Key.Key_C)
        session.go(140)
        start, there = hand.point(3), hand.free()
        hand.press(start)
        hand.move(tuple(np.add(start, np.subtract(there, start) / 2)))
        session.go(160)  # what a player does meanwhile
        hand.move(there)
        hand.release(there)
        assert len(session.settled.points_at(150)) == 151
        unit = moons.plane.unit()
        for t in (0, 150):
            assert session.settled.points_at(t).x[3] == pytest.approx(there, abs=3 * unit)

    def test_that_points_pasted_while_continuing_stay_selected(self, moons, hand):
        hand.key(Key.Key_C)
        QGuiApplication.clipboard().setText("0.5\t1\t-\n0.7\t2\t+\n")
        hand.key(Key.Key_V, CTRL)
        chosen = hand.session.pointing.selection
        assert len(chosen) == 2
        hand.key(Key.Key_Up)
        assert hand.session.pointing.selection == chosen

    def test_that_the_run_after_such_edits_is_the_engines(self, moons, hand):
        session = hand.session
        hand.key(Key.Key_C)
        click(hand)
        scrub(moons, 40)
        click(hand)
        scrub(moons, 150)
        fresh = Trace(Document.from_json(session.settled.to_json()))
        np.testing.assert_array_equal(session.trace.at(150).theta, fresh.at(150).theta)


class TestMarks:
    def tip(self, scrubber, t):
        """The tooltip that a resting mouse gets there."""
        at = QPoint(round(scrubber.x_of(t)), scrubber.height() // 2 - 7)
        QApplication.sendEvent(
            scrubber, QHelpEvent(QEvent.Type.ToolTip, at, scrubber.mapToGlobal(at))
        )
        words = QToolTip.text()
        QToolTip.hideText()
        return words

    def test_that_changes_are_marked_and_say_what_changed(self, moons, hand):
        session, scrubber = hand.session, moons.transport.scrubber
        hand.key(Key.Key_C)
        for _ in range(3):
            click(hand)
        session.go(200)
        type_in(moons, "lam", "1")
        session.go(300)
        id = int(session.trace.problem(300).ids[31])
        moons.editing.train_next(id)
        assert [t for t, _ in scrubber.marks] == [150, 200, 300]
        assert self.tip(scrubber, 150) == "from step 151 on: 3 points added"
        assert self.tip(scrubber, 200) == "from step 201 on: λ 0.01 → 1"
        assert self.tip(scrubber, 300) == "step 301: train on #32 next"
        assert self.tip(scrubber, 80) == "Drag to any step of the history"

    def test_that_a_mark_is_seen_above_the_line_and_not_where_nothing_changes(self, moons, hand):
        session, scrubber = hand.session, moons.transport.scrubber
        hand.key(Key.Key_C)
        click(hand)
        session.go(300)
        session.go(0)
        picture, ratio = scrubber.grab().toImage(), scrubber.devicePixelRatioF()

        def colour(t):
            return QColor(
                picture.pixel(
                    round(scrubber.x_of(t) * ratio), round((scrubber.height() / 2 - 7) * ratio)
                )
            ).name()

        assert colour(150) == QColor(moons.theme.accent).name()
        assert colour(80) == colour(220) == QColor(moons.theme.card).name()

    def test_that_an_opened_run_shows_its_changes(self, moons, hand, tmp_path):
        hand.key(Key.Key_C)
        click(hand)
        moons.files.save(tmp_path / "mine.linlab")
        moons.files.new()
        assert moons.transport.scrubber.marks == ()
        moons.files.open(tmp_path / "mine.linlab")
        scrubber = moons.transport.scrubber
        assert (moons.session.t, scrubber.most, [t for t, _ in scrubber.marks]) == (150, 150, [150])
        scrub(moons, 150)
        assert (moons.session.t, len(moons.session.points)) == (150, 151)


class TestUndoGoesBackToWhereItWas:
    @pytest.mark.parametrize("continuing", [False, True])
    def test_that_undoing_the_removal_of_all_points_brings_the_run_back(
        self, window, hand, continuing
    ):
        session = hand.session
        session.go(300)
        if continuing:
            hand.key(Key.Key_C)
        theta = session.trace.at(300).theta.copy()
        hand.key(Key.Key_A, CTRL)
        hand.key(Key.Key_Delete)
        assert session.trace is None
        hand.key(Key.Key_Z, CTRL)
        assert (session.t, len(session.points)) == (300, 60)
        np.testing.assert_array_equal(session.trace.at(300).theta, theta)
        hand.key(Key.Key_Y, CTRL)
        hand.key(Key.Key_Z, CTRL)
        assert session.t == 300

    def test_that_it_does_so_after_other_edits_and_their_undo(self, window, hand):
        session = hand.session
        session.go(300)
        hand.key(Key.Key_A, CTRL)
        hand.key(Key.Key_Delete)
        hand.click((0.0, 0.0))
        assert session.t == 0
        hand.key(Key.Key_Z, CTRL)
        hand.key(Key.Key_Z, CTRL)
        assert (session.t, len(session.points)) == (300, 60)

    def test_that_undoing_a_divergence_brings_the_run_back(self, window, hand, qtbot):
        session = hand.session
        session.edit("logistic", session.with_learner(Learner.of("logistic")))
        session.go(300)
        type_in(window, "alpha", "1000000")
        settle(window, qtbot)
        assert session.trace.diverged and session.t < 300
        assert window.transport.scrubber.most == session.t
        hand.key(Key.Key_Left)
        window.plane.setFocus()
        hand.key(Key.Key_Z, CTRL)
        settle(window, qtbot)
        assert (session.t, window.transport.scrubber.most) == (300, 300)

    def test_that_a_slider_that_passes_through_a_divergence_keeps_its_place(self, session):
        session.edit("logistic", session.with_learner(Learner.of("logistic")))
        session.go(300)
        for alpha in (1e6, 0.1):
            session.preview(session.with_learner(Learner.of("logistic", alpha=alpha)))
        assert session.t == 300
        session.preview(session.with_learner(Learner.of("logistic", alpha=1e6)))
        session.drop_preview()
        assert session.t == 300
        session.replay.stay()

    def test_that_undo_leaves_a_run_where_it_has_gone_since(self, window, hand):
        session = hand.session
        session.go(100)
        click(hand)
        session.go(40)
        hand.key(Key.Key_Z, CTRL)
        assert session.t == 40

    @pytest.mark.parametrize("undo", [False, True])
    def test_that_an_edit_while_scrubbed_back_leaves_the_length_of_the_run(
        self, moons, hand, qtbot, undo
    ):
        session, scrubber = hand.session, moons.transport.scrubber
        scrub(moons, 37)
        at = session.t
        assert at < 45
        click(hand)
        if undo:
            hand.key(Key.Key_Z, CTRL)
        assert (session.t, scrubber.t, scrubber.most) == (at, at, 150)
        settle(moons, qtbot)
        assert session.run.trained == 150  # for the curves, trained while nobody waits
        assert session.t == at
        scrub(moons, 150)
        assert session.t == 150
        np.testing.assert_array_equal(
            session.trace.at(150).theta, Trace(session.settled).at(150).theta
        )

    def test_that_training_ahead_lets_the_window_answer(self, moons, hand, qtbot, monkeypatch):
        session, trained, plain, clock = hand.session, [], Trace.at, [0.0]
        session.edit("rbf", session.with_learner(Learner.of("svm", space="rbf")))
        session.go(200_000)
        qtbot.waitUntil(lambda: session.t == 200_000, timeout=30_000)
        scrub(moons, 0)
        click(hand)

        def at(trace, t, passing=False):
            before, clock[0] = (
                trace.reached(t),
                clock[0] + 0.001,
            )  # a clock that goes on with every piece that is trained
            state = plain(trace, t, passing)
            trained.append((state.t - before) * trace.problem(before).effort)
            return state

        monkeypatch.setattr(trace_module, "time", SimpleNamespace(perf_counter=lambda: clock[0]))
        monkeypatch.setattr(Trace, "at", at)
        session.replay.train_ahead()
        assert (
            0 < sum(trained) <= (1000 * SLICE + 1) * pace.MOMENT
        )  # so many pieces, none longer than a moment
        assert session.run.trained < 200_000 and session.replay.training_ahead

    def test_that_another_document_has_a_length_of_its_own(self, moons):
        moons.files.new()
        assert moons.transport.most == 0


class TestDrawnAnew:
    def test_that_points_changed_by_hand_are_called_so(self, window, hand):
        data = window.left.data
        assert data.value.text() == "60 POINTS"
        click(hand)
        assert data.value.text() == "EDITED · 61 POINTS"
        assert "blobs drew 60 points" in data.value.toolTip()
        assert "lost unless you undo" in data.sliders["noise"].toolTip()
        hand.key(Key.Key_Z, CTRL)
        assert data.value.text() == "60 POINTS"
        assert "goes" not in data.sliders["noise"].toolTip()

    def test_that_the_heading_does_not_widen_the_card(self, window, hand):
        data = window.left.data
        data.choose("overlapping-blobs")
        data._choose_split("60 / 20 / 20")
        click(hand)
        for width in (960, 1280):
            window.resize(width, 700)
            QApplication.processEvents()
            assert data.value.text() == "EDITED"
            assert sum(map(int, data.parts.text().removesuffix(" points").split(" / "))) == 121
            for words in (data.value, data.parts):
                assert words.width() >= words.sizeHint().width()
            assert data.width() <= window.left.viewport().width()

    def test_that_names_of_classes_stay_when_points_are_drawn_anew(self, window, hand):
        window.editing.rename_class(0, "frogs")
        window.editing.rename_class(1, "toads")
        assert window.left.data.value.text() == "60 POINTS"
        type_in(window, "data-knob-noise", "0.3")
        assert window.session.points.classes == ("frogs", "toads")
        type_in(window, "data-knob-classes", "3")
        assert window.session.points.classes[:2] == ("frogs", "toads")
        assert len(set(window.session.points.classes)) == 3
        assert not window.banner.isVisible()  # nothing was lost
        window.left.data.choose("iris")
        assert "frogs" not in window.session.points.classes

    @pytest.mark.parametrize("how", ["key", "button", "seed"])
    def test_that_every_way_to_draw_anew_tells_what_it_took(self, window, hand, how):
        click(hand)
        if how == "key":
            hand.key(Key.Key_R)
        elif how == "button":
            QTest.mouseClick(window.left.data.resample, LEFT)
        else:
            window.left.data.seed.selectAll()
            QTest.keyClicks(window.left.data.seed, "7")
            QTest.keyClick(window.left.data.seed, Key.Key_Return)
        assert len(window.session.points) == 60
        assert (window.banner.isVisible(), window.banner.text()) == (True, BY_HAND)

    def test_that_a_change_on_the_way_counts_as_made_by_hand(self, window, hand):
        window.session.go(50)
        hand.key(Key.Key_C)
        click(hand)
        type_in(window, "alpha", "0.5")
        window.plane.setFocus()
        assert "EDITED" in window.left.data.value.text()
        hand.key(Key.Key_R)
        assert window.banner.text() == BY_HAND
        document = window.session.settled
        assert document.points_at(50) == document.points
        assert [c.learners[0]["alpha"] for c in document.timeline] == [0.5]

    def test_that_another_data_set_in_place_of_ones_own_points_is_told(self, window, hand):
        window.files.new()
        hand.click((0.0, 0.0))
        window.left.data.choose("moons")
        assert "undo brings them back" in window.banner.text()

    def test_that_a_table_of_facts_says_why_it_is_not_drawn_anew(self, window, hand):
        window.left.data.choose("iris")
        before = window.session.settled
        hand.key(Key.Key_R)
        assert window.session.settled is before
        assert "nothing in it is random" in window.banner.text()

    @pytest.mark.parametrize("values", [{"foo": 1}, {"n": 1e9}, {"seed": 3}])
    def test_that_a_file_with_a_source_that_cannot_draw_is_shown(self, window, values, tmp_path):
        whole = {
            **window.session.settled.to_json(),
            "source": {"name": "moons", "seed": 0, "values": values},
        }
        (tmp_path / "odd.linlab").write_text(json.dumps(whole))
        window.documents.open_path(tmp_path / "odd.linlab")
        assert window.files.name == "odd.linlab"
        assert window.left.data.value.text() == "60 POINTS"


class TestSentences:
    def test_that_a_sentence_about_an_edit_goes_with_its_undo(self, window, hand):
        click(hand)
        hand.key(Key.Key_R)
        assert window.banner.isVisible()
        hand.key(Key.Key_Z, CTRL)
        assert not window.banner.isVisible()

    @pytest.mark.parametrize("then", [Key.Key_Up, Key.Key_Delete])
    def test_that_copied_is_over_with_the_next_edit(self, window, hand, then):
        hand.key(Key.Key_A, CTRL)
        hand.key(Key.Key_C, CTRL)
        assert window.banner.text() == "Copied 60 points as a table."
        hand.key(then)
        assert not window.banner.isVisible()

    def test_that_a_warning_about_something_else_stays(self, window, hand):
        window.session.said.emit("Unsaved work cannot be backed up.")
        click(hand)
        assert window.banner.isVisible()

    def test_that_copies_are_pasted_beside_their_originals_and_counted(self, window, hand):
        session, unit = hand.session, window.plane.unit()
        hand.key(Key.Key_A, CTRL)
        hand.key(Key.Key_C, CTRL)
        for copies in (1, 2):
            hand.key(Key.Key_V, CTRL)
            assert window.banner.text() == "Pasted 60 points, slightly offset from the originals."
            points = session.points
            assert len(points) == 60 * (copies + 1) == len(set(map(tuple, points.x.tolist())))
            assert session.pointing.selection == frozenset(points.ids[-60:].tolist())
            away = points.x[-60:] - points.x[:60]
            assert (np.abs(away) < 40 * unit).all() and (np.abs(away) > 2 * unit).all()

    def test_that_what_was_cut_comes_back_to_its_place(self, window, hand):
        before = hand.session.points.x.tolist()
        hand.key(Key.Key_A, CTRL)
        hand.key(Key.Key_X, CTRL)
        hand.key(Key.Key_V, CTRL)
        assert hand.session.points.x.tolist() == before
        assert window.banner.text() == "Pasted 60 points."

    def test_that_a_table_with_a_few_known_places_is_pasted_as_it_is(self, window, hand):
        x = hand.session.points.x[0].tolist()
        QGuiApplication.clipboard().setText(f"{x[0]!r}\t{x[1]!r}\tA\n0.5\t1\tA\n0.75\t2\tB\n")
        hand.key(Key.Key_V, CTRL)
        assert hand.session.points.x[-3:].tolist() == [x, [0.5, 1.0], [0.75, 2.0]]


class TestOpening:
    @pytest.fixture
    def asked(self, monkeypatch):
        questions = []

        def ask(*args, **kwargs):
            questions.append(args)
            return QMessageBox.StandardButton.Cancel

        monkeypatch.setattr(QMessageBox, "question", ask)
        yield questions
        monkeypatch.setattr(
            QMessageBox, "question", lambda *a, **k: QMessageBox.StandardButton.Discard
        )

    def test_that_a_broken_file_is_found_out_before_anything_is_asked(
        self, window, hand, asked, tmp_path, monkeypatch
    ):
        (tmp_path / "broken.linlab").write_text('{"linlab": 1, "points": }')
        monkeypatch.setattr(
            QFileDialog, "getOpenFileName", lambda *a, **k: (str(tmp_path / "broken.linlab"), "")
        )
        click(hand)
        hand.key(Key.Key_O, CTRL)
        assert asked == []
        assert window.banner.text().startswith(
            "broken.linlab: The file is broken in line 1, at character 25"
        )
        assert "xpecting" not in window.banner.text()

    def test_that_a_good_file_waits_for_the_answer(self, window, hand, asked, tmp_path):
        window.session.settled.save(tmp_path / "good.linlab")
        click(hand)
        work = window.session.settled
        window.documents.open_path(tmp_path / "good.linlab")
        assert len(asked) == 1
        assert window.session.settled is work

    def test_that_saving_into_the_file_that_is_opened_again_opens_what_was_saved(
        self, window, hand, tmp_path, monkeypatch
    ):
        window.files.save(tmp_path / "same.linlab")
        click(hand)
        work = window.session.settled
        monkeypatch.setattr(
            QMessageBox, "question", lambda *a, **k: QMessageBox.StandardButton.Save
        )
        window.documents.open_path(tmp_path / "same.linlab")
        assert window.session.settled == work
        assert not window.files.dirty


class TestParts:
    def test_that_the_real_numbers_of_a_split_are_shown(self, moons, hand):
        document = moons.session.settled
        data, split = moons.left.data, moons.findChild(ChoiceRow, "split")
        assert data.parts.isHidden()
        data._choose_split("60 / 20 / 20")
        problem = moons.session.trace.problem(0)
        counts = problem.n, len(problem.held_out[0][1]), len(problem.held_out[1][1])
        assert sum(counts) == len(document.points) == 150
        shown = moons.findChild(QLabel, "parts")
        assert shown.isVisibleTo(data)
        assert shown.text() == "{} / {} / {} points".format(*counts)
        assert f"{counts[0]} points to train on" in split.toolTip()
        hand.key(Key.Key_0)
        click(hand)  # an unlabelled point is in no part
        assert shown.text() == "{} / {} / {} points".format(*counts)
