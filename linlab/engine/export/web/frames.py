"""The frames of a page: the pictures of a run in each view, with the sentence of each step, as bytes
that the page's script reads.

The bytes are JSON and the cells of the images, each compressed (zlib); a browser unpacks them with
its own DecompressionStream, which all have since 2023.
"""

import base64
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from linlab.engine.data.points import Points
from linlab.engine.picture.palette import DARK, LIGHT
from linlab.engine.picture.shapes import Picture
from linlab.engine.train.moment import Moment
from linlab.engine.views.figure import Figure
from linlab.engine.views.shots import Shots
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS
from linlab.engine.words.beginning import beginning
from linlab.engine.words.explain import explain

from .examples import about_points, answers_at
from .packing import Packing, written
from .pairing import splices
from .steps import Steps

LEVEL = 9  # of the compression
Say = Callable[[int, int], bool]


@dataclass(frozen=True)
class Frames:
    """What a player shows: two blocks of text for the page, and what stands in it beside them."""

    data: str  # JSON, compressed, base64
    cells: str  # of the images, likewise
    views: tuple[Figure, ...]
    steps: Steps
    sentence: str  # of the first step
    words: tuple[str, ...]  # what the first picture of each view shows

    @property
    def size(self) -> int:
        """Bytes in the page."""
        return len(self.data) + len(self.cells)


def frames_of(
    moment: Moment,
    figures: Sequence[Figure],
    steps: Steps,
    optimum: Any = None,
    tell: Callable[[int], None] = lambda done: None,
) -> Frames:
    """The frames of these figures at these steps; `tell` is called with the number of steps done,
    and may raise an error to end it."""
    trace = moment.trace
    done = 0
    shots = [Shots(trace, figure, steps.times, optimum, lambda: tell(done)) for figure in figures]
    packing = Packing()
    pictures: list[list[list[int]]] = [[] for _ in figures]
    words: list[list[str]] = [[] for _ in figures]
    panels: list[list[float]] = [[] for _ in figures]  # of each view the first, where it is
    sentences = []
    answers = []
    points: dict[str, list[str]] = {}
    seen: Points | None = None
    for t in steps.times:
        tell(done)
        at = Snapshot.of(trace, t)
        classes = () if at.model is None else at.model.examples.classes
        for k, shot in enumerate(shots):
            light, dark = shot.at(t, DARK)
            pictures[k].append(packing.picture(light, dark, classes))
            words[k].append(light.in_words)
            panels[k] = place_of(light)
        sentences.append(sentence_of(at))
        answers.append(answers_at(at))
        if at.points is not seen:
            points |= about_points(at)
            seen = at.points
        done += 1
    views = [
        {
            "title": VIEWS[figure.view].title,
            "width": figure.width,
            "height": figure.height,
            "frames": splices(drawn),
            "panel": panel,
            "words": described,
        }
        for figure, drawn, described, panel in zip(figures, pictures, words, panels, strict=True)
    ]
    data = {
        "steps": steps.times,
        "sentences": sentences,
        "points": points,
        "answers": answers,
        "classes": list(classes),
        "halo": packing.colours.of([LIGHT.halo, DARK.halo]),
        "views": views,
        **packing.to_json(),
    }
    return Frames(
        packed(written(data).encode()),
        packed(b"".join(packing.images.content)),
        tuple(figures),
        steps,
        sentences[0],
        tuple(described[0] for described in words),
    )


def place_of(picture: Picture) -> list[float]:
    """The frame of the first panel on the page, and what of its plane it shows: x, y, width and
    height, left, bottom, right and top."""
    if not picture.panels:
        return []
    frame, view = picture.panels[0].frame, picture.panels[0].view
    return [frame.x, frame.y, frame.width, frame.height, *(float(each) for each in view)]


def sentence_of(at: Snapshot) -> str:
    """What the step did, in words."""
    assert at.trace is not None
    if at.step is None:
        return beginning(at.trace.problem(0))
    return explain(at.step, at.trace.problem(at.t - 1).learner)


def packed(content: bytes) -> str:
    return base64.b64encode(zlib.compress(content, LEVEL)).decode()
