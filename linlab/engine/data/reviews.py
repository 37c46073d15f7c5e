"""Forty short reviews and two lists of words; counting the words turns a text into a point.

x₁ is the number of positive words and x₂ that of negative ones. A bag of words forgets their order,
so negation and irony end up on the wrong side; some of these reviews are here to show that.
"""

from __future__ import annotations

from .lexicon import Lexicon

_POSITIVE = (
    "amazing beautiful best bright brilliant charming clever comfortable delicious delightful enjoyed excellent fast "
    "favourite fresh friendly fun funny gentle good great happy helpful kind lovely loved perfect pleasant reliable "
    "sharp smooth superb warm wonderful worth"
)
_NEGATIVE = (
    "annoying awful bad bland boring broke broken cold confusing cracked dirty disappointing dull expensive failed "
    "flat hated horrible loud mediocre noisy overpriced poor rude sad slow stale terrible tired ugly unpleasant "
    "useless waste weak worst wrong"
)
POSITIVE_WORDS, NEGATIVE_WORDS = frozenset(_POSITIVE.split()), frozenset(_NEGATIVE.split())
REVIEW_WORDS = Lexicon(tuple(_POSITIVE.split()), tuple(_NEGATIVE.split()))

POSITIVE_REVIEWS = (
    "A warm and funny film with a brilliant last scene.",
    "The coffee is excellent and the waiters are friendly.",
    "Great screen, fast and reliable, simply a perfect phone.",
    "I loved this book; the ending is beautiful.",
    "Lovely little café with fresh bread and good soup.",
    "The battery lasts two days and the camera is sharp.",
    "A charming story, clever dialogue, superb acting.",
    "My favourite place for breakfast: delicious pancakes, kind staff.",
    "Comfortable seats, pleasant music, a wonderful evening.",
    "Good, warm sound for the money, if a little slow to start.",
    "The plot is sad, but the film is beautiful and worth seeing.",
    "Not bad at all: I would go there again.",
    "I was wrong about this author; what a clever, delightful novel.",
    "No broken hinge, no noisy fan, nothing annoying after a year.",
    "I could not put it down.",
    "The cake alone is worth the trip.",
    "Expensive, yes, but the best headphones I ever owned, and so comfortable.",
    "We laughed from the first minute to the last, so clever and so funny.",
    "The old phone broke; this one is fast and reliable.",
    "Helpful staff and a bright, happy room for the children.",
)
NEGATIVE_REVIEWS = (
    "A dull and boring film with a confusing plot.",
    "The soup was cold and the waiter was rude.",
    "The screen cracked after a week and support was useless.",
    "I hated this book; the ending is awful.",
    "Dirty tables, stale cake, bland coffee: the worst café in town.",
    "Slow, overpriced and ugly.",
    "A weak story and terrible acting, a waste of an evening.",
    "The charger failed twice and the speaker is broken.",
    "Noisy room, horrible service.",
    "Good actors, but a flat script and a tired, disappointing ending.",
    "The tea was fine, the rest was mediocre.",
    "Not good, not funny, not worth the ticket.",
    "Oh great, another perfect update that wiped my photos.",
    "A wonderful way to lose two hours of my life.",
    "I wanted to leave before the first course came.",
    "It looks lovely, but it is slow and the poor battery dies at noon.",
    "The boring sequel nobody asked for, with dull jokes.",
    "The sandwiches were expensive, the music was loud and annoying.",
    "If you enjoyed the first volume, avoid the second: boring, flat and tired.",
    "The best part was the exit sign.",
)


def counts(text: str) -> tuple[int, int]:
    """How many positive and how many negative words a text has.

    >>> counts("Not a good day, and a bad, bad night.")
    (1, 2)
    """
    return REVIEW_WORDS.counts(text)
