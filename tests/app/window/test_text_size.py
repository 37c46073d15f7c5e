"""Text of 100 to 200 %: chosen by menu and keys, put on at once, remembered, and nothing cut off."""

import pytest
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QFontMetrics, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from linlab.app.controls.accessibility import text_size
from linlab.app.controls.caption import Caption
from linlab.app.session.document_files import DocumentFiles
from linlab.app.session.session import Session
from linlab.app.session.settings import TEXT_SIZES, Remembered, Settings
from linlab.app.window.window import Window
from linlab.engine.learner.learner import Learner


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


def elided(widget):
    """Whether it cuts its words by design, and shows them whole in its tooltip or elsewhere."""
    across = widget.sizePolicy().horizontalPolicy()
    return isinstance(widget, Caption) or across == QSizePolicy.Policy.Ignored


def cut_off(window):
    """What has words that it has no room for, or lies beyond the edge of what shows it."""
    found = []
    for label in window.findChildren(QLabel):
        if label.isVisible() and label.text() and not label.wordWrap() and not elided(label):
            need = QFontMetrics(label.font()).horizontalAdvance(label.text().strip())
            if need > label.contentsRect().width() + 1:
                found.append(("label", label.text(), need, label.width()))
            high = QFontMetrics(label.font()).height()
            if high > label.height() + 2:
                found.append(("low label", label.text(), high, label.height()))
    for button in window.findChildren(QAbstractButton):
        if button.isVisible() and button.text() and not elided(button):
            need = button.sizeHint()
            if isinstance(button, QToolButton):  # whose hint has more air than its words need
                metrics = QFontMetrics(button.font())
                sign = 0 if button.icon().isNull() else button.iconSize().width() + 4
                need = QSize(metrics.horizontalAdvance(button.text()) + sign, metrics.height())
            if need.width() > button.width() + 1 or need.height() > button.height() + 1:
                found.append(("button", button.text(), need.toTuple(), button.size().toTuple()))
    for box in window.findChildren(QLineEdit):
        need = QFontMetrics(box.font()).horizontalAdvance(box.text())
        if box.isVisible() and need > box.width():
            found.append(("box", box.objectName(), need, box.width()))
    return found


def beyond(window):
    """Controls that are partly to the left or right of the column that holds them."""
    found = []
    for column in (window.left, window.right, window.transport, window.bar):
        room = QRect(column.mapToGlobal(QPoint(0, 0)), column.size())
        for part in column.findChildren(QWidget):
            own = QRect(part.mapToGlobal(QPoint(0, 0)), part.size())
            control = part.isVisible() and isinstance(part, QLabel | QAbstractButton | QLineEdit)
            if control and (own.left() < room.left() - 1 or own.right() > room.right() + 1):
                found.append((part.objectName() or part.text(), own, room))
    return found


def overlapping(window):
    """Pairs of neighbours in the columns and the transport that lie on each other."""
    found = []
    for parent in window.findChildren(QWidget):
        if not parent.isVisible() or parent is window.plane or window.plane.isAncestorOf(parent):
            continue
        layout = parent.layout()
        if layout is None:
            continue
        widgets = [
            layout.itemAt(k).widget() for k in range(layout.count()) if layout.itemAt(k).widget()
        ]
        shown = [each for each in widgets if each.isVisible() and not each.size().isEmpty()]
        for k, one in enumerate(shown):
            for other in shown[k + 1 :]:
                common = one.geometry().intersected(other.geometry())
                if common.width() > 1 and common.height() > 1:
                    found.append((one, other))
    return found


@pytest.mark.parametrize("mode", ["simple", "full"])
@pytest.mark.parametrize("size", [100, 115, 125, 150])
def test_that_nothing_is_cut_off(window, qtbot, size, mode):
    window.modes.choose(mode)
    window.appearance.set_text_size(size)
    for learner in (Learner.of("perceptron"), Learner.of("svm", space="rbf")):
        window.session.edit("model", window.session.with_learner(learner))
        window.session.go(3)
        settle(window)
        assert (window.width(), window.height()) == (1440, 900)
        for faults in (cut_off, beyond, overlapping):  # the last word may still want its room
            qtbot.waitUntil(lambda faults=faults: faults(window) == [])


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
        assert Remembered.from_json({"text_size": entry}).text_size == read


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
