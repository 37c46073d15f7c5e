"""The tables that an extension may add rows to."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


def _compile(loss: Any) -> None:
    """Compile a loss now, so that a fault is found before it is trained with."""
    loss.value([[0.0]], [1])


@dataclass(frozen=True)
class Table:
    """A table that an extension may add rows to."""

    rows: dict[str, Any]
    what: str  # a row of it
    check: Callable[[Any], object] = lambda row: None  # raises an error if a row cannot work


def tables() -> tuple[Table, ...]:
    """The tables that need no window."""
    from linlab.engine.data.datasets import DATASETS
    from linlab.engine.export.tables.point_formats import POINT_FORMATS
    from linlab.engine.export.tables.table_formats import TABLE_FORMATS
    from linlab.engine.export.weights.formats import WEIGHT_FORMATS
    from linlab.engine.learner.catalog import MODELS
    from linlab.engine.learner.features import FEATURES
    from linlab.engine.learner.kernels import KERNELS
    from linlab.engine.learner.losses import LOSSES
    from linlab.engine.learner.optimisers import OPTIMISERS
    from linlab.engine.learner.parameters import PARAMETERS
    from linlab.engine.learner.rates import RATES
    from linlab.engine.picture.layers import LAYERS
    from linlab.engine.train.kinds.table import KINDS
    from linlab.engine.views.views import VIEWS
    from linlab.lessons.kinds.table import QUESTION_KINDS

    return (
        Table(LOSSES, "loss", _compile),
        Table(RATES, "learning rate"),
        Table(OPTIMISERS, "optimiser"),
        Table(FEATURES, "feature space"),
        Table(KERNELS, "kernel"),
        Table(PARAMETERS, "setting"),
        Table(MODELS, "model"),
        Table(KINDS, "kind of learner"),
        Table(DATASETS, "data set"),
        Table(LAYERS, "layer"),
        Table(VIEWS, "view"),
        Table(POINT_FORMATS, "format"),
        Table(TABLE_FORMATS, "format"),
        Table(WEIGHT_FORMATS, "format"),
        Table(QUESTION_KINDS, "kind of question"),
    )


def tables_of_the_window() -> tuple[Table, ...]:
    """The tables that import Qt: only for an extension that speaks of the window."""
    from linlab.app.export.figures import FIGURE_FORMATS
    from linlab.app.export.film import FILM_FORMATS
    from linlab.app.plane.tools import TOOLS

    return (Table(TOOLS, "tool"), Table(FIGURE_FORMATS, "format"), Table(FILM_FORMATS, "format"))
