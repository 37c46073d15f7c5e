"""The right panel: what it shows is what the engine says at this t, and it never keeps the window
waiting."""

import threading
from dataclasses import replace

import numpy as np
import pytest
import shiboken6
from PySide6.QtCore import QEvent, QPoint, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from linlab.app.controls.formulas import formula_lines
from linlab.app.panels.numbers_card import NAMES, NONE, percent
from linlab.app.panels.right_panel import RightPanel
from linlab.app.panels.step_card import NOT_YET
from linlab.app.session.history import History, grid
from linlab.app.session.session import Session
from linlab.app.window.focus import keys_of
from linlab.engine.data.datasets import fresh, make_points
from linlab.engine.data.points import Points
from linlab.engine.document.document import Document, Source
from linlab.engine.ground.numerals import number
from linlab.engine.learner.learner import Learner
from linlab.engine.optimum import exact, theory
from linlab.engine.train import measures
from linlab.engine.train.trace import Trace
from linlab.engine.words.arithmetic import arithmetic
from linlab.engine.words.before_after import before_after
from linlab.engine.words.beginning import beginning
from linlab.engine.words.explain import explain
from linlab.engine.words.rules import rule
from tests.engine.plane import plane_catalog
from tests.engine.teams import document_learners

LEFT = Qt.MouseButton.LeftButton


def document(model="svm", classes=2, shares=(60.0, 20.0, 20.0), **settings):
    points = make_points("blobs", seed=1, n=60, classes=classes)
    return Document(points, document_learners(Learner.of(model, **settings)), shares=shares)


@pytest.fixture
def open_panel(qtbot, dressed):
    panels = []  # kept until they are closed

    def opened(of):
        session = Session(of)
        panel = dressed(RightPanel, session)
        panels.append(panel)
        qtbot.addWidget(
            panel, before_close_func=lambda _: shiboken6.delete(session)
        )  # it may be training ahead
        panel.show()
        qtbot.waitExposed(panel)
        return session, panel

    return opened


def text(panel, name):
    return panel.findChild(QLabel, name).text()


def settled(qtbot, panel, session):
    """Wait until every card shows t."""
    label = "STEP " + f"{session.t:,}".replace(",", " ") if session.t else ""
    qtbot.waitUntil(lambda: text(panel, "step-value") == label)
    quiet(qtbot, panel)


def quiet(qtbot, panel):
    """Wait until no card is about to show something else."""
    QApplication.processEvents()
    qtbot.waitUntil(
        lambda: (
            not any(
                timer.isActive() for timer in panel.findChildren(QTimer) if timer.isSingleShot()
            )
        )
    )
    QApplication.processEvents()  # layouts


def test_that_the_numbers_are_those_of_the_engine(qtbot, open_panel):
    session, panel = open_panel(document())
    for t in (0, 1, 57, 300, 12):
        session.go(t)
        settled(qtbot, panel, session)
        trace = Trace(session.document)
        model, sample = trace.model(t), trace.sample(t)
        assert text(panel, "number-train-error") == percent(sample.train_error)
        assert text(panel, "number-dev-error") == percent(sample.dev_error)
        assert text(panel, "number-test-error") == percent(sample.test_error)
        assert text(panel, "number-norm") == number(model.norm())
        assert text(panel, "number-support") == (
            str(len(measures.support(model))) if t else NONE
        )  # nothing is ringed at 0
        assert text(panel, "number-mistakes") == str(sample.mistakes)
        margin = measures.geometric_margin(model)
        assert text(panel, "number-margin") == (NONE if margin is None else number(margin))
        assert f"J {number(sample.objective)} · WRONG ON DEV {percent(sample.dev_error)}" == text(
            panel, "curves-value"
        )


