"""Views of several models in the window: curves of all, a table of all, two compared, and what
chance makes of that."""

import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from scipy import stats

from linlab.app.controls.sliders import SliderRow
from linlab.engine.document.document import Document, Source
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.shapes import Label
from linlab.engine.views.several import better, chance

LEFT, CTRL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def pane(window, qtbot):
    """Three models on sixty points of two clouds."""
    source = Source("overlapping-blobs", 1, (("n", 60.0), ("noise", 0.9)))
    learners = Learner.of("perceptron"), Learner.of("svm"), Learner.of("gaussian-naive-bayes")
    window.session.open(Document(source.draw(), learners, 0, (60.0, 20.0, 20.0), source=source))
    return window.right.views.pane


def turn(window, name):
    QTest.mouseClick(window.right.views.tabs.buttons[name], LEFT)


def words(pane):
    return " ".join(
        item.text
        for panel in pane.canvas.picture.panels
        for item in panel.items
        if isinstance(item, Label)
    )


def test_that_two_models_are_compared_and_another_number_of_folds_compares_them_anew(
    window, qtbot, pane
):
    turn(window, "better")
    found = pane.canvas.found
    qtbot.waitUntil(lambda: not found.busy and isinstance(found.value, better.ComparisonFound))
    qtbot.waitUntil(lambda: "Over 10 folds, Perceptron is right" in words(pane))
    row = pane.options.findChild(QWidget, "view-folds")
    assert isinstance(row, SliderRow) and row.value == 10
    QTest.mouseClick(row.slider, LEFT, pos=row.slider.rect().center())
    assert row.value == round(row.value) > 10
    qtbot.waitUntil(lambda: f"Over {row.value:.0f} folds" in words(pane) and not found.busy)
    assert found.value.of.folds == row.value


@pytest.mark.parametrize("points", [0, 12])
def test_that_two_lists_are_pasted_without_two_models_or_any_points(window, qtbot, points):
    source = Source("blobs", 1, (("n", 12.0),))
    window.session.open(Document(source.draw().take(range(points)), (Learner.of("perceptron"),)))
    pane = window.right.views.pane
    turn(window, "better")
    assert not window.right.views.tabs.buttons["better"].grey
    if points:
        qtbot.waitUntil(lambda: pane.way_out.isVisible())
        assert pane.way_out.text() == "Add a second model"
    pane.choose("of", "lists")
    qtbot.waitUntil(lambda: "t-value 3.63, 18 degrees of freedom" in words(pane))
    for name, text in (("a", "1 2 3 4 6"), ("b", "2; 1\t0, 1 2")):
        box = pane.options.findChild(QWidget, f"view-list-{name}").box
        assert box.isEnabled()
        QGuiApplication.clipboard().setText(text)
        box.setFocus()
        box.selectAll()
        box.paste()
    expected = stats.ttest_ind([1, 2, 3, 4, 6], [2, 1, 0, 1, 2])
    qtbot.waitUntil(lambda: f"t-value {expected.statistic:.2f}, 8 degrees" in words(pane))


def test_that_repetitions_appear_one_by_one_and_cancelling_really_stops(
    window, qtbot, pane, monkeypatch
):
    turns, done, repetition_by_chance = threading.Semaphore(3), [], chance.repetition_by_chance

    def slowly(*args):
        turns.acquire()
        done.append(args)
        return repetition_by_chance(*args)

    monkeypatch.setattr(chance, "repetition_by_chance", slowly)
    pane.chosen["chance"] = {"times": "50", "folds": 4.0, "epochs": "1"}
    turn(window, "chance")
    qtbot.waitUntil(lambda: "of 3 comparisons" in words(pane))
    assert pane.button.text() == "Cancel" and "of 50" in pane.note.text()
    QTest.mouseClick(pane.button, LEFT)
    qtbot.waitUntil(lambda: pane.note.text() == "Cancelled." and pane.button.text() == "Again")
    turns.release(100)
    qtbot.waitUntil(lambda: pane.canvas.found._background._task is None)
    assert len(done) <= 4
    QTest.mouseClick(pane.button, LEFT)
    qtbot.waitUntil(lambda: "of 50 comparisons" in words(pane) and not pane.canvas.found.busy)


def test_that_the_table_of_all_models_follows_the_run_is_sorted_by_a_click_and_copied(
    window, qtbot, pane
):
    turn(window, "test")
    qtbot.waitUntil(lambda: pane.table.isVisible() and len(pane.table.rows.table) == 3)
    window.player.step(40)
    keys = [column.key for column in pane.table.rows.table.columns]
    qtbot.waitUntil(
        lambda: pane.table.rows.table.columns[keys.index("updates")].texts[:2] == ("40", "40")
    )
    shown = pane.table.rows.table.columns[keys.index("train")].texts
    samples = [run.trace.sample(40).train_error for run in window.session.runs]
    assert [float(text.removesuffix(" %")) for text in shown] == pytest.approx(
        [100 * each for each in samples], abs=0.051
    )
    head = pane.table.horizontalHeader()
    at = head.sectionViewportPosition(keys.index("train")) + 5
    QTest.mouseClick(
        head.viewport(), LEFT, pos=head.viewport().rect().topLeft() + type(head.pos())(at, 8)
    )
    shown = [
        float(text.removesuffix(" %"))
        for text in pane.table.rows.table.columns[keys.index("train")].texts
    ]
    assert shown == sorted(shown)
    pane.table.setFocus()
    QTest.keyClick(pane.table, Qt.Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text().startswith("model\twrong now\t95 %\ton dev")


def test_that_curves_of_all_models_grow_with_the_run_and_shrink_when_it_goes_back(
    window, qtbot, pane
):
    turn(window, "models")

    def ends():
        panels = pane.canvas.picture.panels
        whole = panels and panels[0].named("model 3")
        return (
            [panels[0].named(f"model {k}")[0].lines[0][-1, 0] for k in (1, 2, 3)] if whole else []
        )

    window.player.step(50)
    qtbot.waitUntil(lambda: ends() == [50, 50, len(window.session.runs[2].trace.problem(0).y)])
    window.session.go(20)
    qtbot.waitUntil(lambda: ends() == [20, 20, 20])
