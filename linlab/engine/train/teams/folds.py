"""Folds: the examples in K parts, each judged by models that have not seen it.

fold(i) = (position of i in default_rng((seed, 7)).permutation(n)) mod K
"""

import numpy as np

from linlab.engine.data.points import Points
from linlab.engine.ground.arrays import Ints
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.sanitise import shorten


def folds_of(n: int, folds: int, seed: int) -> Ints:
    """The fold of each of n examples; they differ in size by one at most. (n,)

    >>> np.bincount(folds_of(10, 4, 0)).tolist()
    [3, 3, 2, 2]
    """
    if folds < 2:
        raise LinlabError(
            f"There must be at least 2 folds, not {folds}: each is judged by models trained on the others."
        )
    if n < folds:
        raise LinlabError(
            f"{folds} folds need at least {folds} labelled points, but there are {n}: "
            "use fewer folds or more points."
        )
    out = np.empty(n, np.int64)
    out[np.random.default_rng((seed, 7)).permutation(n)] = np.arange(n) % folds
    return out


def check_classes(points: Points, fold: Ints) -> None:
    """Refuse folds that leave only one class to train on."""
    for k in range(int(fold.max(initial=-1)) + 1):
        left = np.unique(points.label[fold != k])
        if len(left) == 1 and len(np.unique(points.label)) > 1:
            raise LinlabError(
                f"Without fold {k + 1} only the class “{shorten(points.classes[left[0]])}” is left to train on: "
                "use other folds, or more points of each class."
            )
