"""Hidden labels: how often the model errs on points whose label it never saw, over the steps,
beside the same learner on the labelled points alone; thin lines are where a round of self-training
or co-training gave it labels that were guessed.

    error(t) = #{i hidden: answer(xᵢ) ≠ yᵢ} / #{i hidden}

Only the truth judges: a label that was guessed counts as hidden.
"""

import threading
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from linlab.engine.document.document import Document
from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.numerals import grouped, percent
from linlab.engine.ground.progress import tell
from linlab.engine.many.teaching import forgotten
from linlab.engine.picture.axes_and_legend import legend_box
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import (
    ABOVE,
    Entry,
    Frame,
    Item,
    Label,
    Lines,
    Marks,
    Panel,
    Pen,
    View,
)
from linlab.engine.train.measures import hidden_error
from linlab.engine.train.trace import SMALL_BUDGET, Trace

from .chart import chart, stacked, upright
from .figure import Figure
from .kit.ready import Need, Ready, ReadyRun
from .kit.view import optional, view
from .kit.ways_out import hide_labels
from .kit.words import foot, lines_of
from .plane_and_curves import roomy
from .view import CHECK, Refusal

FOOT = 4.2  # sizes of the type: three lines of words
TIMES = 160  # at which it is judged, about
NOTHING_HIDDEN = (
    "No label is hidden: hide some with the slider “Hidden labels” of a data set, or on the command line with "
    "--data hidden=80."
)


@dataclass(frozen=True, eq=False)
class LabelledAlone:
    """The same run on the labelled points alone, and its error at the same steps."""

    error: Floats  # (k,)
    trace: Trace
    lock: Any = field(default_factory=threading.Lock)

    def at(self, t: int) -> float:
        """Its error at any step."""
        with self.lock:
            return hidden_error(self.trace.model(t), self.trace.document.points_at(t))


@dataclass(frozen=True, eq=False)
class HiddenErrors:
    """The error on hidden labels at some steps, and that of the labelled points alone."""

    t: Ints  # (k,)
    error: Floats  # (k,)
    alone: LabelledAlone | None  # None where nothing was guessed
    of: tuple[Document, int]  # and which of its learners


def _none_hidden(moment: ReadyRun) -> Refusal | None:
    if moment.points.hidden.any():
        return None
    return Refusal(NOTHING_HIDDEN, hide_labels("Hide half of the labels"))


Hidden = Ready[None, HiddenErrors | None]


