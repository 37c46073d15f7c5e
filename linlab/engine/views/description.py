"""What a picture shows, in words, for those who do not see it: the data, the model, its step, its
boundary, and how many points it gets wrong.

It is the alternative text of figures, and what a screen reader says of the plane.
"""

import numpy as np

from linlab.engine.ground.numerals import grouped, number
from linlab.engine.ground.sanitise import shorten
from linlab.engine.learner.spaces import space
from linlab.engine.picture.other_models import ALONE
from linlab.engine.train.moment import Moment
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.view import FigureView

MOST_CLASSES = 8  # that are counted by their names


def described(view: FigureView, figure: Figure, moment: Snapshot) -> str:
    """Sentences about a figure of this moment: which view it is, and all there is to know of the
    run."""
    title = f"“{shorten(figure.title)}”: " if figure.title else ""
    refusal = view.why_not(figure, moment)
    if refusal is not None:
        return f"{title}{view.title}: {refusal.sentence}"
    shown = "The plane." if view.plane else f"{view.title}: {_lower(view.help)}."
    alone = view.plane and figure.models == ALONE
    return " ".join((f"{title}{shown}", plane_in_words(moment, alone)))


def plane_in_words(moment: Snapshot, alone: bool = False) -> str:
    """The points, the models, or the one in hand alone, and how they do."""
    drawn = (moment.moments[moment.focus],) if alone else moment.moments
    models = [each for each in drawn if each is not None]
    sentences = [_model_in_words(each, moment.names[each.which]) for each in models]
    return " ".join((points_in_words(moment), *(sentences or ["No model is trained."])))


def points_in_words(moment: Snapshot) -> str:
    """How many points there are, of which classes.

    >>> from linlab.engine.data.points import Points
    >>> points_in_words(Snapshot.of_points(Points.of([(0, 1), (2, 3), (4, 4)], ["no", "yes", "no"])))
    '3 points: 2 of no, 1 of yes.'
    """
    points = moment.points
    if not len(points):
        return "No points."
    counts = [
        f"{grouped(int((points.label == k).sum()))} of {shorten(name)}"
        for k, name in enumerate(points.classes[:MOST_CLASSES])
    ]
    bare = int((points.label < 0).sum())
    counts += [f"{grouped(bare)} unlabelled"] if bare else []
    source = moment.document.source
    drawn = "" if source is None else f" ({source.name})"
    return f"{grouped(len(points))} points{drawn}: {', '.join(counts)}."


def wrong_in_words(moment: Moment) -> str:
    """How many of its training points the model gets wrong now."""
    many = len(moment.model.examples.y)
    return f"{grouped(round(moment.sample.train_error * many))} of {grouped(many)} wrong now"


def _model_in_words(moment: Moment, name: str) -> str:
    learner = moment.learner
    where = (
        f" in the {_lower(space(learner['space']).title)} space"
        if learner.recipe.in_a_space
        else ""
    )
    steps = "before the first step" if not moment.t else f"after {_steps(moment.t)}"
    return f"{shorten(name)}{where}, {steps}: {_boundary(moment)}; {wrong_in_words(moment)}."


def _steps(t: int) -> str:
    return "1 step" if t == 1 else f"{grouped(t)} steps"


def _boundary(moment: Moment) -> str:
    model = moment.model
    if not model.decided:
        return "there is no boundary yet"
    parts, classes = model.parts(), len(model.examples.classes)
    if classes > 2:
        return f"boundaries between {classes} classes"
    problem = moment.problem
    if parts is None or model.single is None or not problem.straight or len(parts[0]) != 1:
        return "the boundary is a curve" if not problem.straight else "there is a boundary"
    (w,), (b,) = np.asarray(parts[0], float), np.asarray(parts[1], float)
    if not np.isfinite([*w, b]).all():
        return "the boundary is a line"
    return f"the boundary is the line w·x + b = 0 with w = ({number(w[0])}, {number(w[1])}), b = {number(b)}"


def _lower(words: str) -> str:
    """Without a capital at its beginning, unless that is a name or an abbreviation."""
    keep = words[1:2].isupper() or not words
    return words if keep else words[0].lower() + words[1:].rstrip(".")
