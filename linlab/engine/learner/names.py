"""The names of learners: their models, and for learners of the same model the settings that differ.

SVM, λ 0.05      SVM, λ 1
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from linlab.engine.ground.numerals import number

from .learner import Learner
from .parameters import PARAMETERS, numbers_in
from .spaces import space

TIE = "\u00a0"  # keeps a name and its value on one line


def names_of(learners: Sequence[Learner]) -> tuple[str, ...]:
    """A different name for each: the title of its model, then the fewest settings that distinguish
    it from the others with that title; if nothing differs, its number.

    >>> names_of([Learner.of("svm", lam=0.05), Learner.of("perceptron"), Learner.of("svm", lam=1)])
    ('SVM, λ 0.05', 'Perceptron', 'SVM, λ 1')
    >>> names_of([Learner.of("svm"), Learner.of("svm")])
    ('SVM', 'SVM, no. 2')
    """
    titles = [learner.recipe.title for learner in learners]
    names: list[str] = []
    for learner, title in zip(learners, titles, strict=True):
        alike = [other for other, same in zip(learners, titles, strict=True) if same == title]
        names.append(
            ", ".join(
                [title, *filter(None, (_unless_idle(learner, name) for name in _telling(alike)))]
            )
        )
    times = [names[:k].count(name) + 1 for k, name in enumerate(names)]
    return tuple(
        name if k == 1 else f"{name}, no. {k}" for name, k in zip(names, times, strict=True)
    )


def setting_in_words(learner: Learner, name: str) -> str:
    """
    >>> setting_in_words(Learner.of("svm", space="rbf"), "space"), setting_in_words(Learner.of("svm", batch=8), "batch")
    ('RBF kernel', 'batches of 8')
    """
    if name == "space":
        return space(learner["space"]).title
    if PARAMETERS[name].numeric:
        return f"{PARAMETERS[name].symbol} {number(learner[name])}"
    said = choice_in_words(learner, name).replace(TIE, " ")
    return said.removeprefix(f"{learner.recipe.title.lower()} ")  # “majority”, not “vote majority”


def choice_in_words(learner: Learner, name: str) -> str:
    """The chosen value of a setting that is not a number."""
    value = learner[name]
    if name == "optimiser":
        return learner.optimiser.title
    if name == "rate":
        return f"{learner.rate.title.lower()}{TIE}rate"
    if name == "batch":
        return "all examples at once" if value == "all" else f"batches of{TIE}{value}"
    if name == "start" and numbers_in(value) is not None:
        return f"start{TIE}set{TIE}by{TIE}you"
    words = value.upper() if name == "penalty" and value != "none" else str(value)
    return f"{PARAMETERS[name].title.lower()}{TIE}{words}"


def _telling(learners: Sequence[Learner]) -> tuple[str, ...]:
    """The fewest settings that distinguish all these learners; of equally few, those that say
    something about each of them."""

    def apart(names: Sequence[str]) -> int:
        return len({tuple(_unless_idle(learner, name) for name in names) for learner in learners})

    def names_all(names: Sequence[str]) -> bool:
        return all(any(_unless_idle(learner, name) for name in names) for learner in learners)

    names = tuple(name for name in learners[0].recipe.parameters if apart((name,)) > 1)
    for few in _from_few_to_many(names):
        enough = [each for each in few if apart(each) == apart(names)]
        if enough:
            return next(filter(names_all, enough), enough[0])
    return names


def _from_few_to_many(names: Sequence[str]) -> Iterator[list[tuple[str, ...]]]:
    for many in range(min(3, len(names)) + 1):
        yield list(combinations(names, many))


def _unless_idle(learner: Learner, name: str) -> str:
    return "" if learner.idle(name) else setting_in_words(learner, name)
