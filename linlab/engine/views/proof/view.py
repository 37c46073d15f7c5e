"""Proof: k mistakes against the bound R²/γ*², with the two curves that force them together.

Every mistake takes θ a step of γ* or more towards u, so u·θ grows like k; but it makes ‖θ‖² longer
by no more than R², because the example was on the wrong side, so ‖θ‖ grows like √k. Where the
curves meet there are no more mistakes. Below, each example at its margin under u. What no θ is
right about falls short of γ* by d, and D² = Σ d² lets the lower curve sink.
"""

import numpy as np

from linlab.engine.ground.numerals import grouped, worked_out
from linlab.engine.optimum import theory
from linlab.engine.picture.metrics import shortened, wrapped
from linlab.engine.picture.palette import Palette, colour_of, symbol_of
from linlab.engine.picture.shapes import (
    Entry,
    Frame,
    Group,
    Item,
    Label,
    Lines,
    Marks,
    Panel,
    Pen,
    View,
)
from linlab.engine.train.kinds.table import kind_of
from linlab.engine.views.chart import Span, bare, chart, span_of, upright
from linlab.engine.views.figure import Figure
from linlab.engine.views.plane_and_curves import roomy
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.view import FigureView, Option, Work

from .bounded import Bounded, bounded, crossing, epochs_begun, shown, sides

LOWER, UPPER, TOWARDS = "#8C6BB1", "#E69F00", "#009E73"  # as in the curves of the proof
LINE, MOST = 1.35, 7  # of words: how high one is, in sizes of the type, and how many there may be
STRIP = 6.4  # sizes of the type: the examples at their margins
LOW = 26.0  # a room that is lower has the bound alone, not why it holds


def refuses(moment: Snapshot) -> str:
    if moment.model is None or moment.trace is None:
        return "There is nothing to learn from yet: training needs points of at least two classes."
    learner = moment.trace.problem(moment.t).learner
    why = kind_of(learner).why_no("bound", learner)
    if why:
        return why
    if not learner.recipe.loss.mistake_driven:
        return (
            f"{learner.recipe.title} moves also where its answer is right, so its updates are not mistakes and θ need not "
            "stay short: the proof is about the perceptron."
        )
    return theory.why_unbounded(moment.trace, moment.t)


FAR = Option(
    "upto",
    "Up to",
    "how far the axis of mistakes goes",
    lambda moment: (("bound", "the bound"), ("now", "now"), ("log", "the bound, logarithmic")),
)


def proof(figure: Figure, moment: Snapshot, palette: Palette, room: Frame) -> tuple[Panel, ...]:
    assert moment.trace is not None
    bound = (
        moment.found
        if isinstance(moment.found, Bounded) and moment.found.problem is moment.trace.problem(0)
        else None
    )
    slack = None if bound is None else bound.slack
    size = 0.9 * figure.font
    roomy_enough = room.height >= LOW * figure.font
    words = _told(moment, bound) if roomy_enough else _told(moment, bound)[:1]
    lines = [line for each in words for line in wrapped(each, room.width - 2 * size, size)][:MOST]
    foot = min((LINE * max(4 if roomy_enough else 3, len(lines)) + 0.6) * size, 0.45 * room.height)
    strip = 0.0 if slack is None or not roomy_enough else STRIP * figure.font
    top = Frame(room.x, room.y, room.width, room.height - foot - strip)
    panels = []
    if bound is not None and slack is not None:
        middle = Frame(room.x, room.y + top.height, room.width, strip)
        panels = [
            roomy(
                lambda frame: _curves(figure, moment, palette, frame, bound), figure, top, palette
            )
        ]
        if strip:
            panels.append(
                roomy(
                    lambda frame: _margins(figure, moment, palette, frame, bound),
                    figure,
                    middle,
                    palette,
                )
            )
    below = Frame(room.x, room.y + room.height - foot + 1, room.width, foot - 2) if panels else room
    return (*panels, _words(figure, palette, below, lines))


