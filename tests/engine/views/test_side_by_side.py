"""A figure of several models: in each plane what a plane of that model alone shows."""

from dataclasses import replace

import numpy as np
import pytest

from linlab import Document, Learner, Trace, make_points
from linlab.engine.picture.other_models import cells
from linlab.engine.picture.shapes import Frame
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import draw

LEARNERS = tuple(Learner.of(model) for model in ("perceptron", "svm", "naive-bayes"))
DOCUMENT = Document(make_points("moons", n=60), LEARNERS, shares=(60.0, 20.0, 20.0))


def test_that_each_panel_is_the_plane_of_its_model():
    figure = Figure(width=700, height=500, models="side", legend=False, axes=False)
    picture = draw(figure, Snapshot.of(Trace(DOCUMENT, 1), 40))
    assert len(picture.panels) == 3
    for which, panel in enumerate(picture.panels):
        trace = Trace(DOCUMENT, which)
        alone = replace(DOCUMENT, learners=(LEARNERS[which],))
        other = draw(
            replace(
                figure,
                models="alone",
                region=panel.view,
                width=panel.frame.width + 2,
                height=panel.frame.height + 2,
            ),
            Snapshot.of(Trace(alone), 40),
        ).panels[0]
        for name in ("boundary", "margins"):
            a, b = (
                [line for item in each.named(name) for line in item.lines]
                for each in (panel, other)
            )
            assert len(a) == len(b)
            for mine, theirs in zip(a, b, strict=True):
                np.testing.assert_allclose(
                    mine, theirs, atol=0.02 * (panel.view.right - panel.view.left)
                )
        error = np.mean(
            np.where(
                trace.model(40).scores(trace.problem(40).held_out[0][0]).shape[1] == 1,
                (trace.model(40).scores(trace.problem(40).held_out[0][0])[:, 0] > 0),
                0,
            )
            != trace.problem(40).held_out[0][1]
        )
        words = panel.named("heading")[0].text
        assert words.startswith(LEARNERS[which].recipe.title)
        assert float(words.split()[-2]) == pytest.approx(100 * error, abs=0.051)


def test_that_a_document_of_one_model_has_one_plane_however_it_is_asked_for():
    alone = Document(DOCUMENT.points, LEARNERS[:1])
    for models in ("one", "side", "alone"):
        assert len(draw(Figure(models=models), Snapshot.of(Trace(alone), 9)).panels) == 1


def test_that_a_run_that_has_ended_stays_where_it_is():
    moment = Snapshot.of(Trace(DOCUMENT, 1), 500)
    ended = moment.other_models[2]
    assert ended.t == Trace(DOCUMENT, 2).clamp(500) < 500
    assert [other.t for other in moment.other_models[:2]] == [500, 500]


@pytest.mark.parametrize("many", range(1, 7))
@pytest.mark.parametrize("size", [(800, 640), (1200, 500), (300, 900)])
def test_that_the_planes_fill_the_room_without_touching(many, size):
    found = cells(Frame(5, 7, *size), many, 10)
    assert len({(round(cell.width, 6), round(cell.height, 6)) for cell in found}) == 1
    for k, a in enumerate(found):
        assert a.x >= 5 - 1e-9 and a.y >= 7 - 1e-9
        assert a.x + a.width <= 5 + size[0] + 1e-6 and a.y + a.height <= 7 + size[1] + 1e-6
        for b in found[k + 1 :]:
            assert (
                b.x >= a.x + a.width + 9.99
                or b.y >= a.y + a.height + 9.99
                or a.x >= b.x + b.width + 9.99
            )
    assert max(cell.x + cell.width for cell in found) == pytest.approx(5 + size[0])
