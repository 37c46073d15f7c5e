"""The rows of a table of steps on texts. A vocabulary has too many weights for columns, so a row has
the text, and the weights after the step of the words that are in it: “good=0.2; slow=-0.1”.

For multinomial naive Bayes these are counts. Of several examples in a step only a few are listed.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from linlab.engine.train.problem import Problem
from linlab.engine.train.trace import Trace

Cell = str | int | float
GIVEN = ("t", "example", "label", "text")
MOST_LISTED = 16  # examples of a step whose texts and words are listed
BETWEEN = " / "  # two texts of one step


def weight_names(problem: Problem) -> list[str]:
    """The columns of weights and of the bias: of each class, if there are several rows."""
    if problem.map is None:
        return []  # a team has none
    rows = [""] if problem.rows == 1 else [f"_{name}" for name in problem.classes]
    bias = "count" if problem.counting is not None else "bias"
    last = [f"{bias}{row}" for row in rows] if problem.constant else []
    return [*(f"words{row}" for row in rows), *last]


def weights_of(problem: Problem, theta: Any, examples: Sequence[int]) -> list[Cell]:
    """The weights of the words of these examples, row by row, and the biases."""
    if problem.map is None:
        return []
    names = problem.names or ()
    some = list(examples) if len(examples) <= MOST_LISTED else []
    rows = problem.read[some][:, : len(names)]
    own = np.unique(rows.nonzero()[1]).tolist() if some else []
    weights, bias = problem.split(theta + 0.0)
    listed = ["; ".join(f"{names[j]}={row[j]:.9g}" for j in own) for row in weights]
    return [*listed, *(bias.tolist() if problem.constant else [])]


def text_rows(trace: Trace, problem: Problem, begin: int, until: int) -> Iterator[list[Cell]]:
    """The cells of each step from begin + 1 on."""
    costs = not problem.learner.recipe.of_others
    for t in range(begin + 1, until + 1):
        step = trace.step(t)
        assert step is not None
        some = step.examples.tolist()
        score = step.score if len(some) == 1 else step.scores.mean(axis=0)
        yield [
            t,
            *_given(problem, some),
            *(score + 0.0).tolist(),
            step.margin + 0.0,
            *((step.loss + 0.0, step.rate) if costs else ()),
            int(step.updated),
            *weights_of(problem, step.after, some),
        ]


def _given(problem: Problem, some: list[int]) -> list[Cell]:
    if len(some) == 1:
        i = some[0]
        return [i + 1, problem.classes[problem.y[i]], str(problem.x[i])]
    if len(some) > MOST_LISTED:
        return [f"{len(some)} examples", "", ""]
    return [
        " ".join(str(i + 1) for i in some),
        " ".join(problem.classes[problem.y[i]] for i in some),
        BETWEEN.join(str(problem.x[i]) for i in some),
    ]
