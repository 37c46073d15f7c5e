"""Files of weights with numbers that no run has written: refused in a sentence, or used without a
warning."""

import json
import math
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linlab
from linlab.commands.cli import main
from linlab.engine.data.csvfile import write_csv
from linlab.engine.data.points import Points

WRITTEN = sorted((Path(__file__).parents[2] / "files" / "version-1" / "weights").glob("*.json"))
NUMBERS = (0, -1, 0.5, 3, 2**53, 1e20, 1e100, -1e155, 1e160, 1e300, -1.7e308, 1e-300, 5e-324)
FIELDS = ("weights", "bias", "counts", "points", "waves", "votes", "counting", "members", "weighing")  # fmt: skip


def leaves(value: Any, path: tuple = ()) -> list[tuple]:
    if isinstance(value, dict | list):
        inside = value.items() if isinstance(value, dict) else enumerate(value)
        return [leaf for key, each in inside for leaf in leaves(each, (*path, key))]
    return [path]


def at(value: Any, path: tuple) -> Any:
    for key in path:
        value = value[key]
    return value


def put(value: Any, path: tuple, number: Any) -> None:
    at(value, path[:-1])[path[-1]] = number


@pytest.mark.parametrize("seed", range(8))
def test_that_changed_weights_are_refused_in_a_sentence_or_answer_without_a_warning(
    seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    r, answered = random.Random(seed), 0
    for _ in range(60):
        obj = json.loads(r.choice(WRITTEN).read_text(encoding="utf-8"))
        numbers = [path for path in leaves(obj) if path[0] in FIELDS]
        if r.random() < 0.5:  # one field as a whole
            kind, factor = r.choice(numbers)[0], r.choice(NUMBERS)
            for path in numbers:
                found = at(obj, path)
                if path[0] == kind and isinstance(found, int | float) and math.isfinite(found * factor):  # fmt: skip
                    put(obj, path, found * factor)
        else:
            for _ in range(r.choice((1, 2, 5))):
                put(obj, r.choice(numbers), r.choice(NUMBERS))
        if "counts" in obj:
            obj["weights"] = obj["bias"] = [None]  # the counts say it
        (tmp_path / "w.json").write_text(json.dumps(obj), encoding="utf-8")
        size = r.choice((1.0, 1e-300, 1e-160, 1e50, 1e99))
        x = [(r.gauss(0, 2) * size, r.gauss(0, 2) * r.choice((1.0, size))) for _ in range(5)]
        write_csv(Points.of(x, list("ABABA")), tmp_path / "p.csv")
        files = (str(tmp_path / "w.json"), str(tmp_path / "p.csv"))
        code = main(["predict", *files, "--scores", "--probabilities"])
        told = capsys.readouterr()
        assert code in (0, 2) and "Warning" not in told.err
        assert code == 0 or told.err.count("\n") == 1
        answered += code == 0
    assert answered > 0


@pytest.mark.parametrize("model", ["voted-perceptron", "naive-bayes", "gaussian-naive-bayes"])
def test_that_counts_and_logs_that_no_run_has_are_refused(model: str, tmp_path: Path) -> None:
    good = json.loads((WRITTEN[0].parent / f"{model}.json").read_text(encoding="utf-8"))
    changes = {
        "voted-perceptron": [(("votes", "when", 0), 1e300), (("votes", "place", 0), 1e300),
                             (("votes", "place", 0), 0.5), (("votes", "when", 0), -1)],
        "naive-bayes": [(("counts", 0, 0), 1e300), (("counts", 0, 0), -3), (("counts", 1, -1), 2.0**60),
                        (("counts", 0, 1), 99)],
        "gaussian-naive-bayes": [(("counts", 0, 0), 1e90), (("counts", 0, 2), -5), (("counting", "scale"), 1e300),
                                 (("counts", 0, -1), -1)],
    }[model]  # fmt: skip
    for path, number in changes:
        obj = json.loads(json.dumps(good))
        put(obj, path, number)
        (tmp_path / "w.json").write_text(json.dumps(obj), encoding="utf-8")
        with pytest.raises(linlab.LinlabError, match="of the weights"):
            linlab.load_weights(tmp_path / "w.json")


@pytest.mark.parametrize("scale", [2.0**-900, 2.0**-500, 2.0**200])
def test_that_gaussians_of_very_small_and_very_large_points_answer_alike(scale: float) -> None:
    """log P(+, x) − log P(−, x) has no unit."""
    rng = np.random.default_rng(3)
    X = rng.normal(size=(20, 2)) + np.repeat([[0.0, 0.0], [2.0, 1.0]], 10, axis=0)
    y = ["a"] * 10 + ["b"] * 10
    plain, scaled = (linlab.train("gaussian-naive-bayes", X * s, y, epochs=1) for s in (1.0, scale))
    wanted = [sum(normal(x[j], X[10:, j]) - normal(x[j], X[:10, j]) for j in (0, 1)) for x in X]
    np.testing.assert_allclose(plain.scores(X)[:, 0], wanted, rtol=1e-9)
    np.testing.assert_allclose(scaled.scores(X * scale)[:, 0], wanted, rtol=1e-9)
    assert scaled.measures().mistakes == plain.measures().mistakes


def normal(x: float, sample: Any) -> float:
    """log N(x; mean, variance) of a sample."""
    return -0.5 * (math.log(2 * math.pi * sample.var()) + (x - sample.mean()) ** 2 / sample.var())
