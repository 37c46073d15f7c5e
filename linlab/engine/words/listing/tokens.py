r"""A line of a listing as tokens: words, keywords and symbols.

>>> [token.text for token in tokens(r"if $y s \leq 0$ then")]
['if', ' ', 'y', ' ', 's', ' ≤ 0', ' ', 'then']
>>> [token.symbol for token in tokens(r"$w_c \leftarrow w_c + \alpha y x$") if token.symbol]
['w', 'w', 'α', 'y', 'x']
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from .plain_text import plain_text

_LETTER = r"[A-Za-zα-ωℓφ]"
_IN_TEXT = re.compile(rf"(?<!{_LETTER})[wbxsmyzθαλητρP][\u0302\u0304]?(?!{_LETTER})")
KEYWORDS = frozenset({"repeat", "for", "if", "until", "stop", "answer"})  # “then” may end a line
_MARKS = "\u0302\u0304"  # a hat, a bar
_INDEX = r"(?:_\w|[₀₁₂₃₄₅₆₇₈₉ₜᵢⱼₖₙ]+|\[[\w,]+\])?"
_TOKEN = re.compile(
    rf"(?P<name>[A-Za-z]{{2,}})|(?P<symbol>(?:[a-zA-Zŷû]|[α-ωℓ])[{_MARKS}]?){_INDEX}(?P<end>'?)"
)


@dataclass(frozen=True)
class Token:
    """A piece of a line. A symbol is named by its letter, whatever its index."""

    text: str
    symbol: str = ""
    bold: bool = False


@lru_cache(maxsize=2000)
def tokens(latex: str) -> tuple[Token, ...]:
    """The tokens of a line in their order; their texts are the whole line."""
    out: list[Token] = []
    for k, part in enumerate(latex.split("$")):
        text = plain_text(f"${part}$") if k % 2 else part
        out += _formula(text) if k % 2 else _words(text, k == 0)
    return tuple(out)


def _words(text: str, first: bool) -> list[Token]:
    """Keywords are set off from other words: those that begin a line, and “then”."""
    pieces = [piece for piece in re.split(r"(\s+)", text) if piece]
    return [
        Token(piece, bold=piece == "then" or (k == 0 and first and piece in KEYWORDS))
        for k, piece in enumerate(pieces)
    ]


def _formula(text: str) -> list[Token]:
    """Single letters are symbols; “argmax” is none."""
    out: list[Token] = []
    at = 0
    for found in _TOKEN.finditer(text):
        if found["symbol"] is None:
            continue
        if found.start() > at:
            out.append(Token(text[at : found.start()]))
        out.append(Token(found[0], found["symbol"]))
        at = found.end()
    return [*out, Token(text[at:])] if at < len(text) else out


def symbols_in(text: str) -> list[tuple[int, int, str]]:
    """Where symbols stand in a text that is not LaTeX: from, to, and which.

    >>> symbols_in("score s"), [symbol for _, _, symbol in symbols_in("w₁x₁ + b = 0.5")]
    ([(6, 7, 's')], ['w', 'x', 'b'])
    """
    return [(found.start(), found.end(), found[0]) for found in _IN_TEXT.finditer(text)]
