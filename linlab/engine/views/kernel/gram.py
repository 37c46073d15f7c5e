"""The Gram matrix ⟨φ(xᵢ), φ(xⱼ)⟩ of the examples as an image, ordered by class: what is alike makes
bright blocks."""

from typing import Any

import numpy as np

from linlab.engine.ground.numerals import grouped, number
from linlab.engine.picture.palette import Palette, rgb
from linlab.engine.picture.shapes import Areas, Cells, Frame, Item, Label, Lines, Panel, Pen, View
from linlab.engine.train.problem import Problem
from linlab.engine.views.chart import bare
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.marks import class_colour, highlights
from linlab.engine.views.snapshot import Snapshot

MOST_EXAMPLES = 240  # examples that are shown, evenly chosen


def order_by_class(problem: Problem) -> Any:
    """The examples by class and, within it, as they come; of many only some, evenly. (m,)"""
    order = np.argsort(problem.y, kind="stable")
    return order[
        np.unique(np.linspace(0, problem.n - 1, min(problem.n, MOST_EXAMPLES)).round().astype(int))
    ]


def gram_of(problem: Problem, order: Any) -> Any:
    """⟨φ(xᵢ), φ(xⱼ)⟩ of these examples, without what a bias adds. (m, m)"""
    if problem.kernel is not None:
        x = problem.x[order]
        return problem.kernel.gram(x, x, problem.learner.settings)
    features = problem.columns[order][:, : problem.d - problem.constant]
    return features @ features.T


def gram_panel(
    problem: Problem, figure: Figure, moment: Snapshot, palette: Palette, frame: Frame
) -> Panel:
    order = order_by_class(problem)
    table = gram_of(problem, order)
    ids = problem.ids[order]
    many = len(order)
    low = min(0.0, float(table.min()))
    high = float(table.max())
    side = min(frame.width - 3.2 * figure.font, frame.height - 3.4 * figure.font)
    size = figure.font
    x0 = (frame.width - side) / 2 + 0.8 * size
    y0 = 1.0 * size  # on the page, within the frame
    unit = side / many
    view = View(
        -x0 / unit,
        many + y0 / unit - frame.height / unit,
        (frame.width - x0) / unit,
        many + y0 / unit,
    )
    items: list[Item] = [
        Cells("gram", inked(table, low, high, palette), (0.0, many, 0.0, many), (ids, ids))
    ]
    edges = [0, *(np.flatnonzero(np.diff(problem.y[order])) + 1).tolist(), many]
    thick = 0.5 * size / unit
    for a, b in zip(edges, edges[1:], strict=False):
        name = problem.classes[problem.y[order[a]]]
        ink = class_colour(moment.points, name)
        far, near = -1.6 * thick, -0.6 * thick
        beside = np.array([(far, many - a), (near, many - a), (near, many - b), (far, many - b)])
        below = np.array([(a, near), (b, near), (b, far), (a, far)])
        items.append(Areas(name, (beside, below), ink))
    _, selection, pointed = highlights(moment, palette)
    for each in (selection, pointed._replace(ink=palette.on_card(palette.halo))):
        at = np.flatnonzero(each.among(ids))[:40]
        if len(at):
            crossed = [np.array([(0, many - k - 0.5), (many, many - k - 0.5)]) for k in at]
            crossed += [np.array([(k + 0.5, 0), (k + 0.5, many)]) for k in at]
            pen = Pen(each.ink, max(1.2, 0.5 * unit), opacity=0.75)
            items.append(Lines(each.name, tuple(crossed), pen))
    words = f"k(xᵢ, xⱼ) from {number(low)} to {number(high)}"
    words += (
        f", {grouped(many)} of {grouped(problem.n)} examples"
        if many < problem.n
        else f", {grouped(many)} examples"
    )
    items.append(
        Label(words, (many / 2, -2.6 * thick - 0.2 * size / unit), size, palette.quiet, "middle")
    )
    return bare(frame, view, tuple(items), palette, figure.font)


def inked(table: Any, low: float, high: float, palette: Palette) -> Any:
    """Colours: 0 is the card, the largest the accent, the lowest vermilion. (m, m) uint32, the
    first row at the top"""
    ground, up, down = (
        np.array(rgb(ink), float) for ink in (palette.card, palette.accent, "#D55E00")
    )
    above = (np.clip(table, 0.0, high) / high if high > 0 else 0.0 * table)[..., None]
    below = (np.clip(table, low, 0.0) / low if low < 0 else 0.0 * table)[..., None]
    mix = np.round(ground + above * (up - ground) + below * (down - ground)).astype(np.uint32)
    return (0xFF000000 | mix[..., 0] << 16 | mix[..., 1] << 8 | mix[..., 2]).astype(np.uint32)
