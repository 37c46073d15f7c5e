"""Facts beside computations of their own: a perceptron written here, scikit-learn's SVC, scipy's
Student."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from scipy.stats import t as student
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC

from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document, Source
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.lessons.facts import situation as moments
from linlab.lessons.facts.functions import FUNCTIONS
from linlab.lessons.facts.known import Facts
from linlab.lessons.facts.numbers import FACTS
from linlab.lessons.facts.situation import Situation, converged_at
from linlab.lessons.written.expressions import Expression

POINTS = make_points("blobs", n=30, noise=0.9, seed=5)


def situation(
    model: str,
    t: int = 0,
    points: Any = POINTS,
    then: int | None = None,
    shares: Any = (100.0, 0.0, 0.0),
    **settings: Any,
) -> Situation:
    return Situation(
        Document(points, (Learner.of(model, **settings), Learner.of("svm")), shares=shares),
        0,
        t,
        then,
    )


def fact(here: Situation, text: str) -> Any:
    return Expression.read(text).value(Facts(here))


def perceptron(points: Any, updates: int) -> dict[str, list[Any]]:
    """The lecture's loop over the examples in their order, and what is known after each update."""
    w, b, mistakes = np.zeros(2), 0.0, 0
    y = np.where(points.label == 1, 1.0, -1.0)
    names = ("w1", "w2", "b", "mistakes", "next_example", "next_margin", "training_error")
    out: dict[str, list[Any]] = {name: [] for name in names}
    for t in range(updates + 1):
        i = t % len(y)
        margin = y[i] * (w @ points.x[i] + b)
        wrong = np.mean(np.where(points.x @ w + b > 0, 1, -1) != y)
        for name, value in zip(out, (w[0], w[1], b, mistakes, i + 1, margin, wrong), strict=True):
            out[name].append(value)
        if margin <= 0:
            w, b, mistakes = w + y[i] * points.x[i], b + y[i], mistakes + 1
    return out


@pytest.mark.parametrize("t", [0, 1, 2, 7, 30, 61, 200])
def test_that_a_perceptrons_facts_are_those_of_the_lectures_loop(t: int) -> None:
    by_hand, here = perceptron(POINTS, 200), situation("perceptron", t, order="cyclic")
    for name, values in by_hand.items():
        assert fact(here, name) == pytest.approx(values[t], abs=1e-12), name
    assert fact(here, "changes") == fact(here, "mistakes") and fact(here, "t") == t
    assert fact(here, "norm") == pytest.approx(np.hypot(by_hand["w1"][t], by_hand["w2"][t]))
    assert (
        fact(here, "next_changes")
        is bool(by_hand["next_margin"][t] <= 0)
        is fact(here, "next_mistake")
    )
    if t:
        assert fact(here, "last_example") == by_hand["next_example"][t - 1]
        assert fact(here, "last_mistake") is bool(by_hand["next_margin"][t - 1] <= 0)
        angle = np.degrees(np.arctan2(by_hand["w2"][t], by_hand["w1"][t]))
        assert fact(here, "angle") == pytest.approx(angle)


