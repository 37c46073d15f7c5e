"""A trained model read back from a file: the engine's own problem and model, rebuilt without any
examples.

In a dual space the points of the file are the centres. Every field is checked before it is used,
and fields that depend on others must agree with them, so that a file changed by hand is refused
instead of giving other answers.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from linlab.engine.data.checks import check_name, class_name
from linlab.engine.data.columns.axes import Axes
from linlab.engine.data.inputs import given_inputs, texts_of
from linlab.engine.data.points import MOST_CLASSES
from linlab.engine.document.document import MOST_SEED
from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.catalog import recipe
from linlab.engine.learner.counting.counting import Counting
from linlab.engine.learner.features import FeatureMap
from linlab.engine.learner.kernels import Kernel
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.old_defaults import old_defaults
from linlab.engine.learner.spaces import space
from linlab.engine.many.answering import labelled
from linlab.engine.train import models
from linlab.engine.train.problem import Problem
from linlab.engine.train.teams.base_outputs import BaseOutputs, Jackknife, Outputs, check_pair
from linlab.engine.train.teams.shared_classes import in_classes
from linlab.engine.train.teams.stacking import stacked
from linlab.engine.train.teams.voting import Voting
from linlab.engine.train.tracing.vote_log import Log
from linlab.engine.train.votes import VotingSegment

from .fields import blank, field, measure, numbers, places, whole
from .maps import restored

FORMAT = 1
MOST_COUNTED = 2.0**53  # examples
UNBOUNDED = "The weights have grown without bound, so there is nothing to save."
NO_WEIGHTS = "This is not a weights file from linlab."


@dataclass(frozen=True, eq=False)
class Predictor:
    """A model that answers like the saved run, and what the file says about that run."""

    classes: tuple[Any, ...]  # labels of the type they were trained with
    problem: Problem
    model: models.Model
    t: int
    objective: float | None
    errors: Mapping[str, float | None]  # train, dev, test
    mistakes: int
    version: str  # of the linlab that wrote the file
    axes: Axes | None = None  # the columns it was trained on, if they have names

    @property
    def learner(self) -> Learner:
        return self.problem.learner

    @property
    def seed(self) -> int:
        return self.problem.seed

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the classes, as in files of points."""
        return self.problem.classes

    @property
    def weights(self) -> Floats:
        """Weights (rows, features); in a kernel space coefficients (rows, points)."""
        return self._parts()[0]

    @property
    def bias(self) -> Floats:
        return self._parts()[1]  # (rows,)

    def scores(self, x: ArrayLike) -> Floats:
        """A score for each point and row. (m, rows)"""
        return self.model.scores(given_inputs(x, self.axes))

    def predict(self, x: ArrayLike) -> Any:
        """The label of each point, None if undecided. (m,)"""
        return labelled(self.classes, models.decisions(self.model, self.scores(x)))

    def probabilities(self, x: ArrayLike) -> Floats:
        """P(class|x) of each point, in the order of `classes`. (m, K)"""
        return models.probabilities(self.model, self.scores(x))

    def _parts(self) -> tuple[Floats, Floats]:
        parts = self.model.parts()
        if parts is None:
            raise LinlabError(f"{self.model.title} has no weights of its own.")
        return parts


def rebuild(obj: Any) -> Predictor:
    """The predictor that a file's JSON describes, or an error if it describes none."""
    if not isinstance(obj, dict) or "linlab-weights" not in obj:
        raise LinlabError(NO_WEIGHTS)
    found = whole(obj, "linlab-weights", 1)
    if found > FORMAT:
        raise LinlabError(
            f"These weights have format {found}, but this linlab reads only formats up to {FORMAT}: read them with a newer linlab."
        )
    classes = _classes(obj)
    errors = field(obj, "errors", dict)
    problem = _problem(obj, tuple(class_name(label) for label in classes))
    usual = _team if problem.learner.recipe.of_others else _checked
    model = _REBUILT.get(problem.learner.recipe.kind, usual)(obj, problem)
    return Predictor(
        classes=classes,
        problem=problem,
        model=model,
        t=whole(obj, "t", 0),
        objective=measure(obj, "objective"),
        errors={part: measure(errors, part) for part in ("train", "dev", "test")},
        mistakes=whole(obj, "mistakes", 0),
        version=str(field(obj, "version", str)),
        axes=None if obj.get("axes") is None else Axes.from_json(obj["axes"]),
    )


