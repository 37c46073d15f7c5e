"""Every goal of every shipped lesson is met with real events: by dragging, typing and stepping, as a
student does it. What is done follows from the solution that the lesson has."""

from functools import cache

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from linlab.app.panels.form import KnobSlider
from linlab.engine.ground.assets import asset
from linlab.engine.picture.inside.arrows import arrows_of, factor_of
from linlab.engine.picture.shapes import View
from linlab.lessons.shipped import listed
from linlab.lessons.written.reading import read_lesson


@cache
def goals() -> list[tuple[str, int]]:
    """The lessons and pages, counted from 0, that have a goal."""
    out = []
    for each in listed(asset("lessons")):
        for k, page in enumerate(read_lesson(each.path).steps):
            if page.question is not None and page.question.values["kind"] == "goal":
                out.append((each.path.name, k))
    return out


def open_page(window, lesson, page, qtbot):
    assert window.lessons.open_named(lesson)
    run = window.lessons.run
    qtbot.waitUntil(lambda: len(run._ready) > page, timeout=60_000)
    run.go(page)
    assert run.step.question.kind.key == "goal" and run.step.trouble == "" and run.asks
    return run


def drag_points(window, hand, moves):
    window.editing.take_tool("move")
    for k, x1, x2 in moves:
        place = tuple(window.session.points.x[k - 1])
        low = np.minimum(place, (x1, x2)) - 3
        high = np.maximum(place, (x1, x2)) + 3
        window.plane.sight.look_at(View(*low, *high))
        hand.drag(place, (x1, x2))


def drag_line(window, hand, start):
    """Turn the line by the tip of its arrow, then move it: w from the first drag, b from the
    second."""
    w1, w2, b = map(float, start.split())
    scene = window.plane.scene_now()
    factor = factor_of(scene, arrows_of(scene))
    w, _ = window.session.run.model.parts()
    target = np.array((w1, w2))
    hand.drag(tuple(factor * w[0]), tuple(factor * target))
    w, now = window.session.run.model.parts()
    if abs(now[0] - b) < 1e-9:
        return
    view = window.plane.scene_now().view
    middle = np.array([(view.left + view.right) / 2, (view.bottom + view.top) / 2])
    along = np.array([-w[0][1], w[0][0]]) / np.linalg.norm(w[0])
    foot = middle - (w[0] @ middle + now[0]) / (w[0] @ w[0]) * w[0]
    place = foot + 0.15 * (view.top - view.bottom) * along
    hand.drag(tuple(place), tuple(place - (b - now[0]) / (w[0] @ w[0]) * w[0]))


def click_on_the_hill(window, qtbot, start):
    """Click in the landscape beside the plane."""
    canvas = window.beside.pane.canvas
    x, y = map(float, start.split())

    def shown():
        """Whether the place is in the picture, which grows when the optimum is known."""
        views = [panel.view for panel in canvas.picture.panels[:1]]
        return any(v.left < x < v.right and v.bottom < y < v.top for v in views)

    qtbot.waitUntil(shown, timeout=20_000)
    place = QPointF(*canvas.picture.panels[0].to_page([(x, y)])[0])
    QTest.mouseClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=place.toPoint())


def type_numbers(window, settings):
    page = window.column.pages["lesson"]
    for name, value in settings.items():
        box = page._knobs.findChild(KnobSlider, name).box
        QTest.mouseClick(box, Qt.MouseButton.LeftButton)
        box.selectAll()
        QTest.keyClicks(box, str(value))
        QTest.keyClick(box, Qt.Key.Key_Return)


def scrub(window, hand, t):
    """Press on the scrubber near the step, then walk to it with the arrow keys."""
    scrubber = window.transport.scrubber
    place = QPoint(round(scrubber.x_of(t)), scrubber.height() // 2)
    QTest.mouseClick(scrubber, Qt.MouseButton.LeftButton, pos=place)
    window.plane.setFocus()
    for _ in range(abs(window.session.t - t)):
        hand.key(Qt.Key.Key_Left if window.session.t > t else Qt.Key.Key_Right)
    assert window.session.t == t


def do(window, hand, qtbot, run):
    solution = run.step.question["solution"]
    drag_points(window, hand, solution.get("move", ()))
    settings = dict(solution.get("set", {}))
    start = settings.pop("start", None)
    if start is not None and run.step.shown.look.beside == "weights":
        click_on_the_hill(window, qtbot, start)
    elif start is not None:
        drag_line(window, hand, start)
    type_numbers(window, settings)
    t = solution.get("t")
    if t == "converged":
        window.plane.setFocus()
        hand.key(Qt.Key.Key_End)
    elif t is not None:
        scrub(window, hand, t)


@pytest.mark.parametrize(("lesson", "page"), goals())
def test_that_the_goal_is_met_by_hand(window, hand, qtbot, lesson, page):
    run = open_page(window, lesson, page, qtbot)
    card = window.column.pages["lesson"].question
    qtbot.waitUntil(lambda: bool(card.box.words.plain()), timeout=20_000)
    do(window, hand, qtbot, run)
    qtbot.waitUntil(lambda: not run.asks, timeout=60_000)
    assert run.answered.verdict.right and card.verdict.plain() == "Done."
    assert card.why.isVisible()


def test_that_every_lesson_has_a_goal():
    assert {lesson for lesson, _ in goals()} == {
        each.path.name for each in listed(asset("lessons"))
    }
