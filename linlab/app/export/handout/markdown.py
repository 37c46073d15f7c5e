"""Markdown on paper: the parsed text becomes blocks, one below the other."""

from collections.abc import Callable, Iterator, Sequence

from markdown_it.token import Token
from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from linlab.app.export.paper.flow import Block, indented, kept, leading, space
from linlab.app.export.paper.page import TEXT, formula
from linlab.app.export.paper.words import GREY, INK, Parts, StyledWords, letters, paragraph
from linlab.engine.export.tables.task import Formula

from .grid import grid

Image = Callable[[str, float], Block]  # a file name and the available width
_GAP, _STEP = 6.0, 22.0  # between two paragraphs, and the indentation of a list
_CODE = 11.0


def blocks_of(tokens: Sequence[Token], width: float, image: Image) -> list[Block]:
    """The blocks of a text within a width."""
    out: list[Block] = []
    k = 0
    while k < len(tokens):
        end = _end(tokens, k)
        out += _block(tokens[k], tokens[k + 1 : end], width, image)
        k = end + 1
    return out


def words_of(tokens: Sequence[Token]) -> Parts:
    """A text of one line, or its content, as one paragraph."""
    return [
        part
        for token in tokens
        for each in _pieces(token.children or [])
        if isinstance(each, list)
        for part in each
    ]


def _end(tokens: Sequence[Token], k: int) -> int:
    """The token that closes what this token opens; the token itself if it opens nothing."""
    depth = 0
    for at in range(k, len(tokens)):
        depth += tokens[at].nesting
        if depth <= 0:
            return at
    return len(tokens) - 1


def _block(token: Token, inside: Sequence[Token], width: float, image: Image) -> list[Block]:
    match token.type:
        case "paragraph_open":
            return [*_paragraph(inside, width, image), space(_GAP)]
        case "heading_open":
            return [
                space(_GAP),
                *leading(paragraph(words_of(inside), width, TEXT + 0.5, bold=True)),
                space(2.0),
            ]
        case "bullet_list_open" | "ordered_list_open":
            return _list(token, inside, width, image)
        case "blockquote_open":
            return [_quoted(block) for block in blocks_of(inside, width - _STEP, image)]
        case "table_open":
            rows = [[words_of(cell) for cell in _cells(row)] for row in _rows(inside)]
            return [*grid(rows, width), space(_GAP)]
        case "fence" | "code_block":
            return [
                *kept([_code(line, width) for line in token.content.rstrip("\n").split("\n")]),
                space(_GAP),
            ]
        case "math_block" | "math_block_label":
            return [formula(token.content.strip(), width), space(_GAP)]
        case "hr":
            return [Block(12.0, lambda to, top: _rule(to, 0.0, top + 6, width, top + 6))]
    return []


def _paragraph(inside: Sequence[Token], width: float, image: Image) -> list[Block]:
    out: list[Block] = []
    for piece in _pieces([child for token in inside for child in token.children or ()]):
        if isinstance(piece, list):
            out += paragraph(piece, width, TEXT)
        else:
            own = piece.type == "image"
            out.append(
                image(str(piece.attrs.get("src", "")), width)
                if own
                else formula(piece.content, width)
            )
    return [
        *kept(out[:2]),
        *out[2:-2],
        *kept(out[max(2, len(out) - 2) :]),
    ]  # no single line of it at the end of a page


def _pieces(children: Sequence[Token]) -> Iterator[list[str | Formula | StyledWords] | Token]:
    """Words up to a break, and between them pictures and displayed formulas."""
    words: list[str | Formula | StyledWords] = []
    bold = slanted = 0
    for child in children:
        match child.type:
            case "strong_open" | "strong_close":
                bold += child.nesting
            case "em_open" | "em_close":
                slanted += child.nesting
            case "text":
                words.append(StyledWords(child.content, bold > 0, slanted > 0))
            case "code_inline":
                words.append(StyledWords(child.content, bold > 0, slanted > 0, code=True))
            case "math_inline":
                words.append(Formula(child.content))
            case "softbreak":
                words.append(" ")
            case "hardbreak" | "image" | "math_inline_double":
                yield words
                words = []
                if child.type != "hardbreak":
                    yield child
    yield words


def _list(token: Token, inside: Sequence[Token], width: float, image: Image) -> list[Block]:
    out: list[Block] = []
    number = int(token.attrs.get("start", 1))
    k = 0
    while k < len(inside):
        end = _end(inside, k)
        mark = "•" if token.type == "bullet_list_open" else f"{number}."
        item = blocks_of(inside[k + 1 : end], width - _STEP, image)
        out += [_marked(block, mark if at == 0 else "") for at, block in enumerate(item)]
        number, k = number + 1, end + 1
    return out


def _marked(block: Block, mark: str) -> Block:
    """A block of a list; the first has the marker of its item."""
    moved = indented(block, _STEP)
    if not mark:
        return moved

    def paint(to: QPainter, top: float) -> None:
        letters(mark, TEXT).paint(to, 5.0, top + 1.08 * TEXT)
        moved.paint(to, top)

    return Block(block.height, paint, with_next=block.with_next)


def _quoted(block: Block) -> Block:
    def paint(to: QPainter, top: float) -> None:
        to.fillRect(QRectF(4.0, top, 2.0, block.height), QColor("#BBBBBB"))
        indented(block, _STEP).paint(to, top)

    return Block(block.height, paint, with_next=block.with_next)


def _code(line: str, width: float) -> Block:
    """A line of code on a grey background, smaller if it is too wide."""
    stripped = line.lstrip(" ")
    run = letters(stripped, _CODE)
    before = 0.6 * _CODE * (len(line) - len(stripped))
    fits = min(1.0, (width - 16.0) / max(1.0, before + run.width))

    def paint(to: QPainter, top: float) -> None:
        to.fillRect(QRectF(0.0, top, width, 1.6 * _CODE + 0.5), QColor(GREY))
        letters(stripped, fits * _CODE).paint(to, 8.0 + fits * before, top + 1.15 * _CODE)

    return Block(1.6 * _CODE, paint)


def _rows(inside: Sequence[Token]) -> Iterator[Sequence[Token]]:
    for k, token in enumerate(inside):
        if token.type == "tr_open":
            yield inside[k + 1 : _end(inside, k)]


def _cells(row: Sequence[Token]) -> Iterator[Sequence[Token]]:
    for k, token in enumerate(row):
        if token.type in ("th_open", "td_open"):
            yield row[k + 1 : _end(row, k)]


def _rule(to: QPainter, left: float, top: float, right: float, bottom: float) -> None:
    to.setPen(QPen(QColor(INK), 0.6))
    to.drawLine(QLineF(left, top, right, bottom))
