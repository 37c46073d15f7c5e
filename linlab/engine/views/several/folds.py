"""The lecture's table of a stack (Z 4.4): what the base model says about the examples of each
fold when it was trained on the others.

    trained on D₂ … D_K      base 1      tested on D₁

Beside it is what the base model says when it was trained on all of them. It is right more often on
examples it has seen than on new ones, so the top model must not be trained on those answers.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Ints
from linlab.engine.ground.numerals import number, percent
from linlab.engine.ground.progress import hand_over
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Frame, Panel
from linlab.engine.train.measures import given
from linlab.engine.train.problem import Problem
from linlab.engine.train.teams.base_outputs import BaseOutputs, Jackknife
from linlab.engine.train.teams.shared_classes import answers
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.marks import highlighted_rows
from linlab.engine.views.kit.ready import Need, Ready, ReadyRun
from linlab.engine.views.kit.view import Computation, view
from linlab.engine.views.kit.ways_out import add_team, look_at
from linlab.engine.views.kit.words import height_of, words_panel
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.table import ROW, Column, Table, table_panel
from linlab.engine.views.view import COMPARE, Choices, Option, Refusal

PENDING, ABSENT = "…", "–"
WAIT = "The base model is being trained, once without each fold; the table fills up as it goes"
_BELOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def _stack(moment: ReadyRun) -> BaseOutputs | Refusal:
    stack = moment.trace.problem(moment.t).base_outputs
    if isinstance(stack, BaseOutputs):
        return stack
    stacks = [k for k, each in enumerate(moment.learners) if "upon" in each.recipe.parameters]
    return Refusal(
        "Only Stacking splits its examples into folds: select a stack, or add one.",
        look_at(moment, stacks[0]) if stacks else add_team("Add a stack", "stacking"),
    )


NEED = Need(_stack)


def _up_to(moment: Snapshot) -> Choices:
    ready = NEED.of(moment)
    many = 0 if isinstance(ready, str) else ready.subject.jackknife.folds
    return (
        ("all", "all folds"),
        *((str(k), "none" if k == 0 else f"fold {k}") for k in range(many)),
    )


SHOW = Option(
    "show",
    "Show",
    "a row for each example, or for each fold",
    lambda moment: (("examples", "examples"), ("folds", "fold by fold")),
)
FILLED = Option(
    "filled",
    "Filled",
    "up to which fold the table is filled, to follow it fold by fold",
    _up_to,
    beside=True,
)


@dataclass(frozen=True, eq=False)
class FoldsFound:
    """The answers of each base model so far: numbers of classes, −1 for none."""

    of: Jackknife
    said: tuple[Ints, ...] = ()  # of each fold, about its examples
    seen: Ints | None = None  # (n,) trained on all, about all
    dev: float | None = None  # how often it is right about dev points
    outputs_in_words: tuple[
        str, ...
    ] = ()  # what the top model gets for each example, where that is more than a class
    how: object = None  # and by which settings


Folded = Ready[BaseOutputs, FoldsFound]


def _of(figure: Figure, moment: Ready[BaseOutputs, None]) -> Jackknife:
    return moment.subject.jackknife


def key_of(figure: Figure, moment: Ready[BaseOutputs, None]) -> tuple[Jackknife, object]:
    return moment.subject.jackknife, _how(moment.subject)


def run(figure: Figure, moment: Ready[BaseOutputs, None]) -> FoldsFound:
    stack = moment.subject
    problem = moment.trace.problem(moment.t)
    jackknife = stack.jackknife
    found = FoldsFound(stack.jackknife)
    for k in range(jackknife.folds):
        found = replace(found, said=(*found.said, jackknife.base_answers(problem.classes, k)))
        hand_over(found)
    words = (
        () if stack.outputs.kind == "label" else tuple(stack.in_words(i) for i in range(problem.n))
    )
    x, y = problem.held_out[0]
    dev = float(np.mean(answers(jackknife.b(), problem.classes, x) == y)) if len(y) else None
    return replace(
        found,
        seen=jackknife.base_answers(problem.classes),
        dev=dev,
        outputs_in_words=words,
        how=_how(stack),
    )


def _how(stack: BaseOutputs) -> object:
    return stack.outputs, stack.jackknifed


def _waiting(figure: Figure, moment: Ready[BaseOutputs, None]) -> str:
    return WAIT


def filled(figure: Figure, moment: Folded) -> int:
    """How many folds are to be seen."""
    chosen = FILLED.value(figure, moment)
    found = moment.found
    return len(found.said) if chosen == "all" else min(int(chosen), len(found.said))


def table(figure: Figure, moment: Folded) -> Table:
    problem = moment.trace.problem(moment.t)
    many = filled(figure, moment)
    made = _by_fold if SHOW.value(figure, moment) == "folds" else _by_example
    sentences = [f"{each[:1].upper()}{each[1:]}." for each in words(moment, many)]
    return replace(made(moment, problem, many), foot=" ".join(sentences))


def _by_example(moment: Folded, problem: Problem, many: int) -> Table:
    found = moment.found
    fold = found.of.fold
    classes = problem.classes
    rows = np.argsort(fold, kind="stable")
    known = given(problem)
    said = np.full(problem.n, -2)
    for k in range(many):
        said[fold == k] = found.said[k]
    seen = np.full(problem.n, -2) if found.seen is None or many < found.of.folds else found.seen
    columns = [
        Column("fold", "fold", "the fold Dₖ that the example is in", tuple(str(k + 1) for k in fold[rows]), fold[rows]),
        Column("n", "#", "the number of the example", tuple(str(i + 1) for i in rows), rows),
        *(Column(f"x{j + 1}", name, f"the coordinate {name}", tuple(number(float(v)) for v in problem.x[rows, j]),
                 problem.x[rows, j]) for j, name in enumerate(() if problem.reads_texts else moment.features)),
        _words("said", "unseen: base says", "the answer of a base model trained on all folds but this one", [_named(classes, c) for c in said[rows]]),
        _words("class", "class", "its class", [classes[c] for c in problem.y[rows]]),
        _words("right", "right", "whether it is right; guessed labels do not count",
               [_verdict(a, b, own)
                for a, b, own in zip(said[rows], problem.y[rows], known[rows], strict=True)]),
        _words("seen", "seen: base says", "the answer of the base model trained on all examples, including this one",
               [_named(classes, c) for c in seen[rows]]),
    ]  # fmt: skip
    if found.outputs_in_words and many == found.of.folds and found.how == _how(moment.subject):
        columns.append(
            _words(
                "told",
                "input of the top model",
                "what the base model passes on to the top model about it",
                [found.outputs_in_words[i] for i in rows],
            )
        )
    ids = tuple(problem.ids[rows].tolist())
    return Table(tuple(columns), ids, highlighted_rows(moment, ids))


def _by_fold(moment: Folded, problem: Problem, many: int) -> Table:
    """The lecture's own: which folds a base model is trained on, and how it does on the one left out."""
    found = moment.found
    folds = found.of.folds
    sizes = np.bincount(found.of.fold, minlength=found.of.folds)
    known = given(problem)
    counts = [int((known & (found.of.fold == k)).sum()) for k in range(folds)]
    right = [_right(found, problem, k) for k in range(many)]
    numbers: Any = np.array(
        [right[k] / counts[k] if k < many and counts[k] else np.nan for k in range(folds)]
    )
    return Table(
        (
            _words(
                "trained",
                "trained on",
                "the folds that this base model was trained on",
                [_others(k, folds) for k in range(folds)],
            ),
            _words(
                "model",
                "model",
                "the base model without one fold",
                [f"base {k + 1}" for k in range(folds)],
            ),
            _words(
                "asked",
                "tested on",
                "the fold that it has not seen",
                [f"D{_sub(k)}" for k in range(folds)],
            ),
            Column(
                "many",
                "examples",
                "how many examples this fold has",
                tuple(map(str, sizes.tolist())),
                sizes,
            ),
            Column(
                "right",
                "right",
                "how often it is right about them",
                tuple(percent(share) if share == share else PENDING for share in numbers.tolist()),
                numbers,
            ),
        )
    )


