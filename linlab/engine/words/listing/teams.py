r"""Models made of other models: votes, bags, AdaBoost and stacks."""

from dataclasses import replace

import numpy as np

from linlab.engine.learner.learner import Learner

from .line import Line, Listing, Variables

_VOTES = {
    "majority": r"answer the class with more than half of the votes; otherwise stay undecided",
    "plurality": r"answer $\hat y = \mathrm{argmax}_c \sum_j [\hat y_j = c]$",
    "soft": r"answer $\hat y = \mathrm{argmax}_c \sum_j P_j(c | x)$",
    "weighted": r"answer $\hat y = \mathrm{argmax}_c \sum_j v_j [\hat y_j = c]$",
}
_GIVEN = {
    "label": r"$x' \leftarrow (x, [\hat y_B = c]$ for each class $c)$",
    "probability": r"$x' \leftarrow (x, P_B(c | x)$ for each class $c)$",
    "bins": r"$x' \leftarrow (x,$ the tenth that each $P_B(c | x)$ lies in$)$",
}


def vote(learner: Learner) -> Listing:
    return Listing(
        learner.recipe.title,
        (),
        (
            Line(r"for $t = 1, 2, \dots$:"),
            Line(r"for each other model $j$: it takes its own step", 1),
        ),
        (Line(_VOTES[learner["how"]]),),
    )


def bag(learner: Learner) -> Listing:
    return Listing(
        learner.recipe.title,
        (Line(r"for each member $j$: draw $N$ examples with replacement"),),
        (
            Line(r"for $t = 1, 2, \dots$:"),
            Line(r"for each member $j$: it takes a step on its own sample", 1),
        ),
        (Line(_VOTES["plurality"]),),
    )


def weighted_error(v: Variables) -> None:
    v.put(error=float(v.d @ v.wrong))


def vote_weight(v: Variables) -> None:
    v.put(beta=float(np.log((1.0 - v.error) / v.error) + np.log(v.classes - 1.0)))


def raise_weights(v: Variables) -> None:
    raised = v.d * np.exp(v.beta * v.wrong)
    v.put(d=raised / raised.sum())


def boost(learner: Learner, classes: int) -> Listing:
    more = r" + \ln (K - 1)" if classes > 2 else ""
    return Listing(
        learner.recipe.title,
        (Line(r"$d_i \leftarrow 1/N$ for each example $i$"),),
        (
            Line(r"for each member $k = 1, 2, \dots$:"),
            Line(rf"train it for {learner['each']} epochs, example $i$ with the weight $N d_i$", 1),
            Line(r"$\varepsilon_k \leftarrow \sum_i d_i [\mathrm{it\,gets}\,i\,\mathrm{wrong}]$", 1,
                 do=weighted_error, shows=("error",)),
            Line(rf"$\beta_k \leftarrow \ln \frac{{1 - \varepsilon_k}}{{\varepsilon_k}}{more}$", 1,
                 do=vote_weight, shows=("beta",)),
            Line(r"$d_i \leftarrow d_i e^{\beta_k}$ where it is wrong; then $d \leftarrow d / \sum_i d_i$", 1,
                 do=raise_weights),
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
            Line(
                "for each fold: train the base model on the other folds, and ask it about this one"
            ),
        )
    else:
        first = (Line("train the base model on all examples, and ask it about each of them"),)
    given = Line(_GIVEN[learner["outputs"]])
    return replace(top, title=learner.recipe.title, before=(*first, given, *top.before))
