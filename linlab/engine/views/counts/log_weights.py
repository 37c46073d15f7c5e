"""Naive Bayes as the linear model that it is: a weight ln P(bin|y) for every indicator of a bin, and
the bias ln P(y)."""

import numpy as np

from linlab.engine.ground.numerals import number
from linlab.engine.train.models import Bayes
from linlab.engine.views.table import Column, Table

IMPOSSIBLE = "−∞"
WORDS = [
    "the score of y is ln P(y) + Σ ln P(bin|y) over the bins of x: a sum of weights, so naive Bayes is linear in the indicators of bins",
    "the answer is the class with the largest sum",
]


def log_weights_table(model: Bayes) -> Table:
    """A row for the bias and for each bin, a column for each class."""
    weights, bias = model.counting.linear(model.counts)
    names = ("ln P(y)", *model.counting.names)

    def shown(value: float) -> str:
        return number(value) if np.isfinite(value) else IMPOSSIBLE

    columns = [Column("weight", "weight", "which indicator of a bin", names, words=True)]
    for k, name in enumerate(model.problem.classes):
        values = [float(bias[k]), *(float(w) for w in weights[k])]
        text = tuple(shown(value) for value in values)
        columns.append(Column(f"class-{k}", name, f"its weight in the score of {name}", text))
    return Table(tuple(columns))
