"""Naive Bayes where counts are 0: probabilities are exactly 0, and their logarithms −∞."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import linlab
from linlab import Run
from linlab.engine.data.datasets import make_points
from linlab.engine.learner.counting.gaussians import Gaussian
from linlab.engine.words.arithmetic import arithmetic
from linlab.engine.words.explain import explain
from tests.engine import textbook

BINS = 4


def places() -> Any:
    return np.random.default_rng(7).normal(size=(60, 2)) * 2


def fractions(run: Run, x: Any, y: Any, t: int, smoothing: Any, at: Any) -> list[list[Fraction]]:
    """P(y, x) of each place and class by counting the first t examples, in whole numbers."""
    low, high = x.min(axis=0), x.max(axis=0)

    def cut(place: Any) -> tuple[int, ...]:
        return tuple(
            int(np.clip(np.floor((place[j] - low[j]) / ((high[j] - low[j]) / BINS)), 0, BINS - 1))
            for j in (0, 1)
        )

    seen = [(label, cut(place)) for label, place in zip(y[:t], x[:t], strict=True)]
    table = []
    for where in map(cut, at):
        row = []
        for c in run.classes:
            own = [bins for label, bins in seen if label == c]
            p = Fraction(len(own), t)
            for j in (0, 1):
                of = len(own) + smoothing * BINS
                p *= (
                    Fraction(sum(bins[j] == where[j] for bins in own) + smoothing, of)
                    if of
                    else Fraction(1, BINS)
                )
            row.append(p)
        table.append(row)
    return table


@pytest.mark.parametrize("smoothing", [0, 1])
@pytest.mark.parametrize("classes", [2, 3])
def test_that_every_probability_is_that_of_a_count_in_fractions(
    classes: int, smoothing: int
) -> None:
    X, y = textbook.data(classes)
    X[0] = X.max(axis=0) + 1.0  # a corner where hardly anything is
    start = linlab.train(
        "naive-bayes", X, y, bins=BINS, smoothing=smoothing, order="cyclic", updates=0
    )
    kinds = {"impossible": 0, "undecided": 0, "possible": 0}
    for t in (1, 2, 3, 4, 7, len(X)):
        run = start.at(t)
        table = fractions(run, X, y, t, smoothing, places())
        joint, scores, chances, answers = (
            f(places()) for f in (run.joint, run.scores, run.probabilities, run.predict)
        )
        for k, row in enumerate(table):
            assert joint[k] == pytest.approx([float(p) for p in row], rel=1e-12, abs=0)
            total, best = sum(row), run.classes[row.index(max(row))]
            if not total:
                kinds["undecided"] += 1
                assert np.isnan(scores[k]).all()
                assert np.isnan(chances[k]).all()
                assert answers[k] == run.classes[0]
                continue
            kinds["impossible"] += 0 in row
            kinds["possible"] += 0 not in row
            assert chances[k] == pytest.approx([float(p / total) for p in row], rel=1e-12, abs=0)
            assert row[run.classes.index(answers[k])] == max(row), best
            logs = [math.log(p) if p else -math.inf for p in row]
            assert scores[k] == pytest.approx(
                [logs[1] - logs[0]] if classes == 2 else logs, rel=1e-9, abs=1e-9
            )
    assert kinds["impossible"]
    assert bool(kinds["undecided"]) == (smoothing == 0)
    assert kinds["possible"] or smoothing == 0


@pytest.mark.parametrize("model", ["naive-bayes", "gaussian-naive-bayes"])
@pytest.mark.parametrize("classes", [2, 3])
def test_that_a_class_never_counted_is_impossible(model: str, classes: int) -> None:
    X, y = textbook.data(classes)
    run = linlab.train(model, X, y, order="cyclic", updates=1)
    counted = run.classes.index(y[0])
    assert run.probabilities(X[0])[0].tolist() == [float(c == counted) for c in range(classes)]
    joint = run.model.joint(places())  # type: ignore[union-attr]
    assert (np.delete(joint, counted, axis=1) == -np.inf).all()
    if model == "gaussian-naive-bayes":  # a density is above 0 everywhere
        assert (run.predict(places() * 100) == y[0]).all()
        assert (run.probabilities(places() * 100)[:, counted] == 1.0).all()
        assert (run.bias == -np.inf).any() if classes == 3 else np.isinf(run.bias).all()
    assert run.objective() == math.inf
    assert run.measures().objective == math.inf


@pytest.mark.parametrize("classes", [2, 3])
def test_that_the_objective_is_infinite_while_an_example_is_impossible(classes: int) -> None:
    X, y = textbook.data(classes)
    plain = {"bins": BINS, "smoothing": 0, "order": "cyclic"}
    run = linlab.train("naive-bayes", X, y, split=(70, 30, 0), updates=0, **plain)
    x, own = run.problem.x, [run.classes[c] for c in run.problem.y]
    end = len(x)
    for t in (1, 3, 8, end):
        table = fractions(run, x, own, t, 0, x)
        mine = [row[c] for row, c in zip(table, run.problem.y, strict=True)]
        wanted = math.inf if 0 in mine else -sum(map(math.log, mine)) / len(mine)
        assert run.at(t).objective() == pytest.approx(wanted)
    assert run.at(1).objective() == math.inf
    assert math.isfinite(run.at(end).objective())


def test_that_a_logarithm_of_0_makes_infinite_weights() -> None:
    X, y = textbook.data(3)
    run = linlab.train("naive-bayes", X, y, bins=BINS, smoothing=0, order="cyclic", updates=5)
    tables = run.tables()
    zero = np.concatenate([tables["P(x1|y)"], tables["P(x2|y)"]], axis=1) == 0
    assert zero.any()
    assert ((run.weights == -np.inf) == zero).all()
    assert run.measures().norm == math.inf
    assert math.isfinite(linlab.train("naive-bayes", X, y, smoothing=1).measures().norm)


@pytest.mark.parametrize("model", ["naive-bayes", "gaussian-naive-bayes"])
@pytest.mark.parametrize("classes", [2, 3])
def test_that_the_mistakes_are_those_of_answers_given_in_turn(model: str, classes: int) -> None:
    X, y = textbook.data(classes)
    run = linlab.train(model, X, y, order="cyclic", updates=0)
    wrong = 0
    for t, label in enumerate(y):
        joint = run.at(t).model.joint(X[t])[0]  # type: ignore[union-attr]
        others = np.delete(joint, run.classes.index(label))
        wrong += (
            joint[run.classes.index(label)] <= others.max()
        )  # a tie is a mistake, also among the impossible
        assert run.at(t + 1).measures().mistakes == wrong


def test_that_the_field_is_the_scores_of_its_places_whatever_is_impossible() -> None:
    xs, ys = np.linspace(-3, 3, 9), np.linspace(-2, 2, 7)
    across, up = np.meshgrid(xs, ys)
    for classes in (2, 3):
        X, y = textbook.data(classes)
        for model in ("naive-bayes", "gaussian-naive-bayes"):
            run = linlab.train(model, X, y, order="cyclic", updates=3)
            scores = run.scores(np.stack([across.ravel(), up.ravel()], axis=1))
            np.testing.assert_allclose(
                run.field(xs, ys).reshape(len(scores[0]), -1).T, scores, rtol=1e-9
            )


def test_that_examples_in_one_place_leave_gaussians_with_their_prior() -> None:
    X = [(0.1, 0.2), (0.1, 0.2), (0.1, 0.2), (5.0, 1.0), (7.0, -2.0)]
    run = linlab.train("gaussian-naive-bayes", X, list("abbab"), order="cyclic", updates=3)
    places = [(0.1, 0.2), (3.0, 3.0), (-4.0, 0.0)]
    np.testing.assert_allclose(run.probabilities(places), [[1 / 3, 2 / 3]] * 3, rtol=1e-6)


def test_that_a_variance_is_at_least_a_billionth_of_the_largest() -> None:
    X, y = textbook.data(2)
    X[:, 1] *= 3.0
    run = linlab.train("gaussian-naive-bayes", X, y, order="cyclic", updates=1)
    floor = 1e-9 * X.var(axis=0).max()
    counted = run.classes.index(y[0])
    np.testing.assert_allclose(run.tables()["variance"][counted], [floor, floor])
    counting = run.problem.counting
    assert isinstance(counting, Gaussian)
    alone = linlab.train("gaussian-naive-bayes", [(0, 0), (2, 2), (4, 4.5)], list("aab"))
    np.testing.assert_allclose(
        alone.tables()["variance"], [[1, 1], [1e-9 * np.var([0, 2, 4.5])] * 2]
    )


def test_that_plain_counts_cannot_be_improved_upon_and_smoothed_ones_can() -> None:
    """J is the mean of −log P(y, x), and P(bin|y) = count / all is its minimum."""
    X, y = textbook.data(2)
    plain, smooth = (linlab.train("naive-bayes", X, y, smoothing=s) for s in (0, 5))
    end = plain.t
    least = plain.objective()
    assert all(plain.at(t).objective() >= least for t in range(end))
    assert smooth.objective() > least


def shown(run: Run, t: int) -> dict[str, str]:
    step = run.trace.step(t)
    assert step is not None
    return {line.label: line.value for line in arithmetic(step, run.learner)}


def test_that_the_card_shows_what_is_impossible_as_such() -> None:
    run = linlab.train(
        "gaussian-naive-bayes", [(0, 0), (1, 1), (2, 0)], list("aba"), order="cyclic"
    )
    second = shown(run, 2)
    assert second["score"] == "s = −∞"
    assert second["margin m"] == "s = −∞"
    assert second["P(y|x)"] == "0"
    assert second["loss ℓ"] == "∞"
    assert second["examples of b"] == "0 + 1 = 1"
    three = linlab.train(
        "gaussian-naive-bayes", [(0, 0), (1, 1), (2, 0)], list("abc"), order="cyclic"
    )
    assert shown(three, 2)["scores"].endswith("b = −∞ · c = −∞")


@pytest.mark.parametrize("labels", ["aab", "abc"])
def test_that_the_card_says_where_no_class_has_been_seen(labels: str) -> None:
    plain = {"bins": 3, "smoothing": 0, "order": "cyclic"}
    run = linlab.train("naive-bayes", [(0, 0), (3, 3), (3, 0)], list(labels), **plain)
    second = shown(run, 2)
    assert second["P(y, x)"] == "0 for every class"
    assert second["P(y|x)"] == "0/0: no class has been seen there"
    assert second["loss ℓ"] == "∞"
    assert not {"score", "scores", "margin m"} & set(second)


def test_that_a_sure_answer_has_no_loss() -> None:
    plain = {"bins": 3, "smoothing": 0, "order": "cyclic"}
    run = linlab.train("naive-bayes", [(0, 0), (3, 3), (0, 0), (3, 3)], list("abab"), **plain)
    third = shown(run, 3)
    assert (third["score"], third["P(y|x)"], third["loss ℓ"]) == ("s = −∞", "1", "0")
    assert third["margin m"] == "∞, as no other class is possible here"


@pytest.mark.parametrize("smoothing", [0, 1])
def test_that_no_class_is_its_own_rival(smoothing: int) -> None:
    """Margins on iris, update by update, against counts in fractions."""
    points = make_points("iris")
    run = linlab.train(
        "naive-bayes", points, bins=BINS, smoothing=smoothing, order="cyclic", updates=0
    )
    x, y = run.problem.x, [run.classes[c] for c in run.problem.y]
    kinds = set()
    for t in range(1, len(x)):
        step = run.trace.step(t + 1)
        assert step is not None
        (row,) = fractions(run, x, y, t, smoothing, x[t : t + 1])
        own, rivals = row[step.labels[0]], [p for c, p in enumerate(row) if c != step.labels[0]]
        assert step.rivals[0] != step.labels[0]
        if not sum(row):
            continue
        kind = (
            "alone"
            if not any(rivals)
            else "ruled out"
            if not own
            else "tie"
            if own == max(rivals)
            else "rivalled"
        )
        kinds.add(kind)
        said = explain(step, run.learner)
        assert f"more than “{step.label}”" not in said
        assert f"as much as “{step.label}”" not in said
        assert ("no other class was possible" in said) == (kind == "alone")
        assert ("as much as" in said) == (kind == "tie")
        assert (step.margin == math.inf) == (kind == "alone")
        if kind in ("tie", "rivalled"):
            assert step.margin == pytest.approx(math.log(own / max(rivals)), abs=1e-12)
            assert (step.margin == 0) == (own == max(rivals))
    assert ("alone" if smoothing == 0 else "rivalled") in kinds


def test_that_exact_ties_go_to_the_lowest_class_whatever_logarithms_round_to(tmp_path: Any) -> None:
    """Also where the model was written to a file and read back, and in the program it is exported
    as."""
    X, y = [(0, 0), (2, 2), (0, 1), (0, 0), (1, 1), (2, 1)], [0, 1, 0, 0, 1, 1]
    run = linlab.train("naive-bayes", X, y, bins=3, smoothing=1)
    assert run.joint([(2, 0)])[0] == pytest.approx([1 / 24, 1 / 24])
    assert run.scores([(2, 0)]).tolist() == [[0.0]]
    assert run.predict([(2, 0)])[0] == 0
    for seed in range(30):
        rng = np.random.default_rng(seed)
        X, y = (
            rng.integers(0, 4, (14, 2)).astype(float),
            list(rng.permutation([0, 1, 2] * 4 + [0, 1])),
        )
        X[0], X[1], smoothing = 0, 3, [0, 1, 0.1, 0.37][seed % 4]
        run = linlab.train("naive-bayes", X, y, bins=4, smoothing=smoothing, order="cyclic")
        places = [(a, b) for a in range(4) for b in range(4)]
        table = fractions(run, X, y, len(X), Fraction(repr(smoothing)), places)
        lowest = [run.classes[row.index(max(row))] for row in table]
        assert run.predict(places).tolist() == lowest
        assert run.field(range(4), range(4)).argmax(axis=0).T.ravel().tolist() == lowest
        run.save(tmp_path / "weights.json")
        assert linlab.load_weights(tmp_path / "weights.json").predict(places).tolist() == lowest
        run.save(tmp_path / "model.py")
        names: dict[str, Any] = {"__name__": "model"}
        exec((tmp_path / "model.py").read_text(), names)
        assert names["predict"](places).tolist() == lowest


def test_that_the_frog_keeps_its_impossible_bins() -> None:
    """Without smoothing a bin that no frog of a class fell into rules the class out there."""
    run = linlab.train(
        "naive-bayes", make_points("frog"), bins=3, smoothing=0, order="cyclic", updates=2
    )
    assert np.isnan(run.probabilities([(2, 2)])).all() or run.probabilities([(2, 2)]).max() == 1.0
    whole = run.at(14)
    assert np.isfinite(whole.scores([(a, b) for a in range(3) for b in range(3)])).all()
