"""What the view of words is about: two lists of words that are counted, or the words that a model
of texts has weights for."""

from linlab.engine.data.lexicon import Lexicon
from linlab.engine.learner.learner import Learner
from linlab.engine.views.kit.ready import Need, Ready
from linlab.engine.views.kit.ways_out import of_member, open_data
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.view import Adoption, Refusal, WayOut

from .vocabulary import Vocabulary

NO_WORDS = "These points are not word counts: open the data set “Sentiment”, whose plane counts good words and bad words."


def lexicon_of(moment: Snapshot) -> Lexicon | None:
    """The words that were counted, where the points are counts of words."""
    source = None if moment.trace is None else moment.trace.document.source
    return None if source is None else source.lexicon


REVIEWS = open_data("sentiment", "Open the reviews")
MEAN = "A vote of many weight vectors has no single weight for a word; their mean has."
USE_MEAN = WayOut(
    "Switch to the averaged perceptron",
    lambda moment: Adoption(
        "switch to the averaged perceptron", Learner.of("averaged-perceptron", space="words")
    ),
)


def reads_texts(moment: Snapshot) -> bool:
    """Whether the model in hand reads texts: then words have weights."""
    return moment.moment is not None and moment.moment.problem.reads_texts


def _read(moment: Snapshot) -> Lexicon | Vocabulary | Refusal:
    if reads_texts(moment):
        return Vocabulary.of(moment) or Refusal(MEAN, of_member(moment, USE_MEAN))
    return lexicon_of(moment) or Refusal(NO_WORDS, REVIEWS)


Subject = Lexicon | Vocabulary
NEED: Need[Subject] = Need(_read)
Worded = Ready[Subject, None]
