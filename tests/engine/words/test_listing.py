"""A listing is the algorithm: its lines, run one after the other, give the weights of the run."""

import re
from collections import Counter
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from linlab.engine.data.datasets import make_points
from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.document.source import Source
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.rates import RATES
from linlab.engine.many.teaching import Teacher, TeachingRule, label_by_rounds
from linlab.engine.train.trace import Trace
from linlab.engine.words.listing.kinds.guessing import co_training, guess_variables, self_training
from linlab.engine.words.listing.latex import algorithmic
from linlab.engine.words.listing.line import execute
from linlab.engine.words.listing.listing import listing_of, unified_listing
from linlab.engine.words.listing.tokens import tokens
from linlab.engine.words.listing.variables import together, variables_before
from linlab.engine.words.rules import rule
from tests.engine.plane import plane_catalog
from tests.engine.textbook import data

LEARNING = [
    key for key, recipe in plane_catalog().items() if recipe.kind in ("gradient", "counting")
]
TEAMS = [key for key, recipe in plane_catalog().items() if recipe.of_others]
SPACES = ("linear", "monomial", "fourier", "linear-kernel", "polynomial", "rbf", "laplace")
STEPS = 60


def trace_of(classes: int, learner: Learner, **more: object) -> Trace:
    x, y = data(classes, 20)
    return Trace(Document(Points.of(x, y), (learner,), **more))


