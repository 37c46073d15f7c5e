"""A step of multinomial naive Bayes: the words that its text adds to the counts of its class.

n(v, y) ← n(v, y) + count(v),    P(v|y) = (n(v, y) + n₀) / (Σ n(u, y) + n₀|V|)
"""

import math

import numpy as np

from linlab.engine.ground.numerals import changed, grouped, number
from linlab.engine.learner.learner import Learner
from linlab.engine.train.state import Step
from linlab.engine.words.counts import has_no_rival, its_probability, rival, undecided
from linlab.engine.words.signs import numbered

from .step_words import MOST_NAMED_WORDS, columns_of, quoted, says

MOST_LISTED_WORDS = 3  # words listed


def _most_counted(step: Step) -> list[int]:
    """The words of the text, most frequent first."""
    return sorted(columns_of(step), key=lambda j: (-float(step.row[j]), j))


def counted_words(step: Step, learner: Learner) -> str:
    """The step in words."""
    y = int(step.labels[0])
    own = _most_counted(step)
    seen = step.after[:, -1]
    adds = "adds one text, but no word, to its class"
    chance = ""
    if own:
        some = ", ".join(
            f"{quoted(step.names[j])} {_both(step, y, j)}" for j in own[:MOST_NAMED_WORDS]
        )
        rest = len(own) - MOST_NAMED_WORDS
        more = f" and {grouped(rest)} more" if rest > 0 else ""
        adds = f"adds its words to the counts of class {step.label}: {some}{more}"
        chance = f"; P({quoted(step.names[own[0]])}|{step.label}) is now {number(_chance(step, learner, y, own[0]))}"
    return (
        f"Example {numbered(step.example)} {says(step, learner, own)} and {adds}{chance}. "
        f"It is one more text of {step.label}: {grouped(int(seen[y]))} of {grouped(int(seen.sum()))} counted. "
        f"Before it, {_gave(step)}."
    )


def _gave(step: Step) -> str:
    """What the counts said before the step."""
    if undecided(step):
        return "every class gave it the probability 0"
    if has_no_rival(step):
        than = "as no other class was possible"
    elif step.margin == 0:
        than = f"as much as {rival(step)}"
    else:
        than = f"{'more' if step.margin > 0 else 'less'} than {rival(step)}"
    return f"the counts gave it P({step.label}|x) {its_probability(step.loss)}, {than}"


def _both(step: Step, y: int, j: int) -> str:
    return " → ".join(changed(float(step.before[y, j]), float(step.after[y, j])))


def _chance(step: Step, learner: Learner, y: int, j: int, after: bool = True) -> float:
    """P(v|y)."""
    counts = (step.after if after else step.before)[y, :-1] + float(learner["smoothing"])
    total = float(counts.sum())
    return float(counts[j]) / total if total > 0 else 1.0 / max(1, len(counts))


def word_lines(step: Step) -> list[tuple[str, str]]:
    """n(v, y) before → after of the words counted most, how many more, and n(y)."""
    y = int(step.labels[0])
    own = _most_counted(step)
    lines = [
        (f"n({quoted(step.names[j])}, {step.label})", _both(step, y, j))
        for j in own[:MOST_LISTED_WORDS]
    ]
    if len(own) > MOST_LISTED_WORDS:
        rest = len(own) - MOST_LISTED_WORDS
        lines.append(("…", f"{grouped(rest)} more word{'' if rest == 1 else 's'}"))
    last = step.before.shape[1] - 1
    return [*lines, (f"n({step.label})", _both(step, y, last))]


def counted_lines(step: Step, learner: Learner) -> list[tuple[str, str]]:
    """The arithmetic of a step: its counts, and the probabilities that they give."""
    return [*word_lines(step), *_chance_lines(step, learner)]


def _chance_lines(step: Step, learner: Learner) -> list[tuple[str, str]]:
    """P(v|y) of the words counted most as a fraction, and where the multinomial coefficient went."""
    y = int(step.labels[0])
    own = _most_counted(step)
    smoothing = float(learner["smoothing"])
    total = float(step.after[y, :-1].sum())
    many = len(step.names)
    lines = []
    for j in own[:MOST_LISTED_WORDS]:
        count = float(step.after[y, j])
        value = number(_chance(step, learner, y, j))
        form = f"({number(count)} + {number(smoothing)})/({number(total)} + {number(smoothing)}·{grouped(many)})"
        lines.append((f"P({quoted(step.names[j])}|{step.label})", f"{form} = {value}"))
    return [*lines, ("orders", _orders(step))]


def _orders(step: Step) -> str:
    """n!/Π count(v)!, the number of orders of the text's words."""
    counts = [int(step.row[j]) for j in columns_of(step)]
    n = int(np.sum(counts))
    if n > 12:
        return "n!/Π count(v)! of the same words, equal for every class: it cancels"
    ways = math.factorial(n) // math.prod(math.factorial(k) for k in counts)
    below = "·".join(f"{k}!" for k in counts if k > 1)
    form = f"{n}!/({below})" if "·" in below else f"{n}!{f'/{below}' if below else ''}"
    return f"{form} = {grouped(ways)} of the same words, equal for every class: it cancels"
