"""What it does to count a word twice: the run beside the same run without the second feature.

Naive Bayes multiplies P(v|y) once for each feature, so the copy makes it surer although it says
nothing new. A learner that follows its mistakes shares the weight between the two."""

from dataclasses import replace
from weakref import WeakKeyDictionary

import numpy as np

from linlab.engine.data.inputs import texts_of
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped, number
from linlab.engine.ground.sanitise import shorten
from linlab.engine.train.models import Model, winners
from linlab.engine.train.trace import SMALL_BUDGET, Trace

from .vocabulary import Vocabulary

_once: WeakKeyDictionary[Trace, Trace | None] = WeakKeyDictionary()


def said_of_twice(found: Vocabulary, trace: Trace, t: int, text: str) -> list[str]:
    """What the second feature does to this text, and to the training texts that have the word;
    nothing if no word is counted twice."""
    word = str(found.problem.learner["twice"]).strip()
    if not word:
        return []
    name = f"“{shorten(word, 30)}”"
    if word not in found.words:
        return [f"{name} is not in the vocabulary, so nothing is counted twice."]
    other = _without(trace, t)
    if other is None:
        return [f"{name} is counted twice."]
    once = other.model(t)
    return [
        f"{name} is counted twice: {_of_text(found.model, once, text, found.classes)}",
        _of_examples(found, once, found.words.index(word), name),
    ]


def _without(trace: Trace, t: int) -> Trace | None:
    """The same run, with the word counted once; None where something was changed on the way."""
    if trace not in _once:
        document, which = trace.document, trace.which
        learner = document.learners[which].replace(twice="")
        learners = (*document.learners[:which], learner, *document.learners[which + 1 :])
        try:
            changed = any(change.learners is not None for change in document.timeline)
            plain = replace(document, learners=learners)
            _once[trace] = None if changed else Trace(plain, which, SMALL_BUDGET)
        except LinlabError:
            _once[trace] = None
    return _once[trace]


def _of_text(twice: Model, once: Model, text: str, classes: tuple[str, ...]) -> str:
    """P of the answer, or the score, both ways."""
    both = [model.scores(texts_of([text])) for model in (twice, once)]
    if any(np.isnan(scores).any() for scores in both):
        return "there is no answer to compare."
    k, before = (int(winners(scores)[0]) for scores in both)
    chances = [model.chances(s) for model, s in zip((twice, once), both, strict=True)]
    if chances[0] is not None and chances[1] is not None:
        now, then = (number(float(each[0, k])) for each in chances if each is not None)
        return f"P({classes[k]}|x) is {now}, and {then} if it is counted once."
    row = k if both[0].shape[1] > 1 else 0
    now, then = (number(float(scores[0, row])) for scores in both)
    answer = "the same answer" if before == k else f"the answer is then {classes[before]}"
    sign = "s" if both[0].shape[1] == 1 else f"s({classes[k]})"
    return f"{sign} is {now}, and {then} if it is counted once: {answer}."


def _of_examples(found: Vocabulary, once: Model, j: int, name: str) -> str:
    """How many answers differ among the training texts with the word, and how sure they are."""
    problem = found.problem
    own = np.flatnonzero(problem.read[:, [j]].toarray().ravel())
    texts = texts_of([problem.x[i] for i in own])
    both = [model.scores(texts) for model in (found.model, once)]
    answers = [winners(scores) for scores in both]
    differ = int((answers[0] != answers[1]).sum())
    many = f"the {grouped(len(own))} training texts with {name}"
    if len(own) == 1:
        many = f"the training text with {name}"
    change = "no answer changes" if not differ else f"{grouped(differ)} of the answers change"
    chances = [model.chances(s) for model, s in zip((found.model, once), both, strict=True)]
    if chances[0] is None or chances[1] is None:
        return f"On {many}, {change}."
    sure = [number(float(np.nanmax(each, axis=1).mean())) for each in chances if each is not None]
    return f"On {many}, {change}; the mean P of the answers is {sure[0]} instead of {sure[1]}."
