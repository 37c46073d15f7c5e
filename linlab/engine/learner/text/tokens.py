"""Tokens: the words of a text that a bag of words counts.

A token is a run of letters with inner apostrophes, in lower case. With negation, each token between
a negator and the next punctuation mark is another feature: “not very good” is not, NOT_very,
NOT_good (Pang et al. 2002). A bigram is two tokens in a row with no punctuation between them.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from linlab.engine.data.lexicon import NEGATIONS
from linlab.engine.ground.once import cached_property

NOT = "NOT_"
# Words that say little about a topic. Negators are not among them: they turn what follows.
_STOP_WORDS = """
a about after all also an and any are as at be been before being both but by can could did do
does doing down during each for from further had has have having he her here hers him his how i if
in into is it its itself just me more most my of off on once only or other our out over own same she
should so some such than that the their them then there these they this those through to too under
until up very was we were what when where which while who whom why will with would you your
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
_LETTERS = r"[^\W\d_]+"
_PIECE = re.compile(rf"(?P<word>{_LETTERS}(?:['’]{_LETTERS})*)|(?P<stop>[.,:;!?()]+)")


@dataclass(frozen=True)
class Token:
    """A feature of a text, with the place of its word there."""

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
        out = []
        for group in self._groups(text):
            for k, token in enumerate(group):
                out.append(token)
                if self.bigrams and k:
                    pair = f"{group[k - 1].feature} {token.feature}"
                    out.append(Token(pair, group[k - 1].start, token.end))
        return out

    def _groups(self, text: str) -> Iterator[list[Token]]:
        """The words between two punctuation marks."""
        group = list[Token]()
        negated = False
        for piece in _PIECE.finditer(text):
            if piece["stop"] is not None:
                yield group
                group = []
                negated = False
                continue
            word = piece["word"].lower().replace("’", "'")
            negates = self.negation and (word in NEGATIONS or word.endswith("n't"))
            if not (self.drop_stop_words and word in STOP_WORDS):
                stem = self._stem(word)
                group.append(Token(NOT + stem if negated else stem, piece.start(), piece.end()))
            negated = negated or negates
        yield group

    @cached_property
    def _stem(self) -> Callable[[str], str]:
        return _stemmer() if self.stems else str


@lru_cache(maxsize=1)
def _stemmer() -> Callable[[str], str]:
    import snowballstemmer  # only where stems are wanted

    english = snowballstemmer.stemmer("english")
    return lru_cache(maxsize=20_000)(lambda word: str(english.stemWord(word)))
