"""Random runs, and how the lines of a derivation are compared with what a test computes itself."""

import math
from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import strategies as st

from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner
from linlab.engine.train.moment import Moment
from linlab.engine.train.trace import Trace
from linlab.engine.words.derivations.derivation import At
from linlab.engine.words.derivations.line import Line, Side, Vector
from tests.engine import textbook

NAMES = "abcd"
SIZES = {2: 8, 4: 12}  # examples by the number of classes
CONVERGED = 200


@dataclass(frozen=True)
class Data:
    """Clouds around a circle, X (n, 2), and their classes y (n,)."""

    X: np.ndarray
    y: np.ndarray

    @property
    def classes(self):
        return int(self.y.max()) + 1

    @property
    def labels(self):
        return np.array([NAMES[k] for k in self.y])

    @property
    def sign(self):
        return np.where(self.y == 1, 1.0, -1.0)

    def phi(self, bias):
        """x, with a 1 unless there is no bias. (n, d)"""
        return self.X if bias == "none" else np.column_stack([self.X, np.ones(len(self.X))])


@st.composite
def clouds(draw, gap, mixed):
    many = draw(st.sampled_from([2, 4]))
    rng = np.random.default_rng(draw(st.integers(0, 10_000)))
    n = SIZES[many]
    y = np.arange(n) % many
    angle = 2 * math.pi * y / many
    X = draw(gap) * np.stack([np.cos(angle), np.sin(angle)], axis=1) + rng.normal(0, 0.5, (n, 2))
    if draw(mixed):
        X[[0, 1]] = X[[1, 0]]
    return Data(X.round(3), y)


apart = clouds(gap=st.just(4.0), mixed=st.just(False))
together = clouds(gap=st.sampled_from([0.5, 1.0, 2.0]), mixed=st.booleans())
moments = st.sampled_from([0, 1, 2, 5, 9, 17, CONVERGED])
biases = st.sampled_from(["free", "none", "regularised"])


def trace_of(data, model, **settings):
    settings = {"order": "cyclic", **settings}
    return Trace(Document(Points.of(data.X, data.labels), (Learner.of(model, **settings),)))


def derived(derivation, trace, t, pointed=None):
    """The lines at t, what was computed for them, and the moment."""
    moment = Moment.of(trace, t)
    found = None if derivation.reference is None else derivation.reference(moment)
    at = At(moment, found, pointed)
    assert derivation.says(at).endswith(".")
    return derivation.lines(at), at


def numbers(value):
    return np.asarray(value.numbers if isinstance(value, Vector) else [value], float)


def compare(lines, expected, rel=1e-6, scale=1.0):
    """Each side with the number that the test has for it, and the relation between those numbers;
    and a line that is not true is seen not to hold."""
    assert len(lines) == len(expected), [line.latex for line in lines]
    for line, own in zip(lines, expected, strict=True):
        assert len(line.sides) == len(own), line.latex
        for side, value in zip(line.sides, own, strict=True):
            wanted = np.ravel(np.asarray(value, float))
            assert numbers(side.value) == pytest.approx(wanted, rel=rel, abs=rel * scale), (
                side.latex
            )
        for sign, left, right in zip(line.relations, own, own[1:], strict=False):
            assert true(sign, left, right, 10 * rel * scale), (line.latex, sign, left, right)
        assert line.holds, (line.latex, line.values)
        for wrong in broken(line):
            assert not wrong.holds, wrong.latex


def true(sign, left, right, least):
    left, right = np.ravel(np.asarray(left, float)), np.ravel(np.asarray(right, float))
    room = least * (1.0 + np.abs(left))
    return {
        "=": (np.abs(left - right) <= room).all(),
        "≤": (left <= right + room).all(),
        "≥": (left >= right - room).all(),
    }[sign]


def broken(line):
    """The same line with a wrong sign on one side, or the wrong way round, where that matters."""
    size = line.size
    for k, sign in enumerate(line.relations):
        left, right = line.sides[k], line.sides[k + 1]
        apart = np.abs(numbers(left.value) - numbers(right.value)).max()
        if sign == "=" and np.abs(numbers(right.value)).max() > 1e-3 * size > 0.0:
            yield changed(line, k + 1, -1.0)
        if sign != "=" and apart > 1e-3 * size:
            sides = (*line.sides[:k], right, left, *line.sides[k + 2 :])
            yield replace(line, sides=sides)


def changed(line: Line, k: int, factor: float) -> Line:
    """A line with one of its sides multiplied."""
    value = line.sides[k].value
    other = (
        Vector(factor * value.numbers, value.length)
        if isinstance(value, Vector)
        else factor * value
    )
    side = Side(line.sides[k].latex, other)
    return replace(line, sides=(*line.sides[:k], side, *line.sides[k + 1 :]))


def margins(scores, y):
    """Of scores (n, rows) by the definition. (n,)"""
    if scores.shape[1] == 1:
        return np.where(y == 1, scores[:, 0], -scores[:, 0])
    return np.array(
        [
            row[k] - max(s for c, s in enumerate(row) if c != k)
            for row, k in zip(scores, y, strict=True)
        ]
    )


def largest_margin(phi, data, free):
    """The (w, b) with every margin ≥ 1 and the least ‖w‖, by scipy; a free last column costs
    nothing. (rows, d)"""
    from scipy.optimize import minimize

    rows, d = (1, phi.shape[1]) if data.classes == 2 else (data.classes, phi.shape[1])
    cost = np.ones((rows, d))
    cost[:, d - 1] = 0.0 if free else 1.0
    matrix = []
    for f, k in zip(phi, data.y, strict=True):
        if rows == 1:
            matrix.append(f if k == 1 else -f)
            continue
        for c in range(rows):
            if c != k:
                row = np.zeros((rows, d))
                row[k] = f
                row[c] = -f
                matrix.append(row.ravel())
    A = np.array(matrix)
    flat = cost.ravel()
    found = minimize(
        lambda v: 0.5 * float((flat * v * v).sum()),
        np.zeros(rows * d),
        jac=lambda v: flat * v,
        constraints={"type": "ineq", "fun": lambda v: A @ v - 1.0, "jac": lambda v: A},
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 500},
    )
    assert found.success, found.message
    return found.x.reshape(rows, d)


def thetas(data, model, t, bias="free", **settings):
    """θ after each step up to t, by a textbook loop in cyclic order. [(rows, d)]"""
    loop = textbook.binary if data.classes == 2 else textbook.multiclass
    d = 2 if bias == "none" else 3
    out = [np.zeros((1 if data.classes == 2 else data.classes, d))]
    order = textbook.cyclic(len(data.y))
    for theta in loop(model, data.X.tolist(), data.labels.tolist(), t, bias, order, **settings):
        out.append(np.array(theta))
    return out
