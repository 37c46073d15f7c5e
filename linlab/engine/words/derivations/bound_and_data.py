r"""R²/(γ*²N): what the mistake bound says of N examples. The mistakes of the first epoch are made on
examples that θ has not seen, so their share says how it does on new data; more examples and a wider
margin lower the share that can be."""

from linlab.engine.ground.numerals import grouped, number
from linlab.engine.optimum import theory

from .derivation import At, Derivation
from .line import Line, line
from .mistake_bound import BoundTerms, bound_terms, crossing


def lines(at: At) -> tuple[Line, ...]:
    bound: BoundTerms = at.found
    if not bound.separable or bound.slack is None:
        return ()
    n = bound.problem.n
    made = at.moment.state.mistakes
    first = bound.in_first_epoch(at.moment)
    most = crossing(bound.slack, 0.0)
    gamma = bound.slack.gamma
    share = r"R^2 / (\gamma^{*2} N)"
    return (
        line(
            "M", made, "≤", r"R^2 / \gamma^{*2}", most,
            why="the mistake bound, however many epochs there are",
        ),
        line(
            "M_1 / N", first / n, "≤", share, most / n,
            why="$M_1$: the mistakes of the first epoch, each on an example not seen before",
        ),
        line(
            r"R^2 / (\gamma^{*2} \, 2N)", bound.slack.radius**2 / (gamma**2 * 2 * n), "=",
            rf"\frac{{1}}{{2}} {share}", 0.5 * most / n,
            why="twice as many examples halve it",
        ),
        line(
            r"R^2 / ((2 \gamma^*)^2 N)", bound.slack.radius**2 / ((2 * gamma) ** 2 * n), "=",
            rf"\frac{{1}}{{4}} {share}", 0.25 * most / n,
            why="twice the margin quarters it",
        ),
    )  # fmt: skip


def says(at: At) -> str:
    bound: BoundTerms = at.found
    if bound.slack is None or not bound.separable:
        return bound.unsure or theory.MIXED
    most = crossing(bound.slack, 0.0)
    n = bound.problem.n
    share = number(most / n)
    if most < n:
        return f"R²/(γ*²N) = {share}: of {grouped(n)} examples shown once, no order makes it wrong about a larger share."
    return (
        f"R²/(γ*²N) = {share} is no less than 1, so it promises nothing yet: "
        f"it takes more than {number(most)} examples with this margin."
    )


def _why_none(found: BoundTerms) -> str:
    return "" if found.separable else found.unsure or theory.MIXED


BOUND_AND_DATA = Derivation(
    "data",
    "R²/(γ*²N)",
    lines,
    says,
    bound_terms,
    of=lambda moment: moment.trace.problem(0),
    key=lambda moment: moment.trace.problem(0),
    waiting="The largest margin is being computed.",
    why_none=_why_none,
)
