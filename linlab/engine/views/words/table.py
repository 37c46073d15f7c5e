"""The table of words, drawn: weights as numbers and bars, counts by class, P(v|y), and what this
step changed. As many rows as there is room for; a row stands for the texts that have its word."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from linlab.engine.ground.numerals import grouped, steady
from linlab.engine.picture.metrics import shortened, text_width
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Areas, Frame, Item, Label, Lines, Panel, Pen, View
from linlab.engine.views.chart import bare
from linlab.engine.views.kit.marks import class_colour

from .vocabulary import Vocabulary

ROW, AIR = 1.75, 0.9  # the height of a row and what is left between columns, in sizes of the type
CLEAR = 0.1  # of the largest change: what a penalty takes off every weight is not highlighted
LEAST_BAR = 4.0  # sizes of the type


@dataclass(frozen=True)
class Numbers:
    """A column of numbers; `needed` ones stand there however narrow the table is."""

    title: str
    text: Callable[[int], str]
    needed: bool = False


def signed(value: float) -> str:
    """
    >>> signed(0.5), signed(-0.25)
    ('+0.500', '−0.250')
    """
    text = steady(value)
    return text if text.startswith("−") or not value else f"+{text}"


def words_table(
    found: Vocabulary, rows: list[int], pinned: int, palette: Palette, frame: Frame, font: float
) -> Panel:
    """The rows of these words, the pinned ones first."""
    size = 0.92 * font
    high = ROW * size
    most = max(1, int(frame.height / high) - 1)
    shown = rows if len(rows) <= most else rows[: max(0, most - 1)]
    items = list[Item]()
    items += _grounds(found, shown, palette, frame.width, high)
    items += _cells(found, shown, pinned, palette, frame.width, size)
    if pinned and pinned < len(shown):
        y = -(pinned + 1) * high
        items.append(_rule("pinned", y, frame.width, palette.text))
    if len(shown) < len(rows):
        words = f"… and {grouped(len(rows) - len(shown))} more words"
        place = (AIR * size, -(len(shown) + 1.5) * high)
        items.append(Label(words, place, size, palette.quiet, name="more"))
    if not rows:
        place = (AIR * size, -1.5 * high)
        items.append(Label("No word is like that.", place, size, palette.quiet, name="more"))
    return bare(frame, View(0.0, -frame.height, frame.width, 0.0), tuple(items), palette, font)


def _rule(name: str, y: float, width: float, ink: str) -> Lines:
    return Lines(name, (np.array([(0.0, y), (width, y)]),), Pen(ink, 1.0))


def _grounds(
    found: Vocabulary, shown: list[int], palette: Palette, width: float, high: float
) -> list[Item]:
    """What lies under the rows: those that this step changed are highlighted."""
    size = np.abs(found.change).max(axis=0)
    moved = size > CLEAR * size.max(initial=0.0)
    out: list[Item] = [_rule("rule", -high, width, palette.border)]
    for name, ink, chosen in (("changed", palette.highlight, True), ("row", palette.card, False)):
        rows = [(k, j) for k, j in enumerate(shown) if bool(moved[j]) is chosen]
        if rows:
            rings = tuple(_box(0.0, width, -(k + 2) * high, -(k + 1) * high) for k, _ in rows)
            ids = tuple(found.texts.texts_with(j) for _, j in rows)
            out.append(Areas(name, rings, ink, ids=ids))
    return out


def _box(left: float, right: float, bottom: float, top: float) -> np.ndarray:
    return np.array([(left, bottom), (right, bottom), (right, top), (left, top)])


def _cells(
    found: Vocabulary, shown: list[int], pinned: int, palette: Palette, width: float, size: float
) -> list[Item]:
    air = AIR * size
    several = len(found.weights) > 1
    names = [found.words[j] for j in shown]
    word = min(
        max([text_width(name, size) for name in (*names, "word")]),
        (0.2 if several else 0.28) * width,
    )
    bars = len(found.weights)
    needs = bars * LEAST_BAR * size * (1.0 if several else 1.5)
    own = [] if several else [_weights(found, 0, "w")]
    change = _changes(found)
    room = width - 3 * air - word - needs - bars * air
    rest = list[tuple[Numbers, float]]()
    for group in ([*own, change], *_further(found)):
        widths = [
            max([text_width(t, size) for t in (column.title, *map(column.text, shown))])
            for column in group
        ]
        if group[0].needed or room >= sum(widths) + air * len(widths):
            rest += zip(group, widths, strict=True)
            room -= sum(widths) + air * len(widths)
    out = list[Item]()
    out += _texts("word", names, air, "start", word, palette, size)
    x = 2 * air + word
    if own:
        column, wide = rest.pop(0)
        out += _texts(column.title, map(column.text, shown), x + wide, "end", wide, palette, size)
        x += wide + air
    share = (needs + max(0.0, room)) / bars
    for row in range(bars):
        out += _bars(found, row, shown, x, share, palette, size)
        x += share + air
    for column, wide in [*rest[1:], *rest[:1]]:
        out += _texts(column.title, map(column.text, shown), x + wide, "end", wide, palette, size)
        x += wide + air
    return out


def _weights(found: Vocabulary, row: int, title: str) -> Numbers:
    return Numbers(title, lambda j: signed(float(found.weights[row, j])), needed=True)


def _changes(found: Vocabulary) -> Numbers:
    """The change of a weight; of several the largest, with its class."""

    def text(j: int) -> str:
        row = int(np.abs(found.change[:, j]).argmax())
        value = float(found.change[row, j])
        name = f" {shortened(found.classes[row], 60.0, 10.0)}" if len(found.change) > 1 else ""
        return f"{signed(value)}{name}" if value else ""

    return Numbers("this step", text, needed=True)


def _further(found: Vocabulary) -> list[list[Numbers]]:
    """P(v|y), its logarithm, where there are such, and counts by class: each for all classes or
    none."""
    likely, logs, counts = list[Numbers](), list[Numbers](), list[Numbers]()
    chances = found.chances
    for name, row in zip(found.classes, () if chances is None else chances, strict=False):
        short = shortened(name, 70.0, 10.0)
        likely.append(Numbers(f"P(v|{short})", lambda j, row=row: steady(float(row[j]))))  # type: ignore[misc]
        logs.append(Numbers(f"log P(v|{short})", lambda j, row=row: _log(float(row[j]))))  # type: ignore[misc]
    for k, name in enumerate(found.classes):
        short = shortened(name, 60.0, 10.0)
        counts.append(Numbers(f"in {short}", lambda j, k=k: grouped(int(found.texts.counts[k, j]))))  # type: ignore[misc]
    return [group for group in (likely, logs, counts) if group]


def _log(chance: float) -> str:
    return steady(float(np.log(chance))) if chance > 0 else "−∞"


def _texts(
    title: str, texts: object, x: float, anchor: str, wide: float, palette: Palette, size: float
) -> list[Item]:
    """A column: its title and a text in each row."""
    every = [title, *texts]  # type: ignore[misc]
    return [
        Label(
            shortened(text, wide + 0.5 * AIR * size, size),
            (x, -(k + 0.5) * ROW * size),
            size,
            palette.text if k else palette.quiet,
            anchor,
            name="cell" if k else "title",
        )
        for k, text in enumerate(every)
        if text
    ]


def _bars(
    found: Vocabulary,
    row: int,
    shown: list[int],
    x: float,
    wide: float,
    palette: Palette,
    size: float,
) -> list[Item]:
    """Bars from a line at 0: to the right in the colour of the last class, to the left in that of
    the first; of several classes each in its own colour."""
    weights = np.nan_to_num(found.weights[:, shown], nan=0.0, posinf=0.0, neginf=0.0)
    several = len(weights) > 1
    low, high = min(0.0, float(weights.min(initial=0.0))), max(0.0, float(weights.max(initial=0.0)))
    scale = wide / max(high - low, 1e-300)
    zero = x - low * scale if high > low else x + wide / 2
    out = list[Item]()
    if several:
        name = found.classes[row]
        out += [Label(shortened(name, wide, size), (x, -0.5 * ROW * size), size, palette.quiet, name="title")]  # fmt: skip
    own = [class_colour(found.points, name) for name in found.classes]
    for sign, ink in ((1, own[row] if several else own[-1]), (-1, own[row] if several else own[0])):
        rings = tuple(
            _bar(zero, float(w) * scale, k, size)
            for k, w in enumerate(weights[row])
            if float(w) * sign > 0
        )
        if rings:
            out.append(Areas("bar", rings, palette.on_card(ink)))
    line = np.array([(zero, -ROW * size), (zero, -(len(shown) + 1) * ROW * size)])
    return [*out, Lines("zero", (line,), Pen(palette.border, 1.0))]


def _bar(zero: float, long: float, k: int, size: float) -> np.ndarray:
    y = -(k + 1.5) * ROW * size
    ends = sorted((zero, zero + long))
    return _box(ends[0], ends[1], y - 0.32 * size, y + 0.32 * size)
