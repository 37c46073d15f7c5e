"""Where Page Down stops: at bookmarks, updates, mistakes or every n steps, as the document says."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog

from linlab import Document, Learner, make_points
from linlab.app.session.stops import Stop
from linlab.engine.document.bookmarks import Bookmark
from linlab.engine.document.stops import Stops
from linlab.engine.ground.errors import LinlabError

Key = Qt.Key
MARKS = (Bookmark(4, "first"), Bookmark(61, "not separable"))
PLAIN = Document(make_points("moons", seed=1, n=40), (Learner.of("svm"),))


@pytest.fixture
def press(window, hand, qtbot):
    qtbot.waitUntil(window.isActiveWindow)

    def press(key):
        hand.key(key)
        qtbot.waitUntil(lambda: not window.player.seeking)
        return window.session.t

    return press


def present(window, hand, **given):
    window.session.open(replace(PLAIN, **given))
    hand.key(Key.Key_F5)
    return window.presenter.stage


def test_that_page_down_goes_from_bookmark_to_bookmark_and_an_arrow_one_step(window, hand, press):
    stage = present(window, hand, bookmarks=MARKS)
    assert stage.pages.upcoming() == Stop(4, "“first” · step 4")
    assert press(Key.Key_PageDown) == 4
    assert press(Key.Key_Right) == 5
    assert stage.pages.upcoming() == Stop(61, "“not separable” · step 61")
    assert press(Key.Key_PageDown) == 61
    assert stage.pages.upcoming() is None
    assert press(Key.Key_PageDown) == 61
    assert "no bookmark after" in window.banner.text()
    assert press(Key.Key_PageUp) == 4
    assert press(Key.Key_PageUp) == 0


def test_that_a_document_chooses_every_n_steps(window, hand, press):
    stage = present(window, hand, bookmarks=MARKS, stops=Stops("steps", 25))
    assert [press(Key.Key_PageDown) for _ in range(3)] == [25, 50, 75]
    assert stage.pages.upcoming() == Stop(100, "step 100")
    assert press(Key.Key_Left) == 74
    assert [press(Key.Key_PageUp) for _ in range(3)] == [50, 25, 0]


def test_that_with_decay_an_update_is_another_answer(window, hand, press):
    stage = present(window, hand)
    assert stage.pages.upcoming() == Stop(None, "the next update")
    press(Key.Key_PageDown)
    for _ in range(4):
        before = window.session.t
        t = press(Key.Key_PageDown)
        said = [window.session.trace.model(k).answers()[:, 0] > 0 for k in range(before, t + 1)]
        changed = [bool((a != b).any()) for a, b in zip(said, said[1:], strict=False)]
        assert changed == [False] * (len(changed) - 1) + [True]


def test_that_mistakes_can_be_the_stops(window, hand, press):
    present(window, hand, stops=Stops("mistakes"))
    trace = window.session.trace
    for many in (1, 2, 3):
        t = press(Key.Key_PageDown)
        assert (trace.mistakes(t - 1), trace.mistakes(t)) == (many - 1, many)


def test_that_they_are_chosen_beside_the_notes_and_undone(window, hand, qtbot):
    qtbot.waitUntil(window.isActiveWindow)
    hand.key(Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    dialog = window.findChild(QDialog, "about-document")
    dialog.stops.set_current("steps")
    dialog.every.setValue(7)
    dialog.accept()
    assert window.session.settled.stops == Stops("steps", 7)
    assert window.session.undo_stack.undo_name == "change the stops"
    window.session.undo()
    assert window.session.settled.stops is None


def test_that_a_file_has_them_only_if_they_were_chosen():
    assert "stops" not in PLAIN.to_json()
    chosen = replace(PLAIN, stops=Stops("steps", 7))
    assert chosen.to_json()["linlab"] == PLAIN.to_json()["linlab"]
    assert Document.from_json(chosen.to_json()) == chosen


@pytest.mark.parametrize("bad", [3, {}, {"at": "x"}, {"at": "steps", "every": 0}, {"at": "steps", "every": True}])  # fmt: skip
def test_that_bad_stops_get_a_sentence(bad):
    with pytest.raises(LinlabError, match="stops"):
        Document.from_json({**PLAIN.to_json(), "stops": bad})
