"""The points as a table, a row each: where it is, what it is, what the model makes of it, and what
it made of the model."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from linlab.engine.data.points import Points
from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.numerals import grouped, number, steady
from linlab.engine.learner.losses import rivals_and_margins
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Frame, Panel
from linlab.engine.train.models import Model, decisions
from linlab.engine.train.tallies import times_updated

from .figure import Figure
from .kit.marks import highlighted_rows
from .kit.of_texts import reads_texts
from .kit.trouble import no_points
from .snapshot import Snapshot
from .table import Column, LazyTexts, Table, table_panel
from .texts.columns import legend_of, rows_with, text_column, turn_column
from .texts.looks import NOTHING
from .texts.page import texts_panel
from .view import WATCH, Choices, FigureView, Option

PARTS = ("train", "dev", "test")
MOST_MEMBERS = 7  # members of a team that have a column each
# What is left out first where there is no room for all columns; those without a number stay.
GIVES_WAY = {"slack": 9, "part": 8, "x1": 7, "x2": 7, "by": 6, "round": 6, "a": 6, "by member": 5,
             "loss": 5, "sure": 4, "score of a class": 4, "right": 3, "p": 3, "updates": 2,
             "said": 1}  # fmt: skip


def rows(figure: Figure, moment: Snapshot) -> Table:
    points, model = moment.points, moment.model
    texts = reads_texts(moment)
    columns = [
        Column("n", "#", "the number of the example", tuple(str(k + 1) for k in range(len(points))), np.arange(len(points))),
        *([text_column(moment)] if texts else _coordinates(moment)),
        _classes(points),
        *_guessed(points),
        _words("part", "part", "whether it is for training, or set aside as dev or test", [PARTS[k] for k in moment.parts]),
        *([turn_column(moment)] if texts else ()),
    ]  # fmt: skip
    if model is not None and moment.trace is not None:
        columns += _judged(points, model, moment.scores)
        columns += _history(points, model, times_updated(moment.trace, moment.t))
    ids = tuple(points.ids.tolist())
    legend = legend_of(moment) if texts else ("", ())
    table = Table(tuple(columns), ids, highlighted_rows(moment, ids), moment.waiting, legend)
    found = rows_with(points.texts or (), SEARCH.value(figure, moment)) if texts else None
    return table if found is None else table.take(found)


def _coordinates(moment: Snapshot) -> list[Column]:
    return [
        _numbers(f"x{j + 1}", name, f"the coordinate {name}", moment.points.x[:, j], number)
        for j, name in enumerate(moment.features)
    ]


def _classes(points: Points) -> Column:
    names = [points.classes[k] if k >= 0 else "unlabelled" for k in points.label]
    return replace(_words("class", "class", "its class", names), marks=points.label.tolist())


def _guessed(points: Points) -> list[Column]:
    """Of labels that are hidden or were guessed: the truth, and who guessed, when and how sure."""
    out = []
    if points.truth is not None:
        names = [points.classes[k] if k >= 0 else NOTHING for k in points.truth]
        out.append(
            _words(
                "truth",
                "truth",
                "the true class, if the label is hidden, flipped or was guessed",
                names,
            )
        )
    if points.guesses is not None:
        known = [
            (guess.round, guess.sure, guess.by) if guess else (np.nan, np.nan, NOTHING)
            for guess in points.guesses
        ]
        verdict = {True: "right", False: "wrong"}
        right = [
            NOTHING if guess is None or k < 0 else verdict[bool(k == said)]
            for guess, k, said in zip(points.guesses, points.true, points.label, strict=True)
        ]
        out += [
            _words(
                "by",
                "guessed by",
                "the model or models that guessed its label",
                [by for _, _, by in known],
            ),
            _numbers(
                "round",
                "round",
                "the round of self-training or co-training in which it was guessed",
                [k for k, _, _ in known],
                lambda k: str(int(k)),
            ),
            _numbers(
                "sure",
                "confidence",
                "how sure they were: max P(c|x), or σ of the answer’s lead; of two, the lower",
                [sure for _, sure, _ in known],
            ),
            _words("right", "guess", "whether the guess is right, if the truth is known", right),
        ]
    return out


def _judged(points: Points, model: Model, scores: Floats) -> list[Column]:
    """What the model says of each point."""
    classes = model.examples.classes
    said = [classes[k] if k >= 0 else "undecided" for k in decisions(model, scores)]
    names = ["s"] if scores.shape[1] == 1 else [f"s({name})" for name in classes]
    means = (
        f"the score; above 0 the answer is {classes[-1]}"
        if scores.shape[1] == 1
        else "the score of this class"
    )
    votes = model.vote is not None  # which have no loss: that of the last θ is another model's
    means, unit = (f"{means}, in votes", ", votes") if votes else (means, "")
    names = [f"{name}{unit}" for name in names]
    way = GIVES_WAY["score of a class"] if len(names) > 1 else 0
    columns = [
        replace(_numbers(f"s{k}", name, means, scores[:, k]), gives_way=way)
        for k, name in enumerate(names)
    ]
    columns.append(
        _words(
            "said",
            "answer",
            "the model’s answer",
            said if model.decided else [NOTHING] * len(said),
        )
    )
    for (name, _), each in zip(
        model.team[:MOST_MEMBERS], model.member_answers(model.inputs(points)), strict=False
    ):
        answered = [classes[k] if k >= 0 else NOTHING for k in each]
        member = _words(f"by {name}", name, "this member’s answer", answered)
        columns.append(replace(member, gives_way=GIVES_WAY["by member"]))
    among = [classes.index(name) if name in classes else -1 for name in points.classes]
    truth = np.array([*among, -1])[points.label]
    known = truth >= 0
    chances = model.chances(scores)
    if chances is not None:
        own = np.full(len(points), np.nan)
        own[known] = chances[known, truth[known]]
        columns.append(_numbers("p", "P(class|x)", "the model’s probability of its class", own))
    margins = np.full(len(points), np.nan)
    margins[known] = rivals_and_margins(scores[known], truth[known])[1]
    columns.append(
        _numbers(
            "m",
            f"margin m{unit}",
            "y·s for two classes, the lead over the best other class for more",
            margins,
        )
    )
    losses = (
        None if votes else model.losses(model.inputs(points)[known], truth[known], scores[known])
    )
    if losses is not None:
        each = np.full(len(points), np.nan)
        each[known] = losses
        columns.append(_numbers("loss", "loss ℓ", "its loss", each))
    if model.kink is not None and model.kink.at > 0:
        slack = np.maximum(0.0, 1.0 - margins)
        columns.append(
            _numbers("slack", "slack ξ", "ξ = max(0, 1 − m), how far m falls short of 1", slack)
        )
    return columns


def _history(points: Points, model: Model, counts: Mapping[int, int] | None) -> list[Column]:
    """What each example made of the model: how often it caused an update, and its coefficient in a
    kernel space."""
    ids = points.ids.tolist()
    out = []
    if counts is not None:
        training = set(model.examples.ids.tolist())
        many = np.array(
            [counts.get(id, 0) if id in training or id in counts else np.nan for id in ids], float
        )
        out.append(
            _numbers(
                "updates",
                "updates",
                "how often it has caused an update",
                many,
                lambda n: grouped(int(n)),
            )
        )
    single = model.single
    if single is not None and single.problem.dual:
        weights = single.problem.split(single.theta)[0]
        place = {int(id): k for k, id in enumerate(single.problem.ids)}
        for row, a in enumerate(weights):
            name = "a" if len(weights) == 1 else f"a({single.problem.classes[row]})"
            values = np.array([a[place[id]] if id in place else np.nan for id in ids])
            column = _numbers(f"a{row}", name, "its coefficient in the kernel space", values)
            out.append(replace(column, gives_way=GIVES_WAY["a"]))
    return out


def _numbers(
    key: str, title: str, help: str, values: Any, text: Callable[[float], str] = steady
) -> Column:
    numbers = np.asarray(values, float)
    texts = LazyTexts(numbers.tolist(), partial(_written, text))
    return Column(key, title, help, texts, numbers, gives_way=GIVES_WAY.get(key, 0))


def _written(text: Callable[[float], str], value: float) -> str:
    if value != value:
        return NOTHING
    if value in (np.inf, -np.inf):
        return "∞" if value > 0 else "−∞"
    return text(value)


def _words(key: str, title: str, help: str, values: Sequence[str]) -> Column:
    way = GIVES_WAY.get(key, 0)
    return Column(key, title, help, tuple(values), words=True, gives_way=way)


def _columns(moment: Snapshot) -> Choices:
    return (
        tuple((column.key, column.title) for column in rows(Figure(), moment).columns)
        if len(moment.points)
        else ()
    )


SORT = Option("sort", "Sorted by", "the column by which the rows are sorted", _columns)
SEARCH = Option(
    "search",
    "Search",
    "only texts with these letters",
    longest=60,
    beside=True,
    absent=lambda moment: not reads_texts(moment),
)


def examples(figure: Figure, moment: Snapshot, palette: Palette, room: Frame) -> tuple[Panel, ...]:
    """The table as far as there is room for it, for figures; the window has one that scrolls."""
    table = rows(figure, moment).sorted_by(SORT.value(figure, moment))
    frame = Frame(room.x, room.y, room.width, room.height)
    texts = table.of_texts
    if texts is None:
        return (table_panel(table, frame, palette, figure.font),)
    return (texts_panel(table, texts, frame, palette, figure.font),)


EXAMPLES_VIEW = FigureView(
    "examples",
    "Examples",
    "every point with its scores and margin, its loss where the model has one, and how often it has "
    "caused an update; texts with their words tinted, to be edited",
    examples,
    refusal=no_points,
    table=rows,
    options=(SORT, SEARCH),
    takes_texts=True,
    asks=True,
    group=WATCH,
    key="8",
)
