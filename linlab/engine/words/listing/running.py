"""A listing run for one step of a training run: which lines the step came to, and their values."""

from functools import partial

import numpy as np

from linlab.engine.train.models import Model, decisions
from linlab.engine.train.problem import Problem
from linlab.engine.train.state import Step
from linlab.engine.train.stopping import epoch_begin, moved_by
from linlab.engine.train.trace import Trace

from .kinds.teams import raise_weights, vote_weight, weighted_error
from .line import Listing, Variables, Visit, execute
from .variables import variables_before


def visits_of(listing: Listing, trace: Trace, step: Step) -> tuple[Visit, ...]:
    """One visit for each line of the step."""
    problem = trace.problem(step.t - 1)
    if step.team:
        return execute(listing.step, _of_team(trace, problem, step))
    v = variables_before(problem, partial(trace.at, step.t - 1), step)
    whole = step.t - epoch_begin(trace, step.t) == problem.updates_per_epoch
    if whole and step.jump is None and problem.counting is None:
        then, now = trace.at(step.t - problem.updates_per_epoch), trace.at(step.t)
        v.put(epoch_mistakes=now.mistakes - then.mistakes, epoch_over=True)
        v.put(epoch_moved=moved_by(problem, then, now))
    return execute(listing.step, v)


def _of_team(trace: Trace, problem: Problem, step: Step) -> Variables:
    """Of members side by side how many changed; of members in turn which one is trained, and what
    the weights of the examples have become by those before it."""
    made = [member for _, _, member in step.team]
    moved = sum(member is not None and member.updated for member in made)
    v = Variables(members=len(made), moved=moved, over=False)
    if "each" in problem.learner.recipe.parameters:  # one member after the other
        _of_boost(v, trace, problem, step)
    return v


def _of_boost(v: Variables, trace: Trace, problem: Problem, step: Step) -> None:
    name, base, _ = step.team[0]
    own, batch = problem.learner, base["batch"]
    length = int(own["each"]) * (1 if batch == "all" else -(-problem.n // int(batch)))
    begun = trace.span(step.t - 1)[0]
    v.put(k=int(name.split()[-1]), most=int(own["members"]), length=length)
    v.put(made=(step.t - begun - 1) % length + 1, classes=len(problem.classes))
    if v.made < length:
        return
    members = dict(trace.model(step.t).team)
    if name not in members:  # it was dropped
        return
    v.put(over=True, d=np.full(problem.n, 1.0 / problem.n))
    for k in range(1, v.k):
        earlier = members.get(f"Member {k}")
        if earlier is not None:  # the others were dropped when the last member decided alone
            v.put(wrong=_wrong(earlier))
            weighted_error(v)
            vote_weight(v)
            raise_weights(v)
    v.put(wrong=_wrong(members[name]))


def _wrong(model: Model) -> np.ndarray:
    """1 for each example that a member gets wrong."""
    return np.asarray(decisions(model, model.answers()) != model.examples.y, float)
