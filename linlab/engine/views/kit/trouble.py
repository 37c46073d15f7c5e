"""Why nothing can be trained, and the way out: there are no points, they are of one class, or the
model lacks what it is made of. The plane says so, and nobody else in the window."""

import numpy as np

from linlab.engine.ground.errors import LinlabError
from linlab.engine.train.trace import Trace
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.view import Refusal, WayOut

from .ways_out import add_members, open_data, split_off

BLOBS = open_data("blobs", "Use the blobs")
POINTS = "training needs points of at least two classes"


def no_points(moment: Snapshot) -> Refusal | None:
    """Of a view that needs points, but no model."""
    if len(moment.points):
        return None
    return Refusal("There are no points yet: click in the plane.", BLOBS, in_plane=True)


def classes_to_learn(moment: Snapshot) -> int:
    """Of how many classes there are points to train on."""
    label = moment.points.label[moment.parts == 0]
    return len(np.unique(label[label >= 0]))


def why_no_run(moment: Snapshot, without: str) -> Refusal:
    """Of a moment that has no model; the sentence begins with these words, if it is about the
    points."""
    if classes_to_learn(moment) >= 2:
        try:
            Trace(moment.document, moment.focus)
        except LinlabError as error:
            return Refusal(str(error), way_out_of(moment), in_plane=True)
    return Refusal(f"{without}: {POINTS}.", way_out_of(moment), in_plane=True)


def way_out_of(moment: Snapshot) -> WayOut | None:
    """What makes it possible to train."""
    if classes_to_learn(moment) < 2:
        return BLOBS
    if moment.learner.recipe.of_others:
        return _for_team(moment)
    return None


def _for_team(moment: Snapshot) -> WayOut:
    """Models to be made of, or points to judge them by."""
    way = add_members("Add the models it needs")
    try:
        found = way.adopts(moment)
        Trace(found.document or moment.document, found.focus or 0)
    except LinlabError:
        return split_off("Split off dev points")
    return way
