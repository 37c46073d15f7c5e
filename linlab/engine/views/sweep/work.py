"""The sweep itself: the same learner trained anew for each value, and judged."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linlab.engine.ground.cores.parallel import on_all_cores
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped
from linlab.engine.ground.progress import hand_over, tell
from linlab.engine.picture.shapes import Panel

from .judging import PARTS, ErrorsAndLosses, judged
from .knobs import Knob


@dataclass(frozen=True, eq=False)
class SweepResult:
    """What was found of a knob: error and mean loss by part for each value, NaN where there is
    none. (k,) each"""

    key: str
    values: Any
    error: dict[str, Any]
    loss: dict[str, Any]
    spread: tuple[Any, Any]  # standard errors of error and loss on the fresh sample
    why: tuple[str, ...]  # there is none for a value, in words
    kept: dict[object, tuple[Panel, ...]] = field(default_factory=dict)  # what was last drawn of it

    @property
    def of(self) -> str:
        return self.key

    def at(self, value: float) -> int | None:
        """The place of a value among those that were tried."""
        found = np.flatnonzero(np.isclose(self.values, value, rtol=1e-9, atol=0))
        return int(found[0]) if len(found) else None

    @property
    def judge(self) -> str:
        """The part that says which value is best: dev, or where there is none the fresh sample."""
        return next((part for part in ("dev", "fresh") if np.isfinite(self.error[part]).any()), "")

    @property
    def best(self) -> int | None:
        """The value with the least error there, the first of those that are as good."""
        return int(np.nanargmin(self.error[self.judge])) if self.judge else None


def sweep(knob: Knob, how: str) -> SweepResult:
    """Every value of a knob and the one in force, handed over one by one; where none can be
    trained, a sentence."""

    def row(k: int) -> ErrorsAndLosses:
        value = knob.tried[k]
        doing = f"{knob.equals(value)}: {k + 1} of {grouped(len(knob.tried))}"
        tell(doing)
        try:
            cases = knob.cases(value)
        except LinlabError as trouble:  # these settings have no meaning together
            return ErrorsAndLosses(why=str(trouble))
        return judged(cases, how, doing)

    rows = list[ErrorsAndLosses]()
    for found in on_all_cores(row, range(len(knob.tried))):
        rows.append(found)
        hand_over(_swept(knob, [*rows, *[ErrorsAndLosses()] * (len(knob.tried) - len(rows))]))
    if all(row.why for row in rows):
        raise LinlabError(rows[0].why)
    return _swept(knob, rows)


def _swept(knob: Knob, rows: list[ErrorsAndLosses]) -> SweepResult:
    return SweepResult(
        knob.key,
        np.array(knob.tried, float),
        _columns(rows, "error"),
        _columns(rows, "loss"),
        (np.array([row.spread[0] for row in rows]), np.array([row.spread[1] for row in rows])),
        tuple(row.why for row in rows),
    )


def _columns(rows: list[ErrorsAndLosses], kind: str) -> dict[str, Any]:
    return {
        part: np.array([getattr(row, kind).get(part, np.nan) for row in rows], float)
        for part in PARTS
    }
