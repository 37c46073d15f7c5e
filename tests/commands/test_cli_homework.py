"""`linlab homework` from beginning to end: files, names, refusals and an interruption."""

import csv

import pytest
from pypdf import PdfReader

from linlab.commands.cli import main
from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner
from tests.lessons.variants.a_lesson import POINTS, small_lesson

NAMES = ("Ada Lovelace", "José Özil", "=SUM(A1) *bold*")


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    points = Points.of([each[:2] for each in POINTS], [each[2] for each in POINTS])
    Document(points, (Learner.of("perceptron", order="cyclic"),), title="Sheet 3").save("a.linlab")
    (tmp_path / "names.csv").write_text("\n".join(NAMES), encoding="utf-8")
    return tmp_path


def test_that_one_pdf_has_a_named_sheet_for_everybody_and_a_key_beside_it(place, capsys):
    assert main(["homework", "a.linlab", "--roster", "names.csv", "--steps", "3", "out.pdf"]) == 0
    assert "3 copies with 6 questions each" in capsys.readouterr().out
    pages = [" ".join(page.extract_text().split()) for page in PdfReader("out.pdf").pages]
    first = [text for text in pages if "Sheet 3" in text]
    assert len(first) == 3
    for k, (name, text) in enumerate(zip(NAMES, first, strict=True), 1):
        assert name in text and f"Copy {k}" in text
    with open("out-key.csv", encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    assert [row[1].lstrip("'") for row in rows[1:]] == list(NAMES)
    assert rows[3][1].startswith("'="), "no spreadsheet takes it for a formula"


def test_that_a_folder_gets_one_file_each_and_is_not_written_over(place, capsys):
    assert main(["homework", "a.linlab", "--copies", "4", "--roster", "names.csv", "all"]) == 0
    assert sorted(each.name for each in (place / "all").iterdir()) == [
        "001-Ada-Lovelace.pdf", "002-José-Özil.pdf", "003-SUM-A1-bold.pdf", "004.pdf", "key.csv",
    ]  # fmt: skip
    assert main(["homework", "a.linlab", "--copies", "2", "all"]) == 2
    assert "name a new folder" in capsys.readouterr().err


def test_that_a_lesson_becomes_a_quiz_and_the_same_seed_the_same_quiz(place):
    folder = place / "lesson"
    folder.mkdir()
    small_lesson(folder)
    for name in ("a.xml", "b.xml"):
        assert main(["homework", "--lesson", "lesson", "--copies", "2", "--seed", "5", name]) == 0
    assert (place / "a.xml").read_bytes() == (place / "b.xml").read_bytes()
    assert (place / "a-key.csv").read_bytes() == (place / "b-key.csv").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["a.linlab", "out.pdf"], "Say how many copies"),
        (["a.linlab", "--copies", "0", "out.pdf"], "1 to 1000 copies"),
        (["a.linlab", "--copies", "2", "--roster", "names.csv", "out.pdf"], "3 names"),
        (["a.linlab", "--copies", "2", "out.docx"], "not a format for homework"),
        (["a.linlab", "--copies", "2", "nowhere/out.pdf"], "no folder"),
        (["a.linlab", "--copies", "2", "--steps", "50", "out.pdf"], "1 to 20 steps"),
        (["a.linlab", "--copies", "2", "--roster", "none.csv", "out.pdf"], "no roster"),
        (["names.csv", "--copies", "2", "out.pdf"], ""),
        (["--lesson", "no-such-lesson", "--copies", "2", "out.pdf"], "no lesson"),
        (["the-perceptron", "--copies", "2", "x.pdf"], "write --lesson the-perceptron"),
    ],
)
def test_that_what_cannot_be_done_is_refused_in_one_line_and_leaves_nothing(
    place, capsys, arguments, sentence
):
    assert main(["homework", *arguments]) == 2
    said = capsys.readouterr().err
    assert sentence in said and said.count("\n") == 1
    assert sorted(each.name for each in place.iterdir()) == ["a.linlab", "names.csv"]


@pytest.mark.parametrize("out", ["out.pdf", "folder"])
def test_that_an_interruption_leaves_no_file(place, capsys, monkeypatch, out):
    from linlab.app.export.handout import handout_pdf

    made = handout_pdf.pages
    calls = []

    def interrupted(handout):
        calls.append(handout)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return made(handout)

    monkeypatch.setattr(handout_pdf, "pages", interrupted)
    assert main(["homework", "a.linlab", "--copies", "3", out]) == 130
    assert "Interrupted" in capsys.readouterr().err
    assert sorted(each.name for each in place.iterdir()) == ["a.linlab", "names.csv"]
