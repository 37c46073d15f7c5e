"""What a page marks in the plane: the next example, the examples and places that are named, and the
place that a question asks about."""

import numpy as np
import pytest

from linlab.engine.picture.palette import LIGHT
from linlab.engine.picture.shapes import Label, Marks, View
from linlab.lessons.kinds.ink import Area
from linlab.lessons.marking import drawn, marks_of
from linlab.lessons.shown import shown_steps
from linlab.lessons.written.reading import lesson_of

PAGE = """# A

```lesson
format = 2
```

## One

{text}

```lab
data = "blobs"
knobs = {{n = 20}}
model = "perceptron"
set = {{order = "cyclic"}}
t = {t}
```
{question}
"""
NUMBER = '\n```question\nkind = "number"\nask = "{ask}"\nanswer = "{answer}"\n```\n'


def page(text, t=0, question=""):
    return shown_steps(lesson_of(PAGE.format(text=text, t=t, question=question)))[0]


def words(text, t=0, question=""):
    return [mark.words for mark in marks_of(page(text, t, question))]


def test_that_the_next_example_is_marked_where_the_text_speaks_of_it():
    shown = page("Example #{{next_example}} is next.", 4)
    [mark] = marks_of(shown)
    order = shown.here.problem.ids  # in turn: the fifth step takes the fifth example
    assert mark.words == "next: #5" and mark.step and mark.id == order[4]
    points = shown.document.points
    assert mark.place == tuple(points.x[points.ids == order[4]][0])
    assert words("Nothing is said of it.", 4) == []


def test_that_the_next_example_is_not_marked_where_it_is_asked_for():
    asked = '\n```question\nkind = "click"\nask = "Which comes next?"\nanswer = "next"\n```\n'
    assert words("Example #2 was last. Which one comes next?", 2, asked) == ["#2"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Look at #3 and #7, and at #3 again.", ["#3", "#7"]),
        ("There is no #400.", []),
        ("At (3, 1) and at (−0.5, 2).", ["(3, 1)", "(−0.5, 2)"]),
        ("The line goes through (0, 0).", []),
        ("Here $w$ is about (2, −2), and its weights are (1, 3).", []),
        ("So $w$ is now ({{w1}}, {{w2}}).", []),
        ("It is in `#3` or $(3, 1)$.", ["(3, 1)"]),
    ],
)
def test_that_examples_and_places_are_marked_but_weights_are_not(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("ask", "answer"),
    [("What of the review at $x_1 = 3$, $x_2 = 1$?", "2"), ("What is its score?", "score(3, 1)")],
)
def test_that_the_place_that_a_question_asks_about_is_marked(ask, answer):
    found = marks_of(page("Words.", question=NUMBER.format(ask=ask, answer=answer)))
    assert [(mark.place, mark.words) for mark in found] == [((3.0, 1.0), "(3, 1)")]


def test_that_marks_follow_their_points_and_are_drawn_with_labels_inside():
    shown = page("Look at #3.")
    marks = marks_of(shown)
    points = shown.document.points
    moved = points.move([marks[0].id], [[4.0, 0.0]])
    view = View(-5, -5, 5, 5)
    ring, label = drawn(marks, Area(moved, view, LIGHT))
    assert isinstance(ring, Marks) and isinstance(label, Label) and label.text == "#3"
    np.testing.assert_allclose(ring.places[0], (4.0, 0.0))
    assert label.anchor == "end"  # towards the middle of the plane
    assert drawn(marks, Area(points.remove([marks[0].id]), view, LIGHT)) == ()
