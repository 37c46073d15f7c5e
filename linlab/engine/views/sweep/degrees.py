"""Three polynomial degrees side by side: one that fits too little, one that is about right, and one
that fits the noise.

Each is a plane of its own with the boundary that is learnt there, and the errors on points that
were learnt from and others.
"""

from dataclasses import dataclass, field, replace

import numpy as np

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import percent
from linlab.engine.ground.progress import hand_over
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.metrics import shortened, wrapped
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.plane_panel import ModelAnswers, around, fitted, plane_panel
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import Frame, Item, Label, Panel, Pen, View
from linlab.engine.train.models import Model
from linlab.engine.views.chart import bare, side_by_side, stacked
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot

from .judging import ErrorsAndLosses, judge_case
from .knobs import Case
from .words import NAMES

THREE = "degrees"  # as what is swept over
DEGREES = (("underfit", 1), ("right", 3), ("overfit", 12))
SPACED = (
    "space",
    "degree",
    "coef0",
    "gamma",
    "features",
    "grids",
)  # settings that a preset replaces
LAYERS = frozenset({"regions", "boundary"})
ROWS = 5.6  # of words beside a plane: its name, and up to four errors
WORDS_WIDTH = 11.8  # sizes of the type that the words are wide
CELL = 3.0  # pixels to a cell of the grid


@dataclass(frozen=True, eq=False)
class Fit:
    """A degree, and what became of it."""

    name: str
    degree: int
    model: Model | None
    judged: ErrorsAndLosses


@dataclass(frozen=True, eq=False)
class Fits:
    """As many as there are yet; `kept` is what has been drawn of their models."""

    fits: tuple[Fit, ...]
    kept: dict[object, ModelAnswers] = field(default_factory=dict)
    of: str = THREE


def with_degree(learner: Learner, degree: int) -> Learner:
    """The learner among the monomials up to that degree."""
    others = {name: None for name in SPACED if name in dict(learner.chosen)}
    return learner.replace(**{**others, "space": "monomial", "degree": degree})


def fits(case: Case, how: str) -> Fits:
    found: list[Fit] = []
    for k, (name, degree) in enumerate(DEGREES):
        doing = f"degree {degree}: {k + 1} of {len(DEGREES)}"
        try:
            model, judged = judge_case(
                replace(case, learner=with_degree(case.learner, degree)), how, doing
            )
        except LinlabError as trouble:  # these settings have no meaning together
            model = None
            judged = ErrorsAndLosses(why=str(trouble))
        found.append(Fit(name, degree, model, judged))
        hand_over(Fits(tuple(found)))
    return Fits(tuple(found))


def degrees(
    figure: Figure, moment: Snapshot, palette: Palette, room: Frame, found: Fits
) -> tuple[Panel, ...]:
    """The planes, then the words of each."""
    wide = room.width > max(1.1 * room.height, 3.2 * WORDS_WIDTH * figure.font)
    planes, words = [], []
    for fit, part in zip(
        found.fits, (side_by_side if wide else stacked)(room, (1, 1, 1), gap=6.0), strict=False
    ):
        first, second = _cut(part, wide, figure.font)
        words.append(_words(figure, palette, first, fit))
        if fit.model is not None:
            planes.append(_plane(figure, moment, palette, second, fit.model, found.kept))
        else:
            planes.append(bare(second, View(0, 0, 1, 1), (), palette, figure.font))
    return (*planes, *words)


def _cut(part: Frame, wide: bool, font: float) -> tuple[Frame, Frame]:
    """The room of the words and that of the plane."""
    if wide:
        high = min(ROWS * 1.5 * 0.95 * font, 0.45 * part.height)
        return (
            Frame(part.x + 1, part.y + 1, part.width - 2, high - 2),
            Frame(part.x + 1, part.y + high, part.width - 2, part.height - high - 2),
        )
    across = min(WORDS_WIDTH * font, 0.5 * part.width)
    return (
        Frame(part.x + part.width - across + 2, part.y + 1, across - 3, part.height - 2),
        Frame(part.x + 1, part.y + 1, part.width - across - 2, part.height - 2),
    )


def _plane(
    figure: Figure,
    moment: Snapshot,
    palette: Palette,
    frame: Frame,
    model: Model,
    kept: dict[object, ModelAnswers],
) -> Panel:
    region = around(moment.points.x)
    view = fitted(
        (region.left, region.bottom), (region.right, region.top), frame.width, frame.height
    )
    scene = Scene(
        palette=palette,
        points=moment.points,
        parts=moment.parts,
        model=model,
        step=None,
        view=view,
        size=(frame.width, frame.height),
        selection=moment.selection,
        pointed=moment.pointed,
        scale=0.75 * figure.scale,
        font=figure.font,
        cell=CELL,
        features=moment.features,
    )
    key = id(model), view, scene.size, palette, figure.scale
    if key not in kept:
        while len(kept) >= 2 * len(DEGREES):
            kept.pop(next(iter(kept)))
        kept[key] = ModelAnswers.of(scene, LAYERS)
    return plane_panel(scene, LAYERS, replace(frame, pen=Pen(palette.border, 1.0)), said=kept[key])


def _words(figure: Figure, palette: Palette, frame: Frame, fit: Fit) -> Panel:
    size = 0.95 * figure.font
    rows = frame.height / (1.5 * size)
    items: list[Item] = [
        Label(fit.name, (0.5 * size, rows - 0.7), size, palette.text, bold=True),
        Label(
            f"degree {fit.degree}",
            (frame.width - 0.5 * size, rows - 0.7),
            size,
            palette.quiet,
            "end",
        ),
    ]
    lines = errors_in_words(fit.judged)
    if fit.judged.why:
        lines = wrapped(
            f"{fit.judged.why[:1].upper()}{fit.judged.why[1:].rstrip('.')}.",
            frame.width - size,
            size,
        )
    for k, line in enumerate(lines[: max(1, int(rows) - 1)]):
        items.append(
            Label(
                shortened(line, frame.width - size, size),
                (0.5 * size, rows - 1.8 - k),
                size,
                palette.text,
            )
        )
    return bare(frame, View(0, 0, frame.width, rows), tuple(items), palette, figure.font)


def errors_in_words(judged: ErrorsAndLosses) -> list[str]:
    """The share wrong on each part, and on new points with its standard error."""
    known = [
        part for part in ("train", "dev", "test") if np.isfinite(judged.error.get(part, np.nan))
    ]
    found = [f"{NAMES[part]} {percent(judged.error[part])}" for part in known]
    risk = judged.error.get("fresh", np.nan)
    return (
        [*found, f"new {100 * risk:.1f} ± {100 * judged.spread[0]:.1f} %"]
        if np.isfinite(risk)
        else found
    )
