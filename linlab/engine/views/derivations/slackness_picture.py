"""The picture of complementary slackness: each example at its margin m and its multiplier a, at the
exact optimum. All lie on a path of three pieces: a = 0 right of m = 1, anything between 0 and C/N at
m = 1, and a = C/N left of it, where there is slack."""

from typing import Any

import numpy as np

from linlab.engine.optimum.exact import Optimum
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Frame, Item, Label, Lines, Panel, Pen
from linlab.engine.views.chart import chart, span_of
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.marks import class_marks, rings
from linlab.engine.views.kit.ready import Ready
from linlab.engine.views.plane_and_curves import roomy
from linlab.engine.words.derivations.spaces import margins_of
from linlab.engine.words.derivations.svm_dual import multipliers

SIZE = 7.0  # of a mark
MOST_MARGIN = 4.0  # times the least room: examples farther out stand at the edge


def slackness_picture(
    figure: Figure, ready: Ready[Any, Any], found: Any, palette: Palette, room: Frame
) -> tuple[Panel, ...]:
    if not isinstance(found, Optimum):
        return ()
    return (
        roomy(lambda frame: _chart(figure, ready, found, palette, frame), figure, room, palette),
    )


def _chart(
    figure: Figure, ready: Ready[Any, Any], found: Optimum, palette: Palette, frame: Frame
) -> Panel:
    problem = found.problem
    a = multipliers(found)
    places = np.stack([margins_of(problem, found.theta), a], axis=1)
    across = span_of(places[:, 0], [1.0])
    top = found.bound if len(found.bounded) else float(a.max())
    up = (-0.06 * top, 1.16 * top)
    path = [(across[1], 0.0), (1.0, 0.0), (1.0, min(found.bound, up[1]))]
    if found.bound <= up[1]:
        path.append((across[0], found.bound))
    rim = Pen(palette.rim, 0.6)
    size = SIZE * figure.scale
    items: list[Item] = [
        Lines("path", (np.array(path),), Pen(palette.on_card(palette.quiet), 1.6 * figure.scale)),
        class_marks(ready.points, problem.classes, problem.y, problem.ids, places, size, rim),
        *rings(figure, ready, palette, problem.ids, places, 2.0 * size),
    ]
    if found.bound <= up[1]:
        place = (across[1], found.bound)
        items.append(Label("aᵢ = C/N: slack", place, 0.85 * figure.font, palette.quiet, "end"))
    return chart(
        figure, frame, palette, items, across, up, titles=("margin m at the optimum", "aᵢ")
    )
