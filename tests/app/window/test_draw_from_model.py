"""Points that a generative model draws, added by a key and taken back by undo."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

KEYS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


def test_that_a_key_adds_them_and_undo_takes_them_back(window, qtbot):
    session = window.session
    window.left.data.choose("blobs")
    learner = session.learner.as_model("gaussian-naive-bayes")
    session.edit("other model", session.settled.with_models([learner]))
    session.go(40)
    qtbot.waitUntil(lambda: session.t == 40)
    before = session.document
    QTest.keyClick(window.plane, Qt.Key.Key_G, KEYS)
    assert len(session.document.points) == len(before.points) + 40
    assert (session.document.points.label >= 0).all()
    session.undo()
    assert session.document == before


def test_that_another_model_says_who_draws(window):
    heard = []
    window.session.said.connect(heard.append)
    window.left.data.choose("blobs")
    QTest.keyClick(window.plane, Qt.Key.Key_G, KEYS)
    assert any("generative" in words for words in heard)
