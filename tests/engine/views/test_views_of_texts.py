"""Every view of a model that reads texts shows something, or says why not."""

import pytest

from linlab import Document, Learner, Trace, make_points
from linlab.engine.views.figure import Figure
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.views import VIEWS, completed, draw

WORDS = {"space": "words"}
LEARNERS = {
    "logistic": (Learner.of("logistic", **WORDS),),
    "perceptron": (Learner.of("perceptron", **WORDS),),
    "averaged": (Learner.of("averaged-perceptron", **WORDS),),
    "voted": (Learner.of("voted-perceptron", **WORDS),),
    "svm": (Learner.of("svm", weighting="tfidf", **WORDS),),
    "bayes": (Learner.of("multinomial-naive-bayes"),),
    "centroid": (Learner.of("centroid", **WORDS),),
    "bagging": (Learner.of("bagging", members=3), Learner.of("perceptron", **WORDS)),
    "vote": (
        Learner.of("vote"),
        Learner.of("perceptron", **WORDS),
        Learner.of("logistic", **WORDS),
    ),
    "stacking": (
        Learner.of("stacking"),
        Learner.of("perceptron", **WORDS),
        Learner.of("logistic", **WORDS),
    ),
}


@pytest.mark.parametrize("data", ["bank", "topics"])
@pytest.mark.parametrize("model", LEARNERS)
def test_that_every_view_is_drawn_or_refused_in_words(model, data):
    points = make_points(data)
    points = points.take(list(range(0, len(points), 2)) + list(range(1, len(points), 4)))
    trace = Trace(Document(points, LEARNERS[model]))
    for t in (0, 1, 12):
        moment = Snapshot.of(trace, t)
        for name, view in VIEWS.items():
            figure = Figure(view=name, width=420, height=420)
            if view.work is None or t == 12:
                moment_now = completed(figure, moment)
                assert draw(figure, moment_now) is not None
