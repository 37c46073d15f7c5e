r"""The SVM's dual from its Lagrangian, complementary slackness, and the certificate of J*.

    J/λ = ½‖w‖² + (C/N) Σ ξᵢ,   C = 1/λ,   mᵢ ≥ 1 − ξᵢ,  ξᵢ ≥ 0
    D(a) = Σ aᵢ − ½‖Σ aᵢyᵢφ(xᵢ)‖²,   0 ≤ aᵢ ≤ C/N

λ·D(a) ≤ J(θ) for every such a and every θ, so an a whose D meets J proves that J is least. For more
classes each example has a multiplier a_iz for each wrong class z, aᵢ is their sum, and w_c has the
coefficients aᵢ[yᵢ = c] − a_ic.
"""

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import number
from linlab.engine.ground.progress import tell
from linlab.engine.optimum.exact import Optimum, optimum
from linlab.engine.train.measures import objective
from linlab.engine.train.models import Linear
from linlab.engine.train.moment import Moment
from linlab.engine.train.problem import Problem
from linlab.engine.words.signs import numbered

from .derivation import At, Derivation
from .line import Line, line
from .spaces import margins_of, signs_of, weights_as_vector


def _reference(moment: Moment) -> Optimum | str:
    try:
        return optimum(moment.problem, tell)
    except LinlabError as error:
        return str(error)


def multipliers(found: Optimum) -> Floats:
    """aᵢ. (n,)"""
    assert found.coefficients is not None
    return found.coefficients


def signed(found: Optimum) -> Floats:
    """The coefficients of φ(xᵢ) in each row of w: aᵢyᵢ, or aᵢ[yᵢ = c] − a_ic. (rows, n)"""
    problem = found.problem
    a = multipliers(found)
    if problem.rows == 1:
        return np.asarray([np.where(problem.y == 1, a, -a)])
    assert found.by_class is not None
    out = -found.by_class
    out[np.arange(problem.n), problem.y] = found.by_class.sum(axis=1)
    return np.asarray(out.T)


def theta_of(found: Optimum) -> Floats:
    """w that the multipliers make, as θ of the problem, with 0 for a free bias. (rows, d)"""
    problem = found.problem
    own = signed(found)
    if not problem.dual:
        theta = own @ problem.columns
        theta[:, problem.decayed :] = 0.0
        return np.asarray(theta)
    theta = np.zeros((problem.rows, problem.d))
    theta[:, : problem.n] = own
    return theta


def dual_value(found: Optimum) -> float:
    """D(a) = Σ aᵢ − ½‖w(a)‖²."""
    whole = multipliers(found) if found.problem.rows == 1 else signed_sum(found)
    return float(whole.sum()) - 0.5 * found.problem.square(theta_of(found))


def signed_sum(found: Optimum) -> Floats:
    """aᵢ of more classes, as the sum of the a_iz. (n,)"""
    assert found.by_class is not None
    return np.asarray(found.by_class.sum(axis=1))


def slacks(problem: Problem, theta: Floats) -> Floats:
    """ξᵢ. (n,)"""
    return np.maximum(0.0, 1.0 - margins_of(problem, theta))


def lines(at: At) -> tuple[Line, ...]:
    found: Optimum | str = at.found
    if isinstance(found, str):
        return ()
    problem = found.problem
    lam = problem.learner.decay
    best = objective(Linear(problem, found.theta))
    now = objective(Linear(at.problem, at.theta))
    dual = dual_value(found)
    star = sum(best)
    return (
        line(
            r"J / \lambda", sum(now) / lam, "=", r"\frac{1}{2} \|w\|^2 + \frac{C}{N} \sum_i \xi_i",
            0.5 * problem.square(at.theta) + float(slacks(problem, at.theta).sum()) / (lam * problem.n),
            why=r"with $C = 1/\lambda$ and the slack $\xi_i = \max(0, 1 - m_i)$",
        ),
        _lagrangian(found, lam, star),
        *_stationary(found, at),
        *_bounds(found),
        line(
            "D(a)", dual, "=", r"\sum_i a_i - \frac{1}{2} \sum_{ij} a_i a_j y_i y_j \, k_{ij}" if problem.rows == 1
            else r"\sum_i a_i - \frac{1}{2} \sum_c \|w_c\|^2", _by_pairs(found),
            why=_product(problem),
        ),
        *_slackness(found, at),
        line(
            r"\lambda D(a)", lam * dual, "≤", "J^*", star, "≤", "J", sum(now),
            why=r"whatever $a$, $w$ and $b$ are: so $\lambda D(a)$ certifies $J^*$", scale=star,
        ),
    )  # fmt: skip


def _lagrangian(found: Optimum, lam: float, star: float) -> Line:
    problem = found.problem
    slack = slacks(problem, found.theta)
    cap = 1.0 / (lam * problem.n)
    a = multipliers(found)
    value = 0.5 * problem.square(found.theta) + cap * float(slack.sum())
    value -= _weighed_gaps(found, slack)
    value -= float(((cap - a) * slack).sum())
    return line(
        r"L = J^*/\lambda - \sum_i a_i (m_i - 1 + \xi_i) - \sum_i r_i \xi_i", value, "=", r"J^* / \lambda", star / lam,
        why="the Lagrangian, with multipliers $a_i$ and $r_i$: at the optimum both sums are 0",
    )  # fmt: skip


def _weighed_gaps(found: Optimum, slack: Floats) -> float:
    """Σ aᵢ(mᵢ − 1 + ξᵢ), for more classes Σ a_iz(s_y − s_z − 1 + ξᵢ)."""
    return float(gaps(found, slack).sum())


