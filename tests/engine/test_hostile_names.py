"""Hostile names through every format: what is written is well-formed, and read back by a foreign
reader it is the name.

The readers are the standard library's and numpy's: ElementTree, csv, json, ast. TeX has no reader
here, so that a little one looks whether braces match and every special character is escaped.
"""

import ast
import csv
import io
import json
import math
import re
from collections import Counter
from xml.etree import ElementTree

import numpy as np
import pytest

import linlab
from linlab.engine.data.checks import LONGEST_NAME
from linlab.engine.data.csvfile import format_csv, parse_csv, read_csv
from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.export.figures.svg import svg
from linlab.engine.export.figures.tikz import tikz
from linlab.engine.export.tables.table_formats import write_table
from linlab.engine.export.weights.formats import write_weights
from linlab.engine.export.weights.weights_json import load_weights
from linlab.engine.ground.errors import LONGEST_SENTENCE, LinlabError
from linlab.engine.ground.sanitise import sanitise, shorten
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.metrics import shortened, text_width
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import draw
from linlab.engine.words.listing.tex import tex
from tests.hostile import LONG, NAMES

X = [(0.0, 0.0), (1.0, 0.2), (0.1, 1.0), (1.2, 1.1), (2.0, 0.0), (2.0, 1.0)]
THREES = [NAMES[k : k + 3] for k in range(0, len(NAMES), 3)]
FORMULA = tuple("=+-@\t\r\n")


def run(names, model="perceptron", **settings):
    return linlab.train(
        model, X, [names[k % len(names)] for k in range(len(X))], epochs=2, **settings
    )


def is_number(cell):
    try:
        return math.isfinite(float(cell))
    except ValueError:
        return False


def check_tex(text):
    """Braces match, mathematics ends, nothing starts a comment, and no command is there but those
    that tex() may write."""
    plain = re.sub(r"\\[\\{}$%&#_]", "", text)
    depth = 0
    for sign in plain:
        depth += (sign == "{") - (sign == "}")
        assert depth >= 0
    assert depth == 0 and plain.count("$") % 2 == 0
    assert text.isascii() and text.isprintable() and not set("%&#") & set(plain)
    assert not re.search(r"\\(input|include|write|def|end|begin|csname)", text)


@pytest.mark.parametrize("names", THREES)
def test_that_weights_in_every_format_hold_the_names(names, tmp_path):
    made = run(names)
    for suffix in ("json", "csv", "npz", "py"):
        made.save(tmp_path / f"w.{suffix}")
    assert set(json.loads((tmp_path / "w.json").read_text("utf-8"))["classes"]) == set(names)
    assert set(load_weights(tmp_path / "w.json").names) == set(names)
    assert set(np.load(tmp_path / "w.npz", allow_pickle=False)["classes"].tolist()) == set(names)
    with open(tmp_path / "w.csv", encoding="utf-8", newline="") as file:
        cells = {row["class"] for row in csv.DictReader(file)}
    assert {
        cell[1:] if cell.startswith("'") and cell not in names else cell for cell in cells
    } == set(names)
    assert not [
        cell for cell in cells if cell.startswith(FORMULA) and len(cell) > 1 and not is_number(cell)
    ]


@pytest.mark.parametrize("names", THREES)
@pytest.mark.parametrize("kind", [None, "sklearn"])
def test_that_exported_programs_hold_the_names_as_texts_and_nothing_else_of_them(
    names, kind, tmp_path
):
    for labels, path in ((names, "w.py"), (("a", "b", "c"), "plain.py")):
        write_weights(run(labels), tmp_path / path, kind)
    trees = [ast.parse((tmp_path / path).read_text("utf-8")) for path in ("w.py", "plain.py")]
    texts = [
        {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)} for tree in trees
    ]
    assert set(names) <= texts[0]
    parts = [Counter(type(node) for node in ast.walk(tree)) for tree in trees]
    assert parts[0] - Counter({ast.UnaryOp: 99, ast.USub: 99}) == parts[1] - Counter(
        {ast.UnaryOp: 99, ast.USub: 99}
    )


