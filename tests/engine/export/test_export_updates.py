"""Tables of chosen updates: every digit in CSV, a page in LaTeX, blanks for homework; cancelled,
they leave no trace."""

import csv
import errno
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linlab.engine.data.points import Points
from linlab.engine.document.document import Change, Document
from linlab.engine.export.tables.table_formats import write_table
from linlab.engine.export.tables.updates import columns, trace_rows
from linlab.engine.ground.errors import Cancelled, LinlabError
from linlab.engine.learner.learner import Learner
from linlab.engine.train.trace import Trace

X = np.random.default_rng(5).normal(size=(12, 2)).round(2)
TWO = ["B" if a + b > 0.3 else "A" for a, b in X]
THREE = ["c" if a > 0.5 else "b" if b > 0 else "a" for a, b in X]
GIVEN = ["t", "example", "label", "x1", "x2"]
LEARNERS: list[tuple[str, dict[str, Any]]] = [
    ("perceptron", {}),
    ("perceptron", {"order": "hardest", "start": "random", "bias": "none"}),
    ("voted-perceptron", {"space": "rbf"}),
    ("averaged-perceptron", {"order": "sampled", "space": "monomial"}),
    ("mira", {"space": "fourier", "features": 5}),
    ("pegasos", {"space": "polynomial"}),
    ("svm", {"batch": 5}),
    ("svm", {"batch": "all", "space": "rbf", "optimiser": "momentum"}),
    ("svm", {"penalty": "l1", "rate": "inverse-root"}),
    ("logistic", {"optimiser": "adam"}),
    ("logistic", {"optimiser": "adadelta", "batch": 3, "bias": "regularised"}),
    ("logistic", {"optimiser": "lbfgs"}),
    ("logistic", {"space": "monomial", "degree": 5}),
    ("naive-bayes", {"smoothing": 1}),
    ("gaussian-naive-bayes", {}),
]


def traced(model: str, labels: list[str], **settings: Any) -> Trace:
    return Trace(Document(Points.of(X, labels), (Learner.of(model, **settings),)))


def changing() -> Trace:
    points = Points.of(X, TWO)
    document = Document(points, (Learner.of("perceptron"),)).after(
        Change(10, points=points.add_class("C").add([(9, 9)], 2))
    )
    document = document.after(Change(13, pick=int(points.ids[3])))
    return Trace(document.after(Change(20, learners=(Learner.of("svm", space="rbf"),))))


def read(path: Path) -> list[dict[str, str]]:
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("labels", [TWO, THREE], ids=["two", "three"])
@pytest.mark.parametrize(("model", "settings"), LEARNERS)
def test_that_rows_made_in_one_go_are_the_steps_of_the_trace(
    model: str, settings: dict[str, Any], labels: list[str]
) -> None:
    trace = traced(model, labels, **settings)
    same_as_steps(trace, trace.at(40).t)


def test_that_rows_are_the_steps_across_every_change_of_the_timeline() -> None:
    same_as_steps(changing(), 40)


def same_as_steps(trace: Trace, last: int) -> None:
    """Each number of each row against the Step that the trace makes on its own, to the last bit."""
    names, rows = columns(trace, last), list(trace_rows(trace, last))
    assert [row[0] for row in rows] == [*range(1, last + 1)]
    for row in rows:
        step, problem = trace.step(int(row[0])), trace.problem(int(row[0]) - 1)
        assert step is not None
        cell = dict(zip(names, row, strict=True))
        assert (
            cell["example"] == " ".join(str(i + 1) for i in step.examples)
            or cell["example"] == step.example + 1
        )
        assert str(cell["label"]).split() == [step.classes[y] for y in step.labels]
        assert [float(v) for v in str(cell["x1"]).split()] == problem.x[step.examples, 0].tolist()
        assert (cell["margin"], cell["loss"], cell["rate"], cell["updated"]) == (
            step.margin,
            step.loss,
            step.rate,
            int(step.updated),
        )
        shown = ["score"] if len(step.classes) == 2 else [f"score_{name}" for name in step.classes]
        assert [cell[name] for name in shown] == step.scores.mean(axis=0).tolist()
        theta = [
            value
            for name, value in cell.items()
            if re.match(r"w_|a\d|a\(|bias|sum_|count", name) and value != ""
        ]
        weights, bias = problem.split(step.after)
        wanted = [*weights.ravel(), *([] if problem.bias == "none" else bias)]
        assert theta == wanted if not trace.document.timeline else sorted(theta) == sorted(wanted)


