"""Pictures made by hand, with one of everything."""

import numpy as np

from linlab.engine.picture.palette import LIGHT
from linlab.engine.picture.shapes import (
    Axis,
    Entry,
    Frame,
    Group,
    Item,
    Label,
    Lines,
    Marks,
    Panel,
    Pen,
    Picture,
    Shading,
    View,
)
from linlab.engine.picture.symbols import OUTLINES

FRAME = Frame(50, 30, 400, 200, pen=Pen("#123456", 2.0))
VIEW = View(-2.0, -1.0, 2.0, 1.0)  # a unit is 100 pixels
PLACES = np.array([(-1.5, 0.5), (0.0, 0.0), (1.25, -0.75)])


def shading() -> Shading:
    """Class 0 to the left, class 1 to the right, class 2 in a disc in the middle."""
    xs, ys = np.meshgrid(np.linspace(-2, 2, 81), np.linspace(-1, 1, 41))
    scores = np.stack([-3 * xs, 3 * xs, 3 - 6 * np.hypot(xs, ys)])
    best = np.sort(scores, axis=0)
    lead = best[-1] - best[-2]
    return Shading(
        scores.argmax(axis=0),
        lead / (1 + lead),
        ("#D55E00", "#0072B2", "#009E73"),
        "#FBFCFD",
        0.42,
        (-2.025, 2.025, -1.025, 1.025),
    )


def panel(*items: Item, scale: float = 1.0, title: str = "") -> Panel:
    return Panel(FRAME, VIEW, items, scale=scale, title=title)


def page(*panels: Panel, notes: tuple[Label, ...] = ()) -> Picture:
    return Picture(500, 300, "#FFFFFF", panels, notes)


def everything() -> Picture:
    turn = np.linspace(0, 2 * np.pi, 200)
    ring = np.column_stack([1.5 * np.cos(turn), 0.8 * np.sin(turn)])
    marks = [
        Marks(f"shape {symbol}", symbol, PLACES, 12.0, "#D55E00", Pen("#FFFFFF", 1.0))
        for symbol in OUTLINES
    ]
    rings = [
        Marks(f"ring {symbol}", symbol, PLACES, 20.0, None, Pen("#2F6FDE", 2.0))
        for symbol in OUTLINES
    ]
    items: tuple[Item, ...] = (
        Group("still", (shading(), Lines("boundary", (ring,), Pen("#1F2933", 2.6)))),
        Lines("boundary", (np.array([(-5.0, -3.0), (5.0, 3.0)]),), Pen("#1F2933", 2.6)),
        Lines(
            "margins", (np.array([(-2.0, 0.0), (2.0, 1.0)]),), Pen("#1F2933", 1.4, (6.0, 4.0), 0.5)
        ),
        Lines("odd dashes", (np.array([(-2.0, 0.0), (2.0, -1.0)]),), Pen("#1F2933", 1.4, (5.0,))),
        Lines("weights", (np.array([(0.0, 0.0), (0.9, 0.4)]),), Pen("#2F6FDE", 2.4), arrow=True),
        Lines("nothing", (), Pen("#000000")),
        Lines("empty", (np.zeros((0, 2)), np.zeros((1, 2))), Pen("#000000")),
        Lines("standing", (np.zeros((2, 2)),), Pen("#000000"), arrow=True),
        *marks,
        *rings,
        Marks("none", "disc", np.zeros((0, 2)), 12.0, "#D55E00"),
        Marks("bare", "star", PLACES, 24.0, "#009E73"),
        Marks("invisible", "disc", PLACES, 24.0, None),
        Label("#12  margin −1.25", (0.0, 0.0), 13.0, "#1F2933", dx=22.0, veil="#FFFFFF"),
        Label("‖w‖", (1.0, 0.5), 13.0, "#1F2933", "middle", bold=True, turned=True, veil="#FFFFFF"),
        Label("end & <tag>", (1.9, -0.9), 13.0, "#1F2933", "end", dx=-3.0, dy=4.0),
    )
    legend = (
        Entry("class A_1", "disc", "#D55E00"),
        Entry("100 % of “β”", "cross", "#0072B2", Pen("#FFFFFF", 1.0)),
        Entry("support vectors", "hexagon", None, Pen("#1F2933", 1.4)),
        Entry("margin", pen=Pen("#1F2933", 1.4, (6.0, 4.0))),
    )
    ticks = tuple((float(v), str(v).replace("-", "−")) for v in (-9, -2, -1, 0, 1, 2, 9))
    main = Panel(
        FRAME,
        VIEW,
        items,
        LIGHT,
        12.0,
        Axis(ticks, "x₁", grid=True),
        Axis(ticks, "x₂"),
        "Perceptron",
        legend,
    )
    bare = Panel(
        Frame(300, 250, 100, 40),
        VIEW,
        (shading(),),
        LIGHT,
        legend=legend[:1],
        legend_at="top right",
    )
    note = Label("a note — 50 %", (250.0, 285.0), 14.0, "#66717F", "middle")
    return Picture(500, 300, "#FFFFFF", (main, bare), (note,))
