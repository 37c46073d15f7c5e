"""The plane's axes: numbers at the lines of its grid, the names of its features, and what pans and
zooms with them."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from linlab import Document, Learner
from linlab.engine.data.datasets import DATASETS
from linlab.engine.document.document import Source
from tests.app.hand import MIDDLE


def opened(window, name):
    source = Source(name)
    window.session.open(Document(source.draw(), (Learner.of("perceptron"),), source=source))
    window.plane.fit()
    window.plane.grab()
    return window.plane.panes[0].plot


def test_that_axes_have_the_names_of_the_features(window):
    for name in ("iris", "sentiment", "moons", "frog"):
        plot = opened(window, name)
        said = plot.getAxis("bottom").label.toPlainText(), plot.getAxis("left").label.toPlainText()
        assert said == DATASETS[name].features
        assert (said == ("x₁", "x₂")) == (name == "moons")


def test_that_points_without_a_source_have_coordinates_without_names(window):
    plot = opened(window, "iris")
    window.session.open(Document(window.session.points, (Learner.of("perceptron"),)))
    window.plane.grab()
    assert plot.getAxis("bottom").label.toPlainText() == "x₁"


def test_that_a_number_stands_where_the_plane_has_it(window):
    plane, plot = window.plane, opened(window, "iris")
    for (at, text), place in [
        (tick, plane.from_plane(tick[0], 0.0)) for tick in plane.panel.across.ticks
    ]:
        assert float(text.replace("−", "-")) == pytest.approx(at)
        assert plot.vb.mapSceneToView(place).x() == pytest.approx(at, abs=1e-9)


def test_that_axes_are_a_layer_that_can_be_switched(window, hand):
    plane = window.plane
    plane.grab()
    wide = plane.frame.width
    hand.key(Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    plane.grab()
    assert plane.frame.width == plane.width() > wide
    assert not plane.panes[0].plot.getAxis("left").isVisible()


def test_that_axes_are_off_while_presenting_unless_asked_for_and_back_afterwards(window, hand):
    plane = window.plane
    window.presenter.enter()
    plane.grab()
    assert plane.panel.across is None
    window.switch("axes", True)
    plane.grab()
    assert plane.panes[0].plot.getAxis("bottom").isVisible()
    assert (
        plane.frame.y + plane.frame.height < plane.height() - plane.covered_bottom
    )  # not under the words at the foot
    window.presenter.leave()
    plane.grab()
    assert plane.panel.across is not None


def test_that_the_view_box_pans_with_the_middle_button_and_zooms_with_the_wheel(window, hand):
    plane, box = window.plane, window.plane.panes[0].box
    plane.grab()
    before, (x, y) = plane.view, hand.free()
    start = plane.from_plane(x, y)
    hand.press((x, y), MIDDLE)
    for k in range(1, 6):
        hand.move(plane.to_plane(start + type(start)(8.0 * k, -4.0 * k)), MIDDLE)
    hand.release(plane.to_plane(start + type(start)(40.0, -20.0)), MIDDLE)
    unit = plane.unit()
    assert np.allclose(
        plane.view, np.array(before) + np.array([-40, -20, -40, -20]) * unit, atol=1.5 * unit
    )
    plane.grab()
    assert np.allclose(box.viewRange(), [plane.view[::2], plane.view[1::2]])
    wide = plane.view.right - plane.view.left
    hand.wheel(hand.free(), 1)
    assert plane.view.right - plane.view.left == pytest.approx(0.85 * wide)
    assert (plane.view.top - plane.view.bottom) / plane.frame.height == pytest.approx(
        plane.unit()
    )  # as long across as up
