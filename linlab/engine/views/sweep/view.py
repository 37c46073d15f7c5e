"""The sweep as a view: error above, loss below, over the values of a knob; a click adopts one.

Each value is trained from the start, by the read-out of the learner, on the points and with the
settings in force; errors are shares of wrong answers. Dashed is what the generator says of it: the
expected risk, from a fresh sample.
"""

from functools import partial
from typing import Any

import numpy as np

from linlab.engine.ground.numerals import grouped
from linlab.engine.optimum.exact import has_method
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Frame, Item, Label, Lines, Marks, Panel, Pen, View
from linlab.engine.views.chart import (
    Span,
    bare,
    chart,
    level,
    side_by_side,
    span_of,
    stacked,
    upright,
)
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.ready import Need, Ready
from linlab.engine.views.kit.view import Computation, view
from linlab.engine.views.kit.words import height_of, with_foot, words_panel
from linlab.engine.views.plane_and_curves import roomy
from linlab.engine.views.view import CHECK, Adoption, Choices, Option

from .degrees import SPACED, THREE, Fits, degrees, fits, with_degree
from .judging import EXACT, PARTS
from .knobs import NOISE, Case, Knob, knobs_of, noisy
from .words import NAMES, far, goal, words_of
from .work import SweepResult, sweep

LOW = 26  # sizes of the type that a view is high which has room for one chart
USUAL = "usual"
EPOCHS = ("10", "50", "200", "1000")
TO_THE_OPTIMUM = (THREE, "degree", "lam", "C", "gamma")  # swept for what the best of each can do
WAIT = "Each value is being trained; the result appears here"


NEED: Need[Case] = Need(Case.of)
Sweeping = Ready[Case, Any]


def _knobs(moment: Sweeping) -> dict[str, Knob]:
    return knobs_of(moment.subject, len(moment.model.examples.y))


def _over(moment: Sweeping) -> Choices:
    swept = tuple((key, f"{knob.symbol} {knob.title}") for key, knob in _knobs(moment).items())
    spaced = "space" in moment.subject.learner.recipe.parameters
    return (*swept, (THREE, "underfit, right, overfit")) if spaced else swept


def _trained(moment: Sweeping) -> Choices:
    if moment.subject.learner.recipe.counting:
        return ()
    epochs = ((USUAL, "as usual"), *((many, f"for {grouped(int(many))} epochs") for many in EPOCHS))
    return (*epochs, (EXACT, "to the exact optimum")) if _has_optimum(moment) else epochs


def _has_optimum(moment: Sweeping) -> bool:
    learner = moment.subject.learner
    return "lam" in learner.recipe.parameters and has_method(learner)


OVER = Option("over", "Over", "what varies; everything else stays the same", NEED.choices(_over))
TRAINED = Option(
    "trained",
    "Trained",
    "how long each value is trained from the start; as usual: to the exact optimum for λ, C, a kernel’s γ "
    "and the degree if there is one, else for 50 epochs",
    NEED.choices(_trained),
)


def knob_of(figure: Figure, moment: Sweeping) -> Knob:
    return _knobs(moment)[OVER.value(figure, moment)]


def _how(figure: Figure, moment: Sweeping) -> str:
    """For how many epochs, or exactly; counting is done after one."""
    chosen = str(TRAINED.value(figure, moment) or "1")
    if chosen != USUAL:
        return chosen
    best = OVER.value(figure, moment) in TO_THE_OPTIMUM and _has_optimum(moment)
    return EXACT if best else "50"


def _key(figure: Figure, moment: Sweeping) -> object:
    """Where the knob is now makes no difference to what is found, if that is one of the values that
    are swept anyway."""
    case = moment.subject
    over = OVER.value(figure, moment)
    how = _how(figure, moment)
    free: tuple[str, ...]
    if over == THREE:
        free = SPACED
    elif over == "C":
        free = ("lam",)
    else:
        free = (over,)
    own = tuple(pair for pair in case.learner.chosen if pair[0] not in free)
    tried = () if over == THREE else knob_of(figure, moment).tried
    data = (
        (noisy(case.source, 0.0),)
        if over == NOISE and case.source is not None
        else (case.source, case.points)
    )
    return over, how, tried, case.learner.model, own, data, case.seed, case.shares