def test_that_a_perceptron_converges_after_a_whole_epoch_without_a_mistake() -> None:
    n, mistakes = len(POINTS), perceptron(POINTS, 2000)["mistakes"]
    last = max(
        t for t in range(1, len(mistakes)) if mistakes[t] != mistakes[t - 1]
    )  # of the updates that were mistakes
    found = fact(situation("perceptron", order="cyclic"), "converges_at")
    assert last + n <= found <= last + 2 * n and found % n == 0
    assert fact(situation("perceptron", order="cyclic"), "converges") is True
    here = situation("perceptron", then=found, order="cyclic")
    assert (
        fact(here, "after.training_error") == 0 and fact(here, "after.mistakes") == mistakes[found]
    )


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nobody waits long for a run to converge."""
    monkeypatch.setattr(moments, "MOST_STEPS", 500)
    yield
    converged_at.cache_clear()


@pytest.mark.usefixtures("impatient")
def test_that_a_run_that_does_not_converge_says_so() -> None:
    here = situation("perceptron", points=make_points("xor", n=24), order="cyclic")
    assert (
        converged_at(here.document, 0) is None
        and fact(here, "converges") is False
        and fact(here, "separable") is False
    )
    for name in ("converges_at", "bound"):
        with pytest.raises(LinlabError, match=f"There is no “{name}” here"):
            fact(here, name)


@pytest.mark.parametrize("lam", [0.02, 0.3])
def test_that_the_optimum_of_an_svm_is_scikit_learns(lam: float) -> None:
    points = make_points("overlapping-blobs", n=40, seed=3)
    here = situation("svm", 500, points, lam=lam, bias="free")
    exact = SVC(kernel="linear", C=1 / (lam * len(points)), tol=1e-10).fit(points.x, points.label)
    w = exact.coef_[0]
    hinge = np.maximum(
        0, 1 - np.where(points.label == 1, 1, -1) * exact.decision_function(points.x)
    ).mean()
    assert fact(here, "best_objective") == pytest.approx(hinge + lam * (w @ w) / 2, rel=1e-6)
    assert fact(here, "optimum_supports") == len(exact.support_)
    assert fact(here, "gap") == pytest.approx(
        fact(here, "objective") - fact(here, "best_objective")
    )
    own = np.array([fact(here, "w1"), fact(here, "w2")])
    assert fact(here, "street") == pytest.approx(2 / np.hypot(*own)) and fact(
        here, "norm"
    ) == pytest.approx(np.hypot(*own))
    m = np.where(points.label == 1, 1, -1) * (points.x @ own + fact(here, "b"))
    assert fact(here, "supports") == np.sum(m <= 1) and fact(here, "training_error") == np.mean(
        m <= 0
    )
    assert fact(here, "margin") == pytest.approx(m.min() / np.hypot(*own))


def test_that_the_bound_is_that_of_the_largest_margin() -> None:
    here = situation("perceptron", order="cyclic")
    lifted = np.c_[POINTS.x, np.ones(len(POINTS))]  # the bias is a weight like the others
    hard = SVC(kernel="linear", C=1e6, tol=1e-10).fit(
        np.r_[lifted, -lifted], np.r_[POINTS.label, 1 - POINTS.label]
    )
    u = hard.coef_[0] / np.linalg.norm(hard.coef_[0])
    gamma = (np.where(POINTS.label == 1, 1, -1) * (lifted @ u)).min()
    radius = np.linalg.norm(lifted, axis=1).max()
    assert fact(here, "separable") is True and fact(here, "radius") == pytest.approx(radius)
    assert fact(here, "gamma") == pytest.approx(gamma, rel=1e-3)
    assert fact(here, "bound") == pytest.approx((radius / gamma) ** 2, rel=1e-2)


def test_that_scores_answers_and_probabilities_are_the_models() -> None:
    here = situation("logistic", 3000, lam=0.1, optimiser="lbfgs", batch="all", bias="free")
    exact = LogisticRegression(C=1 / (0.1 * len(POINTS)), tol=1e-10).fit(POINTS.x, POINTS.label)
    for x in ((0.0, 0.0), (1.5, -1.0)):
        place = f"{x[0]}, {x[1]}"
        assert fact(here, f"score({place})") == pytest.approx(
            exact.decision_function([x])[0], abs=1e-3
        )
        assert fact(here, f"probability('B', {place})") == pytest.approx(
            exact.predict_proba([x])[0, 1], abs=1e-3
        )
        assert fact(here, f"says({place})") == POINTS.classes[exact.predict([x])[0]]
    with pytest.raises(LinlabError, match="does not model P"):
        fact(here, "joint('A', 0, 0)")
    with pytest.raises(LinlabError, match="There is no class “C”"):
        fact(here, "probability('C', 0, 0)")


def test_that_naive_bayes_has_joint_probabilities_that_make_its_conditional_ones() -> None:
    here = situation("gaussian-naive-bayes", 30)
    joint = [fact(here, f"joint('{name}', 1, 0)") for name in POINTS.classes]
    assert fact(here, "probability('A', 1, 0)") == pytest.approx(joint[0] / sum(joint))


@pytest.mark.parametrize(("t", "df"), [(0.0, 5), (2.1, 9), (-2.1, 9), (6.0, 1)])
def test_that_p_is_scipys(t: float, df: int) -> None:
    assert fact(situation("svm"), f"p_value({t}, {df})") == pytest.approx(
        2 * student.sf(abs(t), df)
    )


def test_that_held_out_and_hidden_points_are_counted() -> None:
    source = Source("moons", 2, (("hidden", 50.0), ("n", 40.0), ("noise", 0.2)))
    here = Situation(
        Document(source.draw(), (Learner.of("svm"),), shares=(60.0, 20.0, 20.0), source=source),
        0,
        50,
    )
    assert (
        fact(here, "unlabelled") == 20 and fact(here, "points") == 40 and fact(here, "guessed") == 0
    )
    assert fact(here, "examples") < 20 and fact(here, "classes") == 2 and fact(here, "models") == 1
    assert all(
        0 <= fact(here, name) <= 1
        for name in ("dev_error", "test_error", "fresh_error", "hidden_error")
    )
    for name in ("dev_error", "test_loss", "hidden_error", "fresh_error", "bag_error"):
        with pytest.raises(LinlabError, match=f"There is no “{name}” here"):
            fact(situation("svm", 5), name)


def test_that_other_models_and_later_moments_have_names_of_their_own() -> None:
    here = situation("perceptron", 3, then=9, order="cyclic")
    by_hand = perceptron(POINTS, 9)
    assert fact(here, "after.w1 - w1") == pytest.approx(by_hand["w1"][9] - by_hand["w1"][3])
    assert fact(here, "m1.mistakes == mistakes and after.m1.t == 9 and m2.after.t == 9") is True
    assert fact(here, "m2.norm") == fact(Situation(here.document, 1, 3), "norm")
    assert (
        fact(here, "agreement(1, 2)") == fact(here, "agreement(2, 1)")
        and fact(here, "agreement(1, 1)") == 1
    )
    for text, says in (
        ("m3.t", "no model m3"),
        ("after.after.t", "plays nothing"),
        ("m.t", "makes no sense"),
    ):
        with pytest.raises(LinlabError, match=says):
            fact(here, text)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    "model", ["perceptron", "voted-perceptron", "pegasos", "naive-bayes", "vote", "bagging"]
)
def test_that_each_fact_of_each_model_is_a_value_or_a_sentence(model: str) -> None:
    here = situation(model, 4, make_points("blobs", n=12, classes=3), then=6)
    for name in FACTS:
        try:
            value = Facts(here).fact(name)
        except LinlabError as error:
            assert str(error).endswith(".")
        else:
            assert isinstance(value, bool | int | float | str)


@pytest.mark.parametrize(
    "text",
    [f"{name}('a', 'b', 'c', 'd')" for name in FUNCTIONS]
    + [
        "agreement(1, 'x')",
        "agreement(0, 1)",
        "p_value('a', 2)",
        "paired_p(1, 2, 0)",
        "paired_p(1, 2, 'x')",
        "paired_p(1e300, 1, 2)",
        "score(1)",
        "score(1, 2, 3)",
        "probability(1, 2, 3)",
        "agreement(1e999, 1)",
    ],
)
def test_that_a_function_of_what_it_cannot_take_is_a_sentence(text: str) -> None:
    with pytest.raises(LinlabError):
        fact(situation("logistic", 2), text)


def test_that_where_the_run_ends_there_is_no_next_update() -> None:
    here = situation("logistic", 100_000, optimiser="lbfgs", batch="all")
    with pytest.raises(LinlabError, match="There is no further step"):
        fact(here, "next_example")


def test_that_every_fact_and_function_says_what_it_is() -> None:
    for each in (*FACTS.values(), *FUNCTIONS.values()):
        assert each.help and not each.help.endswith(".")
