"""What the commands of the command line do; each takes the parsed arguments and returns an exit code."""

import csv
import io
import os
import sys
import time
from argparse import Namespace
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from linlab.engine.data.csvfile import read_csv, write_csv
from linlab.engine.data.datasets import DATASETS, make_points
from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.document.loading import load
from linlab.engine.export.tables import listing
from linlab.engine.export.tables.summary import as_json, summary, summary_text
from linlab.engine.export.tables.updates import table_suffix, write_table
from linlab.engine.export.weights.formats import format_of, write_weights
from linlab.engine.export.weights.weights_json import load_weights
from linlab.engine.ground.cells import row_of
from linlab.engine.ground.errors import LinlabError, perhaps
from linlab.engine.ground.files import check_writable, writing
from linlab.engine.learner.catalog import catalog
from linlab.engine.learner.learner import Learner
from linlab.engine.notebook import DEFAULT_EPOCHS, Run
from linlab.engine.train import stopping
from linlab.engine.train.models import probabilities, winners
from linlab.engine.train.trace import Trace

from .progress_line import Progress
from .terminal import note, tell, tell_json

_BEAT = 0.1  # seconds of training between two looks at the clock


def train(args: Namespace) -> int:
    learner = learner_of(args.model, pairs(args.set))
    points, name = points_of(args)
    _check_files(args)
    with np.errstate(all="ignore"):  # what overflows is told in words
        trace = Trace(Document(points, (learner,), seed=args.seed, shares=args.split))
        _check_formats(args, Run(trace, 0, {label: label for label in points.classes}))
        if args.plot or args.film:
            from .rendering import check_proof

            check_proof(args, trace, 0)
        t, reason = advance(trace, args)
        run = Run(trace, t, {label: label for label in points.classes}, reason)
        found = summary(run, name)
        _write_files(args, run, points)
    tell_json(as_json(found)) if args.json else tell(summary_text(found))
    for setting, _ in learner.chosen:
        if learner.idle(setting):
            note(f"{setting} has no effect here: {learner.idle(setting)}")
    if run.diverged:
        note(f"The run diverged: {run.reason}.")
    return 0


def render(args: Namespace) -> int:
    from . import rendering

    return rendering.render(args)


def _check_files(args: Namespace) -> None:
    """Refuse what cannot be written before any work is done for it."""
    paths = [path for path in (args.weights, args.sklearn, args.trace, args.save_data, *args.plot, args.film) if path]
    for path in paths:
        check_writable(path)
    if len({os.path.realpath(path) for path in paths}) < len(paths):
        raise LinlabError("Two of the files to write are the same one.")
    if (args.blank or args.rows is not None) and not args.trace:
        raise LinlabError("--rows and --blank are about the trace: name its file with --trace.")
    if args.rows == 0:
        raise LinlabError("A table needs at least one update: give --rows 1 or more.")
    if args.trace:
        table_suffix(args.trace)
    if args.plot or args.film:
        from .rendering import check_pictures

        check_pictures(args, args.plot, [args.film] if args.film else [])


def _check_formats(args: Namespace, run: Run) -> None:
    """Refuse a format that does not hold such a model, before it is trained."""
    for path, kind in ((args.weights, None), (args.sklearn, "sklearn")):
        trouble = format_of(path, kind).trouble(run) if path else ""
        if trouble:
            raise LinlabError(trouble)


def _write_files(args: Namespace, run: Run, points: Points) -> None:
    if args.weights:
        write_weights(run, args.weights)
    if args.sklearn:
        write_weights(run, args.sklearn, "sklearn")
    if args.save_data:
        write_csv(points, args.save_data)
    if args.trace:
        rows = args.rows or (20 if table_suffix(args.trace) == ".tex" else run.t)
        with Progress("writing the trace", min(rows, run.t)) as progress:
            write_table(run.trace, args.trace, 1, min(rows, run.t), args.blank, progress=progress)
    if args.plot or args.film:
        from .rendering import write_pictures

        write_pictures(args, run, args.plot, [args.film] if args.film else [])


