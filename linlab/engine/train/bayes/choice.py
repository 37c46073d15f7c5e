"""How a learner that counts does so, from its settings and the places of its examples."""

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.whole_numbers import as_fraction
from linlab.engine.learner.learner import Learner

from .bins import Categorical
from .counting import Counting
from .gaussians import Gaussian

TINY = 1e-100  # squares of smaller numbers lose their digits


def counting(learner: Learner, x: Floats, classes: int) -> Counting:
    """How `learner` counts examples that lie at x (n, 2)."""
    low, high = x.min(axis=0), x.max(axis=0)
    if learner.recipe.counting == "gaussian":
        centre = x.mean(axis=0)
        return Gaussian((float(centre[0]), float(centre[1])), _spread(x - centre) or 1.0)
    bins = int(learner["bins"])
    width = [_width(*ends, bins) for ends in zip(low.tolist(), high.tolist(), strict=True)]
    return Categorical(
        bins, float(learner["smoothing"]), (float(low[0]), float(low[1])), (width[0], width[1])
    )


def _width(low: float, high: float, bins: int) -> float:
    """Of each bin, as it is worked out on paper: from 0.1 to 0.7 three bins are 0.2 wide."""
    return float((as_fraction(high) - as_fraction(low)) / bins) or 1.0


def _spread(apart: Floats) -> float:
    """The larger standard deviation of two axes, also where its square is too small for a number;
    apart (n, 2): from the mean."""
    far = float(np.abs(apart).max())
    unit = far if 0.0 < far < TINY else 1.0
    return unit * float(np.sqrt(np.square(apart / unit).mean(axis=0)).max())
