"""Algorithm: the learner's listing, with what the last step did. Lines that were run are
highlighted, more strongly where they changed the weights; an “if” says whether it held, and values
stand beside the lines that made them.

The lines are run, not remembered: the values come from the functions of the listing itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linlab.engine.ground.numerals import changed, changed_alike, grouped, number, without_dust
from linlab.engine.picture.palette import Palette, mixed
from linlab.engine.picture.shapes import (
    Areas,
    Frame,
    Item,
    Label,
    Lines,
    Panel,
    Pen,
    SymbolBox,
    View,
)
from linlab.engine.train.problem import Problem
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.ready import Need, Ready, ReadyRun
from linlab.engine.views.kit.view import view
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.view import Choices, Option
from linlab.engine.words.listing.latex import document
from linlab.engine.words.listing.line import Line, Listing, Visit
from linlab.engine.words.listing.listing import listing_of, unified_listing
from linlab.engine.words.listing.running import visits_of

from .page import EDGE, Row, page, symbols_of_row, value_box, words_of_row
from .rounds import GUESSING, guessing, ways_to_guess

MOST_LISTED_NUMBERS = 4  # numbers that are listed
OWN, UNIFIED = "own", "unified"


@dataclass(frozen=True, eq=False)
class ListingRun:
    """A listing, and how often the last step came to each of its lines."""

    listing: Listing
    problem: Problem
    visits: tuple[Visit | None, ...]


def _choices(moment: Snapshot) -> Choices:
    trace = moment.trace
    own = ((OWN, "This model"),)
    if trace is None:
        return own
    problem = trace.problem(moment.t)
    known = unified_listing(problem.learner, len(problem.classes))
    one = () if known is None else ((UNIFIED, "One update for all"),)
    return (*own, *one, *ways_to_guess(moment))


BEFORE = "moved_from"  # the name of what a line changed, as it was
FORM = Option(
    "form",
    "Algorithm of",
    "The algorithm of this model, the one update that all online learners share, or how models "
    "guess labels",
    _choices,
)


def listing_run(moment: ReadyRun, form: str = OWN) -> ListingRun:
    """The listing of the learner in force, run for the step that led to this moment."""
    t = max(0, moment.t - 1)
    problem = moment.trace.problem(t)
    if form in GUESSING:
        return ListingRun(*guessing(moment, form, problem))
    listing = listing_of(moment.trace.learner(t), problem)
    if form == UNIFIED:
        listing = unified_listing(problem.learner, len(problem.classes)) or listing
    before: list[Visit | None] = [None] * len(listing.before)
    answer: list[Visit | None] = [None] * len(listing.answer)
    if moment.step is None:
        started = [Visit(times=1) for _ in before]
        if started and "start" in dict(problem.learner.chosen):
            w, b = problem.split(moment.trace.at(moment.t).theta)
            started[-1].values = {"w": w, "b": b} if problem.constant else {"w": w}
        return ListingRun(listing, problem, (*started, *([None] * len(listing.step)), *answer))
    steps = visits_of(listing, moment.trace, moment.step)
    return ListingRun(listing, problem, (*before, *steps, *answer))


def value_beside(line: Line, visit: Visit | None, problem: Problem) -> str:
    """What stands beside a line that was run."""
    if visit is None or not visit.times:
        return ""
    if line.when is not None:
        if visit.times > 1:
            return f"{grouped(visit.held)} of {grouped(visit.times)}"
        return f"{visit.said}  {'yes' if visit.held else 'no'}".strip()
    if visit.said or visit.times > 1:
        return visit.said
    before = visit.values.get(BEFORE)
    parts = [
        _written(name, value, problem, before if name == "moved" else None)
        for name, value in visit.values.items()
        if name != BEFORE
    ]
    return ", ".join(part for part in parts if part)


def _written(name: str, value: Any, problem: Problem, before: Any = None) -> str:
    """A value; one that was changed has the same digits as where the change is printed elsewhere."""
    values = np.ravel(value).astype(float)
    if before is not None and len(values) <= MOST_LISTED_NUMBERS:
        old = np.ravel(before).astype(float).tolist()
        if len(old) == 1:
            return changed(*without_dust(old[0], values[0]))[1]
        return f"({', '.join(changed_alike(old, values.tolist())[1])})"
    if name == "z":
        return problem.classes[int(values[0])]
    if len(values) == 1:
        return number(float(values[0]))
    if len(values) > MOST_LISTED_NUMBERS:
        length = number(float(np.linalg.norm(values)))
        return f"length {length}" if name in ("w", "mean_w") else ""
    return f"({', '.join(number(float(each)) for each in values)})"


def algorithm(
    figure: Figure, moment: Ready[None, None], palette: Palette, room: Frame
) -> tuple[Panel, ...]:
    seen = listing_run(moment, FORM.value(figure, moment))
    lines = seen.listing.lines
    values = [
        value_beside(line, visit, seen.problem)
        for line, visit in zip(lines, seen.visits, strict=True)
    ]
    made = page(lines, values, room.width, room.height, figure.font)
    size, step = made.size, made.step
    ran = [visit is not None and visit.times > 0 for visit in seen.visits]
    changed = [visit is not None and visit.changed for visit in seen.visits]
    behind = _bands(made.rows, ran, changed, step, room.width, palette)
    behind += _separators(seen.listing, made.rows, step, room.width, palette)
    items: list[Item] = []
    boxes: list[SymbolBox] = []
    for k, row in enumerate(made.rows):
        y = -(k + 0.5) * step
        ink = palette.text if ran[row.line] or moment.step is None else palette.quiet
        items += words_of_row(row, y, size, ink)
        boxes += symbols_of_row(row, y, step, size)
        if row.value:
            place = (room.width - EDGE * size, y)
            items.append(Label(row.value, place, size, palette.text, "end", bold=True))
            boxes += value_box(row, lines[row.line], room.width, y, step, size)
    items = [*behind, *behind_symbols(boxes, moment.symbol, palette), *items]
    ground = replace(palette, plane=palette.card)
    seen_part = View(0.0, -room.height, room.width, 0.0)
    panel = Panel(room, seen_part, tuple(items), ground, figure.font, symbols=tuple(boxes))
    return (panel,)


def band_of(palette: Palette, changed: bool = True) -> str:
    """The ground of a line that was run, and of one that changed the weights."""
    return palette.highlight if changed else mixed(palette.highlight, palette.card, 0.4)


def _bands(
    rows: Sequence[Row],
    ran: Sequence[bool],
    changed: Sequence[bool],
    step: float,
    width: float,
    palette: Palette,
) -> list[Item]:
    """Behind the lines that were run; those that changed the weights have a bar beside them."""
    items: list[Item] = []
    for name, strong in (("highlighted lines", False), ("changing lines", True)):
        bands = tuple(
            _box(k, step, 0.0, width)
            for k, row in enumerate(rows)
            if ran[row.line] and changed[row.line] == strong
        )
        if bands:
            items.append(Areas(name, bands, band_of(palette, strong)))
    bars = [k for k, row in enumerate(rows) if changed[row.line]]
    if bars:
        items.append(Areas("bars", tuple(_box(k, step, 0.0, 3.0) for k in bars), palette.halo))
    return items


def behind_symbols(boxes: Sequence[SymbolBox], symbol: str, palette: Palette) -> list[Item]:
    """Behind the symbol that is pointed at, wherever it stands, and its value."""
    rings = tuple(
        np.array(
            [(b.left, b.top), (b.right, b.top), (b.right, b.bottom), (b.left, b.bottom)], float
        )
        for b in boxes
        if b.symbol == symbol
    )
    return [Areas("pointed symbol", rings, palette.accent, opacity=0.3)] if rings else []


def _box(k: int, step: float, left: float, right: float) -> Any:
    top = -k * step
    bottom = -(k + 1) * step
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)])


def _separators(
    listing: Listing, rows: Sequence[Row], step: float, width: float, palette: Palette
) -> list[Item]:
    """Thin lines between what comes before the steps, the steps, and the answer."""
    ends = {len(listing.before), len(listing.before) + len(listing.step)}
    places = [
        k for k, row in enumerate(rows) if k and row.line in ends and rows[k - 1].line < row.line
    ]
    if not places:
        return []
    lines = tuple(np.array([(0.0, -k * step), (width, -k * step)]) for k in places)
    return [Lines("between the parts", lines, Pen(palette.border, 1.0))]


def as_latex(figure: Figure, moment: Snapshot) -> str:
    """The listing for a LaTeX paper."""
    ready = _NEED.of(moment)
    if isinstance(ready, str):
        return f"% {ready}\n"
    return document(listing_run(ready, FORM.value(figure, moment)).listing)


_NEED: Need[None] = Need(lambda moment: None, "There is nothing to run yet")

ALGORITHM_VIEW = replace(
    view(
        "algorithm",
        "Algorithm",
        "The algorithm of this model line by line, with what the last step did",
        _NEED,
        algorithm,
        options=(FORM,),
        key="2",
    ),
    latex=as_latex,
    of_step=True,
)
