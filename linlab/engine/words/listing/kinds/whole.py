r"""Solvers that look at the whole objective: an iteration is a step."""

from linlab.engine.train.measures import objective
from linlab.engine.train.models import Linear
from linlab.engine.words.listing.line import Line, Listing, Variables
from linlab.engine.words.listing.notation import Notation

from .online import answer, start


def whole(notation: Notation) -> Listing:
    """The listing of a solver."""
    title = notation.learner.optimiser.title
    penalty = r" + \frac{\lambda}{2} \|w\|^2" if notation.shrinks else ""
    both = "(w, b)" if notation.bias else "w"
    both = both.replace("w", notation.weights)
    lines = (
        Line("repeat"),
        Line(f"make an iteration of {title} over all examples:", 1),
        Line(
            rf"$J \leftarrow \frac{{1}}{{N}} \sum_i \ell(m_i){penalty}$",
            1,
            do=_objective,
            shows=("J",),
        ),
        Line(r"$g \leftarrow \nabla J$, its slope", 1),
        Line(r"$d \leftarrow$ a way down, by $g$ and the curvature", 1),
        Line(
            rf"${both} \leftarrow {both} + \alpha d$, $\alpha$ by a line search",
            1,
            do=_jump,
            shows=("w", "b"),
        ),
        Line("until $g$ is almost 0", reached=lambda v: False),
    )
    return Listing(notation.learner.recipe.title, (start(notation),), lines, answer(notation))


def _objective(v: Variables) -> None:
    v.put(J=sum(objective(Linear(v.problem, v.problem.join(v.w, v.b)))))


def _jump(v: Variables) -> None:
    """The iteration is scipy's own: its result is taken over."""
    w, b = v.problem.split(v.jump) if v.problem.constant else (v.jump, v.b)
    v.put(w=w.copy(), b=b.copy())
