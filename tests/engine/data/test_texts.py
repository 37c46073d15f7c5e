"""Texts as data: read from tables, folders and lines, added and changed; what cannot be a text is
refused in one sentence."""

import csv
from dataclasses import replace

import numpy as np
import pytest

from linlab import LinlabError, Points
from linlab.engine.data.csvfile import format_csv, parse_csv
from linlab.engine.data.reviews import REVIEW_WORDS
from linlab.engine.data.texts.editing import joined, with_other_text, with_text, with_texts
from linlab.engine.data.texts.pasting import pasted_texts
from linlab.engine.data.texts.tables import (
    LONGEST_TEXT,
    MOST_TEXTS,
    are_texts_alone,
    folder_of_texts,
    text_points,
)
from linlab.engine.document.document import Document, Source
from linlab.engine.document.loading import load
from linlab.engine.document.rebase import rebased
from linlab.engine.document.resampling import touched
from linlab.engine.learner.learner import Learner

FINE = {
    "empty": "",
    "one word": "good",
    "long": "word " * (LONGEST_TEXT // 5),
    "emoji": "🙂 great 👍🏽 fun 🎬",
    "right to left": "סרט טוב מאוד",
    "quotes and breaks": 'he said "fine",\nand left; \'=1+1',
    "markup": "<b>bold</b> $x^2$ \\input{x} & =1+1",
    "control": "a\x1b[2Jb\x07",
}


@pytest.mark.parametrize("text", FINE.values(), ids=FINE)
def test_that_a_text_survives_a_table_a_folder_and_a_document(text, tmp_path):
    points = text_points([text, "other"], ["a", "b"])
    assert parse_csv(format_csv(points)).texts == points.texts
    for name, each in (("a", text), ("b", "other")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "1.txt").write_bytes(each.encode())
    found = load(tmp_path)
    assert (found.texts, found.classes) == ((text, "other"), ("a", "b"))
    document = Document(points, (Learner.of("logistic", space="words"),))
    document.save(tmp_path / "t.linlab")
    assert Document.load(tmp_path / "t.linlab").points.texts == points.texts


@pytest.fixture
def usual_csv():
    """Python's csv with its usual limit, which other packages raise."""
    raised = csv.field_size_limit(131_072)
    yield
    csv.field_size_limit(raised)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("text,label\na\0b,x\n", "character that cannot be saved"),
        ("text,label\n" + "x" * (LONGEST_TEXT + 1) + ",a\n", "at most 100 000 characters"),
        ("text,label\n" + "x" * 200_000 + ",a\n", "far too long"),
        ('text,label\n"open,a\n', "quotation marks do not match"),
        ("text,label\n", "There are no texts"),
        ("text,mood\na,b\n", "needs the columns text and label"),
        ("text,label\n" + "".join(f"a,{k}\n" for k in range(9)), "9 classes, but at most 8"),
        ("text,label\n" + "a,b\n" * (MOST_TEXTS + 1), "20 001 texts, but at most 20 000"),
        ("label,text\na\n", "the column text is missing"),
    ],
)
def test_that_a_table_that_cannot_be_read_is_refused_in_a_sentence(table, said, usual_csv):
    with pytest.raises(LinlabError, match=said) as refused:
        parse_csv(table, "t.csv")
    assert "\n" not in str(refused.value) and str(refused.value).endswith(".")


def test_that_a_huge_file_is_refused_before_it_is_read(tmp_path):
    file = tmp_path / "huge.csv"
    with open(file, "wb") as opened:
        opened.write(b"text,label\n")
        opened.truncate(50_000_000)
    with pytest.raises(LinlabError, match="too large: a table of points can have at most 40 MB"):
        load(file)


