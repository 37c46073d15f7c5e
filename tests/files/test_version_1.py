"""Files that version 1 wrote mean today what they meant then."""

import csv
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linlab.app.session.autosaves import read as read_autosave
from linlab.engine.document.document import Document
from linlab.engine.learner.parameters import PARAMETERS
from tests.engine import textbook
from tests.files.facts import PLACES, document_facts, lesson_facts, plain, weights_facts

FOLDER = Path(__file__).parent / "version-1"
FACTS = {
    kind: json.loads((FOLDER / f"facts-of-{kind}.json").read_text(encoding="utf-8"))
    for kind in ("documents", "lessons", "weights")
}
LOOPS = ("perceptron", "mira", "svm", "pegasos", "logistic")
OTHER_FORMATS = ("svm", "naive-bayes-smoothed", "naive-bayes-of-three-classes")


def differences(then: Any, now: Any, tolerance: float, where: str = "") -> list[str]:
    """Where two facts are not the same, in words."""
    if isinstance(then, dict) and isinstance(now, dict):
        if strange := unequal_fields(then, now, where):
            return [f"{where}: fields {sorted(strange)}"]
        return [
            each
            for name in then
            for each in differences(then[name], now[name], tolerance, f"{where}/{name}")
        ]
    if isinstance(then, list) and isinstance(now, list):
        if len(then) != len(now):
            return [f"{where}: {len(then)} then, {len(now)} now"]
        pairs = enumerate(zip(then, now, strict=True))
        return [
            each for k, (a, b) in pairs for each in differences(a, b, tolerance, f"{where}/{k}")
        ]
    if isinstance(then, float) and isinstance(now, int | float):
        near = math.isclose(then, now, rel_tol=tolerance, abs_tol=tolerance)
        return [] if near else [f"{where}: {then} then, {now} now"]
    return [] if then == now else [f"{where}: {then} then, {now} now"]


def unequal_fields(then: dict[str, Any], now: dict[str, Any], where: str) -> set[str]:
    """The fields that only one side has; a setting that came later and has its default is none."""
    fields = then.keys() ^ now.keys()
    if not where.endswith("/settings"):
        return fields
    later = {name for name in now.keys() - then.keys() if name in PARAMETERS}
    return fields - {name for name in later if now[name] == plain(PARAMETERS[name].default)}


def test_that_a_setting_that_came_later_may_have_no_value_but_its_default() -> None:
    name = "bigrams"
    default = plain(PARAMETERS[name].default)
    assert differences({"settings": {}}, {"settings": {name: default}}, 0.0) == []
    assert differences({"settings": {}}, {"settings": {name: "other"}}, 0.0)
    assert differences({"settings": {}}, {"settings": {"unknown": default}}, 0.0)
    assert differences({"settings": {name: default}}, {"settings": {}}, 0.0)
    assert differences({"runs": {}}, {"runs": {name: default}}, 0.0)


def tolerance_of(name: str) -> float:
    return 1e-6 if "solvers" in name else 1e-12


@pytest.mark.parametrize("name", FACTS["documents"])
def test_that_a_document_of_version_1_means_the_same(name: str) -> None:
    document = Document.load(FOLDER / "documents" / f"{name}.linlab")
    then = FACTS["documents"][name]
    assert differences(then, plain(document_facts(document)), tolerance_of(name)) == []


@pytest.mark.parametrize("name", FACTS["documents"])
def test_that_a_document_of_version_1_means_the_same_after_it_was_saved_again(
    name: str, tmp_path: Path
) -> None:
    document = Document.load(FOLDER / "documents" / f"{name}.linlab")
    document.save(tmp_path / "again.linlab")
    again = Document.load(tmp_path / "again.linlab")
    assert again == document and again.look == document.look
    then = FACTS["documents"][name]
    now = plain(document_facts(again))
    for part in ("points", "learners", "later learners"):
        assert differences(then[part], now[part], 0.0) == []


