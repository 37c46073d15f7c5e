"""Many runs of one learner that differ in one thing: in the order of the examples, where θ starts,
the seed, or the sample.

Run k = 0, 1, … of a document with the seed s:

    orders      the points in the order default_rng((s, 11, k)).permutation(n), and orders of epochs from the seed s + 1 + k
    starts      θ₀ drawn from the normal distribution by default_rng((s, 12, k))
    seeds       the seed s + 1 + k: orders, a random start, random features, and who is set aside
    bootstrap   n of the n examples, default_rng((s, k)).integers(0, n, n); samples that lack a class are left out
"""

import threading
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from linlab.engine.data import split
from linlab.engine.data.points import Points
from linlab.engine.document.document import MOST_SEED, Document
from linlab.engine.ground.cores.parallel import on_all_cores
from linlab.engine.ground.effort import FRAME, MOMENT
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import tell
from linlab.engine.learner.spaces import imitation
from linlab.engine.train.models import Model
from linlab.engine.train.problem import Problem
from linlab.engine.train.teams.team import alone
from linlab.engine.train.trace import KEYFRAME_BYTES, Trace
from linlab.engine.views.kit.ready import Ready

RUNS = 30
EFFORT_AT_ONCE = FRAME  # multiplications for all runs together, about, between two moments of which both are shown at once
EPOCH = 20_000  # that could be made while an order is drawn
PIECE = MOMENT // 2  # between two words about how far it is
OVER = (
    ("orders", "other orders"),
    ("starts", "other starts"),
    ("seeds", "other seeds"),
    ("bootstrap", "bootstrap samples"),
)


@dataclass(frozen=True, eq=False)
class Runs:
    """The runs that there are, and how many were left out; what was drawn of them is kept with
    them."""

    of: object  # what was asked for
    traces: tuple[Trace, ...]
    lacking: int = 0  # samples without one of the classes
    kept: dict[Any, Any] = field(default_factory=dict)
    lock: Any = field(default_factory=threading.RLock, repr=False)

    def nearest(self, t: int) -> int:
        """t, or the last step before at which all runs are at hand, if it would take long to
        train them up to t."""
        todo = sum(
            (trace.clamp(t) - trace.reached(t)) * _effort(trace.problem(0)) for trace in self.traces
        )
        return t if todo <= 4 * EFFORT_AT_ONCE else min(trace.reached(t) for trace in self.traces)

    def models(self, t: int) -> tuple[list[Model], int]:
        """What each answers with after t steps, and how many have no answer, because they
        diverged before."""
        found = [(trace, trace.model(t)) for trace in self.traces]
        whole = [
            model
            for trace, model in found
            if not (trace.diverged and trace.end is not None and trace.end < t)
        ]
        return whole, len(found) - len(whole)


def in_force(moment: Ready[None, Any]) -> Document:
    """The points and the learner of this moment, as if they had been so from the start."""
    document = moment.trace.document
    t = moment.t
    return Document(
        document.points_at(t),
        alone(document.learners_at(t), moment.trace.which),
        document.seed,
        document.shares,
    )


