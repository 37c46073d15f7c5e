"""Wrong answers that are recognised. Each value is worked out here from the two points and the
lecture's rule, not taken from the code."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.lessons.facts.situation import Situation
from linlab.lessons.kinds.kind import Question
from linlab.lessons.kinds.number import read_answer
from linlab.lessons.questions import answer_of, judge, question_of, texts_of
from linlab.lessons.written.blocks import read_block

# A at (1, 2), B at (3, 1), B at (−2, 4); the perceptron starts at 0 and takes them in turn.
X = [(1.0, 2.0), (3.0, 1.0), (-2.0, 4.0)]
POINTS = Points.of(np.array(X), ["A", "B", "B"])


def here(t: int = 0, then: int | None = None, model: str = "perceptron", **settings: Any) -> Any:
    learner = Learner.of(model, **{"order": "cyclic", **settings})
    return Situation(Document(POINTS, (learner,)), 0, t, then)


def question(text: str) -> Question:
    block, faults = read_block("question", 'ask = "a"\n' + text, "lesson.md", 1)
    found, more = question_of(block)
    assert found is not None and not faults, [*faults, *more]
    return found


def because(text: str, at: Situation, given: Any) -> str:
    """What is said about a wrong answer."""
    asked = question(text)
    verdict = judge(asked, answer_of(asked, at), given)
    assert not verdict.right
    return verdict.because


def perceptron(steps: int) -> tuple[np.ndarray, float]:
    """w and b after so many steps, by the lecture's rule."""
    w, b = np.zeros(2), 0.0
    for k in range(steps):
        x, y = np.array(X[k % 3]), (-1, 1, 1)[k % 3]
        if y * (w @ x + b) <= 0:
            w, b = w + y * x, b + y
    return w, b


NUMBER = 'kind = "number"\nanswer = "{}"'


def test_that_a_number_without_the_bias_is_recognised() -> None:
    w, b = perceptron(1)
    x = np.array(X[1])
    assert b == -1.0 and (w @ x + b) == -6.0
    assert because(NUMBER.format("next_margin"), here(1), w @ x) == "You left out the bias."
    assert because(NUMBER.format("score(5, 1)"), here(1), w @ (5, 1)) == "You left out the bias."
    after, bias = w + x, b + 1
    assert after @ x + bias == pytest.approx(5.0)
    # Here the bias after the step is 0, so leaving it out changes nothing: it is no mistake.
    assert judge(
        question(NUMBER.format("next_margin_after")),
        answer_of(question(NUMBER.format("next_margin_after")), here(1)),
        after @ x,
    ).right


def test_that_the_margin_before_and_the_score_are_recognised() -> None:
    w, b = perceptron(1)
    margin = w @ np.array(X[1]) + b
    said = because(NUMBER.format("next_margin_after"), here(1), margin)
    assert said == "That is the margin before the step. The step changes it."
    # Example #1 is in class A, so y = −1: after three steps its score is the negated margin.
    w, b = perceptron(3)
    score = w @ np.array(X[0]) + b
    assert score != 0
    assert because(NUMBER.format("next_margin"), here(3), score).startswith("That is the score s.")


def test_that_one_side_of_the_street_is_recognised() -> None:
    at = here(2, model="svm", lam=0.1, alpha=0.5)
    norm = float(np.linalg.norm(at.model.parts()[0]))
    assert "one side of the street" in because(NUMBER.format("street"), at, 1 / norm)
    assert because(NUMBER.format("street"), at, norm).startswith("That is ‖w‖")
    assert "one side" in because(NUMBER.format("street"), at, float(f"{1 / norm:.3g}"))  # rounded


def test_that_steps_for_mistakes_and_now_for_later_are_recognised() -> None:
    text = NUMBER.format("after.mistakes")
    at = here(1, 12)
    w, b, mistakes = np.zeros(2), 0.0, []
    for k in range(12):
        x, y = np.array(X[k % 3]), (-1, 1, 1)[k % 3]
        wrong = y * (w @ x + b) <= 0
        mistakes.append(wrong)
        w, b = (w + y * x, b + y) if wrong else (w, b)
    assert answer_of(question(text), at).value == sum(mistakes) not in (1, 12)
    assert because(text, at, 12).startswith("These are steps.")
    assert because(text, at, 1).startswith("That is so now.")
    assert because(text, at, 500) == "The right number is smaller."
    assert because(text, at, -500) == "The right number is larger."


