"""The table of derivations: each with what it needs, for which models it is the first to be shown,
and its picture, where there is one. A line of this table is all that a derivation needs to be seen,
exported and offered."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from linlab.engine.learner.learner import Learner
from linlab.engine.picture.palette import Palette
from linlab.engine.picture.shapes import Frame, Panel
from linlab.engine.views.figure import Figure
from linlab.engine.views.kit.ready import Ready, ReadyRun
from linlab.engine.views.kit.trouble import BLOBS
from linlab.engine.views.view import Refusal, WayOut
from linlab.engine.words.derivations.bound_and_data import BOUND_AND_DATA
from linlab.engine.words.derivations.derivation import Derivation
from linlab.engine.words.derivations.gradient import GRADIENT
from linlab.engine.words.derivations.margin_and_norm import MARGIN_AND_NORM
from linlab.engine.words.derivations.maximum_entropy import MAXIMUM_ENTROPY
from linlab.engine.words.derivations.mira import MIRA
from linlab.engine.words.derivations.mistake_bound import MISTAKE_BOUND
from linlab.engine.words.derivations.naive_bayes import NAIVE_BAYES
from linlab.engine.words.derivations.online_to_batch import ONLINE_TO_BATCH
from linlab.engine.words.derivations.prior import PRIOR
from linlab.engine.words.derivations.quadratic_kernel import QUADRATIC_KERNEL
from linlab.engine.words.derivations.svm_dual import SVM_DUAL

from .bound_picture import bound_picture
from .needs import (
    about_counts,
    about_features,
    about_hinge,
    about_log_loss,
    about_mira,
    about_one_pass,
    about_perceptrons,
    about_places,
    about_prior,
    about_weights,
)
from .prior_picture import prior_picture
from .slackness_picture import slackness_picture

PictureFunction = Callable[[Figure, Ready[Any, Any], Any, Palette, Frame], tuple[Panel, ...]]


def _of_no_model(learner: Learner) -> bool:
    return False


@dataclass(frozen=True, eq=False)
class Row:
    """A derivation, why it does not apply to a run, of which models it is the own one, its picture,
    and the way out where nothing follows from what was computed."""

    derivation: Derivation
    refusal: Callable[[ReadyRun], Refusal | None]
    own: Callable[[Learner], bool] = _of_no_model
    picture: PictureFunction | None = None
    way_out: WayOut | None = None

    @property
    def name(self) -> str:
        return self.derivation.name


def _log_loss(learner: Learner) -> bool:
    return learner.recipe.loss.probabilistic and learner.recipe.counting is None


DERIVATIONS = {
    row.name: row
    for row in (
        Row(MISTAKE_BOUND, about_perceptrons, lambda learner: learner.recipe.loss.mistake_driven, bound_picture),
        Row(BOUND_AND_DATA, about_perceptrons, way_out=BLOBS),
        Row(SVM_DUAL, about_hinge, lambda learner: learner.recipe.loss.wants_margin, slackness_picture),
        Row(MIRA, about_mira, lambda learner: learner.recipe.has_own_c),
        Row(NAIVE_BAYES, about_counts, lambda learner: learner.recipe.counting is not None),
        Row(GRADIENT, about_log_loss, _log_loss),
        Row(MAXIMUM_ENTROPY, about_features),
        Row(PRIOR, about_prior, picture=prior_picture),
        Row(MARGIN_AND_NORM, about_weights, way_out=BLOBS),
        Row(QUADRATIC_KERNEL, about_places),
        Row(ONLINE_TO_BATCH, about_one_pass),
    )
}  # fmt: skip