@pytest.mark.parametrize("name", FACTS["documents"])
def test_that_nothing_of_a_document_of_version_1_is_lost_when_it_is_saved_again(name: str) -> None:
    file = FOLDER / "documents" / f"{name}.linlab"
    then = json.loads(file.read_text(encoding="utf-8"))
    now = json.loads(json.dumps(Document.load(file).to_json()))
    assert missing(then, now) == []
    assert now["linlab"] == 1  # nothing in it depends on what came later


def missing(then: Any, now: Any, where: str = "") -> list[str]:
    """What was there and is not there any more; more may be there."""
    if isinstance(then, dict) and isinstance(now, dict):
        return [
            each for name in then for each in missing(then[name], now.get(name), f"{where}/{name}")
        ]
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        pairs = enumerate(zip(then, now, strict=True))
        return [each for k, (a, b) in pairs for each in missing(a, b, f"{where}/{k}")]
    return [] if then == now else [f"{where}: {then} then, {now} now"]


def test_that_the_documents_have_every_model_and_every_setting_changed() -> None:
    texts = [file.read_text(encoding="utf-8") for file in (FOLDER / "documents").iterdir()]
    learners = [learner for text in texts for learner in json.loads(text)["learners"]]
    assert all(json.loads(text)["linlab"] == 1 for text in texts)
    assert {learner["model"] for learner in learners} >= {"perceptron", "naive-bayes", "stacking"}
    chosen = {name for learner in learners for name in learner["settings"]}
    of_version_1 = {name for each in FACTS["documents"].values() for learner in each["learners"]
                    for name in learner["settings"]}  # fmt: skip
    assert chosen == of_version_1 and chosen <= set(PARAMETERS)


def test_that_an_autosave_of_version_1_means_the_same() -> None:
    found = read_autosave(FOLDER / "autosave.linlab")
    assert found.origin == Path("/somewhere/frogs.linlab") and found.t == 4
    then = FACTS["documents"]["data-frog"]
    assert differences(then, plain(document_facts(found.document)), 1e-12) == []


@pytest.mark.parametrize("file", ["counts", "counts.linlesson"])
def test_that_a_lesson_of_version_1_means_the_same(file: str) -> None:
    now = plain(lesson_facts(FOLDER / "lessons" / file))
    assert differences(FACTS["lessons"]["counts"], now, 1e-12) == []


@pytest.mark.parametrize("name", FACTS["weights"])
def test_that_weights_of_version_1_mean_the_same(name: str) -> None:
    now = plain(weights_facts(FOLDER / "weights" / f"{name}.json"))
    assert differences(FACTS["weights"][name], now, 1e-12) == []


@pytest.mark.parametrize("name", OTHER_FORMATS)
@pytest.mark.parametrize("kind", ["py", "sklearn"])
def test_that_exported_programs_of_version_1_answer_as_the_weights_do(name: str, kind: str) -> None:
    names: dict[str, Any] = {}
    exec((FOLDER / "weights" / f"{name}.{kind}.txt").read_text(encoding="utf-8"), names)
    said = names["predict"](PLACES) if kind == "py" else names["model"].predict(np.array(PLACES))
    assert [str(each) for each in said] == FACTS["weights"][name]["says"]


@pytest.mark.parametrize("name", OTHER_FORMATS)
def test_that_numbers_in_other_formats_of_version_1_are_those_of_the_weights(name: str) -> None:
    then = FACTS["weights"][name]
    with np.load(FOLDER / "weights" / f"{name}.npz", allow_pickle=False) as arrays:
        held = {key: arrays[key] for key in arrays.files}
    if then["model"] == "svm":
        assert plain(held["weights"]) == then["weights"] and plain(held["bias"]) == then["bias"]
    else:
        weights = json.loads((FOLDER / "weights" / f"{name}.json").read_text(encoding="utf-8"))
        assert held["counts"].tolist() == weights["counts"]
    text = (FOLDER / "weights" / f"{name}.csv").read_text(encoding="utf-8")
    table = [row for row in csv.reader(text.splitlines()) if row and not row[0].startswith("#")]
    numbers = [float(cell) for row in table for cell in row if is_number(cell)]
    if len(then["classes"]) == 2 and then["model"] == "naive-bayes":  # a log of each class there
        numbers = [a - b for a in numbers for b in numbers]
    wanted = [each for row in then["weights"] for each in row if isinstance(each, float)]
    assert all(np.isclose(each, numbers, rtol=1e-12).any() for each in wanted)


