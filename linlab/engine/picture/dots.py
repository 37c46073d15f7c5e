"""The points of a scene as marks: colour and shape by class, hollow if set aside as dev or test, with a dot inside if as test.

Of one place, those of other classes stand beside each other; where there is room it is said how many a mark is.
"""

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from linlab.engine.data.points import Points

from .metrics import text_width
from .palette import Palette, colour_of, symbol_of
from .placing.stacks import corners_free, stacks
from .scene import DOT, Scene
from .shapes import CORE, Group, Item, Label, Marks, Pen

MOST = 60  # marks that have a number


def points(scene: Scene) -> Iterable[Item]:
    part = np.asarray(scene.parts if scene.hollow else 0 * scene.parts, np.int8).tobytes()
    yield _dots(scene.points, part, scene.palette, scene.dot,
                scene.unit if scene.stacks.shifted else 0.0)  # fmt: skip


def numbers(scene: Scene) -> Iterable[Item]:
    if len(scene.stacks.count):
        yield _numbers(scene.points, scene.unit, scene.dot, scene.ring, 0.9 * scene.font, scene.palette.text)


@lru_cache(maxsize=4)  # while the run goes on the points stay
def _dots(all: Points, parts: bytes, palette: Palette, scale: float, unit: float) -> Group:
    part, rim = np.frombuffer(parts, np.int8), Pen(palette.rim, 1.3 * scale)
    x = stacks(all).placed(all.x, DOT * scale * unit)
    marks = []
    for c in range(-1, len(all.classes)):
        name, ink = all.classes[c] if c >= 0 else "unlabelled", colour_of(c)
        for hollow in (False, True):
            own = (all.label == c) & ((part > 0) == hollow)
            if own.any():
                pen = Pen(ink, 2.2 * scale) if hollow or c < 0 else rim
                marks.append(Marks(name, symbol_of(c), x[own], DOT * scale, palette.card if hollow else ink, pen, all.ids[own]))
        tests = x[(all.label == c) & (part == 2)]
        if len(tests):
            marks.append(Marks("test", "disc", tests, CORE * DOT * scale, ink))
    return Group("points", tuple(marks))


@lru_cache(maxsize=4)
def _numbers(all: Points, unit: float, scale: float, ring: float, size: float, ink: str) -> Group:
    """How many points a mark is, in a corner of it where no other mark is."""
    own = stacks(all)
    x = own.placed(all.x, DOT * scale * unit)
    page = x * (1 / unit, -1 / unit)
    room, away = (text_width("×44", size), size), 0.38 * ring
    words = []
    for k, count, corner in zip(own.first.tolist(), own.count.tolist(),
                                corners_free(page[own.first], page, away, room, MOST), strict=True):  # fmt: skip
        if corner is not None:
            across, down = corner
            words.append(Label(f"×{count}", (x[k, 0], x[k, 1]), size, ink, "start" if across > 0 else "end", dx=across * away,
                               dy=down * (away + size / 4)))  # fmt: skip
    return Group("stacks", tuple(words))
