"""Legends of figures: over no arrow and no curve, and planes side by side have one, too."""

from dataclasses import replace

import numpy as np
import pytest

from linlab import Document, Learner, make_points
from linlab.engine.picture.axes_and_legend import legend_box
from linlab.engine.picture.other_models import SIDE, other_models_at
from linlab.engine.picture.palette import LIGHT
from linlab.engine.picture.placing.corner import arrows_of, places_along, steady_corner
from linlab.engine.picture.shapes import Entry, Frame, Group, Lines, Panel, Pen, View
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import draw

LEGEND = (Entry("class A", "disc", "#D55E00"), Entry("class B", "square", "#0072B2"))


def inside(box, places):
    """Which places (n, 2) of the page are in the box."""
    low, high = (box.x, box.y), (box.x + box.width, box.y + box.height)
    return ((places > low) & (places < high)).all(axis=1)


def on_page(panel, line):
    """Places on a line (k, 2) of the panel, close together: a loop over its segments."""
    page = panel.to_page(np.asarray(line, float))
    shares = np.linspace(0.0, 1.0, 200)[:, None]
    return np.concatenate([a + shares * (b - a) for a, b in zip(page, page[1:], strict=False)])


@pytest.mark.parametrize("tip", [(-0.9, 0.9), (0.9, 0.9), (-0.9, -0.9), (0.9, -0.9)])
def test_that_a_legend_stands_over_no_arrow(tip):
    arrow = Lines("w", (np.array([(0.0, 0.0), tip]),), Pen("#000000", 2.0), arrow=True)
    panel = Panel(
        Frame(0, 0, 400, 300),
        View(-1.0, -1.0, 1.0, 1.0),
        (Group("weights", (arrow,)),),
        legend=LEGEND,
    )
    places = places_along(panel, arrows_of(panel.items))
    for before in ("top left", "top right"):
        corner = steady_corner(panel, places, before)
        box = legend_box(replace(panel, legend_at=corner))
        assert not inside(box, on_page(panel, arrow.lines[0])).any()


def moment_of(model, t, points):
    trace = Trace(Document(points, (Learner.of(model[0], **model[1]),)), 0)
    trace.reach(t, 60.0)
    return Snapshot.of(trace, t)


CASES = [
    (("svm", {}), 300, "loss"),
    (("perceptron", {}), 200, "loss"),
    (("svm", {"lam": 1e-5, "alpha": 0.001}), 2000, "loss"),  # it falls slowly, from end to end
    (("logistic", {"alpha": 10.0, "lam": 0.3}), 150, "loss"),
    (("perceptron", {}), 400, "error"),
]


@pytest.mark.parametrize("size", [(640, 400), (360, 300)])
@pytest.mark.parametrize(("model", "t", "curves"), CASES)
def test_that_the_legend_of_curves_stands_over_none_of_them(model, t, curves, size):
    moment = moment_of(model, t, make_points("moons", seed=1, n=60, noise=0.4))
    figure = Figure(view="curves", width=size[0], height=size[1], curves=curves)
    (panel,) = draw(figure, moment).panels
    box = legend_box(panel)
    lines = [
        line
        for group in panel.items
        if group.name == "curves"
        for item in group.items
        if isinstance(item, Lines)
        for line in item.lines
    ]
    assert lines
    for line in lines:
        assert not inside(box, on_page(panel, line)).any()


@pytest.fixture(scope="module")
def several():
    models = Learner.of("svm"), Learner.of("logistic"), Learner.of("perceptron")
    document = Document(make_points("moons", seed=1, n=60), models, title="Three at once")
    traces = [Trace(document, which) for which in range(3)]
    for trace in traces:
        trace.reach(100, 60.0)
    return replace(Snapshot.of(traces[0], 100), moments=other_models_at(traces, 100))


def sided(several, **fields):
    figure = Figure(view="plane", width=900, height=620, models=SIDE, **fields)
    return figure, draw(figure, several, LIGHT)


def test_that_planes_side_by_side_have_title_axes_and_one_legend(several):
    figure, picture = sided(several, title="Three at once")
    (title,) = [note for note in picture.notes if note.text == "Three at once"]
    assert title.place[0] == pytest.approx(figure.width / 2)
    assert len(picture.panels) == 3
    assert all(panel.across.title and panel.up.title for panel in picture.panels)
    assert all(len(panel.across.ticks) > 1 for panel in picture.panels)
    (legend,) = [panel for panel in picture.panels if panel.legend]
    assert {"A  y = −1", "B  y = +1"} <= {entry.text for entry in legend.legend}
    assert len({entry.text for entry in legend.legend}) == len(legend.legend)
    box = legend_box(legend)
    assert title.place[1] < box.y and box.x + box.width <= figure.width
    for panel in picture.panels:  # it stands over none of them
        assert box.y + box.height <= panel.frame.y + 1e-6
        assert panel.frame.y + panel.frame.height <= figure.height
    for one, other in zip(picture.panels, picture.panels[1:], strict=False):
        assert one.frame.width == pytest.approx(other.frame.width)


def test_that_planes_side_by_side_can_do_without(several):
    _, picture = sided(several, legend=False, axes=False)
    assert not any(panel.legend or panel.across or panel.up for panel in picture.panels)
    assert not picture.notes
