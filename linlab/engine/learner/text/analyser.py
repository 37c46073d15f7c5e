"""How a text is cut into words, as one plain function: exported files contain its source.

It needs nothing but a regular expression, two sets of words and, where stems are wanted, a function
that finds them.
"""

import re

from linlab.engine.data.lexicon import NEGATIONS

_STOP_WORDS = """
a about after all also an and any are as at be been before being both but by can could did do
does doing down during each for from further had has have having he her here hers him his how i if
in into is it its itself just me more most my of off on once only or other our out over own same she
should so some such than that the their them then there these they this those through to too under
until up very was we were what when where which while who whom why will with would you your
"""
# Words that say little about a topic. Negators are not among them: they turn what follows.
STOP_WORDS = frozenset(_STOP_WORDS.split())
NEGATORS = NEGATIONS
PIECES = re.compile(r"(?P<word>[^\W\d_]+(?:'[^\W\d_]+)*)|(?P<stop>[.,:;!?()]+)")


def pieces(text, negation, bigrams, dropped, stem):  # type: ignore[no-untyped-def]
    """The features of a text in its order, each with the place where it begins and ends.

    With `negation`, words between a negator and the next punctuation mark become NOT_words; with
    `bigrams`, two words in a row with no punctuation between them are a feature, too.
    """
    found = []
    before = None
    negated = False
    for piece in PIECES.finditer(text.replace("’", "'")):
        if piece.lastgroup == "stop":
            before = None
            negated = False
            continue
        word = piece[0].lower()
        if word not in dropped:
            start, end = piece.span()
            feature = f"NOT_{stem(word)}" if negated else stem(word)
            found.append((feature, start, end))
            if bigrams and before is not None:
                found.append((f"{before[0]} {feature}", before[1], end))
            before = (feature, start)
        if negation and not negated:
            negated = word in NEGATORS or word.endswith("n't")
    return found
