"""The arithmetic of an update: what is printed can be worked out by hand, from the example's own
features."""

import re
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import linlab
from linlab import Document, Learner, Run, Trace
from linlab.engine.ground.numerals import added_alike, number
from linlab.engine.train.models import Linear
from linlab.engine.train.state import Step
from linlab.engine.words.arithmetic import Line, arithmetic, read_out
from linlab.engine.words.explain import explain
from linlab.engine.words.sums import score_lines

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
        assert float(score.translate(PLAIN)) == pytest.approx(
            x @ w[:2] + (w[2] if bias != "none" else 0), rel=0.006
        )
        printed = re.findall(r"(−?[\d.]+)·\(?(−?[\d.]+)", sum_.replace("− ", "−"))
        assert [v for _, v in printed] == place(lines)
        assert [float(v.translate(PLAIN)) for _, v in printed] == pytest.approx(x, rel=0.006)
        assert [float(v.translate(PLAIN)) for v, _ in printed] == pytest.approx(w[:2], rel=0.006)
        margin = lines["margin m"].split(" = ")[1].split()[0]
        assert margin.strip("−") == score.strip("−")
        assert (margin == score) == (step.label == "B" or margin == "0")


def exactly(text: str) -> Fraction:
    """A printed sum of products, in fractions."""
    return Fraction(
        eval(
            re.sub(r"\d+(\.\d+)?", r"Fraction('\g<0>')", text.translate(PLAIN)),
            {"Fraction": Fraction},
        )
    )


def comes_out(text: str, result: str) -> bool:
    """Whether what is printed is less than half a unit of the last printed digit away, however one
    rounds."""
    unit = Fraction(10) ** -len(result.partition(".")[2])
    return abs(exactly(text) - exactly(result)) < unit / 2


def test_that_a_score_half_way_between_two_roundings_has_a_digit_more() -> None:
    run = linlab.train(
        "perceptron", [(-0.9, -1.2), (1, 1)], ["no", "yes"], bias="none", order="cyclic", updates=1
    )
    step, rng = step_of(run, 1), np.random.default_rng(0)
    cases = [((-57.5 / 3, -2.5), (-0.9, -1.2)), ((58 / 3, 2.85), (0.9, 1.0))]
    cases += [
        ((a / 3, b / 20), (c / 10, d / 10))
        for a, b, c, d in rng.integers(-90, 90, (400, 4))
        if a and b and c and d
    ]
    for model in ("perceptron", "svm", "logistic", "mira"):
        learner = Learner.of(model, bias="none")
        for w, x in cases:
            s = float(np.dot(w, x))
            loss = learner.recipe.loss.value([[s]], [0])
            made = replace(
                step,
                before=np.array([w]),
                x=np.array([x]),
                scores=np.array([[s]]),
                margins=np.array([-s]),
                losses=loss,
                loss=float(loss[0]),
            )
            lines = {line.label: line.value for line in arithmetic(made, learner)}
            _, sum_, score = lines["score s"].split(" = ")
            assert comes_out(sum_, score), lines
            margin = lines["margin m"].split(" = ")[1].split()[0]
            assert margin.strip("−") == score.strip("−")
            assert f"its margin is {margin}" in explain(made, learner)
            if model == "svm" and 0.001 < -s < 1:
                assert exactly(margin) + exactly(lines["loss ℓ"]) == 1


@pytest.mark.parametrize("bias", BIASES)
@pytest.mark.parametrize("model", ["perceptron", "svm", "logistic"])
def test_that_the_scores_of_a_class_and_its_rival_are_sums_whose_difference_is_the_margin(
    model: str, bias: str
) -> None:
    run = trained(model, 3, bias=bias)
    for t in range(2, 41):
        lines, step = lines_of(run, t), step_of(run, t)
        x, theta = run.problem.x[step.example], run.trace.at(t - 1).theta
        scores = theta[:, :2] @ x + (theta[:, 2] if bias != "none" else 0)
        names = [run.classes[int(step.labels[0])], run.classes[int(step.rivals[0])]]
        printed = []
        for name in names:
            *_, sum_, score = lines[f"s of {name}"].split(" = ")
            digits = max(3, len(score.strip("−").replace(".", "").lstrip("0")))
            assert float(score.translate(PLAIN)) == pytest.approx(
                worked_out(sum_), rel=10.0 ** (1 - digits)
            )
            assert float(score.translate(PLAIN)) == pytest.approx(
                scores[run.classes.index(name)], rel=0.006
            )
            printed.append(Decimal(score.translate(PLAIN)))
        form, _, margin = lines["margin m"].partition(" = ")
        assert form == f"s of {names[0]} − s of {names[1]}"
        exact = Decimal(margin.split()[0].translate(PLAIN))
        last = min(int(exact.as_tuple().exponent), exact.adjusted() - 2 if exact else -3)
        assert abs(printed[0] - printed[1] - exact) <= Decimal("0.5").scaleb(last)
        (other,) = set(run.classes) - set(names)
        assert lines["other s"].startswith(f"{other} = ")
        assert "scores" not in lines


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
        form = {
            "free": "Σ aⱼ k(x of #j, x) + b",
            "none": "Σ aⱼ k(x of #j, x)",
            "regularised": "Σ aⱼ (k(x of #j, x) + 1)",
        }[bias]
        assert lines["score s"].startswith(form)
        if classes == 2:
            x, centres = run.problem.x[step.example], run.problem.x
            k = np.exp(-run.learner["gamma"] * ((centres - x) ** 2).sum(axis=1)) + (
                bias == "regularised"
            )
            parts = lines["score s"].split(" = ")[1:]
            b = run.trace.at(t - 1).theta[0, -1] if bias == "free" else 0.0
            assert float(parts[-1].translate(PLAIN)) == pytest.approx(theta[0] @ k + b, rel=0.006)
            if bias == "free":
                assert worked_out(parts[0]) == pytest.approx(
                    float(parts[1].translate(PLAIN)), rel=0.006
                )
        else:
            assert all(f"{name} = " in lines["scores"] for name in run.classes)


