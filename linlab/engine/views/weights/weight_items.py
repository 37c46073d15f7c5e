"""What is drawn in weight space: level lines, the lines of examples, the θ they agree on, paths, a
projection, and marks."""

from dataclasses import replace

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.numerals import number
from linlab.engine.learner.losses import Kink
from linlab.engine.learner.parameters import READ_OUTS
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import (
    Areas,
    Group,
    Item,
    Label,
    Lines,
    Marks,
    Panel,
    Pen,
    View,
)
from linlab.engine.train.state import Step
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.marks import class_marks, highlights
from linlab.engine.views.snapshot import Snapshot

from .slice import Slice, chords, clipped
from .surface import Surface

READOUTS = {each.key: each.words for each in READ_OUTS.values()} | {"best": "best on dev"}
TICK = 22.0  # on the page: an arrow to the side where an example is content
CORNER = 6.0  # on the page: the sign of a right angle


def levels(figure: Figure, palette: Palette, j: Surface) -> list[Item]:
    """A line for each value of J."""
    pen = Pen(palette.accent, 0.9 * figure.scale, opacity=0.5)
    lines = tuple(
        Lines(f"J = {number(value)}", tuple(found), pen) for value, found in j.levels if found
    )
    return [Group("levels", lines)] if lines else []


def agreed(cut: Slice, kink: Kink, view: View, palette: Palette) -> list[Item]:
    """The θ for which every example has the margin that the loss asks for: for a perceptron the
    version space."""
    left, bottom, right, top = view
    ring = clipped(
        np.array([(left, bottom), (right, bottom), (right, top), (left, top)]), *cut.walls(kink)
    )
    x, y = ring.T
    size = abs(float(x @ np.roll(y, 1) - y @ np.roll(x, 1))) / 2
    if size <= 1e-9 * (right - left) * (
        top - bottom
    ):  # a place or a line, where margins are just what is asked for
        return []
    return [Areas("agreed", (ring,), palette.test, Pen(palette.test, 1.0, opacity=0.8), 0.3)]


def walls(
    figure: Figure,
    moment: Snapshot,
    palette: Palette,
    cut: Slice,
    kink: Kink,
    panel: Panel,
    everyone: bool,
) -> list[Item]:
    """The lines of examples, each with a mark of its class at one end: of everyone, or of those
    that are highlighted. The highlighted ones are thick."""
    examples, scale = cut.problem, figure.scale
    normals, offsets = cut.walls(kink)
    which, ends = chords(panel.view, normals, offsets)
    highlighted = highlights(moment, palette)
    if not everyone:
        among = np.zeros(len(which), bool)
        for each in highlighted:
            among |= each.among(examples.ids[which])
        which = which[among]
        ends = ends[among]
    items: list[Item] = []
    if not len(which):
        return items
    faint = 0.45 if len(which) <= 60 else 0.2
    items.append(Lines("walls", tuple(ends), Pen(palette.quiet, 0.8 * scale, opacity=faint)))
    length = np.maximum(np.hypot(*(panel.to_page(ends[:, 0]) - panel.to_page(ends[:, 1])).T), 1e-9)
    inwards = np.minimum(0.5, 5.0 * scale / length)[:, None]
    places = ends[:, 1] + inwards * (ends[:, 0] - ends[:, 1])
    ids = examples.ids[which]
    rim = Pen(palette.rim, 0.6 * scale)
    items.append(
        class_marks(
            moment.points, examples.classes, examples.y[which], ids, places, 6.0 * scale, rim
        )
    )
    example, *others = highlighted
    for each in (*others, example):
        among = each.among(ids)
        if among.any():
            items.append(Lines(each.name, tuple(ends[among]), Pen(each.ink, 2.4 * scale)))
            if each.name != "selection":
                k = int(np.flatnonzero(among)[0])
                pen = Pen(each.ink, 2.0 * scale)
                items.append(_tick(panel, ends[k], normals[which[k]], pen, each.name))
    return items


def _tick(panel: Panel, ends: Floats, normal: Floats, pen: Pen, name: str) -> Lines:
    """An arrow from the middle of a line to its better side, upright on the page."""
    middle = ends.mean(axis=0)
    a, b = panel.to_page(ends)
    across = np.array([b[1] - a[1], a[0] - b[0]]) / max(float(np.hypot(*(b - a))), 1e-9)
    start = panel.to_page(middle)[0]
    tip = np.array(panel.from_page(*(start + TICK * across)))
    if normal @ (tip - middle) < 0:
        tip = np.array(panel.from_page(*(start - TICK * across)))
    return Lines(f"{name} side", (np.stack([middle, tip]),), pen, arrow=True)


