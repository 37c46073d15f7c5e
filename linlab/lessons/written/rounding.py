"""Rounding as people do it: a half goes up, away from 0, and 2.675 counts as 2.675, whatever float
is nearest to it."""

import math
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from linlab.engine.ground.errors import LinlabError

CERTAIN = 15  # digits that a float represents exactly
MOST_DECIMALS = 15  # the most decimals, and zeros before the point, that are useful


def rounded(value: Any, decimals: Any = None) -> Any:
    """
    >>> rounded(2.5), rounded(-0.5), rounded(2.675, 2), rounded(1250, -2)
    (3, -1, 2.68, 1300.0)
    """
    places = 0 if decimals is None else decimals
    if isinstance(value, str) or isinstance(places, str):
        raise TypeError
    if not abs(places) <= MOST_DECIMALS or places != int(places):
        raise LinlabError(
            f"The digits of round must be a whole number from −{MOST_DECIMALS} to {MOST_DECIMALS}."
        )
    places = int(places)
    if not math.isfinite(value):
        return value
    written = Decimal(f"{float(value):.{CERTAIN}g}")
    step = Decimal(1).scaleb(-places)
    found = (written / step).to_integral_value(ROUND_HALF_UP) * step
    whole = decimals is None and abs(found) < 2**53
    return int(found) if whole else float(found)
