"""Old → new against loops written here straight from the lectures, in the run's own order."""

import re

import numpy as np
import pytest

from linlab import Document, Learner, Trace
from linlab.engine.data.datasets import make_points
from linlab.engine.ground.numerals import read_number
from linlab.engine.words.before_after import MOST_CHANGES, MOST_ROWS, STAYS, before_after
from tests.engine.plane import plane_catalog
from tests.engine.teams import document_learners


def trace_of(learner, classes=2, n=40):
    points = make_points("blobs", seed=3, n=n, classes=classes, noise=1.6)
    return Trace(Document(points, document_learners(learner)))


def lines_at(trace, t):
    problem = trace.problem(t - 1)
    said = before_after(trace.step(t), problem.learner, problem.counting)
    return {line.label: line.value for line in said}


def numbers(text):
    return [read_number(part) for part in text.strip("()").split(", ")]


def both(value):
    """The numbers before and after the arrow; the same twice if nothing changed."""
    if value.endswith(f", {STAYS}"):
        same = numbers(value.removesuffix(f", {STAYS}"))
        return same, same
    old, new = value.split(" → ")
    return numbers(old), numbers(new)


def close(printed, before, after):
    """To the digits printed: three of the largest at least."""
    exact = np.concatenate([before, after])
    size = np.abs(exact).max()
    return np.concatenate(printed) == pytest.approx(exact, abs=0.0051 * max(size, 1e-300))


@pytest.mark.parametrize("alpha", [1.0, 0.3])
def test_that_w_and_b_of_the_perceptron_are_those_of_the_lecture(alpha):
    trace = trace_of(Learner.of("perceptron", alpha=alpha))
    w, b, changes = np.zeros(2), 0.0, 0
    for t in range(1, 60):
        step = trace.step(t)
        x, y = step.x[0], 2.0 * step.labels[0] - 1.0
        old = w, b
        if y * (w @ x + b) <= 0:
            w, b = w + alpha * y * x, b + alpha * y
        said = lines_at(trace, t)
        assert list(said) == ["w", "b"]
        for label, before, after in (("w", old[0], w), ("b", [old[1]], [b])):
            assert close(both(said[label]), before, after)
            moved = not np.array_equal(before, after)
            assert (" → " in said[label]) == moved
            assert moved != said[label].endswith(STAYS)
            changes += moved
    assert 6 < changes < 100


def test_that_only_the_classes_that_moved_have_lines():
    trace = trace_of(Learner.of("perceptron"), classes=4)
    theta, changes = np.zeros((4, 3)), 0
    for t in range(1, 50):
        step = trace.step(t)
        x, y = np.append(step.x[0], 1.0), int(step.labels[0])
        scores, before = theta @ x, theta.copy()
        rival = max((c for c in range(4) if c != y), key=lambda c: (scores[c], -c))
        if scores[y] <= scores[rival]:
            theta[y] += x
            theta[rival] -= x
            changes += 1
        said = lines_at(trace, t)
        moved = [c for c in range(4) if (theta[c] != before[c]).any()]
        if not moved:
            assert said == {"w": STAYS}
            continue
        assert list(said) == [f"{part} of {step.classes[c]}" for c in moved for part in "wb"]
        for c in moved:
            assert close(both(said[f"w of {step.classes[c]}"]), before[c, :2], theta[c, :2])
    assert changes > 5


def test_that_of_many_classes_those_that_moved_furthest_are_shown_and_the_others_counted():
    trace = trace_of(Learner.of("logistic"), classes=6)
    for t in (1, 4, 9):
        step = trace.step(t)
        moved = np.linalg.norm(step.after - step.before, axis=1)
        furthest = sorted(np.argsort(-moved)[:MOST_ROWS].tolist())
        said = lines_at(trace, t)
        names = [f"w of {step.classes[c]}" for c in furthest]
        assert [label for label in said if label.startswith("w")] == names
        assert said["…"] == "4 more classes"