def test_that_a_folder_with_a_file_that_is_no_text_is_refused_by_name(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "1.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LinlabError, match=r"a/1.txt: this is not UTF-8 text"):
        folder_of_texts(tmp_path)


def test_that_a_folder_without_texts_is_refused_with_what_it_needs(tmp_path):
    (tmp_path / "a").mkdir()
    with pytest.raises(LinlabError, match="a subfolder for each class"):
        folder_of_texts(tmp_path)


def test_that_pasted_lines_have_the_class_before_the_tab_or_the_given_one():
    found = pasted_texts(
        "great fun\n\n  bad\tso slow \nrain\twet\tand cold\n\tnobody knows", "good"
    )
    assert found.texts == ("great fun", "so slow", "wet\tand cold", "nobody knows")
    names = [found.classes[k] if k >= 0 else "" for k in found.label]
    assert names == ["good", "bad", "rain", ""]


def test_that_a_pasted_table_is_read_as_one_and_a_sentence_about_text_is_not():
    table = pasted_texts("label\ttext\nx\tone\ny\ttwo", "z")
    assert table.texts == ("one", "two") and table.classes == ("x", "y")
    line = pasted_texts("Text, sound and picture were fine", "z")
    assert line.texts == ("Text, sound and picture were fine",) and line.classes == ("z",)
    copied = pasted_texts(format_csv(text_points(["a,b", "c"], ["x", ""])), "z")
    assert copied.texts == ("a,b", "c") and copied.label.tolist() == [0, -1]


@pytest.mark.parametrize(
    ("pasted", "said"),
    [
        ("", "There are no texts in the clipboard"),
        (" \n\t\n", "There are no texts in the clipboard"),
        ("fine\nbad\0", "the clipboard, line 2: .* cannot be saved"),
        ("a\n" + "x" * (LONGEST_TEXT + 1), "the clipboard, line 2: a text can have at most"),
        ("\n".join(f"{k}\tx" for k in range(9)), "9 classes"),
    ],
)
def test_that_lines_that_cannot_be_pasted_are_refused_with_the_line(pasted, said):
    with pytest.raises(LinlabError, match=said):
        pasted_texts(pasted, "a")


def test_that_new_texts_cover_no_other_and_the_others_stay():
    before = text_points(["a", "b", "c", "d", "e"], list("xyxyx"))
    after = with_texts(with_text(before, "one more", 1), text_points(["f", "g"], ["x", "new"]))
    assert after.texts == ("a", "b", "c", "d", "e", "one more", "f", "g")
    assert after.classes == ("x", "y", "new") and after.label.tolist() == [0, 1, 0, 1, 0, 1, 0, 2]
    assert (after.x[:5] == before.x).all() and after.ids.tolist() == list(range(8))
    assert len({*map(tuple, after.x.tolist())}) == 8
    assert are_texts_alone(before) and not are_texts_alone(after)


def test_that_where_places_count_words_a_text_stands_at_its_counts():
    source = Source("reviews")
    points = source.draw()
    after = with_text(points, "Good, great and not boring.", 1, REVIEW_WORDS)
    assert after.x[-1].tolist() == list(REVIEW_WORDS.counts("Good, great and not boring."))
    changed = with_other_text(points, 5, "dull dull wonderful", REVIEW_WORDS)
    assert changed.x[5].tolist() == [1.0, 2.0]
    assert changed.texts[5] == "dull dull wonderful" and (changed.x[:5] == points.x[:5]).all()


def test_that_there_are_never_too_many_texts():
    full = text_points(["a"] * MOST_TEXTS, ["x"] * MOST_TEXTS)
    with pytest.raises(LinlabError, match="20 001 texts, but at most 20 000"):
        with_text(full, "b", 0)


def test_that_joined_points_keep_their_texts_truths_and_classes():
    first = Points.of([(0, 0)], ["a"])
    second = Points.of([(1, 1), (2, 2)], ["b", ""], texts=["t", "u"], truth=["", "a"])
    both = joined(first, second)
    assert both.texts == ("", "t", "u") and both.classes == ("a", "b")
    assert both.true.tolist() == [-1, -1, 0]


def test_that_a_changed_text_is_changed_at_later_steps_too():
    before = text_points(["one", "two", "three"], ["a", "b", "a"])
    later = with_other_text(before.add((9, 9), 1, ["later"]), 2, "changed later")
    after = with_other_text(before, 0, "new").add((7, 7), 0, ["added"])
    assert rebased(later, before, after).texts == ("new", "two", "changed later", "later", "added")
    assert rebased(before, before, after).texts == after.texts
    assert rebased(later, before, before) == later


def test_that_a_changed_text_counts_as_changed_by_hand():
    source = Source("topics")
    document = Document(source.draw(), (Learner.of("logistic", space="words"),), source=source)
    assert not touched(document)
    assert touched(replace(document, points=with_other_text(document.points, 3, "other words")))


def test_that_points_without_texts_have_none_after_adding():
    assert Points.of([(0, 0)], ["a"]).add((1, 1), 0).texts is None
    assert np.array_equal(Points.of([(0, 0)], ["a"]).add((1, 1), 0).x[1], [1, 1])
