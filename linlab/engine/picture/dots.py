"""The points of a scene as marks: colour and shape by class, hollow for dev and test, with a dot
inside for test. A point with a guessed label is an outline over a faint fill, crossed out if the
true label is known and different. Beside a point whose label was flipped is a small mark of its true
class.

Points of different classes at one place are drawn side by side; if there is room, a number says how
many points a mark stands for.
"""

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from linlab.engine.data.points import Points
from linlab.engine.ground.numerals import grouped

from .metrics import text_width
from .palette import Palette, colour_of, mixed, symbol_of
from .placing.stacks import corners_free, stacks
from .scene import DOT, Scene
from .shapes import CORE, Entry, Group, Item, Label, Marks, Pen

TRUE_CLASS, BESIDE = (
    9.0,
    0.6,
)  # the mark of a true class: pixels, and how far away in sizes of a point
MOST_NUMBERS = 60  # marks that have a number


def points(scene: Scene) -> Iterable[Item]:
    part = np.asarray(scene.parts if scene.hollow else 0 * scene.parts, np.int8).tobytes()
    yield _dots(
        scene.points, part, scene.palette, scene.dot, scene.unit if scene.stacks.shifted else 0.0
    )


def true_classes(scene: Scene) -> Iterable[Item]:
    """A small mark of the true class at the upper right of each flipped label."""
    all, palette = scene.points, scene.palette
    if all.truth is None:
        return
    aside = BESIDE * DOT * scene.dot * scene.unit
    flipped = all.flipped
    for c in np.unique(all.true[flipped]).tolist():
        own = flipped & (all.true == c)
        rim = Pen(palette.rim_of(colour_of(c)), 1.2 * scene.dot)
        x = scene.places[own] + (aside, aside)
        yield Marks(f"true class {c}", symbol_of(c), x, TRUE_CLASS * scene.dot, colour_of(c), rim)


def numbers(scene: Scene) -> Iterable[Item]:
    if len(scene.stacks.count):
        yield _numbers(
            scene.points, scene.unit, scene.dot, scene.ring, 0.9 * scene.font, scene.palette.text
        )


@lru_cache(maxsize=2)  # while the run goes on the points stay
def _dots(all: Points, parts: bytes, palette: Palette, scale: float, unit: float) -> Group:
    part = np.frombuffer(parts, np.int8)
    x = stacks(all).placed(all.x, DOT * scale * unit)
    marks = []
    guessed = all.guessed
    for c in range(-1, len(all.classes)):
        name = all.classes[c] if c >= 0 else "unlabelled"
        ink = colour_of(c) if c >= 0 else palette.in_plane(colour_of(c))
        line = palette.on_card(ink)
        for hollow in (False, True):
            own = (all.label == c) & ((part > 0) == hollow) & ~guessed
            if own.any():
                rim = Pen(palette.rim_of(ink), 1.3 * scale)
                pen = Pen(line, 2.2 * scale) if hollow or c < 0 else rim
                marks.append(
                    Marks(
                        name,
                        symbol_of(c),
                        x[own],
                        DOT * scale,
                        palette.card if hollow else ink,
                        pen,
                        all.ids[own],
                    )
                )
        own = (all.label == c) & guessed
        if own.any():
            pen = Pen(line, 2.2 * scale)
            marks.append(
                Marks(
                    f"{name}, guessed",
                    symbol_of(c),
                    x[own],
                    DOT * scale,
                    _margin_around(ink, palette),
                    pen,
                    all.ids[own],
                )
            )
        tests = x[(all.label == c) & (part == 2)]
        if len(tests):
            marks.append(Marks("test", "disc", tests, CORE * DOT * scale, ink))
    untrue = guessed & (all.true >= 0) & (all.true != all.label)
    if untrue.any():
        marks.append(
            Marks(
                "guessed wrong",
                "cross",
                x[untrue],
                7 * scale,
                palette.text,
                Pen(palette.card, 0.7 * scale),
            )
        )
    return Group("points", tuple(marks))


def guesses(scene: Scene) -> Iterable[Entry]:
    """What the marks of guessed and flipped labels mean, and how many there are."""
    all = scene.points
    if all.truth is not None and (flipped := int(all.flipped.sum())):
        ink = scene.palette.quiet
        rim = Pen(scene.palette.card, 1.2 * scene.dot)
        yield Entry(f"flipped label ({grouped(flipped)}): its true class", "disc", ink, rim)
    if all.guesses is None:
        return
    untrue = int((all.guessed & (all.true >= 0) & (all.true != all.label)).sum())
    ink = scene.palette.quiet
    yield Entry(
        f"guessed ({grouped(int(all.guessed.sum()))})",
        "disc",
        _margin_around(ink, scene.palette),
        Pen(ink, 2.2 * scene.dot),
    )
    if untrue:
        yield Entry(
            f"guessed wrong ({grouped(untrue)})",
            "cross",
            scene.palette.text,
            Pen(scene.palette.card, 0.7 * scene.dot),
        )


def _margin_around(ink: str, palette: Palette) -> str:
    return mixed(ink, palette.card, 0.1)


@lru_cache(maxsize=4)
def _numbers(all: Points, unit: float, scale: float, ring: float, size: float, ink: str) -> Group:
    """How many points a mark stands for, at a free corner of it."""
    own = stacks(all)
    x = own.placed(all.x, DOT * scale * unit)
    page = x * (1 / unit, -1 / unit)
    room = (text_width("×44", size), size)
    away = 0.38 * ring
    words = []
    for k, count, corner in zip(
        own.first.tolist(),
        own.count.tolist(),
        corners_free(page[own.first], page, away, room, MOST_NUMBERS),
        strict=True,
    ):
        if corner is not None:
            across, down = corner
            words.append(
                Label(
                    f"×{count}",
                    (x[k, 0], x[k, 1]),
                    size,
                    ink,
                    "start" if across > 0 else "end",
                    dx=across * away,
                    dy=down * (away + size / 4),
                )
            )
    return Group("stacks", tuple(words))