def _curves(
    figure: Figure, moment: Snapshot, palette: Palette, frame: Frame, bound: Bounded
) -> Panel:
    """Both sides of the inequality over k, what they enclose, and where they meet."""
    assert bound.slack is not None and moment.trace is not None
    far, slack, scale = FAR.value(figure, moment), bound.slack, figure.scale
    deviation = slack.deviation(shown(moment, bound.problem))
    last, grown = crossing(slack, deviation), bound.grown(moment.trace, moment.t)
    made = float(grown[-1, 0])
    log = far == "log"
    end = 1.06 * max(4.0, made if far == "now" else max(last, made))
    k = np.geomspace(1.0, end, 200) if log else np.linspace(0.0, end, 200)
    lower, upper = sides(slack, deviation, k)
    pens = {
        "upper": Pen(UPPER, 1.7 * scale, (6.5, 3.7)),
        "length": Pen(palette.accent, 2.0 * scale),
        "projection": Pen(TOWARDS, 2.0 * scale),
        "lower": Pen(LOWER, 1.7 * scale, (6.5, 3.7)),
    }
    items: list[Item] = [
        Lines(name, (_line(k, y, log),), pens[name])
        for name, y in (("lower", lower), ("upper", upper))
    ]
    across: Span = (0.0, float(np.log10(end))) if log else (0.0, end)
    shown_to = [upper, grown[:, 2], np.maximum(lower, 0.0)]
    top = 1.15 * max(float(x.max()) for x in shown_to)
    least = min(float(x[x > 0].min(initial=top)) for x in (upper, lower, grown[:, 1])) / 1.3
    up = (
        (float(np.log10(max(least, top / 1e3))), float(np.log10(top)))
        if log
        else span_of(*shown_to)
    )
    if last <= end:
        items.append(
            Lines(
                "bound",
                (upright(float(np.log10(last)) if log else last, up),),
                Pen(palette.wrong, 1.4 * scale),
            )
        )
    for name, column in (("projection", 1), ("length", 2)):
        line = _line(grown[:, 0], grown[:, column], log)
        if len(line):
            items += [
                Lines(name, (line,), pens[name]),
                Marks(f"{name} now", "disc", line[-1:], 6 * scale, pens[name].colour),
            ]
    names = ("√k·R", "‖θ‖", "u·θ", "kγ*" if bound.separable else "kγ* − √k·D")
    entries = tuple(Entry(text, pen=pen) for text, pen in zip(names, pens.values(), strict=True))
    title = "length of θ" if bound.problem.learner["alpha"] == 1 else "length of θ/α"
    title = title if frame.height > 7 * figure.font else ""
    return chart(
        figure,
        frame,
        palette,
        items,
        across,
        up,
        titles=("mistakes k", title),
        log=(log, log),
        legend=entries,
        legend_at="bottom right" if far != "now" else "top left",
        narrow=True,
    )


def _line(k: np.ndarray, values: np.ndarray, log: bool) -> np.ndarray:
    """Places on the axes; on logarithmic ones what is not above 0 is left out."""
    line = np.stack([k, values], axis=1)
    return np.log10(line[(line > 1e-12).all(axis=1)]) if log else line


def _margins(
    figure: Figure, moment: Snapshot, palette: Palette, frame: Frame, bound: Bounded
) -> Panel:
    """Each example at its margin under u: those left of γ* fall short of it."""
    assert bound.slack is not None
    problem, margins, classes = bound.problem, bound.margins, moment.points.classes
    rows = len(problem.classes)
    places = np.stack([margins, (rows - 1 - problem.y) + 0.5], axis=1)
    across, up = span_of(margins, [bound.slack.gamma]), (0.0, float(rows))
    size, marks = (7.0 if rows < 4 else 5.0) * figure.scale, []
    for c, name in enumerate(problem.classes):
        label, own = classes.index(name) if name in classes else 0, problem.y == c
        marks.append(
            Marks(
                name,
                symbol_of(label),
                places[own],
                size,
                colour_of(label),
                Pen(palette.rim, 0.6),
                problem.ids[own],
            )
        )
    items: list[Item] = [
        Lines("zero", (upright(0.0, up),), Pen(palette.quiet, 1.0)),
        Group("examples", tuple(marks)),
        Lines(
            "gamma", (upright(bound.slack.gamma, up),), Pen(LOWER, 2.2 * figure.scale, (5.0, 3.0))
        ),
    ]
    for name, ids, ink in (
        ("example", () if moment.step is None else moment.step.ids[:1], palette.halo),
        ("selection", sorted(moment.selection), palette.accent),
        ("pointed", () if moment.pointed is None else (moment.pointed,), palette.text),
    ):
        lit = np.isin(problem.ids, np.asarray(ids, np.int64))
        if lit.any():
            items.append(
                Marks(name, "disc", places[lit], 2.0 * size, None, Pen(ink, 2.0 * figure.scale))
            )
    made = chart(
        figure, frame, palette, items, across, up, titles=("margin under u; dashed: γ*", "")
    )
    return Panel(
        made.frame,
        made.view,
        tuple(items),
        made.palette,
        made.font,
        made.across,
        None,
        scale=made.scale,
    )