def horizon(moment: Ready[None, Any]) -> int:
    """Up to which step is judged: somewhat beyond the last round, and twice as far whenever the
    run gets there."""
    rounds = rounds_of(moment)
    per_epoch = moment.trace.problem(0).updates_per_epoch
    far = max(20 * per_epoch, rounds[-1] + max(rounds[-1] // 4, 5 * per_epoch) if rounds else 0)
    while far < moment.t:
        far *= 2
    return far


def rounds_of(moment: Ready[None, Any]) -> list[int]:
    """The steps after which labels were guessed."""
    timeline = moment.trace.document.timeline
    out = []
    many = 0
    for change in timeline:
        if change.points is not None:
            guessed = int(change.points.guessed.sum())
            out += [change.t] if guessed > many else []
            many = guessed
    return out


def _judge(figure: Figure, moment: ReadyRun) -> HiddenErrors:
    document = moment.trace.document
    which = moment.trace.which
    far = horizon(moment)
    own = Trace(document, which, SMALL_BUDGET)
    plain = forgotten(document)
    at = np.unique([*np.linspace(0, far, TIMES + 1).astype(int), *rounds_of(moment)])
    traces = [own] if plain == document else [own, Trace(plain, which, SMALL_BUDGET)]
    errors: list[list[float]] = [[] for _ in traces]
    for k, t in enumerate(at.tolist()):
        tell(f"{k} of {len(at)}")
        for trace, found in zip(traces, errors, strict=True):
            found.append(hidden_error(trace.model(t), trace.document.points_at(t)))
    ends = [far if trace.end is None else trace.end for trace in traces]
    seen = at <= max(*ends, moment.t, 1)  # beyond it nothing happens
    alone = LabelledAlone(np.array(errors[1])[seen], traces[1]) if len(traces) > 1 else None
    return HiddenErrors(at[seen], np.array(errors[0])[seen], alone, (document, which))


def hidden(figure: Figure, moment: Hidden, palette: Palette, room: Frame) -> tuple[Panel, ...]:
    high = FOOT * figure.font
    over, below = stacked(room, (room.height - high, high))
    curve = roomy(lambda frame: _curves(figure, moment, palette, frame), figure, over, palette)
    lines = lines_of(figure, below.width, _words(moment))
    return curve, foot(figure, palette, below, lines, rows=3)


def _curves(figure: Figure, moment: Hidden, palette: Palette, frame: Frame) -> Panel:
    found, scale = moment.last, figure.scale  # until there are others, these stay
    far = horizon(moment) if found is None else max(int(found.t[-1]), moment.t)
    at = np.zeros(0) if found is None else found.t
    rounds = rounds_of(moment)
    inks = {
        "taught": Pen(palette.accent, 2.2 * scale),
        "alone": Pen(palette.text, 1.6 * scale, (5.0, 3.0)),
    }
    now = hidden_error(moment.trace.model(moment.t), moment.points)
    settled = [
        line[at > far // 40] for line in _lines(found).values()
    ]  # the first fall may leave the frame
    up = (
        0.0,
        min(
            1.0, 1.25 * max([now, 0.08, *(float(np.nanmax(line, initial=0.0)) for line in settled)])
        ),
    )
    items: list[Item] = [Lines("now", (upright(moment.t, up),), Pen(palette.quiet, 1.0))]
    if rounds:
        items.append(
            Lines(
                "rounds",
                tuple(upright(t, up) for t in rounds),
                Pen(palette.on_card(palette.halo), 1.2 * scale, (2.0, 3.0)),
            )
        )
        apart = 1.6 * figure.font * far / max(1.0, frame.width)
        places = [t for k, t in enumerate(rounds) if k == 0 or t - rounds[k - 1] > apart]
        items += [
            Label(
                str(rounds.index(t) + 1),
                (t, up[1]),
                0.85 * figure.font,
                palette.quiet,
                "start",
                dx=3.0,
                dy=0.8 * figure.font,
            )
            for t in places
        ]
    for name, line in _lines(found).items():
        known = np.isfinite(line)
        items.append(Lines(name, (np.c_[at[known], line[known]],), inks[name]))
    items.append(
        Marks(
            "here",
            "disc",
            np.array([(moment.t, now)]),
            9.0 * scale,
            palette.accent,
            Pen(palette.card, 1.2),
        )
    )
    words = {
        "taught": "with guessed labels" if rounds else "on the labelled points",
        "alone": "labelled points alone",
    }
    legend = tuple(Entry(words[name], pen=inks[name]) for name in (_lines(found) or ("taught",)))
    if rounds:
        legend += (Entry("round", pen=Pen(palette.on_card(palette.halo), 1.2 * scale, (2.0, 3.0))),)
    above = legend_box(
        Panel(
            frame,
            View(0, 0, 1, 1),
            (),
            palette,
            figure.font,
            legend=legend,
            legend_at=ABOVE,
            scale=scale,
        )
    )
    if above is None or not figure.legend or above.height > 0.4 * frame.height:
        legend = ()
    else:
        frame = replace(frame, y=frame.y + above.height, height=frame.height - above.height)
    panel = chart(
        figure,
        frame,
        palette,
        items,
        (0.0, 1.02 * far),
        up,
        percent=(False, True),
        titles=("steps", "error on hidden labels"),
    )
    return replace(panel, legend=legend, legend_at=ABOVE)


def _lines(found: HiddenErrors | None) -> dict[str, Any]:
    if found is None:
        return {}
    return {"taught": found.error} | ({} if found.alone is None else {"alone": found.alone.error})


def _words(moment: Hidden) -> list[str]:
    """What is there now, in numbers."""
    points, found = moment.points, moment.found
    many = int(points.hidden.sum())
    guessed = points.guessed & (points.true >= 0)
    untrue = int((guessed & (points.true != points.label)).sum())
    now = percent(hidden_error(moment.trace.model(moment.t), points))
    words = f"Error on {grouped(many)} hidden labels: {now}"
    if found is None:
        words += "; the curves are being computed"
    elif found.alone is not None:
        words += f"; without guesses {percent(found.alone.at(moment.t))}"
    if not guessed.any():
        return [words]
    return [
        words,
        f"Guessed labels: {grouped(int(guessed.sum()))}, {grouped(untrue)} of them wrong",
    ]


def _of(figure: Figure, moment: ReadyRun) -> tuple[Document, int]:
    return moment.trace.document, moment.trace.which


def _key(figure: Figure, moment: ReadyRun) -> object:
    return (*_of(figure, moment), horizon(moment))


HIDDEN_VIEW = view(
    "hidden",
    "Hidden labels",
    "the error on hidden labels over the steps, beside that of "
    "training on the labelled points alone",
    Need(_none_hidden, "There is no model yet"),
    hidden,
    computation=optional(_key, _judge, _of),
    group=CHECK,
    tab="Hidden",
    key="C",
)