def _run(figure: Figure, moment: Sweeping) -> SweepResult | Fits:
    if OVER.value(figure, moment) == THREE:
        return fits(moment.subject, _how(figure, moment))
    return sweep(knob_of(figure, moment), _how(figure, moment))


def _of(figure: Figure, moment: Sweeping) -> object:
    """A sweep is shown until there is another over the same."""
    return OVER.value(figure, moment)


def _waiting(figure: Figure, moment: Sweeping) -> str:
    return WAIT


def panels(
    figure: Figure, moment: Ready[Case, SweepResult | Fits], palette: Palette, room: Frame
) -> tuple[Panel, ...]:
    found = moment.found
    how = _how(figure, moment)
    if isinstance(found, Fits):
        return _three(figure, moment, palette, room, found)
    knob = knob_of(figure, moment)
    key = figure, palette, (room.x, room.y, room.width, room.height), knob.now, how
    if key not in found.kept:  # while the run goes on, nothing of it changes
        found.kept.clear()
        found.kept[key] = _drawn(figure, palette, room, knob, found, how)
    return found.kept[key]


def _drawn(
    figure: Figure, palette: Palette, room: Frame, knob: Knob, found: SweepResult, how: str
) -> tuple[Panel, ...]:
    """The charts, the words below, and the legend above."""
    words = words_of(knob, found, how)
    high = min(height_of(figure, room.width, words), 0.35 * room.height)
    _, foot = with_foot(room, high)
    head = 1.9 * figure.font if figure.legend else 0.0
    over = Frame(room.x, room.y + 1, room.width, head - 2)
    middle = Frame(room.x, room.y + head, room.width, room.height - high - head)
    shown = kinds(figure)
    wide = room.width > 1.6 * room.height
    rooms = (side_by_side if wide else stacked)(middle, (1.0,) * len(shown))
    titled = shown if wide else shown[-1:]  # with the title of the axis below
    charts = []
    for kind, part in zip(shown, rooms, strict=True):
        drawn = partial(
            _chart,
            figure,
            palette,
            knob=knob,
            found=found,
            kind=kind,
            title=f"{knob.symbol}: {knob.title}, {goal(how)}" if kind in titled else "",
        )
        charts.append(roomy(drawn, figure, part, palette))
    below = words_panel(figure, palette, foot, words)
    return (*charts, below, _legend(figure, palette, over, found)) if head else (*charts, below)


def _three(
    figure: Figure, moment: Sweeping, palette: Palette, room: Frame, found: Fits
) -> tuple[Panel, ...]:
    """The degrees side by side, and below them how they were trained."""
    upper, foot = with_foot(room, 2.2 * figure.font)
    words = [f"{far(_how(figure, moment))}; click to adopt one"]
    return (
        *degrees(figure, moment, palette, upper, found),
        words_panel(figure, palette, foot, words),
    )


def kinds(figure: Figure) -> tuple[str, ...]:
    """Errors and losses, or where there is little room errors alone."""
    return (
        ("error", "loss")
        if max(figure.height, 0.6 * figure.width) > LOW * figure.font
        else ("error",)
    )


def _chart(
    figure: Figure,
    palette: Palette,
    frame: Frame,
    knob: Knob,
    found: SweepResult,
    kind: str,
    title: str,
) -> Panel:
    places = np.array([knob.place(value) for value in found.values])
    columns = getattr(found, kind)
    share = kind == "error"
    across = span_of(places, zero=False, air=0.03)
    up = _height(columns, share)
    items: list[Item] = []
    if knob.inside:
        items.append(
            Lines(
                "now",
                (upright(knob.place(knob.now or 0.0), up),),
                Pen(palette.on_card(palette.halo), 1.6 * figure.scale),
            )
        )
    for part, pen in _pens(figure, palette).items():
        y = columns[part]
        known = np.isfinite(y)
        if not known.any():
            continue
        if part == "fresh":
            spread = 2 * found.spread[0 if share else 1]
            ends = np.clip(np.stack([y - spread, y + spread], axis=1), *up)
            whiskers = tuple(
                np.column_stack([(x, x), pair])
                for x, pair in zip(places[known], ends[known], strict=True)
            )
            items.append(Lines("spread", whiskers, Pen(pen.colour, 1.0 * figure.scale)))
        at = np.column_stack([places, np.clip(y, *up)])
        items.append(Lines(part, _unbroken(at, known), pen))
        seen = known & (y <= up[1])
        items.append(
            Marks(part, "disc", at[seen], 5.5 * figure.scale, pen.colour, Pen(palette.card, 0.8))
        )
    if share and knob.tuned and found.best is not None:
        ring = np.array([(places[found.best], columns[found.judge][found.best])])
        items.append(
            Marks(
                "best", "disc", ring, 13 * figure.scale, None, Pen(palette.text, 1.6 * figure.scale)
            )
        )
    return chart(
        figure,
        frame,
        palette,
        items,
        across,
        up,
        titles=(title, kind if share else "mean loss"),
        log=(knob.log, False),
        percent=(False, share),
    )


