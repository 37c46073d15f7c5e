"""Teams that are chosen have what they need, whatever model was there."""

import pytest

from linlab import Document, Learner, make_points
from linlab.engine.document.document import MOST_MODELS
from linlab.engine.ground.errors import LinlabError
from linlab.engine.train.teams.gathering import members_of, team_of
from linlab.engine.train.trace import Trace
from tests.engine.plane import plane_catalog

TEAMS = [key for key, recipe in plane_catalog().items() if recipe.of_others]
PLAIN = [key for key in plane_catalog() if key not in TEAMS]


def joined(learners, focus, team):
    chosen, place = team_of(learners, focus, Learner.of(team))
    points = make_points("blobs", seed=1, n=40, classes=2)
    return Document(points, tuple(learners)).with_models(chosen), place


def in_space(model, space):
    try:
        return Learner.of(model, space=space)
    except LinlabError:
        return Learner.of(model)


@pytest.mark.parametrize("space", ["linear", "rbf", "fourier"])
@pytest.mark.parametrize("model", PLAIN)
@pytest.mark.parametrize("team", TEAMS)
def test_that_a_team_of_any_model_can_be_trained_and_the_model_is_among_its_members(
    team, model, space
):
    own = in_space(model, space)
    document, place = joined([own], 0, team)
    assert document.learners[0] == own and document.learners[place].model == team
    assert Trace(document, place).model(3) is not None
    members = members_of(document.learners, place)
    weightless = "each" in plane_catalog()[team].parameters and own.recipe.counting is not None
    assert (0 in members) != weightless  # AdaBoost cannot give counts weights


def test_that_a_vote_has_three_voters_of_different_models():
    document, place = joined([Learner.of("svm")], 0, "vote")
    voters = [document.learners[k].model for k in members_of(document.learners, place)]
    assert len(voters) == 3 == len(set(voters)) and voters[0] == "svm"
    document, place = joined([Learner.of(m) for m in ("svm", "mira", "centroid")], 1, "vote")
    assert len(document.learners) == 4 and place == 3  # there are enough


def test_that_a_stack_puts_the_model_in_hand_on_top_unless_it_cannot_use_an_output():
    document, place = joined([Learner.of("logistic")], 0, "stacking")
    assert members_of(document.learners, place) == [0, 1]
    document, place = joined([Learner.of("naive-bayes")], 0, "stacking")
    assert members_of(document.learners, place) == [1, 0]


def test_that_of_several_the_one_in_hand_is_bagged_and_a_team_takes_the_place_of_a_team():
    learners = [Learner.of("svm"), Learner.of("logistic", lam=0.5)]
    document, place = joined(learners, 1, "bagging")
    assert members_of(document.learners, place) == [1] and document.learners[:2] == tuple(learners)
    chosen, again = team_of(document.learners, place, Learner.of("stacking"))
    assert again == place and len(chosen) == 3


def test_that_without_room_a_team_takes_the_place_of_the_model():
    learners = [Learner.of("perceptron", alpha=1.0 + k) for k in range(MOST_MODELS)]
    document, place = joined(learners, 2, "vote")
    assert len(document.learners) == MOST_MODELS and place == 2
    assert Trace(document, place).model(2) is not None
