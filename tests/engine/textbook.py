"""Textbook loops, written from the lectures' pseudo-code and independent of the engine: slow,
plain, one update at a time.

Each yields θ after every update. Weights are a dict from class to a Python list, the constant
feature last.
"""

import math
import random

import numpy as np


def data(classes: int, n: int = 24, seed: int = 1):
    """Overlapping clouds with plain labels; returns X (n, 2) and y (n,)."""
    r = random.Random(seed)
    X, y = [], []
    for i in range(n):
        c = i % classes
        angle = 2 * math.pi * c / classes
        X.append((math.cos(angle) + r.gauss(0, 0.7), math.sin(angle) + r.gauss(0, 0.7)))
        y.append("abcdefgh"[c])
    return np.array(X), np.array(y)


def phi(x, bias: str):
    return [x[0], x[1]] if bias == "none" else [x[0], x[1], 1.0]


def dot(a, b):
    return sum(p * q for p, q in zip(a, b, strict=True))


def shrunk(w, factor, bias):
    """The decay leaves a free bias alone."""
    return [factor * v if bias != "free" or j < 2 else v for j, v in enumerate(w)]


def binary(kind, X, y, updates, bias, order, lam=0.0, alpha=1.0, cap=1.0):
    """PARAMETERUPDATE for two classes with y = ±1 (Zhang 4.3.1, Bunescu, Eisenstein 4.1);
    `order(t)` gives the example."""
    positive = max(set(y))
    w = [0.0] * len(phi(X[0], bias))
    for t in range(1, updates + 1):
        i = order(t)
        f, sign = phi(X[i], bias), 1.0 if y[i] == positive else -1.0
        margin = sign * dot(w, f)
        if kind == "perceptron":
            if margin <= 0:
                w = [v + alpha * sign * u for v, u in zip(w, f, strict=True)]
        elif kind == "mira":
            loss = max(0.0, 1.0 - margin)
            tau = min(cap, loss / dot(f, f))
            w = [v + tau * sign * u for v, u in zip(w, f, strict=True)]
        elif kind in ("svm", "pegasos"):
            eta = alpha if kind == "svm" else 1.0 / (lam * t)
            w = shrunk(w, 1.0 - eta * lam, bias)
            if margin < 1:
                w = [v + eta * sign * u for v, u in zip(w, f, strict=True)]
        elif kind == "logistic":
            p = 1.0 / (1.0 + math.exp(-dot(w, f)))  # P(+1|x)
            target = 1.0 if sign > 0 else 0.0
            w = shrunk(w, 1.0 - alpha * lam, bias)
            w = [v - alpha * (p - target) * u for v, u in zip(w, f, strict=True)]
        yield [list(w)]


def multiclass(kind, X, y, updates, bias, order, lam=0.0, alpha=1.0, cap=1.0):
    """The same for K classes with a weight vector each: f(x, y) − f(x, z) touches the rows y and
    z."""
    classes = sorted(set(y))
    w = {c: [0.0] * len(phi(X[0], bias)) for c in classes}
    for t in range(1, updates + 1):
        i = order(t)
        f, truth = phi(X[i], bias), y[i]
        s = {c: dot(w[c], f) for c in classes}
        rival = max((c for c in classes if c != truth), key=lambda c: (s[c], -classes.index(c)))
        margin = s[truth] - s[rival]
        eta = 0.0
        if kind == "perceptron":
            eta = alpha if margin <= 0 else 0.0
        elif kind == "mira":
            eta = min(cap, max(0.0, 1.0 - margin) / (2 * dot(f, f)))
        elif kind in ("svm", "pegasos"):
            rate = alpha if kind == "svm" else 1.0 / (lam * t)
            w = {c: shrunk(w[c], 1.0 - rate * lam, bias) for c in classes}
            eta = rate if margin < 1 else 0.0
        elif kind == "logistic":
            total = sum(math.exp(v) for v in s.values())
            w = {c: shrunk(w[c], 1.0 - alpha * lam, bias) for c in classes}
            for c in classes:
                push = alpha * ((1.0 if c == truth else 0.0) - math.exp(s[c]) / total)
                w[c] = [v + push * u for v, u in zip(w[c], f, strict=True)]
        if eta:
            w[truth] = [v + eta * u for v, u in zip(w[truth], f, strict=True)]
            w[rival] = [v - eta * u for v, u in zip(w[rival], f, strict=True)]
        yield [list(w[c]) for c in classes]


def cyclic(n):
    return lambda t: (t - 1) % n


def shuffled(n, seed):
    """The order of epoch e is default_rng((seed, e)).permutation(n)."""
    return lambda t: int(np.random.default_rng((seed, (t - 1) // n)).permutation(n)[(t - 1) % n])
