"""What a screen reader finds: a name for everything that takes the keys, what the plane shows, and
each step's sentence, once."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QMenu, QWidget

from linlab.app.controls.accessibility import screen_reader
from linlab.app.controls.accessibility.announcer import (
    AFTER_STEP_MS,
    BETWEEN_SENTENCES_MS,
    sentence,
)
from linlab.app.window.dialogs.about import About
from linlab.app.window.dialogs.guessing import Guessing
from linlab.engine.words.explain import explain

from .ear import Role, Text, name_of


@pytest.fixture
def listening():
    """Somebody listens."""
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


@pytest.fixture
def said(monkeypatch, listening):
    """All that is announced."""
    heard = []
    monkeypatch.setattr(screen_reader, "announce", lambda widget, words: heard.append(words))
    return heard


def nameless(root):
    """What takes the keys and cannot be spoken of."""
    found = []
    for widget in (root, *root.findChildren(QWidget)):
        wordless = isinstance(widget, QLabel | QAbstractButton) and not widget.text()
        waiting = wordless and (isinstance(widget, QLabel) or widget.isHidden())  # for its words
        silent = isinstance(widget, QMenu) or waiting
        if widget.focusPolicy() == Qt.FocusPolicy.NoFocus or widget.focusProxy() or silent:
            continue
        name = name_of(QAccessible.queryAccessibleInterface(widget))
        if not any(letter.isalpha() for letter in name):
            found.append((type(widget).__name__, widget.objectName(), name))
    return found


@pytest.mark.parametrize("mode", ["simple", "full"])
def test_that_whatever_takes_the_keys_has_a_name(window, mode):
    window.modes.choose(mode)
    window.session.go(2)
    assert nameless(window) == []


def test_that_dialogs_and_lessons_have_names_too(window):
    window.export("figure")
    window.show_help()
    window.show_symbols()
    for dialog in (window.exporter, window.help, window.symbols):
        assert nameless(dialog) == []
        dialog.hide()
    for kind in ("weights", "points", "table", "film", "web", "homework"):
        window.export(kind)
        assert nameless(window.exporter) == []
    window.exporter.close()
    for dialog in (Guessing(window.session, window), About(window.session, window.modes, window)):
        assert nameless(dialog) == []
        dialog.close()
    window.lessons.open_named("1")
    assert nameless(window.column) == []
    window.lessons.leave()
    window.lessons.write()
    assert nameless(window.column) == []


def test_that_the_plane_says_what_it_shows(window, qtbot):
    window.session.go(3)
    qtbot.waitUntil(lambda: window.session.run.measured_moment.t == 3)
    plane = QAccessible.queryAccessibleInterface(window.plane)
    points = window.session.points
    wrong = round(window.session.run.measured_moment.sample.train_error * len(points))
    assert (plane.role(), plane.text(Text.Name)) == (Role.Graphic, "Plane")
    assert plane.text(Text.Value) == f"step 3, {wrong} of {len(points)} wrong now"
    told = plane.text(Text.Description)
    assert told.startswith(f"{len(points)} points") and "the boundary is the line" in told


def test_that_painted_controls_have_a_role_and_a_value(window):
    window.session.go(4)
    history = QAccessible.queryAccessibleInterface(window.transport.scrubber)
    assert (history.role(), history.text(Text.Value)) == (Role.Slider, "step 4 of 4")
    for action, t in (("Decrease", 3), ("Increase", 4)):
        history.actionInterface().doAction(action)
        assert window.session.t == t
    play = QAccessible.queryAccessibleInterface(window.transport.buttons["play"])
    assert (play.role(), play.text(Text.Name)) == (Role.Button, "Play or pause")
    rows = [window.left.data.thumbnails["moons"], window.left.model.line]
    for row in (QAccessible.queryAccessibleInterface(each) for each in rows):
        assert "Press" in row.actionInterface().actionNames()
    noise = window.left.data.sliders["noise"]
    noise.set_value(0.5)
    slider = QAccessible.queryAccessibleInterface(noise.slider)
    assert slider.role() == Role.Slider and "oise" in slider.text(Text.Name)
    assert slider.text(Text.Description) == "0.50"


def test_that_each_step_is_announced_once_with_its_sentence(window, said, qtbot):
    session = window.session
    for t in (1, 2):
        window.commands["step"].trigger()
        qtbot.waitUntil(lambda t=t: len(said) == t)
        step = session.trace.step(t)
        assert said[-1] == f"Step {t}. {explain(step, session.learner)}"
    session.moved.emit()
    QTest.qWait(3 * AFTER_STEP_MS)
    assert len(said) == 2


def test_that_steps_in_quick_succession_are_one_announcement(window, said, qtbot):
    for _ in range(5):
        window.session.go(window.session.t + 1)
    qtbot.waitUntil(lambda: said != [])
    QTest.qWait(2 * AFTER_STEP_MS)
    assert [words.split(".")[0] for words in said] == ["Step 5"]


def test_that_a_fast_run_is_silent_until_it_pauses(window, said, qtbot):
    window.player.speed = 1000.0
    window.player.play()
    qtbot.waitUntil(lambda: window.session.t > 30)
    assert said == []
    window.player.pause()
    qtbot.waitUntil(lambda: said != [])
    assert said[0].startswith("Step ") and AFTER_STEP_MS < BETWEEN_SENTENCES_MS


def test_that_what_the_lab_says_is_announced_and_nothing_if_nobody_listens(window, said, qtbot):
    window.session.note("The points have changed.")
    assert said == ["The points have changed."]
    QAccessible.setActive(False)
    window.session.go(1)
    QTest.qWait(3 * AFTER_STEP_MS)
    assert len(said) == 1 and sentence(window.session).startswith("Step 1. ")


def test_that_an_old_qt_that_cannot_announce_is_no_error(window, listening, monkeypatch):
    screen_reader.announce(window.plane, "With the event.")
    monkeypatch.setattr(screen_reader, "_Announcement", None)
    screen_reader.announce(window.plane, "Without it.")
