"""Where Page Down stops while a document is presented: at its bookmarks, at updates, at mistakes or
every n steps.

A document that chooses nothing stops at its bookmarks if it has any, and otherwise at updates.
"""

from dataclasses import dataclass
from typing import Any

from linlab.engine.data.checks import is_whole
from linlab.engine.ground.errors import LinlabError
from linlab.engine.ground.numerals import grouped

BOOKMARKS, UPDATES, MISTAKES, STEPS = "bookmarks", "updates", "mistakes", "steps"
KINDS = (BOOKMARKS, UPDATES, MISTAKES, STEPS)
MOST_STEPS = 1_000_000  # between two stops


@dataclass(frozen=True)
class Stops:
    """What a document chooses.

    >>> Stops.from_json(Stops("steps", 25).to_json())
    Stops(kind='steps', every=25)
    """

    kind: str
    every: int = 10  # steps between two stops, if they are counted

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise LinlabError(
                "The stops of a document must be bookmarks, updates, mistakes or steps."
            )
        if not is_whole(self.every) or not 1 <= self.every <= MOST_STEPS:
            raise LinlabError(
                f"The steps between two stops must be a whole number from 1 to {grouped(MOST_STEPS)}."
            )

    def to_json(self) -> dict[str, Any]:
        return {"at": self.kind, **({"every": self.every} if self.kind == STEPS else {})}

    @classmethod
    def from_json(cls, obj: Any) -> "Stops":
        if not isinstance(obj, dict):
            raise LinlabError("The field “stops” of the document must be an object.")
        return cls(obj.get("at", ""), obj.get("every", 10))
