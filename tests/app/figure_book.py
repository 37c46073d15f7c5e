"""Runs of every kind for the tests of figures and films, and where things are on the page, worked
out by hand."""

from functools import cache
from typing import Any

import numpy as np

from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.losses import rivals_and_margins
from linlab.engine.picture.shapes import Panel, Picture
from linlab.engine.train.trace import Trace
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import draw
from tests.engine.plane import plane_learning

T = 150
SHOWN = frozenset({"regions", "boundary", "margins", "supports"})  # nothing that lies on a point
CASES: dict[str, tuple[str, dict[str, Any], str, dict[str, Any], tuple[float, float, float]]] = {
    **{model: ("blobs", {"n": 60}, model, {}, (100.0, 0.0, 0.0)) for model in plane_learning()},
    "kernel": ("moons", {"n": 60}, "svm", {"space": "rbf"}, (60.0, 20.0, 20.0)),
    "fourier": (
        "moons",
        {"n": 60},
        "logistic",
        {"space": "fourier", "features": 60},
        (100.0, 0.0, 0.0),
    ),
    "four": ("blobs", {"n": 40, "classes": 4}, "logistic", {}, (50.0, 25.0, 25.0)),
}


@cache
def document(case: str) -> Document:
    data, knobs, model, settings, shares = CASES[case]
    return Document(
        make_points(data, seed=1, **knobs), (Learner.of(model, **settings),), seed=1, shares=shares
    )


@cache
def moment(case: str) -> Snapshot:
    return Snapshot.of(Trace(document(case)), T)


@cache
def picture(case: str) -> Picture:
    return draw(Figure(title=f"The {case}", layers=SHOWN, width=500.0, height=400.0), moment(case))


def plane(case: str) -> Panel:
    return picture(case).panels[0]


def on_page(panel: Panel, x: Any) -> Any:
    """Where points lie on the page, y downwards. (n, 2)"""
    x, view, frame = np.asarray(x, float), panel.view, panel.frame
    across = (x[:, 0] - view.left) / (view.right - view.left)
    up = (x[:, 1] - view.bottom) / (view.top - view.bottom)
    return np.column_stack([frame.x + across * frame.width, frame.y + (1 - up) * frame.height])


def in_plane(panel: Panel, page: Any) -> Any:
    """Which points lie at places of the page. (n, 2)"""
    page, view, frame = np.asarray(page, float), panel.view, panel.frame
    across, up = (page[:, 0] - frame.x) / frame.width, 1 - (page[:, 1] - frame.y) / frame.height
    return np.column_stack(
        [view.left + across * (view.right - view.left), view.bottom + up * (view.top - view.bottom)]
    )


def free_points(case: str) -> dict[int, list[int]]:
    """Of each class, the points that no other mark and no legend covers."""
    now, panel = moment(case), plane(case)
    page = on_page(panel, now.points.x)
    apart = np.linalg.norm(page[:, None] - page, axis=2) + 1e9 * np.eye(len(page))
    free = (apart.min(axis=1) > 18) & (page[:, 1] > panel.frame.y + 70)
    return {
        k: np.flatnonzero(free & (now.points.label == k)).tolist()
        for k in range(len(now.points.classes))
    }


def off_boundary(case: str, x: Any) -> Any:
    """How far places are from where the two best classes tie, in pixels of the page: |f| over its
    slope. (n,)"""
    model, panel = moment(case).model, plane(case)
    assert model is not None
    unit = (panel.view.right - panel.view.left) / panel.frame.width  # of the plane to a pixel

    def lead(at: Any) -> Any:
        scores = model.scores(np.asarray(at, float))
        best = scores.argmax(axis=1) if scores.shape[1] > 1 else np.ones(len(scores), int)
        return rivals_and_margins(scores, best)[1]

    h = 2 * unit
    steps = [(lead(x + d) - lead(x - d)) / 4 for d in (np.array([h, 0.0]), np.array([0.0, h]))]
    slope = np.hypot(*steps)
    if (
        len(moment(case).points.classes) > 2
    ):  # the lead is never negative, so its slope is that on either side
        slope = np.maximum(
            slope,
            np.hypot(
                *[(lead(x + d) - lead(x)) / 2 for d in (np.array([h, 0.0]), np.array([0.0, h]))]
            ),
        )
    return np.abs(lead(x)) / np.maximum(slope, 1e-12)
