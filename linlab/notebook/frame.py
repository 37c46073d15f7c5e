"""The steps of a run as a data frame."""

from collections.abc import Mapping
from typing import Any

from linlab.engine.data.columns.frames import made_frame
from linlab.engine.export.tables.updates import columns, trace_rows
from linlab.engine.train.moment import Moment


def frame_of_steps(moment: Moment, labels: Mapping[str, Any]) -> Any:
    """One row for each step, with the columns of the table of steps; the labels are the caller's
    own. Cells that do not apply are empty."""
    names = columns(moment.trace, moment.t)
    place = names.index("label")
    rows = []
    for row in trace_rows(moment.trace, moment.t):
        cells: list[Any] = [None if cell == "" else cell for cell in row]
        cells[place] = labels.get(cells[place], cells[place])
        rows.append(cells)
    inside = zip(*rows, strict=True) if rows else ([] for _ in names)
    return made_frame({name: list(cells) for name, cells in zip(names, inside, strict=True)})
