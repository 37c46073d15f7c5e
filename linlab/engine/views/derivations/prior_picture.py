"""The picture of a prior: its density, and each weight of this step on it."""

from typing import Any

import numpy as np

from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Entry, Frame, Item, Lines, Marks, Panel, Pen
from linlab.engine.views.chart import chart
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.ready import Ready
from linlab.engine.views.plane_and_curves import roomy
from linlab.engine.words.derivations.prior import prior_of, weights_of

PRIOR_WIDTHS = 3.5  # widths of the prior on each side
POINTS = 201  # of the curve; odd, so that one is at the tip of Laplace's


def prior_picture(
    figure: Figure, ready: Ready[Any, Any], found: Any, palette: Palette, room: Frame
) -> tuple[Panel, ...]:
    return (roomy(lambda frame: _chart(figure, ready, palette, frame), figure, room, palette),)


def _chart(figure: Figure, ready: Ready[Any, Any], palette: Palette, frame: Frame) -> Panel:
    problem = ready.trace.problem(ready.t)
    prior = prior_of(problem)
    w = weights_of(problem, ready.trace.at(ready.t).theta)
    far = max(PRIOR_WIDTHS * prior.width, 1.1 * float(np.abs(w).max(initial=0.0)))
    x = np.linspace(-far, far, POINTS)
    density = np.exp(prior.log_density(x))
    up = (0.0, 1.15 * float(density.max()))
    pen = Pen(palette.accent, 2.0 * figure.scale)
    ink = palette.on_card(palette.wrong)
    places = np.stack([w, np.exp(prior.log_density(w))], axis=1)
    items: list[Item] = [
        Lines("prior", (np.stack([x, density], axis=1),), pen),
        Marks("weights", "disc", places, 7.0 * figure.scale, ink, Pen(palette.card, 1.0)),
    ]
    name = "Laplace prior" if prior.laplace else "Gaussian prior"
    entries = (Entry(name, pen=pen), Entry("weights now", "disc", ink))
    return chart(
        figure,
        frame,
        palette,
        items,
        (-far, far),
        up,
        titles=("weight", "density"),
        legend=entries,
        narrow=True,
    )
