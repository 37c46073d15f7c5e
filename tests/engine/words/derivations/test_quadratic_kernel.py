"""(x·x′)² as a product of features, against scikit-learn's kernel and all products of coordinates."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics.pairwise import polynomial_kernel

from linlab.engine.words.derivations.quadratic_kernel import QUADRATIC_KERNEL

from .runs import compare, derived, moments, together, trace_of


@settings(max_examples=200)
@given(together, moments, st.integers(0, 7), st.sampled_from([(2, 0.0), (2, 1.0), (3, 0.5)]))
def test_that_every_line_is_the_kernel_of_scikit_learn(data, t, pointed, kernel):
    degree, c = kernel
    trace = trace_of(data, "perceptron", space="polynomial", degree=degree, coef0=c)
    lines, at = derived(QUADRATIC_KERNEL, trace, t, pointed)
    i = (at.moment.t - 1) % len(data.y) if at.moment.t else 0
    j = pointed if pointed != i else (i + 1) % len(data.y)
    x, z = data.X[i], data.X[j]
    square = float(polynomial_kernel(x[None], z[None], degree=2, gamma=1.0, coef0=0.0)[0, 0])
    pairs = [x[a] * x[b] * z[a] * z[b] for a in (0, 1) for b in (0, 1)]
    map3 = np.array([x[0] ** 2, x[1] ** 2, np.sqrt(2) * x[0] * x[1]])
    expected = [
        (float(x @ z), float(np.dot(x, z))),
        (square, sum(pairs)),
        (map3, map3),
        (pairs[0] + pairs[3] + 2 * pairs[1], square),
        (sum(pairs), square),
    ]
    if kernel != (2, 0.0):
        own = float(polynomial_kernel(x[None], z[None], degree=degree, gamma=1.0, coef0=c)[0, 0])
        expected.append((own, own))
    compare(lines, expected, scale=1.0 + float(x @ x) * float(z @ z) + abs(expected[-1][0]))