def _legend(figure: Figure, palette: Palette, frame: Frame, found: SweepResult) -> Panel:
    """Which line is which, in a row over the charts, where it hides none of them."""
    size = 0.95 * figure.font
    x = figure.font
    items: list[Item] = []
    for part, pen in reversed(_pens(figure, palette).items()):
        if np.isfinite(found.error[part]).any():
            items.append(Lines(part, (level(0.5, (x, x + 1.6 * size)),), pen))
            items.append(Label(NAMES[part], (x + 1.9 * size, 0.5), size, palette.text))
            x += text_width(NAMES[part], size) + 2.9 * size
    return bare(frame, View(0, 0, frame.width, 1), tuple(items), palette, figure.font)


def _pens(figure: Figure, palette: Palette) -> dict[str, Pen]:
    wide = 1.8 * figure.scale
    return {
        "fresh": Pen(palette.quiet, wide, (4.0, 3.0)),
        "test": Pen(palette.test, wide),
        "dev": Pen(palette.dev, wide),
        "train": Pen(palette.accent, wide),
    }


def _height(columns: dict[str, Any], share: bool) -> Span:
    """From 0 to the highest; of losses, one of which may be beyond all others, to a few times the
    middle one."""
    known = np.concatenate([columns[part][np.isfinite(columns[part])] for part in PARTS])
    if not len(known):
        return 0.0, 1.0
    top = (
        float(known.max())
        if share
        else min(float(known.max()), max(2.0, 4 * float(np.median(known))))
    )
    high = top or (0.1 if share else 1.0)
    return -0.04 * high, 1.08 * high  # so that nothing at 0 is cut


def _unbroken(at: Any, known: Any) -> tuple[Any, ...]:
    """The pieces of a line between the places where nothing is known."""
    cuts = np.flatnonzero(np.diff(known.astype(int))) + 1
    return tuple(
        piece
        for piece, good in zip(np.split(at, cuts), np.split(known, cuts), strict=True)
        if good[0]
    )


def adopts(
    figure: Figure, moment: Ready[Case, SweepResult | Fits], panel: int, x: float, y: float
) -> Adoption | None:
    """The learner, or the generator, with the value nearest to the click among those that were
    tried; or with a degree."""
    found = moment.found
    if isinstance(found, Fits):
        return _adopted_degree(moment.subject, found, panel)
    knob = knob_of(figure, moment)
    if panel >= len(kinds(figure)) or not knob.adopts:
        return None
    k = min(range(len(found.values)), key=lambda k: abs(knob.place(float(found.values[k])) - x))
    if found.why[k]:
        return None
    value = float(found.values[k])
    (case,) = knob.cases(value)
    words = f"adopt {knob.equals(value)}"
    return (
        Adoption(words, source=case.source) if knob.key == NOISE else Adoption(words, case.learner)
    )


def _adopted_degree(case: Case, found: Fits, panel: int) -> Adoption | None:
    """Each degree has a plane, and then each has its words."""
    shown = found.fits
    if panel >= 2 * len(shown) or shown[panel % len(shown)].model is None:
        return None
    degree = shown[panel % len(shown)].degree
    return Adoption(f"adopt degree {degree}", with_degree(case.learner, degree))


SWEEP: Computation[Case, SweepResult | Fits] = Computation(_key, _run, _waiting, _of)
SWEEP_VIEW = view(
    "sweep",
    "Tune a setting",
    "errors and losses over λ, C, α, a kernel’s γ, the degree, the noise or the number of examples, "
    "each value trained from the start; a click adopts one",
    NEED,
    panels,
    computation=SWEEP,
    options=(OVER, TRAINED),
    adopts=adopts,
    group=CHECK,
    tab="Tune",
    key="0",
)