def _verdict(said: int, true: int, known: bool) -> str:
    if said == -2:
        return PENDING
    if not known:
        return ABSENT
    return "yes" if said == true else "no"


def _right(found: FoldsFound, problem: Problem, k: int) -> int:
    """About how many examples of a fold the B without it is right, of those whose label was not
    guessed."""
    there = found.of.fold == k
    return int((given(problem)[there] & (found.said[k] == problem.y[there])).sum())


def words(moment: Folded, many: int) -> list[str]:
    """How often the base model is right on examples it has not seen, and on those it has, and why
    that matters."""
    found, stack = moment.found, moment.subject
    problem = moment.trace.problem(moment.t)
    folds = found.of.folds
    if many < folds or found.seen is None:
        return [
            f"{many} of {folds} folds are filled; each is answered by a base model trained on the others"
        ]
    right = sum(_right(found, problem, k) for k in range(folds))
    known = given(problem)
    seen = int((known & (found.seen == problem.y)).sum())
    n = max(1, int(known.sum()))
    dev = "" if found.dev is None else f" (dev points: {percent(found.dev)})"
    out = [
        f"the base model is right on {percent(right / n)} of the examples when it has not seen them{dev}, and on "
        f"{percent(seen / n)} when it was trained on them"
    ]
    if seen > right:
        out.append(
            "new points are like unseen examples: a top model trained on answers to seen ones trusts the base model too much"
        )
    else:
        out.append(
            "here the base model has memorised nothing, so jackknifing makes little difference"
        )
    return [
        *out,
        *(
            []
            if stack.jackknifed
            else ["jackknifing is off: the top model is trained on answers to seen examples"]
        ),
    ]


