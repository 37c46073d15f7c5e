"""What the window says in words about where it is: counters, the place under the mouse, hints; all
of it true."""

import math
import re

import numpy as np
import pytest
from PySide6.QtCore import Qt

from linlab.engine.data.datasets import make_points
from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.shapes import View

Key = Qt.Key


def words(window):
    """The step, the epoch, the example and the mistakes that the caption names."""
    found = re.fullmatch(
        r"step (\d+) · epoch (\d+) · example #(\d+) · (\d+) (updates?|mistakes?) so far",
        window.transport.words,
    )
    assert found, window.transport.words
    return int(found[1]), int(found[2]), int(found[3]), int(found[4]), found[5]


class TestCounters:
    def test_that_an_epoch_begins_with_its_first_step_and_ends_with_its_last(self, window):
        assert len(window.session.points) == 60
        for t, epoch in ((1, 1), (6, 1), (59, 1), (60, 1), (61, 2), (119, 2), (120, 2), (150, 3)):
            window.session.go(t)
            assert words(window)[:2] == (t, epoch)

    def test_that_fewer_points_change_neither_the_epoch_nor_the_example_just_seen(self, window):
        session = window.session
        session.go(60)
        before = words(window)
        window.transport.mode.setChecked(True)
        kept = np.concatenate([np.flatnonzero(session.points.label == c)[:5] for c in (0, 1)])
        session.edit("erase", session.with_points(session.points.take(np.sort(kept))))
        assert (session.t, len(session.points)) == (60, 10)
        assert words(window)[:4] == before[:4]
        session.go(61)
        assert words(window)[1] == 2 and words(window)[2] <= 10
        session.go(75)
        assert words(window)[1] == 3

    def test_that_more_points_take_no_epoch_back(self, window):
        session = window.session
        session.go(90)
        assert words(window)[1] == 2
        window.transport.mode.setChecked(True)
        more = np.random.default_rng(0).normal(size=(60, 2))
        session.edit("add", session.with_points(session.points.add(more, np.zeros(60, int))))
        assert len(session.points) == 120
        assert words(window)[1] == 2
        session.go(151)  # half an epoch of 60, and a little more than half an epoch of 120
        assert words(window)[1] == 3

    def test_that_batches_of_an_epoch_count_as_one_epoch(self, window):
        window.session.edit("batch", window.session.with_learner(Learner.of("perceptron", batch=7)))
        for t in (1, 8, 9, 10, 17, 18, 19):
            window.session.go(t)
            epoch = math.ceil(t / 9)  # 60 points in batches of 7 are 9 steps
            assert f" · epoch {epoch} · " in window.transport.words
            assert " of 60 examples" in window.transport.words

    def test_that_a_perceptrons_updates_are_its_mistakes_and_other_models_have_mistakes(
        self, window
    ):
        session = window.session
        for model, expected in (("perceptron", True), ("svm", False), ("logistic", False)):
            session.edit("model", session.with_learner(Learner.of(model)))
            session.go(40)
            made, said = words(window)[3:]
            assert made == session.trace.sample(40).mistakes
            assert said.startswith("update") == expected
            if expected:
                changed = [session.trace.step(t).updated for t in range(1, 41)]
                assert made == sum(changed)

    def test_that_one_mistake_is_one_update(self, window):
        session = window.session
        session.edit("model", session.with_learner(Learner.of("perceptron")))
        session.go(1)
        assert window.transport.words.endswith(" · 1 update so far")


