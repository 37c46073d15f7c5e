"""How a learner that counts does so, from its settings and the places of its examples."""

from linlab.engine.ground.arrays import Floats
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
    width = [float(w) if w > 0 else 1.0 for w in (high - low) / bins]
    return Categorical(
        bins, float(learner["smoothing"]), (float(low[0]), float(low[1])), (width[0], width[1])
    )
