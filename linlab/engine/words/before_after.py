"""What a step changed, old → new:

    w   (1.63, 1.79) → (1.99, 1.00)
    b   0 → 1

In the linear space w is a pair. In a feature space these are the weights that changed most, in a
kernel space the coefficients aᵢ, for more than two classes the rows of the classes that moved, and
for a model that counts its counts, means and variances.
"""

from collections.abc import Iterator

import numpy as np

from linlab.engine.ground.numerals import (
    DUST,
    changed,
    changed_alike,
    grouped,
    number,
    without_dust,
)
from linlab.engine.learner.counting.counting import Counting
from linlab.engine.learner.learner import Learner
from linlab.engine.train.state import Step

from .arithmetic import Line, column_names
from .counts import moment_lines
from .texts.word_counts import word_lines

MOST_ROWS = 2  # classes, the ones that moved furthest
MOST_CHANGES = 3  # weights, coefficients or members listed one by one
STAYS = "unchanged"


def before_after(
    step: Step, learner: Learner, counting: Counting | None = None
) -> tuple[Line, ...]:
    """The lines, largest changes first where not all are shown.

    Gaussian naive Bayes keeps sums in its own units; its counting converts them to means and
    variances.
    """
    if step.team:
        return tuple(_of_members(step))
    if learner.recipe.counting and step.row is not None:
        return tuple(Line(*each) for each in word_lines(step))
    if learner.recipe.counting:
        return tuple(_of_counts(step, learner, counting))
    if learner.dual or not _plane(step, learner):
        return tuple(_one_by_one(step, learner))
    return tuple(_pairs(step))


def _plane(step: Step, learner: Learner) -> bool:
    """Whether w is a pair: in the linear space, without further features."""
    names = list(column_names(step, learner).values())
    return names[:2] == ["w₁", "w₂"] and len(names) - ("b" in names) == 2


def _pairs(step: Step) -> Iterator[Line]:
    """w and b of the classes that moved furthest; with two classes there is one row."""
    before, after = step.before, step.after
    several = len(before) > 1
    moved = np.linalg.norm(after - before, axis=1)
    rows = sorted(np.argsort(-moved, kind="stable")[:MOST_ROWS].tolist())
    if several and not moved.any():
        yield Line("w", STAYS)
        return
    for row in rows:
        if several and not moved[row]:
            continue
        of = f" of {step.classes[row]}" if several else ""
        old, new = (
            f"({', '.join(w)})"
            for w in changed_alike(before[row, :2].tolist(), after[row, :2].tolist())
        )
        yield Line(f"w{of}", _arrow(old, new))
        if before.shape[1] > 2:
            largest = float(np.abs([before[row], after[row]]).max())
            yield Line(f"b{of}", _number(before[row, 2], after[row, 2], largest))
    more = int(np.count_nonzero(moved)) - len(rows)
    if more > 0:
        yield _and_more(more, "class", "classes")


def _one_by_one(step: Step, learner: Learner) -> Iterator[Line]:
    """The weights or coefficients that changed most, then b, then how many more there are."""
    before, after = step.before, step.after
    size = np.abs(after - before)
    names = column_names(step, learner)
    if learner.dual:
        names = {j: name if name == "b" else f"a of #{j + 1}" for j, name in names.items()}
    last = [j for j, name in names.items() if name == "b"]
    own = [(r, j) for r in range(len(before)) for j in names if size[r, j] > 0]
    cells = sorted((cell for cell in own if cell[1] not in last), key=lambda cell: -size[cell])
    biases = sorted((cell for cell in own if cell[1] in last), key=lambda cell: -size[cell])
    shown = [*cells[:MOST_CHANGES], *biases[:MOST_ROWS]]
    if not shown:
        first = names.get(step.example) if learner.dual and step.jump is None else None
        value = f"{number(float(before[0, step.example]))}, {STAYS}" if first else STAYS
        yield Line(first or "w", value if len(before) == 1 else STAYS)
        return
    for r, j in shown:
        of = f" for {step.classes[r]}" if len(before) > 1 else ""
        yield Line(names[j] + of, _number(before[r, j], after[r, j]))
    more = len(own) - len(shown)
    if more > 0:
        yield _and_more(more, "change", "changes")
    if learner.dual and step.shrink != 1.0 and learner["optimiser"] == "sgd":
        yield Line("all other a", f"× {number(step.shrink if abs(step.shrink) > DUST else 0.0, 6)}")


def _of_counts(step: Step, learner: Learner, counting: Counting | None) -> Iterator[Line]:
    """The counts of the example's class; of a model with means, those."""
    y = int(step.labels[0])
    names = column_names(step, learner)
    for j in np.flatnonzero(step.after[y] != step.before[y]).tolist():
        if j in names:
            yield Line(f"{names[j]} of {step.label}", _number(step.before[y, j], step.after[y, j]))
    for label, value in moment_lines(step, counting) if counting is not None else ():
        yield Line(label, value)


def _of_members(step: Step) -> Iterator[Line]:
    """The first line of each member that changed."""
    moved = [each for each in step.team if each[2] is not None and each[2].updated]
    for name, learner, own in moved[:MOST_CHANGES]:
        assert own is not None
        lines = before_after(own, learner)
        if lines:
            yield Line(name, f"{lines[0].label} {lines[0].value}")
    more = len(moved) - MOST_CHANGES
    if more > 0:
        yield _and_more(more, "member", "members")


def _arrow(before: str, after: str) -> str:
    return f"{before}, {STAYS}" if before == after else f"{before} → {after}"


def _number(before: float, after: float, largest: float = 0.0) -> str:
    """Old → new of a number beside others, of which this is the largest."""
    old, new = without_dust(before, after, largest=largest)
    return _arrow(*changed(old, new))


def _and_more(count: int, one: str, several: str) -> Line:
    return Line("…", f"{grouped(count)} more {one if count == 1 else several}")
