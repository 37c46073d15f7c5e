"""A document keeps the moment: opening it shows what was seen when it was saved, and nothing of it
stays for the next."""

import json
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox

from linlab import Document, Learner
from linlab.app.plane.plane import shown_at_first
from linlab.app.session import autosaves
from linlab.engine.document.first import first_document
from linlab.engine.document.look import Look
from linlab.engine.picture.shapes import View

CTRL = Qt.KeyboardModifier.ControlModifier
Key = Qt.Key


@pytest.fixture(autouse=True)
def _active(window, qtbot):
    qtbot.waitUntil(window.isActiveWindow)


def seen(window):
    """What there is to see."""
    plane, curves = window.plane, window.right.curves
    return {
        "t": window.session.t,
        "layers": set(plane.shown),
        "curves": (curves.mode, curves.lines, curves.log),
        "wanted": plane.sight.wanted,
        "panels": window.panels(),
        "hidden": (window.column.isHidden(), window.right.isHidden()),
        "view": window.right.views.current,
        "beside": window.beside.name,
        "exact": window.session.run.exact.on,
        "options": window.session.choices.all,
        "switches": {name: action.isChecked() for name, action in window.bar.layer_actions.items()},
    }


def prepare(window, hand):
    """Another moment, by hand."""
    for _ in range(7):
        hand.key(Key.Key_Right)
    window.bar.layer_actions["margins"].trigger()
    window.bar.layer_actions["weights"].trigger()
    window.right.curves.modes.buttons["error"].click()
    window.right.curves.log_x.click()
    hand.wheel((0.5, 0.5), 3)
    hand.key(Key.Key_F2)
    hand.key(
        Key.Key_3, Qt.KeyboardModifier.AltModifier
    )  # another view, beside the plane; and a third in the column
    hand.key(Key.Key_W)
    hand.key(Key.Key_4, Qt.KeyboardModifier.AltModifier)
    hand.key(Key.Key_O)
    window.right.views.pane.choose("up", "x₁")


def test_that_all_points_are_fitted_to_the_plane_as_wide_as_the_document_leaves_it(
    window, hand, qtbot, tmp_path
):
    layers = (*shown_at_first(), "legend", "axes")
    plain = replace(first_document(), look=Look(layers=layers))
    plain.save(tmp_path / "plain.linlab")
    replace(plain, look=Look(layers=layers, beside="examples")).save(tmp_path / "beside.linlab")
    window.files.open(tmp_path / "plain.linlab")
    qtbot.waitUntil(lambda: window.plane.width() == window.pair.width())
    window.plane.fit()
    alone = window.plane.view
    window.files.open(tmp_path / "beside.linlab")
    qtbot.waitUntil(lambda: window.plane.width() < 0.7 * window.pair.width())
    window.files.open(tmp_path / "plain.linlab")
    qtbot.waitUntil(lambda: window.plane.width() == window.pair.width())
    assert window.plane.view == pytest.approx(alone)


def test_that_opening_shows_what_was_seen_when_it_was_saved(window, hand, tmp_path):
    fresh = seen(window)
    prepare(window, hand)
    prepared = seen(window)
    assert not any(prepared[what] == fresh[what] for what in fresh)
    assert window.files.save(tmp_path / "a.linlab")
    hand.key(Key.Key_N, CTRL)
    assert seen(window)["layers"] == shown_at_first()
    assert seen(window)["curves"] == fresh["curves"]
    window.documents.open_path(tmp_path / "a.linlab")
    assert seen(window) == prepared
    assert not window.files.dirty


def test_that_the_gap_to_the_optimum_is_shown_again(window, hand, qtbot, tmp_path):
    window.session.edit("svm", window.session.with_learner(Learner.of("svm")))
    hand.key(Key.Key_O)
    qtbot.waitUntil(lambda: window.session.run.optimum is not None, timeout=20_000)
    hand.key(Key.Key_J, Qt.KeyboardModifier.AltModifier)
    assert window.right.curves.mode == "gap"
    window.files.save(tmp_path / "a.linlab")
    hand.key(Key.Key_N, CTRL)
    assert (window.right.curves.mode, window.session.run.exact.on) == ("loss", False)
    window.documents.open_path(tmp_path / "a.linlab")
    qtbot.waitUntil(lambda: window.session.run.optimum is not None, timeout=20_000)
    assert (window.right.curves.mode, window.session.run.exact.on) == ("gap", True)


def test_that_layers_do_not_leak_into_another_document_or_the_next_start(window, hand, tmp_path):
    first_document().save(tmp_path / "plain.linlab")
    (tmp_path / "points.csv").write_text("x1,x2,label\n0,0,no\n1,1,yes\n")
    for name in ("plain.linlab", "points.csv"):
        window.bar.layer_actions["regions"].trigger()
        assert "regions" not in window.plane.shown
        window.documents.open_path(tmp_path / name)
        assert window.plane.shown == shown_at_first()
        assert window.bar.layer_actions["regions"].isChecked()
        assert window.bar.layer_buttons["regions"].isChecked()
    window.bar.layer_actions["regions"].trigger()
    window.close()
    assert "layers" not in json.loads((tmp_path / "settings.json").read_text())


def test_that_looking_does_not_ask_to_be_saved_but_saving_keeps_it(window, hand, tmp_path):
    window.files.save(tmp_path / "a.linlab")
    prepare(window, hand)
    assert not window.files.dirty
    assert window.files.title() == "a.linlab — linlab"
    assert Document.load(tmp_path / "a.linlab").look.t == 0
    hand.key(Key.Key_S, CTRL)
    look = Document.load(tmp_path / "a.linlab").look
    assert (look.t, look.curves, look.log) == (7, "error", (True, False))
    assert look.region == window.plane.sight.wanted
    assert look.panels[0] == 0


