"""Trained weights in every format, for every learner in every space, read back by something that
knows no linlab."""

import csv
import errno
import functools
import itertools
import json
import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linlab
from linlab import Run
from linlab.engine.data.points import Points
from linlab.engine.document.document import Change, Document
from linlab.engine.export.weights.formats import WEIGHT_FORMATS, format_of, write_weights
from linlab.engine.export.weights.python import python_text
from linlab.engine.export.weights.scikit import scikit_text
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.kernels import KERNELS, Kernel
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.losses import LOSSES, Loss
from linlab.engine.learner.spaces import is_dual
from linlab.engine.train.moment import Moment
from linlab.engine.train.trace import Trace
from tests.engine.plane import plane_catalog, plane_spaces

X = np.random.default_rng(1).normal(size=(40, 2))
TWO = np.where(X[:, 0] + X[:, 1] ** 2 > 0.5, "yes", "no")
THREE = np.where(X[:, 0] > 0.5, 2, np.where(X[:, 1] > 0, 1, 0))
PLANE = np.concatenate(
    [np.random.default_rng(2).normal(size=(40, 2)) * 2, [(0, 0), (3, -3), (1, 1), (-2, 2)]]
)
WHOLE = np.array([*itertools.product(range(-3, 4), repeat=2)], float)  # where ties are exact

Settings = dict[str, Any]
IN_SPACES: list[tuple[str, Settings]] = [
    (model, {"space": space})
    for model, recipe in plane_catalog().items()
    for space in plane_spaces()
    if "space" in recipe.parameters
    if recipe.counting is None or not is_dual(space)
]
OTHERS: list[tuple[str, Settings]] = [
    ("naive-bayes", {}),
    ("naive-bayes", {"bins": 5, "smoothing": 1}),
    ("gaussian-naive-bayes", {}),
    ("svm", {"space": "monomial", "degree": 7, "bias": "none"}),
    ("svm", {"space": "rbf", "bias": "regularised", "gamma": 0.3}),
    ("svm", {"space": "polynomial", "bias": "none", "degree": 2, "coef0": 0}),
    ("mira", {"space": "laplace", "average": "mean", "bias": "regularised"}),
    ("logistic", {"space": "fourier", "features": 7, "bias": "regularised", "optimiser": "adam"}),
    ("logistic", {"optimiser": "lbfgs"}),
    ("perceptron", {"average": "voted", "start": "random", "bias": "none"}),
    ("perceptron", {"average": "voted", "start": "random", "space": "rbf", "bias": "regularised"}),
    ("perceptron", {"average": "voted", "space": "laplace", "bias": "none"}),
    ("perceptron", {"average": "best", "start": "random"}),
]
SPECIAL = [
    "untrained",
    "ties",
    "three ties",
    "ghosts",
    "voting ghosts",
    "far away",
    "far bayes",
    "one seen",
    "one seen by gaussians",
    "some bins unseen",
    "diverged",
]
CASES = [
    f"{model} {json.dumps(settings)} {k}"
    for (model, settings), k in itertools.product(IN_SPACES + OTHERS, "23")
] + SPECIAL


@functools.cache
def run_of(case: str) -> Run:
    if case not in SPECIAL:
        (model, rest), labels = case[:-2].split(" ", 1), TWO if case[-1] == "2" else THREE
        settings = json.loads(rest)
        split = (70, 30, 0) if settings.get("average") == "best" else (100, 0, 0)
        return linlab.train(model, X, labels, epochs=3, split=split, **settings)
    corners = [(1, 1), (-1, -1), (2, 0), (-2, 0), (1, -1), (-1, 1)]
    if case == "untrained":
        return linlab.train("svm", X, THREE, updates=0)
    if case == "ties":
        return linlab.train("perceptron", corners, [1, 0, 1, 0, 1, 0], epochs=1, order="cyclic")
    if case == "three ties":
        return linlab.train("voted-perceptron", corners, list("abcabc"), epochs=2, order="cyclic")
    if case.endswith("ghosts"):
        points, model = (
            Points.of(X, TWO),
            "voted-perceptron" if case.startswith("voting") else "svm",
        )
        document = Document(points, (Learner.of(model, space="rbf"),))
        trace = Trace(document.after(Change(60, points=points.remove([3, 4, 5]))))
        return Run(Moment.of(trace, 100), {name: name for name in points.classes})
    if case == "far away":
        return linlab.train("svm", X + 1e4, TWO, epochs=3, space="rbf")
    if case == "far bayes":
        return linlab.train("gaussian-naive-bayes", X + 1e4, THREE)
    if case == "one seen":
        return linlab.train("naive-bayes", X, THREE, updates=1)
    if case == "one seen by gaussians":
        return linlab.train("gaussian-naive-bayes", X, THREE, updates=1)
    if case == "some bins unseen":
        return linlab.train("naive-bayes", X, TWO, updates=8, bins=6)
    assert case == "diverged"
    with np.errstate(all="ignore"):
        return linlab.train("svm", X, TWO, epochs=5, alpha=1e6, lam=1e6)