def ways(figure: Figure, palette: Palette, own: Floats, other: Floats) -> list[Item]:
    """The way of θ, and beside that of momentum the one of plain SGD."""
    items: list[Item] = []
    if len(other) > 1:
        items.append(
            Lines("plain SGD", (other,), Pen(palette.quiet, 1.4 * figure.scale, (4.0, 3.0)))
        )
    if len(own) > 1:
        items.append(Lines("way halo", (own,), Pen(palette.card, 5.0 * figure.scale, opacity=0.8)))
        items.append(Lines("way", (own,), Pen(palette.text, 1.8 * figure.scale)))
        items.append(
            Marks(
                "steps", "disc", own, (3.6 if len(own) < 80 else 2.4) * figure.scale, palette.text
            )
        )
    return items


def projection(
    figure: Figure, step: Step, palette: Palette, cut: Slice, kink: Kink, panel: Panel
) -> tuple[list[Item], str]:
    """MIRA's step as what it is: the shortest way to where the example has its margin, as far as
    the cap lets it."""
    before, after = cut.of(step.before), cut.of(step.after)
    items: list[Item] = [
        Lines(
            "step",
            (np.stack([before, after]),),
            Pen(palette.in_plane(palette.halo), 2.6 * figure.scale),
            arrow=True,
        )
    ]
    if cut.problem.rows > 1:
        return items, ""
    normals, offsets = cut.walls(kink)
    n = normals[step.example]
    o = float(offsets[step.example])
    if not n.any():
        return items, ""
    size = float(np.abs(n).max())  # squares of small numbers are none
    with np.errstate(over="ignore", invalid="ignore"):
        n = n / size
        o = float(np.float64(o) / size)
        foot = before + n * ((o - n @ before) / (n @ n))
    if not np.isfinite(foot).all():  # no number says where it would go
        return items, ""
    reached = bool(
        np.hypot(*(foot - after)) <= 1e-6 * max(1e-300, float(np.hypot(*(foot - before))))
    )
    if not reached:
        items.append(
            Lines(
                "rest",
                (np.stack([after, foot]),),
                Pen(palette.in_plane(palette.halo), 1.4 * figure.scale, (3.0, 3.0)),
            )
        )
    items += _right_angle(figure, palette, panel, before, foot)
    return items, "MIRA takes the shortest path to the line" + (
        "" if reached else ", but no further than C allows"
    )


def _right_angle(
    figure: Figure, palette: Palette, panel: Panel, before: Floats, foot: Floats
) -> list[Item]:
    """At the foot of the projection, where both axes have the same unit and so it is one on the
    page too."""
    view, frame = panel.view, panel.frame
    same = np.isclose(
        (view.right - view.left) / frame.width, (view.top - view.bottom) / frame.height
    )
    a, b = panel.to_page(np.stack([before, foot]))
    far = float(np.hypot(*(b - a)))
    if not same or far < 2.5 * CORNER:
        return []
    back = CORNER * figure.scale * (a - b) / far
    beside = np.array([-back[1], back[0]])
    corner = [panel.from_page(*place) for place in (b + back, b + back + beside, b + beside)]
    return [
        Lines(
            "right angle",
            (np.array(corner),),
            Pen(palette.in_plane(palette.halo), 1.2 * figure.scale),
        )
    ]


def marks(
    figure: Figure,
    palette: Palette,
    cut: Slice,
    answer: Floats,
    readout: str,
    best: Floats | None,
    panel: Panel,
) -> list[Item]:
    """θ, what answers if that is another, and the exact optimum."""
    items: list[Item] = []
    size = 0.85 * figure.font
    scale = figure.scale
    if best is not None and _inside(panel.view, best):
        items += [
            Marks(
                "optimum",
                "cross",
                best[None],
                13.0 * scale,
                palette.best,
                Pen(palette.card, 1.0 * scale),
            ),
            _beside(panel, "exact optimum", best, size, palette.best, palette),
        ]
    items.append(
        Marks(
            "now",
            "disc",
            cut.place[None],
            10.0 * scale,
            palette.accent,
            Pen(palette.card, 1.6 * scale),
        )
    )
    if not np.array_equal(answer, cut.place):
        items += [
            Marks(
                "answer",
                "diamond",
                answer[None],
                11.0 * scale,
                palette.text,
                Pen(palette.card, 1.4 * scale),
            ),
            _beside(panel, READOUTS.get(readout, readout), answer, size, palette.text, palette),
        ]
    return items


def _inside(view: View, place: Floats) -> bool:
    return bool(view.left <= place[0] <= view.right and view.bottom <= place[1] <= view.top)


def _beside(
    panel: Panel, text: str, place: Floats, size: float, ink: str, palette: Palette
) -> Label:
    """Words at the side of a place where there is room for them."""
    x = float(panel.to_page(place)[0, 0])
    right = x + 1.2 * size + text_width(text, size) < panel.frame.x + panel.frame.width
    plain = Label(
        text, (float(place[0]), float(place[1])), size, ink, "start", 1.1 * size, veil=palette.card
    )
    return plain if right else replace(plain, anchor="end", dx=-1.1 * size)
