"""Two lists of numbers, typed or pasted, and the tests of whether their means differ.

The lecture's two lists (Z 4.4) stand there at first. As printed, they give t = 3.63; the 4.264
printed below them belongs to other random numbers.
"""

import re
from dataclasses import replace
from typing import Any

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import number, read_number, steady
from linlab.engine.many.significance import TTest, paired, two_sample
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Axis, Frame, Item, Lines, Marks, Panel, Pen
from linlab.engine.views.chart import chart, span_of, stacked
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.words import height_of, words_panel
from linlab.engine.views.plane_and_curves import roomy
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.view import Option

from .p_values import p_text

MODELS, LISTS = "models", "lists"
MOST_CHARACTERS = 4000  # characters of a list
ZHANG = (
    "1.36929026 0.45171207 1.980284 2.69894659 3.58459313 1.02503278 1.5443674 3.75178741 0.79744317 1.48595977",
    "1.97056194 -0.44926516 -0.1049745 -1.02613361 -2.1329443 0.7991724 0.60720041 1.22176851 -1.22300267 -0.21052362",
)
REMARK = (
    "these are the lecture’s printed lists: they give t = 3.63, not the printed 4.264, which belongs "
    "to other random numbers"
)

SUBJECT = Option(
    "of",
    "Of",
    "what is compared: two models over folds, or two lists of numbers that you paste",
    lambda moment: ((MODELS, "two models"), (LISTS, "two lists")),
)


def of_lists(figure: Figure, moment: Snapshot) -> bool:
    return bool(SUBJECT.value(figure, moment) == LISTS)


def _of_models(figure: Figure, moment: Snapshot) -> bool:
    return not of_lists(figure, moment)


A_LIST, B_LIST = (
    Option(
        f"list-{name}",
        f"List {name.upper()}",
        "numbers, separated by spaces, commas or lines, such as the accuracies of a model on folds",
        longest=MOST_CHARACTERS,
        text=text,
        idle=_of_models,
    )
    for name, text in zip("ab", ZHANG, strict=True)
)


def typed_lists(figure: Figure, moment: Snapshot) -> tuple[str, str]:
    return str(A_LIST.value(figure, moment)), str(B_LIST.value(figure, moment))


def numbers_of(text: str) -> Floats:
    """The numbers of a list.

    >>> numbers_of("[0.5, -1; 2]").tolist()
    [0.5, -1.0, 2.0]
    """
    parts = [part for part in re.split(r"[\s,;\[\]()]+", text) if part]
    found = [read_number(part) for part in parts]
    wrong = next((part for part, value in zip(parts, found, strict=True) if value is None), None)
    if wrong is not None:
        raise LinlabError(f"“{wrong[:20]}” is not a number.")
    return np.array([value for value in found if value is not None], float)


def words_of(a: Floats, b: Floats, typed: tuple[str, str]) -> list[str]:
    """Both tests, and a remark on the lecture's numbers."""
    first = f"the means are {number(float(a.mean()), 3)} and {number(float(b.mean()), 3)}"
    return [
        first,
        _test("two-sample t-test", two_sample, a, b),
        _test("paired t-test", paired, a, b),
        REMARK if typed == ZHANG else "",
    ]


def _test(name: str, test: Any, a: Floats, b: Floats) -> str:
    try:
        found: TTest = test(a, b)
    except LinlabError as why:
        return f"{name}: {str(why).rstrip('.')}"
    return f"{name}: t-value {steady(found.t)}, {found.df} degrees of freedom, p-value {p_text(found.p)}"


def lists_panels(
    figure: Figure, moment: Snapshot, palette: Palette, room: Frame
) -> tuple[Panel, ...]:
    """A row of dots for each list with its mean, and the tests below."""
    typed = typed_lists(figure, moment)
    try:
        a, b = numbers_of(typed[0]), numbers_of(typed[1])
        words = words_of(a, b, typed) if len(a) and len(b) else ["paste two lists of numbers"]
    except LinlabError as why:
        return (words_panel(figure, palette, room, [str(why).rstrip(".")]),)
    if not len(a) or not len(b):
        return (words_panel(figure, palette, room, words),)
    low = height_of(figure, room.width, words)
    upper, lower = stacked(room, (max(1.0, room.height - low), low))

    def dots(frame: Frame) -> Panel:
        return _dots(figure, palette, frame, a, b)

    return roomy(dots, figure, upper, palette), words_panel(figure, palette, lower, words)


def _dots(figure: Figure, palette: Palette, frame: Frame, a: Floats, b: Floats) -> Panel:
    items = list[Item]()
    for values, y, ink in ((a, 1.0, palette.accent), (b, 0.0, palette.test)):
        mean = float(values.mean())
        stroke = Pen(ink, 2.0 * figure.scale)
        items.append(Lines("mean", (np.array([(mean, y - 0.3), (mean, y + 0.3)]),), stroke))
        places = np.column_stack([values, np.full(len(values), y)])
        rim = Pen(palette.card, 0.8 * figure.scale)
        items.append(Marks("numbers", "disc", places, 7.0 * figure.scale, ink, rim))
    panel = chart(
        figure,
        frame,
        palette,
        items,
        span_of(a, b, zero=False, least=1e-9, air=0.08),
        (-0.75, 1.75),
        titles=("the numbers, and their means", ""),
    )
    return replace(panel, up=Axis(((1.0, "A"), (0.0, "B"))))
