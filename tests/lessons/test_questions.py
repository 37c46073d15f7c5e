"""Questions: the answer that the engine gives, and how answers stand beside it: right, wrong, and
just at the tolerance."""

import math
from typing import Any

import numpy as np
import pytest

from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.engine.picture.palette import PALETTES
from linlab.engine.picture.shapes import View
from linlab.lessons.facts.situation import Situation
from linlab.lessons.kinds.curve import PLACES, moments
from linlab.lessons.kinds.ink import Area
from linlab.lessons.kinds.kind import Answer, Question, Verdict
from linlab.lessons.questions import answer_of, judge, question_of
from linlab.lessons.written.blocks import read_block

# Two examples: A at (−1, 0), B at (2, 0). A perceptron takes A first: m = 0, a mistake, so w =
# −(−1, 0) = (1, 0), b = −1. Then B: m = 2 − 1 = 1, right. A again: −(−1 − 1) = 2, right. So nothing
# changes any more.
TWO = Points.of(np.array([(-1.0, 0.0), (2.0, 0.0)]), ["A", "B"])
PLAYED = (1.0, 0.0, -1.0)


def here(
    t: int = 0,
    then: int | None = 1,
    points: Points = TWO,
    model: str = "perceptron",
    **settings: Any,
) -> Situation:
    return Situation(
        Document(points, (Learner.of(model, **settings or {"order": "cyclic"}),)), 0, t, then
    )


def question(text: str) -> Question:
    block, faults = read_block("question", text, "lesson.md", 1)
    found, more = question_of(block)
    assert found is not None and not faults + more
    return found


def told(text: str, at: Situation | None = None) -> tuple[Question, Answer]:
    asked = question(text)
    return asked, answer_of(asked, at or here())


CHOICE = 'kind = "choose"\nask = "a"\n[choices]\nleft = "after.w1 < 0"\nright = "after.w1 > 0"\nnowhere = false\n'


def test_that_the_choice_whose_condition_holds_is_right() -> None:
    asked, answer = told(CHOICE)
    assert answer.value == 1 and answer.words == "right"
    assert judge(asked, answer, 1) == Verdict(True)
    assert judge(asked, answer, 0) == Verdict(False)  # nothing is glued together from its words


def test_that_a_wrong_choice_has_its_own_reason() -> None:
    reason = '{when = "after.w1 < 0", because = "x is at the right."}'
    asked, answer = told(CHOICE.replace('"after.w1 < 0"', reason))
    assert answer.value == 1 and judge(asked, answer, 0) == Verdict(False, "x is at the right.")
    assert judge(asked, answer, 2) == Verdict(False)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("after.w1 > 0", "after.w1 > 9", "None of the choices is right"),
        ("false", "true", "these are: “right”, “nowhere”"),
        ("after.w1 < 0", "after.w1", "not true or false"),
    ],
)
def test_that_none_or_two_right_choices_are_a_sentence(old: str, new: str, says: str) -> None:
    with pytest.raises(LinlabError, match=says):
        told(CHOICE.replace(old, new))


@pytest.mark.parametrize(
    ("answer", "tolerance", "given", "right"),
    [
        ('"after.mistakes"', 0, 1, True),
        ('"after.mistakes"', 0, 2, False),
        ("2.5", 0.5, 3.0, True),
        ("2.5", 0.5, 2.0, True),
        ("2.5", 0.5, 3.001, False),
        ("3", 0, 3.0 + 1e-12, True),
        ('"0.1 + 0.2"', 0, 0.3, True),
        ('"after.w1 * 4"', 1, -4, False),
    ],
)
def test_that_a_number_is_right_up_to_its_tolerance(
    answer: str, tolerance: float, given: float, right: bool
) -> None:
    asked, found = told(
        f'kind = "number"\nask = "a"\nanswer = {answer}\ntolerance = {tolerance}\nunit = "apples"'
    )
    verdict = judge(asked, found, given)
    assert verdict.right is right and found.words.endswith(" apples.")
    assert verdict.words == ("Right." if right else "Not this time.")


