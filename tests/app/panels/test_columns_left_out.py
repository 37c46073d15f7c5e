"""A table in the right column fits into it: what matters least is left out, named, and found beside
the plane."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from linlab.engine.document.document import Document, Source
from linlab.engine.learner.learner import Learner

LEARNERS = (
    Learner.of("perceptron"),
    Learner.of("svm", space="rbf"),
    Learner.of("logistic"),
    Learner.of("gaussian-naive-bayes"),
)


def shown(table):
    return [
        column.title
        for k, column in enumerate(table.rows.table.columns)
        if not table.isColumnHidden(k)
    ]


def show_examples(window, qtbot, learner, classes, t=33):
    source = Source("blobs", 1, (("classes", float(classes)),))
    session = window.session
    session.open(Document(source.draw(), (learner,), source=source))
    session.go(t)
    window.right.views.tabs.set_current("examples")
    pane = window.right.views.pane
    qtbot.waitUntil(lambda: pane.table.isVisible() and "margin m" in shown(pane.table))
    qtbot.wait(60)  # until it is laid out
    return pane


@pytest.mark.parametrize("size", [(1024, 700), (1280, 800)])
@pytest.mark.parametrize("classes", [2, 4])
def test_that_no_column_of_the_examples_is_behind_a_scroll_bar(window, qtbot, size, classes):
    window.resize(*size)
    for learner in LEARNERS:
        pane = show_examples(window, qtbot, learner, classes)
        table = pane.table
        titles = shown(table)
        assert table.horizontalScrollBar().maximum() == 0, learner
        assert {"#", "class", "margin m", "answer"} <= set(titles)
        scores = [title for title in titles if title.startswith("s(")]
        assert len(scores) in (0, classes)  # all or none
        missing = [c.title for c in table.rows.table.columns if c.title not in titles]
        assert missing and pane.note.isVisible()
        assert all(title in pane.note.text() for title in missing)
        assert "(W)" in pane.note.text() or "W puts" in pane.note.text()


def test_that_beside_the_plane_and_in_the_clipboard_all_columns_are_there(window, qtbot):
    window.resize(1920, 1080)
    pane = show_examples(window, qtbot, Learner.of("perceptron"), 2)
    titles = [column.title for column in pane.table.rows.table.columns]
    assert shown(pane.table) != titles
    pane.table.setFocus()
    QTest.keyClick(pane.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text().splitlines()[0].split("\t") == titles
    window.put_beside("examples")
    beside = window.beside.pane
    qtbot.waitUntil(lambda: beside.table.isVisible() and shown(beside.table) == titles)
    assert not beside.note.isVisible()


def test_that_the_column_by_which_it_is_sorted_stays(window, qtbot):
    pane = show_examples(window, qtbot, Learner.of("perceptron"), 2)
    table = pane.table
    keys = [column.key for column in table.rows.table.columns]
    table._sort_by(keys.index("loss"))
    assert "loss ℓ" in shown(table) and table.horizontalScrollBar().maximum() == 0
