"""What can be done to any data set: flipped labels, another x₂, its scale, imbalance."""

import numpy as np
import pytest

from linlab import LinlabError, make_points
from linlab.engine.data.changes import CHANGES
from linlab.engine.data.datasets import DATASETS, fresh, knobs_of
from linlab.engine.document.document import Document, Source
from linlab.engine.document.resampling import touched
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.layers import LAYERS
from linlab.engine.picture.palette import LIGHT, colour_of, symbol_of
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import View

PLACED = sorted(k for k, d in DATASETS.items() if d.lexicon is None and not d.of_texts)


@pytest.mark.parametrize("name", sorted(DATASETS))
@pytest.mark.parametrize("share", [1, 20, 50])
def test_that_a_share_of_labels_is_flipped_to_other_classes_and_the_truth_is_kept(name, share):
    whole, some = make_points(name, seed=3), make_points(name, seed=3, flipped=share)
    differ = some.label != whole.label
    assert differ.sum() == round(share / 100 * len(whole))
    assert (some.flipped == differ).all() and not some.hidden.any()
    np.testing.assert_array_equal(np.where(differ, some.true, some.label), whole.label)
    assert (some.true[~differ] == -1).all() and some.x.tobytes() == whole.x.tobytes()


def test_that_every_other_class_is_chosen_about_equally_often():
    some = make_points("blobs", n=3000, classes=4, flipped=40)
    by = (some.label - some.true)[some.flipped] % 4
    shares = np.bincount(by, minlength=4)[1:] / some.flipped.sum()
    assert np.abs(shares - 1 / 3).max() < 4 * np.sqrt(2 / 9 / some.flipped.sum())


def test_that_a_larger_share_includes_a_smaller_one_and_knobs_leave_each_other_alone():
    few, many = (make_points("moons", n=60, flipped=k) for k in (10, 40))
    assert many.flipped[few.flipped].all() and many.flipped.sum() > few.flipped.sum()
    kept = [set(make_points("moons", n=60, imbalance=k).ids.tolist()) for k in (0, 20, 70)]
    assert kept[0] > kept[1] > kept[2]
    both = make_points("moons", n=60, flipped=10, scale=3.0)
    assert (both.flipped == few.flipped).all()


def test_that_hidden_labels_keep_the_truth_of_flipped_ones():
    whole = make_points("moons", n=200)
    some = make_points("moons", n=200, flipped=30, hidden=50)
    known = np.where(some.true >= 0, some.true, some.label)
    np.testing.assert_array_equal(known, whole.label)
    assert some.hidden.any() and some.flipped.any() and not (some.hidden & some.flipped).any()


@pytest.mark.parametrize("name", PLACED)
def test_that_x2_can_be_scaled_replaced_or_a_copy(name):
    whole = make_points(name, seed=2)
    scaled = make_points(name, seed=2, scale=10)
    np.testing.assert_allclose(scaled.x, whole.x * [1, 10])
    copy = make_points(name, seed=2, second=2)
    assert (copy.x[:, 0] == whole.x[:, 0]).all() and (copy.x[:, 1] == whole.x[:, 0]).all()
    noise = make_points(name, seed=2, second=1)
    assert (noise.x[:, 0] == whole.x[:, 0]).all() and (noise.label == whole.label).all()


@pytest.mark.parametrize("classes", [2, 4])
def test_that_a_replaced_x2_says_nothing_about_the_class_and_is_as_wide(classes):
    whole = make_points("blobs", n=4000, classes=classes)
    noise = make_points("blobs", n=4000, classes=classes, second=1)
    wide = whole.x[:, 1].std()
    assert abs(noise.x[:, 1].std() - wide) < 0.05 * wide
    for k in range(classes):
        mean = noise.x[noise.label == k, 1].mean()
        assert abs(mean - whole.x[:, 1].mean()) < 5 * wide / np.sqrt(4000 / classes)


@pytest.mark.parametrize("classes", [2, 4])
def test_that_imbalance_leaves_out_points_of_the_last_class_only(classes):
    whole, some = (make_points("blobs", n=80, classes=classes, imbalance=k) for k in (0, 75))
    before, after = (np.bincount(p.label, minlength=classes) for p in (whole, some))
    assert (before[:-1] == after[:-1]).all()
    assert after[-1] == before[-1] - round(0.75 * before[-1])
    tiny = make_points("blobs", n=2 * classes, classes=classes, imbalance=95)
    assert np.bincount(tiny.label, minlength=classes)[-1] >= 1


def test_that_new_data_have_the_same_places_and_true_labels():
    plain = fresh("moons", 500)
    some = fresh("moons", 500, flipped=30, scale=4.0)
    assert (some.label == plain.label).all() and some.truth is None
    np.testing.assert_allclose(some.x, plain.x * [1, 4])
    thinner = np.bincount(fresh("moons", 500, imbalance=80).label)
    assert thinner[1] < 0.3 * thinner[0]


def test_that_points_of_texts_refuse_other_places_and_allow_other_labels():
    assert [knob.name for knob in knobs_of("reviews")] == ["imbalance", "flipped", "hidden"]
    assert make_points("sentiment", flipped=20).flipped.any()
    with pytest.raises(LinlabError, match="sentiment has no knob “scale”"):
        make_points("sentiment", scale=2.0)


@pytest.mark.parametrize(("knob", "value"), [("flipped", 51), ("second", 3), ("scale", 0.0), ("imbalance", 1.5)])  # fmt: skip
def test_that_an_impossible_value_is_refused_with_its_range(knob, value):
    with pytest.raises(LinlabError, match=f"{knob} of moons must be a"):
        make_points("moons", **{knob: value})


def test_that_a_document_keeps_them_and_is_not_edited_by_them(tmp_path):
    values = (("flipped", 20.0), ("n", 40.0), ("second", 2.0))
    source = Source("moons", 1, values)
    document = Document(source.draw(), (Learner.of("svm"),), source=source)
    document.save(tmp_path / "a.linlab")
    again = Document.load(tmp_path / "a.linlab")
    assert again == document and not touched(again)
    assert again.points.flipped.sum() == 8 and document.features == ("x₁", "x₂")


def test_that_an_x2_that_was_replaced_has_lost_its_name():
    iris = Source("iris", 0, (("second", 1.0),))
    first, second = DATASETS["iris"].features
    assert second != "x₂"
    assert Document(iris.draw(), (Learner.of("svm"),), source=iris).features == (first, "x₂")


def test_that_the_plane_marks_the_true_class_beside_a_flipped_label():
    points = make_points("blobs", n=60, classes=4, flipped=30)
    scene = Scene(LIGHT, points, np.zeros(60, int), None, None, View(-6, -6, 6, 6), (600, 600))
    marks = list(LAYERS["true classes"].draw(scene))
    assert sum(len(each.places) for each in marks) == points.flipped.sum()
    for each in marks:
        k = next(k for k in range(4) if colour_of(k) == each.fill)
        assert each.symbol == symbol_of(k)
        assert len(each.places) == (points.flipped & (points.true == k)).sum()


def test_that_the_table_has_no_knob_twice_and_no_random_numbers_twice():
    names = [change.knob.name for change in CHANGES]
    own = {knob.name for dataset in DATASETS.values() for knob in dataset.knobs}
    assert len(set(names)) == len(names) and not own & {*names, "hidden"}
    assert len({1, 2, *(change.tag for change in CHANGES)}) == len(CHANGES) + 2
