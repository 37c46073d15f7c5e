"""Step 0 in words: the answer before anything is learnt, and why a margin of 0 is a mistake."""

import numpy as np

from linlab.engine.ground.numerals import number
from linlab.engine.learner.parameters import numbers_in
from linlab.engine.train.problem import Problem

from .signs import notation_of, weights_and_bias


def beginning(problem: Problem) -> str:
    """Why there are errors before anything is learnt, in one or two sentences."""
    learner = problem.learner
    first = problem.classes[0]
    loss = problem.learner.recipe.loss
    if learner.recipe.of_others:
        return f"Nothing has been learnt yet: no member has made a step, and the answer is {first} everywhere."
    if learner.recipe.counting:
        return f"Nothing has been counted yet: all classes are alike, and the answer is {first} everywhere."
    notation = notation_of(learner, len(problem.classes))
    both = weights_and_bias(notation)
    were = "was" if both == "w" else "were"
    if learner["start"] == "random":
        return f"Nothing has been learnt yet: {both} {were} drawn at random."
    chosen = numbers_in(learner["start"])
    if chosen is not None:
        first = "; ".join(", ".join(number(each) for each in row) for row in chosen[: problem.rows])
        return f"Nothing has been learnt yet: {both} start{'s' if were == 'was' else ''} at ({first}), as you chose."
    joint = loss.of_scores if problem.rows > 1 else None
    scores = np.zeros(problem.rows)
    cost = loss.of_margin(0.0)[0] if joint is None else joint(scores, 0, scores.copy())
    costs = (
        f"although its {loss.title.lower()} is 0"
        if cost == 0
        else f"and its {loss.title.lower()} is {number(cost)}"
    )
    are = "is" if were == "was" else "are"
    return (
        f"Nothing has been learnt yet: {both} {are} 0, and so are all scores and margins. "
        f"The answer is {first} everywhere; a margin of 0 counts as a mistake, {costs}."
    )
