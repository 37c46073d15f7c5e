"""Two lists of words, and how a text becomes a point: x₁ is the number of its good words, x₂ that
of its bad ones.

A bag of words forgets their order, so “not good” counts as good. With negation, a word that stands
between a negation and the next punctuation mark counts for the other side (Pang et al. 2002).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.once import cached_property
from linlab.engine.ground.sanitise import shorten

GOOD, BAD = 0, 1  # the axis that a word counts on
NEGATIONS = frozenset(
    (
        "not",
        "no",
        "never",
        "nothing",
        "nobody",
        "none",
        "neither",
        "nor",
        "without",
        "cannot",
        "hardly",
    )
)
MOST_WORDS, LONGEST_WORD = 200, 40  # words in a list, and characters in a word
LONGEST_LIST = 2000  # characters of a typed list
LONGEST_TEXT = 2_000  # characters of a typed sentence

_LETTERS = r"[^\W\d_]+"
_PIECE = re.compile(rf"(?P<word>{_LETTERS}(?:['’]{_LETTERS})*)|(?P<stop>[.,:;!?()]+)|(?P<rest>\S)")
_WORD = re.compile(rf"{_LETTERS}\Z")


@dataclass(frozen=True)
class Word:
    """A piece of a text, from `start` on: the axis that it counts on, and whether a negation
    reversed it."""

    text: str
    start: int
    axis: int | None = None
    turned: bool = False
    negates: bool = False


@dataclass(frozen=True)
class Lexicon:
    """Words in lower case, none of them in both lists.

    >>> Lexicon(("good",), ("bad",)).counts("Not good, and a bad, bad night.")
    (1, 2)
    >>> Lexicon(("good",), ("bad",), negation=True).counts("Not good, and a bad, bad night.")
    (0, 3)
    """

    good: tuple[str, ...]
    bad: tuple[str, ...]
    negation: bool = False

    def __post_init__(self) -> None:
        for name, words in (("good", self.good), ("bad", self.bad)):
            if len(words) > MOST_WORDS:
                raise LinlabError(
                    f"A list can have at most {MOST_WORDS} words, but the {name} words are {len(words)}."
                )
            for word in words:
                if len(word) > LONGEST_WORD:
                    raise LinlabError(
                        f"A word can have at most {LONGEST_WORD} letters, but “{shorten(word)}” has {len(word)}."
                    )
                if not _WORD.match(word) or word != word.lower():
                    raise LinlabError(
                        f"“{shorten(word)}” cannot be counted: a word has only lower-case letters."
                    )
        both = sorted({*self.good} & {*self.bad})
        if both:
            raise LinlabError(f"“{shorten(both[0])}” is in both lists: keep it in one of them.")

    def read(self, text: str) -> tuple[Word, ...]:
        """The pieces of a text: words, and the punctuation marks between them."""
        out = []
        turning = False
        for found in _PIECE.finditer(text):
            piece = found[0]
            start = found.start()
            if found["stop"] is not None:
                turning = False
            if found["word"] is None:
                out.append(Word(piece, start))
                continue
            axis = self.axis(piece)
            negates = self.negation and _negates(piece)
            turned = turning and axis is not None
            out.append(
                Word(
                    piece, start, axis if axis is None or not turned else 1 - axis, turned, negates
                )
            )
            turning = turning or negates
        return tuple(out)

    def axis(self, word: str) -> int | None:
        """GOOD, BAD, or None for a word of neither list."""
        plain = re.split("['’]", word.lower())[0]
        if plain in self._good:
            return GOOD
        if plain in self._bad:
            return BAD
        return None

    def counts(self, text: str) -> tuple[int, int]:
        """How many good and how many bad words a text has."""
        axes = [word.axis for word in self.read(text)]
        return axes.count(GOOD), axes.count(BAD)

    @cached_property
    def _good(self) -> frozenset[str]:
        return frozenset(self.good)

    @cached_property
    def _bad(self) -> frozenset[str]:
        return frozenset(self.bad)

    def to_json(self) -> dict[str, Any]:
        return {"good": list(self.good), "bad": list(self.bad), "negation": self.negation}

    @classmethod
    def from_json(cls, obj: Any) -> Lexicon:
        lists: list[Any] = [
            obj.get(name) if isinstance(obj, dict) else None for name in ("good", "bad")
        ]
        good = all(
            isinstance(words, list) and all(isinstance(word, str) for word in words)
            for words in lists
        )
        if not good or type(obj.get("negation", False)) is not bool:
            raise LinlabError(
                "The field “words” of a source must be two lists of words, good and bad, and true or false for "
                "negation."
            )
        return cls(_once(lists[0]), _once(lists[1]), obj.get("negation", False))


def words_in(text: str) -> tuple[str, ...]:
    """The words of a typed list, separated by commas, spaces or both.

    >>> words_in("Fine, great  great;dandy")
    ('fine', 'great', 'dandy')
    """
    if len(text) > LONGEST_LIST:
        raise LinlabError(
            f"A list of words can have at most {LONGEST_LIST} characters, not {len(text)}."
        )
    return _once(word.lower() for word in re.split(r"[\s,;]+", text) if word)


def _once(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))


def _negates(word: str) -> bool:
    plain = word.lower().replace("’", "'")
    return plain in NEGATIONS or plain.endswith("n't")
