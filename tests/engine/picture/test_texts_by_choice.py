"""What places texts can be chosen: each place against a loop over the words of a text."""

import numpy as np
import pytest

from linlab import Document, Learner, Trace, make_points
from linlab.engine.data.inputs import texts_of
from linlab.engine.learner.text.axes import two_lists, two_names
from linlab.engine.picture.layers import LAYERS
from linlab.engine.picture.placing.texts import names_of_axes, placed
from linlab.engine.picture.shapes import Marks, Shading
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import draw


def moment_of(data, model="logistic", t=40, **settings):
    own = {} if model == "multinomial-naive-bayes" else {"space": "words"}
    learner = Learner.of(model, **own, **settings)
    return Snapshot.of(Trace(Document(make_points(data), (learner,))), t)


def team_of(data, *members, how="plurality", t=30):
    own = tuple(Learner.of(member, space="words") for member in members)
    return Snapshot.of(Trace(Document(make_points(data), (Learner.of("vote", how=how), *own))), t)


def words_of(moment, text):
    return [token.feature for token in moment.moment.problem.map.tokens(text)]


def test_that_two_words_or_lists_place_a_text_by_how_often_they_occur():
    moment = moment_of("reviews", places="words", axes="good great / not bad")
    for place, text in zip(moment.placed.x, moment.points.texts, strict=True):
        tokens = words_of(moment, text)
        wanted = [sum(tokens.count(w) for w in own) for own in (("good", "great"), ("not", "bad"))]
        assert place.tolist() == wanted
    assert names_of_axes(moment.model) == ("“good” + “great”", "“not” + “bad”")


def test_that_without_a_choice_the_words_are_those_whose_counts_tell_the_classes_apart_most():
    moment = moment_of("reviews", places="words")
    problem = moment.moment.problem
    lead = dict.fromkeys(problem.names, 0)
    for text, y in zip(problem.x, problem.y, strict=True):
        for token in words_of(moment, text):
            lead[token] += 1 if y == 1 else -1
    first, second = (name.strip("“”") for name in names_of_axes(moment.model))
    assert lead[first] == max(lead.values()) and lead[second] == min(lead.values())


def test_that_a_word_that_no_text_has_is_named_as_such():
    moment = moment_of("reviews", places="words", axes="xyzzy, good")
    assert names_of_axes(moment.model) == ("“xyzzy” (in no text)", "“good”")
    assert (moment.placed.x[:, 0] == 0).all() and moment.placed.x[:, 1].any()


@pytest.mark.parametrize("model", ["logistic", "perceptron", "multinomial-naive-bayes"])
def test_that_scores_of_two_chosen_classes_place_texts(model):
    moment = moment_of("topics", model, axes="weather / music")
    scores = moment.model.scores(texts_of(moment.points.texts))
    assert moment.placed.x == pytest.approx(scores[:, [3, 1]])
    assert names_of_axes(moment.model) == ("score of weather", "score of music")
    field = moment.model.grid([0.0, 2.0], [1.0])
    assert field[3].tolist() == [[0.0, 2.0]] and field[1].tolist() == [[1.0, 1.0]]
    assert np.isneginf(field[[0, 2]]).all()


def test_that_the_legend_says_which_two_of_four_classes_have_regions():
    picture = draw(Figure("plane"), moment_of("topics", axes="sport, cooking"))
    entries = [entry.text for panel in picture.panels for entry in panel.legend]
    assert "regions: sport or cooking only" in entries
    two = draw(Figure("plane"), moment_of("bank"))
    assert not any("regions" in entry.text for panel in two.panels for entry in panel.legend)


@pytest.mark.parametrize("places", ["words", "data"])
def test_that_places_without_a_score_have_crosses_but_no_regions(places):
    moment = moment_of("reviews", places=places)
    panel = draw(Figure("plane"), moment).panels[0]
    assert not any(isinstance(item, Shading) for item in panel.items)
    assert not panel.named("boundary")
    (wrong,) = [item for item in panel.named("wrong") if isinstance(item, Marks)]
    said = moment.model.scores(texts_of(moment.points.texts))[:, 0] > 0
    assert len(wrong.places) == int((said != (moment.points.label == 1)).sum())
    for name in ("regions", "boundary", "margins"):
        assert "Placed by" in LAYERS[name].refuses(moment.learner, 2)
        assert not LAYERS[name].refuses(Learner.of("logistic", space="words"), 2)


def test_that_data_leaves_the_reviews_at_their_counts():
    moment = moment_of("reviews", places="data")
    assert (moment.placed.x == make_points("reviews").x).all()
    assert names_of_axes(moment.model) is None


def test_that_texts_of_a_team_stand_at_the_votes_of_its_members():
    moment = team_of("bank", "perceptron", "logistic", "mira")
    texts = texts_of(moment.points.texts)
    members = [each.model for each in moment.moments[1:]]
    yes = np.sum([member.scores(texts)[:, 0] > 0 for member in members], axis=0)
    assert moment.placed.x[:, 0].tolist() == yes.tolist()
    assert moment.placed.x[:, 1].tolist() == (3 - yes).tolist()
    names = moment.model.examples.classes
    assert names_of_axes(moment.model) == (f"votes for {names[1]}", f"votes for {names[0]}")
    field = moment.model.grid([0.0, 3.0], [1.5])
    assert field[0, 0, 0] < 0 < field[0, 0, 1]


def test_that_four_classes_stand_at_the_votes_for_two_of_them():
    moment = team_of("topics", "perceptron", "logistic", "mira")
    votes = moment.model.votes(texts_of(moment.points.texts))
    assert (moment.placed.x == votes[:, :2]).all()


@pytest.mark.parametrize("data", ["bank", "topics"])
def test_that_texts_of_a_voted_perceptron_stand_at_the_votes_of_its_weights(data):
    moment = moment_of(data, "voted-perceptron", t=12)
    texts = texts_of(moment.points.texts)
    several = len(moment.points.classes) > 2
    votes = np.zeros((len(texts), 4 if several else 2))
    for t in range(1, 13):  # the weights after each step have a vote
        for i, own in enumerate(moment.trace.model(t).last.scores(texts)):
            if several:
                votes[i, np.argmax(own)] += 1
            elif own[0]:
                votes[i, int(own[0] > 0)] += 1
            else:
                votes[i] += 0.5
    order = [0, 1] if several else [1, 0]
    assert moment.placed.x == pytest.approx(votes[:, order])


@pytest.mark.parametrize("places", ["weights", "words", "data"])
@pytest.mark.parametrize(
    "axes", ["", "good", "/", "a / / b", "<b>x</b> $\\\\input$, =cmd()", "sport, sport"]
)
@pytest.mark.parametrize("data", ["bank", "topics"])
def test_that_any_axes_can_be_typed(places, axes, data):
    moment = moment_of(data, t=5, places=places, axes=axes)
    assert draw(Figure("plane"), moment).panels
    assert placed(moment.points, moment.model).x.shape == (len(moment.points), 2)


def test_that_a_choice_is_stored_and_read_again():
    document = moment_of("topics", places="words", axes="rain / song").document
    again = Document.from_json(document.to_json())
    assert again.learners[0]["places"] == "words" and again.learners[0]["axes"] == "rain / song"


def test_that_lists_and_names_are_read_as_written():
    assert two_lists(" good,great/bad ") == (("good", "great"), ("bad",))
    assert two_lists("good bad dull") == (("good",), ("bad", "dull"))
    assert two_names("Sport / nobody", ("cooking", "music", "sport")) == (2, 0)