def test_that_a_long_sum_says_how_many_features_it_has() -> None:
    assert lines_of(trained("svm", space="fourier", features=77), 9)["features"] == "77"
    assert lines_of(trained("svm", space="monomial", degree=4), 9)["features"] == "14"


def decimal(text: str) -> Decimal:
    return Decimal(
        re.sub("×10([⁻⁰¹²³⁴-⁹]+)", lambda found: "e" + found[1].translate(RAISED), text)
        .translate(PLAIN)
        .replace(" ", "")
    )


def decimals(text: str) -> int:
    return len(text.partition("×")[0].partition(".")[2])


some = (
    st.floats(-50, 50)
    | st.floats(-1e-3, 1e-3)
    | st.floats(-1e300, 1e300)
    | st.integers(-4000, 4000).map(lambda k: k / 8000)
)


@given(st.lists(st.tuples(some, some), min_size=1, max_size=6))
def test_that_every_number_of_a_sum_is_rounded_and_none_is_bent_to_make_it_come_out(
    pairs: list[tuple[float, float]],
) -> None:
    rows = [(a, b, a + b) for a, b in pairs]
    for row, (*numbers, equals, total) in zip(rows, added_alike(rows), strict=True):
        shown = [decimal(text) for text in (*numbers, total)]
        power = (
            max(v.adjusted() for v in map(Decimal, (v for each in rows for v in each)) if v)
            if any(map(any, rows))
            else 0
        )
        last = Decimal(1).scaleb(-decimals(total) + (0 if -4 <= power < 6 else power))
        dust = Decimal(max(map(abs, row))) * Decimal(
            "1e-14"
        )  # whether 0.1125 − 0.1 is a tie, its last bits cannot tell
        for text, exact in zip(shown, row, strict=True):
            assert abs(text - Decimal(exact)) <= last / 2 + dust
        assert equals in ("=", "≈")
        assert (shown[0] + shown[1] == shown[2]) == (equals == "=")
        assert len({decimals(text) for text in (*numbers, total)}) == 1


def test_that_rows_have_as_many_decimals_unless_two_more_do_not_make_all_of_them_come_out() -> None:
    rng, ragged, rough = np.random.default_rng(0), 0, 0
    for many in (1, 2, 3, 6) * 50:
        rows = [
            (float(a), float(b), float(a + b))
            for a, b in rng.uniform(-1, 1, size=(many, 2)) * (1, 0.9)
        ]
        fewest = min(
            6, max(3, 1 - min(int(np.floor(np.log10(abs(b)))) for _, b, _ in rows))
        )  # two digits of each change
        most = 7  # eight digits, of numbers below 10

        def come_out(places: int, rows: list[Any] = rows) -> bool:
            shown = [[Decimal(f"{v:.{places}f}") for v in row] for row in rows]
            return all(a + b == total for a, b, total in shown)

        found = [(decimals(total), equals) for *_, equals, total in added_alike(rows)]
        alike = next((n for n in range(fewest, min(fewest + 2, most) + 1) if come_out(n)), None)
        ragged += alike is None
        if alike is not None:
            assert set(found) == {(alike, "=")}
            continue
        for shown, row in zip(found, rows, strict=True):
            own = next((n for n in range(fewest, most + 1) if come_out(n, [row])), None)
            assert shown == ((own, "=") if own is not None else (fewest, "≈"))
            rough += own is None
    assert 5 < ragged < 100
    assert rough < 10  # of 600


