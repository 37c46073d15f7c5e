"""A sweep in words: the best value, what there is now, what could not be had."""

import numpy as np

from linlab.engine.ground.numerals import grouped, percent

from .judging import EXACT, PARTS
from .knobs import DRAWS, Knob
from .risk import FRESH
from .work import SweepResult

NAMES = {"train": "training", "dev": "dev", "test": "test", "fresh": "new points"}  # wrong on …


def words_of(knob: Knob, found: SweepResult, how: str) -> list[str]:
    """What the values come to, in words: the best one, what there is now, and what could not be
    had."""
    words = []
    if not knob.tuned:
        words.append(
            "Click to adopt a value"
            if knob.adopts
            else f"Means over {DRAWS} samples of the examples"
        )
    elif found.best is not None:
        best, part = found.best, found.judge
        least = percent(float(found.error[part][best]))
        words.append(
            f"Fewest wrong on {NAMES[part]}, {least}, at {knob.equals(float(found.values[best]))}; click to adopt a value"
        )
        words.append(far(how))
    else:
        words.append(
            "Set aside dev points (Data: train / dev / test) to see which value does best on points it has not seen"
        )
    k = None if knob.now is None else found.at(knob.now)
    if k is not None and not found.why[k]:
        words.append(
            f"now {knob.equals(float(found.values[k]))}: wrong on {', '.join(_errors(found, k))}"
        )
    elif knob.now is not None and not knob.inside:
        words.append(f"now {knob.equals(knob.now)}, outside the swept range")
    lost = [value for value, why in zip(found.values.tolist(), found.why, strict=True) if why]
    if lost:
        first = next(why for why in found.why if why).rstrip(".")
        some = (
            knob.equals(lost[0])
            if len(lost) == 1
            else f"{grouped(len(lost))} values, such as {knob.equals(lost[0])}"
        )
        words.append(f"no result for {some}: {first}")
    if not np.isfinite(found.error["fresh"]).any():
        words.append(
            "the distribution of these points is unknown, so there are no new points to judge by"
        )
    return words


def _errors(found: SweepResult, k: int) -> list[str]:
    out = [
        f"{NAMES[part]} {percent(float(found.error[part][k]))}"
        for part in PARTS[:3]
        if np.isfinite(found.error[part][k])
    ]
    if np.isfinite(found.error["fresh"][k]):
        p, spread = 100 * float(found.error["fresh"][k]), 100 * float(found.spread[0][k])
        out.append(f"{NAMES['fresh']} {p:.2f} ± {spread:.2f} % ({grouped(FRESH)} of them)")
    return out


def far(how: str) -> str:
    return f"each at its {goal(how)}" if how == EXACT else f"each trained for {goal(how)}"


def goal(how: str) -> str:
    """
    >>> goal("exact"), goal("1"), goal("1000")
    ('exact optimum', '1 epoch', '1 000 epochs')
    """
    return "exact optimum" if how == EXACT else f"{grouped(int(how))} epoch{'s'[: how != '1']}"
