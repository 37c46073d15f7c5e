"""The arithmetic of an update: what is printed can be worked out by hand, from the example's own features."""

import re
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import linlab
from linlab import Document, Learner, Trace
from linlab.engine.arithmetic import Line, arithmetic, read_out
from linlab.engine.models import Linear
from linlab.engine.numerals import added_alike, number
from linlab.engine.run import Run
from linlab.engine.state import Step
from linlab.engine.sums import score_lines

PLAIN = str.maketrans("−·", "-*")
RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
NAMES = {2: ("A", "B"), 3: ("blue", "green", "red")}
BIASES = ("free", "regularised", "none")


def trained(model: str, classes: int = 2, updates: int = 40, n: int = 30, **chosen: Any) -> Run:
    rng = np.random.default_rng(classes)
    label = rng.integers(0, classes, n)
    x = rng.normal(size=(n, 2)) + 1.5 * label[:, None] * (1, -1)
    return linlab.train(model, x, [NAMES[classes][c] for c in label], updates=updates, **chosen)


def step_of(run: Run, t: int) -> Step:
    step = run.trace.step(t)
    assert step is not None
    return step


def lines_of(run: Run, t: int) -> dict[str, str]:
    return {line.label: line.value for line in arithmetic(step_of(run, t), run.learner)}


def worked_out(text: str) -> float:
    """A printed sum of products and squares, by Python's own rules."""
    text = re.sub("×10([⁻⁰¹²³⁴-⁹]+)", lambda found: "e" + found[1].translate(RAISED), text)
    assert re.fullmatch(r"[-\d.*+() e²−·]+", text), text
    return float(eval(text.translate(PLAIN).replace("²", "**2")))


def place(lines: dict[str, str]) -> list[str]:
    return lines["x"].strip("()").split(", ")


@pytest.mark.parametrize("bias", BIASES)
@pytest.mark.parametrize("model", ["perceptron", "svm", "logistic", "mira"])
def test_that_the_score_can_be_worked_out_from_the_printed_numbers(model: str, bias: str) -> None:
    run = trained(model, bias=bias)
    for t in range(1, 41):
        lines, step = lines_of(run, t), step_of(run, t)
        form, sum_, score = lines["score s"].split(" = ")
        assert form == "w₁x₁ + w₂x₂" + (" + b" if bias != "none" else "")
        digits = len(score.strip("−").replace(".", "").lstrip("0"))
        assert number(worked_out(sum_), max(3, digits)) == score
        i = step.example
        x, w = run.problem.x[i], run.trace.at(t - 1).theta[0]
        assert float(score.translate(PLAIN)) == pytest.approx(x @ w[:2] + (w[2] if bias != "none" else 0), rel=0.006)
        printed = re.findall(r"(−?[\d.]+)·\(?(−?[\d.]+)", sum_.replace("− ", "−"))
        assert [v for _, v in printed] == place(lines)
        assert [float(v.translate(PLAIN)) for _, v in printed] == pytest.approx(x, rel=0.006)
        assert [float(v.translate(PLAIN)) for v, _ in printed] == pytest.approx(w[:2], rel=0.006)
        margin = lines["margin m"].split(" = ")[1].split()[0]
        assert margin.strip("−") == score.strip("−")
        assert (margin == score) == (step.label == "B" or margin == "0")


@pytest.mark.parametrize("bias", BIASES)
@pytest.mark.parametrize("model", ["perceptron", "svm", "logistic"])
def test_that_the_scores_of_a_class_and_its_rival_are_sums_whose_difference_is_the_margin(model: str, bias: str) -> None:
    run = trained(model, 3, bias=bias)
    for t in range(2, 41):
        lines, step = lines_of(run, t), step_of(run, t)
        x, theta = run.problem.x[step.example], run.trace.at(t - 1).theta
        scores = theta[:, :2] @ x + (theta[:, 2] if bias != "none" else 0)
        names = [run.classes[int(step.labels[0])], run.classes[int(step.rivals[0])]]
        printed = []
        for name in names:
            *_, sum_, score = lines[f"s({name})"].split(" = ")
            digits = max(3, len(score.strip("−").replace(".", "").lstrip("0")))
            assert float(score.translate(PLAIN)) == pytest.approx(worked_out(sum_), rel=10.0 ** (1 - digits))
            assert float(score.translate(PLAIN)) == pytest.approx(scores[run.classes.index(name)], rel=0.006)
            printed.append(Decimal(score.translate(PLAIN)))
        form, _, margin = lines["margin m"].partition(" = ")
        assert form == f"s({names[0]}) − s({names[1]})"
        exact = Decimal(margin.split()[0].translate(PLAIN))
        last = min(int(exact.as_tuple().exponent), exact.adjusted() - 2 if exact else -3)
        assert abs(printed[0] - printed[1] - exact) <= Decimal("0.5").scaleb(last)
        (other,) = set(run.classes) - set(names)
        assert lines["scores"].startswith(f"{other} = ")


