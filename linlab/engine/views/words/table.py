"""The table of words, drawn: numbers and bars of what is chosen, and what this step changed. As many
rows as there is room for; a row stands for the texts that have its word."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from linlab.engine.ground.numerals import grouped
from linlab.engine.picture.metrics import shortened, text_width
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Areas, Frame, Item, Label, Lines, Marks, Panel, Pen, View
from linlab.engine.views.chart import bare
from linlab.engine.views.kit.marks import class_colour, class_symbol

from .measures import Measure, Text, further, measure, signed
from .vocabulary import Vocabulary

ROW, AIR = 1.75, 0.8  # the height of a row and what is left between columns, in sizes of the type
CLEAR = 0.1  # of the largest change: what a penalty takes off every weight is not highlighted
LEAST_BAR, FAIR_BAR = 1.6, 5.0  # sizes of the type
WORD_SHARE = 0.3  # of the width, at most, for the words


@dataclass(frozen=True)
class Grid:
    """The rows that are shown, and how large they are."""

    found: Vocabulary
    shown: list[int]
    palette: Palette
    width: float
    size: float

    @property
    def air(self) -> float:
        return AIR * self.size

    def y(self, row: int) -> float:
        """The middle of a row; the titles are row 0."""
        return -(row + 0.5) * ROW * self.size

    def wide(self, texts: Sequence[str]) -> float:
        return max([text_width(text, self.size) for text in texts], default=0.0)


@dataclass(frozen=True)
class Fit:
    """How a measure is written in the room there is: with numbers, with bars, or both."""

    measure: Measure
    text: Text | None
    bars: bool
    numbers: tuple[float, ...]  # the widths of the columns of numbers

    def width(self, grid: Grid, bar: float) -> float:
        """The layout with bars of this width."""
        many = len(self.measure.titles)
        beside = 0.5 * grid.air if self.bars and self.text is not None else 0.0
        each = (bar * grid.size if self.bars else 0.0) + beside + grid.air
        return sum(self.numbers) + many * each


def words_table(
    found: Vocabulary,
    rows: list[int],
    pinned: int,
    palette: Palette,
    frame: Frame,
    font: float,
    kind: str = "",
) -> Panel:
    """The rows of these words, the pinned ones first."""
    size = 0.92 * font
    high = ROW * size
    most = max(1, int(frame.height / high) - 1)
    shown = rows if len(rows) <= most else rows[: max(0, most - 1)]
    grid = Grid(found, shown, palette, frame.width, size)
    items = [*_grounds(grid), *_cells(grid, kind)]
    if pinned and pinned < len(shown):
        items.append(_rule("pinned", -(pinned + 1) * high, frame.width, palette.text))
    if len(shown) < len(rows):
        words = f"… and {grouped(len(rows) - len(shown))} more words"
        place = (grid.air, grid.y(len(shown) + 1))
        items.append(Label(words, place, size, palette.quiet, name="more"))
    if not rows:
        items.append(
            Label("No word matches.", (grid.air, grid.y(1)), size, palette.quiet, name="more")
        )
    return bare(frame, View(0.0, -frame.height, frame.width, 0.0), tuple(items), palette, font)


def _rule(name: str, y: float, width: float, ink: str) -> Lines:
    return Lines(name, (np.array([(0.0, y), (width, y)]),), Pen(ink, 1.0))


def _grounds(grid: Grid) -> list[Item]:
    """What lies under the rows: those that this step changed are highlighted."""
    found, high = grid.found, ROW * grid.size
    moved = found.moved(CLEAR)
    out: list[Item] = [_rule("rule", -high, grid.width, grid.palette.border)]
    for name, ink, chosen in (
        ("changed", grid.palette.highlight, True),
        ("row", grid.palette.card, False),
    ):
        rows = [(k, j) for k, j in enumerate(grid.shown) if bool(moved[j]) is chosen]
        if rows:
            rings = tuple(_box(0.0, grid.width, -(k + 2) * high, -(k + 1) * high) for k, _ in rows)
            ids = tuple(found.texts.texts_with(j) for _, j in rows)
            out.append(Areas(name, rings, ink, ids=ids))
    return out


def _box(left: float, right: float, bottom: float, top: float) -> np.ndarray:
    return np.array([(left, bottom), (right, bottom), (right, top), (left, top)])


def _cells(grid: Grid, kind: str) -> list[Item]:
    """The columns from left to right: the word, what is chosen, what else there is room for, and
    what this step changed."""
    found = grid.found
    names = [found.words[j] for j in grid.shown]
    word = min(grid.wide([*names, "word"]), WORD_SHARE * grid.width)
    out = _texts(grid, "word", names, grid.air, "start", word)
    first = measure(found, kind)
    change = _changes(grid) if first.changes and found.before is not None else []
    change_wide = grid.wide([*change, "this step"]) + 1.2 * grid.size if change else 0.0
    room = grid.width - 3 * grid.air - word - (change_wide + grid.air if change else 0.0)
    if change and room < _fits(grid, first)[-1].width(grid, LEAST_BAR):
        room += change_wide + grid.air
        change = []
    fits = [_best(grid, first, room)]
    room -= fits[0].width(grid, FAIR_BAR)
    for more in further(found, kind):
        fit = _best(grid, more, room, bars=False)
        if fit.width(grid, 0.0) <= room:
            fits.append(fit)
            room -= fit.width(grid, 0.0)
    bar = FAIR_BAR * grid.size + room / max(1, len(first.titles)) if fits[0].bars else 0.0
    x = 2 * grid.air + word
    for fit in fits:
        items, x = _columns(grid, fit, x, max(bar, LEAST_BAR * grid.size) if fit.bars else 0.0)
        out += items
    if change:
        right = grid.width - grid.air
        out += _texts(grid, "this step", change, right, "end", change_wide)
        out += _changed_classes(grid, right - change_wide)
    return out


def _fits(grid: Grid, own: Measure) -> list[Fit]:
    """Ways to write a measure, from the one that needs most room to the one that needs least."""
    many = range(len(own.titles))
    cells = {
        text: [grid.wide([text(row, j) for j in grid.shown]) for row in many] for text in own.texts
    }
    titles = [grid.wide([title]) for title in own.titles]
    ways = list[Fit]()
    for text, wide in cells.items():
        both = tuple(np.maximum(wide, titles).tolist())
        if own.bars:
            ways.append(Fit(own, text, True, both))
        if not own.bars_first:
            ways.append(Fit(own, text, False, both))
    if own.bars_first:
        return [*ways, Fit(own, None, True, (0.0,) * len(titles))]
    shortest = own.texts[-1]
    return [*ways, Fit(own, shortest, False, tuple(cells[shortest]))]  # the titles are cut


def _best(grid: Grid, own: Measure, room: float, bars: bool = True) -> Fit:
    """The first way that fits; the last if none does."""
    ways = [fit for fit in _fits(grid, own) if bars or not fit.bars] or _fits(grid, own)
    bar = FAIR_BAR if len(own.titles) == 1 else LEAST_BAR
    return next((fit for fit in ways if fit.width(grid, bar) <= room), ways[-1])


def _columns(grid: Grid, fit: Fit, x: float, bar: float) -> tuple[list[Item], float]:
    """The columns of a measure from x on, and where they end."""
    out = list[Item]()
    for row, title in enumerate(fit.measure.titles):
        wide = fit.numbers[row]
        if fit.text is not None:
            texts = [fit.text(row, j) for j in grid.shown]
            out += _texts(grid, title, texts, x + wide, "end", wide)
            x += wide + (0.5 * grid.air if fit.bars else 0.0)
        if fit.bars:
            if fit.text is None:
                out += _texts(grid, title, [], x, "start", bar)
            out += _bars(grid, fit.measure, row, x, bar)
            x += bar
        x += grid.air
    return out, x


def _changes(grid: Grid) -> list[str]:
    """The change of a weight, of several the largest, where the row is highlighted."""
    change = grid.found.change
    moved = grid.found.moved(CLEAR)
    largest = np.abs(change).argmax(axis=0)
    return [signed(float(change[largest[j], j])) if moved[j] else "" for j in grid.shown]


def _changed_classes(grid: Grid, x: float) -> list[Item]:
    """Of several classes, the mark of the one whose weight changed most."""
    found = grid.found
    moved = found.moved(CLEAR)
    if len(found.change) == 1:
        return []
    out = list[Item]()
    for row, name in enumerate(found.classes):
        places = [
            (x + 0.5 * grid.size, grid.y(k + 1))
            for k, j in enumerate(grid.shown)
            if moved[j] and int(np.abs(found.change[:, j]).argmax()) == row
        ]
        if places:
            ink = grid.palette.on_card(class_colour(found.points, name))
            mark = class_symbol(found.points, name)
            out.append(Marks("changed", mark, np.array(places), 0.75 * grid.size, ink))
    return out


def _texts(
    grid: Grid, title: str, texts: Sequence[str], x: float, anchor: str, wide: float
) -> list[Item]:
    """A column: its title and a text in each row."""
    return [
        Label(
            shortened(text, wide + 0.5 * grid.air, grid.size),
            (x, grid.y(k)),
            grid.size,
            grid.palette.text if k else grid.palette.quiet,
            anchor,
            name="cell" if k else "title",
        )
        for k, text in enumerate([title, *texts])
        if text
    ]


def _bars(grid: Grid, own: Measure, row: int, x: float, wide: float) -> list[Item]:
    """Bars from a line at 0, all on one scale: of one row to the right in the colour of the last
    class, to the left in that of the first; of several classes each in its own colour."""
    found, palette = grid.found, grid.palette
    values = np.nan_to_num(own.values[:, grid.shown], nan=0.0, posinf=0.0, neginf=0.0)
    low, high = min(0.0, float(values.min(initial=0.0))), max(0.0, float(values.max(initial=0.0)))
    scale = wide / max(high - low, 1e-300)
    zero = x - low * scale if high > low else x + wide / 2
    colours = [class_colour(found.points, name) for name in found.classes]
    k = own.classes[row]
    inks = (colours[-1], colours[0]) if k is None else (colours[k], colours[k])
    out = list[Item]()
    for sign, ink in zip((1, -1), inks, strict=True):
        rings = tuple(
            _bar(grid, zero, float(value) * scale, k)
            for k, value in enumerate(values[row])
            if float(value) * sign > 0
        )
        if rings:
            out.append(Areas("bar", rings, palette.on_card(ink)))
    bottom = -(len(grid.shown) + 1) * ROW * grid.size
    line = np.array([(zero, -ROW * grid.size), (zero, bottom)])
    return [*out, Lines("zero", (line,), Pen(palette.border, 1.0))]


def _bar(grid: Grid, zero: float, long: float, k: int) -> np.ndarray:
    ends = sorted((zero, zero + long))
    return _box(
        ends[0], ends[1], grid.y(k + 1) - 0.32 * grid.size, grid.y(k + 1) + 0.32 * grid.size
    )
