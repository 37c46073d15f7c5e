"""The numbers of a trained model by name, everything that its scores need: NPZ stores them.

feature space   s = Σ_j weights_j φ_j(x) + bias             with powers, omega and phase, or pitch, shift, grid and cells
kernel space    s = Σ_i weights_i k(centres_i, x) + bias    with the settings of the kernel
vote            s starts as start · read(x), grows by step_k (⟨φ(points_place(k)), φ(x)⟩ + constant) at the k-th
                update, and votes lives_k times for the class it gives x; lives_0 is that of the start
naive Bayes     counts, with the probabilities, or the means and variances of z = (x − centre)/scale, they come to

If the columns of a table were standardised, their names, means and deviations are there too, and a
sentence: x = (value − column_means)/column_deviations.
"""

import json
from typing import Any

import numpy as np

from linlab.engine.data.checks import as_labels
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.version import __version__
from linlab.engine.ground.writing import PathLike, writing_bytes
from linlab.engine.train.moment import TrainedRun
from linlab.engine.train.problem import Problem
from linlab.engine.train.tracing.vote_log import Log

from .maps import Arrays, arrays_of_map
from .predictor import UNBOUNDED
from .weights_json import in_force, plain_label


def write_npz(run: TrainedRun, path: PathLike) -> None:
    """Every array in one compressed file, which `numpy.load` reads without pickle."""
    if team_trouble(run):
        raise LinlabError(team_trouble(run))
    settings = json.dumps(in_force(run.moment.learner))
    named: Arrays = {
        "linlab": __version__,
        "model": run.moment.learner.model,
        "settings": settings,
        "t": run.moment.t,
        "classes": _classes(run),
        **scale_arrays(run),
        **arrays(run),
    }
    with writing_bytes(path) as file:
        np.savez_compressed(file, **named)


def arrays(run: TrainedRun) -> Arrays:
    """The numbers of a model, by name."""
    model = run.moment.model
    if model.counted is not None:
        return {
            "counts": model.counted.counts,
            **space_arrays(run.moment.problem),
            **model.counted.counting.arrays(model.counted.counts),
        }
    votes = {} if model.vote is None else vote_arrays(run.moment.problem, model.vote)
    return {
        "weights": run.moment.weights,
        "bias": run.moment.bias,
        **space_arrays(run.moment.problem),
        **votes,
    }


def scale_arrays(run: TrainedRun) -> Arrays:
    """What puts values of the columns on the scale of x, and how; nothing if x are the values."""
    axes = run.moment.points.axes
    if axes is None or axes.scale is None:
        return {}
    means, deviations = np.array(axes.scale).T
    return {
        "columns": np.array(axes.names),
        "column_means": means,
        "column_deviations": deviations,
        "inputs": scale_note(run),
    }


def scale_note(run: TrainedRun) -> str:
    """What has to be done with values of the columns before a prediction; empty if nothing."""
    axes = run.moment.points.axes
    if axes is None or axes.scale is None:
        return ""
    return f"These weights need x = (value − mean) / deviation. {axes.in_words}"


def space_arrays(problem: Problem) -> Arrays:
    """The arrays of the space."""
    if problem.kernel is not None:
        return {
            "centres": problem.centres,
            **{name: np.asarray(problem.learner[name]) for name in problem.kernel.parameters},
        }
    return arrays_of_map(problem.map)


def vote_arrays(problem: Problem, log: Log) -> Arrays:
    """The start, the log of the updates, and how long each θ survived."""
    ends = np.append(log.when, log.t + 1)
    return {
        "start": log.start,
        "points": log.centres.astype(str) if problem.reads_texts else log.centres,
        "place": log.place.astype(np.int64),
        "step": log.step,
        "lives": np.diff(ends, prepend=1).astype(np.int64),
        "constant": np.asarray(0.0 if problem.bias == "none" else 1.0),
    }


def unbounded(run: TrainedRun) -> str:
    """Why there are no numbers to write, in words; empty if there are."""
    if run.moment.model.team:
        models = [run.moment.model, *(model for _, model in run.moment.model.team)]
        parts = [part for each in models if each.statistics is None for part in each.parts() or ()]
    elif run.moment.model.statistics is not None:
        parts = [run.moment.model.statistics]  # a logarithm of 0, or a class not yet seen, is −∞
    else:
        parts = [part for part in arrays(run).values() if np.asarray(part).dtype.kind != "U"]
    return "" if all(np.isfinite(part).all() for part in parts) else UNBOUNDED


def uncounted(run: TrainedRun) -> str:
    """Why a linear model cannot be written out yet, in words; empty if it can."""
    parts = run.moment.model.parts()
    if run.moment.model.counted is not None or parts is None or np.isfinite(parts[1]).all():
        return ""
    return "Some class has no counted examples yet: train on, or export JSON."


def team_trouble(run: TrainedRun) -> str:
    """Why a format that holds one model cannot hold this one; empty if it can."""
    if not run.moment.model.team:
        return unbounded(run)
    return f"{run.moment.problem.title} consists of several models, but this format holds only one: use JSON."


def _classes(run: TrainedRun) -> Any:
    """The labels as an array that needs no pickle: of different types, by name."""
    plain = tuple(
        plain_label(label, name)
        for label, name in zip(run.classes, run.moment.problem.classes, strict=True)
    )
    labels = as_labels(plain)
    return np.array(run.moment.problem.classes) if labels.dtype == object else labels
