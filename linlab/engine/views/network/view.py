"""Network: the model as inputs, weights, sum and activation, with the numbers of the example in
hand or of the place under the mouse. A weight is a line, as thick as it is large, blue above 0 and
red below."""

from typing import Any

import numpy as np

from linlab.engine.ground.numerals import grouped, number, percent, steady
from linlab.engine.picture.metrics import shortened, text_width
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Frame, Item, Label, Lines, Marks, Panel, Pen, View
from linlab.engine.train.models import Linear
from linlab.engine.views.chart import bare
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.marks import class_colour, place_asked
from linlab.engine.views.kit.of_texts import only_of_places
from linlab.engine.views.kit.ready import Need, Ready, ReadyRun
from linlab.engine.views.kit.view import view
from linlab.engine.views.kit.ways_out import of_member, use_model
from linlab.engine.views.kit.words import height_of, with_foot, words_panel
from linlab.engine.views.view import WHY, Refusal

from .net import Net, net_of

LEFT, SUM, OUT = 0.32, 0.68, 0.88  # where inputs, sums and activations stand, of the width
THICKEST, THINNEST = 6.0, 0.6  # pixels of a line
MOST_WRITTEN_WEIGHTS = 14  # weights that are written beside their lines
CIRCLE = 2.4  # the size of a node, in sizes of the type


def _single(moment: ReadyRun) -> Linear | Refusal:
    model = moment.model
    texts = only_of_places(
        moment, "A text has an input for every word: the view Words shows their weights."
    )
    if texts is not None:
        return texts
    if model.single is not None:
        return model.single
    way = of_member(moment, use_model("perceptron", "the perceptron"))
    return Refusal(f"{model.why_no_weights} So it is not a network of one layer.", way)


NEED = Need(_single)
Networked = Ready[Linear, None]


def network(figure: Figure, moment: Networked, palette: Palette, room: Frame) -> tuple[Panel, ...]:
    at = place_asked(moment)
    asked = at is not None
    if at is None:
        x = moment.subject.problem.x[0]
        at = float(x[0]), float(x[1])
    net = net_of(moment.subject, at)
    words = words_of(net, at, asked)
    low = height_of(figure, room.width, words)
    upper, lower = with_foot(room, low)
    return (
        _drawn(figure, moment, palette, upper, net),
        words_panel(figure, palette, lower, words),
    )


def words_of(net: Net, at: tuple[float, float], asked: bool) -> list[str]:
    """Where the numbers come from, and what is answered."""
    place = f"x = ({steady(at[0])}, {steady(at[1])})"
    whose = f"the numbers of {place}" if asked else f"the numbers of the first example, {place}"
    sums = ", ".join(number(float(s)) for s in net.scores)
    said = f"the sum is s = {sums}, so the answer is {net.answer}"
    if len(net.scores) > 1:
        said = f"the largest of the sums {sums} is that of {net.answer}"
    return [whose, said]


def _drawn(figure: Figure, moment: Networked, palette: Palette, frame: Frame, net: Net) -> Panel:
    size = figure.font
    node = CIRCLE * size
    rows = len(net.scores)
    names = [*net.names, *([f"{grouped(net.others)} others"] if net.others else []), "1"]
    values = [*(number(float(v)) for v in net.values), *([""] if net.others else []), ""]
    left = _spread(len(names))
    right = _spread(rows)
    weights = _columns(net)
    largest = max(float(np.abs(weights).max(initial=0.0)), 1e-300)
    items: list[Item] = []
    labels: list[Item] = []
    written = weights.size <= MOST_WRITTEN_WEIGHTS
    for r in range(rows):
        for j in range(len(names)):
            w = float(weights[r, j])
            ends = np.array([(LEFT, left[j]), (SUM, right[r])])
            ink = palette.accent if w > 0 else palette.wrong
            wide = (THINNEST + (THICKEST - THINNEST) * abs(w) / largest) * figure.scale
            pen = Pen(ink if w else palette.border, wide if w else THINNEST)
            items.append(Lines(f"weight {r} {j}", (ends,), pen))
            if written:
                place = ends[0] + _along(j, len(names), rows) * (ends[1] - ends[0])
                text = number(w, 2)
                labels.append(_label(text, place, 0.8 * size, palette.text, veil=palette.card))
    for r in range(rows):
        ends = np.array([(SUM, right[r]), (OUT, right[r])])
        items.append(Lines("to the activation", (ends,), Pen(palette.quiet, 1.2)))
    inputs = np.array([(LEFT, y) for y in left])
    edge = Pen(palette.quiet, 1.2)
    items.append(Marks("inputs", "disc", inputs, 0.5 * node, palette.card, edge))
    items.append(
        Marks("sums", "disc", np.array([(SUM, y) for y in right]), node, palette.card, edge)
    )
    for r in range(rows):
        name = net.classes[r if rows > 1 else -1]
        ink = class_colour(moment.points, name)
        place = np.array([(OUT, right[r])])
        wide = max(node, 1.15 * text_width(net.activation, 0.7 * size))
        items.append(Marks("activations", "square", place, wide, palette.card, Pen(ink, 2.0)))
        labels.append(_label("Σ", (SUM, right[r]), size, palette.text))
        labels.append(_label(net.activation, (OUT, right[r]), 0.7 * size, palette.text))
        below = right[r] - 1.05 * node / frame.height
        labels.append(_label(number(float(net.scores[r])), (SUM, below), 0.9 * size, palette.text))
        shown = shortened(f"{name} {_output(net, r)}", 0.26 * frame.width, 0.9 * size)
        labels.append(_label(shown, (OUT, below), 0.9 * size, palette.text))
    beside = LEFT - 0.8 * node / frame.width
    for name, value, y in zip(names, values, left, strict=True):
        text = f"{name} = {value}" if value else name
        wide = beside * frame.width
        fits = text_width(text, 0.9 * size) <= wide  # half a number would be a wrong one
        cut = text if fits else shortened(name, wide, 0.9 * size)
        labels.append(Label(cut, (beside, y), 0.9 * size, palette.text, "end"))
    return bare(frame, View(0, 0, 1, 1), (*items, *labels), palette, size)


def _along(j: int, inputs: int, rows: int) -> float:
    """How far along its line a weight is written, so that no two stand on each other."""
    if rows == 1:
        return (0.32, 0.52)[j % 2] if inputs > 3 else 0.42
    return 0.24 + 0.5 * j / max(1, inputs - 1)


def _columns(net: Net) -> Any:
    """The weights of all lines: those of the inputs, of the others together, and b. (rows, lines)"""
    others = [net.rest[:, None]] if net.others else []
    return np.concatenate([net.weights, *others, net.bias[:, None]], axis=1)


def _output(net: Net, r: int) -> str:
    value = net.outputs[r]
    return percent(value) if net.chances is not None else f"{value:.0f}"


def _spread(many: int) -> list[float]:
    """Heights of this many nodes, the first at the top."""
    return [1 - (k + 0.6) / (many + 0.2) for k in range(many)]


def _label(text: str, place: Any, size: float, ink: str, veil: str | None = None) -> Label:
    at = (float(place[0]), float(place[1]))
    if veil is None:
        return Label(text, at, size, ink, "middle")
    return Label(text, at, size, ink, "middle", veil=veil)


NETWORK_VIEW = view(
    "network",
    "Network",
    "the model as a network: inputs, weights as wide lines, their sum, and the activation, with the numbers of "
    "the example in hand or of the place under the mouse",
    NEED,
    network,
    group=WHY,
    tab="Net",
    key="N",
)
