"""By keyboard alone, in Simple and in Full: open moons, choose an SVM with RBF, make three steps,
export a PDF."""

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit

from linlab.engine.document.look import FULL, SIMPLE
from tests.app.window.test_keyboard import press, tab_to

Key = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier


def type_name(path, done):
    """Once the dialog that asks for a name is there, type one and press Enter."""

    def look():
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, QFileDialog):
            QTimer.singleShot(20, look)
            return
        box = dialog.findChild(QLineEdit)
        box.setFocus()  # where it opens, for whoever types
        QTest.keyClick(box, Key.Key_A, CTRL)
        QTest.keyClicks(box, str(path))
        done.append(path)
        QTest.keyClick(box, Key.Key_Return)

    QTimer.singleShot(20, look)


@pytest.mark.parametrize("mode", [SIMPLE, FULL])
def test_that_a_figure_of_an_svm_is_made_without_a_mouse(window, qtbot, tmp_path, mode):
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
    done = []
    type_name(tmp_path / "moons.pdf", done)
    press(Key.Key_Return)
    assert done
    qtbot.waitUntil((tmp_path / "moons.pdf").exists)
    qtbot.waitUntil(lambda: not dialog.job.busy)
    assert (tmp_path / "moons.pdf").read_bytes().startswith(b"%PDF")
    assert window.modes.shown == mode
    dialog.close()
