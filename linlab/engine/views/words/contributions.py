"""A text as a sum: what each of its words adds to the score, in the order of the text, the bias,
and what they make. The printed numbers add up."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from linlab.engine.data.inputs import texts_of
from linlab.engine.ground.numerals import grouped, number
from linlab.engine.ground.sanitise import shorten
from linlab.engine.learner.text.bag import BagOfWords
from linlab.engine.picture.metrics import shortened, text_width, wrapped
from linlab.engine.picture.palette import Palette, colour_of
from linlab.engine.picture.shapes import Frame, Item, Label, Panel, View
from linlab.engine.train.models import winners
from linlab.engine.views.chart import bare
from linlab.engine.views.kernel.terms import summed
from linlab.engine.views.kit.marks import class_number

from .vocabulary import Vocabulary

LINE = 1.6  # heights of the type from one line to the next
MOST_UNKNOWN = 6  # unknown words that are named


@dataclass(frozen=True)
class Sum:
    """The terms of a score, each with its name and its value, and the score."""

    row: int
    terms: tuple[tuple[str, float], ...]
    bias: float
    score: float
    scores: tuple[float, ...]
    unknown: tuple[str, ...]


def sum_of(found: Vocabulary, text: str) -> Sum:
    """The score of a text; of several classes, that of the answer."""
    row_of = found.problem.reads(texts_of([text]))[:, : len(found.words)].tocsr()
    scores = found.model.scores(texts_of([text]))[0]
    row = 0 if len(scores) == 1 or np.isnan(scores).any() else int(np.argmax(scores))
    with np.errstate(invalid="ignore"):
        added = {
            int(j): float(found.weights[row, j] * value)
            for j, value in zip(row_of.indices, row_of.data, strict=True)
        }
    bag = found.problem.map
    order, unknown = list[int](), dict[str, None]()
    for token in bag.tokens(text) if isinstance(bag, BagOfWords) else []:
        j = bag.index.get(token.feature) if isinstance(bag, BagOfWords) else None
        if j is None:
            unknown[token.feature] = None
        elif j in added:
            order.append(j)
    order = [*dict.fromkeys(order), *sorted(added.keys() - set(order))]
    terms = tuple((found.words[j], added[j]) for j in order)
    return Sum(
        row, terms, float(found.bias[row]), float(scores[row]), tuple(scores.tolist()), (*unknown,)
    )


def printed(found: Vocabulary, sum: Sum, most: int) -> list[tuple[str, str, float]]:
    """Each term as its name, its number and its value: so many words at most, the others together,
    then b and s. The printed ones add up to the printed s."""
    kept = sum.terms if len(sum.terms) <= most else sum.terms[: most - 1]
    parts = list(kept)
    others = sum.terms[len(kept) :]
    if others:
        parts.append((f"{grouped(len(others))} more words", float(np.sum([v for _, v in others]))))
    parts.append(("b", sum.bias))
    values = [value for _, value in parts]
    if np.isfinite([*values, sum.score]).all():
        texts, total = summed(values, sum.score)
    else:
        texts, total = [number(v) for v in values], number(sum.score)
    name = "s" if len(sum.scores) == 1 else f"s({shorten(found.classes[sum.row], 20)})"
    sign = "" if total.startswith("≈") else "= "
    return [
        *((own, _plus(text), value) for (own, value), text in zip(parts, texts, strict=True)),
        (name, f"{sign}{total}", 0.0),
    ]


def _plus(text: str) -> str:
    return text if text.startswith("−") else f"+{text}"


def lines_below(found: Vocabulary, sum: Sum) -> list[str]:
    """The answer, its probability, the other scores, and the words that are not in the vocabulary."""
    scores = np.array([sum.scores])
    if np.isnan(scores).any():
        out = ["All classes are impossible here: there is no answer."]
    else:
        answer = found.classes[int(winners(scores)[0])]
        chances = found.model.chances(scores)
        k = found.classes.index(answer)
        sure = "" if chances is None else f", P({answer}|x) = {number(float(chances[0, k]))}"
        out = [f"The answer is {answer}{sure}."]
    if len(sum.scores) > 1:
        out.append("Scores: " + ", ".join(f"{name} {number(s)}" for name, s in zip(found.classes, sum.scores, strict=True)) + ".")  # fmt: skip
    if sum.unknown:
        many = len(sum.unknown)
        names = ", ".join(f"“{shorten(word, 30)}”" for word in sum.unknown[:MOST_UNKNOWN])
        more = f" and {grouped(many - MOST_UNKNOWN)} more" if many > MOST_UNKNOWN else ""
        verb = "1 word is" if many == 1 else f"{grouped(many)} words are"
        out.append(f"{verb} not in the vocabulary: {names}{more}.")
    return out


def sum_panel(
    found: Vocabulary,
    text: str,
    head: str,
    palette: Palette,
    frame: Frame,
    font: float,
    more: Sequence[str] = (),
) -> Panel:
    """The sum in lines that fit, each word in the colour of the class that it speaks for, and
    further sentences after its answer."""
    size, edge = font, 0.9 * font
    width = frame.width - 2 * edge
    sum = sum_of(found, text)
    answer, *rest = lines_below(found, sum)
    below = [part for line in (answer, *more, *rest) for part in wrapped(line, width, size)]
    lines = max(3, int((frame.height - 1.6 * font) / (LINE * size)))
    if len(below) > lines - 2:
        below = [*below[: lines - 3], shortened(f"{below[lines - 3]} …", width, size)]
    room = lines - len(below)
    most = max(2, len(sum.terms))
    while most > 2 and len(_flow(printed(found, sum, most), width, size)) > room:
        most = max(2, int(most * 0.8))
    items: list[Item] = [
        Label(shortened(head, width, 0.9 * font), (edge, -0.8 * font), 0.9 * font, palette.quiet)
    ]
    y = -2.2 * font
    for line in _flow(printed(found, sum, most), width, size):
        for x, name, shown, value in line:
            ink = _ink(found, sum, value, palette)
            cut = shortened(name, 0.6 * width, size)
            items.append(Label(cut, (edge + x, y), size, ink, bold=bool(value), name="term"))
            after = edge + x + text_width(cut, size, bold=True) + 0.35 * size
            items.append(Label(shown, (after, y), size, palette.text, name="value"))
        y -= LINE * size
    for line_below in below:
        items.append(Label(line_below, (edge, y), size, palette.text, name="sum"))
        y -= LINE * size
    return bare(frame, View(0, -frame.height, frame.width, 0), tuple(items), palette, font)


def _ink(found: Vocabulary, sum: Sum, value: float, palette: Palette) -> str:
    if not value:
        return palette.text
    classes = found.classes
    own = sum.row if len(sum.scores) > 1 else -1
    if value < 0 and len(sum.scores) > 1:
        return palette.quiet
    name = classes[own] if value > 0 else classes[0]
    return palette.words_on_card(colour_of(class_number(found.points, name)))


def _flow(
    terms: list[tuple[str, str, float]], width: float, size: float
) -> list[list[tuple[float, str, str, float]]]:
    """The terms in lines, each with its place; the bias and the score begin a line of their own."""
    lines = [list[tuple[float, str, str, float]]()]
    x = 0.0
    for k, (name, shown, value) in enumerate(terms):
        cut = shortened(name, 0.6 * width, size)
        wide = text_width(cut, size, bold=True) + text_width(shown, size) + 0.35 * size
        if lines[-1] and (x + wide > width or (k == len(terms) - 1 and len(terms) > 6)):
            lines.append([])
            x = 0.0
        lines[-1].append((x, cut, shown, value))
        x += wide + 1.3 * size
    return lines
