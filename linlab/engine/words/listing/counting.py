r"""Models that count: each example is added to the counts of its class."""

from linlab.engine.learner.learner import Learner

from .line import Line, Listing, Variables

_N = Line(r"$n_y \leftarrow n_y + 1$", 1, do=lambda v: _count(v), shows=("b",))


def _count(v: Variables) -> None:
    v.b[v.y] += 1.0


def _add(v: Variables) -> None:
    v.w[v.y] += v.x


_STEPS: dict[str, tuple[Line, ...]] = {  # by what is counted
    "categorical": (
        _N,
        Line(r"for each axis $j$: $n_{y,j,B} \leftarrow n_{y,j,B} + 1$ for the bin $B$ of $x_j$", 1,
             do=_add),
    ),
    "gaussian": (
        _N,
        Line(r"add $x_1$, $x_2$ and their squares to the sums of class $y$", 1, do=_add),
        Line(r"$\mu_{y,j} \leftarrow$ the mean of $x_j$ in class $y$, for each axis $j$", 1),
        Line(r"$\sigma_{y,j}^2 \leftarrow$ its variance there", 1),
    ),
    "centroids": (
        _N,
        Line(r"$S_y \leftarrow S_y + {x}$", 1, do=_add),
        Line(r"$\mu_y \leftarrow S_y / n_y$", 1),
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
    step = _STEPS.get(rule.key, (_N, Line("add the example to the sums of class $y$", 1, do=_add)))
    heading = Line(r"for $t = 1, 2, \dots$: take the next example $(x, y)$")
    lines = [
        Line(line.latex.replace("{x}", x), line.indent, line.do, shows=line.shows) for line in step
    ]
    answer = _ANSWERS.get(rule.key, r"answer $\hat y =$ the class with the largest score")
    return Listing(
        learner.recipe.title,
        (Line("all counts and sums $\\leftarrow 0$"),),
        (heading, *lines),
        (Line(answer.replace("{x}", x)),),
    )
