"""The compiled loop: PARAMETERUPDATE for every learner, one implementation.

    for t = 1, 2, 3 …
        s = θ · read(xᵢ)                       scores, one per row
        ℓ = loss(s, yᵢ),  p = −∂ℓ/∂s           the pull
        ρ = ‖p‖² · ⟨read(xᵢ), write(i)⟩        the reach
        η = rate(t, ℓ, ρ)
        θ ← (1 − ηλ) θ + η · p ⊗ write(i)

In a primal space read(x) = write = φ(x); in a dual (kernel) space read(x) = (k(x₁,x) … k(x_N,x)) and write(i) = eᵢ.
A constant last column holds the bias. `online` is this loop, one example at a time; `two_classes` is its plainest case
written in scalars; `batched` takes the mean over
several examples with θ held still and leaves the step to an optimiser. Losses, rates and optimisers come in as
first-class functions of fixed signature, so each of the two compiles once. No sum is reordered and no fast-math is
allowed: the same numbers come out however the updates are cut into calls.
"""

from typing import Any

import numpy as np
from numba import float64, int32, int64, njit, types, void

from . import losses as _losses
from . import rates as _rates
from .compiled import signatures

LIMIT = 1e100  # weights beyond this have diverged; their squares are still finite

_vector, _matrix, _cube = float64[::1], float64[:, ::1], float64[:, :, ::1]
_loss, _joint, _rate, _optimiser = (
    types.FunctionType(signatures()[kind]) for kind in ("loss", "joint", "rate", "optimiser")
)


@njit(inline="always")
def dot(a, r, b, i, d):  # type: ignore[no-untyped-def]
    """a[r] · b[i], in four partial sums: faster than one and in an order that never changes."""
    s0 = s1 = s2 = s3 = 0.0
    whole = d - d % 4
    for j in range(0, whole, 4):
        s0 += a[r, j] * b[i, j]
        s1 += a[r, j + 1] * b[i, j + 1]
        s2 += a[r, j + 2] * b[i, j + 2]
        s3 += a[r, j + 3] * b[i, j + 3]
    if whole < d:
        s0 += a[r, whole] * b[i, whole]
    if whole + 1 < d:
        s1 += a[r, whole + 1] * b[i, whole + 1]
    if whole + 2 < d:
        s2 += a[r, whole + 2] * b[i, whole + 2]
    return (s0 + s1) + (s2 + s3)


@njit(inline="always")
def best_rival(scores, y, rows):  # type: ignore[no-untyped-def]
    """The best-scoring wrong class; ties go to the lowest."""
    if rows == 1:
        return 1 - y
    rival = 1 if y == 0 else 0
    for c in range(rival + 1, rows):
        if c != y and scores[c] > scores[rival]:
            rival = c
    return rival


@njit(inline="always")
def margin_of(scores, y, rival, rows):  # type: ignore[no-untyped-def]
    """m: y·s for two classes, s_y − s_z for more."""
    if rows > 1:
        return scores[y] - scores[rival]
    return scores[0] if y == 1 else -scores[0]


# The most used losses and the constant rate are compiled into the loop; the others are called by their address, which
# costs a third more. The functions are the same ones: what is inlined is written nowhere else.
_perceptron, _hinge, _log = (njit(function, inline="always", error_model="numpy") for function in
                             (_losses.perceptron, _losses.hinge, _losses.log))  # fmt: skip
ADDRESSED, PERCEPTRON, HINGE, LOG = range(4)


def inlined(loss: Any) -> int:
    """Which of the inlined losses this one is."""
    known = {_losses.perceptron: PERCEPTRON, _losses.hinge: HINGE, _losses.log: LOG}
    return known.get(loss, ADDRESSED)


def is_constant(rate: Any) -> int:
    return int(rate is _rates.constant)


@njit(inline="always")
def loss_at(margin, loss, kind):  # type: ignore[no-untyped-def]
    """(ℓ, −ℓ′) at a margin."""
    if kind == HINGE:
        return _hinge(margin)
    if kind == PERCEPTRON:
        return _perceptron(margin)
    if kind == LOG:
        return _log(margin)
    return loss(margin)


