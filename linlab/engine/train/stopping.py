"""When to stop: an epoch without a mistake, weights that stay, or wrong on dev no longer falling.

The rules are checked only at the ends of epochs and only on the trace, so the same run always stops
at the same step. An epoch lies within one segment: if the timeline changes the problem, a new
epoch begins.
"""

from collections.abc import Callable, Iterator

import numpy as np

from linlab.engine.data.checks import count
from linlab.engine.ground.errors import LinlabError, unknown
from linlab.engine.ground.numerals import fewest_digits, grouped, number, percent
from linlab.engine.ground.progress import tell
from linlab.engine.learner.losses import rivals_and_margins

from .early_stopping import NO_DEV, DevWatch
from .kinds.table import kind_of
from .measures import held_out
from .problem import Problem
from .state import State
from .teams.follower import Follower
from .updates.picks import NEVER

DEFAULT_EPOCHS = 50
RULES = ("mistake-free", "still", "dev")
NOT_YET = "not converged"  # the beginning of a reason that is not a rule
LONG_RUN_STEPS = 1_000_000  # steps after which a message says that it has not converged
EPSILON = 1e-3  # θ has converged if it moved by less in an epoch
CLOCK_SECONDS = 0.01  # seconds between two checks of the clock, about


def natural_rule(problem: Problem) -> str:
    """The rule that suits the learner: a perceptron has converged after an epoch without a mistake,
    others when θ stops moving; counting and whole-objective solvers end by themselves, teams with
    their members."""
    if kind_of(problem.learner).ends_by_itself:
        return ""
    return "mistake-free" if problem.learner.recipe.loss.mistake_driven else "still"


def steps_asked(steps: int | None, updates: int | None) -> int | None:
    """The number of steps; `updates` is its earlier name."""
    if steps is not None and updates is not None:
        raise LinlabError("Give steps or updates, not both: updates is the earlier name of steps.")
    return updates if steps is None else steps


def how_far(trace: Follower, epochs: int | None = None, steps: int | None = None) -> int:
    """The most steps, from a number of epochs, a number of steps, or neither."""
    if epochs is not None and steps is not None:
        raise LinlabError("Give epochs or steps, not both.")
    if steps is not None:
        return count(steps, "steps", 0)
    problem = trace.problem(0)
    most = kind_of(problem.learner).most_updates
    if epochs is None and most is not None:
        return most
    return (
        count(DEFAULT_EPOCHS if epochs is None else epochs, "epochs", 0) * problem.updates_per_epoch
    )


def converge(
    trace: Follower,
    rule: str,
    start: int = 0,
    limit: int = 1_000_000,
    epsilon: float = EPSILON,
    patience: int = 5,
    progress: Callable[[int], bool] | None = None,
) -> tuple[int, str]:
    """The first epoch's end after `start`, before `limit` steps, at which the rule holds; and the
    reason in words.

    `progress(t)` is called now and then and may return False to stop.
    """
    if rule not in RULES:
        raise unknown("stopping rule", rule, RULES, kinds="rules")
    if rule == "dev" and not len(trace.problem(start).held_out[0][1]):
        raise LinlabError(NO_DEV)
    t = start
    for t, why in watch(trace, rule, start, limit, epsilon, patience):
        if why:
            return t, why
        if progress is not None and not progress(t):
            break
    return t, f"stopped after {t} steps on request"


