r"""Models that count: each example is added to the counts of its class."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from linlab.engine.ground.numerals import number
from linlab.engine.learner.learner import Learner
from linlab.engine.words.listing.line import Line, Listing, Variables
from linlab.engine.words.listing.loops import over_examples
from linlab.engine.words.texts.step_words import quoted


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


def _each_word(v: Variables) -> Iterator[int]:
    """One word of the text after the other."""
    for j in np.flatnonzero(v.x).tolist():
        v.put(word=j)
        yield j


def _count_word(v: Variables) -> None:
    v.w[v.y, v.word] += v.x[v.word]


def _most_counted(v: Variables) -> int:
    """The word that is most often in the text."""
    return int(np.argmax(v.x))


def _count_of_word(v: Variables) -> str:
    j = _most_counted(v)
    return f"{quoted(v.problem.names[j])}: {number(v.w[v.y, j])}" if v.x[j] else ""


def _chance_of_word(v: Variables) -> str:
    """P(v|y) of that word as a fraction."""
    j = _most_counted(v)
    smoothing = float(v.problem.learner["smoothing"])
    own = v.w[v.y] + smoothing
    total = float(own.sum())
    if not v.x[j] or not total:
        return ""
    name = v.problem.classes[v.y]
    fraction = f"{number(own[j])}/{number(total)}"
    return f"P({quoted(v.problem.names[j])}|{name}) = {fraction} = {number(own[j] / total)}"


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
    "multinomial": (
        _N,
        Line(r"for each word $v$ of the text", each=_each_word, says=lambda v: f"{np.count_nonzero(v.x)} words"),
        Line(r"$n(v, y) \leftarrow n(v, y) + \mathrm{count}(v)$", 1, do=_count_word, says=_count_of_word),
        Line(r"$P(v|y) \leftarrow \frac{n(v, y) + n_0}{\sum_u n(u, y) + n_0 |V|}$ for all words $v$", says=_chance_of_word),
    ),
}  # fmt: skip
_ANSWERS = {
    "categorical": r"answer $\hat y = \mathrm{argmax}_c P(c) \prod_j P(\mathrm{bin\,of}\,x_j | c)$",
    "gaussian": r"answer $\hat y = \mathrm{argmax}_c P(c) \prod_j N(x_j; \mu_{c,j}, \sigma_{c,j}^2)$",
    "multinomial": r"answer $\hat y = \mathrm{argmax}_c P(c) \prod_v P(v|c)^{\mathrm{count}(v)}$",
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
