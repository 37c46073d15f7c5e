"""Why nothing can be trained, and the way out: there are no points, they are of one class, or the
model lacks what it is made of. Only the plane says so, no other part of the window."""

import numpy as np

from linlab.engine.document.resampling import resampled
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.engine.train.trace import Trace
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.view import Refusal, WayOut

from .ways_out import add_members, open_data, split, use_model

BLOBS = open_data("blobs", "Use the blobs")
REVIEWS = open_data("reviews", "Open the review texts")
NO_TEXTS = "There are no texts yet: type one in Examples, or paste some."
ADD_MEMBERS = add_members("Add the models it needs")
SPLIT_OFF = split("Split off dev points", (60.0, 20.0, 20.0))
TRAIN_ON_ALL = split("Train on all points", (100.0, 0.0, 0.0))
PERCEPTRON = use_model("perceptron", "the perceptron")
POINTS = "training needs points of at least two classes"


def no_points(moment: Snapshot) -> Refusal | None:
    """Of a view that needs points, but no model."""
    if len(moment.points):
        return None
    if moment.learner.reads_texts:
        return Refusal(NO_TEXTS, REVIEWS, in_plane=True)
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


def way_out_of(moment: Snapshot) -> WayOut:
    """What makes it possible to train: the first way after which it is."""
    label = moment.points.label
    others = REVIEWS if moment.learner.reads_texts else BLOBS
    if classes_to_learn(moment) < 2:
        return TRAIN_ON_ALL if len(np.unique(label[label >= 0])) >= 2 else others
    ways = (
        [SPLIT_OFF, others, PERCEPTRON] if moment.learner.reads_texts else [SPLIT_OFF, PERCEPTRON]
    )
    if moment.learner.recipe.of_others:
        ways.insert(0, ADD_MEMBERS)
    return next((way for way in ways if _works(moment, way)), others)


def _works(moment: Snapshot, way: WayOut) -> bool:
    found = way.adopts(moment)
    focus = moment.focus if found.focus is None else found.focus
    places: list[int | Learner] = list(range(len(moment.learners)))
    if found.learner is not None:
        places[focus] = found.learner
    try:
        document = found.document or moment.document.with_models(places)
        Trace(document if found.source is None else resampled(document, found.source), focus)
    except LinlabError:
        return False
    return True
