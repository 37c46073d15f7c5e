"""A vote of your own models, counted by `Voting`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.errors import LinlabError, unknown
from linlab.engine.train.models import Model
from linlab.engine.train.teams.shared_classes import in_classes, union_of_classes
from linlab.engine.train.teams.voting import HOW, Voting, gives_chances, vote_of

from .answering import Answering, Member, called, labelled

WITHOUT = ("refuse", "hard", "leave-out")


@dataclass(frozen=True, eq=False, repr=False)
class Vote(Answering):
    """The vote of several models, with the caller's labels."""

    model: Voting
    classes: tuple[Any, ...]

    def votes(self, x: ArrayLike) -> Floats:
        """How many members say each class; the sum of their weights if weighted, of their P(c|x) if
        soft. (m, K)"""
        return self.model.votes(x)

    def probabilities(self, x: ArrayLike) -> Floats:
        """The mean of P(class|x) over the members of a soft vote, in the order of `classes`. (m,
        K)"""
        if self.model.how != "soft":
            raise LinlabError(
                f'A {self.model.how} vote counts answers and has no probabilities: use how="soft".'
            )
        return super().probabilities(x)

    def member_answers(self, x: ArrayLike) -> Any:
        """The label that each member gives each point. (members, m)"""
        said = self.model.member_answers(x)
        return labelled(self.classes, said.ravel()).reshape(said.shape)


def vote(
    members: Sequence[Member],
    how: str = "plurality",
    *,
    weights: Sequence[float] | str | None = None,
    without_probabilities: str = "refuse",
) -> Vote:
    """Let runs, or any other models, vote: "majority", "plurality", "soft" or "weighted".

    `weights` are numbers, one for each, or "dev": the accuracy of each on its dev points. In a soft
    vote, a model without probabilities is refused, casts a "hard" vote as if it were certain of its
    answer, or is left out ("leave-out").
    """
    try:
        members = tuple(members)
    except TypeError:
        raise LinlabError(
            "Give a list of models that vote: runs, bags, stacks or other votes."
        ) from None
    if how not in HOW:
        raise unknown("vote", how, HOW)
    if without_probabilities not in WITHOUT:
        raise LinlabError(
            f"without_probabilities must be one of {', '.join(WITHOUT)}, not {without_probabilities!r}."
        )
    if not all(hasattr(member, "model") and hasattr(member, "classes") for member in members):
        raise LinlabError("Only trained models can vote: give a list of runs.")
    if not members:
        raise LinlabError("A vote needs at least one member.")
    if how == "soft" and without_probabilities == "refuse":
        _refuse_scores([member.model for member in members])
    if how != "weighted" and weights is not None:
        raise LinlabError(f'Only a weighted vote has weights: use how="weighted", not {how!r}.')
    models = tuple(member.model for member in members)
    over = in_classes(
        models[0].examples, union_of_classes(model.examples.classes for model in models)
    )
    labels: dict[str, Any] = {}
    for member in members:
        labels = {**dict(zip(member.model.examples.classes, member.classes, strict=True)), **labels}
    w = _weights(models, weights) if how == "weighted" else None
    made = vote_of(models, over, how, w, leave_out=without_probabilities == "leave-out")
    return Vote(made, called(over.classes, labels))


def _refuse_scores(models: Sequence[Model]) -> None:
    """A soft vote of models that all give probabilities, or a sentence about one that does not."""
    lacking = next((model for model in models if not gives_chances(model)), None)
    if lacking is not None:
        raise LinlabError(
            f"{lacking.title} gives scores, not probabilities, so it has no soft vote: let it cast a hard vote "
            '(without_probabilities="hard") or leave it out ("leave-out").'
        )


def _weights(models: Sequence[Model], weights: Sequence[float] | str | None) -> Floats | None:
    """What each vote weighs; None: as its accuracy on dev points says."""
    if weights is None:
        raise LinlabError(
            'A weighted vote needs weights: a number for each member, or "dev" for its accuracy on dev points.'
        )
    if isinstance(weights, str):
        if weights != "dev":
            raise LinlabError(f'weights must be numbers or "dev", not {weights!r}.')
        return None
    try:
        w = np.asarray(weights, float)
    except (TypeError, ValueError):
        raise LinlabError("The weights of a vote must be numbers.") from None
    if w.shape != (len(models),):
        raise LinlabError(f"There are {len(models)} members, but {w.size} weights.")
    if not (np.isfinite(w).all() and (w >= 0).all() and 0 < w.sum() < np.inf):
        raise LinlabError(
            "The weights of a vote must be finite, none of them negative and not all of them 0."
        )
    return w
