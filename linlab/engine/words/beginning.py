"""Update 0 in words: the answer before anything is learnt, and why a margin of 0 is a mistake."""

import numpy as np

from linlab.engine.ground.numerals import number
from linlab.engine.learner.parameters import numbers_in
from linlab.engine.train.problem import Problem


def beginning(problem: Problem) -> str:
    """Why there are errors before anything is learnt, in one or two sentences."""
    learner = problem.learner
    first = problem.classes[0]
    loss = problem.learner.recipe.loss
    if learner.recipe.of_others:
        return f"Nothing has been learnt yet: no member has made an update, and the answer is “{first}” everywhere."
    if learner.recipe.counting:
        return f"Nothing has been counted yet: all classes are alike, and the answer is “{first}” everywhere."
    if learner["start"] == "random":
        return "Nothing has been learnt yet: θ was drawn at random."
    chosen = numbers_in(learner["start"])
    if chosen is not None:
        first = "; ".join(", ".join(number(each) for each in row) for row in chosen[: problem.rows])
        return f"Nothing has been learnt yet: θ starts at ({first}), as you chose."
    joint = loss.of_scores if problem.rows > 1 else None
    scores = np.zeros(problem.rows)
    cost = loss.of_margin(0.0)[0] if joint is None else joint(scores, 0, scores.copy())
    costs = (
        f"although its {loss.title.lower()} is 0"
        if cost == 0
        else f"and its {loss.title.lower()} is {number(cost)}"
    )
    learnt = "every coefficient" if problem.dual else "θ"
    return (
        f"Nothing has been learnt yet: {learnt} is 0, and so are all scores and margins. "
        f"The answer is “{first}” everywhere; a margin of 0 counts as a mistake, {costs}."
    )
