"""How much faster tuning is on several cores: 20 values of λ, with one thread and with two.

python tests/bench/bench_cores.py
"""

import time

from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document
from linlab.engine.ground.cores.parallel import with_threads
from linlab.engine.learner.learner import Learner
from linlab.engine.views.sweep import judging
from linlab.engine.views.sweep.knobs import Case, knobs_of
from linlab.engine.views.sweep.work import sweep

TIMES = 5


def seconds(many: int, case: Case, epochs: str) -> float:
    """How long it takes with so many threads."""
    judging._known.clear()
    knob = knobs_of(case, len(case.points))["lam"]
    begun = time.perf_counter()
    with_threads(many).run(sweep, knob, epochs)
    return time.perf_counter() - begun


def main() -> None:
    for space, n, epochs in (("linear", 500, "200"), ("linear", 500, "2000"), ("rbf", 500, "20")):
        points = make_points("moons", n=n)
        document = Document(points, (Learner.of("svm", space=space),))
        case = Case(document.learners[0], points, None, 0, document.shares)
        seconds(1, case, "1")
        pairs = [(seconds(1, case, epochs), seconds(2, case, epochs)) for _ in range(TIMES)]
        one, two = (min(each) for each in zip(*pairs, strict=True))  # in turn, and the shortest
        print(f"{space}, {n} points, {epochs} epochs: {one:.3f} s, {two:.3f} s, {two / one:.2f}")


if __name__ == "__main__":
    main()
