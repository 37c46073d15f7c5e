"""What a run is measured against: J*, w*, the mistake bound and its proof, each shown only where it
says something."""

import numpy as np
import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from linlab.app.panels.numbers_card import NONE, meanings, numbers_of, percent
from linlab.app.panels.right_panel import RightPanel
from linlab.app.session.known.mistake_bound import LOOKING
from linlab.app.session.session import Session
from linlab.engine.data.datasets import make_points
from linlab.engine.data.points import Points
from linlab.engine.document.document import Change, Document
from linlab.engine.learner.learner import Learner
from linlab.engine.optimum import exact, theory
from linlab.engine.picture.curves import PROOF
from linlab.engine.picture.palette import LIGHT
from linlab.engine.picture.plane_panel import legend_entries
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import View
from linlab.engine.train.moment import Moment
from linlab.engine.train.trace import Trace
from tests.app.waiting import wait_for_words

LEFT = Qt.MouseButton.LeftButton
MIXED = make_points("overlapping-blobs", seed=1, n=40)
APART = make_points("blobs", seed=1, n=40, classes=2)


@pytest.fixture
def open_panel(qtbot, dressed):
    panels = []  # kept until they are closed

    def opened(document, t):
        session = Session(document)
        panel = dressed(RightPanel, session)
        panels.append(panel)
        qtbot.addWidget(
            panel, before_close_func=lambda _: shiboken6.delete(session)
        )  # it may be training ahead
        panel.show()
        qtbot.waitExposed(panel)
        session.go(t)
        wait_for_words(qtbot, session)
        return session, panel

    return opened


def text(panel, name):
    return panel.findChild(QLabel, name).text()


def ask(qtbot, panel):
    panel.curves.session.run.exact.switch(True)
    qtbot.waitUntil(lambda: panel.curves.session.run.optimum is not None, timeout=60_000)
    wait_for_words(qtbot, panel.curves.session)


def bounded(qtbot, session):
    bound = session.run.bound
    qtbot.waitUntil(
        lambda: bound.why not in ("", LOOKING) or bound.value is not None, timeout=60_000
    )
    wait_for_words(qtbot, session)


