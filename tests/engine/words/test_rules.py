"""The printed rule is the update that is made: each rule, carried out to the letter, gives the weights
of the run."""

import itertools
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

import linlab
from linlab import Run
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.optimisers import OPTIMISERS
from linlab.engine.learner.rates import RATES
from linlab.engine.words.rules import rule
from tests.engine import textbook
from tests.engine.plane import plane_catalog, plane_learning
from tests.engine.printed_rule import carry_out

UPDATES = [
    key
    for key, recipe in plane_learning().items()
    if not recipe.counting and not Learner.of(key).optimiser.solver
]
STEPS = [name for name, optimiser in OPTIMISERS.items() if not optimiser.solver]
NUMBERS = {"alpha": 0.3, "lam": 0.2, "momentum": 0.7, "t0": 5, "C": 0.4}


def learners() -> list[Learner]:
    """Every model with every bias, penalty, space and batch, and every optimiser and rate."""
    found: dict[Learner, None] = {}
    tables: list[tuple[str, list[Any]]] = [
        ("bias", ["free", "regularised", "none"]),
        ("penalty", ["l2", "l1", "none"]),
        ("space", ["linear", "rbf"]),
        ("batch", [1, 5]),
    ]
    more = (
        [("optimiser", name) for name in STEPS]
        + [("rate", name) for name in RATES]
        + [("lam", 0.0)]
    )
    for model, extra in itertools.product(UPDATES, more):
        knobs = plane_catalog()[model].parameters
        plain = {
            name: value
            for name, value in NUMBERS.items()
            if name in knobs and (name != "C" or "lam" not in knobs)
        }
        for values in itertools.product(*(values for _, values in tables)):
            chosen = {
                **plain,
                **dict(zip((name for name, _ in tables), values, strict=True)),
                extra[0]: extra[1],
            }
            if extra[0] == "rate" and (chosen["space"], chosen["batch"]) != ("linear", 1):
                continue
            with suppress(LinlabError):
                found[
                    Learner.of(
                        model, **{name: value for name, value in chosen.items() if name in knobs}
                    )
                ] = None
    return list(found)


LEARNERS = learners()


def same(learner: Learner, classes: int, updates: int = 8) -> None:
    X, y = textbook.data(classes, n=12)
    run = linlab.train(learner.model, X, y, order="cyclic", updates=0, **dict(learner.chosen))
    latex = rule(learner, classes).split(r", \quad \bar")[0].split(r", \quad \hat y")[0]
    known = symbols(run)
    for t in range(1, updates + 1):
        step = run.at(t - 1).step()
        before = {name: known[name] for name in ("a", "w", "b") if name in known}
        examples = step.examples.tolist()
        known = carry_out(
            latex, {**known, **facts(run, known, y, t), "many": len(examples)}, examples
        )
        known.update({f"{name}_last": value for name, value in before.items()})
        weights, bias = run.problem.split(run.at(t).theta)
        made = [weights, bias[:, None]] if run.problem.constant else [weights]
        names = ["a" if learner.dual else "w", *(["b"] if run.problem.constant else [])]
        for a, b in zip([known[name] for name in names], made, strict=True):
            np.testing.assert_allclose(
                a, b, rtol=1e-9, atol=1e-11, err_msg=f"{learner} update {t}: {latex}"
            )


def symbols(run: Run) -> dict[str, Any]:
    """The weights at the start, as the rule names them, and what an optimiser remembers: nothing."""
    learner, zero = run.learner, np.zeros_like(run.theta)
    weights, bias = zero[:, :-1], zero[:, -1:]
    numbers = {
        "alpha": learner["alpha"],
        "lam": learner.decay,
        "mu": learner["momentum"],
        "t0": learner["t0"],
        "C": learner["C"],
        "u": 0.0,
        "v": 0.0,
        "squares": 0.0,
    }
    name = "a" if learner.dual else "w"
    has_bias = learner["bias"] != "none" and run.problem.constant
    own = {name: weights, "b": bias} if has_bias else {name: zero}
    return {**numbers, **own, **{f"{name}_last": value for name, value in own.items()}}