def panels(figure: Figure, moment: Folded, palette: Palette, room: Frame) -> tuple[Panel, ...]:
    made = table(figure, moment)
    below_it = words(moment, filled(figure, moment))
    low = min(height_of(figure, room.width, below_it), 0.5 * room.height)
    upper = Frame(
        room.x,
        room.y,
        room.width,
        min(room.height - low, (len(made) + 1.5) * ROW * 0.92 * figure.font),
    )
    below = Frame(room.x, room.y + upper.height + 1, room.width, max(2.0, low - 2))
    body = table_panel(made, upper, palette, figure.font)
    return replace(body, frame=replace(upper, pen=None)), words_panel(
        figure, palette, below, below_it
    )


def _named(classes: tuple[str, ...], c: int) -> str:
    if c == -2:
        return PENDING
    if c < 0:
        return ABSENT
    return classes[c]


def _sub(k: int) -> str:
    return str(k + 1).translate(_BELOW)


def _others(k: int, folds: int) -> str:
    """
    >>> _others(0, 5), _others(2, 5), _others(1, 3)
    ('D₂ … D₅', 'D₁, D₂, D₄, D₅', 'D₁, D₃')
    """
    left = [f"D{_sub(j)}" for j in range(folds) if j != k]
    whole = k in (0, folds - 1) and len(left) > 2
    return f"{left[0]} … {left[-1]}" if whole or len(left) > 6 else ", ".join(left)


def _words(key: str, title: str, help: str, values: list[str]) -> Column:
    return Column(key, title, help, tuple(values), words=True)


FOLDS_VIEW = view(
    "folds",
    "Stacking folds",
    "for a stack: what the base model answers on each fold when it was trained on the "
    "others, and how often it is right, with and without jackknifing",
    NEED,
    panels,
    computation=Computation(key_of, run, _waiting, _of),
    options=(SHOW, FILLED),
    table=table,
    group=COMPARE,
    tab="Folds",
    key="S",
)
