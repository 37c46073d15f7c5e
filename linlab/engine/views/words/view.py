"""The view of words: a sentence that is typed, or the review that is pointed at, becomes a point,
and the model answers.

The plane of the reviews counts words, so whoever types one is a step to the right or up. Its
options are the sentence, and, as parts of the document, the two lists and whether negation counts:
another list moves the points of all reviews.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from linlab.engine.data.lexicon import LONGEST_LIST, LONGEST_TEXT, Lexicon, words_in
from linlab.engine.data.points import Points
from linlab.engine.document.document import Source
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped
from linlab.engine.picture.metrics import text_width, wrapped
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.plane_panel import around, fitted, plane_panel
from linlab.engine.picture.scene import Scene
from linlab.engine.picture.shapes import Frame, Item, Label, Marks, Panel, Pen, View
from linlab.engine.train.models import Model, winners
from linlab.engine.views.chart import bare
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.marks import class_colour, class_symbol
from linlab.engine.views.kit.view import view
from linlab.engine.views.plane_and_curves import roomy
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.view import WATCH, Adoption, Choices, Option

from .sentence import LINE, lines_of, sentence_panel
from .subject import NEED, NO_WORDS, Worded, lexicon_of, reads_texts
from .sums import SYMBOLS, Place, worked
from .vocabulary import Vocabulary
from .word_weights import COLUMNS, PIN, SEARCH, SORT, weighed

SHOWN = frozenset({"regions", "boundary", "hollow", "axes"})
MOST_LINES = 4  # of a sentence
LEAST_HEIGHT = 9.0  # heights of the type that a plane has
ROW = 1.45  # heights of the type from one line of the sums to the next


def _kept(name: str) -> Option:
    """One of the two lists, as it stands in the document."""

    def kept(moment: Snapshot) -> str:
        lexicon = lexicon_of(moment)
        return "" if lexicon is None else ", ".join(getattr(lexicon, name))

    def adopts(points: Points, source: Source | None, value: str) -> Adoption:
        words: dict[str, Any] = {name: words_in(value)}
        return _reworded(
            f"change the {name} words", points, source, lambda lexicon: replace(lexicon, **words)
        )

    return Option(
        name,
        name.capitalize(),
        f"the words that count as {name}, separated by commas; all reviews are counted again",
        longest=LONGEST_LIST,
        beside=name == "bad",
        absent=reads_texts,
        kept=kept,
        adopts=adopts,
    )


def _ways(moment: Worded) -> Choices:
    if isinstance(moment.subject, Vocabulary):
        return ()
    return ("off", "ignored"), ("on", "reverses words")


def _negation(moment: Snapshot) -> str:
    lexicon = lexicon_of(moment)
    return "on" if lexicon is not None and lexicon.negation else "off"


def _negated(points: Points, source: Source | None, value: str) -> Adoption:
    return _reworded(
        "count negation" if value == "on" else "ignore negation",
        points,
        source,
        lambda lexicon: replace(lexicon, negation=value == "on"),
    )


def _reworded(
    name: str, points: Points, source: Source | None, change: Callable[[Lexicon], Lexicon]
) -> Adoption:
    if source is None or source.lexicon is None:
        raise LinlabError(NO_WORDS)
    other, moved = source.reworded(points, change(source.lexicon))
    return Adoption(name, source=other, points=moved)


TEXT = Option(
    "text",
    "Sentence",
    "type a sentence: its words are counted, and the model answers",
    longest=LONGEST_TEXT,
    text="The movie was not as good as I expected.",
)
NEGATION = Option(
    "negation",
    "Negation",
    "whether a word between “not” and the next punctuation mark counts for the other "
    "side, in the sentence and in all reviews",
    NEED.choices(_ways),
    kept=_negation,
    adopts=_negated,
)


OPTIONS = (TEXT, SORT, COLUMNS, SEARCH, PIN, NEGATION, _kept("good"), _kept("bad"))


def text_to_read(figure: Figure, moment: Snapshot) -> tuple[str, str]:
    """The text to read, and what it is: the review that is pointed at, or else the sentence that
    was typed."""
    points = moment.points
    if moment.pointed is not None and points.texts is not None and moment.pointed in points.ids:
        k = points.index(moment.pointed)
        if points.texts[k]:
            label = points.classes[points.label[k]] if points.label[k] >= 0 else "unlabelled"
            return points.texts[k], f"review {k + 1}, {label}"
    return TEXT.value(figure, moment), "your sentence"


def panels(figure: Figure, moment: Worded, palette: Palette, room: Frame) -> tuple[Panel, ...]:
    model, font = moment.model, figure.font
    text, head = text_to_read(figure, moment)
    if isinstance(moment.subject, Vocabulary):
        return weighed(figure, moment, moment.subject, (text, head), palette, room)
    lexicon = moment.subject
    counts = lexicon.counts(text)
    at = (float(counts[0]), float(counts[1]))
    head = f"{head}: {counts[0]} good, {counts[1]} bad, so x = ({counts[0]}, {counts[1]})"
    many = min(MOST_LINES, len(lines_of(lexicon, text, room.width - 1.8 * font, 1.1 * font)))
    sums = _lines(moment, model, at, room.width - 1.8 * font, font)
    above = (2.1 + 1.1 * LINE * many) * font
    below = (ROW * len(sums) + 0.5) * font
    middle = room.height - above - below
    middle = (
        middle if middle > LEAST_HEIGHT * font else 0.0
    )  # where there is no room for a plane, there is that of the window
    first = sentence_panel(
        moment, lexicon, text, head, palette, Frame(room.x, room.y, room.width, above), font
    )
    rest = Frame(
        room.x, room.y + above + middle, room.width, max(8.0, room.height - above - middle)
    )
    last = _sums(moment, model, at, sums, palette, rest, font)
    if not middle:
        return first, last
    between = Frame(room.x, room.y + above, room.width, middle)
    plane = roomy(
        lambda frame: _plane(figure, moment, model, palette, frame, at),
        figure,
        between,
        palette,
        True,
        (3.6, 0.9),
    )
    return first, plane, last


def answer_of(model: Model, at: Place) -> str:
    """The class that the model answers; none, where it is undecided or holds all to be impossible.
    Where it has learnt nothing, all classes tie, and the lowest is the answer."""
    scores = model.scores([at])
    return "" if np.isnan(scores).any() else model.examples.classes[int(winners(scores)[0])]


def _in_words(model: Model, name: str) -> str:
    """The answer as a sentence."""
    if not name and model.abstains:
        return f"{model.title} is undecided"
    if not name:
        return "All classes are impossible here: there is no answer"
    if not model.decided:
        return f"{model.title} has learnt nothing yet: the answer is {name} everywhere"
    return f"{model.title} says {name}"


def _ink(moment: Snapshot, name: str, palette: Palette) -> tuple[str, str]:
    if name not in moment.points.classes:
        return palette.quiet, "disc"
    return class_colour(moment.points, name), class_symbol(moment.points, name)


def _plane(
    figure: Figure, moment: Snapshot, model: Model, palette: Palette, frame: Frame, at: Place
) -> Panel:
    """The plane with the point of the sentence, a star, and the answer beside it."""
    region = around(np.concatenate([moment.points.x, [at]]))
    view = fitted(region[:2], region[2:], frame.width, frame.height)
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
        scale=0.85 * figure.scale,
        font=0.9 * figure.font,
        cell=max(figure.cell, 3.0),
        features=moment.features,
    )
    room = (view.right - at[0]) / scene.unit, (view.top - at[1]) / scene.unit
    linked = Marks(
        "examples", "disc", scene.places, 1.0, None, None, moment.points.ids
    )  # to be pointed at
    shown = SHOWN if figure.axes else SHOWN - {"axes"}
    return plane_panel(
        scene,
        shown,
        frame,
        extra=(linked, *_star(moment, model, palette, at, figure.scale, figure.font, room)),
    )


def _star(
    moment: Snapshot,
    model: Model,
    palette: Palette,
    at: Place,
    scale: float,
    font: float,
    room: tuple[float, float],
) -> tuple[Item, ...]:
    """The point of the sentence, and over it the answer, which has so much room to its right and
    above."""
    name = answer_of(model, at)
    words, (ink, _) = name or "no answer", _ink(moment, name if model.decided else "", palette)
    left = text_width(words, font, bold=True) + 10 > room[0]
    away = 13 * scale + 0.7 * font
    over = -away if away + font < room[1] else away
    return (
        Marks("sentence", "star", np.array([at]), 22 * scale, ink, Pen(palette.text, 1.8 * scale)),
        Label(
            words,
            at,
            font,
            palette.text,
            "end" if left else "start",
            dx=6.0 if left else -6.0,
            dy=over,
            bold=True,
            veil=palette.card,
            name="answer",
        ),
    )


def marks(figure: Figure, moment: Worded, palette: Palette) -> tuple[Item, ...]:
    """In the plane itself, the star alone."""
    if isinstance(moment.subject, Vocabulary):
        return ()
    good, bad = moment.subject.counts(text_to_read(figure, moment)[0])
    return _star(
        moment,
        moment.model,
        palette,
        (float(good), float(bad)),
        figure.scale,
        1.1 * figure.font,
        (np.inf, np.inf),
    )


def _lines(moment: Snapshot, model: Model, at: Place, width: float, font: float) -> list[str]:
    """The answer worked out, and what is to be known of points that have no text, in lines that
    fit."""
    lines = [f"{name} = {text}" for name, text in worked(model, at)]
    lines = [
        line if text_width(line, font) <= width else line.replace(f"{SYMBOLS} = ", "")
        for line in lines
    ]
    texts = moment.points.texts
    without = len(moment.points) if texts is None else sum(not text for text in texts)
    if without:
        some = "1 point has" if without == 1 else f"{grouped(without)} points have"
        lines.append(
            f"{some} no text: other word lists do not move {'it' if without == 1 else 'them'}."
        )
    return [*(part for line in lines for part in wrapped(line, width, font)), ""]


def _sums(
    moment: Snapshot,
    model: Model,
    at: Place,
    lines: list[str],
    palette: Palette,
    frame: Frame,
    font: float,
) -> Panel:
    edge = 0.9 * font
    items = list[Item]()
    step = min(ROW * font, (frame.height - 0.2 * font) / max(1, len(lines)))
    size = min(font, 0.76 * step)
    for k, line in enumerate(lines[:-1]):
        items.append(Label(line, (edge, -(k + 0.6) * step), size, palette.text, name="sum"))
    y = -(len(lines) - 0.4) * step
    name = answer_of(model, at)
    ink, symbol = _ink(moment, name, palette)
    marked = bool(name) and model.decided
    if marked:
        items.append(Marks("answer", symbol, np.array([(edge + 0.4 * size, y)]), 0.9 * size, ink))
    items.append(
        Label(
            _in_words(model, name),
            (edge + (1.4 * size if marked else 0.0), y),
            size,
            palette.text,
            bold=True,
            name="answer",
        )
    )
    return bare(frame, View(0, -frame.height, frame.width, 0), tuple(items), palette, font)


WORDS_VIEW = view(
    "words",
    "Words",
    "what each word counts for, and the sentence that you type worked out word by word. Click a "
    "word to select the texts that have it",
    NEED,
    panels,
    options=OPTIONS,
    marks=marks,
    group=WATCH,
    key="R",
)
