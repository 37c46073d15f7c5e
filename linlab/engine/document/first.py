"""The document of the first start: two blobs and a perceptron."""

from linlab.engine.learner.catalog import USUAL
from linlab.engine.learner.learner import Learner

from .document import Document, Source


def first_document() -> Document:
    """Two blobs that a line separates, and a perceptron at step 0.

    Its eight mistakes are spread over the first 85 steps, so that you can watch it learn; it has
    converged after 180."""
    source = Source("blobs", 7506, (("classes", 2.0), ("n", 60.0), ("noise", 1.0)))
    return Document(source.draw(), (Learner.of(USUAL),), source=source)
