"""What one more example does to its class in Gaussian naive Bayes: mean and variance on each axis, before → after.

    μ = Σx / n,   σ² = Σ(x − μ)² / n

They are over the n examples of the class that were counted, in the points' own units.
"""

from linlab.engine.ground.numerals import fewest_digits, number
from linlab.engine.train.bayes.counting import Counting
from linlab.engine.train.state import Step

_NAMES = ("mean of x₁", "mean of x₂", "variance of x₁", "variance of x₂")
_NONE = "–"  # before the first


def moment_lines(step: Step, counting: Counting) -> list[tuple[str, str]]:
    """A line for each; none where no moments are kept."""
    y = int(step.labels[0])
    before, after = (counting.moments_of(counts[y]) for counts in (step.before, step.after))
    lines, least = [], counting.least_variance
    for k, value in enumerate(after or ()):
        text = _both(before[k] if before else None, value)
        lines.append((_NAMES[k], f"{text}, taken as {number(least)}" if k > 1 and value < least else text))
    return lines


def _both(before: float | None, after: float) -> str:
    """Two numbers with as many digits as it takes to see that they differ."""
    if before is None:
        return f"{_NONE} → {number(after)}"
    alike = abs(after - before) <= 1e-9 * max(abs(before), abs(after))
    n = fewest_digits(lambda r: alike or r(before) != r(after), 12)
    return f"{number(before, n)} → {number(after, n)}"
