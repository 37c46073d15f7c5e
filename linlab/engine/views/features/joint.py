"""The joint map φ(x, y) of the text of a step, in numbers: a block of features for each class.

    φ(x, y) = (0, …, φ(x), …, 0), φ(x) in the block of y,    w·φ(x, y) = w_y·φ(x)

A step adds to one block of w and takes from another. Two classes have one row w, the difference of
two blocks: with w/2 for the last class and −w/2 for the first the answers are the same.
"""

from dataclasses import dataclass

import numpy as np

from linlab.engine.ground.arrays import Floats
from linlab.engine.ground.numerals import number
from linlab.engine.train.problem import Problem
from linlab.engine.train.state import Step
from linlab.engine.views.kit.of_texts import to_places
from linlab.engine.views.kit.ways_out import of_member, use_settings
from linlab.engine.views.snapshot import Snapshot
from linlab.engine.views.view import Refusal
from linlab.engine.words.signs import numbered
from linlab.engine.words.texts.step_words import columns_of

ONE_AT_A_TIME = use_settings("Take one text at a time", batch=1)
PLAIN_STEPS = use_settings("Take plain steps", optimiser="sgd", batch=1)


@dataclass(frozen=True, eq=False)
class JointMap:
    """The features of one text, and what the step adds to them in each block."""

    example: int
    classes: tuple[str, ...]
    label: int  # the block of the text's class
    rival: int | None  # the block of the best wrong class, where the step compares with it
    names: tuple[str, ...]  # of the features that are not 0
    values: Floats  # (features,) φ(x)
    added: Floats  # (K, features)
    shares: Floats | None  # (K,) added = share · φ(x), where it is such
    single: bool  # whether one row w stands for two blocks
    counts: bool  # whether the blocks are counts

    @classmethod
    def of(cls, problem: Problem, step: Step) -> "JointMap":
        """Of a step with a single text."""
        columns = np.array(columns_of(step), np.int64)
        names = [step.names[j] for j in columns]
        counts = problem.counting is not None
        last = len(step.names)
        if len(step.row) > last and step.row[last]:
            columns = np.append(columns, last)
            names.append("n(y)" if counts else "b")
        change = step.change[:, columns]
        plain = counts or problem.learner.optimiser.name == "sgd"
        shares = step.rate * step.pull if plain and not counts else None
        if counts:
            shares = np.zeros(len(step.classes))
            shares[int(step.labels[0])] = 1.0
        single = len(change) == 1
        if single:
            change = np.concatenate([-change / 2, change / 2])
            shares = None if shares is None else np.array([-shares[0] / 2, shares[0] / 2])
        return cls(
            step.example,
            step.classes,
            int(step.labels[0]),
            None if counts else int(step.rivals[0]),
            tuple(names),
            np.asarray(step.row[columns], float),
            change,
            shares,
            single,
            counts,
        )

    def sentences(self) -> list[str]:
        """What is drawn, in words."""
        name = self.classes[self.label]
        first = f"The joint map φ(x, y) has a block for each class. That of {name}, the class of {numbered(self.example)}, holds φ(x), the others 0"
        if self.counts:
            return [first, f"The step adds φ(x) to the counts of {name}, and takes nothing away"]
        if not self.added.any():
            return [first, f"So w·φ(x, y) is w of {name} times φ(x). This step changes no block"]
        if self.single:
            return [first, *self._of_two()]
        return [first, f"The step {self._changes()}"]

    def _changes(self) -> str:
        """adds 0.3·φ(x) to one block and takes it from another."""
        if self.shares is None:
            up = [name for name, row in zip(self.classes, self.added, strict=True) if row.sum() > 0]
            return f"adds to the block of {' and '.join(up) or 'no class'}; its optimiser gives each weight a rate of its own"
        order = np.argsort(self.shares)
        least, most = int(order[0]), int(order[-1])
        adds = f"adds {number(float(self.shares[most]))}·φ(x) to the block of {self.classes[most]}"
        takes = (
            f"takes {number(-float(self.shares[least]))}·φ(x) from that of {self.classes[least]}"
        )
        some = [k for k in range(len(self.shares)) if self.shares[k] and k not in (least, most)]
        rest = "" if not some else f", and changes {len(some)} more"
        parts = [adds] if self.shares[most] > 0 else []
        parts += [takes] if self.shares[least] < 0 else []
        return f"{' and '.join(parts)}{rest}"

    def _of_two(self) -> list[str]:
        low, high = self.classes
        row = f"Two classes need one row only: w is the block of {high} minus that of {low}, and s = w·φ(x)"
        if self.shares is None:
            return [row, f"The step {self._changes()}"]
        share = 2 * float(self.shares[1])
        verb = f"adds {_times(share)} to w" if share > 0 else f"takes {_times(-share)} from w"
        ends = (high, low) if share > 0 else (low, high)
        return [row, f"The step {verb}: half of it for the block of {ends[0]}, half off that of {ends[1]}"]  # fmt: skip


def _times(share: float) -> str:
    """0.3·φ(x), or φ(x) alone."""
    return "φ(x)" if share == 1.0 else f"{number(float(share))}·φ(x)"


def joint_map(moment: Snapshot) -> JointMap | Refusal | str:
    """Of the step that led here; or why there is none, in a sentence without one yet."""
    model, step = moment.model, moment.step
    problem = None if model is None else model.own_problem
    if moment.learner.recipe.of_others or problem is None:
        sentence = "A team has no weights of words: each of its members has its own."
        return Refusal(sentence, of_member(moment, to_places(moment.learner)))
    if step is None:
        return "Make a step to see which block of φ(x, y) it adds to"
    if step.jump is not None:
        return Refusal("This step looks at all texts at once.", PLAIN_STEPS)
    if step.row is None or len(step.labels) != 1:
        return Refusal("This step looks at several texts at once.", ONE_AT_A_TIME)
    return JointMap.of(problem, step)
