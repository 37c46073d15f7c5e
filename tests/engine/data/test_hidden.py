"""Labels that are hidden, with the truth kept, and labels that were guessed: as part of points,
their files and their edits."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linlab import LinlabError, Points, make_points
from linlab.engine.data.csvfile import format_csv, parse_csv
from linlab.engine.data.datasets import DATASETS, fresh, knobs_of
from linlab.engine.data.guess import Guess
from linlab.engine.document.document import Change, Document, Source
from linlab.engine.document.rebase import rebased
from linlab.engine.document.timeline import marks
from linlab.engine.learner.learner import Learner
from tests.hostile import NAMES

POINTS = make_points("moons", n=40, hidden=80)
FIRST, SECOND = (int(id) for id in POINTS.ids[POINTS.hidden][:2])
SURE = Guess(1, 0.93, "Logistic regression")
GUESSED = POINTS.guess([FIRST, SECOND], [0, 1], [SURE, Guess(2, 1.0, "x₁ and x₂")])


@pytest.mark.parametrize("name", sorted(DATASETS))
@pytest.mark.parametrize("hidden", [1, 50, 95])
def test_that_every_data_set_can_hide_labels_and_keeps_the_truth(name, hidden):
    whole, some = make_points(name, seed=3), make_points(name, seed=3, hidden=hidden)
    gone = some.label == -1
    wanted = round(hidden / 100 * len(whole))
    assert wanted - len(whole.classes) <= gone.sum() <= wanted
    np.testing.assert_array_equal(np.where(gone, some.true, some.label), whole.label)
    assert (some.true[~gone] == -1).all() and (some.hidden == gone).all()
    assert set(some.label[~gone]) == set(whole.label)  # one of each class at least has a label
    assert some.x.tobytes() == whole.x.tobytes() and some.texts == whole.texts
    assert some == make_points(name, seed=3, hidden=hidden)


def test_that_a_larger_share_hides_what_a_smaller_one_does_and_another_seed_others():
    shares = [make_points("blobs", n=60, hidden=h).hidden for h in (0, 20, 50, 95)]
    for fewer, more in zip(shares, shares[1:], strict=False):
        assert (more[fewer]).all() and more.sum() > fewer.sum()
    assert make_points("iris", hidden=50, seed=1) != make_points("iris", hidden=50, seed=2)


def test_that_a_fresh_sample_hides_nothing_because_it_judges():
    assert fresh("moons", 30, hidden=80) == fresh("moons", 30)
    assert [knob.name for knob in knobs_of("iris")][-1] == "hidden"


@pytest.mark.parametrize("value", [-1, 96, 1e9, float("nan"), "many", 2.5])
def test_that_a_share_that_cannot_be_hidden_is_refused(value):
    with pytest.raises(LinlabError, match="hidden of moons must be a whole number from 0 to 95"):
        make_points("moons", hidden=value)


def test_that_a_point_keeps_its_truth_and_its_guess_through_edits():
    moved = (
        GUESSED.move(FIRST, (9, 9))
        .add((0, 0), 1)
        .add_class("C")
        .rename_class(0, "frogs")
        .remove(int(POINTS.ids[-1]))
    )
    at = moved.index(FIRST)
    assert moved.true[at] == POINTS.true[POINTS.index(FIRST)] and moved.guesses[at] == SURE
    assert (
        moved.true[moved.index(POINTS.next_id)] == -1
        and moved.guesses[moved.index(POINTS.next_id)] is None
    )


def test_that_a_label_given_by_hand_is_no_guess_and_the_truth_stays_known():
    by_hand = GUESSED.relabel(FIRST, 1)
    assert not by_hand.guessed[by_hand.index(FIRST)] and by_hand.guessed[by_hand.index(SECOND)]
    assert by_hand.relabel(FIRST, -1).hidden[by_hand.index(FIRST)]


def test_that_without_its_class_a_guess_and_a_truth_are_gone():
    left = GUESSED.remove_class(0)
    assert (
        left.classes == ("B",)
        and left.guessed.sum() == 1
        and left.guesses[left.index(SECOND)].round == 2
    )
    assert set(left.true.tolist()) == {-1, 0} and (left.true == 0).sum() == (POINTS.true == 1).sum()


def test_that_given_is_what_was_there_before_anyone_guessed():
    assert GUESSED.given == POINTS and POINTS.given is POINTS
    assert (GUESSED.hidden == POINTS.hidden).all()


@given(
    st.lists(st.sampled_from(["move", "relabel", "remove", "add", "class"]), max_size=6),
    st.integers(0, 2**31),
)
def test_that_columns_fit_whatever_is_done(deeds, seed):
    rng, points = np.random.default_rng(seed), GUESSED
    for deed in deeds:
        id = int(rng.choice(points.ids))
        if deed == "move":
            points = points.move(id, rng.normal(size=2))
        elif deed == "relabel":
            points = points.relabel(id, int(rng.integers(-1, len(points.classes))))
        elif deed == "remove":
            points = points.remove(id)
        elif deed == "add":
            points = points.add(rng.normal(size=(2, 2)), 0 if points.classes else -1)
        elif len(points.classes) > 1:
            points = points.remove_class(int(rng.integers(len(points.classes))))
    assert len(points.true) == len(points.guessed) == len(points)
    assert not (points.guessed & (points.label < 0)).any()
    assert Points.from_json(json.loads(json.dumps(points.to_json()))) == points
    assert rebased(GUESSED, GUESSED, points) == points
    assert rebased(POINTS, GUESSED, points).guessed.sum() == 0
    again = parse_csv(format_csv(points))
    names = [(*points.classes, "")[k] for k in points.true]
    assert [
        (*again.classes, "")[k] for k in again.true
    ] == names and again.guesses == points.guesses


def test_that_an_edit_at_another_update_reaches_truth_and_guesses():
    dragged = rebased(GUESSED, POINTS, POINTS.move(FIRST, (5, 5)))
    assert dragged.guesses == GUESSED.guesses and dragged.x[dragged.index(FIRST)].tolist() == [5, 5]
    by_hand = rebased(GUESSED, POINTS, POINTS.relabel(FIRST, 1))
    assert not by_hand.guessed[by_hand.index(FIRST)] and by_hand.label[by_hand.index(FIRST)] == 1
    confirmed = rebased(GUESSED.move(SECOND, (0, 0)), GUESSED, GUESSED.relabel(FIRST, 0))
    assert (
        not confirmed.guessed[confirmed.index(FIRST)] and confirmed.guessed[confirmed.index(SECOND)]
    )
    fewer = rebased(GUESSED, POINTS, POINTS.remove_class(0))
    assert fewer.guessed.sum() == 1 and set(fewer.true.tolist()) == {-1, 0}


def test_that_a_document_keeps_them_in_its_file(tmp_path):
    source = Source("moons", 0, (("hidden", 80.0), ("n", 40.0)))
    document = Document(
        source.draw(), (Learner.of("svm"),), source=source, timeline=(Change(7, GUESSED),)
    )
    document.save(tmp_path / "a.linlab")
    assert Document.load(tmp_path / "a.linlab") == document
    assert document.points == POINTS and document.points_at(7).guesses == GUESSED.guesses


def test_that_a_timeline_tells_guesses_from_labels_given_by_hand():
    document = Document(
        POINTS,
        (Learner.of("svm"),),
        timeline=(Change(7, GUESSED), Change(9, GUESSED.relabel(FIRST, 1))),
    )
    assert [words for _, words in marks(document)] == [
        "from step 8 on: 1 label guessed in round 1 by Logistic regression, 1 label guessed in round 2 by x₁ and x₂",
        "from step 10 on: 1 point relabelled",
    ]


@pytest.mark.parametrize(("change", "says"), [
    ({"truth": [0]}, "There are 40 points, but 1 true labels."),
    ({"truth": [9] * 40}, "A label must be -1"),
    ({"truth": ["a"] * 40}, "The field “truth” of the points must be a list of whole numbers."),
    ({"truth": {}}, "The field “truth” of the points must be a list of whole numbers."),
    ({"guesses": [None, 3]}, "The field “guesses” of the points must be a list of objects"),
    ({"guesses": "x"}, "The field “guesses” of the points must be a list of objects"),
    ({"guesses": [{}] * 40}, "The round of a guessed label must be a whole number from 1"),
    ({"guesses": [{"round": 1, "sure": float("nan"), "by": "x"}] * 40}, "of a guessed label must be a number from 0"),
    ({"guesses": [{"round": 1, "sure": True, "by": "x"}] * 40}, "of a guessed label must be a number from 0"),
    ({"guesses": [{"round": 1, "sure": 0.5, "by": 7}] * 40}, "The name of the model that guessed a label must be a text"),
    ({"guesses": [{"round": 1, "sure": 0.5, "by": "x" * 5000}] * 40}, "The name of the model that guessed a label must be a text of at most"),
    ({"guesses": [{"round": 1, "sure": 0.5, "by": "x"}]}, "There are 40 points, but 1 guesses."),
    ({"guesses": [{"round": 1, "sure": 0.5, "by": "x"}] * 40}, "A point without a label cannot have a guess."),
])  # fmt: skip
def test_that_a_damaged_file_is_refused_with_a_sentence(change, says):
    with pytest.raises(LinlabError, match=says.replace("(", r"\(")):
        Points.from_json({**POINTS.to_json(), **change})


@pytest.mark.parametrize("name", NAMES)
def test_that_whatever_somebody_is_called_comes_back_from_a_table(name):
    points = POINTS.guess([FIRST], [0], [Guess(3, 1 / 3, name.strip())])
    found = parse_csv(format_csv(points))
    assert found.guesses[points.index(FIRST)] == points.guesses[points.index(FIRST)]


def test_that_a_table_has_what_is_hidden_and_who_guessed_and_an_old_one_reads_as_before():
    head, *rows = format_csv(GUESSED).splitlines()
    assert head == "x1,x2,label,truth,round,confidence,by"
    assert rows[GUESSED.index(FIRST)].split(",")[2:] == [
        "A",
        GUESSED.classes[GUESSED.true[GUESSED.index(FIRST)]],
        "1",
        "0.93",
        "Logistic regression",
    ]
    again = parse_csv(format_csv(GUESSED))
    assert again == replace(GUESSED, ids=np.arange(40), next_id=40)
    assert parse_csv("x1,x2,label\n0,1,a\n").truth is None
    assert (
        parse_csv("x1,x2,truth\n0,1,a\n").classes == ("a",)
        and parse_csv("x1,x2,truth\n0,1,a\n").truth is None
    )
    with pytest.raises(
        LinlabError, match=r"line 2: The round of a guessed label must be a whole number"
    ):
        parse_csv("x1,x2,label,round,confidence,by\n0,1,a,many,0.5,me\n")
