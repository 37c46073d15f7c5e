"""Views of places in the plane, where the model in hand reads texts: they are refused, and the way
out is a model that reads places."""

from linlab.engine.data.inputs import are_texts
from linlab.engine.learner.learner import Learner
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.view import Refusal, WayOut

from .ways_out import use_model, use_space

LINEAR = use_space("linear")
PERCEPTRON = use_model("perceptron", "the perceptron")


def reads_texts(moment: Snapshot) -> bool:
    """Whether the model in hand reads texts, itself or by its members."""
    if moment.model is None:
        return moment.learner.reads_texts
    return are_texts(moment.model.examples.x)


def only_of_places(moment: Snapshot, sentence: str) -> Refusal | None:
    """Why a view of places shows nothing of a model of texts; None of one of places."""
    return Refusal(sentence, to_places(moment.learner)) if reads_texts(moment) else None


def to_places(learner: Learner) -> WayOut:
    """The same learner in the plane, where it can learn there; else the perceptron."""
    return LINEAR if "space" in learner.recipe.parameters else PERCEPTRON