def predict(args: Namespace) -> int:
    predictor = load_weights(args.weights)
    points = read_csv(args.points, labels=False)
    scores = predictor.scores(points.x)  # (m, rows)
    won = winners(scores)
    columns, extra = ["x1", "x2", "prediction"], []
    if args.probabilities:
        columns += [f"P({name})" for name in predictor.names]
        extra.append(probabilities(predictor.model, scores))
    if args.scores:
        columns += ["score"] if scores.shape[1] == 1 else [f"score_{name}" for name in predictor.names]
        extra.append(scores)
    numbers = np.concatenate([points.x, *extra], axis=1).tolist()
    answers = [predictor.names[k] for k in won.tolist()]
    if args.output:
        with writing(args.output) as file:
            _write_answers(file, columns, numbers, answers)
    elif sys.stdout.isatty():
        seen = io.StringIO()
        _write_answers(seen, columns, numbers, answers)
        tell(seen.getvalue().removesuffix("\n"))
    else:  # what another program reads is exactly what the file says
        _write_answers(sys.stdout, columns, numbers, answers)
        sys.stdout.flush()
    given = [points.classes[k] if k >= 0 else None for k in points.label.tolist()]
    judged = [label == answer for label, answer in zip(given, answers, strict=True) if label is not None]
    if judged:
        wrong = judged.count(False)
        tell(f"error {100 * wrong / len(judged):.1f} %: {wrong} of {len(judged)} labelled points", sys.stderr)
    return 0


def models(args: Namespace) -> int:
    tell_json(listing.models_json()) if args.json else tell(listing.models_text())
    return 0


def datasets(args: Namespace) -> int:
    tell_json(listing.datasets_json()) if args.json else tell(listing.datasets_text())
    return 0


def _write_answers(file: TextIO, columns: list[str], numbers: list[list[float]], answers: list[str]) -> None:
    """A line for each point; a probability or score that is undefined, as where no class is possible, is left empty."""
    out = csv.writer(file, lineterminator="\n")
    out.writerow(columns)
    for row, answer in zip(numbers, answers, strict=True):
        out.writerow(row_of([*row[:2], answer, *row[2:]]))


def learner_of(model: str, settings: dict[str, str]) -> Learner:
    """The model with these settings, each checked against those it has."""
    if model not in catalog():
        raise LinlabError(f"There is no model “{model}”{perhaps(model, catalog())}: it is one of {', '.join(catalog())}.")
    plain = Learner(model)
    for name in settings:
        if name not in plain.recipe.knobs and name != "C":  # C = 1/λ
            raise LinlabError(plain.idle(name))
    return Learner.of(model, **settings)


def points_of(args: Namespace) -> tuple[Points, str]:
    """The points to train on, and what to call them."""
    knobs, name = _knobs(args), args.data
    if name in DATASETS:
        own = [knob.name for knob in DATASETS[name].knobs]
        stranger = next((knob for knob in knobs if knob not in own), None)
        if stranger is not None:
            raise LinlabError(f"{name} has no knob “{stranger}”; its knobs are {', '.join(own) or 'none'}.")
        return make_points(name, seed=args.seed, **knobs), name
    if not os.path.exists(name):
        raise LinlabError(f"“{name}” is neither a file nor a data set{perhaps(name, DATASETS)}; "
                          f"the data sets are {', '.join(DATASETS)}.")
    refuse_knobs(args)
    loaded = load(name)
    return loaded.points if isinstance(loaded, Document) else loaded, Path(name).name


def refuse_knobs(args: Namespace) -> None:
    """A file has the points that it has."""
    knobs = _knobs(args)
    if knobs:
        raise LinlabError(f"{args.data} is a file, so there is nothing to set about its points: {', '.join(knobs)}.")


def _knobs(args: Namespace) -> dict[str, Any]:
    given = (("n", args.points), ("noise", args.noise))
    return {**pairs(args.knobs), **{name: value for name, value in given if value is not None}}


def advance(trace: Trace, args: Namespace) -> tuple[int, str]:
    """Train as far as was asked for; the same updates as in one go, with looks at the clock in between."""
    updates = updates_of(trace, args)
    with Progress("training", updates) as progress:
        if args.stop is not None:
            return stopping.converge(trace, args.stop, limit=updates, epsilon=args.epsilon, patience=args.patience,
                                     progress=progress)  # fmt: skip
        t, some = 0, 1000
        while t < updates and (trace.end is None or t < trace.end):
            begun = time.monotonic()
            t = trace.at(min(t + some, updates)).t
            some = max(1, some * 2 if time.monotonic() - begun < _BEAT else some // 2)
            progress(t)
        return t, ""


def updates_of(trace: Trace, args: Namespace) -> int:
    """How many updates were asked for."""
    if args.updates is not None:
        return int(args.updates)
    if args.epochs is None and trace.problem(0).learner.optimiser.solver:
        return 1000  # as far as it goes
    return (DEFAULT_EPOCHS if args.epochs is None else int(args.epochs)) * trace.problem(0).updates_per_epoch


def pairs(given: list[str]) -> dict[str, str]:
    """What “name=value” texts say."""
    out = {}
    for pair in given:
        name, sign, value = pair.partition("=")
        if not sign or not name.strip():
            raise LinlabError(f"“{pair}” is not of the form name=value.")
        out[name.strip()] = value.strip()
    return out
