"""What a run means: each sentence on a run of which it is true, and on one of which it is not."""

import re

import numpy as np
import pytest

from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner
from linlab.engine.train.trace import Trace
from linlab.engine.words.meaning import MOST, RULES, Facts, findings

RNG = np.random.default_rng(3)
APART = np.r_[RNG.normal((-3, 0), 0.5, (20, 2)), RNG.normal((3, 0), 0.5, (20, 2))]
MIXED = RNG.normal(0, 1, (40, 2))
LABELS = ["A"] * 20 + ["B"] * 20


def run(x, learner: Learner, labels=LABELS, shares=(100, 0, 0)) -> Trace:
    return Trace(Document(Points.of(x, labels), (learner,), 0, shares))


def keys(facts: Facts) -> list[str]:
    """Everything that holds, not only the first two."""
    return [found.key for rule in RULES if (found := rule(facts)) is not None]


def sentence(facts: Facts, key: str) -> str:
    return next(f.sentence for rule in RULES if (f := rule(facts)) is not None and f.key == key)


def test_that_a_perceptron_on_separable_points_stops_by_itself_after_so_many_mistakes() -> None:
    trace = run(APART, Learner.of("perceptron"))
    facts = Facts(trace, 0, separable=True, most_mistakes=31)
    assert "stops by itself, after at most 31 mistakes." in sentence(facts, "separable")
    assert "separable" not in keys(Facts(trace, 0, separable=None))
    assert "separable" not in keys(Facts(trace, 0, separable=True, may_tell_the_end=False))
    assert "separable" not in keys(Facts(run(APART, Learner.of("svm")), 0, separable=True))


def test_that_a_perceptron_on_mixed_points_never_stops() -> None:
    text = sentence(
        Facts(run(MIXED, Learner.of("perceptron")), 0, separable=False), "not separable"
    )
    assert text.startswith("No line can separate") and "averaging" in text
    averaged = run(MIXED, Learner.of("averaged-perceptron"))
    assert "Try" not in sentence(Facts(averaged, 0, separable=False), "not separable")
    curved = run(MIXED, Learner.of("perceptron", space="rbf"))
    assert "“RBF" in sentence(Facts(curved, 0, separable=False), "not separable")
    assert "not separable" not in keys(Facts(run(MIXED, Learner.of("svm")), 0, separable=False))


def test_that_a_rate_too_large_is_named_while_the_loss_rises() -> None:
    x = 6 * MIXED
    wild = run(x, Learner.of("adaline", rate="constant", alpha=0.06, order="cyclic"))
    assert "rate too large" in keys(Facts(wild, 400))
    losses = [wild.sample(t).objective for t in (320, 360, 400)]
    assert losses[0] < losses[1] < losses[2]
    calm = run(x, Learner.of("adaline", rate="constant", alpha=0.001, order="cyclic"))
    assert "rate too large" not in keys(Facts(calm, 400))
    assert "rate too large" not in keys(Facts(run(MIXED, Learner.of("perceptron")), 400))


def test_that_converged_is_said_when_there_is_no_further_step() -> None:
    trace = run(APART, Learner.of("perceptron"))
    assert "converged" in keys(Facts(trace, 80, finished="an epoch without a mistake"))
    assert "converged" not in keys(Facts(trace, 80))
    assert "converged" not in keys(Facts(trace, 80, finished="not converged in 1 000 000 updates"))


def test_that_overfitting_says_since_when_and_by_how_much() -> None:
    found = None
    for seed in range(12):
        rng = np.random.default_rng(seed)
        x = rng.normal(0, 1, (60, 2))
        labels = ["A" if v > 0 else "B" for v in x[:, 0] + rng.normal(0, 1.2, 60)]
        learner = Learner.of("logistic", space="rbf", gamma=20, lam=0, alpha=1.0)
        trace = run(x, learner, labels, (50, 50, 0))
        n = trace.problem(0).n
        for t in range(4 * n, 40 * n, n):
            if "overfitting" in keys(Facts(trace, t)):
                found = trace, t
                break
        if found:
            break
    assert found, "no run overfitted"
    trace, t = found
    text = sentence(Facts(trace, t), "overfitting")
    since = int(re.search(r"since step ([\d ]+)", text)[1].replace(" ", ""))
    then, now = trace.sample(since), trace.sample(t)
    assert now.dev_error > then.dev_error and now.train_error < then.train_error
    assert f"{100 * now.dev_error:.1f}" in text
    assert "overfitting" not in keys(Facts(run(x, learner, labels), t))  # no dev points


def test_that_a_huge_penalty_is_named_where_it_shrinks_all_scores() -> None:
    strong = run(APART, Learner.of("svm", lam=500, alpha=0.001, bias="regularised"))
    assert float(np.abs(strong.model(400).scores(APART)).max()) < 0.05
    assert "λ = 500" in sentence(Facts(strong, 400), "shrunk")
    assert "shrunk" not in keys(Facts(run(APART, Learner.of("svm")), 400))


def test_that_a_class_that_is_never_predicted_is_named() -> None:
    labels = ["A"] * 38 + ["B"] * 2
    trace = run(np.r_[MIXED[:38], [(0, 0), (0.1, 0)]], Learner.of("logistic"), labels)
    assert "“B” is never" in sentence(Facts(trace, 400), "never predicted")
    assert "never predicted" not in keys(Facts(run(APART, Learner.of("logistic")), 400))


def test_that_probabilities_near_a_half_are_named() -> None:
    timid = run(MIXED, Learner.of("logistic", alpha=0.0001))
    assert "near half" in keys(Facts(timid, 80))
    assert "near half" not in keys(Facts(run(APART, Learner.of("logistic")), 400))
    assert "near half" not in keys(Facts(run(APART, Learner.of("svm")), 400))


def test_that_a_small_difference_between_two_models_may_be_luck() -> None:
    x, labels = np.r_[APART, MIXED], LABELS + LABELS
    one, other = (run(x, Learner.of(model), labels, (60, 0, 40)) for model in ("perceptron", "svm"))
    t = 5 * one.problem(0).n
    found = [
        u
        for u in range(t, t + 40)
        if "luck" in keys(Facts(one, u, others=(("SVM", other.model(u)),), name="Perceptron"))
    ]
    assert found
    u = found[0]
    text = sentence(Facts(one, u, others=(("SVM", other.model(u)),), name="Perceptron"), "luck")
    x_test, y = one.problem(u).held_out[1]
    wrong = {
        name: int(((trace.model(u).scores(x_test)[:, 0] > 0) != y).sum())
        for name, trace in (("Perceptron", one), ("SVM", other))
    }
    assert text.startswith(min(wrong, key=wrong.get))
    assert "luck" not in keys(Facts(one, u))


@pytest.mark.parametrize(
    "model", ["perceptron", "svm", "logistic", "naive-bayes", "mira", "centroid"]
)
def test_that_at_most_two_sentences_are_said(model: str) -> None:
    trace = run(MIXED, Learner.of(model))
    for t in (0, 1, 40):
        found = findings(Facts(trace, t, separable=False, finished="θ stands still"))
        assert len(found) <= MOST and all(each.sentence.endswith(".") for each in found)
