"""The undo and redo stacks of documents."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from linlab.engine.document.document import Document

MOST_BYTES = 64 * 2**20  # of points; beyond that the oldest documents are dropped
FEWEST = 20  # steps that can be undone, however large their documents are


@dataclass(frozen=True)
class DocumentAndPlace:
    """A document and the position of its run: t, the largest t seen, the largest t that was wanted
    but could not be reached (0 if none), and the current model.

    An edit may cut a run short (no points, diverging weights). Undo continues where the run was
    before.
    """

    document: Document
    t: int = 0
    far: int = 0
    lost: int = 0
    focus: int = 0


@dataclass(frozen=True)
class UndoEntry:
    """An earlier document, the position of its run, and the name of the edit that followed."""

    document: Document
    t: int
    step: str


@dataclass(frozen=True)
class _Entry:
    name: str
    kept: DocumentAndPlace
    anew: bool  # the edit started another run
    nbytes: int  # needed in addition to the document before it


class Undo:
    """Two stacks of documents with the names of the edits between them."""

    def __init__(self) -> None:
        self._past: list[_Entry] = []
        self._future: list[_Entry] = []

    @property
    def undo_name(self) -> str:
        return self._past[-1].name if self._past else ""

    @property
    def redo_name(self) -> str:
        return self._future[-1].name if self._future else ""

    @property
    def past(self) -> tuple[UndoEntry, ...]:
        """The earlier documents, oldest first."""
        return tuple(UndoEntry(each.kept.document, each.kept.t, each.name) for each in self._past)

    @property
    def nbytes(self) -> int:
        """About how much memory the earlier documents take."""
        return sum(each.nbytes for each in self._past)

    def push(self, name: str, before: DocumentAndPlace, anew: bool = False) -> None:
        """Push a document with the name of the edit that follows, which starts another run if
        `anew`. This clears redo, and drops the oldest documents when all of them take too much
        memory."""
        known = self._past[-1].kept.document if self._past else None
        self._past.append(_Entry(name, before, anew, _bytes_beside(before.document, known)))
        self._future.clear()
        surplus = self.nbytes - MOST_BYTES
        while surplus > 0 and len(self._past) > FEWEST:
            surplus -= self._past.pop(0).nbytes

    def swap(self, now: DocumentAndPlace, back: bool) -> tuple[DocumentAndPlace, bool] | None:
        """Exchange the current document for the previous one, or the next one; also return whether
        its run is another. None if there is none."""
        here, there = (self._past, self._future) if back else (self._future, self._past)
        if not here:
            return None
        entry = here.pop()
        there.append(replace(entry, kept=now))
        return entry.kept, entry.anew

    def clear(self) -> None:
        self._past.clear()
        self._future.clear()


def _bytes_beside(document: Document, known: Document | None) -> int:
    """The memory that a document takes in addition to another one."""
    shared = set() if known is None else {id(part) for part in _parts(known)}
    own = {id(part): part for part in _parts(document) if id(part) not in shared}
    return sum(getattr(part, "nbytes", 8 * len(part)) for part in own.values())


def _parts(document: Document) -> Iterator[Any]:
    """The arrays and lists of all its points."""
    for points in (document.points, *(change.points for change in document.timeline)):
        if points is not None:
            parts = (points.x, points.label, points.ids, points.truth, points.texts, points.guesses)
            yield from (part for part in parts if part is not None)
