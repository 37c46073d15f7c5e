"""The compiled loop: PARAMETERUPDATE for every learner, one implementation.

    for t = 1, 2, 3 …
        s = θ · read(xᵢ)                       scores, one per row
        ℓ = loss(s, yᵢ),  p = −∂ℓ/∂s           the pull
        ρ = ‖p‖² · ⟨read(xᵢ), write(i)⟩        the reach
        η = rate(t, ℓ, ρ)
        θ ← (1 − ηλ) θ + η · vᵢ p ⊗ write(i)

vᵢ is the weight of the example, 1 unless a team sets it; a rate that has its own C sees vᵢC there
instead. In a primal space read(x) = write = φ(x); in a dual (kernel) space read(x) = (k(x₁,x) … k(x_N,x))
and write(i) = eᵢ. A constant last column holds the bias. `online` is this loop, one example at a
time; `batched` takes the mean over several examples with θ held still and leaves the step to an
optimiser. Losses, rates and optimisers come in as first-class functions of fixed signature, with
the arrays they work on in a few named tuples (`layout`), so each of the two compiles once. No sum
is reordered and no fast-math is allowed: the same numbers come out however the updates are cut into
calls.
"""

import numpy as np

from .compiled import Matrix, Orders, Vector, Whole, Wholes, compiled, inlined
from .layout import Examples, LossFunctions, Record, UpdateRule, Weights

LARGEST_WEIGHT = 1e100  # weights beyond this have diverged; their squares are still finite


@inlined
def dot(a, r, examples, i):  # type: ignore[no-untyped-def]
    """a[r] · read(xᵢ), in four partial sums: faster than one and in an order that never changes. A
    sparse row is summed from left to right."""
    d = a.shape[1]
    b = examples.read
    s0 = s1 = s2 = s3 = 0.0
    if examples.sparse:
        for k in range(examples.starts[i], examples.starts[i + 1]):
            s0 += a[r, examples.columns[k]] * examples.values[k]
        return s0
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


@inlined
def judge(score, y):  # type: ignore[no-untyped-def]
    """The best-scoring wrong class z, ties going to the lowest, and the margin: y·s for two
    classes, s_y − s_z for more."""
    if score.size == 1:
        return 1 - y, score[0] if y == 1 else -score[0]
    rival = 1 if y == 0 else 0
    for c in range(rival + 1, score.size):
        if c != y and score[c] > score[rival]:
            rival = c
    return rival, score[y] - score[rival]


@inlined
def loss_and_pull(loss, score, y, rival, margin, pull):  # type: ignore[no-untyped-def]
    """ℓ, and into `pull` −∂ℓ/∂s: of a loss of the margin y·slope for two classes, slope·(e_y − e_z)
    for more."""
    for r in range(pull.size):
        pull[r] = 0.0
    if loss.jointly:
        return loss.of_scores(score, y, pull)
    value, slope = loss.of_margin(margin)
    if pull.size == 1:
        pull[0] = slope if y == 1 else -slope
    else:
        pull[y] = slope
        pull[rival] = -slope
    return value


@inlined
def write(theta, r, shrink, step, examples, i):  # type: ignore[no-untyped-def]
    """θ_r ← shrink · θ_r + step · write(i); the penalty shrinks the columns that it sees."""
    d = theta.shape[1]
    if examples.dual:
        if shrink != 1.0:
            for j in range(examples.decayed):
                theta[r, j] *= shrink
        theta[r, i] += step
        if examples.constant:
            theta[r, d - 1] += step
    elif examples.sparse:
        if shrink != 1.0:
            for j in range(examples.decayed):
                theta[r, j] *= shrink
        if step != 0.0:
            for k in range(examples.starts[i], examples.starts[i + 1]):
                theta[r, examples.columns[k]] += step * examples.values[k]
    elif step != 0.0 or shrink != 1.0:
        for j in range(d):
            theta[r, j] = (shrink if j < examples.decayed else 1.0) * theta[
                r, j
            ] + step * examples.read[i, j]


