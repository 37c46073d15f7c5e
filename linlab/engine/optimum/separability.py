"""Whether some θ gets every example right, in the space that the learner works in.

The largest margin answers it: where there is one, the examples are separable, and a proof that there
is none is a proof that they are not (`hard_margin`). The answer for few examples is the one that the
mistake bound has found already.
"""

from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import tell
from linlab.engine.train.problem import Problem

from .hard_margin import separator
from .theory import MOST_FOR_A_BOUND, mistake_bound

LOOKING = "checking whether the examples can be separated"


def separable(problem: Problem) -> bool | None:
    """Whether the examples can be separated; None if that is not known: a float has too few digits
    to decide, a kernel has too many examples, or texts have too many words.

    >>> from linlab import train
    >>> corners = [(0, 0), (1, 1), (0, 1), (1, 0)]
    >>> [separable(train("perceptron", corners, y).problem) for y in ("aabb", "abab")]
    [False, True]
    """
    tell(LOOKING)
    try:
        if problem.n <= MOST_FOR_A_BOUND:
            return mistake_bound(problem) is not None
        if problem.dual:
            return None
        return separator(problem, watch=lambda doing: tell(LOOKING)) is not None
    except LinlabError:
        return None
