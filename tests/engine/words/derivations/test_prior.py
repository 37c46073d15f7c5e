"""λ as a prior, against scipy's densities."""

import math

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import log_expit, log_softmax
from scipy.stats import laplace, norm

from linlab.engine.words.derivations.prior import PRIOR

from .runs import biases, compare, derived, moments, together, trace_of


@settings(max_examples=200)
@given(together, moments, biases, st.sampled_from([0.01, 0.3]), st.sampled_from(["l1", "l2"]))
def test_that_every_line_is_that_of_the_density(data, t, bias, lam, penalty):
    trace = trace_of(
        data, "logistic", lam=lam, penalty=penalty, bias=bias, rate="constant", alpha=0.2
    )
    lines, at = derived(PRIOR, trace, t)
    phi, n = data.phi(bias), len(data.y)
    seen = 2 if bias == "free" else phi.shape[1]
    theta = at.moment.trace.at(at.moment.t).theta
    w = theta[:, :seen].ravel()
    s = phi @ theta.T
    logs = (
        log_expit(data.sign * s[:, 0])
        if len(theta) == 1
        else log_softmax(s, axis=1)[np.arange(n), data.y]
    )
    data_part = -float(logs.sum())
    if penalty == "l1":
        width = 1 / (lam * n)
        surprise = -float(laplace.logpdf(w, scale=width).sum())
        constant = len(w) * math.log(2 * width)
        height = data_part + n * lam * float(np.abs(w).sum())
    else:
        width = 1 / (lam * n)
        surprise = -float(norm.logpdf(w, scale=math.sqrt(width)).sum())
        constant = len(w) / 2 * math.log(2 * math.pi * width)
        height = data_part + n * lam / 2 * float((w**2).sum())
    compare(
        lines,
        [
            (width, 1 / (lam * n)),
            (surprise, surprise),
            (data_part, data_part),
            (height, data_part + surprise - constant),
        ],
        scale=1e-3 + abs(surprise) + abs(constant),
    )
