"""Facts about texts, for models that read words: the weight of a word, and what is said of a text."""

from typing import Any

from linlab.engine.data.inputs import texts_of
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.sanitise import shorten
from linlab.engine.train.models import decisions
from linlab.lessons.written.expressions import Value

from .situation import Situation


def class_of(here: Situation, name: Value) -> int:
    """The number of a class."""
    classes = here.model.examples.classes
    if name not in classes:
        raise LinlabError(
            f"There is no class “{shorten(str(name))}”: there are {', '.join(map(shorten, classes))}."
        )
    return classes.index(str(name))


def of_class(here: Situation, scores: Any, name: Value) -> float:
    """The score of a class among the scores of a place or a text; a single row is the score of the
    last class, and minus it that of the other."""
    k = class_of(here, name)
    if len(scores) > 1:
        return float(scores[k])
    return float(scores[0]) if k == 1 else -float(scores[0])


def _scores(here: Situation, text: Value) -> Any:
    if not isinstance(text, str):
        raise LinlabError("A text is written in quotes.")
    if not here.problem.sparse:
        raise LinlabError(f"{here.model.title} reads places, not texts.")
    return here.model.scores(texts_of([text]))[0]


def text_score(here: Situation, name: Value, text: Value) -> float:
    return of_class(here, _scores(here, text), name)


def text_says(here: Situation, text: Value) -> str:
    k = int(decisions(here.model, _scores(here, text)[None])[0])
    return here.model.examples.classes[k] if k >= 0 else "undecided"


def text_probability(here: Situation, name: Value, text: Value) -> float:
    found = here.model.chances(_scores(here, text)[None])
    if found is None:
        raise LinlabError(f"{here.model.title} gives scores, not probabilities.")
    return float(found[0][class_of(here, name)])


def word_weight(here: Situation, name: Value, word: Value) -> float:
    parts = here.model.parts()
    names = here.problem.names or ()
    if not here.problem.sparse or parts is None:
        raise LinlabError(f"{here.model.title} has no weights of words.")
    if word not in names:
        raise LinlabError(f"“{shorten(str(word))}” is not in the vocabulary.")
    return of_class(here, parts[0][:, names.index(str(word))], name)
