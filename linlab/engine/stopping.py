"""When to stop: an epoch without a mistake, θ standing still, or the dev error no longer falling.

The rules look only at the ends of epochs and only at the trace, so the same run always stops at the same update.
"""

from collections.abc import Callable

import numpy as np

from .errors import LinlabError
from .measures import error, held_out
from .trace import Trace

RULES = ("mistake-free", "still", "dev")


def natural_rule(trace: Trace) -> str:
    """The rule that suits the learner: a perceptron is done after an epoch without a mistake, others when θ stands still."""
    return "mistake-free" if trace.document.learners[trace.which].recipe.loss.name == "perceptron" else "still"


def converge(
    trace: Trace,
    rule: str,
    start: int = 0,
    limit: int = 1_000_000,
    epsilon: float = 1e-3,
    patience: int = 5,
    progress: Callable[[int], bool] | None = None,
) -> tuple[int, str]:
    """The first epoch's end after `start`, before `limit` updates, at which the rule holds; and the reason in words.

    `progress(t)` is called now and then and may return False to give up.
    """
    if rule not in RULES:
        raise LinlabError(f"There is no stopping rule “{rule}”: it is one of {', '.join(RULES)}.")
    problem = trace.problem(start)
    if rule == "dev" and not len(problem.held_out[0][1]):
        raise LinlabError("Early stopping watches the error on dev points, but there are none: set aside a share as dev.")
    if rule == "mistake-free" and problem.counting is not None:
        rule = "still"
    t, state, best, waited = start, trace.at(start), np.inf, 0
    best_t = start
    while True:
        epoch = trace.problem(t).updates_per_epoch
        following = min((t // epoch + 1) * epoch, limit)
        if following <= t:
            return t, f"stopped after {t} updates without converging"
        after = trace.at(following)
        if trace.end is not None and after.t >= trace.end:
            return after.t, trace.reason
        problem, model = trace.problem(after.t), trace.model(after.t)
        whole = following % epoch == 0 and following - t == epoch
        if rule == "mistake-free" and whole and after.mistakes == state.mistakes:
            if error(problem.read @ after.theta.T, problem.y) == 0.0:
                return after.t, "converged: a whole epoch without a mistake"
        elif rule == "still" and whole and after.theta.shape == state.theta.shape:
            moved = float(np.sqrt(problem.square(after.theta - state.theta)))
            if problem.constant and problem.bias == "free":
                moved = float(np.hypot(moved, np.linalg.norm(after.theta[:, -1] - state.theta[:, -1])))
            if moved < epsilon:
                return after.t, f"converged: θ moved by {moved:.2g} in an epoch, less than {epsilon:g}"
        elif rule == "dev":
            wrong = held_out(model, 0)[0]
            assert wrong is not None
            if wrong < best:
                best, best_t, waited = wrong, after.t, 0
            else:
                waited += 1
            if waited >= patience:
                return best_t, f"stopped early: the dev error has not fallen below {best:.1%} for {patience} epochs"
        t, state = after.t, after
        if progress is not None and not progress(t):
            return t, f"stopped after {t} updates on request"