def places(case: str) -> Any:
    return PLANE + 1e4 if case.startswith("far") else WHOLE if case.endswith("ties") else PLANE


def refused(kind: str, case: str) -> bool:
    """What the formats say of themselves that they cannot hold."""
    if case == "one seen by gaussians":
        return kind == "sklearn"
    voted = "voted" in case or case in ("three ties", "voting ghosts")
    dual = any(f'"space": "{name}"' in case for name in KERNELS) or case == "voting ghosts"
    return voted and (kind == "sklearn" or (kind == "csv" and dual))


# Scores by the textbook, from plain numbers


def kernel_value(space: str, s: Settings, a: Any, b: Any) -> float:
    if space in ("linear-kernel", "polynomial"):
        dot = a[0] * b[0] + a[1] * b[1]
        return float(dot if space == "linear-kernel" else (dot + s["coef0"]) ** s["degree"])
    if space == "sigmoid":
        return math.tanh(s["gamma"] * (a[0] * b[0] + a[1] * b[1]) + s["coef0"])
    length = math.dist(a, b) ** 2 if space == "rbf" else abs(a[0] - b[0]) + abs(a[1] - b[1])
    return math.exp(-s["gamma"] * length)


def features(a: Any, x: Any) -> list[float]:
    """φ(x) without a constant, from arrays by name."""
    if "omega" in a:
        waves = zip(a["omega"].tolist(), a["phase"].tolist(), strict=True)
        return [
            math.sqrt(2 / len(a["phase"])) * math.cos(u * x[0] + v * x[1] + phase)
            for (u, v), phase in waves
        ]
    if "cells" in a:
        height = 1 / math.sqrt(len(a["pitch"]))
        known = zip(a["grid"].tolist(), a["cells"].tolist(), strict=True)
        inside = (cell == place_in(a["pitch"][g], a["shift"][g], x) for g, cell in known)
        return [height if yes else 0.0 for yes in inside]
    return [x[0] ** int(i) * x[1] ** int(j) for i, j in a["powers"]]


def place_in(pitch: Any, shift: Any, x: Any) -> list[int]:
    """The column and the row of the cell of a grid that x is in."""
    return [math.floor((x[j] - float(shift[j])) / float(pitch[j])) for j in (0, 1)]


def sign_or_winner(scores: list[float]) -> tuple[int, float]:
    """Which row a vote goes to, and with which sign."""
    if len(scores) == 1:
        return 0, float(np.sign(scores[0]))
    return max(range(len(scores)), key=lambda r: (scores[r], -r)), 1.0


def log(p: float) -> float:
    return math.log(p) if p > 0 else -math.inf


def bayes_scores(logs: list[float]) -> list[float]:
    """Nothing can be said where every class is impossible."""
    rows = 1 if len(logs) == 2 else len(logs)
    if max(logs) == -math.inf:
        return [math.nan] * rows
    return [logs[1] - logs[0]] if rows == 1 else logs


