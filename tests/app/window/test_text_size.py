"""Text of 100 to 200 %: chosen by menu and keys, put on at once, remembered, and nothing cut off."""

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu

from linlab.app.controls.accessibility import text_size
from linlab.app.session.document_files import DocumentFiles
from linlab.app.session.session import Session
from linlab.app.session.settings import TEXT_SIZES, Settings, StoredSettings
from linlab.app.window.window import Window
from linlab.engine.learner.learner import Learner
from tests.app.window.layout_faults import lasting_faults


@pytest.fixture
def window(window):
    """A window of 1440 × 900; the next test has text of 100 % again."""
    window.resize(1440, 900)
    yield window
    window.appearance.set_text_size(100)


def settle(window):
    """Until everything is measured, said and laid out."""
    run = window.session.run
    while run.measured_moment is None or run.measured_moment.t != run.t:
        QTest.qWait(20)
    QTest.qWait(250)


@pytest.mark.parametrize("mode", ["simple", "full"])
@pytest.mark.parametrize("size", [100, 115, 125, 150])
def test_that_nothing_is_cut_off(window, size, mode):
    window.modes.choose(mode)
    window.appearance.set_text_size(size)
    for learner in (Learner.of("perceptron"), Learner.of("svm", space="rbf")):
        window.session.edit("model", window.session.with_learner(learner))
        window.session.go(3)
        settle(window)
        assert (window.width(), window.height()) == (1440, 900)
        assert lasting_faults(window) == []


def letters(window):
    window.resize(1440, 900)
    window.show()
    settle(window)
    parts = [*window.left.findChildren(QLabel), *window.right.findChildren(QLabel)]
    return [label.font().pixelSize() for label in parts]


def test_that_a_window_made_in_large_text_is_as_one_that_was_enlarged(window, qtbot):
    window.appearance.set_text_size(150)
    session, settings = Session(), Settings()
    made = Window(session, DocumentFiles(session, settings), settings)
    qtbot.addWidget(made)
    assert letters(made) == letters(window)
    assert made.plane.font_size == window.plane.font_size == 18.0


def test_that_keys_and_the_menu_choose_the_size_and_it_is_remembered(window):
    assert text_size.percent() == 100
    for expected in (115, 125, 150, 175, 200, 200):
        QTest.keySequence(window, QKeySequence("Alt+="))
        assert text_size.percent() == expected == Settings().now.text_size
    QTest.keySequence(window, QKeySequence("Alt+-"))
    assert text_size.percent() == 175
    menu = window.bar.findChild(QMenu, "text-sizes")
    entries = {action.text(): action for action in menu.actions() if action.isCheckable()}
    assert [*entries] == ["As the system", *(f"{size} %" for size in TEXT_SIZES)]
    assert entries["175 %"].isChecked()
    entries["125 %"].trigger()
    assert text_size.percent() == 125 and entries["125 %"].isChecked()
    entries["As the system"].trigger()
    assert Settings().now.text_size == 0 and text_size.percent() == 100  # of an offscreen screen


def test_that_only_the_sizes_there_are_are_read():
    for entry, read in ((150, 150), (0, 0), (130, 0), ("150", 0), (True, 0), (None, 0)):
        assert StoredSettings.from_json({"text_size": entry}).text_size == read


@pytest.mark.parametrize(
    ("points", "percent"), [(11, 100), (13, 115), (14, 125), (22, 200), (4, 100)]
)
def test_that_the_font_of_the_system_tells_its_text_size(qapp, monkeypatch, points, percent):
    monkeypatch.setattr("sys.platform", "linux")
    font = qapp.font()
    font.setPointSizeF(points * 96.0 / qapp.primaryScreen().logicalDotsPerInch())
    assert text_size.of_the_system(font) == percent


def test_that_a_style_sheet_is_scaled_except_its_hairlines(qapp):
    text_size.choose(150)
    try:
        sheet = "font-size: 12px; border: 1px solid; padding: 2px 7px; width: 3.5px"
        assert text_size.scaled(sheet) == (
            "font-size: 18px; border: 1px solid; padding: 2px 10px; width: 5px"
        )
    finally:
        text_size.choose(100)


def test_that_what_has_gone_follows_no_more(qtbot):
    label, seen = QLabel(), []
    text_size.follow(label, lambda own: seen.append(own.text()))
    label.deleteLater()
    QApplication.sendPostedEvents(None, 52)  # DeferredDelete
    text_size.choose(125)
    text_size.catch_up()
    text_size.choose(100)
    text_size.catch_up()
    assert seen == [""]
