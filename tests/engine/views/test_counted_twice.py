"""A word that is counted twice: what the view says of it, against runs trained here."""

import math
import re
from collections import Counter

import numpy as np
import pytest

from linlab import Document, Learner, Trace
from linlab.engine.data.inputs import texts_of
from linlab.engine.document.document import Source
from linlab.engine.picture.shapes import Label
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import draw
from linlab.engine.views.words.count_twice import said_of_twice
from linlab.engine.views.words.vocabulary import Vocabulary

TEXT = "A good film with good music."


def moment_of(model, t, twice="good"):
    source = Source("reviews", 1)
    own = {} if model == "multinomial-naive-bayes" else {"space": "words"}
    learner = Learner.of(model, twice=twice, **own)
    return Snapshot.of(Trace(Document(source.draw(), (learner,), source=source)), t)


def said(moment, text=TEXT):
    return said_of_twice(Vocabulary.of(moment), moment.trace, moment.t, text)


def chance_by_hand(moment, text, twice):
    """P(positive|x) of multinomial naive Bayes with n₀ = 1, from a loop over the texts."""
    problem = moment.moment.problem
    tokens = lambda text: Counter(t.feature for t in problem.map.tokens(text))  # noqa: E731
    counts = {name: Counter() for name in problem.classes}
    seen = Counter()
    for t in range(1, moment.t + 1):
        i = moment.trace.step(t).example
        row = tokens(problem.x[i])
        if twice in row:
            row["again"] = row[twice]
        counts[problem.classes[problem.y[i]]].update(row)
        seen[problem.classes[problem.y[i]]] += 1
    known = {word for text in problem.x for word in tokens(text)}
    many = len(known) + bool(twice)
    row = {word: n for word, n in tokens(text).items() if word in known}
    if twice in row:
        row["again"] = row[twice]
    scores = [
        math.log(seen[name] / sum(seen.values()))
        + sum(
            n * math.log((counts[name][word] + 1) / (sum(counts[name].values()) + many))
            for word, n in row.items()
        )
        for name in problem.classes
    ]
    return 1 / (1 + math.exp(scores[0] - scores[1]))


@pytest.mark.parametrize("t", [40, 200])
def test_that_naive_bayes_becomes_surer_by_as_much_as_is_said(t):
    moment = moment_of("multinomial-naive-bayes", t)
    twice, once = (chance_by_hand(moment, TEXT, word) for word in ("good", ""))
    assert twice > once > 0.5
    name, now, then = re.search(
        r"P\((\w+)\|x\) is (\S+), and (\S+) if it is counted once", said(moment)[0]
    ).groups()
    assert name == "positive"
    assert (float(now), float(then)) == (pytest.approx(twice, rel=0.006), pytest.approx(once, rel=0.006))  # fmt: skip


def test_that_a_perceptron_does_not_become_surer_but_shares_the_weight():
    """The copy gets the same weight as the word itself, and fewer mistakes are needed."""
    moment = moment_of("perceptron", 200)
    found = Vocabulary.of(moment)
    weights = dict(zip(found.words, found.weights[0], strict=True))
    assert weights["good"] == weights["good (again)"]
    plain = moment_of("perceptron", 200, "").model
    now, then = re.search(r"s is (\S+), and (\S+) if it is counted once", said(moment)[0]).groups()
    scores = [float(model.scores(texts_of([TEXT]))[0, 0]) for model in (moment.model, plain)]
    assert [float(each.replace("−", "-")) for each in (now, then)] == pytest.approx(scores, rel=0.006)  # fmt: skip
    assert "P(" not in " ".join(said(moment))


@pytest.mark.parametrize("model", ["perceptron", "logistic", "multinomial-naive-bayes"])
def test_that_the_answers_that_change_are_counted(model):
    moment = moment_of(model, 60)
    plain = moment_of(model, 60, "")
    problem = moment.moment.problem
    texts = texts_of([x for x in problem.x if "good" in {t.feature for t in problem.map.tokens(x)}])
    answers = [each.model.scores(texts)[:, 0] > 0 for each in (moment, plain)]
    differ = int((answers[0] != answers[1]).sum())
    sentence = said(moment)[1]
    assert f"On the {len(texts)} training texts with “good”" in sentence
    assert (f"{differ} of the answers change" if differ else "no answer changes") in sentence
    if model != "perceptron":
        means = [
            np.mean([max(p, 1 - p) for p in 1 / (1 + np.exp(-each.model.scores(texts)[:, 0]))])
            for each in (moment, plain)
        ]
        shown = re.search(r"answers is (\S+) instead of (\S+)\.$", sentence).groups()
        assert [float(each) for each in shown] == pytest.approx(means, rel=0.006)


def test_that_a_word_that_is_not_there_is_said_and_none_says_nothing():
    assert "not in the vocabulary" in said(moment_of("perceptron", 5, "xyzzy"))[0]
    assert said(moment_of("perceptron", 5, "")) == []


def test_that_the_view_shows_it():
    moment = moment_of("multinomial-naive-bayes", 50)
    picture = draw(Figure("words", width=800, height=600, options=(("text", TEXT),)), moment)
    shown = " ".join(
        item.text for panel in picture.panels for item in panel.items if isinstance(item, Label)
    )
    assert "is counted twice" in shown and "if it is counted once" in shown
