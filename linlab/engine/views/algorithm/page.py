"""A listing on a page: its lines with their indentation, broken where they are too long, the values
beside them or, where there is no room, in a row below. The type becomes smaller before a line is
left out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from linlab.engine.picture.metrics import shortened, text_width
from linlab.engine.picture.shapes import Item, Label, SymbolBox
from linlab.engine.words.listing.line import Line
from linlab.engine.words.listing.tokens import Token, tokens

ROW = 1.72  # from one row to the next, in sizes of the type
TIGHT = 1.26  # the same where the listing would not fit
INDENT = 1.3
EDGE = 0.7  # at both sides
GAP = 1.2  # between a line and its value
LOWER = 0.72  # the size of an index
LAST = 0.3  # below the last row
SIZES = (1.0, 0.94, 0.88, 0.82, 0.76, 0.7)  # of the font


@dataclass(frozen=True)
class Row:
    """A row of the page: a line, or what did not fit into the row before."""

    tokens: tuple[Token, ...]
    indent: float  # pixels
    line: int
    value: str = ""


@dataclass(frozen=True)
class Page:
    """The rows, the size of their type, and from one to the next."""

    rows: tuple[Row, ...]
    size: float
    step: float


def page(
    lines: Sequence[Line], values: Sequence[str], width: float, height: float, font: float
) -> Page:
    """The listing in a room of that size."""
    for share in SIZES:
        size = share * font
        rows = tuple(_rows(lines, values, width, size))
        if len(rows) * TIGHT * size <= height - LAST * size:
            break
    fitting = (height - LAST * size) / max(1, len(rows))
    return Page(rows, size, min(ROW * size, max(TIGHT * size, fitting)))


def height_of(lines: Sequence[Line], width: float, font: float) -> float:
    """What a listing needs at the full size of its type."""
    rows = list(_rows(lines, [""] * len(lines), width, font))
    return (len(rows) * ROW + LAST) * font


def _rows(lines: Sequence[Line], values: Sequence[str], width: float, size: float) -> Iterator[Row]:
    for k, (line, value) in enumerate(zip(lines, values, strict=True)):
        indent = (EDGE + INDENT * line.indent) * size
        room = width - indent - EDGE * size
        parts = list(broken(tokens(line.latex), room, size))
        value = shortened(value, room, size)
        beside = width_of(parts[-1], size) + GAP * size + text_width(value, size, bold=True)
        for n, row in enumerate(parts):
            last = n == len(parts) - 1
            further = indent + (INDENT * size if n else 0.0)
            own = value if last and beside + (further - indent) <= room else ""
            yield Row(row, further, k, own)
        if value and not own:
            yield Row((), indent, k, value)


def broken(line: tuple[Token, ...], room: float, size: float) -> Iterator[tuple[Token, ...]]:
    """The line in rows of at most that width, broken between words; later ones stand further in."""
    row: list[Token] = []
    for word in _words(line):
        if row and width_of((*row, *word), size) > room:
            yield _stripped(row)
            row, room = [], room - INDENT * size
        row += word
    yield _stripped(row)


def _words(line: tuple[Token, ...]) -> Iterator[list[Token]]:
    """Tokens up to the next space, which belongs to the word before it; no break within brackets,
    nor before or after an operator."""
    word: list[Token] = []
    depth = 0
    for token in line:
        word.append(token)
        depth += token.text.count("(") - token.text.count(")")
        if token.text.endswith(" ") and depth <= 0 and not token.symbol and _ends(token.text):
            yield word
            word = []
    if word:
        yield word


def _ends(text: str) -> bool:
    """Whether a line may be broken after this: after a word or a comma, not within a formula."""
    return text.strip() in ("", ",", ";", ":") or text.strip()[-1].isalpha()


def _stripped(row: list[Token]) -> tuple[Token, ...]:
    if row and not row[-1].symbol:
        row = [*row[:-1], replace(row[-1], text=row[-1].text.rstrip())]
    return tuple(row)


def width_of(row: Sequence[Token], size: float) -> float:
    return sum(_width(token, size) for token in row)


def _width(token: Token, size: float) -> float:
    head, *lowered = token.text.split("_")
    wide = text_width(head, size, token.bold)
    for piece in lowered:
        wide += text_width(piece[:1], LOWER * size) + text_width(piece[1:], size, token.bold)
    return wide


def words_of_row(row: Row, y: float, size: float, ink: str) -> list[Item]:
    """The labels of a row: neighbours of one weight are one label, and what follows a “_” is
    smaller and lower."""
    items: list[Item] = []
    x = row.indent
    run, begin, bold = "", x, False
    for token in (*row.tokens, None):
        if token is None or token.bold != bold:
            items += _label(run, begin, y, size, ink, bold)
            run, begin = "", x
        if token is not None:
            run += token.text
            bold = token.bold
            x += _width(token, size)
    return items


def _label(text: str, x: float, y: float, size: float, ink: str, bold: bool) -> list[Item]:
    items: list[Item] = []
    for k, piece in enumerate(text.split("_")):
        if k:
            items.append(Label(piece[:1], (x, y - 0.3 * size), LOWER * size, ink))
            x += text_width(piece[:1], LOWER * size)
            piece = piece[1:]
        if piece.strip():
            lead = len(piece) - len(piece.lstrip())
            at = x + text_width(piece[:lead], size, bold)
            items.append(Label(piece.strip(), (at, y), size, ink, bold=bold))
        x += text_width(piece, size, bold)
    return items


def symbols_of_row(row: Row, y: float, step: float, size: float) -> Iterator[SymbolBox]:
    """Where its symbols are, to be pointed at."""
    x = row.indent
    for token in row.tokens:
        wide = _width(token, size)
        if token.symbol:
            yield SymbolBox(token.symbol, x, y - step / 2, x + wide, y + step / 2)
        x += wide


def value_box(
    row: Row, line: Line, width: float, y: float, step: float, size: float
) -> list[SymbolBox]:
    """Where the value of a row stands, by the symbol that it is the value of."""
    symbol = _subject(line)
    right = width - EDGE * size
    left = right - text_width(row.value, size, bold=True)
    return [SymbolBox(symbol, left, y - step / 2, right, y + step / 2)] if symbol else []


def _subject(line: Line) -> str:
    """What a line is about: what it sets, or what it compares last."""
    found = [token.symbol for token in tokens(line.latex) if token.symbol]
    if not found:
        return ""
    if r"\leftarrow" in line.latex:
        return found[0]
    return found[-1] if line.latex.startswith(("if ", "for ")) else ""
