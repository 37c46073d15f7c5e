"""The data of the compiled loop, in a few named tuples: the examples, the weights, the learner's
rule, and a record.

Each field names its type once, for the reader and for the compiler.
"""

from typing import NamedTuple

from .compiled import (
    Cube,
    Matrix,
    OfMargin,
    OfScores,
    Optimising,
    Rating,
    Real,
    Table,
    Vector,
    Whole,
    Wholes,
)


class Examples(NamedTuple):
    """What is read of each example, and what an update writes for it. Of texts, row i of `read` is
    sparse: values[starts[i] : starts[i + 1]] in these columns, and 0 elsewhere."""

    read: Matrix  # (n, d), empty if rows are sparse
    sparse: Whole  # whether they are
    starts: Wholes  # (n + 1,)
    columns: Wholes  # (entries,) ascending within a row
    values: Vector  # (entries,)
    norms: Vector  # (n,) ⟨read(xᵢ), write(i)⟩
    labels: Wholes  # (n,)
    dual: Whole  # whether write(i) is eᵢ, or else read(xᵢ)
    constant: Whole  # whether the last column is the bias
    decayed: Whole  # how many leading columns the penalty sees
    weights: Vector  # (n,) how much each example counts: 1, unless a team says otherwise


class Weights(NamedTuple):
    """θ, and what an update changes along with it."""

    theta: Matrix  # (rows, d)
    total: Matrix  # (rows, d) the sum of θ after every update, or what else the read-out keeps
    memory: Cube  # (slots, rows, d) of the optimiser
    tally: Wholes  # mistakes, t of the last mistake, how many θ the read-out has met, entries in the log


class LossFunctions(NamedTuple):
    """A loss of the margin, or if `jointly` one of all scores."""

    of_margin: OfMargin
    of_scores: OfScores
    jointly: Whole


class UpdateRule(NamedTuple):
    """How a learner updates."""

    loss: LossFunctions
    rate: Rating
    optimiser: Optimising
    numbers: Vector  # α, t₀, λ, C, R²
    own_c: Real  # C, which an example's weight scales instead of its pull; 0 if C is not a setting
    momentum: Real
    l2: Real
    l1: Real
    adaptive: Whole  # whether the optimiser sees the penalty in its gradient
    keeps: Whole  # what the read-out keeps: see ReadOut
    seed: Whole
    batch: Whole


class Record(NamedTuple):
    """What the last update did; room for `batch` examples."""

    scores: Matrix  # (batch, rows)
    pulls: Matrix  # (batch, rows)
    margins: Vector  # (batch,)
    losses: Vector  # (batch,)
    change: Matrix  # (rows, d) what was added to θ; only of a batch
    steps: Matrix  # (rows, d) the step of each weight, where L1 needs it, else (0, d)
    numbers: Vector  # loss, rate, reach, shrink, threshold
    log: Table  # t, example and rival of every update that changed θ; empty if not needed
    log_rate: Vector