class TestPlace:
    def test_that_zero_has_no_sign(self, window):
        plane = window.plane
        plane.sight.look_at(View(-3, -3, 3, 3))
        assert "−0" not in plane.hand.describe(-0.0001, -0.0)
        window.session.go(1)
        theta = window.session.trace.at(1).theta[0]
        on = -theta[2] * theta[:2] / (theta[:2] @ theta[:2])  # on the boundary
        said = plane.hand.describe(*on)
        assert not re.search(r"−0(\.0+)?(?![\d.])", said)

    @pytest.mark.parametrize("size", [1e-6, 1.0, 1e8])
    def test_that_a_place_can_be_told_from_the_next_pixel_at_any_zoom(self, window, size):
        plane = window.plane
        plane.sight.look_at(View(-size, -size, size, size))
        x = 0.31234567 * size
        here, there = plane.hand.describe(x, 0.0), plane.hand.describe(x + 1.01 * plane.unit(), 0.0)
        assert here.split("   ")[0] != there.split("   ")[0]
        assert len(here.split("   ")[0]) < 20

    def test_that_an_enormous_score_is_short(self, window):
        points = Points.of([(-1.0, 0.0), (1.0, 0.0)], ["A-1", "B-1"])
        document = Document(points, (Learner.of("svm", alpha=1000.0, lam=1.0, rate="constant"),))
        window.session.open(document)
        window.session.go(30)
        score = window.session.run.model.scores([(1.0, 1.0)])[0, 0]
        assert abs(score) > 1e40
        said = window.plane.hand.describe(1.0, 1.0)
        assert "×10" in said and len(said) < 60
        assert "B-1" in said or "A-1" in said  # a name keeps its hyphen

    def test_that_a_chance_is_never_called_certain(self, window):
        window.session.open(
            Document(
                make_points("blobs", seed=1, n=40, classes=2), (Learner.of("logistic", alpha=10.0),)
            )
        )
        window.session.go(200)
        far = [window.plane.hand.describe(x, x) for x in np.linspace(-40, 40, 9)]
        assert any("P > 0.99" in each for each in far)
        assert not any("P = 1" in each for each in far)


class TestHints:
    def test_that_another_class_is_advised_only_where_it_helps(self, window):
        session, plane = window.session, window.plane
        session.edit(
            "one of three",
            session.with_points(Points.of([(0, 0), (1, 1)], ["A", "A"], ("A", "B", "C"))),
        )
        assert "Pick another class (keys 1 to 3) and click." in plane.hint.text()
        far = Points.of([(0, 0), (1e60, 1)], ["A", "B"])
        session.open(Document(far, (Learner.of("svm"),)))
        assert "too large" in plane.hint.text()
        assert "Pick another class" not in plane.hint.text()
        session.open(
            Document(make_points("blobs", seed=1, n=40), (Learner.of("svm", average="best"),))
        )
        assert "dev" in plane.hint.text()
        assert "Pick another class" not in plane.hint.text()

    def test_that_the_left_is_mentioned_only_while_it_is_there(self, window, hand, qtbot):
        session, plane = window.session, window.plane
        qtbot.waitUntil(window.isActiveWindow)
        session.edit("all", session.with_points(Points.empty(("A", "B"))))
        assert "on the left" in plane.hint.text()
        hand.key(Key.Key_F5)
        qtbot.waitUntil(lambda: window.presenter.active)
        qtbot.waitUntil(lambda: "on the left" not in plane.hint.text())
        assert "Click to add points of A" in plane.hint.text()
        hand.key(Key.Key_Escape)
        qtbot.waitUntil(lambda: not window.presenter.active)
        qtbot.waitUntil(lambda: "on the left" in plane.hint.text())
        hand.key(Key.Key_F2)
        qtbot.waitUntil(lambda: "on the left" not in plane.hint.text())


def test_that_in_slow_motion_the_caption_names_the_example_that_is_lit(window, qtbot):
    window.player.speed = 1.0
    window.player.play()
    qtbot.waitUntil(lambda: window.session.run.coming is not None, timeout=5000)
    coming = window.session.run.coming.step
    assert f" · example #{coming.example + 1}" in window.transport.words
    assert window.transport.words.startswith(f"step {coming.t} comes next")
    window.player.pause()
    assert "about" not in window.transport.words