@njit(inline="always")
def spread(pull, y, rival, rows, slope):  # type: ignore[no-untyped-def]
    """The pull of a loss of the margin: y·slope for two classes, slope·(e_y − e_z) for more."""
    if rows == 1:
        pull[0] = slope if y == 1 else -slope
    else:
        pull[y] = slope
        pull[rival] = -slope


@njit(inline="always")
def soften(theta, rows, decayed, threshold):  # type: ignore[no-untyped-def]
    """The proximal step of L1, w ← sign(w)·max(|w| − ηλ, 0): weights become exactly 0."""
    for r in range(rows):
        for j in range(decayed):
            size = abs(theta[r, j]) - threshold
            theta[r, j] = 0.0 if size <= 0.0 else (size if theta[r, j] > 0.0 else -size)


@njit(inline="always")
def soften_change(change, theta, rows, decayed, steps, l1):  # type: ignore[no-untyped-def]
    """The same where each weight has a step hⱼ of its own: the change after which wⱼ is sign(wⱼ)·max(|wⱼ| − hⱼλ, 0)."""
    for r in range(rows):
        for j in range(decayed):
            moved, threshold = theta[r, j] + change[r, j], steps[r, j] * l1
            if abs(moved) <= threshold:
                change[r, j] = 0.0 - theta[r, j]
            else:
                change[r, j] -= threshold if moved > 0.0 else -threshold


_problem = (_matrix, _vector, int64[::1], int64, int64, int64)  # read, norms, labels, dual, constant, decayed
_state = (_matrix, _matrix, _cube, int64[::1])  # theta, total, memory, tally
_learner = (_loss, _joint, int64, int64, int64, _rate, _optimiser, _vector, float64, float64, float64, int64, int64)
_record = (_vector, _vector, _matrix, _matrix, _vector, _vector, _vector, _matrix)
_signature = int64(int64, int64, int32[:, ::1], int64, int64, *_problem, *_state, *_learner, *_record, int64[:, ::1], _vector)


@njit(_signature, cache=True, error_model="numpy")
def online(  # type: ignore[no-untyped-def]
    t, count, order, epoch, batch,
    read, norms, labels, dual, constant, decayed,
    theta, total, memory, tally,
    loss, joint, jointly, kind, steady, rate, optimiser, numbers, momentum, l2, l1, adaptive, averaged,
    score, pull, scores, pulls, margins, losses, record, change,
    log, log_rate,
):  # fmt: skip
    """Make `count` updates from θ as it was after t; return how many were made: fewer, if θ diverged.

    order (epochs, n) starts at `epoch`; decayed: how many leading columns the penalty sees; tally: mistakes, the t of
    the last one, nothing, entries in the log; record: loss, rate, reach, shrink, threshold.
    """
    n, rows, d = labels.size, theta.shape[0], theta.shape[1]
    e, k, logged = t // n - epoch, t % n, log.shape[0] > 0
    loss_here = margin = reach = eta = threshold = 0.0
    shrink = 1.0
    for made in range(count):
        i = order[e, k]
        y = labels[i]
        t += 1
        for r in range(rows):
            score[r] = dot(theta, r, read, i, d)
            pull[r] = 0.0
        rival = best_rival(score, y, rows)
        margin = margin_of(score, y, rival, rows)
        if jointly:
            loss_here = joint(score, y, pull)
        else:
            loss_here, slope = loss_at(margin, loss, kind)
            spread(pull, y, rival, rows, slope)
        reach = 0.0
        for r in range(rows):
            reach += pull[r] * pull[r]
        reach *= norms[i]
        eta = numbers[0] if steady else rate(t, loss_here, reach, numbers)
        shrink, threshold = 1.0 - eta * l2, eta * l1

        diverged = False
        for r in range(rows):
            step = eta * pull[r]
            if not dual and (step != 0.0 or shrink != 1.0):
                for j in range(decayed):
                    theta[r, j] = shrink * theta[r, j] + step * read[i, j]
                    diverged |= not abs(theta[r, j]) <= LIMIT
                for j in range(decayed, d):
                    theta[r, j] += step * read[i, j]
                    diverged |= not abs(theta[r, j]) <= LIMIT
            elif dual:
                if shrink != 1.0:
                    for j in range(decayed):
                        theta[r, j] *= shrink
                    if abs(shrink) > 1.0:  # only then can a weight that is not touched grow
                        for j in range(decayed):
                            diverged |= not abs(theta[r, j]) <= LIMIT
                theta[r, i] += step
                diverged |= not abs(theta[r, i]) <= LIMIT
                if constant:
                    theta[r, d - 1] += step
                    diverged |= not abs(theta[r, d - 1]) <= LIMIT
        if threshold > 0.0:
            soften(theta, rows, decayed, threshold)
        if diverged:
            return made

        if margin <= 0.0:
            tally[0] += 1
            tally[1] = t
        if logged and reach > 0.0 and eta != 0.0:
            log[tally[3], 0], log[tally[3], 1], log[tally[3], 2], log_rate[tally[3]] = t, i, rival, eta
            tally[3] += 1
        if averaged:
            for r in range(rows):
                for j in range(d):
                    total[r, j] += theta[r, j]
        k += 1
        if k == n:
            e, k = e + 1, 0
    margins[0], losses[0] = margin, loss_here
    record[0], record[1], record[2], record[3], record[4] = loss_here, eta, reach, shrink, threshold
    return count


