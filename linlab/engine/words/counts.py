"""A step of naive Bayes: what the counts before it said about its example, and how its class
changes.

    μ = Σx / n,   σ² = Σ(x − μ)² / n

Means and variances are over the n examples of the class that were counted, in the points' own
units, before → after.
"""

import math

import numpy as np

from linlab.engine.ground.numerals import changed, number
from linlab.engine.learner.counting.counting import Counting
from linlab.engine.train.state import Step

from .signs import numbered
from .sums import read_of

_NONE = "–"  # before the first example
ALMOST, LEAST = 0.999, 1e-100  # a probability above is almost 1, one below is 0


def judged_lines(step: Step, margin: str, loss: str) -> list[tuple[str, str]]:
    """What the counts before this step said about its example."""
    first = [] if step.x is None else [read_of(step)]
    if undecided(step):
        return [
            *first,
            ("P(y, x)", "0 for every class"),
            ("P(y|x)", "0/0: no class has been seen there"),
            ("loss ℓ", loss),
        ]
    several = len(step.score) > 1
    scores = zip(step.classes if several else ("s",), step.score, strict=False)
    if several:
        sign = f"s of {step.label} − s of {rival(step)}"
    elif step.labels[0]:
        sign = "s"
    else:
        sign = "−s"
    return [
        *first,
        ("scores" if several else "score", " · ".join(f"{c} = {number(s)}" for c, s in scores)),
        (
            "margin m",
            f"{margin}, as no other class is possible here"
            if has_no_rival(step)
            else f"{sign} = {margin}",
        ),
        *([] if math.isnan(step.loss) else [("P(y|x)", probability(step.loss)), ("loss ℓ", loss)]),
    ]


def counted(step: Step, names: dict[int, str]) -> str:
    """The step in words; `names` has the columns that can be named."""
    y = int(step.labels[0])
    seen = step.after[:, -1]
    what = "has new means and variances"
    own = [int(j) for j in np.flatnonzero(step.change[y, :-1]) if int(j) in names]
    if own:
        what = "counts " + " and ".join(
            f"{names[j]} ({step.after[y, j]:.0f} of {seen[y]:.0f})" for j in own
        )
    if step.margin > 0:
        than = "more than"
    elif step.margin < 0:
        than = "less than"
    else:
        than = "as much as"
    than = "as no other class was possible there" if has_no_rival(step) else f"{than} {rival(step)}"
    gave = f"the counts gave it P(y|x) {its_probability(step.loss)}, {than}"
    if math.isnan(step.loss):
        what = "has a new mean"
        gave = _by_distance(step)
    if undecided(step):
        gave = "no class had been seen" if math.isnan(step.loss) else "no class had been seen there"
    return (
        f"Example {numbered(step.example)} is one more in class {step.label}: {seen[y]:.0f} of {seen.sum():.0f} counted. "
        f"Its class now {what}. Before it, {gave}."
    )


def _by_distance(step: Step) -> str:
    """Which mean was nearest."""
    if has_no_rival(step):
        return "no other class had been seen"
    if step.margin == -math.inf:
        return "its own class had not been seen"
    if step.margin == 0:
        return (
            f"the mean of {rival(step)} was as near as that of its class, which counts as a mistake"
        )
    nearer = "the mean of its class was the nearest"
    return nearer if step.margin > 0 else f"the mean of {rival(step)} was nearer"


def undecided(step: Step) -> bool:
    """Whether the counts before this step gave its example probability 0 with every class."""
    return bool(np.isnan(step.scores).any())


def has_no_rival(step: Step) -> bool:
    """Whether they gave it probability 0 with every class but its own."""
    return step.margin == math.inf


def probability(loss: float) -> str:
    """e^−ℓ; one that is almost 1 by what it lacks.

    >>> probability(0.5), probability(1e-7), probability(0.0)
    ('0.607', '1 − 1×10⁻⁷', '1')
    """
    if math.isnan(loss):
        return "–"
    p = math.exp(-loss)
    if p > ALMOST and loss > 0.0:
        return f"1 − {number(-math.expm1(-loss))}"
    return "0" if p < LEAST else number(p)


def its_probability(loss: float) -> str:
    """The same within a sentence, with its sign of relation.

    >>> its_probability(0.5), its_probability(1e-12)
    ('= 0.607', '> 0.999')
    """
    if loss > 0.0 and math.exp(-loss) > ALMOST:
        return f"> {ALMOST}"
    return f"= {probability(loss)}"


def rival(step: Step) -> str:
    return step.classes[int(step.rivals[0])]


def moment_lines(step: Step, counting: Counting) -> list[tuple[str, str]]:
    """A line for each mean and variance, if there are any."""
    y = int(step.labels[0])
    before, after = (
        dict(counting.named_values(counts[y]) or ()) for counts in (step.before, step.after)
    )
    lines = []
    least = counting.least_variance
    for name, value in after.items():
        text = _both(before.get(name), value)
        low = name.startswith("variance") and value < least
        lines.append((name, f"{text}, taken as {number(least)}" if low else text))
    return lines


def _both(before: float | None, after: float) -> str:
    return f"{_NONE} → {number(after)}" if before is None else " → ".join(changed(before, after))
