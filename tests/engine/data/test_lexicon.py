"""Lists of words: what a text counts for, with and without negation, and what is refused."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linlab.engine.data.lexicon import LONGEST_LIST, NEGATIONS, Lexicon, words_in
from linlab.engine.data.reviews import NEGATIVE_REVIEWS, POSITIVE_REVIEWS, REVIEW_WORDS
from linlab.engine.ground.errors import LinlabError

LISTS = Lexicon(("good", "great"), ("bad", "dull"))
TURNED = Lexicon(("good", "great"), ("bad", "dull"), negation=True)
VOCABULARY = [
    "good",
    "great",
    "bad",
    "dull",
    "not",
    "never",
    "isn't",
    "a",
    "film",
    ",",
    ".",
    ":",
    "Good",
    "NOT",
    "don’t",
]


def by_hand(text, negation):
    """A bag of words, clause by clause: what follows the first negation of a clause is turned
    around."""
    counts = [0, 0]
    for clause in re.split(r"[.,:;!?()]+", text):
        turned = False
        for word in clause.lower().replace("’", "'").split():
            side = 0 if word in ("good", "great") else 1 if word in ("bad", "dull") else None
            if side is not None:
                counts[1 - side if turned and negation else side] += 1
            turned = turned or word in NEGATIONS or word.endswith("n't")
    return tuple(counts)


@given(st.lists(st.sampled_from(VOCABULARY), max_size=14))
def test_that_counts_are_those_of_a_loop_over_clauses(words):
    text = " ".join(words)
    assert LISTS.counts(text) == by_hand(text, False)
    assert TURNED.counts(text) == by_hand(text, True)


@pytest.mark.parametrize(("text", "plain", "turned"), [
    ("The movie was not as good as I expected.", (1, 0), (0, 1)),  # Bunescu
    ("That's not bad for the first day.", (0, 1), (1, 0)),  # Eisenstein
    ("Not good, but great", (2, 0), (1, 1)),
    ("", (0, 0), (0, 0)),
    ("goodness, Good's GOOD", (2, 0), (2, 0)),
])  # fmt: skip
def test_that_a_negation_reaches_to_the_next_punctuation_mark(text, plain, turned):
    assert (LISTS.counts(text), TURNED.counts(text)) == (plain, turned)


def test_that_pieces_stand_in_the_text_where_they_say():
    text = "Not a <b>good</b> film — isn't it?"
    for word in TURNED.read(text):
        assert text[word.start : word.start + len(word.text)] == word.text
    assert [(w.text, w.axis, w.turned) for w in TURNED.read(text) if w.axis is not None] == [
        ("good", 1, True)
    ]
    assert [w.text for w in TURNED.read(text) if w.negates] == ["Not", "isn't"]
    assert not any(w.negates for w in LISTS.read(text))


def test_that_negation_helps_the_reviews():
    turned = Lexicon(REVIEW_WORDS.good, REVIEW_WORDS.bad, negation=True)

    def right(lexicon):
        signs = [(lexicon.counts(text), 1) for text in POSITIVE_REVIEWS] + [
            (lexicon.counts(t), -1) for t in NEGATIVE_REVIEWS
        ]
        return sum((a - b) * sign > 0 for (a, b), sign in signs)

    assert right(turned) > right(REVIEW_WORDS)


def test_that_a_typed_list_is_words_once_each_in_small_letters():
    assert words_in(" Good,great ; good\n dull ") == ("good", "great", "dull")
    assert words_in("") == ()


@pytest.mark.parametrize(("make", "said"), [
    (lambda: Lexicon(("good",), ("good",)), "“good” is in both lists"),
    (lambda: Lexicon(("very good",), ()), "“very good” cannot be counted"),
    (lambda: Lexicon(("Good",), ()), "lower-case letters"),
    (lambda: Lexicon(("4ever",), ()), "cannot be counted"),
    (lambda: Lexicon((), ("x" * 41,)), "at most 40 letters"),
    (lambda: Lexicon(tuple("a" * (k + 1) for k in range(30)) * 7, ()), "at most 200 words"),
    (lambda: words_in("a " * LONGEST_LIST), "at most 2000 characters"),
    (lambda: Lexicon.from_json(["good"]), "two lists of words"),
    (lambda: Lexicon.from_json({"good": ["a"], "bad": "b"}), "two lists of words"),
    (lambda: Lexicon.from_json({"good": ["a"], "bad": [], "negation": 1}), "true or false"),
])  # fmt: skip
def test_that_what_is_no_list_of_words_is_refused(make, said):
    with pytest.raises(LinlabError, match=said):
        make()


def test_that_lists_are_read_back_as_they_were_written():
    assert Lexicon.from_json(TURNED.to_json()) == TURNED