def test_that_equal_changes_are_printed_alike_whatever_they_are_added_to() -> None:
    """0.1125 − 0.1 is a little less than 0.0125, in floats."""
    for before in (0.1, 0.2, 0.7, 3.3):
        rows = [(0.0, 0.0125, 0.0125), (before, before + 0.0125 - before, before + 0.0125)]
        assert len({b for _, b, _, _ in added_alike(rows)}) == 1


def test_that_two_weights_are_printed_with_as_many_decimals() -> None:
    block = added_alike([(-0.1620308, -0.0599346, -0.2219654), (-0.5011, -0.036, -0.5371)])
    assert {decimals(v) for a, b, _, total in block for v in (a, b, total)} == {3}


def test_that_the_changes_of_a_kernel_machine_are_the_true_ones_and_those_of_its_sentence() -> None:
    """The coefficients by the loop of the lecture: a ← (1 − αλ) a, then aᵢ ← aᵢ + αp and
    b ← b + αp with p = y σ(−m)."""
    learner = Learner.of("logistic", space="rbf")
    trace = Trace(Document(linlab.make_points("spiral", seed=0), (learner,)))
    problem = trace.problem(0)
    k, y = (
        np.exp(-learner["gamma"] * ((problem.x[:, None] - problem.x) ** 2).sum(axis=2)),
        np.where(problem.y == 1, 1, -1),
    )
    a, b = np.zeros(problem.n), 0.0
    for t in range(1, 401):
        step = trace.step(t)
        assert step is not None
        i, old_a, old_b = step.example, a.copy(), b
        by = learner["alpha"] * y[i] / (1 + np.exp(y[i] * (k[i] @ a + b)))
        a, b = (1 - learner["alpha"] * learner["lam"]) * a, b + by
        a[i] += by
        lines = {line.label: line.value for line in arithmetic(step, learner)}
        own = next(label for label in lines if re.fullmatch("a[₀-₉]+", label))
        for label, true in ((own, (old_a[i], a[i] - old_a[i], a[i])), ("b", (old_b, by, b))):
            found = re.fullmatch(r"(\S+) ([+−]) (\S+) = (\S+)", lines[label])
            assert found is not None, lines[label]
            printed = [
                decimal(found[1]),
                decimal(found[3]) * (1 if found[2] == "+" else -1),
                decimal(found[4]),
            ]
            assert printed[0] + printed[1] == printed[2]
            half = 0.5 * 10.0 ** -decimals(found[4]) + 1e-12
            assert [float(v) for v in printed] == pytest.approx(true, rel=0, abs=half)
        said = re.search(
            r"([\d.×⁻⁰¹²³⁴-⁹]+) is (added to|subtracted from) the coefficient",
            explain(step, learner),
        )
        assert said is not None
        change = decimal(said[1]) * (1 if said[2] == "added to" else -1)
        shown = decimal(re.sub(r"^\S+ ([+−]) (\S+) .*", r"\1\2", lines["b"]).replace("+", ""))
        assert (
            abs(change - shown)
            <= (
                Decimal(1).scaleb(int(change.as_tuple().exponent))
                + Decimal(1).scaleb(int(shown.as_tuple().exponent))
            )
            / 2
        )


@pytest.mark.parametrize("classes", [3, 4, 5])
def test_that_the_scores_of_the_other_classes_are_called_so(classes: int) -> None:
    rng = np.random.default_rng(classes)
    run = linlab.train(
        "svm",
        rng.normal(size=(40, 2)),
        [f"c{k % classes}" for k in range(40)],
        bias="none",
        updates=20,
    )
    for t in (2, 9, 20):
        lines, step = lines_of(run, t), step_of(run, t)
        names = [run.classes[int(step.labels[0])], run.classes[int(step.rivals[0])]]
        label = "other s" if classes == 3 else "others"
        assert [part.split(" = ")[0] for part in lines[label].split(" · ")] == [
            c for c in run.classes if c not in names
        ]
        scores = run.trace.at(t - 1).theta @ run.problem.x[step.example]
        for part in lines[label].split(" · "):
            name, score = part.split(" = ")
            assert float(score.translate(PLAIN)) == pytest.approx(
                scores[run.classes.index(name)], rel=0.006
            )


