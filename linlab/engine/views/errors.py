"""Errors, class by class: the confusion matrix with recall beside its rows and precision below its
columns, and for two classes the ROC curve, which says what another threshold than 0 would do: the true
positive rate (TPR) over the false positive rate (FPR), with the area beneath it (AUC).

    recall = right of a class / all of it      precision = right of a class / all called so      F₁ = their harmonic mean
"""

from typing import Any

import numpy as np

from linlab.engine.ground.numerals import grouped, percent, steady
from linlab.engine.picture.metrics import shortened, text_width
from linlab.engine.picture.palette import Palette, colour_of, mixed, symbol_of
from linlab.engine.picture.shapes import Areas, Frame, Item, Label, Lines, Marks, Panel, Pen, View
from linlab.engine.train.measures import WRONG_NOW
from linlab.engine.train.models import decisions

from .chart import bare, chart, side_by_side, stacked
from .figure import Figure
from .kit.ready import Need, ReadyRun
from .kit.view import view
from .plane_and_curves import roomy
from .snapshot import Snapshot
from .view import CHECK, Choices, Option

PARTS = ("train", "dev", "test")
CORNER = "true \\ answer"  # rows and columns of the matrix
NOTHING = "–"  # 0/0
SMALLEST = 0.75  # of the type, of the names above their columns


def _parts(moment: Snapshot) -> Choices:
    """Those that have labelled points."""
    return tuple(
        (name, name)
        for k, name in enumerate(PARTS)
        if ((moment.parts == k) & (moment.points.given.label >= 0)).any()
    )


PART = Option("part", "Points", "which part of the points to judge", _parts)


def judged(figure: Figure, moment: ReadyRun) -> tuple[Any, Any, Any]:
    """Of the points of the part that have a label of their own, no guessed one: their places among
    the points, their classes, and what the model says. (m,) each

    Classes are the points' own, of which the model may know fewer, and one more is said where it
    leaves a question open."""
    part = PART.value(figure, moment)
    chosen = np.flatnonzero(
        (moment.parts == PARTS.index(part or "train")) & (moment.points.given.label >= 0)
    )
    classes = moment.points.classes
    known = [
        *(classes.index(name) for name in moment.model.examples.classes),
        len(classes),
    ]  # −1 is the last
    said = decisions(moment.model, moment.scores[chosen])
    return (
        chosen,
        moment.points.label[chosen],
        np.array(known)[said] if len(chosen) else np.empty(0, int),
    )


def confusion(true: Any, said: Any, classes: int, abstains: bool = False) -> Any:
    """How many of each class are called what, in a last column nothing where that is an answer.
    (true, said)"""
    table = np.zeros((classes, classes + abstains), int)
    np.add.at(table, (true, said), 1)
    return table


def rates(table: Any) -> tuple[list[float | None], list[float | None], list[float | None]]:
    """Recall, precision and F₁ of each class; None where there is nothing to divide by."""
    right = np.diag(table)
    of_class = table.sum(axis=1)
    called = table.sum(axis=0)[: len(table)]
    return (
        [_share(a, b) for a, b in zip(right, of_class, strict=True)],
        [_share(a, b) for a, b in zip(right, called, strict=True)],
        [_share(2 * a, b + c) for a, b, c in zip(right, of_class, called, strict=True)],
    )


def roc(scores: Any, positive: Any) -> tuple[Any, float]:
    """FPR and TPR as the threshold falls from above all scores to below them, and the
    AUC. (k, 2)"""
    order = np.argsort(-scores, kind="stable")
    falling = scores[order]
    last = np.append(
        np.flatnonzero(falling[1:] != falling[:-1]), len(scores) - 1
    )  # equal scores fall together
    hits = np.cumsum(positive[order])[last]
    alarms = np.cumsum(~positive[order])[last]
    curve = np.vstack(
        [
            (0.0, 0.0),
            np.column_stack([alarms / max(1, (~positive).sum()), hits / max(1, positive.sum())]),
        ]
    )
    return curve, float(np.sum(np.diff(curve[:, 0]) * (curve[1:, 1] + curve[:-1, 1]) / 2))


def errors(figure: Figure, moment: ReadyRun, palette: Palette, room: Frame) -> tuple[Panel, ...]:
    chosen, true, said = judged(figure, moment)
    two = len(moment.model.examples.classes) == 2 and len(moment.points.classes) == 2
    wide = room.width > 1.25 * room.height
    rooms = (side_by_side if wide else stacked)(room, (1.15, 1) if two else (1,))
    matrix = roomy(
        lambda frame: _matrix(figure, moment, palette, frame, chosen, true, said),
        figure,
        rooms[0],
        palette,
        axes=False,
    )
    if not two:
        return (matrix,)
    scores = moment.scores[chosen][:, -1]
    if not len(chosen) or len(set(true.tolist())) < 2 or np.isnan(scores).any():
        return (matrix,)
    return matrix, roomy(
        lambda frame: _roc(figure, moment, palette, frame, scores, true == 1),
        figure,
        rooms[1],
        palette,
    )


