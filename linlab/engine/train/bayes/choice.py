"""How a learner that counts does so, from its settings and the places of its examples."""

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.whole_numbers import as_fraction
from linlab.engine.learner.learner import Learner

from .bins import Categorical
from .counting import Counting
from .gaussians import Gaussian


def counting(learner: Learner, x: Floats, classes: int) -> Counting:
    """How `learner` counts examples that lie at x (n, 2)."""
    low, high = x.min(axis=0), x.max(axis=0)
    if learner.recipe.counting == "gaussian":
        spread = float(x.std(axis=0).max())
        return Gaussian(
            (float(x[:, 0].mean()), float(x[:, 1].mean())), spread if spread > 0 else 1.0
        )
    bins = int(learner["bins"])
    width = [_width(*ends, bins) for ends in zip(low.tolist(), high.tolist(), strict=True)]
    return Categorical(
        bins, float(learner["smoothing"]), (float(low[0]), float(low[1])), (width[0], width[1])
    )


def _width(low: float, high: float, bins: int) -> float:
    """Of each bin, as it is worked out on paper: from 0.1 to 0.7 three bins are 0.2 wide."""
    return float((as_fraction(high) - as_fraction(low)) / bins) or 1.0