def npz_scores(a: Any, x: Any) -> list[float]:
    """The scores of one point from the arrays of a file alone."""
    s = json.loads(str(a["settings"]))
    if "mean" in a:
        logs = [log(p) for p in a["prior"]]
        for c, j in itertools.product(range(len(logs)), (0, 1)):
            z, v = (x[j] - a["centre"][j]) / a["scale"] - a["mean"][c, j], a["variance"][c, j]
            logs[c] -= (math.log(2 * math.pi * v * float(a["scale"]) ** 2) + z * z / v) / 2
        return bayes_scores(logs)
    if "p_x1" in a:
        bins = a["p_x1"].shape[1]
        where = [
            min(max(math.floor((x[j] - a["low"][j]) / a["width"][j]), 0), bins - 1) for j in (0, 1)
        ]
        probabilities = zip(a["prior"], a["p_x1"][:, where[0]], a["p_x2"][:, where[1]], strict=True)
        return bayes_scores([sum(map(log, three)) for three in probabilities])

    def product(p: Any, q: Any) -> float:
        if "centres" in a:
            return kernel_value(s["space"], s, p, q)
        return sum(u * v for u, v in zip(features(a, p), features(a, q), strict=True))

    inputs = (
        [kernel_value(s["space"], s, c, x) for c in a["centres"]]
        if "centres" in a
        else features(a, x)
    )
    if "lives" not in a:
        rows = zip(a["weights"], a["bias"], strict=True)
        return [b + sum(w * f for w, f in zip(row, inputs, strict=True)) for row, b in rows]
    if s["bias"] == "regularised" and "centres" in a:
        inputs = [f + 1 for f in inputs]
    elif s["bias"] != "none":
        inputs = [*inputs, 1.0]
    now = [sum(w * f for w, f in zip(row, inputs, strict=True)) for row in a["start"]]
    votes = [0.0] * len(now)
    for k, life in enumerate(a["lives"].tolist()):
        if k:
            grown = product(a["points"][a["place"][k - 1]], x) + float(a["constant"])
            now = [score + step * grown for score, step in zip(now, a["step"][k - 1], strict=True)]
        row, sign = sign_or_winner(now)
        votes[row] += sign * life
    return votes


def csv_scores(rows: list[dict[str, str]], classes: list[str], s: Any, x: Any) -> list[float]:
    """The scores of one point from a table; the settings say which kernel."""
    first = rows[0]
    if "prior" in first:
        logs = []
        for row in rows:
            total = log(float(row["prior"]))
            for j, axis in enumerate(("x1", "x2")):
                mean, v = float(row[f"mean_{axis}"]), float(row[f"variance_{axis}"])
                total -= (math.log(2 * math.pi * v) + (x[j] - mean) ** 2 / v) / 2
            logs.append(total)
        return bayes_scores(logs)
    if "from" in first:
        logs = dict.fromkeys(classes, 0.0)
        for row in rows:
            low, high = float(row["from"] or -math.inf), float(row["to"] or math.inf)
            place = 0.0 if row["feature"] == "P(y)" else x[int(row["feature"][1]) - 1]
            if low <= place < high:
                added = float(row["log_probability"].replace("−∞", "-inf"))
                logs[row["class"]] += added
                assert math.exp(added) == pytest.approx(float(row["probability"]), rel=1e-12, abs=0)
        return bayes_scores([logs[name] for name in classes])
    if "centre" in first:
        *centres, last = rows
        assert last["centre"] == "bias"
        out = []
        for name in [*first][3:]:
            near = (
                float(r[name]) * kernel_value(s["space"], s, (float(r["x1"]), float(r["x2"])), x)
                for r in centres
            )
            out.append(float(last[name]) + sum(near))
        return out
    if "survived" in first:
        endings = [
            "" if len(classes) == 2 else f"_{name}"
            for name in classes[-1 if len(classes) == 2 else 0 :]
        ]
        votes = [0.0] * len(endings)
        for row in rows:
            now = [
                sum(
                    float(row[n]) * feature(n.removesuffix(end), row, s, x)
                    for n in row
                    if n.startswith(("w_", "bias")) and n.endswith(end)
                )
                for end in endings
            ]
            k, sign = sign_or_winner(now)
            votes[k] += sign * int(row["survived"])
        return votes
    by_class: dict[str, float] = {}
    for row in rows:
        by_class[row["class"]] = by_class.get(row["class"], 0.0) + float(row["weight"]) * feature(
            row["feature"], row, s, x
        )
    assert [*by_class] == (classes[1:] if len(classes) == 2 else classes)
    return [*by_class.values()]


def feature(name: str, row: dict[str, str], s: Any, x: Any) -> float:
    """A feature by its name: bias, x1^2x2, or a wave by the numbers in its row; a cell likewise."""
    name = name.removeprefix("w_")
    if name == "bias":
        return 1.0
    if "phase" in row:
        u, v, phase = (float(row[column]) for column in ("omega1", "omega2", "phase"))
        return math.sqrt(2 / s["features"]) * math.cos(u * x[0] + v * x[1] + phase)
    if "pitch1" in row:
        pitch, shift = ([float(row[f"{each}{j}"]) for j in (1, 2)] for each in ("pitch", "shift"))
        inside = place_in(pitch, shift, x) == [int(row["column"]), int(row["row"])]
        return 1 / math.sqrt(s["grids"]) if inside else 0.0
    out = 1.0
    for j, axis in enumerate(("x1", "x2")):
        if axis in name:
            power = name.split(axis, 1)[1].split("x")[0]
            out *= x[j] ** (int(power[1:]) if power else 1)
    return out


