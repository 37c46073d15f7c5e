"""A bag of words as Python: the source of the analyser, its word lists, and `read(texts)`."""

import inspect
import textwrap

from linlab.engine.learner.text import analyser
from linlab.engine.learner.text.bag import BagOfWords

from .literals import constant, word_list

STEM_IMPORT = "import snowballstemmer"
TWICE_TROUBLE = "scikit-learn's vectorisers count a word once: leave “Count twice” empty, or export Python or JSON."


def imports(bag: BagOfWords) -> list[str]:
    """What the analyser needs."""
    return ["import re", *([STEM_IMPORT] if bag.tokeniser.stems else [])]


def analyser_code(bag: BagOfWords) -> tuple[list[str], list[str]]:
    """Constants, and functions of which the last is `tokens(text)`."""
    own = bag.tokeniser
    dropped = analyser.STOP_WORDS if own.drop_stop_words else frozenset[str]()
    constants = [
        f"PIECES = re.compile({analyser.PIECES.pattern!r})",
        word_list("NEGATORS", sorted(analyser.NEGATORS), "set"),
        word_list("DROPPED", sorted(dropped), "set"),
    ]
    stem = "str"
    if own.stems:
        constants.append('STEM = snowballstemmer.stemmer("english").stemWord')
        stem = "STEM"
    call = f"pieces(text, {own.negation}, {own.bigrams}, DROPPED, {stem})"
    source = textwrap.dedent(inspect.getsource(analyser.pieces)).rstrip()
    source = source.replace("  # type: ignore[no-untyped-def]", "")
    return constants, [source, _TOKENS.replace("CALL", call)]


def read_words_code(bag: BagOfWords, one: bool) -> tuple[list[str], list[str]]:
    """The same, ending with `read(texts)`, which weights are multiplied by; with `one` for the bias
    in its last column."""
    constants, functions = analyser_code(bag)
    constants.append(word_list("WORDS", bag.words))
    constants.append("INDEX = {word: j for j, word in enumerate(WORDS)}")
    value = {"present": "1.0", "count": "out[i, INDEX[token]] + 1.0", "tfidf": _COUNT}[
        bag.weighting
    ]
    after = []
    if bag.weighting == "tfidf":
        constants.append(constant("IDF", bag.idf))
        after = [
            "out *= IDF",
            "length = np.sqrt((out * out).sum(axis=1, keepdims=True))",
            "out /= np.where(length > 0, length, 1.0)",
        ]
    if bag.twice:
        column = f"out[:, [INDEX[{bag.twice!r}]]]"
        after.append(f"out = np.concatenate([out, {column}], axis=1)  # counted twice")
    if one:
        after.append("out = np.concatenate([out, np.ones((len(texts), 1))], axis=1)  # the bias")
    description = (
        f"A row for each text: {_TOLD[bag.weighting]}{', and 1 for the bias' if one else ''}."
    )
    lines = "\n".join(f"    {line}" for line in after)
    body = _READ.replace("TOLD", description).replace("VALUE", value)
    return constants, [*functions, body.replace("AFTER\n", f"{lines}\n" if lines else "")]


def vectoriser_code(bag: BagOfWords) -> tuple[list[str], list[str], list[str]]:
    """Imports, constants and functions, and the lines that make scikit-learn's `phi`."""
    constants, functions = analyser_code(bag)
    constants.append(word_list("WORDS", bag.words))
    if bag.weighting == "tfidf":
        constants.append(constant("IDF", bag.idf))
        first = ["phi = TfidfVectorizer(analyzer=tokens, vocabulary=WORDS)", "phi.idf_ = IDF"]
    else:
        binary = ", binary=True" if bag.weighting == "present" else ""
        first = [f"phi = CountVectorizer(analyzer=tokens, vocabulary=WORDS{binary})"]
    return ["\n".join(constants), *functions], first, [_vectoriser(bag)]


def _vectoriser(bag: BagOfWords) -> str:
    name = "TfidfVectorizer" if bag.weighting == "tfidf" else "CountVectorizer"
    return f"from sklearn.feature_extraction.text import {name}"


_COUNT = "out[i, INDEX[token]] + 1.0"
_TOLD = {
    "present": "1 for each word that is in it",
    "count": "how often each word is in it",
    "tfidf": "its words by tf·idf, scaled to length 1",
}
_TOKENS = '''def tokens(text):
    """The features of a text, in its order."""
    return [feature for feature, _, _ in CALL]'''
_READ = '''def read(texts):
    """TOLD (m, d)"""
    out = np.zeros((len(texts), len(WORDS)))
    for i, text in enumerate(texts):
        for token in tokens(text):
            if token in INDEX:
                out[i, INDEX[token]] = VALUE
AFTER
    return out'''
