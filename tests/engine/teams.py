"""What teams are made of in the tests that all models have to pass."""

from linlab.engine.learner.learner import Learner
from tests.engine.plane import plane_catalog

MEMBERS = ("perceptron", "logistic", "gaussian-naive-bayes")


def others(model):
    """The names of the models that a model needs beside it, which are none if it learns by
    itself."""
    return MEMBERS if plane_catalog()[model].of_others else ()


def document_learners(learner):
    """The learners of a document in which this one is the first."""
    return (learner, *map(Learner.of, others(learner.model)))
