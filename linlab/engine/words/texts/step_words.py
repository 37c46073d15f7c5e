"""The words of a step's text, as they stand there: those that say most first.

says “slow” and “not good” and 7 more words
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from linlab.engine.data.lexicon import NEGATIONS
from linlab.engine.ground.numerals import grouped
from linlab.engine.ground.sanitise import shorten
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.text.bag import TWICE
from linlab.engine.learner.text.tokens import Token, Tokeniser
from linlab.engine.train.state import Step

MOST_NAMED_WORDS = 2  # words named in a sentence
_LONGEST = 30  # letters of a word


def reads_one(step: Step) -> bool:
    """Whether the step was made with a single text, and only with its words."""
    return step.row is not None and not step.further


def columns_of(step: Step) -> list[int]:
    """The columns of the words that are in the text."""
    return [int(j) for j in np.flatnonzero(step.row[: len(step.names)])]


def quoted(name: str) -> str:
    """A word of the vocabulary in quotation marks.

    >>> quoted("slow")
    '“slow”'
    """
    return f"“{shorten(name, _LONGEST)}”"


@lru_cache(maxsize=4)  # those of a vocabulary are asked for in every frame
def names_of_weights(words: tuple[str, ...]) -> tuple[str, ...]:
    """What the weights of these words are called."""
    return tuple(f"w of {quoted(word)}" for word in words)


def by_contribution(step: Step, rows: Sequence[int]) -> list[int]:
    """The columns of the text's words, largest |w φ| of these rows first; equal ones as the
    vocabulary has them."""
    own = columns_of(step)
    sizes = {j: max(abs(float(step.before[r, j] * step.row[j])) for r in rows) for j in own}
    return sorted(own, key=lambda j: (-sizes[j], j))


def says(step: Step, learner: Learner, order: Sequence[int]) -> str:
    """What the text says: the first words of this order as they stand there, and how many more."""
    if not order:
        return "has no word of the vocabulary"
    forms = as_written(str(step.x[0]), learner)
    shown = [quoted(forms.get(step.names[j]) or step.names[j]) for j in order[:MOST_NAMED_WORDS]]
    rest = len(order) - len(shown)
    more = [f"{grouped(rest)} more word{'' if rest == 1 else 's'}"] if rest else []
    return f"says {' and '.join([', '.join(shown), *more] if more else shown)}"


def as_written(text: str, learner: Learner) -> dict[str, str]:
    """Each feature of a text as it stands there at first; with its negator, if it is negated.

    >>> as_written("It isn't very Good", Learner.of("perceptron", space="words"))["NOT_good"]
    "isn't … Good"
    """
    found: dict[str, str] = {}
    negator: Token | None = None
    every = Tokeniser(bool(learner["negation"] == "on"), stems=False).tokens(text)
    marks = [t for t in every if _negates(t.feature)]
    for token in Tokeniser.of(learner.settings).tokens(text):
        written = " ".join(text[token.start : token.end].split())
        if token.feature.startswith("NOT_"):
            negator = next((t for t in reversed(marks) if _begins(t, token)), None)
            written = _negated(text, negator, token, written)
        found.setdefault(token.feature, written)
        found.setdefault(token.feature + TWICE, f"{written}{TWICE}")
    return found


def _negates(feature: str) -> bool:
    """Whether this token begins a negation."""
    return not feature.startswith("NOT_") and (feature in NEGATIONS or feature.endswith("n't"))


def _begins(negator: Token, token: Token) -> bool:
    return negator.end <= token.start


def _negated(text: str, negator: Token | None, token: Token, written: str) -> str:
    if negator is None:
        return written
    gap = text[negator.end : token.start]
    between = " " if not gap.strip() else " … "
    return f"{text[negator.start : negator.end]}{between}{written}"