def test_that_all_points_in_view_is_no_region_until_one_zooms(window, hand):
    assert window.looking.now().region is None
    hand.wheel((0.0, 0.0), 1)
    assert window.looking.now().region == window.plane.sight.wanted
    hand.key(Key.Key_F)
    assert window.looking.now().region is None
    hand.click(
        hand.free()
    )  # the view stays, so it may no longer be what showing all points would give
    assert window.looking.now().region == window.plane.sight.wanted


def test_that_the_panels_of_a_document_are_not_those_of_the_next(window, hand, tmp_path):
    own = window.panels()
    bare = replace(first_document(), look=replace(window.looking.now(), panels=(0, 0)))
    bare.save(tmp_path / "bare.linlab")
    first_document().save(tmp_path / "plain.linlab")
    window.documents.open_path(tmp_path / "bare.linlab")
    assert window.column.isHidden()
    assert window.right.isHidden()
    window.documents.open_path(tmp_path / "plain.linlab")
    assert not window.column.isHidden()
    assert window.panels() == own
    window.documents.open_path(tmp_path / "bare.linlab")
    window.close()
    assert window.settings.now.panels == {"left": own[0], "right": own[1]}


def test_that_a_file_saved_while_it_plays_is_of_the_moment_of_asking(
    window, hand, tmp_path, monkeypatch
):
    window.session.go(5)

    def choose(*_, **__):
        window.session.go(9)  # the run goes on behind the dialog
        return str(tmp_path / "a.linlab"), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    hand.key(Key.Key_S, CTRL)
    assert Document.load(tmp_path / "a.linlab").look.t == 5


def test_that_the_autosave_keeps_it_too(window, hand):
    prepare(window, hand)
    hand.click(hand.free())
    window.files.autosave()
    before, kept = seen(window), Document.load(window.files._autosave).look
    assert kept == window.looking.now()
    entry = autosaves.read(window.files._autosave)
    window.documents.new()
    window.files.recover(entry)
    assert seen(window) == before


def test_that_names_of_another_linlab_are_no_trouble(window, tmp_path):
    look = replace(
        window.looking.now(),
        layers=("hologram", "legend"),
        curves="quantum",
        lines=("flux",),
        beside="hologram",
    )
    replace(first_document(), look=look).save(tmp_path / "a.linlab")
    window.documents.open_path(tmp_path / "a.linlab")
    window.grab()
    assert window.right.curves.mode == "loss"
    assert window.looking.now().layers == ("legend",)


class TestPrepared:
    @pytest.fixture
    def prepared(self, window, hand, tmp_path):
        prepare(window, hand)
        window.files.save(tmp_path / "a.linlab")
        assert window.files.open(tmp_path / "a.linlab", prepared=True)
        return seen(window)

    def test_that_nobody_is_asked_about_what_was_changed(
        self, window, hand, prepared, tmp_path, monkeypatch
    ):
        asked = []
        monkeypatch.setattr(QMessageBox, "question", lambda *a, **k: asked.append(a))
        before = (tmp_path / "a.linlab").read_bytes()
        hand.click(hand.free())
        hand.key(Key.Key_N, CTRL)
        assert not asked
        assert window.files.path is None
        assert (tmp_path / "a.linlab").read_bytes() == before
        hand.click((0.0, 0.0))  # the next document is not prepared
        monkeypatch.setattr(
            QMessageBox,
            "question",
            lambda *a, **k: asked.append(a) or QMessageBox.StandardButton.Discard,
        )
        hand.key(Key.Key_N, CTRL)
        assert len(asked) == 1

    def test_that_one_key_reverts_and_undo_takes_that_back(self, window, hand, prepared):
        opened = window.session.settled
        hand.click(hand.free())
        changed = window.session.settled
        for _ in range(4):
            hand.key(Key.Key_Right)
        window.bar.layer_actions["regions"].trigger()
        hand.key(Key.Key_F)
        hand.key(Key.Key_F3)
        hand.key(Key.Key_F9)
        assert window.session.settled == opened
        assert seen(window) == prepared
        assert not window.files.dirty
        hand.key(Key.Key_Z, CTRL)
        assert window.session.settled == changed
        hand.key(Key.Key_Y, CTRL)
        assert window.session.settled == opened

    def test_that_what_was_only_looked_at_is_no_step_of_undo(self, window, hand, prepared):
        hand.key(Key.Key_Right)
        hand.key(Key.Key_F)
        hand.key(Key.Key_F9)
        assert seen(window) == prepared
        assert not window.session.undo_stack.undo_name

    def test_that_it_can_be_chosen_in_the_window(self, window, hand, tmp_path, monkeypatch):
        first_document().save(tmp_path / "a.linlab")
        monkeypatch.setattr(
            QFileDialog, "getOpenFileNames", lambda *a, **k: ([str(tmp_path / "a.linlab")], "")
        )
        hand.key(Key.Key_O, CTRL | Qt.KeyboardModifier.ShiftModifier)
        assert window.files.prepared
        assert "as prepared" in window.saved.text()
        monkeypatch.setattr(
            QFileDialog, "getOpenFileName", lambda *a, **k: (str(tmp_path / "a.linlab"), "")
        )
        hand.key(Key.Key_O, CTRL)
        assert not window.files.prepared


def test_that_a_view_is_given_back_exactly(window, hand, tmp_path):
    window.plane.sight.look_at(View(-1.25, -0.5, 2.0, 1.0))
    window.files.save(tmp_path / "a.linlab")
    view = window.plane.view
    window.plane.fit()
    window.files.open(tmp_path / "a.linlab")
    assert window.plane.view == view