def test_that_a_quadratic_is_written_out_in_powers_of_the_coordinates() -> None:
    run = trained("svm", space="monomial", degree=2)
    for t in (5, 20, 40):
        lines = lines_of(run, t)
        _, sum_, score = lines["score s"].split(" = ")
        assert sum_.count("²") == 2
        assert worked_out(sum_) == pytest.approx(float(score.translate(PLAIN)), rel=0.006)
        assert all(v in sum_ for v in place(lines))


@pytest.mark.parametrize("bias", BIASES)
@pytest.mark.parametrize("classes", [2, 3])
def test_that_a_kernel_space_counts_its_coefficients(bias: str, classes: int) -> None:
    run = trained("svm", classes, space="rbf", bias=bias)
    for t in (3, 40):
        lines, step = lines_of(run, t), step_of(run, t)
        theta = run.trace.at(t - 1).theta[:, : run.problem.n]
        held = sum(any(row[j] != 0 for row in theta) for j in range(run.problem.n))
        assert lines["aⱼ ≠ 0"] == f"{held} of 30"
        form = {"free": "Σ aⱼ k(xⱼ, x) + b", "none": "Σ aⱼ k(xⱼ, x)", "regularised": "Σ aⱼ (k(xⱼ, x) + 1)"}[bias]
        assert lines["score s"].startswith(form)
        if classes == 2:
            x, centres = run.problem.x[step.example], run.problem.x
            k = np.exp(-run.learner["gamma"] * ((centres - x) ** 2).sum(axis=1)) + (bias == "regularised")
            parts = lines["score s"].split(" = ")[1:]
            b = run.trace.at(t - 1).theta[0, -1] if bias == "free" else 0.0
            assert float(parts[-1].translate(PLAIN)) == pytest.approx(theta[0] @ k + b, rel=0.006)
            if bias == "free":
                assert worked_out(parts[0]) == pytest.approx(float(parts[1].translate(PLAIN)), rel=0.006)
        else:
            assert all(f"{name} = " in lines["scores"] for name in run.classes)


def test_that_a_long_sum_says_how_many_features_it_has() -> None:
    assert lines_of(trained("svm", space="fourier", features=77), 9)["features"] == "77"
    assert lines_of(trained("svm", space="monomial", degree=4), 9)["features"] == "14"


@given(st.lists(st.tuples(st.floats(-50, 50), st.floats(-5, 5)), min_size=1, max_size=6))
def test_that_sums_in_a_block_have_the_same_decimals_and_come_out(pairs: list[tuple[float, float]]) -> None:
    rows = [(a, b, a + b) for a, b in pairs]
    shown = added_alike(rows)
    numbers = [[Decimal(v.split("×")[0].replace("−", "-")) for v in row] for row in shown]
    for (a, b, total), (first, second, third) in zip(rows, numbers, strict=True):
        assert first + second == third
        if "×" not in "".join(v for row in shown for v in row):
            last = 10.0 ** int(first.as_tuple().exponent)
            assert abs(float(first) - a) <= 0.51 * last
            assert abs(float(third) - total) <= 0.51 * last
            assert abs(float(second) - b) <= 1.01 * last
    assert len({v.as_tuple().exponent for row in numbers for v in row}) == 1


def test_that_two_weights_are_printed_with_as_many_decimals() -> None:
    block = added_alike([(-0.1620308, -0.0599346, -0.2219654), (-0.5011, -0.036, -0.5371)])
    assert {len(v.partition(".")[2]) for row in block for v in row} == {3}


