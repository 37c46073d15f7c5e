"""What an update is called if nobody says: compared with a perceptron written here, and asked of
every model."""

import numpy as np
import pytest

from linlab import Document, Learner, make_points
from linlab.engine.document.document import Change
from linlab.engine.ground.numerals import grouped
from linlab.engine.train.trace import Trace
from linlab.engine.words.notable import notable
from tests.engine.plane import plane_catalog
from tests.engine.teams import document_learners


def test_that_mistakes_are_those_of_the_textbook():
    points = make_points("moons", n=30)
    trace = Trace(Document(points, (Learner.of("perceptron", order="cyclic"),)))
    theta, mistakes, expected = np.zeros(3), 0, ["start"]
    for t in range(1, 61):
        x, y = np.append(points.x[(t - 1) % 30], 1.0), 2 * points.label[(t - 1) % 30] - 1
        wrong = y * (theta @ x) <= 0
        theta, mistakes = (theta + y * x, mistakes + 1) if wrong else (theta, mistakes)
        expected.append(
            ("first mistake" if mistakes == 1 else f"mistake {mistakes}") if wrong else f"step {t}"
        )
    assert [notable(trace, t) for t in range(61)] == expected and mistakes > 1


def test_that_a_change_of_the_timeline_is_what_is_notable():
    points, svm = make_points("moons", n=20), Learner.of("svm")
    timeline = (
        Change(4, learners=(svm.replace(lam=1),)),
        Change(9, points=points.add((5, 5), 0)),
        Change(12, pick=3),
    )
    trace = Trace(Document(points, (svm,), timeline=timeline))
    assert [notable(trace, t) for t in (4, 9, 12)] == [
        "λ 0.01 → 1",
        "1 point added",
        "train on #4 next",
    ]


def test_that_a_run_that_ends_says_so_and_one_that_cannot_begin_has_numbers():
    trace = Trace(Document(make_points("moons", n=20), (Learner.of("naive-bayes"),)))
    trace.at(1000)
    assert notable(trace, trace.end) == "end of the run"
    assert (notable(None, 0), notable(None, 12_000)) == ("start", f"step {grouped(12_000)}")


@pytest.mark.parametrize("model", plane_catalog())
def test_that_every_model_has_a_name_for_every_update(model):
    trace = Trace(Document(make_points("moons", n=20), document_learners(Learner.of(model))))
    for t in (0, 1, 2, 25):
        assert 0 < len(notable(trace, trace.clamp(t))) <= 60