@njit(_signature, cache=True, error_model="numpy")
def two_classes(  # type: ignore[no-untyped-def]
    t, count, order, epoch, batch,
    read, norms, labels, dual, constant, decayed,
    theta, total, memory, tally,
    loss, joint, jointly, kind, steady, rate, optimiser, numbers, momentum, l2, l1, adaptive, averaged,
    score, pull, scores, pulls, margins, losses, record, change,
    log, log_rate,
):  # fmt: skip
    """`online` for one row of weights in a feature space under L2: the same in scalars, a third faster."""
    n, d = labels.size, theta.shape[1]
    e, k = t // n - epoch, t % n
    loss_here = margin = reach = eta = s = p = 0.0
    shrink, mistakes, last = 1.0, tally[0], tally[1]
    for made in range(count):
        i = order[e, k]
        t += 1
        y = 2.0 * labels[i] - 1.0
        s = dot(theta, 0, read, i, d)
        margin = y * s
        loss_here, slope = loss_at(margin, loss, kind)
        p = y * slope
        reach = p * p * norms[i]
        eta = numbers[0] if steady else rate(t, loss_here, reach, numbers)
        shrink = 1.0 - eta * l2
        step, diverged = eta * p, False
        if step != 0.0 or shrink != 1.0:
            for j in range(decayed):
                theta[0, j] = shrink * theta[0, j] + step * read[i, j]
                diverged |= not abs(theta[0, j]) <= LIMIT
            for j in range(decayed, d):
                theta[0, j] += step * read[i, j]
                diverged |= not abs(theta[0, j]) <= LIMIT
            if diverged:
                return made
        if margin <= 0.0:
            mistakes += 1
            last = t
        if averaged:
            for j in range(d):
                total[0, j] += theta[0, j]
        k += 1
        if k == n:
            e, k = e + 1, 0
    tally[0], tally[1] = mistakes, last
    score[0], pull[0], margins[0], losses[0] = s, p, margin, loss_here
    record[0], record[1], record[2], record[3], record[4] = loss_here, eta, reach, shrink, 0.0
    return count


