"""A learner in one line: its model, its space and the settings that do something, as a hall reads
it.

SVM · RBF kernel, γ = 0.6 · λ = 0.01 · α = 0.1
"""

from linlab.engine.ground.numerals import number
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.names import TIE, choice_in_words
from linlab.engine.learner.parameters import PARAMETERS
from linlab.engine.learner.spaces import space

NUMBERS = (
    "lam",
    "C",
    "alpha",
    "t0",
    "momentum",
    "bins",
    "smoothing",
    "members",
    "folds",
)  # said whatever they are
CHOICES = (
    "penalty",
    "rate",
    "optimiser",
    "batch",
    "average",
    "order",
    "bias",
    "start",
    "how",
    "of",
    "upon",
    "outputs",
    "jackknife",
)  # said where they are not the usual


def in_a_line(learner: Learner) -> str:
    """
    >>> in_a_line(Learner.of("svm", space="rbf", gamma=0.6, optimiser="momentum")).replace("\\u00a0", " ")
    'SVM · RBF kernel, γ = 0.6 · λ = 0.01 · α = 0.1 · μ = 0.9 · Momentum'
    """
    own = learner.recipe
    parts = [own.title]
    if "space" in own.parameters:
        chosen = space(learner["space"])
        parts.append(
            ", ".join([chosen.title, *(_setting(learner, name) for name in chosen.parameters)])
        )
    parts += [_setting(learner, name) for name in NUMBERS if not learner.idle(name)]
    usual = Learner(learner.model)
    parts += [
        choice_in_words(learner, name)
        for name in CHOICES
        if not learner.idle(name) and learner[name] != usual[name]
    ]
    return " · ".join(parts)


def knobs_of(learner: Learner) -> tuple[str, ...]:
    """The numbers that can be turned: those of the space, and those of the training that do
    something."""
    return tuple(
        name
        for name in (
            "lam",
            "C",
            "gamma",
            "alpha",
            "degree",
            "coef0",
            "features",
            "t0",
            "momentum",
            "bins",
            "smoothing",
            "members",
            "folds",
        )
        if not learner.idle(name)
    )


def _setting(learner: Learner, name: str) -> str:
    return f"{PARAMETERS[name].symbol}{TIE}={TIE}{number(learner[name])}"
