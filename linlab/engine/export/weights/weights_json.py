"""Trained weights as a self-contained JSON file.

Everything that the scores need is in the file, to the last digit: weights and bias, the points of a
kernel, the waves of random Fourier features, the cells of random grids, the counts of naive Bayes, the log of a vote, each
member of a team. Reading it back gives a `Predictor`.
"""

import json
import math
import os
from pathlib import Path
from typing import Any

import numpy as np

from linlab.engine.data.columns.axes import Axes
from linlab.engine.document.document import read_json
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.version import __version__
from linlab.engine.learner.learner import Learner
from linlab.engine.train.models import Model
from linlab.engine.train.moment import TrainedRun
from linlab.engine.train.problem import Problem

from .maps import stored
from .predictor import FORMAT, NO_WEIGHTS, UNBOUNDED, Predictor, rebuild


def weights_json(run: TrainedRun) -> str:
    """Everything a prediction needs, and how good the model was, one field to a line."""
    model, learner, now = run.moment.model, run.moment.learner, run.moment.sample
    fields: dict[str, Any] = {
        "linlab-weights": FORMAT,
        "version": __version__,
        "model": learner.model,
        "settings": in_force(learner),
        "chosen": dict(learner.chosen),
        "seed": run.moment.problem.seed,
        "t": run.moment.t,
        "classes": [
            plain_label(label, name)
            for label, name in zip(run.classes, run.moment.problem.classes, strict=True)
        ],
        "objective": finite(now.objective),
        "errors": {"train": now.train_error, "dev": now.dev_error, "test": now.test_error},
        "mistakes": now.mistakes,
        **_axes(run.moment.points.axes),
        **_numbers(model, run.moment.problem, run.moment.t),
    }
    lines = (f" {json.dumps(name)}: {_dumped(value)}" for name, value in fields.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _axes(axes: Axes | None) -> dict[str, Any]:
    """The columns that the coordinates are, if they have names."""
    return {} if axes is None else {"axes": axes.to_json()}


def _numbers(model: Model, problem: Problem, t: int) -> dict[str, Any]:
    """What its scores need: its own weights, or its members with theirs; the members of a stack are
    A and B."""
    if model.own_problem is not None and model.team:
        base = model.own_problem.base_outputs
        assert base is not None
        rows = (
            {} if model.vote is None else {"told": base.rows.tolist()}
        )  # about the place of each update
        return {
            "members": [
                {**_member("A", model, t), **rows},
                *(_member(name, each, t) for name, each in model.team),
            ]
        }
    if model.team:
        return {
            "weighing": finite(model.member_weights),
            "members": [_member(name, each, t) for name, each in model.team],
        }
    return _own(model, problem, t)


def _own(model: Model, problem: Problem, t: int) -> dict[str, Any]:
    parts = model.parts()
    assert parts is not None
    if model.statistics is None and not all(np.isfinite(part).all() for part in parts):
        raise LinlabError(UNBOUNDED)
    return {
        "weights": finite(parts[0]),
        "bias": finite(parts[1]),
        **_of_space(problem),
        **_of_read_out(model, t),
    }


def _member(name: str, model: Model, t: int) -> dict[str, Any]:
    problem = model.own_problem
    assert problem is not None
    learner = problem.learner
    return {
        "name": name,
        "model": learner.model,
        "settings": in_force(learner),
        "chosen": dict(learner.chosen),
        "seed": problem.seed,
        "t": t,
        "classes": list(problem.classes),
        **_own(model, problem, t),
    }


def load_weights(path: str | os.PathLike[str]) -> Predictor:
    """The predictor in a file, or an error that begins with the file's name."""
    name = Path(path).name
    try:
        if _starts_otherwise(path):
            raise LinlabError(NO_WEIGHTS)
        return rebuild(read_json(path))
    except LinlabError as error:
        raise LinlabError(f"{name}: {error}") from None
    except ValueError:  # a number with thousands of digits
        raise LinlabError(
            f"{name}: The file is broken: it contains something that is not a number."
        ) from None


def in_force(learner: Learner) -> dict[str, Any]:
    """The settings of the model that have an effect here, with their values."""
    return {name: learner[name] for name in learner.recipe.parameters if not learner.idle(name)}


def plain_label(label: Any, name: str) -> Any:
    """A label for JSON: texts, numbers and booleans as they are, anything else by the name of its
    class."""
    label = label.item() if isinstance(label, np.generic) else label
    if isinstance(label, float) and not math.isfinite(label):
        return name
    return label if isinstance(label, (str, int, float)) else name


def finite(value: Any) -> Any:
    """Numbers for JSON: None if not finite.

    >>> finite(np.array([1.5, np.inf]))
    [1.5, None]
    """
    value = value.tolist() if isinstance(value, np.ndarray) else value
    if isinstance(value, list):
        return [finite(each) for each in value]
    return value if value is None or math.isfinite(value) else None


def _starts_otherwise(path: str | os.PathLike[str]) -> bool:
    """Whether a file is not a JSON object at all; files that cannot be opened, and pipes, are not
    checked here."""
    try:
        if Path(path).is_fifo():
            return False
        with open(path, "rb") as file:
            return not file.read(100).lstrip().startswith(b"{")
    except OSError:
        return False


def _of_space(problem: Problem) -> dict[str, Any]:
    """The arrays of the space, if the settings do not determine them."""
    if problem.names is None:
        return {"points": problem.centres.tolist()}
    out: dict[str, Any] = {"features": list(problem.names)}
    if problem.counting is not None:
        out["counting"] = problem.counting.to_json()
    own = problem.map if problem.base_outputs is None else problem.base_outputs.inner
    return {**out, **stored(own)}


def _of_read_out(model: Model, t: int) -> dict[str, Any]:
    counts, posed = model.statistics, model.own_problem
    if counts is not None and posed is not None and posed.counting is not None:
        tables = posed.counting.tables(counts)
        return {
            "counts": counts.tolist(),
            "tables": {name: finite(table) for name, table in tables.items()},
        }
    if model.vote is not None:
        log = model.vote
        later = (
            {"from": t - log.t} if log.t < t else {}
        )  # the vote may have started later than the run
        return {
            "votes": {
                **later,
                "start": log.start.tolist(),
                "points": log.centres.tolist(),
                "when": log.when.tolist(),
                "place": log.place.tolist(),
                "step": log.step.tolist(),
            }
        }
    return {}


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
