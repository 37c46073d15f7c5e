"""Data frames of any library: whatever has names of columns and gives a column by its name, such
as the frames of pandas, polars and Arrow, the data frame interchange protocol, or a dictionary of
lists. None of these libraries is needed."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from linlab.engine.data.checks import coordinates
from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.errors import LinlabError, perhaps
from linlab.engine.ground.sanitise import shorten

from .axes import Axes, standardised
from .choice import TwoColumns, which_two


def column_names(given: Any) -> tuple[str, ...] | None:
    """The names of the columns of a data frame; None if this is something else."""
    if isinstance(given, dict):
        names: Any = list(given)
    elif isinstance(given, np.ndarray | list | tuple | str):
        return None
    else:
        names = _names_of(given)
    if names is None or not len(names):
        return None
    return tuple(map(str, names))


def _names_of(given: Any) -> Any:
    for attribute in ("column_names", "columns"):  # pyarrow's `columns` are not names
        found = getattr(given, attribute, None)
        found = found() if callable(found) else found
        if found is not None:
            return list(found)
    if hasattr(given, "__dataframe__"):
        return list(given.__dataframe__().column_names())
    return None


def column(frame: Any, name: str) -> Any:
    """The values of a column, whatever they are. (n,)"""
    names = column_names(frame) or ()
    if name not in names:
        raise LinlabError(
            f"There is no column “{shorten(name)}”{perhaps(name, names)}: the columns are "
            f"{', '.join(map(shorten, names))}."
        )
    if isinstance(frame, dict):
        return np.asarray(frame[name])
    keys = _names_of(frame)
    return np.asarray(frame[keys[names.index(name)]])


def frame_columns(
    frame: Any, label: str | None, columns: Sequence[str] | None, standardise: bool
) -> tuple[Floats, Axes]:
    """The places and the axes that two columns of a frame give; without `columns`, its only two
    columns of numbers, the one of labels aside."""
    names = column_names(frame) or ()
    numeric = [name for name in names if name != label and column(frame, name).dtype.kind in "iuf"]
    one, two = which_two(TwoColumns("The data frame", names, tuple(numeric)), columns)
    try:
        values = np.stack([column(frame, each).astype(float) for each in (one, two)], axis=1)
    except (TypeError, ValueError):
        raise LinlabError(f"The columns {one} and {two} must contain numbers.") from None
    axes = standardised((one, two), coordinates(values)) if standardise else Axes((one, two))
    return axes.placed(coordinates(values)), axes


def frame_places(frame: Any, axes: Axes | None) -> Floats:
    """The places of the rows of a frame: its columns with the names of the axes, on their scale;
    without axes, its only two columns of numbers."""
    names = column_names(frame) or ()
    if axes is None or not {*axes.names} <= {*names}:
        if axes is not None and axes.scale is not None:
            missing = next(name for name in axes.names if name not in names)
            raise LinlabError(
                f"The model was trained on the columns {axes.names[0]} and {axes.names[1]}, but "
                f"{shorten(missing)} is missing here: the columns are {', '.join(map(shorten, names))}."
            )
        return frame_columns(frame, None, None, False)[0]
    values = np.stack([column(frame, each).astype(float) for each in axes.names], axis=1)
    return axes.placed(coordinates(values))


def made_frame(columns: dict[str, Any]) -> Any:
    """A pandas data frame of these columns."""
    try:
        import pandas
    except ImportError:
        raise LinlabError(
            "A data frame needs pandas, which is not installed: “pip install pandas” installs it."
        ) from None
    return pandas.DataFrame(columns)
