"""Branch: a copy of the model in hand that goes on from this step, or from a bookmark."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from linlab.engine.document.bookmarks import marked

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def lab(window, qtbot):
    window.left.data.choose("moons")
    window.session.edit(
        "svm", window.session.settled.with_models([window.session.learner.as_model("svm")])
    )
    window.session.go(40)
    qtbot.waitUntil(lambda: window.session.t == 40)
    return window


def theta(lab, which, t):
    return lab.session.runs[which].trace.at(t).theta


def test_that_the_copy_goes_on_from_here_with_other_settings(lab, qtbot):
    session = lab.session
    before = theta(lab, 0, 40).copy()
    QTest.mouseClick(lab.transport.branch, LEFT)
    assert len(session.document.learners) == 2 and session.focus == 1 and session.continuing
    session.edit("other λ", session.with_learner(session.learner.replace(lam=0.5)))
    assert [change.t for change in session.document.timeline] == [40]
    session.go(120)
    qtbot.waitUntil(lambda: session.t == 120)
    np.testing.assert_array_equal(theta(lab, 0, 40), theta(lab, 1, 40))
    np.testing.assert_array_equal(theta(lab, 1, 40), before)
    assert not np.allclose(theta(lab, 0, 120), theta(lab, 1, 120))
    assert session.document.learners_at(120)[0]["lam"] != 0.5


def test_that_it_is_one_undo_and_has_a_key(lab):
    document = lab.session.document
    QTest.keyClick(lab.plane, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    assert len(lab.session.document.learners) == 2
    lab.session.undo()
    assert lab.session.document == document


def test_that_a_bookmark_is_gone_to_first(lab, qtbot):
    session = lab.session
    session.edit("mark", replace(session.settled, bookmarks=marked((), 12, "early")))
    menu = lab.bookmarks.menu(session.document.bookmarks[0])
    next(action for action in menu.actions() if action.text() == "Branch here").trigger()
    qtbot.waitUntil(lambda: len(session.document.learners) == 2)
    assert session.t == 12 and session.continuing


def test_that_it_says_so_where_there_is_no_room(lab):
    heard = []
    lab.session.said.connect(heard.append)
    for _ in range(9):
        lab.bookmarks.branch()
    assert any("models" in words for words in heard)
