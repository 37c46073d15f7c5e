"""What the hand holds and what is offered to it: the brush, the eraser, the bar, boxes and
lists."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QInputDialog,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QToolButton,
)

from linlab.app.controls.questions import DISCARD, LATER, RECOVER, recovery
from linlab.app.window.dialogs.help import help_page
from linlab.engine.learner.learner import Learner

NONE = Qt.MouseButton.NoButton
Key = Qt.Key


def settle():
    for _ in range(4):
        QApplication.processEvents()


class TestTheBrush:
    def test_that_a_circle_shows_where_points_can_fall(self, window, hand):
        hand.key(Key.Key_B)
        place = hand.free()
        hand.move(place, button=NONE)
        aim = window.bar.aim
        assert aim.isVisible()
        assert aim.geometry().center() == window.plane.from_plane(*place).toPoint()
        assert aim.width() > 2 * window.plane.brush_radius
        before = len(hand.session.points)
        hand.drag(*[place] * 60)
        away = np.hypot(*(hand.session.points.x[before:] - place).T)
        assert 0.8 * aim.reach < away.max() / window.plane.unit() <= aim.reach
        image = aim.grab().toImage()
        ink = [image.pixelColor(k, aim.height() // 2) for k in range(aim.width())]
        assert {colour.name() for colour in ink} >= {"#d55e00"}  # of class A

    def test_that_a_drag_to_where_no_widget_can_be_has_no_circle(self, window, hand):
        hand.key(Key.Key_B)
        hand.move(hand.free(), button=NONE)
        assert window.bar.aim.isVisible()
        away = QPointF(3e12, -3e12)
        event = QMouseEvent(
            QEvent.Type.MouseMove, away, away, NONE, NONE, Qt.KeyboardModifier.NoModifier
        )
        assert not window.bar.aim.eventFilter(window.plane.viewport(), event)
        assert not window.bar.aim.isVisible()

    def test_that_the_erasers_circle_is_what_it_erases(self, window, hand):
        hand.key(Key.Key_E)
        aim, place = window.bar.aim, hand.free()
        hand.move(place, button=NONE)
        assert aim.isVisible()
        reach = aim.reach * window.plane.unit()
        for inside, many in ((0.9, 0), (1.1, 1)):
            points = hand.session.points.take(np.zeros(len(hand.session.points), bool))
            spot = (place[0] + inside * reach, place[1])
            hand.session.edit("one point", hand.session.with_points(points.add(spot, 0)))
            window.editing.take_tool("erase")
            hand.click(place)
            assert len(hand.session.points) == many

    def test_that_other_tools_have_no_circle_and_the_mouse_takes_it_away(self, window, hand):
        hand.key(Key.Key_B)
        hand.move(hand.free(), button=NONE)
        QApplication.sendEvent(window.plane.viewport(), QEvent(QEvent.Type.Leave))
        assert not window.bar.aim.isVisible()
        hand.move(hand.free(), button=NONE)
        hand.key(Key.Key_V)
        assert not window.bar.aim.isVisible()

    def test_that_its_settings_are_on_the_screen_while_it_is_in_hand(self, window, hand):
        card = window.bar.brush_card
        assert not card.isVisible()
        hand.key(Key.Key_B)
        assert card.isVisible()
        assert window.plane.rect().contains(card.geometry())
        radius, density = window.plane.brush_radius, window.plane.brush_density
        hand.key(Key.Key_BracketRight)
        hand.key(Key.Key_BraceRight)
        assert (card.radius.value, card.density.value) == (
            window.plane.brush_radius,
            window.plane.brush_density,
        )
        assert window.plane.brush_radius > radius and window.plane.brush_density > density
        card.radius.slider.setValue(card.radius.slider.maximum())
        card.density.slider.setValue(card.density.slider.maximum())
        assert window.plane.brush_radius == pytest.approx(200, rel=0.01)
        assert window.plane.brush_density == 20
        for row, keys in ((card.radius, "[]"), (card.density, "{}")):
            assert all(key in row.toolTip() and key in window.doing.text() for key in keys)
            row.finish()
        hand.key(Key.Key_E)
        assert not card.isVisible()

    def test_that_a_typed_radius_is_kept_within_its_limits(self, window, hand):
        hand.key(Key.Key_B)
        box = window.bar.brush_card.radius.box
        for text, radius in (("wide", 34), ("50", 50), ("1000", 200), ("0", 6), ("wide", 6)):
            box.setFocus()
            box.selectAll()
            QTest.keyClicks(box, text)
            QTest.keyClick(box, Key.Key_Return)
            assert (window.plane.brush_radius, box.text()) == (radius, str(radius))

    def test_that_the_stage_does_not_show_them(self, window, hand):
        hand.key(Key.Key_B)
        hand.key(Key.Key_F5)
        assert not window.bar.brush_card.isVisible()
        hand.key(Key.Key_Escape)
        assert window.bar.brush_card.isVisible()


class TestTheBar:
    @pytest.mark.parametrize("classes", [2, 3, 5, 8])
    def test_that_all_of_it_is_in_sight(self, window, classes):
        for _ in range(classes - 2):
            window.commands["add-class"].trigger()
        for width in (1280, 960, 1024):
            window.resize(width, 640)
            settle()
            rest = window.bar.findChild(QToolButton, "qt_toolbar_ext_button")
            assert rest.isHidden() or rest.size().isEmpty() or not rest.isVisible()
            for name in (
                "more-layers",
                "button-help",
                "class-1",
                f"class-{classes}",
                "button-tool-brush",
                "export-menu",
            ):
                button = window.findChild(QToolButton, name)
                assert button.isVisible(), name
                assert button.geometry().right() < window.bar.width()
                assert button.width() >= button.sizeHint().width()

    def test_that_it_says_more_where_there_is_room(self, window):
        texts = []
        for width in (1440, 960, 1440):
            window.resize(width, 640)
            settle()
            texts.append(
                [
                    f"{button.text()}  {getattr(button, 'key', '')}".strip()
                    for button in window.bar.findChildren(QToolButton)
                    if button.isVisible()
                ]
            )
        assert texts[0] == texts[2]
        assert "Regions" in texts[0] and "Regions" not in texts[1]
        assert "A  1" in texts[0] and "A  1" not in texts[1]


class TestASmallWindow:
    @pytest.mark.parametrize(
        "sentence", ["Short.", "A sentence that needs more than one line. " * 2, "Longer. " * 60]
    )
    def test_that_all_lines_of_a_sentence_are_seen(self, window, sentence):
        window.resize(960, 625)
        settle()
        window.say(sentence)
        banner = window.banner
        inside = banner.contentsRect()
        assert (
            inside.width() < banner.width() - 20 and inside.height() < banner.height() - 15
        )  # there is air around them
        words = banner.fontMetrics().boundingRect(
            0, 0, inside.width(), 10_000, int(Qt.TextFlag.TextWordWrap), sentence.strip()
        )
        assert words.height() <= inside.height()
        frame = window.plane.frame
        assert banner.geometry().bottom() == round(frame.y + frame.height) - 13  # above the axis

    def test_that_a_sentence_said_before_the_window_is_seen_has_its_lines_too(self, window):
        window.hide()
        window.resize(1440, 900)
        settle()
        window.say("A sentence that needs more than one line where the plane is narrow. " * 2)
        window.resize(960, 625)
        window.show()
        settle()
        banner = window.banner
        assert banner.height() == banner.heightForWidth(banner.width())
        assert window.plane.rect().contains(banner.geometry())

    def test_that_a_short_sentence_after_a_long_one_is_low_again(self, window):
        heights = []
        for sentence in ("Short.", "Longer. " * 60, "Short."):
            window.say(sentence)
            heights.append(window.banner.height())
        assert heights[0] == heights[2] < heights[1]

    def test_that_no_panel_is_cut_and_the_speed_can_be_set(self, window):
        for width in (960, 1000, 1024, 1100, 1280, 960):
            window.resize(width, 625)
            settle()
            for panel in (window.left, window.right.area):
                assert panel.widget().width() <= panel.viewport().width()
                assert panel.widget().minimumSizeHint().width() <= panel.viewport().width()
            transport = window.transport
            assert transport.speed.isVisible()
            assert transport.speed.geometry().right() < transport.width()
            assert transport.minimumSizeHint().width() <= transport.width()
            assert window.right.mapTo(window, QPoint(window.right.width(), 0)).x() <= window.width()

    def test_that_a_scroll_bar_changes_no_width(self, window, qtbot):
        window.session.edit("svm", window.session.with_learner(Learner.of("svm", space="rbf")))
        window.left.form.more.click()  # more than a low window has room for

        def widths():
            return window.left.widget().width(), window.right.area.widget().width()

        window.resize(1280, 1600)
        settle()
        wide = widths()
        assert not window.left.verticalScrollBar().isEnabled()
        window.resize(1280, 625)
        qtbot.waitUntil(
            lambda: window.left.verticalScrollBar().isEnabled() and widths() == wide
        )  # words at rest


class TestBoxesAndLists:
    def test_that_a_double_click_selects_a_whole_number(self, window):
        window.session.edit("α", window.session.with_learner(Learner.of("perceptron", alpha=0.1)))
        box = window.left.form.controls["alpha"].box
        assert box.text() == "0.10"
        at = QPoint(box.width() - 8, box.height() // 2)
        QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=at)
        QTest.mouseDClick(box, Qt.MouseButton.LeftButton, pos=at)
        assert box.selectedText() == "0.10"

    def test_that_a_large_number_is_printed_as_everywhere_and_can_be_typed_so(
        self, window, monkeypatch
    ):
        row, said = window.left.form.controls["alpha"], []
        window.session.said.connect(said.append)

        def type_in(text):
            row.box.setFocus()
            row.box.setText(text)
            row.box.setModified(True)
            QTest.keyClick(row.box, Key.Key_Return)

        type_in("1000000")
        assert (row.box.text(), window.session.learner["alpha"]) == ("1×10⁶", 1e6)
        type_in("2×10⁵")
        assert window.session.learner["alpha"] == 2e5
        type_in("abc")
        assert said == ["α must be a number above 0 up to 1 000 000, not “abc”."]

    def test_that_the_step_size_and_its_schedule_have_names_of_their_own(self, window):
        window.session.edit("svm", window.session.with_learner(Learner.of("svm")))
        alpha, rate = window.left.form.controls["alpha"], window.left.form.controls["rate"]
        titles = [label.text() for label in rate.findChildren(QLabel)]
        assert (alpha.symbol.text(), alpha.note.text()) == ("α", "learning rate")
        assert titles == ["Schedule"]

    def test_that_an_open_list_marks_the_item_in_force(self, window):
        combo = window.left.form.controls["order"].combo
        combo.showPopup()
        settle()
        view, marked = combo.view(), []
        view.selectionModel().clearSelection()
        view.setCurrentIndex(combo.model().index(3, 0))
        for row in range(combo.count()):
            box = view.visualRect(combo.model().index(row, 0))
            image = view.viewport().grab(box).toImage()
            left = {
                image.pixelColor(x, y).name() for x in range(6, 22) for y in range(image.height())
            }
            marked.append(window.theme.accent_text.lower() in left)
        combo.hidePopup()
        assert marked == [row == combo.currentIndex() for row in range(combo.count())]

    def test_that_a_thumbnail_under_the_mouse_does_not_look_chosen(self, window):
        thumbnail = window.left.data.thumbnails["moons"]
        thumbnail.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
        image, accent = thumbnail.grab().toImage(), window.theme.accent.lower()
        edge = {image.pixelColor(x, y).name() for x in (0, 1, 2) for y in range(image.height())}
        assert thumbnail.underMouse() and not thumbnail.isChecked()
        assert accent not in edge


class TestDialogs:
    def test_that_buttons_carry_no_icons(self, window):
        standard = QMessageBox.StandardButton
        buttons = standard.Save | standard.Discard | standard.Cancel
        box = QMessageBox(QMessageBox.Icon.Question, "linlab", "Save?", buttons, window)
        box.show()
        assert [button.icon().isNull() for button in box.findChildren(QPushButton)] == [True] * 3
        box.close()

    def test_that_a_name_has_room(self, window):
        dialog = QInputDialog(window)
        dialog.setLabelText("Name")
        dialog.show()
        assert dialog.findChild(QLineEdit).width() >= 300
        dialog.close()

    def test_that_headings_of_the_help_page_stand_apart(self, window):
        page = help_page(window, window.show_symbols, window.show_glossary)
        page.show()
        settle()
        labels = sorted(
            page.findChildren(QLabel),
            key=lambda label: (label.mapTo(page, QPoint(0, 0)).y(), label.x()),
        )
        first = [label for label in labels if label.text()]
        for before, label in zip(first, first[1:], strict=False):
            if label.property("role") == "heading" and label.text():
                words = label.mapTo(page, label.contentsRect().topLeft()).y()
                assert words - before.mapTo(page, QPoint(0, before.height())).y() >= 14
        assert isinstance(page, QDialog)
        page.close()

    @pytest.mark.parametrize("answer", [RECOVER, DISCARD, LATER])
    def test_that_work_left_behind_is_asked_about_in_words_that_say_what_happens(
        self, window, qtbot, answer
    ):
        def press():
            box = QApplication.activeModalWidget()
            buttons = {button.text(): button for button in box.findChildren(QPushButton)}
            assert set(buttons) == {RECOVER, DISCARD, LATER}
            QTest.mouseClick(buttons[answer], Qt.MouseButton.LeftButton)

        QTimer.singleShot(50, press)
        assert recovery(window, "an untitled document", "1 May, 10:00") == answer

    def test_that_escape_leaves_the_decision_for_later(self, window):
        QTimer.singleShot(
            50, lambda: QTest.keyClick(QApplication.activeModalWidget(), Key.Key_Escape)
        )
        assert recovery(window, "an untitled document", "1 May, 10:00") == LATER
