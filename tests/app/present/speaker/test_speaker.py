"""The speaker's window on one screen: its keys, what it says, and that nothing of it stays."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt, QTimer
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from linlab.app.present.speaker.hall import NOT_PRESENTING, NOTHING_TO_SWAP, ONE_SCREEN
from linlab.app.present.speaker.texts import NO_NOTES, notes_html
from linlab.engine.document.bookmarks import Bookmark
from linlab.engine.picture.palette import HALL_DARK, HALL_LIGHT

Key = Qt.Key


@pytest.fixture
def speaker(window, hand, qtbot):
    """The speaker's window beside the stage, with the focus."""
    qtbot.waitUntil(window.isActiveWindow)
    hand.key(Key.Key_F5)
    hand.key(Key.Key_F8)
    found = window.hall.speaker
    found.activateWindow()
    qtbot.waitUntil(found.isActiveWindow)
    return found


def test_that_with_one_screen_it_is_a_window_of_its_own_that_a_key_opens_and_closes(
    window, hand, speaker, qtbot
):
    assert speaker.isVisible() and not speaker.isFullScreen()
    assert window.screen().availableGeometry().contains(speaker.geometry())
    QTest.keyClick(speaker, Key.Key_F8)
    assert window.hall.speaker is None and window.presenter.active
    assert not speaker.isVisible()
    assert not any(timer.isActive() for timer in speaker.findChildren(QTimer))


def test_that_the_keys_of_the_stage_work_in_it(window, speaker):
    QTest.keyClick(speaker, Key.Key_Right)
    QTest.keyClick(speaker, Key.Key_Right)
    assert window.session.t == 2
    QTest.keyClick(speaker, Key.Key_Left)
    assert window.session.t == 1
    QTest.keyClick(speaker, Key.Key_B)
    assert window.presenter.stage.blanked
    QTest.keyClick(speaker, Key.Key_B)
    assert not window.presenter.stage.blanked
    QTest.keyClick(speaker, Key.Key_Escape)
    assert not window.presenter.active and window.hall.speaker is None


def test_that_messages_are_for_the_speaker_alone(window, speaker):
    stage = window.presenter.stage
    window.session.note("Only for you.")
    assert speaker.note.text() == "Only for you." and speaker.note.isVisible()
    stage.say("150 %")
    assert speaker.note.text() == "150 %"
    assert window.banner.isHidden() and stage.note.isHidden()
    assert stage.strip.what == ""  # at step 0 it would say which keys begin
    QTest.keyClick(speaker, Key.Key_F8)
    window.session.note("There is no speaker's window.")
    assert not window.banner.isHidden()
    assert stage.strip.what


def test_that_the_question_about_the_end_is_asked_at_the_speakers(window, speaker, qtbot):
    assert window.question.window() is speaker
    QTest.keyClick(speaker, Key.Key_Escape)
    assert window.question.window() is window


def test_that_dialogs_open_at_the_speakers(window, speaker):
    QTest.keyClick(speaker, Key.Key_F1)
    dialog = window.help
    assert isinstance(dialog, QDialog) and dialog.isVisible()
    assert dialog.windowHandle().transientParent() is speaker.windowHandle()
    assert speaker.geometry().contains(dialog.geometry().center())
    assert window.host() is speaker
    dialog.close()


def test_that_no_tooltip_is_shown_on_stage(window, speaker, hand):
    viewport = window.plane.viewport()
    viewport.setToolTip("why it cannot be dragged")
    place = QPoint(20, 20)
    event = QHelpEvent(QEvent.Type.ToolTip, place, viewport.mapToGlobal(place))
    assert window.presenter.stage.eventFilter(viewport, event)
    viewport.setToolTip("")


def test_that_it_shows_the_notes_as_markdown_and_what_is_on_stage(window, speaker, qtbot):
    assert NO_NOTES in speaker.notes.toPlainText()
    session = window.session
    session.edit("notes", replace(session.settled, notes="- ask *who* moves\n- wait"))
    qtbot.waitUntil(lambda: "ask who moves" in speaker.notes.toPlainText())
    assert "*" not in speaker.notes.toPlainText()
    qtbot.waitUntil(lambda: not speaker.live.pixmap.isNull())
    assert "step 0" in speaker.where.text()


def test_that_markup_in_notes_is_text(window):
    assert "<script>" not in notes_html("<script>alert(1)</script>")


def test_that_the_next_stop_is_named_and_drawn_before_it_is_reached(window, speaker, qtbot):
    session = window.session
    trace = session.run.trace
    t = next(t for t in range(1, 1000) if (trace.at(t).theta != trace.at(t - 1).theta).any())
    marks = (Bookmark(t, "it turns"),)
    session.edit("bookmark", replace(session.settled, bookmarks=marks))
    qtbot.waitUntil(lambda: speaker.next_title.text() == f"“it turns” · step {t}")
    qtbot.waitUntil(lambda: not speaker.next.pixmap.isNull())
    assert session.t == 0


def test_that_without_bookmarks_the_next_update_is_shown(window, speaker, qtbot):
    qtbot.waitUntil(lambda: speaker.next_title.text().startswith("The next update · step "))
    said = int(speaker.next_title.text().rsplit(" ", 1)[1])
    QTest.keyClick(speaker, Key.Key_PageDown)
    qtbot.waitUntil(lambda: not window.player.seeking)
    assert window.session.t == said


def test_that_a_click_pauses_the_clock_and_another_starts_it(window, speaker):
    clock = window.hall.clock
    assert clock.running
    QTest.mouseClick(speaker.time.pause, Qt.MouseButton.LeftButton)
    assert not clock.running and "paused" in speaker.time.elapsed.text()
    QTest.mouseClick(speaker.time.elapsed, Qt.MouseButton.LeftButton)
    assert clock.running
    clock.pause()
    QTest.mouseClick(speaker.time.reset, Qt.MouseButton.LeftButton)
    assert clock.elapsed == 0.0


def test_that_the_clock_survives_leaving_and_entering(window, hand, speaker, qtbot):
    clock = window.hall.clock
    QTest.keyClick(speaker, Key.Key_Escape)
    assert clock.running and clock.started
    clock.pause()
    before = clock.elapsed
    qtbot.waitUntil(window.isActiveWindow)
    hand.key(Key.Key_F5)
    assert clock.elapsed == before > 0.0


def test_that_it_has_the_colours_of_the_stage(window, speaker):
    for palette in (HALL_DARK, HALL_LIGHT):
        window.presenter.stage.switch_theme(palette)
        assert speaker.grab().toImage().pixelColor(3, 3).name().upper() == palette.window


def test_that_hold_and_swap_need_a_second_screen(window, hand, speaker):
    QTest.keyClick(speaker, Key.Key_H)
    assert speaker.note.text() == ONE_SCREEN and window.presenter.active
    QTest.keyClick(speaker, Key.Key_F7)
    assert speaker.note.text() == NOTHING_TO_SWAP


def test_that_hold_in_the_window_says_what_it_is_for(window, hand, qtbot):
    qtbot.waitUntil(window.isActiveWindow)
    hand.key(Key.Key_H)
    assert window.banner.text() == NOT_PRESENTING


def test_that_closing_it_by_its_button_leaves_the_stage_alone(window, speaker):
    speaker.close()
    assert window.hall.speaker is None and window.presenter.active
    assert window.question.window() is window


def test_that_nothing_of_it_stays_after_presenting(window, speaker, qtbot):
    QTest.keyClick(speaker, Key.Key_Escape)
    qtbot.wait(20)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert window.findChild(QWidget, "speaker") is None
