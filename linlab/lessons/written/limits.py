"""How large a lesson may be, so that reading, checking and showing it never takes long.

What is counted in the plain text is counted before Markdown or TOML is parsed. Markdown takes a
text apart into blocks in a time that grows with its length, but the words of one block in a time
that grows with the square of theirs: so blocks have their limits, too, which are looked at between
the two. To typeset a formula takes twice as long for every level of braces.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped

MOST_CHARACTERS = 100_000
MOST_LINES = 2_000
LONGEST_LINE = 5_000
LONGEST_WORD = 1_000
MOST_STEPS = 60
MOST_FACTS = 1_000
LONGEST_PARAGRAPH = 2_500
MOST_BRACKETS, MOST_BRACKETS_IN_ALL = (
    100,
    1_000,
)  # [ and <, which may begin a link; in a paragraph, in all
MOST_STARS, MOST_STARS_IN_ALL = 500, 10_000  # * and _, which may begin emphasis
MOST_ROWS, MOST_COLUMNS = 300, 20  # of tables: rows altogether, columns of each
MOST_PICTURES = 100
LONGEST_FORMULA = 400
MOST_OF_FORMULAS = 2_000  # characters of all formulas of a page
DEEPEST_FORMULA = 6  # braces within braces

_RULER = re.compile(r"[\s|:>*+\-.)0-9]*")  # the line below the header of a table, perhaps in a list
_NESTED = re.compile(r"\\(?:left|right|begin|end)(?![A-Za-z])|\\.|[{}]", re.DOTALL)
_OPEN, _CLOSE = (r"\left", r"\begin", "{"), (r"\right", r"\end", "}")


class TooMuch(LinlabError):
    """A part of a text beyond a limit; `line` is where it begins, from 0."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(sentence)
        self.line = line


def check_text(text: str) -> None:
    """Refuse a lesson whose plain text is beyond a limit."""
    if len(text) > MOST_CHARACTERS:
        raise TooMuch(
            0, f"A lesson has at most {grouped(MOST_CHARACTERS)} characters: split it in two."
        )
    lines = lines_of(text)
    if len(lines) > MOST_LINES:
        raise TooMuch(MOST_LINES, f"A lesson has at most {grouped(MOST_LINES)} lines.")
    facts = 0
    for k, line in enumerate(lines):
        facts += line.count("{{")
        if len(line) > LONGEST_LINE:
            raise TooMuch(k, f"A line has at most {grouped(LONGEST_LINE)} characters.")
        if max(map(len, re.split(r"[ \t]", line))) > LONGEST_WORD:
            raise TooMuch(k, f"A word has at most {grouped(LONGEST_WORD)} letters.")
        if line.count("|") > MOST_COLUMNS + 1 and _RULER.fullmatch(line):
            raise TooMuch(k, f"A table has at most {MOST_COLUMNS} columns.")
        if facts > MOST_FACTS:
            raise TooMuch(k, f"A lesson has at most {grouped(MOST_FACTS)} facts in its texts.")


def lines_of(text: str) -> list[str]:
    """The lines of a text, as Markdown counts them."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


@dataclass
class _Signs:
    """Characters of Markdown that are counted in each paragraph and in all of them."""

    signs: str
    title: str
    most: int
    most_in_all: int
    in_all: int = 0

    def count(self, words: str, line: int) -> None:
        here = sum(map(words.count, self.signs))
        self.in_all += here
        if here > self.most:
            raise TooMuch(line, f"A paragraph has at most {self.most} {self.title}.")
        if self.in_all > self.most_in_all:
            raise TooMuch(line, f"A lesson has at most {grouped(self.most_in_all)} {self.title}.")


def check_blocks(state: StateCore) -> None:
    """Refuse what is beyond a limit, after the blocks are parsed and before their words are."""
    rows = 0
    brackets = _Signs("[<", "brackets [ and <", MOST_BRACKETS, MOST_BRACKETS_IN_ALL)
    stars = _Signs("*_", "signs * and _", MOST_STARS, MOST_STARS_IN_ALL)
    for token in state.tokens:
        line = token.map[0] if token.map else 0
        rows += token.type == "tr_open"
        if rows > MOST_ROWS:
            raise TooMuch(line, f"The tables of a lesson have at most {MOST_ROWS} rows altogether.")
        if token.type != "inline":
            continue
        if len(token.content) > LONGEST_PARAGRAPH:
            raise TooMuch(line, f"A paragraph has at most {grouped(LONGEST_PARAGRAPH)} characters.")
        for signs in (brackets, stars):
            signs.count(token.content, line)


def check_words(state: StateCore) -> None:
    """Refuse too many pictures, and formulas that take long to typeset, after the words are parsed."""
    written = pictures = 0
    for token, line in _parts(state.tokens):
        pictures += token.type == "image"
        if token.type == "heading_open" and token.tag == "h2":
            written = 0  # another page
        if pictures > MOST_PICTURES:
            raise TooMuch(line, f"A lesson shows at most {MOST_PICTURES} pictures.")
        if not token.type.startswith("math"):
            continue
        written += len(token.content)
        if len(token.content) > LONGEST_FORMULA:
            raise TooMuch(line, f"A formula has at most {LONGEST_FORMULA} characters.")
        if _depth(token.content) > DEEPEST_FORMULA:
            raise TooMuch(line, f"A formula has at most {DEEPEST_FORMULA} braces within braces.")
        if written > MOST_OF_FORMULAS:
            raise TooMuch(
                line,
                f"The formulas of a page have at most {grouped(MOST_OF_FORMULAS)} characters "
                "altogether.",
            )


def _parts(tokens: Iterable[Token]) -> Iterator[tuple[Token, int]]:
    """The blocks and their content, each with its line."""
    for token in tokens:
        line = token.map[0] if token.map else 0
        yield token, line
        for child in token.children or ():
            line += child.type in ("softbreak", "hardbreak")
            yield child, line


def _depth(latex: str) -> int:
    r"""How deep the groups of a formula are nested.

    >>> _depth(r"\frac{a}{\sqrt{b}}"), _depth(r"\{ \left( a \right)")
    (2, 1)
    """
    depth = deepest = 0
    for sign in _NESTED.findall(latex):
        depth += (sign in _OPEN) - (sign in _CLOSE)
        deepest = max(deepest, depth)
    return deepest