@pytest.mark.parametrize(
    ("shares", "model"), [((100.0, 0.0, 0.0), "svm"), ((60.0, 20.0, 20.0), "logistic")]
)
def test_that_the_expected_risk_is_told_once_the_run_rests(qtbot, open_panel, shares, model):
    source = Source("overlapping-blobs", 3, (("n", 60.0), ("noise", 1.2)))
    session, panel = open_panel(
        Document(source.draw(), (Learner.of(model),), source=source, shares=shares)
    )
    sample = fresh("overlapping-blobs", 10_000, noise=1.2, seed=3)
    for t in (40, 3):
        session.go(t)
        qtbot.waitUntil(lambda: "±" not in text(panel, "number-risk"))
        qtbot.waitUntil(lambda: "±" in text(panel, "number-risk"))
        (w1, w2), b = (part[0] for part in Trace(session.document).model(t).parts())
        said = [w1 * x + w2 * y + b > 0 for x, y in sample.x.tolist()]
        p = sum(a != bool(label) for a, label in zip(said, sample.label, strict=True)) / len(said)
        assert (
            text(panel, "number-risk")
            == f"{100 * p:.1f} ± {100 * (p * (1 - p) / 10_000) ** 0.5:.1f} %"
        )
    shown = panel.numbers.shown
    assert shown["risk"].isVisible() and shown["test-error"].isVisible()
    assert (shown["test-error"].text() != NONE) == (shares[2] > 0)
    session.edit("by hand", replace(session.document, source=None))
    qtbot.waitUntil(lambda: shown["risk"].text() == NONE)
    assert shown["risk"].isVisible() and "drawn" in shown["risk"].toolTip()


@pytest.mark.parametrize("height", [440, 686, 960])
@pytest.mark.parametrize("model", ["svm", "perceptron", "naive-bayes", "logistic"])
def test_that_the_numbers_stand_at_the_foot_and_the_curves_have_the_height_there_is(
    qtbot, open_panel, model, height
):
    kernel = {"space": "rbf"} if model == "svm" else {}
    session, panel = open_panel(document(model, 5 if model == "logistic" else 2, **kernel))
    panel.resize(322, height)
    session.run.exact.switch(True)
    session.go(40)
    qtbot.waitUntil(lambda: not (session.run.exact.busy or session.run.look_for_bound().looking))
    settled(qtbot, panel, session)
    for key in panel.numbers._placed:
        label = panel.numbers.shown[key]
        assert label.isVisible() and label.visibleRegion().boundingRect() == label.rect()
    assert panel.numbers.geometry().bottom() == panel.rect().bottom()
    assert panel.numbers.height() <= 140
    plot, step = panel.curves.plot, panel.step
    wordy = model in ("naive-bayes", "logistic") and height == 686  # what its step says comes first
    assert wordy == (plot.height() < 0.2 * height - 1)
    assert (
        plot.viewport().visibleRegion().boundingRect().height()
        == plot.height()
        >= max(64, (0.13 if wordy else 0.2) * height - 1)
    )
    bar, inner = (
        step.scrolled.verticalScrollBar(),
        step.scrolled.widget(),
    )  # the rest is behind its bar
    qtbot.waitUntil(lambda: inner.height() == step.scrolled.viewport().height() + bar.maximum())
    most, column = (130 if height < 600 else 30), panel.area.verticalScrollBar()
    qtbot.waitUntil(
        lambda: column.maximum() < most
    )  # where there is hardly any room, the column scrolls a little
    tabs = panel.views.tabs  # beside a scroll bar they need one more line
    high, over = (plot.height(), step.height(), tabs.height()), column.maximum()
    panel.resize(322, height + 300)
    qtbot.waitUntil(lambda: plot.height() + step.height() + tabs.height() - sum(high) == 300 - over)
    assert plot.height() > high[0] and (bar.maximum() == 0 or step.height() > high[1])


def test_that_the_curves_do_not_tremble_from_update_to_update(qtbot, open_panel):
    session, panel = open_panel(document("svm"))
    panel.resize(322, 900)
    for t in range(1, 40):
        session.go(t)
        settled(qtbot, panel, session)
    heights = set()
    for t in range(1, 40, 3):
        session.go(t)
        settled(qtbot, panel, session)
        heights.add(panel.curves.plot.height())
    assert len(heights) == 1