def test_that_signs_and_percent_are_recognised() -> None:
    text = 'kind = "number"\nanswer = 0.25'
    assert because(text, here(), -0.25).endswith("the sign is not.")
    assert "100 times too much" in because(text, here(), 25)
    assert "100 times too little" in because(text, here(), 0.0025)


def test_that_an_author_adds_mistakes_and_facts_in_them() -> None:
    text = (
        'kind = "number"\nanswer = "examples"\n'
        'mistakes = [{value = "classes", because = "These are the {{classes}} classes."}]'
    )
    assert because(text, here(), 2) == "These are the {{classes}} classes."
    block, _ = read_block("question", 'ask = "a"\n' + text, "lesson.md", 1)
    assert ("mistakes", "mistakes", "These are the {{classes}} classes.") in [*texts_of(block)]


@pytest.mark.parametrize(
    ("mistakes", "says"),
    [
        ("3", "a list of tables"),
        ("[3]", "“value” and “because”"),
        ('[{value = "t"}]', "“value” and “because”"),
        ('[{value = "t", because = ""}]', "a text of 1 to"),
        ('[{value = "t +", because = "a"}]', "is not an expression"),
        ('[{value = [1], because = "a"}]', "must be a number, or an expression"),
        (str([{"value": 1, "because": "a"}] * 13).replace(":", " =").replace("'", '"'), "12"),
    ],
)
def test_that_wrong_mistakes_are_a_sentence(mistakes: str, says: str) -> None:
    mistakes = mistakes.replace('"value" =', "value =").replace('"because" =', "because =")
    text = f'kind = "number"\nask = "a"\nanswer = 1\nmistakes = {mistakes}'
    _, faults = read_block("question", text, "lesson.md", 1)
    assert len(faults) == 1 and says in faults[0].sentence


@pytest.mark.parametrize(
    ("typed", "unit", "value"),
    [
        ("6/14", "", 6 / 14),
        ("−6 / 14", "", -6 / 14),
        ("0.43", "", 0.43),
        ("0,43", "", 0.43),
        ("43 %", "", 0.43),
        ("43%", "%", 43.0),
        ("1e-3", "", 0.001),
        ("1/3 %", "", 1 / 300),
        ("1/0", "", None),
        ("1/2/3", "", None),
        ("/2", "", None),
        ("%", "", None),
        ("six", "", None),
    ],
)
def test_that_numbers_are_read_as_people_type_them(typed: str, unit: str, value: Any) -> None:
    asked = replace(question(NUMBER.format("t")), values={"unit": unit})
    assert read_answer(asked, typed) == pytest.approx(value)


DRAG_W = 'kind = "drag"\nanswer = "w"'


def test_that_wrong_tips_of_w_are_recognised() -> None:
    before, _ = perceptron(1)
    after, _ = perceptron(2)
    x = after - before
    assert x.tolist() == list(X[1])  # class B: x is added
    at = here(1, 2)
    assert judge(question(DRAG_W), answer_of(question(DRAG_W), at), after).right
    said = because(DRAG_W, at, before - x)
    assert said == "You moved $w$ by −x. The example is in class B, so x is added."
    assert because(DRAG_W, at, before).startswith("That is where $w$ is now.")
    assert because(DRAG_W, at, x).startswith("That is what is added to $w$.")
    assert because(DRAG_W, at, -after).startswith("That points to the negative side")
    assert because(DRAG_W, at, (0.1, 9.0)) == "The tip is 10 away from where it should be."
    first = here(0, 1)  # class A: x is subtracted
    assert because(DRAG_W, first, X[0]).endswith("in class A, so x is subtracted.")


