"""Hostile texts as examples: through every view and every format of figures, tables, points and
weights, what is written is well-formed and shows letters, and nothing of it is a command."""

import ast
import csv
import json
import re
from xml.etree import ElementTree

import pytest

import linlab
from linlab import Document, Learner, Trace
from linlab.engine.data.texts.tables import text_points
from linlab.engine.export.figures.svg import svg
from linlab.engine.export.figures.tikz import tikz
from linlab.engine.export.tables.point_formats import POINT_FORMATS
from linlab.engine.export.tables.table_formats import write_table
from linlab.engine.picture.shapes import Group, Label
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, completed, draw
from linlab.engine.words.arithmetic import arithmetic
from linlab.engine.words.before_after import before_after
from linlab.engine.words.explain import explain
from linlab.engine.words.key import key
from linlab.engine.words.symbols import Now
from tests.hostile import NAMES

TEXTS = [f"Good {name} not bad{name}film {name}" for name in NAMES if len(name) < 300]
ACTS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
FORMULA = tuple("=+-@\t\r\n")
COMMANDS = re.compile(r"\\((input|include|write|def|csname|immediate)\b|end\{tabular)")
MODELS = {
    "logistic": {"space": "words", "bigrams": "on", "axes": "<b>, $x^2$"},
    "perceptron": {"space": "words", "places": "words", "axes": "=cmd() / \\input{x}"},
    "multinomial-naive-bayes": {"twice": "good"},
}


def moment_of(model, t=7, classes=2):
    """Every other text is of another class; the classes have hostile names as well."""
    names = (TEXTS[0][:60], "=1+1", "<i>", "\\input{a}")[:classes]
    points = text_points(TEXTS, [names[k % classes] for k in range(len(TEXTS))])
    learner = Learner.of(model, **MODELS[model])
    return Snapshot.of(Trace(Document(points, (learner,))), t)


def labels_of(items):
    for item in items:
        if isinstance(item, Group):
            yield from labels_of(item.items)
        elif isinstance(item, Label):
            yield item.text


def check_picture(picture):
    words = [*labels_of(picture.notes)]
    for panel in picture.panels:
        words += [*labels_of(panel.items), *(entry.text for entry in panel.legend)]
        words += [axis.title for axis in (panel.across, panel.up) if axis is not None]
    assert not [word for word in words if ACTS.search(word)]
    root = ElementTree.fromstring(svg(picture))
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert not tags & {"script", "foreignObject", "a", "b", "i", "img", "use", "iframe"}
    assert all(
        (element.get("{http://www.w3.org/1999/xlink}href") or "data:image/png").startswith(
            "data:image/png"
        )
        for element in root.iter()
    )
    lines = [line for line in tikz(picture).splitlines() if not line.startswith("%")]
    code = "\n".join(lines).replace("\\textbackslash{}", "")
    assert not COMMANDS.search(code)
    assert code.count("\\begin{") == code.count("\\end{")


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("model", MODELS)
def test_that_every_view_shows_them_as_letters(model, classes):
    moment = moment_of(model, classes=classes)
    for name, view in VIEWS.items():
        some = TEXTS[::5] if any(option.name == "text" for option in view.options) else TEXTS[:1]
        for text in some:
            options = tuple(
                (option.name, text)
                for option in view.options
                if option.longest and not option.adopts
            )
            figure = Figure(name, width=500, height=420, title=text, caption=True, options=options)
            check_picture(draw(figure, completed(figure, moment)))


@pytest.mark.parametrize("model", MODELS)
def test_that_every_sentence_about_a_step_shows_them_as_letters(model):
    trace = moment_of(model).trace
    for t in range(1, len(TEXTS) + 1):
        step, problem = trace.step(t), trace.problem(t)
        said = [explain(step, problem.learner)]
        for line in arithmetic(step, problem.learner, problem.counting):
            said += [line.label, line.value]
        said += [str(each) for each in before_after(step, problem.learner, problem.counting)]
        said += [
            f"{entry.meaning} {entry.value}"
            for entry in key(Now(problem, trace.at(t).theta, t, step), "x")
        ]
        assert not [words for words in said if ACTS.search(words)]


def no_formula(cell):
    plain = re.fullmatch(r"[+-]?[\d.]+(e[+-]?\d+)?", cell)
    return plain or len(cell) < 2 or not cell.startswith(FORMULA)


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("model", MODELS)
def test_that_tables_of_steps_start_no_formula_and_close_what_they_open(model, classes, tmp_path):
    trace = moment_of(model, classes=classes).trace
    many = len(TEXTS)
    write_table(trace, tmp_path / "t.csv", 1, many)
    with open(tmp_path / "t.csv", encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    assert len(rows) == many and {len(row) for row in rows} == {len(head)}
    assert all(no_formula(cell) for row in rows for cell in row)
    shown = [row[head.index("text")] for row in rows]
    assert sorted(text.removeprefix("'") for text in shown) == sorted(TEXTS)
    write_table(trace, tmp_path / "t.tex", 1, many)
    text = (tmp_path / "t.tex").read_text("utf-8").replace("\\textbackslash{}", "")
    assert text.count("\\begin{") == text.count("\\end{") and "\\input" not in text


@pytest.mark.parametrize("name", POINT_FORMATS)
def test_that_points_in_every_format_hold_them_and_start_no_formula(name, tmp_path):
    points = moment_of("logistic").points
    path = tmp_path / f"p{POINT_FORMATS[name].suffix}"
    POINT_FORMATS[name].write(points, path)
    if path.suffix == ".csv":
        with open(path, encoding="utf-8", newline="") as file:
            assert all(no_formula(cell) for row in list(csv.reader(file))[1:] for cell in row)
    if path.suffix == ".json":
        json.loads(path.read_text("utf-8"))


@pytest.mark.parametrize("model", MODELS)
def test_that_weights_in_every_format_hold_words_and_nothing_that_runs(model, tmp_path):
    labels = [("=1+1", "<i>")[k % 2] for k in range(len(TEXTS))]
    settings = {k: v for k, v in MODELS[model].items() if k != "twice"}
    run = linlab.train(model, TEXTS, labels, steps=20, **settings)
    for suffix in ("json", "csv", "npz", "py"):
        run.save(tmp_path / f"w.{suffix}")
    json.loads((tmp_path / "w.json").read_text("utf-8"))
    tree = ast.parse((tmp_path / "w.py").read_text("utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}  # fmt: skip
    assert imported <= {"re", "numpy", "sys", "csv"}
    with open(tmp_path / "w.csv", encoding="utf-8", newline="") as file:
        assert all(no_formula(cell) for row in list(csv.reader(file))[1:] for cell in row)


def test_that_a_document_with_them_is_read_back_as_it_was():
    document = moment_of("logistic").document
    assert Document.from_json(json.loads(json.dumps(document.to_json()))) == document
