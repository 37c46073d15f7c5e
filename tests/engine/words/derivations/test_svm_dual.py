"""The SVM's dual line by line: two classes against libsvm, more against weak duality itself."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linlab.engine.words.derivations.svm_dual import SVM_DUAL, signed

from .runs import Data, compare, derived, margins, moments, thetas, together, trace_of

LAM = st.sampled_from([0.01, 0.1, 1.0])


def objective(theta, phi, y, lam, seen):
    slack = np.maximum(0.0, 1.0 - margins(phi @ theta.T, y))
    return 0.5 * lam * float((theta[:, seen] ** 2).sum()) + float(slack.mean()), slack


@settings(max_examples=200)
@given(together, moments, LAM, st.sampled_from(["free", "regularised", "none"]))
def test_that_every_line_holds_and_both_values_meet(data, t, lam, bias):
    settings = {"lam": lam, "rate": "constant", "alpha": 0.1, "bias": bias}
    trace = trace_of(data, "svm", **settings)
    lines, at = derived(SVM_DUAL, trace, t)
    phi, n = data.phi(bias), len(data.y)
    seen = slice(0, 2 if bias == "free" else phi.shape[1])
    theta = thetas(data, "svm", at.moment.t, bias, lam=lam, alpha=0.1)[-1]
    now, _ = objective(theta, phi, data.y, lam, seen)
    own = signed(at.found)  # (rows, n)
    best = at.found.theta
    star, slack = objective(best, phi, data.y, lam, seen)
    cap = 1 / (lam * n)
    if data.classes == 2:
        a = own[0] * data.sign
        gaps = a * (margins(phi @ best.T, data.y) - 1 + slack)
        by_class = None
    else:
        by_class = -own.T.copy()
        by_class[np.arange(n), data.y] = 0.0
        a = by_class.sum(axis=1)
        s = phi @ best.T
        gaps = (by_class * (s[np.arange(n), data.y][:, None] - s - 1 + slack[:, None])).sum(axis=1)
    assert (a > -1e-7 * cap).all() and (a < cap * (1 + 1e-7)).all()
    made = own @ phi[:, seen]
    dual = float(a.sum()) - 0.5 * float((made**2).sum())
    assert lam * dual == pytest.approx(star, rel=1e-6, abs=1e-9)  # so neither can be better
    row = int(data.y[at.example]) if data.classes > 2 else 0
    lagrangian = star / lam - gaps.sum() - float(((cap - a) * slack).sum())
    expected = [(now / lam, now / lam), (lagrangian, star / lam), (best[row, seen], made[row])]
    if bias == "free":
        expected.append((float(own[row].sum()), 0.0))
    room = (cap - a) * slack
    i = at.example
    expected += [
        (0.0, float(a.min()), float(a.max()), cap),
        (dual, dual),
        (float(gaps.max()), float(room.max()), 0.0),
        (float(gaps[i]), float(room[i]), 0.0),
        (lam * dual, star, now),
    ]
    compare(lines, expected, rel=2e-6, scale=(1.0 + a.sum()))


@settings(max_examples=60)
@given(together.filter(lambda data: data.classes == 2), LAM, st.sampled_from(["linear", "rbf"]))
def test_that_the_multipliers_make_the_optimum_of_libsvm(data, lam, space):
    from sklearn.metrics.pairwise import linear_kernel, rbf_kernel
    from sklearn.svm import SVC

    n = len(data.y)
    gram = linear_kernel(data.X) if space == "linear" else rbf_kernel(data.X, gamma=1.0)
    svc = SVC(C=1 / (lam * n), kernel="precomputed", tol=1e-10).fit(gram, data.y)
    a = np.zeros(n)
    a[svc.support_] = svc.dual_coef_[0]
    dual = np.abs(a).sum() - 0.5 * a @ gram @ a
    lines, _ = derived(SVM_DUAL, trace_of(data, "svm", lam=lam, space=space, gamma=1.0), 3)
    assert lines[-1].sides[0].value == pytest.approx(lam * dual, rel=1e-5, abs=1e-8)
    assert lines[2].sides[0].value.length == pytest.approx(
        np.sqrt(a @ gram @ a), rel=1e-4, abs=1e-5
    )


def test_that_the_point_pointed_at_is_the_one_whose_slackness_is_told():
    X = np.array([(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (1.6, 0.5)], float)
    data = Data(X, np.array([0, 0, 1, 1, 1, 0]))
    trace = trace_of(data, "svm", lam=0.05)
    told = set()
    for id in range(len(X)):
        lines, at = derived(SVM_DUAL, trace, 4, pointed=id)
        assert at.example == id and f"#{id + 1}:" in lines[-2].reason
        assert lines[-2].example == id and lines[-2].holds
        told.add(lines[-2].reason.rpartition(", ")[2])
    assert told == {"no support vector", "at its bound", "on the street’s edge"}