def follow(trace: Trace, steps: int = STEPS) -> None:
    """Run the listing beside the trace, from a state to the next."""
    learner = trace.learner(0)
    lines = listing_of(learner, trace.problem(0))
    for t in range(1, steps + 1):
        trace.reach(t, 60.0)
        if trace.clamp(t) < t:  # it has ended by itself
            assert t > (1 if learner["optimiser"] == "exact" else 3)
            break
        step = trace.step(t)
        assert step is not None
        problem = trace.problem(t)
        v = variables_before(problem, partial(trace.at, t - 1), step)
        visits = execute(lines.step, v)
        np.testing.assert_allclose(together(problem, v), trace.at(t).theta, rtol=1e-9, atol=1e-12)
        branch = [k for k, line in enumerate(lines.step) if line.answers]
        if branch and learner.decay == 0 and learner["optimiser"] == "sgd":
            assert bool(visits[branch[0]].held) == step.updated
        if learner["average"] in ("mean", "mistakes"):
            state = trace.at(t)
            many = t if learner["average"] == "mean" else max(1, state.tally[2])
            mean = np.column_stack([v.mean_w, v.mean_b]) if problem.constant else v.mean_w
            np.testing.assert_allclose(mean, state.total / many, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("model", LEARNING)
def test_that_the_lines_give_the_weights_of_the_run(model: str, classes: int) -> None:
    follow(trace_of(classes, Learner.of(model)))


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize("model", ["perceptron", "mira", "svm", "logistic"])
def test_that_they_do_in_every_space(model: str, space: str, classes: int) -> None:
    follow(trace_of(classes, Learner.of(model, space=space)))


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("batch", [1, 6])
@pytest.mark.parametrize("average", ["mean", "mistakes", "random"])
def test_that_they_do_with_every_read_out(average: str, batch: int, classes: int) -> None:
    follow(trace_of(classes, Learner.of("perceptron", average=average, batch=batch)))


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("bias", ["free", "regularised", "none"])
@pytest.mark.parametrize("space", ["linear", "rbf"])
@pytest.mark.parametrize("model", ["pa2", "svm", "pegasos"])
def test_that_they_do_with_every_bias(model: str, space: str, bias: str, classes: int) -> None:
    follow(trace_of(classes, Learner.of(model, space=space, bias=bias)))


@pytest.mark.parametrize(
    ("rate", "penalty"),
    [
        (rate, penalty)
        for rate in RATES
        for penalty in ("l2", "l1", "none")
        if (rate, penalty) != ("pegasos", "none")  # 1/(λt) needs a penalty
    ],
)
def test_that_they_do_with_every_rate_and_penalty(rate: str, penalty: str) -> None:
    follow(trace_of(2, Learner.of("svm", rate=rate, penalty=penalty, lam=0.1, bias="regularised")))


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("batch", [1, 7, "all"])
@pytest.mark.parametrize("penalty", ["l2", "l1"])
@pytest.mark.parametrize("optimiser", ["sgd", "momentum", "adagrad", "rmsprop", "adadelta", "adam"])
def test_that_they_do_with_every_optimiser_and_batch(
    optimiser: str, penalty: str, batch: object, classes: int
) -> None:
    model = "logistic" if classes == 3 else "svm"
    follow(
        trace_of(classes, Learner.of(model, optimiser=optimiser, batch=batch, penalty=penalty)), 30
    )


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("optimiser", ["sgd", "momentum"])
def test_that_they_do_with_batches_in_a_kernel_space(optimiser: str, classes: int) -> None:
    follow(trace_of(classes, Learner.of("svm", space="rbf", batch=6, optimiser=optimiser)), 30)


@pytest.mark.parametrize("weighting", ["present", "count"])
@pytest.mark.parametrize("data_set", ["bank", "topics"])
@pytest.mark.parametrize(
    "model", ["multinomial-naive-bayes", "perceptron", "mira", "logistic", "centroid"]
)
def test_that_they_do_with_texts(model: str, data_set: str, weighting: str) -> None:
    space = {} if model == "multinomial-naive-bayes" else {"space": "words"}
    learner = Learner.of(model, weighting=weighting, **space)
    follow(Trace(Document(make_points(data_set), (learner,))), 30)


def test_that_naive_bayes_says_the_chance_of_the_words_it_counts() -> None:
    """Read back, and worked out from counts made here."""
    trace = Trace(Document(make_points("bank"), (Learner.of("multinomial-naive-bayes"),)))
    problem = trace.problem(0)
    lines = listing_of(trace.learner(0), problem)
    counts: dict[str, Counter[str]] = {name: Counter() for name in problem.classes}
    for t in range(1, 25):
        step = trace.step(t)
        assert step is not None
        own = counts[step.label]
        own.update(token.feature for token in problem.map.tokens(problem.x[step.example]))
        visits = execute(lines.step, variables_before(problem, partial(trace.at, t - 1), step))
        said = next(visit.said for visit in visits if visit.said.startswith("P("))
        word, name, above, below, value = re.fullmatch(
            r"P\(“(.+)”\|(.+)\) = (\S+)/(\S+) = (\S+)", said
        ).groups()
        total = sum(own.values()) + len(problem.names)
        assert name == step.label and float(above) == own[word] + 1 and float(below) == total
        assert float(value) == pytest.approx((own[word] + 1) / total, rel=0.006)


def test_that_a_mean_is_kept_for_an_average() -> None:
    follow(trace_of(2, Learner.of("svm", average="mean", space="rbf")))


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("optimiser", ["lbfgs", "newton-cg", "cg", "exact"])
def test_that_an_iteration_of_a_solver_is_taken_over(optimiser: str, classes: int) -> None:
    follow(trace_of(classes, Learner.of("logistic", optimiser=optimiser)), 4)


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("space", ["linear", "monomial", "fourier"])
def test_that_iterative_scaling_is_carried_out_by_its_lines(space: str, classes: int) -> None:
    learner = Learner.of("logistic", optimiser="gis", penalty="none", space=space)
    follow(trace_of(classes, learner), 12)


@pytest.mark.parametrize("top", ["perceptron", "logistic"])
def test_that_the_steps_of_a_stack_are_those_of_its_top_model(top: str) -> None:
    x, y = data(3, 24)
    stack = Learner.of("stacking", outputs="label", folds=3)
    learners = (Learner.of(top), Learner.of("naive-bayes"), stack)
    trace = Trace(Document(Points.of(x, y), learners), which=2)
    follow(trace, 30)
    lines = listing_of(stack, trace.problem(0))
    assert any("x'" in line.latex for line in lines.step) and "base model" in lines.before[1].text


def test_that_the_lines_of_adaboost_raise_the_weights_of_what_was_wrong() -> None:
    from linlab.engine.words.listing.line import Variables

    lines = listing_of(Learner.of("adaboost"), trace_of(2, Learner.of("perceptron")).problem(0))
    wrong = np.array([1.0, 0, 0, 1, 0, 0, 0, 0])
    v = Variables(d=np.full(8, 1 / 8), wrong=wrong, classes=2, over=True)
    v.put(k=1, most=20, made=5, length=5)
    execute(lines.step, v)
    assert v.error == pytest.approx(0.25) and v.beta == pytest.approx(np.log(3))
    assert v.d @ wrong == pytest.approx(0.5)  # half of the weight, as every boosting paper has it


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("space", ["linear", "monomial", "rbf"])
@pytest.mark.parametrize(
    "model", ["perceptron", "mira", "pa2", "svm", "pegasos", "logistic", "adaline"]
)
def test_that_the_one_update_gives_the_same_weights(model: str, space: str, classes: int) -> None:
    trace = trace_of(classes, Learner.of(model, space=space))
    lines = unified_listing(trace.learner(0), classes)
    assert lines is not None
    for t in range(1, STEPS + 1):
        step, problem = trace.step(t), trace.problem(t)
        assert step is not None
        v = variables_before(problem, partial(trace.at, t - 1), step)
        execute(lines.step, v)
        np.testing.assert_allclose(together(problem, v), trace.at(t).theta, rtol=1e-9, atol=1e-12)


def test_that_a_batch_has_no_such_update() -> None:
    assert unified_listing(Learner.of("svm", batch=5), 2) is None


def _all_listings():
    for key in plane_catalog():
        for classes in (2, 3):
            others = tuple(Learner.of(model) for model in ("perceptron", "logistic"))
            own = Learner.of(key)
            learners = (*others, own) if own.recipe.of_others else (own,)
            x, y = data(classes, 18)
            document = Document(Points.of(x, y), learners)
            yield listing_of(own, Trace(document, which=len(learners) - 1).problem(0))


def test_that_every_model_has_a_listing_whose_formulas_are_whole() -> None:
    seen = list(_all_listings())
    assert len(seen) == 2 * len(plane_catalog())
    for each in seen:
        assert len(each.lines) >= 3
        for line in each.lines:
            assert "\\" not in line.text and "$" not in line.text and line.latex.count("$") % 2 == 0
            assert line.latex.count("{") == line.latex.count("}")


def test_that_latex_opens_and_closes_every_block() -> None:
    for each in _all_listings():
        text = algorithmic(each)
        for what in ("IF", "FOR"):
            assert text.count(rf"\{what}{{") == text.count(rf"\END{what}")
        assert text.count(r"\REPEAT") == text.count(r"\UNTIL{")
        assert text.count("$") % 2 == 0


@pytest.mark.parametrize(
    ("models", "name"), [(("logistic",), "moons"), (("logistic", "svm"), "blobs")]
)
def test_that_the_lines_of_self_training_and_co_training_guess_the_labels(models, name) -> None:
    points = Source(name, 3, (("hidden", 80.0), ("n", 60.0))).draw()
    document = Document(points, tuple(Learner.of(model) for model in models))
    rule = TeachingRule(tuple(Teacher(k) for k in range(len(models))), threshold=0.9)
    made = label_by_rounds(document, rule)
    assert len(made.guessed) >= 2
    listing = self_training() if len(models) == 1 else co_training()
    for change in made.document.timeline:
        before = made.document.points_at(change.t - 1)
        earlier = made.document.timeline[: made.document.timeline.index(change)]
        trained = tuple(
            Trace(replace(made.document, timeline=earlier), k).model(change.t)
            for k in range(len(models))
        )
        v = guess_variables(before, trained, 0.9)
        visits = execute(listing.step, v)
        assert v.label.tolist() == change.points.label.tolist()
        assert visits[3].held == int(((before.label < 0) & (change.points.label >= 0)).sum())


def test_that_tokens_are_the_whole_line() -> None:
    for each in _all_listings():
        for line in each.lines:
            assert "".join(token.text for token in tokens(line.latex)) == line.text


def test_that_latex_has_no_sign_that_it_cannot_set() -> None:
    guessing = [self_training(), co_training()]
    for each in [*_all_listings(), *guessing]:
        assert algorithmic(each).isascii()
        for line in each.lines:
            words = "".join(line.latex.split("$")[::2])
            assert not set(words) & set("#%&_^~\\{}"), line.latex


def test_that_the_listing_and_the_rule_write_one_formula_for_the_learning_rate():
    learner = Learner.of("adaline")
    points = make_points("blobs", n=10)
    listing = listing_of(learner, Trace(Document(points, (learner,))).problem(0))
    said = [line.latex for line in listing.lines if r"\alpha_t \leftarrow" in line.latex]
    assert said == [r"$\alpha_t \leftarrow \frac{\alpha}{\max_i (\|x_i\|^2 + 1)}$"]
    assert said[0].strip("$").partition(r"\leftarrow ")[2] in rule(learner, 2)
