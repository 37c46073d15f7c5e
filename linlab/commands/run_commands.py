"""What the commands of the command line do; each takes the parsed arguments and returns an exit
code."""

import io
import os
import sys
from argparse import Namespace
from typing import TYPE_CHECKING, Any, TextIO

import numpy as np

from linlab.engine.data.columns.files import read_table
from linlab.engine.data.csvfile import write_csv
from linlab.engine.data.datasets import DATASETS
from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.document.resampling import check_texts_are_read
from linlab.engine.export.format import numbered
from linlab.engine.export.tables import listing
from linlab.engine.export.tables.summary import as_json, summary, summary_text
from linlab.engine.export.tables.table_formats import table_format, write_table
from linlab.engine.export.weights.formats import format_of
from linlab.engine.export.weights.weights_json import load_weights
from linlab.engine.ground.cells import line_of
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.writing import check_writable, writing
from linlab.engine.picture.other_models import ALONE, SIDE
from linlab.engine.train.models import decisions, probabilities
from linlab.engine.train.moment import Moment
from linlab.engine.train.trace import Trace
from linlab.notebook.run import Run

from .homework import homework as homework
from .lessons import course as course
from .lessons import lesson as lesson
from .progress_line import ProgressLine
from .teaching import label_document
from .terminal import note, tell, tell_json
from .training import advance, file_or_data_set, learners_of, points_of, save_weights, source_of

if TYPE_CHECKING:
    from linlab.engine.many.teaching import LabelledDocument


def train(args: Namespace) -> int:
    learners = learners_of(args)
    args.data = file_or_data_set(args.data)
    points, name = points_of(args)
    if args.data not in DATASETS:
        check_texts_are_read(points, learners)
    _check_files(args)
    document = Document(points, learners, seed=args.seed, shares=args.split, source=source_of(args))
    if args.option:
        from .rendering import adopting

        document = adopting(args, document)
    rounds = label_document(args, document, 0)
    document = document if rounds is None else rounds.document
    points = document.points_at(0 if rounds is None else rounds.t)
    runs = [
        _trained(args, Trace(document, which), points, rounds) for which in range(len(learners))
    ]
    found = [
        summary(run, name) | ({} if rounds is None else {"stopped": rounds.why}) for run in runs
    ]
    for run in runs:
        _write_files(args, run, len(runs) > 1)
    for path in args.save_data:
        write_csv(points, path)
    if args.plot or args.film:
        from .rendering import write_pictures

        args.arranged = SIDE if len(runs) > 1 else ALONE
        write_pictures(args, runs[0], args.plot, args.film)
    if args.json:
        tell_json(as_json(found[0]) if len(found) == 1 else [as_json(each) for each in found])
    else:
        tell("\n\n".join(map(summary_text, found)))
    for run in runs:
        for setting, _ in run.learner.chosen:
            if run.learner.idle(setting):
                note(f"{setting} has no effect here: {run.learner.idle(setting)}")
        if run.diverged:
            note(f"The run diverged: {run.reason}.")
    return 0


def _trained(
    args: Namespace, trace: Trace, points: Points, rounds: "LabelledDocument | None"
) -> Run:
    labels = {label: label for label in points.classes}
    _check_formats(args, Run(Moment(trace, 0), labels))
    if args.plot or args.film:
        from .rendering import check_proof

        check_proof(args, trace, 0)
    t, reason = advance(trace, args) if rounds is None else (trace.at(rounds.t).t, rounds.why)
    return Run(Moment(trace, t), labels, reason)


def render(args: Namespace) -> int:
    from . import rendering

    return rendering.render(args)


def _check_files(args: Namespace) -> None:
    """Refuse files that cannot be written, before any work is done."""
    kinds = (args.weights, args.sklearn, args.trace, args.save_data, args.plot, args.film)
    paths = [path for kind in kinds for path in kind]
    for path in paths:
        check_writable(path)
    if len({os.path.realpath(path) for path in paths}) < len(paths):
        raise LinlabError("Two of the files to write are the same: give each its own name.")
    if (args.blank or args.rows is not None) and not args.trace:
        raise LinlabError("--rows and --blank need a trace: name its file with --trace.")
    if args.rows == 0:
        raise LinlabError("A table needs at least one step: give --rows 1 or more.")
    for path in args.trace:
        table_format(path)
    if args.plot or args.film:
        from .rendering import check_pictures

        check_pictures(args, args.plot, args.film)