@pytest.mark.parametrize("optimiser", ["adagrad", "rmsprop", "adam"])
@pytest.mark.parametrize("classes", [2, 3])
def test_that_l1_shows_the_threshold_of_each_weight(optimiser: str, classes: int) -> None:
    """h from the papers' formulas, over gradients collected here."""
    run = trained("logistic", classes, penalty="l1", lam=0.02, alpha=0.3, optimiser=optimiser)
    square = np.zeros_like(run.trace.at(0).theta)
    for t in range(1, 31):
        step = step_of(run, t)
        g = -step.pulls[0][:, None] * run.problem.read[step.example]
        if optimiser == "adagrad":
            square = square + g * g
            h = 0.3 / (np.sqrt(square) + 1e-8)
        elif optimiser == "rmsprop":
            square = 0.9 * square + 0.1 * g * g
            h = 0.3 / (np.sqrt(square) + 1e-8)
        else:
            square = 0.999 * square + 0.001 * g * g
            h = 0.3 / (np.sqrt(square / (1 - 0.999**t)) + 1e-8)
        assert step.own_steps == pytest.approx(h, rel=1e-9)
        lines = lines_of(run, t)
        rows = {"hλ": 0} if classes == 2 else {f"hλ of {run.classes[r]}": r for r in (int(step.labels[0]), int(step.rivals[0]))}
        for label, row in rows.items():
            found = re.findall(r"(w.): (\S+) · (\S+) = ([\d.×⁻⁰-⁹¹²³]+)(?:,|$)", lines[label])
            assert [name for name, *_ in found] == ["w₁", "w₂"]
            for j, (_, own, lam, product) in enumerate(found):
                assert float(lam) == 0.02
                if "×" not in own + product:
                    assert float(own) == pytest.approx(h[row, j], rel=0.006)
                    assert float(product) == pytest.approx(0.02 * h[row, j], rel=0.006)


def test_that_only_l1_with_steps_of_its_own_has_them() -> None:
    for chosen in ({}, {"penalty": "l1"}, {"optimiser": "adagrad"}, {"penalty": "none", "optimiser": "adam"}):
        run = trained("logistic", **chosen)
        assert step_of(run, 5).own_steps is None
        assert not any(label.startswith("hλ") for label in lines_of(run, 5))


def shown(run: Run, t: int) -> tuple[Line, ...]:
    model = run.at(t).model
    assert isinstance(model, Linear)
    return read_out(step_of(run, t), model, run.trace.at(t))


@pytest.mark.parametrize("classes", [2, 3])
def test_that_the_mean_of_theta_is_shown_in_numbers(classes: int) -> None:
    run = trained("averaged-perceptron", classes)
    total = np.zeros_like(run.trace.at(0).theta)
    for t in range(1, 31):
        total += run.trace.at(t).theta
        lines = shown(run, t)
        labels = ["mean θ̄"] if classes == 2 else [f"θ̄ of {name}" for name in run.classes]
        assert [line.label for line in lines] == labels
        for line, mean in zip(lines, total / t, strict=True):
            found = re.fullmatch(r"w̄₁ = (\S+), w̄₂ = (\S+), b̄ = (\S+)", line.value)
            assert found is not None
            assert [float(v.translate(PLAIN)) for v in found.groups()] == pytest.approx(mean, abs=0.00051)


def test_that_the_best_theta_on_dev_says_where_it_is_from() -> None:
    run = trained("perceptron", average="best", split=(60, 40, 0), n=80, updates=0)
    n = run.problem.n
    assert shown(run, n - 1)[0].value == "θ itself, until an epoch has ended"
    x, y = run.problem.held_out[0]
    errors = {}
    for epoch in range(1, 5):
        theta = run.trace.at(epoch * n).theta[0]
        errors[epoch * n] = np.mean(((x @ theta[:2] + theta[2]) > 0) != (y == 1))
    best = min(errors, key=lambda t: (errors[t], t))
    first, second = shown(run, 4 * n)
    assert first.value == f"of update {best}: dev error {number(100 * errors[best])} %"
    w = [float(v.translate(PLAIN)) for v in re.findall(r"= (\S+?)(?:,|$)", second.value)]
    assert w == pytest.approx(run.trace.at(best).theta[0], abs=0.00051)
    assert shown(trained("perceptron"), 3) == ()


def test_that_what_rounding_left_of_a_bias_is_printed_as_nothing():
    trace = Trace(Document(linlab.make_points("moons", n=150, seed=0), (Learner.of("svm", alpha=0.1),)))
    dusty = [step for step in map(trace.step, range(2, 200)) if 0 < abs(step.before[0, -1]) < 1e-13]
    assert dusty, "some bias must be the rest of a rounding for this to be tested"
    for step in dusty:
        assert "10⁻" not in dict(score_lines(step, trace.problem(step.t).learner, number(step.margin)))["score s"]
