"""What the arguments say about training: the learner, the points, and how long."""

import os
import time
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from linlab.engine.data.datasets import DATASETS, knobs_of, make_points, named
from linlab.engine.data.points import Points
from linlab.engine.document.document import MOST_MODELS, Document, Source
from linlab.engine.document.loading import load
from linlab.engine.export.weights.formats import advice, write_weights
from linlab.engine.ground.errors import LinlabError, perhaps, unknown
from linlab.engine.ground.numerals import read_number
from linlab.engine.learner.catalog import catalog
from linlab.engine.learner.learner import Learner
from linlab.engine.train import stopping
from linlab.engine.train.early_stopping import stopped_early
from linlab.engine.train.moment import TrainedRun
from linlab.engine.train.trace import Trace

from .progress_line import ProgressLine
from .terminal import note

_BEAT = 0.1  # seconds of training between two looks at the clock


def learner_of(model: str, settings: dict[str, str]) -> Learner:
    """The model with these settings; each must be one of its own."""
    if model not in catalog():
        raise unknown("model", model, catalog())
    plain = Learner(model)
    for name in settings:
        if name not in plain.recipe.parameters and name != "C":  # C = 1/λ
            raise LinlabError(plain.idle(name))
    return Learner.of(model, **settings)


def learners_of(args: Namespace) -> tuple[Learner, ...]:
    """The models given, each with its settings; empty if none was given."""
    if any(name is None for name, _ in args.models):
        raise LinlabError("--set needs --model before it.")
    if len(args.models) > MOST_MODELS:
        raise LinlabError(
            f"linlab trains up to {MOST_MODELS} models at a time, not {len(args.models)}."
        )
    return tuple(learner_of(name, pairs(settings)) for name, settings in args.models)


def file_or_data_set(name: str) -> str:
    """A file, or the data set with this name or title."""
    return name if os.path.exists(name) else named(name)


def points_of(args: Namespace) -> tuple[Points, str]:
    """The points to train on, and their name."""
    knobs = _knobs(args)
    name = args.data
    if name in DATASETS:
        refuse_columns(args)
        own = [knob.name for knob in knobs_of(name)]
        stranger = next((knob for knob in knobs if knob not in own), None)
        if stranger is not None:
            raise LinlabError(
                f"{name} has no knob “{stranger}”{perhaps(stranger, own)}; its knobs are {', '.join(own) or 'none'}."
            )
        return make_points(name, seed=args.seed, **knobs), name
    if not os.path.exists(name):
        raise LinlabError(
            f"“{name}” is neither a file nor a data set{perhaps(name, DATASETS)}; "
            f"the data sets are {', '.join(DATASETS)}."
        )
    refuse_knobs(args)
    loaded = load(name, columns=args.columns, standardise=args.standardise)
    return loaded.points if isinstance(loaded, Document) else loaded, Path(name).name


def source_of(args: Namespace) -> Source | None:
    """The data set of these points, if there is one; its knobs have been checked."""
    if args.data not in DATASETS:
        return None
    values = {knob.name: knob.default for knob in DATASETS[args.data].knobs}
    values |= {name: read_number(str(value)) or 0.0 for name, value in _knobs(args).items()}
    return Source(args.data, args.seed, tuple(sorted(values.items())))


def refuse_columns(args: Namespace) -> None:
    """Refuse to choose columns where there is no table."""
    if args.columns is not None or args.standardise:
        raise LinlabError(
            f"--columns and --standardise are for a table in a file, but {args.data} is a data set."
        )


def refuse_knobs(args: Namespace) -> None:
    """Refuse knobs for a file: its points are fixed."""
    knobs = _knobs(args)
    if knobs:
        raise LinlabError(
            f"{args.data} is a file: only a data set has {' and '.join(knobs)} to set."
        )


def _knobs(args: Namespace) -> dict[str, Any]:
    given = (("n", args.points), ("noise", args.noise))
    return {**pairs(args.knobs), **{name: value for name, value in given if value is not None}}


def advance(trace: Trace, args: Namespace) -> tuple[int, str]:
    """Train as far as requested, in pieces, with progress in between; the steps are the same as
    in one go."""
    steps = steps_of(trace, args)
    with ProgressLine("training", steps) as progress:
        if args.stop:
            return stopping.converge(
                trace,
                args.stop,
                limit=steps,
                epsilon=args.epsilon,
                patience=args.patience,
                progress=progress,
            )
        if args.stop is None and trace.problem(0).learner["early"]:
            return stopped_early(trace, steps, progress)
        t, some = 0, 1000
        while t < steps and (trace.end is None or t < trace.end):
            begun = time.monotonic()
            t = trace.at(min(t + some, steps)).t
            some = max(1, some * 2 if time.monotonic() - begun < _BEAT else some // 2)
            progress(t)
        return t, ""


def steps_of(trace: Trace, args: Namespace) -> int:
    if args.steps is not None:
        return int(args.steps)
    if args.epochs is None and trace.problem(0).learner.optimiser.solver:
        return 1000  # until it ends
    return (stopping.DEFAULT_EPOCHS if args.epochs is None else int(args.epochs)) * trace.problem(
        0
    ).updates_per_epoch


def pairs(given: Sequence[str]) -> dict[str, str]:
    """What “name=value” texts say."""
    out = {}
    for pair in given:
        name, sign, value = pair.partition("=")
        if not sign or not name.strip():
            raise LinlabError(f"“{pair}” is not of the form name=value.")
        out[name.strip()] = value.strip()
    return out


def save_weights(run: TrainedRun, path: str, kind: str | None) -> None:
    """Write the weights, and tell what has to be done before they are used."""
    write_weights(run, path, kind)
    sentence = advice(run, path, kind)
    if sentence:
        note(f"{path}: {sentence}")
