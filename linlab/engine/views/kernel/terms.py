"""The score of a place as a sum over examples, s(x) = Σ aᵢ k(xᵢ, x) + b: the largest terms as bars,
the rest together; and the coefficients themselves, at the exact optimum told apart as free, bounded
and 0."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import numpy as np

from linlab.engine.ground.numerals import DUST, grouped, number, steady
from linlab.engine.learner.kernels import Kernel
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Areas, Entry, Frame, Item, Label, Lines, Panel, Pen, View
from linlab.engine.train.models import Linear
from linlab.engine.train.problem import Problem
from linlab.engine.views.chart import bare, chart, level, span_of
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.marks import class_colour, place_asked
from linlab.engine.views.kit.words import empty
from linlab.engine.views.snapshot import Snapshot

TERMS = 8  # that have a bar of their own
SMALLEST, LARGEST = 1e-15, 1e15  # of a sum that is written out in decimals


def terms_of(model: Linear, kernel: Kernel, at: tuple[float, float], row: int) -> tuple[Any, float]:
    """aᵢ k(xᵢ, x) of every centre, and what the bias adds. (c,)"""
    problem = model.problem
    weights, bias = problem.split(model.theta)
    k = kernel.gram(problem.centres, np.array([at]), problem.learner.settings)[:, 0]
    return weights[row] * k, float(bias[row])


def score_panel(
    model: Linear,
    kernel: Kernel,
    figure: Figure,
    moment: Snapshot,
    palette: Palette,
    frame: Frame,
) -> Panel:
    at = place_asked(moment, alone=True)
    size = figure.font
    if at is None:
        text = "Point at a place in the plane to see its score as a sum over examples."
        return empty(palette, frame, text, size)
    scores = model.scores([at])[0]
    row = int(np.argmax(scores)) if len(scores) > 1 else 0
    terms, bias = terms_of(model, kernel, at, row)
    fitting = max(
        1, int(frame.height / (1.25 * size)) - 4
    )  # beside the head, the others, the bias and the sum
    largest = np.argsort(-np.abs(terms), kind="stable")[
        : min(TERMS, fitting, int(np.count_nonzero(terms)))
    ]
    rest = float(terms.sum() - terms[largest].sum())
    others = int(np.count_nonzero(terms)) - len(largest)
    bars = [
        (_name(model, k), float(terms[k]), _ink(moment, model, k), _id(model, k)) for k in largest
    ]
    if others > 0:
        bars.append((f"{grouped(others)} others", rest, palette.quiet, ()))
    bars.append(("bias b", bias, palette.quiet, ()))
    total = float(scores[row])
    texts, out = summed([value for _, value, _, _ in bars], total)
    low, high = span_of([value for _, value, _, _ in bars], air=0.0)
    room = 9.5 * size / frame.width  # for the names and the numbers, as shares of the width
    scale = (1 - 2 * room) / max(high - low, 1e-300)
    zero = room - low * scale
    items = list[Item]()
    tall = 1.0 / (len(bars) + 2)
    for k, (name, value, ink, ids) in enumerate(bars):
        y = 1 - (k + 1.5) * tall
        ends = sorted((zero, zero + value * scale))
        top = y + 0.36 * tall
        bottom = y - 0.36 * tall
        box = np.array([(ends[0], bottom), (ends[1], bottom), (ends[1], top), (ends[0], top)])
        items.append(Areas(name, (box,), ink, ids=(ids,) if ids else ()))
        items.append(
            Label(name, (room - 0.6 * size / frame.width, y), 0.92 * size, palette.text, "end")
        )
        items.append(Label(texts[k], (0.98, y), 0.92 * size, palette.text, "end"))
    items.append(
        Lines("zero", (np.array([(zero, tall), (zero, 1 - tall)]),), Pen(palette.quiet, 1.0))
    )
    said = "" if len(scores) == 1 else f" of {model.problem.classes[row]}"
    head = f"score{said} at ({steady(at[0])}, {steady(at[1])})"
    items.append(Label(head, (0.02, 1 - 0.5 * tall), 0.92 * size, palette.quiet))
    items.append(Label(f"sum {out}", (0.98, 0.5 * tall), size, palette.text, "end", bold=True))
    return bare(frame, View(0, 0, 1, 1), tuple(items), palette, size)


def summed(values: list[float], total: float) -> tuple[list[str], str]:
    """The terms of a sum and what they make, all to the same decimals, as many as it takes for the
    printed ones to come out; where none are enough, “≈” stands before the sum.

    >>> summed([0.1234, 0.1234], 0.2468), summed([0.5, -0.25], 0.25)
    ((['0.1234', '0.1234'], '0.2468'), (['0.500', '−0.250'], '0.250'))
    """
    largest = max((abs(v) for v in (*values, total)), default=0.0)
    values = [v if abs(v) > DUST * largest else 0.0 for v in values]
    if not SMALLEST < largest < LARGEST and largest > 0:  # too many digits to be written out
        return [number(v) for v in values], f"≈ {number(total)}"
    least = 2 - math.floor(math.log10(largest)) if largest > 0 else 2
    for places in range(max(0, least), max(0, least) + 7):
        parts = [round(Decimal(v), places) for v in values]
        if sum(parts) == round(Decimal(total), places):
            return [_minus(part) for part in parts], _minus(round(Decimal(total), places))
    return [
        _minus(round(Decimal(v), least + 2)) for v in values
    ], f"≈ {_minus(round(Decimal(total), least + 2))}"


def _minus(value: Decimal) -> str:
    return f"{value if value else abs(value):f}".replace("-", "−")


def _id(model: Linear, k: int) -> tuple[int, ...]:
    return (int(model.problem.ids[k]),) if k < model.problem.n else ()


def _name(model: Linear, k: int) -> str:
    return f"#{k + 1}" if k < model.problem.n else "former example"


def _ink(moment: Snapshot, model: Linear, k: int) -> str:
    if k >= model.problem.n:
        return "#888888"
    name = model.problem.classes[model.problem.y[k]]
    return class_colour(moment.points, name)


@dataclass(frozen=True, eq=False)
class Coefficients:
    """One for each example; at the exact optimum with those that are free and those that are
    bounded, and by what."""

    problem: Problem
    values: Any  # (n,)
    title: str
    kinds: Mapping[str, Any] = field(default_factory=dict)
    bound: float = math.inf


def coefficients_of_run(model: Linear) -> Coefficients:
    problem = model.problem
    weights = problem.split(model.theta)[0]
    if len(weights) == 1:
        return Coefficients(problem, weights[0, : problem.n], "coefficient aᵢ")
    values = weights[problem.y, np.arange(problem.n)]
    return Coefficients(problem, values, "coefficient aᵢ for its own class")


def coefficients_of_optimum(best: Any) -> Coefficients:
    return Coefficients(
        best.problem,
        np.asarray(best.coefficients),
        "multiplier aᵢ at the exact optimum",
        {"free": best.free, "bounded": best.bounded},
        float(best.bound),
    )


def coefficients_panel(
    found: Coefficients, figure: Figure, moment: Snapshot, palette: Palette, frame: Frame
) -> Panel:
    """A bar for each example, ordered by class and size; at the exact optimum its multiplier and
    whether it is free."""
    problem, values, kinds = found.problem, found.values, found.kinds
    order = np.lexsort((-np.abs(values), problem.y))
    items, entries = list[Item](), list[Entry]()
    for k, name in enumerate(problem.classes):
        ink = class_colour(moment.points, name)
        for kind, members in (kinds or {"": np.arange(problem.n)}).items():
            chosen = (problem.y == k) & (values != 0) & np.isin(np.arange(problem.n), members)
            own = np.flatnonzero(chosen[order]).tolist()
            rings = tuple(_bar(place, float(values[order[place]])) for place in own)
            ids = tuple((int(problem.ids[order[place]]),) for place in own)
            pen = Pen(palette.text, 1.6 if kind == "free" else 0.6) if kind else None
            items.append(
                Areas(
                    f"{name} {kind}".strip(),
                    rings,
                    ink,
                    pen,
                    1.0 if kind != "bounded" else 0.45,
                    ids,
                )
            )
    bounds = [found.bound] if math.isfinite(found.bound) else []
    if kinds:
        zero = problem.n - len(kinds["free"]) - len(kinds["bounded"])
        entries = [
            Entry(f"free ({len(kinds['free'])})", "square", palette.quiet, Pen(palette.text, 1.6)),
            Entry(
                f"bounded ({len(kinds['bounded'])})",
                "square",
                palette.groove,
                Pen(palette.text, 0.6),
            ),
            Entry(f"zero ({zero})", "square", palette.card, Pen(palette.border, 1.0)),
        ]
    lines = tuple(level(bound, (0, problem.n)) for bound in bounds)
    items += [Lines("bound", lines, Pen(palette.wrong, 1.2, (4, 3)))] if lines else []
    highlighted = [
        place
        for place, i in enumerate(order)
        if int(problem.ids[i]) in (moment.selection | {moment.pointed})
    ]
    if highlighted:
        least = 0.02 * float(np.abs(values).max(initial=1.0))
        items.append(
            Areas(
                "pointed",
                tuple(_bar(k, float(values[order[k]]) or least) for k in highlighted),
                palette.on_card(palette.halo),
            )
        )
    up = span_of(values, bounds)
    return chart(
        figure,
        frame,
        palette,
        items,
        (0.0, float(problem.n)),
        up,
        titles=("examples by class", found.title),
        legend=tuple(entries),
        narrow=True,
    )


def _bar(place: int, value: float) -> Any:
    return np.array(
        [(place + 0.1, 0.0), (place + 0.9, 0.0), (place + 0.9, value), (place + 0.1, value)]
    )
