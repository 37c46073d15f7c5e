"""What a model reads of a point: its place in the plane, as (m, 2) numbers, or its text, as (m,)
objects. Masks, slices and lengths work the same for both."""

from typing import Any

import numpy as np

from linlab.engine.ground.errors import LinlabError

from .checks import coordinates
from .columns.axes import Axes
from .columns.frames import column_names, frame_places

NO_TEXTS = "These points have no texts: open data with texts, such as the reviews, or paste some."


def texts_of(texts: Any) -> Any:
    """Texts as an array of objects. (m,)"""
    out = np.empty(len(texts), object)
    out[:] = list(texts)
    return out


def are_texts(x: Any) -> bool:
    """Whether these inputs are texts."""
    return isinstance(x, np.ndarray) and x.dtype == object


def as_inputs(x: Any) -> Any:
    """Texts as they are, places as (m, 2)."""
    return x if are_texts(x) else np.asarray(x, float).reshape(-1, 2)


def check_kind(x: Any, reads_texts: bool) -> None:
    """Refuse texts for a model of places, and places for a model of texts."""
    if are_texts(x) != reads_texts:
        raise LinlabError(
            "This model reads texts, not coordinates."
            if reads_texts
            else "The coordinates of points must be pairs of numbers: this model does not read texts."
        )


def given_inputs(x: Any, axes: Axes | None = None) -> Any:
    """What a caller gives: one text or several, or coordinates, checked; of a data frame the
    columns of these axes, on their scale."""
    if isinstance(x, str):
        return texts_of([x])
    if column_names(x) is not None:
        return frame_places(x, axes)
    if not isinstance(x, np.ndarray | list | tuple) and hasattr(x, "to_numpy"):
        x = x.to_numpy()  # a column of texts
    if are_texts(x) or (isinstance(x, np.ndarray) and x.dtype.kind == "U"):
        x = x.tolist()
    if isinstance(x, list | tuple) and x and all(isinstance(each, str) for each in x):
        return texts_of(x)
    return coordinates(x)


def read_by(points: Any, reads_texts: bool) -> Any:
    """The inputs of a model among points: their texts or their places."""
    if not reads_texts:
        return points.x
    if points.texts is None:
        raise LinlabError(NO_TEXTS)
    return texts_of(points.texts)
