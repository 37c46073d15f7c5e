"""What a run means: a few sentences that are true of it now, the most important first.

Each rule looks at the same facts and either says something or nothing. What takes long to find
out, as whether the examples can be separated, is found elsewhere and handed in; until then no
rule speaks of it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from linlab.engine.ground.numerals import grouped, number, percent
from linlab.engine.learner.spaces import space
from linlab.engine.many.significance import mcnemar
from linlab.engine.train.measures import Sample
from linlab.engine.train.models import Model, decisions
from linlab.engine.train.problem import Problem
from linlab.engine.train.trace import Trace

MOST = 2  # sentences at a time
EPOCHS = 8  # that are looked back at
NEAR_HALF = 0.55  # a probability up to this is near ½
NEAR_ZERO = 0.05  # a score up to this is near 0
RISING = 1.1  # a loss this many times larger than before is rising
LUCK = 0.05  # a p-value from this on may be luck


@dataclass(frozen=True)
class Finding:
    """A sentence, and the view or the lesson that explains it."""

    key: str
    sentence: str
    view: str = ""
    lesson: str = ""


@dataclass(frozen=True, eq=False)
class Facts:
    """What the rules look at: a run after t steps, and what else is known of it."""

    trace: Trace
    t: int
    separable: bool | None = None  # None: not known, or not known yet
    most_mistakes: int | None = None  # the bound, where there is one
    may_tell_the_end: bool = True  # not before the first run: it would spoil a prediction
    finished: str = ""  # why there is no further step, in words
    others: tuple[tuple[str, Model], ...] = ()  # the other models of the document, by name
    name: str = ""  # of this model, where there are several

    @property
    def problem(self) -> Problem:
        return self.trace.problem(self.t)

    @property
    def model(self) -> Model:
        return self.trace.model(self.t)

    def history(self) -> Sequence[Sample]:
        """The ends of the last epochs, and now."""
        length = self.problem.updates_per_epoch
        first = max(self.trace.span(self.t)[0], self.t - EPOCHS * length)
        ends = range(self.t, first - 1, -length)
        return [self.trace.sample(t) for t in reversed(ends)]


Rule = Callable[[Facts], Finding | None]


def findings(facts: Facts) -> tuple[Finding, ...]:
    """The first sentences that hold."""
    found = []
    for rule in RULES:
        finding = rule(facts)
        if finding is not None:
            found.append(finding)
        if len(found) == MOST:
            break
    return tuple(found)


def _line(problem: Problem) -> str:
    """What a boundary of this space is."""
    if problem.straight:
        return "line"
    return f"boundary in the space “{space(problem.learner['space']).title}”"


def _separable(facts: Facts) -> Finding | None:
    if facts.separable is not True or not facts.may_tell_the_end:
        return None
    problem = facts.problem
    line = _line(problem)
    if not problem.learner.recipe.loss.mistake_driven:
        return None
    title = problem.learner.recipe.title.lower()
    text = f"A {line} can separate these points, so the {title} stops by itself"
    if facts.most_mistakes is not None:
        many = "mistake" if facts.most_mistakes == 1 else "mistakes"
        text = f"{text}, after at most {grouped(facts.most_mistakes)} {many}"
    return Finding("separable", f"{text}.", "proof", "the-mistake-bound")


def _not_separable(facts: Facts) -> Finding | None:
    problem = facts.problem
    if facts.separable is not False or not problem.learner.recipe.loss.mistake_driven:
        return None
    if not facts.may_tell_the_end:
        return None
    title = problem.learner.recipe.title.lower()
    text = f"No {_line(problem)} can separate these points, so the {title} never stops by itself."
    averaged = problem.learner["average"] != "last"
    advice = "" if averaged else " Try averaging or voting, or another space."
    return Finding("not separable", text + advice, "", "when-no-line-will-do")


def _rising_loss(facts: Facts) -> Finding | None:
    learner = facts.problem.learner
    own = learner.recipe
    if own.of_others or own.counting is not None or not learner.optimiser.uses_rate:
        return None
    if own.loss.mistake_driven or own.has_own_c:
        return None
    values = [sample.objective for sample in facts.history()]
    if len(values) < 3 or not np.isfinite(values).all():
        diverged = len(values) > 0 and not np.isfinite(values[-1])
        return _too_large() if diverged else None
    last = values[-1]
    before = min(values[:-1])
    rising = values[-3] < values[-2] < values[-1]
    return _too_large() if rising and last > RISING * before else None


def _too_large() -> Finding:
    return Finding(
        "rate too large",
        "The learning rate is too large: the loss is rising.",
        "weights",
        "batches",
    )


def _converged(facts: Facts) -> Finding | None:
    if not facts.finished or facts.finished.startswith("not converged"):
        return None
    if facts.problem.learner.recipe.loss.mistake_driven:
        text = "It has converged: a whole epoch without a mistake."
    else:
        text = "It has converged: the weights no longer change."
    return Finding("converged", text, "curves")


def _overfitting(facts: Facts) -> Finding | None:
    """The dev error is higher than it was, and the training error lower."""
    if not len(facts.problem.held_out[0][1]):
        return None
    history = facts.history()
    dev = [sample.dev_error for sample in history if sample.dev_error is not None]
    if len(history) < 4 or len(dev) < len(history):
        return None
    best = int(np.argmin(dev))
    rises = dev[-1] > dev[best] and min(dev[best + 1 :], default=0.0) > dev[best]
    falls = history[-1].train_error < history[best].train_error
    if best >= len(history) - 2 or not rises or not falls:
        return None
    text = (
        f"The dev error has been rising since step {grouped(history[best].t)} "
        f"({percent(dev[best])} → {percent(dev[-1])}) while the training error falls: overfitting."
    )
    return Finding("overfitting", text, "sweep", "overfitting")


def _shrunk(facts: Facts) -> Finding | None:
    learner, single = facts.problem.learner, facts.model.single
    if single is None or learner.decay < 1.0 or facts.t < facts.problem.updates_per_epoch:
        return None
    scores = np.abs(facts.model.scores(facts.problem.x))
    if not float(scores.max(initial=0.0)) < NEAR_ZERO:
        return None
    text = f"λ = {number(learner.decay)} is so large that all scores shrink to almost 0."
    return Finding("shrunk", text, "sweep", "overfitting")


def _never_predicted(facts: Facts) -> Finding | None:
    if facts.t < facts.problem.updates_per_epoch:
        return None
    model = facts.model
    answers = decisions(model, model.answers())
    missing = [c for c in range(len(facts.problem.classes)) if not (answers == c).any()]
    if not missing:
        return None
    names = " and ".join(f"“{facts.problem.classes[c]}”" for c in missing)
    verb = "is" if len(missing) == 1 else "are"
    return Finding("never predicted", f"Class {names} {verb} never predicted.", "errors")


def _near_half(facts: Facts) -> Finding | None:
    model, problem = facts.model, facts.problem
    if len(problem.classes) != 2 or facts.t < problem.updates_per_epoch:
        return None
    chances = model.chances(model.scores(problem.x))
    if chances is None or not np.isfinite(chances).all():
        return None
    if float(chances.max()) > NEAR_HALF:
        return None
    return Finding(
        "near half",
        "All probabilities are near ½: the model is not sure of anything.",
        "losses",
        "logistic",
    )


def _luck(facts: Facts) -> Finding | None:
    """On the held-out points, dev or test, by McNemar's test."""
    held = facts.problem.held_out[1]
    held = held if len(held[1]) else facts.problem.held_out[0]
    if len(facts.others) != 1 or not len(held[1]) or not facts.t:
        return None
    (name, other), (x, y) = facts.others[0], held
    right = [decisions(model, model.scores(x)) == y for model in (facts.model, other)]
    a_alone = int((right[0] & ~right[1]).sum())
    b_alone = int((~right[0] & right[1]).sum())
    if a_alone == b_alone:
        return None
    if mcnemar(a_alone, b_alone).p < LUCK:
        return None
    better, worse = (facts.name, name) if a_alone > b_alone else (name, facts.name)
    text = f"{better} gets more of the held-out points right than {worse}, but that may be luck."
    return Finding("luck", text, "better", "better")


RULES: tuple[Rule, ...] = (
    _rising_loss,
    _overfitting,
    _converged,
    _separable,
    _not_separable,
    _shrunk,
    _never_predicted,
    _near_half,
    _luck,
)
