"""The eigenvalues of the Gram matrix: none is negative exactly if the kernel is an inner product of
features on these examples.

    K = (k(xᵢ, xⱼ)),   Ku = μu,   uᵀKu = Σᵢⱼ uᵢuⱼ k(xᵢ, xⱼ) = ‖Σᵢ uᵢφ(xᵢ)‖² ≥ 0   if k = φ·φ′
"""

from typing import Any

import numpy as np

from linlab.engine.ground.numerals import grouped, number, percent
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Areas, Frame, Item, Panel
from linlab.engine.train.problem import Problem
from linlab.engine.views.chart import chart, span_of
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot

from .gram import gram_of, order_by_class

MOST_BARS = 40
ROUNDING = 1e-9  # of the largest: eigenvalues nearer to 0 may be 0
MERCER = (
    "a kernel is an inner product of features exactly if no Gram matrix of it has a negative eigenvalue",
    "then the objective is convex, and a kernel machine is a linear one in those features (Mercer)",
)


def eigenvalues(problem: Problem) -> Any:
    """Of the Gram matrix of the examples that are shown, the largest first. (m,)"""
    return np.linalg.eigvalsh(gram_of(problem, order_by_class(problem)))[::-1]


def least_of(values: Any) -> float:
    """The smallest eigenvalue; 0 where rounding may have made it."""
    least = float(values[-1])
    return least if abs(least) > ROUNDING * float(np.abs(values).max()) else 0.0


def spectrum_panel(
    problem: Problem, figure: Figure, moment: Snapshot, palette: Palette, frame: Frame
) -> Panel:
    values = eigenvalues(problem)
    most = float(np.abs(values).max())
    low = set(np.flatnonzero(values < -ROUNDING * most).tolist())
    half = MOST_BARS // 2
    many = len(values)
    shown = np.arange(many)
    if many > MOST_BARS:  # the ends, where negative ones are too
        shown = np.concatenate([np.arange(half), np.arange(many - half, many)])
    items: list[Item] = []
    for ink, chosen in (
        (palette.accent, [k for k in range(len(shown)) if int(shown[k]) not in low]),
        (palette.wrong, [k for k in range(len(shown)) if int(shown[k]) in low]),
    ):
        bars = tuple(_bar(k, float(values[shown[k]])) for k in chosen)
        items.append(Areas("eigenvalues", bars, ink))
    across = "eigenvalues, the largest first"
    if many > MOST_BARS:
        across = f"{half} largest, {half} smallest of {grouped(many)} eigenvalues"
    return chart(
        figure,
        frame,
        palette,
        items,
        (0.0, float(len(shown))),
        span_of(values),
        titles=(across, "μ"),
        narrow=True,
    )


def words_of(problem: Problem) -> list[str]:
    """Whether the kernel is positive semi-definite here, and what that means."""
    values = eigenvalues(problem)
    least = least_of(values)
    largest = float(values[0])
    if least < 0:
        first = (
            f"the smallest eigenvalue is {number(least)}: this kernel is not positive semi-definite"
        )
    else:
        share = float(values[:3].sum() / values.sum()) if values.sum() > 0 else 1.0
        first = (
            f"no eigenvalue is negative: the kernel is positive semi-definite on these examples; the largest is "
            f"{number(largest)}, and three hold {percent(share)} of the sum"
        )
    return [first, *MERCER]


def _bar(place: int, value: float) -> Any:
    return np.array(
        [(place + 0.1, 0.0), (place + 0.9, 0.0), (place + 0.9, value), (place + 0.1, value)]
    )
