"""Trained weights: what is written stands alone, reads back as the same model, and is checked
before it is used."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linlab
from linlab import Run
from linlab.engine.data.points import Points
from linlab.engine.document.document import Change, Document
from linlab.engine.export.weights.weights_json import load_weights, weights_json
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.spaces import is_dual
from linlab.engine.train.models import Bayes
from linlab.engine.train.moment import Moment
from linlab.engine.train.trace import Trace
from tests.engine.plane import plane_catalog, plane_spaces
from tests.engine.teams import others

X = np.random.default_rng(1).normal(size=(40, 2))
TWO = np.where(X[:, 0] + X[:, 1] ** 2 > 0.5, "yes", "no")
THREE = np.where(X[:, 0] > 0.5, 2, np.where(X[:, 1] > 0, 1, 0))
PLANE = np.random.default_rng(2).normal(size=(60, 2)) * 3
SPACES = [
    (model, {"space": space})
    for model, recipe in plane_catalog().items()
    for space in plane_spaces()
    if "space" in recipe.parameters
    if recipe.counting is None or not is_dual(space)
]
COUNTS: list[tuple[str, dict[str, Any]]] = [
    ("naive-bayes", {}),
    ("naive-bayes", {"bins": 5, "smoothing": 1}),
    ("gaussian-naive-bayes", {}),
]


def no_constant(name: str) -> float:
    raise AssertionError(f"{name} is not JSON")


def written(run: Run, path: Path) -> dict[str, Any]:
    run.save(path)
    obj = json.loads(path.read_text(encoding="utf-8"), parse_constant=no_constant)
    assert isinstance(obj, dict)
    return obj


def assert_same(run: Run, path: Path) -> None:
    run.save(path)
    read = load_weights(path)
    assert read.classes == run.classes
    assert [type(label) for label in read.classes] == [type(label) for label in run.classes]
    assert np.array_equal(
        read.scores(PLANE), run.scores(PLANE), equal_nan=True
    )  # of counts where no class is possible
    answers = read.predict(PLANE)
    assert answers.dtype == run.predict(PLANE).dtype
    assert np.array_equal(answers, run.predict(PLANE))
    if not run.model.team:
        assert np.array_equal(read.weights, run.weights, equal_nan=True)
        assert np.array_equal(read.bias, run.bias)
    if run.learner.recipe.loss.probabilistic:
        assert np.array_equal(read.probabilities(PLANE), run.probabilities(PLANE), equal_nan=True)


@pytest.mark.parametrize("labels", [TWO, THREE], ids=["two", "three"])
@pytest.mark.parametrize(("model", "settings"), SPACES + COUNTS)
def test_that_every_model_in_every_space_reads_back_the_same(
    model: str, settings: dict[str, Any], labels: Any, tmp_path: Path
) -> None:
    assert_same(linlab.train(model, X, labels, epochs=3, **settings), tmp_path / "w.json")


@pytest.mark.parametrize("space", ["linear", "rbf"])
@pytest.mark.parametrize("bias", ["free", "regularised", "none"])
@pytest.mark.parametrize("average", ["last", "mean", "voted", "best"])
def test_that_every_bias_and_read_out_reads_back_the_same(
    space: str, bias: str, average: str, tmp_path: Path
) -> None:
    run = linlab.train(
        "perceptron",
        X,
        THREE,
        epochs=3,
        split=(70, 30, 0),
        space=space,
        bias=bias,
        average=average,
        start="random",
    )
    assert_same(run, tmp_path / "w.json")


@pytest.mark.parametrize("t", [0, 1])
@pytest.mark.parametrize("model", plane_catalog())
def test_that_a_run_that_has_hardly_begun_can_be_saved(model: str, t: int, tmp_path: Path) -> None:
    assert_same(linlab.train(model, X, TWO, updates=t, others=others(model)), tmp_path / "w.json")


@pytest.mark.parametrize("model", ["svm", "voted-perceptron"])
def test_that_what_was_learnt_at_places_now_empty_is_saved(model: str, tmp_path: Path) -> None:
    points = Points.of(X, TWO)
    changed = Document(points, (Learner.of(model, space="rbf"),)).after(
        Change(60, points=points.remove([3, 4, 5]))
    )
    trace = Trace(changed)
    assert_same(
        Run(Moment.of(trace, 100), {name: name for name in points.classes}), tmp_path / "w.json"
    )


def test_that_the_file_alone_gives_the_scores_by_the_textbook_formula(tmp_path: Path) -> None:
    run = linlab.train("svm", X, TWO, epochs=5, space="monomial", degree=2)
    file = written(run, tmp_path / "w.json")
    a, b = PLANE.T
    features = {"x₁": a, "x₂": b, "x₁²": a * a, "x₁x₂": a * b, "x₂²": b * b}
    scores = file["bias"][0] + sum(
        w * features[n] for w, n in zip(file["weights"][0], file["features"], strict=True)
    )
    assert scores == pytest.approx(run.scores(PLANE)[:, 0], abs=1e-12)

    run = linlab.train("svm", X, TWO, epochs=5, space="rbf", gamma=0.7)
    file = written(run, tmp_path / "w.json")
    gamma, (f,) = file["settings"]["gamma"], file["bias"]
    for i, x in enumerate(PLANE):
        near = (math.exp(-gamma * math.dist(x, centre) ** 2) for centre in file["points"])
        score = f + sum(c * k for c, k in zip(file["weights"][0], near, strict=True))
        assert score == pytest.approx(run.scores(PLANE)[i, 0], abs=1e-12)


def test_that_the_file_says_how_the_run_went(tmp_path: Path) -> None:
    run = linlab.train("svm", X, TWO, epochs=5, split=(50, 25, 25), seed=3, lam=0.1)
    now, file = run.measures(), written(run, tmp_path / "w.json")
    assert (file["linlab-weights"], file["version"], file["model"]) == (
        1,
        linlab.__version__,
        "svm",
    )
    assert file["settings"]["lam"] == 0.1
    assert file["settings"]["alpha"] == 0.1
    assert "gamma" not in file["settings"]
    assert file["chosen"] == {"lam": 0.1}
    assert (file["objective"], file["mistakes"], file["t"], file["seed"]) == (
        now.objective,
        now.mistakes,
        run.t,
        3,
    )
    assert file["errors"] == {
        "train": now.train_error,
        "dev": now.dev_error,
        "test": now.test_error,
    }
    read = load_weights(tmp_path / "w.json")
    assert (read.objective, read.mistakes, read.t, read.seed) == (
        now.objective,
        now.mistakes,
        run.t,
        3,
    )
    assert (read.learner, read.errors) == (run.learner, file["errors"])


@pytest.mark.parametrize(
    "labels", [["a", "b"], [0, 1], [-0.5, 2.5], [False, True], [1, "x"], [np.int64(3), np.int64(7)]]
)
def test_that_labels_keep_their_type(labels: list[Any], tmp_path: Path) -> None:
    run = linlab.train("perceptron", [(0, 0), (1, 1)], labels, epochs=1)
    run.save(tmp_path / "w.json")
    read = load_weights(tmp_path / "w.json")
    plain = [label.item() if isinstance(label, np.generic) else label for label in run.classes]
    assert list(read.classes) == plain
    assert [type(label) for label in read.classes] == [type(label) for label in plain]


def test_that_a_diverged_run_is_still_strict_json(tmp_path: Path) -> None:
    with np.errstate(all="ignore"):
        run = linlab.train("svm", X, TWO, epochs=5, alpha=1e6, lam=1e6)
        assert run.diverged
        file = written(run, tmp_path / "w.json")
        assert file["objective"] is None or math.isfinite(file["objective"])
        assert_same(run, tmp_path / "w.json")


GARBAGE: list[Any] = [
    None,
    True,
    -1,
    2**80,
    10**400,
    1.5,
    "x",
    "",
    [],
    [[]],
    [None],
    [["a"]],
    {},
    {"a": 1},
    [1, 2],
    [[1, 2], [3]],
]


def complaint(path: Path) -> str:
    """What reading a file complains about; if nothing, the scores are numbers."""
    try:
        read = load_weights(path)
    except LinlabError as error:
        return str(error)
    if isinstance(read.model, Bayes):
        assert not np.isnan(read.model.joint(PLANE)).any()  # a logarithm of 0 is −∞
    else:
        assert np.isfinite(read.scores(PLANE)).all()
    return ""


@pytest.mark.parametrize(
    ("model", "settings"),
    [
        ("svm", {}),
        ("svm", {"space": "rbf"}),
        ("logistic", {"space": "fourier", "features": 3}),
        ("voted-perceptron", {}),
        *COUNTS,
    ],
)
def test_that_a_broken_file_is_refused_in_words(
    model: str, settings: dict[str, Any], tmp_path: Path
) -> None:
    good = json.loads(weights_json(linlab.train(model, X[:9], TWO[:9], epochs=1, **settings)))
    told_only = {"features", "tables", "objective"}  # a prediction does not need these
    inner = [
        (name, key) for name in ("waves", "votes", "counting") if name in good for key in good[name]
    ]
    path = tmp_path / "w.json"
    for place in [*((name,) for name in good), *inner]:
        for value in ["missing", *GARBAGE]:
            obj = json.loads(json.dumps(good))
            holder = obj if len(place) == 1 else obj[place[0]]
            if value == "missing":
                del holder[place[-1]]
            else:
                holder[place[-1]] = value
            path.write_text(json.dumps(obj), encoding="utf-8")
            told = complaint(path)
            assert told == "" or (told.startswith("w.json: ") and told.endswith("."))
            assert told or value != "missing" or place[0] in told_only


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "not a weights file"),
        ("x1,x2,label\n1,2,a\n", "not a weights file"),
        ("[1, 2]", "not a weights file"),
        ('{"linlab": 1}', "not a weights file"),
        ('{"linlab-weights": 99}', "newer linlab"),
        ('{"linlab-weights": "1"}', "whole number"),
        ('{"linlab-weights": 1', "broken"),
        ('{"linlab-weights": NaN}', "NaN"),
        ('{"linlab-weights": 1, "t": ' + "9" * 5000 + "}", "broken"),
        ('{"linlab-weights": 1, "a": ' + "[" * 100_000, "broken"),
    ],
)
def test_that_a_foreign_file_is_refused_in_words(text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "w.json").write_text(text, encoding="utf-8")
    with pytest.raises(LinlabError, match=told):
        load_weights(tmp_path / "w.json")


def test_that_weights_changed_by_hand_must_agree_with_the_rest(tmp_path: Path) -> None:
    good = json.loads(weights_json(linlab.train("naive-bayes", X, TWO, epochs=1, smoothing=1)))
    good["weights"][0][0] += 1
    (tmp_path / "w.json").write_text(json.dumps(good), encoding="utf-8")
    with pytest.raises(LinlabError, match="does not agree"):
        load_weights(tmp_path / "w.json")


def test_that_a_missing_file_and_a_folder_are_told(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        with pytest.raises(LinlabError, match="cannot be read"):
            load_weights(path)


def test_that_points_must_be_points(tmp_path: Path) -> None:
    linlab.train("svm", X, TWO, epochs=1).save(tmp_path / "w.json")
    read = load_weights(tmp_path / "w.json")
    assert read.predict((1, 2)).shape == (1,)
    assert read.predict([]).shape == (0,)
    wrong: list[Any] = [[[1, 2, 3]], "ab", [[np.nan, 1]]]
    for x in wrong:
        with pytest.raises(LinlabError):
            read.predict(x)
    with pytest.raises(LinlabError, match="not probabilities"):
        read.probabilities(X)


def test_that_a_vote_that_began_in_mid_run_is_read_back_as_it_was(tmp_path: Path) -> None:
    points = Points.of(X, TWO)
    change = Change(50, learners=(Learner.of("voted-perceptron"),))
    trace = Trace(Document(points, (Learner.of("perceptron"),), timeline=(change,)))
    run = Run(Moment(trace, 90), {name: name for name in points.classes})
    (tmp_path / "w.json").write_text(weights_json(run), encoding="utf-8")
    np.testing.assert_array_equal(
        load_weights(tmp_path / "w.json").scores(PLANE), run.scores(PLANE)
    )
