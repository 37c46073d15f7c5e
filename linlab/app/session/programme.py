"""A programme: documents that are shown in turn, each opened as it was prepared, at the moment that
it keeps."""

from collections.abc import Iterable
from pathlib import Path

from .document_files import DocumentFiles


class Programme:
    """Where in the programme we are; an empty one has nothing to turn to."""

    def __init__(self, files: DocumentFiles) -> None:
        self._files = files
        self.paths: tuple[Path, ...] = ()
        self.at = 0

    def begin(self, paths: Iterable[Path]) -> bool:
        """Open the first of them; whether one could be opened."""
        self.paths = tuple(paths)
        self.at = -1
        return self.turn(1)

    def end(self) -> None:
        """Something else is opened."""
        self.paths = ()
        self.at = 0

    def has(self, by: int) -> bool:
        """Whether there is a next one, or with −1 one before."""
        return 0 <= self.at + by < len(self.paths)

    def turn(self, by: int) -> bool:
        """Open the next one, or with −1 the one before; what cannot be opened is told and passed
        over."""
        before = self.at
        at = self.at + by
        while 0 <= at < len(self.paths):
            self.at = at  # whoever is told of the document may ask which it is
            if self._files.open(self.paths[at], prepared=True):
                return True
            at += by
        self.at = before
        return False

    @property
    def where(self) -> str:
        """As the hall reads it; nothing where there is one document only."""
        return f"{self.at + 1} of {len(self.paths)}" if len(self.paths) > 1 else ""