@inlined
def soften(theta, decayed, threshold):  # type: ignore[no-untyped-def]
    """The proximal step of L1, w ← sign(w)·max(|w| − ηλ, 0): weights become exactly 0."""
    for r in range(theta.shape[0]):
        for j in range(decayed):
            size = abs(theta[r, j]) - threshold
            if size <= 0.0:
                theta[r, j] = 0.0
            elif theta[r, j] > 0.0:
                theta[r, j] = size
            else:
                theta[r, j] = -size


@inlined
def bounded(theta):  # type: ignore[no-untyped-def]
    within = True
    for r in range(theta.shape[0]):
        for j in range(theta.shape[1]):
            within &= abs(theta[r, j]) <= LARGEST_WEIGHT
    return within


@inlined
def count_mistake(tally, t, margin):  # type: ignore[no-untyped-def]
    if margin <= 0.0:
        tally[0] += 1
        tally[1] = t


@inlined
def add_up(total, theta):  # type: ignore[no-untyped-def]
    """The sum of θ after every update, of which the mean is read out."""
    for r in range(theta.shape[0]):
        for j in range(theta.shape[1]):
            total[r, j] += theta[r, j]


@inlined
def chance(seed, t):  # type: ignore[no-untyped-def]
    """A number from 0 to 1 that depends on the seed and t alone (splitmix64)."""
    z = np.uint64(seed) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(t) * np.uint64(
        0xD1342543DE82EF95
    )
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = z ^ (z >> np.uint64(31))
    return np.float64(z >> np.uint64(11)) / 9007199254740992.0


@inlined
def keep_at_random(total, theta, tally, seed, t):  # type: ignore[no-untyped-def]
    """The k-th θ takes the place of the one that was kept with probability 1/k, so that after any
    step each of them is kept with the same probability."""
    tally[2] += 1
    if chance(seed, t) * tally[2] < 1.0:
        for r in range(theta.shape[0]):
            for j in range(theta.shape[1]):
                total[r, j] = theta[r, j]


@inlined
def note(numbers, loss, eta, reach, shrink, threshold):  # type: ignore[no-untyped-def]
    numbers[0] = loss
    numbers[1] = eta
    numbers[2] = reach
    numbers[3] = shrink
    numbers[4] = threshold


