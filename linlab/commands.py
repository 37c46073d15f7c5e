"""What the commands of the command line do; each takes the parsed arguments and returns an exit code."""

import csv
import json
import os
import sys
import time
from argparse import Namespace
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from linlab.engine import stopping
from linlab.engine.catalog import recipe
from linlab.engine.csvfile import read_csv
from linlab.engine.datasets import DATASETS, make_points
from linlab.engine.document import Document
from linlab.engine.errors import LinlabError
from linlab.engine.export import listing
from linlab.engine.export.summary import summary, summary_text
from linlab.engine.export.table import write_trace
from linlab.engine.export.weights import load_weights, weights_json
from linlab.engine.files import check_writable, writing
from linlab.engine.learner import Learner
from linlab.engine.loading import load
from linlab.engine.models import probabilities, winners
from linlab.engine.points import Points
from linlab.engine.run import DEFAULT_EPOCHS, Run
from linlab.engine.trace import Trace
from linlab.progress import Progress

_BEAT = 0.1  # seconds of training between two looks at the clock


def train(args: Namespace) -> int:
    learner = learner_of(args.model, pairs(args.set))
    points, name = _points(args)
    for path in filter(None, (args.weights, args.trace)):
        check_writable(path)
    with np.errstate(all="ignore"):  # what overflows is told in words
        trace = Trace(Document(points, (learner,), seed=args.seed, shares=args.split))
        t, reason = _advance(trace, args)
        run = Run(trace, t, {label: label for label in points.classes}, reason)
        found = summary(run, name)
        if args.weights:
            text = weights_json(run)
            with writing(args.weights) as file:
                file.write(text)
        if args.trace:
            with Progress("writing the trace", run.t) as progress:
                write_trace(trace, run.t, args.trace, progress)
    print(_dumped(found) if args.json else summary_text(found))
    for setting, _ in learner.chosen:
        if learner.idle(setting):
            print(f"linlab: {setting} has no effect here: {learner.idle(setting)}", file=sys.stderr)
    if run.diverged:
        print(f"linlab: The run diverged: {run.reason}.", file=sys.stderr)
    return 0


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
    else:
        _write_answers(sys.stdout, columns, numbers, answers)
        sys.stdout.flush()
    given = [points.classes[k] if k >= 0 else None for k in points.label.tolist()]
    judged = [label == answer for label, answer in zip(given, answers, strict=True) if label is not None]
    if judged:
        wrong = judged.count(False)
        print(f"error {100 * wrong / len(judged):.1f} %: {wrong} of {len(judged)} labelled points", file=sys.stderr)
    return 0


def models(args: Namespace) -> int:
    print(_dumped(listing.models_json()) if args.json else listing.models_text())
    return 0


def datasets(args: Namespace) -> int:
    print(_dumped(listing.datasets_json()) if args.json else listing.datasets_text())
    return 0


def _write_answers(file: TextIO, columns: list[str], numbers: list[list[float]], answers: list[str]) -> None:
    out = csv.writer(file, lineterminator="\n")
    out.writerow(columns)
    out.writerows([*row[:2], answer, *row[2:]] for row, answer in zip(numbers, answers, strict=True))


def learner_of(model: str, settings: dict[str, str]) -> Learner:
    """The model with these settings, each checked against those it has."""
    plain = Learner(recipe(model).key)
    for name in settings:
        if name not in plain.recipe.knobs and name != "C":  # C = 1/λ
            raise LinlabError(plain.idle(name))
    return Learner.of(model, **settings)


def _points(args: Namespace) -> tuple[Points, str]:
    """The points to train on, and what to call them."""
    knobs: dict[str, Any] = pairs(args.knobs)
    knobs |= {name: value for name, value in (("n", args.points), ("noise", args.noise)) if value is not None}
    name = args.data
    if name in DATASETS:
        own = [knob.name for knob in DATASETS[name].knobs]
        stranger = next((knob for knob in knobs if knob not in own), None)
        if stranger is not None:
            raise LinlabError(f"{name} has no knob “{stranger}”; its knobs are {', '.join(own) or 'none'}.")
        return make_points(name, seed=args.seed, **knobs), name
    if not os.path.exists(name):
        raise LinlabError(f"“{name}” is neither a file nor a data set; the data sets are {', '.join(DATASETS)}.")
    if knobs:
        raise LinlabError(f"{name} is a file, so there is nothing to set about its points: {', '.join(knobs)}.")
    loaded = load(name)
    return loaded.points if isinstance(loaded, Document) else loaded, Path(name).name


def _advance(trace: Trace, args: Namespace) -> tuple[int, str]:
    """Train as far as was asked for; the same updates as in one go, with looks at the clock in between."""
    updates = args.updates
    if updates is None:
        updates = (DEFAULT_EPOCHS if args.epochs is None else args.epochs) * trace.problem(0).updates_per_epoch
        if args.epochs is None and trace.problem(0).learner.optimiser.solver:
            updates = 1000  # as far as it goes
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


def pairs(given: list[str]) -> dict[str, str]:
    """What “name=value” texts say."""
    out = {}
    for pair in given:
        name, sign, value = pair.partition("=")
        if not sign or not name.strip():
            raise LinlabError(f"“{pair}” is not of the form name=value.")
        out[name.strip()] = value.strip()
    return out


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=1)