def close(found: Any, run: Run, at: Any, most: float = 1e-9) -> None:
    """The scores agree, measured against the largest numbers that they are sums of."""
    wanted = run.scores(at)
    found = np.asarray(found, float).reshape(wanted.shape)
    weights = run.weights
    scale = np.maximum(
        np.abs(wanted),
        1.0 if run.problem.counting else min(1.0, float(np.abs(weights).max())) + 1e-300,
    )
    plain = np.isfinite(wanted)
    assert np.array_equal(
        found[~plain], wanted[~plain], equal_nan=True
    )  # impossible classes are so to the last
    assert (np.abs(found[plain] - wanted[plain]) <= most * scale[plain]).all()


@pytest.mark.parametrize("case", CASES)
def test_that_the_arrays_alone_give_the_scores(case: str, tmp_path: Path) -> None:
    run, at = run_of(case), places(case)
    write_weights(run, tmp_path / "w.npz")
    with np.load(tmp_path / "w.npz", allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files}
    assert arrays["classes"].tolist() == list(run.classes)
    assert (str(arrays["model"]), int(arrays["t"])) == (run.learner.model, run.t)
    close([npz_scores(arrays, x) for x in at], run, at)


@pytest.mark.parametrize("case", [case for case in CASES if not refused("csv", case)])
def test_that_the_table_and_the_settings_give_the_scores(case: str, tmp_path: Path) -> None:
    run, at = run_of(case), places(case)
    write_weights(run, tmp_path / "w.csv")
    with open(tmp_path / "w.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    if "survived" in rows[0] and run.learner["space"] in ("fourier", "binning"):
        return  # its waves, or its grids, are not in the table of survivors
    close(
        [csv_scores(rows, list(run.problem.classes), run.learner.settings, x) for x in at], run, at
    )


def test_that_a_table_names_its_features(tmp_path: Path) -> None:
    run = linlab.train("svm", X, TWO, epochs=1, space="monomial", degree=2)
    write_weights(run, tmp_path / "w.csv")
    head, *rows = csv.reader((tmp_path / "w.csv").read_text(encoding="utf-8").splitlines())
    assert head == ["class", "feature", "weight"]
    assert [row[:2] for row in rows] == [
        ["yes", name] for name in ("x1", "x2", "x1^2", "x1x2", "x2^2", "bias")
    ]
    assert [float(row[2]) for row in rows] == [*run.weights[0], run.bias[0]]


FRESH = """
import json, sys
for name in ("linlab", "scipy", "sklearn", "numba"):
    sys.modules[name] = None  # whoever imports it fails
import numpy as np, pathlib, runpy, warnings
warnings.simplefilter("error")
folder, out = pathlib.Path(sys.argv[1]), {}
for k, at in json.loads((folder / "places.json").read_text()).items():
    file = runpy.run_path(str(folder / f"{k}.py"))
    assert file["__doc__"].startswith("A classifier that needs only numpy.")
    some = file["probabilities"](at).tolist() if "probabilities" in file else None
    assert file["predict"](at[0]).shape == (1,) and file["predict"]([]).shape == (0,)
    out[k] = {"scores": file["scores"](at).tolist(), "answers": file["predict"](at).tolist(), "probabilities": some}
print(json.dumps(out))
"""


def fresh(runs: dict[str, Run], at: dict[str, Any], folder: Path) -> Any:
    """What the Python files say in a process of its own that has no linlab."""
    for name, run in runs.items():
        write_weights(run, folder / f"{name}.py")
    (folder / "places.json").write_text(
        json.dumps({name: np.asarray(at[name]).tolist() for name in runs})
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", FRESH, str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return json.loads(done.stdout)


def test_that_python_files_answer_as_the_engine_in_a_process_without_it(tmp_path: Path) -> None:
    runs = {str(k): run_of(case) for k, case in enumerate(CASES)}
    at = {str(k): places(case) for k, case in enumerate(CASES)}
    for name, said in fresh(runs, at, tmp_path).items():
        run, x = runs[name], at[name]
        assert said["answers"] == run.predict(x).tolist(), CASES[int(name)]
        close(said["scores"], run, x, 1e-12)
        if run.learner.recipe.loss.probabilistic:
            assert np.allclose(
                said["probabilities"], run.probabilities(x), rtol=0, atol=1e-12, equal_nan=True
            )
        else:
            assert said["probabilities"] is None


LABELS: list[list[Any]] = [
    ["a", "b"],
    [0, 1],
    [-0.5, 2.5],
    [False, True],
    [1, "x"],
    ['"""', "\\"],
    ["'\"\n", "ü, 猫"],
    [-3, 10**15],
    ["\\N{", "{}%s"],
]


def test_that_python_files_keep_the_type_of_the_labels_whatever_their_names(tmp_path: Path) -> None:
    points = [(0, 0), (1, 1)]
    runs = {
        str(k): linlab.train("perceptron", points, labels, epochs=4)
        for k, labels in enumerate(LABELS)
    }
    for name, said in fresh(runs, dict.fromkeys(runs, points), tmp_path).items():
        answers, wanted = said["answers"], runs[name].predict(points).tolist()
        assert [(type(a), a) for a in answers] == [(type(a), a) for a in wanted]
    for k, run in runs.items():
        write_weights(run, tmp_path / "w.npz")
        with np.load(tmp_path / "w.npz", allow_pickle=False) as file:
            wanted = list(run.classes) if LABELS[int(k)] != [1, "x"] else ["1", "x"]
            assert file["classes"].tolist() == wanted


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("0,0\n5,5\n", "no\nyes\n"),
        ("\ufeffx2,label,x1\n0,?,0\n5,?,5\n\n", "no\nyes\n"),
        ("x1,x2\n", ""),
        ("", ""),
        ("5;5\n", None),
        ("5,x\n", None),
    ],
)
def test_that_a_python_file_is_a_program_that_reads_points(
    text: str, told: str | None, tmp_path: Path
) -> None:
    run = linlab.train("svm", [(0, 0), (5, 5)], ["no", "yes"], epochs=50, space="rbf")
    write_weights(run, tmp_path / "model.py")
    (tmp_path / "points.csv").write_text(text, encoding="utf-8")
    command = [sys.executable, "-I", str(tmp_path / "model.py")]
    done = subprocess.run(
        [*command, str(tmp_path / "points.csv")], capture_output=True, text=True, check=False
    )
    if told is None:
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith("Each line must begin with two numbers")
        return
    assert (done.returncode, done.stdout, done.stderr) == (0, told, "")
    piped = subprocess.run(
        command, input=text.removeprefix("\ufeff"), capture_output=True, text=True, check=True
    )
    assert piped.stdout == told