def _check_formats(args: Namespace, run: Run) -> None:
    """Refuse a format that cannot hold such a model, before training."""
    for path, kind in _weight_files(args):
        trouble = format_of(path, kind).trouble(run)
        if trouble:
            raise LinlabError(trouble)


def _weight_files(args: Namespace) -> list[tuple[str, str | None]]:
    """The weights files to write, and their format if the suffix does not say it."""
    plain: list[tuple[str, str | None]] = [(path, None) for path in args.weights]
    return plain + [(path, "sklearn") for path in args.sklearn]


def _write_files(args: Namespace, run: Run, several: bool) -> None:
    """Write the files of a model; each of several models has its own file."""

    def own(path: str) -> str:
        return numbered(path, run.trace.which) if several else path

    for path, kind in _weight_files(args):
        save_weights(run, own(path), kind)
    for path in args.trace:
        rows = args.rows or table_format(path).page or run.t
        with ProgressLine("writing the trace", min(rows, run.t)) as progress:
            write_table(run.trace, own(path), 1, min(rows, run.t), args.blank, progress=progress)


def predict(args: Namespace) -> int:
    predictor = load_weights(args.weights)
    points = read_table(args.points, labels=False, axes=predictor.axes)
    scores = predictor.model.scores(predictor.model.inputs(points))  # (m, rows)
    won = decisions(predictor.model, scores)
    reads_texts = predictor.problem.reads_texts
    axes = points.axes
    names = ["x1", "x2"] if axes is None else list(axes.names)
    columns = [*(["text"] if reads_texts else names), "prediction"]
    read: list[list[Any]] = (
        [[text] for text in points.texts or ()] if reads_texts else _as_given(points)
    )
    extra = [np.empty((len(points), 0))]
    if args.probabilities:
        columns += [f"P({name})" for name in predictor.names]
        extra.append(probabilities(predictor.model, scores))
    if args.scores:
        columns += (
            ["score"] if scores.shape[1] == 1 else [f"score_{name}" for name in predictor.names]
        )
        extra.append(scores)
    answers = [predictor.names[k] if k >= 0 else "" for k in won.tolist()]  # undecided
    numbers = np.concatenate(extra, axis=1).tolist()
    rows = [[*x, answer, *row] for x, answer, row in zip(read, answers, numbers, strict=True)]
    if args.output:
        with writing(args.output) as file:
            _write_answers(file, columns, rows)
    elif sys.stdout.isatty():
        seen = io.StringIO()
        _write_answers(seen, columns, rows)
        tell(seen.getvalue().removesuffix("\n"))
    else:  # another program gets exactly what a file would have
        _write_answers(sys.stdout, columns, rows)
        sys.stdout.flush()
    given = [points.classes[k] if k >= 0 else None for k in points.label.tolist()]
    judged = [
        label == answer for label, answer in zip(given, answers, strict=True) if label is not None
    ]
    if judged:
        wrong = judged.count(False)
        tell(
            f"error {100 * wrong / len(judged):.1f} %: {wrong} of {len(judged)} labelled points",
            sys.stderr,
        )
    return 0


def _as_given(points: Points) -> list[list[float]]:
    """The coordinates as the table has them, before they were standardised."""
    if points.axes is None or points.axes.scale is None:
        return list(points.x.tolist())
    values = points.axes.values(points.x).tolist()
    return [
        [float(f"{each:.12g}") for each in row] for row in values
    ]  # 1.4, not 1.4000000000000001


def models(args: Namespace) -> int:
    tell_json(listing.models_json()) if args.json else tell(listing.models_text())
    return 0


def datasets(args: Namespace) -> int:
    tell_json(listing.datasets_json()) if args.json else tell(listing.datasets_text())
    return 0


def _write_answers(file: TextIO, columns: list[str], rows: list[list[Any]]) -> None:
    """One line per point; an undefined probability or score, where no class is possible, is left
    empty."""
    for row in (columns, *rows):
        file.write(line_of(row))
