"""The first minute: what the first start shows is seen to learn, play is offered in the plane and
stops by itself."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from linlab import Document, Learner
from linlab.app.export.widgets import image
from linlab.app.session import player as clock
from linlab.engine.document.first import first_document

SPACE = Qt.Key.Key_Space


def textbook(document, epochs=10):
    """The lecture's perceptron on the first document: the updates that are mistakes, and the end of
    the first epoch without one."""
    x, y, n = document.points.x, 2.0 * document.points.label - 1, len(document.points)
    w, wrong, t = np.zeros(3), [], 0
    for e in range(epochs):
        before = len(wrong)
        for i in np.random.default_rng((document.seed, e)).permutation(n):
            t += 1
            f = np.array([*x[i], 1.0])
            if y[i] * (w @ f) <= 0:
                w, wrong = w + y[i] * f, [*wrong, t]
        if len(wrong) == before:
            return wrong, t, w
    raise AssertionError("it does not end")


def test_that_the_first_start_is_seen_to_learn():
    document = first_document()
    wrong, end, w = textbook(document)
    assert 8 <= len(wrong) <= 15
    assert (
        36 <= wrong[-1] <= 120 and np.diff([0, *wrong]).max() <= 30
    )  # spread over some dozens of updates
    assert end <= 240
    y = 2.0 * document.points.label - 1
    assert (y * (document.points.x @ w[:2] + w[2])).min() > 0  # a line parts them


def test_that_it_learns_at_a_speed_that_the_eye_follows(window):
    wrong, end, _ = textbook(window.session.document)
    assert (
        0.3 <= wrong[-1] / window.player.speed / len(wrong) <= 1.5
    )  # seconds from one mistake to the next
    assert end / window.player.speed <= 15


def finish(window, qtbot):
    qtbot.waitUntil(lambda: not window.player.playing, timeout=20_000)


class TestPlayStops:
    @pytest.mark.parametrize("speed", [200.0, 5_000.0, clock.FASTEST])
    def test_that_play_stops_by_itself_where_the_textbook_has_an_epoch_without_a_mistake(
        self, window, hand, qtbot, speed
    ):
        said = []
        window.session.said.connect(said.append)
        window.player.speed = speed
        hand.key(SPACE)
        finish(window, qtbot)
        assert window.session.t == textbook(window.session.document)[1]
        assert said == ["Converged: a whole epoch without a mistake."]
        assert window.banner.isVisible() and window.banner.text() == said[0]  # in the plane
        assert "whole epoch without a mistake" in window.transport.words

    def test_that_it_stops_in_slow_motion_too(self, window, qtbot, monkeypatch):
        end = textbook(window.session.document)[1]
        window.session.go(end - 2)
        monkeypatch.setattr(
            clock, "SLOW_STEPS_PER_SECOND", 1e9
        )  # every update in slow motion, but quickly
        window.player.speed = 100.0
        window.player.play()
        finish(window, qtbot)
        assert window.session.t == end

    def test_that_play_goes_on_afterwards_until_it_is_paused_and_says_so(self, window, hand, qtbot):
        window.player.speed, said = 5_000.0, []
        hand.key(SPACE)
        finish(window, qtbot)
        end = window.session.t
        window.session.said.connect(said.append)
        hand.key(SPACE)
        assert said == ["Converged: a whole epoch without a mistake. It goes on until you pause."]
        qtbot.waitUntil(lambda: window.session.t > end + 300)
        assert window.player.playing and len(said) == 1
        hand.key(SPACE)
        assert not window.player.playing
        window.session.go(end + 7)  # also from the middle of a later epoch
        hand.key(SPACE)
        qtbot.waitUntil(lambda: window.session.t > end + 200)
        assert window.player.playing

    def test_that_a_run_that_is_done_but_was_not_watched_says_so_at_the_end_of_its_epoch(
        self, window, hand, qtbot
    ):
        window.session.go(textbook(window.session.document)[1])  # by the scrubber, say
        window.player.speed, said = 5_000.0, []
        window.session.said.connect(said.append)
        hand.key(SPACE)
        qtbot.waitUntil(lambda: window.session.t > 1_000)
        assert said == ["Converged: a whole epoch without a mistake. It goes on until you pause."]
        hand.key(SPACE)

    def test_that_what_never_ends_goes_on(self, window, hand, qtbot):
        points = window.session.points
        mixed = points.relabel(points.ids[:10], 1 - points.label[:10])
        window.session.open(Document(mixed, (Learner.of("perceptron"),)))
        window.player.speed = clock.FASTEST
        hand.key(SPACE)
        qtbot.waitUntil(lambda: window.session.t > 20_000, timeout=20_000)
        assert window.player.playing
        hand.key(SPACE)

    def test_that_the_reason_goes_when_the_run_goes_elsewhere(self, window, hand, qtbot):
        window.player.speed = 5_000.0
        hand.key(SPACE)
        finish(window, qtbot)
        assert window.banner.isVisible()
        hand.key(Qt.Key.Key_Home)
        assert not window.banner.isVisible()

    def test_that_a_change_on_the_way_is_judged_from_there(self, window, hand, qtbot):
        window.player.speed = 5_000.0
        hand.key(SPACE)
        finish(window, qtbot)
        session = window.session
        far = session.points.move(int(session.points.ids[0]), (-8.0, -8.0))
        session.edit("move", session.with_points(far))
        assert window.player.done == ""


class TestOffer:
    def test_that_play_is_offered_in_the_plane_and_a_click_takes_it(self, window, qtbot):
        offer = window.offer
        assert offer.isVisible() and offer.parent() is window.plane
        assert "Space" in offer.toolTip()
        QTest.mouseClick(offer, Qt.MouseButton.LeftButton)
        assert window.player.playing and not offer.isVisible()
        window.player.pause()
        window.player.rewind()
        assert not offer.isVisible()

    @pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
    def test_that_it_hides_no_point(self, window, size):
        window.resize(*size)
        QApplication.processEvents()
        window.plane.grab()
        box = window.offer.geometry()
        assert window.offer.isVisible() and window.plane.rect().contains(box)
        places = [window.plane.from_plane(*x).toPoint() for x in window.session.points.x]
        assert not any(box.adjusted(-9, -9, 9, 9).contains(place) for place in places)

    @pytest.mark.parametrize("key", [SPACE, Qt.Key.Key_Right, Qt.Key.Key_End, Qt.Key.Key_M])
    def test_that_it_is_over_when_something_is_done(self, window, hand, key):
        hand.key(key)
        assert not window.offer.isVisible()
        window.player.pause()
        window.session.undo()
        window.session.go(0)
        assert not window.offer.isVisible()

    def test_that_a_click_in_the_plane_ends_it(self, window, hand):
        hand.click(hand.free())
        assert not window.offer.isVisible()

    def test_that_the_keyboard_reaches_it(self, window):
        window.offer.setFocus(Qt.FocusReason.TabFocusReason)
        QTest.keyClick(window.offer, SPACE)
        assert window.player.playing

    def test_that_nothing_is_offered_while_presenting(self, window):
        window.present()
        assert not window.offer.isVisible()
        window.present()
        assert window.offer.isVisible()
        window.present()
        window.session.go(3)
        window.present()
        assert not window.offer.isVisible()

    def test_that_no_figure_offers_anything(self, window):
        offer = window.offer
        place = offer.geometry().translated(
            window.plane.mapTo(window, window.plane.rect().topLeft())
        )
        assert offer.isVisible()
        drawn = image(window).copy(place)
        offer.over()
        assert drawn == image(window).copy(place)

    def test_that_it_makes_way_when_one_zooms(self, window, hand):
        hand.wheel(hand.free(), 1)
        assert not window.offer.isVisible()
