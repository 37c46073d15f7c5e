"""What suits the person before the window: how much of it moves."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from linlab.app.controls.accessibility import motion
from linlab.app.session.settings import Settings, StoredSettings


def test_that_motion_is_reduced_from_the_menu_and_stays_so(window):
    entry = window.commands["reduced-motion"]
    assert entry in window.bar.menus["View"].actions()
    assert not motion.reduced() and not entry.isChecked()
    entry.trigger()
    assert motion.reduced() and entry.isChecked()
    assert not QApplication.isEffectEnabled(Qt.UIEffect.UI_General)
    assert Settings().now.reduced_motion is True
    entry.trigger()
    assert not motion.reduced() and not entry.isChecked()
    assert Settings().now.reduced_motion is False


def test_that_without_a_choice_the_system_decides(qapp, monkeypatch):
    monkeypatch.setattr(motion, "of_the_system", lambda: True)
    motion.reduce(None)
    assert motion.reduced()
    motion.reduce(False)
    assert not motion.reduced()


def test_that_only_a_switch_is_taken_for_a_choice():
    for entry, read in ((True, True), (False, False), (None, None), (1, None), ("no", None)):
        assert StoredSettings.from_json({"reduced_motion": entry}).reduced_motion is read
