"""Proof: M mistakes against the bound R²/γ*², with the two curves that force them together.

Every mistake takes θ a step of γ* or more towards u, so u·θ grows like M; but it makes ‖θ‖² longer
by no more than R², because the example was on the wrong side, so ‖θ‖ grows like √M. Where the
curves meet there are no more mistakes. Below, each example at its margin under u. What no θ is
right about falls short of γ* by d, and D² = Σ d² lets the lower curve sink.
"""

import numpy as np

from linlab.engine.ground.numerals import grouped, worked_out
from linlab.engine.optimum import theory
from linlab.engine.optimum.slack import Slack
from linlab.engine.picture.metrics import wrapped
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import (
    Entry,
    Frame,
    Item,
    Lines,
    Marks,
    Panel,
    Pen,
)
from linlab.engine.train.kinds.table import kind_of
from linlab.engine.train.problem import Problem
from linlab.engine.views.chart import Span, chart, span_of, stacked, upright
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.marks import class_marks, rings
from linlab.engine.views.kit.ready import Need, Ready, ReadyRun
from linlab.engine.views.kit.view import optional, view
from linlab.engine.views.kit.ways_out import (
    keep_points,
    of_member,
    use_model,
    use_settings,
    without_changes,
)
from linlab.engine.views.kit.words import SIZE, foot, with_foot
from linlab.engine.views.plane_and_curves import roomy
from linlab.engine.views.view import WHY, Option, Refusal, WayOut

from .bounded import Bounded, bounded, crossing, epochs_begun, shown, sides

LOWER, UPPER, TOWARDS = "#8C6BB1", "#E69F00", "#009E73"  # as in the curves of the proof
LINE, MOST = 1.35, 7  # of words: how high one is, in sizes of the type, and how many there may be
STRIP = 6.4  # sizes of the type: the examples at their margins
LOW = 26.0  # a room that is lower has the bound alone, not why it holds


def _problem(moment: ReadyRun) -> Problem | Refusal:
    """The problem that the proof is about, if there is one."""
    learner = moment.trace.problem(moment.t).learner
    why = kind_of(learner).why_no("bound", learner)
    perceptron = of_member(moment, use_model("perceptron", "the perceptron"))
    if why:
        return Refusal(why, perceptron)
    if not learner.recipe.loss.mistake_driven:
        return Refusal(
            f"{learner.recipe.title} also updates where its answer is right, so its updates are not mistakes and w need not "
            "stay short: the proof is about the perceptron.",
            perceptron,
        )
    why = theory.why_unbounded(moment.trace, moment.t)
    return Refusal(why, of_member(moment, _bounded(moment))) if why else moment.trace.problem(0)


def _bounded(moment: ReadyRun) -> WayOut:
    """What makes the bound apply to a perceptron."""
    problem = moment.trace.problem(moment.t)
    if problem.batch != 1:
        return use_settings("Train on one example at a time", batch=1)
    if problem.learner["start"] != "zeros":
        return use_settings("Start at 0", start="zeros")
    if theory.changed(moment.trace, moment.t):
        return without_changes("Start without the changes")
    return keep_points(theory.MOST_FOR_A_BOUND)


Proved = Ready[Problem, Bounded | None]

FAR = Option(
    "upto",
    "Up to",
    "how far the mistakes axis goes",
    lambda moment: (("bound", "the bound"), ("now", "now"), ("log", "the bound, logarithmic")),
)


def proof(figure: Figure, moment: Proved, palette: Palette, room: Frame) -> tuple[Panel, ...]:
    bound = moment.found
    slack = None if bound is None else bound.slack
    size = SIZE * figure.font
    roomy_enough = room.height >= LOW * figure.font
    words = _words(moment) if roomy_enough else _words(moment)[:1]
    lines = [line for each in words for line in wrapped(each, room.width - 2 * size, size)][:MOST]
    high = min((LINE * max(4 if roomy_enough else 3, len(lines)) + 0.6) * size, 0.45 * room.height)
    strip = 0.0 if slack is None or not roomy_enough else STRIP * figure.font
    upper, below = with_foot(room, high)
    panels = []
    if bound is not None and slack is not None:
        top, middle = stacked(upper, (upper.height - strip, strip))
        panels = [
            roomy(
                lambda frame: _curves(figure, moment, palette, frame, bound, slack),
                figure,
                top,
                palette,
            )
        ]
        if strip:
            panels.append(
                roomy(
                    lambda frame: _margins(figure, moment, palette, frame, bound, slack),
                    figure,
                    middle,
                    palette,
                )
            )
    below = below if panels else room
    rows = below.height / (LINE * size)
    return (*panels, foot(figure, palette, below, lines, rows, first=0.6, inks=[palette.text]))


