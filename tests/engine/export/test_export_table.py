"""The table of updates: against textbook loops, for every kind of learner, and never
half-written."""

import csv
import re
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linlab
from linlab.engine.data.points import Points
from linlab.engine.document.document import Change, Document
from linlab.engine.document.loading import load
from linlab.engine.export.tables.table_formats import write_table
from linlab.engine.export.tables.updates import columns, trace_rows
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.writing import writing
from linlab.engine.learner.learner import Learner
from linlab.engine.train.trace import Trace

X = np.random.default_rng(5).normal(size=(12, 2))
TWO = ["B" if a + b > 0.3 else "A" for a, b in X]
THREE = ["c" if a > 0.5 else "b" if b > 0 else "a" for a, b in X]


def table(trace: Trace, upto: int) -> list[dict[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        write_table(trace, Path(folder) / "steps.csv", last=upto)
        return list(csv.DictReader((Path(folder) / "steps.csv").read_text().splitlines()))


def traced(model: str, labels: list[str], **settings: Any) -> Trace:
    return Trace(Document(Points.of(X, labels), (Learner.of(model, **settings),)))


def test_that_the_rows_are_those_of_a_textbook_perceptron() -> None:
    rows = table(traced("perceptron", TWO, order="cyclic", alpha=0.5), 40)
    assert [*rows[0]] == [
        "t",
        "example",
        "label",
        "x1",
        "x2",
        "score",
        "margin",
        "loss",
        "rate",
        "updated",
        "w_x1",
        "w_x2",
        "bias",
    ]
    w, b = [0.0, 0.0], 0.0
    for t, row in enumerate(rows, 1):
        i = (t - 1) % len(X)
        y = 1 if TWO[i] == "B" else -1
        score = w[0] * X[i, 0] + w[1] * X[i, 1] + b
        if y * score <= 0:
            w, b = [w[0] + 0.5 * y * X[i, 0], w[1] + 0.5 * y * X[i, 1]], b + 0.5 * y
        assert (row["t"], row["example"], row["label"], row["rate"]) == (
            str(t),
            str(i + 1),
            TWO[i],
            "0.5",
        )
        assert [float(row["x1"]), float(row["x2"])] == X[i].tolist()
        assert row["updated"] == str(int(y * score <= 0))
        expected = [score, y * score, max(0.0, -y * score), *w, b]
        found = [float(row[name]) for name in ("score", "margin", "loss", "w_x1", "w_x2", "bias")]
        assert found == pytest.approx(expected, abs=1e-12)
    assert len(rows) == 40


def test_that_a_kernel_perceptron_counts_its_mistakes() -> None:
    rows = table(traced("perceptron", TWO, order="cyclic", space="rbf", bias="none"), 30)
    assert [*rows[0]][-12:] == [f"a{i + 1}" for i in range(12)]
    a = np.zeros(len(X))
    for t, row in enumerate(rows):
        i = t % len(X)
        y = 1 if TWO[i] == "B" else -1
        score = sum(a[j] * np.exp(-np.sum((X[j] - X[i]) ** 2)) for j in range(len(X)))
        a[i] += y if y * score <= 0 else 0
        assert float(row["score"]) == pytest.approx(score, abs=1e-12)
        assert [float(row[f"a{j + 1}"]) for j in range(len(X))] == a.tolist()


@pytest.mark.parametrize(
    ("batch", "told"), [("all", "all 60 examples"), (20, r"\d+ \d+ \d+ … \(20 examples\)")]
)
def test_that_a_large_batch_says_how_many_examples_it_has(
    batch: object, told: str, tmp_path: Path
) -> None:
    trace = linlab.train("svm", linlab.make_points("moons", n=60), batch=batch, updates=2).trace
    for row in table(trace, 2):
        assert re.fullmatch(told, row["example"]) and row["label"] == row["x1"] == row["x2"] == ""
    write_table(trace, tmp_path / "a.tex", last=2)
    assert (
        f" & {'all 60' if batch == 'all' else '20'} examples & " in (tmp_path / "a.tex").read_text()
    )


def test_that_a_batch_lists_its_examples_and_has_mean_numbers() -> None:
    row = table(traced("svm", TWO, order="cyclic", batch=5, lam=0, alpha=1), 3)[
        2
    ]  # the last, short batch of two
    assert row["example"] == "11 12"
    assert row["label"] == f"{TWO[10]} {TWO[11]}"
    assert [*map(float, row["x1"].split()), *map(float, row["x2"].split())] == X[
        10:
    ].T.ravel().tolist()
    step = traced("svm", TWO, order="cyclic", batch=5, lam=0, alpha=1).step(3)
    assert step is not None
    assert float(row["loss"]) == pytest.approx(np.mean(step.losses))
    assert float(row["margin"]) == pytest.approx(np.mean(step.margins))
    assert float(row["score"]) == pytest.approx(np.mean(step.scores))


@pytest.mark.parametrize(
    ("model", "settings", "last"),
    [
        ("perceptron", {}, ["w_x2_c", "bias_a", "bias_b", "bias_c"]),
        ("svm", {"space": "monomial", "degree": 12}, ["w_x2^12_c", "bias_a", "bias_b", "bias_c"]),
        ("svm", {"space": "fourier", "features": 3}, ["w_cos_3_c", "bias_a", "bias_b", "bias_c"]),
        ("svm", {"space": "rbf", "bias": "regularised"}, ["a12_c", "bias_a", "bias_b", "bias_c"]),
        ("logistic", {"optimiser": "adam", "bias": "none"}, ["w_x2_b", "w_x1_c", "w_x2_c"]),
        ("logistic", {"optimiser": "lbfgs"}, ["w_x2_c", "bias_a", "bias_b", "bias_c"]),
        ("naive-bayes", {}, ["sum_x2_in_bin_3_c", "count_a", "count_b", "count_c"]),
        ("gaussian-naive-bayes", {}, ["sum_z2^2_c", "count_a", "count_b", "count_c"]),
    ],
)
def test_that_theta_after_an_update_is_that_of_the_trace(
    model: str, settings: dict[str, Any], last: list[str]
) -> None:
    trace = traced(model, THREE, **settings)
    names = columns(trace, 9)
    assert names[5:8] == ["score_a", "score_b", "score_c"]
    assert names[-len(last) :] == last
    for row in trace_rows(trace, 9):
        problem, t = trace.problem(0), int(row[0])
        weights, bias = problem.split(trace.at(t).theta)
        theta = [*weights.ravel(), *([] if problem.bias == "none" else bias)]
        assert row[names.index("updated") + 1 :] == theta


def test_that_gaussian_sums_are_named_after_what_they_sum() -> None:
    trace = traced("gaussian-naive-bayes", THREE, order="cyclic")
    names, points = columns(trace, 9), trace.document.points
    z = (points.x - points.x.mean(axis=0)) / points.x.std(axis=0).max()
    row = dict(zip(names, list(trace_rows(trace, 9))[-1], strict=True))
    for c, label in enumerate(points.classes):
        own = z[:9][points.label[:9] == c]
        for j in (0, 1):
            assert row[f"sum_z{j + 1}_{label}"] == pytest.approx(own[:, j].sum(), abs=1e-12)
            assert row[f"sum_z{j + 1}^2_{label}"] == pytest.approx((own[:, j] ** 2).sum())


UPDATED: list[tuple[str, dict[str, Any]]] = [
    ("perceptron", {}),
    ("mira", {"bias": "none"}),
    ("voted-perceptron", {}),
    ("svm", {"lam": 0.3}),
    ("svm", {"lam": 0.0}),
    ("svm", {"lam": 0.3, "bias": "none"}),
    ("svm", {"space": "rbf"}),
    ("svm", {"penalty": "l1"}),
    ("svm", {"batch": 4}),
    ("svm", {"optimiser": "momentum"}),
    ("svm", {"optimiser": "adam", "penalty": "l1"}),
    ("pegasos", {}),
    ("logistic", {"optimiser": "lbfgs"}),
    ("naive-bayes", {}),
]


@pytest.mark.parametrize("labels", [TWO, THREE], ids=["two", "three"])
@pytest.mark.parametrize(("model", "settings"), UPDATED)
def test_that_updated_says_whether_theta_changed(
    model: str, settings: dict[str, Any], labels: list[str]
) -> None:
    """Whatever changed it: a pull, the decay, L1, momentum; two examples at the origin pull at
    nothing without a bias."""
    points = Points.of([*X, (0, 0), (0, 0)], [*labels, labels[0], labels[1]])
    trace = Trace(Document(points, (Learner.of(model, **settings),)))
    for row in table(trace, 60):
        t = int(row["t"])
        changed = (trace.at(t).theta != trace.at(t - 1).theta).any()
        step = trace.step(t)
        assert step is not None
        assert (row["updated"] == "1") == step.updated == changed


def test_that_updated_is_1_for_a_decay_alone_and_0_for_a_pull_at_nothing() -> None:
    decayed = [
        row
        for row in table(traced("svm", TWO, lam=0.01, alpha=1), 100)
        if float(row["margin"]) >= 1
    ]
    assert decayed and {row["updated"] for row in decayed} == {"1"}
    for labels in (["a", "b"], ["a", "b", "c"]):
        points = Points.of(np.zeros((len(labels), 2)), labels)
        rows = table(Trace(Document(points, (Learner.of("perceptron", bias="none"),))), 6)
        assert {(row["updated"], row["margin"]) for row in rows} == {("0", "0.0")}


@pytest.mark.parametrize("labels", [TWO, THREE], ids=["two", "three"])
@pytest.mark.parametrize(("model", "settings"), UPDATED)
def test_that_no_number_of_a_table_is_minus_zero(
    model: str, settings: dict[str, Any], labels: list[str]
) -> None:
    points = Points.of([*X, (-0.0, -0.0), (-0.0, 1)], [*labels, labels[0], labels[1]])
    for row in table(Trace(Document(points, (Learner.of(model, **settings),))), 40):
        assert not [
            cell for cell in row.values() for word in cell.split() if word in ("-0.0", "-0")
        ]


def test_that_the_table_ends_where_the_run_ends() -> None:
    assert len(table(traced("naive-bayes", TWO), 1000)) == len(X)
    assert table(traced("naive-bayes", TWO), 0) == []
    with np.errstate(all="ignore"):
        trace = traced("svm", TWO, alpha=1e6, lam=1e6)
        rows = table(trace, 1000)
    assert trace.diverged
    assert len(rows) == trace.end


def test_that_a_new_class_adds_columns_and_leaves_earlier_cells_empty() -> None:
    points = Points.of(X, TWO)
    more = points.add_class("C").add([(9, 9)], 2)
    trace = Trace(Document(points, (Learner.of("perceptron"),)).after(Change(10, points=more)))
    rows = table(trace, 20)
    assert (rows[9]["score_C"], rows[9]["w_x1_C"]) == ("", "")
    assert (rows[10]["score"], rows[10]["w_x1"]) == ("", "")
    assert "" not in (rows[9]["score"], rows[9]["bias"], rows[10]["score_C"], rows[10]["bias_C"])


def test_that_a_failure_leaves_the_old_file_and_no_scratch(tmp_path: Path) -> None:
    path = tmp_path / "steps.csv"
    path.write_text("old")

    def interrupt(t: int) -> None:
        if t == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_table(traced("svm", TWO), path, last=100, progress=interrupt)
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["steps.csv"]
    write_table(traced("svm", TWO), path, last=100)
    assert len(path.read_text().splitlines()) == 101


def test_that_a_folder_or_a_missing_one_is_told(tmp_path: Path) -> None:
    with pytest.raises(LinlabError, match="is a folder"):
        write_table(traced("svm", TWO), tmp_path, last=1)
    with pytest.raises(LinlabError, match="There is no folder"):
        write_table(traced("svm", TWO), tmp_path / "none" / "steps.csv", last=1)


def test_that_a_link_stays_a_link_and_rights_are_kept(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("old")
    file.chmod(0o640)
    link.symlink_to(file)
    with writing(link) as out:
        out.write("new")
    assert link.is_symlink()
    assert (file.read_text(), file.stat().st_mode & 0o777) == ("new", 0o640)


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="there are no such devices here")
def test_that_a_device_is_written_to_and_never_replaced(capfd: pytest.CaptureFixture[str]) -> None:
    for device in ("/dev/null", "/dev/stdout"):
        write_table(traced("svm", TWO), device, last=3)
    assert Path("/dev/null").is_char_device()


def test_that_a_file_is_opened_by_its_name_or_its_content(tmp_path: Path) -> None:
    document = Document(Points.of(X, TWO), (Learner.of("svm"),))
    for name in ("a.linlab", "a", "a.json"):
        document.save(tmp_path / name)
        assert load(tmp_path / name) == document
    for name in ("a.csv", "b", "a.TSV", "a.txt"):
        (tmp_path / name).write_text("\ufeffx1,x2,label\n0,1,no\n1,0,yes\n", encoding="utf-8")
        points = load(tmp_path / name)
        assert isinstance(points, Points)
        assert points.classes == ("no", "yes")


def test_that_what_cannot_be_opened_is_told(tmp_path: Path) -> None:
    linlab.train("svm", X, TWO, epochs=1).save(tmp_path / "w.json")
    (tmp_path / "bad.linlab").write_text("{")
    for name, told in (
        ("w.json", "trained"),
        ("none.csv", "no file"),
        ("", "folder"),
        ("bad.linlab", "broken"),
    ):
        with pytest.raises(LinlabError, match=told):
            load(tmp_path / name)
