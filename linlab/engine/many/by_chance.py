"""Comparisons under the null hypothesis: the distribution of t if neither model can be better.

Labels are random, so whatever a model has learnt, it gets an unseen point right once in C times:
the accuracies of any two models differ by chance alone, and a test that finds a difference raises a
false alarm. Repetition r draws from default_rng((seed, 13, r)); its K differences come from

    fresh     a fold left out each time, and for each fold all labels drawn anew: the differences are independent
    folds     a fold left out each time, of one sample: models share what they train on
    splits    a third left out at random each time, of one sample: they share what they are judged on as well
"""

import math
from collections.abc import Iterator, Mapping

import numpy as np

from linlab.engine.data.points import Points
from linlab.engine.ground.arrays import Floats, Ints
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.progress import tell
from linlab.engine.train.teams.folds import folds_of

from .answering import answers
from .plan import Plan, labelled_only

FRESH, FOLDS, SPLITS = "fresh", "folds", "splits"
LEVEL = 0.05  # of the test: the share of false alarms that it allows
_SILENT = "{} may leave a point undecided, which counts as wrong. So on random labels it is right less often than a model that always answers, and a difference is not a false alarm. Let it vote by plurality, or choose another model."
ROUNDING_TOLERANCE = 1e-12  # what rounding leaves of accuracies that are equal


def repetition_by_chance(
    plans: Mapping[str, Plan],
    points: Points,
    folds: int,
    seed: int,
    how: str,
    r: int,
    doing: str = "",
) -> Floats | None:
    """The accuracies of one repetition, (models, K); None if a sample has only one class to train
    on. A model that may leave a point undecided is refused: it is right less often than once in C
    times."""
    folds_of(len(points), folds, seed)  # raises an error if it is impossible
    out = np.empty((len(plans), folds))
    for k, (train, test) in enumerate(
        _samples(points, folds, how, np.random.default_rng((seed, 13, r)))
    ):
        if len(np.unique(train.label)) < 2:
            return None
        for row, plan in enumerate(plans.values()):
            tell(doing)
            model = plan.trained(labelled_only(train), doing=doing)
            if model.abstains:
                raise LinlabError(_SILENT.format(model.title))
            said = answers(model, points.classes, test.x)
            out[row, k] = (said == test.label).mean()
    return out


def _samples(
    points: Points, folds: int, how: str, rng: np.random.Generator
) -> Iterator[tuple[Points, Points]]:
    """The training and test points of each time."""
    n = len(points)
    order = rng.permutation(n)
    lot = _lot(points, rng)
    for k in range(folds):
        if how == SPLITS:
            order = rng.permutation(n)
        elif how == FRESH and k:
            lot = _lot(points, rng)
        out = np.zeros(n, bool)
        out[order[: max(1, n // 3)] if how == SPLITS else order[k::folds]] = True
        yield lot.take(~out), lot.take(out)


def _lot(points: Points, rng: np.random.Generator) -> Points:
    label: Ints = rng.integers(0, len(points.classes), len(points))
    return Points(points.x, label, points.classes, points.ids, points.texts, points.next_id)


def paired_t(a: Floats, b: Floats) -> Floats:
    """t of every row of pairs, NaN where all its differences are the same. (m, K) each -> (m,)"""
    d = a - b
    with np.errstate(divide="ignore", invalid="ignore"):  # where nothing varies
        return np.where(
            np.ptp(d, axis=1) > ROUNDING_TOLERANCE,
            d.mean(axis=1) / (d.std(axis=1, ddof=1) / math.sqrt(d.shape[1])),
            np.nan,
        )


def two_sample_t(a: Floats, b: Floats) -> Floats:
    """The lecture's t of every row, NaN where nothing varies. (m, K) each -> (m,)"""
    varies = np.maximum(np.ptp(a, axis=1), np.ptp(b, axis=1)) > ROUNDING_TOLERANCE
    with np.errstate(divide="ignore", invalid="ignore"):  # where nothing varies
        s = np.sqrt((a.var(axis=1, ddof=1) + b.var(axis=1, ddof=1)) / 2)
        return np.where(
            varies, (a.mean(axis=1) - b.mean(axis=1)) / (s * math.sqrt(2 / a.shape[1])), np.nan
        )


def critical(df: int) -> float:
    """The value that |t| exceeds in 5 % of all cases if there is no difference.

    >>> round(critical(9), 3)
    2.262
    """
    from scipy.special import stdtrit

    return float(stdtrit(df, 1 - LEVEL / 2))


def density(t: Floats, df: int) -> Floats:
    """Student's: Γ((ν + 1)/2) / (√(νπ)·Γ(ν/2)) · (1 + t²/ν)^(−(ν + 1)/2)

    >>> density(np.array([0.0]), 1).round(4).tolist()  # 1/π
    [0.3183]
    """
    height = math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) / math.sqrt(df * math.pi)
    return np.asarray(height * (1 + t * t / df) ** (-(df + 1) / 2))
