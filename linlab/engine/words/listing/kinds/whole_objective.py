r"""Solvers that look at the whole objective: an iteration is a step."""

from linlab.engine.train.measures import objective
from linlab.engine.train.models import Linear
from linlab.engine.train.updates.iterative_scaling import Scaling
from linlab.engine.words.listing.line import Line, Listing, Variables
from linlab.engine.words.listing.notation import Notation

from .online import answer, start


def whole(notation: Notation) -> Listing:
    """The listing of a solver."""
    own = _OWN.get(notation.learner.optimiser.solver)
    lines = own(notation) if own is not None else _descent(notation)
    return Listing(notation.learner.recipe.title, (start(notation),), lines, answer(notation))


def _descent(notation: Notation) -> tuple[Line, ...]:
    title = notation.learner.optimiser.title
    penalty = r" + \frac{\lambda}{2} \|w\|^2" if notation.shrinks else ""
    both = _both(notation)
    return (
        Line("repeat"),
        Line(f"make an iteration of {title} over all examples:", 1),
        Line(
            rf"$J \leftarrow \frac{{1}}{{N}} \sum_i \ell(m_i){penalty}$",
            1,
            do=_objective,
            shows=("J",),
        ),
        Line(r"$g \leftarrow \nabla J$, its slope", 1),
        Line(r"$d \leftarrow$ a direction downhill, from $g$ and the curvature", 1),
        Line(
            rf"${both} \leftarrow {both} + \alpha d$, $\alpha$ by a line search",
            1,
            do=_jump,
            shows=("w", "b"),
        ),
        Line("until $g$ is almost 0", reached=lambda v: False),
    )


def _exact(notation: Notation) -> tuple[Line, ...]:
    """One step, by a method that proves its result."""
    penalty = r" + \frac{\lambda}{2} \|w\|^2" if notation.shrinks else ""
    both = _both(notation)
    formula = rf"J = \frac{{1}}{{N}} \sum_i \ell(m_i){penalty}"
    return (
        Line("once, over all examples:"),
        Line(rf"${formula}$", 1, do=_objective, shows=("J",)),
        Line(rf"${both} \leftarrow \mathrm{{argmin}} \, J$", 1, do=_jump, shows=("w", "b")),
    )


def _scaling(notation: Notation) -> tuple[Line, ...]:
    """Iterative scaling: counts of features with classes, in the data and by the model."""
    both = _both(notation)
    return (
        Line("repeat"),
        Line(r"for each class $c$, with a number for each feature $f \geq 0$ and the slack:", 1, do=_prepare),
        Line(r"$A_c \leftarrow \frac{1}{N} \sum_i [c = y_i] f(x_i)$", 2, do=_empirical, shows=("A",)),
        Line(r"$E_c \leftarrow \frac{1}{N} \sum_i P(c | x_i) f(x_i)$", 2, do=_expected, shows=("E",)),
        Line(r"$w_c \leftarrow w_c + \frac{1}{F} \ln \frac{A_c}{E_c}$", 2),
        Line(rf"${both} \leftarrow$ these, with slack and shift folded back", 1, do=_scale, shows=("w", "b")),
        Line("until $A$ and $E$ are equal", reached=lambda v: False),
    )  # fmt: skip


def _both(notation: Notation) -> str:
    both = "(w, b)" if notation.bias else "w"
    return both.replace("w", notation.weights)


def _prepare(v: Variables) -> None:
    v.put(scaling=Scaling.of(v.problem))


def _empirical(v: Variables) -> None:
    v.put(A=v.scaling.wanted())


def _expected(v: Variables) -> None:
    v.put(E=v.scaling.expected(v.problem.join(v.w, v.b)))


def _scale(v: Variables) -> None:
    theta = v.scaling.scaled(v.problem.join(v.w, v.b), v.E)
    w, b = v.problem.split(theta)
    v.put(w=w.copy(), b=b.copy())


_OWN = {"gis": _scaling, "exact": _exact}


def _objective(v: Variables) -> None:
    v.put(J=sum(objective(Linear(v.problem, v.problem.join(v.w, v.b)))))


def _jump(v: Variables) -> None:
    """The iteration is scipy's own: its result is taken over."""
    w, b = v.problem.split(v.jump) if v.problem.constant else (v.jump, v.b)
    v.put(w=w.copy(), b=b.copy())
