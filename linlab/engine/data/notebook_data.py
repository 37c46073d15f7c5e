"""The data a notebook passes: points, a data frame, or coordinates X and labels y of any type."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.sanitise import shorten

from .checks import class_name
from .columns.frames import column, column_names, frame_columns
from .inputs import are_texts, given_inputs
from .points import Points
from .texts.tables import text_points


def points_and_labels(
    X: ArrayLike | Points,
    y: Any,
    columns: Sequence[str] | None = None,
    standardise: bool = False,
) -> tuple[Points, dict[str, Any]]:
    """The points, and the caller's own label for the name of each class. Of a data frame, `columns`
    are the two for the axes, and y may be the name of the column of labels.

    >>> points_and_labels([(0, 0), (1, 1)], [1.5, 2])[1]
    {'1.5': 1.5, '2': 2}
    >>> points_and_labels({"a": [0, 1], "b": [2, 3], "kind": ["no", "yes"]}, "kind")[0].axes.names
    ('a', 'b')
    """
    if isinstance(X, Points):
        if y is not None:
            raise LinlabError("The points already have labels: give only the points, or X and y.")
        _check_frame(columns, standardise)
        return X, {name: name for name in X.classes}
    if isinstance(X, str) and y is None:
        raise LinlabError(
            f'“{shorten(X)}” is a name, not points: give points, such as linlab.make_points("moons").'
        )
    names = column_names(X)
    if y is None:
        what = "X and y" if names is None else "the frame and the name of its column of labels"
        raise LinlabError(f"Training needs a label for each point: give {what}.")
    if names is None:
        _check_frame(columns, standardise)
    own = y if isinstance(y, str) and names is not None else None
    given = _listed(y if own is None else column(X, own))
    if names is None:
        inputs = given_inputs(X)
        are = are_texts(inputs)
        points = text_points(inputs.tolist(), given) if are else Points.of(inputs, given)
    else:
        places, axes = frame_columns(X, own, columns, standardise)
        points = Points.of(places, given, axes=axes)
    labels: dict[str, Any] = {}
    for label in given:
        labels.setdefault(class_name(label), label)
    return points, labels


def points(
    X: Any, y: Any, *, columns: Sequence[str] | None = None, standardise: bool = False
) -> Points:
    """Points from coordinates X and labels y, or from a data frame: then y may be the name of its
    column of labels, and `columns` are the two for the axes.

    >>> points([(0, 1), (2, 3)], ["no", "yes"])
    Points(2 points: 1 no, 1 yes)
    """
    return points_and_labels(X, y, columns, standardise)[0]


def _listed(y: Any) -> list[Any]:
    listed = y.tolist() if isinstance(y, np.ndarray) or hasattr(y, "tolist") else list(y)
    return [None if each is not each else each for each in listed]  # NaN, of any library


def _check_frame(columns: Any, standardise: bool) -> None:
    if columns is not None or standardise:
        raise LinlabError(
            "Only a data frame has columns to choose and to standardise: give one, or choose the "
            "columns of X yourself."
        )
