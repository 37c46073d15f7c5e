r"""Models made of other models: votes, bags, AdaBoost and stacks."""

from dataclasses import replace

import numpy as np

from linlab.engine.ground.numerals import grouped, number
from linlab.engine.learner.learner import Learner
from linlab.engine.words.listing.line import Line, Listing, Variables

_VOTES = {
    "majority": r"answer the class with more than half of the votes; otherwise stay undecided",
    "plurality": r"answer $\hat y = \mathrm{argmax}_c \sum_j [\hat y_j = c]$",
    "soft": r"answer $\hat y = \mathrm{argmax}_c \sum_j P_j(c | x)$",
    "weighted": r"answer $\hat y = \mathrm{argmax}_c \sum_j v_j [\hat y_j = c]$",
}
_GIVEN = {
    "label": "$x' \\leftarrow x$ and, for each class $c$, $[$the base model says $c]$",
    "probability": "$x' \\leftarrow x$ and the base model's $P(c | x)$ of each class $c$",
    "bins": "$x' \\leftarrow x$ and the tenth in which each $P(c | x)$ of the base model lies",
}


def vote(learner: Learner) -> Listing:
    return Listing(
        learner.recipe.title,
        (),
        _together("for each other model $j$", "let it make its own step"),
        (Line(_VOTES[learner["how"]]),),
    )


def bag(learner: Learner) -> Listing:
    return Listing(
        learner.recipe.title,
        (Line(r"for each member $j$: draw $N$ examples with replacement"),),
        _together("for each member $j$", "make its step on its own sample"),
        (Line(_VOTES["plurality"]),),
    )


def _together(each: str, what: str) -> tuple[Line, ...]:
    """Members that make their steps side by side."""
    return (
        Line("repeat"),
        Line(each, 1, says=lambda v: f"{grouped(v.moved)} of {grouped(v.members)} change"),
        Line(what, 2),
        Line("until all of them have converged", reached=lambda v: False),
    )


def weighted_error(v: Variables) -> None:
    v.put(error=float(v.d @ v.wrong))


def ends(v: Variables) -> bool:
    """A member that is always right decides alone; one no better than chance is dropped."""
    return bool(v.error == 0.0 or v.error >= 1.0 - 1.0 / v.classes)


def vote_weight(v: Variables) -> None:
    v.put(beta=float(np.log((1.0 - v.error) / v.error) + np.log(v.classes - 1.0)))


def raise_weights(v: Variables) -> None:
    raised = v.d * np.exp(v.beta * v.wrong)
    v.put(d=raised / raised.sum())


def _over(v: Variables) -> bool:
    return bool(v.over)


def _goes_on(v: Variables) -> bool:
    return _over(v) and not ends(v)


def boost(learner: Learner, classes: int) -> Listing:
    more = r" + \ln (K - 1)" if classes > 2 else ""
    chance = "1/2" if classes == 2 else "1 - 1/K"
    return Listing(
        learner.recipe.title,
        (Line(r"$d_i \leftarrow 1/N$ for each example $i$"),),
        (
            Line(r"for each member $k = 1, 2, \dots$",
                 says=lambda v: f"k = {grouped(v.k)} of {grouped(v.most)}"),
            Line(rf"train it for {learner['each']} epochs, example $i$ with weight $N d_i$", 1,
                 says=lambda v: f"step {grouped(v.made)} of {grouped(v.length)}"),
            Line(r"$\varepsilon_k \leftarrow \sum_i d_i [\mathrm{it\,gets}\,i\,\mathrm{wrong}]$", 1,
                 do=weighted_error, shows=("error",), reached=_over),
            Line(rf"if $\varepsilon_k = 0$ or $\varepsilon_k \geq {chance}$ then", 1, when=ends,
                 says=lambda v: number(v.error), reached=_over),
            Line("stop", 2),
            Line(rf"$\beta_k \leftarrow \ln \frac{{1 - \varepsilon_k}}{{\varepsilon_k}}{more}$", 1,
                 do=vote_weight, shows=("beta",), reached=_goes_on),
            Line(r"$d_i \leftarrow d_i e^{\beta_k}$ where it is wrong", 1,
                 do=raise_weights, reached=_goes_on),
            Line(r"$d \leftarrow d / \sum_i d_i$", 1, reached=_goes_on),
        ),
        (Line(r"answer $\hat y = \mathrm{argmax}_c \sum_k \beta_k [\hat y_k = c]$"),),
    )  # fmt: skip


def stack(learner: Learner, top: Listing) -> Listing:
    """The base model is trained first; then the steps are those of the top model."""
    folds = learner["folds"]
    first: tuple[Line, ...]
    if learner["jackknife"] == "on":
        first = (
            Line(f"split the examples into {folds} folds"),
            Line("for each fold: ask the base model trained on the other folds"),
        )
    else:
        first = (Line("train the base model on all examples, and ask it about each of them"),)
    given = Line(_GIVEN[learner["outputs"]])
    return replace(top, title=learner.recipe.title, before=(*first, given, *top.before))