def test_that_an_author_adds_wrong_tips() -> None:
    text = DRAG_W + '\nmistakes = [{value = ["3 * next_x1", "3 * next_x2"], because = "Once."}]'
    assert because(text, here(1, 2), (9.0, 3.0)) == "Once."
    with pytest.raises(AssertionError, match="two expressions"):
        question(DRAG_W + '\nmistakes = [{value = ["1"], because = "a"}]')


def test_that_wrong_lines_are_recognised() -> None:
    text = 'kind = "drag"\nanswer = "boundary"'
    learner = Learner.of("perceptron", order="cyclic")
    points = Points.of(np.array([(4.0, 0.0), (1.0, 0.0)]), ["B", "A"])
    at = Situation(Document(points, (learner,)), 0, 0, 4)
    w1, w2, b = answer_of(question(text), at).value
    assert w2 == 0 and b != 0
    cut = -b / w1
    judged = judge(question(text), answer_of(question(text), at), ((cut, -0.5), (cut, 0.5)))
    assert judged.right
    assert because(text, at, ((0, -0.5), (0, 0.5))).startswith("You left out the bias")
    assert because(text, at, ((-cut, -0.5), (-cut, 0.5))).startswith("The bias shifts the line")
    assert "at a right angle" in because(text, at, ((-3, 0), (3, 0)))
    assert because(text, at, ((cut + 9, -3), (cut + 9, 3))).startswith("Its direction is right")
    assert because(text, at, ((cut - 3, -3), (cut + 3, 3))) == "Its direction is off by 45°."


def test_that_another_set_of_examples_is_recognised() -> None:
    ids = [int(each) for each in here().problem.ids]
    next_change = 'kind = "click"\nanswer = "next change"'
    w, b = perceptron(3)
    margins = [y * (w @ np.array(x) + b) for x, y in zip(X, (-1, 1, 1), strict=True)]
    wrong = [k for k, margin in enumerate(margins) if margin <= 0]
    assert wrong == [0]  # it comes next, too, so both sets are the answer here
    assert answer_of(question(next_change), here(3)).value == {ids[0]}
    said = because('kind = "click"\nanswer = "next"', here(4), frozenset({ids[2]}))
    assert said in (
        "Another example comes next.",
        "The order does not depend on where an example lies.",
    )
    text = 'kind = "click"\nanswer = [1]\nmistakes = [{value = [2], because = "That is #2."}]'
    assert because(text, here(), frozenset({ids[1]})) == "That is #2."
    assert because(text, here(), frozenset({ids[2]})) == "It is another one."


CURVE = 'kind = "curve"\nanswer = "mistakes"'


def test_that_wrong_shapes_of_a_curve_are_recognised() -> None:
    at = here(0, 30)
    true = answer_of(question(CURVE), at).value
    top = true[-1]
    assert true[0] == 0 and top >= 3
    flat = np.full_like(true, 0.02 * top)
    assert because(CURVE, at, flat).startswith("You drew it almost flat")
    assert because(CURVE, at, top - true) == (
        "Yours falls from its beginning to its end, but it rises."
    )
    assert because(CURVE, at, true + top).startswith("It starts at 0")
    late = np.where(np.arange(len(true)) > len(true) - 3, top, 0.0)
    assert because(CURVE, at, late).endswith("most of the change comes early.")
    low = np.linspace(0, 0.4 * top, len(true))
    assert because(CURVE, at, low) == "It ends higher than you drew."
    steps = CURVE + '\nmistakes = [{value = "norm", because = "That is the length of w."}]'
    norms = [float(np.linalg.norm(perceptron(int(t))[0])) for t in range(31)]
    assert because(steps, at, np.array(norms)) == "That is the length of w."


def test_that_a_mistake_without_a_value_is_left_out_and_reported_by_check() -> None:
    text = 'kind = "number"\nanswer = "t"\nmistakes = [{value = "dev_error", because = "No."}]'
    found = answer_of(question(text), here(2))
    assert "No." not in [each.because for each in found.mistakes]
    with pytest.raises(LinlabError):
        answer_of(question(NUMBER.format("dev_error")), here(2))
