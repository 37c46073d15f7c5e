"""The compiled loop: PARAMETERUPDATE for every learner, one implementation.

    for t = 1, 2, 3 …
        s = θ · read(xᵢ)                       scores, one per row
        ℓ = loss(s, yᵢ),  p = −∂ℓ/∂s           the pull
        ρ = ‖p‖² · ⟨read(xᵢ), write(i)⟩        the reach
        η = rate(t, ℓ, ρ)
        θ ← (1 − ηλ) θ + η · p ⊗ write(i)

In a primal space read(x) = write = φ(x); in a dual (kernel) space read(x) = (k(x₁,x) … k(x_N,x)) and write(i) = eᵢ.
A constant last column holds the bias. A batch takes the mean over its examples with θ held still. Losses, rates and
optimisers come in as first-class functions of fixed signature, so this compiles once. No sum is reordered and no
fast-math is allowed: the same numbers come out however the updates are cut into calls.
"""

from typing import Any

import numpy as np
from numba import float64, int32, int64, njit, types, void

from .compiled import signatures

LIMIT = 1e100  # weights beyond this have diverged; their squares are still finite

_vector, _matrix, _cube = float64[::1], float64[:, ::1], float64[:, :, ::1]
_loss, _rate, _optimiser = (types.FunctionType(signatures()[kind]) for kind in ("loss", "rate", "optimiser"))


@njit(inline="always")  # type: ignore[untyped-decorator]
def dot(a, r, b, i, d):  # type: ignore[no-untyped-def]
    """a[r] · b[i], in four partial sums: faster than one and in an order that never changes."""
    s0 = s1 = s2 = s3 = 0.0
    whole = d - d % 4
    for j in range(0, whole, 4):
        s0 += a[r, j] * b[i, j]
        s1 += a[r, j + 1] * b[i, j + 1]
        s2 += a[r, j + 2] * b[i, j + 2]
        s3 += a[r, j + 3] * b[i, j + 3]
    for j in range(whole, d):
        s0 += a[r, j] * b[i, j]
    return (s0 + s1) + (s2 + s3)


@njit(inline="always")  # type: ignore[untyped-decorator]
def best_rival(scores, y, rows):  # type: ignore[no-untyped-def]
    """The best-scoring wrong class; ties go to the lowest."""
    if rows == 1:
        return 1 - y
    rival = 1 if y == 0 else 0
    for c in range(rival + 1, rows):
        if c != y and scores[c] > scores[rival]:
            rival = c
    return rival


