"""The goal of every shipped lesson is met with real events: by dragging, typing and stepping, as a
student does it."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from linlab.app.panels.form import KnobSlider
from linlab.engine.picture.inside.arrows import arrows_of, factor_of
from linlab.engine.picture.shapes import View

# What is done in each lesson: a point dragged, a number typed into a slider, or a step looked for.
DONE = {
    "a-linear-model": "drag w",
    "the-perceptron": "drag",
    "when-no-line-will-do": "scrub",
    "the-mistake-bound": "drag",
    "margins-and-the-svm": "type",
    "mira": "drag",
    "logistic-regression": "type",
    "one-engine-three-losses": "drag",
    "batches-and-optimisers": "settings",
    "overfitting": "type",
    "kernels": "type",
    "many-classes-and-words": "type",
    "naive-bayes": "scrub",
    "is-the-difference-real": "type",
    "learning-without-labels": "drag",
}


def goal_page(window, lesson, qtbot):
    """The last page with a goal: a page of what to keep may follow it."""
    assert window.lessons.open_named(lesson)
    run = window.lessons.run
    qtbot.waitUntil(lambda: len(run._ready) == len(run.lesson.steps), timeout=60_000)
    asked = [step.question for step in run.lesson.steps]
    run.go(max(k for k, block in enumerate(asked) if block and block.values["kind"] == "goal"))
    assert run.step.trouble == "" and run.asks
    return run


def drag_points(window, hand, solution):
    window.editing.take_tool("move")
    for k, x1, x2 in solution["move"]:
        place = tuple(window.session.points.x[k - 1])
        low = np.minimum(place, (x1, x2)) - 3
        high = np.maximum(place, (x1, x2)) + 3
        window.plane.sight.look_at(View(*low, *high))
        hand.drag(place, (x1, x2))
    if solution.get("t") == "converged":
        window.plane.setFocus()
        hand.key(Qt.Key.Key_End)


def drag_w(window, hand, solution):
    window.editing.take_tool("move")
    plane = window.plane
    scene = plane.scene_now()
    factor = factor_of(scene, arrows_of(scene))
    w = window.session.run.model.parts()[0][0]
    hand.drag(tuple(factor * w), tuple(factor * np.array((2.0, 1.0))))


def type_numbers(window, hand, solution):
    page = window.column.pages["lesson"]
    for name, value in solution["set"].items():
        box = page._knobs.findChild(KnobSlider, name).box
        QTest.mouseClick(box, Qt.MouseButton.LeftButton)
        box.selectAll()
        QTest.keyClicks(box, str(value))
        QTest.keyClick(box, Qt.Key.Key_Return)
    if solution.get("t") == "converged":
        window.plane.setFocus()
        hand.key(Qt.Key.Key_End)


def choose_settings(window, hand, solution):
    session = window.session
    session.edit("other settings", session.with_learner(session.learner.replace(**solution["set"])))


def scrub(window, hand, solution):
    scrubber = window.transport.scrubber
    scrubber.setFocus()
    while window.session.t > solution["t"]:
        hand.key(Qt.Key.Key_Left)
        if window.session.t > solution["t"] + 60:
            window.session.go(solution["t"] + 20)


WAYS = {
    "drag": drag_points,
    "drag w": drag_w,
    "type": type_numbers,
    "settings": choose_settings,
    "scrub": scrub,
}


@pytest.mark.parametrize("lesson", DONE)
def test_that_the_goal_is_met_by_hand(window, hand, qtbot, lesson):
    run = goal_page(window, lesson, qtbot)
    card = window.column.pages["lesson"].question
    qtbot.waitUntil(lambda: bool(card.box.words.plain()), timeout=20_000)
    WAYS[DONE[lesson]](window, hand, run.step.question["solution"])
    qtbot.waitUntil(lambda: not run.asks, timeout=60_000)
    assert run.answered.verdict.right and card.verdict.plain() == "Done."
    assert card.why.isVisible()
