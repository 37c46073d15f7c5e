"""The tests of the lecture, beside its own numbers and scipy's."""

import math
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from linlab import LinlabError
from linlab.engine.many.significance import judged, mcnemar, paired, two_sample, wilson

# Zhang 4.4.1, as printed. They are not the numbers of the run whose t it prints: scipy's own
# ttest_ind finds 3.63 in them.
A = [
    1.36929026,
    0.45171207,
    1.980284,
    2.69894659,
    3.58459313,
    1.02503278,
    1.5443674,
    3.75178741,
    0.79744317,
    1.48595977,
]
B = [
    1.97056194,
    -0.44926516,
    -0.1049745,
    -1.02613361,
    -2.1329443,
    0.7991724,
    0.60720041,
    1.22176851,
    -1.22300267,
    -0.21052362,
]

NUMBERS = st.floats(-1e3, 1e3, allow_subnormal=False) | st.sampled_from([0.0, 0.5, 0.8, 0.9, 1.0])
PAIRS = st.lists(st.tuples(NUMBERS, NUMBERS), max_size=12)


def lecture(a, b):
    """Line by line as it is there."""
    a, b = np.array(a), np.array(b)
    N = len(a)
    var_a = a.var(ddof=1)
    var_b = b.var(ddof=1)
    s = np.sqrt((var_a + var_b) / 2)
    t = (a.mean() - b.mean()) / (s * np.sqrt(2 / N))
    df = 2 * N - 2
    p = 1 - stats.t.cdf(t, df=df)
    return t, df, 2 * p


def test_that_the_lectures_lines_on_its_printed_numbers_give_what_we_do_and_scipy_too():
    assert two_sample(A, B) == pytest.approx(lecture(A, B), rel=1e-9)
    assert two_sample(A, B)[::2] == pytest.approx(tuple(stats.ttest_ind(A, B)), rel=1e-12)


def test_that_the_lectures_p_comes_out_of_its_printed_t():
    found = judged(4.264119754578509, 18)
    assert found.p == pytest.approx(0.0004668051407589875, rel=1e-12)
    assert (f"{found.t:.3f}", f"{found.p:.6f}") == ("4.264", "0.000467")


def test_that_a_sample_with_the_lectures_t_is_found_to_have_its_t_and_p():
    """b moved as a whole keeps the variances, so t says how far apart the means have to be."""
    s = np.sqrt((np.var(A, ddof=1) + np.var(B, ddof=1)) / 2)
    b = np.array(B) - np.mean(B) + np.mean(A) - 4.264119754578509 * s * np.sqrt(2 / 10)
    t, df, p = two_sample(A, b)
    assert (f"{t:.3f}", df, f"{p:.6f}") == ("4.264", 18, "0.000467")
    assert (t, p) == (
        pytest.approx(4.264119754578509, rel=1e-12),
        pytest.approx(0.0004668051407589875, rel=1e-10),
    )


@given(PAIRS)
def test_that_both_t_agree_with_scipy_or_say_why_there_is_none(pairs):
    a, b = [p[0] for p in pairs], [p[1] for p in pairs]
    for test, reference, df in (
        (paired, stats.ttest_rel, len(a) - 1),
        (two_sample, stats.ttest_ind, 2 * len(a) - 2),
    ):
        try:
            t, own, p = test(a, b)
        except LinlabError as error:
            assert str(error).endswith(".")
            continue
        assert own == df and math.isfinite(t) and 0 <= p <= 1
        d = np.subtract(a, b)
        if min(np.ptp(d), max(np.ptp(a), np.ptp(b))) > 1e-6 * np.abs([a, b]).max():
            with warnings.catch_warnings():
                warnings.simplefilter(
                    "ignore"
                )  # scipy warns of digits lost, also where there is nothing to lose
                theirs = reference(
                    *np.array([a, b]) / np.abs([a, b]).max()
                )  # t has no scale, and scipy underflows
            assert (t, p) == (
                pytest.approx(theirs.statistic, rel=1e-6),
                pytest.approx(theirs.pvalue, rel=1e-6, abs=1e-300),
            )
        assert test(b, a).t == -t and test(b, a).p == p


@given(st.lists(st.floats(0.0625, 1.0), min_size=2, max_size=8), st.integers(-900, 900))
def test_that_t_is_the_same_in_all_units(a, power):
    b = [0.5] * len(a)
    try:
        expected = two_sample(a, b)
    except LinlabError:
        return
    assert two_sample(np.ldexp(a, power), np.ldexp(b, power)) == expected


@pytest.mark.parametrize(("test", "a", "b", "said"), [
    (paired, [0.9, 0.8], [0.9, 0.8], "All 2 differences are 0: without variance there is no t-value."),
    (paired, [0.9, 0.8, 0.7], [0.8, 0.7, 0.6], "All 3 differences are the same"),
    (two_sample, [1, 1], [0, 0], "Neither list varies"),
    (two_sample, [], [], "at least two numbers"),
    (paired, [1], [0], "at least two numbers"),
    (paired, [1, 2], [1, 2, 3], "the same length"),
    (paired, [[1, 2]], [[1, 2]], "two lists"),
    (two_sample, ["a", "b"], [1, 2], "lists of numbers"),
    (two_sample, [math.nan, 1], [1, 2], "finite"),
    (mcnemar, -1, 2, "negative"),
    (wilson, 0, 0, "at least one example"),
    (wilson, 3, 2, "no more errors than examples"),
])  # fmt: skip
def test_that_a_test_without_an_answer_says_so(test, a, b, said):
    with pytest.raises(LinlabError, match=said):
        test(a, b)


@given(st.integers(0, 60), st.integers(0, 60))
def test_that_mcnemar_is_the_exact_binomial(a, b):
    found = mcnemar(a, b)
    assert (found.a_alone, found.b_alone) == (a, b)
    assert found.p == pytest.approx(stats.binomtest(a, a + b).pvalue if a + b else 1.0, rel=1e-9)


def test_that_mcnemar_counts_thousands_without_overflow():
    assert mcnemar(5100, 4900).p == pytest.approx(stats.binomtest(5100, 10_000).pvalue, rel=1e-9)
    assert mcnemar(3000, 0).p == 0.0


@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_that_the_interval_is_wilsons(case):
    wrong, n = case
    theirs = stats.binomtest(wrong, n).proportion_ci(0.95, method="wilson")
    share, low, high = wilson(wrong, n)
    assert share == wrong / n and 0 <= low <= share <= high <= 1
    assert (low, high) == (
        pytest.approx(theirs.low, abs=1e-12),
        pytest.approx(theirs.high, abs=1e-12),
    )
