"""CSV: what is read, what is refused and where, and that nothing is lost on the way out and in."""

import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linlab.engine.data import csvfile
from linlab.engine.data.csvfile import format_csv, parse_csv, read_csv, write_csv
from linlab.engine.data.points import Points
from linlab.engine.ground.errors import LinlabError

COORDINATE = st.floats(-1e100, 1e100)
TEXT = st.text() | st.text(
    alphabet="a1 ,;\t\"'\r\n=+-@", max_size=6
)  # what a table of text trips over
NAMES = st.lists(
    TEXT.filter(lambda name: name.strip() and "\0" not in name), max_size=8, unique_by=str.strip
)


def labels(points: Points) -> list[str]:
    return [(*points.classes, "")[i] for i in points.label]


@pytest.mark.parametrize(
    "text",
    [
        "x1,x2,label\n1.5,-2,A\n3,4e1,B\n",
        "1.5,-2,A\n3,4e1,B",
        "1.5;-2;A\n3;4e1;B",
        "1.5\t-2\tA\n3\t4e1\tB",
        "1,5;-2,0;A\n3;4e1;B",
        "1,5\t-2\tA\n3\t4e1\tB",
        '"1.5","-2","A"\r\n"3","4e1","B"\r\n',
        "1.5,-2,A\r3,4e1,B\r",
        "\n  \n1.5,-2,A\n\n,,\n3,4e1,B\n\n",
        " 1.5 , -2 , A \n 3 , 4e1 , B ",
        "\ufeffx1,x2,label\n1.5,-2,A\n3,4e1,B\n",
        "\ufeff1.5,-2,A\n3,4e1,B\n",
        "label,x2,x1\nA,-2,1.5\nB,4e1,3\n",
        "Class;Y;X\nA;-2;1,5\nB;40;3\n",
        "x,y,class,colour\n1.5,-2,A,red\n3,40,B,blue\n",
        ",x1,x2,label\n0,1.5,-2,A\n1,3,40,B\n",
        "x1,x2,y\n1.5,-2,A\n3,40,B\n",
        "petal length,petal width,species\n1.5,-2,A\n3,40,B\n",
        "1.5,-2,A,\n3,40,B,\n",
    ],
)
def test_that_every_usual_form_is_read(text: str) -> None:
    points = parse_csv(text)
    assert points.x.tolist() == [[1.5, -2], [3, 40]]
    assert labels(points) == ["A", "B"]
    assert points.texts is None


def test_that_an_empty_label_is_unlabelled() -> None:
    assert labels(parse_csv("1,2,\n3,4,A\n5,6,  \n")) == ["", "A", ""]


def test_that_labels_sort_as_numbers_if_all_are_numbers() -> None:
    assert parse_csv("0,0,10\n0,0,9\n0,0,-1\n").classes == ("-1", "9", "10")


def test_that_a_column_of_texts_is_kept() -> None:
    points = parse_csv('text,x1,x2,label\n"Good, or ""not""?",1,0,+\n,0,1,-\n')
    assert points.texts == ('Good, or "not"?', "")
    assert points.classes == ("-", "+")


def test_that_a_label_may_hold_another_separator() -> None:
    assert labels(parse_csv("1,2,a;b\n3,4,c\td\n")) == ["a;b", "c\td"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There are no points in data.csv."),
        (" \n\n", "There are no points in data.csv."),
        ("x1,x2,label\n", "There are no points in data.csv, only a header."),
        ("1,2,A\n3,four,B\n", "data.csv, line 2: in the column x2, “four” is not a number."),
        (
            "x1,x2,label\n1,2,A\n\n3a,4,B\n",
            "data.csv, line 4: in the column x1, “3a” is not a number.",
        ),
        ("1,2,A\n1_0,4,B\n", "data.csv, line 2: in the column x1, “1_0” is not a number."),
        ("1;2;A\n1.000,5;4;B\n", "data.csv, line 2: in the column x1, “1.000,5” is not a number."),
        ("1,2,A\n,4,B\n", "data.csv, line 2: in the column x1, an empty cell is not a number."),
        ("one,2,A\n", "data.csv, line 1: in the column x1, “one” is not a number."),
        (",,A\n1,2,B\n", "data.csv, line 1: in the column x1, an empty cell is not a number."),
        ("1,2,A\n3,nan,B\n", "data.csv, line 2: in the column x2, “nan” is not a finite number."),
        ("nan,nan,A\n", "data.csv, line 1: in the column x1, “nan” is not a finite number."),
        ("1,2,A\n-inf,4,B\n", "data.csv, line 2: in the column x1, “-inf” is not a finite number."),
        (
            "1,2,A\n1e999,4,B\n",
            "data.csv, line 2: in the column x1, “1e999” is not a finite number.",
        ),
        (
            "1,2,A\n3,-1e308,B\n",
            "data.csv, line 2: in the column x2, “-1e308” is too far out: "
            "coordinates must lie between −1×10¹⁰⁰ and 1×10¹⁰⁰.",
        ),
        (
            "1,2\n3,4\n",
            "data.csv, line 1: a column is missing: the table needs x1, x2 and label, but this line has only 2.",
        ),
        (
            "1,5;2,5\n",
            "data.csv, line 1: a column is missing: the table needs x1, x2 and label, but this line has only 2.",
        ),
        (
            "1 2 A\n",
            "data.csv, line 1: a column is missing: the table needs x1, x2 and label, but this line has only 1.",
        ),
        (
            "label,x1,colour\nA,1,red\n",
            "data.csv, line 1: the column x2 is missing from the header.",
        ),
        ("1,2,A\n3,4\n", "data.csv, line 2: the column label is missing."),
        ("1,2,A\n3\n", "data.csv, line 2: the column x2 is missing."),
        ("1,2,A\n1,5,2,5,B\n", "data.csv, line 2: there are 5 columns, but 3 in the first line."),
        (
            "1,5,2,5,A\n",
            "data.csv, line 1: there are 5 columns: add a header that says which are x1, x2 and label.",
        ),
        (
            '1,2,A\n3,4,"B\n5,6,C\n',
            "data.csv, line 2: the quotation marks do not match, or a cell is far too long.",
        ),
        ('1,2,"A\nB"\n3,x,C\n', "data.csv, line 3: in the column x2, “x” is not a number."),
        (
            "".join(f"0,0,c{i}\n" for i in (1, 2, 3, 4, 1, 5, 6, 7, 8, 9)),
            "data.csv, line 10: “c9” is one class too many: at most 8 are possible.",
        ),
    ],
)
def test_that_each_fault_is_one_sentence_with_the_line_it_is_in(text: str, sentence: str) -> None:
    with pytest.raises(LinlabError) as refusal:
        parse_csv(text, "data.csv")
    assert str(refusal.value) == sentence