def test_that_a_table_of_some_updates_is_a_part_of_the_whole(tmp_path: Path) -> None:
    for trace in (traced("svm", THREE), traced("naive-bayes", TWO), changing()):
        write_table(trace, tmp_path / "all.csv", 1, 30)
        write_table(trace, tmp_path / "some.csv", 7, 9)
        whole, some = read(tmp_path / "all.csv"), read(tmp_path / "some.csv")
        assert [row["t"] for row in some] == ["7", "8", "9"]
        assert some == [{name: row[name] for name in some[0]} for row in whole[6:9]]


def test_that_a_blanked_table_has_the_questions_and_no_answers(tmp_path: Path) -> None:
    trace = traced("svm", THREE, start="random")
    write_table(trace, tmp_path / "key.csv", 4, 9)
    write_table(trace, tmp_path / "blank.csv", 4, 9, blank=True)
    key, (start, *blank) = read(tmp_path / "key.csv"), read(tmp_path / "blank.csv")
    assert [*start] == [*key[0]]
    assert [[row[name] for name in GIVEN] for row in blank] == [
        [row[name] for name in GIVEN] for row in key
    ]
    assert {row[name] for row in blank for name in row if name not in GIVEN} == {""}
    weights, bias = trace.problem(0).split(trace.at(3).theta)
    assert start["t"] == "3"
    assert [float(v) for name, v in start.items() if name.startswith(("w_", "bias"))] == [
        *weights.ravel(),
        *bias,
    ]
    assert {start[name] for name in start if not name.startswith(("t", "w_", "bias"))} == {""}


# LaTeX


def latex(trace: Trace, tmp_path: Path, *args: Any, **more: Any) -> str:
    write_table(trace, tmp_path / "t.tex", *args, **more)
    text = (tmp_path / "t.tex").read_text(encoding="utf-8")
    check(text)
    return text


def check(text: str) -> None:
    """Braces and environments in pairs, dollars too, and as many cells in each row as the table has
    columns."""
    assert text.isascii()
    depth = 0
    for mark in re.findall(r"(?<!\\)(?:\\\\)*([{}])", text):
        depth += 1 if mark == "{" else -1
        assert depth >= 0
    assert depth == 0
    assert len(re.findall(r"(?<!\\)\$", text)) % 2 == 0
    tables = re.findall(
        r"\\begin\{tabular\}\{(r+)\}\n\\hline\n(.*?)\\hline\n\\end\{tabular\}", text, re.DOTALL
    )
    begun, ended = (sorted(re.findall(rf"\\{word}\{{(.*?)\}}", text)) for word in ("begin", "end"))
    assert begun == ended and set(begun) <= {"document", "tabular", "cases", "gather*"}
    assert len(tables) == begun.count("tabular") > 0
    for form, body in tables:
        lines = [line for line in body.splitlines() if line != r"\hline"]
        assert all(line.endswith(r" \\") for line in lines)
        assert {len(re.findall(r"(?<!\\)&", line)) + 1 for line in lines} == {len(form)}


