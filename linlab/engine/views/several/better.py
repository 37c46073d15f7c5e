"""Is A better than B? Both are trained on every K − 1 of K folds and judged on the one left out: a
pair of dots for each fold, and the tests of the lecture (Z 4.4) of whether the difference is more
than chance.

p is how often a difference as large as this is seen if there is none. It is not how likely it is
that there is none, and it does not say how large the difference is; and because folds share what
they train on, it is too small.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped, number, percent, steady
from linlab.engine.ground.progress import hand_over, tell
from linlab.engine.many.answering import answers
from linlab.engine.many.comparing import Comparison, compared
from linlab.engine.many.significance import McNemar, TTest, mcnemar
from linlab.engine.picture.metrics import shortened
from linlab.engine.picture.model_styles import style_of
from linlab.engine.picture.palette import Palette, mixed
from linlab.engine.picture.shapes import Axis, Frame, Item, Lines, Marks, Panel, Pen
from linlab.engine.views.chart import chart, span_of, stacked
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.ready import Ready, ReadyRun
from linlab.engine.views.kit.view import Computation, NoResult, view
from linlab.engine.views.kit.words import height_of, with_foot, words_panel
from linlab.engine.views.plane_and_curves import roomy
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.table import ROW, Column, Table, table_panel
from linlab.engine.views.view import COMPARE, Refusal, Work

from .lists import A_LIST, B_LIST, SUBJECT, lists_panels, of_lists
from .p_values import LEVEL, how_often, p_text
from .pair import FOLDS, TRAINED, TWO_MODELS, A, B, Pair

LEAST_HEIGHT = 9  # sizes of the type that the dots are high at least
NONE = "–"
COLUMNS = (
    ("test", "test", "which test"),
    (
        "found",
        "result",
        "the t-value, or how many examples only the first : only the second model gets right",
    ),
    ("df", "d.f.", "degrees of freedom"),
    ("p", "p-value", "how often chance alone gives a difference this large"),
)


@dataclass(frozen=True, eq=False)
class ComparisonFound:
    """What there is of a comparison so far."""

    of: Pair
    comparison: Comparison
    alone: tuple[int, int] | None = (
        None  # on the test points: how many A alone and B alone gets right
    )

    @property
    def accuracies(self) -> tuple[Any, Any]:
        """Of A and of B on each fold. (folds,) each"""
        a, b = self.of.names
        return self.comparison.accuracy[a], self.comparison.accuracy[b]

    @property
    def shares(self) -> tuple[float, float]:
        """Of all examples, each judged once, that A and that B is right about. Folds may differ by
        an example, so these are not the means of their accuracies."""
        a, b = (self.comparison.right[name] for name in self.of.names)
        return float(a.mean()), float(b.mean())

    @property
    def whole(self) -> bool:
        return self.comparison.folds == self.of.folds

    def mcnemar(self) -> McNemar:
        """On the test points, or where there are none on all examples, each judged once."""
        return (
            self.comparison.mcnemar(*self.of.names) if self.alone is None else mcnemar(*self.alone)
        )


def run(figure: Figure, moment: ReadyRun) -> ComparisonFound | NoResult:
    pair = Pair.of(figure, moment)
    if pair.trouble:
        return NoResult(pair, pair.trouble)
    try:
        found = compared(
            pair.plans,
            pair.examples,
            pair.folds,
            pair.document.seed,
            lambda part: hand_over(ComparisonFound(pair, part)),
        )
        return ComparisonFound(pair, found, _on_test(pair))
    except LinlabError as trouble:
        return NoResult(pair, str(trouble))


def _on_test(pair: Pair) -> tuple[int, int] | None:
    """How many test points A alone and B alone gets right, trained on all examples; None without
    test points."""
    test = pair.part(2)
    examples = pair.examples
    if not len(test):
        return None
    truth = [test.classes[k] for k in test.label]
    right = []
    for name, plan in pair.plans.items():
        tell(doing := f"on the test points: {name}")
        said = answers(plan.trained(examples, doing=doing), examples.classes, test.x)
        right.append(
            np.array(
                [k >= 0 and examples.classes[k] == own for k, own in zip(said, truth, strict=True)]
            )
        )
    return int((right[0] & ~right[1]).sum()), int((right[1] & ~right[0]).sum())


def waiting(figure: Figure, moment: ReadyRun) -> str:
    pair = Pair.of(figure, moment)
    wait = f"Both models are being trained on {pair.folds} folds; the result appears here"
    return pair.trouble or wait


def panels(
    figure: Figure,
    moment: Ready[None, ComparisonFound],
    palette: Palette,
    room: Frame,
) -> tuple[Panel, ...]:
    found = moment.found
    words, table = words_of(found), tests(found)
    low = height_of(figure, room.width, words)
    middle = (len(table) + 1.3) * ROW * 0.92 * figure.font
    if (
        room.height - low - middle < LEAST_HEIGHT * figure.font
    ):  # the sentence has the first row of the table
        middle = 0.0
    low = min(low, max(0.0, room.height - middle - LEAST_HEIGHT * figure.font))
    high = room.height - low - middle
    upper, between, _ = stacked(room, (high, middle, low))
    _, below = with_foot(room, low)
    dots = roomy(lambda frame: _dots(figure, palette, frame, found), figure, upper, palette)
    foot = words_panel(figure, palette, below, words)
    if not middle:
        return dots, foot
    return (
        dots,
        replace(
            table_panel(table, between, palette, figure.font), frame=replace(between, pen=None)
        ),
        foot,
    )


def _dots(figure: Figure, palette: Palette, frame: Frame, found: ComparisonFound) -> Panel:
    """A row of dots for each model, one to a fold, and a line between the two of a fold."""
    pair = found.of
    size = 7.0 * figure.scale
    both = found.accuracies
    low, high = span_of(*both, zero=False, least=0.1, air=0.08)
    across = (max(low, -0.03), min(high, 1.03))
    up = (-0.75, 1.75)
    unit = 0.9 * size * (up[1] - up[0]) / frame.height
    rows = [
        np.column_stack([values, y + side * unit * _heights(values)])
        for values, y, side in zip(both, (1.0, 0.0), (1.0, -1.0), strict=True)
    ]
    faint = Pen(mixed(palette.quiet, palette.card, 0.55), 1.0 * figure.scale)
    items: list[Item] = [
        Lines("pairs", tuple(np.array(pair_) for pair_ in zip(*rows, strict=True)), faint)
    ]
    for which, row, values, side in zip((pair.a, pair.b), rows, both, (1.0, -1.0), strict=True):
        ink = style_of(palette, which).colour
        y = 1.0 if side > 0 else 0.0
        mean = float(values.mean())
        reach = 2.2 * unit
        items.append(
            Lines(
                "mean",
                (np.array([(mean, y - reach), (mean, y + reach)]),),
                Pen(ink, 2.0 * figure.scale),
            )
        )
        items.append(
            Marks("accuracies", "disc", row, size, ink, Pen(palette.card, 0.8 * figure.scale))
        )
    panel = chart(
        figure,
        frame,
        palette,
        items,
        across,
        up,
        percent=(True, False),
        titles=("accuracy on each fold, and the mean", ""),
    )
    wide = 0.26 * figure.width
    names = [shortened(name, wide, 0.85 * figure.font) for name in pair.names]
    return replace(
        panel, items=panel.items[1:], up=Axis(((1.0, names[0]), (0.0, names[1])))
    )  # without faint lines


def _heights(values: Any) -> Any:
    """How many dots stand already where each is to stand."""
    return np.array(
        [float(np.isclose(values[:k], value, atol=1e-9).sum()) for k, value in enumerate(values)]
    )


def tests(found: ComparisonFound) -> Table:
    """The tests, a row for each."""
    names = found.of.names
    rows: list[tuple[str, str, str, str]] = []
    both: Sequence[tuple[str, Callable[[str, str], TTest]]] = (
        ("paired t-test", found.comparison.paired),
        ("two-sample t-test", found.comparison.two_sample),
    )
    for name, test in both:
        try:
            t, df, p = test(*names)
            rows.append((name, f"t-value {steady(t)}", str(df), p_text(p)))
        except LinlabError:
            rows.append((name, "no t-value", NONE, NONE))
    one, other, p = found.mcnemar()
    where = "on the test points" if found.alone is not None else "on all folds"
    rows.append((f"McNemar {where}", f"{grouped(one)} : {grouped(other)}", NONE, p_text(p)))
    return Table(
        tuple(
            Column(key, title, help, tuple(row[k] for row in rows), words=k == 0)
            for k, (key, title, help) in enumerate(COLUMNS)
        )
    )


def words_of(found: ComparisonFound) -> list[str]:
    """What was found, what p means, and what it does not."""
    pair = found.of
    one, other = pair.names
    if not found.whole:
        return [f"{found.comparison.folds} of {pair.folds} folds are done"]
    (a, b), many = found.shares, grouped(len(found.comparison.fold))
    if a == b:
        first = f"Over {pair.folds} folds, {one} is right as often as {other}, on {percent(a)} of {many} examples"
    else:
        better = "more" if a > b else "less"
        first = (
            f"Over {pair.folds} folds, {one} is right {number(100 * abs(a - b), 2)} points {better} often than {other}, "
            f"on {percent(a)} against {percent(b)} of {many} examples"
        )
    try:
        test = found.comparison.paired(one, other)
    except LinlabError as why:
        return [
            first,
            str(why).rstrip("."),
            "without a p-value you cannot tell whether it is chance",
        ]
    first += f": paired t-test, t-value {steady(test.t)}, {test.df} degrees of freedom, p-value {p_text(test.p)}"
    seen = f"if both were equally good, a difference this large would appear in {how_often(test.p)} repetitions"
    return [
        first,
        seen if test.p < LEVEL else f"{seen}, so it may be chance",
        "this is neither the probability that they are equally good nor the size of the difference",
        "folds share their training points, so the p-value is too small (see By luck alone)",
    ]


_OF_MODELS = view(
    "better",
    "Is the difference real?",
    "two models over K folds: the accuracies of each fold, paired and "
    "two-sample t-test, McNemar’s test, and what the p-value means; or of two lists that you paste",
    TWO_MODELS,
    panels,
    computation=Computation[None, ComparisonFound](Pair.of, run, waiting),
    options=(
        SUBJECT,
        *(replace(each, idle=of_lists) for each in (A, B, FOLDS, TRAINED)),
        A_LIST,
        B_LIST,
    ),
    group=COMPARE,
    tab="Is it real?",
    key="I",
)


def _either(figure: Figure, moment: Snapshot, palette: Palette, room: Frame) -> tuple[Panel, ...]:
    if of_lists(figure, moment):
        return lists_panels(figure, moment, palette, room)
    return _OF_MODELS.panels(figure, moment, palette, room)


def _refusal(figure: Figure, moment: Snapshot) -> Refusal | None:
    """Two lists need no models, and no points."""
    return None if of_lists(figure, moment) else _OF_MODELS.refusal(moment)


def _key(figure: Figure, moment: Snapshot) -> object:
    """Two lists are drawn at once: there is nothing to compute."""
    work = _OF_MODELS.work
    return None if work is None or of_lists(figure, moment) else work.key(figure, moment)


def _run(figure: Figure, moment: Snapshot) -> object:
    work = _OF_MODELS.work
    return None if work is None or of_lists(figure, moment) else work.run(figure, moment)


BETTER_VIEW = replace(
    _OF_MODELS,
    panels=_either,
    refusal=lambda moment: None,
    chosen_refusal=_refusal,
    work=Work(_key, _run),
)
