"""100,000 rows of CSV, beside numpy.loadtxt.

python tests/bench/bench_csv.py
"""

import io
import time
from collections.abc import Callable

import numpy as np

from linlab.engine.data.csvfile import format_csv, parse_csv
from linlab.engine.data.points import Points

ROWS, TIMES = 100_000, 7


def seconds(work: Callable[[], object]) -> float:
    """The shortest of several times."""
    best = float("inf")
    for _ in range(TIMES):
        begun = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begun)
    return best


def main() -> None:
    rng = np.random.default_rng(0)
    text = format_csv(Points.of(rng.normal(size=(ROWS, 2)), rng.integers(0, 2, ROWS)))
    peer = seconds(lambda: np.loadtxt(io.StringIO(text), delimiter=",", skiprows=1))
    own = seconds(lambda: parse_csv(text))
    print(f"numpy.loadtxt {1000 * peer:.0f} ms, linlab {1000 * own:.0f} ms, {own / peer:.2f} times")


if __name__ == "__main__":
    main()