def cells(text: str) -> list[list[str]]:
    """The cells of all rows, heads included, without dollars; tables one under the other put side
    by side again."""
    out: list[list[list[str]]] = []
    for body in re.findall(r"\\begin\{tabular\}(.*?)\\end\{tabular\}", text, re.DOTALL):
        lines = [line for line in body.splitlines() if re.match(r"(\$t\$|\d+) & ", line)]
        rows = [
            [each.strip().strip("$") for each in re.split(r"(?<!\\)&", line.removesuffix(r" \\"))]
            for line in lines
        ]
        if out and [row[:2] for row in out[-1]] == [row[:2] for row in rows]:
            out[-1] = [[*left, *right[2:]] for left, right in zip(out[-1], rows, strict=True)]
        else:
            out.append(rows)
    return [row for rows in out for row in rows]


def test_that_the_latex_of_a_perceptron_is_what_one_works_out_by_hand(tmp_path: Path) -> None:
    text = latex(traced("perceptron", TWO, order="cyclic", alpha=0.5), tmp_path, 1, 12, digits=5)
    head, start, *rows = cells(text)
    assert head == [
        "t",
        "i",
        "y_i",
        "x_1",
        "x_2",
        "s",
        "m",
        r"m \leq 0",
        r"\ell",
        r"\alpha",
        "w_1",
        "w_2",
        "b",
    ]
    assert start == ["0", *[""] * 9, "0", "0", "0"]
    w, b = [0.0, 0.0], 0.0
    for t, row in enumerate(rows, 1):
        x, y = X[t - 1], 1 if TWO[t - 1] == "B" else -1
        s = w[0] * x[0] + w[1] * x[1] + b
        if y * s <= 0:
            w, b = [w[0] + 0.5 * y * x[0], w[1] + 0.5 * y * x[1]], b + 0.5 * y
        assert row[:3] == [str(t), str(t), "+1" if y > 0 else "-1"]
        assert row[7] == ("yes" if y * s <= 0 else "no")
        found = [float(row[k]) for k in (3, 4, 5, 6, 8, 9, 10, 11, 12)]
        assert found == pytest.approx(
            [*x, s, y * s, max(0.0, -y * s), 0.5, *w, b], rel=1e-4, abs=1e-9
        )
    assert len(rows) == 12
    assert (
        r"\textbf{Perceptron}" in text
        and r"\quad \mathrm{if} \quad y (w \cdot x + b) \leq 0 \]" in text
        and r"$\alpha = 0.5$" in text
    )
    assert "Class A is $y = -1$, class B is $y = +1$." in text


@pytest.mark.parametrize("labels", [TWO, THREE], ids=["two", "three"])
@pytest.mark.parametrize(("model", "settings"), LEARNERS)
def test_that_every_learner_has_a_sound_latex_table(
    model: str, settings: dict[str, Any], labels: list[str], tmp_path: Path
) -> None:
    trace = traced(model, labels, **settings)
    last = min(5, trace.at(5).t)
    text = latex(trace, tmp_path, 1, 5)
    given = 5 if "$y_i$ & " in text else 2  # a large batch only says how many examples it has
    rows = [row for row in cells(text) if row[0].isdigit() and row[0] != "0"]
    assert [row[0] for row in rows] == [str(t) for t in range(1, last + 1)]
    blank = [
        row
        for row in cells(latex(trace, tmp_path, 1, 5, blank=True))
        if row[0].isdigit() and row[0] != "0"
    ]
    for full, empty in zip(rows, blank, strict=True):
        assert empty[:given] == full[:given]
        assert all(
            re.fullmatch(r"\\underline\{\\hspace\{[2-5]\.\dem\}\}", each) for each in empty[given:]
        )
        assert "" not in full[given:]