def _curves(
    figure: Figure, moment: Proved, palette: Palette, frame: Frame, bound: Bounded, slack: Slack
) -> Panel:
    """Both sides of the inequality over k, what they enclose, and where they meet."""
    far = FAR.value(figure, moment)
    scale = figure.scale
    deviation = slack.deviation(shown(moment))
    last = crossing(slack, deviation)
    grown = bound.grown(slack, moment.trace, moment.t)
    made = float(grown[-1, 0])
    log = far == "log"
    end = 1.06 * max(4.0, made if far == "now" else max(last, made))
    k = np.geomspace(1.0, end, 200) if log else np.linspace(0.0, end, 200)
    lower, upper = sides(slack, deviation, k)
    pens = {
        "upper": Pen(palette.on_card(UPPER), 1.7 * scale, (6.5, 3.7)),
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
    names = ("√M·R", "‖θ‖", "u·θ", "Mγ*" if bound.separable else "Mγ* − √M·D")
    entries = tuple(Entry(text, pen=pen) for text, pen in zip(names, pens.values(), strict=True))
    title = (
        "length of θ = (w, b)"
        if bound.problem.learner["alpha"] == 1
        else "length of θ/α, θ = (w, b)"
    )
    title = title if frame.height > 7 * figure.font else ""
    return chart(
        figure,
        frame,
        palette,
        items,
        across,
        up,
        titles=("mistakes M", title),
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
    figure: Figure, moment: Proved, palette: Palette, frame: Frame, bound: Bounded, slack: Slack
) -> Panel:
    """Each example at its margin under u: those left of γ* fall short of it."""
    problem = bound.problem
    margins = bound.margins(slack)
    rows = len(problem.classes)
    places = np.stack([margins, (rows - 1 - problem.y) + 0.5], axis=1)
    across = span_of(margins, [slack.gamma])
    up = (0.0, float(rows))
    size = (7.0 if rows < 4 else 5.0) * figure.scale
    rim = Pen(palette.rim, 0.6)
    dashed = Pen(LOWER, 2.2 * figure.scale, (5.0, 3.0))
    items: list[Item] = [
        Lines("zero", (upright(0.0, up),), Pen(palette.quiet, 1.0)),
        class_marks(moment.points, problem.classes, problem.y, problem.ids, places, size, rim),
        Lines("gamma", (upright(slack.gamma, up),), dashed),
        *rings(figure, moment, palette, problem.ids, places, 2.0 * size),
    ]
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


def _words(moment: Proved) -> list[str]:
    """The bound in numbers that come out as they are printed, and why it holds."""
    bound = moment.found
    if bound is None:
        return ["The largest margin is being computed."]
    made = moment.trace.mistakes(moment.t)
    slack = bound.slack
    problem = bound.problem
    so_far = f"so far M = {grouped(made)}"
    if slack is None:
        return [
            f"{theory.MIXED} Even with slack, no bound is lower than the number of examples shown; {so_far}."
        ]
    many = "" if problem.rows == 1 else " over each other class"
    if bound.separable:
        (r, gamma), limit = worked_out(
            lambda v: (v[0] / v[1]) ** 2, crossing(slack, 0.0), 3, slack.radius, slack.gamma
        )
        return [
            f"R = {r} and γ* = {gamma}, so M ≤ (R/γ*)² = {limit}; {so_far}.",
            f"Why: u has the largest margin, γ*{many}, on all examples, so each mistake adds at least γ* to u·θ, where θ = (w, b). "
            "It adds at most R² to ‖θ‖², because θ was wrong about it. So Mγ* ≤ u·θ ≤ ‖θ‖ ≤ √M·R.",
        ]
    deviation = slack.deviation(shown(moment))
    epochs = epochs_begun(problem, moment.t)
    (r, d, gamma), limit = worked_out(
        lambda v: ((v[0] + v[1]) / v[2]) ** 2,
        crossing(slack, deviation),
        3,
        slack.radius,
        deviation,
        slack.gamma,
    )
    passes = "this epoch" if epochs == 1 else f"{grouped(epochs)} epochs"
    first = (bound.unsure or "No weights get every example right").rstrip(".")
    return [
        f"{first}. With slack: R = {r}, D = {d} and γ* = {gamma}, so M ≤ ((R + D)/γ*)² = {limit}; {so_far}.",
        f"Why: under u an example may fall short of γ*{many} by d; D² is the sum of d² over all examples shown in {passes}. The d of M "
        "mistakes add up to at most √M·D, so Mγ* − √M·D ≤ u·θ ≤ ‖θ‖ ≤ √M·R, where θ = (w, b). u and γ* are chosen for the lowest bound.",
    ]


def _key(figure: Figure, moment: Ready[Problem, None]) -> tuple[Problem, int]:
    return moment.subject, epochs_begun(moment.subject, moment.t)


def _run(figure: Figure, moment: Ready[Problem, None]) -> Bounded:
    return bounded(moment)


def _of(figure: Figure, moment: Ready[Problem, None]) -> Problem:
    return moment.subject


PROOF_VIEW = view(
    "proof",
    "Proof",
    "the mistakes of a perceptron against the bound (R/γ*)², and the two curves that "
    "prove it; with slack where no weights get every example right",
    Need(_problem),
    proof,
    computation=optional(_key, _run, _of),
    options=(FAR,),
    group=WHY,
    key="W",
)
