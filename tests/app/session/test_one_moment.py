"""All that is on the screen is of one t: what is told is told at once, of one update, or says of
which it is."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from linlab import Learner, Trace
from linlab.app.present.audience_text import sentence
from linlab.engine.ground.numerals import grouped, number, percent
from linlab.engine.words.explain import explain


@pytest.mark.parametrize("speed", [20.0, 300.0])
def test_that_words_and_numbers_are_of_one_update_while_it_plays(window, qtbot, speed):
    """Whenever one of them is told anew, all are: of the t that stands over them, with the numbers
    of a run of its own."""
    session, right, seen = window.session, window.right, []
    window.left.model.choose_model("svm")
    fresh = Trace(session.document)

    def look():
        t = right.step.value.text().removeprefix("STEP ")
        if t:
            sample = fresh.sample(
                int(t.replace(" ", "").replace("\u202f", "").replace("\u2009", ""))
            )
            head = f"J {number(sample.objective)} · WRONG NOW {percent(sample.train_error)}"
            seen.append(
                (
                    right.numbers.value.text() == f"STEP {t}",
                    right.curves.value.text() == head,
                    right.numbers.shown["train-error"].text() == percent(sample.train_error),
                    right.numbers.shown["mistakes"].text() == grouped(sample.mistakes),
                )
            )

    session.read.connect(look)  # the last of those who listen
    window.player.speed = speed
    window.player.play()
    qtbot.waitUntil(lambda: len(seen) > 15, timeout=20_000)
    window.player.pause()
    qtbot.waitUntil(lambda: right.step.value.text() == f"STEP {grouped(session.t)}")
    assert all(all(each) for each in seen)


def test_that_slow_motion_speaks_of_one_update(window, qtbot):
    session = window.session
    session.go(4)
    window.player.speed = 1.0
    window.player.play()
    qtbot.waitUntil(lambda: session.run.coming is not None, timeout=5000)
    qtbot.waitUntil(lambda: "NEXT" in window.right.step.value.text(), timeout=5000)
    step = session.run.shown_step
    assert step.t == 5 == session.t + 1
    assert window.right.step.value.text() == "STEP 5 · NEXT"
    assert window.transport.words.startswith("step 5 comes next")
    assert f"example #{step.example + 1} ·" in window.transport.words
    assert window.plane.scene_now().step.t == 5
    assert explain(step, session.learner).startswith(sentence(session))  # in front of a hall
    window.player.pause()
    assert session.run.shown_step.t == 4 and window.transport.words.startswith("step 4 ·")


@pytest.mark.parametrize("hand_is", ["mouse", "keys"])
def test_that_the_score_under_the_hand_is_that_of_the_model_there_is(window, hand, hand_is):
    session, window_place = window.session, window.place
    session.go(60)
    if hand_is == "mouse":
        hand.move(hand.free(), Qt.MouseButton.NoButton)
    else:
        hand.key(Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert "score" in window_place.text() and "score 0" not in window_place.text()
    session.go(0)
    assert "score 0" in window_place.text()
    session.go(60)
    session.edit("none", session.with_points(session.points.remove(session.points.ids.tolist())))
    assert "score" not in window_place.text()


def test_that_at_theta_0_it_is_said_why_half_are_wrong_and_j_is_0(window, qtbot):
    right = window.right
    qtbot.waitUntil(lambda: right.numbers.shown["train-error"].text() == "50 %", timeout=5000)
    assert right.curves.value.text().startswith("J 0 ·")
    for told in (right.numbers.shown["train-error"].toolTip(), right.curves.value.toolTip()):
        assert "so all margins are 0" in told and "wrong for" in told
    window.session.go(30)
    shown = right.numbers.shown["train-error"]
    qtbot.waitUntil(lambda: "all margins are 0" not in shown.toolTip(), timeout=5000)
    assert "all margins are 0" not in right.curves.value.toolTip()


@pytest.mark.parametrize(
    ("model", "settings"), [("averaged-perceptron", {}), ("voted-perceptron", {}), ("svm", {})]
)
def test_that_the_heading_of_the_curves_says_which_theta_its_numbers_are_of(
    window, qtbot, model, settings
):
    session, head = window.session, window.right.curves.value
    session.edit("model", session.with_learner(Learner.of(model, **settings)))
    session.go(40)
    theta, thetas, votes = np.zeros(3), [], 0.0
    points, trace = session.points, Trace(session.document)
    x = np.column_stack([points.x, np.ones(len(points))])
    sign = np.where(points.label == 1, 1.0, -1.0)
    for t in range(1, 41):  # a textbook loop of the perceptron, in the run's order
        step = trace.step(t)
        at, y = np.append(step.x[0], 1.0), 2.0 * step.labels[0] - 1.0
        theta = theta + y * at if y * (theta @ at) <= 0 else theta
        thetas.append(theta)
        votes = votes + np.sign(x @ theta)
    mean = np.mean(thetas, axis=0)

    def told(theta, said):
        j = np.maximum(0.0, -sign * (x @ theta)).mean()
        return number(j), percent(np.mean(sign * said <= 0))

    if model == "averaged-perceptron":
        expected = "OF THE MEAN: J {} · WRONG NOW {}".format(*told(mean, x @ mean))
    elif model == "voted-perceptron":
        expected = "OF THE LAST: J {} · OF THE VOTE: WRONG NOW {}".format(*told(theta, votes))
    else:
        sample = trace.sample(40)
        expected = f"J {number(sample.objective)} · WRONG NOW {percent(sample.train_error)}"
    whose = expected.split("J ")[0] if "VOTE" not in expected else "OF THE VOTE: "
    qtbot.waitUntil(  # where there is no room for all of it, the error alone and the rest on hover
        lambda: expected in (head.text(), head.toolTip().split("\n")[0]) and whose in head.text()
    )
