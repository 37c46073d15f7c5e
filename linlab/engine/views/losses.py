"""Losses over the margin: what the learner's loss makes of every example, beside the losses of the
other learners.

Each example stands at its margin m and its loss ℓ, so it slides down the curve while the model
learns; below, how many examples of each class have which margin. Where scores are probabilities in
disguise there is σ(s), with the examples at their scores, and the whole P(·|x) of the place that is
asked about.
"""

from typing import Any

import numpy as np

from linlab.engine.ground.numerals import percent, steady
from linlab.engine.learner.losses import LOSSES, Loss, rivals_and_margins
from linlab.engine.picture.metrics import shortened
from linlab.engine.picture.palette import Palette, colour_of, symbol_of
from linlab.engine.picture.shapes import (
    Areas,
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
from linlab.engine.train.models import Model

from .chart import Span, bare, chart, span_of, stacked, upright
from .figure import Figure
from .loss_table import loss_table
from .plane_and_curves import roomy
from .snapshot import Snapshot
from .table import table_panel, wide
from .view import FigureView, Option

DASHES = {"perceptron": (5.0, 3.0), "log": (1.5, 2.5)}  # of the losses that are not the model's own
BINS = 24
LEAST, MOST = -2.0, 3.0  # margins that are always seen
LEADING, HIGH = 1.5, 1.6  # of words and of rows, in sizes of the type
FARTHEST = 12.0  # examples beyond stand at the edge


def refuses(moment: Snapshot) -> str:
    if moment.model is None:
        return "There is nothing to learn from yet: training needs points of at least two classes."
    votes = moment.model.vote is not None or (moment.model.team and moment.model.single is None)
    if votes:
        return f"{moment.model.title} answers by a vote, and a vote has no loss."
    if moment.model.objective() is None:
        return f"{moment.model.title} makes no loss small: it has none."
    return ""


BELOW = Option(
    "below",
    "Below",
    "how many examples have which margin, or the losses and their updates side by side",
    lambda moment: (("margins", "margins"), ("table", "updates side by side")),
)
RULE = (
    "θ ← (1 − ηλ)θ + η·p·φ(x), and ℓ, p and η tell who learns.",
    "Perceptron and MIRA have λ = 0.",
)


def losses(figure: Figure, moment: Snapshot, palette: Palette, room: Frame) -> tuple[Panel, ...]:
    assert moment.model is not None
    model, scores = moment.model, moment.model.answers()
    margins = rivals_and_margins(scores, model.examples.y)[1]
    span = _seen(margins)
    if BELOW.value(figure, moment) == "table":
        return _beside_each_other(figure, moment, palette, room, margins, span)
    likely = model.chances(scores)
    parts = stacked(room, (5, 2.2, 3.2) if likely is not None else (5, 2.4))
    panels = (
        roomy(
            lambda frame: _curves(figure, moment, palette, frame, margins, span),
            figure,
            parts[0],
            palette,
        ),
        roomy(
            lambda frame: _bins(figure, moment, palette, frame, margins, span),
            figure,
            parts[1],
            palette,
        ),
    )
    if likely is None:
        return panels
    if scores.shape[1] == 1 and moment.cursor is None:
        return (
            *panels,
            roomy(
                lambda frame: _sigmoid(figure, moment, palette, frame, scores),
                figure,
                parts[2],
                palette,
            ),
        )
    return (
        *panels,
        roomy(
            lambda frame: _bar(figure, moment, palette, frame),
            figure,
            parts[2],
            palette,
            axes=False,
        ),
    )


def _beside_each_other(
    figure: Figure, moment: Snapshot, palette: Palette, room: Frame, margins: Any, span: Span
) -> tuple[Panel, ...]:
    """The curves, and under them the table of the updates with the rule that all have in common."""
    assert moment.model is not None and moment.trace is not None
    learner, examples = moment.trace.problem(moment.t).learner, moment.model.examples
    table = loss_table(learner, margins, len(examples.classes))
    font = min(figure.font, figure.font * (room.width - 2) / wide(table, figure.font))
    rule, rows = LEADING * len(RULE) * font, (len(table) + 1.2) * HIGH * font
    high = max(0.3 * room.height, room.height - rule - rows)
    top, middle, foot = stacked(room, (high, rows, rule))
    words = tuple(
        Label(
            shortened(text, room.width - font, font),
            (font, len(RULE) - 0.5 - k),
            font,
            palette.quiet,
        )
        for k, text in enumerate(RULE)
    )
    return (
        roomy(
            lambda frame: _curves(figure, moment, palette, frame, margins, span),
            figure,
            top,
            palette,
        ),
        table_panel(table, middle, palette, font),
        bare(foot, View(0, 0, room.width, len(RULE)), words, palette, font),
    )


def own_loss(model: Model) -> Loss:
    """The loss that is drawn thick: counting is judged by log loss."""
    return LOSSES["log"] if model.single is None else model.single.problem.learner.recipe.judge


def losses_of(model: Model, scores: Any, margins: Any) -> Any:
    """ℓ of every example; of a model that has no loss, the log loss of its margin. (n,)"""
    found = model.losses(model.examples.x, model.examples.y, scores)
    return height(LOSSES["log"], margins) if found is None else found


def height(loss: Loss, margins: Any) -> Any:
    """ℓ(m) of each margin. (n,)"""
    values, known = np.where(margins > 0, 0.0, np.inf), np.isfinite(margins)
    values[known] = loss.value(
        margins[known][:, None], np.ones(int(known.sum()))
    )  # of two classes the score is the margin
    return values


def _seen(margins: Any) -> Span:
    known = np.clip(margins[np.isfinite(margins)], -FARTHEST, FARTHEST)
    return min(LEAST, float(known.min(initial=0.0)) - 0.3), max(
        MOST, float(known.max(initial=0.0)) + 0.3
    )


def _curves(
    figure: Figure, moment: Snapshot, palette: Palette, frame: Frame, margins: Any, span: Span
) -> Panel:
    model = moment.model
    assert model is not None
    own, m = own_loss(model), np.linspace(*span, 241)
    up = (0.0, max(2.0, min(6.0, float(height(own, m[:1])[0]))))
    air = 7.0 * figure.scale * up[1] / frame.height  # so that no example is cut in half
    items: list[Item] = [
        Lines(
            "zero-one",
            (np.array([(span[0], 1), (0, 1), (0, 0), (span[1], 0)]),),
            Pen(palette.quiet, 1.0),
        )
    ]
    entries = [Entry("zero-one", pen=Pen(palette.quiet, 1.0))]
    for loss in dict.fromkeys((*(LOSSES[name] for name in ("perceptron", "hinge", "log")), own)):
        mine = loss is own
        pen = Pen(
            palette.accent if mine else palette.quiet,
            (2.6 if mine else 1.3) * figure.scale,
            () if mine else DASHES.get(loss.name, ()),
        )
        items.append(Lines(loss.name, (np.stack([m, height(loss, m)], axis=1),), pen))
        name = loss.title.lower().removesuffix(" loss")
        entries.append(Entry(f"{name} (this model)" if mine else name, pen=pen))
    loss_of_each = losses_of(model, model.answers(), margins)
    places = np.stack([np.clip(margins, *span), np.clip(loss_of_each, *up)], axis=1)
    items += _examples(figure, moment, palette, places)
    return chart(
        figure,
        frame,
        palette,
        items,
        span,
        (-air, up[1] + air),
        titles=("", "loss ℓ"),
        legend=tuple(entries),
        narrow=True,
    )


def _examples(figure: Figure, moment: Snapshot, palette: Palette, places: Any) -> list[Item]:
    """The examples at these places, in colour and shape of their classes, and a ring around those
    of this update."""
    assert moment.model is not None
    examples, classes = moment.model.examples, moment.points.classes
    rim, size = Pen(palette.rim, 0.8 * figure.scale), 8.0 * figure.scale
    marks = []
    for k, name in enumerate(examples.classes):
        label, own = classes.index(name) if name in classes else 0, examples.y == k
        marks.append(
            Marks(
                name, symbol_of(label), places[own], size, colour_of(label), rim, examples.ids[own]
            )
        )
    items: list[Item] = [Group("examples", tuple(marks))]
    for name, ids, ink in (
        ("example", () if moment.step is None else moment.step.ids[:1], palette.halo),
        ("selection", sorted(moment.selection), palette.accent),
        ("pointed", () if moment.pointed is None else (moment.pointed,), palette.text),
    ):
        lit = np.isin(examples.ids, np.asarray(ids, np.int64))
        if lit.any():
            items.append(
                Marks(name, "disc", places[lit], 2.0 * size, None, Pen(ink, 2.2 * figure.scale))
            )
    return items


def _bins(
    figure: Figure, moment: Snapshot, palette: Palette, frame: Frame, margins: Any, span: Span
) -> Panel:
    """How many examples of each class have which margin, one class upon the other."""
    assert moment.model is not None
    examples, classes, edges = (
        moment.model.examples,
        moment.points.classes,
        np.linspace(*span, BINS + 1),
    )
    bins = np.clip(np.digitize(np.clip(margins, *span), edges) - 1, 0, BINS - 1)
    floor, items = np.zeros(BINS), list[Item]()
    for k, name in enumerate(examples.classes):
        own = examples.y == k
        counts = np.bincount(bins[own], minlength=BINS)
        rings, ids = [], []
        for b in np.flatnonzero(counts):
            low, high = floor[b], floor[b] + counts[b]
            rings.append(
                np.array(
                    [(edges[b], low), (edges[b + 1], low), (edges[b + 1], high), (edges[b], high)]
                )
            )
            ids.append(tuple(examples.ids[own & (bins == b)].tolist()))
        items.append(
            Areas(
                name,
                tuple(rings),
                colour_of(classes.index(name) if name in classes else 0),
                Pen(palette.card, 0.6),
                ids=tuple(ids),
            )
        )
        floor = floor + counts
    up = (0.0, 1.08 * max(1.0, float(floor.max())))
    items.append(Lines("wall", (upright(0.0, up),), Pen(palette.quiet, 1.0)))
    return chart(figure, frame, palette, items, span, up, titles=("margin m", "examples"))


def _sigmoid(
    figure: Figure, moment: Snapshot, palette: Palette, frame: Frame, scores: Any
) -> Panel:
    assert moment.model is not None
    s = np.clip(scores[:, 0], -FARTHEST, FARTHEST)
    span = span_of(s, (-4.0, 4.0))
    x = np.linspace(*span, 201)
    curve, places = (np.stack([at, 1 / (1 + np.exp(-at))], axis=1) for at in (x, s))
    items: list[Item] = [Lines("sigmoid", (curve,), Pen(palette.accent, 2.0 * figure.scale))]
    items += _examples(figure, moment, palette, places)
    last = shortened(moment.model.examples.classes[-1], 8 * figure.font, figure.font)
    return chart(
        figure, frame, palette, items, span, (-0.05, 1.05), titles=("score s", f"P({last}|x)")
    )


def _bar(figure: Figure, moment: Snapshot, palette: Palette, frame: Frame) -> Panel:
    """P(·|x) of the place that is asked about, or of the example of this update: one bar, as long
    as certainty is."""
    model = moment.model
    assert model is not None
    at = moment.cursor or (
        tuple(moment.step.x[0].tolist())
        if moment.step is not None and moment.step.x is not None
        else None
    )
    width, size = frame.width, figure.font
    if at is None:
        words = Label(
            "Point at a place of the plane to see P(·|x) there.",
            (0.5, 0.5),
            size,
            palette.quiet,
            "middle",
        )
        return bare(frame, View(0, 0, 1, 1), (words,), palette, size)
    chances = model.chances(model.scores([at]))
    assert chances is not None
    items: list[Item] = [
        Label(f"P(·|x) at x = ({steady(at[0])}, {steady(at[1])})", (0.0, 0.86), size, palette.quiet)
    ]
    known = np.nan_to_num(chances[0])
    left = 0.0
    for k, name in enumerate(model.examples.classes):
        label = moment.points.classes.index(name) if name in moment.points.classes else 0
        box = np.array([(left, 0.3), (left + known[k], 0.3), (left + known[k], 0.7), (left, 0.7)])
        items.append(Areas(f"P({name}|x)", (box,), colour_of(label), Pen(palette.card, 1.0)))
        if known[k] * width > 6 * size:
            inside = shortened(f"{name} {percent(known[k])}", known[k] * width, size)
            items.append(Label(inside, (left + known[k] / 2, 0.12), size, palette.text, "middle"))
        left += known[k]
    return bare(frame, View(0, 0, 1, 1), tuple(items), palette, size)


LOSSES_VIEW = FigureView(
    "losses",
    "Losses",
    "what each example costs at its margin, under this loss and under the others",
    losses,
    refuses=refuses,
    options=(BELOW,),
)