def clicked(answer: str, at: Situation) -> set[int]:
    """Numbers of the examples, from 1."""
    found = told(f'kind = "click"\nask = "a"\nanswer = {answer}', at)[1].value
    return {int(np.flatnonzero(at.problem.ids == each)[0]) + 1 for each in found}


def test_that_examples_to_click_are_those_of_the_run() -> None:
    assert (
        clicked('"next"', here()) == {1}
        and clicked('"next"', here(1)) == {2}
        and clicked('"next"', here(2)) == {1}
    )
    assert clicked('"next change"', here()) == {1}
    assert (
        clicked('"wrong"', here()) == {1, 2}
        and clicked("[2]", here()) == {2}
        and clicked("[1, 2]", here()) == {1, 2}
    )
    assert clicked('"nearest"', here(1)) == {2}  # m = 2 and 1
    assert clicked('"supports"', here(1)) == {2}  # m ≤ 1
    three = Points.of(np.array([(-1.0, 0.0), (1.0, 0.0), (5.0, 0.0)]), ["A", "B", "B"])
    assert clicked('"optimum supports"', here(points=three, model="svm", lam=0.01)) == {1, 2}


@pytest.mark.parametrize(
    ("answer", "t", "says"),
    [
        ('"wrong"', 1, "No example is the answer"),
        ("[3]", 0, "There is no example 3: there are 2"),
        ('"next change"', 1, "θ|change|nothing"),
    ],
)
def test_that_a_click_without_an_answer_is_a_sentence(answer: str, t: int, says: str) -> None:
    with pytest.raises(LinlabError, match=says):
        clicked(answer, here(t))


def test_that_clicks_are_judged_as_a_set() -> None:
    asked, answer = told('kind = "click"\nask = "a"\nanswer = [1, 2]')
    one, two = (int(each) for each in here().problem.ids)
    assert judge(asked, answer, frozenset({one, two})).right
    assert judge(asked, answer, frozenset({one})).because == "You have 1 of 2."
    assert judge(asked, answer, frozenset({one, 99})).because == (
        "You have 1 of 2. One of those you clicked does not belong to them."
    )
    assert not judge(asked, answer, frozenset()).right
    asked, answer = told('kind = "click"\nask = "a"\nanswer = "next"')
    assert judge(asked, answer, frozenset({two})) == Verdict(False, "Another example comes next.")
    asked, answer = told('kind = "click"\nask = "a"\nanswer = [1]')
    both = judge(asked, answer, frozenset({one, two}))
    assert both == Verdict(False, "It is only one of those you clicked.")
    assert judge(asked, answer, frozenset({two})) == Verdict(False, "It is another one.")


def turned(degrees: float, length: float = 1.0) -> tuple[float, float]:
    return length * math.cos(math.radians(degrees)), length * math.sin(math.radians(degrees))


@pytest.mark.parametrize(
    ("given", "right"),
    [
        (turned(0), True),
        (turned(14.9), True),
        (turned(-14.9), True),
        (turned(16), False),
        (turned(180), False),
        (turned(0, 1.26), True),
        (turned(0, 1.28), False),  # however well it is turned, it is too long
        (turned(10, 1.9), False),
        (turned(10, 0.45), False),
        (turned(5, 0.8), True),
        ((0.0, 0.0), False),
        ((1.0, 0.24), True),
    ],
)
def test_that_an_arrow_is_right_if_its_tip_is_near(  # tan 15° = 0.268 of its length
    given: tuple[float, float], right: bool
) -> None:
    asked, answer = told('kind = "drag"\nask = "a"\nanswer = "w"')
    assert answer.value == PLAYED[:2] and "(1, 0)" in answer.words
    assert judge(asked, answer, given).right is right


@pytest.mark.parametrize(
    ("given", "right"),
    [
        (((1, -2), (1, 2)), True),
        (((1, 2), (1, -2)), True),
        (((0.6, -1), (1.1, 1)), True),
        (((0.5, -1), (1.5, 1)), False),
        (((1.7, -2), (1.7, 2)), True),
        (((1.9, -2), (1.9, 2)), False),  # 0.9 off, of a length of 4
        (((-2, 0), (2, 0)), False),
        (((1, 1), (1, 1)), False),
    ],
)
def test_that_a_boundary_is_right_if_it_is_turned_and_lies_about_so(
    given: Any, right: bool
) -> None:
    asked, answer = told('kind = "drag"\nask = "a"\nanswer = "boundary"')  # x₁ = 1
    assert answer.value == PLAYED and judge(asked, answer, given).right is right


