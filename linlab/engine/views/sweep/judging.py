"""One model judged: its error and its mean loss on train, dev and test, and on a fresh sample of
the generator."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from linlab.engine.ground.effort import PIECE
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import tell
from linlab.engine.optimum.exact import optimum
from linlab.engine.train.early_stopping import stopped_early
from linlab.engine.train.measures import held_out, train_error, training_loss
from linlab.engine.train.models import Model
from linlab.engine.train.trace import Trace

from .knobs import Case
from .risk import Risk, expected_risk, mean_risk

PARTS = ("train", "dev", "test", "fresh")
ITERATIONS = 1000  # of a solver, which ends by itself before
EXACT = "exact"
MOST_KNOWN = 200  # values of a knob
_known: dict[tuple[tuple[Case, ...], str], "ErrorsAndLosses"] = {}
_lock = threading.Lock()


@dataclass(frozen=True)
class ErrorsAndLosses:
    """Error and mean loss by part, and the standard errors of those of the fresh sample; NaN where
    there is none."""

    error: dict[str, float] = field(default_factory=dict)
    loss: dict[str, float] = field(default_factory=dict)
    spread: tuple[float, float] = (
        np.nan,
        np.nan,
    )  # of the error and of the loss on the fresh sample
    why: str = ""  # there is nothing to judge, in words
    risk: Risk | None = None  # on the fresh sample, point by point


def judged(cases: Sequence[Case], how: str, doing: str) -> ErrorsAndLosses:
    """What became of the cases of a value, on average. It is remembered, but not point by point:
    the value in force may be another before all others are."""
    key = tuple(cases), how
    with _lock:
        known = _known.get(key)
    if known is None:
        known = replace(_mean([judge_case(case, how, doing)[1] for case in cases]), risk=None)
        with _lock:
            while len(_known) >= MOST_KNOWN:
                _known.pop(next(iter(_known)))
            _known[key] = known
    return known


def _mean(rows: list[ErrorsAndLosses]) -> ErrorsAndLosses:
    """Of several samples, those that could be trained on."""
    known = [row for row in rows if not row.why]
    if len(known) <= 1:
        return known[0] if known else rows[0]
    error, loss = (
        {
            part: float(np.mean([getattr(row, kind)[part] for row in known]))
            for part in getattr(known[0], kind)
        }
        for kind in ("error", "loss")
    )
    risks = [row.risk for row in known if row.risk is not None]
    return (
        ErrorsAndLosses(error, loss, mean_risk(risks).spread)
        if risks
        else ErrorsAndLosses(error, loss)
    )


def judge_case(case: Case, how: str, doing: str) -> tuple[Model | None, ErrorsAndLosses]:
    """The case trained for so many epochs, or at its exact optimum, and judged; what cannot be
    trained says why."""
    try:
        model = trained(case, how, doing)
        return model, _judged(model, case, doing)
    except LinlabError as trouble:
        return None, ErrorsAndLosses(why=str(trouble))


def trained(case: Case, how: str, doing: str = "") -> Model:
    """The model after so many epochs from the start, by its own read-out, or the exact optimum."""
    trace = Trace(case.document)
    problem = trace.problem(0)
    tell(doing)
    if how == EXACT:
        return optimum(problem, lambda _: tell(doing)).model
    last = ITERATIONS if problem.learner.optimiser.solver else int(how) * problem.updates_per_epoch
    if problem.learner["early"] and len(problem.held_out[0][1]):
        return trace.model(stopped_early(trace, last, lambda _: tell(doing))[0])
    t = 0
    stride = max(1, PIECE // problem.effort)
    while t < last and (trace.end is None or t < trace.end):
        t = trace.at(min(last, t + stride), passing=True).t
        tell(doing)
    if trace.diverged:
        raise LinlabError(trace.reason)
    return trace.model(t)


def _judged(model: Model, case: Case, doing: str) -> ErrorsAndLosses:
    parts = {
        "train": (train_error(model), training_loss(model)),
        "dev": held_out(model, 0),
        "test": held_out(model, 1),
    }
    errors = {name: np.nan if found[0] is None else found[0] for name, found in parts.items()}
    losses = {name: np.nan if found[1] is None else found[1] for name, found in parts.items()}
    if case.generator is None:
        return ErrorsAndLosses(errors, losses)
    risk = expected_risk(model, case.generator, case.points.classes, doing)
    errors["fresh"], losses["fresh"] = risk.error, risk.loss
    return ErrorsAndLosses(errors, losses, risk.spread, risk=risk)