def test_that_another_encoding_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "latin.csv"
    file.write_bytes("1,2,A\n3,4,Käse\n".encode("latin-1"))
    with pytest.raises(
        LinlabError, match=r"^latin.csv, line 2: this is not UTF-8 text; please save it as UTF-8.$"
    ):
        read_csv(file)
    file.write_bytes("1,2,A\n".encode("utf-16"))
    with pytest.raises(LinlabError, match="line 1: this is not UTF-8"):
        read_csv(file)


def test_that_utf8_is_read_with_and_without_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "utf.csv"
    for encoding in ("utf-8", "utf-8-sig"):
        file.write_text("1,2,Käse\n", encoding=encoding)
        assert read_csv(file).classes == ("Käse",)


def test_that_a_missing_file_a_folder_and_a_locked_file_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(LinlabError, match=r"^There is no file .*nothing.csv\.$"):
        read_csv(tmp_path / "nothing.csv")
    with pytest.raises(LinlabError, match="is a folder, not a file"):
        read_csv(tmp_path)
    with pytest.raises(LinlabError, match="could not be read"):
        read_csv("a\0b")

    def refuse(self: Path, mode: str) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(LinlabError, match="You are not allowed to read"):
        read_csv(tmp_path / "locked.csv")


@given(
    NAMES,
    st.lists(st.tuples(COORDINATE, COORDINATE, st.integers(-1, 7), TEXT), min_size=1),
    st.booleans(),
)
def test_that_written_points_read_back_exactly(
    names: list[str], rows: list[tuple[float, float, int, str]], with_texts: bool
) -> None:
    x = [row[:2] for row in rows]
    label = [names[row[2]] if 0 <= row[2] < len(names) else None for row in rows]
    points = Points.of(x, label, texts=[row[3] for row in rows] if with_texts else None)
    assert parse_csv(format_csv(points)) == points


@given(TEXT)
def test_that_no_text_whatever_raises_anything_but_a_sentence(text: str) -> None:
    try:
        parse_csv(text)
    except LinlabError as error:
        assert str(error).endswith(".")


def test_that_a_written_file_holds_what_a_reader_expects(tmp_path: Path) -> None:
    file = tmp_path / "points.csv"
    points = Points.of([(0.1, -2), (3, 1e-300)], ["a, b", None])
    write_csv(points, file)
    assert file.read_bytes() == b'x1,x2,label\n0.1,-2.0,"a, b"\n3.0,1e-300,\n'
    assert read_csv(file) == points
    assert os.listdir(tmp_path) == ["points.csv"]


def test_that_a_failed_write_leaves_the_old_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "points.csv"
    file.write_text("precious")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(csvfile.os, "fsync", full)
    with pytest.raises(
        LinlabError, match=r"points\.csv cannot be written \(No space left on device\)\.$"
    ):
        write_csv(Points.of([(0, 0)], ["a"]), file)
    assert file.read_text() == "precious"
    assert os.listdir(tmp_path) == ["points.csv"]


def test_that_a_write_goes_through_a_link_and_keeps_the_rights(tmp_path: Path) -> None:
    file, link = tmp_path / "points.csv", tmp_path / "link.csv"
    file.write_text("old")
    file.chmod(0o640)
    link.symlink_to(file)
    write_csv(Points.of([(0, 0)], ["a"]), link)
    assert link.is_symlink() and len(read_csv(file)) == 1
    assert file.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize(
    ("place", "sentence"),
    [(".", "is a folder"), ("no/such.csv", "There is no folder"), ("a\0b", "NUL")],
)
def test_that_an_impossible_place_is_refused(tmp_path: Path, place: str, sentence: str) -> None:
    with pytest.raises(LinlabError, match=sentence):
        write_csv(Points.of([(0, 0)], ["a"]), tmp_path / place)


def test_that_a_hundred_thousand_rows_are_read() -> None:
    rng = np.random.default_rng(0)
    points = Points.of(rng.normal(size=(100_000, 2)), rng.integers(0, 8, 100_000))
    assert parse_csv(format_csv(points)) == points
