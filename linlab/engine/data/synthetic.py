"""Data sets made by a formula: a place on a shape plus noise, x = shape(class, u) + σ·z.

The uniform u and the normal z come from two streams, one row for each point. So changing σ moves
every point smoothly along its own z, and a larger n adds points without moving the others. Classes
take turns, which keeps them balanced.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from linlab.engine.ground.arrays import Floats, Ints

from .dataset import DataKnob, DataSet, Maker, classes, count, noise
from .points import Points

Knobs = Mapping[str, float]
Generator = np.random.Generator


def _blobs(knobs: Knobs, rng: Generator, radius: float = 2.3) -> Points:
    label = _turns(knobs)
    return _scattered(_centres(knobs.get("classes", 2), radius)[label], label, knobs, rng)


def _overlapping(knobs: Knobs, rng: Generator) -> Points:
    return _blobs(knobs, rng, radius=1.2)


def _moons(knobs: Knobs, rng: Generator) -> Points:
    label = _turns(knobs)
    t = np.pi * rng.random(len(label))
    upper = np.stack([np.cos(t) - 0.5, np.sin(t) - 0.25], axis=1)  # (n, 2)
    return _scattered(2.1 * np.where(label[:, None] == 0, upper, -upper), label, knobs, rng)


def _circles(knobs: Knobs, rng: Generator) -> Points:
    label = _turns(knobs)
    radius = np.where(label == 0, 3.0, 3.0 * knobs["inner"])
    return _scattered(_polar(radius, 2 * np.pi * rng.random(len(label))), label, knobs, rng)


def _xor(knobs: Knobs, rng: Generator) -> Points:
    label = _turns(knobs)
    quarter = np.arange(len(label)) // 2 % 2  # which of the two quadrants of its class
    right = 2 * quarter - 1
    top = (2 * quarter - 1) * np.where(label == 0, 1, -1)
    place = 0.4 + 2.8 * rng.random((len(label), 2))
    return _scattered(place * np.stack([right, top], axis=1), label, knobs, rng)


def _spiral(knobs: Knobs, rng: Generator) -> Points:
    label = _turns(knobs)
    t = np.sqrt(rng.random(len(label)))  # the root spreads the points evenly along the arm
    angle = 2 * np.pi * (knobs["turns"] * t + label / knobs["classes"])
    return _scattered(_polar(0.3 + 3.2 * t, angle), label, knobs, rng)


def _stripes(knobs: Knobs, rng: Generator) -> Points:
    label = _turns(knobs)
    bands = int(knobs["stripes"])
    # A class has every other band, counted from its own number, and fills its bands in turn.
    owned = np.where(label == 0, (bands + 1) // 2, bands // 2)
    band = 2 * (np.arange(len(label)) // 2 % owned) + label
    u = rng.random((len(label), 2))
    across = 5.6 * ((band + 0.14 + 0.72 * u[:, 0]) / bands - 0.5)
    flat = np.stack([across, 5.6 * (u[:, 1] - 0.5)], axis=1)  # (n, 2)
    tilt = np.radians(20)
    turn = np.array([[np.cos(tilt), np.sin(tilt)], [-np.sin(tilt), np.cos(tilt)]])
    return _scattered(flat @ turn, label, knobs, rng)


def _outlier(knobs: Knobs, rng: Generator) -> Points:
    centres = _centres(2, 1.7)
    points = _blobs({**knobs, "n": knobs["n"] - 1}, rng, radius=1.7)
    toward = (centres[1] - centres[0]) / np.linalg.norm(centres[1] - centres[0])
    return points.add(centres[0] + knobs["distance"] * toward, 0)


def _imbalanced(knobs: Knobs, rng: Generator) -> Points:
    upto = np.arange(int(knobs["n"]) + 1) / (1 + knobs["ratio"]) + 0.5
    label = np.diff(np.floor(upto)).astype(np.int64)  # a B whenever another whole one is due
    if not label.any():
        label[-1] = 1
    return _scattered(_centres(2, 1.3)[label], label, knobs, rng)


def _turns(knobs: Knobs) -> Ints:
    return np.arange(int(knobs["n"])) % int(knobs.get("classes", 2))


def _polar(radius: Floats, angle: Floats) -> Floats:
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)


def _centres(k: float, radius: float) -> Floats:
    """k places on a circle, starting lower left, so that a slanting line separates two classes."""
    return _polar(np.full(int(k), radius), np.radians(205) + 2 * np.pi * np.arange(int(k)) / k)


def _scattered(place: Floats, label: Ints, knobs: Knobs, rng: Generator) -> Points:
    z = rng.spawn(1)[0].standard_normal(
        (len(label), 2)
    )  # its own stream: the same z, however many numbers the shape drew
    names = tuple("ABCDEFGH"[: int(knobs.get("classes", 2))])
    return Points(place + knobs["noise"] * z, label, names, np.arange(len(label)))


def _set(name: str, title: str, idea: str, tag: int, make: Maker, *knobs: DataKnob) -> DataSet:
    return DataSet(name, title, idea, tag, make, knobs, draw=make)


SYNTHETIC = (
    _set("blobs", "Blobs", "Round clouds far apart: a line separates them.", 1, _blobs,
         count(100), noise(0.6), classes(2)),
    _set("overlapping-blobs", "Overlapping blobs", "Two clouds that overlap: every line makes errors.", 2, _overlapping,
         count(120), noise(0.95)),
    _set("moons", "Moons", "Two interlocking crescents: a line almost separates them.", 3, _moons,
         count(150), noise(0.22, 1.0)),
    _set("circles", "Circles", "A ring around a ring: no line works, the squares of x₁ and x₂ do.", 4, _circles,
         count(150), noise(0.2, 1.0),
         DataKnob("inner", "r", 0.4, 0.0, 0.9, help="Radius of the inner ring as a fraction of the outer one.")),
    _set("xor", "XOR", "Opposite quadrants share a class: the product x₁x₂ decides.", 5, _xor,
         count(160), noise(0.1, 1.0)),
    _set("spiral", "Spiral", "Arms wound around each other: a job for kernels.", 6, _spiral,
         count(200), noise(0.08, 0.5), classes(2),
         DataKnob("turns", "τ", 1.25, 0.25, 3.0, help="How many times an arm winds around the centre.")),
    _set("stripes", "Stripes", "Alternating bands of two classes: more bands need more bends.", 7, _stripes,
         count(160), noise(0.05, 1.0),
         DataKnob("stripes", "k", 4, 2, 8, integer=True, help="How many bands.")),
    _set("outlier", "Outlier", "Two separate clouds, and one point of A far on the wrong side.", 8, _outlier,
         count(61, low=3), noise(0.4),
         DataKnob("distance", "d", 5.2, -2.0, 6.0, help="How far the outlier lies from the centre of A, towards B.")),
    _set("imbalanced", "Imbalanced", "Many points of A, few of B: high accuracy is easy, and useless.", 9, _imbalanced,
         count(150), noise(0.85),
         DataKnob("ratio", "A : B", 9.0, 1.0, 50.0, log=True, help="Points of A for each point of B.")),
)  # fmt: skip
