"""The bump that a step adds in a kernel space, against the kernel's formula."""

from dataclasses import replace

import numpy as np
import pytest

from linlab import Document, Learner
from linlab.engine.document.document import Source
from linlab.engine.export.figures.svg import svg
from linlab.engine.picture.layers import LAYERS, at_first
from linlab.engine.picture.palette import PALETTES
from linlab.engine.picture.plane_panel import plane_panel
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import Frame, View
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import draw

GAMMA = 0.7


def trace_of(space, **more):
    learner = Learner.of("perceptron", space=space, **more)
    return Trace(Document(Source("moons", 0).draw(), (learner,)))


def scene_of(trace, t, **more):
    points = trace.document.points
    return Scene(
        PALETTES["light"],
        points,
        trace.document.parts_of(points),
        trace.model(t),
        trace.step(t),
        View(-6.0, -6.0, 6.0, 6.0),
        (400.0, 400.0),
        learner=trace.document.learners_at(t)[trace.which],
        **more,
    )


def bump_at(scene):
    found = plane_panel(scene, at_first(), Frame(0, 0, 400, 400)).named("bump")
    return found[0] if found else None


@pytest.mark.parametrize(
    ("space", "kernel"),
    [
        ("rbf", lambda away: np.exp(-GAMMA * (away**2).sum(axis=1))),
        ("laplace", lambda away: np.exp(-GAMMA * np.abs(away).sum(axis=1))),
    ],
)
def test_that_it_is_drawn_where_the_kernel_falls_whenever_a_coefficient_changed(space, kernel):
    trace = trace_of(space, gamma=GAMMA)
    seen = 0
    for t in range(1, 40):
        step = trace.step(t)
        bump = bump_at(scene_of(trace, t))
        assert (bump is not None) == (step.margin <= 0)
        if bump is None:
            continue
        seen += 1
        for ring, level in zip(bump.rings, (0.2, 0.5, 0.8), strict=True):
            np.testing.assert_allclose(kernel(ring - step.x[0]), level, rtol=1e-6)
    assert seen > 5


def test_that_other_kernels_and_spaces_have_none():
    for space in ("polynomial", "linear", "fourier"):
        trace = trace_of(space)
        assert not any(bump_at(scene_of(trace, t)) for t in range(1, 12))
        assert "RBF or Laplace" in LAYERS["bump"].refuses(trace.document.learners[0], 2)


def test_that_the_shrinking_of_all_coefficients_is_no_bump():
    learner = Learner.of("svm", space="rbf", lam=0.1)
    trace = Trace(Document(Source("blobs", 0).draw(), (learner,)))
    still = [t for t in range(1, 300) if not trace.step(t).pulls.any()]
    assert still and not any(bump_at(scene_of(trace, t)) for t in still[:5])


def test_that_in_slow_motion_it_appears_as_the_boundary_moves():
    trace = trace_of("rbf")
    t = next(t for t in range(2, 40) if trace.step(t).updated)
    scene = replace(scene_of(trace, t), model=trace.model(t - 1), coming=True)
    assert bump_at(scene) is None
    half = bump_at(replace(scene, towards=(trace.model(t), 0.5)))
    whole = bump_at(scene_of(trace, t))
    assert half.opacity == pytest.approx(0.5 * whole.opacity)


def test_that_a_figure_has_it_if_the_layer_is_on():
    trace = trace_of("rbf")
    t = next(t for t in range(2, 40) if trace.step(t).updated)
    for layers, there in ((Figure().layers, False), (Figure().layers | {"bump"}, True)):
        picture = draw(Figure(layers=layers), Snapshot.of(trace, t))
        assert bool(picture.panels[0].named("bump")) == there
        assert ("bump added" in svg(picture)) == there