@compiled(Whole, Whole, Whole, Orders, Whole, Examples, Weights, UpdateRule, Record, nogil=True)
def online(t, count, order, epoch, examples, weights, rule, record):  # type: ignore[no-untyped-def]
    """Make `count` updates from θ as it was after t; return how many were made: fewer, if θ
    diverged.

    order (epochs, n): which example comes when, from `epoch` on.
    """
    theta, tally = weights.theta, weights.tally
    score, pull = record.scores[0], record.pulls[0]
    n = examples.labels.size
    rows = theta.shape[0]
    for made in range(count):
        i = order[t // n - epoch, t % n]
        y = examples.labels[i]
        t += 1
        for r in range(rows):
            score[r] = dot(theta, r, examples, i)
        rival, margin = judge(score, y)
        loss = loss_and_pull(rule.loss, score, y, rival, margin, pull)
        reach = 0.0
        for r in range(rows):
            reach += pull[r] * pull[r]
        reach *= examples.norms[i]
        weight = examples.weights[i]
        if rule.own_c > 0.0:
            rule.numbers[3] = weight * rule.own_c
            weight = 1.0
        eta = rule.rate(t, loss, reach, rule.numbers)
        if rule.keeps == 3:
            keep_at_random(weights.total, theta, tally, rule.seed, t)

        shrink = 1.0 - eta * rule.l2
        threshold = eta * rule.l1
        for r in range(rows):
            write(theta, r, shrink, eta * (weight * pull[r]), examples, i)
        if threshold > 0.0:
            soften(theta, examples.decayed, threshold)
        if not bounded(theta):
            return made

        count_mistake(tally, t, margin)
        if rule.keeps == 1 or (rule.keeps == 2 and margin <= 0.0):
            add_up(weights.total, theta)
            tally[2] += 1
        if record.log.size and reach > 0.0 and eta != 0.0:
            k = tally[3]
            record.log[k, 0], record.log[k, 1], record.log[k, 2] = t, i, rival
            record.log_rate[k] = eta * weight
            tally[3] += 1
        record.margins[0], record.losses[0] = margin, loss
        note(record.numbers, loss, eta, reach, shrink, threshold)
    return count


@compiled(Whole, Whole, Whole, Orders, Whole, Examples, Weights, UpdateRule, Record, nogil=True)
def batched(t, count, order, epoch, examples, weights, rule, record):  # type: ignore[no-untyped-def]
    """The same for the mean gradient of a batch and any optimiser; a last short batch is applied
    over its own size."""
    theta, labels, change = weights.theta, examples.labels, record.change
    scores = record.scores
    pulls = record.pulls
    margins = record.margins
    losses = record.losses
    tally = weights.tally
    n = labels.size
    rows = theta.shape[0]
    d = theta.shape[1]
    decayed = examples.decayed
    per_epoch = (n + rule.batch - 1) // rule.batch
    for made in range(count):
        e = t // per_epoch - epoch
        first = (t % per_epoch) * rule.batch
        size = min(rule.batch, n - first)
        t += 1
        loss = 0.0
        earlier = tally[0]
        for r in range(rows):
            for j in range(d):
                change[r, j] = 0.0
        for b in range(size):
            i = order[e, first + b]
            y, score, pull = labels[i], scores[b], pulls[b]
            for r in range(rows):
                score[r] = dot(theta, r, examples, i)
            rival, margins[b] = judge(score, y)
            losses[b] = loss_and_pull(rule.loss, score, y, rival, margins[b], pull)
            loss += losses[b] / size
            for r in range(rows):  # the gradient of the loss, −p ⊗ write(i)
                write(change, r, 1.0, -(examples.weights[i] * pull[r]) / size, examples, i)
            count_mistake(tally, t, margins[b])

        reach = 0.0  # ‖g‖², in a dual space Σ gᵢ⟨read(xᵢ), g⟩
        for r in range(rows):
            if examples.dual:
                for b in range(size):
                    i = order[e, first + b]
                    reach -= examples.weights[i] * pulls[b, r] / size * dot(change, r, examples, i)
            else:
                for j in range(d):
                    reach += change[r, j] * change[r, j]
        eta = rule.rate(t, loss, reach, rule.numbers)

        if rule.keeps == 3:
            keep_at_random(weights.total, theta, tally, rule.seed, t)

        shrink = 1.0 - eta * rule.l2
        threshold = eta * rule.l1
        if rule.adaptive:
            shrink, threshold = 1.0, 0.0
            for r in range(rows):
                for j in range(decayed):
                    change[r, j] += rule.l2 * theta[r, j]
        rule.optimiser(change, theta, weights.memory, eta, rule.momentum, record.steps)
        if record.steps.size:
            soften_change(change, theta, decayed, record.steps, rule.l1)
        for r in range(rows):
            for j in range(d):
                theta[r, j] = (shrink if j < decayed else 1.0) * theta[r, j] + change[r, j]
        if threshold > 0.0:
            soften(theta, decayed, threshold)
        if not bounded(theta):
            return made

        if rule.keeps == 1 or (rule.keeps == 2 and tally[0] > earlier):
            add_up(weights.total, theta)
            tally[2] += 1
        note(record.numbers, loss, eta, reach, shrink, threshold)
    return count


@inlined
def soften_change(change, theta, decayed, steps, l1):  # type: ignore[no-untyped-def]
    """L1 where each weight has a step hⱼ of its own: the change after which wⱼ is sign(wⱼ)·max(|wⱼ|
    − hⱼλ, 0)."""
    for r in range(theta.shape[0]):
        for j in range(decayed):
            moved = theta[r, j] + change[r, j]
            threshold = steps[r, j] * l1
            if abs(moved) <= threshold:
                change[r, j] = 0.0 - theta[r, j]
            else:
                change[r, j] -= threshold if moved > 0.0 else -threshold


@compiled(None, LossFunctions, Matrix, Wholes, Vector, Matrix, nogil=True)
def each_loss(loss, scores, labels, values, pulls):  # type: ignore[no-untyped-def]
    """The loss and pull of each row of scores (n, rows) on its own."""
    for i in range(labels.size):
        rival, margin = judge(scores[i], labels[i])
        values[i] = loss_and_pull(loss, scores[i], labels[i], rival, margin, pulls[i])
