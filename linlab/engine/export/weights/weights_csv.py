"""Trained weights as a table that a spreadsheet opens; it has the numbers; JSON also has the
settings.

    feature space   class, feature, weight          a row for each weight, then the bias; waves also have ω and phase, cells their grid
    kernel space    centre, x1, x2, a or a_<class>  a row for each centre, then the bias
    vote            survived, w_<feature> …, bias   a row for each θ there was, and for how many steps it stood
    naive Bayes     class, feature, from, to, probability, log_probability;  Gaussian: class, prior, means, variances

Two classes have one row of weights, that of the positive class. The table of a vote does not
include waves or grids: JSON and NPZ do. If the columns of a table were standardised, a second table follows
with the mean and the deviation of each: x = (value − mean)/deviation. A vote in a kernel space is a log, not a table, and is refused.
"""

from collections.abc import Iterator
from typing import Any

from linlab.engine.export.tables.updates import ascii_name, theta_names
from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.cells import line_of
from linlab.engine.ground.errors import LinlabError
from linlab.engine.train.moment import TrainedRun
from linlab.engine.train.problem import Problem
from linlab.engine.train.tracing.vote_log import Log

from .maps import Columns, form_of
from .npz import scale_arrays, team_trouble, vote_arrays

Row = list[Any]


def weights_csv(run: TrainedRun) -> str:
    """The table as text."""
    if csv_trouble(run):
        raise LinlabError(csv_trouble(run))
    return "".join(map(line_of, (*_rows(run), *_scale(run))))


def csv_trouble(run: TrainedRun) -> str:
    """Why a table cannot hold this model; empty if it can."""
    if run.moment.problem.dual and run.moment.learner.votes:
        return (
            "A vote in a kernel space is a log of updates, not a table of weights: "
            "use JSON, NPZ or Python, or a feature space."
        )
    return team_trouble(run)


def _rows(run: TrainedRun) -> Iterator[Row]:
    model, problem = run.moment.model, run.moment.problem
    if model.counted is not None:
        return model.counted.counting.rows(model.counted.counts, problem.classes)
    if model.vote is not None:
        return _survivors(problem, model.vote)
    return (
        _kernel(problem, run.moment.weights, run.moment.bias)
        if problem.dual
        else _features(problem, run.moment.weights, run.moment.bias)
    )


def _scale(run: TrainedRun) -> Iterator[Row]:
    """The means and deviations of standardised columns."""
    scale = scale_arrays(run)
    if scale:
        yield ["column", "mean", "deviation"]
        numbers = (
            scale[name].tolist() for name in ("columns", "column_means", "column_deviations")
        )
        yield from map(list, zip(*numbers, strict=True))


def _features(problem: Problem, weights: Floats, bias: Floats) -> Iterator[Row]:
    assert problem.map is not None
    form = form_of(problem.map)
    if form is None or form.columns is None:
        further = Columns([], [[]] * len(problem.map.names))
    else:
        further = form.columns(problem.map)
    blank = [""] * len(further.names)
    yield ["class", "feature", *further.names, "weight"]
    for name, row, constant in zip(
        problem.classes[-len(weights) :], weights.tolist(), bias.tolist(), strict=True
    ):
        for feature, own, weight in zip(problem.map.names, further.rows, row, strict=True):
            yield [name, ascii_name(feature), *own, weight]
        yield [name, "bias", *blank, constant]


def _kernel(problem: Problem, weights: Floats, bias: Floats) -> Iterator[Row]:
    yield [
        "centre",
        "x1",
        "x2",
        *(["a"] if problem.rows == 1 else [f"a_{name}" for name in problem.classes]),
    ]
    for i, (place, column) in enumerate(
        zip(problem.centres.tolist(), weights.T.tolist(), strict=True), 1
    ):
        yield [i, *place, *column]
    yield ["bias", "", "", *bias.tolist()]


def _survivors(problem: Problem, log: Log) -> Iterator[Row]:
    """Every θ_k, where k = 0 is the start: θ_k = θ_{k−1} + step_k ⊗ φ(points_place(k))."""
    votes = vote_arrays(problem, log)
    yield ["survived", *theta_names(problem)]
    read = problem.reads(log.centres)
    read = read.toarray() if problem.sparse else read
    theta = votes["start"].copy()
    for k, life in enumerate(votes["lives"].tolist()):
        if k:
            theta += votes["step"][k - 1][:, None] * read[votes["place"][k - 1]]
        weights, bias = problem.split(theta)
        yield [life, *weights.ravel().tolist(), *([] if problem.bias == "none" else bias.tolist())]
