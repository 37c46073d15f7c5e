"""Maximum likelihood by counting, against counts made here."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm

from linlab.engine.words.derivations.naive_bayes import NAIVE_BAYES

from .runs import compare, derived, together, trace_of

MOMENTS = st.sampled_from([1, 2, 5, 8])


def logs(counts, shares):
    """Σ n ln P, where 0 · ln 0 is 0."""
    return sum(n * math.log(p) for n, p in zip(counts, shares, strict=True) if n > 0)


@settings(max_examples=200)
@given(together, MOMENTS, st.sampled_from([0.0, 1.0, 0.5]), st.sampled_from([2, 3, 5]))
def test_that_every_line_is_that_of_plain_counts(data, t, smoothing, bins):
    trace = trace_of(data, "naive-bayes", smoothing=smoothing, bins=bins)
    lines, _ = derived(NAIVE_BAYES, trace, t)
    low, high = data.X.min(axis=0), data.X.max(axis=0)
    cell = np.minimum(((data.X - low) / (high - low) * bins).astype(int), bins - 1)
    some, y = cell[:t], data.y[:t]
    c, v = int(data.y[t - 1]), int(cell[t - 1, 0])
    own = np.bincount(some[y == c, 0], minlength=bins) + smoothing
    of_class = int((y == c).sum())
    share = own / own.sum()
    whole = sum(
        math.log((y == k).mean())
        + sum(
            math.log(
                (((some[:, j] == x[j]) & (y == k)).sum() + smoothing)
                / ((y == k).sum() + bins * smoothing)
            )
            for j in (0, 1)
        )
        for x, k in zip(some, y, strict=True)
    )
    best = logs(own, share)
    compare(
        lines,
        [
            (t, t),
            (of_class / t, of_class / t),
            (own[v] / share[v], of_class + bins * smoothing),
            (1.0, 1.0),
            (share[v], own[v] / own.sum()),
            (best, own.sum() * math.log(1 / bins)),
            (whole, whole),
        ],
        scale=1.0 + abs(whole),
    )


@settings(max_examples=60)
@given(together, MOMENTS, st.lists(st.floats(0.01, 1.0), min_size=3, max_size=3))
def test_that_no_other_shares_are_more_likely(data, t, other):
    lines, _ = derived(NAIVE_BAYES, trace_of(data, "naive-bayes", smoothing=0.0, bins=3), t)
    low, high = data.X[:, 0].min(), data.X[:, 0].max()
    cell = np.minimum(((data.X[:, 0] - low) / (high - low) * 3).astype(int), 2)[:t]
    own = np.bincount(cell[data.y[:t] == data.y[t - 1]], minlength=3)
    assert lines[-2].sides[0].value >= logs(own, np.array(other) / sum(other)) - 1e-9


@settings(max_examples=200)
@given(together, MOMENTS)
def test_that_every_line_of_gaussians_is_that_of_mean_and_variance(data, t):
    trace = trace_of(data, "gaussian-naive-bayes")
    lines, _ = derived(NAIVE_BAYES, trace, t)
    c = int(data.y[t - 1])
    x = data.X[:t][data.y[:t] == c, 0]
    of_class = len(x)
    spread = data.X - data.X.mean(axis=0)
    variance = max(float(x.var()), 1e-9 * float((spread**2).mean(axis=0).max()))
    size = np.abs(x).max() ** 2
    own = [(t, t), (of_class / t, of_class / t)]
    compare(lines[:2], own)
    assert lines[2].sides[0].value == pytest.approx(
        0.0, abs=1e-6 * (1.0 + np.abs(x).max() / variance)
    )
    assert lines[2].holds
    compare(lines[3:4], [(x.mean(), x.mean())], scale=np.abs(x).max())
    assert lines[4].sides[0].value == pytest.approx(variance, rel=1e-5, abs=1e-9 * size)
    assert lines[4].sides[1].value == pytest.approx(x.var(), rel=1e-6, abs=1e-9 * size)
    assert lines[4].holds and lines[5].holds
    if of_class > 1:
        best = norm.logpdf(x, x.mean(), math.sqrt(variance)).sum()
        moved = norm.logpdf(x, x.mean() + math.sqrt(variance), math.sqrt(variance)).sum()
        compare(lines[5:], [(best, moved)], rel=1e-4, scale=1.0 + abs(best))


def test_that_before_the_first_example_there_is_nothing_to_count():
    from .runs import Data

    data = Data(np.array([(0, 0), (1, 1.0)]), np.array([0, 1]))
    lines, _ = derived(NAIVE_BAYES, trace_of(data, "naive-bayes"), 0)
    assert not lines