def test_that_a_python_file_shows_its_formula_and_reads_back_to_the_last_bit() -> None:
    run = linlab.train("logistic", X, TWO, epochs=2, space="rbf", gamma=0.7)
    text, scope = python_text(run), {}
    assert (
        "np.exp(-GAMMA * (np.square(" in text
        and "exp(−γ‖x − x'‖²)" in text
        and "GAMMA = 0.7\n" in text
    )
    exec(text.replace("__main__", "never"), scope)
    assert np.array_equal(scope["THETA"], run.theta) and np.array_equal(scope["CENTRES"], X)
    assert max(map(len, text.splitlines())) <= 128
    text = python_text(linlab.train("svm", X, TWO, epochs=1, space="monomial", degree=2))
    assert "np.stack([x1, x2, x1**2, x1 * x2, x2**2, np.ones(len(x))], axis=1)" in text


@pytest.mark.parametrize("case", [case for case in CASES if not refused("sklearn", case)])
def test_that_scikit_learn_answers_as_the_engine(case: str) -> None:
    run, at = run_of(case), places(case)
    scope: dict[str, Any] = {}
    exec(scikit_text(run), scope)
    model = scope["model"]
    assert type(model).__module__.startswith("sklearn.")
    assert model.predict(at).tolist() == run.predict(at).tolist()
    counting = run.model.counted is not None
    close(
        scope["decision_function"](at) if counting else model.decision_function(at),
        run,
        at,
        1e-6 if "far" in case else 1e-9,
    )
    if run.learner.recipe.loss.probabilistic:
        at = at[
            ~np.isnan(run.scores(at)).any(axis=1)
        ]  # scikit-learn warns where no class is possible
        assert np.abs(model.predict_proba(at) - run.probabilities(at)).max() <= 1e-6