def test_that_a_long_update_scrolls_by_keys_where_tab_reaches_it(qtbot, open_panel):
    session, panel = open_panel(document("logistic", 5))
    panel.resize(322, 500)
    session.go(40)
    settled(qtbot, panel, session)
    scrolled = panel.step.scrolled
    assert scrolled.focusPolicy() == Qt.FocusPolicy.TabFocus and set(keys_of(scrolled)) > {
        Qt.Key.Key_Down,
        Qt.Key.Key_PageDown,
    }
    QTest.keyClick(scrolled, Qt.Key.Key_PageDown)
    assert scrolled.verticalScrollBar().value() > 0
    panel.resize(322, 2000)
    qtbot.waitUntil(lambda: scrolled.verticalScrollBar().maximum() == 0)
    assert scrolled.focusPolicy() == Qt.FocusPolicy.NoFocus


def test_that_a_folded_card_of_views_leaves_its_room(qtbot, open_panel):
    _, panel = open_panel(document())
    panel.views.fold(True)
    qtbot.waitUntil(lambda: panel.views.height() < 50)
    panel.views.fold(False)
    qtbot.waitUntil(lambda: panel.curves.plot.height() > 64)


def test_that_the_card_says_what_the_engine_says(qtbot, open_panel):
    session, panel = open_panel(document("mira"))
    qtbot.waitUntil(
        lambda: panel.step.text.text() == f"{beginning(session.run.problem)}\n{NOT_YET}"
    )
    for t in (1, 2, 40):
        session.go(t)
        settled(qtbot, panel, session)
        step, learner = Trace(session.document).step(t), session.learner
        changes, sums = (
            [f"{line.label}\t{line.value}" for line in each(step, learner)]
            for each in (before_after, arithmetic)
        )
        assert panel.step.text.text().split("\n") == [explain(step, learner), *changes]
        assert panel.step.sums.text().split("\n") == sums
    session.go(0)
    settled(qtbot, panel, session)
    qtbot.waitUntil(
        lambda: panel.step.text.text() == f"{beginning(session.run.problem)}\n{NOT_YET}"
    )


def test_that_the_panel_follows_undo(qtbot, open_panel):
    session, panel = open_panel(document("svm"))
    session.go(100)
    settled(qtbot, panel, session)
    before = {key: label.text() for key, label in panel.numbers.shown.items()}
    session.edit("λ", session.with_learner(Learner.of("svm", lam=5.0)))
    settled(qtbot, panel, session)
    assert (
        text(panel, "number-norm")
        == number(Trace(session.document).sample(100).norm)
        != before["norm"]
    )
    session.undo()
    settled(qtbot, panel, session)
    assert {key: label.text() for key, label in panel.numbers.shown.items()} == before


def test_that_the_objective_curve_goes_through_the_samples_of_the_trace(qtbot, open_panel):
    session, panel = open_panel(document())
    session.go(200)
    qtbot.waitUntil(lambda: set(grid(200)) <= set(panel.curves.session.run.history.samples))
    quiet(qtbot, panel)
    t, objective = panel.curves.plot.data("objective")
    trace = Trace(session.document)
    assert t[0] == 0
    assert t[-1] == 200
    np.testing.assert_array_equal(objective, [trace.sample(int(each)).objective for each in t])


def test_that_a_curve_is_filled_in_bit_by_bit():
    history = History(Trace(document()))
    assert not history.fill(3000, 0.0)
    assert set(history.samples) == {3000}
    while not history.fill(3000, 0.002):
        pass
    assert set(grid(3000)) <= set(history.samples)
    assert set(grid(100_000)) & set(range(3001)) <= set(
        grid(3000)
    )  # growing drops points and moves none


@pytest.mark.parametrize("log", [False, True])
def test_that_a_click_in_the_plot_goes_to_that_update(qtbot, open_panel, log):
    session, panel = open_panel(document())
    session.go(400)
    settled(qtbot, panel, session)
    panel.curves.log_x.setChecked(log)
    plot = panel.curves.plot
    where = plot.point(100).toPoint()
    QTest.mouseClick(plot.viewport(), LEFT, pos=where)
    assert abs(session.t - 100) <= 4
    settled(qtbot, panel, session)
    QTest.mouseClick(
        plot.viewport(), LEFT, pos=plot.point(390).toPoint()
    )  # what was seen stays on the axis
    assert abs(session.t - 390) <= 12
    QTest.mouseClick(plot.viewport(), LEFT, pos=QPoint(plot.width() - 1, 40))
    assert session.t == 400


