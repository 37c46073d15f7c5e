"""MIRA's τ line by line, against a loop written from its definition."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from linlab.engine.words.derivations.mira import MIRA

from .runs import biases, compare, derived, moments, together, trace_of


def steps(data, bias, cap, t, soft):
    """θ, θ′, the example and its rival of each step up to t, from the definition."""
    phi = data.phi(bias)
    rows = 1 if data.classes == 2 else data.classes
    theta = np.zeros((rows, phi.shape[1]))
    for k in range(t):
        i = k % len(phi)
        f, y = phi[i], int(data.y[i])
        s = theta @ f
        up = np.zeros((rows, phi.shape[1]))
        if rows == 1:
            margin, up[0], z = float(data.sign[i] * s[0]), data.sign[i] * f, 1 - y
        else:
            z = max((c for c in range(rows) if c != y), key=lambda c: (s[c], -c))
            margin, up[y], up[z] = float(s[y] - s[z]), f, -f
        loss, rho = max(0.0, 1.0 - margin), float((up**2).sum())
        tau = loss / (rho + 1 / (2 * cap)) if soft else min(cap, loss / rho)
        yield i, theta, theta + tau * up, up, margin, loss, rho, tau
        theta = theta + tau * up


@settings(max_examples=200)
@given(together, moments, biases, st.sampled_from([0.05, 1.0, 100.0]), st.booleans())
def test_that_every_line_is_that_of_the_constrained_minimum(data, t, bias, cap, soft):
    trace = trace_of(data, "pa2" if soft else "mira", bias=bias, C=cap)
    lines, at = derived(MIRA, trace, t)
    *_, (i, before, after, up, margin, loss, rho, tau) = steps(
        data, bias, cap, max(1, at.moment.t), soft
    )
    row = int(data.y[i]) if len(before) > 1 else 0
    move = after - before
    half, later = 0.5 * float((move**2).sum()), margin + float((move * up).sum())
    slack = max(0.0, 1.0 - later)
    assert float((up * after).sum()) == np.float64(later) or abs((up * after).sum() - later) < 1e-9
    expected = [
        (loss, loss),
        (move[row], tau * up[row]),
        (half, 0.5 * tau**2 * rho),
        (later, later),
    ]
    if soft:
        cost = half + cap * slack**2
        expected += [(tau, 2 * cap * slack if loss else 0.0), (tau, tau)]
        expected += [(cost, cap * loss**2), (cost, 0.5 * loss**2 / rho)]
    else:
        cost = half + cap * slack
        expected += [(tau, min(cap, loss / rho)), (cost, cap * loss), (cost, 0.5 * loss**2 / rho)]
    compare(lines, expected, scale=1.0 + abs(margin) + cap)


@settings(max_examples=40)
@given(together, st.sampled_from([1, 4, 9]), st.sampled_from([0.1, 10.0]))
def test_that_no_other_weights_cost_less(data, t, cap):
    """½‖θ′ − θ‖² + C·max(0, 1 − m′) is least at the θ′ of the run, by scipy."""
    from scipy.optimize import minimize

    lines, _ = derived(MIRA, trace_of(data, "mira", C=cap), t)
    *_, (_, before, _, up, *_) = steps(data, "free", cap, t, False)

    def cost(flat):
        """In θ′ and ξ."""
        return 0.5 * float(((flat[:-1] - before.ravel()) ** 2).sum()) + cap * flat[-1]

    found = minimize(
        cost,
        np.append(before.ravel(), 5.0),
        constraints=[
            {"type": "ineq", "fun": lambda v: float(up.ravel() @ v[:-1]) - 1.0 + v[-1]},
            {"type": "ineq", "fun": lambda v: v[-1]},
        ],
        method="SLSQP",
        options={"ftol": 1e-13, "maxiter": 300},
    )
    assert abs(found.fun - lines[-1].sides[0].value) < 1e-4 * (1.0 + abs(found.fun))
