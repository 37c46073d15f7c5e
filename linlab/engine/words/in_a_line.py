"""A learner in one line: its model, its space and the settings that have an effect, as shown on
stage.

SVM · RBF kernel, γ = 0.6 · λ = 0.01 · α = 0.1
"""

from linlab.engine.ground.numerals import number
from linlab.engine.learner.learner import Learner
from linlab.engine.learner.names import TIE, choice_in_words
from linlab.engine.learner.parameters import PARAMETERS
from linlab.engine.learner.spaces import space


def in_a_line(learner: Learner) -> str:
    """
    >>> in_a_line(Learner.of("svm", space="rbf", gamma=0.6, optimiser="momentum")).replace("\\u00a0", " ")
    'SVM · RBF kernel, γ = 0.6 · λ = 0.01 · α = 0.1 · μ = 0.9 · Momentum'
    >>> in_a_line(Learner.of("perceptron", space="words")).replace("\\u00a0", " ")
    'Perceptron · Words · df = 1 · α = 1'
    """
    own = learner.recipe
    parts = [own.title]
    if "space" in own.parameters:
        chosen = space(learner["space"])
        settings = [name for name in chosen.parameters if PARAMETERS[name].group == "space"]
        parts.append(", ".join([chosen.title, *(_setting(learner, name) for name in settings)]))
    parameters = [
        each for each in PARAMETERS.values() if each.in_title and not learner.idle(each.name)
    ]
    parts += [
        _setting(learner, each.name)
        for each in parameters
        if each.numeric and each.group != "space"
    ]
    usual = Learner(learner.model)
    parts += [
        choice_in_words(learner, each.name)
        for each in parameters
        if not each.numeric and learner[each.name] != usual[each.name]
    ]
    return " · ".join(parts)


def knobs_of(learner: Learner) -> tuple[str, ...]:
    """The numeric settings: those of the space, and those of the training that have an effect."""
    return tuple(
        each.name
        for each in PARAMETERS.values()
        if each.numeric and each.in_title and not learner.idle(each.name)
    )


def _setting(learner: Learner, name: str) -> str:
    return f"{PARAMETERS[name].symbol}{TIE}={TIE}{number(learner[name])}"