def facts(run: Run, known: dict[str, Any], y: Any, t: int) -> dict[str, Any]:
    """φ, the scores and the labels of the examples, worked out here."""
    learner, X, classes = run.learner, run.problem.x, sorted(set(y))
    two, rows, n = len(classes) == 2, 1 if len(classes) == 2 else len(classes), len(y)
    label = [classes.index(name) for name in y]
    if learner.dual:
        gram = np.exp(-np.sum((X[:, None] - X) ** 2, axis=2)) + (learner["bias"] == "regularised")
        scores = known["a"] @ gram + known.get("b", 0.0)
    else:
        constant = learner["bias"] != "none"
        scores = known["w"] @ X.T + (known["b"] if constant else 0.0)
    grown = np.exp(scores - scores.max(axis=0))
    P = grown / grown.sum(axis=0) if not two else None
    rival = [
        max((c for c in range(rows) if c != label[i]), key=lambda c: (scores[c, i], -c), default=0)
        for i in range(n)
    ]
    margin = [
        scores[label[i], i] - scores[rival[i], i] if not two else (2 * label[i] - 1) * scores[0, i]
        for i in range(n)
    ]
    square = None if learner.dual else [float(X[i] @ X[i]) for i in range(n)]
    here, signs = np.eye(n), 2.0 * np.array(label) - 1.0
    return {
        "t": t,
        "label": label,
        "rival": rival,
        "phi": lambda i: X[i][None],
        "summed": lambda i: known["a"] @ gram[:, [i]],
        "unit": lambda i: here[[i]],
        "sign_of": lambda i: signs[[i]][None],
        "of_label": lambda i: np.eye(rows)[:, [label[i]]],
        "of_rival": lambda i: np.eye(rows)[:, [rival[i]]],
        "label_score": lambda i: scores[label[i], i],
        "rival_score": lambda i: scores[rival[i], i],
        "prob": lambda i: 1 / (1 + np.exp(-margin[i])),
        "probs": lambda i: P[:, [i]],
        "own": lambda i: known["a"][:, [i]],
        "loss": lambda i: max(0.0, 1 - margin[i]),
        "square": lambda i: square[i],
        "with_itself": lambda i: 1.0,
        "margin": lambda i: margin[i],
        "scores": lambda i: scores[:, [i]],
        "longest": (1.0 if square is None else max(square)) + (learner["bias"] != "none"),
    }


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("model", UPDATES)
def test_that_the_rule_carried_out_to_the_letter_is_the_update(model: str, classes: int) -> None:
    mine = [learner for learner in LEARNERS if learner.model == model]
    assert len(mine) >= 6
    for learner in mine:
        same(learner, classes)


@pytest.mark.parametrize("bias", ["free", "regularised", "none"])
@pytest.mark.parametrize("model", ["svm", "pegasos"])
def test_that_a_rule_shrinks_what_an_update_without_a_pull_shrinks(model: str, bias: str) -> None:
    """Run until an example does not pull, and look what has moved: w alone, or b too."""
    X, y = textbook.data(2)
    run = linlab.train(
        model, 4 * X + np.where(y == "b", 6.0, -6.0)[:, None], y, bias=bias, lam=0.1, updates=0
    )
    step = next(step for step in (run.at(t).step() for t in range(2, 200)) if not step.pulls.any())
    w_moves = bool((step.after[0, :2] != step.before[0, :2]).all())
    b_moves = bias != "none" and step.after[0, 2] != step.before[0, 2]
    text = rule(run.learner, 2)
    rate = r"\alpha" if model == "svm" else r"\alpha_t"
    factor = rf"(1 - {rate}\lambda)"
    assert (r"\alpha_t = \frac{1}{\lambda t}" in text) == (model == "pegasos")
    assert w_moves and r"0 & \mathrm{otherwise}" in text and r"\quad \mathrm{if}" not in text
    assert rf"w \leftarrow {factor} w +" in text
    assert (rf"b \leftarrow {factor} b +" in text) == b_moves
    assert (r"b \leftarrow b +" in text) == (bias == "free")


@pytest.mark.parametrize("model", ["svm", "perceptron", "mira"])
def test_that_a_rule_says_if_where_nothing_else_moves(model: str) -> None:
    text = rule(Learner.of(model, **({"lam": 0} if model == "svm" else {})), 3)
    assert r"\mathrm{if}" in text and "cases" not in text


def test_that_there_is_no_rate_in_a_rule_that_has_none() -> None:
    for penalty in ("l1", "l2", "none"):
        text = rule(Learner.of("svm", optimiser="adadelta", penalty=penalty), 2)
        assert r"\alpha" not in text
        assert (r"h \lambda, 0)" in text) == (penalty == "l1")
