"""Terms in a text: the first mention on a page becomes a link to its entry.

Words in headings, formulas, code and other links are left alone. An author marks a word with
`[bags](glossary:bagging)`, and says that one is not meant with `[weight](glossary:none)`.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from markdown_it.token import Token

from .entry import Entry
from .table import GLOSSARY

SCHEME = "glossary:"
NONE = "none"  # the entry of a word that is no term here


def key_of(link: str) -> str:
    """The entry that a link leads to; empty if it leads elsewhere.

    >>> key_of("glossary:log-loss"), key_of("https://example.org")
    ('log-loss', '')
    """
    return link.removeprefix(SCHEME) if link.startswith(SCHEME) else ""


def marked(tokens: list[Token]) -> list[Token]:
    """The tokens of a page with links at the first mention of each term."""
    seen = set[str]()
    heading = False
    for token in tokens:
        heading = token.type == "heading_open" or (heading and token.type != "heading_close")
        if token.children is not None:
            token.children = list(_marked_line(token.children, seen, heading))
    return tokens


def _marked_line(children: list[Token], seen: set[str], heading: bool) -> Iterator[Token]:
    """One paragraph; `seen` collects the terms of the page."""
    links: list[bool] = []  # for each open link, whether it is shown
    for child in children:
        if child.type == "link_open":
            key = key_of(str(child.attrs.get("href", "")))
            links.append(key != NONE)
            if key in GLOSSARY:
                seen.add(key)
            if key != NONE:
                yield child
        elif child.type == "link_close":
            if links.pop():
                yield child
        elif child.type == "text" and not links and not heading:
            yield from _marked_words(child, seen)
        else:
            yield child


def _marked_words(token: Token, seen: set[str]) -> Iterator[Token]:
    text = token.content
    done = 0
    for start, end, key in mentions(text):
        if key in seen:
            continue
        seen.add(key)
        yield _words(text[done:start])
        yield Token("link_open", "a", 1, attrs={"href": SCHEME + key, "class": "term"})
        yield _words(text[start:end])
        yield Token("link_close", "a", -1)
        done = end
    yield _words(text[done:])


def _words(text: str) -> Token:
    return Token("text", "", 0, content=text)


def mentions(text: str) -> list[tuple[int, int, str]]:
    """Where terms are in a line of words: start, end and key, without overlaps; the longest term
    counts.

    >>> [key for _, _, key in mentions("The log loss and the weight of the bag.")]
    ['log-loss']
    """
    found = []
    for match in _pattern().finditer(text):
        entry = _by_spelling()[_lowered(match[0])]
        if not _excepted(entry, text, match.start(), match.end()):
            found.append((match.start(), match.end(), entry.key))
    return found


def _excepted(entry: Entry, text: str, start: int, end: int) -> bool:
    """Whether the word belongs to a phrase in which it means something else."""
    if not entry.unless:
        return False
    phrases = re.finditer(entry.unless, text, re.IGNORECASE)
    return any(phrase.start() <= start and end <= phrase.end() for phrase in phrases)


@lru_cache(maxsize=1)
def _pattern() -> re.Pattern[str]:
    """All spellings as whole words, the longest first; a spelling with capitals needs them."""
    spellings = sorted(_by_spelling(), key=len, reverse=True)
    words = "|".join(_in_any_case(each) for each in spellings)
    return re.compile(rf"(?<![\w-])(?:{words})(?![\w-]|’\w)")


def _in_any_case(spelling: str) -> str:
    plain = re.escape(spelling)
    return plain if spelling != spelling.lower() else f"(?i:{plain})"


@lru_cache(maxsize=1)
def _by_spelling() -> dict[str, Entry]:
    """The entry of each spelling and of its plural."""
    out: dict[str, Entry] = {}
    for entry in GLOSSARY.values():
        if not entry.common:
            for each in entry.spellings:
                out[each] = entry
                out.setdefault(f"{each}s", entry)
    return out


def _lowered(word: str) -> str:
    """The spelling that a word was recognised by."""
    return word if word in _by_spelling() else word.lower()
