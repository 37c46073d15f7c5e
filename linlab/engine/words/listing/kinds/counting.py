r"""Models that count: each example is added to the counts of its class."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from linlab.engine.ground.numerals import number
from linlab.engine.learner.learner import Learner
from linlab.engine.words.listing.line import Line, Listing, Variables
from linlab.engine.words.listing.loops import over_examples


def _count(v: Variables) -> None:
    v.b[v.y] += 1.0


def _add(v: Variables) -> None:
    v.w[v.y] += v.x


def _row(values: object) -> str:
    """Two or so numbers, in brackets."""
    many = np.ravel(np.asarray(values, float))
    return f"({', '.join(number(each) for each in many)})" if 1 < len(many) <= 4 else ""


def _of_bins(v: Variables) -> str:
    """The counts of the bins that the example is in."""
    return _row(v.w[v.y][v.x > 0])


def _estimate(name: str) -> Callable[[Variables], str]:
    """A row of the tables that the counts give."""
    return lambda v: _row(v.problem.counting.tables(v.problem.join(v.w, v.b))[name][v.y])


_N = Line(r"$n_y \leftarrow n_y + 1$", do=_count, says=lambda v: number(v.b[v.y]))
_STEPS: dict[str, tuple[Line, ...]] = {  # by what is counted
    "categorical": (
        _N,
        Line(r"for each axis $j$: $n_{y,B} \leftarrow n_{y,B} + 1$, $B$ the bin of $x_j$",
             do=_add, says=_of_bins),
    ),
    "gaussian": (
        _N,
        Line(r"add $x$ and its squares to the sums of class $y$", do=_add),
        Line(r"$\mu_y \leftarrow$ the mean of class $y$, axis by axis", says=_estimate("mean")),
        Line(r"$\sigma_y^2 \leftarrow$ its variance", says=_estimate("variance")),
    ),
    "centroids": (
        _N,
        Line(r"$S_y \leftarrow S_y + {x}$", do=_add, says=lambda v: _row(v.w[v.y])),
        Line(r"$\mu_y \leftarrow S_y / n_y$", says=lambda v: _row(v.w[v.y] / v.b[v.y])),
    ),
}  # fmt: skip
_ANSWERS = {
    "categorical": r"answer $\hat y = \mathrm{argmax}_c P(c) \prod_j P(\mathrm{bin\,of}\,x_j | c)$",
    "gaussian": r"answer $\hat y = \mathrm{argmax}_c P(c) \prod_j N(x_j; \mu_{c,j}, \sigma_{c,j}^2)$",
    "centroids": r"answer $\hat y =$ the class whose mean $\mu_c$ is nearest to ${x}$",
}


def counting(learner: Learner) -> Listing:
    """The listing of a model that counts."""
    rule = learner.recipe.counting
    assert rule is not None
    x = "x" if not learner.recipe.in_a_space or learner.straight else r"\varphi(x)"
    step = _STEPS.get(rule.key, (_N, Line("add the example to the sums of class $y$", do=_add)))
    lines = [replace(line, latex=line.latex.replace("{x}", x)) for line in step]
    answer = _ANSWERS.get(rule.key, r"answer $\hat y =$ the class with the largest score")
    return Listing(
        learner.recipe.title,
        (Line("all counts and sums $\\leftarrow 0$"),),
        tuple(over_examples(learner, lines)),
        (Line(answer.replace("{x}", x)),),
    )