class TestOptimum:
    def test_that_j_star_is_not_compared_with_updates_of_another_problem(self, qtbot, open_panel):
        plain = Document(MIXED, (Learner.of("svm", lam=0.001),))
        session, panel = open_panel(
            plain.after(Change(100, learners=(Learner.of("svm", lam=1.0),))), 200
        )
        ask(qtbot, panel)
        QTest.mouseClick(panel.curves.modes.buttons["gap"], LEFT)
        qtbot.waitUntil(lambda: not panel.curves.measuring)
        wait_for_words(qtbot, session)
        t, gap = panel.curves.plot.data("gap")
        assert np.isnan(gap[t < 100]).all() and np.isfinite(gap[t >= 100]).all()
        panel.curves._hover(50)
        assert panel.curves.readout.text() == "J* belongs to another problem"
        panel.curves._hover(150)
        trace = Trace(session.document)
        theta, y = trace.at(150).theta[0], np.where(MIXED.label == 1, 1.0, -1.0)
        j = (
            np.maximum(0, 1 - y * (MIXED.x @ theta[:2] + theta[2])).mean()
            + 0.5 * theta[:2] @ theta[:2]
        )
        value = float(panel.curves.readout.text().removeprefix("J − J* "))
        assert value == pytest.approx(j - session.run.optimum.objective, rel=0.01)

    @pytest.mark.parametrize("classes", [2, 3])
    @pytest.mark.parametrize("space", ["linear", "linear-kernel"])
    def test_that_the_angle_to_w_star_is_that_between_the_arrows(
        self, qtbot, open_panel, space, classes
    ):
        points = make_points("blobs", seed=1, n=40, classes=classes)
        document = Document(points, (Learner.of("logistic", lam=0.1, space=space),))
        session, panel = open_panel(document, 7)
        assert panel.numbers.shown["angle"].isHidden()
        ask(qtbot, panel)
        trace = Trace(document)
        problem, best = trace.problem(0), exact.optimum(trace.problem(0))
        w, v = (
            (each[:, :-1] @ (points.x if space == "linear-kernel" else np.eye(2))).ravel()
            for each in (trace.at(7).theta, best.theta)
        )
        assert problem.bias == "free"
        angle = np.degrees(np.arccos(w @ v / np.linalg.norm(w) / np.linalg.norm(v)))
        assert float(text(panel, "number-angle").removesuffix("°")) == pytest.approx(
            angle, rel=0.005
        )
        assert panel.numbers.shown["angle"].isVisible()
        assert "arccos" in panel.numbers._names["angle"].toolTip()
        session.go(0)
        qtbot.waitUntil(lambda: text(panel, "number-angle") == NONE)
        assert "direction" in panel.numbers.shown["angle"].toolTip()
        session.edit("λ", session.with_learner(Learner.of("logistic", lam=0.2, space=space)))
        assert panel.numbers.shown["angle"].isVisible()
        session.run.exact.switch(False)
        qtbot.waitUntil(lambda: panel.numbers.shown["angle"].isHidden())

    @pytest.mark.parametrize(
        "learner",
        [
            Learner.of("svm", lam=0.1),
            Learner.of("svm", lam=0.1, space="rbf"),
            Learner.of("svm", lam=0.05, bias="regularised"),
            Learner.of("mira"),
        ],
        ids=str,
    )
    def test_that_support_vectors_are_those_of_the_legend(self, learner):
        trace = Trace(Document(MIXED, (learner,)))
        best = exact.optimum(trace.problem(0))
        counts = []
        for t in (0, 1, 30, 300):
            for optimum in (None, best):
                model = trace.model(t)
                scene = Scene(
                    LIGHT,
                    MIXED,
                    np.zeros(len(MIXED), int),
                    model,
                    trace.step(t),
                    View(-5, -5, 5, 5),
                    (400, 400),
                    optimum,
                )
                entries = [
                    each.text
                    for each in legend_entries(scene, {"supports"})
                    if each.text.endswith(")")
                ]
                shown, why = numbers_of(Moment(trace, t), optimum)["support"]
                kinds = (
                    ["on or inside the street"]
                    if optimum is None
                    else ["free, at the optimum", "bounded"]
                )
                assert [text.rpartition(" (")[0] for text in entries] == (
                    [] if shown == NONE else kinds
                )
                assert shown == NONE or sum(
                    int(text.rpartition("(")[2][:-1]) for text in entries
                ) == int(shown)
                assert bool(why) == (shown == NONE)
                counts.append(shown)
        assert len(set(counts)) > 2

    @pytest.mark.parametrize("model", ["perceptron", "logistic", "naive-bayes", "voted-perceptron"])
    def test_that_there_are_no_support_vectors_without_a_margin_of_1(self, model):
        trace = Trace(Document(MIXED, (Learner.of(model),)))
        shown, why = numbers_of(Moment(trace, 20))["support"]
        assert shown == NONE
        assert "hinge" in why


