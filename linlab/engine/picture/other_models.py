"""Several models of a document: the boundaries of all in one plane, or a plane for each, side by
side."""

import math
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache

from linlab.engine.data.inputs import are_texts
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import percent
from linlab.engine.train.measures import Sample
from linlab.engine.train.moment import Moment
from linlab.engine.train.trace import SMALL_BUDGET, Trace

from .field import Contours
from .metrics import shortened, text_width
from .model_styles import style_of
from .scene import Scene, drawable
from .shapes import Entry, Frame, Item, Label, Lines, Pen

ONE, SIDE, ALONE = "one", "side", "alone"
ARRANGEMENTS = ((ONE, "One plane"), (SIDE, "Side by side"), (ALONE, "This one"))
SHAPE = 1.25  # ratio of width to height of a well-proportioned plane
SMALLER = 0.85  # scale of points and lines in planes side by side
GAP = 10.0  # pixels between two


def after(arrangement: str) -> str:
    """The next arrangement.

    >>> after(ONE), after(ALONE)
    ('side', 'one')
    """
    keys = [key for key, _ in ARRANGEMENTS]
    return keys[(keys.index(arrangement) + 1) % len(keys)]


def others(scene: Scene) -> Iterable[Item]:
    """The boundaries of the other models, thinner than that of the current one."""
    for other in _others(scene):
        lines = Contours(
            drawable(other.model.grid(scene.xs, scene.ys)), scene.xs, scene.ys
        ).boundary
        yield Lines("models", tuple(lines), _thin(scene, other.which))


def legend(scene: Scene) -> Iterable[Entry]:
    """Which line belongs to which model."""
    drawn = {other.which for other in _others(scene)} | {scene.which}
    for other in scene.other_models if len(drawn) > 1 else ():
        yield Entry(
            other.name,
            pen=scene.line if other.which == scene.which else _thin(scene, other.which),
        )


def _others(scene: Scene) -> list[Moment]:
    return [
        other
        for other in scene.other_models
        if other.which != scene.which
        and other.model.decided
        and not scene.of_texts
        and not are_texts(other.model.examples.x)
    ]


def _thin(scene: Scene, which: int) -> Pen:
    return style_of(scene.palette, which, 1.8 * scene.scale)


def cells(room: Frame, many: int, gap: float = GAP) -> list[Frame]:
    """Frames of equal size for this many planes, row by row, well proportioned.

    >>> [(round(each.x), round(each.y)) for each in cells(Frame(0, 0, 810, 610), 4)]
    [(0, 0), (410, 0), (0, 310), (410, 310)]
    """

    def size(columns: int) -> tuple[float, float]:
        rows = math.ceil(many / columns)
        return (room.width - gap * (columns - 1)) / columns, (room.height - gap * (rows - 1)) / rows

    def used(columns: int) -> float:
        width, height = size(columns)
        return min(width, SHAPE * height)

    columns = max(range(1, many + 1), key=used)
    width, height = (max(8.0, side) for side in size(columns))
    return [
        Frame(
            room.x + (width + gap) * (k % columns),
            room.y + (height + gap) * (k // columns),
            width,
            height,
        )
        for k in range(many)
    ]


def heading(scene: Scene, name: str, sample: Sample | None, current: bool) -> Label:
    """The name of a model in the corner of its plane, with its error, on the dev points if there
    are any."""
    if sample is None:
        share = None
    elif sample.dev_error is None:
        share = sample.train_error
    else:
        share = sample.dev_error
    error = "" if share is None else f"   {percent(share)}"
    room = scene.size[0] - 2.2 * scene.font
    if text_width(name + error, scene.font) > room:  # a name matters more than a number
        error = ""
    return Label(
        f"{shortened(name, room, scene.font)}{error}",
        (scene.view.left, scene.view.top),
        scene.font,
        scene.palette.accent_text if current else scene.palette.text,
        dx=1.1 * scene.font,
        dy=1.4 * scene.font,
        bold=current,
        veil=scene.palette.card,
        name="heading",
    )


def edge(scene: Scene, frame: Frame, current: bool) -> Frame:
    """The frame of a model's plane; that of the current one stands out."""
    pen = (
        Pen(scene.palette.accent, 2.0 * scene.scale)
        if current
        else Pen(scene.palette.border, scene.scale)
    )
    return Frame(frame.x, frame.y, frame.width, frame.height, pen=pen)


def other_models_at(traces: Sequence[Trace], t: int) -> tuple[Moment, ...]:
    """The models of a document at t; a run that ends before is at its end."""
    return tuple(Moment.of(trace, t) for trace in traces)


def other_models_of(trace: Trace, t: int) -> tuple[Moment, ...]:
    """All models of a trace's document at t; none if it has but one."""
    return other_models_at(_all(trace), t) if len(trace.document.learners) > 1 else ()


@lru_cache(maxsize=1)  # of one figure or film after the other
def _all(trace: Trace) -> tuple[Trace, ...]:
    found = [trace]
    for which in range(len(trace.document.learners)):
        if which != trace.which:
            with suppress(LinlabError):  # one that cannot be trained has no line
                found.append(Trace(trace.document, which, SMALL_BUDGET))
    return tuple(sorted(found, key=lambda each: each.which))
