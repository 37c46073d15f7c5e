"""A guessed label: its round of self-training or co-training, the models that gave it, and how sure
they were."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from linlab.engine.ground.arrays import Ints
from linlab.engine.ground.errors import LinlabError

from .checks import LONGEST_NAME, integers, is_text, is_whole, locked, read_list

MOST_ROUNDS = 1000


@dataclass(frozen=True)
class Guess:
    """The guess of one label.

    >>> Guess(1, 0.93, "Logistic regression").to_json()
    {'round': 1, 'sure': 0.93, 'by': 'Logistic regression'}
    """

    round: int  # 1, 2 …
    sure: float  # the confidence of the model that gave it; the lowest of several
    by: str

    def __post_init__(self) -> None:
        if not is_whole(self.round) or not 1 <= self.round <= MOST_ROUNDS:
            raise LinlabError(
                f"The round of a guessed label must be a whole number from 1 to {MOST_ROUNDS}."
            )
        if (
            not isinstance(self.sure, (int, float))
            or isinstance(self.sure, bool)
            or not 0 <= self.sure <= 1
        ):
            raise LinlabError("The confidence of a guessed label must be a number from 0 to 1.")
        if not is_text(self.by) or len(self.by) > LONGEST_NAME:
            raise LinlabError(
                f"The name of the model that guessed a label must be a text of at most {LONGEST_NAME} characters."
            )

    def to_json(self) -> dict[str, Any]:
        return {"round": self.round, "sure": self.sure, "by": self.by}

    @classmethod
    def from_json(cls, obj: Any) -> Guess:
        return cls(obj.get("round"), obj.get("sure"), obj.get("by", ""))


def known_truth(truth: Ints | None, many: int) -> Ints | None:
    """The true labels, if there are any."""
    true = integers([] if truth is None else truth, "truth")
    if truth is not None and len(true) != many:
        raise LinlabError(f"There are {many} points, but {len(true)} true labels.")
    return locked(true) if (true >= 0).any() else None


def known_guesses(
    guesses: Sequence[Guess | None] | None, label: Ints
) -> tuple[Guess | None, ...] | None:
    """The guesses, if there are any."""
    if guesses is None or not any(guesses):
        return None
    if len(guesses) != len(label):
        raise LinlabError(f"There are {len(label)} points, but {len(guesses)} guesses.")
    if any(guess is not None and k == -1 for guess, k in zip(guesses, label.tolist(), strict=True)):
        raise LinlabError("A point without a label cannot have a guess.")
    return tuple(guesses)


def truth_and_guesses(obj: dict[str, Any]) -> tuple[Ints | None, tuple[Guess | None, ...] | None]:
    """The truth and guesses of stored points, if they have any."""
    truth, guesses = None, None
    if obj.get("truth") is not None:
        truth = integers(read_list(obj, "truth", "whole numbers", is_whole), "truth")
    if obj.get("guesses") is not None:
        entries = read_list(
            obj, "guesses", "objects, or null where a label is not a guess", _is_guess_or_null
        )
        guesses = tuple(None if guess is None else Guess.from_json(guess) for guess in entries)
    return truth, guesses


def _is_guess_or_null(value: Any) -> bool:
    return value is None or isinstance(value, dict)