@pytest.mark.parametrize("away", [0.0, 3e4])
@pytest.mark.parametrize("classes", [2, 3])
def test_that_gaussian_naive_bayes_shows_the_means_and_variances_of_the_examples_it_counted(
    classes: int, away: float
) -> None:
    rng = np.random.default_rng(classes)
    label = np.arange(30) % classes
    x = rng.normal(size=(30, 2)) * (1, 3) + 1.5 * label[:, None] + away
    x[classes] = x[0]  # two in the same place
    run = linlab.train(
        "gaussian-naive-bayes", x, [NAMES[classes][c] for c in label], order="cyclic"
    )
    for t in range(1, 31):
        step = step_of(run, t)
        lines = {
            line.label: line.value for line in arithmetic(step, run.learner, run.problem.counting)
        }
        before, after = (x[:n][label[:n] == label[t - 1]] for n in (t - 1, t))
        assert lines[f"examples of {step.label}"] == f"{len(before)} + 1 = {len(after)}"
        for j, axis in enumerate("₁₂"):
            for name, of in (("mean", np.mean), ("variance", np.var)):
                old, _, new = lines[f"{name} of x{axis}"].partition(" → ")
                new, _, taken = new.partition(", taken as ")
                assert (old == "–") == (len(before) == 0)
                for text, seen in ((old, before), (new, after)):
                    if len(seen):
                        true, digits = (
                            float(of(seen[:, j])),
                            max(3, len(re.sub("[−. ]", "", text).lstrip("0"))),
                        )
                        close = (
                            0.51 * 10.0 ** (np.floor(np.log10(abs(true))) - digits + 1)
                            if true
                            else 1e-300
                        )
                        assert float(decimal(text)) == pytest.approx(true, rel=0, abs=float(close))
                        assert bool(true) == (text != "0")
                least = 1e-9 * x.var(axis=0).max()
                assert bool(taken) == (name == "variance" and after[:, j].var() < least)
                assert not taken or float(decimal(taken)) == pytest.approx(least, rel=0.006)
                if len(before) and of(before[:, j]) != of(after[:, j]):
                    assert old != new
                    assert (
                        "0" in (old, new)
                        or "×" in old + new
                        or decimals(old) == decimals(new)
                        or name == "variance"
                    )
        assert not any("z" in text for text in lines)


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
        rows = (
            {"hλ": 0}
            if classes == 2
            else {f"hλ of {run.classes[r]}": r for r in (int(step.labels[0]), int(step.rivals[0]))}
        )
        for label, row in rows.items():
            found = re.findall(r"(w.): (\S+) · (\S+) = ([\d.×⁻⁰-⁹¹²³]+)(?:,|$)", lines[label])
            assert [name for name, *_ in found] == ["w₁", "w₂"]
            for j, (_, own, lam, product) in enumerate(found):
                assert float(lam) == 0.02
                if "×" not in own + product:
                    assert float(own) == pytest.approx(h[row, j], rel=0.006)
                    assert float(product) == pytest.approx(0.02 * h[row, j], rel=0.006)


def test_that_only_l1_with_steps_of_its_own_has_them() -> None:
    for chosen in (
        {},
        {"penalty": "l1"},
        {"optimiser": "adagrad"},
        {"penalty": "none", "optimiser": "adam"},
    ):
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
        labels = ["mean w̄"] if classes == 2 else [f"w̄ of {name}" for name in run.classes]
        assert [line.label for line in lines] == [*labels, "m of w̄"]
        for line, mean in zip(lines[:-1], total / t, strict=True):
            found = re.fullmatch(r"w̄₁ = (\S+), w̄₂ = (\S+), b̄ = (\S+)", line.value)
            assert found is not None
            assert [float(v.translate(PLAIN)) for v in found.groups()] == pytest.approx(
                mean, abs=0.00051
            )


def test_that_the_best_theta_on_dev_says_where_it_is_from() -> None:
    run = trained("perceptron", average="best", split=(60, 40, 0), n=80, updates=0)
    n = run.problem.n
    assert shown(run, n - 1)[0].value == "the last weights, until an epoch has ended"
    x, y = run.problem.held_out[0]
    errors = {}
    for epoch in range(1, 5):
        theta = run.trace.at(epoch * n).theta[0]
        errors[epoch * n] = np.mean(((x @ theta[:2] + theta[2]) > 0) != (y == 1))
    best = min(errors, key=lambda t: (errors[t], t))
    first, second, _ = shown(run, 4 * n)
    assert first.value == f"of step {best}: {number(100 * errors[best])} % wrong on dev"
    w = [float(v.translate(PLAIN)) for v in re.findall(r"= (\S+?)(?:,|$)", second.value)]
    assert w == pytest.approx(run.trace.at(best).theta[0], abs=0.00051)
    assert shown(trained("perceptron"), 3) == ()


def test_that_what_rounding_left_of_a_bias_is_printed_as_nothing():
    trace = Trace(
        Document(linlab.make_points("moons", n=150, seed=0), (Learner.of("svm", alpha=0.1),))
    )
    dusty = [step for step in map(trace.step, range(2, 200)) if 0 < abs(step.before[0, -1]) < 1e-13]
    assert dusty, "some bias must be the rest of a rounding for this to be tested"
    for step in dusty:
        assert (
            "10⁻"
            not in dict(score_lines(step, trace.problem(step.t).learner, number(step.margin))[0])[
                "score s"
            ]
        )