def _told(moment: Snapshot, bound: Bounded | None) -> list[str]:
    """The bound in numbers that come out as they are printed, and why it holds."""
    assert moment.trace is not None
    if bound is None:
        return ["The largest margin is being looked for."]
    made, slack, problem = moment.trace.mistakes(moment.t), bound.slack, bound.problem
    so_far = f"so far k = {grouped(made)}"
    if slack is None:
        return [
            f"{theory.MIXED} Even with slack no u says more than that every example shown may be a mistake; {so_far}."
        ]
    many = "" if problem.rows == 1 else " over each other class"
    if bound.separable:
        (r, gamma), limit = worked_out(
            lambda v: (v[0] / v[1]) ** 2, crossing(slack, 0.0), 3, slack.radius, slack.gamma
        )
        return [
            f"R = {r} and γ* = {gamma}, so k ≤ (R/γ*)² = {limit}; {so_far}.",
            f"Why: u of the largest margin γ*{many} is right about all, so each mistake adds γ* or more to u·θ. "
            "It adds R² or less to ‖θ‖², because θ was wrong about it. So kγ* ≤ u·θ ≤ ‖θ‖ ≤ √k·R.",
        ]
    deviation, epochs = slack.deviation(shown(moment, problem)), epochs_begun(problem, moment.t)
    (r, d, gamma), limit = worked_out(
        lambda v: ((v[0] + v[1]) / v[2]) ** 2,
        crossing(slack, deviation),
        3,
        slack.radius,
        deviation,
        slack.gamma,
    )
    passes = "this epoch" if epochs == 1 else f"{grouped(epochs)} epochs"
    first = (bound.unsure or "No θ is right about every example").rstrip(".")
    return [
        f"{first}. With slack: R = {r}, D = {d} and γ* = {gamma}, so k ≤ ((R + D)/γ*)² = {limit}; {so_far}.",
        f"Why: an example may miss γ*{many} by d under u; D² is the sum of d² over all shown in {passes}. The d of k "
        "mistakes add up to √k·D at most, so kγ* − √k·D ≤ u·θ ≤ ‖θ‖ ≤ √k·R. u and γ* are those of the least bound.",
    ]


def _words(figure: Figure, palette: Palette, room: Frame, lines: list[str]) -> Panel:
    size = 0.9 * figure.font
    wide, many = room.width - 2 * size, room.height / (LINE * size)
    items = tuple(
        Label(
            shortened(line, wide, size),
            (size, many - 0.6 - k),
            size,
            palette.text if k == 0 else palette.quiet,
        )
        for k, line in enumerate(lines)
        if k < many
    )
    return bare(room, View(0, 0, room.width, many), items, palette, figure.font)


def _key(figure: Figure, moment: Snapshot) -> tuple[object, ...]:
    assert moment.trace is not None
    problem = moment.trace.problem(0)
    return problem, epochs_begun(problem, moment.t)


PROOF_VIEW = FigureView(
    "proof",
    "Proof",
    "the mistakes of a perceptron against the bound (R/γ*)², and the two curves that "
    "prove it; with slack where no θ is right about every example",
    proof,
    refuses=refuses,
    options=(FAR,),
    work=Work(_key, lambda figure, moment: bounded(moment)),
)
