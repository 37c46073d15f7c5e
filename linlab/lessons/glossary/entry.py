"""An entry of the glossary."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """A term or a symbol, and what it means in one or two sentences.

    >>> Entry("street", "The band between the lines m = ±1.", also=("streets",)).key
    'street'
    """

    term: str
    means: str
    lesson: str = ""  # the id of the lesson that shows it; its page is the first one that has it
    view: str = ""  # or the view of the lab that shows it
    also: tuple[str, ...] = ()  # other spellings
    symbol: str = ""  # as it is written on screen
    formula: str = ""  # LaTeX
    unless: str = ""  # a pattern for phrases in which the word means something else
    common: bool = False  # a word of everyday English: texts do not underline it by themselves
    shown: str = ""  # a pattern for the page, if its words alone do not find it

    @property
    def key(self) -> str:
        """Its name in a link.

        >>> Entry("log loss", "").key
        'log-loss'
        """
        return re.sub(r"[^a-z0-9]+", "-", self.term.lower()).strip("-") or self.term

    @property
    def heading(self) -> str:
        """The term and its symbol."""
        return f"{self.term} · {self.symbol}" if self.symbol else self.term

    @property
    def spellings(self) -> tuple[str, ...]:
        return (self.term, *self.also)