@pytest.mark.parametrize("bias", ["free", "regularised", "none"])
def test_that_the_sheet_of_an_svm_is_what_one_works_out_from_its_rule(
    bias: str, tmp_path: Path
) -> None:
    """The four points of a lesson by hand: what is not pulled still shrinks, and a free bias never
    does."""
    corners = [(1, 1), (2, 2), (0, 1), (3, 1)]
    learner = Learner.of("svm", order="cyclic", alpha=0.5, lam=0.1, bias=bias)
    text = latex(
        Trace(Document(Points.of(corners, list("ABAB")), (learner,))), tmp_path, 1, 9, digits=8
    )
    shrinking = r"\leftarrow (1 - \alpha\lambda) "
    assert shrinking + "w + " in text
    assert (r"b \leftarrow b + \alpha p" in text) == (bias == "free")
    assert (shrinking + "b + " in text) == (bias == "regularised")
    assert r"0 & \mathrm{otherwise}" in text
    assert r"$x = (x_1, x_2)$" in text and r"\varphi" not in text
    head, _, *rows = cells(text)
    w, b = np.zeros(2), 0.0
    rested = 0
    for t, row in enumerate(rows):
        x, y = np.array(corners[t % 4]), (-1, 1)[t % 2]
        p = y if y * (w @ x + b) < 1 else 0
        w = 0.95 * w + 0.5 * p * x
        b = {"free": b + 0.5 * p, "regularised": 0.95 * b + 0.5 * p, "none": 0.0}[bias]
        shown = dict(zip(head, row, strict=True))
        assert [float(shown["w_1"]), float(shown["w_2"])] == pytest.approx([*w], abs=1e-7)
        assert shown["m < 1"] == ("yes" if p else "no")
        if bias != "none":
            assert float(shown["b"]) == pytest.approx(b, abs=1e-7)
        rested += not p
    assert rested


def test_that_a_batch_counts_the_examples_for_which_the_condition_holds(tmp_path: Path) -> None:
    trace = traced("svm", TWO, batch=5, order="cyclic", alpha=0.5)
    head, _, *rows = cells(latex(trace, tmp_path, 1, 9))
    for t, row in enumerate(rows, 1):
        step = trace.step(t)
        assert step is not None
        assert row[head.index("m < 1")] == f"{(step.margins < 1).sum()} of {len(step.margins)}"


def test_that_a_kernel_table_shows_the_coefficient_at_hand_once_there_are_many(
    tmp_path: Path,
) -> None:
    points = np.random.default_rng(0).normal(size=(30, 2))
    labels = ["u" if a > 0 else "v" for a, _ in points]
    trace = Trace(
        Document(
            Points.of(points, labels), (Learner.of("perceptron", space="rbf", order="cyclic"),)
        )
    )
    head, start, *rows = cells(latex(trace, tmp_path, 1, 30))
    assert head[-2:] == ["a_i", "b"] and start[-2:] == ["", "0"]
    for row in rows:
        theta = trace.at(int(row[0])).theta[0]
        assert [float(row[-2]), float(row[-1])] == pytest.approx(
            [theta[int(row[1]) - 1], theta[-1]]
        )
    head = cells(latex(traced("perceptron", TWO, space="rbf"), tmp_path, 1, 3))[0]
    assert head[-13:] == [*(f"a_{{{i}}}" for i in range(1, 13)), "b"]


def test_that_naive_bayes_shows_the_counts_of_the_class(tmp_path: Path) -> None:
    head, *rows = cells(latex(traced("naive-bayes", TWO, order="cyclic", bins=3), tmp_path, 1, 12))
    assert head[-3:] == ["n_{y_i}", r"n_{y_i}(\text{bin of } x_1)", r"n_{y_i}(\text{bin of } x_2)"]
    edges = [np.linspace(X[:, j].min(), X[:, j].max(), 4) for j in (0, 1)]
    bins = [np.clip(np.searchsorted(edges[j], X[:, j], side="right") - 1, 0, 2) for j in (0, 1)]
    for i, row in enumerate(rows):
        seen = [k for k in range(i + 1) if TWO[k] == TWO[i]]
        wanted = [len(seen), *(sum(bins[j][k] == bins[j][i] for k in seen) for j in (0, 1))]
        assert [int(cell) for cell in row[-3:]] == wanted
    head, *rows = cells(latex(traced("gaussian-naive-bayes", TWO, order="cyclic"), tmp_path, 1, 12))
    seen = [k for k in range(12) if TWO[k] == TWO[11]]
    wanted = [len(seen), *X[seen].mean(axis=0), *X[seen].var(axis=0)]
    assert [float(cell) for cell in rows[-1][-5:]] == pytest.approx(wanted, rel=1e-3)


