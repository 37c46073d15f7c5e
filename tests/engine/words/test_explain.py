"""Explanations: every kind of update in words, whose numbers are those of the Step."""

import math
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import linlab
from linlab import Run
from linlab.engine.data.points import Points
from linlab.engine.document.document import Change, Document
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import number
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.losses import rivals_and_margins
from linlab.engine.learner.optimisers import OPTIMISERS
from linlab.engine.learner.rates import RATES
from linlab.engine.train.state import Step
from linlab.engine.train.trace import Trace
from linlab.engine.words.arithmetic import arithmetic
from linlab.engine.words.explain import explain
from linlab.engine.words.rules import rule
from tests.engine.plane import plane_catalog, plane_spaces
from tests.engine.teams import others

NUMBER = r"−?\d+(?: \d{3})*(?:\.\d+)?(?:×10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?"
PLAIN = str.maketrans("−⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "--0123456789")
NAMES = {2: ("no", "yes"), 3: ("blue", "green", "red")}


@cache
def settings() -> list[tuple[str, tuple[tuple[str, Any], ...]]]:
    """Every model in every space, with every optimiser, rate, batch, penalty and bias that it can
    have."""
    tables: dict[str, list[Any]] = {
        "space": [*plane_spaces()],
        "optimiser": [*OPTIMISERS],
        "rate": [*RATES],
        "batch": [8, "all"],
        "penalty": ["l1", "none"],
        "bias": ["none", "regularised"],
        "start": ["random"],
        "C": [0.05],
    }
    pairs = [("space", "batch"), *((name, "optimiser") for name in tables)]
    choices = [
        {name: a, other: b} for name, other in pairs for a in tables[name] for b in tables[other]
    ]
    choices += [{}, *({name: value} for name, values in tables.items() for value in values)]
    found: dict[Learner, None] = {}
    for model in plane_catalog():
        for chosen in choices:
            with suppress(LinlabError):
                found[Learner.of(model, **chosen)] = None
    return [
        (learner.model, learner.chosen)
        for learner in found
        if not slow(learner) and not any(learner.idle(name) for name, _ in learner.chosen)
    ]


def solvable(learner: Learner, classes: int) -> bool:
    """Whether a solver finds no corner in its way, where one is asked."""
    rows = 1 if classes == 2 else classes
    return not learner.optimiser.solver or learner.recipe.loss.smooth_in(rows)


def slow(learner: Learner) -> bool:
    """Whether a solver would take hundreds of iterations, which are all alike."""
    easy = learner["space"] == "linear" or (learner["space"], learner["optimiser"]) == (
        "rbf",
        "lbfgs",
    )
    return bool(learner.optimiser.solver) and not (easy and learner.decay > 0)


@cache
def points(classes: int) -> tuple[Any, list[str]]:
    rng = np.random.default_rng(classes)
    label = rng.integers(0, classes, 20)
    return rng.normal(size=(20, 2)) + label[:, None], [NAMES[classes][c] for c in label]


def trained(model: str, classes: int = 2, updates: int = 30, **chosen: Any) -> Run:
    return linlab.train(model, *points(classes), updates=updates, others=others(model), **chosen)


def steps(run: Run) -> list[Step]:
    end = run.trace.at(run.t).t
    return [step for t in (1, 2, 20) if t <= end and (step := run.trace.step(t)) is not None]


def parsed(text: str) -> float:
    return float(text.translate(PLAIN).replace("×10", "e").replace(" ", ""))


def unit(text: str) -> float:
    """The value of a number's last digit; trailing zeros are not printed, so never more than its
    third digit."""
    mantissa, _, power = text.translate(PLAIN).replace(" ", "").partition("×10")
    exact = Decimal(mantissa)
    last = min(int(exact.as_tuple().exponent), exact.adjusted() - 2 if exact else -3)
    return 10.0 ** (last + int(power or 0))


def decimals(text: str) -> int:
    return len(text.partition("×")[0].partition(".")[2])


def close(text: str, value: float) -> bool:
    return abs(parsed(text) - value) <= 0.51 * unit(text) + 1e-9 * abs(value)


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("model", plane_catalog())
def test_that_every_update_of_every_learner_is_explained_with_its_own_numbers(
    model: str, classes: int
) -> None:
    for chosen in [chosen for name, chosen in settings() if name == model]:
        if not solvable(Learner(model, chosen), classes):
            continue
        run = trained(model, classes, 20, **dict(chosen))
        for step in steps(run):
            text, lines = explain(step, run.learner), arithmetic(step, run.learner)
            assert text.endswith(".")
            assert 1 <= len(re.findall(r"\.(?= |$)", text)) <= 3, text
            for said in (text, *(f"{line.label} {line.value}" for line in lines)):
                assert not re.search(r"\bnan\b|\binf\b|undefined|−0\b(?!\.)|  |[{}]", said), said
                assert "∞" not in said or run.learner.recipe.counting or step.team, (
                    said
                )  # a count of 0 rules a class out
            assert len(lines) <= 16
            if step.team:  # whose numbers are its members'
                continue
            agree_with_the_step(text, step, run.learner)
            agree_with_each_other(" ; ".join(f"{line.label} = {line.value}" for line in lines))
            adds_up(lines, step)


def agree_with_the_step(text: str, step: Step, learner: Learner) -> None:
    """What the sentences say, read back."""
    many = len(step.labels)
    said = {
        "margin": (rf"its margin(?: over \w+)? is ({NUMBER})", step.margin),
        "loss": (rf"loss (?:is )?({NUMBER})", step.loss),
        "P": (rf"P\(y\|x\) = ({NUMBER})", math.exp(-step.loss)),
        "rate": (rf"α = ({NUMBER})|αₜ = ({NUMBER})", step.rate),
        "factor": (rf"by the factor ({NUMBER})|multiplied by ({NUMBER})", step.shrink),
        "threshold": (rf"L1 takes ({NUMBER})", step.threshold),
        "length": (rf"by a distance of ({NUMBER})", float(np.linalg.norm(step.after - step.before))),
    }  # fmt: skip
    found = {}
    for name, (pattern, value) in said.items():
        for match in re.finditer(pattern, text):
            found[name] = next(group for group in match.groups() if group)
            assert close(found[name], value), (name, found[name], value, text)
    if many == 1 and not learner.recipe.counting:
        assert f"xample #{step.example + 1} in class {step.label} is on " in text
        assert ("For the last weights (" in text) == (learner["average"] != "last")
        assert ("wrong side" in text) == (step.margin < 0)
        assert ("correct side" in text) == (step.margin > 0)
        rival = step.classes[int(step.rivals[0])]
        assert (f"its margin over {rival} is" in text) == (len(step.classes) > 2)
        assert "margin" in found
        added_to_weights(text, step, learner)
    if learner.recipe.loss.name in ("hinge", "perceptron") and many == 1:
        pulled = step.margin < 1 if learner.recipe.loss.name == "hinge" else step.margin <= 0
        if learner.optimiser.linear:
            assert bool(re.search("is added to|is subtracted from", text)) == (
                pulled and step.updated
            )
    if many > 1:
        wrong = int((step.margins < 0).sum())
        assert f"{many} examples" in text
        assert (f"{wrong} on the wrong side" in text) == (wrong > 0)
        on = int((step.margins == 0).sum())
        assert (f"{on} on the boundary, which count" in text) == (on > 0)
    if step.shrink != 1.0:
        assert "factor" in found
    if step.threshold > 0:
        assert "threshold" in found
    own_steps = learner["penalty"] == "l1" and learner.decay > 0 and not learner.optimiser.linear
    assert ("times the weight's own rate h off" in text) == own_steps
    if learner["optimiser"] != "sgd":
        assert learner.optimiser.title.lower() in text.lower()


def added_to_weights(text: str, step: Step, learner: Learner) -> None:
    """What is said to be added to w, or to a coefficient, is what was added."""
    found = re.search(
        rf"(?:({NUMBER})?(?:·?(?:x|φ\(x\)))?) is (added to|subtracted from) (?:w|the coefficient)",
        text,
    )
    if found is None:
        return
    by = parsed(found[1] or "1") * (1 if found[2] == "added to" else -1)
    row = 0 if len(step.pull) == 1 else int(step.labels[0])
    assert by == pytest.approx(step.rate * float(step.pull[row]), rel=0.006), text
    if learner["optimiser"] == "sgd" and learner.dual and step.shrink == 1.0:
        moved = step.after[row, step.example] - step.before[row, step.example]
        assert by == pytest.approx(float(moved), rel=0.006, abs=1e-9)
    to_b = re.search(rf"(?:and|, and) (?:({NUMBER}) )?(?:to|from|to and from) (?:their )?b\b", text)
    free = learner["bias"] == "free"
    assert (to_b is not None) == (free or (learner["bias"] == "regularised" and not learner.dual))
    if to_b is not None:
        assert to_b[1] is None or parsed(to_b[1]) == pytest.approx(abs(by), rel=0.006)
    if free and learner["optimiser"] == "sgd" and learner["penalty"] == "l2":
        moved = float(step.after[row, -1] - step.before[row, -1])
        assert moved == pytest.approx(by, rel=0.006, abs=1e-9), text


def agree_with_each_other(text: str) -> None:
    """The little sums come out as printed."""
    sums: dict[str, Callable[[float, float], float]] = {
        rf"ℓ/ρ = ({NUMBER})/({NUMBER}) = ({NUMBER})": lambda a, b: a / b,
        rf"(?:α|αₜ|τ)p = ({NUMBER}) · \(?({NUMBER})\)? = ({NUMBER})": lambda a, b: a * b,
        rf"1 − αₜ?λ = 1 − ({NUMBER}) · ({NUMBER}) = ({NUMBER})": lambda a, b: 1 - a * b,
        rf"1 − αₜλ = 1 − 1/t = ({NUMBER}) − 1/({NUMBER}) = ({NUMBER})": lambda a, b: a - 1 / b,
        rf"α/\(1 \+ t/t₀\) = ({NUMBER})/\(1 \+ (\d+/{NUMBER})\) = ({NUMBER})": lambda a, b: (
            a / (1 + b)
        ),
        rf"α/√t = ({NUMBER})/√({NUMBER}) = ({NUMBER})": lambda a, b: a / math.sqrt(b),
        rf"1/\(λt\) = 1/\(({NUMBER}) · ({NUMBER})\) = ({NUMBER})": lambda a, b: 1 / (a * b),
    }
    for pattern, result in sums.items():
        for a, b, printed in re.findall(pattern, text):
            second = (
                parsed(b) if "/" not in b else parsed(b.split("/")[0]) / parsed(b.split("/")[1])
            )
            assert close(printed, result(parsed(a), second)), text


def adds_up(lines: tuple[Any, ...], step: Step) -> None:
    """Before + Δ = after exactly as printed, with the same number of decimals; each is an entry of
    θ, rounded, and so is Δ."""
    rows = [
        m
        for line in lines
        if (m := re.fullmatch(rf"({NUMBER}) ([+−]) ({NUMBER}) [=≈] ({NUMBER})", line.value))
    ]
    assert len(rows) <= 6
    for row in rows:
        before, sign, delta, after = row.groups()
        assert (
            len({decimals(value) for value in (before, delta, after) if parsed(value)} - {0}) <= 1
        ), lines
        a, b, total = (
            Decimal(v.translate(PLAIN).replace("×10", "e").replace(" ", ""))
            for v in (before, delta, after)
        )
        b = b if sign == "+" else -b
        assert (a + b == total) == ("=" in row[0])
        last = 10.0 ** max(int(v.as_tuple().exponent) for v in (a, total) if v)
        near = (np.abs(step.before - float(a)) <= 0.51 * last) & (
            np.abs(step.after - float(total)) <= 0.51 * last
        )
        assert (near & (np.abs(step.after - step.before - float(b)) <= 0.51 * last)).any()
    if not rows:
        still = [line.label for line in lines if re.match("stays? as", line.value)]
        assert still or any(line.label == "all other a" for line in lines)
        in_all = still in (["w, b"], ["w"])
        assert not in_all or np.allclose(step.after, step.before, rtol=1e-8, atol=0)


def test_that_mira_below_its_cap_says_that_the_margin_becomes_1() -> None:
    run = trained("mira", C=1e6)
    step = next(s for s in map(run.trace.step, range(1, 21)) if s is not None and s.updated)
    tau = step.loss / step.reach
    text = explain(step, run.learner)
    assert "MIRA makes the smallest update that leads to a margin of 1: " in text
    assert close(re.search(rf"({NUMBER})·x is ", text)[1], tau)  # type: ignore[index]
    lines = {line.label: line.value for line in arithmetic(step, run.learner)}
    assert lines["τ"].startswith("ℓ/ρ = ") and lines["τ"].endswith("below C = 1×10⁶")
    assert close(re.search(rf"= ({NUMBER}), below", lines["τ"])[1], tau)  # type: ignore[index]
    assert lines["m after"] == "1"


def test_that_mira_at_its_cap_says_so_and_what_the_margin_becomes() -> None:
    run = trained("mira", C=0.01)
    step = run.trace.step(1)
    assert step is not None
    text = explain(step, run.learner)
    assert "MIRA caps its update at C = 0.01: 0.01·x is subtracted from w" in text
    [line] = [line.value for line in arithmetic(step, run.learner) if line.label == "τ"]
    assert line.startswith("C = 0.01, as ℓ/ρ = ")
    x, y = run.problem.read[step.examples], step.labels
    after = rivals_and_margins(x @ step.after.T, y)[1][0]
    assert close(re.search(rf"the margin becomes ({NUMBER})\.", text)[1], after)  # type: ignore[index]


@pytest.mark.parametrize("space", ["linear", "monomial", "rbf", "linear-kernel"])
@pytest.mark.parametrize("bias", ["free", "regularised", "none"])
@pytest.mark.parametrize("classes", [2, 3])
def test_that_the_margin_afterwards_is_the_margin_of_the_next_theta(
    space: str, bias: str, classes: int
) -> None:
    run = trained("svm", classes, space=space, bias=bias, lam=0.3, alpha=0.5)
    for t in (1, 7, 20):
        step = run.trace.step(t)
        assert step is not None
        line = arithmetic(step, run.learner)[-1]
        assert line.label == "m after"
        rivals, margins = rivals_and_margins(
            run.problem.read[step.examples] @ step.after.T, step.labels
        )
        shown, _, other = line.value.partition(", now over ")
        assert close(shown, margins[0])
        assert other == ("" if rivals[0] == step.rivals[0] else step.classes[rivals[0]])


@pytest.mark.parametrize(("C", "capped"), [(1e6, False), (0.05, True)])
def test_that_a_margin_over_another_class_than_the_update_was_about_is_said(C, capped) -> None:
    """With three classes the smallest step makes the margin over one rival 1, and another may then
    be nearer."""
    run, found = trained("mira", 3, C=C), 0
    for step in map(run.trace.step, range(1, 60)):
        if step is None or not step.updated or (step.rate < C) == capped:
            continue
        scores = step.after @ run.problem.read[step.examples[0]]
        own = int(step.labels[0])
        others = [c for c in range(3) if c != own]
        rival = max(others, key=lambda c: scores[c])
        margin = scores[own] - scores[rival]
        words, line = explain(step, run.learner), arithmetic(step, run.learner)[-1].value
        if rival == step.rivals[0]:
            assert "now" not in words and "now" not in line
            assert capped or line == "1"
            continue
        found += 1
        name = step.classes[rival]
        assert line == f"{number(margin)}, now over {name}"
        assert f" over {name}" in words and number(margin) in words
        assert capped or f"The margin is now over {name}, {number(margin)}." in words
    assert found


@pytest.mark.parametrize(
    ("m", "words"),
    [
        (0.99999, ", but inside the street: its margin is 0.99999."),
        (1.0, ", on the edge of the street: its margin is 1."),
        (1 - 1e-12, ", but inside the street: its margin is 0.999999999999."),
        (1 + 1e-7, ", outside the street: its margin is 1."),
    ],
)
def test_that_a_margin_near_1_is_printed_on_its_own_side_of_1(m: float, words: str) -> None:
    run = trained("svm", bias="none")
    step = run.step()
    pulls = np.full((1, 1), 1.0 if m < 1 else 0.0)
    step = replace(
        step,
        margins=np.array([m]),
        losses=np.array([max(0, 1 - m)]),
        loss=max(0.0, 1 - m),
        pulls=pulls,
    )
    assert f"on the correct side{words}" in explain(step, run.learner)


def test_that_naive_bayes_names_the_counts() -> None:
    run = trained("naive-bayes")
    step = run.trace.step(9)
    assert step is not None
    before, after = (int(counts[step.labels[0], -1]) for counts in (step.before, step.after))
    text, lines = explain(step, run.learner), arithmetic(step, run.learner)
    assert f"one more in class {step.label}: {after} of 9 counted" in text
    assert lines[-1].value == f"{before} + 1 = {after}"


def test_that_a_kernel_space_speaks_of_the_coefficient_of_the_example() -> None:
    run = trained("svm", space="rbf", order="cyclic", updates=16)
    step = run.step()
    assert step.example == 16
    assert re.search(
        "0.1 is (added to|subtracted from) the coefficient of #17 and (to|from) b, and the boundary moves",
        explain(step, run.learner),
    )
    assert {"a₁₇", "b", "all other a"} <= {line.label for line in arithmetic(step, run.learner)}


def test_that_the_run_explains_the_update_that_led_to_it() -> None:
    run = trained("perceptron")
    assert run.explain() == explain(run.trace.step(run.t), run.learner)  # type: ignore[arg-type]


def test_that_an_example_and_a_batch_on_the_boundary_are_called_so() -> None:
    """At θ = 0 every margin is 0, which is a mistake and not the wrong side."""
    one, many = (
        explain(trained("svm", batch=batch, updates=0).step(), Learner.of("svm", batch=batch))
        for batch in (1, "all")
    )
    assert "is on the boundary, which counts as a mistake: its margin is 0." in one
    assert "all 20 examples: 20 on the boundary, which count as mistakes; the mean" in many


@pytest.mark.parametrize("space", ["linear", "rbf"])
@pytest.mark.parametrize("bias", ["free", "regularised", "none"])
@pytest.mark.parametrize("batch", [1, 7])
def test_that_momentum_speaks_of_the_move_before_only_if_it_adds_one(
    batch: int, bias: str, space: str
) -> None:
    """Its first update adds none, be it the first of the run or the one where it is switched on."""
    settings: dict[str, Any] = {"space": space, "bias": bias, "batch": batch, "lam": 0.1}
    learner = Learner.of("svm", optimiser="momentum", momentum=0.5, **settings)
    X, y = points(2)
    document = Document(Points.of(X, y), (Learner.of("svm", **settings),)).after(
        Change(10, learners=(learner,))
    )
    for trace, first in ((Trace(document), 11), (Trace(Document(Points.of(X, y), (learner,))), 1)):
        for t in range(first, first + 6):
            step = trace.step(t)
            assert step is not None
            shrunk = step.before.copy()
            shrunk[:, : step.decayed] *= step.shrink
            read = trace.problem(t - 1).read
            for i, pull in zip(step.examples, step.pulls, strict=True):
                by = step.rate * pull / len(step.pulls)
                if learner.dual:
                    shrunk[:, i] += by
                    shrunk[:, -1] += by if bias == "free" else 0
                else:
                    shrunk += by[:, None] * read[i]
            adds = not np.allclose(step.after, shrunk, rtol=0, atol=1e-12)
            assert adds == (t > first)
            text = explain(step, learner).lower()
            assert ("momentum adds μ = 0.5 times the last move" in text) == adds
            assert ("momentum adds nothing yet" in text) == (not adds)


@pytest.mark.parametrize("optimiser", ["sgd", "adagrad"])
def test_that_l1_counts_the_zeros_in_english(optimiser: str) -> None:
    said = set()
    for lam in (1e-4, 0.08, 0.2, 1.0):
        run = trained(
            "logistic", penalty="l1", lam=lam, optimiser=optimiser, batch="all", updates=400
        )
        step = run.trace.step(400)
        assert step is not None
        zeros = int((step.after[:, :2] == 0).sum())
        words = {0: "none of them is 0", 1: "1 of them is now 0", 2: "2 of them are now 0"}[zeros]
        assert f"off the size of each weight, and {words}" in explain(step, run.learner)
        said.add(zeros)
    assert {0, 2} <= said


def test_that_an_example_at_the_origin_without_a_bias_leaves_w_as_it_is() -> None:
    run = linlab.train(
        "perceptron", [(0, 0), (1, 1)], ["a", "b"], bias="none", order="cyclic", updates=0
    )
    assert run.step().pulls.any() and not run.step().updated
    assert explain(run.step(), run.learner).endswith(" But x is 0, so w stays as it is.")


RULES: dict[str, tuple[dict[str, Any], str]] = {
    "perceptron": ({}, r"w \leftarrow w + y x, \quad b \leftarrow b + y \quad \mathrm{if} \quad y (w \cdot x + b) \leq 0"),
    "perceptron with α": ({"alpha": 0.5}, r"w \leftarrow w + \alpha y x, \quad b \leftarrow b + \alpha y \quad \mathrm{if} \quad "
                                          r"y (w \cdot x + b) \leq 0"),
    "perceptron with a kernel": ({"space": "rbf"}, r"a_i \leftarrow a_i + y, \quad b \leftarrow b + y \quad \mathrm{if} \quad y s \leq 0, "
                                                   r"\quad s = \sum_j a_j k(x_j, x) + b"),
    "averaged-perceptron": ({}, r"w \leftarrow w + y x, \quad b \leftarrow b + y \quad \mathrm{if} \quad y (w \cdot x + b) \leq 0, "
                                r"\quad \bar w \leftarrow \bar w + \frac{w - \bar w}{t}, \quad \bar b \leftarrow \bar b + \frac{b - \bar b}{t}"),
    "mira": ({}, r"w \leftarrow w + \tau y x, \quad b \leftarrow b + \tau y \quad \mathrm{if} \quad y (w \cdot x + b) < 1, "
                 r"\quad \tau = \min(C, \ell/\rho), \quad \rho = \|x\|^2 + 1"),
    "logistic": ({}, r"w \leftarrow (1 - \alpha\lambda) w + \alpha p x, \quad b \leftarrow b + \alpha p, \quad p = y (1 - P(y | x))"),
    "pegasos with features": ({"space": "monomial", "bias": "none"},
                              r"w \leftarrow (1 - \alpha_t\lambda) w + \alpha_t p \varphi(x), \quad p = \begin{cases} y & \mathrm{if} \; "
                              r"y w \cdot \varphi(x) < 1 \cr 0 & \mathrm{otherwise} \end{cases}, \quad \alpha_t = \frac{1}{\lambda t}"),
}  # fmt: skip


@pytest.mark.parametrize("model", RULES)
def test_that_the_rule_of_two_classes_is_the_lectures(model: str) -> None:
    chosen, latex = RULES[model]
    assert rule(Learner.of(model.split()[0], **chosen), 2) == latex


@pytest.mark.parametrize("classes", [2, 3])
def test_that_every_rule_shows_what_is_in_force(classes: int) -> None:
    for model, chosen in settings():
        learner = Learner(model, chosen)
        text = rule(learner, classes)
        assert text.count("{") == text.count("}"), text
        by_gradients = learner.recipe.in_a_space and learner.recipe.counting is None
        if not by_gradients or learner.optimiser.solver:
            continue
        alone = (
            learner["optimiser"] == "sgd" and learner["batch"] == 1 and learner.decay == 0
        )  # only aᵢ moves
        if learner.dual:
            assert text.startswith((r"a_i", "a_{y,i}", "a_{c,i}") if alone else ("a ", "a_c "))
        else:
            assert text.startswith(("w", "(w"))
        assert not re.search(r"\\theta|\\eta|\bf\(|_B\b", text)
        assert (r"\varphi" in text) == (not learner.straight and not learner.dual)
        assert (r"\lambda" in text) == (learner.decay > 0)
        assert (r"\mu" in text) == (learner["optimiser"] == "momentum")
        scheduled = learner.optimiser.uses_rate and learner.rate.name != "constant"
        own = model in ("mira", "pa2")
        assert (r"\alpha_t =" in text) == (r"\alpha_t" in text) == (scheduled and not own)
        assert (r"\rho =" in text) == (r"\rho" in text) == (r"\tau =" in text) == own
        assert (r"\bar" in text) == (learner["average"] == "mean")


@given(
    st.floats(-1e307, 1e307) | st.sampled_from([math.inf, -math.inf, math.nan]), st.integers(3, 17)
)
def test_that_a_number_is_printed_to_its_digits_and_never_as_nan(x: float, digits: int) -> None:
    text = number(x, digits)
    if not math.isfinite(x):
        assert text in ("undefined", "∞", "−∞")
        return
    assert re.fullmatch(NUMBER, text)
    assert text != "−0"
    assert parsed(text) == pytest.approx(x, rel=0.51 * 10.0 ** (1 - digits), abs=1e-320)
