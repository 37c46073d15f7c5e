"""Large plain tables are read column by column, with the same points and the same messages."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linlab.engine.data import csvfile
from linlab.engine.data.csvfile import format_csv, parse_csv
from linlab.engine.data.points import Points
from linlab.engine.ground.errors import LinlabError

numbers = st.one_of(
    st.floats(-1e6, 1e6).map(repr),
    st.integers(-99, 99).map(str),
    st.sampled_from(["", " 1 ", "1e3", "nan", "inf", "1_0", "1,5", "abc", "٣", "-0.0", "1e300"]),
)
labels = st.sampled_from(
    ["A", "B", " A ", "", "'=1", "=1", "é", '"q"', "x" * 300, "1", "1.0", "\t"]
)
rows = st.lists(
    st.one_of(
        st.tuples(numbers, numbers, labels).map(list),
        st.lists(numbers, max_size=4),
        st.just([]),
    ),
    max_size=8,
)
headers = st.sampled_from(
    [None, ["x1", "x2", "label"], ["width", "height", "kind"], ["label", "x1", "x2"], ["x", "y"]]
)


def outcome(text, labels=True):
    try:
        return parse_csv(text, "table.csv", labels=labels)
    except LinlabError as error:
        return str(error)


@given(
    headers,
    rows,
    st.sampled_from([",", ";", "\t"]),
    st.sampled_from(["\n", "\r\n", "\r", "\n\n"]),
    st.booleans(),
    st.booleans(),
)
def test_both_ways_of_reading_agree_on_every_table(header, rows, separator, end, last, labelled):
    lines = [separator.join(row) for row in ([header] if header else []) + rows]
    text = end.join(lines) + (end if last else "")
    quick = outcome(text, labelled)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(csvfile, "_quick_points", lambda *_: None)
        slow = outcome(text, labelled)
    assert type(quick) is type(slow)
    assert quick == slow
    if isinstance(quick, Points):
        assert quick.x.tobytes() == slow.x.tobytes()


@pytest.mark.parametrize(
    "text",
    [
        "x1,x2,label\n1,2,A\n3,4,B\n",
        "1,2,A\r\n3,4,B",
        "1\t2\tA\n3\t4\t\n",
        "width,height,kind\n1.5,2e3, A \n3,4,'=1\n",
    ],
)
def test_a_plain_table_is_read_column_by_column(monkeypatch, text):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(csvfile, "_quick_points", lambda *_: None)
        slowly = parse_csv(text)
    monkeypatch.setattr(csvfile, "_points", None)
    assert parse_csv(text) == slowly


def test_the_last_of_many_lines_is_named_if_it_is_wrong():
    points = Points.of(np.random.default_rng(0).normal(size=(5000, 2)), ["A", "B"] * 2500)
    text = format_csv(points)
    assert parse_csv(text) == points
    for wrong, words in (("1,b,A", "“b” is not a number"), ("1,2", "label is missing")):
        with pytest.raises(LinlabError, match=f"line 5002.*{words}"):
            parse_csv(f"{text}{wrong}\n")
