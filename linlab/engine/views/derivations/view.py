"""Derivations: why a model works, line by line, in the numbers of the run.

Which one is shown is an option; the first is the one of the model in hand. What it needs of an exact
optimum is computed in the background.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linlab.engine.ground.numerals import grouped
from linlab.engine.picture.metrics import text_width
from linlab.engine.picture.palette import Palette
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
from linlab.engine.train.kinds.table import kind_of
from linlab.engine.train.moment import Moment
from linlab.engine.views.algorithm.page import Row as TokenRow
from linlab.engine.views.algorithm.page import symbols_of_row, words_of_row
from linlab.engine.views.algorithm.view import behind_symbols
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.ready import Need, Ready, ReadyRun
from linlab.engine.views.kit.view import optional, view
from linlab.engine.views.kit.ways_out import of_member, use_model
from linlab.engine.views.kit.words import words_panel
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.view import WHY, Choices, Option, Refusal
from linlab.engine.words.derivations.derivation import At
from linlab.engine.words.derivations.latex import document
from linlab.engine.words.derivations.line import Line

from .bound_picture import UP_TO_OPTION
from .page import EDGE, HIGH, Page, Row, Sentences, Values, page_in, page_of
from .table import DERIVATIONS
from .table import Row as Entry

LEAST_PICTURE = 11.5  # sizes of the type that a picture is high at least
SMALLEST = 0.82  # of the type, for the sake of a picture
ALL, LINES, PICTURE = "all", "lines", "picture"


@dataclass(frozen=True, eq=False)
class DerivationResult:
    """What was computed for a derivation, and of what."""

    of: object
    value: Any


Derived = Ready[None, DerivationResult | None]


def _read(moment: ReadyRun) -> Refusal | None:
    """A team derives nothing itself."""
    learner = moment.trace.problem(moment.t).learner
    if not learner.recipe.of_others:
        return None
    why = kind_of(learner).why_no("bound", learner)
    return Refusal(why, of_member(moment, use_model("perceptron", "the perceptron")))


_NEED: Need[None] = Need(_read)


def _choices(moment: Ready[None, None]) -> Choices:
    """All derivations: the model's own first, then the others that apply, then the rest."""
    learner = moment.trace.problem(moment.t).learner
    applies = {name: row.refusal(moment) is None for name, row in DERIVATIONS.items()}

    def place(name: str) -> tuple[bool, bool]:
        return not applies[name], not DERIVATIONS[name].own(learner)

    return tuple(
        (name, _title(DERIVATIONS[name], applies[name])) for name in sorted(DERIVATIONS, key=place)
    )


def _title(row: Entry, applies: bool) -> str:
    return row.derivation.title if applies else f"{row.derivation.title} (not here)"


WHICH = Option(
    "derivation",
    "Derive",
    "What is derived: what belongs to this model comes first; what does not apply says why",
    _NEED.choices(_choices),
)


def _chosen(figure: Figure, moment: Snapshot) -> Entry:
    return DERIVATIONS[WHICH.value(figure, moment)]


def _without_picture(figure: Figure, moment: Snapshot) -> bool:
    return not isinstance(_NEED.of(moment), str) and _chosen(figure, moment).picture is None


SHOW = Option(
    "show",
    "Show",
    "Lines and picture, where there is room for both, or one of them",
    lambda moment: ((ALL, "both"), (LINES, "lines"), (PICTURE, "picture")),
    idle=_without_picture,
)
UP_TO = replace(
    UP_TO_OPTION,
    beside=True,
    idle=lambda figure, moment: (
        not isinstance(_NEED.of(moment), str) and _chosen(figure, moment).name != "bound"
    ),
)


def chosen_refusal(figure: Figure, moment: Snapshot) -> Refusal | None:
    """Why the chosen derivation does not apply."""
    ready = _NEED.of(moment)
    if isinstance(ready, str):
        return None
    row = _chosen(figure, moment)
    refusal = row.refusal(ready)
    if refusal is not None:
        return refusal
    found = moment.found
    if not isinstance(found, DerivationResult) or found.of != _of(figure, ready):
        return None
    why = row.derivation.why_none(found.value)
    return Refusal(why, row.way_out) if why else None


def _moment_of(ready: Ready[Any, Any]) -> Moment:
    return Moment(ready.trace, ready.t)


def _key(figure: Figure, ready: Ready[None, None]) -> tuple[str, object]:
    derivation = _chosen(figure, ready).derivation
    if derivation.reference is None:
        return derivation.name, None
    return derivation.name, derivation.key(_moment_of(ready))


def _of(figure: Figure, ready: Ready[None, None]) -> tuple[str, object]:
    derivation = _chosen(figure, ready).derivation
    if derivation.reference is None:
        return derivation.name, None
    return derivation.name, derivation.of(_moment_of(ready))


def _run(figure: Figure, ready: Ready[None, None]) -> DerivationResult:
    derivation = _chosen(figure, ready).derivation
    if derivation.reference is None or _chosen(figure, ready).refusal(ready) is not None:
        return DerivationResult(_of(figure, ready), None)
    return DerivationResult(_of(figure, ready), derivation.reference(_moment_of(ready)))


def derivations(figure: Figure, ready: Derived, palette: Palette, room: Frame) -> tuple[Panel, ...]:
    row = _chosen(figure, ready)
    derivation = row.derivation
    found = ready.found
    if derivation.reference is not None and found is None:
        return (words_panel(figure, palette, room, [derivation.waiting.rstrip(".")]),)
    at = At(_moment_of(ready), None if found is None else found.value, ready.pointed)
    show = SHOW.value(figure, ready) if row.picture is not None else LINES
    lines = () if show == PICTURE else derivation.lines(at)
    sentences = Sentences(derivation.premise(at), derivation.says(at))
    picture, below = _divided(figure, room, lines, sentences, show)
    drawn: tuple[Panel, ...] = ()
    if picture is not None and row.picture is not None:
        drawn = row.picture(figure, ready, at.found, palette, picture)
    below = below if drawn else room
    page = page_of(lines, sentences, below.width, below.height, figure.font)
    return (*drawn, _panel(figure, ready, at, lines, page, palette, below))