class TestBound:
    def test_that_mistakes_before_a_change_are_not_held_against_the_bound_after_it(
        self, qtbot, open_panel
    ):
        document = Document(MIXED, (Learner.of("perceptron"),)).after(Change(600, points=APART))
        session, panel = open_panel(document, 600)
        bounded(qtbot, session)
        assert text(panel, "number-bound") == NONE
        assert "without changes" in panel.numbers.shown["bound"].toolTip()
        proof = panel.curves.modes.buttons["proof"]
        assert not proof.isEnabled() and "without changes" in proof.toolTip()

    def test_that_there_is_a_bound_until_the_change(self, qtbot, open_panel):
        document = Document(APART, (Learner.of("perceptron"),)).after(Change(50, points=MIXED))
        session, panel = open_panel(document, 49)
        bounded(qtbot, session)
        limit = theory.mistake_bound(Trace(document).problem(0)).limit
        assert float(text(panel, "number-bound")) == pytest.approx(limit, rel=0.005)
        assert int(text(panel, "number-mistakes")) <= limit
        session.go(80)
        bounded(qtbot, session)
        assert text(panel, "number-bound") == NONE
        session.go(20)
        bounded(qtbot, session)
        assert float(text(panel, "number-bound")) == pytest.approx(limit, rel=0.005)

    @pytest.mark.parametrize("space", ["linear", "rbf"])
    def test_that_the_proof_can_be_seen(self, qtbot, open_panel, space):
        session, panel = open_panel(
            Document(APART, (Learner.of("perceptron", space=space, alpha=0.5),)), 60
        )
        bounded(qtbot, session)
        QTest.mouseClick(panel.curves.modes.buttons["proof"], LEFT)
        qtbot.waitUntil(
            lambda: np.isfinite(panel.curves.plot.data("upper")[1]).sum() == 61
        )  # its gaps are filled one by one
        lower, projection, length, upper = (panel.curves.plot.data(key)[1] for key in PROOF)
        assert np.isfinite([lower, projection, length, upper]).all()
        assert (
            (lower <= projection + 1e-9).all()
            and (projection <= length + 1e-9).all()
            and (length <= upper + 1e-9).all()
        )
        trace = Trace(session.document)
        mistakes = np.array([trace.sample(t).mistakes for t in range(61)])
        bound = theory.mistake_bound(trace.problem(0))
        np.testing.assert_allclose(lower, 0.5 * mistakes * bound.gamma, atol=1e-9)
        np.testing.assert_allclose(upper, 0.5 * np.sqrt(mistakes) * bound.radius, atol=1e-9)
        panel.curves._hover(60)
        assert [each.split(" ")[0] for each in panel.curves.readout.text().split(" · ")] == [
            "α·√M·R",
            "‖θ‖",
            "u·θ",
            "α·Mγ*",
        ]
        session.edit(
            "drag", session.with_points(APART.move(0, (-2.0, -2.0)))
        )  # the same mode waits for the next bound
        assert panel.curves.mode == "proof"
        bounded(qtbot, session)
        assert panel.curves.mode == "proof"
        session.edit("model", session.with_learner(Learner.of("svm")))
        qtbot.waitUntil(lambda: panel.curves.mode == "loss")
        assert not panel.curves.modes.buttons["proof"].isEnabled()

    def test_that_mixed_points_have_no_proof_and_the_reason_is_told(self, qtbot, open_panel):
        session, panel = open_panel(Document(MIXED, (Learner.of("perceptron"),)), 60)
        bounded(qtbot, session)
        assert not panel.curves.modes.buttons["proof"].isEnabled()
        assert "every example right" in panel.curves.modes.buttons["proof"].toolTip()


@pytest.mark.parametrize(
    ("wrong", "of", "shown"),
    [
        (0, 3000, "0 %"),
        (1, 3000, "0.03 %"),
        (2999, 3000, "99.97 %"),
        (3000, 3000, "100 %"),
        (1, 60, "1.7 %"),
        (30, 60, "50 %"),
        (1, 10**6, "0.0001 %"),
        (1, 1999, "0.1 %"),
    ],
)
def test_that_only_nothing_is_0_percent_and_only_all_is_100(wrong, of, shown):
    assert percent(wrong / of) == shown


def test_that_a_distance_says_which_space_it_is_in():
    def meaning(key, space, **settings):
        return meanings(
            Trace(Document(MIXED, (Learner.of("svm", space=space, **settings),))).problem(0), None
        )[key]

    for key in ("margin", "street"):
        assert "feature space" not in meaning(key, "linear")
        assert "feature space" not in meaning(key, "linear-kernel")
        for space in ("rbf", "polynomial", "monomial", "fourier"):
            assert "feature space" in meaning(key, space)
    assert "without the bias" in meaning("norm", "linear")
    assert "penalty" in meaning("norm", "linear", bias="regularised")


def test_that_the_number_called_norm_is_the_one_in_the_street():
    points = Points.of([(0.0, 100.0), (0.5, 100.0)], ["A", "B"])
    trace = Trace(Document(points, (Learner.of("svm", bias="regularised", alpha=1.0),)))
    shown = numbers_of(Moment(trace, 3))
    w = trace.at(3).theta[0, :2]
    assert float(shown["norm"][0]) == pytest.approx(np.linalg.norm(w), rel=0.005)
    assert float(shown["street"][0]) == pytest.approx(2 / np.linalg.norm(w), rel=0.005)