def test_that_the_values_under_the_mouse_are_told(qtbot, open_panel):
    session, panel = open_panel(document())
    session.go(64)
    settled(qtbot, panel, session)
    panel.curves._hover(64)
    sample = Trace(session.document).sample(64)
    values = f"objective {number(sample.objective)} · dev {number(sample.dev_loss)}"
    assert (panel.curves.readout.text(), panel.curves.plot.caption) == (values, "step 64")
    panel.curves._hover(None)
    assert panel.curves.plot.caption == "64 steps" and not panel.curves.readout.isVisible()


def test_that_the_plot_shows_where_the_run_and_the_mouse_are(qtbot, open_panel):
    session, panel = open_panel(document())
    session.go(400)
    settled(qtbot, panel, session)
    session.go(100)
    plot = panel.curves.plot

    def places():
        shown = plot.picture.panels[0]
        lines = [
            shown.to_page(item.lines[0])[0, 0]
            for name in ("cursor", "mouse")
            for item in shown.named(name)
        ]
        return [float(x) for x in lines]

    assert places() == [pytest.approx(plot.point(100).x(), abs=0.51)]
    at, none = plot.point(300), Qt.MouseButton.NoButton
    move = QMouseEvent(
        QEvent.Type.MouseMove, at, plot.mapToGlobal(at), none, none, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(plot.viewport(), move)
    assert places()[1] == pytest.approx(plot.point(300).x(), abs=1.6)
    assert panel.curves.readout.isVisible()
    qtbot.wait(20)  # it is painted
    assert plot.grab().toImage().pixelColor(int(places()[0]), 60).name().upper() == plot.theme.text
    plot.leaveEvent(QEvent(QEvent.Type.Leave))
    assert len(places()) == 1
    plot.say("Nothing to see.")
    assert not plot.picture.panels


def slowly(monkeypatch):
    """An exact optimum that is not found until `go` is set; how many there were, and how many have
    ended."""
    truly, go, begun, ended = exact.optimum, threading.Event(), [], []

    def find(problem, watch=lambda doing: None):
        begun.append(problem)
        assert go.wait(60)
        try:
            return truly(problem)
        finally:
            ended.append(problem)

    monkeypatch.setattr(exact, "optimum", find)
    return go, begun, ended


def test_that_the_optimum_arrives_without_keeping_the_window_waiting(
    qtbot, open_panel, monkeypatch
):
    session, panel = open_panel(document(space="rbf"))
    session.go(50)
    row, run = panel.curves.exact, session.run
    go, begun, _ = slowly(monkeypatch)
    QTest.mouseClick(row.button, LEFT)
    assert row.button.isEnabled() and row.button.isChecked() and run.exact.busy
    qtbot.waitUntil(lambda: bool(begun))  # the window answers while it is looked for
    assert run.optimum is None
    go.set()
    qtbot.waitUntil(lambda: run.optimum is not None, timeout=60_000)
    best = exact.optimum(Trace(session.document).problem(50))
    assert run.optimum.objective == pytest.approx(best.objective)
    assert f"J* = {number(best.objective, 4)}" in panel.curves.exact.note.text()
    QTest.mouseClick(panel.curves.modes.buttons["gap"], LEFT)
    quiet(qtbot, panel)
    t, gap = panel.curves.plot.data("gap")
    trace = Trace(session.document)
    expected = [trace.sample(int(each)).objective - run.optimum.objective for each in t]
    np.testing.assert_allclose(10.0**gap, expected, rtol=1e-9)
    before = run.optimum
    session.edit("λ", session.with_learner(Learner.of("svm", lam=2.0, space="rbf")))
    assert (run.optimum, run.exact.last) == (
        None,
        before,
    )  # the last one is seen until there is the next
    assert panel.curves.mode == "gap"
    qtbot.waitUntil(lambda: run.optimum is not None, timeout=60_000)
    assert run.optimum.objective == pytest.approx(
        exact.optimum(Trace(session.document).problem(50)).objective
    )
    QTest.mouseClick(row.button, LEFT)
    assert (run.optimum, run.exact.last, panel.curves.mode, row.button.isChecked()) == (
        None,
        None,
        "loss",
        False,
    )


def test_that_the_optimum_of_an_outdated_document_is_dropped(qtbot, open_panel, monkeypatch):
    session, _ = open_panel(document())
    found = []  # of which models
    session.measured.connect(
        lambda: found.extend([session.run.optimum] if session.run.optimum else [])
    )
    go, begun, ended = slowly(monkeypatch)
    session.run.exact.switch(True)
    qtbot.waitUntil(lambda: bool(begun))
    session.edit("model", session.with_learner(Learner.of("logistic")))
    session.run.exact.switch(True)
    go.set()
    qtbot.waitUntil(lambda: bool(found))
    assert len(ended) == 2
    assert {best.problem.learner.model for best in found} == {"logistic"}


def test_that_an_optimum_that_does_not_exist_is_explained(qtbot, open_panel):
    session, panel = open_panel(document("logistic", penalty="none"))
    session.run.exact.switch(True)
    qtbot.waitUntil(lambda: not session.run.exact.busy, timeout=60_000)
    assert "no minimum" in panel.curves.exact.note.text()
    assert panel.curves.exact.button.isEnabled() and panel.curves.exact.button.isChecked()
    assert "no minimum" in panel.curves.modes.buttons["gap"].toolTip()
    session.edit("penalty", session.with_learner(Learner.of("logistic", lam=0.1)))
    qtbot.waitUntil(lambda: session.run.optimum is not None, timeout=60_000)


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("model", plane_catalog())
def test_that_every_model_shows_its_update(qtbot, open_panel, model, classes):
    session, panel = open_panel(document(model, classes))
    exact = model.startswith("exact")  # and at its end after one step
    session.go(20)
    qtbot.waitUntil(lambda: session.t == (1 if exact else 20))
    settled(qtbot, panel, session)
    team = plane_catalog()[model].kind in (
        "vote",
        "bag",
        "boost",
    )  # the updates of a stack are those of its A
    assert (
        panel.step.text.text()
        .split("\n")[0]
        .startswith(
            ("On example ", "The members look at ")
            if team
            else ("Example ", "For the ", *(("One Exact step",) if exact else ()))
        )
    )
    qtbot.waitUntil(lambda: not panel.step.formula.pixmap().isNull())  # part by part
    assert text(panel, "number-train-error").endswith("%")
    if classes == 3 and plane_catalog()[model].loss.name != "count":
        assert text(panel, "number-street") == NONE
        assert panel.numbers.shown["street"].toolTip()


@pytest.mark.parametrize("classes", [0, 1])
def test_that_points_without_two_classes_show_the_reason(qtbot, open_panel, classes):
    session, panel = open_panel(document())
    session.go(30)
    settled(qtbot, panel, session)
    few = session.points.take(session.points.label == 0) if classes else Points.empty(("A", "B"))
    session.edit("erase", replace(session.document, points=few))
    quiet(qtbot, panel)
    assert session.run.trouble and panel.step.text.text() == "–"  # the plane says why
    assert all(panel.numbers.shown[key].text() == NONE for key, _, _ in NAMES)
    assert panel.numbers.shown["margin"].toolTip() == session.run.trouble
    assert not panel.curves.exact.button.isEnabled()
    assert text(panel, "curves-value") == ""


@pytest.mark.parametrize(
    "settings", [{}, {"space": "rbf"}, {"bias": "regularised"}, {"space": "rbf", "bias": "none"}]
)
@pytest.mark.parametrize("classes", [2, 3])
def test_that_the_perceptron_keeps_within_its_bound(classes, settings):
    x = np.random.default_rng(3).normal(size=(60, 2)) * 0.4 + np.tile(
        [[0, 0], [4, 0], [0, 4]][:classes], (60 // classes, 1)
    )
    points = Points.of(x, list("ABC"[:classes]) * (60 // classes))
    trace = Trace(Document(points, (Learner.of("perceptron", **settings),)))
    bound = theory.mistake_bound(trace.problem(0)).limit
    assert trace.sample(2000).train_error == 0
    assert 1 <= trace.sample(2000).mistakes <= bound < np.inf


def test_that_the_bound_is_shown_for_the_perceptron_alone(qtbot, open_panel):
    session, panel = open_panel(document("perceptron", shares=(100.0, 0.0, 0.0)))
    bound = theory.mistake_bound(Trace(session.document).problem(0))
    expected = NONE if bound is None else number(bound.limit)
    qtbot.waitUntil(
        lambda: "being computed" not in panel.numbers.shown["bound"].toolTip(), timeout=60_000
    )
    assert text(panel, "number-bound") == expected
    assert text(panel, "number-dev-error") == NONE
    assert "dev" in panel.numbers.shown["dev-error"].toolTip()
    session.edit("model", session.with_learner(Learner.of("svm")))
    qtbot.waitUntil(lambda: panel.numbers.shown["bound"].isHidden())


def test_that_a_hidden_panel_does_no_work(qtbot, open_panel):
    session, panel = open_panel(document())
    settled(qtbot, panel, session)
    panel.hide()
    session.go(70)
    qtbot.wait(150)
    assert text(panel, "step-value") == ""
    panel.show()
    qtbot.waitUntil(lambda: text(panel, "step-value") == "STEP 70")


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("model", plane_catalog())
def test_that_every_rule_can_be_set(qtbot, model, classes):
    from linlab.app.controls import formulas as formula

    latex = rule(Learner.of(model), classes)
    assert "<svg" in formula.formula_svg(latex, 16)
    assert formula_lines(latex, "#000000", 300, 15, 2.0).devicePixelRatio() == 2.0
    assert formula_lines(latex, "#000000", 300).width() <= 300


def test_that_each_part_of_a_formula_is_typeset_once_whatever_its_colour_and_size(
    qtbot, monkeypatch
):
    """It takes a frame or two; a formula with four parts was typeset seven times, and again in the
    dark."""
    from linlab.app.controls import formulas

    asked, typeset = [], formulas.formula_svg
    monkeypatch.setattr(
        formulas, "formula_svg", lambda latex, size: (asked.append(latex), typeset(latex, size))[1]
    )
    for cache in (formulas.formula_lines, formulas.outline, formulas._typeset, formulas._svg):
        cache.cache_clear()
    latex = rule(Learner.of("svm"), 2)
    heights = [
        formula_lines(latex, colour, width, size).height()
        for colour in ("#000000", "#ffffff")
        for width, size in ((200, 15), (320, 16), (2000, 17))
    ]
    assert sorted(asked) == sorted(set(asked)) and len(asked) == latex.count(r", \quad ") + 1
    assert heights[0] > heights[1] > heights[2] and heights[:3] == heights[3:]


def test_that_the_window_answers_between_two_parts_of_a_formula(qtbot, monkeypatch, open_panel):
    from linlab.app.controls import formulas

    asked, typeset = [], formulas.formula_svg
    monkeypatch.setattr(
        formulas, "formula_svg", lambda latex, size: (asked.append(latex), typeset(latex, size))[1]
    )
    for cache in (formulas.formula_lines, formulas.outline, formulas._typeset, formulas._svg):
        cache.cache_clear()
    turns, timer = [0], QTimer(interval=0)
    timer.timeout.connect(lambda: turns.append(len(asked)))
    timer.start()
    _, panel = open_panel(document("pegasos", 3))
    qtbot.waitUntil(
        lambda: not panel.step.formula.pixmap().isNull() and not panel.step._typeset.isActive()
    )
    timer.stop()
    assert len(asked) > 3 and max(np.diff(turns)) == 1


def test_that_what_cannot_be_set_is_shown_as_it_is_written(qtbot):
    assert formula_lines(r"\frac{", "#000000", 300).width() > 20


@pytest.mark.parametrize("name", ["algorithm", "examples"])
def test_that_a_view_leaves_this_step_its_height_and_no_second_bar_appears(window, qtbot, name):
    window.resize(1280, 770)  # 800 with a title bar
    session, right = window.session, window.right
    right.views.show_view(name)
    for t in (0, 7):
        session.go(t)
        qtbot.waitUntil(lambda: right.step.value.text().endswith(str(session.t or "")))
        qtbot.wait(50)  # until it is laid out
        assert right.area.verticalScrollBar().maximum() == 0
        assert right.views.pane.height() > right.height() / 4
        assert right.step.scrolled.height() >= right.step.text.height()
