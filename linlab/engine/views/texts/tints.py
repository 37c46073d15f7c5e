"""What each word of a text says: for which class it speaks, and how much.

    two classes     w_j φ_j: above 0 for the last class, below 0 for the first
    more classes    w_cj φ_j of the class with the largest weight, less the mean over all classes

The strength is a share of the largest that any training text has. A word of pairs of words has half
of what each pair adds.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.once import cached_property
from linlab.engine.learner.text.bag import BagOfWords
from linlab.engine.views.kit.marks import class_number
from linlab.engine.views.table import Tint
from linlab.engine.views.words.vocabulary import Vocabulary

SHOWN = 600  # characters of a text that are tinted
LEAST = 0.08  # a strength below this is not shown

Span = tuple[int, int]  # where a word begins and ends


class Tinter:
    """The tints of the texts of a moment, each worked out when it is looked at."""

    def __init__(self, found: Vocabulary) -> None:
        self._found = found
        outputs = found.problem.base_outputs
        own = found.problem.map if outputs is None else outputs.inner
        self._bag = own if isinstance(own, BagOfWords) else None
        self._labels = [class_number(found.points, name) for name in found.classes]

    def tints(self, row: int) -> tuple[Tint, ...]:
        """Of the text of a point, from left to right."""
        texts, bag = self._found.points.texts, self._bag
        if bag is None or texts is None or not self._largest:
            return ()
        said = self._said(bag, row)
        spans = dict[Span, Floats]()
        pairs = list[tuple[Span, Floats]]()
        for token in bag.tokens(texts[row][:SHOWN]):
            j = bag.index.get(token.feature)
            value = np.zeros(len(self._labels)) if j is None else said(j)
            if " " in token.feature:
                pairs.append(((token.start, token.end), value))
            else:
                spans[token.start, token.end] = value
        _share(spans, pairs)
        found = (self._tint(span, value) for span, value in spans.items())
        return tuple(tint for tint in found if tint.strength >= LEAST)

    def _tint(self, span: Span, value: Floats) -> Tint:
        best = int(np.argmax(value))
        strength = min(1.0, float(value[best]) / self._largest)
        return Tint(*span, self._labels[best], strength)

    def _said(self, bag: BagOfWords, row: int) -> Callable[[int], Floats]:
        """What a word of this text adds to the score of each class, above their mean."""
        rows = self._rows
        start, end = rows.indptr[row : row + 2]
        values = dict(
            zip(rows.indices[start:end].tolist(), rows.data[start:end].tolist(), strict=True)
        )
        leads = self._leads
        again = len(bag.words) if bag.twice else -1  # the second feature of a word
        first = bag.index.get(bag.twice, -2)

        def said(j: int) -> Floats:
            own = np.asarray(leads[:, j] * values.get(j, 0.0))
            return own + leads[:, again] * values.get(again, 0.0) if j == first else own

        return said

    @cached_property
    def _rows(self) -> Any:
        found = self._found
        return found.problem.reads(found.problem.inputs(found.points)).tocsr()

    @cached_property
    def _leads(self) -> Floats:
        """How much each weight is above the mean over the classes. (K, words)"""
        weights = self._found.weights
        if len(weights) == 1:
            return np.concatenate([-weights, weights])
        finite = weights[np.isfinite(weights)]
        low = float(finite.min()) - 1.0 if len(finite) else 0.0
        known = np.nan_to_num(weights, nan=low, neginf=low)  # a probability of 0
        return np.asarray(known - known.mean(axis=0))

    @cached_property
    def _largest(self) -> float:
        """The most that a word adds in a training text."""
        leads = self._leads.max(axis=0)
        return float((leads * self._found.problem.sizes[1][: len(leads)]).max(initial=0.0))


def _share(spans: dict[Span, Floats], pairs: list[tuple[Span, Floats]]) -> None:
    """Give each of the two words of a pair half of what the pair adds."""
    begins = {span[0]: span for span in spans}
    ends = {span[1]: span for span in spans}
    for (start, end), value in pairs:
        for word in (begins.get(start), ends.get(end)):
            if word is not None:
                spans[word] = spans[word] + value / 2
