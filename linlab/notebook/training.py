"""Training in one call."""

from collections.abc import Iterable, Sequence
from typing import Any

from numpy.typing import ArrayLike

from linlab.engine.data.checks import count
from linlab.engine.data.notebook_data import points_and_labels
from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.document.resampling import check_texts_are_read
from linlab.engine.ground.errors import LinlabError, perhaps
from linlab.engine.ground.sanitise import shorten
from linlab.engine.learner.catalog import recipe
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.parameters import PARAMETERS
from linlab.engine.many.plan import learner_of
from linlab.engine.train import stopping
from linlab.engine.train.early_stopping import stopped_early
from linlab.engine.train.moment import Moment
from linlab.engine.train.trace import Trace

from .run import Run

_ARGUMENTS = (
    "epochs",
    "steps",
    "seed",
    "split",
    "stop",
    "epsilon",
    "patience",
    "others",
    "columns",
)


def train(
    model: str,
    X: ArrayLike | Points,
    y: Any = None,
    *,
    epochs: int | None = None,
    steps: int | None = None,
    updates: int | None = None,
    seed: int = 0,
    split: tuple[float, float, float] = (100.0, 0.0, 0.0),
    stop: str | None = None,
    epsilon: float = 1e-3,
    patience: int = 5,
    others: Sequence[str | Learner] = (),
    columns: Sequence[str] | None = None,
    standardise: bool = False,
    **settings: Any,
) -> Run:
    """Train `model` on points X (n, 2) with labels y of any kind, on Points, or on a data frame:
    then y may be the name of the column of labels, `columns` are the two for the axes, and
    `standardise` gives each the mean 0 and the standard deviation 1.

    `epochs` or `steps` say how long (default: 50 epochs; `updates` is the earlier name of
    `steps`); `stop` ends training earlier: "mistake-free", "still" (‖θ_t − θ_{t−N}‖ < epsilon) or "dev" (no fewer wrong on dev for
    `patience` epochs; returns to the best weights). `split` gives the percentages of train, dev and test. A
    model that is made of other models, such as “vote”, gets them from `others`, as names or
    Learners. All other arguments are settings of the model: `linlab models` lists them.

    >>> run = train("perceptron", [(0, 0), (1, 1)], ["no", "yes"], epochs=5, order="cyclic")
    >>> run.predict([(2, 2)]).tolist()
    ['yes']
    """
    points, labels = points_and_labels(X, y, columns, standardise)
    _check_names(model, settings)
    learners = (Learner.of(model, **settings), *(learner_of(other, {}) for other in others))
    if not isinstance(X, Points):
        check_texts_are_read(points, learners)
    document = Document(points, learners, seed=count(seed, "seed", 0), shares=split)
    trace = Trace(document)
    steps = stopping.how_far(trace, epochs, stopping.steps_asked(steps, updates))
    if stop is not None:
        t, reason = stopping.converge(trace, stop, limit=steps, epsilon=epsilon, patience=patience)
        return Run(Moment(trace, t), labels, reason)
    if trace.problem(0).learner["early"]:
        t, reason = stopped_early(trace, steps)
        return Run(Moment(trace, t), labels, reason)
    return Run(Moment.of(trace, steps), labels)


def _check_names(model: str, settings: Iterable[str]) -> None:
    """Refuse a setting that there is not; it may have meant an argument of `train`."""
    own = recipe(model)
    for name in settings:
        if name not in PARAMETERS:
            like = perhaps(name, (*_ARGUMENTS, *own.parameters))
            raise LinlabError(
                f"There is no setting “{shorten(name)}”{like}; the settings of {own.title} are "
                f"{', '.join(own.parameters)}."
            )
