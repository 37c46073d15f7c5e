"""Feature space in the window: turned by dragging and by keys, its points clicked, and taken away
as it is seen."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from linlab.app.controls.sliders import SliderRow
from linlab.engine.data.datasets import make_points
from linlab.engine.export.figures.svg import svg
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.shapes import Label
from linlab.engine.views.views import VIEWS, draw

LEFT, NONE, SHIFT = (
    Qt.MouseButton.LeftButton,
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
)
NO_BUTTON = Qt.MouseButton.NoButton


@pytest.fixture
def canvas(window, qtbot):
    qtbot.waitUntil(window.isActiveWindow)
    session = window.session
    session.edit("circles", session.with_points(make_points("circles", n=24, seed=3)))
    session.edit(
        "kernel", session.with_learner(Learner.of("svm", space="polynomial", degree=2, coef0=0))
    )
    window.player.step(40)
    QTest.mouseClick(window.right.views.tabs.buttons["features"], LEFT)
    found = window.right.views.pane.canvas
    qtbot.waitUntil(
        lambda: found.view.name == "features" and bool(found.picture.panels) and bool(plane(found))
    )
    return found


@pytest.fixture
def large(window, canvas, qtbot):
    """The same beside the plane."""
    QTest.mouseClick(window.right.views.aside, LEFT)
    found = window.beside.pane.canvas
    qtbot.waitUntil(
        lambda: (
            found.view.name == "features"
            and bool(plane(found))
            and found.picture.width == found.width() > 250
        )
    )
    return found


def plane(canvas):
    return canvas.picture.panels[0].named("plane") if canvas.picture.panels else []


def chosen(canvas, name):
    return VIEWS["features"].chosen(name, canvas.figure, canvas.moment)


def mouse(canvas, at, kind, button=LEFT, keys=NONE):
    place = QPointF(*at)
    held = button if kind != QEvent.Type.MouseButtonRelease else NO_BUTTON
    event = QMouseEvent(
        kind, place, QPointF(canvas.mapToGlobal(place.toPoint())), button, held, keys
    )
    QApplication.sendEvent(canvas.viewport(), event)


def drag(canvas, start, *way):
    mouse(canvas, start, QEvent.Type.MouseButtonPress)
    at = np.array(start, float)
    for step in way:
        at += step
        mouse(canvas, at, QEvent.Type.MouseMove)
    mouse(canvas, at, QEvent.Type.MouseButtonRelease)


def click(canvas, at, keys=NONE):
    for kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
        mouse(canvas, at, kind, keys=keys)


def places(canvas):
    panel = canvas.picture.panels[0]
    return {
        int(id): place
        for group in panel.named("points")
        for item in group.items
        if item.ids is not None
        for id, place in zip(item.ids, panel.to_page(item.places), strict=True)
    }


def alone(where):
    """Ids of points that no other is near."""
    return [
        id
        for id, at in where.items()
        if sum(np.hypot(*(at - other)) < 12 for other in where.values()) == 1
    ]


def test_that_dragging_turns_the_scene_and_selects_nothing(window, canvas, qtbot):
    before, selection = (
        (chosen(canvas, "azimuth"), chosen(canvas, "elevation")),
        window.session.pointing.selection,
    )
    (first,) = plane(canvas)
    drag(canvas, (120, 120), (20, 0), (30, 10), (0, 15))
    assert chosen(canvas, "azimuth") == pytest.approx(before[0] + 0.4 * 50)
    assert chosen(canvas, "elevation") == pytest.approx(before[1] + 0.4 * 25)
    qtbot.waitUntil(lambda: not np.array_equal(plane(canvas)[0].rings[0], first.rings[0]))
    assert window.session.pointing.selection == selection and window.session.t == 40
    drag(canvas, (120, 120), (0, 900))
    assert chosen(canvas, "elevation") == 90.0  # no further than straight from above
    drag(canvas, (120, 120), (899, 0))
    assert -180 <= chosen(canvas, "azimuth") <= 180  # and round and round


def test_that_the_nearer_points_follow_the_mouse(window, large, qtbot):
    canvas, before = large, large.picture
    window.session.choices.choose("features", "elevation", 60.0)
    qtbot.waitUntil(lambda: canvas.picture is not before)
    where, panel = places(canvas), canvas.picture.panels[0]
    middle = panel.to_page([(0.0, 0.0)])[0]
    lowest = max(
        where, key=lambda id: where[id][1] - middle[1]
    )  # from above, low on the page is near
    drag(canvas, (150, 150), (20, 0))
    qtbot.waitUntil(lambda: abs(places(canvas)[lowest][0] - where[lowest][0]) > 3)
    assert places(canvas)[lowest][0] > where[lowest][0]


def test_that_two_clicks_show_the_product_of_two_points(window, large, qtbot):
    canvas, where = large, places(large)
    one, other = alone(where)[:2]
    click(canvas, where[one])
    click(canvas, where[other], SHIFT)
    assert window.session.pointing.selection == {one, other}

    def words():
        return [item.text for item in canvas.picture.panels[1].items if isinstance(item, Label)]

    qtbot.waitUntil(lambda: words()[-1].startswith("φ(x)·φ(x′) ="))
    x, y = (window.session.points.x[window.session.points.index(id)] for id in sorted((one, other)))
    shown = float(words()[-1].split("=")[-1].strip().replace("−", "-"))
    assert shown == pytest.approx((x @ y) ** 2, rel=0.01, abs=0.01)
    assert words()[-2].split("=")[-1] == words()[-1].split("=")[-1]


def tab_to(window, control):
    for _ in range(200):
        QTest.keyClick(window.focusWidget() or window, Qt.Key.Key_Tab)
        if control.hasFocus():
            return
    raise AssertionError(control)


def test_that_its_sliders_turn_and_lift_it_by_keys(window, canvas, qtbot):
    pane = window.right.views.pane
    for name in ("lift", "azimuth", "elevation"):
        slider = pane.findChild(SliderRow, f"view-{name}").slider
        tab_to(window, slider)
        before, picture = chosen(canvas, name), canvas.picture
        QTest.keyClick(slider, Qt.Key.Key_Left)
        assert chosen(canvas, name) < before
        qtbot.waitUntil(lambda picture=picture: canvas.picture is not picture)
    assert not plane(canvas)  # on the way there is none
    drag(canvas, (120, 120), (25, 0))
    box = pane.findChild(SliderRow, "view-azimuth").box
    qtbot.waitUntil(
        lambda: (
            float(box.text().replace("−", "-")) == pytest.approx(chosen(canvas, "azimuth"), abs=0.5)
        )
    )


def test_that_the_scene_is_as_turned_beside_the_plane_on_stage_and_in_a_file(window, canvas, qtbot):
    drag(canvas, (120, 120), (40, 0), (0, 20))
    turned = {name: chosen(canvas, name) for name in ("azimuth", "elevation")}
    QTest.mouseClick(window.right.views.aside, LEFT)
    beside = window.beside.pane.canvas
    qtbot.waitUntil(lambda: beside.view.name == "features" and bool(beside.picture.panels))
    assert {name: chosen(beside, name) for name in turned} == turned
    drag(beside, (120, 120), (10, 0))
    assert chosen(canvas, "azimuth") == pytest.approx(turned["azimuth"] + 4.0)
    QTest.keyClick(window, Qt.Key.Key_F5)
    stage = window.presenter.stage
    qtbot.waitUntil(lambda: stage.beside.name == "features" and bool(plane(stage.beside)))
    (wide,) = plane(stage.beside)
    drag(stage.beside, (150, 150), (-20, 0))
    assert chosen(canvas, "azimuth") == pytest.approx(turned["azimuth"] - 4.0)
    qtbot.waitUntil(lambda: not np.array_equal(plane(stage.beside)[0].rings[0], wide.rings[0]))
    QTest.keyClick(window, Qt.Key.Key_Escape)


def test_that_a_file_shows_the_scene_as_it_is_turned(window, canvas, qtbot, tmp_path):
    window.export("figure")
    dialog = window.exporter
    dialog.want({"view": "features", "format": "svg"})
    drag(canvas, (120, 120), (40, 0), (0, 20))
    figure = dialog.export_source.figure(dialog.export_options)
    assert dict(figure.options) == {name: chosen(canvas, name) for name in ("azimuth", "elevation")}
    dialog.live.take(dialog.export_options).write(tmp_path / "turned.svg", lambda done, total: True)
    assert (tmp_path / "turned.svg").read_text(encoding="utf-8") == svg(
        draw(figure, dialog.export_source.moment())
    )
    assert svg(draw(replace(figure, options=()), dialog.export_source.moment())) != svg(
        draw(figure, dialog.export_source.moment())
    )
    dialog.close()
