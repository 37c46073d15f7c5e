"""Step 0 in words: the answer before anything is learnt."""

from linlab.engine.ground.numerals import grouped, number
from linlab.engine.learner.parameters import numbers_in
from linlab.engine.train.problem import Problem

from .signs import notation_of, weights_and_bias


def beginning(problem: Problem) -> str:
    """Why there are errors before anything is learnt, in one or two sentences."""
    learner = problem.learner
    first = problem.classes[0]
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
    are = "is" if were == "was" else "are"
    line = "line" if problem.straight else "boundary"
    others = int((problem.y != 0).sum())
    return (
        f"Nothing has been learnt yet: {both} {are} 0, so all margins are 0 and there is no {line}. "
        f"The answer is {first} everywhere, which is wrong for {grouped(others)} of {grouped(problem.n)} examples."
    )
