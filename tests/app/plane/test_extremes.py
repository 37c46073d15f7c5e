"""Points as far out, as close together and as many on one place as there can be: they are drawn, or
refused in words."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter

from linlab import Document, Learner, Points
from linlab.app.canvas.painter import Painter
from linlab.engine.ground.errors import LinlabError
from linlab.engine.picture.layers import LAYERS, MANNERS
from linlab.engine.picture.palette import PALETTES
from linlab.engine.picture.plane_panel import around, clear_of_legend, fitted, plane_panel
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import Frame, Picture
from linlab.engine.train.trace import Trace

ALL = {layer.name for layer in (*LAYERS.values(), *MANNERS)}
FRAME = Frame(0, 0, 160, 120)
LEARNERS = [
    None,
    Learner.of("perceptron"),
    Learner.of("svm"),
    Learner.of("svm", space="rbf"),
    Learner.of("logistic"),
    Learner.of("naive-bayes"),
]
EXTREMES = [0.0, 5e-324, 1e-308, 1e-300, 1e-160, 1e-100, 1e-12, 1.0, 1e16, 1e50, 1e100]
coordinates = st.floats(-1e100, 1e100) | st.sampled_from([*EXTREMES, *(-each for each in EXTREMES)])
places = st.tuples(coordinates, coordinates)
anywhere = st.lists(places, min_size=1, max_size=6)
on_one_place = st.tuples(places, st.integers(1, 5)).map(lambda drawn: [drawn[0]] * drawn[1])
close_pairs = st.tuples(places, st.sampled_from([5e-324, 1e-300, 1e-50, 1e-9])).map(
    lambda drawn: [drawn[0], (drawn[0][0] + drawn[1], drawn[0][1])]
)


def moment(points, learner):
    """The model after some updates, or none where nothing can be trained."""
    if learner is None:
        return None, None
    with np.errstate(all="ignore"):
        try:
            trace = Trace(Document(points, (learner,)))
            t = trace.at(3).t
            return trace.model(t), trace.step(t)
        except LinlabError:
            return None, None


@pytest.mark.parametrize(
    "learner", LEARNERS, ids=lambda one: "none" if one is None else f"{one.model} {one['space']}"
)
@settings(
    deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(x=anywhere | on_one_place | close_pairs)
def test_that_whatever_is_accepted_is_drawn_without_a_fault_or_a_warning(canvas, learner, x):
    points = Points.of(
        [(min(a, 1e100), min(b, 1e100)) for a, b in x], [("A", "B")[k % 2] for k in range(len(x))]
    )
    model, step = moment(points, learner)
    parts, region = np.zeros(len(points), np.int8), around(points.x)

    def scene(view):
        return Scene(
            PALETTES["light"], points, parts, model, step, view, (FRAME.width, FRAME.height)
        )

    whole = fitted(region[:2], region[2:], FRAME.width, FRAME.height)
    canvas.resize(160, 120)
    for view in (whole, clear_of_legend(scene(whole), ALL, FRAME, region)):
        panel = plane_panel(scene(view), ALL, FRAME)
        assert np.isfinite(panel.to_page(points.x)).all()
        picture = Picture(FRAME.width, FRAME.height, "#FFFFFF", (panel,))
        image = QImage(160, 120, QImage.Format.Format_RGB32)
        with QPainter(image) as to:
            Painter().paint(to, picture)
        canvas.show_picture(picture)
        assert canvas.grab().size() == canvas.size()


def test_that_a_file_with_points_too_far_out_leaves_the_window_as_it_was(
    window, hand, tmp_path, qtbot
):
    file, before, said = tmp_path / "huge.csv", window.session.settled, []
    file.write_text("1e308,2,A\n-1e308,1,B\n")
    window.session.said.connect(said.append)
    assert not window.files.open(file)
    assert said == [
        "huge.csv, line 1: in the column x1, “1e308” is too far out: "
        "coordinates must lie between −1×10¹⁰⁰ and 1×10¹⁰⁰."
    ]
    assert window.session.settled is before
    QGuiApplication.clipboard().setText("1e308\t2\tA\n-1e308\t1\tB")
    hand.key(Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert "the clipboard, line 1" in said[-1]
    assert window.session.settled is before


def test_that_the_farthest_points_are_shown_and_can_be_pushed_no_further(window, hand):
    session, said = window.session, []
    session.open(
        Document(Points.of([(1e100, 2.0), (-1e100, 1.0)], ["A", "B"]), (Learner.of("perceptron"),))
    )
    window.plane.fit()
    window.plane.viewport().repaint()
    assert window.plane.sight.shows(session.points.x)
    session.said.connect(said.append)
    hand.key(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    hand.key(Qt.Key.Key_Right)
    assert "too far out" in said[-1]
    hand.drag((1e100, 2.0), (1.05e100, 2.0), (1.1e100, 2.0))
    assert len(said) == 2
    assert "too far out" in said[-1]
    assert session.points.x.tolist() == [[1e100, 2.0], [-1e100, 1.0]]
    assert not session.undo_stack.undo_name


def test_that_zooming_in_far_out_never_shows_nothing_and_comes_back(window):
    window.session.open(
        Document(Points.of([(1e12, 2.0), (1e12 + 4, 1.0)], ["A", "B"]), (Learner.of("perceptron"),))
    )
    plane = window.plane
    plane.fit()
    for factor in [0.5] * 60 + [2.0] * 60:
        plane.sight.zoom(factor)
        assert plane.view.left < plane.view.right
        plane.viewport().repaint()
    assert plane.sight.shows(window.session.points.x)