def _divided(
    figure: Figure, room: Frame, lines: Sequence[Line], sentences: Sentences, show: str
) -> tuple[Frame | None, Frame]:
    """The room of a picture, where there is one for it, and that of the lines below it."""
    if show == LINES:
        return None, room
    least = LEAST_PICTURE * figure.font
    for share in (1.0, 0.94, 0.88, SMALLEST):
        high = page_in(lines, sentences, room.width, share * figure.font).height
        if high + least <= room.height:
            break
    else:
        if show != PICTURE:
            return None, room
    top = max(room.height - high, min(least, 0.7 * room.height))
    return (
        Frame(room.x, room.y, room.width, top),
        Frame(room.x, room.y + top, room.width, room.height - top),
    )


def _panel(
    figure: Figure,
    ready: Derived,
    at: At,
    lines: Sequence[Line],
    page: Page,
    palette: Palette,
    room: Frame,
) -> Panel:
    items: list[Item] = []
    boxes: list[SymbolBox] = []
    bands: list[Item] = []
    y = 0.0
    for text in page.premise:
        items.append(_sentence(text, y, page.size, palette))
        y -= HIGH * page.size
    if page.premise and page.rows:
        y -= page.after
    top = y
    for k, row in enumerate(page.rows):
        middle = y - row.high / 2
        ink = palette.quiet if row.quiet else palette.text
        placed = TokenRow(row.tokens, row.indent, row.line)
        items += words_of_row(placed, middle, row.size, ink)
        boxes += symbols_of_row(placed, middle, row.high, row.size)
        if row.values is not None:
            items.append(_values(row, row.values, room.width, middle, palette))
            boxes += _value_boxes(row, row.values, room.width, middle)
        y -= row.high
        if k + 1 == len(page.rows) or page.rows[k + 1].line != row.line:
            bands += _band(ready, at, lines[row.line], top, y, room.width, palette)
            y -= page.after
            top = y
    if page.rows and page.says:
        rule = np.array([(EDGE * page.size, y), (room.width - EDGE * page.size, y)])
        bands.append(Lines("what follows", (rule,), Pen(palette.border, 1.0)))
        y -= 0.25 * page.size
    for text in page.says:
        items.append(_sentence(text, y, page.size, palette))
        y -= HIGH * page.size
    items = [*bands, *behind_symbols(boxes, ready.symbol, palette), *items]
    ground = replace(palette, plane=palette.card)
    seen = View(0.0, -room.height, room.width, 0.0)
    return Panel(room, seen, tuple(items), ground, figure.font, symbols=tuple(boxes))


def _sentence(text: str, top: float, size: float, palette: Palette) -> Label:
    return Label(text, (EDGE * size, top - HIGH * size / 2), size, palette.text)


def _values(row: Row, values: Values, width: float, y: float, palette: Palette) -> Label:
    place = (width - EDGE * row.size, y)
    return Label(" ".join(values.texts), place, row.size, palette.text, "end", bold=True)


def _value_boxes(row: Row, values: Values, width: float, y: float) -> list[SymbolBox]:
    """Where values stand that are those of a symbol."""
    out = []
    x = width - EDGE * row.size - values.width(row.size)
    for text, symbol in zip(values.texts, values.symbols, strict=True):
        wide = text_width(text, row.size, bold=True)
        if symbol:
            out.append(SymbolBox(symbol, x, y - row.high / 2, x + wide, y + row.high / 2))
        x += wide + text_width(" ", row.size, bold=True)
    return out


def _band(
    ready: Derived, at: At, line: Line, top: float, bottom: float, width: float, palette: Palette
) -> list[Item]:
    """An area behind a line about an example: pointing at it points at the example."""
    if line.example is None:
        return []
    id = int(at.problem.ids[line.example])
    ring = np.array([(0.0, top), (width, top), (width, bottom), (0.0, bottom)])
    fill = palette.highlight if ready.pointed == id else palette.card
    return [Areas("line of an example", (ring,), fill, ids=((id,),))]


def as_latex(figure: Figure, moment: Snapshot) -> str:
    """The derivation for a LaTeX paper, with its values."""
    ready = _NEED.of(moment)
    if isinstance(ready, str):
        return f"% {ready}\n"
    derivation = _chosen(figure, moment).derivation
    refusal = chosen_refusal(figure, moment)
    found = moment.found
    known = isinstance(found, DerivationResult) and found.of == _of(figure, ready)
    if refusal is not None or (derivation.reference is not None and not known):
        return f"% {derivation.waiting if refusal is None else refusal.sentence}\n"
    at = At(_moment_of(ready), found.value if known else None, moment.pointed)
    when = f"after {grouped(ready.t)} steps" if ready.t != 1 else "after 1 step"
    data = f"({moment.learner.recipe.title}, {when})"
    return document(
        derivation.title, derivation.lines(at), derivation.says(at), data, derivation.premise(at)
    )


DERIVATIONS_VIEW = replace(
    view(
        "proof",
        "Derivations",
        "Why it works: each line with its reason, and both sides on your data",
        _NEED,
        derivations,
        computation=optional(_key, _run, _of),
        options=(WHICH, SHOW, UP_TO),
        group=WHY,
        tab="Derive",
        key="W",
    ),
    latex=as_latex,
    chosen_refusal=chosen_refusal,
)
