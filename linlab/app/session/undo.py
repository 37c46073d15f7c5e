"""The documents before and after: what undo and redo go back and forth between."""

from dataclasses import dataclass

from linlab.engine.document.document import Document


@dataclass(frozen=True)
class Kept:
    """A document, and where its run was: at t, the furthest update seen, the furthest that was
    wanted but could not be reached, 0 if there was none, and which model was in hand.

    An edit may cut a run short (no points, weights beyond all bounds). Its undo goes on where the
    run was before it.
    """

    document: Document
    t: int = 0
    far: int = 0
    lost: int = 0
    focus: int = 0


@dataclass(frozen=True)
class Past:
    """A document there was, where its run was, and the name of the step that led away from it."""

    document: Document
    t: int
    step: str


class Undo:
    """Two stacks of documents with the names of the steps between them."""

    def __init__(self) -> None:
        self._past: list[tuple[str, Kept, bool]] = []
        self._future: list[tuple[str, Kept, bool]] = []

    @property
    def undo_name(self) -> str:
        return self._past[-1][0] if self._past else ""

    @property
    def redo_name(self) -> str:
        return self._future[-1][0] if self._future else ""

    @property
    def past(self) -> tuple[Past, ...]:
        """The documents before this one, oldest first."""
        return tuple(Past(kept.document, kept.t, name) for name, kept, _ in self._past)

    def push(self, name: str, before: Kept, anew: bool = False) -> None:
        """A new step, away from this document, to another run if `anew`; what was undone cannot be
        redone any more."""
        self._past.append((name, before, anew))
        self._future.clear()

    def swap(self, now: Kept, back: bool) -> tuple[Kept, bool] | None:
        """The document one step back, or forth, in exchange for the one there is now, and whether
        its run is another; None if there is none."""
        here, there = (self._past, self._future) if back else (self._future, self._past)
        if not here:
            return None
        name, kept, anew = here.pop()
        there.append((name, now, anew))
        return kept, anew

    def clear(self) -> None:
        self._past.clear()
        self._future.clear()
