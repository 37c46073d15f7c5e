"""Guessed labels in numbers: the round of self-training or co-training of each, and how sure the
models were."""

import math
from collections.abc import Iterable

import numpy as np

from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.placing.stacks import CORNERS, corners_free
from linlab.engine.picture.scene import DOT, Scene
from linlab.engine.picture.shapes import Entry, Group, Item, Label, Pen

MOST_NUMBERS = 120  # most guesses with numbers


def draw(scene: Scene) -> Iterable[Item]:
    """The round and the confidence, in percent rounded down, at a free corner of the point; the
    least certain come first."""
    guesses = scene.points.guesses
    if guesses is None:
        return
    guessed = sorted((guess.sure, k) for k, guess in enumerate(guesses) if guess is not None)
    order = np.array([k for _, k in guessed])
    page = scene.places * (1 / scene.unit, -1 / scene.unit)
    size = 0.8 * scene.font
    away = 0.5 * DOT * scene.dot
    room = text_width("1 · 99", size), size
    words = []
    for k, corner in zip(
        order.tolist(),
        corners_free(page[order], page, away, room, MOST_NUMBERS, CORNERS),
        strict=True,
    ):
        guess = guesses[k]
        if corner is not None and guess is not None:
            x, y = scene.places[k].tolist()
            words.append(
                Label(
                    f"{guess.round} · {math.floor(100 * guess.sure)}",
                    (x, y),
                    size,
                    scene.palette.text,
                    "start" if corner[0] > 0 else "end",
                    dx=corner[0] * away,
                    dy=corner[1] * (away + size / 4),
                    veil=scene.palette.card,
                )
            )
    yield Group("rounds", tuple(words))


def legend(scene: Scene) -> Iterable[Entry]:
    if scene.points.guesses is not None:
        yield Entry("number: round · confidence in %", "disc", None, Pen(scene.palette.quiet, 1.0))