def _matrix(
    figure: Figure,
    moment: ReadyRun,
    palette: Palette,
    frame: Frame,
    chosen: Any,
    true: Any,
    said: Any,
) -> Panel:
    """A row for each class and a column for each answer; the stronger a cell, the larger its share
    of the row."""
    classes, ids = moment.points.classes, moment.points.ids
    many = len(classes)
    size = min(figure.font, 0.9 * frame.height / (len(classes) + 3.2))
    leaves_open = moment.model.abstains  # a last column for what it leaves open
    columns = (*classes, "undecided") if leaves_open else classes
    table = confusion(true, said, many, leaves_open)
    across = len(columns)
    recall, precision, harmonic = rates(table)
    items: list[Item] = []
    for a in range(many):
        for b in range(across):
            box = np.array([(b, -a), (b + 1, -a), (b + 1, -a - 1), (b, -a - 1)])
            share = table[a, b] / max(1, table[a].sum())
            fill = mixed(
                colour_of(a) if a == b else palette.wrong,
                palette.card,
                0.12 + 0.5 * share if table[a, b] else 0.03,
            )
            own = tuple(ids[chosen[(true == a) & (said == b)]].tolist())
            items.append(
                Areas(
                    f"{classes[a]} called {columns[b]}",
                    (box,),
                    fill,
                    Pen(palette.card, 2.0),
                    ids=(own,),
                )
            )
            count = grouped(int(table[a, b]))
            items.append(
                Label(count, (b + 0.5, -a - 0.5), 1.15 * size, palette.text, "middle", bold=a == b)
            )
    ink = palette.text
    quiet = palette.quiet
    longest = max(text_width(name, size) for name in columns)
    left, right = (
        min(max(longest + 2.6 * size, text_width(CORNER, size) + size), 0.36 * frame.width),
        4.6 * size,
    )  # of the names, and of the recall
    wide = (frame.width - left - right) / across  # a cell on the page
    small = size * min(1.0, max(SMALLEST, 0.95 * wide / longest))  # of the names above
    left, right = left / wide, right / wide
    for k, name in enumerate(classes):
        items += [
            Marks(
                name,
                symbol_of(k),
                np.array([(0.6 * size / wide - left, -k - 0.5)]),
                0.8 * size,
                colour_of(k),
            ),
            Label(
                shortened(name, left * wide - 2.0 * size, size),
                (-0.5 * size / wide, -k - 0.5),
                size,
                ink,
                "end",
            ),
            Label(shortened(name, 0.95 * wide, small), (k + 0.5, 0.35), small, ink, "middle"),
            Label(_percent(recall[k]), (across + right, -k - 0.5), size, ink, "end"),
            Label(_percent(precision[k]), (k + 0.5, -many - 0.38), size, ink, "middle"),
            Label(_f1(harmonic[k]), (k + 0.5, -many - 0.98), size, ink, "middle"),
        ]
    edge = -0.5 * size / wide
    for words, place in (
        ("recall", (across + right, 0.35)),
        ("precision", (edge, -many - 0.38)),
        ("F₁", (edge, -many - 0.98)),
        (CORNER, (edge, 0.35)),
    ):
        items.append(Label(words, place, size, quiet, "end"))
    if leaves_open:
        items.append(
            Label(
                shortened("undecided", 0.95 * wide, small),
                (many + 0.5, 0.35),
                small,
                quiet,
                "middle",
            )
        )
    wrong = int(len(true) - np.trace(table))
    part = str(PART.value(figure, moment))
    when = WRONG_NOW if part == PARTS[0] else f"wrong on {part}"
    words = f"{grouped(wrong)} of {grouped(len(true))} {when}"
    items.append(Label(words, (across / 2, -many - 1.62), size, quiet, "middle"))
    return bare(
        frame, View(-left, -many - 2.0, across + right, 0.8), tuple(items), palette, figure.font
    )


def _roc(
    figure: Figure, moment: ReadyRun, palette: Palette, frame: Frame, scores: Any, positive: Any
) -> Panel:
    curve, area = roc(scores, positive)
    now = np.array([[(scores[~positive] > 0).mean(), (scores[positive] > 0).mean()]])
    items: list[Item] = [
        Lines("chance", (np.array([(0, 0), (1, 1)]),), Pen(palette.quiet, 1.0, (4.0, 3.0))),
        Lines("roc", (curve,), Pen(palette.accent, 2.2 * figure.scale)),
        Marks("now", "disc", now, 9.0 * figure.scale, palette.text, Pen(palette.card, 1.2)),
        Label(f"AUC {steady(area)}", (0.96, 0.08), figure.font, palette.text, "end"),
    ]
    last = shortened(moment.points.classes[-1], 7 * figure.font, figure.font)
    return chart(
        figure,
        frame,
        palette,
        items,
        (-0.02, 1.02),
        (-0.02, 1.02),
        percent=(True, True),
        titles=(f"FPR: others called {last}", f"TPR: {last} called {last}"),
    )


def _share(part: int, whole: int) -> float | None:
    return None if whole == 0 else float(part) / float(whole)


def _percent(value: float | None) -> str:
    return NOTHING if value is None else percent(value)


def _f1(value: float | None) -> str:
    return NOTHING if value is None else steady(value)


ERRORS_VIEW = view(
    "errors",
    "Confusion and ROC",
    "confusion matrix with precision, recall and F₁; for two classes also the ROC curve: the true "
    "positive rate (TPR) over the false positive rate (FPR), and the area beneath it (AUC)",
    Need(lambda moment: None, "There is no model yet"),
    errors,
    options=(PART,),
    asks=True,
    group=CHECK,
    tab="Confusion",
    key="9",
)
