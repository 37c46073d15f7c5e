"""The player: running until converged ends where the rule says, however fast the machine."""

import pytest

from linlab import Document, Learner, Trace
from linlab.app.session import player as clock
from linlab.app.session.player import FASTEST, Player, place_of, speed_at, speed_words
from linlab.engine.document.document import Change
from linlab.engine.train.stopping import converge


@pytest.fixture
def player(session):
    made = Player(session)
    yield made
    made.pause()
    session.replay.stay()


def run_on(player, qtbot):
    player.play(converging=True)
    qtbot.waitUntil(lambda: not player.playing, timeout=20_000)
    return player.session.t, player.note


LEARNERS = (
    Learner.of("perceptron"),
    Learner.of("svm", lam=0.1, rate="inverse-time", t0=10),
    Learner.of("logistic", lam=0.1, batch="all"),
)


@pytest.mark.parametrize(
    "slice", [1e-9, 0.012, 0.3]
)  # seconds: what fits into a frame differs by many epochs
@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: learner.model)
def test_that_it_stops_where_training_by_the_rule_stops(player, qtbot, monkeypatch, slice, learner):
    monkeypatch.setattr(clock, "SLICE", slice)
    document = Document(player.session.points, (learner,))
    player.session.open(document)
    rule = "mistake-free" if learner.model == "perceptron" else "still"
    assert run_on(player, qtbot) == converge(Trace(document), rule)


def test_that_it_may_begin_anywhere_and_ends_where_it_has_converged(player, qtbot):
    session = player.session
    end, why = converge(Trace(session.document), "mistake-free")
    assert end == 180
    for t in (0, 37, 179, 180):
        session.go(t)
        assert run_on(player, qtbot) == (end, why)


def test_that_a_run_beyond_its_end_stays_and_says_where_that_was(player, qtbot):
    session = player.session
    end, why = converge(Trace(session.document), "mistake-free")
    session.go(1000)
    assert run_on(player, qtbot) == (1000, f"{why}, at step {end}")
    assert run_on(player, qtbot) == (1000, f"{why}, at step {end}")


def test_that_it_judges_the_learner_in_force(player, qtbot):
    session = player.session
    document = Document(session.points, (Learner.of("perceptron"),)).after(
        Change(300, learners=LEARNERS[1:2])
    )
    session.open(document, 300)
    t, why = run_on(player, qtbot)
    assert "the weights moved" in why
    assert (t, why) == converge(Trace(document), "still", start=300)


def test_that_a_change_on_the_way_is_judged_from_there(player, qtbot):
    session = player.session
    slow = Learner.of("logistic", alpha=1e-4, rate="constant", lam=0)
    session.edit("slow", session.with_learner(slow))
    player.play(converging=True)
    qtbot.waitUntil(lambda: session.t > 1000)
    session.edit("perceptron", session.with_learner(Learner.of("perceptron")))
    qtbot.waitUntil(lambda: not player.playing, timeout=20_000)
    assert "without a mistake" in player.note
    mistakes = session.trace.at(session.t).mistakes
    assert mistakes == session.trace.at(session.t - 60).mistakes


def test_that_it_shows_how_far_it_is_and_can_be_stopped(player, qtbot):
    session = player.session
    flipped = session.points.relabel(session.points.ids[:20], 1 - session.points.label[:20])
    session.edit("flip", session.with_points(flipped))
    seen = []
    session.moved.connect(lambda: seen.append(session.t))
    player.play(converging=True)
    qtbot.waitUntil(lambda: len(seen) > 5)
    player.pause()
    assert seen == sorted(seen) and seen[0] < seen[-1]


@pytest.mark.parametrize("converging", [True, False])
def test_that_points_that_cannot_be_trained_on_later_are_said_and_not_raised(
    player, qtbot, converging
):
    session = player.session
    points = session.points
    flipped = points.relabel(points.ids[:20], 1 - points.label[:20])
    alone = flipped.relabel(flipped.ids, 0)
    player.speed = clock.FASTEST
    session.open(Document(flipped, session.document.learners).after(Change(5000, points=alone)))
    player.play(converging=converging)
    qtbot.waitUntil(lambda: not player.playing, timeout=20_000)
    assert "two classes" in player.note


def test_that_the_end_of_an_epoch_is_that_of_the_points_in_force(player):
    session = player.session
    fewer = session.points.remove(session.points.ids[::3].tolist())
    session.open(
        Document(session.points, (Learner.of("perceptron"),)).after(Change(90, points=fewer))
    )
    seen = []
    for _ in range(5):
        player.epoch()
        seen.append(session.t)
    assert seen == [60, 90, 120, 160, 200]
    session.open(Document(session.points, (Learner.of("logistic", optimiser="lbfgs"),)))
    player.epoch()
    assert session.t == 1


def test_that_the_reason_for_stopping_goes_with_the_document_it_was_said_of(window, qtbot):
    window.player.converge()
    qtbot.waitUntil(lambda: window.player.note != "")
    assert "converged" in window.transport.words
    session = window.session
    session.edit("add point", session.with_points(session.points.add((0.0, 0.0), 0)))
    assert "converged" not in window.transport.words


def test_that_every_place_on_the_scale_of_speeds_has_a_speed_of_its_own():
    speeds = [speed_at(place) for place in range(101)]
    assert speeds == sorted(set(speeds)) and speeds[0] == 1.0 and speeds[-1] == FASTEST
    assert [place_of(speed) for speed in speeds] == list(range(101))


def test_that_faster_and_slower_move_the_slider_and_come_back(window):
    slider, before = window.transport.speed, window.transport.speed.value()
    window.player.faster(5)
    assert slider.value() == before + 5
    assert window.transport.speed_text.text() == speed_words(window.player.speed)
    window.player.faster(-5)
    assert slider.value() == before
    window.player.faster(1000)
    assert (slider.value(), window.transport.speed_text.text()) == (100, "full")
    window.player.faster(-1000)
    assert (slider.value(), window.player.speed) == (0, 1.0)
