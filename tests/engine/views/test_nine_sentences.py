"""Bunescu's nine example sentences about sentiment, answered by a model of the reviews: what each
word adds, and that it adds up, against a loop over dictionaries."""

import math
import re
from collections import Counter

import pytest

from linlab import Document, Learner, Trace, make_points
from linlab.engine.data.lexicon import NEGATIONS
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.words.contributions import lines_below, printed, sum_of
from linlab.engine.views.words.vocabulary import Vocabulary

SENTENCES = {
    "great": "This was a great movie, which I thoroughly enjoyed.",
    "disappointed": "I was very disappointed in this movie, it was a waste of time.",
    "despite": "Despite the bad reviews I read online, I liked this movie.",
    "not as good": "The movie was not as good as I expected.",
    "not bad": "That's not bad for the first day.",
    "not the worst": "This is not the worst thing that can happen.",
    "nice if": "It would be nice if you acted like you understood.",
    "reason": "There is no reason at all to believe that the polluters are suddenly going to become "
    "reasonable.",
    "however": "This film should be brilliant. The actors are first grade. Stallone plays a happy, "
    "wonderful man. His sweet wife is beautiful and adores him. He has a fascinating gift for living "
    "life fully. It sounds like a great plot, however, the film is a failure.",
}
EPOCHS = 20


def features_by_hand(text, negation):
    """Words in small letters; from a negator to the next punctuation mark they are NOT_words."""
    out = []
    for clause in re.split(r"[.,:;!?()]+", text):
        turned = False
        for word in re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)*", clause.lower()):
            out.append(f"NOT_{word}" if turned else word)
            turned = turned or (negation and (word in NEGATIONS or word.endswith("n't")))
    return out


@pytest.fixture(scope="module", params=["on", "off"])
def trained(request):
    learner = Learner.of("logistic", space="words", weighting="count", negation=request.param)
    points = make_points("reviews")
    moment = Snapshot.of(Trace(Document(points, (learner,))), EPOCHS * len(points))
    return moment, request.param == "on"


@pytest.mark.parametrize("text", SENTENCES.values(), ids=SENTENCES)
def test_that_a_sentence_is_answered_by_the_sum_of_its_words(trained, text):
    moment, negation = trained
    found = Vocabulary.of(moment)
    weights = dict(zip(found.words, found.weights[0].tolist(), strict=True))
    counts = Counter(features_by_hand(text, negation))
    expected = {word: weights[word] * n for word, n in counts.items() if word in weights}
    s = sum(expected.values()) + float(found.bias[0])
    got = sum_of(found, text)
    assert {name: pytest.approx(value) for name, value in got.terms} == expected
    assert set(got.unknown) == {word for word in counts if word not in weights}
    assert got.score == pytest.approx(s)
    answer = "positive" if s > 0 else "negative"
    chance = 1 / (1 + math.exp(-abs(s)))
    said = lines_below(found, got)[0]
    shown = re.fullmatch(rf"The answer is {answer}, P\({answer}\|x\) = ([\d.]+)\.", said)
    assert shown and float(shown[1]) == pytest.approx(chance, rel=5e-3)


@pytest.mark.parametrize("text", SENTENCES.values(), ids=SENTENCES)
def test_that_the_printed_terms_add_up_to_the_printed_score(trained, text):
    found = Vocabulary.of(trained[0])
    *terms, (name, total, _) = printed(found, sum_of(found, text), most=100)
    assert name == "s" and total.startswith("= ")
    numbers = [float(shown.replace("−", "-")) for _, shown, _ in terms]
    assert sum(numbers) == pytest.approx(float(total[2:].replace("−", "-")), abs=1e-9)


def test_that_plain_sentences_are_answered_right_and_negation_turns_a_word(trained):
    moment, negation = trained
    found = Vocabulary.of(moment)
    answers = {key: sum_of(found, text).score > 0 for key, text in SENTENCES.items()}
    assert answers["great"] and not answers["disappointed"]
    terms = dict(sum_of(found, SENTENCES["not as good"]).terms)
    assert ("NOT_good" in terms) == negation and ("good" in terms) != negation
    if negation:
        assert terms["NOT_good"] < 0 and not answers["not as good"]
