"""The data a notebook passes: points, or coordinates X and labels y of any type."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from linlab.engine.ground.errors import LinlabError

from .checks import class_name
from .inputs import are_texts, given_inputs
from .points import Points
from .texts.tables import text_points


def points_and_labels(X: ArrayLike | Points, y: Any) -> tuple[Points, dict[str, Any]]:
    """The points, and the caller's own label for the name of each class.

    >>> points_and_labels([(0, 0), (1, 1)], [1.5, 2])[1]
    {'1.5': 1.5, '2': 2}
    """
    if isinstance(X, Points):
        if y is not None:
            raise LinlabError("The points already have labels: give only the points, or X and y.")
        return X, {name: name for name in X.classes}
    if y is None:
        raise LinlabError("Training needs a label for each point: give X and y.")
    given = y.tolist() if isinstance(y, np.ndarray) else list(y)
    inputs = given_inputs(X)
    points = text_points(inputs.tolist(), given) if are_texts(inputs) else Points.of(inputs, given)
    labels: dict[str, Any] = {}
    for label in given:
        labels.setdefault(class_name(label), label)
    return points, labels
