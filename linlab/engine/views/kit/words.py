"""Words in a view: sentences below a chart, and one in the middle where there is nothing to see."""

from collections.abc import Sequence

from linlab.engine.picture.metrics import shortened, text_width, wrapped
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Frame, Label, Panel, View
from linlab.engine.views.chart import bare
from linlab.engine.views.figure import Figure

SIZE = 0.9  # of the type, as a share of the figure's
LEADING = 1.5  # from one line to the next, in sizes of the type


def sentences(words: Sequence[str]) -> str:
    """
    >>> sentences(["one thing", "", "another"])
    'One thing. Another.'
    """
    return ". ".join(f"{each[:1].upper()}{each[1:]}" for each in words if each) + "."


def lines_of(figure: Figure, width: float, words: Sequence[str]) -> list[str]:
    """The sentences in lines that fit."""
    size = SIZE * figure.font
    return wrapped(sentences(words), width - 2 * size, size)


def foot(
    figure: Figure,
    palette: Palette,
    room: Frame,
    lines: Sequence[str],
    rows: float,
    *,
    first: float = 0.5,
    size: float = 0.0,
    smallest: float = 1.0,
    inks: Sequence[str] = (),
) -> Panel:
    """Lines of words in a room of so many rows, the first so far below its top. A line that is too
    long has smaller type, down to a share of the size, and is cut beyond that; `inks` are those of
    the first lines, where they are not quiet."""
    size = size or SIZE * figure.font
    wide = room.width - 2 * size
    items = []
    for k, line in enumerate(lines):
        if k >= rows:
            break
        own = size
        if smallest < 1.0:
            own = size * min(1.0, max(smallest, wide / max(1.0, text_width(line, size))))
        ink = inks[k] if k < len(inks) else palette.quiet
        items.append(Label(shortened(line, wide, own), (size, rows - first - k), own, ink))
    return bare(room, View(0, 0, room.width, rows), tuple(items), palette, figure.font)


def height_of(figure: Figure, width: float, words: Sequence[str]) -> float:
    """How high a room has to be for these sentences."""
    return (LEADING * len(lines_of(figure, width, words)) + 0.4) * SIZE * figure.font + 2


def words_panel(figure: Figure, palette: Palette, room: Frame, words: Sequence[str]) -> Panel:
    """Sentences from the top of a room; what does not fit is cut in the last line."""
    rows = room.height / (LEADING * SIZE * figure.font)
    lines = lines_of(figure, room.width, words)
    many = max(1, min(len(lines), int(rows)))
    kept = [*lines[: many - 1], " ".join(lines[many - 1 :])]
    return foot(figure, palette, room, kept, rows, first=0.7)


def with_foot(room: Frame, high: float) -> tuple[Frame, Frame]:
    """The room divided: for a chart, and below it for words that are so high."""
    return (
        Frame(room.x, room.y, room.width, room.height - high),
        Frame(room.x, room.y + room.height - high + 1, room.width, max(2.0, high - 2)),
    )


def empty(palette: Palette, frame: Frame, sentence: str, size: float) -> Panel:
    """A panel with nothing but a sentence in its middle."""
    words = Label(shortened(sentence, frame.width, size), (0.5, 0.5), size, palette.quiet, "middle")
    return bare(frame, View(0, 0, 1, 1), (words,), palette, size)


def empty_page(figure: Figure, palette: Palette, room: Frame, why: str) -> tuple[Label, ...]:
    """Why there is nothing to see, in the middle of the room."""
    lines = wrapped(why, 0.8 * room.width, figure.font)
    top = room.y + room.height / 2 - 0.8 * figure.font * (len(lines) - 1)
    return tuple(
        Label(
            shortened(line, 0.9 * room.width, figure.font),
            (room.x + room.width / 2, top + 1.6 * figure.font * k),
            figure.font,
            palette.quiet,
            "middle",
        )
        for k, line in enumerate(lines)
    )