def test_that_long_and_changing_tables_are_cut(tmp_path: Path) -> None:
    text = latex(traced("svm", TWO), tmp_path, 1, 100)
    assert text.count(r"\begin{tabular}") == 3 and text.count(r"\textbf{SVM}") == 1
    assert [row[0] for row in cells(text) if row[0] != "t"] == [str(t) for t in range(101)]
    text = latex(changing(), tmp_path, 5, 25, blank=True)
    assert re.findall(r"\\textbf\{(.*?)\}", text) == ["Perceptron", "Perceptron", "SVM"]
    assert [row[0] for row in cells(text) if row[0] != "t"] == [str(t) for t in range(4, 26)]
    heads = [row for row in cells(text) if row[0] == "t"]
    assert heads[1][5:8] == [r"s_{\text{A}}", r"s_{\text{B}}", r"s_{\text{C}}"]


NASTY = ["A & B_1", "50 %", "$x$ #1 {", "a\\b~^", "é ü ß", "猫", "<|>", '\n-- "']


def test_that_names_of_classes_are_harmless(tmp_path: Path) -> None:
    points = np.random.default_rng(0).normal(size=(16, 2))
    for names in ([NASTY[0], NASTY[1]], NASTY):
        labels = [names[i % len(names)] for i in range(16)]
        trace = Trace(Document(Points.of(points, labels), (Learner.of("perceptron"),)))
        text = latex(trace, tmp_path, 1, 16)
        assert r"A \& B\_1" in text and r"50 \%" in text


def test_that_numbers_have_the_digits_asked_for(tmp_path: Path) -> None:
    trace = traced("logistic", TWO, order="cyclic", alpha=1 / 3)
    theta = trace.at(1).theta[0, 0]
    for digits in (2, 9):
        shown = cells(latex(trace, tmp_path, 1, 1, digits=digits))[-1][-3]
        assert shown == f"{float(f'{theta:.{digits}g}'):.{digits + 3}g}"
    for digits in (0, 18):
        with pytest.raises(LinlabError, match="1 to 17 digits"):
            write_table(trace, tmp_path / "t.tex", digits=digits)


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex")
@pytest.mark.parametrize(("model", "settings"), LEARNERS)
def test_that_pdflatex_compiles_it_alone_and_within_its_page(
    model: str, settings: dict[str, Any], tmp_path: Path
) -> None:
    for blank in (False, True):
        write_table(traced(model, THREE, **settings), tmp_path / "page.tex", 1, 5, blank=blank)
        compiled(tmp_path)


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex")
@pytest.mark.parametrize("blank", [False, True])
def test_that_a_table_of_eight_classes_fits_its_page(blank: bool, tmp_path: Path) -> None:
    names = [f"a long name {k}" for k in range(8)]
    points = np.random.default_rng(0).normal(size=(40, 2)) * 1e-5
    trace = Trace(
        Document(Points.of(points, [names[k % 8] for k in range(40)]), (Learner.of("logistic"),))
    )
    write_table(trace, tmp_path / "page.tex", 1, 45, blank=blank)
    compiled(tmp_path)


def compiled(folder: Path) -> None:
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    assert "Overfull" not in done.stdout, re.findall("Overfull.*", done.stdout)


