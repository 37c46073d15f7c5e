"""Hidden labels: how often the model errs on points whose label it never saw, over the updates,
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
from linlab.engine.picture.furniture import legend_box
from linlab.engine.picture.metrics import shortened, wrapped
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

from .chart import bare, chart, upright
from .figure import Figure
from .plane_and_curves import roomy
from .snapshot import Snapshot
from .view import FigureView, Work

TIMES = 160  # at which it is judged, about
NOTHING_HIDDEN = (
    "No label is hidden. The slider “Hidden labels” of a data set hides some and keeps the truth; on the command "
    "line, --data hidden=80."
)


@dataclass(frozen=True, eq=False)
class Judged:
    """The error on hidden labels at some updates, of the run and of the same one on the labelled
    points alone."""

    t: Ints  # (k,)
    error: Floats  # (k,)
    alone: Floats | None  # (k,), None where nobody has guessed
    plain: Trace | None  # the run of the latter
    of: tuple[Document, int]  # and which of its learners
    lock: Any = field(default_factory=threading.Lock)

    def alone_at(self, t: int) -> float:
        """The error on the labelled points alone at any update."""
        assert self.plain is not None
        with self.lock:
            return hidden_error(self.plain.model(t), self.plain.document.points_at(t))


def refuses(moment: Snapshot) -> str:
    if moment.trace is None:
        return "There is no model yet: training needs points of at least two classes."
    return "" if moment.points.hidden.any() else NOTHING_HIDDEN


def horizon(moment: Snapshot) -> int:
    """Up to which update is judged: somewhat beyond the last round, and twice as far whenever the
    run gets there."""
    assert moment.trace is not None
    rounds, per_epoch = rounds_of(moment), moment.trace.problem(0).updates_per_epoch
    far = max(20 * per_epoch, rounds[-1] + max(rounds[-1] // 4, 5 * per_epoch) if rounds else 0)
    while far < moment.t:
        far *= 2
    return far


def rounds_of(moment: Snapshot) -> list[int]:
    """The updates after which labels were guessed."""
    assert moment.trace is not None
    timeline, out, many = moment.trace.document.timeline, [], 0
    for change in timeline:
        if change.points is not None:
            guessed = int(change.points.guessed.sum())
            out += [change.t] if guessed > many else []
            many = guessed
    return out


def _judge(figure: Figure, moment: Snapshot) -> Judged:
    assert moment.trace is not None
    document, which, far = moment.trace.document, moment.trace.which, horizon(moment)
    own, plain = Trace(document, which, SMALL_BUDGET), forgotten(document)
    at = np.unique([*np.linspace(0, far, TIMES + 1).astype(int), *rounds_of(moment)])
    traces = [own] if plain == document else [own, Trace(plain, which, SMALL_BUDGET)]
    errors: list[list[float]] = [[] for _ in traces]
    for k, t in enumerate(at.tolist()):
        tell(f"{k} of {len(at)}")
        for trace, found in zip(traces, errors, strict=True):
            found.append(hidden_error(trace.model(t), trace.document.points_at(t)))
    ends = [far if trace.end is None else trace.end for trace in traces]
    seen = at <= max(*ends, moment.t, 1)  # beyond it nothing happens
    plainly = traces[1] if len(traces) > 1 else None
    return Judged(
        at[seen],
        np.array(errors[0])[seen],
        np.array(errors[-1])[seen] if plainly else None,
        plainly,
        (document, which),
    )


def hidden(figure: Figure, moment: Snapshot, palette: Palette, room: Frame) -> tuple[Panel, ...]:
    foot = Frame(room.x, room.y + room.height - 4.2 * figure.font, room.width, 4.2 * figure.font)
    over = Frame(room.x, room.y, room.width, room.height - foot.height)
    curve = roomy(lambda frame: _curves(figure, moment, palette, frame), figure, over, palette)
    return curve, _told(figure, moment, palette, foot)


def _curves(figure: Figure, moment: Snapshot, palette: Palette, frame: Frame) -> Panel:
    assert moment.trace is not None
    found, scale = moment.found, figure.scale
    far = horizon(moment) if found is None else max(int(found.t[-1]), moment.t)
    rounds = rounds_of(moment)
    inks = {
        "taught": Pen(palette.accent, 2.2 * scale),
        "alone": Pen(palette.text, 1.6 * scale, (5.0, 3.0)),
    }
    now = hidden_error(moment.trace.model(moment.t), moment.points)
    settled = [
        line[found.t > far // 40] for line in _lines(found).values()
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
                Pen(palette.halo, 1.2 * scale, (2.0, 3.0)),
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
        items.append(Lines(name, (np.c_[found.t[known], line[known]],), inks[name]))
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
        legend += (Entry("round", pen=Pen(palette.halo, 1.2 * scale, (2.0, 3.0))),)
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
        titles=("updates", "error on hidden labels"),
    )
    return replace(panel, legend=legend, legend_at=ABOVE)


def _lines(found: Judged | None) -> dict[str, Any]:
    if found is None:
        return {}
    return {"taught": found.error} | ({} if found.alone is None else {"alone": found.alone})


def _told(figure: Figure, moment: Snapshot, palette: Palette, room: Frame) -> Panel:
    """What is there now, in numbers."""
    assert moment.trace is not None
    points = moment.points
    many, guessed = int(points.hidden.sum()), points.guessed & (points.true >= 0)
    untrue = int((guessed & (points.true != points.label)).sum())
    words = f"Now {percent(hidden_error(moment.trace.model(moment.t), points))} of {grouped(many)} hidden labels wrong"
    if moment.found is None or moment.found.of != (moment.trace.document, moment.trace.which):
        words += "; the curves are being computed"
    elif moment.found.alone is not None:
        words += f"; without guesses {percent(moment.found.alone_at(moment.t))}"
    if guessed.any():
        words += (
            f". {grouped(int(guessed.sum()))} labels were guessed, {grouped(untrue)} of them wrong"
        )
    size = 0.9 * figure.font
    lines = wrapped(words + ".", room.width - 2 * size, size)[:3]
    items = tuple(
        Label(shortened(line, room.width - 2 * size, size), (size, 2.5 - k), size, palette.quiet)
        for k, line in enumerate(lines)
    )
    return bare(room, View(0, 0, room.width, 3), items, palette, figure.font)


def _key(figure: Figure, moment: Snapshot) -> object:
    assert moment.trace is not None
    return moment.trace.document, moment.trace.which, horizon(moment)


HIDDEN_VIEW = FigureView(
    "hidden",
    "Hidden",
    "the error on labels that are hidden, over the updates, beside that of "
    "training on the labelled points alone",
    hidden,
    refuses=refuses,
    tabbed=lambda document: bool(document.points.hidden.any()),
    work=Work(_key, _judge),
)
