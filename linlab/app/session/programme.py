"""A programme: documents shown one after the other, each as it was prepared and saved."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from linlab.lessons.running_order.entry import Entry

from .document_files import DocumentFiles


class Programme:
    """The position in a programme; it may be empty."""

    def __init__(self, files: DocumentFiles) -> None:
        self._files = files
        self.paths: tuple[Path, ...] = ()
        self.at = 0

    def begin(self, paths: Iterable[Path]) -> bool:
        """Open the first document that can be opened; return whether there is one."""
        self.paths = tuple(paths)
        self.at = -1
        return self.turn(1)

    def end(self) -> None:
        """Leave the programme, because something else is opened."""
        self.paths = ()
        self.at = 0

    def has(self, by: int) -> bool:
        """Whether there is a next document, or with −1 a previous one."""
        return 0 <= self.at + by < len(self.paths)

    def turn(self, by: int) -> bool:
        """Open the next document, or with −1 the previous one; report and skip those that cannot be
        opened."""
        before = self.at
        at = self.at + by
        while 0 <= at < len(self.paths):
            self.at = at  # listeners may ask for the position
            if self._files.open(self.paths[at], prepared=True):
                return True
            at += by
        self.at = before
        return False

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What is shown in turn; the open document gives its own title and notes."""
        shown = self._files.session.settled
        entries = tuple(map(Entry.of_file, self.paths))
        return tuple(
            replace(entry, title=shown.title or entry.title, notes=shown.notes)
            if k == self.at
            else entry
            for k, entry in enumerate(entries)
        )

    @property
    def index(self) -> int:
        """The position in `entries`."""
        return self.at

    @property
    def entry(self) -> Entry | None:
        """The current entry."""
        return self.entries[self.at] if self.paths else None

    @property
    def next_entry(self) -> Entry | None:
        """The entry after it."""
        return self.entries[self.at + 1] if self.has(1) else None

    @property
    def where(self) -> str:
        """The position as the audience reads it; empty if there is only one document."""
        return f"{self.at + 1} of {len(self.paths)}" if len(self.paths) > 1 else ""
