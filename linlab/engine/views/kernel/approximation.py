"""How well D random features imitate a kernel: waves the RBF kernel, cells of random grids the Laplace
kernel. |φ(x)·φ(x') − k(x, x')| over pairs of examples falls like 1/√D."""

import math
from functools import lru_cache
from typing import Any

import numpy as np

from linlab.engine.ground.numerals import grouped, steady
from linlab.engine.learner.features import Settings
from linlab.engine.learner.kernels import KERNELS
from linlab.engine.learner.parameters import PARAMETERS
from linlab.engine.learner.spaces import random_features
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Entry, Frame, Item, Label, Lines, Marks, Panel, Pen
from linlab.engine.train.problem import Problem
from linlab.engine.views.chart import chart, upright
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot

MOST_EXAMPLES = 120  # examples whose pairs are compared
FEWEST, LARGEST = 1, 4096


@lru_cache(maxsize=8)
def _errors(space: str, x: bytes, gamma: float, seed: int) -> tuple[Any, Any, Any]:
    """D, and the mean and the largest difference over all pairs. (k,) each"""
    places = np.frombuffer(x).reshape(-1, 2)
    sizes = 2 ** np.arange(int(np.log2(FEWEST)), int(np.log2(_largest(space))) + 1)
    found = []
    for many in sizes.tolist():
        away = np.abs(_away(space, {"gamma": gamma}, many, seed, places))
        found.append((float(away.mean()), float(away.max())))
    mean, worst = np.array(found).T
    return sizes.astype(float), mean, worst


def errors_of(problem: Problem) -> tuple[Any, Any, Any]:
    learner = problem.learner
    x = _compared(problem).tobytes()
    return _errors(learner["space"], x, float(learner["gamma"]), problem.seed)


def error_now(problem: Problem) -> float:
    """The mean difference with as many features as the learner has."""
    return float(np.abs(difference(problem, _compared(problem), size_of(problem))).mean())


def difference(problem: Problem, x: Any, many: int) -> Any:
    """φ(x)·φ(x′) − k(x, x′) with this many random features. (m, m)"""
    learner = problem.learner
    return _away(learner["space"], learner.settings, many, problem.seed, x)


def _largest(space: str) -> int:
    """The most features, or grids, that are compared: about as many as there may be."""
    most = PARAMETERS[random_features(space).size].high
    return min(LARGEST, int(2 ** math.ceil(math.log2(most or LARGEST))))


def size_of(problem: Problem) -> int:
    """D: how many random features, or grids, the learner has."""
    return int(problem.learner[random_features(problem.learner["space"]).size])


def _away(space: str, settings: Settings, many: int, seed: int, x: Any) -> Any:
    own = random_features(space)
    kernel = KERNELS[own.kernel]
    here = {**settings, own.size: many}
    return own.products(here, seed, x, x) - kernel.gram(x, x, here)


def _compared(problem: Problem) -> Any:
    return np.ascontiguousarray(problem.x[:: max(1, -(-problem.n // MOST_EXAMPLES))])


def approximation_panel(
    problem: Problem, figure: Figure, moment: Snapshot, palette: Palette, frame: Frame
) -> Panel:
    sizes, mean, worst = errors_of(problem)
    across = (0.0, float(np.log10(_largest(problem.learner["space"]))))
    up = (-3.0, 0.5)
    curves = (
        ("mean error", mean, Pen(palette.accent, 2.0 * figure.scale)),
        ("largest", worst, Pen(palette.quiet, 1.4 * figure.scale, (4, 3))),
        ("∝ 1/√D", mean[0] / np.sqrt(sizes), Pen(palette.quiet, 1.0, (1.5, 2.5))),
    )
    items: list[Item] = [
        Lines(
            name,
            (np.column_stack([np.log10(sizes), np.clip(np.log10(np.maximum(y, 1e-12)), *up)]),),
            pen,
        )
        for name, y, pen in curves
    ]
    here = size_of(problem)
    error = error_now(problem)
    at = float(np.log10(here))
    items.append(Lines("now", (upright(at, up),), Pen(palette.on_card(palette.halo), 1.6)))
    place = np.array([(at, np.clip(np.log10(max(error, 1e-12)), *up))])
    items.append(
        Marks(
            "now",
            "disc",
            place,
            9 * figure.scale,
            palette.on_card(palette.halo),
            Pen(palette.card, 1.2),
        )
    )
    words = f"D = {grouped(here)}: {steady(error)}"
    items.append(
        Label(
            words,
            (at, up[0]),
            figure.font,
            palette.text,
            "start" if at < 1.8 else "end",
            dx=(0.6 if at < 1.8 else -0.6) * figure.font,
            dy=-0.9 * figure.font,
            veil=palette.card,
        )
    )
    entries = tuple(Entry(name, pen=pen) for name, _, pen in curves)
    return chart(
        figure,
        frame,
        palette,
        items,
        across,
        up,
        titles=(f"{random_features(problem.learner['space']).unit} D", "|φ(x)·φ(x′) − k(x, x′)|"),
        log=(True, True),
        legend=entries,
        legend_at="top right",
        narrow=True,
    )