@njit(_signature, cache=True, error_model="numpy")
def batched(  # type: ignore[no-untyped-def]
    t, count, order, epoch, batch,
    read, norms, labels, dual, constant, decayed,
    theta, total, memory, tally,
    loss, joint, jointly, kind, steady, rate, optimiser, numbers, momentum, l2, l1, adaptive, averaged,
    score, pull, scores, pulls, margins, losses, record, change,
    log, log_rate,
):  # fmt: skip
    """The same for the mean gradient of a batch and any optimiser; a last short batch is applied over its own size."""
    n, rows, d = labels.size, theta.shape[0], theta.shape[1]
    per_epoch = (n + batch - 1) // batch
    own_steps = adaptive and l1 > 0.0
    steps = np.empty((rows if own_steps else 0, d))  # hⱼ, asked for only by L1
    for made in range(count):
        e, first = t // per_epoch - epoch, (t % per_epoch) * batch
        size = min(batch, n - first)
        t += 1
        mean_loss = 0.0
        for r in range(rows):
            for j in range(d):
                change[r, j] = 0.0
        for b in range(size):
            i = order[e, first + b]
            y = labels[i]
            for r in range(rows):
                score[r] = dot(theta, r, read, i, d)
                pull[r] = 0.0
            rival = best_rival(score, y, rows)
            margins[b] = margin_of(score, y, rival, rows)
            if jointly:
                losses[b] = joint(score, y, pull)
            else:
                losses[b], slope = loss_at(margins[b], loss, kind)
                spread(pull, y, rival, rows, slope)
            mean_loss += losses[b] / size
            if margins[b] <= 0.0:
                tally[0] += 1
                tally[1] = t
            for r in range(rows):  # the gradient of the loss, −p ⊗ write(i)
                scores[b, r], pulls[b, r] = score[r], pull[r]
                share = pull[r] / size
                if not dual:
                    for j in range(d):
                        change[r, j] -= share * read[i, j]
                else:
                    change[r, i] -= share
                    if constant:
                        change[r, d - 1] -= share

        reach = 0.0  # ‖g‖², in a dual space Σ gᵢ⟨read(xᵢ), g⟩
        for r in range(rows):
            if not dual:
                for j in range(d):
                    reach += change[r, j] * change[r, j]
            else:
                for b in range(size):
                    reach -= pulls[b, r] / size * dot(change, r, read, order[e, first + b], d)
        eta = rate(t, mean_loss, reach, numbers)
        shrink, threshold = 1.0 - eta * l2, eta * l1
        if adaptive:
            shrink, threshold = 1.0, 0.0
            for r in range(rows):
                for j in range(decayed):
                    change[r, j] += l2 * theta[r, j]
        optimiser(change, theta, memory, eta, momentum, steps)
        if own_steps:
            soften_change(change, theta, rows, decayed, steps, l1)

        diverged = False
        for r in range(rows):
            for j in range(d):
                theta[r, j] = (shrink if j < decayed else 1.0) * theta[r, j] + change[r, j]
                diverged |= not abs(theta[r, j]) <= LIMIT
        if threshold > 0.0:
            soften(theta, rows, decayed, threshold)
        if diverged:
            return made

        if averaged:
            for r in range(rows):
                for j in range(d):
                    total[r, j] += theta[r, j]
        record[0], record[1], record[2], record[3], record[4] = mean_loss, eta, reach, shrink, threshold
    return count


@njit(void(_loss, _joint, int64, _matrix, int64[::1], _vector, _matrix), cache=True)
def each_loss(loss, joint, jointly, scores, labels, values, pulls):  # type: ignore[no-untyped-def]
    """The loss and pull of each row of scores (n, rows) on its own."""
    rows = scores.shape[1]
    score, pull = np.empty(rows), np.empty(rows)
    for i in range(labels.size):
        y = labels[i]
        for r in range(rows):
            score[r], pull[r] = scores[i, r], 0.0
        if jointly:
            values[i] = joint(score, y, pull)
        else:
            rival = best_rival(score, y, rows)
            values[i], slope = loss(margin_of(score, y, rival, rows))
            spread(pull, y, rival, rows, slope)
        for r in range(rows):
            pulls[i, r] = pull[r]


# The entry points themselves: a dispatcher would look up the types of thirty arguments at each call.
run_online: Any = online.overloads[online.signatures[0]].entry_point  # type: ignore[attr-defined]
run_two_classes: Any = two_classes.overloads[two_classes.signatures[0]].entry_point  # type: ignore[attr-defined]
run_each: Any = each_loss.overloads[each_loss.signatures[0]].entry_point  # type: ignore[attr-defined]
run_batched: Any = batched.overloads[batched.signatures[0]].entry_point  # type: ignore[attr-defined]
