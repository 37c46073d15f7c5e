"""What is drawn when an answer is shown, and test sets that are drawn again."""

import numpy as np
import pytest

from linlab.engine.data.datasets import fresh, make_points
from linlab.engine.document.document import Document, Source
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.palette import PALETTES, colour_of
from linlab.engine.picture.shapes import Marks, View
from linlab.lessons.facts.situation import Situation
from linlab.lessons.kinds.ink import Area
from linlab.lessons.kinds.redraw import FIRST_SEED, Draws, draws_panel, highest_of
from linlab.lessons.kinds.reveals import REVEALS
from linlab.lessons.questions import answer_of, judge, question_of
from linlab.lessons.written.blocks import read_block

AREA = (View(-4, -4, 4, 4), PALETTES["light"])
REDRAW = 'kind = "redraw"\nask = "a"\ntimes = 5\nn = 30'


def situation(models=("perceptron", "averaged-perceptron"), source=True):
    drawn = Source("moons", 3, (("n", 60.0), ("noise", 0.4)))
    learners = tuple(Learner.of(model) for model in models)
    document = Document(drawn.draw(), learners, source=drawn if source else None)
    return Situation(document, 0, 200)


def question(text=REDRAW):
    found, faults = question_of(read_block("question", text, "lesson.md", 1)[0])
    assert found is not None and not faults
    return found


def test_that_the_truth_colours_the_points_whose_label_is_hidden():
    points = make_points("blobs", n=40, hidden=90, seed=1)
    marks = REVEALS["truth"](Area(points, *AREA))
    hidden = points.label < 0
    assert hidden.sum() > 20
    for mark, c in zip(marks, (0, 1), strict=True):
        assert isinstance(mark, Marks) and mark.fill == colour_of(c)
        assert np.array_equal(mark.places, points.x[hidden & (points.true == c)])
    assert REVEALS["truth"](Area(make_points("blobs", n=40, seed=1), *AREA)) == ()


def test_that_any_question_may_reveal_the_truth_and_nothing_unknown():
    found = question('kind = "number"\nask = "a"\nanswer = 1\nreveal = "truth"')
    assert found.reveal == "truth" and question().reveal == ""
    _, faults = read_block("question", REDRAW + '\nreveal = "nonsense"', "lesson.md", 1)
    assert [fault.field for fault in faults] == ["reveal"]


def test_that_errors_are_those_on_fresh_points_of_the_same_source():
    here = situation()
    draws = answer_of(question(), here).value
    assert draws.names == ("Perceptron", "Averaged perceptron")
    for k in range(5):
        points = fresh("moons", 30, seed=FIRST_SEED + k, noise=0.4)
        for which in (0, 1):
            w, b = here.of(which).model.parts()
            says = (points.x @ w[0] + b[0] > 0).astype(int)
            assert draws.errors[k, which] == pytest.approx(np.mean(says != points.label))
    assert len({tuple(row) for row in draws.errors}) > 1  # other points each time


def test_that_leads_are_counted_and_ties_are_not():
    draws = Draws(("A", "B"), np.array([[0.1, 0.2], [0.2, 0.2], [0.3, 0.1], [0.0, 0.5]]))
    assert draws.ahead == (2, 1)
    assert draws.words == "Of 4 test sets: A is ahead on 2, B is ahead on 1, on 1 they are level."
    assert draws.first(1).words == "Of 1 test set: A is ahead on 1, B is ahead on 0."
    assert draws.last.replace(" ", " ") == "Errors: A 0 %, B 50 %."
    panel = draws_panel(draws, 4, PALETTES["light"], (300.0, 160.0), highest_of(draws))
    marks = [item for item in panel.items if isinstance(item, Marks)]
    assert [len(mark.places) for mark in marks] == [4, 4] and panel.view.top > 0.5
    empty = draws_panel(draws.first(0), 4, PALETTES["light"], (300.0, 160.0), 1.0)
    assert empty.items == ()


def test_that_it_is_done_when_all_sets_are_drawn():
    asked = question()
    answer = answer_of(asked, situation())
    assert judge(asked, answer, 5).right
    early = judge(asked, answer, 3)
    assert not early.right and early.because == "3 of 5 test sets so far: keep drawing."


def test_that_one_model_or_points_of_ones_own_are_refused():
    with pytest.raises(LinlabError, match="two models or more"):
        answer_of(question(), situation(models=("perceptron",)))
    with pytest.raises(LinlabError, match="come from no data set"):
        answer_of(question(), situation(source=False))