@pytest.mark.parametrize("names", THREES)
def test_that_pictures_show_the_names_as_words(names):
    trace = Trace(
        Document(
            Points.of(X, [names[k % len(names)] for k in range(len(X))]),
            (Learner.of("perceptron"),),
        )
    )
    picture = draw(Figure(width=2600.0, title=names[0], caption=True), Snapshot.of(trace, 3))
    root = ElementTree.fromstring(svg(picture))
    words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {sanitise(name) for name in names} <= set(words)
    assert {element.tag.rpartition("}")[2] for element in root.iter()} <= {
        "svg",
        "g",
        "defs",
        "clipPath",
        "rect",
        "path",
        "circle",
        "text",
        "title",
        "desc",
        "image",
    }
    [title] = root.findall("{http://www.w3.org/2000/svg}title")
    [described] = root.findall("{http://www.w3.org/2000/svg}desc")
    assert title.text == sanitise(names[0])
    assert all(shorten(sanitise(name)) in described.text for name in names)
    assert all(
        image.get("{http://www.w3.org/1999/xlink}href").startswith("data:image/png;base64,")
        for image in root.iter("{http://www.w3.org/2000/svg}image")
    )
    code = tikz(picture)
    for name in names:
        check_tex(tex(name))
        assert f"\\addlegendentry{{{tex(name)}}}" in code