def onward(trace: Follower, t: int, long: int | None = None) -> Iterator[tuple[int, str]]:
    """`watch` by the rule of the learner in force at t, from where that came into force: the result
    is the same step for every t, even if it is before t. While it goes through steps before t,
    it yields t. A learner with early stopping may end earlier. After `long` steps the reason says
    that it has not converged."""
    begin = trace.span(t)[0]
    long = long or LONG_RUN_STEPS
    early = DevWatch(trace, begin)
    last = begin + ((t - begin) // long + 1) * long
    for now, why in watch(trace, "", begin, last):
        early.check_up_to(now)
        if early.stop is not None:
            yield early.stop, early.why
            return
        if now == last and why.endswith("without converging"):
            why = f"{NOT_YET} in {grouped(last - begin)} steps: {_why_not(trace.problem(now))}"
        yield now if why else max(now, t), why


def converged(trace: Follower, t: int) -> str:
    """Why the run has ended at t, or had converged by the rule that suits its learner at the end of
    the last whole epoch; empty if neither."""
    if trace.end is not None and t >= trace.end:
        return trace.reason
    length = trace.problem(t).updates_per_epoch
    end = t // length * length
    if end - length < trace.span(t)[0]:
        return ""
    return _all_done("", _moments(trace, end - length), _moments(trace, end), EPSILON)


def settled(trace: Follower, epochs: int, doing: str) -> int:
    """The step at which a run has converged by its own rule, or has made this many epochs;
    `doing` is reported as progress."""
    most = kind_of(trace.problem(0).learner).most_updates
    last = how_far(trace, epochs) if most is None else most
    for t, why in onward(trace, 0, last):
        tell(doing)
        if why:
            return t
    return last


def epoch_begin(trace: Follower, t: int) -> int:
    """The beginning of the epoch that step t belongs to."""
    length = trace.problem(t).updates_per_epoch
    return max(trace.span(t)[0], max(0, t - 1) // length * length)


def epoch_end(trace: Follower, t: int) -> int:
    """The end of the epoch that step t + 1 belongs to; a change of the timeline cuts it short."""
    length = trace.problem(t).updates_per_epoch
    change = trace.span(t)[1]
    return min((t // length + 1) * length, change or NEVER)


def _why_not(problem: Problem) -> str:
    """Why a run may not have converged."""
    if problem.learner.recipe.of_others:
        return "one of its members has not converged"
    if natural_rule(problem) == "mistake-free":
        return "the examples may not be separable"
    optimiser = problem.learner.optimiser
    if (
        problem.learner.rate.name == "constant"
        and optimiser.uses_rate
        and optimiser.name != "adagrad"
    ):
        return "a constant learning rate keeps the weights moving"
    return "it may need more steps"


def watch(
    trace: Follower,
    rule: str,
    start: int = 0,
    limit: int = NEVER,
    epsilon: float = EPSILON,
    patience: int = 5,
) -> Iterator[tuple[int, str]]:
    """Yield the step reached, and why the run stops there: empty, except for the last.

    Without a rule, the natural rule of the learner in force.
    """
    t = start
    moments = _moments(trace, start)
    best = np.inf
    best_t = start
    waited = 0
    change: int | None = start
    while True:
        if t == change:
            problem = trace.problem(t)
            change = trace.span(t)[1]
            length = problem.updates_per_epoch
            own = rule or natural_rule(problem)
        following = min((t // length + 1) * length, limit, change or limit)
        if following <= t:
            yield t, f"stopped after {t} steps without converging"
            return
        while (now := trace.reach(following, CLOCK_SECONDS)) < trace.clamp(following):
            yield now, ""
        after = trace.at(following)
        if trace.end is not None and after.t >= trace.end:
            yield after.t, trace.reason
            return
        why = ""
        if own == "dev" and following % length == 0:
            wrong = held_out(trace.model(after.t), 0)[0]
            if wrong is not None:  # the timeline may have removed the dev points
                waited = 0 if wrong < best else waited + 1
                best, best_t = (wrong, after.t) if wrong < best else (best, best_t)
            if waited >= patience:
                yield (
                    best_t,
                    f"stopped early: no fewer than {percent(best)} wrong on dev for {patience} epochs",
                )
                return
        elif following - t == length and following != change:
            why = _all_done(rule, moments, _moments(trace, after.t), epsilon)
        yield after.t, why
        if why:
            return
        t = after.t
        moments = _moments(trace, after.t)


Moments = list[tuple[Problem, State]]


def _moments(trace: Follower, t: int) -> Moments:
    """The run at t, or the runs of its members."""
    return [(run.problem(t), run.at(t)) for run in trace.learning(t)]


def _all_done(rule: str, before: Moments, after: Moments, epsilon: float) -> str:
    """Why all runs have converged after an epoch, or ended; empty if one has not."""
    why = ""
    for (_, then), (problem, now) in zip(before, after, strict=True):
        if now.t > then.t:
            why = _done(rule or natural_rule(problem), problem, then, now, epsilon)
            if not why:
                return ""
    return why if len(after) == 1 else "converged: all members have"


def _done(rule: str, problem: Problem, before: State, after: State, epsilon: float) -> str:
    """Why the run has converged after an epoch, in words; empty if it has not."""
    if rule == "mistake-free" and problem.counting is None:
        right = (
            after.mistakes == before.mistakes
            and rivals_and_margins(problem.scores(after.theta), problem.y)[1].min() > 0
        )
        return "converged: a whole epoch without a mistake" if right else ""
    if rule not in ("mistake-free", "still") or problem.learner.recipe.of_others:
        return ""
    moved = moved_by(problem, before, after)
    return _no_weight_moved(moved, epsilon) if moved < epsilon else ""


def moved_by(problem: Problem, before: State, after: State) -> float:
    """‖θ_after − θ_before‖, the bias included."""
    moved = problem.length(after.theta - before.theta, penalised=True)
    if problem.constant and problem.bias == "free":
        moved = float(np.hypot(moved, np.linalg.norm(after.theta[:, -1] - before.theta[:, -1])))
    return moved


def _no_weight_moved(moved: float, epsilon: float) -> str:
    shown = number(moved, fewest_digits(lambda r: r(moved) < epsilon, 17))
    return f"converged: the weights moved by {shown} in an epoch, less than {number(epsilon, 6)}"
