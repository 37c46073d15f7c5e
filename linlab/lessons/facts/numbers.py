"""The facts that a lesson can state about a moment of a run, by name; the engine computes them."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.spaces import imitation
from linlab.engine.train import measures
from linlab.engine.train.problem import Problem
from linlab.engine.train.segments import epochs
from linlab.engine.train.state import Step
from linlab.engine.words.arithmetic import margin_after

from .judging import fresh_confidence, fresh_error
from .situation import Situation, converged_at


@dataclass(frozen=True)
class Fact:
    """A number, a text or a truth value about a situation."""

    help: str
    of: Callable[[Situation], Any]
    needs: str = "this model has none"


def _weight(column: int) -> Callable[[Situation], float | None]:
    def of(here: Situation) -> float | None:
        single = here.model.single
        if single is None or not here.problem.learner.straight or len(single.theta) > 1:
            return None
        found = single.problem.in_plane(measures.without_noise(single.problem, single.theta))
        if found is None:
            return None
        if column < 2:
            return float(np.append(found.ravel(), 0.0)[column])
        return _bias(here)

    return of


def _bias(here: Situation) -> float | None:
    parts = here.model.parts()
    single = here.model.single
    if single is not None:
        parts = single.problem.split(measures.without_noise(single.problem, single.theta))
    return None if parts is None or len(parts[1]) != 1 else float(parts[1][0])


def _angle(here: Situation) -> float | None:
    w = [_weight(0)(here), _weight(1)(here)]
    return (
        None
        if w[0] is None or w[1] is None or w == [0.0, 0.0]
        else math.degrees(math.atan2(w[1], w[0]))
    )


def _changes(here: Situation) -> int:
    return sum(
        step is not None and step.updated
        for step in (here.trace.step(t) for t in range(1, here.at + 1))
    )


@lru_cache(maxsize=4)  # each keeps its problem, including the kernel matrix
def optimum_of(problem: Problem) -> Any:
    from linlab.engine.optimum.exact import optimum

    return optimum(problem)


def _bound(here: Situation) -> Any:
    from linlab.engine.optimum.theory import mistake_bound

    if here.model.team:
        raise LinlabError(
            "A model made of others has no weights of its own: ask for m1. or another of them."
        )
    return mistake_bound(here.problem)


def _to_optimum(here: Situation) -> float | None:
    from linlab.engine.optimum.theory import angle

    single = here.model.single
    return (
        None
        if single is None
        else angle(here.problem, single.theta, optimum_of(here.problem).theta)
    )


def _of_bound(name: str) -> Callable[[Situation], float | None]:
    def of(here: Situation) -> float | None:
        bound = _bound(here)
        return None if bound is None else float(getattr(bound, name))

    return of


def _measure(name: str) -> Callable[[Situation], Any]:
    return lambda here: getattr(here.sample, name)


def _shares(here: Situation) -> Any:
    parts = here.model.parts()
    return None if parts is None else parts[0]


def _points(here: Situation) -> Any:
    return here.document.points_at(here.at)


def _wrong_guesses(here: Situation) -> int:
    points = _points(here)
    return int((points.guessed & (points.true >= 0) & (points.true != points.label)).sum())


def _left_out(here: Situation) -> float | None:
    unseen = getattr(here.model, "unseen", None)
    return None if unseen is None else float(unseen.mean())


def _imitation(here: Situation) -> float | None:
    from linlab.engine.views.kernel.approximation import error_now

    learner = here.problem.learner
    own = imitation(learner["space"]) if learner.recipe.in_a_space else None
    return None if own is None else error_now(here.problem)


def _last(here: Situation) -> Step | None:
    return here.trace.step(here.t) if here.at else None


def _weight_after(column: int) -> Callable[[Situation], float | None]:
    """A weight after the next step, whatever the batch or the optimiser."""
    return lambda here: _weight(column)(replace(here, t=here.at + 1, then=None))


def _place_of_next(here: Situation, axis: int) -> float | None:
    x = here.next.x
    return None if x is None else float(x[0, axis])


_MISTAKES = "the run has made no step yet"
_DEV, _TEST = "no points are set aside as dev", "no points are set aside for testing"
_SINGLE = "w is 0, or there is no single w"
_LINE = "it needs a single straight line in the plane"
_SEPARABLE = "no weights classify every example correctly"

FACTS: Mapping[str, Fact] = {
    "t": Fact("how many steps have been made", lambda s: s.at),
    "epoch": Fact("how many times training has gone through the examples", lambda s: float(epochs(s.trace, s.at))),
    "epoch_length": Fact("how many steps an epoch has", lambda s: s.problem.updates_per_epoch),
    "mistakes": Fact("how many mistakes have been made while training", lambda s: s.trace.mistakes(s.t)),
    "changes": Fact("how many updates there were: steps that changed the weights", _changes),
    "examples": Fact("how many labelled training points there are", lambda s: s.problem.n),
    "points": Fact("how many points there are", lambda s: len(_points(s))),
    "classes": Fact("how many classes there are", lambda s: len(s.problem.classes)),
    "models": Fact("how many models there are", lambda s: len(s.document.learners)),
    "unlabelled": Fact("how many points have no label", lambda s: int((_points(s).label < 0).sum())),
    "guessed": Fact("how many labels a model has guessed", lambda s: int(_points(s).guessed.sum())),
    "hidden_error": Fact("the share of the hidden labels that the model gets wrong",
                         lambda s: measures.hidden_error(s.model, _points(s)), "no label is hidden"),
    "wrong_guesses": Fact("how many of the guessed labels are wrong", _wrong_guesses),
    "training_error": Fact("the share of training points on the wrong side", _measure("train_error")),
    "dev_error": Fact("the share of dev points on the wrong side", _measure("dev_error"), _DEV),
    "test_error": Fact("the share of test points on the wrong side", _measure("test_error"), _TEST),
    "fresh_error": Fact("the share of 4 000 new points of the same data set that the model gets wrong", fresh_error,
                        "the points come from no data set that can draw new ones"),
    "fresh_confidence": Fact("the mean of the largest P(c|x) on 4 000 new points of the same data set", fresh_confidence,
                             "it needs probabilities, and a data set that can draw new points"),
    "training_loss": Fact("the mean loss of the training points", _measure("data_loss")),
    "dev_loss": Fact("the mean loss of the dev points", _measure("dev_loss"), _DEV),
    "test_loss": Fact("the mean loss of the test points", _measure("test_loss"), _TEST),
    "objective": Fact("J: the mean loss plus the penalty; for naive Bayes, the mean of −log P(y, x)", _measure("objective")),
    "penalty": Fact("λ times the penalty, the second part of J", _measure("regulariser")),
    "norm": Fact("‖w‖, the length of the weights", _measure("norm")),
    "margin": Fact("the distance of the nearest example from the boundary, negative on the wrong side", _measure("margin"),
                   "there is no boundary yet, or not a single w"),
    "street": Fact("2/‖w‖, the width of the street", lambda s: measures.street(s.model), _SINGLE),
    "supports": Fact("how many examples are on the edge of the street or inside it", lambda s: measures.supports(s.model)),
    "bag_error": Fact("the out-of-bag error", _measure("bag_error"), "only a bag has one"),
    "left_out": Fact("the mean share of the examples that a member of a bag has not drawn", _left_out,
                     "only a bag has one"),
    "w1": Fact("the weight of x₁", _weight(0), _LINE),
    "w2": Fact("the weight of x₂", _weight(1), _LINE),
    "b": Fact("the bias", _bias, _LINE),
    "angle": Fact("the direction of w in degrees, counterclockwise from the x₁-axis", _angle, "w is 0, or " + _LINE),
    "weights": Fact("how many weights there are, in all rows", lambda s: _shares(s).size if _shares(s) is not None else None),
    "zero_weights": Fact("how many of them are exactly 0",
                         lambda s: int((_shares(s) == 0).sum()) if _shares(s) is not None else None),
    "imitation": Fact("the mean error of random features in place of the kernel, over pairs of examples", _imitation,
                      "only random features imitate a kernel"),
    "members": Fact("how many models it is made of", lambda s: len(s.model.team)),
    "last_example": Fact("the number of the example of the last step",
                         lambda s: None if _last(s) is None else _last(s).example + 1, _MISTAKES),  # type: ignore[union-attr]
    "last_mistake": Fact("whether the last step was a mistake",
                         lambda s: None if _last(s) is None else _last(s).mistake, _MISTAKES),  # type: ignore[union-attr]
    "next_example": Fact("the number of the example of the next step", lambda s: s.next.example + 1),
    "next_class": Fact("its class", lambda s: s.next.label),
    "next_x1": Fact("its x₁", lambda s: _place_of_next(s, 0)),
    "next_x2": Fact("its x₂", lambda s: _place_of_next(s, 1)),
    "next_margin": Fact("its margin before that step", lambda s: s.next.margin),
    "next_margin_after": Fact("its margin after that step", lambda s: margin_after(s.next, s.problem.learner),
                              "it needs plain steps, one example at a time"),
    "next_loss": Fact("its loss before that step", lambda s: s.next.loss),
    "next_pull": Fact("how strongly it pulls; with several classes, ‖p‖", lambda s: float(np.linalg.norm(s.next.pull))),
    "next_reach": Fact("ρ of that step, the squared length of its gradient", lambda s: s.next.reach),
    "next_rate": Fact("the learning rate of that step; τ for MIRA", lambda s: s.next.rate),
    "next_mistake": Fact("whether it is on the wrong side or on the boundary", lambda s: s.next.mistake),
    "next_changes": Fact("whether that step is an update: whether it changes the weights", lambda s: s.next.updated),
    "next_w1": Fact("the weight of x₁ after that step", _weight_after(0), _LINE),
    "next_w2": Fact("the weight of x₂ after that step", _weight_after(1), _LINE),
    "converges": Fact("whether the run ends by its own stopping rule",
                      lambda s: converged_at(s.document, s.which) is not None),
    "converges_at": Fact("the step at which it does", lambda s: converged_at(s.document, s.which), "it does not"),
    "separable": Fact("whether some weights classify every example correctly", lambda s: _bound(s) is not None),
    "bound": Fact("R²/γ*², the most mistakes that a perceptron can make", _of_bound("limit"), _SEPARABLE),
    "radius": Fact("R, the length of the longest example", _of_bound("radius"), _SEPARABLE),
    "gamma": Fact("γ*, the largest margin that weights of length 1 give all examples", _of_bound("gamma"), _SEPARABLE),
    "best_objective": Fact("J* of the exact optimum", lambda s: float(optimum_of(s.problem).objective)),
    "gap": Fact("J − J*, how far it is from the optimum",
                lambda s: s.sample.objective - float(optimum_of(s.problem).objective)),
    "optimum_angle": Fact("the angle between w and the optimal w, in degrees", _to_optimum, _SINGLE),
    "optimum_supports": Fact("how many support vectors the exact optimum has",
                             lambda s: len(optimum_of(s.problem).free) + len(optimum_of(s.problem).bounded)),
}  # fmt: skip