@pytest.mark.parametrize("names", THREES)
def test_that_tables_of_updates_hold_the_names(names, tmp_path):
    trace = run(names).trace
    write_table(trace, tmp_path / "t.csv", 1, 6)
    with open(tmp_path / "t.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert len(rows) == 7 and len({len(row) for row in rows}) == 1
    assert not [
        c for row in rows for c in row if c.startswith(FORMULA) and len(c) > 1 and not is_number(c)
    ]
    write_table(trace, tmp_path / "t.tex", 1, 6)
    text = (tmp_path / "t.tex").read_text("utf-8")
    assert text.count("\\begin{") == text.count("\\end{") and "\\input" not in text.replace(
        "\\textbackslash{}", ""
    )
    assert all(tex(name) in text for name in names)


@pytest.mark.parametrize(
    "name", [*NAMES, "\t=x", "'-", "-", "+", "-1.5", "+2e5", "'-1", "=", "''", "'\n=b"]
)
def test_that_a_table_of_points_reads_back_and_is_no_formula(name):
    points = Points.of([(0, 1), (2, 3)], [name, "other"], texts=[name, "@x"])
    text = format_csv(points)
    assert parse_csv(text) == points
    for row in list(csv.reader(io.StringIO(text, newline="")))[1:]:
        assert not [c for c in row[2:] if c.startswith(FORMULA) and len(c) > 1 and not is_number(c)]


def test_that_documents_hold_the_names(tmp_path):
    points = Points.of([(0, 0)] * 7, NAMES[:7], texts=NAMES[7:14])
    document = Document(points, (Learner.of("svm"),))
    assert Document.from_json(json.loads(json.dumps(document.to_json()))).points == points


@pytest.mark.parametrize(
    "ways",
    [
        lambda name: Points.of([(0, 0)], [name]),
        lambda name: Points.empty(("a", "b")).rename_class(0, name),
        lambda name: Points.from_json({"x": [], "label": [], "classes": [name], "ids": []}),
        lambda name: parse_csv(f'0,0,"{name}"'),
        lambda name: linlab.train("svm", [(0, 0), (1, 1)], ["a", name]),
    ],
)
def test_that_a_name_has_a_length_that_is_told(ways):
    ways("x" * LONGEST_NAME)
    with pytest.raises(
        LinlabError, match=f"at most {LONGEST_NAME} characters, but “x+…x+” has 5000"
    ) as error:
        ways(LONG)
    assert len(str(error.value)) < 250


@pytest.mark.parametrize("name", ["a\0", "\ud800"])
def test_that_a_name_which_no_file_can_hold_is_refused(name):
    with pytest.raises(LinlabError, match="cannot be saved"):
        Points.empty((name, "b"))


def test_that_weights_with_an_endless_name_are_refused(tmp_path):
    run(("a", "b")).save(tmp_path / "w.json")
    text = (tmp_path / "w.json").read_text("utf-8").replace('"a"', json.dumps(LONG))
    (tmp_path / "w.json").write_text(text, "utf-8")
    with pytest.raises(LinlabError, match="at most 200 characters"):
        load_weights(tmp_path / "w.json")


def test_that_a_text_is_cut_by_looking_at_each_character_once():
    """A hundred thousand characters took a minute; a million are a matter of a count."""
    looks = 0

    class Counted(str):
        def __getitem__(self, at):
            nonlocal looks
            looks += len(range(*at.indices(len(self)))) if isinstance(at, slice) else 1
            return str.__getitem__(self, at)

    cut = shortened(Counted("ab " * 300_000), 400.0, 12.0)
    assert (
        looks < 1000
        and cut.endswith("…")
        and text_width(cut, 12.0) <= 400.0 < text_width(cut + "ab", 12.0)
    )


def test_that_sentences_do_nothing_to_a_terminal_and_are_short():
    for name in (*NAMES, LONG):
        sentence = str(LinlabError(f"There is no “{name}”."))
        assert (
            not re.search("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", sentence)
            and len(sentence) <= LONGEST_SENTENCE
        )
    assert shorten("a" * 61) == "a" * 30 + "…" + "a" * 29


@pytest.mark.parametrize(
    "text",
    [
        f"x1,x2,label\n{LONG},0,a\n",
        f"x1,x2,label\n0,0,{LONG}\n",
        f"{LONG}\n",
        "".join(f"0,0,{k}{'y' * 150}\n" for k in range(9)),
    ],
)
def test_that_a_refused_table_is_not_quoted_at_length(text):
    with pytest.raises(LinlabError) as error:
        parse_csv(text, "t.csv")
    assert len(str(error.value)) < 250


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("\n" * 1_000_001, "at most 1 000 000 lines"),
        ("\r" * 1_000_001, "at most 1 000 000 lines"),
        ("1," * 500_001, "far too long"),
    ],
)
def test_that_an_endless_table_is_refused_before_it_is_read(text, words, monkeypatch):
    monkeypatch.setattr(csv, "reader", None)  # nobody takes it apart
    with pytest.raises(LinlabError, match=words):
        parse_csv(text)


def test_that_an_endless_file_is_refused(tmp_path):
    with open(tmp_path / "blank.csv", "wb") as file:
        file.truncate(50_000_000)
    for path in (tmp_path / "blank.csv", "/dev/zero"):
        with pytest.raises(
            LinlabError, match="is too large: a table of points can have at most 40 MB"
        ):
            read_csv(path)


@pytest.mark.parametrize("model", ["naive-bayes", "gaussian-naive-bayes"])
def test_that_tables_of_naive_bayes_say_impossible_and_undefined_as_the_window_does(
    model, tmp_path
):
    settings = {"bins": 3, "smoothing": 0} if model == "naive-bayes" else {}
    made = run(("a", "b", "c"), model, **settings)
    write_table(made.trace, tmp_path / "t.csv", 1, 6)
    made.save(tmp_path / "w.csv")
    for name in ("t.csv", "w.csv"):
        with open(tmp_path / name, encoding="utf-8", newline="") as file:
            cells = {cell for row in list(csv.reader(file))[1:] for cell in row}
        assert not [cell for cell in cells if re.search("nan|inf", cell, re.IGNORECASE)]
        assert model != "naive-bayes" or "−∞" in cells
