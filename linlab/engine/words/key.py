"""The key: what the symbols on the screen mean, and their values now.

It looks for the symbols in the rule, in the arithmetic of the update, in its sentence, in the
learner's controls and in any other text on the screen.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from linlab.engine.learner.learner import Learner

from .arithmetic import arithmetic
from .explain import explain
from .rules import rule
from .symbols import SYMBOLS, Now


@dataclass(frozen=True)
class Entry:
    """A line of the key."""

    sign: str
    meaning: str
    value: str
    letters: tuple[str, ...] = ()  # of each lecture


_WORDS = re.compile(
    r"\\(mathrm|mathcal|begin|end)\{[^}]*\}|\\(leftarrow|quad|frac|sqrt|leq|prod|cr|min|max|sum|in|partial|left|right|ln)\b"
)


_SIGNS = re.compile("#\\d+|[\u0300-\uffff]")  # in a sentence: its other letters form words


def key(now: Now, words: str = "", values: Mapping[str, str] | None = None) -> tuple[Entry, ...]:
    """The symbols on the screen: those of the rule, of the arithmetic, of the learner's controls
    and of other `words` there.

    `values` are those of symbols that are neither in θ nor in the step, if known.
    """
    formula = _WORDS.sub(" ", rule(now.learner, len(now.problem.classes)))
    text = words
    if now.step is not None:
        lines = arithmetic(now.step, now.learner, now.problem.counting)
        signs = _SIGNS.findall(explain(now.step, now.learner))
        text = "\n".join(
            [words, "".join(signs), *(f"{line.label} : {line.value}" for line in lines)]
        )
    found = [
        each
        for each in SYMBOLS
        if _in(each.latex, formula)
        or _in(each.plain, text)
        or any(_set(now.learner, name) for name in each.settings)
    ]
    return tuple(
        Entry(
            each.sign,
            each.meaning if isinstance(each.meaning, str) else each.meaning(now),
            (values or {}).get(each.sign) or each.value(now),
            each.in_lectures,
        )
        for each in found
    )


def _in(pattern: str, text: str) -> bool:
    return bool(pattern and re.search(pattern, text))


def _set(learner: Learner, name: str) -> bool:
    """Whether it has a control that has an effect."""
    return name in learner.recipe.parameters and not learner.idle(name)