def _checked(obj: dict[str, Any], problem: Problem) -> models.Model:
    """The model, if its fields agree."""
    model = _model(obj, problem)
    for name, value in zip(("weights", "bias"), model.parts(), strict=True):
        if model.statistics is not None and blank(obj.get(name)):
            continue  # it overflows, and the counts decide anyway
        if not np.allclose(numbers(obj, name, *value.shape), value, rtol=1e-9, atol=1e-12):
            raise LinlabError(
                f"The field “{name}” of the weights does not agree with the other fields."
            )
    return model


def _team(obj: dict[str, Any], problem: Problem) -> models.Model:
    """The members, each rebuilt by itself, and their vote."""
    entries = field(obj, "members", list)
    members = list[models.Model]()
    names = list[str]()
    for each in entries:
        members.append(_checked(each, _member(each, problem)))
        names.append(str(field(each, "name", str)))
    weights = numbers(obj, "weighing", len(members))
    if not members or (weights < 0).any() or not weights.any():
        raise LinlabError(
            "The field “weighing” of the weights must hold a weight for each member, not all of them 0."
        )
    how = "plurality" if (weights == 1).all() else "weighted"
    if "how" in problem.learner.recipe.parameters:
        how = problem.learner["how"]
    return Voting(tuple(members), in_classes(problem, problem.classes), how, weights, tuple(names))


def _stack(obj: dict[str, Any], problem: Problem) -> models.Model:
    """The top model with the output of the base model."""
    both = field(obj, "members", list)
    if len(both) != 2:
        raise LinlabError(
            "The field “members” of the weights must hold the top model and the base model."
        )
    (a, first), (b, second) = ((each, _member(each, problem)) for each in both)
    answering = _checked(b, second)
    outputs = problem.learner["outputs"]
    check_pair(first.learner, second.learner, outputs)
    if first.classes != problem.classes:
        raise LinlabError("The field “classes” of the weights must be that of the top model.")
    assert first.map is not None
    kind = Outputs(outputs, problem.classes)
    places = first.x
    rows = np.empty((0, len(kind.names)))
    if "votes" in a:  # during training A got other features at its places than it would get now
        places = _points(field(a, "votes", dict), first)
        rows = numbers(a, "told", len(places), len(kind.names))
    knows = Jackknife(places, np.zeros(len(places), np.int64), lambda without, doing: answering)
    posed = stacked(
        first,
        BaseOutputs(first.map, kind, knows, called=str(field(b, "name", str)), given=rows),
        problem.title,
    )
    return _checked(a, posed)


def _member(obj: Any, problem: Problem) -> Problem:
    """The problem of one of the members."""
    own = tuple(field(obj, "classes", list)) if isinstance(obj, dict) else ()
    if not (2 <= len(own) == len({*own}) and {*own} <= {*problem.classes}):
        raise LinlabError("The field “members” of the weights must hold models of the classes.")
    single = _problem(obj, own)
    if single.learner.recipe.of_others:
        raise LinlabError("A member must not be made of other models itself.")
    return single


_REBUILT = {"stack": _stack}  # of kinds that are neither one model nor a vote of several


def _problem(obj: dict[str, Any], names: tuple[str, ...]) -> Problem:
    learner = _learner(obj)
    seed = whole(obj, "seed", 0, MOST_SEED)
    where = space(learner["space"]) if learner.recipe.in_a_space else None
    reads_texts = learner.reads_texts
    no_points = texts_of([]) if reads_texts else np.empty((0, 2))
    nothing = np.empty(0, np.int64)
    map = restored(obj, learner, seed)
    return Problem(
        learner=learner,
        seed=seed,
        classes=names,
        x=no_points,
        y=nothing,
        ids=nothing,
        held_out=((no_points, nothing), (no_points, nothing)),
        ghosts=numbers(obj, "points", None, 2) if isinstance(where, Kernel) else no_points,
        map=map,
        kernel=where if isinstance(where, Kernel) else None,
        counting=_counting(obj, learner, map),
        reads_texts=reads_texts,
    )


