"""Bookmarks of a document: in the order of their updates, one at each, kept in the file, refused
with a sentence if broken."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linlab import Document, Learner, LinlabError, make_points
from linlab.engine.data.checks import LONGEST_NAME
from linlab.engine.document.bookmarks import (
    MOST_BOOKMARKS,
    Bookmark,
    bookmark_named,
    marked,
    unmarked,
)
from linlab.engine.train.trace import Trace
from tests.hostile import NAMES

PLAIN = Document(make_points("moons", n=20), (Learner.of("svm"),))
TWO = replace(PLAIN, bookmarks=(Bookmark(0, "start"), Bookmark(2**53, "far, far away")))


def test_that_a_document_keeps_its_bookmarks(tmp_path):
    TWO.save(tmp_path / "a.linlab")
    assert Document.load(tmp_path / "a.linlab") == TWO
    assert json.loads((tmp_path / "a.linlab").read_text())["bookmarks"][0] == {
        "t": 0,
        "name": "start",
    }


def test_that_other_bookmarks_are_another_document_with_the_same_runs():
    assert TWO != PLAIN and TWO.bare == PLAIN.bare
    assert replace(TWO, title="Moons", notes="Ask first.").bare == PLAIN.bare
    assert replace(TWO, seed=1).bare != PLAIN.bare
    np.testing.assert_array_equal(Trace(TWO).at(50).theta, Trace(PLAIN).at(50).theta)


def test_that_a_file_from_before_bookmarks_has_none():
    obj = {name: value for name, value in TWO.to_json().items() if name != "bookmarks"}
    assert Document.from_json(obj) == PLAIN


@pytest.mark.parametrize(
    ("bookmarks", "says"),
    [
        (None, "must be a list"),
        ("all", "must be a list"),
        ({"t": 1, "name": "a"}, "must be a list"),
        ([3], "“t” with a “name”"),
        ([{"t": 1}], "“t” with a “name”"),
        ([{"name": "a"}], "“t” with a “name”"),
        ([[1, "a"]], "“t” with a “name”"),
        ([{"t": "1", "name": "a"}], "step from 0"),
        ([{"t": True, "name": "a"}], "step from 0"),
        ([{"t": 1.0, "name": "a"}], "step from 0"),
        ([{"t": -1, "name": "a"}], "step from 0"),
        ([{"t": 2**53 + 1, "name": "a"}], "step from 0"),
        ([{"t": 1, "name": 7}], "must be a text"),
        ([{"t": 1, "name": None}], "must be a text"),
        ([{"t": 1, "name": ""}], "The name of a bookmark must not be empty"),
        ([{"t": 1, "name": "x" * 201}], f"at most {LONGEST_NAME} characters"),
        ([{"t": 1, "name": "a\0"}], "A bookmark cannot"),
        ([{"t": 1, "name": "\ud800"}], "A bookmark cannot be called"),
        ([{"t": 2, "name": "a"}, {"t": 1, "name": "b"}], "in the order"),
        ([{"t": 1, "name": "a"}] * 2, "one at each"),
        ([{"t": t, "name": "a"} for t in range(101)], "up to 100 bookmarks, not 101"),
    ],
)
def test_that_broken_bookmarks_are_refused_with_a_sentence(bookmarks, says):
    with pytest.raises(LinlabError, match=says) as told:
        Document.from_json({**PLAIN.to_json(), "bookmarks": bookmarks})
    assert str(told.value).endswith(".")


@given(
    st.lists(
        st.tuples(st.integers(0, 30), st.booleans(), st.text(min_size=1, max_size=8)), max_size=40
    )
)
def test_that_setting_and_removing_is_what_a_dictionary_does(steps):
    kept, expected = (), {}
    for t, away, name in steps:
        try:
            kept = unmarked(kept, t) if away else marked(kept, t, name)
        except LinlabError:
            assert "\0" in name or any("\ud800" <= sign <= "\udfff" for sign in name)
            continue
        expected = {k: v for k, v in expected.items() if k != t} | ({} if away else {t: name})
    assert [(each.t, each.name) for each in kept] == sorted(expected.items())
    document = replace(PLAIN, bookmarks=kept)
    assert (
        Document.from_json(json.loads(json.dumps(document.to_json(), allow_nan=False))) == document
    )


@pytest.mark.parametrize("name", NAMES)
def test_that_a_hostile_name_survives_a_file_as_it_is(name, tmp_path):
    replace(PLAIN, bookmarks=(Bookmark(3, name),)).save(tmp_path / "a.linlab")
    assert Document.load(tmp_path / "a.linlab").bookmarks[0].name == name


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(("t", "name", "x")), inner),
    max_leaves=8,
)


@given(anything)
def test_that_whatever_is_read_is_whole_or_refused(obj):
    try:
        document = Document.from_json({**PLAIN.to_json(), "bookmarks": obj})
    except LinlabError:
        return
    assert (
        Document.from_json(json.loads(json.dumps(document.to_json(), allow_nan=False))) == document
    )


def test_that_a_bookmark_is_found_by_its_name_the_first_of_several():
    twice = (*TWO.bookmarks[:1], Bookmark(5, "a"), Bookmark(9, "a"))
    assert bookmark_named(twice, "a").t == 5
    assert bookmark_named(twice, "b") is None


def test_that_a_document_may_have_as_many_as_it_says():
    full = tuple(Bookmark(t, "a") for t in range(MOST_BOOKMARKS))
    assert len(replace(PLAIN, bookmarks=full).bookmarks) == MOST_BOOKMARKS
    with pytest.raises(LinlabError, match="up to 100"):
        replace(PLAIN, bookmarks=marked(full, MOST_BOOKMARKS, "one more"))
