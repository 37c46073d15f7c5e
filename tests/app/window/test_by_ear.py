"""The lab by ear: the accessibility tree alone leads from the points to a PDF. What would be spoken
is printed (`pytest -s`)."""

import pypdf
import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from linlab.app.controls.accessibility import screen_reader

from .ear import Role, Text, act, everything, find, heard, name_of


@pytest.fixture
def listener(window, monkeypatch):
    """What is announced; it is printed, too."""
    said = []

    def announce(widget, words):
        said.append(words)
        print(f"  “{words}”")

    monkeypatch.setattr(screen_reader, "announce", announce)
    QAccessible.setActive(True)
    yield said
    QAccessible.setActive(False)


def press(name, role=None, inside=None, seen=True):
    """Look for it by its name, hear what it is, press it."""
    found = find(name, role, inside, seen)
    print(heard(found))
    act(found)
    QTest.qWait(250)  # Qt shows a press for a tenth of a second


def choose(*path):
    """An entry of the menu that has just opened, which the event of its opening names."""
    menu = QApplication.activePopupWidget()
    for name in path:
        item = find(name, Role.MenuItem, QAccessible.queryAccessibleInterface(menu), seen=False)
        print(heard(item))
    menu.close()
    act(item)


def dialog_called(beginning):
    return next(
        each
        for each in everything()
        if each.role() == Role.Dialog and name_of(each).startswith(beginning)
    )


def save_as(path):
    """In the dialog that asks where: its box, and its button."""
    dialog = dialog_called("Save")
    box = next(each for each in everything(dialog) if each.role() == Role.EditableText)
    print(f"{heard(dialog)}: {heard(box)} ← {path}")
    box.editableTextInterface().replaceText(0, len(box.text(Text.Value)), str(path))
    press("Save", Role.Button, dialog)


@pytest.mark.parametrize(("mode", "curved"), [("Full", "RBF"), ("Simple", "curve")])
def test_that_the_tree_alone_leads_to_a_pdf_of_an_svm_on_moons(
    window, listener, qtbot, tmp_path, mode, curved
):
    press(mode, Role.CheckBox)
    press("moons")
    assert window.session.document.source.name == "moons"
    press("Model: Perceptron")
    press("SVM")
    press(curved)
    learner = window.session.learner
    assert (learner.recipe.key, learner["space"]) == ("svm", "rbf")
    for t in (1, 2, 3):
        press("One step", Role.Button)
        qtbot.waitUntil(lambda t=t: any(words.startswith(f"Step {t}. ") for words in listener))
    qtbot.waitUntil(lambda: window.session.run.measured_moment.t == 3)
    plane = heard(find("Plane", Role.Graphic))
    print(plane)
    assert "step 3" in plane and "SVM in the RBF kernel space, after 3 steps" in plane
    if mode == "Simple":
        act(find("linlab", Role.ButtonMenu), "ShowMenu")  # it is open until something is chosen
        QTimer.singleShot(500, window, lambda: choose("File", "Export figure…"))
        QTest.qWait(1000)
    else:
        press("Figure…", Role.MenuItem, find("Export figure…"), seen=False)
    dialog = dialog_called("Export")
    press("PDF", inside=dialog)
    QTimer.singleShot(300, window, lambda: save_as(tmp_path / "by-ear.pdf"))
    press("Save…", inside=dialog)
    qtbot.waitUntil((tmp_path / "by-ear.pdf").exists)
    told = pypdf.PdfReader(tmp_path / "by-ear.pdf").xmp_metadata.dc_description["x-default"]
    print(told)
    assert "150 points (moons)" in told and "after 3 steps" in told
    window.exporter.close()
