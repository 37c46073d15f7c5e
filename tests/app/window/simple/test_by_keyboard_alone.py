"""By keyboard alone, in Simple and in Full: open moons, choose an SVM with RBF, make three steps,
export a PDF."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from linlab.engine.document.look import FULL, SIMPLE
from tests.app.window.test_keyboard import press, tab_to

Key = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.mark.parametrize("mode", [SIMPLE, FULL])
def test_that_a_figure_of_an_svm_is_made_without_a_mouse(
    window, qtbot, tmp_path, monkeypatch, mode
):
    session = window.session
    while window.modes.shown != mode:
        press(Key.Key_F4)
    tab_to(window, "data-blobs")
    press(Key.Key_Right)
    while session.document.source.name != "moons":  # it may stand further on
        press(Key.Key_Right)
    tab_to(window, "model")
    press(Key.Key_Space)
    assert window.left.model.list.isVisible()
    for _ in range(10):
        if session.learner.model == "svm":
            break
        QTest.keyClick(window.left.model.rows[session.learner.model], Key.Key_Down)
    QTest.keyClick(window.left.model.rows["svm"], Key.Key_Return)
    window.activateWindow()  # the list had the keys
    qtbot.waitUntil(window.isActiveWindow)
    if mode == SIMPLE:
        tab_to(window, "line")
        press(Key.Key_Right)
    else:
        tab_to(window, "Linear")
        press(Key.Key_Right)
        press(Key.Key_Right)
    assert (session.learner.model, session.learner["space"]) == ("svm", "rbf")
    tab_to(window, window.plane)
    for t in (1, 2, 3):
        press(Key.Key_Right)
        assert session.t == t
    press(Key.Key_E, CTRL)
    dialog = window.exporter
    qtbot.waitUntil(dialog.isActiveWindow)
    tab_to(dialog, dialog.options.choose.formats["figure"].buttons["pdf"])
    tab_to(dialog, dialog.save_button)
    asked = []
    name = str(tmp_path / "moons.pdf"), ""  # typed into the system's own dialog
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: asked.append(1) or name)
    press(Key.Key_Return)
    assert asked
    qtbot.waitUntil((tmp_path / "moons.pdf").exists)
    qtbot.waitUntil(lambda: not dialog.job.busy)
    assert (tmp_path / "moons.pdf").read_bytes().startswith(b"%PDF")
    assert window.modes.shown == mode
    dialog.close()
