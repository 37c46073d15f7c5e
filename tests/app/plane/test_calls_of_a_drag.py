"""How much work one mouse move of a drag is: counted in Python calls, which no busy machine
changes."""

import sys
from collections import Counter

import numpy as np
from PySide6.QtWidgets import QApplication

from linlab import Document, Learner, Points

MOST = 3_900  # calls between a move of the mouse and the picture of it, with the arrows of a step


def calls_of(work):
    """The Python functions that are called while something is done, and how often."""
    seen = Counter()

    def count(frame, event, _):
        if event == "call":
            seen[frame.f_code] += 1

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return seen


def test_that_a_move_of_a_drag_makes_few_calls(window, hand, qtbot):
    rng = np.random.default_rng(0)
    x = rng.normal(size=(100, 2)) + np.repeat([(-1.5, 0.0), (1.5, 0.0)], 50, axis=0)
    document = Document(Points.of(x, np.repeat([0, 1], 50)), (Learner.of("perceptron"),))
    session, plane = window.session, window.plane
    session.open(document)
    session.go(200)
    plane.fit()
    qtbot.waitUntil(lambda: not plane.late)
    place = hand.point(7)
    hand.press(place)
    worst = Counter()

    def move(k):
        hand.move((place[0] + 0.02 * k, place[1] + 0.01 * k))
        plane.viewport().repaint()
        QApplication.sendPostedEvents()

    for k in range(1, 4):  # what is loaded or laid out once
        move(k)
    for k in range(4, 9):
        made = calls_of(lambda k=k: move(k))
        worst = max(worst, made, key=Counter.total)
    hand.release(place)
    assert session.undo_stack.undo_name == "move point"
    assert worst.total() <= MOST, told(worst)


def told(calls):
    """What is called most often, and from which file."""
    most = [(many, code.co_name, code.co_filename) for code, many in calls.most_common(20)]
    return "\n".join([str(calls.total()), *(f"{many} {name} {file}" for many, name, file in most)])
