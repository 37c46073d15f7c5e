"""Facts: what a lesson may claim or ask about a moment of a run, by name; each is computed by the engine.

Plain names are of the model in hand as the step shows it. `m2.` before a name is of the second model, `after.` of the moment
when what the step plays has been played: `after.m2.training_error`.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from linlab.engine.document.document import Document
from linlab.engine.ground.errors import LinlabError, perhaps
from linlab.engine.ground.harmless import brief
from linlab.engine.learner.spaces import space
from linlab.engine.train import measures
from linlab.engine.train.models import decisions
from linlab.engine.train.problem import Problem
from linlab.engine.train.segments import epochs
from linlab.engine.train.state import Step
from linlab.engine.words.arithmetic import margin_after

from .expressions import Value
from .situation import Situation, converged_at


@dataclass(frozen=True)
class Facts:
    """What is known of a situation, by name."""

    here: Situation

    def fact(self, name: str) -> Value:
        """The value of the fact with this name."""
        here, plain = self._where(name)
        if plain in FUNCTIONS:
            raise LinlabError(f"“{plain}” is a function: write {plain}{FUNCTIONS[plain].given}.")
        if plain not in FACTS:
            raise LinlabError(f"There is no fact “{brief(name)}”{perhaps(plain, FACTS)}; “linlab lesson facts” lists them.")
        found = FACTS[plain].of(here)
        if found is None or (isinstance(found, float) and math.isnan(found)):
            raise LinlabError(f"There is no “{name}” here: {FACTS[plain].needs}.")
        return found if isinstance(found, bool | int | str) else float(found)

    def asked(self, name: str, given: Sequence[Value]) -> Value:
        """The value of a function of numbers."""
        here, plain = self._where(name)
        if plain not in FUNCTIONS:
            raise LinlabError(f"There is no function “{brief(name)}”{perhaps(plain, FUNCTIONS)}; "
                              "“linlab lesson facts” lists them.")
        function = FUNCTIONS[plain]
        if len(given) != function.given.count(",") + 1:
            raise LinlabError(f"“{plain}” is asked as {plain}{function.given}.")
        found = function.of(here, *given)
        return found if isinstance(found, bool | int | str) else float(found)

    def _where(self, name: str) -> tuple[Situation, str]:
        here, parts = self.here, name.split(".")
        for part in parts[:-1]:
            if part == "after":
                here = here.after
            elif part[:1] == "m" and part[1:].isdigit() and len(part) < 4:
                here = here.of(int(part[1:]) - 1)
            else:
                raise LinlabError(f"“{brief(name)}” makes no sense: before a name stands after. or the model, m1. to m6.")
        return here, parts[-1]


@dataclass(frozen=True)
class Fact:
    """A number, a text or a truth about a situation."""

    help: str
    of: Callable[[Situation], Any]
    needs: str = "this model has none"


@dataclass(frozen=True)
class Function:
    """The same of what is given in brackets."""

    given: str
    help: str
    of: Callable[..., Any]


def _weight(column: int) -> Callable[[Situation], float | None]:
    def of(here: Situation) -> float | None:
        single = here.model.single
        if single is None or not here.problem.learner.straight or len(single.theta) > 1:
            return None
        found = single.problem.in_plane(single.theta)
        return None if found is None else float(np.append(found.ravel(), 0.0)[column]) if column < 2 else _bias(here)

    return of


def _bias(here: Situation) -> float | None:
    parts = here.model.parts()
    return None if parts is None or len(parts[1]) != 1 else float(parts[1][0])


def _angle(here: Situation) -> float | None:
    w = [_weight(0)(here), _weight(1)(here)]
    return None if w[0] is None or w[1] is None or w == [0.0, 0.0] else math.degrees(math.atan2(w[1], w[0]))


def _changes(here: Situation) -> int:
    return sum(step is not None and step.updated for step in (here.trace.step(t) for t in range(1, here.at + 1)))


@lru_cache(maxsize=32)
def optimum_of(problem: Problem) -> Any:
    from linlab.engine.optimum.exact import optimum

    return optimum(problem)


def _bound(here: Situation) -> Any:
    from linlab.engine.optimum.theory import mistake_bound

    if here.model.team:
        raise LinlabError("A model that is made of others has no θ of its own: ask m1. or another of them.")
    return mistake_bound(here.problem)


def _to_optimum(here: Situation) -> float | None:
    from linlab.engine.optimum.theory import angle

    single = here.model.single
    return None if single is None else angle(here.problem, single.theta, optimum_of(here.problem).theta)


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
    from linlab.engine.views.kernel.imitation import error_now

    problem = here.problem
    waves = problem.map is not None and "features" in space(problem.learner["space"]).parameters
    return error_now(problem) if waves else None


def _last(here: Situation) -> Step | None:
    return here.trace.step(here.t) if here.at else None


def _place_of_next(here: Situation, axis: int) -> float | None:
    x = here.next.x
    return None if x is None else float(x[0, axis])


def _fresh_error(here: Situation) -> float | None:
    from linlab.engine.data.datasets import fresh

    source = here.document.source
    if source is None:
        return None
    values: dict[str, Any] = {name: value for name, value in source.values if name not in ("n", "hidden")}
    points = fresh(source.name, 4000, seed=source.seed, **values)
    classes = here.model.examples.classes
    said = decisions(here.model, here.model.scores(points.x))
    truth = np.array([classes.index(name) if name in classes else -1 for name in points.classes])[points.label]
    return float(np.mean(said != truth))


_MISTAKES = "the run has made no update yet"
_DEV, _TEST = "no points are set aside as dev", "no points are set aside for testing"
_SINGLE = "w is 0, or there is no single w"
_LINE = "it is about one straight line in the plane"
_SEPARABLE = "no θ is right about every example"

FACTS: Mapping[str, Fact] = {
    "t": Fact("how many updates have been made", lambda s: s.at),
    "epoch": Fact("how often the examples have been gone through", lambda s: float(epochs(s.trace, s.at))),
    "epoch_length": Fact("how many updates an epoch has", lambda s: s.problem.updates_per_epoch),
    "mistakes": Fact("how many mistakes have been made while learning", lambda s: s.trace.mistakes(s.t)),
    "changes": Fact("how many updates have changed θ", _changes),
    "examples": Fact("how many labelled training points there are", lambda s: s.problem.n),
    "points": Fact("how many points there are", lambda s: len(_points(s))),
    "classes": Fact("how many classes there are", lambda s: len(s.problem.classes)),
    "models": Fact("how many models there are", lambda s: len(s.document.learners)),
    "unlabelled": Fact("how many points have no label", lambda s: int((_points(s).label < 0).sum())),
    "guessed": Fact("how many labels a model has guessed", lambda s: int(_points(s).guessed.sum())),
    "hidden_error": Fact("the share of the hidden labels that the model does not find",
                         lambda s: measures.hidden_error(s.model, _points(s)), "no label is hidden"),
    "wrong_guesses": Fact("how many of the guessed labels are not true", _wrong_guesses),
    "training_error": Fact("the share of training points on the wrong side", _measure("train_error")),
    "dev_error": Fact("the share of dev points on the wrong side", _measure("dev_error"), _DEV),
    "test_error": Fact("the share of test points on the wrong side", _measure("test_error"), _TEST),
    "fresh_error": Fact("the share of errors on 4 000 fresh points of the same data set", _fresh_error,
                        "the points are of no data set that can be drawn anew"),
    "training_loss": Fact("the mean loss of the training points", _measure("data_loss")),
    "dev_loss": Fact("the mean loss of the dev points", _measure("dev_loss"), _DEV),
    "test_loss": Fact("the mean loss of the test points", _measure("test_loss"), _TEST),
    "objective": Fact("J: the mean loss and the penalty", _measure("objective")),
    "penalty": Fact("λR(w), the second part of J", _measure("regulariser")),
    "norm": Fact("‖w‖, the length of the weights", _measure("norm")),
    "margin": Fact("the distance of the nearest example from the boundary, negative on the wrong side", _measure("margin"),
                   "there is no boundary yet, or none with one w"),
    "street": Fact("2/‖w‖, the width between the margins", lambda s: measures.street(s.model), _SINGLE),
    "supports": Fact("how many examples are on or inside the margin", lambda s: measures.supports(s.model)),
    "bag_error": Fact("the out-of-bag error", _measure("bag_error"), "only a bag has one"),
    "left_out": Fact("the share of the examples that a member of a bag has not drawn, on average", _left_out,
                     "only a bag has one"),
    "w1": Fact("the weight of x₁", _weight(0), _LINE),
    "w2": Fact("the weight of x₂", _weight(1), _LINE),
    "b": Fact("the bias", _bias, _LINE),
    "angle": Fact("the direction of w in degrees, from the x₁-axis to the left", _angle, "w is 0, or " + _LINE),
    "weights": Fact("how many weights there are, in all rows", lambda s: _shares(s).size if _shares(s) is not None else None),
    "zero_weights": Fact("how many of them are exactly 0",
                         lambda s: int((_shares(s) == 0).sum()) if _shares(s) is not None else None),
    "imitation": Fact("the mean error of random features in place of the kernel, over pairs of examples", _imitation,
                      "only random features imitate a kernel"),
    "members": Fact("how many models it is made of", lambda s: len(s.model.team)),
    "last_example": Fact("the number of the example of the last update",
                         lambda s: None if _last(s) is None else _last(s).example + 1, _MISTAKES),  # type: ignore[union-attr]
    "last_mistake": Fact("whether the last update was a mistake",
                         lambda s: None if _last(s) is None else _last(s).mistake, _MISTAKES),  # type: ignore[union-attr]
    "next_example": Fact("the number of the example of the next update", lambda s: s.next.example + 1),
    "next_class": Fact("its class", lambda s: s.next.label),
    "next_x1": Fact("its x₁", lambda s: _place_of_next(s, 0)),
    "next_x2": Fact("its x₂", lambda s: _place_of_next(s, 1)),
    "next_margin": Fact("its margin before that update", lambda s: s.next.margin),
    "next_margin_after": Fact("its margin after that update", lambda s: margin_after(s.next, s.problem.learner),
                              "it is about one example at a time, by plain steps"),
    "next_loss": Fact("its loss before that update", lambda s: s.next.loss),
    "next_pull": Fact("how strongly it pulls; of several classes: ‖p‖", lambda s: float(np.linalg.norm(s.next.pull))),
    "next_reach": Fact("ρ of that update, the squared length of its gradient", lambda s: s.next.reach),
    "next_rate": Fact("η of that update", lambda s: s.next.rate),
    "next_mistake": Fact("whether it is on the wrong side or on the boundary", lambda s: s.next.mistake),
    "next_changes": Fact("whether that update changes θ", lambda s: s.next.updated),
    "converges": Fact("whether the run comes to its end by the rule that suits it",
                      lambda s: converged_at(s.document, s.which) is not None),
    "converges_at": Fact("the update at which it does", lambda s: converged_at(s.document, s.which), "it does not"),
    "separable": Fact("whether some θ is right about every example", lambda s: _bound(s) is not None),
    "bound": Fact("R²/γ², the most mistakes that a perceptron can make", _of_bound("limit"), _SEPARABLE),
    "radius": Fact("R, the length of the longest example", _of_bound("radius"), _SEPARABLE),
    "gamma": Fact("γ, the largest margin of a w of length 1", _of_bound("gamma"), _SEPARABLE),
    "best_objective": Fact("J* of the exact optimum", lambda s: float(optimum_of(s.problem).objective)),
    "gap": Fact("J − J*, how far it is from the optimum",
                lambda s: s.sample.objective - float(optimum_of(s.problem).objective)),
    "optimum_angle": Fact("degrees between w and that of the optimum", _to_optimum, _SINGLE),
    "optimum_supports": Fact("how many support vectors the exact optimum has",
                             lambda s: len(optimum_of(s.problem).free) + len(optimum_of(s.problem).bounded)),
}  # fmt: skip


def _place(x1: Value, x2: Value) -> Any:
    if isinstance(x1, str) or isinstance(x2, str):
        raise LinlabError("A place is two numbers, x₁ and x₂.")
    return np.array([[float(x1), float(x2)]])


def _score(here: Situation, x1: Value, x2: Value) -> float:
    found = here.model.scores(_place(x1, x2))[0]
    return float(found[-1])


def _says(here: Situation, x1: Value, x2: Value) -> str:
    k = int(decisions(here.model, here.model.scores(_place(x1, x2)))[0])
    return here.model.examples.classes[k] if k >= 0 else "undecided"


def _probability(here: Situation, name: Value, x1: Value, x2: Value) -> float:
    found = here.model.chances(here.model.scores(_place(x1, x2)))
    if found is None:
        raise LinlabError(f"{here.model.title} gives scores, not probabilities.")
    return float(found[0][_class(here, name)])


def _counted(here: Situation) -> Any:
    if here.model.counted is None:
        raise LinlabError(f"{here.model.title} does not model P(y, x); naive Bayes does.")
    return here.model.counted


def _joint(here: Situation, name: Value, x1: Value, x2: Value) -> float:
    return float(np.exp(_counted(here).joint(_place(x1, x2)))[0][_class(here, name)])


def _prior(here: Situation, name: Value) -> float:
    counted = _counted(here)
    return float(counted.counting.prior(counted.counts)[_class(here, name)])


def _share(here: Situation, name: Value, feature: Value, x: Value) -> float:
    counted, j = _counted(here), int(feature) - 1
    tables = counted.counting.tables(counted.counts)
    if j not in (0, 1) or f"P(x{j + 1}|y)" not in tables:
        raise LinlabError("A share is that of a bin along feature 1 or 2, and only naive Bayes with bins has bins.")
    return float(tables[f"P(x{j + 1}|y)"][_class(here, name), counted.counting.bin(j, _place(x, x)[0])[0]])


def _kernel(here: Situation, a1: Value, a2: Value, b1: Value, b2: Value) -> float:
    one, other, problem = _place(a1, a2), _place(b1, b2), here.problem
    if problem.kernel is not None:
        return float(problem.kernel.gram(one, other, problem.learner.settings)[0, 0])
    if problem.map is None:
        raise LinlabError(f"{here.model.title} compares no two places.")
    return float(problem.map.features(one)[0] @ problem.map.features(other)[0])


def _counted(here: Situation, name: Value) -> int:
    return int((here.model.examples.y == _class(here, name)).sum())


def _expected(here: Situation, name: Value) -> float:
    found = here.model.chances(here.model.answers())
    if found is None:
        raise LinlabError(f"{here.model.title} gives scores, not probabilities.")
    return float(found[:, _class(here, name)].sum())


def _class(here: Situation, name: Value) -> int:
    classes = here.model.examples.classes
    if name not in classes:
        raise LinlabError(f"There is no class “{brief(str(name))}”: there are {', '.join(map(brief, classes))}.")
    return classes.index(str(name))


def _agreement(here: Situation, one: Value, other: Value) -> float:
    said = []
    for model in (here.of(int(k) - 1).model for k in (one, other)):
        names = (*model.examples.classes, "")  # −1: it leaves the question open
        said.append([names[k] for k in decisions(model, model.scores(here.problem.x))])
    return float(np.mean([a == b for a, b in zip(*said, strict=True)]))


@lru_cache(maxsize=16)
def _compared(document: Document, one: int, other: int, folds: int) -> Any:
    """The accuracies of both on each fold and the paired test, as the view “A better than B?” shows them at first."""
    from linlab.engine.many.comparing import compared
    from linlab.engine.views.several.pair import EPOCHS, Pair

    pair = Pair(document, one, other, folds, int(EPOCHS[0]))
    if pair.trouble:
        raise LinlabError(pair.trouble)
    found = compared(pair.plans, pair.examples, folds, document.seed)
    return found.accuracy[pair.names[0]], found.paired(*pair.names)


def _paired(field: str) -> Callable[..., float]:
    def of(here: Situation, one: Value, other: Value, folds: Value) -> float:
        pair = [here.of(int(k) - 1).which for k in (one, other)]
        return float(getattr(_compared(here.document, *pair, int(folds))[1], field))

    return of


def _accuracy(here: Situation, one: Value, other: Value, folds: Value) -> float:
    """Of the first of the two, over all folds."""
    pair = [here.of(int(k) - 1).which for k in (one, other)]
    return float(np.mean(_compared(here.document, *pair, int(folds))[0]))


def _interval(end: str) -> Callable[..., float]:
    def of(here: Situation, error: Value, n: Value) -> float:
        from linlab.engine.many.significance import wilson

        return float(getattr(wilson(round(float(error) * float(n)), int(n)), end))

    return of


def _student(here: Situation, t: Value, df: Value) -> float:
    from scipy.stats import t as student

    return float(2.0 * student.sf(abs(float(t)), float(df)))


FUNCTIONS: Mapping[str, Function] = {
    "score": Function("(x1, x2)", "the score at a place; of more than two classes that of the last", _score),
    "says": Function("(x1, x2)", "the class that the model says there", _says),
    "probability": Function("(class, x1, x2)", "P(class|x) there", _probability),
    "counted": Function("(class)", "how many training points of a class there are", _counted),
    "expected": Function("(class)", "the sum of P(class|x) over all training points", _expected),
    "joint": Function("(class, x1, x2)", "P(class, x) of naive Bayes there", _joint),
    "prior": Function("(class)", "P(class) of naive Bayes", _prior),
    "share": Function("(class, feature, x)", "P(bin|class) of naive Bayes: the bin of this value of feature 1 or 2", _share),
    "kernel": Function("(a1, a2, b1, b2)", "k of two places; in a feature space the product φ·φ of them", _kernel),
    "agreement": Function("(a, b)", "the share of training points about which model a and model b say the same", _agreement),
    "paired_t": Function("(a, b, folds)", "t of the paired comparison of model a and model b over so many folds", _paired("t")),
    "paired_p": Function("(a, b, folds)", "its p", _paired("p")),
    "interval_low": Function("(error, n)", "the lower end of the 95 % interval of an error on n points", _interval("low")),
    "interval_high": Function("(error, n)", "its upper end", _interval("high")),
    "fold_accuracy": Function("(a, b, folds)", "the mean accuracy of model a over these folds", _accuracy),
    "p_value": Function("(t, df)", "the two-sided p of Student's t", _student),
}  # fmt: skip
