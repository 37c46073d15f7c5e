"""A bag of words: φ(x) has a number for each word of the vocabulary, and forgets their order.

    present    1 if the word is in the text
    count      how often it is
    tf·idf     count · (ln((1 + N)/(1 + df)) + 1), the row scaled to length 1

N is the number of training texts and df the number of those with the word. The vocabulary is that
of the training texts, sorted; other words are ignored. Rows are sparse.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped
from linlab.engine.ground.once import cached_property, with_it

from .tokens import Token, Tokeniser

MOST_WORDS = 50_000  # of a vocabulary: each step touches every weight
PLANE_ONLY = "A bag of words has no place in the plane."
TWICE = " (again)"  # the name of the feature of a word that is counted twice


@dataclass(frozen=True, eq=False)
class BagOfWords:
    """The feature map of a vocabulary.

    >>> bag = BagOfWords.of(["good film", "bad film"], {**PLAIN, "weighting": "count"})
    >>> bag.names, bag.features(["film film good"]).toarray().tolist()
    (('bad', 'film', 'good'), [[0.0, 2.0, 1.0]])
    """

    tokeniser: Tokeniser
    weighting: str
    words: tuple[str, ...]
    idf: Floats  # (words,) 1 unless tf·idf
    twice: str = ""  # a word with a second feature, which is always equal to its first

    @classmethod
    def of(cls, texts: Iterable[str], settings: Mapping[str, Any]) -> "BagOfWords":
        """The bag of these training texts."""
        tokeniser = Tokeniser.of(settings)
        document_counts = Counter[str]()
        many = 0
        for text in texts:
            many += 1
            document_counts.update(set(tokeniser.features(text)))
        least = int(settings["rare"])
        words = tuple(sorted(word for word, df in document_counts.items() if df >= least))
        if not words:
            raise LinlabError(_no_words(document_counts, least))
        if len(words) > MOST_WORDS:
            raise LinlabError(
                f"These texts have {grouped(len(words))} different words, but at most "
                f"{grouped(MOST_WORDS)} are possible: raise the least number of texts a word must be in."
            )
        df = np.array([document_counts[word] for word in words], float)
        weighting = str(settings["weighting"])
        idf = np.log((1 + many) / (1 + df)) + 1 if weighting == "tfidf" else np.ones(len(words))
        twice = str(settings["twice"])
        return cls(tokeniser, weighting, words, idf, twice if twice in words else "")

    @classmethod
    def restored(
        cls, words: Iterable[str], idf: Floats, settings: Mapping[str, Any]
    ) -> "BagOfWords":
        """The bag of a stored vocabulary."""
        known = tuple(words)
        twice = str(settings["twice"])
        own = twice if twice in known else ""
        return cls(Tokeniser.of(settings), str(settings["weighting"]), known, idf, own)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return (*self.words, *([self.twice + TWICE] if self.twice else []))

    @cached_property
    def index(self) -> dict[str, int]:
        return {word: j for j, word in enumerate(self.words)}

    def tokens(self, text: str) -> list[Token]:
        return self.tokeniser.tokens(text)

    def unknown(self, text: str) -> int:
        """How many of its tokens are not in the vocabulary."""
        return sum(token.feature not in self.index for token in self.tokens(text))

    def features(self, texts: Any) -> Any:
        """A row for each text, as a sparse matrix that is never changed. (n, features)"""
        texts = tuple(texts)
        return _rows(self, texts) if len(texts) > 1 else self._features(texts)

    def _features(self, texts: tuple[str, ...]) -> Any:
        from scipy.sparse import csr_array  # only texts need it

        starts, columns, values = [0], list[int](), list[float]()
        for text in texts:
            for j, value in sorted(self._row(text).items()):
                columns.append(j)
                values.append(value)
            starts.append(len(columns))
        shape = (len(starts) - 1, len(self.names))
        data = (np.array(values, float), np.array(columns, np.int64), np.array(starts, np.int64))
        return csr_array(data, shape=shape)

    def _row(self, text: str) -> dict[int, float]:
        counts = Counter(self.tokeniser.features(text))
        row = {self.index[word]: float(n) for word, n in counts.items() if word in self.index}
        if self.weighting == "present":
            row = dict.fromkeys(row, 1.0)
        elif self.weighting == "tfidf":
            row = {j: value * float(self.idf[j]) for j, value in sorted(row.items())}
            length = float(np.sqrt(sum(value * value for value in row.values())))
            row = {j: value / length for j, value in row.items()}
        if self.twice and self.index[self.twice] in row:
            row[len(self.words)] = row[self.index[self.twice]]
        return row

    def grid(self, weights: Floats, xs: Floats, ys: Floats) -> Floats:
        raise LinlabError(PLANE_ONLY)

    def counts(self) -> "BagOfWords":
        """The same vocabulary, counted: what multinomial naive Bayes adds up."""
        return replace(self, weighting="count", idf=np.ones(len(self.words)))


@with_it(most=3)  # the examples, all points, and one more
def _rows(bag: BagOfWords, texts: tuple[str, ...]) -> Any:
    """A window asks for the rows of the same texts in every frame."""
    return bag._features(texts)


PLAIN: Mapping[str, Any] = {
    "weighting": "count",
    "negation": "off",
    "bigrams": "off",
    "stems": "off",
    "stop_words": "keep",
    "rare": 1,
    "twice": "",
}


def _no_words(found: Counter[str], least: int) -> str:
    if not found:
        return "There are no words in the training texts."
    return (
        f"No word is in {grouped(least)} of the training texts or more: lower the least number of "
        "texts a word must be in."
    )


def contributions(weights: Floats, row: Any, names: Sequence[str]) -> list[tuple[str, float]]:
    """What each word of a text adds to a score: w_j φ_j, for the entries of a sparse row."""
    return [
        (names[j], float(weights[j] * value))
        for j, value in zip(row.indices, row.data, strict=True)
    ]