def gaps(found: Optimum, slack: Floats) -> Floats:
    """aᵢ(mᵢ − 1 + ξᵢ) of each example. (n,)"""
    problem = found.problem
    if problem.rows == 1:
        return np.asarray(multipliers(found) * (margins_of(problem, found.theta) - 1.0 + slack))
    assert found.by_class is not None
    scores = problem.scores(found.theta)
    own = scores[np.arange(problem.n), problem.y][:, None]
    return np.asarray((found.by_class * (own - scores - 1.0 + slack[:, None])).sum(axis=1))


def _stationary(found: Optimum, at: At) -> list[Line]:
    """∂L/∂w = 0 and ∂L/∂b = 0."""
    problem = found.problem
    signs = signs_of(problem)
    row = int(problem.y[at.example]) if signs.several else 0
    own, made = found.theta[[row]], theta_of(found)[[row]]
    coefficient = r"(a_i [y_i = c] - a_c)" if signs.several else "a_i y_i"
    low = "_c" if signs.several else ""
    which = (
        f", here for the class of {numbered(at.example)}; $a_i = \\sum_z a_z$ over wrong classes"
        if signs.several
        else ""
    )
    out = [
        line(
            f"w{low}^*", weights_as_vector(problem, own), "=", rf"\sum_i {coefficient} {signs.xi}", weights_as_vector(problem, made),
            why=rf"$\partial L / \partial w{low} = 0${which}",
            scale=float(np.abs(signed(found)[row]).sum()) * (1.0 if problem.dual else float(np.abs(problem.columns).max())),
        )
    ]  # fmt: skip
    if problem.bias == "free":
        total = float(signed(found)[row].sum())
        out.append(
            line(
                rf"\sum_i {coefficient}", total, "=", "0", 0.0,
                why=rf"$\partial L / \partial b{low} = 0$", scale=float(multipliers(found).sum()),
            )
        )  # fmt: skip
    return out


def _bounds(found: Optimum) -> list[Line]:
    a = multipliers(found)
    return [
        line(
            "0", 0.0, "≤", r"\min_i a_i", float(a.min()), "≤", r"\max_i a_i", float(a.max()), "≤", "C / N", found.bound,
            why=r"$\partial L / \partial \xi_i = C/N - a_i - r_i = 0$ with $r_i \geq 0$",
        )
    ]  # fmt: skip


def _by_pairs(found: Optimum) -> float:
    """D(a) as a double sum over the examples."""
    problem = found.problem
    own = signed(found)
    gram = _products(problem)
    whole = multipliers(found) if problem.rows == 1 else signed_sum(found)
    return float(whole.sum()) - 0.5 * float(np.sum((own @ gram) * own))


def _products(problem: Problem) -> Floats:
    """x·x′ of all pairs, as the penalty sees them. (n, n)"""
    if problem.dual:
        return problem.gram[: problem.n, : problem.n]
    seen = problem.columns[:, : problem.decayed]
    return np.asarray(seen @ seen.T)


def _product(problem: Problem) -> str:
    if problem.rows > 1:
        return "put these into $L$: only $a$ is left"
    if problem.dual:
        return r"put these into $L$: only $a$ is left, and $k_{ij} = k(x_i, x_j)$"
    inner = r"x_i \cdot x_j" if problem.straight else r"\varphi(x_i) \cdot \varphi(x_j)"
    plus = " + 1" if problem.bias == "regularised" else ""
    return rf"put these into $L$: only $a$ is left, and $k_{{ij}} = {inner}{plus}$"


def _slackness(found: Optimum, at: At) -> list[Line]:
    """Complementary slackness, of all examples and of the one in hand."""
    problem = found.problem
    slack = slacks(problem, found.theta)
    a = multipliers(found)
    i = at.example
    room = (found.bound - a) * slack
    each = gaps(found, slack)
    whole = float(a.sum())
    inner = r"\sum_z a_z (s_y - s_z - 1 + \xi_i)" if problem.rows > 1 else r"a_i (m_i - 1 + \xi_i)"
    return [
        line(
            rf"\max_i {inner}", float(each.max()), "=", r"\max_i (C/N - a_i) \xi_i", float(room.max()), "=", "0", 0.0,
            why="complementary slackness: $a_i > 0$ only where $m_i = 1 - \\xi_i$, slack only where $a_i = C/N$", scale=whole,
        ),
        line(
            inner, float(each[i]), "=", r"(C/N - a_i) \xi_i", float(room[i]), "=", "0", 0.0,
            why=f"{numbered(i)}: {_kind(found, i)}", scale=whole, example=i,
        ),
    ]  # fmt: skip


def _kind(found: Optimum, i: int) -> str:
    a = float(multipliers(found)[i])
    margin = float(margins_of(found.problem, found.theta)[i])
    said = f"$a_i$ = {number(a)}, $m_i$ = {number(margin)}"
    if a <= 0.0:
        return f"{said}, no support vector"
    if i in found.bounded:
        return f"{said}, at its bound"
    return f"{said}, on the street’s edge"


def says(at: At) -> str:
    found: Optimum | str = at.found
    if isinstance(found, str):
        return found
    lam = found.problem.learner.decay
    gap = max(0.0, found.objective - lam * dual_value(found))
    above = max(0.0, sum(objective(Linear(at.problem, at.theta))) - found.objective)
    certain = "0 to the last digit" if gap < 1e-12 else number(gap, 1)
    return f"{found.best_text}; the duality gap J* − λD(a) is {certain}. At this step J is {number(above)} above J*."


SVM_DUAL = Derivation(
    "dual",
    "The SVM’s dual",
    lines,
    says,
    _reference,
    waiting="The exact optimum is being computed.",
)
