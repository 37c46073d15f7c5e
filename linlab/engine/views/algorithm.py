"""Algorithm: the learner's listing, with what the last step did. Lines that were run are
highlighted, an “if” says whether it held, and values stand beside the lines that made them.

The lines are run, not remembered: the values come from the functions of the listing itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from linlab.engine.ground.numerals import number
from linlab.engine.picture.metrics import text_width, wrapped
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Areas, Frame, Item, Label, Lines, Panel, Pen, View
from linlab.engine.train.problem import Problem
from linlab.engine.words.listing.latex import document
from linlab.engine.words.listing.line import Line, Listing, Visit, execute
from linlab.engine.words.listing.listing import listing_of, unified_listing
from linlab.engine.words.listing.variables import variables_before

from .figure import Figure
from .kit.ready import Need, Ready, ReadyRun
from .kit.view import view
from .snapshot import Snapshot
from .view import Choices, Option

ROW = 1.72  # from one row to the next, in sizes of the type
TIGHT = 1.3  # the same where the listing would not fit
INDENT = 1.5
FEW = 4  # numbers that are listed
OWN, UNIFIED = "own", "unified"


@dataclass(frozen=True, eq=False)
class Shown:
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
    return own if known is None else (*own, (UNIFIED, "One update for all"))


FORM = Option(
    "form",
    "Form",
    "The algorithm of this model, or the one update that all online learners share",
    _choices,
)


def shown(moment: ReadyRun, form: str = OWN) -> Shown:
    """The listing of the learner in force, run for the step that led to this moment."""
    t = max(0, moment.t - 1)
    problem = moment.trace.problem(t)
    listing = listing_of(moment.trace.learner(t), problem)
    if form == UNIFIED:
        listing = unified_listing(problem.learner, len(problem.classes)) or listing
    before: list[Visit | None] = [None] * len(listing.before)
    answer: list[Visit | None] = [None] * len(listing.answer)
    if moment.step is None:
        return Shown(
            listing,
            problem,
            (*(Visit(times=1) for _ in before), *([None] * len(listing.step)), *answer),
        )
    if moment.step.team:  # what happens is inside the members
        steps: tuple[Visit | None, ...] = tuple(Visit(times=1) for _ in listing.step)
    else:
        v = variables_before(problem, partial(moment.trace.at, t), moment.step)
        steps = execute(listing.step, v)
    return Shown(listing, problem, (*before, *steps, *answer))


def value_beside(line: Line, visit: Visit, problem: Problem) -> str:
    """What stands beside a line that was run."""
    if line.when is not None:
        if visit.times > 1:
            return f"{visit.held} of {visit.times}"
        return "yes" if visit.held else "no"
    if visit.times > 1:
        return ""
    parts = [_written(name, value, problem) for name, value in visit.values.items()]
    return ", ".join(part for part in parts if part)


def _written(name: str, value: Any, problem: Problem) -> str:
    values = np.ravel(value).astype(float)
    if name == "z":
        return problem.classes[int(values[0])]
    if len(values) == 1:
        return number(float(values[0]))
    if len(values) > FEW:
        length = number(float(np.linalg.norm(values)))
        return f"length {length}" if name in ("w", "mean_w") else ""
    return f"({', '.join(number(float(each)) for each in values)})"


@dataclass(frozen=True)
class _Row:
    """A row of the page: a line, or what did not fit into the row before."""

    text: str
    indent: float  # pixels
    line: int
    value: str = ""


def _rows(shown: Shown, width: float, size: float) -> list[_Row]:
    rows = []
    for k, (line, visit) in enumerate(zip(shown.listing.lines, shown.visits, strict=True)):
        indent = (0.6 + INDENT * line.indent) * size
        value = "" if visit is None or not visit.times else value_beside(line, visit, shown.problem)
        room = width - indent - 0.6 * size
        beside = text_width(value, size) + 1.5 * size if value else 0.0
        fits = text_width(line.text, size) + beside <= room
        lines = [line.text] if fits else wrapped(line.text, room - beside, size)
        for n, text in enumerate(lines):
            last = n == len(lines) - 1
            rows.append(_Row(text, indent + (n > 0) * size, k, value if last else ""))
    return rows


def algorithm(
    figure: Figure, moment: Ready[None, None], palette: Palette, room: Frame
) -> tuple[Panel, ...]:
    form = FORM.value(figure, moment)
    seen = shown(moment, form)
    size = figure.font
    rows = _rows(seen, room.width, size)
    step = min(ROW * size, max(TIGHT * size, (room.height - 0.6 * size) / max(1, len(rows))))
    items: list[Item] = []
    ran = [visit is not None and visit.times > 0 for visit in seen.visits]
    bands = [k for k, row in enumerate(rows) if ran[row.line]]
    if bands:
        items.append(
            Areas(
                "highlighted lines",
                tuple(_band(k, step, room.width) for k in bands),
                band_of(palette),
            )
        )
    items += _separators(seen.listing, rows, step, room.width, palette)
    for k, row in enumerate(rows):
        y = -(k + 0.5) * step
        ink = palette.text if ran[row.line] or moment.step is None else palette.quiet
        items += _written_out(row.text, row.indent, y, size, ink)
        if row.value:
            place = (room.width - 0.6 * size, y)
            items.append(Label(row.value, place, size, palette.text, "end", bold=True))
    ground = replace(palette, plane=palette.card)
    return (
        Panel(room, View(0.0, -room.height, room.width, 0.0), tuple(items), ground, figure.font),
    )


def band_of(palette: Palette) -> str:
    """The ground of a line that was run."""
    return palette.highlight


def _band(k: int, step: float, width: float) -> Any:
    top = -k * step
    bottom = -(k + 1) * step
    return np.array([(0.0, top), (width, top), (width, bottom), (0.0, bottom)])


def _separators(
    listing: Listing, rows: Sequence[_Row], step: float, width: float, palette: Palette
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


def _written_out(text: str, x: float, y: float, size: float, ink: str) -> list[Item]:
    """A line of text; what follows a “_” is smaller and lower."""
    items: list[Item] = []
    for k, piece in enumerate(text.split("_")):
        if k:
            items.append(Label(piece[:1], (x, y - 0.3 * size), 0.72 * size, ink))
            x += text_width(piece[:1], 0.72 * size)
            piece = piece[1:]
        if piece:
            items.append(Label(piece, (x, y), size, ink))
            x += text_width(piece, size)
    return items


def as_latex(figure: Figure, moment: Snapshot) -> str:
    """The listing for a LaTeX paper."""
    ready = _NEED.of(moment)
    if isinstance(ready, str):
        return f"% {ready}\n"
    return document(shown(ready, FORM.value(figure, moment)).listing)


_NEED: Need[None] = Need(lambda moment: None, "There is nothing to run yet")

ALGORITHM_VIEW = replace(
    view(
        "algorithm",
        "Algorithm",
        "The algorithm of this model line by line, with what the last step did",
        _NEED,
        algorithm,
        options=(FORM,),
    ),
    latex=as_latex,
)
