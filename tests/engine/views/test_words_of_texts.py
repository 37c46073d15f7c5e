"""The table of words and the sum of a sentence against counts and sums worked out here."""

from decimal import Decimal

import numpy as np
import pytest

from linlab import Document, Learner
from linlab.engine.data.inputs import texts_of
from linlab.engine.document.document import Source
from linlab.engine.picture.shapes import Areas, Label
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.linking import points_at
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, draw
from linlab.engine.views.words.contributions import printed, sum_of
from linlab.engine.views.words.vocabulary import Vocabulary


def moment_of(data, model="logistic", t=60):
    source = Source(data, 1)
    settings = {} if model == "multinomial-naive-bayes" else {"space": "words"}
    document = Document(source.draw(), (Learner.of(model, **settings),), source=source)
    return Snapshot.of(Trace(document), t)


def picture_of(moment, **options):
    return draw(Figure("words", width=800, height=560, options=tuple(options.items())), moment)


def texts(panel, name):
    return [item.text for item in panel.items if isinstance(item, Label) and item.name == name]


@pytest.mark.parametrize("data", ["reviews", "topics"])
def test_that_counts_by_class_are_those_of_the_training_texts(data):
    moment = moment_of(data)
    found = Vocabulary.of(moment)
    problem = found.problem
    for j in range(0, len(found.words), 17):
        has = [found.words[j] in {t.feature for t in problem.map.tokens(x)} for x in problem.x]
        for k in range(len(found.classes)):
            assert found.texts.counts[k, j] == np.sum(np.array(has) & (problem.y == k))


@pytest.mark.parametrize("model", ["logistic", "perceptron", "multinomial-naive-bayes"])
@pytest.mark.parametrize("data", ["reviews", "topics"])
def test_that_a_typed_sentence_adds_up_as_printed(model, data):
    found = Vocabulary.of(moment_of(data, model))
    text = "The film was not boring, and the music is a xyzzy failure."
    sum = sum_of(found, text)
    assert "NOT_xyzzy" in sum.unknown or "xyzzy" in sum.unknown
    assert sum.score == pytest.approx(sum.bias + np.sum([value for _, value in sum.terms]))
    assert sum.score == pytest.approx(found.model.scores(texts_of([text]))[0][sum.row])
    for most in (3, 50):
        *terms, (_, total, _) = printed(found, sum, most)
        numbers = [Decimal(shown.replace("−", "-")) for _, shown, _ in terms]
        assert np.sum(numbers) == Decimal(total.removeprefix("= ").replace("−", "-"))


def test_that_changed_rows_are_highlighted_with_their_change():
    moment = moment_of("reviews", t=40)
    found = Vocabulary.of(moment)
    before = moment.trace.model(39).parts()[0]
    assert found.change == pytest.approx(found.weights - before)
    table = picture_of(moment, sort="change").panels[0]
    moved = int((np.abs(found.weights - before).max(axis=0) > 0).sum())
    rings = [item for item in table.items if isinstance(item, Areas) and item.name == "changed"]
    assert moved == 0 or rings


def test_that_a_row_stands_for_the_texts_with_its_word():
    moment = moment_of("reviews")
    found = Vocabulary.of(moment)
    picture = picture_of(moment, search="nice")
    panel = picture.panels[0]
    first = texts(panel, "cell")[0]
    x, y = panel.to_page(np.array([[100.0, -1.5 * 1.75 * 0.92 * 13.0]]))[0]
    ids = points_at(picture, float(x), float(y))
    points, bag = moment.points, found.problem.map
    wanted = [
        int(id)
        for id, text in zip(points.ids, points.texts, strict=True)
        if first in {token.feature for token in bag.tokens(text)}
    ]
    assert wanted and sorted(ids) == wanted


def test_that_sorting_searching_and_pinning_choose_the_rows():
    found = Vocabulary.of(moment_of("reviews"))
    rows, pinned = found.order("weight", "", "nice, nobody-says-this")
    assert pinned == 1 and found.words[rows[0]] == "nice"
    weights = found.weights[0, rows[1:]]
    assert (np.diff(weights) <= 0).all() and len(rows) == len(found.words)
    names = [found.words[j] for j in found.order("name", "NOT_", "")[0]]
    assert names == sorted(word for word in found.words if "not_" in word.lower())


def test_that_naive_bayes_shows_probabilities_that_add_up_to_one():
    found = Vocabulary.of(moment_of("topics", "multinomial-naive-bayes"))
    assert found.chances.sum(axis=1) == pytest.approx(1.0)
    titles = texts(picture_of(moment_of("reviews", "multinomial-naive-bayes")).panels[0], "title")
    assert any(title.startswith("P(v|") for title in titles)


def test_that_votes_are_refused_with_a_way_out():
    moment = moment_of("reviews", "voted-perceptron")
    refusal = VIEWS["words"].refusal(moment)
    assert refusal is not None and refusal.way_out is not None


def test_that_a_hostile_sentence_is_shown_as_text():
    text = "<b>nice</b> \x1b[2J $\\input{x}$ ‮nice 🎬"
    panel = picture_of(moment_of("reviews"), text=text).panels[1]
    shown = "".join(item.text for item in panel.items if isinstance(item, Label))
    assert "\x1b" not in shown and "‮" not in shown