def is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


# The facts themselves, by loops that know nothing of the engine


@pytest.mark.parametrize("classes", ["", "-of-three-classes"])
@pytest.mark.parametrize("kind", [*LOOPS, "averaged-perceptron"])
def test_that_the_facts_of_version_1_are_those_of_a_textbook_loop(kind: str, classes: str) -> None:
    file = FOLDER / "documents" / f"model-{kind}{classes}.linlab"
    stored = json.loads(file.read_text(encoding="utf-8"))
    X, y, mistakes = np.array(stored["points"]["x"]), stored["points"]["label"], 0
    bias = "regularised" if kind == "pegasos" else "free"
    loop = textbook.multiclass if classes else textbook.binary
    own = "perceptron" if kind == "averaged-perceptron" else kind
    alpha = 1.0 if own == "perceptron" else 0.1
    order = textbook.shuffled(len(X), stored["seed"])
    thetas = [np.zeros((3 if classes else 1, 3))]
    thetas += map(np.array, loop(own, X, y, 30, bias, order, lam=0.01, alpha=alpha))
    for moment in FACTS["documents"][f"model-{kind}{classes}"]["runs"][0]:
        t = moment["t"]
        theta = np.mean(thetas[1 : t + 1], axis=0) if kind != own and t else thetas[t]
        np.testing.assert_allclose(moment["weights"], theta[:, :2], rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(moment["bias"], theta[:, 2], rtol=1e-12, atol=1e-12)
        mistakes = sum(is_mistake(thetas[k], X[order(k + 1)], y[order(k + 1)]) for k in range(t))
        assert moment["mistakes"] == mistakes
        scores = [theta @ [*place, 1.0] for place in PLACES]
        np.testing.assert_allclose(moment["scores"], scores, rtol=1e-12, atol=1e-12)


def is_mistake(theta: Any, x: Any, label: int) -> bool:
    scores = theta @ [*x, 1.0]
    if len(theta) == 1:
        return bool((2 * label - 1) * scores[0] <= 0)
    return bool(scores[label] <= np.delete(scores, label).max())


@pytest.mark.parametrize("classes", [2, 3])
def test_that_the_facts_of_naive_bayes_of_version_1_are_plain_counts(classes: int) -> None:
    name = "model-naive-bayes" + ("-of-three-classes" if classes == 3 else "")
    stored = json.loads((FOLDER / "documents" / f"{name}.linlab").read_text(encoding="utf-8"))
    X, y = np.array(stored["points"]["x"]), np.array(stored["points"]["label"])
    low, width = X.min(axis=0), np.ptp(X, axis=0) / 3
    order = textbook.shuffled(len(X), stored["seed"])
    compared = 0
    for moment in FACTS["documents"][name]["runs"][0]:
        seen = [order(t) for t in range(1, moment["t"] + 1)]
        for place, scores in zip(PLACES, moment["scores"], strict=True):
            joint = [product(X, y, seen, c, place, low, width) for c in range(classes)]
            if not any(joint):
                continue
            logs = [math.log(each) if each else -math.inf for each in joint]
            wanted = [logs[1] - logs[0]] if classes == 2 else logs
            np.testing.assert_allclose([float(each) for each in scores], wanted, rtol=1e-12)
            compared += 1
    assert compared >= 6


def product(X: Any, y: Any, seen: list[int], c: int, place: Any, low: Any, width: Any) -> float:
    """P(c) Π P(bin|c) by plain counts of the examples seen."""
    bins = np.clip(np.floor((X - low) / width), 0, 2)
    here = np.clip(np.floor((np.array(place) - low) / width), 0, 2)
    own = [i for i in seen if y[i] == c]
    out = len(own) / len(seen) if own else 0.0
    for j in range(2):
        out *= sum(bins[i, j] == here[j] for i in own) / len(own) if own else 0.0
    return out
