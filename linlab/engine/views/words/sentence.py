"""A text with its words in the colours of the classes that they speak for, in lines that fit."""

import numpy as np

from linlab.engine.data.lexicon import BAD, GOOD, Lexicon, Word
from linlab.engine.ground.sanitise import sanitise
from linlab.engine.picture.metrics import shortened, text_width
from linlab.engine.picture.palette import Palette, colour_of, mixed
from linlab.engine.picture.shapes import Areas, Frame, Item, Label, Panel, Pen, View
from linlab.engine.views.chart import bare
from linlab.engine.views.snapshot import Snapshot

LINE = 1.6  # heights of the type from one line to the next


def classes_of(moment: Snapshot) -> tuple[int, int]:
    """The classes that good words and bad words speak for: those whose points have most of them on
    the average."""
    points = moment.points
    means = [
        points.x[points.label == c].mean(axis=0)
        if (points.label == c).any()
        else np.full(2, -np.inf)
        for c in range(len(points.classes))
    ]
    good = int(
        np.argmax(
            [mean[GOOD] - mean[BAD] if np.isfinite(mean).all() else -np.inf for mean in means]
        )
    )
    bad = int(
        np.argmax(
            [mean[BAD] - mean[GOOD] if np.isfinite(mean).all() else -np.inf for mean in means]
        )
    )
    return good, bad


def lines_of(
    lexicon: Lexicon, text: str, width: float, size: float
) -> list[list[tuple[float, Word]]]:
    """The pieces of a text, each with its place in its line."""
    text = sanitise(text)
    x = 0.0
    lines = [list[tuple[float, Word]]()]
    end = 0
    for word in lexicon.read(text):
        gap = 0.42 * size if word.start > end and lines[-1] else 0.0
        wide = text_width(word.text, size, bold=word.axis is not None)
        if lines[-1] and x + gap + wide > width:
            lines.append([])
            x, gap = 0.0, 0.0
        lines[-1].append((x + gap, word))
        x = x + gap + wide
        end = word.start + len(word.text)
    return lines


def sentence_panel(
    moment: Snapshot,
    lexicon: Lexicon,
    text: str,
    head: str,
    palette: Palette,
    frame: Frame,
    font: float,
) -> Panel:
    """The words, at most as many lines as there is room for; what is cut is said."""
    size = 1.1 * font
    edge = 0.9 * font
    items = list[Item]()
    speaks = classes_of(moment)
    items.append(
        Label(
            shortened(head, frame.width - 2 * edge, 0.9 * font),
            (edge, -0.8 * font),
            0.9 * font,
            palette.quiet,
        )
    )
    most = max(1, int((frame.height - 1.9 * font) / (LINE * size)))
    lines = lines_of(lexicon, text, frame.width - 2 * edge, size)
    for k, line in enumerate(lines[:most]):
        y = -(1.6 * font + (k + 0.5) * LINE * size)
        for x, word in line:
            items += _piece(word, edge + x, y, size, speaks, palette, frame.width - 2 * edge)
    if len(lines) > most:
        y = -(1.6 * font + (most - 0.5) * LINE * size)
        items.append(Label("…", (frame.width - 0.2 * edge, y), size, palette.quiet, "end"))
    return bare(frame, View(0, -frame.height, frame.width, 0), tuple(items), palette, font)


def _piece(
    word: Word,
    x: float,
    y: float,
    size: float,
    speaks: tuple[int, int],
    palette: Palette,
    room: float,
) -> list[Item]:
    text = shortened(word.text, room, size)
    if word.axis is None:
        ink = palette.text if word.negates else palette.quiet
        return [
            Label(
                text,
                (x, y),
                size,
                ink,
                bold=word.negates,
                name="negation" if word.negates else "word",
            )
        ]
    ink = colour_of(speaks[word.axis])
    wide = text_width(text, size, bold=True)
    left = x - 0.14 * size
    right = x + wide + 0.14 * size
    low = y - 0.7 * size
    high = y + 0.7 * size
    box = np.array([(left, low), (right, low), (right, high), (left, high)])
    pen = Pen(ink, 1.4, (3.0, 2.0)) if word.turned else None
    chip = Areas("turned" if word.turned else "chip", (box,), mixed(ink, palette.card, 0.2), pen)
    tone = mixed(
        ink, palette.text, 0.72
    )  # darker or lighter than the class, so that it can be read
    return [chip, Label(text, (x, y), size, tone, bold=True, name=("good", "bad")[word.axis])]
