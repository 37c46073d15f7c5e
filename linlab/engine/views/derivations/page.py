"""Lines of a derivation on a page: a formula, its values at the right or below, and its reason in
quiet type. A formula that is too wide is broken before a relation or a sum; the type becomes smaller
before the reasons are left out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from linlab.engine.picture.metrics import shortened, text_width, wrapped
from linlab.engine.views.algorithm.page import broken, width_of
from linlab.engine.words.derivations.line import Line
from linlab.engine.words.listing.tokens import Token, tokens

EDGE = 0.7  # at both sides, in sizes of the type
GAP = 1.1  # between a formula and its values
FURTHER = 1.3  # how far later rows of a formula stand in
HIGH = 1.42  # a row of a formula
AFTER = 0.5  # below a line
MOST_AFTER = 1.2  # where there is room
SMALLER = 0.88  # the type of a reason
SIZES = (1.0, 0.94, 0.88, 0.82)  # of the font
WITHOUT_REASONS = tuple(
    (share, False) for share in (*SIZES, 0.76, 0.7)
)  # in a room too low for them
OPEN, CLOSE = "({[", ")}]"


@dataclass(frozen=True)
class Values:
    """Values of some sides, with the symbol that each is the value of, where it is one."""

    texts: tuple[str, ...]
    symbols: tuple[str, ...]

    def width(self, size: float) -> float:
        return text_width(" ".join(self.texts), size, bold=True)


@dataclass(frozen=True)
class Row:
    """A row of the page: a formula or a reason, with values at its right."""

    tokens: tuple[Token, ...]
    indent: float  # pixels
    size: float
    high: float
    line: int
    quiet: bool = False
    values: Values | None = None


@dataclass(frozen=True)
class Sentences:
    """What is said before the lines, and what follows from them."""

    premise: str = ""
    says: str = ""


@dataclass(frozen=True)
class Page:
    """The rows of formulas, those of the sentences before and after them, the size of their type,
    and how high all of it is."""

    rows: tuple[Row, ...]
    premise: tuple[str, ...]
    says: tuple[str, ...]
    size: float
    after: float  # pixels below a line

    @property
    def height(self) -> float:
        lines = {row.line for row in self.rows}
        return (
            sum(row.high for row in self.rows)
            + self.after * len(lines)
            + HIGH * self.size * (len(self.premise) + len(self.says))
            + (self.after if self.premise else 0.0)
            + AFTER * self.size
        )


def page_of(
    lines: Sequence[Line], sentences: Sentences, width: float, height: float, font: float
) -> Page:
    """The lines in a room of that size; with more room there is more between them."""
    made = page_in(lines, sentences, width, font)
    for share, reasons in (*((share, True) for share in SIZES[1:]), *WITHOUT_REASONS):
        if made.height <= height:
            break
        made = page_in(lines, sentences, width, share * font, reasons)
    gaps = len(lines) + (1 if made.premise else 0)
    spare = (height - made.height) / max(1, gaps)
    after = min(MOST_AFTER * made.size, made.after + max(0.0, spare))
    return Page(made.rows, made.premise, made.says, made.size, after)


def page_in(
    lines: Sequence[Line], sentences: Sentences, width: float, size: float, reasons: bool = True
) -> Page:
    """The same with type of that size, however high it is; without reasons, but those of lines about
    one example, which say which."""
    every = (row for k, line in enumerate(lines) for row in _rows(k, line, width, size))
    rows = tuple(
        row for row in every if reasons or not row.quiet or lines[row.line].example is not None
    )
    room = width - 2 * EDGE * size
    before = tuple(wrapped(sentences.premise, room, size)) if sentences.premise else ()
    return Page(rows, before, tuple(wrapped(sentences.says, room, size)), size, AFTER * size)


def _rows(k: int, line: Line, width: float, size: float) -> Iterator[Row]:
    room = width - 2 * EDGE * size
    formula = list(_formula(line, room, size))
    values = list(_values(line, room, size))
    last = width_of(formula[-1], size) + (FURTHER * size if len(formula) > 1 else 0.0)
    beside = len(values) == 1 and last + GAP * size + values[0].width(size) <= room
    for n, row in enumerate(formula):
        own = values[0] if beside and n == len(formula) - 1 else None
        indent = (EDGE + (FURTHER if n else 0.0)) * size
        yield Row(row, indent, size, HIGH * size, k, values=own)
    for each in () if beside else values:
        yield Row((), EDGE * size, size, HIGH * size, k, values=each)
    small = SMALLER * size
    for row in broken(tokens(line.reason), room - FURTHER * size, small):
        yield Row(row, (EDGE + FURTHER) * size, small, HIGH * small, k, quiet=True)


def _formula(line: Line, room: float, size: float) -> Iterator[tuple[Token, ...]]:
    """The formula in rows that fit, broken before a relation or, where a side is too wide, a sum."""
    row: tuple[Token, ...] = ()
    for unit in _units(line, room, size):
        longer = (*row, Token(" "), *unit) if row else unit
        if row and width_of(longer, size) > room - FURTHER * size:
            yield row
            longer = unit
        row = longer
    yield row


def _units(line: Line, room: float, size: float) -> Iterator[tuple[Token, ...]]:
    for sign, side in zip(("", *line.relations), line.sides, strict=True):
        before = (Token(f"{sign} "),) if sign else ()
        whole = (*before, *tokens(f"${side.latex}$"))
        if width_of(whole, size) <= room - FURTHER * size:
            yield whole
            continue
        for n, part in enumerate(summands(side.latex)):
            yield (*(before if not n else ()), *tokens(f"${part}$"))


def summands(latex: str) -> list[str]:
    r"""A formula cut before each + and − that is in no brackets.

    >>> summands(r"a - (b + c) - \frac{1}{2} d")
    ['a', '- (b + c)', '- \\frac{1}{2} d']
    """
    parts = [""]
    depth = 0
    for word in latex.split(" "):
        if word in ("+", "-") and depth == 0 and parts[-1]:
            parts.append(word)
        else:
            parts[-1] = f"{parts[-1]} {word}".strip()
        depth += sum(word.count(sign) for sign in OPEN) - sum(word.count(sign) for sign in CLOSE)
    return parts


def _values(line: Line, room: float, size: float) -> Iterator[Values]:
    """The values with their relations, in rows that fit."""
    texts: list[str] = []
    symbols: list[str] = []
    for sign, side, value in zip(("", *line.relations), line.sides, line.values, strict=True):
        text = shortened(f"{sign} {value}".strip(), room, size)
        if texts and Values((*texts, text), ()).width(size) > room:
            yield Values(tuple(texts), tuple(symbols))
            texts, symbols = [], []
        texts.append(text)
        symbols.append(_symbol(side.latex))
    yield Values(tuple(texts), tuple(symbols))


def _symbol(latex: str) -> str:
    """The symbol that a side is, if it is no more than one."""
    found = [token for token in tokens(f"${latex}$") if token.text.strip(" *")]
    return found[0].symbol if len(found) == 1 else ""
