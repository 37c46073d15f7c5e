"""Convexity: the chord between two points of a loss, whose ends you drag. Of a convex loss it lies
nowhere below the graph; of the zero-one loss it does."""

from functools import partial

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.numerals import number, steady
from linlab.engine.learner.losses import LOSSES, Loss
from linlab.engine.picture.shapes import Handle
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.chord import Chord, chord_between
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.view import Choices, Option

NONE, ZERO_ONE = "none", "zero-one"
ENDS = (-4.0, 4.0)  # between which margins a chord may be laid
PLACES_COMPARED = 801  # places at which graph and chord are compared


def _choices(moment: Snapshot) -> Choices:
    losses = tuple((key, loss.title.removesuffix(" loss").lower()) for key, loss in LOSSES.items())
    return ((NONE, "none"), *losses, (ZERO_ONE, "zero-one"))


def _idle(figure: Figure, moment: Snapshot) -> bool:
    return bool(CHORD.value(figure, moment) == NONE)


CHORD = Option(
    "chord",
    "Chord",
    "a chord of a loss, whose ends you drag: of a convex one it is nowhere below the graph",
    _choices,
    beside=True,
)
FROM, TO = (
    Option(
        name,
        title,
        "the margin at which the chord " + ("begins" if name == "from" else "ends"),
        span=ENDS,
        default=default,
        beside=name == "to",
        idle=_idle,
    )
    for name, title, default in (("from", "from m", -1.5), ("to", "to m", 2.0))
)


def values_of(key: str, m: Floats) -> Floats:
    """ℓ of each margin; of the zero-one loss m ≤ 0 is a mistake. (n,)"""
    if key == ZERO_ONE:
        return np.where(m <= 0, 1.0, 0.0)
    loss: Loss = LOSSES[key]
    return np.asarray(loss.value(m[:, None], np.ones(len(m), np.int64)))


def chord_of(key: str, a: float, b: float) -> Chord:
    """The chord of a loss from the margin a to b."""
    low, high = sorted((a, b))
    m = np.union1d(np.linspace(low, high, PLACES_COMPARED), np.clip(0.0, low, high))
    return chord_between(m, values_of(key, m))


def chosen_chord(figure: Figure, moment: Snapshot) -> Chord | None:
    key = CHORD.value(figure, moment)
    if key == NONE:
        return None
    return chord_of(key, float(FROM.value(figure, moment)), float(TO.value(figure, moment)))


def handles(figure: Figure, moment: Snapshot) -> tuple[Handle, ...]:
    """Both ends, to be dragged along the margins."""
    key = CHORD.value(figure, moment)
    if key == NONE:
        return ()
    places = np.array([float(option.value(figure, moment)) for option in (FROM, TO)])
    ends = zip(places.tolist(), values_of(key, places).tolist(), (FROM, TO), strict=True)
    return tuple(
        Handle((m, value), partial(_choose_margin, option.name)) for m, value, option in ends
    )


def _choose_margin(name: str, x: float, y: float) -> dict[str, float]:
    """The option of an end that is dragged to a place: to 0.01, within the ends."""
    return {name: round(min(max(x, ENDS[0]), ENDS[1]), 2)}


def words_of(chord: Chord) -> str:
    """What the chord shows."""
    low, high = chord.ends[:, 0].tolist()
    where = f"from m = {steady(low)} to {steady(high)}"
    if low == high:
        return "move the ends apart"
    if chord.convex:
        return f"{where} the chord is nowhere below the graph: here the loss is convex"
    return (
        f"{where} the graph is above the chord, at m = {steady(chord.at)} by {number(chord.above)}: "
        "this loss is not convex"
    )