@pytest.mark.parametrize("kernel", ["rbf", "polynomial"])
def test_that_a_kernel_perceptron_adds_1_to_the_coefficient_of_a_mistake(kernel):
    trace = trace_of(Learner.of("perceptron", space=kernel))
    a, b, changes = np.zeros(40), 0.0, 0
    for t in range(1, 60):
        step = trace.step(t)
        i, y = step.example, 2.0 * step.labels[0] - 1.0
        old = a[i], b
        if step.margin <= 0:
            a[i] += y
            b += y
            changes += 1
        said = lines_at(trace, t)
        first, second = both(said[f"a of #{i + 1}"])
        assert (first, second) == ([old[0]], [a[i]])
        if step.margin <= 0:
            assert both(said["b"]) == ([old[1]], [b])
        else:
            assert list(said) == [f"a of #{i + 1}"]
    assert changes > 2


def test_that_shrinking_is_told_of_all_other_coefficients():
    trace = trace_of(Learner.of("svm", space="rbf", lam=0.1, alpha=0.5))
    said = lines_at(trace, 3)
    assert said["all other a"] == "× 0.95"


def test_that_of_many_features_the_largest_changes_are_shown_and_the_others_counted():
    trace = trace_of(Learner.of("logistic", space="fourier", features=30))
    step, said = trace.step(7), lines_at(trace, 7)
    size = np.abs(step.after - step.before)[0]
    largest = sorted(size[:-1], reverse=True)[:MOST_CHANGES]
    told = [value for label, value in said.items() if label.startswith("w[")]
    assert len(told) == MOST_CHANGES
    for value, exact in zip(told, largest, strict=True):
        (old,), (new,) = both(value)
        assert abs(new - old) == pytest.approx(exact, abs=2e-3 * max(abs(old), abs(new)))
    assert "b" in said
    assert said["…"] == f"{np.count_nonzero(size) - MOST_CHANGES - 1} more changes"


def test_that_naive_bayes_tells_its_counts_and_the_gaussians_their_means():
    trace, seen = trace_of(Learner.of("naive-bayes")), {}
    for t in range(1, 20):
        step, said = trace.step(t), lines_at(trace, t)
        count = seen.get(step.label, 0)
        assert said[f"examples of {step.label}"] == f"{count} → {count + 1}"
        seen[step.label] = count + 1
        bins = [value for label, value in said.items() if " in bin " in label]
        assert len(bins) == 2 and all(re.fullmatch(r"\d+ → \d+", value) for value in bins)
    trace = trace_of(Learner.of("gaussian-naive-bayes"))
    places = {"A": [], "B": []}
    for t in range(1, 20):
        step, said = trace.step(t), lines_at(trace, t)
        own = places[step.label]
        own.append(step.x[0])
        means = [np.mean(own[:k], axis=0)[:1] for k in (len(own) - 1, len(own)) if k]
        if len(own) > 1:
            assert close(both(said["mean of x₁"]), *means)
        else:
            assert said["mean of x₁"].startswith("– → ")


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("model", list(plane_catalog()))
def test_that_every_model_tells_what_a_step_changed(model, classes):
    trace = trace_of(Learner.of(model), classes)
    for t in range(1, 25):
        step = trace.step(t)
        if step is None or step.t < t:
            break
        said = lines_at(trace, t)
        moved = any(own is not None and own.updated for *_, own in step.team)
        changed = moved if step.team else bool((step.before != step.after).any())
        assert any(" → " in value for value in said.values()) == changed
        assert len(said) <= 2 * (MOST_CHANGES + MOST_ROWS)


@pytest.mark.parametrize("batch", [8, 40])
def test_that_a_batch_tells_the_whole_change(batch):
    trace = trace_of(Learner.of("svm", batch=batch))
    for t in (1, 2, 5):
        step = trace.step(t)
        assert close(both(lines_at(trace, t)["w"]), step.before[0, :2], step.after[0, :2])


def test_that_a_solver_tells_where_it_went():
    trace = trace_of(Learner.of("logistic", optimiser="lbfgs"))
    step = trace.step(2)
    assert close(both(lines_at(trace, 2)["w"]), step.before[0, :2], step.after[0, :2])


def test_that_without_a_bias_there_is_no_line_for_it():
    assert list(lines_at(trace_of(Learner.of("perceptron", bias="none")), 1)) == ["w"]
