"""The examples of a page: their classes and places, and at each step the model's answer and their
margins, shown when one is pointed at."""

import math
from typing import Any

import numpy as np

from linlab.engine.ground.numerals import number
from linlab.engine.ground.sanitise import shorten
from linlab.engine.learner.losses import rivals_and_margins
from linlab.engine.train.models import decisions
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.words.signs import numbered

MOST_ANSWERS = 200  # examples with an answer at each step; more would make the page large
PARTS = ("", "dev", "test")
DIGITS = 3  # significant, of a margin


def about_points(moment: Snapshot) -> dict[str, list[str]]:
    """What stays of each point, by its id: its name, its class and its place."""
    points = moment.points
    known = [] if moment.model is None else moment.model.examples.ids.tolist()
    place = {id: k for k, id in enumerate(known)}
    names = [*map(shorten, points.classes), "unlabelled"]  # the label −1 indexes the last one
    out = {}
    for k, id in enumerate(points.ids.tolist()):
        part = PARTS[int(moment.parts[k])]
        name = f"Example {numbered(place[id])}" if id in place else f"{part} point".strip()
        if points.texts is not None:
            where = f"“{shorten(points.texts[k], 120)}”"
        else:
            where = f"({number(points.x[k, 0])}, {number(points.x[k, 1])})"
        out[str(id)] = [name[:1].upper() + name[1:], names[int(points.label[k])], where]
    return out


def answers_at(moment: Snapshot) -> list[Any]:
    """The model's answer for each point, a row of its classes, or −1, and the margin, or nothing:
    [ids, answers, margins]."""
    model, points = moment.model, moment.points
    if model is None or not len(points) or len(points) > MOST_ANSWERS:
        return []
    scores = moment.scores
    impossible = np.isnan(scores).any(axis=1)
    index = np.array([_row(model.examples.classes, name) for name in (*points.classes, "")])
    truth = index[points.label]
    margins: list[float | None] = [None] * len(points)
    if model.single is not None:
        known = np.flatnonzero((truth >= 0) & ~impossible)
        found = rivals_and_margins(scores[known], truth[known])[1] if len(known) else ()
        for k, margin in zip(known.tolist(), found, strict=True):
            margins[k] = _short(float(margin))
    return [points.ids.tolist(), decisions(model, scores).tolist(), margins]


def _row(classes: tuple[str, ...], name: str) -> int:
    return classes.index(name) if name in classes else -1


def _short(value: float) -> float | None:
    """Three digits; nothing for what JSON cannot hold.

    >>> _short(-0.81649), _short(12345.6), _short(float("inf"))
    (-0.816, 12300, None)
    """
    if not math.isfinite(value):
        return None
    rounded = float(f"{value:.{DIGITS}g}")
    return int(rounded) if rounded == int(rounded) else rounded
