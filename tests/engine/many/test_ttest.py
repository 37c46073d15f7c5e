"""linlab.ttest, and two lists pasted into a view, against scipy; the lecture's lists as printed."""

import numpy as np
import pytest
from scipy import stats

import linlab
from linlab.engine.views.several.lists import REMARK, ZHANG, numbers_of, words_of

A, B = (np.array(text.split(), float) for text in ZHANG)


def test_that_the_printed_lists_give_3_63_and_not_the_printed_4_264():
    found = linlab.ttest(A, B)
    assert (round(found.t, 2), found.df) == (3.63, 18)
    assert abs(found.t - 4.264) > 0.6


@pytest.mark.parametrize("seed", range(20))
def test_that_t_and_p_are_those_of_scipy(seed):
    rng = np.random.default_rng(seed)
    a, b = rng.normal(0.3, 1, 12), rng.normal(0, 2, 12)
    for pairs, peer in ((False, stats.ttest_ind), (True, stats.ttest_rel)):
        found, expected = linlab.ttest(a, b, pairs=pairs), peer(a, b)
        assert found.t == pytest.approx(expected.statistic, rel=1e-9)
        assert found.p == pytest.approx(expected.pvalue, rel=1e-7)


def test_that_lists_may_be_pasted_as_they_are_printed():
    assert numbers_of("[1.5, -2\n3;4]").tolist() == [1.5, -2, 3, 4]
    with pytest.raises(linlab.LinlabError, match="“x” is not a number"):
        numbers_of("1 x")


def test_that_the_sentences_have_the_numbers_of_both_tests():
    words = words_of(A, B, ZHANG)
    assert "t-value 3.63, 18 degrees of freedom, p-value 0.0019" in words[1]
    assert f"t-value {stats.ttest_rel(A, B).statistic:.2f}, 9 degrees" in words[2]
    assert words[3] == REMARK and "3.63" in REMARK
    assert words_of(A[:3], B[:3], ("", ""))[3] == ""