def test_that_a_drag_is_about_what_the_step_plays_or_shows() -> None:
    assert told('kind = "drag"\nask = "a"\nanswer = "w"', here(then=None))[1].value == (0, 0)
    with pytest.raises(LinlabError, match="w is 0 there"):
        told('kind = "drag"\nask = "a"\nanswer = "boundary"', here(then=None))
    with pytest.raises(LinlabError, match="single straight line"):
        told('kind = "drag"\nask = "a"\nanswer = "w"', here(model="svm", space="rbf"))


def test_that_an_arrow_of_no_length_is_right_where_w_is_0() -> None:
    asked, answer = told('kind = "drag"\nask = "a"\nanswer = "w"', here(then=None))
    assert judge(asked, answer, (0.0, 0.0)).right and not judge(asked, answer, (1.0, 0.0)).right


def test_that_a_curve_is_asked_for_over_what_is_played_and_judged_by_its_mean_distance() -> None:
    asked, answer = told(
        'kind = "curve"\nask = "a"\nanswer = "mistakes"\ntolerance = 0.2', here(then=4)
    )
    assert moments(here(then=4)).tolist() == [0, 1, 2, 3, 4] and answer.value.tolist() == [
        0,
        1,
        1,
        1,
        1,
    ]
    assert answer.words == "It goes from 0 to 1." and len(moments(here(then=10_000))) == PLACES
    assert (
        judge(asked, answer, answer.value + 0.19).right
        and not judge(asked, answer, answer.value + 0.21).right
    )
    assert judge(asked, answer, np.array([1, 1, 1, 1, 1])).right  # off by 1 at one of five
    with pytest.raises(LinlabError, match="there is no “after”"):
        told('kind = "curve"\nask = "a"\nanswer = "mistakes"', here(then=None))


def test_that_a_flat_curve_has_a_height_to_be_off_by() -> None:
    asked, answer = told('kind = "curve"\nask = "a"\nanswer = "mistakes"', here(1, 9))
    assert set(answer.value) == {1.0} and judge(asked, answer, answer.value).right
    assert not judge(asked, answer, answer.value + 0.5).right


def test_that_the_answer_of_the_nearest_example_shows_its_distance_from_the_line() -> None:
    at = here(model="perceptron", start="3 4 -5", order="cyclic")  # A is 8/5 away, B 1/5
    asked, answer = told('kind = "click"\nask = "a"\nanswer = "nearest"', at)
    ((place, foot),) = answer.segments
    assert place == (2.0, 0.0) and math.dist(place, foot) == pytest.approx(1 / 5)
    assert 3 * foot[0] + 4 * foot[1] == pytest.approx(5)
    assert asked.kind.draw is not None
    area = Area(TWO, View(-3, -3, 3, 3), PALETTES["light"])
    (distance, _) = asked.kind.draw(asked, None, answer, area)
    assert distance.name == "distance"
    assert not asked.kind.draw(asked, None, None, area)  # nothing before it is shown
    assert not told('kind = "click"\nask = "a"\nanswer = [1]', at)[1].segments


def test_that_an_author_says_how_far_to_one_side_a_line_may_lie() -> None:
    at = here(model="perceptron", start="1 -1 0", order="cyclic", then=None)
    off = (
        (-2.0, -1.5),
        (1.5, 2.0),
    )  # parallel to x₁ = x₂, 0.25·√2 away, 3.5·√2 long: a share of 0.07
    for shift, right in ((0.08, True), (0.06, False)):
        text = f'kind = "drag"\nask = "a"\nanswer = "boundary"\nshift = {shift}'
        asked, answer = told(text, at)
        verdict = judge(asked, answer, off)
        assert verdict.right is right
    assert verdict.because == "Its direction is right, but it lies too far to one side."