@pytest.mark.parametrize("kind", WEIGHT_FORMATS)
def test_that_a_format_says_beforehand_what_it_refuses(kind: str, tmp_path: Path) -> None:
    one, path = WEIGHT_FORMATS[kind], tmp_path / "w"
    for case in CASES:
        run = run_of(case)
        trouble = one.trouble(run)
        assert bool(trouble) == refused(kind, case), case
        if not trouble:
            continue
        assert trouble.endswith(".") and "Python" in trouble and "JSON" in trouble
        with pytest.raises(LinlabError) as told:
            one.write(run, path)
        assert str(told.value) == trouble
        assert not path.exists()


def squared_hinge(m):  # type: ignore[no-untyped-def]
    gap = max(0.0, 1.0 - m)
    return gap * gap, 2.0 * gap


def cauchy(a, b, settings):  # type: ignore[no-untyped-def]
    return 1 / (1 + settings["gamma"] * ((a[:, None] - b[None]) ** 2).sum(axis=2))


def needy(a, b, settings):  # type: ignore[no-untyped-def]
    return cauchy(a, b, settings)


def test_that_a_kernel_and_a_loss_of_ones_own_are_exported_like_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LOSSES, "own", Loss("own", "Own", "", "", squared_hinge, smooth=True))
    for name, gram in (("cauchy", cauchy), ("needy", needy)):
        monkeypatch.setitem(KERNELS, name, Kernel(name, name.title(), "", "", gram, ("gamma",)))
    run = linlab.train("own", X, TWO, epochs=2, space="cauchy", gamma=2)
    said = fresh({"own": run}, {"own": PLANE}, tmp_path)["own"]
    assert said["answers"] == run.predict(PLANE).tolist()
    close(said["scores"], run, PLANE, 1e-12)
    scope: dict[str, Any] = {}
    exec(scikit_text(run), scope)
    close(scope["model"].decision_function(PLANE), run, PLANE)
    run = linlab.train("own", X, TWO, epochs=2, space="needy", gamma=2)
    troubles = {key: one.trouble(run) for key, one in WEIGHT_FORMATS.items()}
    assert [key for key, trouble in troubles.items() if trouble] == ["py", "sklearn"]
    assert troubles["py"].startswith(
        "The space “Needy” is your own code and cannot be written out: use JSON, "
    )


def test_that_the_suffix_picks_the_format(tmp_path: Path) -> None:
    assert [format_of(f"a.b{one.suffix}").key for one in WEIGHT_FORMATS.values()] == [
        "json",
        "csv",
        "npz",
        "py",
        "py",
    ]
    assert (format_of("W.JSON").key, format_of("w").key, format_of("w.py", "sklearn").key) == (
        "json",
        "json",
        "sklearn",
    )
    with pytest.raises(
        LinlabError, match=r"as \.txt: .* must end in \.json, \.csv, \.npz or \.py\.$"
    ):
        write_weights(run_of("ties"), tmp_path / "w.txt")
    with pytest.raises(LinlabError, match="the formats are json, csv, npz, py, sklearn"):
        write_weights(run_of("ties"), tmp_path / "w.py", "pickle")
    write_weights(run_of("ties"), tmp_path / "w.anything", "csv")
    assert (tmp_path / "w.anything").read_text().startswith("class,feature,weight\n")
    write_weights(run_of("ties"), tmp_path / "w.json")
    assert linlab.load_weights(tmp_path / "w.json").t == run_of("ties").t
    assert sorted(file.name for file in tmp_path.iterdir()) == ["w.anything", "w.json"]


def full(*_: Any) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("kind", WEIGHT_FORMATS)
def test_that_a_full_disk_leaves_the_old_file(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "w"
    path.write_text("old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(LinlabError, match=r"cannot be written \(No space left"):
        write_weights(run_of("ties"), path, kind)
    assert path.read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1
    monkeypatch.undo()
    write_weights(run_of("ties"), path, kind)
    assert path.read_bytes()[:3] != b"old"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device here")
@pytest.mark.parametrize("kind", WEIGHT_FORMATS)
def test_that_a_full_device_is_told_in_words(kind: str) -> None:
    with pytest.raises(LinlabError, match=r"/dev/full cannot be written \(No space left"):
        write_weights(run_of("ties"), "/dev/full", kind)


@pytest.mark.parametrize("kind", WEIGHT_FORMATS)
def test_that_a_folder_one_may_not_write_into_is_told(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.chmod(0o500)
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # who may write everywhere
        monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(LinlabError, match="You are not allowed to write"):
        write_weights(run_of("ties"), tmp_path / "w", kind)
    tmp_path.chmod(0o700)
    assert list(tmp_path.iterdir()) == []
