"""Bookmarks in the window, by real keys and clicks: set, gone to, renamed, removed, undone, saved;
the run stays as it is."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QToolTip

from linlab import Document, Learner, Points, make_points
from linlab.app.panels.bookmarks.flags import HIGH, flag_at, flags_of
from linlab.app.window.actions import commands
from linlab.engine.document.bookmarks import MOST_BOOKMARKS, Bookmark

Key, LEFT, RIGHT = Qt.Key, Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)


@pytest.fixture
def lab(window, qtbot):
    qtbot.waitUntil(window.isActiveWindow)
    return window


def told(window):
    return [(each.t, each.name) for each in window.session.document.bookmarks]


def name(window, text, end=Key.Key_Return):
    """Ctrl+D, a name and a key, as they are typed; what was proposed."""
    QTest.keyClick(window, Key.Key_D, CTRL)
    box = window.bookmarks.naming.box
    assert box.hasFocus()
    proposed = box.text()
    QTest.keyClicks(box, text)
    QTest.keyClick(box, end)
    return proposed


def place(window, t):
    """Where the flag of a bookmark is."""
    flag = next(flag for flag in window.transport.scrubber.flags if flag.bookmark.t == t)
    return QPoint(flag.x + 1, HIGH // 2)


def click(window, t, button=LEFT):
    QTest.mouseClick(window.transport.scrubber, button, pos=place(window, t))


def shown(window):
    return window.banner.text() if window.banner.isVisible() else ""


def choose(window, t, words):
    """What a right click on a flag offers."""
    click(window, t, RIGHT)
    menu = next(each for each in window.findChildren(QMenu, "bookmark-menu") if each.isVisible())
    action = next(each for each in menu.actions() if each.text().startswith(words))
    QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(action).center())


def test_that_a_bookmark_is_set_gone_to_undone_and_saved(lab, hand, tmp_path):
    session, scrubber = lab.session, lab.transport.scrubber
    session.go(60)
    session.go(12)
    trace, points = session.trace, len(session.points)
    assert name(lab, "here it turns") == "step 12"
    assert (
        told(lab) == [(12, "here it turns")]
        and lab.plane.hasFocus()
        and len(session.points) == points
    )
    assert (session.t, session.replay.far, session.trace is trace) == (12, 60, True)
    picture = scrubber.grab().toImage()
    spot = QPointF(scrubber.x_of(12) + 2, 2) * picture.devicePixelRatio()
    assert picture.pixelColor(spot.toPoint()).name() == lab.theme.text.lower()
    hand.key(Key.Key_End)
    lab.player.pause()
    session.go(50)
    click(lab, 12)
    assert session.t == 12
    assert session.undo_stack.undo_name == "set bookmark here it turns" and lab.files.dirty
    lab.files.save(tmp_path / "a.linlab")
    hand.key(Key.Key_Z, CTRL)
    assert (told(lab), scrubber.flags, session.t, session.trace is trace) == ([], (), 12, True)
    hand.key(Key.Key_Y, CTRL)
    assert told(lab) == [(12, "here it turns")]
    lab.files.new()
    assert told(lab) == []
    lab.documents.open_path(tmp_path / "a.linlab")
    assert told(lab) == [(12, "here it turns")] and scrubber.flags


def test_that_all_goes_by_keys_alone(lab, hand):
    session = lab.session
    for t, text in ((0, ""), (1, ""), (85, "last"), (30, "middle")):
        session.go(t)
        name(lab, text)
    assert told(lab) == [(0, "start"), (1, "first mistake"), (30, "middle"), (85, "last")]
    seen = []
    for keys in (SHIFT, SHIFT, SHIFT, *[Qt.KeyboardModifier.NoModifier] * 4):
        hand.key(Key.Key_D, keys)
        seen.append(session.t)
    assert seen == [1, 0, 0, 1, 30, 85, 85] and "no bookmark after this step" in shown(lab)
    assert name(lab, "the end") == "last"
    assert (
        told(lab)[-1] == (85, "the end") and session.undo_stack.undo_name == "rename bookmark last"
    )
    hand.key(Key.Key_D, ALT)
    assert [t for t, _ in told(lab)] == [
        0,
        1,
        30,
    ] and session.undo_stack.undo_name == "remove bookmark the end"
    hand.key(Key.Key_D, ALT)
    assert "no bookmark at this step" in shown(lab)


def test_that_escape_and_no_name_set_nothing_and_typing_and_going_elsewhere_does(lab, hand):
    before = lab.session.settled
    name(lab, "not this", Key.Key_Escape)
    assert (
        lab.session.settled is before and lab.plane.hasFocus() and lab.bookmarks.naming.isHidden()
    )
    QTest.keyClick(lab, Key.Key_D, CTRL)
    hand.click(hand.free(), RIGHT)
    lab.plane.setFocus()
    assert told(lab) == [] and lab.bookmarks.naming.isHidden()
    name(lab, " ")
    assert (
        "must not be empty" in lab.bookmarks.naming.hint.text() and lab.bookmarks.naming.isVisible()
    )
    QTest.keyClicks(lab.bookmarks.naming.box, "that  one")
    lab.plane.setFocus()
    assert told(lab) == [(0, "that one")] and lab.bookmarks.naming.isHidden()
    QTest.keyClick(lab, Key.Key_D, CTRL)
    QTest.keyClicks(lab.bookmarks.naming.box, "of this document")
    lab.files.new()
    assert told(lab) == [] and lab.bookmarks.naming.isHidden()


def test_that_a_right_click_renames_and_removes_without_going_there(lab):
    document = replace(
        lab.session.settled, bookmarks=(Bookmark(20, "a"), Bookmark(90, "b & <b>c</b>"))
    )
    lab.session.open(document)
    scrubber = lab.transport.scrubber
    assert scrubber.most == 90  # though nobody was there yet
    choose(lab, 90, "Rename")
    QTest.keyClicks(lab.bookmarks.naming.box, "far")
    QTest.keyClick(lab.bookmarks.naming.box, Key.Key_Return)
    assert told(lab) == [(20, "a"), (90, "far")]
    choose(lab, 20, "Remove")
    assert (told(lab), lab.session.t) == ([(90, "far")], 0)
    lab.session.undo()
    lab.session.undo()
    at = place(lab, 90)
    QApplication.sendEvent(scrubber, QHelpEvent(QEvent.Type.ToolTip, at, scrubber.mapToGlobal(at)))
    assert QToolTip.text().startswith("b & <b>c</b>\nBookmark at step 90")
    QToolTip.hideText()
    menu = lab.bar.menus["Bookmarks"]
    for _ in range(2):
        menu.aboutToShow.emit()
    assert [each.text() for each in menu.actions()[-2:]] == ["20 · a", "90 · b && <b>c</b>"]
    assert sum("·" in each.text() for each in menu.actions()) == 2
    menu.actions()[-1].trigger()
    assert lab.session.t == 90


def test_that_a_bookmark_beyond_the_end_of_a_run_goes_as_far_as_that_and_says_so(lab, hand, qtbot):
    document = Document(
        make_points("moons", n=20),
        (Learner.of("naive-bayes"),),
        bookmarks=(Bookmark(500, "afterwards"),),
    )
    lab.session.open(document)
    hand.key(Key.Key_D)
    qtbot.waitUntil(lambda: not lab.session.replay.catching_up)
    assert lab.session.run.finished and lab.session.t < 500
    assert f"ends at step {lab.session.t}, before the bookmark “afterwards” at step 500" in shown(
        lab
    )


def test_that_what_is_known_of_a_run_stays_and_the_hall_has_the_keys(lab, hand, qtbot):
    session = lab.session
    session.edit("svm", session.with_learner(Learner.of("svm", lam=0.1)))
    session.run.exact.switch(True)
    qtbot.waitUntil(lambda: session.run.optimum is not None)
    session.go(30)
    optimum, history = session.run.optimum, session.run.history
    name(lab, "a")
    assert session.run.optimum is optimum and session.run.history is history and session.t == 30
    hand.key(Key.Key_F5)
    assert not lab.transport.isVisible()
    session.go(70)
    name(lab, "bs")
    assert (
        told(lab) == [(30, "a"), (70, "bs")]
        and lab.presenter.active
        and not lab.presenter.stage.blanked
    )
    hand.key(Key.Key_D, SHIFT)
    assert session.t == 30
    name(lab, "x", Key.Key_Escape)
    assert lab.presenter.active and told(lab) == [(30, "a"), (70, "bs")]
    hand.key(Key.Key_Escape)


def test_that_there_are_at_most_a_hundred_and_where_there_is_none_it_is_said(lab, hand):
    for key, keys in (
        (Key.Key_D, SHIFT),
        (Key.Key_D, ALT),
        (Key.Key_D, Qt.KeyboardModifier.NoModifier),
    ):
        hand.key(key, keys)
        assert "no bookmark yet: Ctrl+D" in shown(lab)
    full = tuple(Bookmark(t, "a") for t in range(1, MOST_BOOKMARKS + 1))
    lab.session.open(replace(lab.session.settled, bookmarks=full))
    hand.key(Key.Key_D, CTRL)
    assert "up to 100 bookmarks" in shown(lab) and lab.bookmarks.naming.isHidden()
    lab.session.lock(frozenset({"transport"}))
    hand.key(Key.Key_D)
    assert lab.session.t == 0 and "The run is locked" in shown(lab)
    lab.session.lock(frozenset())
    hand.key(Key.Key_D)
    assert name(lab, "b") == "a" and told(lab)[0] == (1, "b")
    hand.key(Key.Key_F1)
    listed = {each.text() for each in lab.help.findChildren(QLabel)}
    assert {each.title for each in commands() if each.menu == "Bookmarks"} <= listed
    lab.help.close()


def test_that_without_points_to_learn_from_there_is_update_0_to_name(lab, hand):
    lab.session.open(
        Document(Points.empty(("A", "B")), (Learner.of("svm"),), bookmarks=(Bookmark(7, "later"),))
    )
    name(lab, "")
    assert told(lab) == [(0, "start"), (7, "later")]
    hand.key(Key.Key_D)
    assert lab.session.t == 0 and shown(lab) == lab.session.run.trouble


def test_that_flags_close_together_are_each_found():
    bookmarks = tuple(Bookmark(t, str(t)) for t in (0, 100, 104, 108, 300, 400))
    flags = flags_of(bookmarks, lambda t: 7 + t, 300)
    assert [flag.bookmark.t for flag in flags] == [0, 100, 104, 108, 300]
    assert all(a.x + a.wide < b.x for a, b in zip(flags, flags[1:], strict=False))
    for flag in flags:
        assert flag_at(flags, QPointF(flag.x + flag.wide / 2, 2)) is flag
    assert flag_at(flags, QPointF(207, 2)) is None and flag_at(flags, QPointF(107, 16)) is None