def _model(obj: dict[str, Any], problem: Problem) -> models.Bayes | models.Linear | VotingSegment:
    if problem.counting is not None:
        return models.Bayes(problem, _counts(obj, problem))
    columns = problem.d - 1 if problem.constant else problem.d
    theta = problem.join(
        numbers(obj, "weights", problem.rows, columns), numbers(obj, "bias", problem.rows)
    )
    if not problem.learner.votes:
        return models.Linear(problem, theta)
    votes = field(obj, "votes", dict)
    t = whole(obj, "t", 0)
    if "from" in votes:  # the vote began later than the run
        t -= whole(votes, "from", 0, t)
    when = places(votes, "when", 1, t + 1)
    points = _points(votes, problem)
    if not (np.diff(when) > 0).all():
        raise LinlabError("The field “votes” of the weights is not the log of a run.")
    log = Log(
        numbers(votes, "start", problem.rows, problem.d),
        when,
        places(votes, "place", 0, len(points), len(when)),
        numbers(votes, "step", len(when), problem.rows),
        points,
        t,
    )
    return VotingSegment(problem, theta, log)


def _points(votes: dict[str, Any], problem: Problem) -> Any:
    """The places or the texts of the examples that a log of votes refers to."""
    if not problem.reads_texts:
        return numbers(votes, "points", None, 2)
    texts = field(votes, "points", list)
    if not all(isinstance(text, str) for text in texts):
        raise LinlabError("The field “points” of the weights must be a list of texts.")
    return texts_of(texts)


def _counts(obj: dict[str, Any], problem: Problem) -> Floats:
    """What was counted (K, d): examples of each class, and what is added up over them must be
    possible."""
    assert problem.counting is not None
    counts = numbers(obj, "counts", len(problem.classes), problem.d)
    seen = counts[:, -1]
    if not ((seen == 0.0) | ((seen > 1e-9) & (seen <= MOST_COUNTED))).all():
        raise LinlabError(
            "The field “counts” of the weights must count examples in its last column."
        )
    if not problem.counting.possible(counts):
        raise LinlabError("The field “counts” of the weights cannot be a sum of examples.")
    return counts


def _learner(obj: dict[str, Any]) -> Learner:
    own = recipe(str(field(obj, "model", str)))
    chosen, settings = field(obj, "chosen", dict), field(obj, "settings", dict)
    stranger = next((name for name in (*chosen, *settings) if name not in own.parameters), None)
    if stranger is not None:
        raise LinlabError(Learner(own.key).idle(stranger))
    then = old_defaults(own.key, FORMAT)  # for settings that the file leaves out
    unsaid = {name: value for name, value in then.items() if name not in settings}
    learner = Learner.of(own.key, **{**unsaid, **chosen})
    as_then = all(learner[name] == value for name, value in settings.items())
    return (
        learner if as_then else learner.replace(**settings)
    )  # a default may have been different then


def _counting(obj: dict[str, Any], learner: Learner, map: FeatureMap | None) -> Counting | None:
    rule = learner.recipe.counting
    if rule is None:
        return None
    stored = field(obj, "counting", dict)

    def read(name: str, many: int) -> list[float]:
        shape = (many,) if many > 1 else ()
        return list(np.atleast_1d(numbers(stored, name, *shape)).tolist())

    counting = rule.restore(learner.settings, read, map)
    if counting is not None:
        return counting
    raise LinlabError("The field “counting” of the weights must hold widths above 0.")


def _classes(obj: dict[str, Any]) -> tuple[Any, ...]:
    labels = field(obj, "classes", list)
    if not all(isinstance(label, (str, int, float)) for label in labels):
        raise LinlabError(
            "The field “classes” of the weights must be a list of texts, numbers or booleans."
        )
    names = {class_name(label) for label in labels} - {""}
    for name in names:
        check_name(name)
    if not 2 <= len(labels) <= MOST_CLASSES or len(names) < len(labels):
        raise LinlabError(
            f"The field “classes” of the weights must hold 2 to {MOST_CLASSES} different classes."
        )
    return tuple(labels)
