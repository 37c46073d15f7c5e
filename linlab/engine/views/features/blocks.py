"""The joint map drawn: φ(x, y), φ(x, z) and what the step adds, each as a strip of blocks with a cell
for every word of the text, and below the numbers."""

from collections.abc import Sequence

import numpy as np

from linlab.engine.ground.numerals import grouped, number
from linlab.engine.ground.sanitise import shorten
from linlab.engine.picture.metrics import shortened, text_width
from linlab.engine.picture.palette import Palette, mixed
from linlab.engine.picture.shapes import Areas, Frame, Item, Label, Lines, Marks, Panel, Pen, View
from linlab.engine.views.chart import bare
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.marks import class_colour, class_symbol
from linlab.engine.views.kit.words import height_of, with_foot, words_panel
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.words.measures import signed

from .joint import JointMap

LINE = 1.6  # heights of the type from one row of the table to the next
STRIP, GAP = 1.7, 0.75  # the height of a strip and what is left between two, in heights of the type


def joint_panels(
    figure: Figure, moment: Snapshot, found: JointMap, palette: Palette, room: Frame
) -> tuple[Panel, ...]:
    """The strips, the table and the sentences."""
    words = found.sentences()
    above, below = with_foot(room, min(height_of(figure, room.width, words), 0.4 * room.height))
    return (
        _drawn(figure, moment, found, palette, above),
        words_panel(figure, palette, below, words),
    )


def _drawn(
    figure: Figure, moment: Snapshot, found: JointMap, palette: Palette, frame: Frame
) -> Panel:
    size = 0.92 * figure.font
    inks = [palette.on_card(class_colour(moment.points, name)) for name in found.classes]
    rows = _strips(found)
    left = max(text_width(name, size) for name, _ in rows) + 1.4 * size
    right = frame.width - 0.6 * size
    edges = np.linspace(left, right + 0.8 * size, len(found.classes) + 1)
    blocks = [(float(a), float(b) - 0.8 * size) for a, b in zip(edges, edges[1:], strict=False)]
    items = _heads(moment, found, blocks, inks, palette, size)
    y = -1.9 * size
    for name, values in rows:
        items.append(Label(name, (0.6 * size, y - STRIP * size / 2), size, palette.text, name="strip"))  # fmt: skip
        most = float(np.abs(values).max(initial=0.0))
        for k, span in enumerate(blocks):
            items += _block(name, values[k], span, y, inks[k], palette, size, most)
        y -= (STRIP + GAP) * size
    items += _table(found, blocks, y - 0.4 * size, frame, palette, size)
    view = View(0.0, -frame.height, frame.width, 0.0)
    return bare(frame, view, tuple(items), palette, figure.font)


def _strips(found: JointMap) -> list[tuple[str, np.ndarray]]:
    """Each strip by its name, its numbers as shares of the largest. (K, features)"""
    many = len(found.classes)

    def filled(k: int) -> np.ndarray:
        out = np.zeros((many, len(found.values)))
        out[k] = found.values
        return out

    short = [shorten(name, 12) for name in found.classes]
    out = [(f"φ(x, {short[found.label]})", filled(found.label))]
    if found.rival is not None:
        out.append((f"φ(x, {short[found.rival]})", filled(found.rival)))
    return [*out, ("the step", found.added)]


def _heads(
    moment: Snapshot,
    found: JointMap,
    blocks: Sequence[tuple[float, float]],
    inks: list[str],
    palette: Palette,
    size: float,
) -> list[Item]:
    """The class of each block above it."""
    out = list[Item]()
    for (start, end), name, ink in zip(blocks, found.classes, inks, strict=True):
        place = np.array([(start + 0.45 * size, -0.8 * size)])
        out.append(Marks("class", class_symbol(moment.points, name), place, 0.8 * size, ink))
        text = shortened(name, end - start - 1.2 * size, size)
        out.append(
            Label(text, (start + 1.2 * size, -0.8 * size), size, palette.quiet, name="block")
        )
    return out


def _block(
    name: str,
    values: np.ndarray,
    span: tuple[float, float],
    y: float,
    ink: str,
    palette: Palette,
    size: float,
    most: float,
) -> list[Item]:
    """Cells from left to right, a bar in each on the scale of the strip: up what is above 0, down
    what is below."""
    start, end = span
    high = STRIP * size
    frame = _box(start, end, y - high, y)
    faint = mixed(ink, palette.card, 0.1) if values.any() else palette.card
    out: list[Item] = [Areas("block", (frame,), faint, Pen(palette.border, 1.0))]
    if not values.any():
        zero = Label("0", ((start + end) / 2, y - high / 2), 0.9 * size, palette.quiet, "middle")
        return [*out, zero]
    wide = (end - start) / len(values)
    middle = y - high / 2 if (values < 0).any() or name == "the step" else y - high
    room = (y - middle) * 0.92 if middle > y - high else high * 0.92
    rings = tuple(
        _box(
            start + (k + 0.12) * wide,
            start + (k + 0.88) * wide,
            *sorted((middle, middle + room * float(value) / most)),
        )
        for k, value in enumerate(values)
        if value
    )
    base = np.array([(start, middle), (end, middle)])
    return [*out, Areas(f"cells {name}", rings, ink), Lines("zero", (base,), Pen(palette.border, 1.0))]  # fmt: skip


def _box(left: float, right: float, bottom: float, top: float) -> np.ndarray:
    return np.array([(left, bottom), (right, bottom), (right, top), (left, top)])


def _table(
    found: JointMap,
    blocks: Sequence[tuple[float, float]],
    top: float,
    frame: Frame,
    palette: Palette,
    size: float,
) -> list[Item]:
    """Each word of the text with φ, and what the step adds to its weight in each block."""
    room = int((frame.height + top) / (LINE * size))
    order = sorted(range(len(found.names)), key=lambda j: -float(np.abs(found.added[:, j]).max()))
    shown = order if len(order) <= room else order[: max(0, room - 1)]
    out = list[Item]()
    wide = blocks[0][0] - 1.4 * size
    numbers = _numbers(found, blocks[0][1] - blocks[0][0] + 0.5 * size, size)
    for k, j in enumerate(shown):
        y = top - (k + 0.5) * LINE * size
        times = "" if found.values[j] == 1.0 else f" × {number(float(found.values[j]))}"
        name = shortened(found.names[j], wide - text_width(times, size), size)
        out.append(Label(f"{name}{times}", (0.6 * size, y), size, palette.text, name="word"))
        for (start, _), row, texts in zip(blocks, found.added, numbers, strict=True):
            ink = palette.text if row[j] else palette.quiet
            out.append(Label(texts[j], (start, y), size, ink, name="added"))
    if len(shown) < len(order):
        y = top - (len(shown) + 0.5) * LINE * size
        words = f"… and {grouped(len(order) - len(shown))} more"
        out.append(Label(words, (0.6 * size, y), size, palette.quiet, name="more"))
    return out


def _numbers(found: JointMap, wide: float, size: float) -> list[list[str]]:
    """What is added, with as many digits as there is room for."""
    texts = list[list[str]]()
    for digits in (3, 2, 1):
        texts = [
            [signed(float(value), digits) if value else "0" for value in row] for row in found.added
        ]
        if max(text_width(text, size) for row in texts for text in row) <= wide:
            break
    return texts
