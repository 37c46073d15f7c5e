"""The document of the first start: two blobs and a perceptron."""

from linlab.engine.learner.catalog import USUAL
from linlab.engine.learner.learner import Learner

from .document import Document, Source

FIRST = Source("blobs", 7506, (("classes", 2.0), ("n", 60.0), ("noise", 1.0)))


def usual_source(name: str) -> Source:
    """The source of a data set by default: the first document's as it is there, so
    that it can be had back."""
    return FIRST if name == FIRST.name else Source(name)


def first_document() -> Document:
    """Two blobs that a line separates, and a perceptron at step 0.

    Its eight mistakes are spread over the first 85 steps, so that you can watch it learn; it has
    converged after 180."""
    return Document(FIRST.draw(), (Learner.of(USUAL),), source=FIRST)
