"""The catalogue: every model as a recipe of a loss, a rate, a penalty and a read-out.

A recipe says which settings it has, which it fixes and which defaults differ. A loss that no recipe
uses is listed as a model by itself, trained by SGD: a new loss needs only its line in the table of
losses.
"""

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field

from linlab.engine.ground.errors import unknown

from .counting.bins import BINS
from .counting.centroids import CENTROIDS
from .counting.counting import CountingRule
from .counting.gaussians import GAUSSIANS
from .counting.multinomial import MULTINOMIAL
from .features import WORD_SETTINGS
from .losses import ASK, COUNT, LOSSES, MEANS, Loss
from .parameters import Value
from .rates import PASSIVE_AGGRESSIVE, PASSIVE_AGGRESSIVE_2, Rate

_SPACE = ("space", "degree", "coef0", "gamma", "features", "grids", *WORD_SETTINGS)
_COURSE = ("batch", "order", "early", "start", "bias")
_DESCENT = ("lam", "penalty", "rate", "alpha", "t0", "optimiser", "momentum", "average")


@dataclass(frozen=True)
class Recipe:
    """A model, as the picker lists it and a learner is built from it."""

    key: str
    title: str
    tag: str  # one or two words beside the title
    idea: str
    lecture: str
    loss: Loss
    parameters: tuple[str, ...]
    fixed: Mapping[str, Value] = field(default_factory=dict)
    defaults: Mapping[str, Value] = field(default_factory=dict)
    rate: Rate | None = None  # its own rate
    kind: str = "gradient"  # how it learns: a key of the table of kinds
    counting: CountingRule | None = None  # what it counts instead of following gradients
    core: bool = False  # among the few that Simple offers

    @property
    def judge(self) -> Loss:
        """The loss that measures it: log loss for counts, which have no loss of their own."""
        counts = self.counting is not None and self.counting.probabilistic
        return LOSSES["log"] if counts else self.loss

    @property
    def in_a_space(self) -> bool:
        """Whether it learns in a space, chosen or its own."""
        return "space" in self.parameters or "space" in self.fixed

    @property
    def averaged(self) -> str:
        """What the objective averages, apart from the penalty: counts maximise the joint
        probability of all examples."""
        return "loss" if self.counting is None else "−log P(y, x)"

    @property
    def of_others(self) -> bool:
        """Whether it is made of other models of the document."""
        return self.loss is ASK

    @property
    def has_own_c(self) -> bool:
        """Whether C is a setting of its rate instead of 1/λ."""
        return self.rate is not None and "C" in self.rate.parameters


_PERCEPTRON: dict[str, Value] = {
    "lam": 0.0,
    "penalty": "none",
    "rate": "constant",
    "optimiser": "sgd",
}
_EXACT: dict[str, Value] = {
    "penalty": "l2",
    "rate": "constant",
    "optimiser": "exact",
    "average": "last",
    "batch": "all",
}
_COUNTING: dict[str, Value] = {  # an example counts once
    "lam": 0.0,
    "penalty": "none",
    "rate": "constant",
    "alpha": 1.0,
    "batch": 1,
}
_NOTHING_LEARNT: dict[str, Value] = {"lam": 0.0, "penalty": "none", "bias": "none"}

