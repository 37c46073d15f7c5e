"""What one more example does to its class in Gaussian naive Bayes: mean and variance on each axis, before → after.

    μ = Σx / n,   σ² = Σ(x − μ)² / n

They are over the n examples of the class that were counted, in the points' own units.
"""

from linlab.engine.ground.numerals import fewest_digits, number
from linlab.engine.train.bayes import FLOOR, Gaussian
from linlab.engine.train.state import Floats, Step

from .sums import DUST

_NONE = "–"  # before the first


def moment_lines(step: Step, counting: Gaussian) -> list[tuple[str, str]]:
    y = int(step.labels[0])
    before, after = (_moments(counts[y], counting) for counts in (step.before, step.after))
    lines, least = [], FLOOR * counting.scale**2
    for k, name in enumerate(("mean of x₁", "mean of x₂", "variance of x₁", "variance of x₂")):
        text = _both(before[k] if before else None, after[k])
        lines.append((name, f"{text}, taken as {number(least)}" if k > 1 and after[k] < least else text))
    return lines


def _moments(counts: Floats, counting: Gaussian) -> list[float]:
    """Two means and two variances; none of no examples, and 0 where only rounding is left."""
    if not counts[-1]:
        return []
    mean, square = counts[:2] / counts[-1], counts[2:4] / counts[-1]
    means = [float(centre + counting.scale * m) for centre, m in zip(counting.centre, mean, strict=True)]
    sizes = [DUST * (abs(centre) + counting.scale) for centre in counting.centre]
    variances = [float(v) if v > DUST * (1.0 + s) else 0.0 for v, s in zip(square - mean * mean, square, strict=True)]
    return [*(m if abs(m) > size else 0.0 for m, size in zip(means, sizes, strict=True)),
            *(v * counting.scale**2 for v in variances)]  # fmt: skip


def _both(before: float | None, after: float) -> str:
    """Two numbers with as many digits as it takes to see that they differ."""
    if before is None:
        return f"{_NONE} → {number(after)}"
    alike = abs(after - before) <= 1e-9 * max(abs(before), abs(after))
    n = fewest_digits(lambda r: alike or r(before) != r(after), 12)
    return f"{number(before, n)} → {number(after, n)}"
