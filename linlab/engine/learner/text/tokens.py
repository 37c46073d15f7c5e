"""Tokens: the words of a text that a bag of words counts.

A token is a run of letters with inner apostrophes, in lower case. With negation, each token between
a negator and the next punctuation mark is another feature: “not very good” is not, NOT_very,
NOT_good (Pang et al. 2002). A bigram is two tokens in a row with no punctuation between them.
"""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from linlab.engine.ground.once import cached_property

from .analyser import STOP_WORDS, pieces

SHORT = 2_000  # characters: the features of longer texts are not kept


@dataclass(frozen=True)
class Token:
    """A feature of a text, with its place there."""

    feature: str
    start: int
    end: int


@dataclass(frozen=True)
class Tokeniser:
    """How a text is cut into features.

    >>> [token.feature for token in Tokeniser().tokens("It isn't very good, but fine.")]
    ['it', "isn't", 'NOT_very', 'NOT_good', 'but', 'fine']
    """

    negation: bool = True
    bigrams: bool = False
    stems: bool = False
    drop_stop_words: bool = False

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> "Tokeniser":
        return cls(
            settings["negation"] == "on",
            settings["bigrams"] == "on",
            settings["stems"] == "on",
            settings["stop_words"] == "drop",
        )

    def tokens(self, text: str) -> list[Token]:
        """Its features in the order of the text, each word before the bigram that it ends."""
        return [Token(*each) for each in self._pieces(text)]

    def features(self, text: str) -> tuple[str, ...]:
        """The same without their places."""
        return (_features if len(text) <= SHORT else _features.__wrapped__)(self, text)

    def _pieces(self, text: str) -> list[tuple[str, int, int]]:
        dropped = STOP_WORDS if self.drop_stop_words else frozenset[str]()
        cut: Callable[..., list[tuple[str, int, int]]] = pieces
        return cut(text, self.negation, self.bigrams, dropped, self._stem)

    @cached_property
    def _stem(self) -> Callable[[str], str]:
        return _stemmer() if self.stems else str


@lru_cache(maxsize=10_000)  # a text takes about 8 bytes a word
def _features(tokeniser: Tokeniser, text: str) -> tuple[str, ...]:
    """A text is cut once, however often its features are asked for: when a vocabulary is made, when
    texts are counted by it, and again after every edit of another text."""
    return tuple(sys.intern(feature) for feature, _, _ in tokeniser._pieces(text))


@lru_cache(maxsize=1)
def _stemmer() -> Callable[[str], str]:
    import snowballstemmer  # only where stems are wanted

    english = snowballstemmer.stemmer("english")
    return lru_cache(maxsize=20_000)(lambda word: str(english.stemWord(word)))
