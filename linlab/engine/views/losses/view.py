"""Losses over the margin: what the learner's loss makes of every example, beside the losses of the
other learners.

Each example stands at its margin m and its loss ℓ, so it slides down the curve while the model
learns; below, how many examples of each class have which margin. Where scores are probabilities in
disguise there is σ(s), with the examples at their scores, and the whole P(·|x) of the place that is
asked about.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from linlab.engine.ground.numerals import percent, steady
from linlab.engine.learner.losses import LOSSES, Loss, rivals_and_margins
from linlab.engine.picture.metrics import shortened
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import (
    Areas,
    Entry,
    Frame,
    Item,
    Label,
    Lines,
    Panel,
    Pen,
    View,
)
from linlab.engine.train.models import Model
from linlab.engine.views.chart import Span, bare, chart, span_of, stacked, upright
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.chord import draw_chord
from linlab.engine.views.kit.marks import class_colour, class_marks, place_asked, rings
from linlab.engine.views.kit.ready import Need, ReadyRun
from linlab.engine.views.kit.view import view
from linlab.engine.views.kit.ways_out import of_member, use_model
from linlab.engine.views.kit.words import empty, foot, height_of, with_foot, words_panel
from linlab.engine.views.plane_and_curves import roomy
from linlab.engine.views.table import table_panel, wide
from linlab.engine.views.view import WATCH, Option, Refusal

from .chord import CHORD, ENDS, FROM, NONE, TO, chosen_chord, handles, words_of
from .compared import DASHES, OTHERS, compared
from .table import loss_table, rule_of

BINS = 24
LEAST = -2.0
MARGIN_ALWAYS_SEEN = 3.0  # margins that are always seen
LEADING, HIGH = 1.5, 1.6  # of words and of rows, in sizes of the type
FARTHEST = 12.0  # examples beyond stand at the edge


def _without_loss(moment: ReadyRun) -> Refusal | None:
    """Why the model has no loss."""
    model = moment.model
    if model.vote is not None or (model.team and model.single is None):
        return Refusal(
            f"{model.title} answers by a vote, and a vote has no loss.",
            of_member(moment, use_model("perceptron", "the perceptron")),
        )
    if model.objective() is None:
        return Refusal(
            f"{model.title} does not minimise a loss: choose another model.",
            use_model("perceptron", "the perceptron"),
        )
    return None


BELOW = Option(
    "below",
    "Below",
    "a histogram of the margins, or the losses and their updates side by side",
    lambda moment: (("margins", "margins"), ("table", "updates side by side")),
)


def losses(figure: Figure, moment: ReadyRun, palette: Palette, room: Frame) -> tuple[Panel, ...]:
    model = moment.model
    scores = moment.model.answers()
    margins = rivals_and_margins(scores, model.examples.y)[1]
    span = _seen(margins)
    if BELOW.value(figure, moment) == "table":
        return _beside_each_other(figure, moment, palette, room, margins, span)
    chord = chosen_chord(figure, moment)
    if chord is not None:
        return _with_words(figure, moment, palette, room, margins, span, words_of(chord))
    likely = model.chances(scores)
    steps = likely is None and scores.shape[1] == 1 and own_loss(model).mistake_driven
    parts = stacked(room, (5, 2.2, 3.2) if likely is not None or steps else (5, 2.4))
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
    if steps:
        return (
            *panels,
            roomy(
                lambda frame: _sigmoid(figure, moment, palette, frame, scores, steps=True),
                figure,
                parts[2],
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


def _with_words(
    figure: Figure,
    moment: ReadyRun,
    palette: Palette,
    room: Frame,
    margins: Any,
    span: Span,
    words: str,
) -> tuple[Panel, ...]:
    """The curves with a chord, and what it shows."""
    low = height_of(figure, room.width, [words])
    upper, below = with_foot(room, low)
    ends = (min(span[0], ENDS[0]), max(span[1], ENDS[1]))
    curves = roomy(
        lambda frame: _curves(figure, moment, palette, frame, margins, ends),
        figure,
        upper,
        palette,
    )
    return curves, words_panel(figure, palette, below, [words])


def _beside_each_other(
    figure: Figure, moment: ReadyRun, palette: Palette, room: Frame, margins: Any, span: Span
) -> tuple[Panel, ...]:
    """The curves, and under them the table of the updates with the rule that all have in common."""
    learner = moment.trace.problem(moment.t).learner
    examples = moment.model.examples
    table = loss_table(learner, margins, len(examples.classes))
    font = min(figure.font, figure.font * (room.width - 2) / wide(table, figure.font))
    said = rule_of(learner)
    rule = LEADING * len(said) * font
    rows = (len(table) + 1.2) * HIGH * font
    high = max(0.3 * room.height, room.height - rule - rows)
    top, middle, below = stacked(room, (high, rows, rule))
    return (
        roomy(
            lambda frame: _curves(figure, moment, palette, frame, margins, span),
            figure,
            top,
            palette,
        ),
        table_panel(table, middle, palette, font),
        foot(replace(figure, font=font), palette, below, said, len(said), size=font),
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
    values = np.where(margins > 0, 0.0, np.inf)
    known = np.isfinite(margins)
    values[known] = loss.value(
        margins[known][:, None], np.ones(int(known.sum()))
    )  # of two classes the score is the margin
    return values


def _seen(margins: Any) -> Span:
    known = np.clip(margins[np.isfinite(margins)], -FARTHEST, FARTHEST)
    return min(LEAST, float(known.min(initial=0.0)) - 0.3), max(
        MARGIN_ALWAYS_SEEN, float(known.max(initial=0.0)) + 0.3
    )


def _curves(
    figure: Figure, moment: ReadyRun, palette: Palette, frame: Frame, margins: Any, span: Span
) -> Panel:
    model = moment.model
    own = own_loss(model)
    m = np.linspace(*span, 241)
    up = (0.0, max(2.0, min(6.0, float(height(own, m[:1])[0]))))
    air = 7.0 * figure.scale * up[1] / frame.height  # so that no example is cut in half
    items: list[Item] = []
    entries: list[Entry] = []
    if OTHERS.value(figure, moment) == "all" or CHORD.value(figure, moment) != NONE:
        steps = np.array([(span[0], 1), (0, 1), (0, 0), (span[1], 0)])
        items.append(Lines("zero-one", (steps,), Pen(palette.quiet, 1.0)))
        entries.append(Entry("zero-one", pen=Pen(palette.quiet, 1.0)))
    for loss in dict.fromkeys((*(LOSSES[name] for name in compared(figure, moment)), own)):
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
    chord = chosen_chord(figure, moment)
    if chord is not None:
        items += draw_chord(chord, figure, palette)
        up = (0.0, max(up[1], float(chord.ends[:, 1].max())))
    panel = chart(
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
    return replace(panel, handles=handles(figure, moment))


def _examples(figure: Figure, moment: ReadyRun, palette: Palette, places: Any) -> list[Item]:
    """The examples at these places, in colour and shape of their classes, and a ring around those
    of this step."""
    examples = moment.model.examples
    size = 8.0 * figure.scale
    rim = Pen(palette.rim, 0.8 * figure.scale)
    return [
        class_marks(moment.points, examples.classes, examples.y, examples.ids, places, size, rim),
        *rings(figure, moment, palette, examples.ids, places, 2.0 * size, 2.2),
    ]


def _bins(
    figure: Figure, moment: ReadyRun, palette: Palette, frame: Frame, margins: Any, span: Span
) -> Panel:
    """How many examples of each class have which margin, one class upon the other."""
    examples = moment.model.examples
    edges = np.linspace(*span, BINS + 1)
    bins = np.clip(np.digitize(np.clip(margins, *span), edges) - 1, 0, BINS - 1)
    floor = np.zeros(BINS)
    items = list[Item]()
    for k, name in enumerate(examples.classes):
        own = examples.y == k
        counts = np.bincount(bins[own], minlength=BINS)
        rings, ids = [], []
        for b in np.flatnonzero(counts):
            low = floor[b]
            high = floor[b] + counts[b]
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
                class_colour(moment.points, name),
                Pen(palette.card, 0.6),
                ids=tuple(ids),
            )
        )
        floor = floor + counts
    up = (0.0, 1.08 * max(1.0, float(floor.max())))
    items.append(Lines("wall", (upright(0.0, up),), Pen(palette.quiet, 1.0)))
    return chart(figure, frame, palette, items, span, up, titles=("margin m", "examples"))


def _sigmoid(
    figure: Figure,
    moment: ReadyRun,
    palette: Palette,
    frame: Frame,
    scores: Any,
    steps: bool = False,
) -> Panel:
    """σ(s) with the examples at their scores; with `steps` they stand on the step function, which
    is all that a perceptron answers."""
    s = np.clip(scores[:, 0], -FARTHEST, FARTHEST)
    span = span_of(s, (-4.0, 4.0))
    x = np.linspace(*span, 201)
    curve, places = (np.stack([at, 1 / (1 + np.exp(-at))], axis=1) for at in (x, s))
    smooth = Pen(palette.accent, 2.0 * figure.scale)
    items: list[Item] = []
    entries: tuple[Entry, ...] = ()
    if steps:
        smooth = Pen(palette.quiet, 1.3 * figure.scale, (4.0, 3.0))
        firm = Pen(palette.accent, 2.0 * figure.scale)
        stairs = np.array([(span[0], 0.0), (0.0, 0.0), (0.0, 1.0), (span[1], 1.0)])
        items.append(Lines("step function", (stairs,), firm))
        places = np.stack([s, (s > 0).astype(float)], axis=1)
        entries = (Entry("step function: the answer", pen=firm), Entry("σ(s)", pen=smooth))
    items.append(Lines("sigmoid", (curve,), smooth))
    items += _examples(figure, moment, palette, places)
    last = shortened(moment.model.examples.classes[-1], 8 * figure.font, figure.font)
    return chart(
        figure,
        frame,
        palette,
        items,
        span,
        (-0.05, 1.05),
        titles=("score s", f"says {last}" if steps else f"P({last}|x)"),
        legend=entries,
        narrow=True,
    )


def _bar(figure: Figure, moment: ReadyRun, palette: Palette, frame: Frame) -> Panel:
    """P(·|x) of the place that is asked about, or of the example of this step: one bar, as long
    as certainty is."""
    model = moment.model
    at = place_asked(moment)
    width = frame.width
    size = figure.font
    chances = None if at is None else model.chances(model.scores([at]))
    if at is None or chances is None:
        return empty(palette, frame, "Point at a place in the plane to see P(·|x) there.", size)
    items: list[Item] = [
        Label(f"P(·|x) at x = ({steady(at[0])}, {steady(at[1])})", (0.0, 0.86), size, palette.quiet)
    ]
    known = np.nan_to_num(chances[0])
    left = 0.0
    for k, name in enumerate(model.examples.classes):
        box = np.array([(left, 0.3), (left + known[k], 0.3), (left + known[k], 0.7), (left, 0.7)])
        ink = class_colour(moment.points, name)
        items.append(Areas(f"P({name}|x)", (box,), ink, Pen(palette.card, 1.0)))
        if known[k] * width > 6 * size:
            inside = shortened(f"{name} {percent(known[k])}", known[k] * width, size)
            items.append(Label(inside, (left + known[k] / 2, 0.12), size, palette.text, "middle"))
        left += known[k]
    return bare(frame, View(0, 0, 1, 1), tuple(items), palette, size)


LOSSES_VIEW = view(
    "losses",
    "Losses",
    "the loss of each example at its margin, under this loss and the others",
    Need(_without_loss),
    losses,
    options=(BELOW, OTHERS, CHORD, FROM, TO),
    group=WATCH,
    key="3",
)