def test_that_a_wide_table_is_tables_one_under_the_other(tmp_path: Path) -> None:
    """Every weight of every class is there once, and each table says which update and example a row
    is about."""
    points = np.random.default_rng(0).normal(size=(24, 2))
    trace = Trace(
        Document(Points.of(points, [f"class {k % 6}" for k in range(24)]), (Learner.of("svm"),))
    )
    text = latex(trace, tmp_path, 1, 30)
    bodies = re.findall(r"\\begin\{tabular\}\{(r+)\}\n\\hline\n(.*?)\\\\", text)
    assert (
        all(head.startswith("$t$ & $i$ & ") for _, head in bodies)
        and len({head for _, head in bodies}) >= 2
    )
    heads = [head for _, head in bodies[: bodies.index(bodies[0], 1)]]
    names = [name for head in heads for name in head.strip().split(" & ")[2:]]
    assert len(names) == len(set(names)) and sum(name.startswith("$w_") for name in names) == 12
    rows = [row for row in cells(text) if row[0].isdigit()]
    assert [row[0] for row in rows] == [str(t) for t in range(31)]
    for row in rows[1:]:
        weights, bias = trace.problem(0).split(trace.at(int(row[0])).theta)
        shown = [float(value.replace(r" \cdot 10^{", "e").replace("}", "")) for value in row[-18:]]
        assert shown == pytest.approx(np.column_stack([weights, bias]).ravel(), rel=1e-3, abs=1e-9)


# Trouble


@pytest.mark.parametrize("name", ["t.csv", "t.tex"])
def test_that_a_cancelled_table_leaves_the_old_file(name: str, tmp_path: Path) -> None:
    path, seen = tmp_path / name, []
    path.write_text("old")

    def progress(done: int) -> bool:
        seen.append(done)
        return done < 5

    with pytest.raises(Cancelled) as told:
        write_table(traced("svm", TWO), path, 11, 40, progress=progress)
    assert str(told.value) == "Cancelled; no file was written."
    assert path.read_text() == "old" and len(list(tmp_path.iterdir())) == 1
    assert sorted(set(seen) - {0}) == [1, 2, 3, 4, 5]
    write_table(traced("svm", TWO), path, 11, 14, progress=lambda done: None)
    assert path.read_text() != "old"


@pytest.mark.parametrize("name", ["t.csv", "t.tex"])
def test_that_a_full_disk_leaves_the_old_file(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    (tmp_path / name).write_text("old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(LinlabError, match="No space left"):
        write_table(traced("svm", TWO), tmp_path / name)
    assert (tmp_path / name).read_text() == "old" and len(list(tmp_path.iterdir())) == 1


def test_that_updates_that_are_not_there_are_told(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    for first, last in ((0, 3), (5, 3), (-2, -1)):
        with pytest.raises(LinlabError, match=f"not go from {first} to {last}"):
            write_table(traced("svm", TWO), path, first, last)
    with pytest.raises(LinlabError, match="ends after step 12, so there is no step 30"):
        write_table(traced("naive-bayes", TWO), path, 30, 40)
    with pytest.raises(LinlabError, match=r"as \.pdf: .* \.csv or \.tex"):
        write_table(traced("svm", TWO), tmp_path / "t.pdf")
    with pytest.raises(LinlabError, match="no step to show yet"):
        write_table(traced("svm", TWO), tmp_path / "t.tex", 1, 0)
    assert list(tmp_path.iterdir()) == []
    write_table(traced("naive-bayes", TWO), path, 11, 40)
    assert [row["t"] for row in read(path)] == ["11", "12"]
    write_table(traced("svm", TWO), path, 1, 0)
    assert read(path) == [] and path.read_text().startswith("t,example,label,x1,x2,score,")


@pytest.mark.parametrize("name", ["a.csv", "a.tex"])
def test_that_one_can_change_ones_mind_while_a_far_update_is_trained(
    name: str, tmp_path: Path
) -> None:
    asked: list[int] = []

    def progress(done: int) -> bool:
        asked.append(done)
        return len(asked) < 3

    trace = Trace(
        Document(
            Points.of(np.random.default_rng(0).normal(size=(20, 2)), [0, 1] * 10),
            (Learner.of("svm"),),
        )
    )
    with pytest.raises(Cancelled):
        write_table(trace, tmp_path / name, 10**9, 10**9 + 5, progress=progress)
    assert asked == [0, 0, 0]
    assert not list(tmp_path.iterdir())