_RECIPES = (  # the models of linlab, in the order of the picker
    Recipe("perceptron", "Perceptron", "mistake-driven", "moves only when an example is on the wrong side",
           "Zhang 4.2.2, Riezler, Eisenstein 3, Bunescu, Carpuat", LOSSES["perceptron"],
           (*_SPACE, "alpha", "average", *_COURSE), _PERCEPTRON, {"alpha": 1.0}, core=True),
    Recipe("averaged-perceptron", "Averaged perceptron", "stable", "answers with the mean of all its weights so far",
           "Riezler, Eisenstein 3.1, Carpuat", LOSSES["perceptron"],
           (*_SPACE, "alpha", *_COURSE), {**_PERCEPTRON, "average": "mean"}, {"alpha": 1.0}, core=True),
    Recipe("voted-perceptron", "Voted perceptron", "by vote", "lets weight vectors vote by how long they survived",
           "Eisenstein 3.1", LOSSES["perceptron"],
           (*_SPACE, "alpha", "order", "early", "start", "bias"), {**_PERCEPTRON, "average": "voted", "batch": 1},
           {"alpha": 1.0}),
    Recipe("mira", "MIRA", "passive–aggressive", "takes the smallest step that makes the margin 1, capped by C",
           "Eisenstein 4.1", LOSSES["hinge"],
           (*_SPACE, "C", "average", "order", "early", "start", "bias"),
           {"lam": 0.0, "penalty": "none", "optimiser": "sgd", "batch": 1}, rate=PASSIVE_AGGRESSIVE, core=True),
    Recipe("pa2", "Passive-aggressive II", "no cap", "uses C to soften every step instead of capping the longest",
           "Crammer et al. 2006", LOSSES["hinge"],
           (*_SPACE, "C", "average", "order", "early", "start", "bias"),
           {"lam": 0.0, "penalty": "none", "optimiser": "sgd", "batch": 1}, rate=PASSIVE_AGGRESSIVE_2),
    Recipe("svm", "SVM", "large margin", "penalises points inside the margin and long weights",
           "Zhang 4.2, Bunescu, Riezler", LOSSES["hinge"], (*_SPACE, *_DESCENT, *_COURSE), core=True),
    Recipe("pegasos", "Pegasos", "large margin", "the SVM with the learning rate 1/(λt)",
           "Bunescu, Eisenstein 4.1", LOSSES["hinge"],
           (*_SPACE, "lam", "average", *_COURSE), {"rate": "pegasos", "penalty": "l2", "optimiser": "sgd"},
           {"bias": "regularised"}),
    Recipe("logistic", "Logistic regression", "log-linear", "moves by 1 − P(true class); gives probabilities",
           "Zhang 4.1, Riezler, Bunescu, Carpuat", LOSSES["log"], (*_SPACE, *_DESCENT, *_COURSE), core=True),
    Recipe("exact-svm", "Exact SVM", "in one step", "jumps to the minimum of the SVM's objective, with a certificate",
           "Riezler, Bunescu", LOSSES["hinge"], (*_SPACE, "lam", "bias"), _EXACT),
    Recipe("exact-logistic", "Exact logistic regression", "in one step", "jumps to the minimum of the log loss with its penalty",
           "Riezler, Bunescu", LOSSES["log"], (*_SPACE, "lam", "bias"), _EXACT),
    Recipe("adaline", "ADALINE", "least squares", "pulls every score towards its label; overshoots if α is above 2",
           "Bunescu", LOSSES["squared"], (*_SPACE, *_DESCENT, *_COURSE), {},
           {"rate": "normalised", "alpha": 1.0}),
    Recipe("naive-bayes", "Naive Bayes", "generative", "counts how often each bin goes with each class",
           "Riezler, Eisenstein 2, Carpuat", COUNT, ("bins", "smoothing", "order"), _COUNTING, kind="counting",
           counting=BINS, core=True),
    Recipe("gaussian-naive-bayes", "Gaussian naive Bayes", "generative", "a mean and a variance for each class and axis",
           "Riezler, Eisenstein 2, Carpuat", COUNT, ("order",), _COUNTING, kind="counting",
           counting=GAUSSIANS),
    Recipe("multinomial-naive-bayes", "Multinomial naive Bayes", "generative", "counts how often each word goes with each class",
           "Riezler, Eisenstein 2, Carpuat", COUNT, (*WORD_SETTINGS, "smoothing", "order"), {**_COUNTING, "space": "words"},
           kind="counting", counting=MULTINOMIAL),
    Recipe("centroid", "Nearest centroid", "by distance", "answers with the class whose mean is nearest",
           "", MEANS, ("space", "degree", "gamma", "features", "grids", *WORD_SETTINGS, "order"), _COUNTING, kind="counting",
           counting=CENTROIDS),
    Recipe("vote", "Vote", "of the others", "lets the other models of the document vote",
           "Zhang 4.4", ASK, ("how", "without", "voices"), _NOTHING_LEARNT, kind="vote"),
    Recipe("bagging", "Bagging", "by vote", "trains one model on many samples and lets them vote",
           "Zhang 4.4", ASK, ("of", "members"), _NOTHING_LEARNT, kind="bag"),
    Recipe("adaboost", "AdaBoost", "by vote", "trains one model repeatedly, with more weight on the examples it gets wrong",
           "", ASK, ("of", "members", "each"), _NOTHING_LEARNT, {"members": 20}, kind="boost"),
    Recipe("stacking", "Stacking", "top on base", "gives a top model the output of a base model, which is trained first",
           "Zhang 4.4", ASK, ("of", "upon", "outputs", "folds", "jackknife"), _NOTHING_LEARNT, kind="stack"),
)  # fmt: skip

MODELS: dict[str, Recipe] = {recipe.key: recipe for recipe in _RECIPES}
USUAL = "perceptron"  # the default model


def catalog() -> dict[str, Recipe]:
    """Every model by its key: the recipes, then each loss that no recipe uses, trained by SGD."""
    return _catalog(tuple(MODELS), tuple(LOSSES.values()))


def learning() -> dict[str, Recipe]:
    """The models that are not made of others and can be alone in a document."""
    return {key: recipe for key, recipe in catalog().items() if not recipe.of_others}


@functools.lru_cache(maxsize=4)
def _catalog(models: tuple[str, ...], losses: tuple[Loss, ...]) -> dict[str, Recipe]:
    recipes = {key: MODELS[key] for key in models}
    used = {recipe.loss.name for recipe in recipes.values()}
    for loss in losses:
        if loss.name not in used:
            recipes[loss.name] = Recipe(
                loss.name, loss.title, "by SGD", loss.idea, "", loss, (*_SPACE, *_DESCENT, *_COURSE)
            )
    return recipes


def recipe(key: str) -> Recipe:
    try:
        return catalog()[key]
    except KeyError:
        raise unknown("model", key, catalog()) from None
