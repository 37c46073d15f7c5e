"""What the table of words shows of each word: its weights, P(v|y) and its logarithm, or in how many
texts of each class it is. Each is a number for one row of weights, or for every class."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.numerals import grouped, number, steady
from linlab.engine.views.view import Choices

from .vocabulary import Vocabulary

Text = Callable[[int, int], str]  # of a column and a word
WEIGHTS, CHANCES, LOGS, COUNTS = "weights", "chances", "logs", "counts"


@dataclass(frozen=True, eq=False)
class Measure:
    """A column for each row of `values`: `texts` are ways to write them, the longest first; with
    `bars` they are drawn, and where there is little room the numbers go first if `bars_first`."""

    titles: tuple[str, ...]
    classes: tuple[int | None, ...]  # which class each column belongs to; None: to both of two
    values: Floats  # (columns, words)
    texts: tuple[Text, ...]
    bars: bool = True
    bars_first: bool = False
    changes: bool = False  # whether what this step changed stands beside
    explained: str = ""  # what the bars are, where that is not plain


def signed(value: float, digits: int = 3) -> str:
    """With its sign.

    >>> signed(0.5), signed(-0.25)
    ('+0.500', '−0.250')
    """
    text = steady(value, digits)
    return text if text.startswith("−") or not value else f"+{text}"


def choices(found: Vocabulary) -> Choices:
    """What can be shown."""
    own: Choices = ((WEIGHTS, "weight w of each word"),)
    if len(found.weights) > 1:
        own = ((WEIGHTS, "weight w of each class"),)
    if found.chances is not None:
        own = (*own, (CHANCES, "P(v|y), from counts"), (LOGS, "logarithm of P(v|y)"))
    return (*own, (COUNTS, "texts of each class"))


def measure(found: Vocabulary, kind: str) -> Measure:
    """The chosen one."""
    if kind == CHANCES and found.chances is not None:
        return _chances(found, found.chances)
    if kind == LOGS and found.chances is not None:
        return _logs(found, found.chances)
    return _counts(found) if kind == COUNTS else _weights(found)


def _every(found: Vocabulary) -> tuple[int, ...]:
    return tuple(range(len(found.classes)))


def _weights(found: Vocabulary) -> Measure:
    def text(row: int, j: int) -> str:
        return signed(float(found.weights[row, j]))

    if len(found.weights) == 1:
        return Measure(("w",), (None,), found.weights, (text,), changes=True)
    values = found.weights
    explained = ""
    if found.chances is not None:  # all logarithms are below 0: what tells classes apart is seen
        with np.errstate(invalid="ignore"):
            values = values - values.mean(axis=0)
        explained = "A bar is log P(v|y) minus its mean over the classes."
    return Measure(
        found.classes,
        _every(found),
        values,
        (text,),
        bars_first=True,
        changes=True,
        explained=explained,
    )


def _chances(found: Vocabulary, chances: Floats) -> Measure:
    seen, total = found.fractions

    def short(row: int, j: int) -> str:
        return f"{_counted(seen[row, j])}/{_counted(total[row])}"

    def whole(row: int, j: int) -> str:
        return f"{short(row, j)} = {steady(float(chances[row, j]))}"

    titles = tuple(f"P(v|{name})" for name in found.classes)
    explained = _smoothed(found)
    return Measure(titles, _every(found), chances, (whole, short), explained=explained)


def _smoothed(found: Vocabulary) -> str:
    smoothing = found.smoothing
    if not smoothing:
        return "P(v|y) = n(v, y) / Σ n(u, y)."
    return (
        f"P(v|y) = (n(v, y) + n₀)/(Σ n(u, y) + n₀·|V|), n₀ = {number(smoothing)}, "
        f"|V| = {grouped(len(found.words))}."
    )


def _counted(value: float) -> str:
    return grouped(int(value)) if value == int(value) else number(value)


def _logs(found: Vocabulary, chances: Floats) -> Measure:
    with np.errstate(divide="ignore"):
        logs = np.log(chances)

    def text(row: int, j: int) -> str:
        return steady(float(logs[row, j])) if chances[row, j] > 0 else "−∞"

    titles = tuple(f"log P(v|{name})" for name in found.classes)
    return Measure(titles, _every(found), logs, (text,), bars=False, changes=True)


def _counts(found: Vocabulary) -> Measure:
    counts = found.texts.counts

    def text(row: int, j: int) -> str:
        return grouped(int(counts[row, j]))

    titles = tuple(f"in {name}" for name in found.classes)
    return Measure(titles, _every(found), np.asarray(counts, float), (text,))


def further(found: Vocabulary, kind: str) -> Sequence[Measure]:
    """What stands beside the weights where there is room."""
    if kind != WEIGHTS:
        return ()
    more = [] if found.chances is None else [_chances(found, found.chances), _logs(found, found.chances)]  # fmt: skip
    return [*more, _counts(found)]
