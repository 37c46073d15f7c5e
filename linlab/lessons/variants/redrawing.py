"""Other points for a document, all from one seed.

Points of a data set are drawn from another seed. Points from a table, or set by hand, are moved a
little on their own grid, so that they have no more decimals than before, and come in another order.
They may also be turned by a quarter and mirrored.
"""

from dataclasses import replace

import numpy as np

from linlab.engine.data.datasets import DATASETS
from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.errors import LinlabError

GRIDS = (1.0, 0.5, 0.25, 0.1, 0.05, 0.01)  # that coordinates may lie on
COARSE = 0.1  # the grid of coordinates that lie on none of these
REACH = 0.1  # of the spread of the points: how far one moves at most, and at least one grid step
TRIES = 100  # to keep all points apart
LARGEST_SEED = 2**32


def redrawn(document: Document, seed: int, turned: bool = False) -> Document:
    """The document with other points; with `turned` they may also be turned and mirrored. The same
    seed gives the same points.

    >>> from linlab.engine.document.first import first_document
    >>> redrawn(first_document(), 3).points == redrawn(first_document(), 3).points
    True
    """
    if document.timeline:
        raise LinlabError("Its points change while it trains, so they cannot be drawn anew.")
    source = document.source
    if source is not None and source.name in DATASETS:
        mixed = np.random.default_rng((seed, source.seed)).integers(LARGEST_SEED)
        other = replace(source, seed=int(mixed))
        points = other.draw()
        if np.array_equal(points.x, document.points.x):
            raise LinlabError(f"The data set {source.name} has the same points for every seed.")
        return replace(document, points=points, source=other)
    if document.points.texts is not None:
        raise LinlabError("Its points are counted from texts, so they cannot be moved.")
    return replace(document, points=moved(document.points, seed, turned), source=None)


def moved(points: Points, seed: int, turned: bool = False) -> Points:
    """The points moved a little on their grid, in another order."""
    if not len(points):
        raise LinlabError("There are no points to draw anew.")
    rng = np.random.default_rng((seed, len(points)))
    grid = grid_of(points.x)
    reach = max(1, round(REACH * float(np.ptp(points.x, axis=0).max()) / grid))
    for _ in range(TRIES):
        steps = rng.integers(-reach, reach + 1, size=points.x.shape)
        x = grid * (np.round(points.x / grid) + steps)
        if turned:
            x = _turned(x, rng)
        if len(np.unique(x, axis=0)) == len(x):
            order = rng.permutation(len(points))
            truth = None if points.truth is None else points.truth[order]
            return Points(
                np.round(x, 6)[order] + 0.0,  # no −0
                points.label[order],
                points.classes,
                np.arange(len(points)),
                truth=truth,
                axes=points.axes,
            )
    raise LinlabError("Its points lie too close to each other to be drawn anew.")


def grid_of(x: Floats) -> float:
    """The widest grid that all coordinates lie on.

    >>> grid_of(np.array([[1.0, 2.5], [0.0, -3.0]]))
    0.5
    """
    for grid in GRIDS:
        if np.allclose(x / grid, np.round(x / grid), rtol=0, atol=1e-9):
            return grid
    return COARSE


def _turned(x: Floats, rng: np.random.Generator) -> Floats:
    """Turned by quarters about the origin, and perhaps mirrored; the grid stays."""
    for _ in range(int(rng.integers(4))):
        x = np.column_stack([-x[:, 1], x[:, 0]])
    return np.column_stack([-x[:, 0], x[:, 1]]) if rng.integers(2) else x
