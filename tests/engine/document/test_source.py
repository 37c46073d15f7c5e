"""Other words: the points of reviews are counted anew, what was done by hand stays, and the
document keeps the lists."""

import json
from dataclasses import replace

import numpy as np

from linlab import Document, Learner
from linlab.engine.data.lexicon import Lexicon
from linlab.engine.document.document import Source

OTHER = Lexicon(("good", "film", "the"), ("bad", "not"), negation=False)
SOURCE = Source("sentiment", 3, (("jitter", 0.2),))


def test_that_points_are_counted_by_the_words_of_their_source():
    plain, jitter = Source("sentiment").draw(), SOURCE.draw().x - Source("sentiment").draw().x
    counted = np.array([OTHER.counts(text) for text in plain.texts])
    np.testing.assert_array_equal(replace(Source("sentiment"), words=OTHER).draw().x, counted)
    np.testing.assert_allclose(replace(SOURCE, words=OTHER).draw().x, counted + jitter, atol=1e-12)


def test_that_points_drawn_are_those_that_the_source_with_other_words_draws():
    other, points = SOURCE.reworded(SOURCE.draw(), OTHER)
    assert (
        other.words == OTHER and points == other.draw()
    )  # to the last bit: nobody calls them edited
    again, back = other.reworded(points, SOURCE.lexicon)
    assert again == SOURCE and back == SOURCE.draw()


def test_that_points_without_a_text_stay_and_those_moved_by_hand_move_by_their_counts():
    points = SOURCE.draw().add([(7.5, 8.5)], 0)
    moved = points.move([5], (10.25, -3.5)).remove([6]).relabel([7], -1)
    _, after = SOURCE.reworded(moved, OTHER)
    assert after.x[after.index(40)].tolist() == [7.5, 8.5]
    text = points.texts[5]
    by = np.subtract(OTHER.counts(text), SOURCE.lexicon.counts(text))
    np.testing.assert_allclose(after.x[after.index(5)], np.add((10.25, -3.5), by))
    assert after.ids.tolist() == moved.ids.tolist() and after.label.tolist() == moved.label.tolist()


def test_that_a_document_keeps_its_words(tmp_path):
    other, points = SOURCE.reworded(SOURCE.draw(), OTHER)
    document = Document(points, (Learner.of("svm"),), source=other)
    document.save(tmp_path / "a.linlab")
    assert Document.load(tmp_path / "a.linlab") == document
    plain = Document(SOURCE.draw(), (Learner.of("svm"),), source=SOURCE).to_json()
    assert (
        "words" not in plain["source"]
        and "words" in json.loads((tmp_path / "a.linlab").read_text())["source"]
    )


def test_that_other_data_sets_have_no_words():
    assert Source("moons").lexicon is None and Source("nothing").lexicon is None
    assert replace(Source("moons"), words=OTHER).draw() == Source("moons").draw()
