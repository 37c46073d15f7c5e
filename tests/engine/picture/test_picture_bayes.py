"""Pictures of naive Bayes where classes are impossible: all that is drawn is finite, and nobody has
what nobody has seen."""

import numpy as np
import pytest

from linlab import Document, Learner, Points
from linlab.engine.picture.layers import boundary, regions
from linlab.engine.picture.palette import CLASS_COLOURS, PALETTES, mixed, rgb
from linlab.engine.picture.scene import Scene, shade
from linlab.engine.picture.shapes import View
from linlab.engine.train.trace import Trace

VIEW = View(-0.5, -0.5, 3.5, 3.5)
CORNERS = [
    (0.5, 0.5),
    (2.5, 2.5),
    (2.5, 0.5),
    (0.0, 3.0),
    (3.0, 0.0),
]  # bins of width 1 from 0 to 3


def scene_of(model, labels, t, towards=None):
    points = Points.of(CORNERS, list(labels))
    plain = {"smoothing": 0} if model == "naive-bayes" else {}
    learner = Learner.of(model, order="cyclic", **plain)
    trace = Trace(Document(points, (learner,), shares=(100.0, 0.0, 0.0)))
    step = (trace.model(t + 1), towards) if towards is not None else None
    return Scene(
        PALETTES["light"],
        points,
        np.zeros(5, int),
        trace.model(t),
        trace.step(t),
        VIEW,
        (300, 300),
        towards=step,
    )


def colour_at(scene, x, y):
    pixels = shade(scene).pixels[::-1]
    j, i = np.abs(scene.ys - y).argmin(), np.abs(scene.xs - x).argmin()
    return tuple((int(pixels[j, i]) >> shift) & 255 for shift in (16, 8, 0))


@pytest.mark.parametrize("labels", ["abaab", "abcab"])
def test_that_what_no_class_has_seen_has_nobodys_colour(labels):
    scene = scene_of("naive-bayes", labels, 2)  # one of a, one of b
    palette = PALETTES["light"]
    whole = [tuple(rgb(mixed(CLASS_COLOURS[k], palette.plane, palette.shade))) for k in (0, 1)]
    assert np.abs(np.subtract(colour_at(scene, 0.5, 0.5), whole[0])).max() <= 2
    assert np.abs(np.subtract(colour_at(scene, 2.5, 2.5), whole[1])).max() <= 2
    for place in [(0.5, 2.5), (2.5, 0.5), (1.5, 1.5)]:
        assert colour_at(scene, *place) == tuple(rgb(palette.plane))


@pytest.mark.parametrize("labels", ["abaab", "abcab"])
def test_that_the_boundary_is_where_the_answer_changes(labels):
    scene = scene_of("naive-bayes", labels, 2)
    (lines,) = boundary(scene)
    places = np.concatenate(lines.lines)
    reach = scene.xs[1] - scene.xs[0]
    assert np.isfinite(places).all()
    assert (
        np.abs(places - 2).min(axis=1) <= reach
    ).all()  # b has the last bins of both axes, a all else
    assert (places > 2 - reach).all()


@pytest.mark.parametrize("model", ["naive-bayes", "gaussian-naive-bayes"])
@pytest.mark.parametrize("labels", ["abaab", "abcab"])
def test_that_every_moment_and_all_between_can_be_drawn(model, labels):
    for t in range(6):
        for towards in (None, 0.0, 0.3, 1.0) if t < 5 else (None,):
            scene = scene_of(model, labels, t, towards)
            assert np.isfinite(scene.field).all()
            shades = [item for item in regions(scene) if hasattr(item, "pixels")]
            for shading in shades:
                assert ((shading.strength >= 0) & (shading.strength <= 1)).all()
                ny, nx = len(scene.ys), len(scene.xs)
                assert shading.pixels.shape in (
                    (ny, nx),
                    (2 * ny - 1, 2 * nx - 1),
                )  # coarse cells are drawn in four
                shading.bands()
            for item in boundary(scene):
                assert all(np.isfinite(line).all() for line in item.lines)


def test_that_the_only_class_counted_has_the_whole_plane():
    palette, scene = PALETTES["light"], scene_of("gaussian-naive-bayes", "babab", 1)
    whole = rgb(mixed(CLASS_COLOURS[1], palette.plane, palette.shade))
    for place in [(0.5, 0.5), (3.0, 0.0), (0.0, 3.0)]:
        assert np.abs(np.subtract(colour_at(scene, *place), whole)).max() <= 2
