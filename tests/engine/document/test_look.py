"""A document keeps how it was looked at, what it is called and what its author noted; to look is
not to change."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linlab import Document, Learner, LinlabError, make_points
from linlab.engine.document.look import LONGEST_NOTES, Look

PLAIN = Document(make_points("moons", n=20), (Learner.of("svm"),))
LOOK = Look(
    37,
    ("regions", "legend"),
    "error",
    ("train_error",),
    (True, False),
    (-1.5, -1.0, 2.0, 1.25),
    (0, 300),
    "losses",
    "curves",
    True,
    (("features", "azimuth", 30.0), ("kernel", "show", "gram")),
)


def test_that_a_document_keeps_its_look_its_title_and_its_notes(tmp_path):
    kept = replace(PLAIN, title="Two moons", notes="Ask the class\nfirst.", look=LOOK)
    kept.save(tmp_path / "a.linlab")
    again = Document.load(tmp_path / "a.linlab")
    assert again == kept
    assert again.look == LOOK
    assert (again.title, again.notes) == ("Two moons", "Ask the class\nfirst.")


def test_that_another_look_is_the_same_document_and_another_title_or_note_is_not():
    assert replace(PLAIN, look=LOOK) == PLAIN
    assert hash(replace(PLAIN, look=LOOK)) == hash(PLAIN)
    assert replace(PLAIN, title="Moons") != PLAIN
    assert replace(PLAIN, notes="Moons") != PLAIN


def test_that_a_document_without_any_of_it_opens_as_before():
    obj = {
        name: value
        for name, value in PLAIN.to_json().items()
        if name not in ("title", "notes", "look")
    }
    opened = Document.from_json(obj)
    assert opened == PLAIN
    assert (opened.look, opened.title, opened.notes) == (None, "", "")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"look": 7}, "“look”"),
        ({"look": {"t": -1}}, "“t”"),
        ({"look": {"t": 2**60}}, "“t”"),
        ({"look": {"t": True}}, "“t”"),
        ({"look": {"t": 1.5}}, "“t”"),
        ({"look": {"layers": "all"}}, "“layers”"),
        ({"look": {"layers": [3]}}, "“layers”"),
        ({"look": {"layers": ["x"] * 1000}}, "“layers”"),
        ({"look": {"curves": None}}, "“curves”"),
        ({"look": {"curves": "x" * 1000}}, "“curves”"),
        ({"look": {"lines": {}}}, "“lines”"),
        ({"look": {"log": [1, 0]}}, "“log”"),
        ({"look": {"region": [0, 0, 0, 1]}}, "“region”"),
        ({"look": {"region": [0, 0, 10**400, 1]}}, "“region”"),
        ({"look": {"region": [0, 1]}}, "“region”"),
        ({"look": {"panels": [-1, 3]}}, "“panels”"),
        ({"look": {"panels": [1, 10**9]}}, "“panels”"),
        ({"look": {"beside": []}}, "“beside”"),
        ({"look": {"view": 3}}, "“view”"),
        ({"look": {"exact": 1}}, "“exact”"),
        ({"look": {"options": 3}}, "“options”"),
        ({"look": {"options": [["features", "lift"]]}}, "“options”"),
        ({"look": {"options": [["features", "lift", None]]}}, "“options”"),
        ({"look": {"options": [["features", 1, 2.0]]}}, "“options”"),
        ({"title": 3}, "title"),
        ({"title": "x" * 201}, "title"),
        ({"title": "\ud800"}, "title"),
        ({"notes": None}, "notes"),
        ({"notes": "x" * (LONGEST_NOTES + 1)}, "notes"),
        ({"notes": "\0"}, "notes"),
    ],
)
def test_that_a_damaged_look_title_or_note_is_refused_with_a_sentence(change, says):
    with pytest.raises(LinlabError, match=says):
        Document.from_json({**PLAIN.to_json(), **change})


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(tuple(LOOK.to_json())), anything))
def test_that_whatever_look_is_read_is_whole_or_refused(obj):
    try:
        look = Look.from_json(obj)
    except LinlabError:
        return
    assert Look.from_json(json.loads(json.dumps(look.to_json(), allow_nan=False))) == look
