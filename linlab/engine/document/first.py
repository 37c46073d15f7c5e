"""What there is before anybody has made anything: two blobs and a perceptron."""

from linlab.engine.learner.catalog import USUAL
from linlab.engine.learner.learner import Learner

from .document import Document, Source


def first_document() -> Document:
    """What the very first start shows: two blobs that a line parts, and a perceptron that has not
    begun.

    Its eight mistakes are spread over the first 85 updates, so that it is seen to learn, and after
    180 it is done."""
    source = Source("blobs", 7506, (("classes", 2.0), ("n", 60.0), ("noise", 1.0)))
    return Document(source.draw(), (Learner.of(USUAL),), source=source)
