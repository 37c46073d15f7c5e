"""What a lesson tells of the example that comes next, beside a perceptron written here; and facts
in a question are checked."""

import numpy as np
import pytest

from linlab.engine.data.datasets import make_points
from linlab.engine.document.document import Document
from linlab.engine.learner.learner import Learner
from linlab.lessons.checking import played
from linlab.lessons.facts.known import Facts
from linlab.lessons.facts.situation import Situation
from linlab.lessons.written.reading import lesson_of

ASKS = """# A lesson

```lesson
format = 1
```

## A step

```question
kind = "choose"
ask = "After {{t}} updates, is it {{%s}}?"
[choices]
"{{%s}}" = true
"no" = false
```
"""


@pytest.mark.parametrize("bias", ["free", "none"])
def test_that_the_next_example_its_place_and_its_margins_are_those_of_a_textbook_perceptron(bias):
    points = make_points("blobs", n=12, noise=1.4, seed=3)
    document = Document(points, (Learner.of("perceptron", order="cyclic", bias=bias),))
    theta = np.zeros(3)
    for t in range(24):
        i = t % 12
        y, phi = 2 * points.label[i] - 1, np.append(points.x[i], 1.0 if bias == "free" else 0.0)
        before = y * theta @ phi
        theta = theta + y * phi * (before <= 0)
        fact = Facts(Situation(document, 0, t)).fact
        assert (fact("next_x1"), fact("next_x2")) == tuple(points.x[i])
        assert fact("next_margin") == pytest.approx(before)
        assert fact("next_margin_after") == pytest.approx(y * theta @ phi)


def test_that_a_fact_that_nobody_knows_is_told_where_it_stands_in_a_question_or_a_choice():
    assert not played(lesson_of(ASKS % ("mistakes", "examples"))).faults
    (asked,) = played(lesson_of(ASKS % ("mystakes", "examples"))).faults
    (choice,) = played(lesson_of(ASKS % ("mistakes", "exampels"))).faults
    assert (asked.line, choice.line) == (11, 13)
    assert "mystakes" in asked.sentence and "exampels" in choice.sentence