def horizon(problem: Problem, t: int) -> int:
    """How far the runs are trained beforehand: so far that on the way to t they need not be asked
    for again and again."""
    far = max(1, EFFORT_AT_ONCE // (RUNS * _effort(problem)))
    while far < t:
        far *= 2
    return far


def _effort(problem: Problem) -> int:
    """Of a step, in multiplications, and its share of the order of an epoch."""
    return problem.effort + EPOCH // problem.updates_per_epoch


def trained(document: Document, over: str, t: int, of: object = None) -> Runs:
    """The runs, trained up to t."""

    def run(k: int) -> Trace | None:
        tell(f"run {k + 1} of {RUNS}")
        trace = another(document, over, k)
        if trace is None:
            return None
        piece = max(1, PIECE // _effort(trace.problem(0)))
        while trace.reached(t) < trace.clamp(t):
            tell(f"run {k + 1} of {RUNS}")
            trace.at(min(t, trace.reached(t) + piece), passing=True)
        return trace

    traces = [trace for trace in on_all_cores(run, range(RUNS)) if trace is not None]
    if not traces:
        raise LinlabError("Every sample lacks a class: add points of the rarest class.")
    return Runs(of, tuple(traces), RUNS - len(traces))


def another(document: Document, over: str, k: int) -> Trace | None:
    """Run k; None if its sample lacks a class."""
    points = document.points
    seed = document.seed
    budget = KEYFRAME_BYTES // RUNS
    if over == "orders":
        order = np.random.default_rng((seed, 11, k)).permutation(len(points))
        return Trace(replace(document, points=points.take(order)), 0, budget, orders=_next(seed, k))
    if over == "seeds":
        return Trace(replace(document, seed=_next(seed, k)), 0, budget)
    if over == "starts":
        return Trace(_begun_elsewhere(document, k), 0, budget)
    sample = resampled(document, k)
    used = sample.label[document.parts_of(sample) == 0]
    whole = points.label[document.parts_of(points) == 0]
    if len(np.unique(used[used >= 0])) < len(np.unique(whole[whole >= 0])):
        return None
    return Trace(replace(document, points=sample), 0, budget)


def _next(seed: int, k: int) -> int:
    return (seed + 1 + k) % (MOST_SEED + 1)


def _begun_elsewhere(document: Document, k: int) -> Document:
    """The document with a θ₀ of its own, unless it counts: counts start at nothing."""
    learner = document.learners[0]
    if "start" not in learner.recipe.parameters:
        return document
    problem = Trace(document).problem(0)
    theta = np.random.default_rng((document.seed, 12, k)).standard_normal((problem.rows, problem.d))
    text = "; ".join(" ".join(map(repr, row)) for row in theta.tolist())
    return replace(document, learners=(learner.replace(start=text), *document.learners[1:]))


def resampled(document: Document, k: int) -> Points:
    """As many training points as there are, drawn with replacement, each with an id of its own that
    is trained on; who is set aside stays."""
    points = document.points
    parts = document.parts_of(document.points)
    pool = np.flatnonzero((parts == 0) & (points.label >= 0))
    drawn = pool[np.random.default_rng((document.seed, k)).integers(0, len(pool), len(pool))]
    ids = np.zeros(0, np.int64)
    reach = 4 * len(pool)
    while len(ids) < len(pool):
        fresh = np.arange(points.next_id, points.next_id + reach)
        ids = fresh[split.parts(fresh, document.shares, document.seed) == 0][: len(pool)]
        reach = 2 * reach
    aside = np.flatnonzero(parts > 0)
    chosen = np.concatenate([drawn, aside])
    return Points(
        points.x[chosen],
        points.label[chosen],
        points.classes,
        np.concatenate([ids, points.ids[aside]]),
        None if points.texts is None else tuple(points.texts[i] for i in chosen.tolist()),
    )


def why_alike(problem: Problem, over: str, shares: tuple[float, float, float]) -> str:
    """Why all runs are the same, in words; empty if they need not be."""
    learner = problem.learner
    draws = learner["order"] in ("shuffled", "sampled") and not _sees_all(problem)
    if over == "orders" and _sees_all(problem):
        return "All runs are the same: every step uses all examples, so their order does not matter"
    if over == "starts" and "start" not in learner.recipe.parameters:
        return "All runs are the same: counts start at zero"
    features = problem.counting is None and imitation(learner["space"]) is not None
    if over == "seeds" and not (
        draws or features or learner["start"] == "random" or shares[0] != sum(shares)
    ):
        return "All runs are the same: nothing here is random"
    return ""


def _sees_all(problem: Problem) -> bool:
    """Whether each step looks at every example once."""
    return bool(
        problem.learner.optimiser.solver
        or (problem.batch == problem.n and problem.learner["order"] != "sampled")
    )
