"""Functions that a lesson can use, of a place, a class or two models; the engine computes them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from linlab.engine.document.document import Document
from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.errors import LinlabError
from linlab.engine.train.models import decisions
from linlab.lessons.course.shipped_course import lesson_number
from linlab.lessons.written.expressions import Value

from .judging import loss_at, member_vote, precision, recall
from .situation import Situation
from .texts import class_of, of_class, text_probability, text_says, text_score, word_weight


@dataclass(frozen=True)
class Function:
    """A fact with arguments."""

    given: str
    help: str
    of: Callable[..., Any]


def _place(x1: Value, x2: Value) -> Any:
    if isinstance(x1, str) or isinstance(x2, str):
        raise LinlabError("A place is two numbers, x₁ and x₂.")
    return np.array([[float(x1), float(x2)]])


def _score(here: Situation, x1: Value, x2: Value) -> float:
    found = here.model.scores(_place(x1, x2))[0]
    return float(found[-1])


def _class_score(here: Situation, name: Value, x1: Value, x2: Value) -> float:
    return of_class(here, here.model.scores(_place(x1, x2))[0], name)


def _says(here: Situation, x1: Value, x2: Value) -> str:
    k = int(decisions(here.model, here.model.scores(_place(x1, x2)))[0])
    return here.model.examples.classes[k] if k >= 0 else "undecided"


def _probability(here: Situation, name: Value, x1: Value, x2: Value) -> float:
    found = here.model.chances(here.model.scores(_place(x1, x2)))
    if found is None:
        raise LinlabError(f"{here.model.title} gives scores, not probabilities.")
    return float(found[0][class_of(here, name)])


def _counted(here: Situation) -> Any:
    if here.model.counted is None:
        raise LinlabError(f"{here.model.title} does not model P(y, x); naive Bayes does.")
    return here.model.counted


def _joint(here: Situation, name: Value, x1: Value, x2: Value) -> float:
    return float(np.exp(_counted(here).joint(_place(x1, x2)))[0][class_of(here, name)])


def _prior(here: Situation, name: Value) -> float:
    counted = _counted(here)
    return float(counted.counting.prior(counted.counts)[class_of(here, name)])


def _share(here: Situation, name: Value, feature: Value, x: Value) -> float:
    counted = _counted(here)
    j = int(feature) - 1
    tables = counted.counting.tables(counted.counts)
    if j not in (0, 1) or f"P(x{j + 1}|y)" not in tables:
        raise LinlabError(
            "A share belongs to a bin of feature 1 or 2, and only naive Bayes with bins has bins."
        )
    return float(
        tables[f"P(x{j + 1}|y)"][class_of(here, name), counted.counting.bin(j, _place(x, x)[0])[0]]
    )


def _kernel(here: Situation, a1: Value, a2: Value, b1: Value, b2: Value) -> float:
    one = _place(a1, a2)
    other = _place(b1, b2)
    problem = here.problem
    if problem.kernel is not None:
        return float(problem.kernel.gram(one, other, problem.learner.settings)[0, 0])
    if problem.map is None:
        raise LinlabError(f"{here.model.title} cannot compare two places.")
    return float(problem.map.features(one)[0] @ problem.map.features(other)[0])


def _many(here: Situation, name: Value) -> int:
    return int((here.model.examples.y == class_of(here, name)).sum())


def _expected(here: Situation, name: Value) -> float:
    return float(_chances(here, name).sum())


def _chances(here: Situation, name: Value) -> Floats:
    """P(class|x) of each training point."""
    found = here.model.chances(here.model.answers())
    if found is None:
        raise LinlabError(f"{here.model.title} gives scores, not probabilities.")
    return np.asarray(found[:, class_of(here, name)], float)


def _column(here: Situation, feature: Value) -> Floats:
    """x₁ or x₂ of each training point."""
    j = int(feature)
    if j not in (1, 2):
        raise LinlabError("A feature is 1 or 2.")
    return np.asarray(here.problem.x[:, j - 1], float)


def _expected_sum(here: Situation, name: Value, feature: Value) -> float:
    return float(_chances(here, name) @ _column(here, feature))


def _counted_sum(here: Situation, name: Value, feature: Value) -> float:
    mine = here.model.examples.y == class_of(here, name)
    return float(_column(here, feature)[mine].sum())


def _agreement(here: Situation, one: Value, other: Value) -> float:
    said = []
    for model in (here.of(int(k) - 1).model for k in (one, other)):
        names = (*model.examples.classes, "")  # −1: undecided
        said.append([names[k] for k in decisions(model, model.scores(here.problem.x))])
    return float(np.mean([a == b for a, b in zip(*said, strict=True)]))


@lru_cache(maxsize=16)
def _compared(document: Document, one: int, other: int, folds: int) -> Any:
    """The accuracies of both on each fold and the paired test, as the view of two models shows them
    by default."""
    from linlab.engine.many.comparing import compared
    from linlab.engine.views.several.pair import EPOCHS, Pair

    pair = Pair(document, one, other, folds, int(EPOCHS[0]))
    if pair.trouble:
        raise LinlabError(pair.trouble)
    found = compared(pair.plans, pair.examples, folds, document.seed)
    return found.accuracy[pair.names[0]], found.paired(*pair.names)


def _paired(field: str) -> Callable[..., float]:
    def of(here: Situation, one: Value, other: Value, folds: Value) -> float:
        pair = [here.of(int(k) - 1).which for k in (one, other)]
        return float(getattr(_compared(here.document, *pair, int(folds))[1], field))

    return of


def _accuracy(here: Situation, one: Value, other: Value, folds: Value) -> float:
    """The accuracy of the first of the two, over all folds."""
    pair = [here.of(int(k) - 1).which for k in (one, other)]
    return float(np.mean(_compared(here.document, *pair, int(folds))[0]))


def _interval(end: str) -> Callable[..., float]:
    def of(here: Situation, error: Value, n: Value) -> float:
        from linlab.engine.many.significance import wilson

        return float(getattr(wilson(round(float(error) * float(n)), int(n)), end))

    return of


def _student(here: Situation, t: Value, df: Value) -> float:
    from scipy.stats import t as student

    return float(2.0 * student.sf(abs(float(t)), float(df)))


def _lesson(word: str) -> Callable[..., str]:
    def of(here: Situation, lesson: Value) -> str:
        return f"{word} {lesson_number(str(lesson))}"

    return of


FUNCTIONS: Mapping[str, Function] = {
    "score": Function("(x1, x2)", "the score at a place; with more than two classes, that of the last", _score),
    "class_score": Function("(class, x1, x2)", "the score of a class at a place; with two classes, s for the last and −s for the first", _class_score),
    "says": Function("(x1, x2)", "the class that the model predicts there", _says),
    "probability": Function("(class, x1, x2)", "P(class|x) there", _probability),
    "counted": Function("(class)", "how many training points of a class there are", _many),
    "expected": Function("(class)", "the sum of P(class|x) over all training points", _expected),
    "counted_sum": Function("(class, feature)", "the sum of feature 1 or 2 over the training points of a class", _counted_sum),
    "expected_sum": Function("(class, feature)", "the sum of P(class|x) times feature 1 or 2 over all training points", _expected_sum),
    "joint": Function("(class, x1, x2)", "P(class, x) of naive Bayes there", _joint),
    "prior": Function("(class)", "P(class) of naive Bayes", _prior),
    "share": Function("(class, feature, x)", "P(bin|class) of naive Bayes: the bin of this value of feature 1 or 2", _share),
    "kernel": Function("(a1, a2, b1, b2)", "k of two places; in a feature space, their product φ·φ", _kernel),
    "agreement": Function("(a, b)", "the share of training points on which models a and b agree", _agreement),
    "paired_t": Function("(a, b, folds)", "the t-value of the paired comparison of models a and b over that many folds", _paired("t")),
    "paired_p": Function("(a, b, folds)", "its p-value", _paired("p")),
    "interval_low": Function("(error, n)", "the lower end of the 95 % interval of an error on n points", _interval("low")),
    "interval_high": Function("(error, n)", "its upper end", _interval("high")),
    "fold_accuracy": Function("(a, b, folds)", "the mean accuracy of model a over these folds", _accuracy),
    "p_value": Function("(t, df)", "the two-sided p-value of a t-value", _student),
    "recall": Function("(class)", "recall: of the training points of a class, the share that the model gives it", recall),
    "precision": Function("(class)", "precision: of the training points that the model gives a class, the share that are of it", precision),
    "loss_at": Function("(loss, m)", "a loss of two classes at the margin m: 'log', 'hinge', 'perceptron', 'zero-one' and others", loss_at),
    "member_vote": Function("(number)", "how much the vote of a member counts; members are counted from 1", member_vote),
    "word_weight": Function("(class, word)", "the weight of a word in the row of a class; with two classes, w for the last and −w for the first", word_weight),
    "text_score": Function("(class, text)", "the score of a class for a text", text_score),
    "text_says": Function("(text)", "the class that the model predicts for a text", text_says),
    "text_probability": Function("(class, text)", "P(class|text)", text_probability),
    "lesson": Function("(id)", "a built-in lesson by its number, such as “lesson 2”", _lesson("lesson")),
    "Lesson": Function("(id)", "the same at the beginning of a sentence", _lesson("Lesson")),
}  # fmt: skip
