"""A sheet of homework: its numbers are those of a textbook loop, the task has none of the answers,
and LaTeX compiles it."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linlab
from linlab.engine.data.points import Points
from linlab.engine.document.document import Change, Document
from linlab.engine.export.homework.sheet import Sheet, sheet_of
from linlab.engine.export.homework.sheet_latex import sheet_latex
from linlab.engine.export.tables.task import Formula
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.engine.train.trace import Trace

X = np.random.default_rng(5).normal(size=(12, 2)).round(2)
TWO = ["B" if a + b > 0.3 else "A" for a, b in X]
THREE = ["c" if a > 0.5 else "b" if b > 0 else "a" for a, b in X]
LEARNERS: list[tuple[str, dict[str, Any]]] = [
    ("perceptron", {}),
    ("svm", {"batch": "all"}),
    ("logistic", {"space": "rbf"}),
    ("mira", {}),
    ("logistic", {"optimiser": "lbfgs"}),
    ("naive-bayes", {}),
    ("gaussian-naive-bayes", {}),
    ("pegasos", {"space": "monomial"}),
]


def traced(model: str, labels: list[str], **settings: Any) -> Trace:
    return Trace(Document(Points.of(X, labels), (Learner.of(model, **settings),)))


def words(prose: Any) -> str:
    return "".join(part.latex if isinstance(part, Formula) else part for part in prose)


def by_head(sheet: Sheet) -> list[dict[str, str]]:
    (section,) = sheet.sections
    return [
        dict(zip([column.head for column in section.stretch.columns], row, strict=True))
        for row in section.rows
    ]


def value(shown: str) -> float:
    return float(shown.replace("−", "-").replace(" ", ""))


def test_that_the_solution_of_a_perceptron_is_that_of_a_textbook_loop() -> None:
    labels = ["B" if a * b > 0 else "A" for a, b in X]  # which no line parts
    sheet = sheet_of(traced("perceptron", labels, order="cyclic", alpha=0.5), 12, digits=9)
    w, b, mistakes = np.zeros(2), 0.0, 0
    for t, row in enumerate(by_head(sheet)):
        x, y = X[t], 1 if labels[t] == "B" else -1
        s = w @ x + b
        if y * s <= 0:
            w, b, mistakes = w + 0.5 * y * x, b + 0.5 * y, mistakes + 1
        assert (row["t"], row["i"], row["y_i"]) == (str(t + 1), str(t + 1), "+1" if y > 0 else "−1")
        assert [
            value(row[head])
            for head in ("x_1", "x_2", "s", "m", r"\ell", r"\alpha", "w_1", "w_2", "b")
        ] == pytest.approx([*x, s, y * s, max(0.0, -y * s), 0.5, *w, b], abs=1e-8)
        assert row[r"m \leq 0"] == ("yes" if y * s <= 0 else "no")
    wrong = sum(
        (1 if label == "B" else -1) * (w @ x + b) <= 0 for x, label in zip(X, labels, strict=True)
    )
    assert mistakes > 3
    assert (
        f"After step 12: {mistakes} mistakes so far; {wrong} of 12 training points wrong now"
        in words(sheet.result)
    )


def test_that_the_solution_of_three_classes_is_that_of_a_textbook_loop() -> None:
    sheet = sheet_of(traced("logistic", THREE, order="cyclic", alpha=0.5, lam=0.1), 10, digits=9)
    w, b = np.zeros((3, 2)), np.zeros(3)
    for t, row in enumerate(by_head(sheet)):
        x, y = X[t], "abc".index(THREE[t])
        s = w @ x + b
        p = np.exp(s) / np.exp(s).sum()
        pull = np.eye(3)[y] - p
        w, b = (1 - 0.5 * 0.1) * w + 0.5 * np.outer(pull, x), b + 0.5 * pull
        assert row["y_i"] == THREE[t]
        assert [value(row[rf"s_{{\text{{{c}}}}}"]) for c in "abc"] == pytest.approx(s, abs=1e-8)
        assert value(row[r"\ell"]) == pytest.approx(-np.log(p[y]), abs=1e-8)
        shown = [
            value(row[rf"{name}^{{\text{{{c}}}}}"]) for c in "abc" for name in ("w_1", "w_2", "b")
        ]
        assert shown == pytest.approx(np.column_stack([w, b]).ravel(), abs=1e-8)


def test_that_the_task_says_all_that_is_needed_and_nothing_of_the_answers() -> None:
    trace = traced("svm", TWO, order="cyclic", alpha=0.5, lam=0.1)
    text = sheet_latex(sheet_of(trace, 6))
    task, solution = text.split(r"\newpage")
    (section,) = sheet_of(trace, 6).sections
    assert all(statement in task for statement in section.task.rule)
    assert r"$\lambda = 0.1$" in task and r"$\alpha = 0.5$" in task and "order cyclic" in task
    assert "12 points of 2 classes" in task and "first 6 steps" in task
    table, answers = (
        re.findall(r"\\begin\{tabular\}.*?\\end\{tabular\}", part, re.DOTALL)[0]
        for part in (task, solution)
    )
    for t in range(1, 7):
        row = next(line for line in table.splitlines() if line.startswith(f"{t} & "))
        given, blank = (
            row.removesuffix(r" \\").split(" & ")[:5],
            row.removesuffix(r" \\").split(" & ")[5:],
        )
        assert [value(cell.strip("$").replace("-", "−")) for cell in given[3:]] == X[t - 1].tolist()
        assert all(cell.startswith(r"\underline") for cell in blank)
        assert r"\underline" not in next(
            line for line in answers.splitlines() if line.startswith(f"{t} & ")
        )
    for picture in re.findall(r"\\begin\{tikzpicture\}.*?\\end\{tikzpicture\}", task, re.DOTALL):
        assert "% boundary" not in picture and "% margins" not in picture


def test_that_the_examples_that_come_are_numbered_where_they_are() -> None:
    trace = traced("perceptron", TWO, order="cyclic")
    labels = [
        item
        for item in sheet_of(trace, 5).figure.panels[0].items
        if getattr(item, "name", "") == "number"
    ]
    assert {(label.text, label.place) for label in labels} == {
        (f"#{i + 1}", tuple(X[i].tolist())) for i in range(5)
    }
    assert not [
        item
        for item in sheet_of(traced("svm", TWO, batch="all"), 1).after.panels[0].items
        if getattr(item, "name", "") == "number"
    ]


def test_that_a_change_on_the_way_has_a_task_of_its_own() -> None:
    document = Document(Points.of(X, TWO), (Learner.of("perceptron"),)).after(
        Change(4, learners=(Learner.of("svm"),))
    )
    sheet = sheet_of(Trace(document), 7)
    assert [section.task.title for section in sheet.sections] == ["Perceptron", "SVM"]
    assert [row[0] for section in sheet.sections for row in section.rows] == [
        str(t) for t in range(1, 8)
    ]


def test_that_a_run_that_ends_has_a_sheet_as_long_as_it_is() -> None:
    sheet = sheet_of(traced("naive-bayes", TWO), 50)
    assert len(sheet.sections[0].rows) == 12 and "first 12 steps" in words(sheet.intro)
    with pytest.raises(LinlabError, match="no step to show"):
        sheet_of(traced("naive-bayes", TWO), 0)


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex")
@pytest.mark.parametrize(
    "labels", [TWO, ["50 % & $x^2$", "<b>_{", "猫 é\\"] * 4], ids=["two", "nasty"]
)
@pytest.mark.parametrize(("model", "settings"), LEARNERS)
def test_that_pdflatex_compiles_it_within_its_pages(
    model: str, settings: dict[str, Any], labels: list[str], tmp_path: Path
) -> None:
    sheet = sheet_of(
        traced(model, labels, **settings), 5, title="A title with $x^2$, 50 % and \\end{document}"
    )
    (tmp_path / "sheet.tex").write_text(sheet_latex(sheet))
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "sheet.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    assert "Overfull" not in done.stdout, re.findall("Overfull.*", done.stdout)


def test_that_what_rounding_leaves_is_nothing() -> None:
    """The bias of a batch of as many of either class pulls both ways."""
    run = linlab.train("svm", linlab.make_points("moons", n=60), batch="all", updates=1)
    assert 0 < abs(run.bias[0]) < 1e-14
    assert by_head(sheet_of(run.trace, 1))[0]["b"] == "0"
