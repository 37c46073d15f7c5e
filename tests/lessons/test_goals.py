"""Goals and explanations: a goal is unmet at first and met by its solution; what cannot be is a
sentence."""

from typing import Any

import numpy as np
import pytest

from linlab.engine.data.points import Points
from linlab.engine.document.document import Document
from linlab.engine.ground.errors import LinlabError
from linlab.engine.learner.learner import Learner
from linlab.lessons.facts.situation import Situation
from linlab.lessons.kinds.goal import progress
from linlab.lessons.kinds.kind import Question
from linlab.lessons.questions import answer_of, judge, question_of
from linlab.lessons.written.blocks import read_block

X = np.array([(-2.0, 0.0), (2.0, 0.0), (-3.0, 1.0), (3.0, 1.0)])
POINTS = Points.of(X, ["A", "B", "A", "B"])


def here(t: int = 0) -> Situation:
    return Situation(Document(POINTS, (Learner.of("perceptron", order="cyclic"),)), 0, t)


def question(fields: str) -> Question:
    block, faults = read_block("question", f'kind = "goal"\nask = "a"\n{fields}', "lesson.md", 1)
    found, more = question_of(block)
    assert found is not None and not faults, [*faults, *more]
    return found


def mistakes(x: np.ndarray, label: list[int], epochs: int) -> int:
    """The lecture's loop."""
    w, b, made = np.zeros(2), 0.0, 0
    for k in range(epochs * len(x)):
        xi, y = x[k % len(x)], label[k % len(x)]
        if y * (w @ xi + b) <= 0:
            w, b, made = w + y * xi, b + y, made + 1
    return made


def test_that_a_goal_is_proved_by_its_solution() -> None:
    moved = X.copy()
    moved[0] = (1.9, 0.0)
    made = mistakes(moved, [-1, 1, -1, 1], 10)
    assert made > mistakes(X, [-1, 1, -1, 1], 10) + 5
    asked = question(f'until = "mistakes >= {made}"\nsolution = {{move = [[1, 1.9, 0]], t = 40}}')
    answer = answer_of(asked, here())
    solved = answer.value
    assert solved.t == 40 and solved.document.points.x[0].tolist() == [1.9, 0.0]
    assert solved.document.points.x[1:].tolist() == X[1:].tolist()
    assert progress(asked, solved).met and not progress(asked, here()).met
    assert judge(asked, answer, True).right and judge(asked, answer, True).words == "Done."
    one_more = question(f'until = "mistakes > {made}"\nsolution = {{move = [[1, 1.9, 0]], t = 40}}')
    with pytest.raises(LinlabError, match=r"With the solution .* does not hold"):
        answer_of(one_more, here())


def test_that_a_goal_that_is_met_already_is_a_fault() -> None:
    with pytest.raises(LinlabError, match="holds already when the page opens"):
        answer_of(question('until = "mistakes == 0"\nsolution = {t = 1}'), here())


@pytest.mark.parametrize(
    ("until", "solution"),
    [
        ("examples == 5", '{add = [[0, 3, "A"]]}'),
        ("examples == 2", "{remove = [3, 4]}"),
        ("counted('B') == 3", '{relabel = [[1, "B"]]}'),
        ("w1 == 7", '{set = {start = "7 0 0"}}'),
        ("t == converges_at", '{t = "converged"}'),
    ],
)
def test_that_every_part_of_a_solution_is_done(until: str, solution: str) -> None:
    answer_of(question(f'until = "{until}"\nsolution = {solution}'), here())


@pytest.mark.parametrize(
    ("solution", "says"),
    [
        ("3", "It must be a table"),
        ("{jump = 1}", "A solution has no “jump”; it may have move"),
        ("{move = [[1, 2]]}", "the number of a point, a coordinate, a coordinate"),
        ("{move = [[0, 2, 3]]}", "the number of a point"),
        ("{add = [[1, 2, 3]]}", "a coordinate, a coordinate, a class"),
        ("{t = -1}", "whole number"),
        ('{t = "soon"}', "whole number"),
    ],
)
def test_that_a_wrong_solution_is_a_sentence(solution: str, says: str) -> None:
    with pytest.raises(AssertionError, match=says):
        question(f'until = "t == 1"\nsolution = {solution}')


@pytest.mark.parametrize(
    ("solution", "says"),
    [
        ("{move = [[9, 0, 0]]}", "There is no point 9: there are 4"),
        ('{relabel = [[1, "C"]]}', "There is no class “C”"),
        ("{set = {lamb = 1}}", "lam"),
    ],
)
def test_that_a_solution_that_cannot_be_done_is_a_sentence(solution: str, says: str) -> None:
    with pytest.raises(LinlabError, match=says):
        answer_of(question(f'until = "t == 1"\nsolution = {solution}'), here())


def test_that_progress_shows_the_facts_or_what_the_author_writes() -> None:
    plain = question('until = "mistakes > 1 and norm > 9"\nsolution = {t = 1}')
    assert progress(plain, here(1)).words == "mistakes: 1 · norm: 2"
    own = question('until = "t == 1"\nshows = "{{t}} steps, {{1 + 1}}"\nsolution = {t = 1}')
    assert progress(own, here(0)).words == "0 steps, 2"


def test_that_a_condition_without_a_value_is_not_met_and_says_why() -> None:
    found = progress(question('until = "dev_error < 0.1"\nsolution = {t = 1}'), here())
    assert not found.met and "dev" in found.words


def explain(given: Any) -> Any:
    block, _ = read_block("question", 'kind = "explain"\nask = "a"\nmodel = "So."', "lesson.md", 1)
    found, faults = question_of(block)
    assert found is not None and not faults
    answer = answer_of(found, here())
    assert found.kind.own_words is not None
    return answer.words, judge(found, answer, given).words, found.kind.own_words(found, given)


def test_that_your_own_words_are_kept_and_compared_with_the_authors() -> None:
    words, lead, kept = explain("<b>w</b> & so")
    assert (words, lead, kept) == ("So.", "Compare it with this:", "&lt;b&gt;w&lt;/b&gt; &amp; so")