@njit(
    int64(
        int64, int64, int32[:, ::1], int64, int64,  # when and which
        _matrix, _vector, int64[::1], int64, int64, int64,  # the problem
        _matrix, _matrix, _cube, int64[::1],  # the state
        _loss, _rate, _optimiser, _vector, float64, float64, float64, int64, int64, int64,  # the learner
        _vector, _vector, _matrix, _matrix, _vector, _vector, _vector, _matrix,  # the record
        int64[:, ::1], _vector,  # the log of updates, for voting
    ),
    cache=True,
)  # type: ignore[untyped-decorator]
def loop(  # type: ignore[no-untyped-def]
    t, count, order, epoch, batch,
    read, norms, labels, dual, constant, decayed,
    theta, total, memory, tally,
    loss, rate, optimiser, numbers, momentum, l2, l1, plain, adaptive, averaged,
    score, pull, scores, pulls, margins, losses, record, change,
    log, log_rate,
):  # fmt: skip
    """Make `count` updates from θ as it was after t; return how many were made: fewer, if θ diverged.

    order (epochs, n) starts at `epoch`; decayed: how many leading columns the penalty sees; tally: mistakes, the t of
    the last one, updates that changed θ, entries in the log; record: loss, rate, reach, shrink, threshold, updated.
    """
    n, rows, d = labels.size, theta.shape[0], theta.shape[1]
    per_epoch = (n + batch - 1) // batch
    for made in range(count):
        e, first = t // per_epoch - epoch, (t % per_epoch) * batch
        size = min(batch, n - first)
        t += 1
        mean_loss = reach = 0.0
        pulled = False
        i = rival = 0
        for b in range(size):
            i = order[e, first + b]
            y = labels[i]
            for r in range(rows):
                score[r] = dot(theta, r, read, i, d)
                pull[r] = 0.0
            rival = best_rival(score, y, rows)
            if rows > 1:
                margin = score[y] - score[rival]
            else:
                margin = score[0] if y == 1 else -score[0]
            loss_here = loss(score, y, rival, margin, pull)
            mean_loss += loss_here / size
            if margin <= 0.0:
                tally[0] += 1
                tally[1] = t
            length = 0.0
            for r in range(rows):
                length += pull[r] * pull[r]
            pulled = pulled or length > 0.0
            reach = length * norms[i]
            margins[b], losses[b] = margin, loss_here
            if batch > 1:
                for r in range(rows):
                    scores[b, r], pulls[b, r] = score[r], pull[r]

        if not plain:  # the mean gradient of the loss, −p ⊗ write
            for r in range(rows):
                for j in range(d):
                    change[r, j] = 0.0
            for b in range(size):
                i = order[e, first + b]
                for r in range(rows):
                    p = (pulls[b, r] if batch > 1 else pull[r]) / size
                    if dual:
                        change[r, i] -= p
                        if constant:
                            change[r, d - 1] -= p
                    else:
                        for j in range(d):
                            change[r, j] -= p * read[i, j]
            if batch > 1:
                reach = 0.0
                for r in range(rows):
                    if dual:  # ‖Σ gᵢ φ(xᵢ)‖² = Σ gᵢ ⟨read(xᵢ), g⟩, each example once though it be drawn twice
                        for b in range(size):
                            i = order[e, first + b]
                            reach -= pulls[b, r] / size * dot(change, r, read, i, d)
                    else:
                        for j in range(d):
                            reach += change[r, j] * change[r, j]

        eta = rate(t, mean_loss, reach, numbers)
        shrink, threshold = 1.0 - eta * l2, eta * l1
        diverged = False
        if plain:  # SGD on one example, in place
            for r in range(rows):
                step = eta * pull[r]
                if dual:
                    if shrink != 1.0:
                        for j in range(decayed):
                            theta[r, j] *= shrink
                        if abs(shrink) > 1.0:  # only then can a weight that is not touched grow
                            for j in range(decayed):
                                diverged = diverged or not abs(theta[r, j]) <= LIMIT
                    theta[r, i] += step
                    diverged = diverged or not abs(theta[r, i]) <= LIMIT
                    if constant:
                        theta[r, d - 1] += step
                        diverged = diverged or not abs(theta[r, d - 1]) <= LIMIT
                else:
                    for j in range(d):
                        weight = shrink * theta[r, j] if j < decayed else theta[r, j]
                        weight += step * read[i, j]
                        theta[r, j] = weight
                        diverged = diverged or not abs(weight) <= LIMIT
        else:
            if adaptive:
                shrink = 1.0
                for r in range(rows):
                    for j in range(decayed):
                        change[r, j] += l2 * theta[r, j]
            optimiser(change, theta, memory, eta, momentum)
            for r in range(rows):
                for j in range(d):
                    weight = shrink * theta[r, j] if j < decayed else theta[r, j]
                    weight += change[r, j]
                    theta[r, j] = weight
                    diverged = diverged or not abs(weight) <= LIMIT
        if threshold > 0.0:  # the proximal step of L1: weights become exactly 0
            for r in range(rows):
                for j in range(decayed):
                    weight = abs(theta[r, j]) - threshold
                    theta[r, j] = 0.0 if weight <= 0.0 else (weight if theta[r, j] > 0.0 else -weight)
        if diverged:
            return made

        updated = pulled and eta != 0.0
        if updated:
            tally[2] += 1
            if log.shape[0] > 0:
                k = tally[3]
                log[k, 0], log[k, 1], log[k, 2] = t, i, rival
                log_rate[k] = eta
                tally[3] += 1
        if averaged:
            for r in range(rows):
                for j in range(d):
                    total[r, j] += theta[r, j]
        record[0], record[1], record[2] = mean_loss, eta, reach
        record[3], record[4], record[5] = shrink, threshold, 1.0 if updated else 0.0
    return count


@njit(
    void(_loss, _matrix, int64[::1], int64[::1], _vector, _vector, _matrix),
    cache=True,
)  # type: ignore[untyped-decorator]
def each_loss(loss, scores, y, rivals, margins, values, pulls):  # type: ignore[no-untyped-def]
    """The loss and pull of each row of scores (n, rows) on its own."""
    rows = scores.shape[1]
    score, pull = np.empty(rows), np.empty(rows)
    for i in range(y.size):
        for r in range(rows):
            score[r], pull[r] = scores[i, r], 0.0
        values[i] = loss(score, y[i], rivals[i], margins[i], pull)
        for r in range(rows):
            pulls[i, r] = pull[r]


# The entry point itself: the dispatcher would look up the types of thirty arguments at each call.
run: Any = loop.overloads[loop.signatures[0]].entry_point
