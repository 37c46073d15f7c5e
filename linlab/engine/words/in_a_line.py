"""A learner in one line: its model, its space and the settings that do something, as a hall reads it.

    SVM · RBF kernel, γ = 0.6 · λ = 0.01 · α = 0.1
"""

from linlab.engine.ground.numerals import number
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.parameters import PARAMETERS, numbers_in
from linlab.engine.learner.spaces import space

NUMBERS = ("lam", "C", "alpha", "t0", "momentum", "bins", "smoothing")  # said whatever they are
CHOICES = ("penalty", "rate", "optimiser", "batch", "average", "order", "bias", "start")  # said where they are not the usual
_TIE = "\u00a0"  # a name and its value stay in one line


def in_a_line(learner: Learner) -> str:
    """
    >>> in_a_line(Learner.of("svm", space="rbf", gamma=0.6, optimiser="momentum")).replace("\\u00a0", " ")
    'SVM · RBF kernel, γ = 0.6 · λ = 0.01 · α = 0.1 · μ = 0.9 · Momentum'
    """
    own = learner.recipe
    parts = [own.title]
    if "space" in own.parameters:
        chosen = space(learner["space"])
        parts.append(", ".join([chosen.title, *(_setting(learner, name) for name in chosen.parameters)]))
    parts += [_setting(learner, name) for name in NUMBERS if not learner.idle(name)]
    usual = Learner(learner.model)
    parts += [_choice(learner, name) for name in CHOICES if not learner.idle(name) and learner[name] != usual[name]]
    return " · ".join(parts)


def knobs_of(learner: Learner) -> tuple[str, ...]:
    """The numbers that can be turned: those of the space, and those of the training that do something."""
    return tuple(name for name in ("lam", "C", "gamma", "alpha", "degree", "coef0", "features", "t0", "momentum", "bins",
                                   "smoothing") if not learner.idle(name))  # fmt: skip


def _setting(learner: Learner, name: str) -> str:
    return f"{PARAMETERS[name].symbol}{_TIE}={_TIE}{number(learner[name])}"


def _choice(learner: Learner, name: str) -> str:
    value = learner[name]
    if name == "optimiser":
        return learner.optimiser.title
    if name == "rate":
        return f"{learner.rate.title.lower()}{_TIE}rate"
    if name == "batch":
        return "all examples at once" if value == "all" else f"batches of{_TIE}{value}"
    if name == "start" and numbers_in(value) is not None:
        return f"start{_TIE}chosen"
    words = value.upper() if name == "penalty" and value != "none" else str(value)
    return f"{PARAMETERS[name].title.lower()}{_TIE}{words}"
